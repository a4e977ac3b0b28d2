"""What can be picked in an order: countries, products, amounts and demand cards, each with what helps to choose it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.europax import prose, words
from engines.europax.codes import GROUPS, PLACES, localized_message
from engines.europax.data import MOST_CARDS, Country, Product
from engines.europax.prospects import Prospect, list_prospects
from engines.europax.state import EuropaxState, removed_demands
from engines.language.grammar import DependentChoices, Number, Pick
from engines.language.names import Choice, Lexicon, Message, MessageLike, join_messages
from engines.memo import memoize

NUMBERS = Lexicon([Choice(str(n)) for n in range(MOST_CARDS + 1)])
MOST = 99_995
"""The largest amount that can be named."""
Choices = tuple[Choice, ...]


def card_mark(number: int) -> str:
    """Return what a card is called where it is drawn."""
    return f"card {number}"


def money_amount(french: bool) -> Number:
    return Number("n", 0, MOST, 5, localized_message("X12", french), ("M", "M"))


# --- countries --------------------------------------------------------------------------------------------------


def nation_choices(view: EuropaxState, french: bool) -> Choices:
    """The countries of the game."""
    return tuple(map(country_choices(french).__getitem__, view.order))


@memoize(2)
def country_choices(french: bool) -> Mapping[Country, Choice]:
    """Every country, as it is called in a sentence; a click on its board picks it."""
    return {
        choice.code: replace(choice, label=prose.country_name(choice.code, french), at=(choice.code,))
        for choice in words.europax_country_lexicon(french).choices
    }


def nation_pick(view: EuropaxState, name: str, french: bool, *more: Choice) -> Pick:
    """A country of the game, or something that stands for several."""
    refusal, unknown = localized_message("X08", french), localized_message("X08", french, label="{word}")
    return Pick(name, (*nation_choices(view, french), *more), nation_lexicon(french, more), refusal, unknown=unknown)


@memoize(16)
def nation_lexicon(french: bool, more: Choices) -> Lexicon:
    return Lexicon((*words.europax_country_lexicon(french).choices, *more))


def with_cash_notes(view: EuropaxState, pick: Pick) -> Pick:
    """The pick with what is in each purse."""
    return replace(pick, choices=tuple(replace(c, note=f"{view.cash[c.code]} M") for c in pick.choices))


def seller_pick(view: EuropaxState, country: Country, french: bool) -> Pick:
    """From whom a country may buy, with what they have of the product; it is warned of itself."""
    pick = any_seller_pick(view, french)
    every = warn_of_own(pick.choices[:-1], country, french)
    given = {
        product: tuple(seller_choice(c, view.stock[c.code].get(product, 0), french) for c in every)
        for product in view.box.products
    }
    return replace(pick, choices=every, given=DependentChoices("what", given, pick.refusal))


def any_seller_pick(view: EuropaxState, french: bool) -> Pick:
    """A country, or ALL."""
    return nation_pick(view, "seller", french, words.all_partners_choice(french))


@memoize(512)
def seller_choice(choice: Choice, count: int, french: bool) -> Choice:
    """A country with how many cards of a product it has."""
    if french:
        return replace(choice, note=f"en a {count}" if count else "n'en a pas")
    return replace(choice, note=f"has {count}" if count else "has none now")


def warn_of_own(choices: Choices, own: Country, french: bool) -> Choices:
    """Countries, of which one's own counts for nothing."""
    hint = localized_message("X09", french, country=prose.country_name(own, french))
    return tuple(replace(c, hint=hint) if c.code == own else c for c in choices)


def aid_pick(view: EuropaxState, country: Country, french: bool) -> Pick:
    """Return whom a country may promise aid: a partner, or whoever is rescued."""
    pick = nation_pick(view, "to", french, words.whoever_choice(french))
    return replace(pick, choices=warn_of_own(pick.choices, country, french))


def anybody_pick(french: bool) -> Pick:
    """Any country, instead of those that one would name, where others are refused."""
    every = (words.all_partners_choice(french),)
    return Pick("seller", every, nation_lexicon(french, every))


# --- products ---------------------------------------------------------------------------------------------------


def product_choices(view: EuropaxState, french: bool) -> Choices:
    return words.box_product_choices(view.box, french)


def goods_pick(
    view: EuropaxState,
    name: str,
    french: bool,
    choices: Choices,
    given: tuple[str, Mapping[str, Choices]] | None = None,
) -> Pick:
    """A product. `given`: the argument it hangs on, and what goes with each of its values."""
    unknown = localized_message("X06", french, products=" ".join(view.box.products))
    return Pick(name, choices, unknown=unknown, given=DependentChoices(*given, "") if given else None)


