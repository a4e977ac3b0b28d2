"""Sieges that end, isolated units, defeat and resignation (§5.2.3e, §5.6, §5.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.base import Seat
from engines.cantillon.connect import count_besiegers, is_besieged, isolated_areas, stray_anchors
from engines.cantillon.data import Area
from engines.cantillon.state import Water
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused


def end_sieges(working: CantillonTurnContext, seat: Seat, before: Iterable[Area]) -> None:
    """Cities besieged at the start of stage 3 and still now are lost: their units go, the land is free (§5.6).

    All are looked at before any falls: a city that is lost opens no way out for another."""
    held = [city for city in before if working.owner_of(city) == seat]
    lost = [city for city in held if is_besieged(working, seat, city)]
    if lost:
        working.takers[seat] = strongest_besieger(working, seat, lost[-1])
    for city in held:
        if city in lost:
            working.clear_land(city)
        working.record_event("siege lost" if city in lost else "siege broken", seat=seat, area=city)


def strongest_besieger(working: CantillonTurnContext, seat: Seat, city: Area) -> Seat:
    """The besieger with most land units next to a city; of equal ones the next in play order (§5.7)."""
    found = count_besiegers(working, seat, city)
    order = working.state.order
    at = order.index(seat)
    return min(found, key=lambda s: (-found[s], (order.index(s) - at) % len(order)))


def remove_isolated(working: CantillonTurnContext, seat: Seat) -> None:
    """All of a seat's units that no city reaches are removed (§5.2.3e; §6.26: after sieges)."""
    lost = isolated_areas(working, seat)
    anchors = stray_anchors(working, seat)
    for area in lost:
        if area in working.board.lands:
            working.clear_land(area)
        else:
            working.remove_unit(area, "F")
    for area in anchors:
        working.change_plot(area, anchor="")
    if lost or anchors:
        working.record_event("isolated", seat=seat, areas=sorted({*lost, *anchors}, key=lambda a: (len(a), a)))


# --- defeat -----------------------------------------------------------------------------------------------------


def defeat_cityless(working: CantillonTurnContext) -> None:
    """Whoever has no city is defeated; who took the last one inherits (§5.7)."""
    for seat in working.state.order:
        if seat not in working.out and not working.cities_of(seat):
            defeat_seat(working, seat, working.takers.get(seat, ""))


def defeat_seat(working: CantillonTurnContext, seat: Seat, victor: Seat) -> None:
    working.out.append(seat)
    if victor and victor not in working.out:
        hand_over(working, seat, victor)
    else:
        victor = ""
        remove_all_units(working, seat)
    if victor and working.options.spoils:
        working.gain_goods(victor, working.stock[seat])
    working.stock[seat] = {}
    working.record_event("defeated", seat=seat, victor=victor)


def hand_over(working: CantillonTurnContext, seat: Seat, victor: Seat) -> None:
    """All lands, units, fleets and factories go to the victor; stacks stay as they are (§6.29)."""
    for area in list(working.lands):
        plot = working.plot_of(area)
        owner = victor if plot.owner == seat else plot.owner
        anchor = victor if plot.anchor == seat else plot.anchor
        working.lands[area] = replace(plot, owner=owner, anchor=anchor)
    for area in working.fleets_of(seat):
        working.seas[area] = Water(victor, working.seas[area].cargo)


def remove_all_units(working: CantillonTurnContext, seat: Seat) -> None:
    """All units leave the board; factories and goods stay."""
    for area in list(working.lands):
        plot = working.plot_of(area)
        if plot.owner == seat:
            working.clear_land(area)
        elif plot.anchor == seat:
            working.change_plot(area, anchor="")
    for area in working.fleets_of(seat):
        working.remove_unit(area, "F")


# --- resignation ------------------------------------------------------------------------------------------------


def cede_area(working: CantillonTurnContext, seat: Seat, area: Area, to: Seat) -> None:
    """A land with its units and factories, or a fleet, goes to another player (§6.47). Raises C62."""
    if working.owner_of(area) != seat:
        raise LineRefused("C62", f"{area} is not yours.")
    plot = working.plot_of(area)
    if area in working.seas:
        working.seas[area] = Water(to, working.seas[area].cargo)
    else:
        working.lands[area] = replace(plot, owner=to, anchor=to if plot.anchor == seat else plot.anchor)
    working.record_event("ceded", seat=seat, area=area, to=to)


def burn_area(working: CantillonTurnContext, seat: Seat, area: Area) -> None:
    """Units, factories and goods of an area are removed. Raises C62."""
    if working.owner_of(area) != seat:
        raise LineRefused("C62", f"{area} is not yours.")
    if area in working.board.lands:
        working.clear_land(area)
        working.change_plot(area, basic=False, advanced="", goods={})
    else:
        working.remove_unit(area, "F")
    working.record_event("burnt", seat=seat, area=area)


def give_up_realm(working: CantillonTurnContext, seat: Seat) -> None:
    """What was neither ceded nor burnt is left neutral: units go, factories stay (§6.47)."""
    remove_all_units(working, seat)
    working.stock[seat] = {}
    working.out.append(seat)
    working.record_event("resigned", seat=seat)
