"""What could be said in some other position: asks without what hangs on how the board stands just now.

A line that even this cannot read is misspelt, or no sentence of the game; one that it reads may be possible one day.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from engines.language.grammar import (
    Alternative,
    GrammarPart,
    Number,
    OneOf,
    Order,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
)
from engines.language.index import CompiledGrammar
from engines.language.meaning import LineVerdict
from engines.language.names import MIN_PREFIX_LENGTH, Choice, Lexicon, TextToken, name_words
from engines.language.reader import LineReader, TooManyReadings
from engines.language.slots import order_slot
from engines.language.text import TextParser

HIGHEST_NUMBER = 999_999_999
"""The largest number that is read."""
MAX_ROWS = 99
MAX_NAME_WORDS = 3
"""Words of a name that was not seen."""


def merge_grammars(asks: Sequence[OrderGrammar]) -> OrderGrammar:
    """All sentences of some asks, each once, with every name of the game where one is to be picked."""
    lines = [line for grammar in asks for line in grammar.lines]
    freeing = GrammarLoosener()
    for line in lines:
        freeing.collect_choices(verb_word(line), line.parts)
    loose = {line.parts: line for line in map(freeing.loosen_pattern, lines)}
    clauses = {word: told for grammar in reversed(asks) for word, told in grammar.clauses.items()}
    return OrderGrammar(
        "", tuple(loose.values()), skip=frozenset().union(*(grammar.skip for grammar in asks)), clauses=clauses
    )


def verb_word(line: OrderPattern) -> str:
    """The first word of a sentence's name, which it has in every position."""
    return line.verb.partition(" ")[0]


def without_advice(choice: Choice) -> Choice:
    """A choice that nothing speaks for or against."""
    return Choice(choice.code, choice.label, choice.names)


class OpenLexicon(Lexicon):
    """Names of what comes and goes in a game, such as units: besides those that were seen whatever is made of words
    that stand in names of the game."""

    def __init__(self, choices: Iterable[Choice], vocabulary: Sequence[str], exact: bool) -> None:
        super().__init__(choices, exact)
        self.vocabulary = vocabulary

    def find(self, line: Sequence[TextToken], at: int) -> list[tuple[int, Choice]]:
        hits, met = super().find(line, at), set[int]()
        met.update(end for end, _ in hits)
        for end in range(at + 1, min(at + MAX_NAME_WORDS, len(line)) + 1):
            if not self.is_known(line[end - 1].text):
                break
            if end not in met:
                hits.append((end, Choice(" ".join(token.raw for token in line[at:end]))))
        return hits

    def is_known(self, word: str) -> bool:
        """Return whether a word stands in a name, or begins one that does."""
        place = bisect_left(self.vocabulary, word)
        found = self.vocabulary[place] if place < len(self.vocabulary) else ""
        return found == word or (len(word) >= MIN_PREFIX_LENGTH and found.startswith(word))


@dataclass
class GrammarLoosener:
    """Sentences being freed of their positions. `offered`: what a pick was seen to offer, by its sentence and its name,
    each time by code. `lexicons`: what became of that."""

    offered: dict[tuple[str, str], dict[frozenset[str], tuple[Choice, ...]]] = field(default_factory=dict)
    lexicons: dict[tuple[str, str], Lexicon] = field(default_factory=dict)

    def collect_choices(self, verb: str, parts: Sequence[GrammarPart]) -> None:
        """Notes what the picks of some parts offer."""
        for part in parts:
            match part:
                case Pick():
                    every = part.among.choices if part.among else part.choices
                    key = frozenset(choice.code for choice in every)
                    self.offered.setdefault((verb, part.name), {}).setdefault(key, every)
                case Repeat():
                    self.collect_choices(verb, part.parts)
                case OneOf():
                    for way in part.alternatives:
                        self.collect_choices(verb, way.parts)

    @cached_property
    def vocabulary(self) -> Sequence[str]:
        """All words that stand in names."""
        every = (choice for seen in self.offered.values() for some in seen.values() for choice in some)
        names = (name for choice in every for name in (choice.code, choice.label, *choice.names))
        return sorted({word for name in names for word in name_words(name) if word.isalnum()})

    def loosen_pattern(self, line: OrderPattern) -> OrderPattern:
        """A sentence that hangs on no position."""
        return OrderPattern(verb_word(line), self.loosen_parts(line.parts, verb_word(line)), section=line.section)

    def loosen_parts(self, parts: Sequence[GrammarPart], verb: str) -> tuple[GrammarPart, ...]:
        return tuple(self.loosen_part(part, verb) for part in parts)

    def loosen_part(self, part: GrammarPart, verb: str) -> GrammarPart:
        match part:
            case Word():
                return replace(part, hint="")
            case Pick():
                among = self.loosen_lexicon(verb, part)
                return Pick(part.name, (), among, implied=part.implied, exact=part.exact, lenient=True)
            case Number():
                return Number(part.name, 0, HIGHEST_NUMBER, unit=part.unit)
            case Repeat():
                return replace(
                    part, parts=self.loosen_parts(part.parts, verb), low=min(part.low, 1), high=MAX_ROWS, after=""
                )
            case OneOf():
                return OneOf(
                    part.name,
                    tuple(Alternative(way.name, self.loosen_parts(way.parts, verb)) for way in part.alternatives),
                )

    def loosen_lexicon(self, verb: str, pick: Pick) -> Lexicon:
        """Everything that can be named for a pick one day."""
        key = verb, pick.name
        if key not in self.lexicons:
            seen = self.offered[key]
            every = {choice.code: without_advice(choice) for some in seen.values() for choice in some}
            varies = len(seen) > 1 or pick.among is None
            self.lexicons[key] = (
                OpenLexicon(every.values(), self.vocabulary, pick.exact)
                if varies
                else Lexicon(every.values(), pick.exact)
            )
        return self.lexicons[key]


class LooseTextParser(TextParser):
    """A text read against a loosened ask: that a line can be read is all there is to know, in whatever way."""

    def attempt_order(self, line: str, run: Sequence[TextToken]) -> Order | LineVerdict | LineReader:
        reader = LineReader(run, self.budget)
        try:
            for here in (True, False):
                for sentence, found in self.get_index(here).iter_readings(reader):
                    return Order(sentence.verb, found.args, order_slot(sentence, found.args), found.canonical_text)
        except TooManyReadings:
            return Order("", {}, "", line)
        return reader


def read_loosely(grammar: CompiledGrammar, text: str) -> Iterator[LineVerdict]:
    """Line by line what can be read of a text by a loosened ask, or why not."""
    return LooseTextParser(grammar).iter_verdicts(text)
