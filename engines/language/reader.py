"""Reads one line against the sentences of an ask: all ways it can be meant, and how far the others got.

The reader walks the parts of a `Line` over the tokens and tries every alternative, so an engine needs no grammar
rules of its own. What goes wrong is remembered with its place; the furthest place is what the player hears about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engines.language import bounds
from engines.language.grammar import GrammarPart, Number, OneOf, Pick, Repeat, Word
from engines.language.names import Choice, Lexicon, TextToken, name_words
from engines.memo import memoize


class TooManyReadings(Exception):  # noqa: N818
    """The line can be read in too many ways."""


class BudgetSpent(Exception):  # noqa: N818
    """There was enough to read in this text."""


@dataclass
class Budget:
    """The steps that are left for a text, all its lines together."""

    steps_left: int

    def spend(self) -> None:
        """Raises BudgetSpent."""
        self.steps_left -= 1
        if self.steps_left < 0:
            raise BudgetSpent


@dataclass(frozen=True)
class RefusedName:
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
    wanted: list[tuple[GrammarPart, tuple[str, ...]]] = field(default_factory=list)
    refused: list[RefusedName] = field(default_factory=list)
    over: str = ""
    could: list[Choice] = field(default_factory=list)
    span: tuple[int, int] = (0, 0)


class OddChoice(NamedTuple):
    """A choice there is something to say about: between which tokens it stands, and what else would be possible."""

    start: int
    end: int
    choice: Choice
    instead: tuple[str, ...] = ()


class PartMatch(NamedTuple):
    """One way to read a run of parts: where it ends, its arguments, its canonical pieces, each of them in plain
    language, and the choices to remark on.

    `added`: so many of the last pieces do not stand in the text; they were supplied behind its end. `again`: they enter
    another row of a list.
    """

    end: int
    args: dict[str, Any]
    said: tuple[str, ...]
    told: tuple[str, ...] = ()
    odd: tuple[OddChoice, ...] = ()
    added: int = 0
    again: bool = False

    @property
    def canonical_text(self) -> str:
        """The canonical form."""
        return " ".join(self.said)


class ReadingPath(NamedTuple):
    """What a path through a sentence has behind it: its canonical pieces, of which the last `added` do not stand in the
    text; the picks and numbers that others may hang on, by argument, and what the picks are called; what the rows of
    the list it is in have said (`Many.distinct`); whether it has entered another row behind the end of the text, and
    whether there is something to remark on.
    """

    said: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    known: Mapping[str, Any] = {}
    called: Mapping[str, str] = {}
    taken: frozenset[str] = frozenset()
    added: int = 0
    again: bool = False
    odd: bool = False

    def extend_by(self, found: PartMatch, part: GrammarPart | None = None) -> ReadingPath:
        """With one part more."""
        known, called = self.known, self.called
        if isinstance(part, Pick | Number):
            known = {**known, **found.args}
        if isinstance(part, Pick) and found.told:
            called = {**called, part.name: found.told[0].removeprefix(f"{part.before} ")}
        return ReadingPath(
            self.said + found.said,
            self.told + found.told,
            known,
            called,
            self.taken,
            self.added + found.added,
            self.again or found.again,
            self.odd or bool(found.odd),
        )


EMPTY_PATH = ReadingPath()


def first_in_list(part: Repeat, known: Mapping[str, Any]) -> frozenset[str]:
    """Return what a list holds before its rows: the pick before it, if that is its first."""
    return frozenset({str(known[part.after])} if part.after in known else ())


@memoize(4096)
def word_spellings(word: Word) -> tuple[tuple[str, ...], ...]:
    """The token sequences that stand for a word, longest first."""
    return tuple(sorted({name_words(t) for t in (word.text, *word.also)} - {()}, key=lambda s: (-len(s), s)))


@memoize(4096)
def odd_spellings(word: Word) -> tuple[tuple[str, ...], ...]:
    """The token sequences that stand for a word with a warning."""
    return tuple(sorted({name_words(t) for t in word.odd} - {()}, key=lambda s: (-len(s), s)))


@memoize(4096)
def spellings_with_odd(word: Word) -> tuple[tuple[str, ...], ...]:
    """The token sequences that stand for a word, with a warning or without."""
    return word_spellings(word) + odd_spellings(word)


@memoize(4096)
def spellings_by_first(word: Word) -> dict[str, list[tuple[tuple[str, ...], Choice | None]]]:
    """The spellings by their first token, longest first; with what to warn of, for those that are odd."""
    found: dict[str, list[tuple[tuple[str, ...], Choice | None]]] = {}
    for spelling in word_spellings(word):
        found.setdefault(spelling[0], []).append((spelling, None))
    for spelling in odd_spellings(word):
        found.setdefault(spelling[0], []).append((spelling, Choice(word.text, hint=word.hint)))
    return found


def printed_piece(text: str) -> tuple[str, ...]:
    """A piece of a canonical line; a word without text is not printed."""
    return (text,) if text else ()


def canonical_and_plain(word: Word) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A word in its canonical form and in plain language."""
    return printed_piece(word.text), printed_piece(word.text and word.plain_text)


