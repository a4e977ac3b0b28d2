"""Positions to play on, and the letters of all powers in one text: a line is "France: A PAR - BUR"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Seat, Step
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.diplomacy.data import STANDARD, parse_unit
from engines.diplomacy.state import DiplomacyOptions, DiplomacyState, phase_kind, sort_units
from engines.diplomacy.units import province_of
from engines.language import parse_orders
from engines.language.grammar import Order
from engines.states import seat_view


def on_board(
    phase: str, centres: Mapping[Seat, str] | None = None, options: DiplomacyOptions | None = None, **units: str
) -> DiplomacyState:
    """A position: `France="A PAR, F BRE"`. Centres are those of the opening unless they are given."""
    pieces = [parse_unit(text, seat.upper()) for seat, said in units.items() for text in said.split(", ")]
    owned = centres if centres is not None else {seat: " ".join(homes) for seat, homes in STANDARD.homes.items()}
    return DiplomacyState(
        seats=STANDARD.powers,
        phase=phase,
        kind=phase_kind(phase),
        units=sort_units({province_of(unit.at): unit for unit in pieces}, STANDARD.powers),
        centres={at: seat.upper() for seat, mine in owned.items() for at in mine.split()},
        options=options or DiplomacyOptions(),
    )


def parse_power_letters(state: DiplomacyState, text: str) -> dict[Seat, Sequence[Order]]:
    """Return what the powers' letters are understood to say; every line must be."""
    letters: dict[Seat, list[str]] = {}
    for line in text.strip().splitlines():
        seat, said = line.strip().split(": ", 1)
        letters.setdefault(seat.upper(), []).append(said)
    return {seat: parse_clean_letter(state, seat, "\n".join(lines)) for seat, lines in letters.items()}


def parse_clean_letter(state: DiplomacyState, seat: Seat, letter: str) -> Sequence[Order]:
    grammar = ENGINE.grammar(seat_view(state, seat), seat)
    assert grammar is not None
    reading = parse_orders(grammar, letter)
    assert [verdict.raw for verdict in reading.verdicts if verdict.order is None] == []
    return reading.orders


def resolve_letters(state: DiplomacyState, text: str = "") -> Step[DiplomacyState]:
    """Return what comes of it when all these letters have come."""
    return (
        ENGINE.resolve(state, parse_power_letters(state, text), LoadedDice())
        if text
        else ENGINE.resolve(state, {}, LoadedDice())
    )


def units_of(state: DiplomacyState, seat: Seat) -> str:
    """A power's units on the board: "A PAR, F BRE"."""
    return ", ".join(map(str, state.units_of(seat)))


def owning(state: DiplomacyState, seat: Seat, count: int) -> DiplomacyState:
    """The position in which a seat owns so many centres, its own first, the others by the alphabet."""
    homes = STANDARD.homes[seat]
    mine = [*homes, *sorted(STANDARD.centres - {*homes})][:count]
    return replace(
        state,
        centres={**{at: owner for at, owner in state.centres.items() if owner != seat}, **dict.fromkeys(mine, seat)},
    )
