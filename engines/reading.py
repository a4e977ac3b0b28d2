"""Reads one line against the lines of an ask: all ways it can be meant, and how far the others got.

The reader walks the parts of a `Line` over the tokens and tries every alternative, so an engine needs no grammar
rules of its own. What goes wrong is remembered with its place; the furthest place is what the player hears about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engines.base import Choice, Many, Number, OneOf, Part, Pick, Word
from engines.names import Lexicon, Token, words

BUDGET = 20_000
"""Steps spent on one line at most: hostile text costs no more than this."""


class Tangled(Exception):
    """The line can be read in too many ways."""


@dataclass
class Obstacle:
    """Why nothing could be read beyond a place: what was wanted there, or what was refused and what else would do."""

    at: int = -1
    wanted: dict[str, None] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=dict)
    span: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Found:
    """One way to read a run of parts: where it ends, its arguments, its canonical pieces, the choices to remark on."""

    end: int
    args: dict[str, Any]
    said: tuple[str, ...]
    odd: tuple[tuple[int, int, Choice], ...] = ()


@lru_cache(maxsize=4096)
def spellings(word: Word) -> tuple[tuple[str, ...], ...]:
    """The token sequences that stand for a word, longest first."""
    return tuple(sorted({words(t) for t in (word.text, *word.also)} - {()}, key=len, reverse=True))


@lru_cache(maxsize=4096)
def odd_spellings(word: Word) -> tuple[tuple[str, ...], ...]:
    """The token sequences that stand for a word with a warning."""
    return tuple({words(t) for t in word.odd} - {()})


@lru_cache(maxsize=512)
def small_lexicon(choices: tuple[Choice, ...], exact: bool) -> Lexicon:
    """The lexicon of a pick that brings none of its own."""
    return Lexicon(choices, exact)


class Reader:
    """One line being read."""

    def __init__(self, line: Sequence[Token]) -> None:
        self.line = line
        self.texts = tuple(t.text for t in line)
        self.obstacle = Obstacle()
        self.steps = 0
        self.looked: dict[tuple[int, int], list[tuple[int, Choice]]] = {}

    def whole(self, parts: Sequence[Part]) -> Iterator[Found]:
        """Every way in which the parts use up the line."""
        for found in self.sequence(parts, 0, ()):
            if found.end == len(self.line):
                yield found
            else:
                self.want(found.end, "the end of the line")

    def sequence(self, parts: Sequence[Part], at: int, said: tuple[str, ...]) -> Iterator[Found]:
        if not parts:
            yield Found(at, {}, ())
            return
        self.steps += 1
        if self.steps > BUDGET:
            raise Tangled
        for first in self.part(parts[0], at, said):
            if len(parts) == 1:
                yield first
                continue
            for rest in self.sequence(parts[1:], first.end, said + first.said):
                yield Found(rest.end, {**first.args, **rest.args}, first.said + rest.said, first.odd + rest.odd)

    def part(self, part: Part, at: int, said: tuple[str, ...]) -> Iterator[Found]:
        match part:
            case Word():
                return self.word(part, at)
            case Pick():
                return self.pick(part, at, said)
            case Number():
                return self.number(part, at)
            case OneOf():
                return self.one_of(part, at, said)
            case Many():
                return self.many(part, at, 0, said)

    def word(self, word: Word, at: int) -> Iterator[Found]:
        met = False
        for spelling in spellings(word):
            end = at + len(spelling)
            if self.texts[at:end] == spelling:
                met = True
                yield Found(end, {}, (word.text,))
        for spelling in odd_spellings(word):
            end = at + len(spelling)
            if self.texts[at:end] == spelling:
                met = True
                yield Found(end, {}, (word.text,), ((at, end, Choice(word.text, hint=word.hint)),))
        if word.optional:
            yield Found(at, {}, (word.text,))
        elif not met:
            self.want(at, word.text)

    def number(self, number: Number, at: int) -> Iterator[Found]:
        text = self.texts[at] if at < len(self.texts) else ""
        value = int(text) if text.isdigit() and len(text) < 10 else None
        if value is not None and number.low <= value <= number.high and value % number.step == 0:
            yield Found(at + 1, {number.name: value}, (str(value),))
            return
        steps = f" in steps of {number.step}" if number.step > 1 else ""
        self.want(at, f"a number from {number.low} to {number.high}{steps}")

    def one_of(self, part: OneOf, at: int, said: tuple[str, ...]) -> Iterator[Found]:
        for way, parts in enumerate(part.ways):
            for found in self.sequence(parts, at, said):
                yield Found(found.end, {part.name: {"way": way, **found.args}}, found.said, found.odd)

    def many(self, part: Many, at: int, count: int, said: tuple[str, ...]) -> Iterator[Found]:
        if count < part.high:
            mark = words(part.between)
            start = at + len(mark) if count and mark and self.texts[at : at + len(mark)] == mark else at
            if not count or not mark or start > at:
                between = (part.between,) if count else ()
                for row in self.sequence(part.parts, start, said + between):
                    if row.end > start:
                        for rest in self.many(part, row.end, count + 1, said + between + row.said):
                            rows = [row.args, *rest.args[part.name]]
                            yield Found(rest.end, {part.name: rows}, between + row.said + rest.said, row.odd + rest.odd)
            else:
                self.want(at, part.between)
        if count >= part.low:
            yield Found(at, {part.name: []}, ())

    def pick(self, pick: Pick, at: int, said: tuple[str, ...]) -> Iterator[Found]:
        lexicon = pick.among or small_lexicon(pick.choices, pick.exact)
        hits = self.look(lexicon, at)
        for end, known in hits:
            open_ = [known] if pick.among is None else [c for c in pick.choices if c.code == known.code]
            for choice in open_:
                odd = ((at, end, choice),) if choice.hint or choice.why_not else ()
                yield Found(end, {pick.name: choice.code}, (choice.code,), odd)
            if not open_:
                self.refuse(pick, known, at, end, said)
        if pick.implied:
            yield Found(at, {pick.name: pick.implied}, (pick.implied,))
        elif not hits:
            self.unknown(pick, lexicon, at)

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

    def want(self, at: int, what: str) -> None:
        if self.reach(at):
            self.obstacle.wanted[what] = None

    def refuse(self, pick: Pick, known: Choice, at: int, end: int, said: tuple[str, ...]) -> None:
        """`known` is a name of the game but not allowed here."""
        if self.reach(end):
            text = pick.refusal.format(label=known.label or known.code, code=known.code)
            text = text or f"{known.label or known.code} is not possible here."
            instead = self.obstacle.refused.setdefault(text, [])
            instead += [" ".join((*said, c.code)) for c in pick.choices if not c.why_not]
            self.obstacle.span = (at, end)

    def unknown(self, pick: Pick, lexicon: Lexicon, at: int) -> None:
        """Nothing of that name: an ambiguous beginning, or a word to compare with what was wanted."""
        size, meant = (0, []) if lexicon.exact or at >= len(self.line) else lexicon.begun(self.line, at)
        if len(meant) > 1 and self.reach(at + size):
            word = " ".join(t.raw for t in self.line[at : at + size])
            could = " or ".join(f"{c.label} ({c.code})" if c.label else c.code for c in meant[:5])
            self.obstacle.refused.setdefault(f"“{word}” could be {could}.", [])
            self.obstacle.span = (at, at + size)
        elif len(meant) < 2 and self.reach(at):
            for choice in pick.choices:
                if not choice.why_not:
                    self.obstacle.wanted[choice.label or choice.code] = None
