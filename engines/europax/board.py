"""How things stand now: the boards of the countries and the demand cards, with the reader's plan on his own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from engines.base import Seat, whole
from engines.europax import lead, picks, prose, tables
from engines.europax.asks import boards_of
from engines.europax.conditions import holds
from engines.europax.data import Country
from engines.europax.earlier import meant
from engines.europax.picture import MARKS, own_hand, picture
from engines.europax.plans import Voice, entries_of, of
from engines.europax.prose import NATIONS
from engines.europax.state import State
from engines.europax.words import PLAIN
from engines.language.ask import Order
from engines.report import Block, Card, Hand, Text

T: Mapping[str, tuple[str, str]] = {
    "round": (
        "{title}: {country} leads the first of up to {count} cards; whoever gives the last load of a card leads the "
        "next.",
        "{title} : {country} a la main pour la première de {count} cartes au plus ; qui livre le dernier produit d'une "
        "carte l'aura ensuite.",
    ),
    "lead": ("{title}: {country} leads.", "{title} : {country} a la main."),
    "wishes": ("The countries to be dealt", "Les pays à distribuer"),
    "hand": ("Demand cards of {}", "Cartes de demande : {}"),
    "only if": ("only if {}: {}", "seulement si {}\u00a0: {}"),
    "true": ("true now", "vrai maintenant"),
    "false": ("not true now", "faux maintenant"),
}


@whole
def blocks(view: State, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
    """The table as it is; before it is dealt, the countries with the reader's wishes."""
    french = view.reads_french(seat)
    if not view.order:
        yield wishes(view, orders, french)
        return
    if view.ranks is not None:
        yield tables.ranking(view, view.ranks, french)
    else:
        yield Text(prose.polished(now(view, seat, french), french))
    mine = view.countries(seat) if seat and view.ranks is None else ()
    yield from (own_hand(view, c, french, plan(view, seat, c, orders, french)) for c in mine if seat)
    yield picture(view, seat, french)
    if seat is None:  # a player finds the same on the boards
        yield tables.standings(view, seat, french, None)
    others = [country for country in tables.own_first(view, seat) if country not in mine and view.hands[country]]
    if mine:
        yield tables.numbers(view, others, french)
    else:
        yield from (hand(view, country, french) for country in others)
    yield from tables.debts(view, french)
    yield from tables.talons(view, french)


def now(view: State, seat: Seat | None, french: bool) -> str:
    """What is going on."""
    if view.pending:
        return lead.asked(view, view.pending, view.countries(seat) if seat else (), french)
    leader, title = prose.name(view.leader, french), prose.title_and_far(view, french)
    return T[view.kind][french].format(title=title, country=leader, count=view.cards_per_round)


def say(key: str, french: bool, *facts: object) -> str:
    return T[key][french].format(*facts)


def wishes(view: State, orders: Sequence[Order], french: bool) -> Hand:
    """The countries that may come into play, numbered as they were asked for."""
    said = [row["country"] for order in orders if order.verb == "BOARD" for row in order.args["list"]]
    places = {country: n for n, country in enumerate(dict.fromkeys(said), 1)}
    cards = (
        Card(
            NATIONS[choice.code][french],
            at=choice.code,
            mark="said" if choice.code in places else "",
            place=places.get(choice.code, 0),
        )
        for choice in boards_of(view)
    )
    return Hand(say("wishes", french), tuple(cards), MARKS if french else {})


# --- demand cards -----------------------------------------------------------------------------------------------


def plan(
    view: State, seat: Seat, country: Country, orders: Sequence[Order], french: bool
) -> Mapping[int, Sequence[str]]:
    """The cards of the plan that would hold, in its order, with their conditions."""
    found: dict[int, list[str]] = {}
    for order in meant(view, seat, [order.text for order in Voice(view, seat, orders).plan]):
        for number, guards in entries_of(order):
            if of(view, seat, order) == country and number in view.hands[country]:
                found.setdefault(number, []).extend(condition(view, country, order, guards, french))
    return found


def condition(
    view: State, country: Country, order: Order, guards: Sequence[Mapping[str, Any]], french: bool
) -> Iterator[str]:
    """Under which condition a card is played, and whether it is true now."""
    if guards:
        told = order.words.partition(f" {PLAIN['IF'][french]} ")[2]
        true = all(holds(view, country, guard) for guard in guards)
        yield say("only if", french, told, say("true" if true else "false", french))


def hand(view: State, country: Country, french: bool) -> Hand:
    """The cards of a country, for whoever cannot play them; when the game is over nobody can."""
    mark: Literal["", "shut"] = "" if view.ranks is not None else "shut"
    cards = (
        Card(str(n), prose.asks(view, n, french, "\n"), picks.at_card(n), mark=mark)
        for n in sorted(view.hands[country])
    )
    return Hand(say("hand", french, NATIONS[country][french]), tuple(cards), MARKS if french else {})
