"""Positions of Europe 2028 for tests, in a few words, and rounds played from lines as players write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Dice, Event, Step
from engines.dice import KeyedDice, LoadedDice
from engines.europe2028 import ENGINE
from engines.europe2028.data import STANDARD
from engines.europe2028.opening import set_up_europe2028 as dealt
from engines.europe2028.state import (
    MAT,
    TOKENS,
    WAREHOUSE,
    Europe2028Options,
    Europe2028State,
    Europe2028Token,
    Holding,
)
from engines.language import parse_orders
from engines.language.grammar import Order, OrderGrammar, Remark

ORDER = ("PB", "OT", "RU", "EA", "NF", "MC")
USUAL = Europe2028Options()
By = Mapping[str, str]
"""Something of some empires, in words."""


def position(
    market: str = "CYP GER UKR SWI",
    hands: By | None = None,
    tokens: By | None = None,
    held: By | None = None,
    options: Europe2028Options = USUAL,
    order: Sequence[str] = ORDER,
    **fields: Any,
) -> Europe2028State:
    """A round under way. Hands: "4S 2S". Tokens: "MIL1 CYP 0, ECO" (ECO is on the mat); an empire that is not named
    has all five on the mat. Held: "RU", "RU POL" (conquered so), "RU MIL damaged"."""
    start = dealt(options, STANDARD, tuple(order), LoadedDice()).state
    holdings = {**start.held, **{code: holding(text) for code, text in (held or {}).items()}}
    cards = {seat: tuple((hands or {}).get(seat, "").split()) for seat in order}
    used = {card for hand in cards.values() for card in hand}
    full = (*start.cards, *(card for hand in start.hands.values() for card in hand))
    usual: dict[str, Any] = {
        "round": 1,
        "held": dict(sorted(holdings.items())),
        "market": tuple(market.split()),
        "deck": tuple(c for c in sorted(STANDARD.regions) if c not in holdings and c not in market.split()),
        "hands": cards,
        "cards": tuple(card for card in full if card not in used),
        "tokens": {seat: place_tokens((tokens or {}).get(seat, ", ".join(TOKENS))) for seat in order},
        "secret": {seat: secrets[0] for seat, secrets in start.dealt.items()},
    }
    for name in ("coins", "levels"):
        usual[name] = {**getattr(start, name), **fields.pop(name, {})}
    if "conquests" in fields:
        mine = fields.pop("conquests")
        usual["conquests"] = {seat: {**kinds, **mine.get(seat, {})} for seat, kinds in start.conquests.items()}
    kind, phase = ("turn", f"R1-{order[0]}-TURN") if options.book else ("round", "R1")
    turn = {"turn": order[0]} if options.book else {}
    return replace(start, **{"kind": kind, "phase": phase, **turn, **usual, **fields})


def holding(text: str) -> Holding:
    seat, *rest = text.split()
    return Holding(seat, "damaged" in rest, next((word for word in rest if word != "damaged"), ""))


def place_tokens(text: str) -> dict[str, Europe2028Token]:
    """Tokens where the words say, the others in the warehouse."""
    found = dict.fromkeys(TOKENS, Europe2028Token(WAREHOUSE))
    for part in filter(None, (part.strip() for part in text.split(","))):
        token, *at = part.split()
        found[token] = Europe2028Token(at[0], int(at[1])) if at else Europe2028Token(MAT)
    return found


# --- what players say ---------------------------------------------------------------------------------------------


def seat_grammar(state: Europe2028State, seat: str) -> OrderGrammar:
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    return grammar


def judge_lines(state: Europe2028State, seat: str, text: str) -> tuple[tuple[Order, ...], tuple[Remark, ...]]:
    """Lines as the server reads them: what counts, and all that is said to it."""
    reading = parse_orders(seat_grammar(state, seat), text.replace(" ; ", "\n"))
    said = ENGINE.check(state, seat, reading.orders)
    faulty = {remark.line for remark in said if remark.level == "error"}
    return tuple(order for order in reading.orders if order.text not in faulty), (*reading.remarks, *said)


def orders(state: Europe2028State, seat: str, text: str) -> tuple[Order, ...]:
    """Lines that must be understood."""
    found, remarks = judge_lines(state, seat, text)
    assert not [remark for remark in remarks if remark.level == "error"], remarks
    return found


def remarks(state: Europe2028State, seat: str, text: str) -> list[str]:
    """All that is said to some lines."""
    return [remark.text for remark in judge_lines(state, seat, text)[1]]


def codes(state: Europe2028State, seat: str, text: str) -> list[str]:
    """The codes of what is said to some lines."""
    return [remark.code for remark in judge_lines(state, seat, text)[1]]


def canonical(state: Europe2028State, seat: str, text: str) -> list[str]:
    return [order.text for order in orders(state, seat, text)]


# --- what comes of it ---------------------------------------------------------------------------------------------


def play(state: Europe2028State, texts: By, dice: Sequence[int] = ()) -> Step[Europe2028State]:
    """A phase with these letters; the d6 fall as given, shuffles leave things as they are."""
    said = {seat: orders(state, seat, text) for seat, text in texts.items()}
    return ENGINE.resolve(state, said, LoadedDice({"dice": dice}))


def events_of_kind(step: Step[Europe2028State], kind: str, seat: str = "") -> list[Event]:
    return [e for e in step.events if e.kind == kind and seat in ("", e.args.get("seat"))]


def income(step: Step[Europe2028State], seat: str) -> int:
    return sum(event.args["coins"] for event in events_of_kind(step, "income", seat))


def coins_spent(before: Europe2028State, step: Step[Europe2028State], seat: str) -> int:
    """Coins an empire is poorer by, its income apart."""
    return before.coins[seat] + income(step, seat) - step.state.coins[seat]


def token(step: Step[Europe2028State], seat: str, name: str) -> tuple[str, int]:
    """Return where a token stands, and its level there."""
    at = step.state.tokens[seat][name]
    return at.place, at.level


def count_drawn_cards(step: Step[Europe2028State], seat: str) -> int:
    return sum(len(event.args["cards"]) for event in events_of_kind(step, "drew", seat))


def disposed_cards(before: Europe2028State, step: Step[Europe2028State]) -> list[str]:
    """The cards that came onto the pile."""
    return sorted(step.state.pile[len(before.pile) :])


def opening(options: str = "", dice: Dice | None = None) -> Europe2028State:
    """The setup of a game with these options, as a host says them."""
    said = parse_orders(ENGINE.setup, options)
    assert not said.remarks, said.remarks
    return ENGINE.start(said.orders, dice or KeyedDice(b"europe2028", "0")).state
