"""Sieges that end, isolated units, defeat and resignation (§5.2.3e, §5.6, §5.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.cantillon.connect import besieged, besiegers, isolated, stray_anchors
from engines.cantillon.data import Area
from engines.cantillon.state import Water
from engines.cantillon.turn import Refused, Table


def end_sieges(table: Table, seat: Seat, before: Iterable[Area]) -> None:
    """Cities besieged at the start of stage 3 and still now are lost: their units go, the land is free (§5.6).

    All are looked at before any falls: a city that is lost opens no way out for another."""
    held = [city for city in before if table.owner(city) == seat]
    lost = [city for city in held if besieged(table, seat, city)]
    if lost:
        table.takers[seat] = strongest(table, seat, lost[-1])
    for city in held:
        if city in lost:
            table.clear(city)
        table.tell("siege lost" if city in lost else "siege broken", seat=seat, area=city)


def strongest(table: Table, seat: Seat, city: Area) -> Seat:
    """The besieger with most land units next to a city; of equal ones the next in play order (§5.7)."""
    found = besiegers(table, seat, city)
    order = table.state.order
    at = order.index(seat)
    return min(found, key=lambda s: (-found[s], (order.index(s) - at) % len(order)))


def remove_isolated(table: Table, seat: Seat) -> None:
    """All of a seat's units that no city reaches are removed (§5.2.3e; §6.26: after sieges)."""
    lost = isolated(table, seat)
    anchors = stray_anchors(table, seat)
    for area in lost:
        if area in table.board.lands:
            table.clear(area)
        else:
            table.remove(area, "F")
    for area in anchors:
        table.change(area, anchor="")
    if lost or anchors:
        table.tell("isolated", seat=seat, areas=sorted({*lost, *anchors}, key=lambda a: (len(a), a)))


# --- defeat -----------------------------------------------------------------------------------------------------


def defeats(table: Table) -> None:
    """Whoever has no city is defeated; who took the last one inherits (§5.7)."""
    for seat in table.state.order:
        if seat not in table.out and not table.cities(seat):
            defeat(table, seat, table.takers.get(seat, ""))


def defeat(table: Table, seat: Seat, victor: Seat) -> None:
    table.out.append(seat)
    if victor and victor not in table.out:
        hand_over(table, seat, victor)
    else:
        victor = ""
        vanish(table, seat)
    if victor and table.options.spoils:
        table.gain(victor, table.stock[seat])
    table.stock[seat] = {}
    table.tell("defeated", seat=seat, victor=victor)


def hand_over(table: Table, seat: Seat, victor: Seat) -> None:
    """All lands, units, fleets and factories go to the victor; stacks stay as they are (§6.29)."""
    for area in list(table.lands):
        plot = table.plot(area)
        owner = victor if plot.owner == seat else plot.owner
        anchor = victor if plot.anchor == seat else plot.anchor
        table.lands[area] = replace(plot, owner=owner, anchor=anchor)
    for area in table.fleets(seat):
        table.seas[area] = Water(victor, table.seas[area].cargo)


def vanish(table: Table, seat: Seat, areas: Sequence[Area] = ()) -> None:
    """Units leave the board; factories and goods stay. All areas unless some are named."""
    for area in areas or list(table.lands):
        plot = table.plot(area)
        if area in table.board.lands and plot.owner == seat:
            table.clear(area)
        elif plot.anchor == seat:
            table.change(area, anchor="")
    for area in table.fleets(seat):
        if not areas or area in areas:
            table.remove(area, "F")


# --- resignation ------------------------------------------------------------------------------------------------


def cede(table: Table, seat: Seat, area: Area, to: Seat) -> None:
    """A land with its units and factories, or a fleet, goes to another player (§6.47). Raises C62."""
    if table.owner(area) != seat:
        raise Refused("C62", f"{area} is not yours.")
    plot = table.plot(area)
    if area in table.seas:
        table.seas[area] = Water(to, table.seas[area].cargo)
    else:
        table.lands[area] = replace(plot, owner=to, anchor=to if plot.anchor == seat else plot.anchor)
    table.tell("ceded", seat=seat, area=area, to=to)


def burn(table: Table, seat: Seat, areas: Iterable[Area]) -> None:
    """Units and factories of some areas are removed."""
    for area in areas:
        if area in table.board.lands and table.owner(area) == seat:
            table.clear(area)
            table.change(area, basic=False, advanced="", goods={})
        elif table.owner(area) == seat:
            table.remove(area, "F")
        table.tell("burnt", seat=seat, area=area)


def resign(table: Table, seat: Seat) -> None:
    """What was neither ceded nor burnt is left neutral: units go, factories stay (§6.47)."""
    vanish(table, seat)
    table.stock[seat] = {}
    table.out.append(seat)
    table.tell("resigned", seat=seat)
