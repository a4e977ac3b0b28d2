"""Chains of fleets: which seas join two coasts (§7.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engines.diplomacy.board import Board
from engines.diplomacy.units import Province, Unit


def fleets_at_sea(board: Board, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """The provinces of all fleets that could convoy, whatever they are told to do."""
    return board.seas & units.keys()


def joined(board: Board, fleets: Collection[Province], start: Province, goal: Province) -> bool:
    """Whether a chain of the fleets leads from the coast of `start` to that of `goal`."""
    borders, shore, left = board.borders, board.borders[goal], set(fleets)
    edge = left & borders[start]
    while edge:
        if not edge.isdisjoint(shore):
            return True
        left -= edge
        edge = {at for at in left if not borders[at].isdisjoint(edge)}
    return False


def needed(board: Board, fleets: Collection[Province], start: Province, goal: Province, fleet: Province) -> bool:
    """Whether some chain from `start` to `goal` needs the fleet: without it that very chain would be broken.

    A convoy order to any other fleet is illegal (§16: DATC 4.E.1, 6.G.19).
    """
    borders, shore = board.borders, board.borders[goal]

    def leads(at: Province, usable: frozenset[Province], met: bool) -> bool:
        met = met or at == fleet
        if at in shore:
            return met
        beyond = usable - borders[at] - {at}
        return any(leads(step, beyond, met) for step in borders[at] & usable)

    first = borders[start] & set(fleets)
    later = frozenset(fleets) - first
    return any(leads(at, later, False) for at in first)