def wares_pick(view: EuropaxState, country: Country, french: bool) -> Pick:
    """Return what a country buys, with the two prices."""
    prices = "{} M, à l'étranger {} M" if french else "{} M, from abroad {} M"
    box = view.box.products
    found = {
        choice.code: replace(choice, note=prices.format(box[choice.code].europe, box[choice.code].abroad))
        for choice in product_choices(view, french)
    }
    pending = view.pending
    if pending and pending.country == country:
        asked = found.pop(pending.product)
        found = {pending.product: replace(asked, note="demandé" if french else "asked now"), **found}
    return goods_pick(view, "what", french, (*found.values(), words.everything_choice(french)))


def describe_owners(view: EuropaxState, product: Product, me: Country, french: bool) -> str:
    """Return who has a product now: "you 1, England 2"."""
    counts = ((c, view.stock[c].get(product)) for c in sorted(view.order, key=lambda c: c != me))
    you = "vous" if french else "you"
    told = (f"{you if c == me else prose.NATIONS[c][french]} {count}" for c, count in counts if count)
    return ", ".join(told) or ("personne" if french else "nobody")


# --- demand cards -----------------------------------------------------------------------------------------------


def demand_card_pick(view: EuropaxState, country: Country, french: bool) -> Pick:
    """A demand card: those of the hand with what they would bring, the best first; the others are refused with where
    they are."""
    found = (own_card_choice(view, country, one, french) for one in list_prospects(view, country))
    others = sorted((*place, n) for n, place in card_places(view).items() if place != ("held", country))
    gone = (
        elsewhere_choice(n, kind, holder, prose.describe_demands(view, n, french), french) for kind, holder, n in others
    )
    return any_card_pick(view, (*found, *gone), french)


def without_drawing(pick: Pick) -> Pick:
    """The pick without what is drawn: no click means it."""
    return replace(pick, choices=tuple(replace(c, at=()) if c.at else c for c in pick.choices))


def every_card_pick(view: EuropaxState, french: bool) -> Pick:
    """Any demand card of the box."""
    return any_card_pick(view, tuple(plain_card_choice(n, french) for n in sorted(map(int, view.box.demands))), french)


def any_card_pick(view: EuropaxState, choices: Choices, french: bool) -> Pick:
    last = max(map(int, view.box.demands))
    unknown = localized_message("X02", french, last=last, label="{word}")
    return Pick("card", choices, NUMBERS, localized_message("X02", french, last=last), unknown=unknown)


def own_card_choice(view: EuropaxState, country: Country, one: Prospect, french: bool) -> Choice:
    hints = card_hints(view, country, one.card, french)
    note = prose.prospect_note(one, country, french)
    return replace(plain_card_choice(one.card, french), note=note, hint=join_messages(hints) if hints else "")


@memoize(256)
def plain_card_choice(number: int, french: bool) -> Choice:
    label = f"la carte {number}" if french else f"card {number}"
    return Choice(str(number), label, at=(card_mark(number),))


def card_hints(view: EuropaxState, country: Country, number: int, french: bool) -> list[MessageLike]:
    """Return what there is to say of a card that can be played."""
    found: list[MessageLike] = []
    if not any(demand.country in view.order for demand in view.box.get_card_demands(number)):
        found.append(localized_message("X05", french, card=number))
    if view.kind == "lead" and country != view.leader:
        found.append(localized_message("X17", french, country=prose.country_name(view.leader, french)))
    return found


@memoize(1024)
def elsewhere_choice(number: int, kind: str, holder: Country, note: str, french: bool) -> Choice:
    """A card that cannot be played, with what it asks and where it is; it is not drawn."""
    group = GROUPS[kind][french].format(country=prose.country_name(holder, french))
    why = why_unplayable(number, kind, holder, french)
    return replace(plain_card_choice(number, french), at=(), why_not=why, note=note, group=group)


def card_places(view: EuropaxState) -> dict[int, tuple[str, Country]]:
    """Return where each card is: "held" by a country, in the "talon", "used" or "removed"."""
    found = dict.fromkeys(map(int, view.box.demands), ("talon", ""))
    found |= dict.fromkeys(view.used, ("used", "")) | dict.fromkeys(removed_demands(view), ("removed", ""))
    return found | {number: ("held", country) for country, hand in view.hands.items() for number in hand}


def why_unplayable(number: int, kind: str, holder: Country, french: bool) -> Message:
    """Return why a card cannot be played."""
    if kind == "removed":
        return localized_message("X04", french, card=number)
    place = PLACES[kind][french].format(country=prose.country_name(holder, french))
    return localized_message("X03", french, card=number, place=place)
