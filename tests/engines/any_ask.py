"""Asks made of anything: for what must hold whatever an engine describes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from hypothesis import strategies as st

from engines.language.grammar import (
    GrammarPart,
    Number,
    OneOf,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
)
from engines.language.names import Choice

DEEP = 2
"""Forms within forms, and lists within lists."""


def asks() -> st.SearchStrategy[OrderGrammar]:
    """One to four sentences of any parts, each with a word before it, so that no two can be taken for one another."""
    return st.lists(parts(DEEP), min_size=1, max_size=4).map(build_marked_grammar)


def parts(depth: int) -> st.SearchStrategy[list[GrammarPart]]:
    choices = st.integers(1, 5).map(lambda n: tuple(Choice(f"C{i}", why_not="No." * (i > 2)) for i in range(n)))
    kinds: list[st.SearchStrategy[GrammarPart]] = [
        choices.map(lambda found: Pick("pick", found)),
        st.builds(lambda low, step: Number("number", low, low + 9, step), st.integers(0, 9), st.integers(1, 3)),
    ]
    if depth:
        inner = parts(depth - 1)
        kinds += [
            st.builds(many, inner, st.integers(0, 2), st.integers(0, 3), st.booleans()),
            st.lists(inner, min_size=1, max_size=3).map(one_of),
        ]
    return st.lists(st.one_of(kinds), max_size=3)


def many(inner: Sequence[GrammarPart], low: int, more: int, distinct: bool) -> Repeat:
    return Repeat("many", tuple(inner), low, low + more, distinct=distinct)


def one_of(ways: Sequence[Sequence[GrammarPart]]) -> OneOf:
    return OneOf("way", tuple(alternative(str(n), *inner) for n, inner in enumerate(ways)))


def build_marked_grammar(sentences: Sequence[Sequence[GrammarPart]]) -> OrderGrammar:
    """The sentences with a word before each part, all different."""
    words = (Word(f"W{n}X") for n in count())
    return OrderGrammar(
        "Any",
        tuple(OrderPattern(f"V{n}", tuple(mark_parts(found, words)), f"s{n}") for n, found in enumerate(sentences)),
    )


def mark_parts(found: Sequence[GrammarPart], words: Iterator[Word]) -> list[GrammarPart]:
    out: list[GrammarPart] = [next(words)]
    for n, part in enumerate(found):
        out += [rename_part(part, n, words), next(words)]
    return out


def rename_part(part: GrammarPart, n: int, words: Iterator[Word]) -> GrammarPart:
    """The part under a name of its own, with its inner parts marked too."""
    match part:
        case Pick():
            return Pick(f"{part.name}{n}", part.choices)
        case Number():
            return Number(f"{part.name}{n}", part.low, part.high, part.step)
        case Repeat():
            inner = tuple(mark_parts(part.parts, words))
            return Repeat(f"{part.name}{n}", inner, part.low, part.high, distinct=part.distinct)
        case OneOf():
            return OneOf(
                f"{part.name}{n}", tuple(alternative(w.name, *mark_parts(w.parts, words)) for w in part.alternatives)
            )
    return part