def picked_label(pick: Pick, code: str) -> str:
    """Return what is picked, in plain language."""
    return choice_in_words(pick, next((choice for choice in pick.choices if choice.code == code), Choice(code)))


def choice_in_words(pick: Pick, choice: Choice) -> str:
    """A choice in plain language."""
    return f"{pick.before} {choice.label or choice.code}".lstrip()


@memoize(512)
def small_lexicon(choices: tuple[Choice, ...], exact: bool) -> Lexicon:
    """The lexicon of a pick that brings none of its own."""
    return Lexicon(choices, exact)


def pick_lexicon(pick: Pick) -> Lexicon:
    """Return where the names of a pick are looked up."""
    return pick.among or small_lexicon(pick.choices, pick.exact)


def narrow_pick(pick: Pick, known: Mapping[str, Any], called: Mapping[str, str] = EMPTY_PATH.called) -> Pick:
    """The pick with what goes with what was picked before; it refuses the rest with the sentence for such a pair."""
    given = pick.given
    code = str(known.get(given.name, "")) if given else ""
    if given is None or code not in given.choices:
        return pick
    refusal = given.refusal.format(
        given=called.get(given.name, code), label="{label}", code="{code}", choices="{choices}"
    )
    return replace(pick, choices=given.choices[code], refusal=refusal, given=None)


