"""What can be said next: the steps that go on from the beginning of a sentence, for pages, letters, help and programs.

`LookaheadReader` is the reader of orders with one rule more: behind the last word of the text it supplies fixed words
itself, and notes each choice that it comes to. All before is read by the code that reads letters, so the two cannot
disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engines.language import bounds
from engines.language.grammar import (
    GrammarPart,
    Number,
    OneOf,
    Order,
    OrderGrammar,
    OrderPattern,
    Pick,
    Remark,
    Repeat,
    Word,
)
from engines.language.index import CompiledGrammar
from engines.language.meaning import join_sentence
from engines.language.names import Choice, TextToken, clean_line, fold_text, tokenize_line
from engines.language.reader import (
    EMPTY_PATH,
    Budget,
    BudgetSpent,
    LineReader,
    PartMatch,
    ReadingPath,
    TooManyReadings,
    canonical_and_plain,
    first_in_list,
    narrow_pick,
    picked_label,
)
from engines.language.text import TextParser, strip_noise

P = TypeVar("P", bound=GrammarPart)
MOST_COMPLETIONS = 80
"""Beginnings of lines of one ask of which it is kept how they go on."""
MAX_TYPED_WORDS = 3
"""Words that are taken for the beginning of one choice if they cannot be read."""
OrderJudge = Callable[[Order], Sequence[Remark]]
"""What an engine's `check` says of an order, given all that stands beside it."""


@dataclass(frozen=True)
class CompletionStep:
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

    def with_choice(self, code: str = "") -> str:
        """The text with the choice made."""
        return f"{self.text} {code}".strip()

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """The choices that are not refused."""
        return tuple(choice for choice in self.choices if not choice.why_not)


@dataclass(frozen=True)
class Completion:
    """`text` is what was read, in canonical form, `words` the same in plain language. `order`: it is a whole sentence;
    `ends`: nothing forbids that it ends here. `remarks`: why nothing goes on, or what there is to say of the order."""

    text: str
    words: str = ""
    steps: tuple[CompletionStep, ...] = ()
    ends: bool = False
    order: Order | None = None
    remarks: tuple[Remark, ...] = ()


def complete_order(grammar: OrderGrammar | CompiledGrammar, text: str, judge: OrderJudge | None = None) -> Completion:
    """The steps that go on from the beginning of a sentence; "" is the beginning of all. No text raises.

    `judge`: a sentence of which it says an error may not end there.
    """
    compiled = grammar if isinstance(grammar, CompiledGrammar) else grammar.compiled_form
    line = clean_line(text[: bounds.LINE])
    if judge is not None:
        return complete_line(compiled, line, judge)
    known: dict[str, Completion] = compiled.completions
    found = known.get(line)  # held, since another thread may forget all of them at any time
    if found is None:
        found = complete_line(compiled, line, None)
        if len(known) >= MOST_COMPLETIONS:
            known.clear()
        known[line] = found
    return found


def complete_line(grammar: CompiledGrammar, line: str, judge: OrderJudge | None) -> Completion:
    page = TextParser(grammar)
    run = tokenize_line(line)
    left = strip_noise(line, run, page.grammar.skip)
    try:
        for some in (run, left) if left != run else (run,):
            if stops := find_stops(page, some):
                return build_completion(page, line, stops, judge)
        for cut in range(1, min(MAX_TYPED_WORDS, len(left)) + 1):
            typed = " ".join(token.text for token in left[-cut:])
            steps = (narrow_step(step, typed) for step in group_steps(find_stops(page, left[:-cut])))
            if found := tuple(step for step in steps if step):
                return Completion(line, line, found)
    except (TooManyReadings, BudgetSpent):
        pass
    return Completion(line, line, remarks=page.read_line(line).remarks if line else ())


# --- the reader that goes on behind the text ---------------------------------------------------------------------


@dataclass(frozen=True)
class StopPoint:
    """Where the text ran out: the sentence, the path to there, and the choice that comes next. `part` None: a fork
    behind words that were supplied, or the end of the sentence."""

    line: OrderPattern
    past: ReadingPath
    part: Pick | Number | None
    ends: bool = False


