"""What a sensible party would do: stand where points are cheap, give some for peace, agree to fair coalitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.due import list_due_seats
from engines.europa.state import EuropaState

OWN_WISH = 3
"""One pawn in so many is placed by a wish of one's own."""
RUNS_AWAY = 25
"""Points ahead from which a party is sometimes refused."""
PAWNS_PER_GIFT = 3
"""One pawn in so many is given for peace when war threatens."""


def advise_europa(view: EuropaState, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    return tuple(ADVICE[view.kind](view, seat, random)) if seat in list_due_seats(view) else ()


def advise_peace(view: EuropaState, seat: Seat, random: Random) -> Iterator[str]:
    """A fair share of what peace costs, if that is not too much; the wars that hurt most end first."""
    fair = -(-view.conflict_level // max(1, len(view.active_seats)))
    most = view.recruits[seat]
    given = fair if fair <= most // 2 else most // PAWNS_PER_GIFT
    yield f"PEACE {max(0, min(most, given + random.choice((-1, 0, 0, 1))))}"
    if not view.options.book:
        yield from advise_conflict_order(view, seat, random)


def advise_conflict_order(view: EuropaState, _: Seat, __: Random) -> Iterator[str]:
    """Wars with many neighbours first."""
    conflicts = sorted(view.markers, key=lambda c: (view.markers[c] != "W", -len(view.get_country(c).land), c))
    if conflicts:
        yield f"RESOLVE {' > '.join(conflicts)}"


def advise_placing(view: EuropaState, seat: Seat, random: Random) -> Iterator[str]:
    """Some pawns where they have most chance to bring points; the rest by default, which knows what others did."""
    placed: dict[Code, int] = {}
    for _ in range(-(-view.half[seat] // OWN_WISH)):
        found = [
            (estimate_pawn_value(view, seat, code, placed) * random.uniform(0.92, 1.08), code)
            for code in view.open_countries
        ]
        if found:
            best = max(found)[1]
            placed[best] = placed.get(best, 0) + 1
    if placed:
        yield f"PLACE {', '.join(f'{count} {code}' for code, count in placed.items())}"


def estimate_pawn_value(view: EuropaState, seat: Seat, code: Code, placed: dict[Code, int]) -> float:
    """Points a pawn more in a country may bring: most where votes are still needed, and others have begun."""
    mine = view.count_pawns(code, seat) + placed.get(code, 0)
    there = view.count_all_pawns(code) + placed.get(code, 0)
    need = view.votes_needed(code)
    wanted = 1.0 if there < need else 0.15
    return wanted * view.get_country(code).points / need * (1.2 if mine else 1.0) * (1.0 + 0.5 * min(1.0, there / need))


def advise_ballot(view: EuropaState, seat: Seat, random: Random) -> Iterator[str]:
    """The smallest coalition that has a majority; now and then none with a party that runs away."""
    ahead = max((s for s in view.active_seats if s != seat), key=lambda s: view.pp[s], default="")
    yield "PROPOSE * AUTO"
    if ahead and view.pp[ahead] > view.pp[seat] + RUNS_AWAY and random.random() < 0.5:
        yield f"NO * WITH {ahead}"
    yield "YES * ME"
    yield "NO * ANY"
    yield "MOVE * > AUTO"


def advise_proposal(view: EuropaState, _: Seat, __: Random) -> Iterator[str]:
    if view.sheet:
        yield f"PROPOSE {view.sheet.country} AUTO"


def advise_answer(view: EuropaState, seat: Seat, _: Random) -> Iterator[str]:
    if view.sheet:
        yield f"{'YES' if seat in view.sheet.coalition else 'NO'} {view.sheet.country}"


def advise_move(view: EuropaState, _: Seat, __: Random) -> Iterator[str]:
    if view.sheet:
        yield f"MOVE {view.sheet.country} > AUTO"


def advise_nothing(_: EuropaState, __: Seat, ___: Random) -> Iterator[str]:
    yield from ()


ADVICE = {
    "peace": advise_peace,
    "resolve": advise_conflict_order,
    "place": advise_placing,
    "elections": advise_ballot,
    "campaign": advise_nothing,
    "propose": advise_proposal,
    "answer": advise_answer,
    "move": advise_move,
}
