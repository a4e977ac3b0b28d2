"""How things stand now: the boards of the countries and the demand cards, with the reader's plan on their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from engines.base import Seat, returns_tuple
from engines.europax import lead, picks, prose, tables
from engines.europax.conditions import guard_holds
from engines.europax.data import Country
from engines.europax.earlier import read_kept_orders
from engines.europax.grammars import available_boards
from engines.europax.picture import MARKS, draw_boards, draw_own_hand
from engines.europax.plans import Voice, country_of_order, entries_of_order
from engines.europax.prose import NATIONS
from engines.europax.state import EuropaxState
from engines.europax.words import PLAIN
from engines.language.grammar import Order
from engines.report import Block, CardHand, Paragraph, TableCard

BOARD_PHRASES: Mapping[str, tuple[str, str]] = {
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


@returns_tuple
def build_europax_board(view: EuropaxState, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
    """The table as it is; before it is dealt, the countries with the reader's wishes."""
    french = view.reads_french(seat)
    if not view.order:
        yield wishes_hand(view, orders, french)
        return
    if view.ranks is not None:
        yield tables.ranking_table(view, view.ranks, french)
    else:
        yield Paragraph(prose.polish_sentence(current_situation(view, seat, french), french))
    mine = view.countries_of(seat) if seat and view.ranks is None else ()
    yield from (draw_own_hand(view, c, french, cards_in_plan(view, seat, c, orders, french)) for c in mine if seat)
    yield draw_boards(view, seat, french)
    if seat is None:  # a player finds the same on the boards
        yield tables.europax_standings_table(view, seat, french, None)
    others = [
        country for country in tables.own_countries_first(view, seat) if country not in mine and view.hands[country]
    ]
    if mine:
        yield tables.hand_numbers_table(view, others, french)
    else:
        yield from (closed_hand(view, country, french) for country in others)
    yield from tables.debt_texts(view, french)
    yield from tables.talon_texts(view, french)


def current_situation(view: EuropaxState, seat: Seat | None, french: bool) -> str:
    """Return what is going on."""
    if view.pending:
        return lead.asked_buyer_sentence(view, view.pending, view.countries_of(seat) if seat else (), french)
    leader, title = prose.country_name(view.leader, french), prose.title_with_progress(view, french)
    return BOARD_PHRASES[view.kind][french].format(title=title, country=leader, count=view.cards_per_round)


def board_phrase(key: str, french: bool, *facts: object) -> str:
    return BOARD_PHRASES[key][french].format(*facts)


def wishes_hand(view: EuropaxState, orders: Sequence[Order], french: bool) -> CardHand:
    """The countries that may come into play, numbered as they were asked for."""
    said = [row["country"] for order in orders if order.verb == "BOARD" for row in order.args["list"]]
    places = {country: n for n, country in enumerate(dict.fromkeys(said), 1)}
    cards = (
        TableCard(
            NATIONS[choice.code][french],
            at=choice.code,
            mark="said" if choice.code in places else "",
            place=places.get(choice.code, 0),
        )
        for choice in available_boards(view)
    )
    return CardHand(board_phrase("wishes", french), tuple(cards), MARKS if french else {})


# --- demand cards -----------------------------------------------------------------------------------------------


def cards_in_plan(
    view: EuropaxState, seat: Seat, country: Country, orders: Sequence[Order], french: bool
) -> Mapping[int, Sequence[str]]:
    """The cards of the plan that would hold, in its order, with their conditions."""
    found: dict[int, list[str]] = {}
    for order in read_kept_orders(view, seat, [order.text for order in Voice(view, seat, orders).plan]):
        for number, guards in entries_of_order(order):
            if country_of_order(view, seat, order) == country and number in view.hands[country]:
                found.setdefault(number, []).extend(describe_condition(view, country, order, guards, french))
    return found


def describe_condition(
    view: EuropaxState, country: Country, order: Order, guards: Sequence[Mapping[str, Any]], french: bool
) -> Iterator[str]:
    """Under which condition a card is played, and whether it is true now."""
    if guards:
        told = order.words.partition(f" {PLAIN['IF'][french]} ")[2]
        true = all(guard_holds(view, country, guard) for guard in guards)
        yield board_phrase("only if", french, told, board_phrase("true" if true else "false", french))


def closed_hand(view: EuropaxState, country: Country, french: bool) -> CardHand:
    """The cards of a country, for whoever cannot play them; when the game is over nobody can."""
    mark: Literal["", "shut"] = "" if view.ranks is not None else "shut"
    cards = (
        TableCard(str(n), prose.describe_demands(view, n, french, "\n"), picks.card_mark(n), mark=mark)
        for n in sorted(view.hands[country])
    )
    return CardHand(board_phrase("hand", french, NATIONS[country][french]), tuple(cards), MARKS if french else {})
