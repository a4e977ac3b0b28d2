"""What can be picked in an order: countries, products, amounts and demand cards, each with what helps to choose it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.europax import prose, words
from engines.europax.codes import GROUPS, PLACES, message
from engines.europax.data import MOST_CARDS, Country, Product
from engines.europax.prospects import Prospect, prospects
from engines.europax.state import State, removed
from engines.kept import keeps
from engines.language.ask import Given, Number, Pick
from engines.language.names import Choice, Lexicon, Message, Told, together

NUMBERS = Lexicon([Choice(str(n)) for n in range(MOST_CARDS + 1)])
MOST = 99_995
"""The largest amount that can be named."""
Choices = tuple[Choice, ...]


def at_card(number: int) -> str:
    """What a card is called where it is drawn."""
    return f"card {number}"


def amount(french: bool) -> Number:
    return Number("n", 0, MOST, 5, message("X12", french), ("M", "M"))


# --- countries --------------------------------------------------------------------------------------------------


def nations(view: State, french: bool) -> Choices:
    """The countries of the game."""
    return tuple(map(country_choices(french).__getitem__, view.order))


@keeps(2)
def country_choices(french: bool) -> Mapping[Country, Choice]:
    """Every country, as it is called in a sentence; a click on its board picks it."""
    return {
        choice.code: replace(choice, label=prose.name(choice.code, french), at=(choice.code,))
        for choice in words.countries(french).choices
    }


def nation(view: State, name: str, french: bool, *more: Choice) -> Pick:
    """A country of the game, or something that stands for several."""
    refusal, unknown = message("X08", french), message("X08", french, label="{word}")
    return Pick(name, (*nations(view, french), *more), among(french, more), refusal, unknown=unknown)


@keeps(16)
def among(french: bool, more: Choices) -> Lexicon:
    return Lexicon((*words.countries(french).choices, *more))


def with_cash(view: State, pick: Pick) -> Pick:
    """The pick with what is in each purse."""
    return replace(pick, choices=tuple(replace(c, note=f"{view.cash[c.code]} M") for c in pick.choices))


def sellers(view: State, country: Country, french: bool) -> Pick:
    """From whom a country may buy, with what they have of the product; it is warned of itself."""
    pick = any_seller(view, french)
    every = warned(pick.choices[:-1], country, french)
    given = {
        product: tuple(seller(c, view.stock[c.code].get(product, 0), french) for c in every)
        for product in view.box.products
    }
    return replace(pick, choices=every, given=Given("what", given, pick.refusal))


def any_seller(view: State, french: bool) -> Pick:
    """A country, or ALL."""
    return nation(view, "seller", french, words.all_partners(french))


@keeps(512)
def seller(choice: Choice, count: int, french: bool) -> Choice:
    """A country with how many cards of a product it has."""
    if french:
        return replace(choice, note=f"en a {count}" if count else "n'en a pas")
    return replace(choice, note=f"has {count}" if count else "has none now")


def warned(choices: Choices, own: Country, french: bool) -> Choices:
    """Countries, of which one's own counts for nothing."""
    hint = message("X09", french, country=prose.name(own, french))
    return tuple(replace(c, hint=hint) if c.code == own else c for c in choices)


def rescued(view: State, country: Country, french: bool) -> Pick:
    """Whom a country may promise aid: a partner, or whoever is rescued."""
    pick = nation(view, "to", french, words.whoever(french))
    return replace(pick, choices=warned(pick.choices, country, french))


def anybody(french: bool) -> Pick:
    """Any country, instead of those that one would name, where others are refused."""
    every = (words.all_partners(french),)
    return Pick("seller", every, among(french, every))


# --- products ---------------------------------------------------------------------------------------------------


def products(view: State, french: bool) -> Choices:
    return words.products(view.box, french)


def goods(
    view: State, name: str, french: bool, choices: Choices, given: tuple[str, Mapping[str, Choices]] | None = None
) -> Pick:
    """A product. `given`: the argument it hangs on, and what goes with each of its values."""
    unknown = message("X06", french, products=" ".join(view.box.products))
    return Pick(name, choices, unknown=unknown, given=Given(*given, "") if given else None)


