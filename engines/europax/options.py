"""What is agreed before a game of Europax, in the language of orders (§8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines import options, palette
from engines.europax.state import BANK, EuropaxOptions
from engines.europax.words import europax_country_lexicon
from engines.language.grammar import Number, Order, OrderGrammar, Pick
from engines.language.names import Choice
from engines.options import Setters, first_argument, option_line, switch_lines

USUAL = 5
SEATS = palette.seats_by_codes("BLU RED GRN YEL PUR")
BANKER = Choice(BANK, "Bank", ("banker", "banque"))
LENGTHS = (Choice("SHORT", names=("courte",)), Choice("LONG", names=("longue",)))
AIDS = (Choice("LOAN", names=("pret",)), Choice("GIFT", names=("don",)))
MODES = (Choice("MAIL"), Choice("BOOK", names=("by the book",)))
EVENTS = (Choice("CYCLE"), Choice("RESHUFFLE"))
COUNTS = (Choice("NONE"), Choice("EUROPEAN"))
LEFT_OUT = (Choice("RANDOM"), *europax_country_lexicon(False).choices)
SWITCHES = {
    "TWO-EACH": ("two_each", "two players with two countries each (OFF)"),
    "ASK-BUYERS": ("ask_buyers", "by the book: buyers without a wish are asked (OFF)"),
    "FINAL-REWARD": ("final_reward", "1000 M once for an empty board when production is exhausted (ON)"),
    "EXTRA-AID": ("extra_aid", "partners may give more than 300 M (OFF)"),
    "BANKER-DUTIES": ("banker_duties", "the banker says whether aid is lent or given (OFF)"),
}
SETUP = OrderGrammar(
    "Options of Europax",
    (
        option_line("PLAYERS", f"players, the sixth is the banker ({USUAL})", Number("count", 2, 6)),
        option_line("WITHOUT", "the country left out with four players (RANDOM)", Pick("country", LEFT_OUT)),
        option_line("LENGTH", "until demands, or until production ends (SHORT)", Pick("length", LENGTHS)),
        option_line("AID", "what partners pay is lent or given (LOAN)", Pick("aid", AIDS)),
        option_line("CARDS", "demand cards played at one deadline; 0: as usual (0)", Number("count", 0, 60)),
        option_line("MODE", "sealed rounds, or card by card (MAIL)", Pick("mode", MODES)),
        option_line("EVENTS", "the pile goes round, or is shuffled anew (CYCLE)", Pick("events", EVENTS)),
        option_line("STOCK-VALUE", "whether goods count at the end (NONE)", Pick("value", COUNTS)),
        option_line(
            "LONG-CAP", "new demand talons in a long game; 0: no bound (2 for two or three)", Number("times", 0, 9)
        ),
        *switch_lines(SWITCHES),
    ),
    due=False,
)


def left_out_option(args: Mapping[str, Any]) -> dict[str, Any]:
    return {"without": "" if args["country"] == "RANDOM" else args["country"]}


SET: Setters = {
    "PLAYERS": lambda a: {"players": a["count"]},
    "WITHOUT": left_out_option,
    "LENGTH": lambda a: {"long": a["length"] == "LONG"},
    "AID": lambda a: {"gift": a["aid"] == "GIFT"},
    "CARDS": lambda a: {"cards": a["count"]},
    "MODE": lambda a: {"book": a["mode"] == "BOOK"},
    "EVENTS": lambda a: {"reshuffle": a["events"] == "RESHUFFLE"},
    "STOCK-VALUE": lambda a: {"stock_counts": a["value"] == "EUROPEAN"},
    "LONG-CAP": lambda a: {"cap": a["times"]},
}


def read_europax_options(said: Sequence[Order]) -> EuropaxOptions:
    """The options that were said; the others are as usual."""
    return options.apply_options(EuropaxOptions(), said, SET, SWITCHES)


def europax_seats(said: Sequence[Order]) -> tuple[Choice, ...]:
    """The players; the sixth is the banker. Raises ValueError if two countries each are wanted by others than two."""
    count, found = first_argument(said, "PLAYERS", USUAL), read_europax_options(said)
    if found.two_each and count != 2:
        raise ValueError("Two countries each are for two players: PLAYERS 2.")
    return (*SEATS[: min(count, USUAL)], *((BANKER,) if count > USUAL else ()))
