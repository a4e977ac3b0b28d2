"""Who is out, and who came where when the game is over (§12)."""

from __future__ import annotations

from dataclasses import replace

from engines.base import Event, Seat, Step, ranked
from engines.diplomacy import events
from engines.diplomacy.state import State


def judged(state: State, told: tuple[Event, ...], over: bool = False) -> Step[State]:
    """The step to a position, with who is out (§12.2) and, if the game is over, who came where."""
    out = tuple(seat for seat in state.seats if not state.count(seat) and not state.units_of(seat))
    told = (*told, *(events.out(state, seat) for seat in out if seat not in state.out))
    after = replace(state, out=out)
    if over:
        after = replace(after, ranks=ranks(after))
        told = (*told, events.end(after))
    return Step(after, told)


def ranks(state: State) -> dict[Seat, int]:
    """The final ranks by centres; equal counts share a rank (§12.5)."""
    return ranked({seat: state.count(seat) for seat in state.seats})


def winner(state: State) -> Seat | None:
    """Who alone has the centres that win; nobody, where the game ended with its last year (§12.3)."""
    most = max(state.count(seat) for seat in state.seats)
    first = [seat for seat in state.seats if state.count(seat) == most]
    return first[0] if len(first) == 1 and most >= state.options.victory else None
