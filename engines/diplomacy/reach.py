"""Who could go where in a position, by land, by sea and by convoy: what asks offer. `legality` judges one command."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engines.diplomacy.convoys import fleets_at_sea, needed_fleets
from engines.diplomacy.data import STANDARD, DiplomacyBoard
from engines.diplomacy.units import Location, Province, Unit, province_of
from engines.memo import memoize


@dataclass(frozen=True)
class ConvoyGroup:
    """One group of fleets at sea that touch each other, and the coasts they join."""

    fleets: frozenset[Province]
    shores: frozenset[Province]


@dataclass(frozen=True)
class PositionReach:
    """What every unit of a position could do. `convoys` are the groups of fleets that could carry somebody.

    `goals`: the provinces each unit could move to, convoys included, by the province it stands in.
    """

    board: DiplomacyBoard
    units: Mapping[Province, Unit]
    convoys: tuple[ConvoyGroup, ...]
    goals: Mapping[Province, frozenset[Province]]

    def carriers(self, army: Unit) -> frozenset[Province]:
        """The fleets that could take part in a convoy of an army."""
        return frozenset().union(*(group.fleets for group in self.convoys if army.at in group.shores))

    def convoy_goals(self, unit: Unit) -> frozenset[Province]:
        """Return where an army could be convoyed."""
        return goals_overseas(unit, self.convoys)

    def supportable_moves(self, unit: Unit) -> dict[Unit, tuple[Location, ...]]:
        """The units whose moves it could support, with where to: for a fleet that can enter at several coasts, the
        province and each coast (§5.6, §5.8)."""
        own, touched = province_of(unit.at), self.board.touched_provinces(unit)
        goals = self.goals_without(own) if own in self.board.seas else self.goals
        others = ((other, touched & goals[at]) for at, other in self.units.items() if at != own)
        return {other: self.landing_names(other, into) for other, into in others if into}

    def landing_names(self, unit: Unit, into: Collection[Province]) -> tuple[Location, ...]:
        """The names of places by which its moves into some provinces can be supported."""
        if unit.kind == "A":
            return tuple(sorted(into))
        coasts = (place for place in self.board.fleet[unit.at] if "/" in place and province_of(place) in into)
        return tuple(sorted((*into, *coasts)))

    def goals_without(self, fleet: Province) -> Mapping[Province, frozenset[Province]]:
        """The goals of all units if a fleet carries nobody: it cannot support an army that it would have to convoy."""
        left = group_fleets(self.board, fleets_at_sea(self.board, self.units) - {fleet})
        return reachable_goals(self.board, self.units, left)

    def joined_coasts(self, fleet: Unit) -> frozenset[Province]:
        """The coasts that a fleet at sea joins, alone or with those it touches."""
        return next(group.shores for group in self.convoys if fleet.at in group.fleets)

    def convoyable_armies(self, fleet: Unit) -> dict[Unit, tuple[Province, ...]]:
        """The armies that a fleet could help to convoy, with where to (§7.1, DATC 4.E.1)."""
        at_sea = fleets_at_sea(self.board, self.units)
        near = self.joined_coasts(fleet)
        armies = ((other, needed_fleets(self.board, at_sea, at)) for at, other in self.units.items() if at in near)
        found = {
            army: tuple(sorted(goal for goal, fleets in ways.items() if fleet.at in fleets))
            for army, ways in armies
            if army.kind == "A"
        }
        return {army: goals for army, goals in found.items() if goals}


@memoize(128)
def position_reach(units: tuple[Unit, ...], board: DiplomacyBoard = STANDARD) -> PositionReach:
    """Return what the units could do; shared by all the asks of a phase."""
    by_province = {province_of(unit.at): unit for unit in units}
    joined = group_fleets(board, fleets_at_sea(board, by_province))
    return PositionReach(board, by_province, joined, reachable_goals(board, by_province, joined))


def reachable_goals(
    board: DiplomacyBoard, units: Mapping[Province, Unit], joined: tuple[ConvoyGroup, ...]
) -> dict[Province, frozenset[Province]]:
    """Return where each unit could move, with these groups of fleets to carry it."""
    return {at: board.touched_provinces(unit) | goals_overseas(unit, joined) for at, unit in units.items()}


def goals_overseas(unit: Unit, joined: tuple[ConvoyGroup, ...]) -> frozenset[Province]:
    """Return where these groups of fleets could carry a unit."""
    if unit.kind != "A":
        return frozenset()
    return frozenset().union(*(group.shores for group in joined if unit.at in group.shores)) - {unit.at}


def group_fleets(board: DiplomacyBoard, fleets: frozenset[Province]) -> tuple[ConvoyGroup, ...]:
    """The fleets at sea, those together that touch each other directly or through others."""
    left, found = fleets, list[ConvoyGroup]()
    while left:
        group = edge = frozenset({min(left)})
        while edge:
            edge = frozenset(near for at in edge for near in board.borders[at] & left) - group
            group |= edge
        shores = frozenset(near for at in group for near in board.borders[at] if near in board.army)
        found.append(ConvoyGroup(group, shores))
        left -= group
    return tuple(found)
