"""Goes on step by step through what can be said: whole sentences for bots, for examples in help, and for tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.language.ask import Ask, Order
from engines.language.completing import Completion, Judge, Step, complete
from engines.language.index import Grammar

STEPS = 40
"""A walk that is longer ends as soon as it can."""
GOES_ON, MENDS = 0.4, 0.9
"""How often a sentence that may end goes on, and how often if it is warned of."""


class DeadEnd(Exception):  # noqa: N818
    """A beginning that cannot be brought to an end: `text`."""

    def __init__(self, text: str, why: str = "") -> None:
        super().__init__(f"{text}: {why}" if why else text)
        self.text = text


def walk(ask: Ask | Grammar, random: Random, text: str = "", judge: Judge | None = None, folded: bool = True) -> Order:
    """A sentence that begins so, made by taking random steps. Raises DeadEnd.

    `folded` False: of choices that are folded away (`Choice.group`) none is taken while another leads on.
    """
    grammar = ask if isinstance(ask, Grammar) else Grammar(ask)
    for count in range(2 * STEPS):
        found = complete(grammar, text, judge)
        ways = onward(found, random, folded)
        goes_on = random.random() < (MENDS if found.remarks else GOES_ON)
        if found.order and found.ends and (not ways or count > STEPS or not goes_on):
            return found.order
        ways = ways or onward(found, random)
        if not ways:
            raise DeadEnd(text, " ".join(remark.text for remark in found.remarks))
        text = random.choice(ways)
    raise DeadEnd(text, "no end")


def onward(found: Completion, random: Random, folded: bool = True) -> list[str]:
    """The texts that the steps lead to, each with a random choice."""
    return [text for step in found.steps for text in [texts(step, random, folded)] if text]


def texts(step: Step, random: Random, folded: bool = True) -> str:
    """The text with a random choice of the step made; "" if none is open."""
    if step.number:
        return step.then(str(random.choice(step.number.values)))
    if step.choices:
        choices = [choice for choice in step.open if folded or not choice.group]
        return step.then(random.choice(choices).code) if choices else ""
    return step.text


def first_steps(found: Completion) -> Iterator[str]:
    """The texts that one step leads to, those of refused choices left out; of a number its lowest."""
    for step in found.steps:
        if step.number:
            yield step.then(str(step.number.values[0]))
        elif step.choices:
            yield from (step.then(choice.code) for choice in step.open)
        else:
            yield step.text
