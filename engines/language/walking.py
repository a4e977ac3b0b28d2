"""Goes on step by step through what can be said: whole sentences for bots, for examples in help, and for tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.language.completing import Completion, CompletionStep, OrderJudge, complete_order
from engines.language.grammar import Order, OrderGrammar
from engines.language.index import CompiledGrammar

MAX_STEPS = 40
"""A walk that is longer ends as soon as it can."""
GO_ON_CHANCE, MEND_CHANCE = 0.4, 0.9
"""How often a sentence that may end goes on, and how often if it is warned of."""


class DeadEnd(Exception):  # noqa: N818
    """A beginning that cannot be brought to an end: `text`."""

    def __init__(self, text: str, why: str = "") -> None:
        super().__init__(f"{text}: {why}" if why else text)
        self.text = text


def walk_grammar(
    grammar: OrderGrammar | CompiledGrammar,
    random: Random,
    text: str = "",
    judge: OrderJudge | None = None,
    folded: bool = True,
) -> Order:
    """A sentence that begins so, made by taking random steps. Raises DeadEnd.

    `folded` False: of choices that are folded away (`Choice.group`) none is taken while another leads on.
    """
    compiled = grammar if isinstance(grammar, CompiledGrammar) else grammar.compiled_form
    for count in range(2 * MAX_STEPS):
        found = complete_order(compiled, text, judge)
        ways = next_texts(found, random, folded)
        goes_on = random.random() < (MEND_CHANCE if found.remarks else GO_ON_CHANCE)
        if found.order and found.ends and (not ways or count > MAX_STEPS or not goes_on):
            return found.order
        ways = ways or next_texts(found, random)
        if not ways:
            raise DeadEnd(text, " ".join(remark.text for remark in found.remarks))
        text = random.choice(ways)
    raise DeadEnd(text, "no end")


def next_texts(found: Completion, random: Random, folded: bool = True) -> list[str]:
    """The texts that the steps lead to, each with a random choice."""
    return [text for step in found.steps for text in [text_after_step(step, random, folded)] if text]


def text_after_step(step: CompletionStep, random: Random, folded: bool = True) -> str:
    """The text with a random choice of the step made; "" if none is open."""
    if step.number:
        return step.with_choice(str(random.choice(step.number.values)))
    if step.choices:
        choices = [choice for choice in step.open_choices if folded or not choice.group]
        return step.with_choice(random.choice(choices).code) if choices else ""
    return step.text


def first_steps(found: Completion) -> Iterator[str]:
    """The texts that one step leads to, those of refused choices left out; of a number its lowest."""
    for step in found.steps:
        if step.number:
            yield step.with_choice(str(step.number.values[0]))
        elif step.choices:
            yield from (step.with_choice(choice.code) for choice in step.open_choices)
        else:
            yield step.text
