"""The end of a game: the president, the winner, and what the European Union has come to (§5.12)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.base import Seat, ranked
from engines.europa.state import State, quality
from engines.europa.working import Working

PRESIDENTS = {1: 3, 2: 2, 3: 1}
"""Victory Points for having most Political Points, by how many share that (§6.37)."""


def finish(working: Working) -> None:
    """The final scoring."""
    state = working.state
    still = state.playing or state.seats
    most = max(state.pp[seat] for seat in still)
    presidents = tuple(seat for seat in still if state.pp[seat] == most)
    vp = PRESIDENTS.get(len(presidents), 0)
    for seat in presidents:
        working.award(seat, vp=vp)
    working.tell("president", seats=presidents, vp=vp)
    state = working.state
    ranks = ranked_by_points(state)
    level = state.level
    working.set(ranks=ranks, vp_shown=state.vp, phase="END", kind="end", track=(), reserve={}, half={}, sheet=None)
    working.tell("end", ranks=ranks, vp=dict(state.vp), level=level, quality=quality(level), scores=scores(state))


def ranked_by_points(state: State) -> Mapping[Seat, int]:
    """Most Victory Points first, then Political Points; equal in both share a rank. A party removed comes last."""
    return ranked({seat: (seat in state.playing, state.vp[seat], state.pp[seat]) for seat in state.seats})


def scores(state: State) -> Mapping[Seat, int]:
    """What compares games of a tournament: Victory Points and members of the EU, less the conflicts left."""
    return {seat: state.vp[seat] + len(state.eu) - state.level for seat in state.seats}
