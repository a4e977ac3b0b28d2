"""How things stand now: the map with a seat's orders drawn on it, its hand and tokens, what it has to spend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from engines.base import Seat, whole
from engines.dice import LoadedDice
from engines.europe2028 import tables
from engines.europe2028.card_picks import in_a_fight, in_order
from engines.europe2028.cards import SUIT_OF, SUITS, is_joker, matches, rank
from engines.europe2028.check import Lines
from engines.europe2028.drawing import drawing, ordered
from engines.europe2028.lead import ended
from engines.europe2028.state import OBJECTIVE_VP, SECRET_WORDS, SECRETS, TOKENS, WAREHOUSE, State
from engines.europe2028.words import KIND_NAMES, capital, cards_fit, coins, token_name
from engines.europe2028.working import Working
from engines.language.ask import Order
from engines.language.names import enumerated
from engines.palette import BLACK_SUIT, JOKER, RED_SUIT
from engines.report import Block, Card, Hand, Lead, Text

SIGNS = {"S": "♠", "D": "♦", "H": "♥", "C": "♣"}
COLOURS = {"S": BLACK_SUIT, "D": RED_SUIT, "H": RED_SUIT, "C": BLACK_SUIT, "": JOKER}
"""Of suits; "" for jokers."""
Mark = Literal["", "said", "shut"]


@whole
def blocks(view: State, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
    """The position as a seat, or (None) anybody, sees it, with the orders the seat has given."""
    yield drawing(view, seat, ordered(view, seat, orders) if seat else None)
    if view.ranks is not None:
        yield Lead(" ".join(ended(view, seat)))
    elif seat:
        yield from own(view, seat, orders)
    yield from tables.fights(view)
    yield tables.standings(view, seat)
    yield tables.market(view)


def own(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Block]:
    """What a seat orders with."""
    if view.kind == "setup":
        yield secrets(view, seat, orders)
    named = said(view, seat, orders)
    yield Hand("Your cards", tuple(card(view, seat, each, named) for each in in_order(view.hand(seat))))
    if view.kind != "setup":
        yield Hand("Your tokens", tuple(token(view, seat, each, orders) for each in TOKENS))
        yield purse(view, seat, orders)
        yield objectives(view, seat)


# --- cards --------------------------------------------------------------------------------------------------------


def card(view: State, seat: Seat, code: str, named: Mapping[str, int]) -> Card:
    """A card of the hand: what it counts in a fight, whom it moves, and its place in the order that names it."""
    suit = "" if is_joker(code) else code[-1]
    title = "Joker" if is_joker(code) else f"{rank(code)}{SIGNS[suit]}"
    return Card(
        title,
        in_a_fight(code),
        f"card {code}",
        SUITS.get(suit, "joker"),
        COLOURS[suit],
        moves(view, seat, code),
        "said" if code in named else "",
        named.get(code, 0),
    )


def moves(view: State, seat: Seat, code: str) -> str:
    """The tokens that a card fits; by the book the attacks on the table."""
    here = [view.region(fight.region).name for fight in view.fights if matches(code, fight.kind)]
    if view.fights:
        return f"fits the attack at {enumerated(here)}" if here else "fits no attack on the table"
    kinds = [kind for kind in KIND_NAMES if matches(code, kind)]
    if is_joker(code):
        return "fits any token"
    free = [at for name, at in view.tokens[seat].items() if name.startswith(kinds[0]) and at.place != WAREHOUSE]
    return f"fits {KIND_NAMES[kinds[0]]} tokens{'' if free or view.kind == 'setup' else '; yours is not unlocked yet'}"


def said(view: State, seat: Seat, orders: Sequence[Order]) -> dict[str, int]:
    """The cards that orders name, each with its place in the first that does."""
    working, found = Working(view, LoadedDice()), dict[str, int]()
    for order in orders:
        for n, code in enumerate(dict.fromkeys(cards_of(working, seat, order)), 1):
            found.setdefault(code, n)
    return found


def cards_of(working: Working, seat: Seat, order: Order) -> list[str]:
    """The cards of an order in the order in which it plays them; what LOW, HIGH and ALL of an attack mean is known."""
    args = order.args
    if order.verb in ("ATTACK", "LAND"):
        paid = [row["card"] for part in args.get("pay", ()) for row in part["cards"]]
        parts = [part["cards"] for part in args.get("with", ())] + [part["more"] for part in args.get("reserve", ())]
        return [*paid, *(each for part in parts for each in working.picked(seat, part, args["token"][:3]))]
    rows = args.get("cards", ())
    return [row["card"] for row in (rows.get("cards", ()) if isinstance(rows, Mapping) else rows)]


def secrets(view: State, seat: Seat, orders: Sequence[Order]) -> Hand:
    """The secret objectives of which one is kept."""
    kept = [order.args["id"] for order in orders if order.verb == "SECRET"]
    return Hand("Your secret objectives", tuple(secret(each, each in kept) for each in view.dealt.get(seat, ())))


def secret(code: str, kept: bool) -> Card:
    wants, vp = SECRETS[code]
    return Card(capital(SECRET_WORDS[wants]), code, f"secret {code}", note=f"{vp} VP", mark="said" if kept else "")


# --- tokens and coins ---------------------------------------------------------------------------------------------


def token(view: State, seat: Seat, name: str, orders: Sequence[Order]) -> Card:
    """A token: where it is, and how many cards of the hand fit it."""
    at, suit = view.tokens[seat][name], SUIT_OF[name[:3]]
    fit = sum(matches(code, name[:3]) for code in view.hand(seat))
    locked = at.place == WAREHOUSE
    where = "not unlocked yet" if locked else tables.where(view, at)
    note = f"takes {SUITS[suit]}; {cards_fit(fit)}"
    title = capital(token_name(name).removesuffix(" token"))
    return Card(title, where, f"token {name}", SUITS[suit], COLOURS[suit], note, mark(view, seat, name, orders))


def mark(view: State, seat: Seat, name: str, orders: Sequence[Order]) -> Mark:
    """Whether orders use a token, or it cannot be used yet."""
    if view.tokens[seat][name].place == WAREHOUSE:
        return "shut"
    working = Working(view, LoadedDice())
    working.recall_all(seat, orders)
    used = {event.args["token"] for event in working.events}
    for order in orders:
        if order.verb in ("ATTACK", "LAND"):
            meant = working.token(seat, order.args["token"], order.args["region"])
            working.tokens[seat][meant] = replace(working.tokens[seat][meant], place=order.args["region"])
            used.add(meant)
    return "said" if name in used else ""


def purse(view: State, seat: Seat, orders: Sequence[Order]) -> Text:
    """What there is to spend, what the landings ordered take of it, and what comes in at the end of the turn."""
    lines = Lines(view, seat, orders)
    before, _ = lines.purse, list(lines.remarks())
    spent = before - lines.purse
    made = f", and {lines.made} more for cards" if lines.made else ""
    taken = f"; your landings cost {spent}" if spent else ""
    brings = Working(view, LoadedDice()).income(seat)
    return Text(
        f"You have {coins(view.coins[seat])}{made}{taken}. Your regions bring {brings} at the end of your turn."
    )


def objectives(view: State, seat: Seat) -> Text:
    """What is worth points at the end."""
    wanted = enumerated([view.region(code).name for code in view.world.empires[seat].objective])
    wants, vp = SECRETS[view.secret[seat]] if seat in view.secret else ("", 0)
    kept = f" Your secret objective: {SECRET_WORDS[wants]}, {vp} VP." if wants else ""
    return Text(f"Your open objective: {wanted}, {OBJECTIVE_VP} VP; you hold {tables.goal(view, seat)}.{kept}")
