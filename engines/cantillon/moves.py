"""Steps of stage 3: taxmen, armies and fleets, each one area a turn, never cutting off what hung together (§5.2.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engines.base import Seat
from engines.cantillon.connect import areas_cut_off, connected_areas, stray_anchors
from engines.cantillon.data import Area
from engines.cantillon.state import ROOM, Water
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused

UNITS = {"T": "taxman", "A": "army", "F": "fleet"}
ABOARD = "aboard"
"""The mark of a unit that stepped aboard in this stage: it may not land in it."""


def require_ready_unit(working: CantillonTurnContext, seat: Seat, letter: str, area: Area) -> None:
    """Raises C20 unless a unit of that kind is there that has not stepped yet."""
    if letter == "F":
        there = (working.plot_of(area).anchor if area in working.board.lands else working.owner_of(area)) == seat
        free = int(there) - working.moved[area, "F"]
    elif area in working.board.lands:
        free = (
            working.plot_of(area).units.count(letter) * (working.owner_of(area) == seat) - working.moved[area, letter]
        )
    else:
        carried = working.owner_of(area) == seat and working.seas[area].cargo == letter
        free = int(carried) - working.moved[area, ABOARD]
    if free < 1:
        raise LineRefused("C20", f"You have no {UNITS[letter]} free to move in {area} (none, or all have stepped).")


def require_spare_taxman(working: CantillonTurnContext, seat: Seat, letter: str, area: Area) -> None:
    """Raises C07 for the last taxman of the city in which a player began: one must remain there (§5.1)."""
    first = letter == "T" and working.state.homes.get(seat) == area
    if first and working.plot_of(area).units.count("T") < 2:
        raise LineRefused("C07", f"One taxman must remain in {working.board.cities[area]}, your first city.")


def require_touching(working: CantillonTurnContext, start: Area, goal: Area) -> None:
    if goal not in working.board.next_to[start]:
        raise LineRefused("C21", f"{start} and {goal} do not touch.")


def step_unit(working: CantillonTurnContext, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """One step of one unit. Raises LineRefused C07 or C20 to C29."""
    require_ready_unit(working, seat, letter, start)
    require_touching(working, start, goal)
    require_spare_taxman(working, seat, letter, start)
    trial = working.copy_for_trial()
    (sail_fleet if letter == "F" else walk_unit)(trial, seat, letter, start, goal)
    require_connection(working, trial, seat, start, goal, "C27" if letter == "F" else "C24")
    trial.record_event("step", seat=seat, unit=letter, start=start, goal=goal)
    working.adopt_trial(trial)


def walk_unit(working: CantillonTurnContext, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """A taxman or an army into own or free land, or aboard."""
    require_entry(working, seat, letter, goal)
    working.remove_unit(start, letter)
    working.add_unit(goal, seat, letter)
    if goal in working.board.seas:
        working.moved[goal, ABOARD] += 1
    else:
        working.moved[goal, letter] += 1
        working.take_goods(goal, seat)


def require_entry(working: CantillonTurnContext, seat: Seat, letter: str, goal: Area) -> None:
    """Whether there is room. Raises C22, C23, C25 or C26."""
    holder = working.owner_of(goal)
    if goal in working.board.seas:
        if holder != seat:
            raise LineRefused("C25", f"Only fleets can enter a sea alone; there is no fleet of yours in {goal}.")
        if working.seas[goal].cargo:
            raise LineRefused("C26", f"The fleet in {goal} already carries a unit.")
    elif holder not in ("", seat):
        if letter == "T":
            raise LineRefused("C22", f"A taxman can enter only free land; {goal} is held by {holder}.")
        raise LineRefused("C29", f"{goal} is held by {holder}: attack it.")
    elif len(working.plot_of(goal).units) >= ROOM:
        raise LineRefused("C23", f"{goal} already holds two land units.")


def sail_fleet(working: CantillonTurnContext, seat: Seat, _: str, start: Area, goal: Area) -> None:
    """A fleet into a free sea, or onto a free anchor of an own port, where its cargo goes ashore."""
    cargo, stepped = "", 0
    if start in working.board.seas:
        cargo, stepped = working.seas[start].cargo, working.moved.pop((start, ABOARD), 0)
    if stepped and goal in working.board.lands:
        raise LineRefused("C20", f"The {UNITS[cargo]} in {start} has stepped aboard and does not go ashore yet.")
    require_berth(working, seat, goal, cargo)
    working.remove_unit(start, "F")
    put_fleet(working, seat, goal, cargo)
    working.moved[goal, "F"] += 1
    if goal in working.board.seas:
        working.moved[goal, ABOARD] = stepped
    elif cargo:
        working.moved[goal, cargo] += 1


def require_berth(working: CantillonTurnContext, seat: Seat, goal: Area, cargo: str) -> None:
    """Whether a fleet can rest there. Raises C23, C28, C29 or C34."""
    if goal in working.board.seas:
        holder = working.owner_of(goal)
        if holder == seat:
            raise LineRefused("C34", f"There is already a fleet in {goal}.")
        if holder:
            raise LineRefused("C29", f"{goal} is held by a fleet of {holder}: attack it.")
    elif not (working.board.is_port(goal) and working.owner_of(goal) == seat and not working.plot_of(goal).anchor):
        raise LineRefused("C28", "A fleet cannot enter land except an own port with a free anchor.")
    elif cargo and len(working.plot_of(goal).units) >= ROOM:
        raise LineRefused("C23", f"{goal} already holds two land units.")


def put_fleet(working: CantillonTurnContext, seat: Seat, goal: Area, cargo: str) -> None:
    if goal in working.board.seas:
        working.seas[goal] = Water(seat, cargo)
    else:
        working.change_plot(goal, anchor=seat)
        if cargo:
            working.add_unit(goal, seat, cargo)


def require_connection(
    before: CantillonTurnContext, after: CantillonTurnContext, seat: Seat, start: Area, goal: Area, code: str
) -> None:
    """Raises C24 or C27 if a step cuts off what was connected before, the unit that steps included (§5.2.3c).

    A fleet left alone on its anchor is cut off as well: without a unit the land around it is nobody's."""
    joined = connected_areas(before, seat)
    lost = areas_cut_off(joined, after, seat) + [area for area in stray_anchors(after, seat) if area in joined]
    if start in joined and goal not in connected_areas(after, seat) and goal not in lost:
        lost.append(goal)
    if lost and code == "C27":
        raise LineRefused(code, f"The fleet in {start} is the bridge to {', '.join(lost)}; it cannot leave.")
    if lost:
        raise LineRefused(code, f"This step would isolate {', '.join(lost)}.")


def list_legal_steps(working: CantillonTurnContext, seat: Seat) -> Sequence[tuple[str, Area, Area]]:
    """Every step that is legal now, as unit, start and goal: for reports and for advice."""
    starts = [(letter, area) for area in working.lands_of(seat) for letter in sorted(set(working.plot_of(area).units))]
    starts += [("F", area) for area, plot in working.lands.items() if plot.anchor == seat]
    starts += [("F", area) for area in working.fleets_of(seat)]
    starts += [(working.seas[area].cargo, area) for area in working.fleets_of(seat) if working.seas[area].cargo]
    pairs = ((letter, start, goal) for letter, start in starts for goal in working.board.next_to[start])
    return [each for each in pairs if is_allowed(working, partial(try_step, seat=seat, wish=each))]


def try_step(working: CantillonTurnContext, seat: Seat, wish: tuple[str, Area, Area]) -> None:
    step_unit(working, seat, *wish)


def is_allowed(working: CantillonTurnContext, act: Callable[[CantillonTurnContext], None]) -> bool:
    try:
        act(working.copy_for_trial())
    except LineRefused:
        return False
    return True
