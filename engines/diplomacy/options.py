"""What is agreed before a game, asked for in the same language as orders (§14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.diplomacy.commands import Rulings
from engines.diplomacy.state import STANDARD_OPTIONS, Options
from engines.language.ask import Ask, Line, Number, Order, Pick, Word
from engines.language.names import Choice

PARADOX = (Choice("SZYKMAN", "Szykman"), Choice("ALL-HOLD", "all hold"))
INTENT = (Choice("OWN-FLEET", "own fleet"), Choice("EXPLICIT", "explicit"))
COASTS = (Choice("FREE", "free"), Choice("NAMED", "named"))
DISTANCE = (Choice("OWNED", "owned centres"), Choice("HOME", "home centres"))

SETUP = Ask(
    "Options of Diplomacy",
    (
        Line("VICTORY", (Word("VICTORY"), Number("centres", 3, 34)), "victory", "centres that win (18)"),
        Line("END", (Word("END"), Number("year", 1901, 2000)), "end", "the last year that is played (none)"),
        Line("PARADOX", (Word("PARADOX"), Pick("ruling", PARADOX)), "paradox", "of convoys, DATC 4.A.2 (SZYKMAN)"),
        Line("CONVOY", (Word("CONVOY"), Pick("intent", INTENT)), "convoy", "to a neighbour, DATC 4.A.3 (OWN-FLEET)"),
        Line("COASTS", (Word("COASTS"), Pick("support", COASTS)), "coasts", "of supports, DATC 4.B.4 (FREE)"),
        Line("DISORDER", (Word("DISORDER"), Pick("distance", DISTANCE)), "disorder", "measured, DATC 4.D.8 (OWNED)"),
    ),
    due=False,
)


def options(said: Sequence[Order]) -> Options:
    """The options that were said; the others are as usual."""
    found = STANDARD_OPTIONS
    for order in said:
        args = order.args
        match order.verb:
            case "VICTORY":
                found = replace(found, victory=args["centres"])
            case "END":
                found = replace(found, end_year=args["year"])
            case "DISORDER":
                found = replace(found, distance="home" if args["distance"] == "HOME" else "owned")
            case _:
                found = replace(found, rulings=ruled(found.rulings, order))
    return found


def ruled(rulings: Rulings, order: Order) -> Rulings:
    match order.verb:
        case "PARADOX":
            return replace(rulings, paradox="all hold" if order.args["ruling"] == "ALL-HOLD" else "szykman")
        case "CONVOY":
            return replace(rulings, intent="explicit" if order.args["intent"] == "EXPLICIT" else "own fleet")
        case _:
            return replace(rulings, coasts="named" if order.args["support"] == "NAMED" else "free")
