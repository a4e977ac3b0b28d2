"""What can be said next, in words: the answer to a line that ends in a question mark, and the cells of the order sheet.

It is made from `engines.language.complete` alone, so whatever it names is understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engines import language
from engines.language.completing import Completion, CompletionStep
from engines.language.grammar import Order, OrderGrammar
from engines.language.names import Choice
from engines.language.phrases import Phrases

LINES = 24
"""Ways on that are listed in one answer."""
CHOICES = 30
"""Choices of one way that are named; of more only their number is told besides."""
REFUSALS = 4
"""Choices that are refused now of which the reason is told."""


def orders_in_words(grammar: OrderGrammar, texts: Iterable[str]) -> dict[str, str]:
    """Canonical lines in plain language, by the line; a line that cannot be said now has no words."""
    verdicts = language.parse_orders(grammar, "\n".join(texts)).verdicts
    return {v.order.text: v.order.words for v in verdicts if v.order}


def words_beyond_line(text: str, words: str) -> str:
    """The plain words of a line, "" if they say no more than the line itself."""
    return "" if words.casefold() == text.casefold() else words


def add_order_words(grammar: OrderGrammar, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Stored orders with their sentences in plain language."""
    words = orders_in_words(grammar, (order.text for order in orders))
    return tuple(replace(order, words=words.get(order.text, "")) for order in orders)


def describe_next_steps(found: Completion, say: Phrases, everything: bool = False) -> Iterator[str]:
    """Yield how a sentence can go on from its beginning: a line for each way. Choices under a heading are only counted,
    unless `everything` is asked for."""
    if found.order and found.ends:
        yield say("whole", text=found.order.text, words=found.words)
    elif words := words_beyond_line(found.text, found.words):
        yield f"{words} …"
    yield from (remark.text for remark in found.remarks)
    for step in found.steps[:LINES]:
        yield from describe_step(step, say, everything)
    if any(choice.group for step in found.steps for choice in step.open_choices) and not everything:
        yield say("unfold", line=f"{found.text} ??".lstrip())
    if (more := len(found.steps) - LINES) > 0:
        yield say("lines more", count=more)


def describe_step(step: CompletionStep, say: Phrases, everything: bool) -> Iterator[str]:
    """One way on: what is written, and what that means."""
    again = f"{say('one more')} " if step.again else ""
    label = "" if step.label == step.words else step.label
    if step.number:
        yield f"{step.with_choice('…')}  {again}{' '.join(filter(None, (label, describe_number(step, say))))}"
    elif not step.choices:
        told = ": ".join(filter(None, (label, step.help if not label else "")))
        yield f"{step.text}{'' if step.ends else ' …'}  {again}{told}".rstrip()
    else:
        first, *folded = group_choices(step.open_choices)
        named = name_choices(first, say) if first else ""
        yield f"{step.with_choice('…')}  {again}{': '.join(filter(None, (label, named)))}".rstrip()
        for group in folded:
            told = name_choices(group, say) if everything else str(len(group))
            yield f"    {group[0].group}: {told}"
    if refused := [choice for choice in step.choices if choice.why_not]:
        yield "    " + say("refused", choices=describe_refusals(refused, say))


def name_choices(choices: Sequence[Choice], say: Phrases) -> str:
    return name_some([describe_written_choice(choice) for choice in choices], CHOICES, say)


def group_choices(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Those that stand by themselves, then each heading's."""
    found: dict[str, list[Choice]] = {"": []}
    for choice in choices:
        found.setdefault(choice.group, []).append(choice)
    return list(found.values())


def describe_number(step: CompletionStep, say: Phrases) -> str:
    assert step.number is not None
    values = step.number.values
    if len(values) == 1:
        return str(values[0])
    steps = say("steps", step=values.step) if values.step > 1 else ""
    return say("number", low=values[0], high=values[-1]) + steps


def describe_written_choice(choice: Choice) -> str:
    """A choice as it is written, and what it is: "GAL Galicia (2 coins)"."""
    label = choice.label if choice.label.casefold() != choice.code.casefold() else ""
    return " ".join(filter(None, (choice.code, label, f"({choice.note})" if choice.note else "")))


def describe_choice(choice: Choice) -> str:
    """A choice in plain language: "Galicia (2 coins)"."""
    return " ".join(filter(None, (choice.label or choice.code, f"({choice.note})" if choice.note else "")))


def describe_refusals(refused: Sequence[Choice], say: Phrases) -> str:
    """Choices that are refused, the first few with the reason."""
    told = [f"{choice.code} ({str(choice.why_not).rstrip('.')})" for choice in refused[:REFUSALS]]
    more = say("and more", count=len(refused) - REFUSALS) if len(refused) > REFUSALS else ""
    return ", ".join(told) + more


def name_some(texts: Sequence[str], most: int, say: Phrases, count: int = 0) -> str:
    """ "a, b or c"; of many, `count` in all, the first, and how many more there are."""
    count = max(count, len(texts))
    if count <= min(most, len(texts)):
        return say.join_with_or(texts)
    return ", ".join(texts[:most]) + say("and more", count=count - min(most, len(texts)))
