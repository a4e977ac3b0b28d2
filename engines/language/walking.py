"""Goes on step by step through what can be said: whole sentences for bots, for examples in help, and for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.language.ask import Ask, Order
from engines.language.completing import Completion, Judge, Step, complete
from engines.language.index import Grammar

STEPS = 40
"""A walk that is longer ends as soon as it can."""
GOES_ON, MENDS = 0.4, 0.9
"""How often a sentence that may end goes on, and how often if it is warned of."""
UNFOLDS = 0.02
"""How often somebody looks at what is folded away, though something else goes on."""


class DeadEnd(Exception):  # noqa: N818
    """A beginning that cannot be brought to an end: `text`."""

    def __init__(self, text: str, why: str = "") -> None:
        super().__init__(f"{text}: {why}" if why else text)
        self.text = text


def walk(ask: Ask | Grammar, random: Random, text: str = "", judge: Judge | None = None) -> Order:
    """A sentence that begins so, made by taking random steps. Raises DeadEnd."""
    grammar = ask if isinstance(ask, Grammar) else Grammar(ask)
    for count in range(2 * STEPS):
        found = complete(grammar, text, judge)
        ways = ways_on(found, random)
        on = MENDS if found.remarks else GOES_ON
        if found.order and found.ends and (not ways or count > STEPS or random.random() > on):
            return found.order
        if not ways:
            raise DeadEnd(text, " ".join(remark.text for remark in found.remarks))
        text = random.choice(ways)
    raise DeadEnd(text, "no end")


def ways_on(found: Completion, random: Random) -> list[str]:
    """What the steps lead to, a text for each; what is folded away only if nothing else goes on."""
    ways = [texts(step, random, random.random() < UNFOLDS) for step in found.steps]
    if not any(ways) and not found.ends:
        ways = [texts(step, random, True) for step in found.steps]
    return [way for way in ways if way]


def texts(step: Step, random: Random, folded: bool) -> str:
    """The text with a random choice of the step made, of the `folded` ones too; "" if none is left."""
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


def sentences(ask: Ask, random: Random, judge: Judge | None = None) -> Sequence[Order]:
    """One sentence from each first step."""
    grammar = Grammar(ask)
    return [walk(grammar, random, text, judge) for text in first_steps(complete(grammar, ""))]
