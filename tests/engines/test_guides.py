"""Every line in the guides of the games is one that the game reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engines.all import SHIPPED
from engines.base import State
from engines.dice import KeyedDice
from engines.europax.state import EuropaxOptions
from engines.europe2028.state import MAT, Europe2028Token, Fight
from engines.language import parse_orders
from engines.language.grammar import OrderGrammar
from tests.cantillon.test_language import BOARD
from tests.europa.test_language import PHASES
from tests.europax.tables import make_led_round

EUROPE = SHIPPED["europe2028"].start((), KeyedDice(b"guide", "0")).state
TOKENS = {seat: dict.fromkeys(mine, Europe2028Token(MAT)) for seat, mine in EUROPE.tokens.items()}
ROUND = replace(EUROPE, phase="R1", kind="round", round=1, market=("CYP", "GER", "SWI", "UKR"), tokens=TOKENS)
FIGHT = Fight("EA", "ECO", "GER", ("2D",), "RU", ("9D",), attackers_move=True)
POSITIONS: dict[str, list[tuple[State, str]]] = {
    "europa": [(state, "BLU") for state in PHASES.values()],
    "cantillon": [(BOARD, "RED"), (SHIPPED["cantillon"].start((), KeyedDice(b"guide", "0")).state, "RED")],
    "europax": [
        (make_led_round("", options=EuropaxOptions(extra_aid=True)), "BLU"),
        (SHIPPED["europax"].start((), KeyedDice(b"guide", "0")).state, "BLU"),
    ],
    "europe2028": [
        (replace(EUROPE, dealt={**EUROPE.dealt, "PB": ("S5", "S9")}), "PB"),
        *((ROUND, seat) for seat in ("PB", "RU")),
        (replace(ROUND, phase="R1-EA-ADD1", kind="add", turn="EA", fights=(FIGHT,), asked=("EA",)), "EA"),
    ],
}
GUIDES = Path(__file__).parents[2] / "docs" / "engines"


def asks(code: str) -> Iterator[OrderGrammar]:
    yield SHIPPED[code].setup
    for state, seat in POSITIONS[code]:
        found = SHIPPED[code].grammar(state, seat)
        assert found is not None
        yield found


@pytest.mark.parametrize("code", list(POSITIONS))
def test_the_guide_is_understood(code: str) -> None:
    text = (GUIDES / f"{code}.md").read_text("utf-8")
    lines = [line for block in re.findall(r"```\n(.*?)```", text, re.S) for line in block.splitlines()]
    assert len(lines) > 20
    known = list(asks(code))
    unread = [line for line in lines if not any(parse_orders(grammar, line).orders for grammar in known)]
    assert unread == []


@pytest.mark.parametrize("code", list(POSITIONS))
def test_the_guide_names_every_option(code: str) -> None:
    text = (GUIDES / f"{code}.md").read_text("utf-8")
    missing = {line.slot.upper() for line in SHIPPED[code].setup.lines} - set(re.findall(r"^([A-Z-]+)", text, re.M))
    assert missing <= {"DATA", "LONG-CAP"}
