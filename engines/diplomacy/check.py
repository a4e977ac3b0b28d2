"""Oddities that show only when all of a seat's orders are read together: they cost nothing, but are worth a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engines.base import Seat, whole
from engines.diplomacy import meaning
from engines.diplomacy.adjustments import balance
from engines.diplomacy.defaults import builds
from engines.diplomacy.state import State
from engines.diplomacy.units import Command, Province, province
from engines.language.ask import Order, Remark


@whole
def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warnings about a whole set of orders."""
    if view.kind == "movement":
        yield from movement(view, seat, orders)
    elif view.kind == "retreat":
        yield from retreat(orders)
    elif view.kind == "adjustment":
        yield from winter(view, seat, orders)


def movement(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Own units sent to one place, and help for own orders that were not given."""
    said = {province(o.args["unit"]): o for o in orders if o.verb not in meaning.LATER}
    commands = meaning.commands(orders)
    goals = Counter(province(c.target) for c in commands.values() if c.kind == "M")
    mine = {province(unit.at) for unit in view.units_of(seat)}
    for at, command in commands.items():
        if command.kind == "M" and goals[province(command.target)] > 1:
            yield warning(
                f"Two of your units go to {province(command.target)}: at most one gets there, and only with help.",
                said[at],
            )
        if command.kind in ("S", "C") and command.helped in mine:
            yield from unmatched(command, commands.get(command.helped), said[at])
        if command.kind == "M" and command.via and not convoyed(view, at, command, commands):
            yield warning(f"{said[at].text}: none of your own fleets convoys it.", said[at])


def unmatched(command: Command, other: Command | None, order: Order) -> Iterator[Remark]:
    """Support or convoy of an own unit that is told something else, or nothing."""
    moving = other is not None and other.kind == "M"
    goal = province(other.target) if other is not None and moving else ""
    if command.target and goal != province(command.target):
        doing = f"goes to {goal}" if moving else "stays where it is"
        yield warning(f"{order.text} will be void: as your orders stand, the unit in {command.helped} {doing}.", order)
    elif not command.target and moving:
        yield warning(f"{order.text} will be void: as your orders stand, the unit in {command.helped} moves.", order)


def convoyed(view: State, at: Province, move: Command, commands: dict[Province, Command]) -> bool:
    """Whether somebody of the same side convoys the army, or others might."""
    fleets = [unit for unit in view.units if unit.kind == "F" and province(unit.at) in view.board.seas]
    foreign = any(unit.seat != view.by_province[at].seat for unit in fleets)
    helping = any(
        c.kind == "C" and c.helped == at and province(c.target) == province(move.target) for c in commands.values()
    )
    return helping or foreign


def retreat(orders: Sequence[Order]) -> Iterator[Remark]:
    """Two own units that would retreat to one place."""
    first = {at: places[0] for at, places in meaning.retreats(orders).items() if places and places[0] != "DISBAND"}
    goals = Counter(province(place) for place in first.values())
    for order in orders:
        at = province(order.args["unit"]) if "unit" in order.args else ""
        if at in first and goals[province(first[at])] > 1 and order.verb not in ("BUILD", "REMOVE"):
            yield warning(f"Two of your units retreat to {province(first[at])}: both would be disbanded.", order)


def winter(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """More builds or removals than there are to be made."""
    owed = balance(view.by_province, view.centres, seat)
    built = builds(view, seat, meaning.builds(orders)) if owed > 0 else ()
    single = [o for o in orders if o.verb in ("BUILD", "REMOVE")]
    for order in single:
        if order.verb == "BUILD" and order.args["unit"] not in {str(unit) for unit in built}:
            yield warning(f"{order.text} is one too many: you can build {owed} in all; the first ones count.", order)
    for order in [o for o in single if o.verb == "REMOVE"][max(-owed, 0) :]:
        yield warning(f"{order.text} is one too many: you have {-owed} to remove; the first ones count.", order)


def warning(text: str, order: Order) -> Remark:
    return Remark("warning", text, order.text)
