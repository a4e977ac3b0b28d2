"""Positions of Cantillon's Europe for tests, written in a few words, and lines read as the game reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Event, Presence, Step
from engines.cantillon import ENGINE
from engines.cantillon.phases import resolve_cantillon
from engines.cantillon.stages import CantillonTurn
from engines.cantillon.state import CantillonOptions, CantillonState, Plot, Water
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import KeyedDice, LoadedDice
from engines.language import parse_orders
from engines.language.grammar import Order

USUAL = CantillonOptions()
SEATS = ("RED", "BLU", "GRN")


def position(
    text: str = "", options: CantillonOptions = USUAL, seats: tuple[str, ...] = SEATS, **fields: Any
) -> CantillonState:
    """A round under way: "RED 41 TA, RED 6 T F, BLU H F+A" (F on a land is on its anchor)."""
    lands: dict[str, Plot] = {}
    seas: dict[str, Water] = {}
    for each in filter(None, (part.strip() for part in text.split(","))):
        seat, area, *units = each.split()
        if area.isdecimal():
            land = "".join(unit for unit in units if unit != "F")
            lands[area] = Plot(seat if land else "", land, seat if "F" in units else "")
        else:
            seas[area] = Water(seat, units[0].partition("+")[2])
    stock = {seat: {} for seat in seats} | fields.pop("stock", {})
    usual = {"order": seats, "round": 1, "lands": lands, "seas": seas, "stock": stock}
    return CantillonState(seats=seats, phase="R1", kind="round", options=options, **{**usual, **fields})


def factory(state: CantillonState, area: str, basic: bool = False, advanced: str = "", **goods: int) -> CantillonState:
    """The position with a factory, or goods, on a land."""
    plot = replace(state.plot_of(area), basic=basic, advanced=advanced, goods=goods)
    return replace(state, lands={**state.lands, area: plot})


def orders(state: CantillonState, seat: str, text: str) -> tuple[Order, ...]:
    """Lines as the game reads them; each must be understood."""
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    reading = parse_orders(grammar, text.replace(" ; ", "\n"))
    assert all(verdict.order for verdict in reading.verdicts), reading.remarks
    return reading.orders


def turn(
    state: CantillonState, text: str, first: int = 3, last: int = 3, seat: str = "RED", combat: Sequence[int] = ()
) -> CantillonTurnContext:
    """Some stages of a seat's turn with its lines, and loaded dice."""
    working = CantillonTurnContext(state, LoadedDice({"combat": list(combat)}))
    CantillonTurn(working, seat, orders(state, seat, text)).play_stages(first, last)
    return working


def codes(working: CantillonTurnContext) -> list[str]:
    """The codes of what was refused or remarked."""
    return [e.args["text"].split()[0] if e.kind == "refused" else e.args["code"] for e in working.events
            if e.kind in ("refused", "remark")]  # fmt: skip


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def errors(state: CantillonState, text: str, seat: str = "RED") -> list[str]:
    """The codes of all errors and warnings at entry."""
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    reading = parse_orders(grammar, text.replace(" ; ", "\n"))
    told = (*reading.remarks, *ENGINE.check(state, seat, reading.orders))
    return [remark.code for remark in told]


def play(
    state: CantillonState, texts: Mapping[str, str], combat: Sequence[int] | None = None, vacant: Sequence[str] = ()
) -> Step[CantillonState]:
    """A whole round; in the seats that are `vacant` nobody plays."""
    said = {seat: orders(state, seat, text) for seat, text in texts.items()}
    dice = LoadedDice({"combat": list(combat)}) if combat is not None else KeyedDice(b"cantillon", state.phase)
    return resolve_cantillon(state, said, dice, dict.fromkeys(vacant, Presence.VACANT))


def opening(options: str = "", seed: bytes = b"cantillon") -> CantillonState:
    said = parse_orders(ENGINE.setup, options)
    assert not said.remarks
    return ENGINE.start(said.orders, KeyedDice(seed, "0")).state


def units(working: CantillonTurnContext, area: str) -> str:
    """Return what stands in an area: "RED TA", "" for nothing."""
    if area in working.seas:
        return f"{working.seas[area].fleet} F{working.seas[area].cargo}"
    plot = working.plot_of(area)
    return f"{plot.owner} {plot.units}" if plot.owner else ""
