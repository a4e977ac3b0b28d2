"""Positions of Europa for tests, and orders read as the game reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engines.base import Step
from engines.dice import KeyedDice, LoadedDice
from engines.europa import ENGINE, new_turn
from engines.europa.phases import resolve_europa
from engines.europa.state import ElectionCard, EuropaOptions, EuropaState, UnionMember
from engines.europa.turn_context import EuropaTurnContext
from engines.language import parse_orders
from engines.language.grammar import Order

USUAL = EuropaOptions()


def opening(options: str = "", seed: bytes = b"europa") -> EuropaState:
    """The opening under some options, with dice that fall the same each time."""
    said = parse_orders(ENGINE.setup, options)
    assert not said.remarks
    return ENGINE.start(said.orders, KeyedDice(seed, "0")).state


def seats(count: int) -> tuple[str, ...]:
    return ("BLU", "GRN", "RED", "YEL", "PUR", "BLK")[:count]


def position(
    phase: str, kind: str, track: str = "", count: int = 4, options: EuropaOptions = USUAL, **fields: Any
) -> EuropaState:
    """A position in that phase. `track` holds the elections in their order: "GBR NLD IRL", with "!" those held."""
    codes = [code.partition("!") for code in track.split()]
    cards = tuple(ElectionCard(n, c, "nationalist" if held else "pending") for n, (c, held, _) in enumerate(codes, 1))
    there = seats(count)
    usual: dict[str, Any] = {
        "pp": dict.fromkeys(there, 30),
        "vp": dict.fromkeys(there, 0),
        "order": there,
        "ranking": there,
        "recruits": dict.fromkeys(there, 3),
        "reserve": dict.fromkeys(there, 0),
        "turn": int(phase[1]),
    }
    return EuropaState(seats=there, phase=phase, kind=kind, options=options, track=cards, **{**usual, **fields})


def members(text: str) -> dict[str, UnionMember]:
    """Countries that are in the EU."""
    return {code: UnionMember(1, ("BLU",)) for code in text.split()}


def board(text: str) -> dict[str, dict[str, int]]:
    """Pawns: "GBR BLU 2 GRN 1, IRL YEL 1"."""
    found = {}
    for each in filter(None, text.split(",")):
        code, *rest = each.split()
        found[code] = {seat: int(n) for seat, n in zip(rest[::2], rest[1::2], strict=True)}
    return found


def orders(state: EuropaState, texts: Mapping[str, str]) -> dict[str, tuple[Order, ...]]:
    """Return what each seat says, read by its own ask; every line must be understood."""
    found = {}
    for seat, text in texts.items():
        grammar = ENGINE.grammar(state, seat)
        assert grammar is not None
        reading = parse_orders(grammar, text.replace(" ; ", "\n"))
        assert all(v.order for v in reading.verdicts), reading.remarks
        found[seat] = reading.orders
    return found


def play(
    state: EuropaState, texts: Mapping[str, str], dice: Mapping[str, list[int]] | None = None
) -> Step[EuropaState]:
    """The phase resolved with those orders. Without `dice` they fall as a fixed seed gives them."""
    return resolve_europa(state, orders(state, texts), LoadedDice(dice) if dice else KeyedDice(b"europa", state.phase))


def errors(state: EuropaState, seat: str, text: str) -> list[str]:
    """The codes of all that is said to some lines: ["E11", "W15"]."""
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    reading = parse_orders(grammar, text.replace(" ; ", "\n"))
    told = (*reading.remarks, *ENGINE.check(state, seat, reading.orders))
    return [remark.code or remark.text.split()[0] for remark in told]


def working(state: EuropaState, **dice: list[int]) -> EuropaTurnContext:
    """A phase being worked out, with loaded dice."""
    return EuropaTurnContext(state, LoadedDice(dice))


def with_markers(state: EuropaState, text: str) -> EuropaState:
    """Conflicts: "YUG W, ALB T"."""
    pairs = (each.split() for each in text.split(",") if each.strip())
    return replace(state, markers=dict(pairs))  # type: ignore[arg-type]


def voting(where: str, track: str = "GBR IRL", **fields: object) -> EuropaState:
    return position("T1-VOTE", "elections", track, board=board(where), **fields)  # type: ignore[arg-type]


def roll_risks(state: EuropaState, *sums: int) -> EuropaState:
    worked = working(state, risk=[n for total in sums for n in (min(10, total - 1), total - min(10, total - 1))])
    for _ in sums:
        pair = worked.dice.roll("risk", 10), worked.dice.roll("risk", 10)
        new_turn.strike_country(worked, pair)
    return worked.state
