"""Oddities that show only when all of a seat's orders are read together: they cost nothing, but are worth a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engines.base import Seat, returns_tuple
from engines.diplomacy import meaning
from engines.diplomacy.adjustments import unit_balance
from engines.diplomacy.commands import serves_move
from engines.diplomacy.defaults import wished_builds
from engines.diplomacy.legality import move_destination
from engines.diplomacy.lexicon import full_label, location_label, new_units, unit_label
from engines.diplomacy.prose import count_things
from engines.diplomacy.state import DiplomacyState
from engines.diplomacy.units import HOLD, Province, UnitCommand, province_of
from engines.language.grammar import Order, Remark

OrdersByProvince = Mapping[Province, Order]
CommandsByProvince = Mapping[Province, UnitCommand]


@returns_tuple
def check_diplomacy_orders(view: DiplomacyState, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warnings about a whole set of orders."""
    if view.kind == "movement":
        yield from check_movement(view, seat, orders)
    elif view.kind == "retreat":
        yield from check_retreats(orders)
    elif view.kind == "adjustment":
        yield from check_winter(view, seat, orders)


# --- movement ---------------------------------------------------------------------------------------------------


def check_movement(view: DiplomacyState, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Own units in each other's way, help for own orders that were not given, armies that nobody carries."""
    said = {province_of(o.args["unit"]): o for o in orders if o.verb not in meaning.LATER}
    mine = {province_of(unit.at) for unit in view.units_of(seat)}
    commands = {at: command for at, command in meaning.read_commands(orders).items() if at in mine}
    goals = Counter(province_of(command.target) for command in commands.values() if command.kind == "M")
    for at, command in commands.items():
        if command.kind == "M":
            yield from warn_blocked(view, at, commands, goals, mine, said)
        if command.kind in ("S", "C") and command.helped in mine:
            yield from warn_unmatched(view, at, command, commands.get(command.helped, HOLD), said[at])


def warn_blocked(
    view: DiplomacyState,
    at: Province,
    commands: CommandsByProvince,
    goals: Mapping[Province, int],
    mine: set[Province],
    said: OrdersByProvince,
) -> Iterator[Remark]:
    """A move that meets an own unit, or goes by sea without a fleet."""
    move, name = commands[at], unit_label(view.by_province[at])
    goal, place = province_of(move.target), location_label(province_of(move.target))
    if goals[goal] > 1:
        yield warn_of_order(
            f"{count_things(goals[goal], 'unit')} of yours go to {place}: at most one gets there.", said[at]
        )
    if goal in mine and commands.get(goal, HOLD).kind != "M":
        other = unit_label(view.by_province[goal])
        why = f"as your orders stand, {other} stays there, and nobody drives out their own"
        yield warn_of_order(f"{name} cannot get into {place}: {why}.", said[at])
    if move.via and not may_be_carried(view, at, move, commands):
        yield warn_of_order(f"{name} goes by convoy, but none of your own fleets convoys it.", said[at])


def may_be_carried(view: DiplomacyState, at: Province, move: UnitCommand, commands: CommandsByProvince) -> bool:
    """Return whether somebody of the same side convoys the army, or others might."""
    fleets = [unit for unit in view.units if unit.kind == "F" and province_of(unit.at) in view.board.seas]
    foreign = any(unit.seat != view.by_province[at].seat for unit in fleets)
    helping = any(
        c.kind == "C" and c.helped == at and province_of(c.target) == province_of(move.target)
        for c in commands.values()
    )
    return helping or foreign


def warn_unmatched(
    view: DiplomacyState, at: Province, command: UnitCommand, other: UnitCommand, order: Order
) -> Iterator[Remark]:
    """Support or convoy of an own unit that is told something else, or nothing."""
    goes = other.kind == "M"
    fits = is_move_served(view, command, other) if command.target else not goes
    if fits:
        return
    deed = "supports" if command.kind == "S" else "convoys"
    doing = f"goes to {location_label(other.target)}" if goes else "stays where it is"
    helper, helped = (unit_label(view.by_province[place]) for place in (at, command.helped))
    yield warn_of_order(f"{helper} {deed} {helped} in vain: as your orders stand, {helped} {doing}.", order)


def is_move_served(view: DiplomacyState, command: UnitCommand, other: UnitCommand) -> bool:
    """Return whether a support or convoy is of the move that is ordered, as `commands` takes it."""
    if other.kind != "M" or province_of(other.target) != province_of(command.target):
        return False
    unit, board = view.by_province[command.helped], view.board
    lands = move_destination(board, unit, other.target)
    return serves_move(board, unit, lands, command.target, view.options.rulings)


# --- retreats and winter ----------------------------------------------------------------------------------------


def check_retreats(orders: Sequence[Order]) -> Iterator[Remark]:
    """Two own units that would retreat to one place."""
    first = {at: places[0] for at, places in meaning.read_retreats(orders).items() if places and places[0] != "DISBAND"}
    goals = Counter(province_of(place) for place in first.values())
    for order in (each for each in orders if each.verb not in meaning.WINTER):
        at = province_of(order.args["unit"])
        if at in first and goals[province_of(first[at])] > 1:
            place = location_label(province_of(first[at]))
            yield warn_of_order(f"Two of your units retreat to {place}: both would be disbanded.", order)


def check_winter(view: DiplomacyState, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """More builds or removals than there are to be made."""
    owed = unit_balance(view.by_province, view.centres, seat)
    built = {str(unit) for unit in wished_builds(view, seat, meaning.read_builds(orders))}
    for order in orders:
        if order.verb == "BUILD" and order.args["unit"] not in built:
            what = new_units().get(order.args["unit"]).label
            yield warn_of_order(f"You can build {count_things(owed, 'unit')}: {what} is one too many.", order)
    for order in [o for o in orders if o.verb == "REMOVE"][-owed:]:
        what = full_label(order.args["unit"])
        yield warn_of_order(f"You have {count_things(-owed, 'unit')} to remove: {what} is one too many.", order)


def warn_of_order(text: str, order: Order) -> Remark:
    return Remark("warning", text, order.text)
