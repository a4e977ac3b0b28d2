"""What a sensible party would do: stand where points are cheap, give some for peace, agree to fair coalitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.due import due
from engines.europa.state import State

OWN_WISH = 3
"""One pawn in so many is placed by a wish of one's own."""
RUNS_AWAY = 25
"""Points ahead from which a party is sometimes refused."""
GIVEN = 3
"""One pawn in so many is given for peace when war threatens."""


def advise(view: State, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    return tuple(ADVICE[view.kind](view, seat, random)) if seat in due(view) else ()


def peace(view: State, seat: Seat, random: Random) -> Iterator[str]:
    """A fair share of what peace costs, if that is not too much; the wars that hurt most end first."""
    fair = -(-view.level // max(1, len(view.active)))
    most = view.recruits[seat]
    given = fair if fair <= most // 2 else most // GIVEN
    yield f"PEACE {max(0, min(most, given + random.choice((-1, 0, 0, 1))))}"
    if not view.options.book:
        yield from resolve(view, seat, random)


def resolve(view: State, _: Seat, __: Random) -> Iterator[str]:
    """Wars with many neighbours first."""
    conflicts = sorted(view.markers, key=lambda c: (view.markers[c] != "W", -len(view.country(c).land), c))
    if conflicts:
        yield f"RESOLVE {' > '.join(conflicts)}"


def place(view: State, seat: Seat, random: Random) -> Iterator[str]:
    """Some pawns where they have most chance to bring points; the rest by default, which knows what others did."""
    placed: dict[Code, int] = {}
    for _ in range(-(-view.half[seat] // OWN_WISH)):
        found = [(value(view, seat, code, placed) * random.uniform(0.92, 1.08), code) for code in view.open_countries]
        if found:
            best = max(found)[1]
            placed[best] = placed.get(best, 0) + 1
    if placed:
        yield f"PLACE {', '.join(f'{count} {code}' for code, count in placed.items())}"


def value(view: State, seat: Seat, code: Code, placed: dict[Code, int]) -> float:
    """Points a pawn more in a country may bring: most where votes are still needed, and others have begun."""
    mine = view.pawns(code, seat) + placed.get(code, 0)
    there = view.present(code) + placed.get(code, 0)
    need = view.need(code)
    wanted = 1.0 if there < need else 0.15
    return wanted * view.country(code).points / need * (1.2 if mine else 1.0) * (1.0 + 0.5 * min(1.0, there / need))


def ballot(view: State, seat: Seat, random: Random) -> Iterator[str]:
    """The smallest coalition that has a majority; now and then none with a party that runs away."""
    ahead = max((s for s in view.active if s != seat), key=lambda s: view.pp[s], default="")
    yield "PROPOSE * AUTO"
    if ahead and view.pp[ahead] > view.pp[seat] + RUNS_AWAY and random.random() < 0.5:
        yield f"NO * WITH {ahead}"
    yield "YES * ME"
    yield "NO * ANY"
    yield "MOVE * > AUTO"


def propose(view: State, _: Seat, __: Random) -> Iterator[str]:
    if view.sheet:
        yield f"PROPOSE {view.sheet.country} AUTO"


def answer(view: State, seat: Seat, _: Random) -> Iterator[str]:
    if view.sheet:
        yield f"{'YES' if seat in view.sheet.coalition else 'NO'} {view.sheet.country}"


def move(view: State, _: Seat, __: Random) -> Iterator[str]:
    if view.sheet:
        yield f"MOVE {view.sheet.country} > AUTO"


def talk(_: State, __: Seat, ___: Random) -> Iterator[str]:
    yield from ()


ADVICE = {
    "peace": peace,
    "resolve": resolve,
    "place": place,
    "elections": ballot,
    "campaign": talk,
    "propose": propose,
    "answer": answer,
    "move": move,
}
