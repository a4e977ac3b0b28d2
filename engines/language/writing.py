"""Writes the sentences of an ask: one with given arguments, and all of them as patterns for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from engines.kept import keeps
from engines.language.ask import Ask, Line, Many, Number, OneOf, Part, Pick, Way, Word
from engines.language.reader import printed, spellings

LISTED = 24
"""Choices that are named in an outline; a longer list is only counted."""


def write(line: Line, args: Mapping[str, Any]) -> str:
    """The canonical text of a sentence with these arguments. Raises KeyError if one is missing."""
    return " ".join(pieces(line.parts, args))


def pieces(parts: Sequence[Part], args: Mapping[str, Any]) -> Iterator[str]:
    for part in parts:
        match part:
            case Word():
                yield from printed(part.text)
            case Pick() | Number():
                yield str(args[part.name])
            case OneOf():
                chosen = args[part.name]
                yield from pieces(part.way(chosen["way"]).parts, chosen)
            case Many():
                for n, row in enumerate(args[part.name]):
                    yield from printed(part.between) if n else ()
                    yield from pieces(part.parts, row)


# --- outlines ---------------------------------------------------------------------------------------------------


def outline(ask: Ask, sections: bool = True) -> list[str]:
    """The sentences that can be said now, one pattern each: choices in <…|…>, what may be left out in […]; without
    `sections` only those of the phase itself."""
    heads: dict[str, list[str]] = {"": []}
    for line in ask.lines:
        if (sections or not line.section) and all(map(possible, line.parts)):
            heads.setdefault(line.section, []).extend(patterns(line.parts))
    out = []
    for section, found in heads.items():
        out += [f"{section}:"] if section else []
        out += dict.fromkeys(found)
    return out


def possible(part: Part) -> bool:
    """Whether a part can be said now: a pick of which all choices are refused cannot."""
    if isinstance(part, Many) and part.low:
        return all(map(possible, part.parts))
    return not isinstance(part, Pick) or any(not choice.why_not for choice in part.choices)


def patterns(parts: Sequence[Part], listed: int = LISTED) -> Iterator[str]:
    """A sentence that ends in one of several forms is shown as one line for each of them, unless each is one word.
    Of more than `listed` choices only the name of the pick is shown."""
    *head, last = parts or (Word(""),)
    if isinstance(last, OneOf) and not all(map(is_word, last.ways)):
        for way in last.ways:
            yield " ".join(shown((*head, *way.parts), listed))
    else:
        yield " ".join(shown(parts, listed))


def is_word(way: Way) -> bool:
    return len(way.parts) == 1 and isinstance(way.parts[0], Word)


def shown(parts: Sequence[Part], listed: int = LISTED) -> Iterator[str]:
    for part in parts:
        match part:
            case Word():
                yield from printed(part.text)
            case Number():
                yield f"<{part.low}–{part.high}>"
            case Pick():
                yield choices(part, listed)
            case OneOf():
                yield f"({' | '.join(' '.join(shown(way.parts, listed)) for way in part.ways)})"
            case Many():
                inner = " ".join(shown(part.parts, listed))
                between = f"{part.between} " if part.between and part.between != "," else part.between
                more = f" {between}…" if part.high > 1 else ""
                yield f"{inner}{more}" if part.low else f"[{inner}{more}]"


def choices(pick: Pick, listed: int = LISTED) -> str:
    """A pick in an outline: its only choice, its few choices, or its name; in an outline of this very moment also how
    many there are."""
    codes = [c.code for c in pick.choices if not c.why_not]
    if len(codes) == 1:
        return codes[0]
    many = f"<{pick.name}: one of {len(codes)}>" if listed == LISTED else f"<{pick.name}>"
    return f"<{'|'.join(codes)}>" if len(codes) <= listed else many


# --- first words ------------------------------------------------------------------------------------------------


def lexemes(ask: Ask) -> frozenset[str]:
    """The folded first tokens of all fixed words with which a sentence of the ask can begin."""
    return frozenset(chain.from_iterable(beginnings(line.parts) for line in ask.lines))


@keeps(4096)
def word_beginnings(word: Word) -> frozenset[str]:
    return frozenset(spelling[0] for spelling in spellings(word))


def beginnings(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Word):
            yield from word_beginnings(part)
        elif isinstance(part, OneOf):
            for way in part.ways:
                yield from beginnings(way.parts)
        if not (isinstance(part, Word) and part.optional):
            return
