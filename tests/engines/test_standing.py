"""Lines that hold for longer: how they are kept and said again, and that they end when nobody holds the seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engines import states
from engines.all import SHIPPED
from engines.dice import KeyedDice
from engines.language import read
from engines.language.ask import Ask, Line, Number, Order, Pick, Word
from engines.language.names import Choice
from engines.language.standing import as_draft, behind, kept, said_again, standing_line
from tests.cantillon.test_language import BOARD as CANTILLON
from tests.europa.test_language import VOTING
from tests.europax.tables import led
from tests.europe2028.tables import position

GAMES: Mapping[str, tuple[Any, str, Mapping[str, tuple[str, ...]]]] = {
    "europa": (VOTING, "BLU", {"standing": ("PEACE 2",)}),
    "cantillon": (CANTILLON, "RED", {"standing": ("RUN ALL",)}),
    "europax": (led(""), "BLU", {"prefs": ("SPREAD ON",), "plan": ("PLAY 1",)}),
    "europe2028": (position(), "RU", {"standing": ("CHALLENGE WITH ALL",)}),
}
"""Positions in which a seat has said something for longer, and where that is kept."""


@pytest.mark.parametrize("code", GAMES)
def test_what_a_vacant_seat_says_ends_what_stood(code: str) -> None:
    state, seat, lines = GAMES[code]
    engine = SHIPPED[code]
    kept = replace(state, **{name: {seat: mine} for name, mine in lines.items()})
    ask = engine.ask(states.view(kept, seat), seat)
    assert ask is not None
    reading = read(ask, "\n".join(ask.vacant))
    assert ask.vacant and not reading.remarks
    after = engine.resolve(kept, {seat: reading.orders}, KeyedDice(b"standing", "0")).state
    assert not any(getattr(after, name).get(seat) for name in lines)


@pytest.mark.parametrize("code", GAMES)
def test_where_nothing_stands_nothing_is_said(code: str) -> None:
    state, seat, lines = GAMES[code]
    ask = SHIPPED[code].ask(replace(state, **{name: {} for name in lines}), seat)
    assert ask is not None and ask.vacant == ()


YES = Line("YES", (Word("YES"), Pick("where", (Choice("FRA"), Choice("GBR")))), "YES {where}", several=True)
PEACE = Line("PEACE", (Word("PEACE"), Number("points", 0, 9)), "peace")
ASK = Ask("A phase", (YES, PEACE, standing_line((YES, PEACE))), draft=("PEACE 0",))


def lines(before: tuple[str, ...], text: str) -> tuple[str, ...]:
    reading = read(ASK, text)
    assert not any(remark.level == "error" for remark in reading.remarks)
    return kept(ASK, before, reading.orders)


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
    now = Ask("Another phase", (PEACE,), draft=("PEACE 0",))
    assert texts(said_again(ASK, ("PEACE 2", "YES FRA"))) == ["PEACE 2", "YES FRA"]
    assert texts(said_again(now, ("YES FRA", "PEACE 2"))) == ["PEACE 2"]
    assert said_again(None, ("PEACE 2",)) == said_again(ASK, ()) == ()
    assert as_draft(ASK, ("PEACE 2", "YES FRA")).draft == ("PEACE 2", "YES FRA")
    assert as_draft(now, ("YES FRA",)) is now


def test_what_is_said_now_goes_before_what_stands() -> None:
    """And only what is about something else is still said."""
    said, standing = read(ASK, "PEACE 5").orders, said_again(ASK, ("PEACE 2", "YES FRA"))
    assert texts(behind(said, standing)) == ["PEACE 5", "YES FRA"]
    assert texts(behind((), standing)) == ["PEACE 2", "YES FRA"]


def test_what_lines_of_one_kind_are_about_can_tell_them_apart() -> None:
    apart = Ask("", (standing_line((YES,), about="where"),))
    one = kept(apart, (), read(apart, "STANDING YES FRA").orders)
    assert kept(apart, one, read(apart, "STANDING YES GBR").orders) == ("YES FRA", "YES GBR")
    together = Ask("", (standing_line((YES,)),))
    assert kept(together, one, read(together, "STANDING YES GBR").orders) == ("YES GBR",)
