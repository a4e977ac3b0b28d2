"""Reads a text, line by line, against an `Ask`.

Text is read line by line. Each line is compared with the sentences of the ask, in whatever spelling, order of lines
and decoration people use; what is understood comes back in its one canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain, takewhile
from typing import NamedTuple

from engines.language import bounds
from engines.language.ask import Ask, Line, Order, Part, Pick, Remark, Word
from engines.language.bounds import clipped
from engines.language.faults import fault
from engines.language.names import Lexicon, Token, clean, fold, tokens, words
from engines.language.phrases import Phrases
from engines.language.reader import Budget, Found, Odd, Reader, Spent, Tangled, every_spelling, lexicon_of
from engines.language.slots import of_one_text, replacements, slot_of
from engines.language.writing import outline

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
class Verdict:
    """One line of a text: the order understood, if any, and what there is to say about it. `at` is its place among the
    lines of the text, from 0; orders with commas or semicolons between them share one."""

    raw: str
    order: Order | None
    remarks: tuple[Remark, ...] = ()
    at: int = 0


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
    page = Page(ask)
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


@dataclass(frozen=True)
class Sentence:
    """A line of an ask with the parts it is read by here."""

    line: Line
    parts: tuple[Part, ...]


class Vain(NamedTuple):
    """A line of which nothing could be made: as written, cleaned, the words that count, and the best attempt."""

    raw: str
    line: str
    run: Sequence[Token]
    reader: Reader


class Page:
    """An ask made ready for reading, the section the reading is in, and what was read so far."""

    def __init__(self, ask: Ask) -> None:
        self.ask, self.say = ask, Phrases(ask.phrases)
        self.skip = frozenset(fold(word) for word in ask.skip)
        self.sections = {words(line.section): line.section for line in ask.lines if line.section}
        self.section = ""
        self.budget = Budget(bounds.STEPS)
        self.start = self.grown = self.lines = self.faults = 0
        self.indexes: dict[tuple[str, bool], Index] = {}

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
        if named in self.sections or named in NOW:
            self.section = self.sections.get(named, "")
            return True
        return False

    def line(self, raw: str) -> Iterator[Verdict]:
        """One line: one order, or several with commas between them."""
        whole = self.tried(raw)
        split = is_vain(whole) and "," in raw[: bounds.LINE]
        pieces = [piece.strip() for piece in raw.split(",") if piece.strip()] if split else []
        first = self.tried(pieces[0]) if len(pieces) > 1 else whole
        if is_vain(first):
            yield self.judged(whole)
        else:
            yield self.judged(first)
            yield from (self.judged(self.tried(piece)) for piece in pieces[1:])

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
        bullet = BULLET.match(line)
        start = bullet.end() if bullet else 0
        plain = [t for t in run if t.start >= start and t.text not in self.skip]
        if len(plain) == len(run):
            return Vain(raw, line, run, first)
        again = self.attempt(line, plain)
        if isinstance(again, Order | Verdict):
            return verdict_of(raw, again)
        return Vain(raw, line, plain or run, again if plain else first)

    def judged(self, tried: Verdict | Vain) -> Verdict:
        """The verdict on a line, with the error of the best attempt if there is none yet."""
        if isinstance(tried, Verdict):
            return tried
        raw, line, run, reader = tried
        self.faults += 1
        if told := self.elsewhere(run):
            return Verdict(raw, None, (Remark("error", told, line),))
        if self.faults > bounds.EXPLAINED:
            return Verdict(raw, None, (Remark("error", self.say("no order"), line),))
        return Verdict(raw, None, (self.fault(reader, line, self.again),))

    def elsewhere(self, run: Sequence[Token]) -> str:
        """What is said to a sentence of another phase; "" if this is none."""
        first = run[0].text if run else ""
        return "" if first in self.openings else self.others.get(first, "")

    @cached_property
    def openings(self) -> frozenset[str]:
        """The first words of what can be said now."""
        return frozenset(spelling[0] for line in self.ask.lines for spelling in first_words(line))

    @cached_property
    def others(self) -> dict[str, str]:
        """What is said to sentences of other phases, by their first words."""
        return {fold(word): told for word, told in reversed(list(self.ask.elsewhere.items()))}

    def fault(self, reader: Reader, line: str, again: Callable[[str], str | Remark]) -> Remark:
        """What is wrong with a line, after it was compared with every sentence."""
        try:
            self.explore(reader)
        except Tangled:
            return Remark("error", self.say("tangled"), line)
        return fault(reader, line, self.example, again, self.say, self.ask.clauses)

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

    @cached_property
    def example(self) -> str:
        """An order that would do."""
        return next(iter((*self.ask.draft, *outline(self.ask))), "")

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
        """The sentences of this section, looked through first; or the others, looked through if those fail."""
        key = self.section, here
        if key not in self.indexes:
            lines = [x for x in self.ask.lines if (x.section == self.section) is here]
            parts = [x.parts if here or not x.section else spelled_out(x.parts) for x in lines]
            self.indexes[key] = Index([Sentence(*each) for each in zip(lines, parts, strict=True)])
        return self.indexes[key]


def is_vain(tried: Verdict | Vain) -> bool:
    """Whether nothing was understood."""
    return isinstance(tried, Vain) or tried.order is None


def first_words(line: Line) -> tuple[tuple[str, ...], ...]:
    return every_spelling(line.parts[0]) if line.parts and isinstance(line.parts[0], Word) else ()


def verdict_of(raw: str, result: Order | Verdict) -> Verdict:
    return replace(result, raw=raw) if isinstance(result, Verdict) else Verdict(raw, result)


@lru_cache(maxsize=1024)
def compulsory(word: Word) -> Word:
    return replace(word, optional=False)


def spelled_out(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with their first word compulsory."""
    first, *rest = parts or (Word(""),)
    return (compulsory(first), *rest) if isinstance(first, Word) and first.optional else parts


