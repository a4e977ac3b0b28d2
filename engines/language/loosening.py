"""What could be said in some other position: asks without what hangs on how the board stands just now.

A line that even this cannot read is misspelt, or no sentence of the game; one that it reads may be possible one day.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from engines.language.ask import Ask, Line, Many, Number, OneOf, Order, Part, Pick, Way, Word
from engines.language.index import Grammar
from engines.language.meaning import Verdict
from engines.language.names import SHORTEST, Choice, Lexicon, Token, words
from engines.language.reader import Reader, Tangled
from engines.language.slots import slot_of
from engines.language.text import Page

HIGHEST = 999_999_999
"""The largest number that is read."""
ROWS = 99
LONGEST = 3
"""Words of a name that was not seen."""


def merge_asks(asks: Sequence[Ask]) -> Ask:
    """All sentences of some asks, each once, with every name of the game where one is to be picked."""
    lines = [line for ask in asks for line in ask.lines]
    freeing = Freeing()
    for line in lines:
        freeing.collect(verb_of(line), line.parts)
    loose = {line.parts: line for line in map(freeing.line, lines)}
    clauses = {word: told for ask in reversed(asks) for word, told in ask.clauses.items()}
    return Ask("", tuple(loose.values()), skip=frozenset().union(*(ask.skip for ask in asks)), clauses=clauses)


def verb_of(line: Line) -> str:
    """The first word of a sentence's name, which it has in every position."""
    return line.verb.partition(" ")[0]


def without_advice(choice: Choice) -> Choice:
    """A choice that nothing speaks for or against."""
    return Choice(choice.code, choice.label, choice.names)


class Coming(Lexicon):
    """Names of what comes and goes in a game, such as units: besides those that were seen whatever is made of words
    that stand in names of the game."""

    def __init__(self, choices: Iterable[Choice], vocabulary: Sequence[str], exact: bool) -> None:
        super().__init__(choices, exact)
        self.vocabulary = vocabulary

    def find(self, line: Sequence[Token], at: int) -> list[tuple[int, Choice]]:
        hits, met = super().find(line, at), set[int]()
        met.update(end for end, _ in hits)
        for end in range(at + 1, min(at + LONGEST, len(line)) + 1):
            if not self.is_known(line[end - 1].text):
                break
            if end not in met:
                hits.append((end, Choice(" ".join(token.raw for token in line[at:end]))))
        return hits

    def is_known(self, word: str) -> bool:
        """Whether a word stands in a name, or begins one that does."""
        place = bisect_left(self.vocabulary, word)
        found = self.vocabulary[place] if place < len(self.vocabulary) else ""
        return found == word or (len(word) >= SHORTEST and found.startswith(word))


@dataclass
class Freeing:
    """Sentences being freed of their positions. `offered`: what a pick was seen to offer, by its sentence and its name,
    each time by code. `lexicons`: what became of that."""

    offered: dict[tuple[str, str], dict[frozenset[str], tuple[Choice, ...]]] = field(default_factory=dict)
    lexicons: dict[tuple[str, str], Lexicon] = field(default_factory=dict)

    def collect(self, verb: str, parts: Sequence[Part]) -> None:
        """Notes what the picks of some parts offer."""
        for part in parts:
            match part:
                case Pick():
                    every = part.among.choices if part.among else part.choices
                    key = frozenset(choice.code for choice in every)
                    self.offered.setdefault((verb, part.name), {}).setdefault(key, every)
                case Many():
                    self.collect(verb, part.parts)
                case OneOf():
                    for way in part.ways:
                        self.collect(verb, way.parts)

    @cached_property
    def vocabulary(self) -> Sequence[str]:
        """All words that stand in names."""
        every = (choice for seen in self.offered.values() for some in seen.values() for choice in some)
        names = (name for choice in every for name in (choice.code, choice.label, *choice.names))
        return sorted({word for name in names for word in words(name) if word.isalnum()})

    def line(self, line: Line) -> Line:
        """A sentence that hangs on no position."""
        return Line(verb_of(line), self.parts(line.parts, verb_of(line)), section=line.section)

    def parts(self, parts: Sequence[Part], verb: str) -> tuple[Part, ...]:
        return tuple(self.part(part, verb) for part in parts)

    def part(self, part: Part, verb: str) -> Part:
        match part:
            case Word():
                return replace(part, hint="")
            case Pick():
                among = self.lexicon(verb, part)
                return Pick(part.name, (), among, implied=part.implied, exact=part.exact, lenient=True)
            case Number():
                return Number(part.name, 0, HIGHEST, unit=part.unit)
            case Many():
                return replace(part, parts=self.parts(part.parts, verb), low=min(part.low, 1), high=ROWS, after="")
            case OneOf():
                return OneOf(part.name, tuple(Way(way.name, self.parts(way.parts, verb)) for way in part.ways))

    def lexicon(self, verb: str, pick: Pick) -> Lexicon:
        """Everything that can be named for a pick one day."""
        key = verb, pick.name
        if key not in self.lexicons:
            seen = self.offered[key]
            every = {choice.code: without_advice(choice) for some in seen.values() for choice in some}
            varies = len(seen) > 1 or pick.among is None
            self.lexicons[key] = (
                Coming(every.values(), self.vocabulary, pick.exact) if varies else Lexicon(every.values(), pick.exact)
            )
        return self.lexicons[key]


class LoosePage(Page):
    """A text read against a loosened ask: that a line can be read is all there is to know, in whatever way."""

    def attempt(self, line: str, run: Sequence[Token]) -> Order | Verdict | Reader:
        reader = Reader(run, self.budget)
        try:
            for here in (True, False):
                for sentence, found in self.index(here).readings(reader):
                    return Order(sentence.verb, found.args, slot_of(sentence, found.args), found.text)
        except Tangled:
            return Order("", {}, "", line)
        return reader


def loosely(grammar: Grammar, text: str) -> Iterator[Verdict]:
    """Line by line what can be read of a text by a loosened ask, or why not."""
    return LoosePage(grammar).verdicts(text)
