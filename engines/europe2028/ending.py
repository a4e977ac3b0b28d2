"""Victory points in halves, secret and open objectives, and the end (§5.5, §5.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Event, Seat, Step, ranked
from engines.europe2028.data import Code
from engines.europe2028.state import KINDS, OBJECTIVE_VP, SECRETS, State

EVEN = 24
"""Half points that all original regions together count with `even_start`."""


def halves(state: State, code: Code) -> int:
    """The VP of a region in half points; damage takes half."""
    return state.region(code).vp * (1 if state.held[code].damaged else 2)


def conquered(state: State, seat: Seat) -> int:
    """Half points of regions a seat conquered; with the option of all it holds (§6.4)."""
    return sum(halves(state, c) for c in state.holdings(seat) if state.held[c].kind or state.options.end_all)


def held(state: State, seat: Seat) -> int:
    """Half points of all regions held. With `even_start` originals count 12 VP, to the nearest half."""
    mine = {code: halves(state, code) for code in state.holdings(seat)}
    if not state.options.even_start:
        return sum(mine.values())
    whole = sum(2 * state.region(code).vp for code in state.world.empires[seat].start)
    own = sum(points for code, points in mine.items() if not state.held[code].kind)
    return sum(mine.values()) - own + round(own * EVEN / whole)


def has_objective(state: State, seat: Seat) -> bool:
    """Whether all regions of the open objective are held (§6.31)."""
    return set(state.world.empires[seat].objective) <= set(state.holdings(seat))


def deeds(state: State, seat: Seat, kind: str) -> int:
    mine = state.conquests[seat]
    return sum(mine.values()) if kind == "CONQ" else mine[kind]


def secret_vp(state: State, seat: Seat, secret: str) -> int:
    """What a secret objective brings (§5.6, §6.30)."""
    kind, vp = SECRETS[secret]
    if kind == "LEVEL2":
        return vp if state.levels[seat] >= 2 else 0
    if kind == "FEWEST":
        counts = {other: len(state.holdings(other)) for other in state.seats}
        return vp if counts[seat] == min(counts.values()) else 0
    best = max(deeds(state, other, kind) for other in state.seats)
    return vp if best and deeds(state, seat, kind) == best else 0


def score(state: State, seat: Seat) -> int:
    """The final score in half points, with the secret objective as far as it is known."""
    known = {**state.secret, **state.shown}
    secret = secret_vp(state, seat, known[seat]) if seat in known else 0
    return held(state, seat) + 2 * secret + 2 * OBJECTIVE_VP * has_objective(state, seat)


def reached(state: State) -> bool:
    """Somebody has conquered enough (§5.6)."""
    return max(conquered(state, seat) for seat in state.seats) >= 2 * state.options.end_vp


def over(state: State) -> bool:
    """Somebody has conquered enough, or the last round was played (§5.6, §5.7.3)."""
    return reached(state) or state.round >= state.options.max_rounds


def ranks(state: State) -> Mapping[Seat, int]:
    """Most points, then conquests, then coins."""
    deeds_of = {seat: sum(state.conquests[seat][kind] for kind in KINDS) for seat in state.seats}
    return ranked({seat: (score(state, seat), deeds_of[seat], state.coins[seat]) for seat in state.seats})


def vp_text(half_points: int) -> str:
    """Half points as VP: "7.5", "12"."""
    return f"{half_points // 2}{'.5' if half_points % 2 else ''}"


def finish(state: State, events: Sequence[Event]) -> Step[State]:
    """Secrets are shown, and the score is made (§5.6)."""
    final = ranks(state)
    points = {seat: score(state, seat) for seat in state.seats}
    returned = {s: [each for each in state.dealt[s] if each != kept] for s, kept in state.secret.items()}
    facts = {"ranks": dict(final), "halves": points, "secrets": dict(state.secret), "returned": returned}
    told = Event("end", facts)
    return Step(replace(state, ranks=final, phase="END", kind="end", shown=dict(state.secret)), (*events, told))
