"""A position put right by who leads the game: money, goods, demand cards, debts, hotels, and who leads next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.corrections import FROM, GIVE, REMOVE, TO, carry_out
from engines.dice import LoadedDice
from engines.europax import picks, prose, words
from engines.europax.data import Product
from engines.europax.picks import amount, any_card, nation, plain_card
from engines.europax.state import BANK, Debt, State
from engines.europax.working import Working
from engines.language.ask import Ask, Line, Number, Order, Pick, Word
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


def corrections(state: State) -> Ask:
    """While boards are dealt there is nothing yet that could be wrong."""
    lines = () if state.kind == "setup" else (*of_boards(state), *of_cards(state))
    return Ask(f"Corrections: {prose.title_of(state, french=False)}", lines, due=False, skip=SKIP)


# --- what can be said -------------------------------------------------------------------------------------------


def country(state: State, name: str = "country", *more: Choice) -> Pick:
    return nation(state, name, False, *more)


def creditor(state: State) -> Pick:
    """The bank, to which most is owed, or a country."""
    found = country(state, "creditor", BANKER)
    return replace(found, choices=(BANKER, *(choice for choice in found.choices if choice is not BANKER)))


def of_boards(state: State) -> Iterator[Line]:
    """What lies at a board, what is owed, and who leads."""
    one, money = country(state), replace(amount(False), most=RICH)
    yield Line(
        "CASH", (Word("CASH", ("caisse",), plain="the purse of"), one, money), "cash {country}", "what is in a purse"
    )
    goods, count = (
        picks.goods(state, "product", False, picks.products(state, False)),
        Number("n", 0, MOST_CARDS, most=9),
    )
    stock = Word("STOCK", plain="the goods of"), one, goods, count
    yield Line("STOCK", stock, "stock {country} {product}", "how many cards of a product lie on a board")
    debt = (
        Word("DEBT", ("dette",), plain="the debt of"),
        country(state, "debtor"),
        TO,
        creditor(state),
    )
    told = "what is owed in all of one kind, to be paid back at the end; 0 for nothing"
    yield Line("DEBT", (*debt, Pick("kind", KINDS), replace(money, most=DEEP)), "debt {debtor} {creditor} {kind}", told)
    if any(event.kind == "HOTEL" for event in state.box.events.values()):
        yield Line("HOTEL", (Word("HOTEL", plain="a hotel for"), one), "hotel {country}", "a country has a hotel")
        yield Line("CLOSE", (Word("CLOSE", plain="no hotel for"), one), "hotel {country}", "a country has no hotel")
    yield Line("LEAD", (Word("LEAD", plain="leads next:"), one), "lead", "who leads next")


def of_cards(state: State) -> Iterator[Line]:
    """Demand cards, which lie open beside the boards."""
    held = sorted(number for hand in state.hands.values() for number in hand)
    taken = Pick("card", tuple(plain_card(n, False) for n in held), picks.NUMBERS, "No country has {label}.")
    yield Line("REMOVE", (REMOVE, taken, FROM, country(state)), "take {card}", "a demand card is put with those played")
    known = {*state.used, *held, *(n for n in state.demands if n)}
    given = any_card(state, tuple(plain_card(n, False) for n in sorted(known)), False)
    yield Line(
        "GIVE", (GIVE, given, TO, country(state)), "give {card}", "a demand card, wherever it is, goes to a country"
    )


# --- what comes of it -------------------------------------------------------------------------------------------


def corrected(state: State, orders: Sequence[Order]) -> State:
    """Raises ValueError."""
    working = Working(state, LoadedDice(), {}, rehearsal=False)
    carry_out(orders, ACTS, working)
    for one in state.order:
        if not working.hands[one]:
            raise ValueError(f"{prose.name(one, False)} would have no demand card.")
    if state.pending and state.pending.card not in working.hands[working.leader]:
        raise ValueError(f"Card {state.pending.card} is being played: who leads, and that card, stay where they are.")
    return working.frozen()


def money(working: Working, args: Args) -> None:
    working.cash[args["country"]] = args["n"]


def stock(working: Working, args: Args) -> None:
    """Cards come from those delivered, then from under the talon; what is too much is delivered."""
    one, product = args["country"], args["product"]
    more = args["n"] - working.stock[one].get(product, 0)
    back = min(more, working.market.get(product, 0))
    working.market[product] = working.market.get(product, 0) - back
    for _ in range(more - back):
        drawn(working, product)
    working.stock[one][product] = args["n"]
    working.market = {each: count for each, count in working.market.items() if count}


def drawn(working: Working, product: Product) -> None:
    """Takes the last card of a product out of the talon. Raises ValueError."""
    if product not in working.production:
        raise ValueError(f"There are no more cards of {working.state.box.products[product].en.lower()}.")
    at = len(working.production) - 1 - working.production[::-1].index(product)
    del working.production[at]


def debt(working: Working, args: Args) -> None:
    """One debt in the place of all of its kind."""
    key = args["debtor"], args["creditor"], args["kind"].lower()
    if key[0] == key[1]:
        raise ValueError("Nobody owes himself.")
    left = [one for one in working.ledger if (one.debtor, one.creditor, one.kind) != key]
    working.ledger = [*left, Debt(key[0], key[1], args["n"], key[2])] if args["n"] else left


def hotel(working: Working, args: Args) -> None:
    one, box = args["country"], working.state.box
    number = next((n for n in working.pile if n and box.event(n).kind == "HOTEL"), None)
    if one in working.hotels or number is None:
        why = "has a hotel already" if one in working.hotels else "cannot have one: all hotels are taken"
        raise ValueError(f"{prose.name(one, False)} {why}.")
    working.pile.remove(number)
    working.hotels[one] = number


def close(working: Working, args: Args) -> None:
    one = args["country"]
    if one not in working.hotels:
        raise ValueError(f"{prose.name(one, False)} has no hotel.")
    working.pile.append(working.hotels.pop(one))


def lead(working: Working, args: Args) -> None:
    working.leader = args["country"]


def remove(working: Working, args: Args) -> None:
    one, card = args["country"], int(args["card"])
    if card not in working.hands[one]:
        raise ValueError(f"{prose.name(one, False)} does not have card {card}.")
    working.hands[one].remove(card)
    working.used.append(card)


def give(working: Working, args: Args) -> None:
    card = int(args["card"])
    working.demands = [each for each in working.demands if each != card]
    for place in (working.used, *working.hands.values()):
        if card in place:
            place.remove(card)
    working.hands[args["country"]].append(card)


ACTS: Mapping[str, Callable[[Working, Args], None]] = {
    "CASH": money,
    "STOCK": stock,
    "DEBT": debt,
    "CLOSE": close,
    "HOTEL": hotel,
    "REMOVE": remove,
    "GIVE": give,
    "LEAD": lead,
}
"""In the order in which they are carried out."""
