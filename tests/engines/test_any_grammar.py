"""What reads, steps and rolls agree, whatever an engine describes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.language import CompiledGrammar, complete_order, completing, parse_orders, roll_orders
from engines.language.completing import CompletionStep
from engines.language.grammar import OrderGrammar
from engines.language.walking import DeadEnd, walk_grammar
from tests.engines.any_ask import asks

RANDOMS = st.randoms(use_true_random=False)
USUAL = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@given(asks(), RANDOMS)
@USUAL
def test_what_is_rolled_is_offered_step_by_step(grammar: OrderGrammar, random: Random) -> None:
    """So a click can say all that a bot says."""
    compiled = CompiledGrammar(grammar)
    for order in roll_orders(grammar, random):
        assert order.text in reached_beginnings(compiled, order.text)


def reached_beginnings(grammar: CompiledGrammar, whole: str) -> set[str]:
    """All beginnings of a text that steps lead to."""
    found, edge = set[str](), {""}
    while edge:
        edge = {text for start in edge for text in onward(grammar, start, whole)} - found
        found |= edge
    return found


def onward(grammar: CompiledGrammar, start: str, whole: str) -> Iterator[str]:
    for step in complete_order(grammar, start).steps:
        yield from (text for text in texts(step) if f"{whole} ".startswith(f"{text} "))


def texts(step: CompletionStep) -> list[str]:
    if step.number:
        return [step.with_choice(str(value)) for value in step.number.values]
    return [step.with_choice(choice.code) for choice in step.open_choices] if step.choices else [step.text]


@USUAL
@given(asks(), RANDOMS)
def test_how_lines_go_on_is_kept_up_to_a_bound(grammar: OrderGrammar, random: Random) -> None:
    """And is as good as made anew, whatever was asked and forgotten before."""
    compiled, wholes = CompiledGrammar(grammar), [order.text for order in roll_orders(grammar, random)] or [""]
    beginnings = [whole[:end] for whole in wholes[:3] for end in range(0, len(whole) + 1, 2)]
    for text in (*beginnings, *reversed(beginnings)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(completing, "MOST_COMPLETIONS", 3)
            assert complete_order(compiled, text) == complete_order(CompiledGrammar(grammar), text)
        assert len(compiled.completions) <= 3


@pytest.mark.slow
@given(asks(), RANDOMS)
@USUAL
def test_walks_read_back_or_come_to_a_part_that_cannot_be_said(grammar: OrderGrammar, random: Random) -> None:
    compiled = CompiledGrammar(grammar)
    for _ in range(4):
        try:
            order = walk_grammar(compiled, random)
        except DeadEnd as end:
            assert not complete_order(compiled, end.text).ends
        else:
            assert parse_orders(grammar, order.text).orders == (order,)


@pytest.mark.slow
@given(asks(), st.text(max_size=60))
@USUAL
def test_no_text_raises(grammar: OrderGrammar, text: str) -> None:
    found = complete_order(grammar, text)
    assert found.ends <= (found.order is not None)


@pytest.mark.slow
@given(asks(), RANDOMS)
@USUAL
def test_a_beginning_in_small_letters_goes_on_like_itself(grammar: OrderGrammar, random: Random) -> None:
    compiled = CompiledGrammar(grammar)
    for order in roll_orders(grammar, random):
        pieces = order.text.split()
        start = " ".join(pieces[: random.randint(1, len(pieces))])
        assert complete_order(compiled, start.lower()).steps == complete_order(compiled, start).steps
