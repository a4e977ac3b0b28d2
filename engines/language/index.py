"""An ask made ready for reading: which sentences can begin as a line does, so that a line is compared with few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from random import Random
from typing import Any

from engines.language.grammar import GrammarPart, OrderGrammar, OrderPattern, Pick, Word
from engines.language.names import Lexicon, MessageLike, fold_text, name_words
from engines.language.phrases import Phrases
from engines.language.reader import LineReader, PartMatch, pick_lexicon, spellings_with_odd
from engines.language.rolling import random_order
from engines.memo import memoize


@dataclass(frozen=True)
class IndexedPattern:
    """A line of an ask with the parts it is read by here."""

    line: OrderPattern
    parts: tuple[GrammarPart, ...]


@memoize(1024)
def make_compulsory(word: Word) -> Word:
    return replace(word, optional=False)


def require_first_word(parts: tuple[GrammarPart, ...]) -> tuple[GrammarPart, ...]:
    """The parts with their first word compulsory."""
    first, *rest = parts or (Word(""),)
    return (make_compulsory(first), *rest) if isinstance(first, Word) and first.optional else parts


Candidate = tuple[OrderPattern, PartMatch]
"""A sentence, and one way to read a line by it."""


@dataclass
class NameEntry:
    """Sentences that begin with a name, after words that may be left out: by the code of the name."""

    before: tuple[tuple[tuple[str, ...], ...], ...]
    lexicon: Lexicon
    codes: dict[str, list[int]] = field(default_factory=dict)


class SentenceIndex:
    """Sentences by how they begin, so that a line is compared with those few that can fit it."""

    def __init__(self, sentences: Sequence[IndexedPattern]) -> None:
        self.sentences = sentences
        self.unindexed: list[int] = []
        self.by_word: dict[str, list[int]] = {}
        self.by_name: dict[tuple[object, int], NameEntry] = {}
        for n, sentence in enumerate(sentences):
            self.add_sentence(n, sentence.parts)

    def add_sentence(self, n: int, parts: Sequence[GrammarPart]) -> None:
        before = tuple(spellings_with_odd(p) for p in takewhile(is_optional_word, parts) if isinstance(p, Word))
        first = parts[len(before)] if len(before) < len(parts) else None
        if isinstance(first, Word) and not before:
            for word in {spelling[0] for spelling in spellings_with_odd(first)}:
                self.by_word.setdefault(word, []).append(n)
        elif isinstance(first, Pick) and not first.implied and not first.lenient:
            lexicon = pick_lexicon(first)
            named = self.by_name.setdefault((before, id(lexicon)), NameEntry(before, lexicon))
            for choice in first.choices:
                named.codes.setdefault(choice.code, []).append(n)
        else:
            self.unindexed.append(n)

    def find_candidates(self, reader: LineReader) -> list[IndexedPattern]:
        """The sentences that can begin as the line does, in their order."""
        found = set(self.unindexed)
        if reader.texts:
            found.update(self.by_word.get(reader.texts[0], ()))
        for named in self.by_name.values():
            for at in name_starts(reader.texts, named.before):
                for _, choice in reader.look_up(named.lexicon, at):
                    found.update(named.codes.get(choice.code, ()))
        return [self.sentences[n] for n in sorted(found)]

    def iter_readings(self, reader: LineReader) -> Iterator[Candidate]:
        """Every whole reading of the line by a sentence that can begin as it does."""
        for sentence in self.find_candidates(reader):
            for found in reader.match_whole(sentence.parts):
                yield sentence.line, found


def is_optional_word(part: GrammarPart) -> bool:
    return isinstance(part, Word) and part.optional


def name_starts(texts: tuple[str, ...], before: Sequence[tuple[tuple[str, ...], ...]]) -> set[int]:
    """The places at which a name can begin after words that may be left out."""
    places = {0}
    for spelled in before:
        places |= {at + len(s) for at in places for s in spelled if texts[at : at + len(s)] == s}
    return places


# --- the whole ask ----------------------------------------------------------------------------------------------


class CompiledGrammar:
    """An ask made ready for reading, as often as somebody writes to it."""

    def __init__(self, grammar: OrderGrammar) -> None:
        self.grammar, self.say = grammar, Phrases(grammar.phrases)
        self.skip = frozenset(fold_text(word) for word in grammar.skip)
        self.sections = {name_words(line.section): line.section for line in grammar.lines if line.section}
        self.indexes: dict[tuple[str, bool], SentenceIndex] = {}
        self.completions: dict[str, Any] = {}
        """How beginnings of a line go on that were asked for (`engines.language.complete_order`)."""

    def section_index(self, section: str, here: bool) -> SentenceIndex:
        """The sentences of a section, looked through first; or the others, looked through if those fail."""
        key = section, here
        if key not in self.indexes:
            lines = [x for x in self.grammar.lines if (x.section == section) is here]
            parts = [x.parts if here or not x.section else require_first_word(x.parts) for x in lines]
            self.indexes[key] = SentenceIndex([IndexedPattern(*each) for each in zip(lines, parts, strict=True)])
        return self.indexes[key]

    @cached_property
    def opening_words(self) -> frozenset[str]:
        """The first words of what can be said now."""
        return frozenset(spelling[0] for line in self.grammar.lines for spelling in first_spellings(line))

    @cached_property
    def elsewhere_answers(self) -> dict[str, MessageLike]:
        """Return what is said to sentences of other phases, by their first words."""
        told = {fold_text(word): told for word, told in reversed(list(self.grammar.elsewhere.items()))}
        return {word: text for word, text in told.items() if word not in self.opening_words}

    @cached_property
    def example_order(self) -> str:
        """An order that would do."""
        rolled = (random_order([line], Random(0)) for line in self.grammar.lines)
        return next(iter(self.grammar.draft), "") or next((order.text for order in rolled if order), "")


def first_spellings(line: OrderPattern) -> tuple[tuple[str, ...], ...]:
    return spellings_with_odd(line.parts[0]) if line.parts and isinstance(line.parts[0], Word) else ()
