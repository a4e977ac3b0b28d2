"""Lines that hold for longer: how they are kept and said again, and that they end when nobody holds the seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engines import states
from engines.all import SHIPPED
from engines.dice import KeyedDice
from engines.language import parse_orders
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Pick, Word
from engines.language.names import Choice
from engines.language.standing import (
    append_standing_orders,
    read_standing_lines,
    standing_line,
    update_standing_lines,
    with_standing_draft,
)
from tests.cantillon.test_language import BOARD as CANTILLON
from tests.europa.test_language import VOTING
from tests.europax.tables import make_led_round
from tests.europe2028.tables import position

GAMES: Mapping[str, tuple[Any, str, Mapping[str, tuple[str, ...]]]] = {
    "europa": (VOTING, "BLU", {"standing": ("PEACE 2",)}),
    "cantillon": (CANTILLON, "RED", {"standing": ("RUN ALL",)}),
    "europax": (make_led_round(""), "BLU", {"prefs": ("SPREAD ON",), "plan": ("PLAY 1",)}),
    "europe2028": (position(), "RU", {"standing": ("CHALLENGE WITH ALL",)}),
}
"""Positions in which a seat has said something for longer, and where that is kept."""


@pytest.mark.parametrize("code", GAMES)
def test_what_a_vacant_seat_says_ends_what_stood(code: str) -> None:
    state, seat, lines = GAMES[code]
    engine = SHIPPED[code]
    kept = replace(state, **{name: {seat: mine} for name, mine in lines.items()})
    grammar = engine.grammar(states.seat_view(kept, seat), seat)
    assert grammar is not None
    reading = parse_orders(grammar, "\n".join(grammar.vacant))
    assert grammar.vacant and not reading.remarks
    after = engine.resolve(kept, {seat: reading.orders}, KeyedDice(b"standing", "0")).state
    assert not any(getattr(after, name).get(seat) for name in lines)


@pytest.mark.parametrize("code", GAMES)
def test_where_nothing_stands_nothing_is_said(code: str) -> None:
    state, seat, lines = GAMES[code]
    grammar = SHIPPED[code].grammar(replace(state, **{name: {} for name in lines}), seat)
    assert grammar is not None and grammar.vacant == ()


YES = OrderPattern("YES", (Word("YES"), Pick("where", (Choice("FRA"), Choice("GBR")))), "YES {where}", several=True)
PEACE = OrderPattern("PEACE", (Word("PEACE"), Number("points", 0, 9)), "peace")
ASK = OrderGrammar("A phase", (YES, PEACE, standing_line((YES, PEACE))), draft=("PEACE 0",))


def lines(before: tuple[str, ...], text: str) -> tuple[str, ...]:
    reading = parse_orders(ASK, text)
    assert not any(remark.level == "error" for remark in reading.remarks)
    return update_standing_lines(ASK, before, reading.orders)


def test_the_sentence_that_keeps_a_line() -> None:
    """It stands under a heading of its own; its slot is that of the kind of line, as stored positions have it."""
    line = standing_line((YES, PEACE))
    assert (line.section, line.slot, line.several) == ("Standing lines", "STANDING {line.way}", True)
    assert standing_line((YES,), "where").slot == "STANDING {line.way} {line.where}"


def test_a_standing_line_is_kept_without_its_word() -> None:
    """One of another kind stands beside it; one of its kind takes its place; what is said for now only is not kept."""
    assert lines((), "STANDING PEACE 2\nPEACE 3") == ("PEACE 2",)
    assert lines(("PEACE 2",), "STANDING YES FRA\nSTANDING YES GBR") == ("PEACE 2", "YES FRA", "YES GBR")
    assert lines(("PEACE 2", "YES FRA"), "STANDING PEACE 5") == ("PEACE 5", "YES FRA")
    assert lines(("PEACE 2", "YES FRA"), "PEACE 5") == ("PEACE 2", "YES FRA")


def test_all_can_be_wiped_before_something_new_is_kept() -> None:
    assert lines(("PEACE 2", "YES FRA"), "standing clear") == ()
    assert lines(("PEACE 2", "YES FRA"), "standing none\nstanding yes gbr") == ("YES GBR",)


def test_what_is_kept_stays_as_it_was_spelled() -> None:
    """Positions hold these lines: a line that is read in other words now is not changed in those to come."""
    assert lines(("yes fra", "PEACE 2"), "STANDING PEACE 5") == ("yes fra", "PEACE 5")


def texts(orders: tuple[Order, ...]) -> list[str]:
    return [order.text for order in orders]


def test_standing_lines_are_said_again_as_far_as_they_can_be() -> None:
    """A line that is not possible now waits for its time."""
    now = OrderGrammar("Another phase", (PEACE,), draft=("PEACE 0",))
    assert texts(read_standing_lines(ASK, ("PEACE 2", "YES FRA"))) == ["PEACE 2", "YES FRA"]
    assert texts(read_standing_lines(now, ("YES FRA", "PEACE 2"))) == ["PEACE 2"]
    assert read_standing_lines(None, ("PEACE 2",)) == read_standing_lines(ASK, ()) == ()
    assert with_standing_draft(ASK, ("PEACE 2", "YES FRA")).draft == ("PEACE 2", "YES FRA")
    assert with_standing_draft(now, ("YES FRA",)) is now


def test_what_is_said_now_goes_before_what_stands() -> None:
    """And only what is about something else is still said."""
    said, standing = parse_orders(ASK, "PEACE 5").orders, read_standing_lines(ASK, ("PEACE 2", "YES FRA"))
    assert texts(append_standing_orders(said, standing)) == ["PEACE 5", "YES FRA"]
    assert texts(append_standing_orders((), standing)) == ["PEACE 2", "YES FRA"]


def test_what_lines_of_one_kind_are_about_can_tell_them_apart() -> None:
    apart = OrderGrammar("", (standing_line((YES,), about="where"),))
    one = update_standing_lines(apart, (), parse_orders(apart, "STANDING YES FRA").orders)
    assert update_standing_lines(apart, one, parse_orders(apart, "STANDING YES GBR").orders) == ("YES FRA", "YES GBR")
    together = OrderGrammar("", (standing_line((YES,)),))
    assert update_standing_lines(together, one, parse_orders(together, "STANDING YES GBR").orders) == ("YES GBR",)
