"""Positions of a game put right in tests: begun, said, refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engines.base import Engine, State
from engines.contract import contract_dice
from engines.language import parse_orders
from engines.language.grammar import Order


def idle_position(engine: Engine[Any], options: str = "", phases: int = 1) -> Any:
    """A position after so many phases in which nobody said a word."""
    state = engine.start(parse_orders(engine.setup, options).orders, contract_dice(3, 0)).state
    for number in range(phases):
        state = engine.resolve(state, {}, contract_dice(3, number + 1)).state
    return state


def parse_clean_corrections(engine: Any, state: State, text: str) -> Sequence[Order]:
    """All these lines, understood."""
    found = parse_orders(engine.correction_grammar(state), text)
    assert not [remark for remark in found.remarks if remark.level == "error"], found.remarks
    assert len(found.orders) == len(text.strip().splitlines())
    return found.orders


def correct_state(engine: Any, state: State, text: str) -> Any:
    return engine.correct(state, parse_clean_corrections(engine, state, text))


def correction_refusal(engine: Any, state: State, text: str) -> str:
    """Return why something cannot be put right."""
    with pytest.raises(ValueError, match=r"\.") as caught:
        correct_state(engine, state, text)
    return str(caught.value)
