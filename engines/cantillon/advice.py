"""What a sensible player would do: grow where land is free, keep together, guard, attack the weak, build factories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from engines.base import Seat
from engines.cantillon import combat, goods, moves, transport
from engines.cantillon.connect import connected
from engines.cantillon.data import Area
from engines.cantillon.stages import Turn
from engines.cantillon.state import COSTS, FACTORY_COST, INPUTS, State
from engines.cantillon.working import Lucky, Refused, Working

GOOD_ODDS = 0.4
"""The chance from which an attack is made."""


def advise(view: State, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    if view.kind == "setup":
        cities = list(view.board.cities)
        random.shuffle(cities)
        return (f"CITY {' > '.join(cities)}",)
    if view.attack:
        return ("AGAIN",)
    if view.active not in ("", seat):
        return ()
    return tuple(Planner(view, seat, random).lines())


class Planner:
    """A turn tried out on a working copy of its own, line by line, with dice that always win."""

    def __init__(self, view: State, seat: Seat, random: Random) -> None:
        self.working, self.seat, self.random = Working(view, Lucky()), seat, random
        self.first = max(1, view.stage)

    def lines(self) -> Iterator[str]:
        """The lines of all stages that are still to come."""
        turn = Turn(self.working, self.seat, ())
        if self.first <= 2:
            turn.play(self.first, 2)
        if self.first <= 3:
            yield from self.expand()
        if self.first <= 4:
            yield from self.build()
        if self.first <= 5:
            yield from self.spread_out()
        if self.first <= 6:
            turn.play(6, 6)
        if self.first <= 7:
            yield from self.factories()

    # --- stage 3 ---

    def expand(self) -> Iterator[str]:
        """Free land first, then weak neighbours; each unit once."""
        self.working.moved.clear()
        while True:
            steps = [s for s in moves.targets(self.working, self.seat) if s[0] != "F" and self.useful(s)]
            if not steps:
                break
            letter, start, goal = max(steps, key=lambda s: (self.worth(s), self.random.random()))
            moves.step(self.working, self.seat, letter, start, goal)
            yield f"{letter} {start}-{goal}"
        yield from self.attacks()

    def useful(self, wish: tuple[str, Area, Area]) -> bool:
        """Into free land, from where another unit stays or nothing is lost."""
        _, start, goal = wish
        free = goal in self.working.board.lands and not self.working.owner(goal)
        return free and (start in self.working.board.seas or len(self.working.plot(start).units) > 1)

    def worth(self, wish: tuple[str, Area, Area]) -> float:
        """Cities most, then colours that are rare, then lands with free neighbours."""
        goal = wish[2]
        land = self.working.board.lands[goal]
        mine = [self.working.board.lands[a].goods for a in self.working.owned(self.seat)]
        around = sum(not self.working.owner(other) for other in land.land)
        return 10.0 * bool(land.city) + 2.0 * (mine.count(land.goods) == 0) + around / 4

    def attacks(self) -> Iterator[str]:
        """One attack where the odds are good and another unit stays behind."""
        for start in self.working.owned(self.seat):
            if self.working.plot(start).units.count("A") < 1 or len(self.working.plot(start).units) < 2:
                continue
            for goal in self.working.board.lands[start].land:
                if combat.hostile(self.working, self.seat, goal) and self.tempting(goal):
                    line = f"ATT {goal} FROM {start}"
                    if self.tried(partial(combat.one, self.working, self.seat, start, goal)):
                        yield line
                    break

    def tempting(self, goal: Area) -> bool:
        return combat.odds(combat.tosses(self.working, goal)) >= GOOD_ODDS

    def tried(self, act: Callable[[], object]) -> bool:
        """Does something; whether it was allowed."""
        try:
            act()
        except Refused:
            return False
        return True

    # --- stages 4, 5 and 7 ---

    def build(self) -> Iterator[str]:
        """Taxmen while land is free, armies when neighbours are near, with a reserve for factories and upkeep."""
        reserve = sum(1 for _ in self.working.armies(self.seat))
        rooms = self.rooms()
        while rooms and goods.free(self.working, self.seat) > reserve:
            area = rooms.pop(0)
            letter = (
                "A" if self.threatened(area) and goods.free(self.working, self.seat) >= COSTS["A"] + reserve else "T"
            )
            if letter == "T" and not self.frontier(area):
                continue
            if self.tried(partial(transport.build, self.working, self.seat, letter, area)):
                reserve += letter == "A"
                yield f"BUILD {letter} {area}"

    def rooms(self) -> list[Area]:
        """Connected lands with room, those at the frontier first."""
        joined = connected(self.working, self.seat)
        found = [a for a in self.working.owned(self.seat) if a in joined and len(self.working.plot(a).units) < 2]
        return sorted(found, key=lambda a: (not self.threatened(a), -self.frontier(a), self.random.random()))

    def frontier(self, area: Area) -> int:
        """Free lands next to a land."""
        return sum(not self.working.owner(other) for other in self.working.board.lands[area].land)

    def threatened(self, area: Area) -> bool:
        return any(combat.hostile(self.working, self.seat, other) for other in self.working.board.lands[area].land)

    def spread_out(self) -> Iterator[str]:
        """Second units from the heartland to where there is something to do."""
        idle = [a for a in self.working.owned(self.seat) if self.spare(a)]
        for area, goal in zip(idle, [a for a in self.rooms() if self.frontier(a) or self.threatened(a)], strict=False):
            letter = self.working.plot(area).units[-1]
            if self.tried(partial(transport.carry, self.working, self.seat, letter, area, goal)):
                yield f"POS {letter} {area}-{goal}"

    def spare(self, area: Area) -> bool:
        return len(self.working.plot(area).units) > 1 and not self.frontier(area) and not self.threatened(area)

    def factories(self) -> Iterator[str]:
        """Basic ones in every colour, then advanced ones whose inputs will be there, with the money that is over."""
        made = {
            self.working.board.lands[a].goods.upper()
            for a in self.working.owned(self.seat)
            if self.working.plot(a).basic
        }
        for area in self.working.owned(self.seat):
            plot = self.working.plot(area)
            if goods.free(self.working, self.seat) < FACTORY_COST + 1:
                return
            advanced = next((p for p in INPUTS if set(INPUTS[p]) <= made), "")
            kind = "B" if not plot.basic else advanced if advanced and not plot.advanced else ""
            if kind and self.tried(partial(goods.build_factory, self.working, self.seat, kind, area)):
                yield f"FACTORY {kind} {area}"
