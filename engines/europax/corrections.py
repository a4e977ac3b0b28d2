"""A position put right by who leads the game: money, goods, demand cards, debts, hotels, and who leads next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.corrections import FROM, GIVE, REMOVE, TO, carry_out
from engines.dice import LoadedDice
from engines.europax import picks, prose, words
from engines.europax.data import Product
from engines.europax.picks import any_card_pick, money_amount, nation_pick, plain_card_choice
from engines.europax.state import BANK, Debt, EuropaxState
from engines.europax.turn_context import EuropaxTurnContext
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Pick, Word
from engines.language.names import Choice

Args = Mapping[str, Any]
BANKER = Choice(BANK, "the bank", ("banque",))
KINDS = (
    Choice("AID", "of aid", ("aide",)),
    Choice("EXTRA", "of extra aid"),
    Choice("ADVANCE", "of an advance", ("avance",)),
)
MOST_CARDS = 99
RICH, DEEP = 5000, 1000
"""More is seldom in a purse, or owed."""
SKIP = words.SKIP - {"n"}


def build_europax_corrections(state: EuropaxState) -> OrderGrammar:
    """While boards are dealt there is nothing yet that could be wrong."""
    lines = () if state.kind == "setup" else (*board_correction_lines(state), *demand_correction_lines(state))
    return OrderGrammar(f"Corrections: {prose.europax_phase_title(state, french=False)}", lines, due=False, skip=SKIP)


# --- what can be said -------------------------------------------------------------------------------------------


def corrected_country_pick(state: EuropaxState, name: str = "country", *more: Choice) -> Pick:
    return nation_pick(state, name, False, *more)


def creditor_pick(state: EuropaxState) -> Pick:
    """The bank, to which most is owed, or a country."""
    found = corrected_country_pick(state, "creditor", BANKER)
    return replace(found, choices=(BANKER, *(choice for choice in found.choices if choice is not BANKER)))


def board_correction_lines(state: EuropaxState) -> Iterator[OrderPattern]:
    """Yield what lies at a board, what is owed, and who leads."""
    one, money = corrected_country_pick(state), replace(money_amount(False), most=RICH)
    yield OrderPattern(
        "CASH", (Word("CASH", ("caisse",), plain="the purse of"), one, money), "cash {country}", "what is in a purse"
    )
    goods, count = (
        picks.goods_pick(state, "product", False, picks.product_choices(state, False)),
        Number("n", 0, MOST_CARDS, most=9),
    )
    stock = Word("STOCK", plain="the goods of"), one, goods, count
    yield OrderPattern("STOCK", stock, "stock {country} {product}", "how many cards of a product lie on a board")
    debt = (
        Word("DEBT", ("dette",), plain="the debt of"),
        corrected_country_pick(state, "debtor"),
        TO,
        creditor_pick(state),
    )
    told = "what is owed in all of one kind, to be paid back at the end; 0 for nothing"
    yield OrderPattern(
        "DEBT", (*debt, Pick("kind", KINDS), replace(money, most=DEEP)), "debt {debtor} {creditor} {kind}", told
    )
    if any(event.kind == "HOTEL" for event in state.box.events.values()):
        yield OrderPattern(
            "HOTEL", (Word("HOTEL", plain="a hotel for"), one), "hotel {country}", "a country has a hotel"
        )
        yield OrderPattern(
            "CLOSE", (Word("CLOSE", plain="no hotel for"), one), "hotel {country}", "a country has no hotel"
        )
    yield OrderPattern("LEAD", (Word("LEAD", plain="leads next:"), one), "lead", "who leads next")


def demand_correction_lines(state: EuropaxState) -> Iterator[OrderPattern]:
    """Demand cards, which lie open beside the boards."""
    held = sorted(number for hand in state.hands.values() for number in hand)
    taken = Pick("card", tuple(plain_card_choice(n, False) for n in held), picks.NUMBERS, "No country has {label}.")
    yield OrderPattern(
        "REMOVE",
        (REMOVE, taken, FROM, corrected_country_pick(state)),
        "take {card}",
        "a demand card is put with those played",
    )
    known = {*state.used, *held, *(n for n in state.demands if n)}
    given = any_card_pick(state, tuple(plain_card_choice(n, False) for n in sorted(known)), False)
    yield OrderPattern(
        "GIVE",
        (GIVE, given, TO, corrected_country_pick(state)),
        "give {card}",
        "a demand card, wherever it is, goes to a country",
    )


# --- what comes of it -------------------------------------------------------------------------------------------


def correct_europax(state: EuropaxState, orders: Sequence[Order]) -> EuropaxState:
    """Raises ValueError."""
    working = EuropaxTurnContext(state, LoadedDice(), {}, rehearsal=False)
    carry_out(orders, ACTS, working)
    for one in state.order:
        if not working.hands[one]:
            raise ValueError(f"{prose.country_name(one, False)} would have no demand card.")
    if state.pending and state.pending.card not in working.hands[working.leader]:
        raise ValueError(f"Card {state.pending.card} is being played: who leads, and that card, stay where they are.")
    return working.freeze_state()


def set_cash(working: EuropaxTurnContext, args: Args) -> None:
    working.cash[args["country"]] = args["n"]


def set_stock(working: EuropaxTurnContext, args: Args) -> None:
    """Cards come from those delivered, then from under the talon; what is too much is delivered."""
    one, product = args["country"], args["product"]
    more = args["n"] - working.stock[one].get(product, 0)
    back = min(more, working.market.get(product, 0))
    working.market[product] = working.market.get(product, 0) - back
    for _ in range(more - back):
        take_from_talon(working, product)
    working.stock[one][product] = args["n"]
    working.market = {each: count for each, count in working.market.items() if count}


def take_from_talon(working: EuropaxTurnContext, product: Product) -> None:
    """Takes the last card of a product out of the talon. Raises ValueError."""
    if product not in working.production:
        raise ValueError(f"There are no more cards of {working.state.box.products[product].en.lower()}.")
    at = len(working.production) - 1 - working.production[::-1].index(product)
    del working.production[at]


def set_debt(working: EuropaxTurnContext, args: Args) -> None:
    """One debt in the place of all of its kind."""
    key = args["debtor"], args["creditor"], args["kind"].lower()
    if key[0] == key[1]:
        raise ValueError("Nobody owes themselves money.")
    left = [one for one in working.ledger if (one.debtor, one.creditor, one.kind) != key]
    working.ledger = [*left, Debt(key[0], key[1], args["n"], key[2])] if args["n"] else left


def give_hotel(working: EuropaxTurnContext, args: Args) -> None:
    one, box = args["country"], working.state.box
    number = next((n for n in working.pile if n and box.get_event_card(n).kind == "HOTEL"), None)
    if one in working.hotels or number is None:
        why = "has a hotel already" if one in working.hotels else "cannot have one: all hotels are taken"
        raise ValueError(f"{prose.country_name(one, False)} {why}.")
    working.pile.remove(number)
    working.hotels[one] = number


def close_hotel(working: EuropaxTurnContext, args: Args) -> None:
    one = args["country"]
    if one not in working.hotels:
        raise ValueError(f"{prose.country_name(one, False)} has no hotel.")
    working.pile.append(working.hotels.pop(one))


def set_leader(working: EuropaxTurnContext, args: Args) -> None:
    working.leader = args["country"]


def remove_demand_card(working: EuropaxTurnContext, args: Args) -> None:
    one, card = args["country"], int(args["card"])
    if card not in working.hands[one]:
        raise ValueError(f"{prose.country_name(one, False)} does not have card {card}.")
    working.hands[one].remove(card)
    working.used.append(card)


def give_demand_card(working: EuropaxTurnContext, args: Args) -> None:
    card = int(args["card"])
    working.demands = [each for each in working.demands if each != card]
    for place in (working.used, *working.hands.values()):
        if card in place:
            place.remove(card)
    working.hands[args["country"]].append(card)


ACTS: Mapping[str, Callable[[EuropaxTurnContext, Args], None]] = {
    "CASH": set_cash,
    "STOCK": set_stock,
    "DEBT": set_debt,
    "CLOSE": close_hotel,
    "HOTEL": give_hotel,
    "REMOVE": remove_demand_card,
    "GIVE": give_demand_card,
    "LEAD": set_leader,
}
"""In the order in which they are carried out."""
