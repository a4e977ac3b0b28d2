"""What hangs together: landmasses over land and own fleets, isolated units, and cities under siege (§5.3, §5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from engines.base import Seat
from engines.cantillon.data import Area
from engines.cantillon.turn_context import CantillonTurnContext


def reachable_areas(
    working: CantillonTurnContext, sources: Iterable[Area], passable: Callable[[Area], bool]
) -> set[Area]:
    """All areas reached from some sources over passable ones, the sources included."""
    reached = set(sources)
    frontier = list(reached)
    while frontier:
        for other in working.board.next_to[frontier.pop()]:
            if other not in reached and passable(other):
                reached.add(other)
                frontier.append(other)
    return reached


def connected_areas(working: CantillonTurnContext, seat: Seat) -> set[Area]:
    """A seat's lands and fleets at sea that own lands and fleets join with an own city (§5.3)."""
    return reachable_areas(working, working.cities_of(seat), lambda area: working.owner_of(area) == seat)


def isolated_areas(working: CantillonTurnContext, seat: Seat) -> list[Area]:
    """A seat's areas that no city reaches."""
    reached = connected_areas(working, seat)
    return [area for area in (*working.lands_of(seat), *working.fleets_of(seat)) if area not in reached]


def stray_anchors(working: CantillonTurnContext, seat: Seat) -> list[Area]:
    """Lands of nobody in which a fleet of the seat lies on the anchor."""
    return [area for area, plot in working.lands.items() if plot.anchor == seat and plot.owner != seat]


def areas_cut_off(before: set[Area], working: CantillonTurnContext, seat: Seat) -> list[Area]:
    """The areas that were connected and, still the seat's, are so no more."""
    now = connected_areas(working, seat)
    lost = (area for area in before if working.owner_of(area) == seat and area not in now)
    return sorted(lost, key=lambda area: (len(area), area))


# --- sieges -----------------------------------------------------------------------------------------------------


def is_besieged(working: CantillonTurnContext, seat: Seat, city: Area) -> bool:
    """Return whether a city is shut in: all that lies around it is others', and no own fleet reaches a land that is not
    (§5.6, §6.22 to §6.24). With the option, its whole landmass must be enclosed."""
    lands = lands_to_enclose(working, seat, city)
    around = surrounding_areas(working, lands)
    if not around or not all(is_held_by_others(working, seat, area) for area in around):
        return False
    waters = sailable_seas(working, seat, lands)
    reached = reachable_areas(
        working, waters, lambda area: area in working.board.seas and working.owner_of(area) == seat
    )
    shores = {coast for sea in reached for coast in working.board.seas[sea].coasts} - lands
    return all(is_held_by_others(working, seat, coast) for coast in shores)


def surrounding_areas(working: CantillonTurnContext, lands: Set[Area]) -> set[Area]:
    """The lands next to some lands; the seas if there are none. The edge of the map surrounds nobody (§6.58)."""
    shores = {other for area in lands for other in working.board.lands[area].land} - lands
    return shores or {sea for area in lands for sea in working.board.lands[area].seas}


def lands_to_enclose(working: CantillonTurnContext, seat: Seat, city: Area) -> set[Area]:
    """The lands that a siege of a city must enclose: its own, or with the option all that hang together with it."""
    whole = working.options.whole_landmass
    held = reachable_areas(working, [city], lambda area: working.owner_of(area) == seat) if whole else {city}
    return {area for area in held if area in working.board.lands}


def is_held_by_others(working: CantillonTurnContext, seat: Seat, area: Area) -> bool:
    return working.owner_of(area) not in ("", seat)


def sailable_seas(working: CantillonTurnContext, seat: Seat, lands: Iterable[Area]) -> set[Area]:
    """Seas next to some lands in which an own fleet is, or into which one can sail from an anchor."""
    found = set()
    for area in lands:
        for sea in working.board.lands[area].seas:
            holder = working.owner_of(sea)
            if holder == seat or (not holder and working.plot_of(area).anchor == seat):
                found.add(sea)
    return found


def besieged_cities(working: CantillonTurnContext, seat: Seat) -> list[Area]:
    return [city for city in working.cities_of(seat) if is_besieged(working, seat, city)]


def count_besiegers(working: CantillonTurnContext, seat: Seat, city: Area) -> dict[Seat, int]:
    """The units of others around a besieged city, by seat; a fleet counts with what it carries."""
    found: dict[Seat, int] = {}
    for area in sorted(surrounding_areas(working, lands_to_enclose(working, seat, city))):
        found[working.owner_of(area)] = found.get(working.owner_of(area), 0) + count_units(working, area)
    return found


def count_units(working: CantillonTurnContext, area: Area) -> int:
    """Return how many units are in an area that somebody holds."""
    return 1 + len(working.seas[area].cargo) if area in working.board.seas else len(working.plot_of(area).units)
