"""What is agreed before a game of Europa, asked for in the same language as orders (specification, section 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Ask, Choice, Line, Number, Order, Pick, Word
from engines.europa.state import Options

FEWEST, MOST, USUAL = 3, 6, 5
SEATS = (
    Choice("BLU", "Blue"),
    Choice("GRN", "Green"),
    Choice("RED", "Red"),
    Choice("YEL", "Yellow"),
    Choice("PUR", "Purple"),
    Choice("BLK", "Black"),
)
MODES = (Choice("SEALED"), Choice("BOOK", names=("by the book",)))
PLACEMENTS = (Choice("TWO-MAILS"), Choice("ONE-MAIL"), Choice("SEQUENTIAL"))
SUPPLIES = (Choice("REFILL"), Choice("PERMANENT"))
FLOORS = (Choice("ZERO"), Choice("NONE"))
RESIGNED = (Choice("DEFAULT"), Choice("REMOVE"))
SWITCH = (Choice("ON", names=("yes",)), Choice("OFF", names=("no",)))
SWITCHES = {
    "VARIABLE-ORDER": ("variable_order", "the order of play follows the points before each election (OFF)"),
    "BLACK-HORSE": ("black_horse", "the last in order proposes first (OFF)"),
    "SHARE-TRACK": ("share_track", "games of a tournament also share the order of elections (OFF)"),
    "CONSENT": ("consent", "every member of a coalition must say Yes (ON)"),
    "PROPOSE-ANY": ("propose_any", "a coalition may be proposed without one's own party (OFF)"),
    "VP-OPEN": ("vp_open", "everybody sees all Victory Points (OFF)"),
    "CAMPAIGN": ("campaign", "by the book: time to talk before each election (OFF)"),
}


def setup(tables: Sequence[str]) -> Ask:
    """The options; `tables` names the files of countries a host has besides the usual one."""
    data = Pick("table", (Choice("STANDARD"), *(Choice(name.upper()) for name in tables)))
    return Ask("Options of Europa", (*LINES, option("DATA", data, "which countries are played with (STANDARD)")), False)


def option(verb: str, value: Pick | Number, help_: str) -> Line:
    return Line(verb, (Word(verb), value), verb.lower(), help_)


LINES = (
    option("PLAYERS", Number("count", FEWEST, MOST), f"parties ({USUAL})"),
    option("MODE", Pick("mode", MODES), "sealed phases for all at once, or step by step BY THE BOOK (SEALED)"),
    option("ELECTION-PARTS", Number("parts", 1, 3), "deadlines for the elections of a turn (1)"),
    option("PLACEMENT", Pick("placement", PLACEMENTS), "how pawns are placed (TWO-MAILS)"),
    option("TOURNAMENT", Number("id", 0, 99_999), "games with this number share the dice of war; 0: none (0)"),
    option("SUPPLY", Pick("supply", SUPPLIES), "pawns come back, or 20 must last for the game (REFILL)"),
    option("VP-FLOOR", Pick("floor", FLOORS), "Victory Points do not fall below (ZERO)"),
    option("ON-RESIGN", Pick("what", RESIGNED), "a party that resigned plays by default, or is removed (DEFAULT)"),
    *(option(verb, Pick("flag", SWITCH), help_) for verb, (_, help_) in SWITCHES.items()),
)
SET: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "MODE": lambda a: {"book": a["mode"] == "BOOK"},
    "ELECTION-PARTS": lambda a: {"election_parts": a["parts"]},
    "PLACEMENT": lambda a: {"placement": a["placement"].lower().replace("-", " ")},
    "TOURNAMENT": lambda a: {"tournament": a["id"]},
    "SUPPLY": lambda a: {"permanent_supply": a["supply"] == "PERMANENT"},
    "VP-FLOOR": lambda a: {"vp_floor": a["floor"] == "ZERO"},
    "ON-RESIGN": lambda a: {"remove_resigned": a["what"] == "REMOVE"},
}


def chosen(said: Sequence[Order]) -> Options:
    """The options that were said; the others are as usual."""
    found = Options()
    for order in said:
        if order.verb in SWITCHES:
            found = replace(found, **{SWITCHES[order.verb][0]: order.args["flag"] == "ON"})
        elif order.verb in SET:
            found = replace(found, **SET[order.verb](order.args))
    return found


def argument(said: Sequence[Order], verb: str, usual: Any) -> Any:
    """The one argument of an option."""
    return next((next(iter(order.args.values())) for order in said if order.verb == verb), usual)


def seats(said: Sequence[Order]) -> tuple[Choice, ...]:
    """The parties of a game."""
    return SEATS[: argument(said, "PLAYERS", USUAL)]
