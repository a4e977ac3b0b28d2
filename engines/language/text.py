"""Reads a text, line by line, against an `OrderGrammar`.

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
from engines.language.bounds import clip_text
from engines.language.faults import explain_line
from engines.language.grammar import Order, OrderGrammar, Remark, make_remark
from engines.language.index import CompiledGrammar, SentenceIndex
from engines.language.meaning import LineVerdict, choose_reading, distinct_readings
from engines.language.names import TextToken, clean_line, name_words, tokenize_line
from engines.language.phrases import Phrases
from engines.language.reader import Budget, BudgetSpent, LineReader, TooManyReadings
from engines.language.slots import counting_orders, find_replacements

BULLET = re.compile(r"\s*(?:[-–*•·>]+|\(?\d{1,2}[.):])\s+")
"""Decoration that some put before each order."""
COMMENT = re.compile(r"\s*(?:#|//|%)")
TRAILING_COMMENT = re.compile(r"(?<!\s)\s+(?:#|//).*")
"""A comment after an order. Looked for where a run of blanks begins, or a long run would be tried from each blank."""
PHASE_HEADINGS = {("orders",), ("now",)}
"""Headings that end a section."""
LINE_BREAK = re.compile(r"[\n\r;\x0b\x0c\x1c-\x1e\x85\u2028\u2029][\s;]*")
"""What stands between two lines with something on them; orders on one line may have semicolons between them."""


@dataclass(frozen=True)
class ParsedText:
    """A text as understood: the orders that count (a later one replaces an earlier one for its slot), line by line."""

    orders: tuple[Order, ...]
    verdicts: tuple[LineVerdict, ...]

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """All that there is to say, in the order of the lines."""
        return tuple(remark for verdict in self.verdicts for remark in verdict.remarks)


def parse_orders(grammar: OrderGrammar, text: str) -> ParsedText:
    """Return what a text says to an ask. No text raises. Empty lines, comments (# or //) and headings are passed over.

    Within `engines.language.bounds`: if there is more, the last verdict is an error that says how much was read."""
    page = TextParser(grammar.compiled_form)
    told = warn_of_replaced(list(page.iter_verdicts(text)), page.say)
    verdicts = tuple(limit_remarks(told, page.say))
    return ParsedText(counting_orders(v.order for v in verdicts if v.order), verdicts)


def warn_of_replaced(verdicts: Sequence[LineVerdict], say: Phrases) -> Iterator[LineVerdict]:
    """Warns where a later line of the same text takes an order's place, or says the same again."""
    later = iter(find_replacements([v.order for v in verdicts if v.order]))
    met: set[str] = set()
    for verdict in verdicts:
        order = verdict.order
        if order is None:
            yield verdict
            continue
        last = next(later)
        again = not order.slot and order.text in met
        met.add(order.text)
        text = say("again") if again else say("replaced", text=clip_text(last.text)) if last else ""
        yield replace(verdict, remarks=(*verdict.remarks, make_warning(text, verdict.raw))) if text else verdict


def make_warning(text: str, raw: str) -> Remark:
    return Remark("warning", text, clean_line(raw[: bounds.LINE]))


def limit_remarks(verdicts: Iterable[LineVerdict], say: Phrases) -> Iterator[LineVerdict]:
    """The first fault of each line is kept, and so many remarks besides; the last of those speaks of the others."""
    count = 0
    for verdict in verdicts:
        kept: list[Remark] = []
        for n, one in enumerate(verdict.remarks):
            short = replace(one, text=clip_text(one.text, bounds.REMARK))
            count += n > 0 or one.level == "warning"
            if (n == 0 and one.level == "error") or count < bounds.REMARKS:
                kept.append(short)
            elif count == bounds.REMARKS:
                kept.append(replace(one, level="warning", text=say("remarks", count=bounds.REMARKS)))
        yield replace(verdict, remarks=tuple(kept))


class FailedLine(NamedTuple):
    """A line of which nothing could be made: as written, cleaned, the words that count, and the best attempt."""

    raw: str
    line: str
    run: Sequence[TextToken]
    reader: LineReader


class TextParser:
    """A text being read: the section the reading is in, and what was read so far."""

    def __init__(self, grammar: CompiledGrammar) -> None:
        self.grammar, self.say = grammar, grammar.say
        self.section = ""
        self.budget = Budget(bounds.STEPS)
        self.start = self.grown = self.lines = self.faults = 0

    def iter_verdicts(self, text: str) -> Iterator[LineVerdict]:
        """Line by line; where the bounds are reached, one verdict on all the rest."""
        at = 0
        try:
            for at, raw in self.iter_pieces(text):
                for verdict in self.read_order_line(raw):
                    yield replace(verdict, at=at)
                    self.lines += 1
        except BudgetSpent:
            rest = text[self.start :][: bounds.TEXT]
            yield LineVerdict(rest, None, (Remark("error", self.say("unread", count=self.lines), clip_text(rest)),), at)

    def iter_pieces(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield what stands between ends of lines and semicolons, without comments and headings; and on which line."""
        at = self.start = 0
        for end in chain(LINE_BREAK.finditer(text), (None,)):
            raw = text[self.start : end.start()] if end else text[self.start :]
            if raw.strip() and not COMMENT.match(raw) and not self.is_heading(raw):
                yield at, TRAILING_COMMENT.sub("", raw.strip())
            if end:
                at, self.start = at + end[0].count("\n"), end.end()

    def is_heading(self, raw: str) -> bool:
        """Return whether the line opens or ends a section; it may name a year."""
        said = tuple(t for t in name_words(raw[:80]) if not t.isdecimal() and t not in ("-", "=", "*"))
        named = said[:-1] if said[-1:] == ("orders",) and len(said) > 1 else said
        if named in self.grammar.sections or named in PHASE_HEADINGS:
            self.section = self.grammar.sections.get(named, "")
            return True
        return False

    def read_order_line(self, raw: str) -> Iterator[LineVerdict]:
        """One line: one order, or several with commas between them."""
        whole = self.try_line(raw)
        pieces = self.split_orders(raw) if is_unread(whole) else []
        first = self.try_line(pieces[0]) if len(pieces) > 1 else whole
        if is_unread(first):
            yield self.judge_line(whole)
        else:
            yield self.judge_line(first)
            yield from (self.judge_line(self.try_line(piece)) for piece in pieces[1:])

    def split_orders(self, raw: str) -> list[str]:
        """Return what stands between commas, if all of it begins like an order: a list may have been refused."""
        pieces = [piece.strip() for piece in raw[: bounds.LINE].split(",") if piece.strip()]
        return pieces if all(map(self.begins_order, pieces[1:])) else []

    def begins_order(self, piece: str) -> bool:
        """Return whether there is a sentence that begins so."""
        line = clean_line(piece)
        run = tokenize_line(line)
        readers = [LineReader(some, self.budget) for some in (run, strip_noise(line, run, self.grammar.skip)) if some]
        return any(self.get_index(here).find_candidates(reader) for here in (True, False) for reader in readers)

    def try_line(self, raw: str) -> LineVerdict | FailedLine:
        """As written; else without bullets and words without meaning. Raises BudgetSpent if there was enough to
        read."""
        line = clean_line(raw[: bounds.LINE])
        self.grown += max(len(line) - len(raw), 0)
        if self.lines >= bounds.LINES or self.start + self.grown >= bounds.TEXT:
            raise BudgetSpent
        if max(len(raw), len(line)) > bounds.LINE:
            return LineVerdict(raw[: bounds.LINE], None, (Remark("error", self.say("long"), clip_text(line)),))
        run = tokenize_line(line)
        first = self.attempt_order(line, run)
        if isinstance(first, Order | LineVerdict):
            return make_verdict(raw, first)
        left = strip_noise(line, run, self.grammar.skip)
        if len(left) == len(run):
            return FailedLine(raw, line, run, first)
        again = self.attempt_order(line, left)
        if isinstance(again, Order | LineVerdict):
            return make_verdict(raw, again)
        return FailedLine(raw, line, left or run, again if left else first)

    def read_line(self, raw: str) -> LineVerdict:
        """The verdict on one order."""
        return self.judge_line(self.try_line(raw))

    def judge_line(self, tried: LineVerdict | FailedLine) -> LineVerdict:
        """The verdict on a line, with the error of the best attempt if there is none yet."""
        if isinstance(tried, LineVerdict):
            return tried
        raw, line, run, reader = tried
        self.faults += 1
        if told := self.grammar.elsewhere_answers.get(run[0].text if run else ""):
            return LineVerdict(raw, None, (make_remark("error", told, line),))
        if self.faults > bounds.EXPLAINED:
            return LineVerdict(raw, None, (Remark("error", self.say("no order"), line),))
        return LineVerdict(raw, None, (self.explain_fault(reader, line, self.reread_corrected),))

    def explain_fault(self, reader: LineReader, line: str, again: Callable[[str], str | Remark]) -> Remark:
        """Return what is wrong with a line, after it was compared with every sentence."""
        try:
            self.explore_sentences(reader)
        except TooManyReadings:
            return Remark("error", self.say("tangled"), line)
        return explain_line(reader, line, self.grammar.example_order, again, self.say, self.grammar.grammar.clauses)

    def explore_sentences(self, reader: LineReader) -> None:
        """Looks how far each sentence fits. Raises TooManyReadings."""
        for here in (True, False):
            for sentence in self.get_index(here).sentences:
                for _ in reader.match_whole(sentence.parts):
                    pass

    def reread_corrected(self, text: str) -> str | Remark:
        """A corrected line, read: its canonical form, or what is still wrong with it."""
        line = clean_line(text)
        result = self.attempt_order(line, tokenize_line(line))
        if isinstance(result, Order):
            return result.text
        if isinstance(result, LineVerdict):
            return result.order.text if result.order else result.remarks[0]
        return self.explain_fault(result, line, lambda text: Remark("error", self.say("impossible", text=text), text))

    def attempt_order(self, line: str, run: Sequence[TextToken]) -> Order | LineVerdict | LineReader:
        """The order, or the verdict where there is something to say; the reader if nothing can be made of it."""
        reader = LineReader(run, self.budget)
        try:
            for here in (True, False):
                found = list(distinct_readings(self.get_index(here).iter_readings(reader)))
                if found:
                    return choose_reading(line, run, found, self.say)
        except TooManyReadings:
            return LineVerdict(line, None, (Remark("error", self.say("tangled"), line),))
        return reader

    def get_index(self, here: bool) -> SentenceIndex:
        """The sentences of the open section, or those of all others."""
        return self.grammar.section_index(self.section, here)


def strip_noise(line: str, run: Sequence[TextToken], skip: frozenset[str]) -> list[TextToken]:
    """The words that count: without a bullet before them and those without meaning."""
    bullet = BULLET.match(line)
    start = bullet.end() if bullet else 0
    return [t for t in run if t.start >= start and t.text not in skip]


def is_unread(tried: LineVerdict | FailedLine) -> bool:
    """Return whether nothing was understood."""
    return isinstance(tried, FailedLine) or tried.order is None


def make_verdict(raw: str, result: Order | LineVerdict) -> LineVerdict:
    return replace(result, raw=raw) if isinstance(result, LineVerdict) else LineVerdict(raw, result)
