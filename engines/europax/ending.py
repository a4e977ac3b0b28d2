"""The end: debts are paid back, and the richest wins (§5.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.base import Event, Seat, Step, rank_by_worth
from engines.europax.state import BANK, EuropaxState


def finish_europax(state: EuropaxState, events: Sequence[Event]) -> Step[EuropaxState]:
    """Debts are paid back; the richest wins; equal ones by fewest rescues, then most deliveries (§5.7)."""
    ranks = rank_by_worth({seat: seat_score(state, seat) for seat in state.players})
    ranks |= {BANK: len(state.seats)} if BANK in state.seats else {}
    worth = {country: state.country_worth(country) for country in state.order}
    told = Event("end", {"worth": worth, "ranks": ranks})
    return Step(replace(state, ranks=ranks, phase="END", kind="end", pending=None), (*events, told))


def seat_score(state: EuropaxState, seat: Seat) -> tuple[int, int, int]:
    mine = state.countries_of(seat)
    rescued = sum(state.rescued.get(c, 0) for c in mine)
    return sum(map(state.country_worth, mine)), -rescued, sum(state.delivered.get(c, 0) for c in mine)
