"""New units (stage 4) and moves within one's own realm, any number of areas far (stage 5; §5.2.4 and §5.2.5)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.cantillon import goods
from engines.cantillon.connect import connected_areas
from engines.cantillon.data import Area
from engines.cantillon.moves import UNITS, put_fleet, require_connection, require_spare_taxman
from engines.cantillon.state import COIN, COSTS, ROOM, Permit
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused

PermitFinder = Callable[[Area], Permit | None]
"""The permit under which a seat may pass through a sea, if it has one."""


def build_unit(working: CantillonTurnContext, seat: Seat, letter: str, area: Area) -> None:
    """One new unit. Raises C30 to C34."""
    joined = connected_areas(working, seat)
    if area in working.board.seas:
        require_fleet_site(working, letter, area, joined)
    elif working.owner_of(area) != seat or area not in joined:
        raise LineRefused("C31", f"{area} is not part of your landmass.")
    elif letter == "F":
        if not working.board.is_port(area) or working.plot_of(area).anchor:
            raise LineRefused("C33", f"A fleet needs an own coast or a free anchor: {area} has none.")
    elif len(working.plot_of(area).units) >= ROOM:
        raise LineRefused("C32", f"{area} is full.")
    goods.pay_cost(working, seat, COSTS[letter])
    if letter == "F":
        put_fleet(working, seat, area, "")
    else:
        working.add_unit(area, seat, letter)
    working.record_event("built", seat=seat, unit=letter, area=area)


def require_fleet_site(working: CantillonTurnContext, letter: str, area: Area, joined: set[Area]) -> None:
    if letter != "F":
        raise LineRefused("C31", f"{area} is not part of your landmass.")
    if working.owner_of(area):
        raise LineRefused("C34", f"There is already a fleet in {area}.")
    if not any(coast in joined for coast in working.board.seas[area].coasts):
        raise LineRefused("C33", f"A fleet needs an own coast: {area} touches none of your lands.")


# --- positioning ------------------------------------------------------------------------------------------------


def position_unit(
    working: CantillonTurnContext, seat: Seat, letter: str, start: Area, goal: Area, paying: int, leave: PermitFinder
) -> list[Permit]:
    """Moves a unit within the realm; the permits whose fee was paid. Raises C07, C20 and C40 to C44."""
    if not is_unit_there(working, seat, letter, start):
        raise LineRefused("C20", f"You have no {UNITS[letter]} in {start}.")
    if letter == "F":
        return position_fleet(working, seat, start, goal, paying, leave)
    carry_unit(working, seat, letter, start, goal)
    return []


def is_unit_there(working: CantillonTurnContext, seat: Seat, letter: str, area: Area) -> bool:
    """Return whether a unit of a kind is in an area: on land, on an anchor, at sea or aboard."""
    if area in working.board.lands:
        plot = working.plot_of(area)
        return plot.anchor == seat if letter == "F" else plot.owner == seat and letter in plot.units
    water = working.seas.get(area)
    return water is not None and water.fleet == seat and letter in ("F", water.cargo)


def carry_unit(working: CantillonTurnContext, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """A taxman over own land, an army also over free land, both over own fleets."""

    def passable(area: Area) -> bool:
        holder = working.owner_of(area)
        return holder == seat or (letter == "A" and not holder and area in working.board.lands)

    if working.owner_of(goal) != seat:
        raise LineRefused("C41", f"{goal} must be yours.")
    if find_way(working, start, goal, passable) is None:
        raise LineRefused(
            "C40", f"No way for the {UNITS[letter]} from {start} to {goal}{describe_block(working, start, passable)}."
        )
    if goal in working.board.seas and working.seas[goal].cargo:
        raise LineRefused("C26", f"The fleet in {goal} already carries a unit.")
    if goal in working.board.lands and len(working.plot_of(goal).units) >= ROOM:
        raise LineRefused("C23", f"{goal} already holds two land units.")
    require_spare_taxman(working, seat, letter, start)
    trial = working.copy_for_trial()
    trial.remove_unit(start, letter)
    trial.add_unit(goal, seat, letter)
    require_connection(working, trial, seat, start, goal, "C24")
    trial.record_event("positioned", seat=seat, unit=letter, start=start, goal=goal, fee=0)
    if start in working.board.lands and not trial.owner_of(start):
        trial.record_event("remark", (seat,), seat=seat, code="W45", text=f"{start} is left empty and no longer yours.")
    working.adopt_trial(trial)


def find_way(
    working: CantillonTurnContext, start: Area, goal: Area, passable: Callable[[Area], bool]
) -> set[Area] | None:
    """The areas reached up to the goal; None if it is not among them."""
    reached, frontier = {start}, [start]
    while frontier:
        area = frontier.pop()
        if area == goal:
            return reached
        for other in working.board.next_to[area]:
            if other not in reached and passable(other):
                reached.add(other)
                frontier.append(other)
    return None


def describe_block(working: CantillonTurnContext, start: Area, passable: Callable[[Area], bool]) -> str:
    """Return what stands in the way, for the refusal."""
    shut = [area for area in working.board.next_to[start] if not passable(area) and working.owner_of(area)]
    return f" (blocked by {', '.join(shut)})" if shut else ""


def position_fleet(
    working: CantillonTurnContext, seat: Seat, start: Area, goal: Area, paying: int, leave: PermitFinder
) -> list[Permit]:
    """A fleet through free or own seas, others' by permit, the cheapest way; its cargo goes along."""
    cargo = working.seas[start].cargo if start in working.board.seas else ""
    require_rest(working, seat, start, goal, cargo)
    cost, route = cheapest_route(working, seat, start, goal, leave)
    if cost is None:
        raise LineRefused("C43" if route else "C40", no_way_text(working, start, goal, route))
    passes = [found for sea in route if (found := leave(sea))]
    if cost > paying:
        raise LineRefused("C44", f"Passage costs {cost}; add PAYING {cost}.")
    if cost > goods.free_money(working, seat):
        raise LineRefused("C44", f"Passage costs {cost}; your free treasury is {goods.free_money(working, seat)}.")
    trial = working.copy_for_trial()
    for permit in passes:
        if permit.fee:
            goods.pay_cost(trial, seat, permit.fee)
            trial.gain_goods(permit.giver, {COIN: permit.fee})
    trial.remove_unit(start, "F")
    put_fleet(trial, seat, goal, cargo)
    require_connection(working, trial, seat, start, goal, "C27")
    trial.record_event("positioned", seat=seat, unit="F", start=start, goal=goal, fee=cost)
    working.adopt_trial(trial)
    return [replace(permit, used=working.state.round) for permit in passes if permit.fee]


