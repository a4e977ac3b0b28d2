"""New units (stage 4) and moves within one's own realm, any number of areas far (stage 5; §5.2.4 and §5.2.5)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.cantillon import goods
from engines.cantillon.connect import connected
from engines.cantillon.data import Area
from engines.cantillon.moves import UNITS, keep_together, put_fleet, spared
from engines.cantillon.state import COIN, COSTS, ROOM, Permit
from engines.cantillon.turn import Refused, Table

Leave = Callable[[Area], Permit | None]
"""The permit under which a seat may pass through a sea, if it has one."""


def build(table: Table, seat: Seat, letter: str, area: Area) -> None:
    """One new unit. Raises C30 to C34."""
    joined = connected(table, seat)
    if area in table.board.seas:
        new_at_sea(table, letter, area, joined)
    elif table.owner(area) != seat or area not in joined:
        raise Refused("C31", f"{area} is not part of your landmass.")
    elif letter == "F":
        if not table.board.is_port(area) or table.plot(area).anchor:
            raise Refused("C33", f"A fleet needs an own coast or a free anchor: {area} has none.")
    elif len(table.plot(area).units) >= ROOM:
        raise Refused("C32", f"{area} is full.")
    goods.pay(table, seat, COSTS[letter])
    if letter == "F":
        put_fleet(table, seat, area, "")
    else:
        table.add(area, seat, letter)
    table.tell("built", seat=seat, unit=letter, area=area)


def new_at_sea(table: Table, letter: str, area: Area, joined: set[Area]) -> None:
    if letter != "F":
        raise Refused("C31", f"{area} is not part of your landmass.")
    if table.owner(area):
        raise Refused("C34", f"There is already a fleet in {area}.")
    if not any(coast in joined for coast in table.board.seas[area].coasts):
        raise Refused("C33", f"A fleet needs an own coast: {area} touches none of your lands.")


# --- positioning ------------------------------------------------------------------------------------------------


def position(table: Table, seat: Seat, letter: str, start: Area, goal: Area, paying: int, leave: Leave) -> list[Permit]:
    """Moves a unit within the realm; the permits whose fee was paid. Raises C07, C20 and C40 to C44."""
    there = table.owner(start) == seat or (letter == "F" and table.plot(start).anchor == seat)
    carried = table.seas[start].cargo if start in table.seas and there else ""
    has = letter == carried if start in table.board.seas and letter != "F" else there
    if letter == "F" and start in table.board.lands:
        has = table.plot(start).anchor == seat
    elif letter != "F" and start in table.board.lands:
        has = there and letter in table.plot(start).units
    if not has:
        raise Refused("C20", f"You have no {UNITS[letter]} in {start}.")
    if letter == "F":
        return sail(table, seat, start, goal, paying, leave)
    carry(table, seat, letter, start, goal)
    return []


def carry(table: Table, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """A taxman over own land, an army also over free land, both over own fleets."""

    def passable(area: Area) -> bool:
        holder = table.owner(area)
        return holder == seat or (letter == "A" and not holder and area in table.board.lands)

    if table.owner(goal) != seat:
        raise Refused("C41", f"{goal} must be yours.")
    if way(table, start, goal, passable) is None:
        raise Refused("C40", f"No way for the {UNITS[letter]} from {start} to {goal}{blocked(table, start, passable)}.")
    if goal in table.board.seas and table.seas[goal].cargo:
        raise Refused("C26", f"The fleet in {goal} already carries a unit.")
    if goal in table.board.lands and len(table.plot(goal).units) >= ROOM:
        raise Refused("C23", f"{goal} already holds two land units.")
    spared(table, seat, letter, start)
    trial = table.trial()
    trial.remove(start, letter)
    trial.add(goal, seat, letter)
    keep_together(table, trial, seat, start, goal, "C24")
    trial.tell("positioned", seat=seat, unit=letter, start=start, goal=goal, fee=0)
    if start in table.board.lands and not trial.owner(start):
        trial.tell("remark", (seat,), seat=seat, code="W45", text=f"{start} is left empty and no longer yours.")
    table.adopt(trial)


def way(table: Table, start: Area, goal: Area, passable: Callable[[Area], bool]) -> set[Area] | None:
    """The areas reached up to the goal; None if it is not among them."""
    reached, frontier = {start}, [start]
    while frontier:
        area = frontier.pop()
        if area == goal:
            return reached
        for other in table.board.next_to[area]:
            if other not in reached and passable(other):
                reached.add(other)
                frontier.append(other)
    return None


def blocked(table: Table, start: Area, passable: Callable[[Area], bool]) -> str:
    """What stands in the way, for the refusal."""
    shut = [area for area in table.board.next_to[start] if not passable(area) and table.owner(area)]
    return f" (blocked by {', '.join(shut)})" if shut else ""


def sail(table: Table, seat: Seat, start: Area, goal: Area, paying: int, leave: Leave) -> list[Permit]:
    """A fleet through free or own seas, others' by permit, the cheapest way; its cargo goes along."""
    cargo = table.seas[start].cargo if start in table.board.seas else ""
    rest(table, seat, start, goal, cargo)
    cost, route = cheapest(table, seat, start, goal, leave)
    if cost is None:
        raise Refused("C43" if route else "C40", no_way(table, start, goal, route))
    passes = [found for sea in route if (found := leave(sea)) and table.owner(sea) not in ("", seat)]
    if cost > paying:
        raise Refused("C44", f"Passage costs {cost}; add PAYING {cost}.")
    if cost > goods.free(table, seat):
        raise Refused("C44", f"Passage costs {cost}; your free treasury is {goods.free(table, seat)}.")
    trial = table.trial()
    for permit in passes:
        if permit.fee:
            goods.pay(trial, seat, permit.fee)
            trial.gain(permit.giver, {COIN: permit.fee})
    trial.remove(start, "F")
    put_fleet(trial, seat, goal, cargo)
    keep_together(table, trial, seat, start, goal, "C27")
    trial.tell("positioned", seat=seat, unit="F", start=start, goal=goal, fee=cost)
    table.adopt(trial)
    return [replace(permit, used=table.state.round) for permit in passes if permit.fee]


