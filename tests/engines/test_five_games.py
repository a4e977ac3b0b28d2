"""The order language carries a hard phase of each of the five games."""

from __future__ import annotations

import json
from random import Random

import pytest

from engines.language import outline_grammar, parse_orders, roll_orders
from engines.language.grammar import Order
from tests.engines.five_games import ASKS, LINES, WRONG
from tests.size import size


@pytest.mark.parametrize(("game", "line", "canonical"), [(g, a, b) for g in LINES for a, b in LINES[g].items()])
def test_a_players_line_is_understood(game: str, line: str, canonical: str) -> None:
    """In its usual wording; what comes out reads back as itself."""
    found = [order.text for order in parse_orders(ASKS[game], line).orders]
    assert found == ([canonical] if canonical else [])
    assert [order.text for order in parse_orders(ASKS[game], canonical).orders] == found


@pytest.mark.parametrize(("game", "line", "answer"), [(g, a, b) for g in WRONG for a, b in WRONG[g].items()])
def test_a_wrong_line_is_answered(game: str, line: str, answer: str) -> None:
    """With the game's own reason or with what the place needs."""
    (verdict,) = parse_orders(ASKS[game], line).verdicts
    assert verdict.order is None
    assert answer in verdict.remarks[0].text


@pytest.mark.proof
@pytest.mark.parametrize("game", ASKS)
def test_whatever_is_offered_reads_back(game: str) -> None:
    """Many random sentences of each, stored and fetched; and every one has an outline."""
    random, count = Random(game), 0
    while count < size(400, 2000):
        for order in roll_orders(ASKS[game], random):
            assert parse_orders(ASKS[game], order.text).orders == (order,)
            assert Order(**json.loads(json.dumps(vars(order)))) == order
            count += 1
    assert len(outline_grammar(ASKS[game])) >= len(ASKS[game].lines)
