"""Oddities that show only when all of a seat's orders are read together: they cost nothing, but are worth a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engines.base import Seat, whole
from engines.diplomacy import meaning
from engines.diplomacy.adjustments import balance
from engines.diplomacy.commands import serves
from engines.diplomacy.defaults import builds
from engines.diplomacy.legality import destination
from engines.diplomacy.lexicon import label, new_units, spoken, unit_label
from engines.diplomacy.prose import counted
from engines.diplomacy.state import State
from engines.diplomacy.units import HOLD, Command, Province, province
from engines.language.ask import Order, Remark

Said = Mapping[Province, Order]
Commands = Mapping[Province, Command]


@whole
def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warnings about a whole set of orders."""
    if view.kind == "movement":
        yield from movement(view, seat, orders)
    elif view.kind == "retreat":
        yield from retreat(orders)
    elif view.kind == "adjustment":
        yield from winter(view, seat, orders)


# --- movement ---------------------------------------------------------------------------------------------------


def movement(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Own units in each other's way, help for own orders that were not given, armies that nobody carries."""
    said = {province(o.args["unit"]): o for o in orders if o.verb not in meaning.LATER}
    mine = {province(unit.at) for unit in view.units_of(seat)}
    commands = {at: command for at, command in meaning.commands(orders).items() if at in mine}
    goals = Counter(province(command.target) for command in commands.values() if command.kind == "M")
    for at, command in commands.items():
        if command.kind == "M":
            yield from blocked(view, at, commands, goals, mine, said)
        if command.kind in ("S", "C") and command.helped in mine:
            yield from unmatched(view, at, command, commands.get(command.helped, HOLD), said[at])


def blocked(
    view: State, at: Province, commands: Commands, goals: Mapping[Province, int], mine: set[Province], said: Said
) -> Iterator[Remark]:
    """A move that meets an own unit, or goes by sea without a fleet."""
    move, name = commands[at], unit_label(view.by_province[at])
    goal, place = province(move.target), label(province(move.target))
    if goals[goal] > 1:
        yield warning(f"{counted(goals[goal], 'unit')} of yours go to {place}: at most one gets there.", said[at])
    if goal in mine and commands.get(goal, HOLD).kind != "M":
        other = unit_label(view.by_province[goal])
        why = f"as your orders stand, {other} stays there, and nobody drives out his own"
        yield warning(f"{name} cannot get into {place}: {why}.", said[at])
    if move.via and not carried(view, at, move, commands):
        yield warning(f"{name} goes by convoy, but none of your own fleets convoys it.", said[at])


def carried(view: State, at: Province, move: Command, commands: Commands) -> bool:
    """Whether somebody of the same side convoys the army, or others might."""
    fleets = [unit for unit in view.units if unit.kind == "F" and province(unit.at) in view.board.seas]
    foreign = any(unit.seat != view.by_province[at].seat for unit in fleets)
    helping = any(
        c.kind == "C" and c.helped == at and province(c.target) == province(move.target) for c in commands.values()
    )
    return helping or foreign


def unmatched(view: State, at: Province, command: Command, other: Command, order: Order) -> Iterator[Remark]:
    """Support or convoy of an own unit that is told something else, or nothing."""
    goes = other.kind == "M"
    fits = matches(view, command, other) if command.target else not goes
    if fits:
        return
    deed = "supports" if command.kind == "S" else "convoys"
    doing = f"goes to {label(other.target)}" if goes else "stays where it is"
    helper, helped = (unit_label(view.by_province[place]) for place in (at, command.helped))
    yield warning(f"{helper} {deed} {helped} in vain: as your orders stand, {helped} {doing}.", order)


def matches(view: State, command: Command, other: Command) -> bool:
    """Whether a support or convoy is of the move that is ordered, as `commands` takes it."""
    if other.kind != "M" or province(other.target) != province(command.target):
        return False
    unit, board = view.by_province[command.helped], view.board
    lands = destination(board, unit, other.target)
    return serves(board, unit, lands, command.target, view.options.rulings)


# --- retreats and winter ----------------------------------------------------------------------------------------


def retreat(orders: Sequence[Order]) -> Iterator[Remark]:
    """Two own units that would retreat to one place."""
    first = {at: places[0] for at, places in meaning.retreats(orders).items() if places and places[0] != "DISBAND"}
    goals = Counter(province(place) for place in first.values())
    for order in (each for each in orders if each.verb not in meaning.WINTER):
        at = province(order.args["unit"])
        if at in first and goals[province(first[at])] > 1:
            place = label(province(first[at]))
            yield warning(f"Two of your units retreat to {place}: both would be disbanded.", order)


def winter(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """More builds or removals than there are to be made."""
    owed = balance(view.by_province, view.centres, seat)
    built = {str(unit) for unit in builds(view, seat, meaning.builds(orders))}
    for order in orders:
        if order.verb == "BUILD" and order.args["unit"] not in built:
            what = new_units().get(order.args["unit"]).label
            yield warning(f"You can build {counted(owed, 'unit')}: {what} is one too many.", order)
    for order in [o for o in orders if o.verb == "REMOVE"][-owed:]:
        what = spoken(order.args["unit"])
        yield warning(f"You have {counted(-owed, 'unit')} to remove: {what} is one too many.", order)


def warning(text: str, order: Order) -> Remark:
    return Remark("warning", text, order.text)
