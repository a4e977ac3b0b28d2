"""Lines that hold for longer end when nobody holds their seat any more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engines import states
from engines.all import ENGINES
from engines.dice import KeyedDice
from engines.orders import read
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
    engine = ENGINES[code]
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
    ask = ENGINES[code].ask(replace(state, **{name: {} for name in lines}), seat)
    assert ask is not None and ask.vacant == ()