def wares(view: State, country: Country, french: bool) -> Pick:
    """What a country buys, with the two prices."""
    prices = "{} M, à l'étranger {} M" if french else "{} M, from abroad {} M"
    box = view.box.products
    found = {
        choice.code: replace(choice, note=prices.format(box[choice.code].europe, box[choice.code].abroad))
        for choice in products(view, french)
    }
    pending = view.pending
    if pending and pending.country == country:
        asked = found.pop(pending.product)
        found = {pending.product: replace(asked, note="demandé" if french else "asked now"), **found}
    return goods(view, "what", french, (*found.values(), words.everything(french)))


def owners_of(view: State, product: Product, me: Country, french: bool) -> str:
    """Who has a product now: "you 1, England 2"."""
    counts = ((c, view.stock[c].get(product)) for c in sorted(view.order, key=lambda c: c != me))
    you = "vous" if french else "you"
    told = (f"{you if c == me else prose.NATIONS[c][french]} {count}" for c, count in counts if count)
    return ", ".join(told) or ("personne" if french else "nobody")


# --- demand cards -----------------------------------------------------------------------------------------------


def card(view: State, country: Country, french: bool) -> Pick:
    """A demand card: those of the hand with what they would bring, the best first; the others are refused with where
    they are."""
    found = (own_card(view, country, one, french) for one in prospects(view, country))
    others = sorted((*place, n) for n, place in places(view).items() if place != ("held", country))
    gone = (elsewhere(n, kind, holder, prose.asks(view, n, french), french) for kind, holder, n in others)
    return any_card(view, (*found, *gone), french)


def unseen(pick: Pick) -> Pick:
    """The pick without what is drawn: no click means it."""
    return replace(pick, choices=tuple(replace(c, at=()) if c.at else c for c in pick.choices))


def every_card(view: State, french: bool) -> Pick:
    """Any demand card of the box."""
    return any_card(view, tuple(plain_card(n, french) for n in sorted(map(int, view.box.demands))), french)


def any_card(view: State, choices: Choices, french: bool) -> Pick:
    last = max(map(int, view.box.demands))
    unknown = message("X02", french, last=last, label="{word}")
    return Pick("card", choices, NUMBERS, message("X02", french, last=last), unknown=unknown)


def own_card(view: State, country: Country, one: Prospect, french: bool) -> Choice:
    hints = doubts(view, country, one.card, french)
    note = prose.prospect(one, country, french)
    return replace(plain_card(one.card, french), note=note, hint=together(hints) if hints else "")


@keeps(256)
def plain_card(number: int, french: bool) -> Choice:
    label = f"la carte {number}" if french else f"card {number}"
    return Choice(str(number), label, at=(at_card(number),))


def doubts(view: State, country: Country, number: int, french: bool) -> list[Told]:
    """What there is to say of a card that can be played."""
    found: list[Told] = []
    if not any(demand.country in view.order for demand in view.box.card(number)):
        found.append(message("X05", french, card=number))
    if view.kind == "lead" and country != view.leader:
        found.append(message("X17", french, country=prose.name(view.leader, french)))
    return found


@keeps(1024)
def elsewhere(number: int, kind: str, holder: Country, note: str, french: bool) -> Choice:
    """A card that cannot be played, with what it asks and where it is; it is not drawn."""
    group = GROUPS[kind][french].format(country=prose.name(holder, french))
    why = where(number, kind, holder, french)
    return replace(plain_card(number, french), at=(), why_not=why, note=note, group=group)


def places(view: State) -> dict[int, tuple[str, Country]]:
    """Where each card is: "held" by a country, in the "talon", "used" or "removed"."""
    found = dict.fromkeys(map(int, view.box.demands), ("talon", ""))
    found |= dict.fromkeys(view.used, ("used", "")) | dict.fromkeys(removed(view), ("removed", ""))
    return found | {number: ("held", country) for country, hand in view.hands.items() for number in hand}


def where(number: int, kind: str, holder: Country, french: bool) -> Message:
    """Why a card cannot be played."""
    if kind == "removed":
        return message("X04", french, card=number)
    place = PLACES[kind][french].format(country=prose.name(holder, french))
    return message("X03", french, card=number, place=place)