class LineReader:
    """One line being read."""

    def __init__(self, line: Sequence[TextToken], budget: Budget) -> None:
        self.line, self.budget = line, budget
        self.texts = tuple(t.text for t in line)
        self.obstacle = Obstacle()
        self.steps = 0
        self.lookups: dict[tuple[int, int], tuple[Lexicon, list[tuple[int, Choice]]]] = {}

    def match_whole(self, parts: Sequence[GrammarPart]) -> Iterator[PartMatch]:
        """Every way in which the parts use up the line. Raises TooManyReadings if there are too many."""
        for found in self.match_sequence(parts, 0, EMPTY_PATH):
            if found.end == len(self.line):
                yield found
            elif self.reach_place(found.end):
                self.obstacle.over = self.obstacle.over or found.canonical_text

    def match_sequence(self, parts: Sequence[GrammarPart], at: int, past: ReadingPath) -> Iterator[PartMatch]:
        if not parts:
            yield PartMatch(at, {}, ())
            return
        self.budget.spend()
        self.steps += 1
        if self.steps > bounds.STEPS_OF_LINE:
            raise TooManyReadings
        for first in self.match_part(parts[0], at, past):
            if len(parts) == 1:
                yield first
                continue
            for rest in self.match_sequence(parts[1:], first.end, past.extend_by(first, parts[0])):
                yield join_matches(first, rest, {**first.args, **rest.args})

    def match_part(self, part: GrammarPart, at: int, past: ReadingPath) -> Iterable[PartMatch]:
        match part:
            case Word():
                return self.match_word(part, at, past)
            case Pick():
                return self.match_pick(part, at, past)
            case Number():
                return self.match_number(part, at, past)
            case OneOf():
                return self.match_one_of(part, at, past)
            case Repeat():
                return self.match_repeat(part, at, 0, past)

    def match_word(self, word: Word, at: int, past: ReadingPath) -> Iterable[PartMatch]:
        found = []
        for spelling, odd in spellings_by_first(word).get(self.texts[at] if at < len(self.texts) else "", ()):
            end = at + len(spelling)
            if self.texts[at:end] == spelling:
                found.append(PartMatch(end, {}, *canonical_and_plain(word), (OddChoice(at, end, odd),) if odd else ()))
        if word.optional:
            found.append(PartMatch(at, {}, *canonical_and_plain(word)))
        elif not found:
            self.note_wanted(at, word, past)
        return found

    def match_number(self, number: Number, at: int, past: ReadingPath) -> Iterator[PartMatch]:
        text = self.texts[at] if at < len(self.texts) else ""
        value = int(text) if text.isdecimal() and len(text) < 10 else None
        if value is not None and number.low <= value <= number.high and value % number.step == 0:
            yield PartMatch(at + 1, {number.name: value}, (str(value),), (number.format_value(value),))
        else:
            self.note_wanted(at, number, past)

    def match_one_of(self, part: OneOf, at: int, past: ReadingPath) -> Iterator[PartMatch]:
        for way in part.alternatives:
            for found in self.match_sequence(way.parts, at, past):
                yield found._replace(args={part.name: {"way": way.name, **found.args}})

    def match_repeat(self, part: Repeat, at: int, count: int, past: ReadingPath) -> Iterator[PartMatch]:
        past = past if count else past._replace(taken=first_in_list(part, past.known))
        if count < part.high:
            for between in self.match_separator(part, at, count, past):
                for row in self.match_sequence(part.parts, between.end, past.extend_by(between)):
                    if self.is_row(row, between):
                        row = prefix_row(part, row) if count else row
                        yield from self.match_further_rows(part, join_matches(between, row, row.args), count, past)
        if count >= part.low:
            yield PartMatch(at, {part.name: []}, ())

    def is_row(self, row: PartMatch, between: PartMatch) -> bool:
        """Return whether there is anything in a row: it may be made of words that can be left out."""
        return row.end > between.end

    def match_separator(self, part: Repeat, at: int, count: int, past: ReadingPath) -> Iterable[PartMatch]:
        """The sign between two rows, which need not be there before the first."""
        if not count:
            return (PartMatch(at, {}, ()),)
        marks = [name_words(text) for text in (part.between, *part.also)] if name_words(part.between) else [()]
        found = next((at + len(mark) for mark in marks if self.texts[at : at + len(mark)] == mark), -1)
        if found < 0:
            self.note_wanted(at, Word(part.between), past)
        return (PartMatch(found, {}, *canonical_and_plain(part.separator)),) if found >= 0 else ()

    def match_further_rows(self, part: Repeat, row: PartMatch, count: int, past: ReadingPath) -> Iterator[PartMatch]:
        """The rows after one row."""
        after = past.extend_by(row)
        if part.distinct:
            after = after._replace(taken=past.taken | set(map(str, row.args.values())))
        for rest in self.match_repeat(part, row.end, count + 1, after):
            yield join_matches(row, rest, {part.name: [row.args, *rest.args[part.name]]})

    def match_pick(self, pick: Pick, at: int, past: ReadingPath) -> Iterator[PartMatch]:
        lexicon, left = pick_lexicon(pick), narrow_pick(pick, past.known, past.called)
        hits = self.look_up(lexicon, at)
        for end, known in hits:
            open_ = [c for c in left.choices if c.code == known.code] or [known] * left.lenient
            for choice in open_:
                odd = self.odd_choices(left, choice, at, end, past)
                yield PartMatch(end, {pick.name: choice.code}, (choice.code,), (choice_in_words(pick, choice),), odd)
            if not open_ and self.reach_place(end):
                self.obstacle.refused.append(RefusedName(refusing_pick(pick, left, known), known, past.said))
                self.obstacle.span = (at, end)
        if pick.implied:
            yield PartMatch(at, {pick.name: pick.implied}, (pick.implied,), (picked_label(pick, pick.implied),))
        elif not hits:
            self.note_unknown(pick, lexicon, at, past)

    def odd_choices(self, pick: Pick, choice: Choice, at: int, end: int, past: ReadingPath) -> tuple[OddChoice, ...]:
        """Return what there is to say about a choice that is listed."""
        if choice.why_not:
            possible = (c.code for c in pick.choices if not c.why_not)
            return (OddChoice(at, end, choice, tuple(" ".join((*past.said, code)) for code in possible)),)
        return (OddChoice(at, end, choice),) if choice.hint else ()

    def look_up(self, lexicon: Lexicon, at: int) -> list[tuple[int, Choice]]:
        """`lexicon.find`, asked once for each place: many lines of an ask share one lexicon."""
        key = id(lexicon), at  # held beside it: the number of one that is let go may come again
        if key not in self.lookups:
            self.lookups[key] = lexicon, lexicon.find(self.line, at)
        return self.lookups[key][1]

    # --- what went wrong, as far along the line as anything got ---

    def reach_place(self, at: int) -> bool:
        """Return whether a fault at this place is worth telling; forgets the nearer ones."""
        if at > self.obstacle.at:
            self.obstacle = Obstacle(at)
        return at == self.obstacle.at

    def note_wanted(self, at: int, part: GrammarPart, past: ReadingPath) -> None:
        if self.reach_place(at):
            self.obstacle.wanted.append((part, past.said))

    def note_unknown(self, pick: Pick, lexicon: Lexicon, at: int, past: ReadingPath) -> None:
        """Nothing of that name: an ambiguous beginning, or a word to compare with what was wanted."""
        size, meant = (0, []) if lexicon.exact or at >= len(self.line) else lexicon.longest_prefix(self.line, at)
        if len(meant) > 1 and self.reach_place(at + size):
            self.obstacle.could += [c for c in meant if c not in self.obstacle.could]
            self.obstacle.span = (at, at + size)
        elif len(meant) < 2:
            self.note_wanted(at, pick, past)


def join_matches(first: PartMatch, rest: PartMatch, args: dict[str, Any]) -> PartMatch:
    """Two runs of parts, one behind the other."""
    said, told, odd = first.said + rest.said, first.told + rest.told, first.odd + rest.odd
    return PartMatch(rest.end, args, said, told, odd, first.added + rest.added, first.again or rest.again)


def prefix_row(part: Repeat, row: PartMatch) -> PartMatch:
    """A row behind another, in plain language with what is between them, if that is not written."""
    if part.between or not part.plain or not row.told:
        return row
    return row._replace(told=(f"{part.plain} {row.told[0]}", *row.told[1:]))


def refusing_pick(pick: Pick, left: Pick, known: Choice) -> Pick:
    """The pick in whose words something is refused: of the pair, if it is allowed with another earlier pick."""
    return left if any(c.code == known.code for c in pick.choices) else replace(left, refusal=pick.refusal)
