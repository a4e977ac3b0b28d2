"""The commands of a phase, read once into what the adjudicator asks for: who goes where, who backs whom, by what way.

Illegal commands and those that match nothing leave no trace here; `explain` finds out why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engines.diplomacy.convoys import is_fleet_needed
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.legality import illegal_move, move_destination
from engines.diplomacy.units import Location, Province, Unit, UnitCommand


@dataclass(frozen=True)
class Rulings:
    """Where the rule books leave a choice. The defaults are those DATC 3.0 prefers.

    `paradox` (§8.2, DATC 4.A.2): what becomes of a convoy paradox; the convoying fleets hold ("szykman"), or every move
    that is part of it fails ("all hold"). `intent` (§7.6, DATC 4.A.3): an army goes to a neighbouring province by sea
    if it says so or a fleet of its own side is told to convoy it ("own fleet"), or only if it says so ("explicit").
    `coasts` (§5.8, DATC 4.B.4): a support that names no coast serves a move to either ("free"), or to none ("named").
    """

    paradox: Literal["szykman", "all hold"] = "szykman"
    intent: Literal["own fleet", "explicit"] = "own fleet"
    coasts: Literal["free", "named"] = "free"


DEFAULT_RULINGS = Rulings()


@dataclass(slots=True)
class MatchedCommands:
    """What is left of a phase's commands once the illegal and the void ones are gone.

    All by the province a unit stands in. `goal`: the province a unit moves to, and `landing` the location there.
    `entering`: who moves into a province. `into`: the province a supporting unit supports into, and `backers`: who
    supports a unit in what it does. `by_sea`: the armies that need a convoy, with the fleets told to carry them.
    """

    units: Mapping[Province, Unit]
    goal: dict[Province, Province] = field(default_factory=dict)
    landing: dict[Province, Location] = field(default_factory=dict)
    entering: dict[Province, list[Province]] = field(default_factory=dict)
    into: dict[Province, Province] = field(default_factory=dict)
    backers: dict[Province, list[Province]] = field(default_factory=dict)
    by_sea: dict[Province, list[Province]] = field(default_factory=dict)


def match_commands(
    board: DiplomacyBoard,
    units: Mapping[Province, Unit],
    commands: Mapping[Province, UnitCommand],
    rulings: Rulings = DEFAULT_RULINGS,
) -> MatchedCommands:
    """The legal and matching part of the commands. KeyError for a command to a province without a unit."""
    orders = MatchedCommands(units)
    goal, landing, entering = orders.goal, orders.landing, orders.entering
    army, fleet, within = board.army, board.fleet, board.province_by_location
    supports, convoys = [], []
    for at, command in commands.items():
        unit, kind = units[at], command.kind
        if kind == "M":
            place = command.target
            reach = army[at] if unit.kind == "A" else fleet[unit.at]
            if place not in reach or command.via or command.route:
                place = unusual_move(board, orders, unit, command)
                if not place:
                    continue
            landing[at] = place
            goal[at] = there = within[place]
            entering.setdefault(there, []).append(at)
        elif kind == "S":
            supports.append((at, command))
        elif kind == "C":
            convoys.append((at, command))
    if convoys:
        match_convoys(board, orders, convoys, rulings)
    if supports:
        match_supports(board, orders, supports, rulings)
    return orders


def unusual_move(board: DiplomacyBoard, orders: MatchedCommands, unit: Unit, command: UnitCommand) -> Location:
    """Return where a move leads that is not plainly to a location in reach; "" if it is illegal. Notes who goes by
    sea."""
    if illegal_move(board, orders.units, unit, command):
        return ""
    place = move_destination(board, unit, command.target)
    if unit.kind == "A" and (command.via or command.route or place not in board.army[unit.at]):
        orders.by_sea[unit.at] = []
    return place


def match_supports(
    board: DiplomacyBoard, orders: MatchedCommands, supports: list[tuple[Province, UnitCommand]], rulings: Rulings
) -> None:
    """Notes the supports of what the supported unit really does (§5.5, §5.6)."""
    units, landing, goal, into, backers = orders.units, orders.landing, orders.goal, orders.into, orders.backers
    army, fleet_touches, within = board.army, board.fleet_touches, board.province_by_location
    for at, command in supports:
        unit, helped, target = units[at], command.helped, command.target
        there = within.get(target) if target else helped
        if there not in (army[at] if unit.kind == "A" else fleet_touches[unit.at]):
            continue
        if not target:
            matches = helped in units and helped not in goal
        else:
            lands = landing.get(helped, "")
            matches = lands == target or (
                goal.get(helped) == there and serves_move(board, units[helped], lands, target, rulings)
            )
        if matches:
            into[at] = there
            backers.setdefault(helped, []).append(at)


def serves_move(board: DiplomacyBoard, unit: Unit, landing: Location, target: Location, rulings: Rulings) -> bool:
    """Return whether a support to `target` serves the unit's move to a coast of the same province (§5.8, DATC
    4.B.4)."""
    free = rulings.coasts == "free" and "/" not in target
    return free or landing == move_destination(board, unit, target)


def match_convoys(
    board: DiplomacyBoard, orders: MatchedCommands, convoys: list[tuple[Province, UnitCommand]], rulings: Rulings
) -> None:
    """Notes the fleets that carry an army where it wants to go, and which armies go by sea because of them (§7.1,
    §7.6)."""
    units, goal, by_sea = orders.units, orders.goal, orders.by_sea
    matching = [
        (at, command.helped)
        for at, command in convoys
        if at in board.seas
        and command.helped in goal
        and units[command.helped].kind == "A"
        and goal[command.helped] == board.province_by_location.get(command.target)
    ]
    if rulings.intent == "own fleet":
        fleets = board.seas & units.keys()
        for at, army in matching:
            mine = units[at].seat == units[army].seat
            if mine and army not in by_sea and is_fleet_needed(board, fleets, army, goal[army], at):
                by_sea[army] = []
    for at, army in matching:
        if army in by_sea:
            by_sea[army].append(at)
