"""Sieges that end, isolated units, defeat and resignation (§5.2.3e, §5.6, §5.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.base import Seat
from engines.cantillon.connect import besieged, besiegers, isolated, stray_anchors
from engines.cantillon.data import Area
from engines.cantillon.state import Water
from engines.cantillon.working import Refused, Working


def end_sieges(working: Working, seat: Seat, before: Iterable[Area]) -> None:
    """Cities besieged at the start of stage 3 and still now are lost: their units go, the land is free (§5.6).

    All are looked at before any falls: a city that is lost opens no way out for another."""
    held = [city for city in before if working.owner(city) == seat]
    lost = [city for city in held if besieged(working, seat, city)]
    if lost:
        working.takers[seat] = strongest(working, seat, lost[-1])
    for city in held:
        if city in lost:
            working.clear(city)
        working.tell("siege lost" if city in lost else "siege broken", seat=seat, area=city)


def strongest(working: Working, seat: Seat, city: Area) -> Seat:
    """The besieger with most land units next to a city; of equal ones the next in play order (§5.7)."""
    found = besiegers(working, seat, city)
    order = working.state.order
    at = order.index(seat)
    return min(found, key=lambda s: (-found[s], (order.index(s) - at) % len(order)))


def remove_isolated(working: Working, seat: Seat) -> None:
    """All of a seat's units that no city reaches are removed (§5.2.3e; §6.26: after sieges)."""
    lost = isolated(working, seat)
    anchors = stray_anchors(working, seat)
    for area in lost:
        if area in working.board.lands:
            working.clear(area)
        else:
            working.remove(area, "F")
    for area in anchors:
        working.change(area, anchor="")
    if lost or anchors:
        working.tell("isolated", seat=seat, areas=sorted({*lost, *anchors}, key=lambda a: (len(a), a)))


# --- defeat -----------------------------------------------------------------------------------------------------


def defeats(working: Working) -> None:
    """Whoever has no city is defeated; who took the last one inherits (§5.7)."""
    for seat in working.state.order:
        if seat not in working.out and not working.cities(seat):
            defeat(working, seat, working.takers.get(seat, ""))


def defeat(working: Working, seat: Seat, victor: Seat) -> None:
    working.out.append(seat)
    if victor and victor not in working.out:
        hand_over(working, seat, victor)
    else:
        victor = ""
        vanish(working, seat)
    if victor and working.options.spoils:
        working.gain(victor, working.stock[seat])
    working.stock[seat] = {}
    working.tell("defeated", seat=seat, victor=victor)


def hand_over(working: Working, seat: Seat, victor: Seat) -> None:
    """All lands, units, fleets and factories go to the victor; stacks stay as they are (§6.29)."""
    for area in list(working.lands):
        plot = working.plot(area)
        owner = victor if plot.owner == seat else plot.owner
        anchor = victor if plot.anchor == seat else plot.anchor
        working.lands[area] = replace(plot, owner=owner, anchor=anchor)
    for area in working.fleets(seat):
        working.seas[area] = Water(victor, working.seas[area].cargo)


def vanish(working: Working, seat: Seat) -> None:
    """All units leave the board; factories and goods stay."""
    for area in list(working.lands):
        plot = working.plot(area)
        if plot.owner == seat:
            working.clear(area)
        elif plot.anchor == seat:
            working.change(area, anchor="")
    for area in working.fleets(seat):
        working.remove(area, "F")


# --- resignation ------------------------------------------------------------------------------------------------


def cede(working: Working, seat: Seat, area: Area, to: Seat) -> None:
    """A land with its units and factories, or a fleet, goes to another player (§6.47). Raises C62."""
    if working.owner(area) != seat:
        raise Refused("C62", f"{area} is not yours.")
    plot = working.plot(area)
    if area in working.seas:
        working.seas[area] = Water(to, working.seas[area].cargo)
    else:
        working.lands[area] = replace(plot, owner=to, anchor=to if plot.anchor == seat else plot.anchor)
    working.tell("ceded", seat=seat, area=area, to=to)


def burn(working: Working, seat: Seat, area: Area) -> None:
    """Units, factories and goods of an area are removed. Raises C62."""
    if working.owner(area) != seat:
        raise Refused("C62", f"{area} is not yours.")
    if area in working.board.lands:
        working.clear(area)
        working.change(area, basic=False, advanced="", goods={})
    else:
        working.remove(area, "F")
    working.tell("burnt", seat=seat, area=area)


def resign(working: Working, seat: Seat) -> None:
    """What was neither ceded nor burnt is left neutral: units go, factories stay (§6.47)."""
    vanish(working, seat)
    working.stock[seat] = {}
    working.out.append(seat)
    working.tell("resigned", seat=seat)
