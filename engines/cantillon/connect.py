"""What hangs together: landmasses over land and own fleets, isolated units, and cities under siege (§5.3, §5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from engines.base import Seat
from engines.cantillon.data import Area
from engines.cantillon.turn import Table


def spread(table: Table, sources: Iterable[Area], passable: Callable[[Area], bool]) -> set[Area]:
    """All areas reached from some sources over passable ones, the sources included."""
    reached = set(sources)
    frontier = list(reached)
    while frontier:
        for other in table.board.next_to[frontier.pop()]:
            if other not in reached and passable(other):
                reached.add(other)
                frontier.append(other)
    return reached


def connected(table: Table, seat: Seat) -> set[Area]:
    """A seat's lands and fleets at sea that own lands and fleets join with an own city (§5.3)."""
    return spread(table, table.cities(seat), lambda area: table.owner(area) == seat)


def isolated(table: Table, seat: Seat) -> list[Area]:
    """A seat's areas that no city reaches."""
    reached = connected(table, seat)
    return [area for area in (*table.owned(seat), *table.fleets(seat)) if area not in reached]


def stray_anchors(table: Table, seat: Seat) -> list[Area]:
    """Lands of nobody in which a fleet of the seat lies on the anchor."""
    return [area for area, plot in table.lands.items() if plot.anchor == seat and plot.owner != seat]


def cut_off(before: set[Area], table: Table, seat: Seat) -> list[Area]:
    """The areas that were connected and, still the seat's, are so no more."""
    now = connected(table, seat)
    lost = (area for area in before if table.owner(area) == seat and area not in now)
    return sorted(lost, key=lambda area: (len(area), area))


# --- sieges -----------------------------------------------------------------------------------------------------


def besieged(table: Table, seat: Seat, city: Area) -> bool:
    """Whether a city is shut in: all that lies around it is others', and no own fleet reaches a land that is not (§5.6,
    §6.22 to §6.24). With the option, its whole landmass must be enclosed."""
    lands = walled(table, seat, city)
    around = surroundings(table, lands)
    if not around or not all(is_others(table, seat, area) for area in around):
        return False
    waters = sailable(table, seat, lands)
    reached = spread(table, waters, lambda area: area in table.board.seas and table.owner(area) == seat)
    shores = {coast for sea in reached for coast in table.board.seas[sea].coasts} - lands
    return all(is_others(table, seat, coast) for coast in shores)


def surroundings(table: Table, lands: Set[Area]) -> set[Area]:
    """The lands next to some lands; the seas if there are none. The edge of the map surrounds nobody (§6.58)."""
    shores = {other for area in lands for other in table.board.lands[area].land} - lands
    return shores or {sea for area in lands for sea in table.board.lands[area].seas}


def walled(table: Table, seat: Seat, city: Area) -> set[Area]:
    """The lands that a siege of a city must enclose: its own, or with the option all that hang together with it."""
    whole = table.options.whole_landmass
    held = spread(table, [city], lambda area: table.owner(area) == seat) if whole else {city}
    return {area for area in held if area in table.board.lands}


def is_others(table: Table, seat: Seat, area: Area) -> bool:
    return table.owner(area) not in ("", seat)


def sailable(table: Table, seat: Seat, lands: Iterable[Area]) -> set[Area]:
    """Seas next to some lands in which an own fleet is, or into which one can sail from an anchor."""
    found = set()
    for area in lands:
        for sea in table.board.lands[area].seas:
            holder = table.owner(sea)
            if holder == seat or (not holder and table.plot(area).anchor == seat):
                found.add(sea)
    return found


def besieged_cities(table: Table, seat: Seat) -> list[Area]:
    return [city for city in table.cities(seat) if besieged(table, seat, city)]


def besiegers(table: Table, seat: Seat, city: Area) -> dict[Seat, int]:
    """The units of others around a besieged city, by seat; a fleet counts with what it carries."""
    found: dict[Seat, int] = {}
    for area in sorted(surroundings(table, walled(table, seat, city))):
        if is_others(table, seat, area):
            found[table.owner(area)] = found.get(table.owner(area), 0) + strength(table, area)
    return found


def strength(table: Table, area: Area) -> int:
    """How many units are in an area that somebody holds."""
    return 1 + len(table.seas[area].cargo) if area in table.board.seas else len(table.plot(area).units)
