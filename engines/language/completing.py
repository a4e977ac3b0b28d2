"""What can be said next: the steps that go on from the beginning of a sentence, for pages, letters, help and programs.

`Ahead` is the reader of orders with one rule more: behind the last word of the text it supplies fixed words itself, and
notes each choice that it comes to. All before is read by the code that reads letters, so the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engines.language import bounds
from engines.language.ask import Ask, Line, Many, Number, OneOf, Order, Part, Pick, Remark, Word
from engines.language.index import Grammar
from engines.language.meaning import sentence
from engines.language.names import Choice, Token, clean, fold, tokens
from engines.language.reader import (
    NOTHING,
    Budget,
    Found,
    Past,
    Reader,
    Spent,
    Tangled,
    both,
    first_of,
    label_of,
    narrowed,
)
from engines.language.text import Page, plain

P = TypeVar("P", bound=Part)
LAST = 3
"""Words that are taken for the beginning of one choice if they cannot be read."""
Judge = Callable[[Order], Sequence[Remark]]
"""What an engine's `check` says of an order, given all that stands beside it."""


@dataclass(frozen=True)
class Step:
    """One way on from a text.

    `words` are added to it, and then one of `choices`, or a `number`, or nothing; `text` is the sentence with the
    words, `label` says them in plain language, by themselves, and `before` is said before the choice. `again`: this
    goes on with another row of a list. `ends`: with the words alone the sentence is whole. `help` and `section` are
    those of the line.
    """

    text: str
    words: str
    label: str = ""
    choices: tuple[Choice, ...] = ()
    number: Number | None = None
    again: bool = False
    ends: bool = False
    help: str = ""
    section: str = ""
    before: str = ""

    def then(self, code: str = "") -> str:
        """The text with the choice made."""
        return f"{self.text} {code}".strip()

    @property
    def open(self) -> tuple[Choice, ...]:
        """The choices that are not refused."""
        return tuple(choice for choice in self.choices if not choice.why_not)


@dataclass(frozen=True)
class Completion:
    """`text` is what was read, in canonical form, `words` the same in plain language. `order`: it is a whole sentence;
    `ends`: nothing forbids that it ends here. `remarks`: why nothing goes on, or what there is to say of the order."""

    text: str
    words: str = ""
    steps: tuple[Step, ...] = ()
    ends: bool = False
    order: Order | None = None
    remarks: tuple[Remark, ...] = ()


def complete(ask: Ask | Grammar, text: str, judge: Judge | None = None) -> Completion:
    """The steps that go on from the beginning of a sentence; "" is the beginning of all. No text raises.

    `judge`: a sentence of which it says an error may not end there.
    """
    page, line = Page(ask if isinstance(ask, Grammar) else Grammar(ask)), clean(text[: bounds.LINE])
    run = tokens(line)
    left = plain(line, run, page.grammar.skip)
    try:
        for some in (run, left) if left != run else (run,):
            if stops := ahead(page, some):
                return completion(page, line, stops, judge)
        for cut in range(1, min(LAST, len(left)) + 1):
            typed = " ".join(token.text for token in left[-cut:])
            steps = (begun(step, typed) for step in steps_of(ahead(page, left[:-cut])))
            if found := tuple(step for step in steps if step):
                return Completion(line, line, found)
    except (Tangled, Spent):
        pass
    return Completion(line, line, remarks=page.read_line(line).remarks if line else ())


# --- the reader that goes on behind the text ---------------------------------------------------------------------


@dataclass(frozen=True)
class Stop:
    """Where the text ran out: the sentence, the path to there, and the choice that comes next. `part` None: a fork
    behind words that were supplied, or the end of the sentence."""

    line: Line
    past: Past
    part: Pick | Number | None
    ends: bool = False


class Ahead(Reader):
    """A reader that goes on behind the text."""

    def __init__(self, run: Sequence[Token], budget: Budget) -> None:
        super().__init__(run, budget)
        self.end = len(run)
        self.stops: list[Stop] = []
        self.sentence = Line("", ())

    def walk(self, line: Line, parts: Sequence[Part]) -> None:
        """Notes where a sentence can go on."""
        self.sentence = line
        for found in self.sequence(parts, 0, NOTHING):
            if found.end == self.end:
                self.stop(NOTHING.then(found), None, True)

    def stop(self, past: Past, part: Pick | Number | None, ends: bool = False) -> None:
        self.stops.append(Stop(self.sentence, past, part, ends))

    def forks(self, at: int, past: Past) -> bool:
        """Whether this is a fork behind supplied words: then they are the next step, and the fork is the one after."""
        if at < self.end or not past.added:
            return False
        self.stop(past, None)
        return True

    def word(self, word: Word, at: int, past: Past) -> Iterable[Found]:
        if at < self.end:
            return super().word(word, at, past)
        said, told = both(word)
        return [Found(at, {}, said, told, added=len(said))]

    def number(self, number: Number, at: int, past: Past) -> Iterator[Found]:
        if at < self.end:
            yield from super().number(number, at, past)
        elif number.values:
            self.stop(past, number)

    def pick(self, pick: Pick, at: int, past: Past) -> Iterator[Found]:
        if at < self.end:
            yield from (found for found in super().pick(pick, at, past) if not refused(found))
            return
        left = without(narrowed(pick, past.known), past.taken)
        if [choice.code for choice in left.choices] != [pick.implied]:
            self.stop(past, left)
        if pick.implied:
            yield Found(at, {pick.name: pick.implied}, (pick.implied,), (label_of(pick, pick.implied),), added=1)

    def one_of(self, part: OneOf, at: int, past: Past) -> Iterator[Found]:
        if len(part.ways) == 1 or not self.forks(at, past):
            open_ = (
                part if at < self.end else replace(part, ways=tuple(w for w in part.ways if all(map(alive, w.parts))))
            )
            yield from super().one_of(open_, at, past)

    def many(self, part: Many, at: int, count: int, past: Past) -> Iterator[Found]:
        if part.low <= count < part.high and self.forks(at, past):
            return
        taken = past.taken if count else first_of(part, past.known)
        if at == self.end and not all(alive(without(each, taken)) for each in part.parts):
            part = replace(part, high=count)
        yield from super().many(part, at, count, past)

    def between(self, part: Many, at: int, count: int, past: Past) -> Iterable[Found]:
        if not count or at < self.end:
            return super().between(part, at, count, past)
        said, told = both(part.sign)
        return [Found(at, {}, said, told, added=len(said), again=True)]

    def is_row(self, row: Found, between: Found) -> bool:
        """A row of supplied words counts: where the text demands progress, they are it."""
        return super().is_row(row, between) or row.added > 0


