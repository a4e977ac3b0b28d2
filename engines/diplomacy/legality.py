"""Which commands a unit can be given: what is possible as far as the position alone tells (§5.9, DATC 4.E.1)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.diplomacy.convoys import are_coasts_joined, fleets_at_sea, is_fleet_needed
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.units import Location, Province, Unit, UnitCommand, province_of


def why_illegal(board: DiplomacyBoard, units: Mapping[Province, Unit], unit: Unit, command: UnitCommand) -> str:
    """Return why the unit cannot be given the command, in words that name codes; "" if it can."""
    if command.kind == "M":
        return illegal_move(board, units, unit, command)
    if command.kind == "S":
        return illegal_support(board, units, unit, command)
    if command.kind == "C":
        return illegal_convoy(board, units, unit, command)
    return ""


def move_destination(board: DiplomacyBoard, unit: Unit, target: Location) -> Location:
    """Return where a move to `target` leads (§5.8).

    An army knows no coasts (DATC 4.B.6 b), and a fleet that names none takes the only one it can reach (DATC 4.B.2 a).
    "" if a fleet would have to say which coast (DATC 4.B.1).
    """
    if unit.kind == "A":
        return province_of(target)
    coasts = board.places[target].coasts if target in board.places else ()
    open_to = [coast for coast in coasts if coast in board.fleet[unit.at]]
    if len(open_to) > 1:
        return ""
    return open_to[0] if open_to else target


def illegal_move(board: DiplomacyBoard, units: Mapping[Province, Unit], unit: Unit, command: UnitCommand) -> str:
    """Return why the unit cannot move there by any means; "" if it can."""
    start, place = province_of(unit.at), move_destination(board, unit, command.target)
    goal = province_of(command.target)
    if goal == start:
        return "it is there already"
    if goal not in board.places:
        return f"{goal} is no place to go"
    by_sea = command.via or bool(command.route)
    if not place:
        return f"say which coast of {goal}"
    if place in board.reachable_locations(unit) and not (by_sea and unit.kind == "A"):
        return ""
    if unit.kind == "F":
        return f"a fleet in {unit.at} does not touch {place}"
    return illegal_crossing(board, units, start, goal)


def illegal_crossing(board: DiplomacyBoard, units: Mapping[Province, Unit], start: Province, goal: Province) -> str:
    """Return why no chain of the fleets now at sea could take an army across; "" if one could."""
    if goal not in board.army:
        return f"an army cannot go to {goal}"
    if are_coasts_joined(board, fleets_at_sea(board, units), start, goal):
        return ""
    apart = "" if goal in board.army[start] else f"{start} does not touch {goal}, and "
    return f"{apart}no fleets could convoy there"


def illegal_support(board: DiplomacyBoard, units: Mapping[Province, Unit], unit: Unit, command: UnitCommand) -> str:
    """Return why the unit cannot give the support, whatever the other is told; "" if it can (§5.5, §5.6)."""
    start, into = province_of(unit.at), province_of(command.target or command.helped)
    helped = units.get(command.helped)
    if helped is None:
        return f"no unit in {command.helped}"
    if command.helped == start:
        return "a unit cannot support itself"
    if into not in board.touched_provinces(unit):
        return f"{unit} does not touch {into}"
    if not command.target:
        return ""
    if not move_destination(board, helped, command.target):
        return ""
    others = {at: other for at, other in units.items() if at != start}
    return illegal_move(board, others, helped, UnitCommand("M", command.target))


def illegal_convoy(board: DiplomacyBoard, units: Mapping[Province, Unit], unit: Unit, command: UnitCommand) -> str:
    """Return why the fleet cannot help to convoy there; "" if it can (§7.1, §7.2)."""
    start, goal = command.helped, province_of(command.target)
    helped = units.get(start)
    if unit.kind != "F" or unit.at not in board.seas:
        return "only a fleet at sea can convoy"
    if helped is None or helped.kind != "A":
        return f"no army in {start}"
    if goal not in board.army or goal == start:
        return f"an army cannot be convoyed to {goal}"
    if not is_fleet_needed(board, fleets_at_sea(board, units), start, goal, unit.at):
        return f"{unit} is on no route from {start} to {goal}"
    return ""
