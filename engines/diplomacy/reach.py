"""Who could go where in a position, by land, by sea and by convoy: what asks offer. `legality` judges one command."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engines.diplomacy.convoys import chains, fleets_at_sea
from engines.diplomacy.data import STANDARD, Board
from engines.diplomacy.units import Location, Province, Unit, province
from engines.kept import keeps


@dataclass(frozen=True)
class Convoys:
    """One group of fleets at sea that touch each other, and the coasts they join."""

    fleets: frozenset[Province]
    shores: frozenset[Province]


@dataclass(frozen=True)
class Reach:
    """What every unit of a position could do. `convoys` are the groups of fleets that could carry somebody.

    `goals`: the provinces each unit could move to, convoys included, by the province it stands in.
    """

    board: Board
    units: Mapping[Province, Unit]
    convoys: tuple[Convoys, ...]
    goals: Mapping[Province, frozenset[Province]]

    def carriers(self, army: Unit) -> frozenset[Province]:
        """The fleets that could take part in a convoy of an army."""
        return frozenset().union(*(group.fleets for group in self.convoys if army.at in group.shores))

    def overseas(self, unit: Unit) -> frozenset[Province]:
        """Where an army could be convoyed."""
        return overseas(unit, self.convoys)

    def supportable(self, unit: Unit) -> dict[Unit, tuple[Location, ...]]:
        """The units whose moves it could support, with where to: for a fleet that can enter at several coasts, the
        province and each coast (§5.6, §5.8)."""
        own, touched = province(unit.at), self.board.touches(unit)
        goals = self.without(own) if own in self.board.seas else self.goals
        others = ((other, touched & goals[at]) for at, other in self.units.items() if at != own)
        return {other: self.landings(other, into) for other, into in others if into}

    def landings(self, unit: Unit, into: Collection[Province]) -> tuple[Location, ...]:
        """The names of places by which its moves into some provinces can be supported."""
        if unit.kind == "A":
            return tuple(sorted(into))
        coasts = (place for place in self.board.fleet[unit.at] if "/" in place and province(place) in into)
        return tuple(sorted((*into, *coasts)))

    def without(self, fleet: Province) -> Mapping[Province, frozenset[Province]]:
        """The goals of all units if a fleet carries nobody: it cannot support an army that it would have to convoy."""
        left = groups(self.board, fleets_at_sea(self.board, self.units) - {fleet})
        return reachable(self.board, self.units, left)

    def shores(self, fleet: Unit) -> frozenset[Province]:
        """The coasts that a fleet at sea joins, alone or with those it touches."""
        return next(group.shores for group in self.convoys if fleet.at in group.fleets)

    def convoyable(self, fleet: Unit) -> dict[Unit, tuple[Province, ...]]:
        """The armies that a fleet could help to convoy, with where to (§7.1, DATC 4.E.1)."""
        at_sea = fleets_at_sea(self.board, self.units)
        near = self.shores(fleet)
        armies = ((other, chains(self.board, at_sea, at)) for at, other in self.units.items() if at in near)
        found = {
            army: tuple(sorted(goal for goal, fleets in ways.items() if fleet.at in fleets))
            for army, ways in armies
            if army.kind == "A"
        }
        return {army: goals for army, goals in found.items() if goals}


@keeps(128)
def reach(units: tuple[Unit, ...], board: Board = STANDARD) -> Reach:
    """What the units could do; shared by all the asks of a phase."""
    by_province = {province(unit.at): unit for unit in units}
    joined = groups(board, fleets_at_sea(board, by_province))
    return Reach(board, by_province, joined, reachable(board, by_province, joined))


def reachable(
    board: Board, units: Mapping[Province, Unit], joined: tuple[Convoys, ...]
) -> dict[Province, frozenset[Province]]:
    """Where each unit could move, with these groups of fleets to carry it."""
    return {at: board.touches(unit) | overseas(unit, joined) for at, unit in units.items()}


def overseas(unit: Unit, joined: tuple[Convoys, ...]) -> frozenset[Province]:
    """Where these groups of fleets could carry a unit."""
    if unit.kind != "A":
        return frozenset()
    return frozenset().union(*(group.shores for group in joined if unit.at in group.shores)) - {unit.at}


def groups(board: Board, fleets: frozenset[Province]) -> tuple[Convoys, ...]:
    """The fleets at sea, those together that touch each other directly or through others."""
    left, found = fleets, list[Convoys]()
    while left:
        group = edge = frozenset({min(left)})
        while edge:
            edge = frozenset(near for at in edge for near in board.borders[at] & left) - group
            group |= edge
        shores = frozenset(near for at in group for near in board.borders[at] if near in board.army)
        found.append(Convoys(group, shores))
        left -= group
    return tuple(found)
