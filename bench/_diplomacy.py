"""Movement phases as people play them: moves mostly, a third of them supported, a few convoys; from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from engines.diplomacy.adjudicate import adjudicate_moves
from engines.diplomacy.adjustments import build_options, centre_owners, resolve_builds, resolve_removals, unit_balance
from engines.diplomacy.convoys import are_coasts_joined, fleets_at_sea
from engines.diplomacy.data import STANDARD
from engines.diplomacy.events import order_text
from engines.diplomacy.grammars import build_diplomacy_grammar
from engines.diplomacy.state import DiplomacyState, sort_units
from engines.diplomacy.units import Province, Unit, UnitCommand, province_of
from engines.language import parse_orders
from engines.language.grammar import Order


@dataclass(frozen=True)
class RandomPhase:
    """The units of a movement phase and what each was told to do."""

    units: Mapping[Province, Unit]
    commands: Mapping[Province, UnitCommand]


def phases(seed: int, games: int = 20, years: int = 10) -> list[RandomPhase]:
    """Phases with 22 to 34 units from games of random but purposeful play."""
    dice = Random(seed)
    return [phase for _ in range(games) for phase in game(dice, years) if 22 <= len(phase.units) <= 34]


def game(dice: Random, years: int) -> Iterator[RandomPhase]:
    """The movement phases of one game; dislodged units are disbanded."""
    units = {province_of(unit.at): unit for unit in STANDARD.start}
    centres = {at: seat for seat, homes in STANDARD.homes.items() for at in homes}
    for _ in range(years):
        for _season in ("spring", "fall"):
            phase = RandomPhase(units, orders(dice, units, centres))
            yield phase
            units = adjudicate_moves(STANDARD, phase.units, phase.commands).units_after
        centres = centre_owners(STANDARD, units, centres)
        units = winter(dice, units, centres)


def winter(dice: Random, units: dict[Province, Unit], centres: Mapping[Province, str]) -> dict[Province, Unit]:
    """Everybody builds all he may and removes what civil disorder would."""
    for seat in STANDARD.powers:
        count = unit_balance(units, centres, seat)
        options = list(build_options(STANDARD, units, centres, seat))
        dice.shuffle(options)
        for unit in resolve_builds(options, options, count):
            units[province_of(unit.at)] = unit
        for unit in resolve_removals(STANDARD, units, centres, seat, (), max(0, -count)):
            del units[province_of(unit.at)]
    return units


def orders(
    dice: Random, units: Mapping[Province, Unit], centres: Mapping[Province, str]
) -> dict[Province, UnitCommand]:
    """A command for every unit: first who moves where, then the others help."""
    commands: dict[Province, UnitCommand] = {}
    order = list(units)
    dice.shuffle(order)
    for at in order:
        if at not in commands and dice.random() < 0.6:
            commands[at] = UnitCommand("M", best(dice, units[at], centres))
            if units[at].kind == "A" and dice.random() < 0.5:
                carry(dice, at, units, commands)
    for at in order:
        if at not in commands:
            commands[at] = help_somebody(dice, at, units, commands)
    return commands


def best(dice: Random, unit: Unit, centres: Mapping[Province, str]) -> str:
    """Return where the unit would like to go: rather to a centre of somebody else."""
    options = sorted(STANDARD.reachable_locations(unit))
    prizes = [to for to in options if province_of(to) in STANDARD.centres and centres.get(province_of(to)) != unit.seat]
    return dice.choice(prizes or options)


def carry(dice: Random, at: Province, units: Mapping[Province, Unit], commands: dict[Province, UnitCommand]) -> None:
    """Sends an army across one sea, if a fleet of its side lies there and has nothing to do."""
    for sea in sorted(fleets_at_sea(STANDARD, units)):
        shores = sorted(
            p for p in STANDARD.borders[sea] if p in STANDARD.army and p not in STANDARD.army[at] and p != at
        )
        if units[sea].seat == units[at].seat and sea not in commands and shores:
            goal = dice.choice(shores)
            if are_coasts_joined(STANDARD, [sea], at, goal):
                commands[sea] = UnitCommand("C", goal, at)
                commands[at] = UnitCommand("M", goal)
                return


def help_somebody(
    dice: Random, at: Province, units: Mapping[Province, Unit], commands: Mapping[Province, UnitCommand]
) -> UnitCommand:
    """A support of a unit of the same side, else of anybody's, else a hold."""
    near, mine = STANDARD.touched_provinces(units[at]), units[at].seat
    moving = [other for other, command in commands.items() if command.kind == "M" and other != at]
    options = [UnitCommand("S", goal, other) for other in moving if province_of(goal := commands[other].target) in near]
    options += [UnitCommand("S", "", other) for other in sorted(near & units.keys()) if other not in moving]
    own = [command for command in options if units[command.helped].seat == mine]
    return dice.choice(own or options or [UnitCommand("H")])


def build_crowded_phase() -> tuple[DiplomacyState, dict[str, tuple[Order, ...]]]:
    """The fullest phase of a game as the engine sees it: a state, and orders by seat as players would write them."""
    phase = max(phases(7, games=6), key=lambda found: len(found.units))
    centres = {at: seat for seat, homes in STANDARD.homes.items() for at in homes}
    units = sort_units(dict(phase.units), STANDARD.powers)
    state = DiplomacyState(seats=STANDARD.powers, phase="S1906M", kind="movement", units=units, centres=centres)
    said: dict[str, tuple[Order, ...]] = {}
    for seat in STANDARD.powers:
        asked = build_diplomacy_grammar(state, seat)
        mine = [order_text(unit, phase.commands[province_of(unit.at)], phase.units) for unit in state.units_of(seat)]
        said[seat] = parse_orders(asked, "\n".join(mine)).orders if asked else ()
    return state, said
