"""What a sensible player would do: grow where land is free, keep together, guard, attack the weak, build factories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from engines.base import Seat
from engines.cantillon import combat, goods, moves, transport
from engines.cantillon.connect import connected_areas
from engines.cantillon.data import Area
from engines.cantillon.stages import CantillonTurn
from engines.cantillon.state import COSTS, FACTORY_COST, INPUTS, CantillonState
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused, LuckyDice

GOOD_ODDS = 0.4
"""The chance from which an attack is made."""


def advise_cantillon(view: CantillonState, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    if view.kind == "setup":
        cities = list(view.board.cities)
        random.shuffle(cities)
        return (f"CITY {' > '.join(cities)}",)
    if view.attack:
        return ("AGAIN",)
    if view.active not in ("", seat):
        return ()
    return tuple(CantillonPlanner(view, seat, random).plan_lines())


class CantillonPlanner:
    """A turn tried out on a working copy of its own, line by line, with dice that always win."""

    def __init__(self, view: CantillonState, seat: Seat, random: Random) -> None:
        self.working, self.seat, self.random = CantillonTurnContext(view, LuckyDice()), seat, random
        self.first = max(1, view.stage)

    def plan_lines(self) -> Iterator[str]:
        """The lines of all stages that are still to come."""
        turn = CantillonTurn(self.working, self.seat, ())
        if self.first <= 2:
            turn.play_stages(self.first, 2)
        if self.first <= 3:
            yield from self.plan_expansion()
        if self.first <= 4:
            yield from self.plan_builds()
        if self.first <= 5:
            yield from self.plan_positioning()
        if self.first <= 6:
            turn.play_stages(6, 6)
        if self.first <= 7:
            yield from self.plan_factories()

    # --- stage 3 ---

    def plan_expansion(self) -> Iterator[str]:
        """Free land first, then weak neighbours; each unit once."""
        self.working.moved.clear()
        while True:
            steps = [
                s for s in moves.list_legal_steps(self.working, self.seat) if s[0] != "F" and self.is_useful_step(s)
            ]
            if not steps:
                break
            letter, start, goal = max(steps, key=lambda s: (self.step_worth(s), self.random.random()))
            moves.step_unit(self.working, self.seat, letter, start, goal)
            yield f"{letter} {start}-{goal}"
        yield from self.plan_attack()

    def is_useful_step(self, wish: tuple[str, Area, Area]) -> bool:
        """Into free land, from where another unit stays or nothing is lost."""
        _, start, goal = wish
        free = goal in self.working.board.lands and not self.working.owner_of(goal)
        return free and (start in self.working.board.seas or len(self.working.plot_of(start).units) > 1)

    def step_worth(self, wish: tuple[str, Area, Area]) -> float:
        """Cities most, then colours that are rare, then lands with free neighbours."""
        goal = wish[2]
        land = self.working.board.lands[goal]
        mine = [self.working.board.lands[a].goods for a in self.working.lands_of(self.seat)]
        around = sum(not self.working.owner_of(other) for other in land.land)
        return 10.0 * bool(land.city) + 2.0 * (mine.count(land.goods) == 0) + around / 4

    def plan_attack(self) -> Iterator[str]:
        """One attack where the odds are good and another unit stays behind."""
        for start in self.working.lands_of(self.seat):
            if self.working.plot_of(start).units.count("A") < 1 or len(self.working.plot_of(start).units) < 2:
                continue
            for goal in self.working.board.lands[start].land:
                if combat.is_hostile(self.working, self.seat, goal) and self.is_tempting(goal):
                    line = f"ATT {goal} FROM {start}"
                    if self.try_act(partial(combat.attack_once, self.working, self.seat, start, goal)):
                        yield line
                    break

    def is_tempting(self, goal: Area) -> bool:
        return combat.winning_odds(combat.count_tosses(self.working, goal)) >= GOOD_ODDS

    def try_act(self, act: Callable[[], object]) -> bool:
        """Does something; whether it was allowed."""
        try:
            act()
        except LineRefused:
            return False
        return True

    # --- stages 4, 5 and 7 ---

    def plan_builds(self) -> Iterator[str]:
        """Taxmen while land is free, armies when neighbours are near, with a reserve for factories and upkeep."""
        reserve = sum(1 for _ in self.working.armies_of(self.seat))
        rooms = self.lands_with_room()
        while rooms and goods.free_money(self.working, self.seat) > reserve:
            area = rooms.pop(0)
            letter = (
                "A"
                if self.is_threatened(area) and goods.free_money(self.working, self.seat) >= COSTS["A"] + reserve
                else "T"
            )
            if letter == "T" and not self.count_free_neighbours(area):
                continue
            if self.try_act(partial(transport.build_unit, self.working, self.seat, letter, area)):
                reserve += letter == "A"
                yield f"BUILD {letter} {area}"

    def lands_with_room(self) -> list[Area]:
        """Connected lands with room, those at the frontier first."""
        joined = connected_areas(self.working, self.seat)
        found = [a for a in self.working.lands_of(self.seat) if a in joined and len(self.working.plot_of(a).units) < 2]
        return sorted(
            found, key=lambda a: (not self.is_threatened(a), -self.count_free_neighbours(a), self.random.random())
        )

    def count_free_neighbours(self, area: Area) -> int:
        """Free lands next to a land."""
        return sum(not self.working.owner_of(other) for other in self.working.board.lands[area].land)

    def is_threatened(self, area: Area) -> bool:
        return any(combat.is_hostile(self.working, self.seat, other) for other in self.working.board.lands[area].land)

    def plan_positioning(self) -> Iterator[str]:
        """Second units from the heartland to where there is something to do."""
        idle = [a for a in self.working.lands_of(self.seat) if self.has_spare_unit(a)]
        for area, goal in zip(
            idle,
            [a for a in self.lands_with_room() if self.count_free_neighbours(a) or self.is_threatened(a)],
            strict=False,
        ):
            letter = self.working.plot_of(area).units[-1]
            if self.try_act(partial(transport.carry_unit, self.working, self.seat, letter, area, goal)):
                yield f"POS {letter} {area}-{goal}"

    def has_spare_unit(self, area: Area) -> bool:
        return (
            len(self.working.plot_of(area).units) > 1
            and not self.count_free_neighbours(area)
            and not self.is_threatened(area)
        )

    def plan_factories(self) -> Iterator[str]:
        """Basic ones in every colour, then advanced ones whose inputs will be there, with the money that is over."""
        made = {
            self.working.board.lands[a].goods.upper()
            for a in self.working.lands_of(self.seat)
            if self.working.plot_of(a).basic
        }
        for area in self.working.lands_of(self.seat):
            plot = self.working.plot_of(area)
            if goods.free_money(self.working, self.seat) < FACTORY_COST + 1:
                return
            advanced = next((p for p in INPUTS if set(INPUTS[p]) <= made), "")
            kind = "B" if not plot.basic else advanced if advanced and not plot.advanced else ""
            if kind and self.try_act(partial(goods.build_factory, self.working, self.seat, kind, area)):
                yield f"FACTORY {kind} {area}"
