"""What is agreed before a game of Goofspiel, asked for in the language of orders."""

from __future__ import annotations

from collections.abc import Sequence

from engines import options, palette
from engines.language.grammar import Number, Order, OrderGrammar, Pick
from engines.language.names import Choice
from engines.options import Setters, first_argument, option_line
from goofspiel.state import Options

SEATS = palette.seats_by_codes("BLU GRN RED YEL PUR BLK")
TIES = (Choice("CARRY"), Choice("LOST"), Choice("LOT"))
SETUP = OrderGrammar(
    "Options of Goofspiel",
    (
        option_line("PLAYERS", "players (3)", Number("count", 2, len(SEATS))),
        option_line("CARDS", "cards in a hand, and prizes (13)", Number("count", 3, 13)),
        option_line(
            "TIES", "a tied prize waits for the next round, is lost, or falls to a lot (CARRY)", Pick("way", TIES)
        ),
    ),
    due=False,
    draft=("PLAYERS 3", "CARDS 13", "TIES CARRY"),
)
SET: Setters = {
    "PLAYERS": lambda a: {"players": a["count"]},
    "CARDS": lambda a: {"cards": a["count"]},
    "TIES": lambda a: {"ties": a["way"]},
}


def chosen(said: Sequence[Order]) -> Options:
    """The options that were said; the others are as usual."""
    return options.apply_options(Options(), said, SET, {})


def seats(said: Sequence[Order]) -> tuple[Choice, ...]:
    """The players of a game."""
    return SEATS[: first_argument(said, "PLAYERS", Options.players)]
