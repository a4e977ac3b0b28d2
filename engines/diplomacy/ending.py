"""Who is out, and who came where when the game is over (§12)."""

from __future__ import annotations

from dataclasses import replace

from engines.base import Event, Seat, Step, rank_by_worth
from engines.diplomacy import events
from engines.diplomacy.state import DiplomacyState


def finish_step(state: DiplomacyState, told: tuple[Event, ...], over: bool = False) -> Step[DiplomacyState]:
    """The step to a position, with who is out (§12.2) and, if the game is over, who came where."""
    out = who_is_out(state)
    told = (*told, *(events.out_event(state, seat) for seat in out if seat not in state.out))
    after = replace(state, out=out)
    if over:
        after = replace(after, ranks=ranks_by_centres(after))
        told = (*told, events.end_event(after))
    return Step(after, told)


def who_is_out(state: DiplomacyState) -> tuple[Seat, ...]:
    """Return who has neither a centre nor a unit (§12.2)."""
    return tuple(seat for seat in state.seats if not state.count_centres(seat) and not state.units_of(seat))


def ranks_by_centres(state: DiplomacyState) -> dict[Seat, int]:
    """The final ranks by centres; equal counts share a rank (§12.5)."""
    return rank_by_worth({seat: state.count_centres(seat) for seat in state.seats})


def find_winner(state: DiplomacyState) -> Seat | None:
    """Return who alone has the centres that win; nobody, where the game ended with its last year (§12.3)."""
    most = max(state.count_centres(seat) for seat in state.seats)
    first = [seat for seat in state.seats if state.count_centres(seat) == most]
    return first[0] if len(first) == 1 and most >= state.options.victory else None
