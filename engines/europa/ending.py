"""The end of a game: the president, the winner, and what the European Union has come to (§5.12)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.base import Seat, rank_by_worth
from engines.europa.state import EuropaState, victory_quality
from engines.europa.turn_context import EuropaTurnContext

PRESIDENTS = {1: 3, 2: 2, 3: 1}
"""Victory Points for having most Political Points, by how many share that (§6.37)."""


def finish_europa(working: EuropaTurnContext) -> None:
    """The final scoring."""
    state = working.state
    still = state.playing_seats or state.seats
    most = max(state.pp[seat] for seat in still)
    presidents = tuple(seat for seat in still if state.pp[seat] == most)
    vp = PRESIDENTS.get(len(presidents), 0)
    for seat in presidents:
        working.award_points(seat, vp=vp)
    working.record_event("president", seats=presidents, vp=vp)
    state = working.state
    ranks = rank_parties(state)
    level = state.conflict_level
    working.change_state(
        ranks=ranks, vp_shown=state.vp, phase="END", kind="end", track=(), reserve={}, half={}, sheet=None
    )
    working.record_event(
        "end",
        ranks=ranks,
        vp=dict(state.vp),
        level=level,
        quality=victory_quality(level),
        scores=comparison_scores(state),
    )


def rank_parties(state: EuropaState) -> Mapping[Seat, int]:
    """Most Victory Points first, then Political Points; equal in both share a rank. A party removed comes last."""
    return rank_by_worth({seat: (seat in state.playing_seats, state.vp[seat], state.pp[seat]) for seat in state.seats})


def comparison_scores(state: EuropaState) -> Mapping[Seat, int]:
    """Return what compares games of a tournament: Victory Points and members of the EU, less the conflicts left."""
    return {seat: state.vp[seat] + len(state.eu) - state.conflict_level for seat in state.seats}
