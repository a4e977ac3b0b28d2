"""Reads a text, line by line, against an `Ask`.

Text is read line by line. Each line is compared with the sentences of the ask, in whatever spelling, order of lines
and decoration people use; what is understood comes back in its one canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from engines.language import bounds
from engines.language.ask import Ask, Order, Remark, remark
from engines.language.bounds import clipped
from engines.language.faults import fault
from engines.language.index import Grammar, Index
from engines.language.meaning import Verdict, distinct, judged
from engines.language.names import Token, clean, tokens, words
from engines.language.phrases import Phrases
from engines.language.reader import Budget, Reader, Spent, Tangled
from engines.language.slots import of_one_text, replacements

BULLET = re.compile(r"\s*(?:[-–*•·>]+|\(?\d{1,2}[.):])\s+")
"""Decoration that some put before each order."""
COMMENT = re.compile(r"\s*(?:#|//|%)")
ASIDE = re.compile(r"(?<!\s)\s+(?:#|//).*")
"""A comment after an order. Looked for where a run of blanks begins, or a long run would be tried from each blank."""
NOW = {("orders",), ("now",)}
"""Headings that end a section."""
BREAK = re.compile(r"[\n\r;\x0b\x0c\x1c-\x1e\x85\u2028\u2029][\s;]*")
"""What stands between two lines with something on them; orders on one line may have semicolons between them."""


@dataclass(frozen=True)
class Reading:
    """A text as understood: the orders that count (a later one replaces an earlier one for its slot), line by line."""

    orders: tuple[Order, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """All that there is to say, in the order of the lines."""
        return tuple(remark for verdict in self.verdicts for remark in verdict.remarks)


def read(ask: Ask, text: str) -> Reading:
    """What a text says to an ask. No text raises. Empty lines, comments (# or //) and headings are passed over.

    Within `engines.language.bounds`: if there is more, the last verdict is an error that says how much was read."""
    page = Page(Grammar(ask))
    told = told_replaced(list(page.verdicts(text)), page.say)
    verdicts = tuple(few_remarks(told, page.say))
    return Reading(of_one_text(v.order for v in verdicts if v.order), verdicts)


def told_replaced(verdicts: Sequence[Verdict], say: Phrases) -> Iterator[Verdict]:
    """Warns where a later line of the same text takes an order's place, or says the same again."""
    later = iter(replacements([v.order for v in verdicts if v.order]))
    met: set[str] = set()
    for verdict in verdicts:
        order = verdict.order
        if order is None:
            yield verdict
            continue
        last = next(later)
        again = not order.slot and order.text in met
        met.add(order.text)
        text = say("again") if again else say("replaced", text=clipped(last.text)) if last else ""
        yield replace(verdict, remarks=(*verdict.remarks, warning(text, verdict.raw))) if text else verdict


def warning(text: str, raw: str) -> Remark:
    return Remark("warning", text, clean(raw[: bounds.LINE]))


def few_remarks(verdicts: Iterable[Verdict], say: Phrases) -> Iterator[Verdict]:
    """The first fault of each line is kept, and so many remarks besides; the last of those speaks of the others."""
    count = 0
    for verdict in verdicts:
        kept: list[Remark] = []
        for n, one in enumerate(verdict.remarks):
            short = replace(one, text=clipped(one.text, bounds.REMARK))
            count += n > 0 or one.level == "warning"
            if (n == 0 and one.level == "error") or count < bounds.REMARKS:
                kept.append(short)
            elif count == bounds.REMARKS:
                kept.append(replace(one, level="warning", text=say("remarks", count=bounds.REMARKS)))
        yield replace(verdict, remarks=tuple(kept))


class Vain(NamedTuple):
    """A line of which nothing could be made: as written, cleaned, the words that count, and the best attempt."""

    raw: str
    line: str
    run: Sequence[Token]
    reader: Reader


class Page:
    """A text being read: the section the reading is in, and what was read so far."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar, self.say = grammar, grammar.say
        self.section = ""
        self.budget = Budget(bounds.STEPS)
        self.start = self.grown = self.lines = self.faults = 0

    def verdicts(self, text: str) -> Iterator[Verdict]:
        """Line by line; where the bounds are reached, one verdict on all the rest."""
        at = 0
        try:
            for at, raw in self.pieces(text):
                for verdict in self.line(raw):
                    yield replace(verdict, at=at)
                    self.lines += 1
        except Spent:
            rest = text[self.start :][: bounds.TEXT]
            yield Verdict(rest, None, (Remark("error", self.say("unread", count=self.lines), clipped(rest)),), at)

    def pieces(self, text: str) -> Iterator[tuple[int, str]]:
        """What stands between ends of lines and semicolons, without comments and headings; and on which line."""
        at = self.start = 0
        for end in chain(BREAK.finditer(text), (None,)):
            raw = text[self.start : end.start()] if end else text[self.start :]
            if raw.strip() and not COMMENT.match(raw) and not self.is_heading(raw):
                yield at, ASIDE.sub("", raw.strip())
            if end:
                at, self.start = at + end[0].count("\n"), end.end()

    def is_heading(self, raw: str) -> bool:
        """Whether the line opens or ends a section; it may name a year."""
        said = tuple(t for t in words(raw[:80]) if not t.isdecimal() and t not in ("-", "=", "*"))
        named = said[:-1] if said[-1:] == ("orders",) and len(said) > 1 else said
        if named in self.grammar.sections or named in NOW:
            self.section = self.grammar.sections.get(named, "")
            return True
        return False

    def line(self, raw: str) -> Iterator[Verdict]:
        """One line: one order, or several with commas between them."""
        whole = self.tried(raw)
        pieces = self.split(raw) if is_vain(whole) else []
        first = self.tried(pieces[0]) if len(pieces) > 1 else whole
        if is_vain(first):
            yield self.judged(whole)
        else:
            yield self.judged(first)
            yield from (self.judged(self.tried(piece)) for piece in pieces[1:])

    def split(self, raw: str) -> list[str]:
        """What stands between commas, if all of it begins like an order: a list may have been refused."""
        pieces = [piece.strip() for piece in raw[: bounds.LINE].split(",") if piece.strip()]
        return pieces if all(map(self.begins, pieces[1:])) else []

    def begins(self, piece: str) -> bool:
        """Whether there is a sentence that begins so."""
        line = clean(piece)
        run = tokens(line)
        readers = [Reader(some, self.budget) for some in (run, plain(line, run, self.grammar.skip)) if some]
        return any(self.index(here).fitting(reader) for here in (True, False) for reader in readers)

    def tried(self, raw: str) -> Verdict | Vain:
        """As written; else without bullets and words without meaning. Raises Spent if there was enough to read."""
        line = clean(raw[: bounds.LINE])
        self.grown += max(len(line) - len(raw), 0)
        if self.lines >= bounds.LINES or self.start + self.grown >= bounds.TEXT:
            raise Spent
        if max(len(raw), len(line)) > bounds.LINE:
            return Verdict(raw[: bounds.LINE], None, (Remark("error", self.say("long"), clipped(line)),))
        run = tokens(line)
        first = self.attempt(line, run)
        if isinstance(first, Order | Verdict):
            return verdict_of(raw, first)
        left = plain(line, run, self.grammar.skip)
        if len(left) == len(run):
            return Vain(raw, line, run, first)
        again = self.attempt(line, left)
        if isinstance(again, Order | Verdict):
            return verdict_of(raw, again)
        return Vain(raw, line, left or run, again if left else first)

    def read_line(self, raw: str) -> Verdict:
        """The verdict on one order."""
        return self.judged(self.tried(raw))

    def judged(self, tried: Verdict | Vain) -> Verdict:
        """The verdict on a line, with the error of the best attempt if there is none yet."""
        if isinstance(tried, Verdict):
            return tried
        raw, line, run, reader = tried
        self.faults += 1
        if told := self.grammar.elsewhere.get(run[0].text if run else ""):
            return Verdict(raw, None, (remark("error", told, line),))
        if self.faults > bounds.EXPLAINED:
            return Verdict(raw, None, (Remark("error", self.say("no order"), line),))
        return Verdict(raw, None, (self.fault(reader, line, self.again),))

    def fault(self, reader: Reader, line: str, again: Callable[[str], str | Remark]) -> Remark:
        """What is wrong with a line, after it was compared with every sentence."""
        try:
            self.explore(reader)
        except Tangled:
            return Remark("error", self.say("tangled"), line)
        return fault(reader, line, self.grammar.example, again, self.say, self.grammar.ask.clauses)

    def explore(self, reader: Reader) -> None:
        """Looks how far each sentence fits. Raises Tangled."""
        for here in (True, False):
            for sentence in self.index(here).sentences:
                for _ in reader.whole(sentence.parts):
                    pass

    def again(self, text: str) -> str | Remark:
        """A corrected line, read: its canonical form, or what is still wrong with it."""
        line = clean(text)
        result = self.attempt(line, tokens(line))
        if isinstance(result, Order):
            return result.text
        if isinstance(result, Verdict):
            return result.order.text if result.order else result.remarks[0]
        return self.fault(result, line, lambda text: Remark("error", self.say("impossible", text=text), text))

    def attempt(self, line: str, run: Sequence[Token]) -> Order | Verdict | Reader:
        """The order, or the verdict where there is something to say; the reader if nothing can be made of it."""
        reader = Reader(run, self.budget)
        try:
            for here in (True, False):
                found = list(distinct(self.index(here).readings(reader)))
                if found:
                    return judged(line, run, found, self.say)
        except Tangled:
            return Verdict(line, None, (Remark("error", self.say("tangled"), line),))
        return reader

    def index(self, here: bool) -> Index:
        """The sentences of the open section, or those of all others."""
        return self.grammar.index(self.section, here)


def plain(line: str, run: Sequence[Token], skip: frozenset[str]) -> list[Token]:
    """The words that count: without a bullet before them and those without meaning."""
    bullet = BULLET.match(line)
    start = bullet.end() if bullet else 0
    return [t for t in run if t.start >= start and t.text not in skip]


def is_vain(tried: Verdict | Vain) -> bool:
    """Whether nothing was understood."""
    return isinstance(tried, Vain) or tried.order is None


def verdict_of(raw: str, result: Order | Verdict) -> Verdict:
    return replace(result, raw=raw) if isinstance(result, Verdict) else Verdict(raw, result)
