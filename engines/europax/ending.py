"""The end: debts are paid back, and the richest wins (§5.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.base import Event, Seat, Step, ranked
from engines.europax.state import BANK, State


def finish(state: State, events: Sequence[Event]) -> Step[State]:
    """Debts are paid back; the richest wins; equal ones by fewest rescues, then most deliveries (§5.7)."""
    ranks = ranked({seat: score_of(state, seat) for seat in state.players})
    ranks |= {BANK: len(state.seats)} if BANK in state.seats else {}
    worth = {country: state.worth(country) for country in state.order}
    told = Event("end", {"worth": worth, "ranks": ranks})
    return Step(replace(state, ranks=ranks, phase="END", kind="end", pending=None), (*events, told))


def score_of(state: State, seat: Seat) -> tuple[int, int, int]:
    mine = state.countries(seat)
    rescued = sum(state.rescued.get(c, 0) for c in mine)
    return sum(map(state.worth, mine)), -rescued, sum(state.delivered.get(c, 0) for c in mine)
