"""What is agreed before a game of Europa, asked for in the same language as orders (§8)."""

from __future__ import annotations

from collections.abc import Sequence

from engines import options, palette
from engines.europa.state import EuropaOptions
from engines.language.grammar import Number, Order, OrderGrammar, Pick
from engines.language.names import Choice
from engines.options import Setters, first_argument, option_line, switch_lines

FEWEST, MOST, USUAL = 3, 6, 5
SEATS = palette.seats_by_codes("BLU GRN RED YEL PUR BLK")
MODES = (Choice("SEALED"), Choice("BOOK", names=("by the book",)))
PLACEMENTS = (Choice("TWO-MAILS"), Choice("ONE-MAIL"), Choice("SEQUENTIAL"))
SUPPLIES = (Choice("REFILL"), Choice("PERMANENT"))
FLOORS = (Choice("ZERO"), Choice("NONE"))
RESIGNED = (Choice("DEFAULT"), Choice("REMOVE"))
SWITCHES = {
    "VARIABLE-ORDER": ("variable_order", "the order of play follows the points before each election (OFF)"),
    "BLACK-HORSE": ("black_horse", "the last in order proposes first (OFF)"),
    "SHARE-TRACK": ("share_track", "games of a tournament also share the order of elections (OFF)"),
    "CONSENT": ("consent", "every member of a coalition must say Yes (ON)"),
    "PROPOSE-ANY": ("propose_any", "a coalition may be proposed without one's own party (OFF)"),
    "VP-OPEN": ("vp_open", "everybody sees all Victory Points (OFF)"),
    "CAMPAIGN": ("campaign", "by the book: time to talk before each election (OFF)"),
}


def europa_setup_grammar(tables: Sequence[str]) -> OrderGrammar:
    """The options; `tables` names the files of countries a host has besides the usual one."""
    data = Pick("table", (Choice("STANDARD"), *(Choice(name.upper()) for name in tables)))
    return OrderGrammar(
        "Options of Europa", (*LINES, option_line("DATA", "which countries are played with (STANDARD)", data)), False
    )


LINES = (
    option_line("PLAYERS", f"parties ({USUAL})", Number("count", FEWEST, MOST)),
    option_line("MODE", "sealed phases for all at once, or step by step BY THE BOOK (SEALED)", Pick("mode", MODES)),
    option_line("ELECTION-PARTS", "deadlines for the elections of a turn (1)", Number("parts", 1, 3)),
    option_line("PLACEMENT", "how pawns are placed (TWO-MAILS)", Pick("placement", PLACEMENTS)),
    option_line("TOURNAMENT", "games with this number share the dice of war; 0: none (0)", Number("id", 0, 99_999)),
    option_line("SUPPLY", "pawns come back, or 20 must last for the game (REFILL)", Pick("supply", SUPPLIES)),
    option_line("VP-FLOOR", "Victory Points do not fall below (ZERO)", Pick("floor", FLOORS)),
    option_line("ON-RESIGN", "a party that resigned plays by default, or is removed (DEFAULT)", Pick("what", RESIGNED)),
    *switch_lines(SWITCHES),
)
SET: Setters = {
    "MODE": lambda a: {"book": a["mode"] == "BOOK"},
    "ELECTION-PARTS": lambda a: {"election_parts": a["parts"]},
    "PLACEMENT": lambda a: {"placement": a["placement"].lower().replace("-", " ")},
    "TOURNAMENT": lambda a: {"tournament": a["id"]},
    "SUPPLY": lambda a: {"permanent_supply": a["supply"] == "PERMANENT"},
    "VP-FLOOR": lambda a: {"vp_floor": a["floor"] == "ZERO"},
    "ON-RESIGN": lambda a: {"remove_resigned": a["what"] == "REMOVE"},
}


def read_europa_options(said: Sequence[Order]) -> EuropaOptions:
    """The options that were said; the others are as usual."""
    return options.apply_options(EuropaOptions(), said, SET, SWITCHES)


def europa_seats(said: Sequence[Order]) -> tuple[Choice, ...]:
    """The parties of a game."""
    return SEATS[: first_argument(said, "PLAYERS", USUAL)]
