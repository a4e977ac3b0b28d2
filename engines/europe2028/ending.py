"""Victory points in halves, secret and open objectives, and the end (§5.5, §5.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Event, Seat, Step, rank_by_worth
from engines.europe2028.data import Code
from engines.europe2028.state import KINDS, OBJECTIVE_VP, SECRETS, Europe2028State

EVEN = 24
"""Half points that all original regions together count with `even_start`."""


def region_half_points(state: Europe2028State, code: Code) -> int:
    """The VP of a region in half points; damage takes half."""
    return state.get_region(code).vp * (1 if state.held[code].damaged else 2)


def conquered_half_points(state: Europe2028State, seat: Seat) -> int:
    """Half points of regions a seat conquered; with the option of all it holds (§6.4)."""
    return sum(
        region_half_points(state, c) for c in state.regions_held_by(seat) if state.held[c].kind or state.options.end_all
    )


def held_half_points(state: Europe2028State, seat: Seat) -> int:
    """Half points of all regions held. With `even_start` originals count 12 VP, to the nearest half."""
    mine = {code: region_half_points(state, code) for code in state.regions_held_by(seat)}
    if not state.options.even_start:
        return sum(mine.values())
    whole = sum(2 * state.get_region(code).vp for code in state.world.empires[seat].start)
    own = sum(points for code, points in mine.items() if not state.held[code].kind)
    return sum(mine.values()) - own + round(own * EVEN / whole)


def has_objective(state: Europe2028State, seat: Seat) -> bool:
    """Return whether all regions of the open objective are held (§6.31)."""
    return set(state.world.empires[seat].objective) <= set(state.regions_held_by(seat))


def count_deeds(state: Europe2028State, seat: Seat, kind: str) -> int:
    mine = state.conquests[seat]
    return sum(mine.values()) if kind == "CONQ" else mine[kind]


def secret_vp(state: Europe2028State, seat: Seat, secret: str) -> int:
    """Return what a secret objective brings (§5.6, §6.30)."""
    kind, vp = SECRETS[secret]
    if kind == "LEVEL2":
        return vp if state.levels[seat] >= 2 else 0
    if kind == "FEWEST":
        counts = {other: len(state.regions_held_by(other)) for other in state.seats}
        return vp if counts[seat] == min(counts.values()) else 0
    best = max(count_deeds(state, other, kind) for other in state.seats)
    return vp if best and count_deeds(state, seat, kind) == best else 0


def final_score(state: Europe2028State, seat: Seat) -> int:
    """The final score in half points, with the secret objective as far as it is known."""
    known = {**state.secret, **state.shown}
    secret = secret_vp(state, seat, known[seat]) if seat in known else 0
    return held_half_points(state, seat) + 2 * secret + 2 * OBJECTIVE_VP * has_objective(state, seat)


def is_end_reached(state: Europe2028State) -> bool:
    """Somebody has conquered enough (§5.6)."""
    return max(conquered_half_points(state, seat) for seat in state.seats) >= 2 * state.options.end_vp


def is_game_over(state: Europe2028State) -> bool:
    """Somebody has conquered enough, or the last round was played (§5.6, §5.7.3)."""
    return is_end_reached(state) or state.round >= state.options.max_rounds


def final_ranks(state: Europe2028State) -> Mapping[Seat, int]:
    """Most points, then conquests, then coins."""
    deeds_of = {seat: sum(state.conquests[seat][kind] for kind in KINDS) for seat in state.seats}
    return rank_by_worth({seat: (final_score(state, seat), deeds_of[seat], state.coins[seat]) for seat in state.seats})


def vp_text(half_points: int) -> str:
    """Half points as VP: "7.5", "12"."""
    return f"{half_points // 2}{'.5' if half_points % 2 else ''}"


def finish_europe2028(state: Europe2028State, events: Sequence[Event]) -> Step[Europe2028State]:
    """Secrets are shown, and the score is made (§5.6)."""
    final = final_ranks(state)
    points = {seat: final_score(state, seat) for seat in state.seats}
    returned = {s: [each for each in state.dealt[s] if each != kept] for s, kept in state.secret.items()}
    facts = {"ranks": dict(final), "halves": points, "secrets": dict(state.secret), "returned": returned}
    told = Event("end", facts)
    return Step(replace(state, ranks=final, phase="END", kind="end", shown=dict(state.secret)), (*events, told))