def require_rest(working: CantillonTurnContext, seat: Seat, start: Area, goal: Area, cargo: str) -> None:
    """Where a fleet may end: a free sea next to own connected land or fleets, or a free own anchor."""
    if goal in working.board.lands:
        if not (working.board.is_port(goal) and working.owner_of(goal) == seat and not working.plot_of(goal).anchor):
            raise LineRefused("C28", "A fleet cannot enter land except an own port with a free anchor.")
        if cargo and len(working.plot_of(goal).units) >= ROOM:
            raise LineRefused("C23", f"{goal} already holds two land units.")
        return
    if working.owner_of(goal):
        raise LineRefused("C34", f"There is already a fleet in {goal}.")
    trial = working.copy_for_trial()
    trial.remove_unit(start, "F")
    joined = connected_areas(trial, seat)
    if not any(area in joined for area in working.board.next_to[goal]):
        raise LineRefused("C42", "A fleet must rest next to your land or chain.")


def cheapest_route(
    working: CantillonTurnContext, seat: Seat, start: Area, goal: Area, leave: PermitFinder
) -> tuple[int, list[Area]] | tuple[None, list[Area]]:
    """Return what the cheapest way costs and the areas on it; without a way None and the seas of others that bar it."""
    barred: list[Area] = []
    queue: list[tuple[int, int, Area, list[Area]]] = [(0, 0, start, [])]
    done: set[Area] = set()
    while queue:
        cost, steps, area, route = heapq.heappop(queue)
        if area == goal:
            return cost, route
        if area in done:
            continue
        done.add(area)
        for other in water_ways(working, area, goal):
            holder = working.owner_of(other)
            permit = leave(other)
            if holder not in ("", seat) and permit is None:
                barred.append(other)
            else:
                heapq.heappush(queue, (cost + (permit.fee if permit else 0), steps + 1, other, [*route, other]))
    return None, barred


def water_ways(working: CantillonTurnContext, area: Area, goal: Area) -> Sequence[Area]:
    """Seas next to an area, and the goal if it is a port there."""
    around: Iterable[Area] = working.board.next_to[area]
    return [other for other in around if other in working.board.seas or (other == goal and area in working.board.seas)]


def no_way_text(working: CantillonTurnContext, start: Area, goal: Area, barred: Sequence[Area]) -> str:
    if barred:
        return f"{barred[0]} belongs to {working.owner_of(barred[0])}; no permission."
    return f"No way for the fleet from {start} to {goal}."
