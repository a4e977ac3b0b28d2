"""The finder: a row of chips, one for each thing that can be ordered, with how it stands.

A thing is a region of the board that some sentence is about ("A BUD", "PROPOSE FRA"). Where there are none, or too many
to look through, there is a chip for each kind of sentence instead; the board leads to the things.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from engines.language import Completion, CompletionStep
from engines.language.grammar import OrderGrammar, OrderPattern, Pick, Word
from engines.language.names import Choice
from engines.language.reader import printed_piece
from pbem.web.desk.next_steps import button_words
from pbem.web.desk.standing_orders import OrderRow

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
    rows: tuple[OrderRow, ...] = ()

    @property
    def mark(self) -> str:
        """Return how it stands: the worst of what is said to its orders; "none" for a thing without any."""
        marks = {row.mark for row in self.rows}
        return next((mark for mark in ("no", "doubt", "yes") if mark in marks), "none" if self.owed else "")


def list_finder_chips(
    grammar: OrderGrammar, first: Completion, regions: Collection[str], rows: Sequence[OrderRow]
) -> tuple[Chip, ...]:
    """The chips for all first steps, each with the orders it is about. `regions`: those of the board's maps."""
    things = [step for step in first.steps if not step.section and is_thing(grammar, step, regions)]
    named = group_by_place(things)
    if len(named) > MOST:
        things, named = [], {}
    chips = [build_thing_chip(at, some, grammar.draft) for at, some in named.items()]
    chips += iter_kind_chips(
        [step for step in first.steps if step not in things or len(list_board_choices(step)) < len(step.choices)]
    )
    return tuple(replace(chip, rows=tuple(row for row in rows if belongs_to_chip(row, chip))) for chip in chips)


def iter_kind_chips(steps: Sequence[CompletionStep]) -> Iterator[Chip]:
    """A chip for each kind of sentence: by its first words or, if it has none, by each of its first choices."""
    labels = [step.label for step in steps]
    for step in steps:
        if not step.words:
            for choice in step.open_choices:
                if not choice.group:
                    text = step.with_choice(choice.code)
                    yield Chip(button_words(choice.label or choice.code), (text,), text, section=step.section)
        else:
            more = first_choice_name(step) if labels.count(step.label) > 1 else ""
            label = f"{step.label or step.words} {more}".rstrip(" ,:") + ("" if step.ends else " …")
            yield Chip(button_words(label), (step.text,), step.text, section=step.section)


def first_choice_name(step: CompletionStep) -> str:
    """Return what tells kinds apart that begin with the same words."""
    return next((choice.label or choice.code for choice in step.open_choices), "")


def belongs_to_chip(row: OrderRow, chip: Chip) -> bool:
    return any(is_beginning(start, row.text) for start in chip.begins)


def is_beginning(start: str, text: str) -> bool:
    return f"{text} ".startswith(f"{start} ")


def group_by_place(steps: Iterable[CompletionStep]) -> dict[str, list[tuple[CompletionStep, Choice]]]:
    """Return what can be said first, by the place it is about."""
    found: dict[str, list[tuple[CompletionStep, Choice]]] = {}
    for step in steps:
        for choice in list_board_choices(step):
            found.setdefault(choice.at[0], []).append((step, choice))
    return found


def list_board_choices(step: CompletionStep) -> list[Choice]:
    """The choices that lie on the board and are not folded away."""
    return [choice for choice in step.open_choices if choice.at and not choice.group]


def build_thing_chip(at: str, some: Sequence[tuple[CompletionStep, Choice]], draft: Sequence[str]) -> Chip:
    """The chip of a place: by its own name if several sentences are about it. It is owed an order if something counts
    for it without."""
    step, choice = some[0]
    texts = tuple(step.with_choice(choice.code) for step, choice in some)
    name = choice.label or choice.code
    owed = any(is_beginning(text, line) for text in texts for line in draft)
    if len(some) == 1:
        return Chip(button_words(f"{step.label} {name}".strip()), texts, texts[0], place=at, owed=owed)
    return Chip(button_words(name), texts, at=at, place=at, owed=owed)


def is_thing(grammar: OrderGrammar, step: CompletionStep, regions: Collection[str]) -> bool:
    """Return whether the choices of a first step are what its sentences are about, and lie on the board."""
    on_board = [choice.at[0] in regions for choice in list_board_choices(step)]
    return (
        bool(on_board)
        and all(on_board)
        and any(is_line_about(line, pick) for line, pick in iter_first_picks(grammar, step))
    )


def is_line_about(line: OrderPattern, pick: Pick) -> bool:
    """Return whether an order of the line is about what is picked: its slot names it, or nothing else can be picked."""
    return f"{{{pick.name}}}" in line.slot or len(pick.choices) == 1


def iter_first_picks(grammar: OrderGrammar, step: CompletionStep) -> Iterator[tuple[OrderPattern, Pick]]:
    """The sentences that begin with the words of a step, with what is picked then."""
    for line in grammar.lines:
        words = list(takewhile(lambda part: isinstance(part, Word), line.parts))
        said = " ".join(piece for word in words for piece in printed_piece(word.text))  # type: ignore[union-attr]
        after = line.parts[len(words)] if len(words) < len(line.parts) else None
        if said == step.words and isinstance(after, Pick):
            yield line, after
