"""From understood sentences to commands and wishes: the arguments of `sentences` and `later`, read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.diplomacy.state import Standing
from engines.diplomacy.units import HOLD, Command, Location, Province, province
from engines.language.ask import Order

WINTER = ("BUILD", "BUILDS", "WAIVE", "REMOVE", "REMOVES")
LATER = ("RETREAT", "DISBAND", *WINTER)


def commands(orders: Sequence[Order]) -> dict[Province, Command]:
    """What a seat's units are told, by the province they stand in."""
    return {province(o.args["unit"]): command(o.args["order"]) for o in orders if o.verb not in LATER}


def command(said: Mapping[str, Any]) -> Command:
    """What a unit is told."""
    to = said.get("to", "")
    if "support" in said:
        return Command("S", to, at(said["support"]))
    if "convoy" in said:
        return Command("C", to, at(said["convoy"]))
    if to:
        return Command("M", to, via="route" in said, route=tuple(row["sea"] for row in said.get("route", ())))
    return HOLD


def at(unit: str) -> Province:
    """The province of "A PAR", "F STP/SC" or just "PAR"."""
    return province(unit.split()[-1])


def retreats(orders: Sequence[Order]) -> dict[Province, tuple[Location, ...]]:
    """Where dislodged units want to go, best first, DISBAND among it."""
    found: dict[Province, tuple[Location, ...]] = {}
    for order in orders:
        if order.verb == "DISBAND":
            found[province(order.args["unit"])] = ("DISBAND",)
        elif order.verb == "RETREAT":
            found[province(order.args["unit"])] = wishes(order, "to")
        elif order.verb not in LATER:
            found[province(order.args["unit"])] = (order.args["order"].get("to", "DISBAND"),)
    return found


def wishes(order: Order, name: str) -> tuple[str, ...]:
    """A list of wishes, best first."""
    return (order.args[name], *(row[name] for row in order.args["next"]))


def builds(orders: Sequence[Order]) -> tuple[str, ...]:
    """The units to build in the order named, the lists after what is named alone, and WAIVE last."""
    alone = [o.args["unit"] for o in orders if o.verb == "BUILD"]
    listed = [unit for o in orders if o.verb == "BUILDS" for unit in wishes(o, "first")]
    waived = ["WAIVE"] if any(o.verb == "WAIVE" for o in orders) else []
    return tuple(dict.fromkeys([*alone, *listed, *waived]))


def removes(orders: Sequence[Order]) -> tuple[Province, ...]:
    """The provinces whose units are to be removed, in the order named, lists last."""
    alone = [at(o.args["unit"]) for o in orders if o.verb == "REMOVE"]
    listed = [at(unit) for o in orders if o.verb == "REMOVES" for unit in wishes(o, "first")]
    return tuple(dict.fromkeys([*alone, *listed]))


def standing(before: Standing, orders: Sequence[Order]) -> Standing:
    """A seat's standing orders after new ones: what is new replaces what was said before for the same thing."""
    return Standing(
        {**before.retreats, **retreats([o for o in orders if o.verb == "RETREAT"])},
        builds(orders) or before.builds,
        removes(orders) or before.removes,
    )
