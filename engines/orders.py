"""The order language: reads, writes, outlines and rolls any `Ask`.

Text is read line by line. Each line is compared with the sentences of the ask, in whatever spelling, order of lines
and decoration people use; what is understood comes back in its one canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import takewhile

from engines.base import Ask, Line, Order, Part, Pick, Remark, Word
from engines.faults import fault
from engines.names import Lexicon, Token, clean, fold, tokens, words
from engines.phrases import Phrases
from engines.reading import Found, Odd, Reader, Tangled, every_spelling, lexicon_of
from engines.rolling import roll
from engines.slots import of_one_text, replaced_by, slot_of
from engines.writing import lexemes, outline, write

__all__ = ["Reading", "Verdict", "lexemes", "outline", "read", "roll", "write"]

BULLET = re.compile(r"\s*(?:[-–*•·>]+|\(?\d{1,2}[.):])\s+")
"""Decoration that some put before each order."""
COMMENT = re.compile(r"\s*(?:#|//|%)")
ASIDE = re.compile(r"(?<!\s)\s+(?:#|//).*")
"""A comment after an order. Looked for where a run of blanks begins, or a long run would be tried from each blank."""
NOW = {("orders",), ("now",)}
"""Headings that end a section."""
EXPLAINED = 25
"""Lines of one text whose faults are explained at length: a page of prose costs no more than that."""
LONGEST = 2_000
"""Characters of one line that are read."""


@dataclass(frozen=True)
class Verdict:
    """One line of a text: the order understood, if any, and what there is to say about it."""

    raw: str
    order: Order | None
    remarks: tuple[Remark, ...] = ()


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
    """What a text says to an ask. No text raises. Empty lines, comments (# or //) and headings are passed over."""
    verdicts = list(told_replaced(list(Page(ask).verdicts(text)), Phrases(ask.phrases)))
    return Reading(of_one_text(v.order for v in verdicts if v.order), tuple(verdicts))


def told_replaced(verdicts: Sequence[Verdict], say: Phrases) -> Iterator[Verdict]:
    """Warns where a later line of the same text takes an order's place, or says the same again."""
    for n, verdict in enumerate(verdicts):
        order = verdict.order
        rivals = (v.order for v in verdicts[n + 1 :] if v.order and order and replaced_by(order, v.order))
        last = next((rival for rival in rivals if order and rival.text != order.text), None)
        again = order and not order.slot and order.text in {v.order.text for v in verdicts[:n] if v.order}
        if again:
            yield replace(verdict, remarks=(*verdict.remarks, Remark("warning", say("again"), clean(verdict.raw))))
        elif order and last:
            text = say("replaced", text=last.text)
            yield replace(verdict, remarks=(*verdict.remarks, Remark("warning", text, clean(verdict.raw))))
        else:
            yield verdict


@dataclass(frozen=True)
class Sentence:
    """A line of an ask with the parts it is read by here."""

    line: Line
    parts: tuple[Part, ...]


class Page:
    """An ask made ready for reading, and the section the reading is in."""

    def __init__(self, ask: Ask) -> None:
        self.ask, self.say = ask, Phrases(ask.phrases)
        self.skip = frozenset(fold(word) for word in ask.skip)
        self.sections = {words(line.section): line.section for line in ask.lines if line.section}
        self.section = ""
        self.faults = 0
        self.indexes: dict[tuple[str, bool], Index] = {}

    def verdicts(self, text: str) -> Iterator[Verdict]:
        for raw in re.split(r"[\n\r;\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text):
            if raw.strip() and not COMMENT.match(raw) and not self.is_heading(raw):
                yield from self.line(ASIDE.sub("", raw.strip()))

    def is_heading(self, raw: str) -> bool:
        """Whether the line opens or ends a section; it may name a year."""
        said = tuple(t for t in words(raw[:80]) if not t.isdecimal() and t not in ("-", "=", "*"))
        named = said[:-1] if said[-1:] == ("orders",) and len(said) > 1 else said
        if named in self.sections or named in NOW:
            self.section = self.sections.get(named, "")
            return True
        return False

    def line(self, raw: str) -> list[Verdict]:
        """One line: one order, or several with commas between them."""
        whole = self.piece(raw)
        if whole.order is None and "," in raw:
            pieces = [piece.strip() for piece in raw.split(",") if piece.strip()]
            if len(pieces) > 1 and self.piece(pieces[0]).order is not None:
                return [self.piece(piece) for piece in pieces]
        return [whole]

    def piece(self, raw: str) -> Verdict:
        """As written; else without bullets and words without meaning; else the error of the best attempt."""
        if len(raw) > LONGEST:
            return Verdict(raw, None, (Remark("error", self.say("long"), raw[:80]),))
        line = clean(raw)
        first = self.attempt(line, tokens(line))
        if isinstance(first, Order | Verdict):
            return verdict_of(raw, first)
        bullet = BULLET.match(line)
        start = bullet.end() if bullet else 0
        plain = [t for t in tokens(line) if t.start >= start and t.text not in self.skip]
        reader = first
        if len(plain) < len(first.line):
            again = self.attempt(line, plain)
            if isinstance(again, Order | Verdict):
                return verdict_of(raw, again)
            reader = again if plain else first
        self.faults += 1
        if told := elsewhere(self.ask, plain or first.line):
            return Verdict(raw, None, (Remark("error", told, line),))
        if self.faults > EXPLAINED:
            return Verdict(raw, None, (Remark("error", self.say("no order"), line),))
        return Verdict(raw, None, (self.fault(reader, line, self.again),))

    def fault(self, reader: Reader, line: str, again: Callable[[str], str | Remark]) -> Remark:
        return fault(reader, line, self.example(), again, self.say, self.ask.clauses)

    def again(self, text: str) -> str | Remark:
        """A corrected line, read: its canonical form, or what is still wrong with it."""
        line = clean(text)
        result = self.attempt(line, tokens(line))
        if isinstance(result, Order):
            return result.text
        if isinstance(result, Verdict):
            return result.order.text if result.order else result.remarks[0]
        return self.fault(result, line, lambda text: Remark("error", self.say("impossible", text=text), text))

    def example(self) -> str:
        """An order that would do."""
        return next(iter((*self.ask.draft, *outline(self.ask))), "")

    def attempt(self, line: str, run: Sequence[Token]) -> Order | Verdict | Reader:
        """The order, or the verdict where there is something to say; the reader if nothing can be made of it."""
        reader = Reader(run)
        try:
            for here in (True, False):
                found = list(distinct(self.index(here).readings(reader)))
                if found:
                    return judged(line, run, found, self.say)
            for here in (True, False):
                for sentence in self.index(here).sentences:
                    for _ in reader.whole(sentence.parts):
                        pass
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


def elsewhere(ask: Ask, run: Sequence[Token]) -> str:
    """What is said to a sentence of another phase; "" if this is none."""
    first = run[0].text if run else ""
    known = first in {spelling[0] for line in ask.lines for spelling in first_words(line)}
    return "" if known else next((told for word, told in ask.elsewhere.items() if fold(word) == first), "")


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
