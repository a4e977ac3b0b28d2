"""Reads one line against the sentences of an ask: all ways it can be meant, and how far the others got.

The reader walks the parts of a `Line` over the tokens and tries every alternative, so an engine needs no grammar
rules of its own. What goes wrong is remembered with its place; the furthest place is what the player hears about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from engines.language import bounds
from engines.language.ask import Many, Number, OneOf, Part, Pick, Word
from engines.language.names import Choice, Lexicon, Token, words


class Tangled(Exception):  # noqa: N818
    """The line can be read in too many ways."""


class Spent(Exception):  # noqa: N818
    """There was enough to read in this text."""


@dataclass
class Budget:
    """The steps that are left for a text, all its lines together."""

    left: int

    def spend(self) -> None:
        """Raises Spent."""
        self.left -= 1
        if self.left < 0:
            raise Spent


@dataclass(frozen=True)
class Refused:
    """A name of the game that a pick does not allow, and what was understood before it."""

    pick: Pick
    known: Choice
    said: tuple[str, ...]


@dataclass
class Obstacle:
    """Why nothing could be read beyond a place: what was wanted there, after what; or what was refused just before.

    `over`: a whole sentence ended here, and the line went on. `could`: what an ambiguous word may mean.
    """

    at: int = -1
    wanted: list[tuple[Part, tuple[str, ...]]] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    over: str = ""
    could: list[Choice] = field(default_factory=list)
    span: tuple[int, int] = (0, 0)


class Odd(NamedTuple):
    """A choice there is something to say about: between which tokens it stands, and what else would be possible."""

    start: int
    end: int
    choice: Choice
    instead: tuple[str, ...] = ()


class Found(NamedTuple):
    """One way to read a run of parts: where it ends, its arguments, its canonical pieces, the choices to remark on."""

    end: int
    args: dict[str, Any]
    said: tuple[str, ...]
    odd: tuple[Odd, ...] = ()

    @property
    def text(self) -> str:
        """The canonical form."""
        return " ".join(self.said)


@lru_cache(maxsize=4096)
def spellings(word: Word) -> tuple[tuple[str, ...], ...]:
    """The token sequences that stand for a word, longest first."""
    return tuple(sorted({words(t) for t in (word.text, *word.also)} - {()}, key=lambda s: (-len(s), s)))


@lru_cache(maxsize=4096)
def odd_spellings(word: Word) -> tuple[tuple[str, ...], ...]:
    """The token sequences that stand for a word with a warning."""
    return tuple(sorted({words(t) for t in word.odd} - {()}, key=lambda s: (-len(s), s)))


@lru_cache(maxsize=4096)
def every_spelling(word: Word) -> tuple[tuple[str, ...], ...]:
    """The token sequences that stand for a word, with a warning or without."""
    return spellings(word) + odd_spellings(word)


@lru_cache(maxsize=4096)
def by_first(word: Word) -> dict[str, list[tuple[tuple[str, ...], Choice | None]]]:
    """The spellings by their first token, longest first; with what to warn of, for those that are odd."""
    found: dict[str, list[tuple[tuple[str, ...], Choice | None]]] = {}
    for spelling in spellings(word):
        found.setdefault(spelling[0], []).append((spelling, None))
    for spelling in odd_spellings(word):
        found.setdefault(spelling[0], []).append((spelling, Choice(word.text, hint=word.hint)))
    return found


def printed(text: str) -> tuple[str, ...]:
    """A piece of a canonical line; a word without text is not printed."""
    return (text,) if text else ()


@lru_cache(maxsize=512)
def small_lexicon(choices: tuple[Choice, ...], exact: bool) -> Lexicon:
    """The lexicon of a pick that brings none of its own."""
    return Lexicon(choices, exact)


def lexicon_of(pick: Pick) -> Lexicon:
    """Where the names of a pick are looked up."""
    return pick.among or small_lexicon(pick.choices, pick.exact)


class Reader:
    """One line being read."""

    def __init__(self, line: Sequence[Token], budget: Budget) -> None:
        self.line, self.budget = line, budget
        self.texts = tuple(t.text for t in line)
        self.obstacle = Obstacle()
        self.steps = 0
        self.looked: dict[tuple[int, int], list[tuple[int, Choice]]] = {}

    def whole(self, parts: Sequence[Part]) -> Iterator[Found]:
        """Every way in which the parts use up the line. Raises Tangled if there are too many."""
        for found in self.sequence(parts, 0, ()):
            if found.end == len(self.line):
                yield found
            elif self.reach(found.end):
                self.obstacle.over = self.obstacle.over or found.text

    def sequence(self, parts: Sequence[Part], at: int, said: tuple[str, ...]) -> Iterator[Found]:
        if not parts:
            yield Found(at, {}, ())
            return
        self.budget.spend()
        self.steps += 1
        if self.steps > bounds.STEPS_OF_LINE:
            raise Tangled
        for first in self.part(parts[0], at, said):
            if len(parts) == 1:
                yield first
                continue
            for rest in self.sequence(parts[1:], first.end, said + first.said):
                yield Found(rest.end, {**first.args, **rest.args}, first.said + rest.said, first.odd + rest.odd)

    def part(self, part: Part, at: int, said: tuple[str, ...]) -> Iterable[Found]:
        match part:
            case Word():
                return self.word(part, at, said)
            case Pick():
                return self.pick(part, at, said)
            case Number():
                return self.number(part, at, said)
            case OneOf():
                return self.one_of(part, at, said)
            case Many():
                return self.many(part, at, 0, said)

    def word(self, word: Word, at: int, said: tuple[str, ...]) -> list[Found]:
        found = []
        for spelling, odd in by_first(word).get(self.texts[at] if at < len(self.texts) else "", ()):
            end = at + len(spelling)
            if self.texts[at:end] == spelling:
                found.append(Found(end, {}, printed(word.text), (Odd(at, end, odd),) if odd else ()))
        if word.optional:
            found.append(Found(at, {}, printed(word.text)))
        elif not found:
            self.want(at, word, said)
        return found

    def number(self, number: Number, at: int, said: tuple[str, ...]) -> Iterator[Found]:
        text = self.texts[at] if at < len(self.texts) else ""
        value = int(text) if text.isdecimal() and len(text) < 10 else None
        if value is not None and number.low <= value <= number.high and value % number.step == 0:
            yield Found(at + 1, {number.name: value}, (str(value),))
        else:
            self.want(at, number, said)

    def one_of(self, part: OneOf, at: int, said: tuple[str, ...]) -> Iterator[Found]:
        for way, parts in enumerate(part.ways):
            for found in self.sequence(parts, at, said):
                yield Found(found.end, {part.name: {"way": way, **found.args}}, found.said, found.odd)

    def many(self, part: Many, at: int, count: int, said: tuple[str, ...]) -> Iterator[Found]:
        start = self.after_between(part, at, count)
        if count < part.high and start < 0:
            self.want(at, Word(part.between), said)
        elif count < part.high:
            between = printed(part.between) if count else ()
            for row in self.sequence(part.parts, start, said + between):
                if row.end > start:
                    yield from self.further(part, row, between, count, said)
        if count >= part.low:
            yield Found(at, {part.name: []}, ())

    def further(
        self, part: Many, row: Found, between: tuple[str, ...], count: int, said: tuple[str, ...]
    ) -> Iterator[Found]:
        """The rows after one row."""
        for rest in self.many(part, row.end, count + 1, said + between + row.said):
            rows = [row.args, *rest.args[part.name]]
            yield Found(rest.end, {part.name: rows}, between + row.said + rest.said, row.odd + rest.odd)

    def after_between(self, part: Many, at: int, count: int) -> int:
        """Where the next row starts; -1 if the sign between rows is missing."""
        if not count or not words(part.between):
            return at
        marks = (words(text) for text in (part.between, *part.also))
        return next((at + len(mark) for mark in marks if self.texts[at : at + len(mark)] == mark), -1)

    def pick(self, pick: Pick, at: int, said: tuple[str, ...]) -> Iterator[Found]:
        lexicon = lexicon_of(pick)
        hits = self.look(lexicon, at)
        for end, known in hits:
            open_ = [c for c in pick.choices if c.code == known.code]
            for choice in open_:
                odd = self.odd(pick, choice, at, end, said)
                yield Found(end, {pick.name: choice.code}, (choice.code,), odd)
            if not open_ and self.reach(end):
                self.obstacle.refused.append(Refused(pick, known, said))
                self.obstacle.span = (at, end)
        if pick.implied:
            yield Found(at, {pick.name: pick.implied}, (pick.implied,))
        elif not hits:
            self.unknown(pick, lexicon, at, said)

    def odd(self, pick: Pick, choice: Choice, at: int, end: int, said: tuple[str, ...]) -> tuple[Odd, ...]:
        """What there is to say about a choice that is listed."""
        if choice.why_not:
            possible = (c.code for c in pick.choices if not c.why_not)
            return (Odd(at, end, choice, tuple(" ".join((*said, code)) for code in possible)),)
        return (Odd(at, end, choice),) if choice.hint else ()

    def look(self, lexicon: Lexicon, at: int) -> list[tuple[int, Choice]]:
        """`lexicon.find`, asked once for each place: many lines of an ask share one lexicon."""
        key = id(lexicon), at
        if key not in self.looked:
            self.looked[key] = lexicon.find(self.line, at)
        return self.looked[key]

    # --- what went wrong, as far along the line as anything got ---

    def reach(self, at: int) -> bool:
        """Whether a fault at this place is worth telling; forgets the nearer ones."""
        if at > self.obstacle.at:
            self.obstacle = Obstacle(at)
        return at == self.obstacle.at

    def want(self, at: int, part: Part, said: tuple[str, ...]) -> None:
        if self.reach(at):
            self.obstacle.wanted.append((part, said))

    def unknown(self, pick: Pick, lexicon: Lexicon, at: int, said: tuple[str, ...]) -> None:
        """Nothing of that name: an ambiguous beginning, or a word to compare with what was wanted."""
        size, meant = (0, []) if lexicon.exact or at >= len(self.line) else lexicon.begun(self.line, at)
        if len(meant) > 1 and self.reach(at + size):
            self.obstacle.could += [c for c in meant if c not in self.obstacle.could]
            self.obstacle.span = (at, at + size)
        elif len(meant) < 2:
            self.want(at, pick, said)