class LookaheadReader(LineReader):
    """A reader that goes on behind the text."""

    def __init__(self, run: Sequence[TextToken], budget: Budget) -> None:
        super().__init__(run, budget)
        self.end = len(run)
        self.stops: list[StopPoint] = []
        self.sentence = OrderPattern("", ())

    def walk_pattern(self, line: OrderPattern, parts: Sequence[GrammarPart]) -> None:
        """Notes where a sentence can go on."""
        self.sentence = line
        for found in self.match_sequence(parts, 0, EMPTY_PATH):
            if found.end == self.end:
                self.note_stop(EMPTY_PATH.extend_by(found), None, True)

    def note_stop(self, past: ReadingPath, part: Pick | Number | None, ends: bool = False) -> None:
        self.stops.append(StopPoint(self.sentence, past, part, ends))

    def is_next_fork(self, at: int, past: ReadingPath) -> bool:
        """Return whether this is a fork behind supplied words: then they are the next step, and the fork is the one
        after."""
        if at < self.end or not past.added:
            return False
        self.note_stop(past, None)
        return True

    def match_word(self, word: Word, at: int, past: ReadingPath) -> Iterable[PartMatch]:
        if at < self.end:
            return super().match_word(word, at, past)
        said, told = canonical_and_plain(word)
        return [PartMatch(at, {}, said, told, added=len(said))]

    def match_number(self, number: Number, at: int, past: ReadingPath) -> Iterator[PartMatch]:
        if at < self.end:
            yield from super().match_number(number, at, past)
        elif number.values:
            self.note_stop(past, number)

    def match_pick(self, pick: Pick, at: int, past: ReadingPath) -> Iterator[PartMatch]:
        if at < self.end:
            yield from (found for found in super().match_pick(pick, at, past) if not is_refused(found))
            return
        left = without_choices(narrow_pick(pick, past.known), past.taken)
        if [choice.code for choice in left.choices] != [pick.implied]:
            self.note_stop(past, left)
        if pick.implied:
            yield PartMatch(
                at, {pick.name: pick.implied}, (pick.implied,), (picked_label(pick, pick.implied),), added=1
            )

    def match_one_of(self, part: OneOf, at: int, past: ReadingPath) -> Iterator[PartMatch]:
        if len(part.alternatives) == 1 or not self.is_next_fork(at, past):
            open_ = (
                part
                if at < self.end
                else replace(part, alternatives=tuple(w for w in part.alternatives if all(map(can_be_said, w.parts))))
            )
            yield from super().match_one_of(open_, at, past)

    def match_repeat(self, part: Repeat, at: int, count: int, past: ReadingPath) -> Iterator[PartMatch]:
        if part.low <= count < part.high and self.is_next_fork(at, past):
            return
        taken = past.taken if count else first_in_list(part, past.known)
        if at == self.end and not all(can_be_said(without_choices(each, taken)) for each in part.parts):
            part = replace(part, high=count)
        yield from super().match_repeat(part, at, count, past)

    def match_separator(self, part: Repeat, at: int, count: int, past: ReadingPath) -> Iterable[PartMatch]:
        if not count or at < self.end:
            return super().match_separator(part, at, count, past)
        said, told = canonical_and_plain(part.separator)
        return [PartMatch(at, {}, said, told, added=len(said), again=True)]

    def is_row(self, row: PartMatch, between: PartMatch) -> bool:
        """A row of supplied words counts: where the text demands progress, they are it."""
        return super().is_row(row, between) or row.added > 0


def is_refused(found: PartMatch) -> bool:
    return any(odd.choice.why_not for odd in found.odd)


def without_choices(part: P, codes: frozenset[str]) -> P:
    """A pick without some of its choices; another part as it is."""
    if not codes or not isinstance(part, Pick):
        return part
    return replace(part, choices=tuple(c for c in part.choices if c.code not in codes))


def can_be_said(part: GrammarPart) -> bool:
    """Return whether a part can be said at all."""
    match part:
        case Pick():
            return any(not choice.why_not for choice in part.choices)
        case Number():
            return bool(part.values)
        case OneOf():
            return any(all(map(can_be_said, way.parts)) for way in part.alternatives)
        case Repeat():
            return not part.low or all(map(can_be_said, part.parts))
    return True


