"""Options are said like orders, and become the fields of a dataclass."""

from __future__ import annotations

from dataclasses import dataclass

from engines.language import read
from engines.language.ask import Ask, Line, Number, Order, Word
from engines.options import argument, chosen, option, switch_lines


@dataclass(frozen=True)
class Options:
    players: int = 4
    hidden: bool = False
    open_hands: bool = True


SWITCHES = {"HIDDEN": ("hidden", "all is hidden"), "OPEN-HANDS": ("open_hands", "hands lie open")}
SETTERS = {"PLAYERS": lambda args: {"players": args["count"]}}
ASK = Ask("Options", (option("PLAYERS", "how many", Number("count", 2, 6)), *switch_lines(SWITCHES)), due=False)


def said(text: str) -> tuple[Order, ...]:
    reading = read(ASK, text)
    assert all(remark.level == "warning" for remark in reading.remarks)
    return reading.orders


def options(text: str) -> Options:
    return chosen(Options(), said(text), SETTERS, SWITCHES)


def test_an_option_is_its_word_and_what_follows() -> None:
    """It is about itself: a later one replaces an earlier one. Stored games have the slot in small letters."""
    number = Number("count", 2, 6)
    assert option("PLAYERS", "how many", number) == Line("PLAYERS", (Word("PLAYERS"), number), "players", "how many")
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
    assert chosen(Options(), (Order("ELSE", {"count": 9}, "", "ELSE 9"),), SETTERS, SWITCHES) == Options()


def test_a_single_argument_or_the_usual() -> None:
    assert argument(said("HIDDEN ON\nPLAYERS 3"), "PLAYERS", 4) == 3
    assert argument(said("HIDDEN ON"), "PLAYERS", 4) == 4
