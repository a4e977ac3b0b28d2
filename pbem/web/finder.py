"""The finder: a row of chips, one for each thing that can be ordered, with how it stands.

A thing is a region of the board that some sentence is about ("A BUD", "PROPOSE FRA"). Where there are none, or too many
to look through, there is a chip for each kind of sentence instead; the board leads to the things.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from engines.language import Completion, Step
from engines.language.ask import Ask, Line, Pick, Word
from engines.language.names import Choice
from engines.language.reader import printed
from pbem.web.sheet import spoken
from pbem.web.standing import Row

MOST = 16
"""Things up to which each has a chip."""


@dataclass(frozen=True)
class Chip:
    """One thing, or one kind of sentence. Pressing it says `say` or, where several sentences are about the thing, asks
    for all that touch `at`. `begins` are the beginnings of the sentences meant; `rows` the orders that begin so.
    `place`: where the thing lies. `owed`: it is one of the things that each may have an order."""

    label: str
    begins: tuple[str, ...]
    say: str = ""
    at: str = ""
    place: str = ""
    section: str = ""
    owed: bool = False
    rows: tuple[Row, ...] = ()

    @property
    def mark(self) -> str:
        """How it stands: the worst of what is said to its orders; "none" for a thing without any."""
        marks = {row.mark for row in self.rows}
        return next((mark for mark in ("no", "doubt", "yes") if mark in marks), "none" if self.owed else "")


def finder(ask: Ask, first: Completion, regions: Collection[str], rows: Sequence[Row]) -> tuple[Chip, ...]:
    """The chips for all first steps, each with the orders it is about. `regions`: those of the board's maps."""
    things = [step for step in first.steps if not step.section and is_thing(ask, step, regions)]
    named = by_thing(things)
    if len(named) > MOST:
        things, named = [], {}
    chips = [thing(at, some, ask.draft) for at, some in named.items()]
    chips += kinds([step for step in first.steps if step not in things or len(placed(step)) < len(step.choices)])
    return tuple(replace(chip, rows=tuple(row for row in rows if begun(row, chip))) for chip in chips)


def kinds(steps: Sequence[Step]) -> Iterator[Chip]:
    """A chip for each kind of sentence: by its first words or, if it has none, by each of its first choices."""
    labels = [step.label for step in steps]
    for step in steps:
        if not step.words:
            for choice in step.open:
                if not choice.group:
                    text = step.then(choice.code)
                    yield Chip(spoken(choice.label or choice.code), (text,), text, section=step.section)
        else:
            more = first_of(step) if labels.count(step.label) > 1 else ""
            yield Chip(spoken(f"{step.label or step.words}{more}"), (step.text,), step.text, section=step.section)


def first_of(step: Step) -> str:
    """What tells kinds apart that begin with the same word."""
    names = [choice.label or choice.code for choice in step.open]
    return f" {names[0]}{' …' if len(names) > 1 else ''}" if names else ""


def begun(row: Row, chip: Chip) -> bool:
    return any(is_beginning(start, row.text) for start in chip.begins)


def is_beginning(start: str, text: str) -> bool:
    return f"{text} ".startswith(f"{start} ")


def by_thing(steps: Iterable[Step]) -> dict[str, list[tuple[Step, Choice]]]:
    """What can be said first, by the place it is about."""
    found: dict[str, list[tuple[Step, Choice]]] = {}
    for step in steps:
        for choice in placed(step):
            found.setdefault(choice.at[0], []).append((step, choice))
    return found


def placed(step: Step) -> list[Choice]:
    """The choices that lie on the board and are not folded away."""
    return [choice for choice in step.open if choice.at and not choice.group]


def thing(at: str, some: Sequence[tuple[Step, Choice]], draft: Sequence[str]) -> Chip:
    """The chip of a place: by its own name if several sentences are about it. It is owed an order if something counts
    for it without."""
    step, choice = some[0]
    texts = tuple(step.then(choice.code) for step, choice in some)
    name = choice.label or choice.code
    owed = any(is_beginning(text, line) for text in texts for line in draft)
    if len(some) == 1:
        return Chip(spoken(f"{step.label} {name}".strip()), texts, texts[0], place=at, owed=owed)
    return Chip(spoken(name), texts, at=at, place=at, owed=owed)


def is_thing(ask: Ask, step: Step, regions: Collection[str]) -> bool:
    """Whether the choices of a first step are what its sentences are about, and lie on the board."""
    on_board = [choice.at[0] in regions for choice in placed(step)]
    return bool(on_board) and all(on_board) and any(about(line, pick) for line, pick in beginnings(ask, step))


def about(line: Line, pick: Pick) -> bool:
    """Whether an order of the line is about what is picked: its slot names it, or nothing else can be picked."""
    return f"{{{pick.name}}}" in line.slot or len(pick.choices) == 1


def beginnings(ask: Ask, step: Step) -> Iterator[tuple[Line, Pick]]:
    """The sentences that begin with the words of a step, with what is picked then."""
    for line in ask.lines:
        words = list(takewhile(lambda part: isinstance(part, Word), line.parts))
        said = " ".join(piece for word in words for piece in printed(word.text))  # type: ignore[union-attr]
        after = line.parts[len(words)] if len(words) < len(line.parts) else None
        if said == step.words and isinstance(after, Pick):
            yield line, after