def rest(table: Table, seat: Seat, start: Area, goal: Area, cargo: str) -> None:
    """Where a fleet may end: a free sea next to own connected land or fleets, or a free own anchor."""
    if goal in table.board.lands:
        if not (table.board.is_port(goal) and table.owner(goal) == seat and not table.plot(goal).anchor):
            raise Refused("C28", "A fleet cannot enter land except an own port with a free anchor.")
        if cargo and len(table.plot(goal).units) >= ROOM:
            raise Refused("C23", f"{goal} already holds two land units.")
        return
    if table.owner(goal):
        raise Refused("C34", f"There is already a fleet in {goal}.")
    trial = table.trial()
    trial.remove(start, "F")
    joined = connected(trial, seat)
    if not any(area in joined for area in table.board.next_to[goal]):
        raise Refused("C42", "A fleet must rest next to your land or chain.")


def cheapest(
    table: Table, seat: Seat, start: Area, goal: Area, leave: Leave
) -> tuple[int, list[Area]] | tuple[None, list[Area]]:
    """What the cheapest way costs and the areas on it; without a way None and the seas of others that bar it."""
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
        for other in water_ways(table, area, goal):
            holder = table.owner(other) if other in table.board.seas else ""
            permit = leave(other) if holder not in ("", seat) else None
            if holder not in ("", seat) and permit is None:
                barred.append(other)
            else:
                heapq.heappush(queue, (cost + (permit.fee if permit else 0), steps + 1, other, [*route, other]))
    return None, barred


def water_ways(table: Table, area: Area, goal: Area) -> Sequence[Area]:
    """Seas next to an area, and the goal if it is a port there."""
    around: Iterable[Area] = table.board.next_to[area]
    return [other for other in around if other in table.board.seas or (other == goal and area in table.board.seas)]


def no_way(table: Table, start: Area, goal: Area, barred: Sequence[Area]) -> str:
    if barred:
        return f"{barred[0]} belongs to {table.owner(barred[0])}; no permission."
    return f"No way for the fleet from {start} to {goal}."