def refused(found: Found) -> bool:
    return any(odd.choice.why_not for odd in found.odd)


def without(part: P, codes: frozenset[str]) -> P:
    """A pick without some of its choices; another part as it is."""
    if not codes or not isinstance(part, Pick):
        return part
    return replace(part, choices=tuple(c for c in part.choices if c.code not in codes))


def alive(part: Part) -> bool:
    """Whether a part can be said at all."""
    match part:
        case Pick():
            return any(not choice.why_not for choice in part.choices)
        case Number():
            return bool(part.values)
        case OneOf():
            return any(all(map(alive, way.parts)) for way in part.ways)
        case Many():
            return not part.low or all(map(alive, part.parts))
    return True


def ahead(page: Page, run: Sequence[Token]) -> list[Stop]:
    """Where the sentences go on that can begin so."""
    reader = Ahead(run, page.budget)
    for here in (True, False):
        index = page.index(here)
        for found in index.fitting(reader) if run else index.sentences:
            reader.walk(found.line, found.parts)
    return unwarned(reader.stops)


def unwarned(stops: Sequence[Stop]) -> list[Stop]:
    """A word that is accepted with a warning leads nowhere if others lead on without."""
    fine = [stop for stop in stops if not stop.past.odd]
    return fine or list(stops)


# --- steps --------------------------------------------------------------------------------------------------------


def completion(page: Page, line: str, stops: Sequence[Stop], judge: Judge | None) -> Completion:
    verdict = page.read_line(line) if any(stop.ends and not stop.past.added for stop in stops) else None
    order = verdict.order if verdict else None
    remarks = (*(verdict.remarks if verdict else ()), *(judge(order) if judge and order else ()))
    ends = order is not None and not any(remark.level == "error" for remark in remarks)
    text, words = (order.text, order.words) if order else read_part(stops[0].past)
    return Completion(text, words, tuple(steps_of(stops)), ends, order, remarks)


def read_part(past: Past) -> tuple[str, str]:
    """What of a path stands in the text, and the same in plain language."""
    said, told = (pieces[: len(pieces) - past.added] for pieces in (past.said, past.told))
    return " ".join(said), sentence(told)


def steps_of(stops: Sequence[Stop]) -> Iterator[Step]:
    """The stops, those together that add the same words to the same text."""
    groups: dict[tuple[tuple[str, ...], int, Number | None], list[Stop]] = {}
    for stop in stops:
        if stop.past.added or stop.part:
            number = stop.part if isinstance(stop.part, Number) else None
            groups.setdefault((stop.past.said, stop.past.added, number), []).append(stop)
    for (said, added, number), some in groups.items():
        yield from step_of(said, added, number, some)


def step_of(said: tuple[str, ...], added: int, number: Number | None, stops: Sequence[Stop]) -> Iterator[Step]:
    """The step of stops that add the same; none where every choice is refused."""
    first, choices = stops[0], united(stops)
    if number or any(not choice.why_not for choice in choices) or not any(stop.part for stop in stops):
        yield Step(
            " ".join(said),
            " ".join(said[len(said) - added :]),
            by_itself(first.past.told[len(said) - added :]),
            choices,
            number,
            all(stop.past.again for stop in stops),
            any(stop.ends for stop in stops),
            first.line.help,
            first.line.section,
            first.part.before if isinstance(first.part, Pick) else "",
        )


def by_itself(told: Sequence[str]) -> str:
    """Words in plain language without the comma that joins them to what was said before."""
    text = " ".join(told)
    return text.lstrip(", ") or text


def united(stops: Iterable[Stop]) -> tuple[Choice, ...]:
    """All choices, each once; one that is open goes before the same that is refused."""
    found: dict[str, Choice] = {}
    for choice in (c for stop in stops if isinstance(stop.part, Pick) for c in stop.part.choices):
        if choice.code not in found or found[choice.code].why_not:
            found[choice.code] = choice
    return tuple(found.values())


def begun(step: Step, typed: str) -> Step | None:
    """The step, if it can begin with what is typed; of its choices those that do."""
    if step.words:
        return step if fold(step.words).startswith(typed) else None
    few = tuple(c for c in step.choices if any(fold(name).startswith(typed) for name in (c.code, c.label, *c.names)))
    fits = any(not choice.why_not for choice in few)
    return replace(step, choices=few, number=None, ends=False) if fits else None
