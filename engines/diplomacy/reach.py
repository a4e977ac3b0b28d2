"""Who could go where in a position, by land, by sea and by convoy: what asks offer. `legality` judges one command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engines.diplomacy.board import STANDARD, Board
from engines.diplomacy.units import Province, Unit, province


@dataclass(frozen=True)
class Convoys:
    """One group of fleets at sea that touch each other: the fleets, the coasts they join, the armies there."""

    fleets: frozenset[Province]
    shores: frozenset[Province]
    armies: tuple[Unit, ...]


@dataclass(frozen=True)
class Reach:
    """What every unit of a position could do. `convoys` are the groups of fleets that could carry somebody.

    `goals`: the provinces each unit could move to, convoys included, by the province it stands in.
    """

    board: Board
    units: Mapping[Province, Unit]
    convoys: tuple[Convoys, ...]
    goals: Mapping[Province, frozenset[Province]]

    def overseas(self, unit: Unit) -> frozenset[Province]:
        """Where an army could be convoyed."""
        if unit.kind != "A":
            return frozenset()
        groups = [group.shores for group in self.convoys if unit.at in group.shores]
        return frozenset().union(*groups) - {unit.at}

    def carriers(self, unit: Unit) -> frozenset[Province]:
        """The fleets that could take part in a convoy of an army."""
        return frozenset().union(*(group.fleets for group in self.convoys if unit.at in group.shores))

    def group(self, fleet: Unit) -> Convoys | None:
        """The group a fleet at sea belongs to."""
        return next((group for group in self.convoys if fleet.at in group.fleets), None)

    def helpable(self, unit: Unit) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        """The units it could support where they stand, and those it could support into some province."""
        touched, own = self.board.touches(unit), province(unit.at)
        others = [(at, other) for at, other in self.units.items() if at != own]
        holding = tuple(other for at, other in others if at in touched)
        moving = tuple(other for at, other in others if not touched.isdisjoint(self.goals[at]))
        return holding, moving


@lru_cache(maxsize=128)
def reach(units: tuple[Unit, ...], board: Board = STANDARD) -> Reach:
    """What the units could do; shared by all the asks of a phase."""
    by_province = {province(unit.at): unit for unit in units}
    groups = tuple(convoys(board, by_province, fleets) for fleets in fleet_groups(board, by_province))
    bare = Reach(board, by_province, groups, {})
    goals = {at: board.touches(unit) | bare.overseas(unit) for at, unit in by_province.items()}
    return Reach(board, by_province, groups, goals)


def fleet_groups(board: Board, units: Mapping[Province, Unit]) -> list[frozenset[Province]]:
    """The fleets at sea, those together that touch each other directly or through others."""
    left, groups = board.seas & units.keys(), []
    while left:
        group = edge = frozenset({min(left)})
        while edge:
            edge = frozenset(near for at in edge for near in board.borders[at] & left) - group
            group |= edge
        groups.append(group)
        left -= group
    return groups


def convoys(board: Board, units: Mapping[Province, Unit], fleets: frozenset[Province]) -> Convoys:
    shores = frozenset(near for at in fleets for near in board.borders[at] if near in board.army)
    armies = tuple(unit for at, unit in units.items() if unit.kind == "A" and at in shores)
    return Convoys(fleets, shores, armies)
