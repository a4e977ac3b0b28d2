"""Crowded positions in a corner of the board, with orders that get in each other's way."""

from __future__ import annotations

from random import Random

from engines.diplomacy.data import STANDARD
from engines.diplomacy.units import Location, Province, Unit, UnitCommand, province_of

SEATS = ("ENGLAND", "FRANCE", "GERMANY", "RUSSIA")


def dense_position(dice: Random) -> tuple[dict[Province, Unit], dict[Province, UnitCommand]]:
    """Up to fourteen units close together, of up to four sides, and a command for most of them."""
    area = corner(dice, dice.randint(6, 14))
    units = {at: place(dice, at) for at in area if dice.random() < 0.85}
    commands: dict[Province, UnitCommand] = {}
    for at in dice.sample(sorted(units), len(units)):
        if at not in commands and units[at].kind == "A" and dice.random() < 0.7:
            cross(dice, at, area, units, commands)
    for at in dice.sample(sorted(units), len(units)):
        if at not in commands and dice.random() < 0.5:
            commands[at] = UnitCommand("M", dice.choice(attacks(units[at], commands)))
    for at in dice.sample(sorted(units), len(units)):
        if at not in commands:
            commands[at] = lend_hand(dice, at, units, commands)
    return units, spoil(dice, units, commands)


def corner(dice: Random, size: int) -> list[Province]:
    """Provinces around one of the seas, the nearest first, the seas rather than inland."""
    found = [dice.choice(sorted(STANDARD.seas))]
    for at in found:
        near = sorted(to for to in STANDARD.borders[at] if to in STANDARD.places and to not in found)
        found += [
            to for to in dice.sample(near, len(near)) if STANDARD.places[to].kind != "inland" or dice.random() < 0.3
        ]
        if len(found) >= size:
            break
    return found[:size]


def place(dice: Random, at: Province) -> Unit:
    """A unit that can stand there."""
    locations = STANDARD.standing_places("F", at)
    if locations and (at not in STANDARD.army or dice.random() < 0.55):
        return Unit("F", dice.choice(locations), dice.choice(SEATS))
    return Unit("A", at, dice.choice(SEATS))


def cross(
    dice: Random, at: Province, area: list[Province], units: dict[Province, Unit], commands: dict[Province, UnitCommand]
) -> None:
    """Sends an army over the water, to where a fleet stands if it can, and the fleets there to carry it."""
    shores = [to for to in area if to != at and STANDARD.places[to].kind == "coast"]
    free = [sea for sea in area if sea in units and sea in STANDARD.seas and sea not in commands]
    if not shores or not free:
        return
    near = [to for to in shores if any(to in STANDARD.borders[sea] for sea in free)]
    goal = dice.choice([to for to in near if to in units and units[to].kind == "F"] or near or shores)
    commands[at] = UnitCommand("M", goal, via=dice.random() < 0.3)
    for sea in free:
        if dice.random() < (0.9 if {at, goal} & STANDARD.borders[sea] else 0.4):
            commands[sea] = UnitCommand("C", goal, at)


def attacks(unit: Unit, commands: dict[Province, UnitCommand]) -> list[Location]:
    """Return where a unit may go, the fleets that convoy six times."""
    options = sorted(STANDARD.reachable_locations(unit))
    prey = [to for to in options if to in commands and commands[to].kind == "C"]
    return options + prey * 5


def lend_hand(
    dice: Random, at: Province, units: dict[Province, Unit], commands: dict[Province, UnitCommand]
) -> UnitCommand:
    """A support of some unit nearby, whoever it belongs to."""
    near = STANDARD.touched_provinces(units[at])
    options = [UnitCommand("S", "", to) for to in sorted(near & units.keys())]
    for other, command in sorted(commands.items()):
        if command.kind == "M" and other != at and province_of(command.target) in near:
            prey = commands.get(province_of(command.target))
            options += [UnitCommand("S", command.target, other)] * (20 if prey and prey.kind == "C" else 3)
    return dice.choice(options) if options and dice.random() < 0.9 else UnitCommand("H")


def spoil(
    dice: Random, units: dict[Province, Unit], commands: dict[Province, UnitCommand]
) -> dict[Province, UnitCommand]:
    """Now and then an order is forgotten or goes somewhere impossible."""
    places: list[Location] = sorted(STANDARD.province_by_location)
    spoilt = {}
    for at, command in commands.items():
        chance = dice.random()
        if chance < 0.02 and units[at].kind == "A":
            spoilt[at] = UnitCommand("M", dice.choice(places), via=dice.random() < 0.5)
        elif chance < 0.03:
            spoilt[at] = UnitCommand(command.kind, dice.choice(places), command.helped)
        elif chance < 0.97:
            spoilt[at] = command
    return spoilt
