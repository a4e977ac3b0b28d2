"""Chains of fleets: which seas join two coasts (§7.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.units import Province, Unit
from engines.memo import memoize


def fleets_at_sea(board: DiplomacyBoard, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """The provinces of all fleets that could convoy, whatever they are told to do."""
    return board.seas.intersection(units)


def are_coasts_joined(board: DiplomacyBoard, fleets: Collection[Province], start: Province, goal: Province) -> bool:
    """Return whether a chain of the fleets leads from the coast of `start` to that of `goal`."""
    borders, shore, left = board.borders, board.borders[goal], set(fleets)
    edge = left & borders[start]
    while edge:
        if not edge.isdisjoint(shore):
            return True
        left -= edge
        edge = {at for at in left if not borders[at].isdisjoint(edge)}
    return False


def is_fleet_needed(
    board: DiplomacyBoard, fleets: Collection[Province], start: Province, goal: Province, fleet: Province
) -> bool:
    """Return whether some chain from `start` to `goal` needs the fleet: without it that very chain would be broken.

    A convoy order to any other fleet is illegal (§16: DATC 4.E.1, 6.G.19).
    """
    borders, shore = board.borders, board.borders[goal]

    def leads_past_fleet(at: Province, usable: frozenset[Province], met: bool) -> bool:
        met = met or at == fleet
        if at in shore:
            return met
        beyond = usable - borders[at] - {at}
        return any(leads_past_fleet(step, beyond, met) for step in borders[at] & usable)

    first = borders[start] & set(fleets)
    later = frozenset(fleets) - first
    return any(leads_past_fleet(at, later, False) for at in first)


@memoize(256)
def needed_fleets(
    board: DiplomacyBoard, fleets: frozenset[Province], start: Province
) -> Mapping[Province, frozenset[Province]]:
    """The fleets that are `is_fleet_needed` for each coast to which an army can be convoyed, found in one walk."""
    borders, found = board.borders, dict[Province, set[Province]]()

    def walk(at: Province, usable: frozenset[Province], way: frozenset[Province], passed: frozenset[Province]) -> None:
        """Goes on from a fleet. `passed`: what a shorter chain than this `way` would have reached."""
        way = way | {at}
        for goal in (borders[at] - passed) & board.army.keys():
            found.setdefault(goal, set()).update(way)
        for step in borders[at] & usable:
            walk(step, usable - borders[at] - {at}, way, passed | borders[at])

    for at in borders[start] & fleets:
        walk(at, fleets - borders[start], frozenset(), frozenset())
    return {goal: frozenset(some) for goal, some in found.items() if goal != start}
