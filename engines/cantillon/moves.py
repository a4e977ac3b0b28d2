"""Steps of stage 3: taxmen, armies and fleets, each one area a turn, never cutting off what hung together (§5.2.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engines.base import Seat
from engines.cantillon.connect import connected, cut_off, stray_anchors
from engines.cantillon.data import Area
from engines.cantillon.state import ROOM, Water
from engines.cantillon.working import Refused, Working

UNITS = {"T": "taxman", "A": "army", "F": "fleet"}
ABOARD = "aboard"
"""The mark of a unit that stepped aboard in this stage: it may not land in it."""


def ready(working: Working, seat: Seat, letter: str, area: Area) -> None:
    """Raises C20 unless a unit of that kind is there that has not stepped yet."""
    if letter == "F":
        there = (working.plot(area).anchor if area in working.board.lands else working.owner(area)) == seat
        free = int(there) - working.moved[area, "F"]
    elif area in working.board.lands:
        free = working.plot(area).units.count(letter) * (working.owner(area) == seat) - working.moved[area, letter]
    else:
        carried = working.owner(area) == seat and working.seas[area].cargo == letter
        free = int(carried) - working.moved[area, ABOARD]
    if free < 1:
        raise Refused("C20", f"You have no {UNITS[letter]} free to move in {area} (none, or all have stepped).")


def spared(working: Working, seat: Seat, letter: str, area: Area) -> None:
    """Raises C07 for the last taxman of the city in which a player began: one must remain there (§5.1)."""
    first = letter == "T" and working.state.homes.get(seat) == area
    if first and working.plot(area).units.count("T") < 2:
        raise Refused("C07", f"One taxman must remain in {working.board.cities[area]}, your first city.")


def touching(working: Working, start: Area, goal: Area) -> None:
    if goal not in working.board.next_to[start]:
        raise Refused("C21", f"{start} and {goal} do not touch.")


def step(working: Working, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """One step of one unit. Raises Refused C07 or C20 to C29."""
    ready(working, seat, letter, start)
    touching(working, start, goal)
    spared(working, seat, letter, start)
    trial = working.trial()
    (sail if letter == "F" else walk)(trial, seat, letter, start, goal)
    keep_together(working, trial, seat, start, goal, "C27" if letter == "F" else "C24")
    trial.tell("step", seat=seat, unit=letter, start=start, goal=goal)
    working.adopt(trial)


def walk(working: Working, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """A taxman or an army into own or free land, or aboard."""
    enter(working, seat, letter, goal)
    working.remove(start, letter)
    working.add(goal, seat, letter)
    if goal in working.board.seas:
        working.moved[goal, ABOARD] += 1
    else:
        working.moved[goal, letter] += 1
        working.take_goods(goal, seat)


def enter(working: Working, seat: Seat, letter: str, goal: Area) -> None:
    """Whether there is room. Raises C22, C23, C25 or C26."""
    holder = working.owner(goal)
    if goal in working.board.seas:
        if holder != seat:
            raise Refused("C25", f"Only fleets can enter a sea alone; there is no fleet of yours in {goal}.")
        if working.seas[goal].cargo:
            raise Refused("C26", f"The fleet in {goal} already carries a unit.")
    elif holder not in ("", seat):
        if letter == "T":
            raise Refused("C22", f"A taxman can enter only free land; {goal} is held by {holder}.")
        raise Refused("C29", f"{goal} is held by {holder}: attack it.")
    elif len(working.plot(goal).units) >= ROOM:
        raise Refused("C23", f"{goal} already holds two land units.")


def sail(working: Working, seat: Seat, _: str, start: Area, goal: Area) -> None:
    """A fleet into a free sea, or onto a free anchor of an own port, where its cargo goes ashore."""
    cargo, stepped = "", 0
    if start in working.board.seas:
        cargo, stepped = working.seas[start].cargo, working.moved.pop((start, ABOARD), 0)
    if stepped and goal in working.board.lands:
        raise Refused("C20", f"The {UNITS[cargo]} in {start} has stepped aboard and does not go ashore yet.")
    anchor(working, seat, goal, cargo)
    working.remove(start, "F")
    put_fleet(working, seat, goal, cargo)
    working.moved[goal, "F"] += 1
    if goal in working.board.seas:
        working.moved[goal, ABOARD] = stepped
    elif cargo:
        working.moved[goal, cargo] += 1


def anchor(working: Working, seat: Seat, goal: Area, cargo: str) -> None:
    """Whether a fleet can rest there. Raises C23, C28, C29 or C34."""
    if goal in working.board.seas:
        holder = working.owner(goal)
        if holder == seat:
            raise Refused("C34", f"There is already a fleet in {goal}.")
        if holder:
            raise Refused("C29", f"{goal} is held by a fleet of {holder}: attack it.")
    elif not (working.board.is_port(goal) and working.owner(goal) == seat and not working.plot(goal).anchor):
        raise Refused("C28", "A fleet cannot enter land except an own port with a free anchor.")
    elif cargo and len(working.plot(goal).units) >= ROOM:
        raise Refused("C23", f"{goal} already holds two land units.")


def put_fleet(working: Working, seat: Seat, goal: Area, cargo: str) -> None:
    if goal in working.board.seas:
        working.seas[goal] = Water(seat, cargo)
    else:
        working.change(goal, anchor=seat)
        if cargo:
            working.add(goal, seat, cargo)


def keep_together(before: Working, after: Working, seat: Seat, start: Area, goal: Area, code: str) -> None:
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


def targets(working: Working, seat: Seat) -> Sequence[tuple[str, Area, Area]]:
    """Every step that is legal now, as unit, start and goal: for reports and for advice."""
    starts = [(letter, area) for area in working.owned(seat) for letter in sorted(set(working.plot(area).units))]
    starts += [("F", area) for area, plot in working.lands.items() if plot.anchor == seat]
    starts += [("F", area) for area in working.fleets(seat)]
    starts += [(working.seas[area].cargo, area) for area in working.fleets(seat) if working.seas[area].cargo]
    pairs = ((letter, start, goal) for letter, start in starts for goal in working.board.next_to[start])
    return [each for each in pairs if possible(working, partial(try_step, seat=seat, wish=each))]


def try_step(working: Working, seat: Seat, wish: tuple[str, Area, Area]) -> None:
    step(working, seat, *wish)


def possible(working: Working, act: Callable[[Working], None]) -> bool:
    try:
        act(working.trial())
    except Refused:
        return False
    return True
