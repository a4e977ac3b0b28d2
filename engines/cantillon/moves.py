"""Steps of stage 3: taxmen, armies and fleets, each one area a turn, never cutting off what hung together (§5.2.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engines.base import Seat
from engines.cantillon.connect import connected, cut_off, stray_anchors
from engines.cantillon.data import Area
from engines.cantillon.state import ROOM, Water
from engines.cantillon.turn import Refused, Table

UNITS = {"T": "taxman", "A": "army", "F": "fleet"}
ABOARD = "aboard"
"""The mark of a unit that stepped aboard in this stage: it may not land in it."""


def ready(table: Table, seat: Seat, letter: str, area: Area) -> None:
    """Raises C20 unless a unit of that kind is there that has not stepped yet."""
    if letter == "F":
        there = (table.plot(area).anchor if area in table.board.lands else table.owner(area)) == seat
        free = int(there) - table.moved[area, "F"]
    elif area in table.board.lands:
        free = table.plot(area).units.count(letter) * (table.owner(area) == seat) - table.moved[area, letter]
    else:
        carried = table.owner(area) == seat and table.seas[area].cargo == letter
        free = int(carried) - table.moved[area, ABOARD]
    if free < 1:
        raise Refused("C20", f"You have no {UNITS[letter]} free to move in {area} (none, or all have stepped).")


def spared(table: Table, seat: Seat, letter: str, area: Area) -> None:
    """Raises C07 for the last taxman of the city in which a player began: one must remain there (§5.1)."""
    first = letter == "T" and table.state.homes.get(seat) == area
    if first and table.plot(area).units.count("T") < 2:
        raise Refused("C07", f"One taxman must remain in {table.board.cities[area]}, your first city.")


def touching(table: Table, start: Area, goal: Area) -> None:
    if goal not in table.board.next_to[start]:
        raise Refused("C21", f"{start} and {goal} do not touch.")


def step(table: Table, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """One step of one unit. Raises Refused C07 or C20 to C29."""
    ready(table, seat, letter, start)
    touching(table, start, goal)
    spared(table, seat, letter, start)
    trial = table.trial()
    (sail if letter == "F" else walk)(trial, seat, letter, start, goal)
    keep_together(table, trial, seat, start, goal, "C27" if letter == "F" else "C24")
    trial.tell("step", seat=seat, unit=letter, start=start, goal=goal)
    table.adopt(trial)


def walk(table: Table, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """A taxman or an army into own or free land, or aboard."""
    enter(table, seat, letter, goal)
    table.remove(start, letter)
    table.add(goal, seat, letter)
    if goal in table.board.seas:
        table.moved[goal, ABOARD] += 1
    else:
        table.moved[goal, letter] += 1
        table.take_goods(goal, seat)


def enter(table: Table, seat: Seat, letter: str, goal: Area) -> None:
    """Whether there is room. Raises C22, C23, C25 or C26."""
    holder = table.owner(goal)
    if goal in table.board.seas:
        if holder != seat:
            raise Refused("C25", f"Only fleets can enter a sea alone; there is no fleet of yours in {goal}.")
        if table.seas[goal].cargo:
            raise Refused("C26", f"The fleet in {goal} already carries a unit.")
    elif holder not in ("", seat):
        if letter == "T":
            raise Refused("C22", f"A taxman can enter only free land; {goal} is held by {holder}.")
        raise Refused("C29", f"{goal} is held by {holder}: attack it.")
    elif len(table.plot(goal).units) >= ROOM:
        raise Refused("C23", f"{goal} already holds two land units.")


def sail(table: Table, seat: Seat, _: str, start: Area, goal: Area) -> None:
    """A fleet into a free sea, or onto a free anchor of an own port, where its cargo goes ashore."""
    cargo, stepped = "", 0
    if start in table.board.seas:
        cargo, stepped = table.seas[start].cargo, table.moved.pop((start, ABOARD), 0)
    if stepped and goal in table.board.lands:
        raise Refused("C20", f"The {UNITS[cargo]} in {start} has stepped aboard and does not go ashore yet.")
    anchor(table, seat, goal, cargo)
    table.remove(start, "F")
    put_fleet(table, seat, goal, cargo)
    table.moved[goal, "F"] += 1
    if goal in table.board.seas:
        table.moved[goal, ABOARD] += stepped
    elif cargo:
        table.moved[goal, cargo] += 1


def anchor(table: Table, seat: Seat, goal: Area, cargo: str) -> None:
    """Whether a fleet can rest there. Raises C23, C28, C29 or C34."""
    if goal in table.board.seas:
        holder = table.owner(goal)
        if holder == seat:
            raise Refused("C34", f"There is already a fleet in {goal}.")
        if holder:
            raise Refused("C29", f"{goal} is held by a fleet of {holder}: attack it.")
    elif not (table.board.is_port(goal) and table.owner(goal) == seat and not table.plot(goal).anchor):
        raise Refused("C28", "A fleet cannot enter land except an own port with a free anchor.")
    elif cargo and len(table.plot(goal).units) >= ROOM:
        raise Refused("C23", f"{goal} already holds two land units.")


def put_fleet(table: Table, seat: Seat, goal: Area, cargo: str) -> None:
    if goal in table.board.seas:
        table.seas[goal] = Water(seat, cargo)
    else:
        table.change(goal, anchor=seat)
        if cargo:
            table.add(goal, seat, cargo)


def keep_together(before: Table, after: Table, seat: Seat, start: Area, goal: Area, code: str) -> None:
    """Raises C24 or C27 if a step cuts off what was connected before, the unit that steps included (§5.2.3c).

    A fleet left alone on its anchor is cut off as well: without a unit the land around it is nobody's."""
    joined = connected(before, seat)
    lost = cut_off(joined, after, seat) + [area for area in stray_anchors(after, seat) if area in joined]
    if start in joined and goal not in connected(after, seat) and goal not in lost:
        lost.append(goal)
    if lost and code == "C27":
        raise Refused(code, f"The fleet in {start} is the bridge to {', '.join(lost)}; it cannot leave.")
    if lost:
        raise Refused(code, f"This step would isolate {', '.join(lost)}.")


def targets(table: Table, seat: Seat) -> Sequence[tuple[str, Area, Area]]:
    """Every step that is legal now, as unit, start and goal: for reports and for advice."""
    starts = [(letter, area) for area in table.owned(seat) for letter in sorted(set(table.plot(area).units))]
    starts += [("F", area) for area, plot in table.lands.items() if plot.anchor == seat]
    starts += [("F", area) for area in table.fleets(seat)]
    starts += [(table.seas[area].cargo, area) for area in table.fleets(seat) if table.seas[area].cargo]
    pairs = ((letter, start, goal) for letter, start in starts for goal in table.board.next_to[start])
    return [each for each in pairs if possible(table, partial(try_step, seat=seat, wish=each))]


def try_step(table: Table, seat: Seat, wish: tuple[str, Area, Area]) -> None:
    step(table, seat, *wish)


def possible(table: Table, act: Callable[[Table], None]) -> bool:
    try:
        act(table.trial())
    except Refused:
        return False
    return True
