"""Writes the sentences of an ask: one with given arguments, and all of them as patterns for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from engines.language.grammar import (
    Alternative,
    GrammarPart,
    Number,
    OneOf,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
)
from engines.language.reader import printed_piece, word_spellings
from engines.memo import memoize

MAX_LISTED = 24
"""Choices that are named in an outline; a longer list is only counted."""


def write_order(line: OrderPattern, args: Mapping[str, Any]) -> str:
    """The canonical text of a sentence with these arguments. Raises KeyError if one is missing."""
    return " ".join(iter_order_pieces(line.parts, args))


def iter_order_pieces(parts: Sequence[GrammarPart], args: Mapping[str, Any]) -> Iterator[str]:
    for part in parts:
        match part:
            case Word():
                yield from printed_piece(part.text)
            case Pick() | Number():
                yield str(args[part.name])
            case OneOf():
                chosen = args[part.name]
                yield from iter_order_pieces(part.get_alternative(chosen["way"]).parts, chosen)
            case Repeat():
                for n, row in enumerate(args[part.name]):
                    yield from printed_piece(part.between) if n else ()
                    yield from iter_order_pieces(part.parts, row)


# --- outlines ---------------------------------------------------------------------------------------------------


def outline_grammar(grammar: OrderGrammar, sections: bool = True) -> list[str]:
    """The sentences that can be said now, one pattern each: choices in <…|…>, what may be left out in […]; without
    `sections` only those of the phase itself."""
    heads: dict[str, list[str]] = {"": []}
    for line in grammar.lines:
        if (sections or not line.section) and all(map(is_possible_part, line.parts)):
            heads.setdefault(line.section, []).extend(iter_pattern_texts(line.parts))
    out = []
    for section, found in heads.items():
        out += [f"{section}:"] if section else []
        out += dict.fromkeys(found)
    return out


def is_possible_part(part: GrammarPart) -> bool:
    """Return whether a part can be said now: a pick of which all choices are refused cannot."""
    if isinstance(part, Repeat) and part.low:
        return all(map(is_possible_part, part.parts))
    return not isinstance(part, Pick) or any(not choice.why_not for choice in part.choices)


def iter_pattern_texts(parts: Sequence[GrammarPart], listed: int = MAX_LISTED) -> Iterator[str]:
    """A sentence that ends in one of several forms is shown as one line for each of them, unless each is one word.
    Of more than `listed` choices only the name of the pick is shown."""
    *head, last = parts or (Word(""),)
    if isinstance(last, OneOf) and not all(map(is_single_word, last.alternatives)):
        for way in last.alternatives:
            yield " ".join(iter_shown_parts((*head, *way.parts), listed))
    else:
        yield " ".join(iter_shown_parts(parts, listed))


def is_single_word(way: Alternative) -> bool:
    return len(way.parts) == 1 and isinstance(way.parts[0], Word)


def iter_shown_parts(parts: Sequence[GrammarPart], listed: int = MAX_LISTED) -> Iterator[str]:
    for part in parts:
        match part:
            case Word():
                yield from printed_piece(part.text)
            case Number():
                yield f"<{part.low}–{part.high}>"
            case Pick():
                yield show_choices(part, listed)
            case OneOf():
                yield f"({' | '.join(' '.join(iter_shown_parts(way.parts, listed)) for way in part.alternatives)})"
            case Repeat():
                inner = " ".join(iter_shown_parts(part.parts, listed))
                between = f"{part.between} " if part.between and part.between != "," else part.between
                more = f" {between}…" if part.high > 1 else ""
                yield f"{inner}{more}" if part.low else f"[{inner}{more}]"


def show_choices(pick: Pick, listed: int = MAX_LISTED) -> str:
    """A pick in an outline: its only choice, its few choices, or its name; in an outline of this very moment also how
    many there are."""
    codes = [c.code for c in pick.choices if not c.why_not]
    if len(codes) == 1:
        return codes[0]
    many = f"<{pick.name}: one of {len(codes)}>" if listed == MAX_LISTED else f"<{pick.name}>"
    return f"<{'|'.join(codes)}>" if len(codes) <= listed else many


# --- first words ------------------------------------------------------------------------------------------------


def opening_lexemes(grammar: OrderGrammar) -> frozenset[str]:
    """The folded first tokens of all fixed words with which a sentence of the ask can begin."""
    return frozenset(chain.from_iterable(iter_beginnings(line.parts) for line in grammar.lines))


@memoize(4096)
def word_beginnings(word: Word) -> frozenset[str]:
    return frozenset(spelling[0] for spelling in word_spellings(word))


def iter_beginnings(parts: Sequence[GrammarPart]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Word):
            yield from word_beginnings(part)
        elif isinstance(part, OneOf):
            for way in part.alternatives:
                yield from iter_beginnings(way.parts)
        if not (isinstance(part, Word) and part.optional):
            return
