"""From understood sentences to commands and wishes: the arguments of `sentences` and `later`, read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.diplomacy.state import StandingOrders
from engines.diplomacy.units import HOLD, Location, Province, UnitCommand, province_of
from engines.language.grammar import Order

WINTER = ("BUILD", "BUILDS", "WAIVE", "REMOVE", "REMOVES")
LATER = ("RETREAT", "DISBAND", *WINTER)


def read_commands(orders: Sequence[Order]) -> dict[Province, UnitCommand]:
    """Return what a seat's units are told, by the province they stand in."""
    return {province_of(o.args["unit"]): read_command(o.args["order"]) for o in orders if o.verb not in LATER}


def read_command(said: Mapping[str, Any]) -> UnitCommand:
    """Return what a unit is told."""
    to = said.get("to", "")
    if "support" in said:
        return UnitCommand("S", to, unit_province(said["support"]))
    if "convoy" in said:
        return UnitCommand("C", to, unit_province(said["convoy"]))
    if to:
        return UnitCommand("M", to, via="route" in said, route=tuple(row["sea"] for row in said.get("route", ())))
    return HOLD


def unit_province(unit: str) -> Province:
    """The province of "A PAR", "F STP/SC" or just "PAR"."""
    return province_of(unit.split()[-1])


def read_retreats(orders: Sequence[Order]) -> dict[Province, tuple[Location, ...]]:
    """Return where dislodged units want to go, best first, DISBAND among it."""
    found: dict[Province, tuple[Location, ...]] = {}
    for order in orders:
        if order.verb == "DISBAND":
            found[province_of(order.args["unit"])] = ("DISBAND",)
        elif order.verb == "RETREAT":
            found[province_of(order.args["unit"])] = read_wishes(order, "to")
        elif order.verb not in LATER:
            found[province_of(order.args["unit"])] = (order.args["order"].get("to", "DISBAND"),)
    return found


def read_wishes(order: Order, name: str) -> tuple[str, ...]:
    """A list of wishes, best first."""
    return (order.args[name], *(row[name] for row in order.args["next"]))


def read_builds(orders: Sequence[Order]) -> tuple[str, ...]:
    """The units to build in the order named, the lists after what is named alone, and WAIVE last."""
    alone = [o.args["unit"] for o in orders if o.verb == "BUILD"]
    listed = [unit for o in orders if o.verb == "BUILDS" for unit in read_wishes(o, "first")]
    waived = ["WAIVE"] if any(o.verb == "WAIVE" for o in orders) else []
    return tuple(dict.fromkeys([*alone, *listed, *waived]))


def read_removals(orders: Sequence[Order]) -> tuple[Province, ...]:
    """The provinces whose units are to be removed, in the order named, lists last."""
    alone = [unit_province(o.args["unit"]) for o in orders if o.verb == "REMOVE"]
    listed = [unit_province(unit) for o in orders if o.verb == "REMOVES" for unit in read_wishes(o, "first")]
    return tuple(dict.fromkeys([*alone, *listed]))


def update_standing(before: StandingOrders, orders: Sequence[Order]) -> StandingOrders:
    """A seat's standing orders after new ones: what is new replaces what was said before for the same thing."""
    return StandingOrders(
        {**before.retreats, **read_retreats([o for o in orders if o.verb == "RETREAT"])},
        read_builds(orders) or before.builds,
        read_removals(orders) or before.removes,
    )