def find_stops(page: TextParser, run: Sequence[TextToken]) -> list[StopPoint]:
    """Return where the sentences go on that can begin so."""
    reader = LookaheadReader(run, page.budget)
    for here in (True, False):
        index = page.get_index(here)
        for found in index.find_candidates(reader) if run else index.sentences:
            reader.walk_pattern(found.line, found.parts)
    return prefer_unwarned(reader.stops)


def prefer_unwarned(stops: Sequence[StopPoint]) -> list[StopPoint]:
    """A word that is accepted with a warning leads nowhere if others lead on without."""
    fine = [stop for stop in stops if not stop.past.odd]
    return fine or list(stops)


# --- steps --------------------------------------------------------------------------------------------------------


def build_completion(page: TextParser, line: str, stops: Sequence[StopPoint], judge: OrderJudge | None) -> Completion:
    verdict = page.read_line(line) if any(stop.ends and not stop.past.added for stop in stops) else None
    order = verdict.order if verdict else None
    remarks = (*(verdict.remarks if verdict else ()), *(judge(order) if judge and order else ()))
    ends = order is not None and not any(remark.level == "error" for remark in remarks)
    text, words = (order.text, order.words) if order else path_texts(stops[0].past)
    return Completion(text, words, tuple(group_steps(stops)), ends, order, remarks)


def path_texts(past: ReadingPath) -> tuple[str, str]:
    """Return what of a path stands in the text, and the same in plain language."""
    said, told = (pieces[: len(pieces) - past.added] for pieces in (past.said, past.told))
    return " ".join(said), join_sentence(told)


def group_steps(stops: Sequence[StopPoint]) -> Iterator[CompletionStep]:
    """The stops, those together that add the same words to the same text."""
    groups: dict[tuple[tuple[str, ...], int, Number | None], list[StopPoint]] = {}
    for stop in stops:
        if stop.past.added or stop.part:
            number = stop.part if isinstance(stop.part, Number) else None
            groups.setdefault((stop.past.said, stop.past.added, number), []).append(stop)
    for (said, added, number), some in groups.items():
        yield from make_steps(said, added, number, some)


def make_steps(
    said: tuple[str, ...], added: int, number: Number | None, stops: Sequence[StopPoint]
) -> Iterator[CompletionStep]:
    """The step of stops that add the same; none where every choice is refused."""
    first, choices = stops[0], unite_choices(stops)
    if number or any(not choice.why_not for choice in choices) or not any(stop.part for stop in stops):
        yield CompletionStep(
            " ".join(said),
            " ".join(said[len(said) - added :]),
            strip_leading_comma(first.past.told[len(said) - added :]),
            choices,
            number,
            all(stop.past.again for stop in stops),
            any(stop.ends for stop in stops),
            first.line.help,
            first.line.section,
            first.part.before if isinstance(first.part, Pick) else "",
        )


def strip_leading_comma(told: Sequence[str]) -> str:
    """Words in plain language without the comma that joins them to what was said before."""
    text = " ".join(told)
    return text.lstrip(", ") or text


def unite_choices(stops: Iterable[StopPoint]) -> tuple[Choice, ...]:
    """All choices, each once; one that is open goes before the same that is refused."""
    found: dict[str, Choice] = {}
    for choice in (c for stop in stops if isinstance(stop.part, Pick) for c in stop.part.choices):
        if choice.code not in found or found[choice.code].why_not:
            found[choice.code] = choice
    return tuple(found.values())


def narrow_step(step: CompletionStep, typed: str) -> CompletionStep | None:
    """The step, if it can begin with what is typed; of its choices those that do."""
    if step.words:
        return step if fold_text(step.words).startswith(typed) else None
    few = tuple(
        c for c in step.choices if any(fold_text(name).startswith(typed) for name in (c.code, c.label, *c.names))
    )
    fits = any(not choice.why_not for choice in few)
    return replace(step, choices=few, number=None, ends=False) if fits else None
