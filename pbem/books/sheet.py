"""The order sheet: each thing that can be ordered now, how it stands, and what it could be in words.

It stands in letters, on pages and on paper in place of a grammar. It is drawn up from the ask and from what
`engines.language.complete` says of it, so it holds for every game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice

from engines.language import CompiledGrammar, complete_order
from engines.language.completing import Completion, CompletionStep, OrderJudge
from engines.language.grammar import Order, OrderGrammar, OrderPattern
from engines.language.phrases import Phrases
from engines.language.slots import order_slot
from engines.language.text import parse_orders
from engines.report import SHEET, Block, Cell, Paragraph, Run, Table, make_columns
from pbem.books.steps import describe_choice, describe_number, name_some

ROWS = 24
"""Things that are listed; of more only their number is told."""
NAMED = 6
"""Choices of one step that are named on the sheet."""
FAR = 6
"""Steps that are taken on, as long as there is only one."""
LONGEST, TRIES = 60, 12
"""Characters of an example, and steps that are tried for it."""


@dataclass(frozen=True)
class SheetEntry:
    """A sentence of the sheet: `found` is how far it goes before there is anything to choose, `thing` whether it names
    what it is about by then (“A BUD”); `stands`: what is said of it."""

    line: OrderPattern
    grammar: CompiledGrammar
    found: Completion
    thing: bool
    stands: tuple[Order, ...]


def build_order_sheet(
    grammar: OrderGrammar, standing: Sequence[str], judge: OrderJudge | None = None
) -> tuple[Block, ...]:
    """The sheet with the canonical lines that stand drawn in, below what the ask says of itself. `judge`: see
    `complete_order`; the examples pass it."""
    say = Phrases(grammar.phrases)
    stands = [verdict.order for verdict in parse_orders(grammar, "\n".join(standing)).verdicts if verdict.order]
    now = group_sheet_lines([line for line in grammar.lines if not line.section])
    entries = [make_sheet_entry(grammar, lines, stands) for lines in now[:ROWS]]
    rows = [make_sheet_row(one, say, judge) for one in entries if one.found.steps or one.found.ends]
    shown = [order.text for one in entries for order in one.stands]
    rows += [(Cell(order.text, strong=True), order.words, "") for order in stands if order.text not in shown]
    last = say("could" if any(one.thing for one in entries) else "purpose")
    table = Table(SHEET, make_columns(say("said"), say("stands"), last), tuple(rows))
    summary = [Paragraph(grammar.summary)] if grammar.summary else []
    return (*summary, *([table] if rows else []), *iter_sheet_notes(grammar, entries, len(now) - ROWS, say))


def group_sheet_lines(lines: Sequence[OrderPattern]) -> list[tuple[OrderPattern, ...]]:
    """Lines that are one sentence to people: of one verb, and about the same."""
    return [tuple(some) for _, some in groupby(lines, key=lambda line: (line.verb, line.slot, line.help))]


def make_sheet_entry(grammar: OrderGrammar, lines: tuple[OrderPattern, ...], stands: Sequence[Order]) -> SheetEntry:
    """A sentence, read as far as there is but one way on."""
    compiled, thing, line = CompiledGrammar(replace(grammar, lines=lines)), False, lines[0]
    found = complete_order(compiled, "")
    for _ in range(FAR):
        only = found.steps[0] if len(found.steps) == 1 and not found.ends else None
        if only is None or only.number or len(only.open_choices) > 1 or only.again:
            break
        thing = thing or bool(only.choices)
        found = complete_order(compiled, only.with_choice(only.open_choices[0].code if only.choices else ""))
    said = tuple(order for order in stands if order.verb == line.verb and order.slot == order_slot(line, order.args))
    return SheetEntry(line, compiled, found, thing, said)


def make_sheet_row(one: SheetEntry, say: Phrases, judge: OrderJudge | None) -> tuple[Cell, str, str]:
    """Return what is written, what stands, and what it could be: of a thing each way on, of a verb what it is for."""
    stands = "; ".join(order.words for order in one.stands) or (say("nothing") if one.thing else "")
    could = describe_ways_on(one, say) if one.thing else describe_purpose(one, say, judge)
    return Cell(sentence_beginning(one.found, say), strong=True), stands, could


def sentence_beginning(found: Completion, say: Phrases) -> str:
    """Return what a sentence begins with, as it is written: its words, or the few things that it can begin with."""
    first = found.steps[0] if len(found.steps) == 1 else None
    return found.text or (first and (first.text or name_some([c.code for c in first.open_choices], NAMED, say))) or ""


def describe_ways_on(one: SheetEntry, say: Phrases) -> str:
    """Return what a thing could do; if its ways on have no words of their own, behind what the sentence is for."""
    told = "; ".join(describe_way_on(step, say) for step in one.found.steps)
    return told if any(step.label for step in one.found.steps) else ": ".join(filter(None, (line_help_text(one), told)))


def line_help_text(one: SheetEntry) -> str:
    """Return what a sentence is for."""
    return one.line.help[:1].upper() + one.line.help[1:].rstrip(".")


def describe_way_on(step: CompletionStep, say: Phrases) -> str:
    """One way on, in words: "moves to Galicia, Rumania or Serbia". What is folded away is only counted."""
    label = step.label.lower() if step.label == step.words else step.label
    plainly = [describe_choice(c) for c in step.open_choices if not c.group and not c.hint] or [
        describe_choice(c) for c in step.open_choices
    ]
    named = describe_number(step, say) if step.number else name_some(plainly, NAMED, say, len(step.open_choices))
    return " ".join(filter(None, (label, named if step.number or step.choices else "" if step.ends else "…")))


def describe_purpose(one: SheetEntry, say: Phrases, judge: OrderJudge | None) -> str:
    """Return what a verb is for, and a line that is true now."""
    help_ = line_help_text(one)
    said = short_example(one.grammar, judge)
    told = (f"{help_}." if help_ else "", say("such as", example=said) if said and said != one.found.text else "")
    return " ".join(filter(None, told))


def short_example(grammar: CompiledGrammar, judge: OrderJudge | None = None) -> str:
    """A short line that could be said now, by the first choices that lead to an end; one that is warned of only where
    no other is found, "" if there is none."""
    texts, spare = [""], ""
    for _ in range(TRIES):
        if not texts:
            break
        found = complete_order(grammar, texts.pop(), judge)
        if found.order and found.ends:
            if not found.remarks:
                return found.text
            spare = spare or found.text
        else:
            texts += [text for text in islice(iter_next_texts(found), TRIES) if len(text) <= LONGEST][::-1]
    return spare


def iter_next_texts(found: Completion) -> Iterator[str]:
    """The texts one step further."""
    for step in found.steps:
        yield from iter_step_texts(step)


def iter_step_texts(step: CompletionStep) -> Iterator[str]:
    """The texts a step leads to, what is plainly meant first: neither warned of nor folded away."""
    if step.number:
        values = step.number.values
        yield from (step.with_choice(str(value)) for value in dict.fromkeys((*values[:2], values[-1])))
    elif step.choices:
        plainly = sorted(step.open_choices, key=lambda choice: (bool(choice.hint), bool(choice.group)))
        yield from (step.with_choice(choice.code) for choice in plainly)
    else:
        yield step.text


def iter_sheet_notes(
    grammar: OrderGrammar, entries: Sequence[SheetEntry], more: int, say: Phrases
) -> Iterator[Paragraph]:
    """Yield what stands below the sheet: how many lines are left out, and how to ask for them."""
    if more > 0:
        yield Paragraph(say("lines more", count=more), quiet=True)
    if asked := next((f"{text} ?" for one in entries for step in one.found.steps[-1:] if (text := step.text)), ""):
        words = say("ask more", example=asked)
        runs = (Run(words.removesuffix(asked)), Run(asked, code=True))
        yield Paragraph(words, quiet=True, runs=runs if words.endswith(asked) else ())
    if later := dict.fromkeys(line.section for line in grammar.lines if line.section):
        yield Paragraph(say("later", sections=", ".join(later)), quiet=True)
