"""Orders of a movement phase in the usual notation, understood as the ask would read them, but without it.

An ask describes everything that a unit could be told, which is far more work than to judge what it was told. Whoever
hands in whole positions mostly writes the notation; whatever else they write is for the ask, which also says what is
wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engines.base import Seat
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.legality import move_destination, why_illegal
from engines.diplomacy.state import DiplomacyState
from engines.diplomacy.units import HOLD, Province, Unit, UnitCommand, province_of
from engines.diplomacy.words import HELPED
from engines.language.grammar import Order
from engines.language.slots import counting_orders

NOTATION = re.compile(
    r"(?P<unit>[AF] (?P<at>[A-Z/]+)) "
    r"(?:H|- (?P<to>[A-Z/]+)(?P<via> VIA)?|(?P<help>[SC]) (?P<other>[AF] [A-Z/]+)(?: - (?P<goal>[A-Z/]+))?)"
)


def plain_orders(state: DiplomacyState, seat: Seat, lines: Sequence[str]) -> tuple[Order, ...] | None:
    """The orders of a seat; None if a line is not in the notation, or no order that can be given. Where supports have
    to name coasts (§5.8) only the ask will do."""
    if state.options.rulings.coasts == "named":
        return None
    found = []
    for line in lines:
        order = plain_order(state.board, state.by_province, seat, line)
        if order is None:
            return None
        found.append(order)
    return counting_orders(found)


def plain_order(board: DiplomacyBoard, units: Mapping[Province, Unit], seat: Seat, line: str) -> Order | None:
    """One order; None as of several."""
    said = NOTATION.fullmatch(line)
    unit = units.get(province_of(said["at"])) if said else None
    if said is None or unit is None or unit.seat != seat or str(unit) != said["unit"]:
        return None
    told = read_notated_help(board, units, said) if said["help"] else read_notated_move(board, unit, said)
    if told is None or why_illegal(board, units, unit, told[0]):
        return None
    return Order(str(unit), {"unit": unit.at, "order": told[1]}, province_of(unit.at), line)


CommandWithArgs = tuple[UnitCommand, dict[str, Any]]
"""A command, and the arguments by which an order holds it."""


def read_notated_move(board: DiplomacyBoard, unit: Unit, said: re.Match[str]) -> CommandWithArgs | None:
    """A move whose goal is named as the notation names it, or none at all."""
    to, via = said["to"], bool(said["via"])
    if not to:
        return HOLD, {"way": "hold"}
    if move_destination(board, unit, to) != to or (via and unit.kind == "F"):
        return None
    if via:
        return UnitCommand("M", to, via=True), {"way": "via", "to": to, "route": []}
    return UnitCommand("M", to), {"way": "move", "to": to}


def read_notated_help(
    board: DiplomacyBoard, units: Mapping[Province, Unit], said: re.Match[str]
) -> CommandWithArgs | None:
    """A support or a convoy; armies know no coasts."""
    kind, to, other = said["help"], said["goal"] or "", units.get(province_of(said["other"][2:]))
    if other is None or str(other) != said["other"] or (to and to not in board.province_by_location):
        return None
    if other.kind == "A" and "/" in to:
        return None
    command = UnitCommand(kind, to, province_of(other.at))  # type: ignore[arg-type]  # one of the two by the notation
    return command, {"way": help_form(kind, other, to), HELPED[kind]: str(other), **({"to": to} if to else {})}


def help_form(kind: str, other: Unit, to: str) -> str:
    """The form of the sentence in `sentences`."""
    if kind == "C":
        return "convoy"
    return ("support a fleet" if other.kind == "F" else "support") if to else "support to hold"