# --- which reading is meant -------------------------------------------------------------------------------------

Candidate = tuple[Line, Found]


def distinct(candidates: Iterator[Candidate]) -> Iterator[Candidate]:
    """Each canonical text once."""
    met: set[str] = set()
    for line, found in candidates:
        if found.text not in met:
            met.add(found.text)
            yield line, found


def judged(line: str, run: Sequence[Token], found: Sequence[Candidate], say: Phrases) -> Order | Verdict:
    """The reading without a refusal and with the fewest warnings; an error if two are as good."""
    least = min(badness(one) for _, one in found)
    rivals = [candidate for candidate in found if badness(candidate[1]) == least]
    as_written = tuple(t.text for t in run)
    best_line, best = next((c for c in rivals if words(c[1].text) == as_written), rivals[0])
    refused = [remark(line, run, odd, say) for odd in best.odd if odd.choice.why_not]
    if refused:
        return Verdict(line, None, tuple(refused))
    if len(rivals) > 1 and words(best.text) != as_written:
        text = say("two", choices=say.either(say("quoted", text=f.text) for _, f in rivals[:4]))
        return Verdict(line, None, (Remark("error", text, line, 0, len(line)),))
    order = Order(best_line.verb, best.args, slot_of(best_line, best.args), best.text)
    hints = tuple(remark(line, run, odd, say) for odd in best.odd)
    return Verdict(line, order, hints) if hints else order


def badness(found: Found) -> tuple[bool, int]:
    """How unwelcome a reading is: refused, then the number of warnings."""
    return any(odd.choice.why_not for odd in found.odd), len(found.odd)


def remark(line: str, run: Sequence[Token], odd: Odd, say: Phrases) -> Remark:
    """What is said about a choice, with its place in the line."""
    why, end = odd.choice.why_not, len(line)
    span = (run[odd.start].start, run[max(odd.start, odd.end - 1)].end) if odd.start < len(run) else (end, end)
    if not why:
        return Remark("warning", odd.choice.hint, line, *span)
    told = (why, say("instead", choices=say.listed(odd.instead))) if odd.instead else (why,)
    return Remark("error", " ".join(told), line, *span)


# --- finding the sentences that may fit -------------------------------------------------------------------------


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
        elif isinstance(first, Pick) and not first.implied:
            lexicon = lexicon_of(first)
            named = self.by_name.setdefault((before, id(lexicon)), Named(before, lexicon))
            for choice in first.choices:
                named.codes.setdefault(choice.code, []).append(n)
        else:
            self.any.append(n)

    def readings(self, reader: Reader) -> Iterator[Candidate]:
        """Every whole reading of the line by a sentence that can begin as it does."""
        fitting = set(self.any)
        if reader.texts:
            fitting.update(self.by_word.get(reader.texts[0], ()))
        for named in self.by_name.values():
            for at in starts(reader.texts, named.before):
                for _, choice in reader.look(named.lexicon, at):
                    fitting.update(named.codes.get(choice.code, ()))
        for n in sorted(fitting):
            for found in reader.whole(self.sentences[n].parts):
                yield self.sentences[n].line, found


def is_optional(part: Part) -> bool:
    return isinstance(part, Word) and part.optional


def starts(texts: tuple[str, ...], before: Sequence[tuple[tuple[str, ...], ...]]) -> set[int]:
    """The places at which a name can begin after words that may be left out."""
    places = {0}
    for spelled in before:
        places |= {at + len(s) for at in places for s in spelled if texts[at : at + len(s)] == s}
    return places
