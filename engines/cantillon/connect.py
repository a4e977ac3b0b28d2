"""What hangs together: landmasses over land and own fleets, isolated units, and cities under siege (§5.3, §5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from engines.base import Seat
from engines.cantillon.data import Area
from engines.cantillon.working import Working


def spread(working: Working, sources: Iterable[Area], passable: Callable[[Area], bool]) -> set[Area]:
    """All areas reached from some sources over passable ones, the sources included."""
    reached = set(sources)
    frontier = list(reached)
    while frontier:
        for other in working.board.next_to[frontier.pop()]:
            if other not in reached and passable(other):
                reached.add(other)
                frontier.append(other)
    return reached


def connected(working: Working, seat: Seat) -> set[Area]:
    """A seat's lands and fleets at sea that own lands and fleets join with an own city (§5.3)."""
    return spread(working, working.cities(seat), lambda area: working.owner(area) == seat)


def isolated(working: Working, seat: Seat) -> list[Area]:
    """A seat's areas that no city reaches."""
    reached = connected(working, seat)
    return [area for area in (*working.owned(seat), *working.fleets(seat)) if area not in reached]


def stray_anchors(working: Working, seat: Seat) -> list[Area]:
    """Lands of nobody in which a fleet of the seat lies on the anchor."""
    return [area for area, plot in working.lands.items() if plot.anchor == seat and plot.owner != seat]


def cut_off(before: set[Area], working: Working, seat: Seat) -> list[Area]:
    """The areas that were connected and, still the seat's, are so no more."""
    now = connected(working, seat)
    lost = (area for area in before if working.owner(area) == seat and area not in now)
    return sorted(lost, key=lambda area: (len(area), area))


# --- sieges -----------------------------------------------------------------------------------------------------


def besieged(working: Working, seat: Seat, city: Area) -> bool:
    """Whether a city is shut in: all that lies around it is others', and no own fleet reaches a land that is not (§5.6,
    §6.22 to §6.24). With the option, its whole landmass must be enclosed."""
    lands = walled(working, seat, city)
    around = surroundings(working, lands)
    if not around or not all(is_others(working, seat, area) for area in around):
        return False
    waters = sailable(working, seat, lands)
    reached = spread(working, waters, lambda area: area in working.board.seas and working.owner(area) == seat)
    shores = {coast for sea in reached for coast in working.board.seas[sea].coasts} - lands
    return all(is_others(working, seat, coast) for coast in shores)


def surroundings(working: Working, lands: Set[Area]) -> set[Area]:
    """The lands next to some lands; the seas if there are none. The edge of the map surrounds nobody (§6.58)."""
    shores = {other for area in lands for other in working.board.lands[area].land} - lands
    return shores or {sea for area in lands for sea in working.board.lands[area].seas}


def walled(working: Working, seat: Seat, city: Area) -> set[Area]:
    """The lands that a siege of a city must enclose: its own, or with the option all that hang together with it."""
    whole = working.options.whole_landmass
    held = spread(working, [city], lambda area: working.owner(area) == seat) if whole else {city}
    return {area for area in held if area in working.board.lands}


def is_others(working: Working, seat: Seat, area: Area) -> bool:
    return working.owner(area) not in ("", seat)


def sailable(working: Working, seat: Seat, lands: Iterable[Area]) -> set[Area]:
    """Seas next to some lands in which an own fleet is, or into which one can sail from an anchor."""
    found = set()
    for area in lands:
        for sea in working.board.lands[area].seas:
            holder = working.owner(sea)
            if holder == seat or (not holder and working.plot(area).anchor == seat):
                found.add(sea)
    return found


def besieged_cities(working: Working, seat: Seat) -> list[Area]:
    return [city for city in working.cities(seat) if besieged(working, seat, city)]


def besiegers(working: Working, seat: Seat, city: Area) -> dict[Seat, int]:
    """The units of others around a besieged city, by seat; a fleet counts with what it carries."""
    found: dict[Seat, int] = {}
    for area in sorted(surroundings(working, walled(working, seat, city))):
        found[working.owner(area)] = found.get(working.owner(area), 0) + strength(working, area)
    return found


def strength(working: Working, area: Area) -> int:
    """How many units are in an area that somebody holds."""
    return 1 + len(working.seas[area].cargo) if area in working.board.seas else len(working.plot(area).units)
