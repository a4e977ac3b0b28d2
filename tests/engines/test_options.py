"""Options are said like orders, and become the fields of a dataclass."""

from __future__ import annotations

from dataclasses import dataclass

from engines.language import parse_orders
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Word
from engines.options import apply_options, first_argument, option_line, switch_lines


@dataclass(frozen=True)
class Options:
    players: int = 4
    hidden: bool = False
    open_hands: bool = True


SWITCHES = {"HIDDEN": ("hidden", "all is hidden"), "OPEN-HANDS": ("open_hands", "hands lie open")}
SETTERS = {"PLAYERS": lambda args: {"players": args["count"]}}
ASK = OrderGrammar(
    "Options", (option_line("PLAYERS", "how many", Number("count", 2, 6)), *switch_lines(SWITCHES)), due=False
)


def parse_option_lines(text: str) -> tuple[Order, ...]:
    reading = parse_orders(ASK, text)
    assert all(remark.level == "warning" for remark in reading.remarks)
    return reading.orders


def options(text: str) -> Options:
    return apply_options(Options(), parse_option_lines(text), SETTERS, SWITCHES)


def test_an_option_is_its_word_and_what_follows() -> None:
    """It is about itself: a later one replaces an earlier one. Stored games have the slot in small letters."""
    number = Number("count", 2, 6)
    assert option_line("PLAYERS", "how many", number) == OrderPattern(
        "PLAYERS", (Word("PLAYERS"), number), "players", "how many"
    )
    assert options("PLAYERS 3\nPLAYERS 5") == Options(players=5)


def test_what_is_not_said_is_as_usual() -> None:
    assert options("") == Options()


def test_switches_are_on_or_off() -> None:
    """Or yes or no; each has its own help."""
    assert options("hidden on\nopen-hands off") == Options(hidden=True, open_hands=False)
    assert options("hidden yes\nopen-hands no\nplayers 2") == Options(2, True, False)
    assert options("hidden off\nopen-hands on") == Options()
    assert [(line.verb, line.help) for line in switch_lines(SWITCHES)] == [
        ("HIDDEN", "all is hidden"),
        ("OPEN-HANDS", "hands lie open"),
    ]


def test_an_order_that_is_no_option_sets_nothing() -> None:
    assert apply_options(Options(), (Order("ELSE", {"count": 9}, "", "ELSE 9"),), SETTERS, SWITCHES) == Options()


def test_a_single_argument_or_the_usual() -> None:
    assert first_argument(parse_option_lines("HIDDEN ON\nPLAYERS 3"), "PLAYERS", 4) == 3
    assert first_argument(parse_option_lines("HIDDEN ON"), "PLAYERS", 4) == 4
