"""What is agreed before a game of Cantillon's Europe, in the language of orders (§8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from engines import options
from engines.cantillon.data import area_span, fold_board, fold_names
from engines.cantillon.state import CantillonOptions
from engines.cantillon.words import SEATS, area_choices, area_pick
from engines.language.grammar import (
    Number,
    Order,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    make_word,
    optional_parts,
)
from engines.language.names import Choice
from engines.options import Setters, first_argument, option_line, switch_lines

FEWEST, MOST, USUAL = 2, 6, 4
MODES = (Choice("SEALED"), Choice("TURN"), Choice("BOOK", names=("by the book",)))
GOALS = {
    "CITIES": "the first to so many cities wins",
    "LANDS": "the first to so many lands wins",
    "WEALTH": "the first whose treasury is worth so much wins",
    "ROUNDS": "whoever is ahead after so many rounds wins",
}
SWITCHES = {
    "REPULSE": ("repulse", "an attacker that throws the same stays alive (OFF)"),
    "ROTATE": ("rotate", "the order of play moves on by one each round (OFF)"),
    "GIVEN-ORDER": ("given_order", "play in the order of the seats, without dice (OFF)"),
    "TREASURY-OPEN": ("treasury_open", "everybody sees all treasuries (OFF)"),
    "SPOILS": ("spoils", "a victor also gets the treasury (OFF)"),
    "CEDE-ANY": ("cede_any", "lands can be ceded or burnt without resigning (OFF)"),
    "LANDMASS": ("whole_landmass", "a siege must enclose the whole landmass round a city (OFF)"),
}
EVERYWHERE = tuple(area_choices("full").values())
SPAN = optional_parts("to", make_word("-", "to"), area_pick("last", EVERYWHERE))
REGIONS = Repeat("list", (area_pick("first", EVERYWHERE), SPAN), 1, 109)


def goal_line(name: str) -> OrderPattern:
    return OrderPattern(name, (Word("GOAL"), Word(name), Number("n", 1, 999)), "goal", GOALS[name])


SETUP = OrderGrammar(
    "Options of Cantillon's Europe",
    (
        option_line("PLAYERS", f"players ({USUAL})", Number("count", FEWEST, MOST)),
        option_line("MODE", "how turns are played (SEALED)", Pick("mode", MODES)),
        option_line("FOLD", "the part of the map (FULL)", Pick("fold", tuple(Choice(f.upper()) for f in fold_names()))),
        OrderPattern(
            "RECTANGLE",
            (Word("FOLD"), *(Number(n, 0, 180) for n in ("west", "south", "east", "north"))),
            "fold",
            "a rectangle of your own: degrees east of 30° west, and degrees north, twice",
        ),
        OrderPattern(
            "REGIONS",
            (Word("FOLD"), Word("REGIONS"), REGIONS),
            "fold",
            "a list of your own: lands and seas, or spans of them (3-6)",
        ),
        OrderPattern("LAST", (Word("GOAL"), Word("LAST")), "goal", "the last one left wins (this is usual)"),
        *(goal_line(name) for name in GOALS),
        option_line(
            "TOURNAMENT", "games with this number share the dice of combat; 0: none (0)", Number("id", 0, 99_999)
        ),
        option_line("START-MONEY", "coins at the start (0)", Number("coins", 0, 99)),
        option_line(
            "ABSENT", "rounds without a player until a realm is given up; 0: never (3)", Number("rounds", 0, 99)
        ),
        *switch_lines(SWITCHES),
    ),
    due=False,
    draft=("GOAL ROUNDS 12",),
)
WEST = -30
"""The longitude from which a rectangle is measured, so that no number is below zero."""


def rectangle_fold(a: Mapping[str, Any]) -> dict[str, Any]:
    """A fold from two opposite corners, in whichever order they are said."""
    west, east = sorted((a["west"] + WEST, a["east"] + WEST))
    south, north = sorted((a["south"], a["north"]))
    return {"fold": f"{west},{south},{east},{north}"}


def regions_fold(a: Mapping[str, Any]) -> dict[str, Any]:
    """A fold from a list of regions and spans. Raises ValueError for a span from a land to a sea."""
    spans = [area_span(row["first"], row["to"][0]["last"] if row["to"] else row["first"]) for row in a["list"]]
    wanted = {code for codes in spans for code in codes}
    return {"fold": " ".join(code for code, _ in fold_board("full").iter_areas() if code in wanted)}


def goal_fields(name: str, a: Mapping[str, Any]) -> dict[str, Any]:
    return {"goal": name, "target": a["n"]}


SET: Setters = {
    "MODE": lambda a: {"mode": a["mode"].lower()},
    "FOLD": lambda a: {"fold": a["fold"].lower()},
    "RECTANGLE": rectangle_fold,
    "REGIONS": regions_fold,
    "LAST": lambda _: {"goal": "last", "target": 0},
    **{name: partial(goal_fields, name.lower()) for name in GOALS},
    "TOURNAMENT": lambda a: {"tournament": a["id"]},
    "START-MONEY": lambda a: {"start_money": a["coins"]},
    "ABSENT": lambda a: {"absent": a["rounds"]},
}


def read_cantillon_options(said: Sequence[Order]) -> CantillonOptions:
    """The options that were said; the others are as usual."""
    return options.apply_options(CantillonOptions(), said, SET, SWITCHES)


def cantillon_seats(said: Sequence[Order]) -> tuple[Choice, ...]:
    """The seats of a game."""
    return SEATS[: first_argument(said, "PLAYERS", USUAL)]
