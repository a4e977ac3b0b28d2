"""What reads, steps and rolls agree, whatever an engine describes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.language import Grammar, complete, read, roll
from engines.language.ask import Ask
from engines.language.completing import Step
from engines.language.walking import DeadEnd, walk
from tests.engines.any_ask import asks

RANDOMS = st.randoms(use_true_random=False)
USUAL = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@given(asks(), RANDOMS)
@USUAL
def test_what_is_rolled_is_offered_step_by_step(ask: Ask, random: Random) -> None:
    """So a click can say all that a bot says."""
    grammar = Grammar(ask)
    for order in roll(ask, random):
        assert order.text in reached(grammar, order.text)


def reached(grammar: Grammar, whole: str) -> set[str]:
    """All beginnings of a text that steps lead to."""
    found, edge = set[str](), {""}
    while edge:
        edge = {text for start in edge for text in onward(grammar, start, whole)} - found
        found |= edge
    return found


def onward(grammar: Grammar, start: str, whole: str) -> Iterator[str]:
    for step in complete(grammar, start).steps:
        yield from (text for text in texts(step) if f"{whole} ".startswith(f"{text} "))


def texts(step: Step) -> list[str]:
    if step.number:
        return [step.then(str(value)) for value in step.number.values]
    return [step.then(choice.code) for choice in step.open] if step.choices else [step.text]


@given(asks(), RANDOMS)
@USUAL
def test_walks_read_back_or_come_to_a_part_that_cannot_be_said(ask: Ask, random: Random) -> None:
    grammar = Grammar(ask)
    for _ in range(4):
        try:
            order = walk(grammar, random)
        except DeadEnd as end:
            assert not complete(grammar, end.text).ends
        else:
            assert read(ask, order.text).orders == (order,)


@pytest.mark.slow
@given(asks(), st.text(max_size=60))
@USUAL
def test_no_text_raises(ask: Ask, text: str) -> None:
    found = complete(ask, text)
    assert found.ends <= (found.order is not None)


@given(asks(), RANDOMS)
@USUAL
def test_a_beginning_in_small_letters_goes_on_like_itself(ask: Ask, random: Random) -> None:
    grammar = Grammar(ask)
    for order in roll(ask, random):
        pieces = order.text.split()
        start = " ".join(pieces[: random.randint(1, len(pieces))])
        assert complete(grammar, start.lower()).steps == complete(grammar, start).steps
