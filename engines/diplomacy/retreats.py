"""Where dislodged units may go, and what becomes of their retreats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.units import Location, Province, Unit, province_of


def retreat_options(
    board: DiplomacyBoard, units: Mapping[Province, Unit], unit: Unit, barred: Province, contested: Collection[Province]
) -> tuple[Location, ...]:
    """The locations a dislodged unit may retreat to, in alphabetical order (§9.1, §9.2).

    `units` are the units on the board after the moves, by province; `barred` is the province the attacker came from, ""
    if it came by convoy (DATC 4.A.5 b); `contested` are the provinces a standoff left vacant.
    """
    return tuple(
        place
        for place in sorted(board.reachable_locations(unit))
        if (at := province_of(place)) not in units and at != barred and at not in contested
    )


def resolve_retreats(orders: Mapping[Province, Location]) -> dict[Province, Location]:
    """The retreats that succeed: units that retreat to the same province are all disbanded (§9.3).

    `orders` gives the place each dislodged unit wants, by the province it was dislodged from; each must be one of its
    options.
    """
    wanted = Counter(map(province_of, orders.values()))
    return {at: place for at, place in orders.items() if wanted[province_of(place)] == 1}
