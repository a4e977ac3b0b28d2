"""An ask made ready for reading: which sentences can begin as a line does, so that a line is compared with few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from random import Random

from engines.kept import keeps
from engines.language.ask import Ask, Line, Part, Pick, Word
from engines.language.names import Lexicon, Told, fold, words
from engines.language.phrases import Phrases
from engines.language.reader import Found, Reader, every_spelling, lexicon_of
from engines.language.rolling import said


@dataclass(frozen=True)
class Sentence:
    """A line of an ask with the parts it is read by here."""

    line: Line
    parts: tuple[Part, ...]


@keeps(1024)
def compulsory(word: Word) -> Word:
    return replace(word, optional=False)


def spelled_out(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with their first word compulsory."""
    first, *rest = parts or (Word(""),)
    return (compulsory(first), *rest) if isinstance(first, Word) and first.optional else parts


Candidate = tuple[Line, Found]
"""A sentence, and one way to read a line by it."""


@dataclass
class Named:
    """Sentences that begin with a name, after words that may be left out: by the code of the name."""

    before: tuple[tuple[tuple[str, ...], ...], ...]
    lexicon: Lexicon
    codes: dict[str, list[int]] = field(default_factory=dict)


class Index:
    """Sentences by how they begin, so that a line is compared with those few that can fit it."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = sentences
        self.any: list[int] = []
        self.by_word: dict[str, list[int]] = {}
        self.by_name: dict[tuple[object, int], Named] = {}
        for n, sentence in enumerate(sentences):
            self.enter(n, sentence.parts)

    def enter(self, n: int, parts: Sequence[Part]) -> None:
        before = tuple(every_spelling(p) for p in takewhile(is_optional, parts) if isinstance(p, Word))
        first = parts[len(before)] if len(before) < len(parts) else None
        if isinstance(first, Word) and not before:
            for word in {spelling[0] for spelling in every_spelling(first)}:
                self.by_word.setdefault(word, []).append(n)
        elif isinstance(first, Pick) and not first.implied and not first.lenient:
            lexicon = lexicon_of(first)
            named = self.by_name.setdefault((before, id(lexicon)), Named(before, lexicon))
            for choice in first.choices:
                named.codes.setdefault(choice.code, []).append(n)
        else:
            self.any.append(n)

    def fitting(self, reader: Reader) -> list[Sentence]:
        """The sentences that can begin as the line does, in their order."""
        found = set(self.any)
        if reader.texts:
            found.update(self.by_word.get(reader.texts[0], ()))
        for named in self.by_name.values():
            for at in starts(reader.texts, named.before):
                for _, choice in reader.look(named.lexicon, at):
                    found.update(named.codes.get(choice.code, ()))
        return [self.sentences[n] for n in sorted(found)]

    def readings(self, reader: Reader) -> Iterator[Candidate]:
        """Every whole reading of the line by a sentence that can begin as it does."""
        for sentence in self.fitting(reader):
            for found in reader.whole(sentence.parts):
                yield sentence.line, found


def is_optional(part: Part) -> bool:
    return isinstance(part, Word) and part.optional


def starts(texts: tuple[str, ...], before: Sequence[tuple[tuple[str, ...], ...]]) -> set[int]:
    """The places at which a name can begin after words that may be left out."""
    places = {0}
    for spelled in before:
        places |= {at + len(s) for at in places for s in spelled if texts[at : at + len(s)] == s}
    return places


# --- the whole ask ----------------------------------------------------------------------------------------------


class Grammar:
    """An ask made ready for reading, as often as somebody writes to it."""

    def __init__(self, ask: Ask) -> None:
        self.ask, self.say = ask, Phrases(ask.phrases)
        self.skip = frozenset(fold(word) for word in ask.skip)
        self.sections = {words(line.section): line.section for line in ask.lines if line.section}
        self.indexes: dict[tuple[str, bool], Index] = {}

    def index(self, section: str, here: bool) -> Index:
        """The sentences of a section, looked through first; or the others, looked through if those fail."""
        key = section, here
        if key not in self.indexes:
            lines = [x for x in self.ask.lines if (x.section == section) is here]
            parts = [x.parts if here or not x.section else spelled_out(x.parts) for x in lines]
            self.indexes[key] = Index([Sentence(*each) for each in zip(lines, parts, strict=True)])
        return self.indexes[key]

    @cached_property
    def openings(self) -> frozenset[str]:
        """The first words of what can be said now."""
        return frozenset(spelling[0] for line in self.ask.lines for spelling in first_words(line))

    @cached_property
    def elsewhere(self) -> dict[str, Told]:
        """What is said to sentences of other phases, by their first words."""
        told = {fold(word): told for word, told in reversed(list(self.ask.elsewhere.items()))}
        return {word: text for word, text in told.items() if word not in self.openings}

    @cached_property
    def example(self) -> str:
        """An order that would do."""
        rolled = (said([line], Random(0)) for line in self.ask.lines)
        return next(iter(self.ask.draft), "") or next((order.text for order in rolled if order), "")


def first_words(line: Line) -> tuple[tuple[str, ...], ...]:
    return every_spelling(line.parts[0]) if line.parts and isinstance(line.parts[0], Word) else ()
