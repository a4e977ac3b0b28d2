"""What can be said next, as a sheet of buttons. `complete_order` alone knows what may follow; here it is only laid
out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engines.language import CompiledGrammar, Completion, CompletionStep, complete_order
from engines.language.completing import OrderJudge
from engines.language.grammar import Number, Remark
from engines.language.names import Choice
from pbem.web.desk.order_list import RankedRow, list_ranked_rows
from pbem.web.http import access

FEW_NUMBERS = 21
"""Numbers up to which each has a button of its own."""
FEW_BEHIND = 12
"""Ways on behind a few words up to which they stand under the words, and the words need not be pressed first."""
FEW_CHOICES = 6
"""Choices up to which what is usually folded away stands open."""
FEW_REFUSED = 4
"""Refusal choices up to which they stand among the others; more are folded away."""
MOST_FORCED = 8
"""Steps that go without saying one after the other."""
FARTHEST = 24
"""Words that one press says at most, with all that goes without saying behind it."""


@dataclass(frozen=True)
class Button:
    """A way on: pressing it says `say`. `note` is a fact, `hint` a warning, `why_not` why it cannot be pressed now;
    `at` is what of the board it stands for."""

    say: str
    label: str
    note: str = ""
    hint: str = ""
    why_not: str = ""
    at: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fold:
    """Buttons under a heading that is opened first. `shown`: it is open already, since there is little else."""

    heading: str
    buttons: tuple[Button, ...]
    shown: bool = False


@dataclass(frozen=True)
class SheetPart:
    """Buttons that belong together, or a `number` that is said behind `say`. `again`: it is one more of a list."""

    heading: str
    buttons: tuple[Button, ...] = ()
    folds: tuple[Fold, ...] = ()
    number: Number | None = None
    say: str = ""
    again: bool = False


@dataclass(frozen=True)
class Sheet:
    """What is said so far, in words, and the ways on. `back` is the sentence one step earlier; `whole`: it is an order
    and may be given. `ranked` are the rows of its list, if that can go on."""

    text: str
    words: str
    back: str
    parts: tuple[SheetPart, ...]
    help: str = ""
    whole: bool = False
    remarks: tuple[Remark, ...] = ()
    ranked: tuple[RankedRow, ...] = ()

    @property
    def first_at(self) -> dict[str, Button]:
        """The first button for each thing on the board."""
        found: dict[str, Button] = {}
        for part in self.parts:
            for button in (*part.buttons, *(b for fold in part.folds for b in fold.buttons)):
                for at in button.at:
                    if not button.why_not:
                        found.setdefault(at, button)
        return found


def complete_onward(grammar: CompiledGrammar, text: str, judge: OrderJudge | None = None) -> Completion:
    """Return what can be said next; where there is but one way on, that goes without saying."""
    found = complete_order(grammar, text, judge)
    for _ in range(MOST_FORCED):
        only = only_way_text(found)
        if not only:
            break
        found = complete_order(grammar, only, judge)
    return found


def only_way_text(found: Completion) -> str:
    """The text of the only way on; "" if there are more, or none."""
    if found.ends or len(found.steps) != 1:
        return ""
    step = found.steps[0]
    if step.number:
        return step.with_choice(str(step.number.values[0])) if len(step.number.values) == 1 else ""
    if step.choices:
        return (
            step.with_choice(step.choices[0].code)
            if len(step.choices) == len(step.open_choices) == 1 and not step.ends
            else ""
        )
    return step.text


def sentence_before(grammar: CompiledGrammar, text: str) -> str:
    """The sentence one step earlier: its shortest beginning from which one press leads to it. It is looked for near the
    end alone: what is sent as a sentence may be long, and each beginning is read anew."""
    said = text.split(" ")
    for size in range(max(0, len(said) - FARTHEST), len(said)):
        start = " ".join(said[:size])
        found = complete_order(grammar, start)
        if found.text == start and any(
            complete_onward(grammar, way).text == text for way in iter_ways_towards(found, text)
        ):
            return start
    return ""


def iter_ways_towards(found: Completion, text: str) -> Iterator[str]:
    """The ways on from a beginning that a text may have gone."""
    for step in found.steps:
        numbers = step.number.values if step.number else ()
        codes = [c.code for c in step.open_choices] if step.choices else [str(number) for number in numbers]
        ways = [step.with_choice(code) for code in codes] or [step.text]
        yield from (way for way in ways if f"{text} ".startswith(f"{way} "))


def build_sheet(grammar: CompiledGrammar, found: Completion) -> Sheet:
    """Return what the page shows of a completion: what was said so far, and the steps that go on."""
    return Sheet(
        found.text,
        found.words,
        sentence_before(grammar, found.text) if found.steps or found.order else "",
        tuple(iter_sheet_parts(grammar, found.steps)),
        next((step.help for step in found.steps), "") if found.text else "",
        bool(found.order and found.ends),
        found.remarks,
        list_ranked_rows(grammar.grammar, found.order)
        if found.order and any(step.again for step in found.steps)
        else (),
    )


def iter_sheet_parts(grammar: CompiledGrammar, steps: Iterable[CompletionStep]) -> Iterator[SheetPart]:
    """The steps; those that are but words stand together, before all others, if not what follows them is short. What
    all have in common need not be said of each."""
    every = list(steps)
    alike = len({step.help for step in every}) == 1
    short = {step.text: found for step in every if (found := build_part_behind(grammar, step))}
    if words := tuple(
        Button(step.text, button_words(step.label), "" if alike else step.help)
        for step in every
        if is_word(step) and step.text not in short
    ):
        yield SheetPart("", words)
    for step in every:
        if step.text in short and is_word(step):
            yield short[step.text]
        elif not is_word(step):
            yield build_number_part(step) if step.number else build_choices_part(step)


def is_word(step: CompletionStep) -> bool:
    return not step.choices and step.number is None


def build_part_behind(grammar: CompiledGrammar, step: CompletionStep) -> SheetPart | None:
    """The few ways on behind a step that is but words within a sentence, under the words; None if they are many."""
    if not is_word(step) or step.ends or step.text == step.words:
        return None
    found = complete_order(grammar, step.text)
    if found.ends or any(after.number or (after.ends and after.choices) for after in found.steps):
        return None
    after = [
        SheetPart("", (Button(one.text, one.label),)) if is_word(one) else build_choices_part(one)
        for one in found.steps
    ]
    every = ((f"{part.heading} {one.label}".strip(), one) for part in after for one in part.buttons)
    buttons = tuple(replace(one, label=button_words(label)) for label, one in every)
    folds = tuple(fold for part in after for fold in part.folds)
    return (
        SheetPart(button_words(step.label), buttons, folds, again=step.again)
        if 0 < len(buttons) <= FEW_BEHIND
        else None
    )


def build_number_part(step: CompletionStep) -> SheetPart:
    assert step.number is not None
    values = step.number.values
    if len(values) > FEW_NUMBERS:
        return SheetPart(button_words(step.label), number=step.number, say=step.text, again=step.again)
    buttons = tuple(Button(step.with_choice(str(value)), step.number.format_value(value)) for value in values)
    return SheetPart(button_words(step.label), buttons, again=step.again)


def build_choices_part(step: CompletionStep) -> SheetPart:
    """The choices of a step: those in a group under its heading, many that are refused folded away."""
    alone = [build_button(step, choice) for choice in step.choices if not choice.group]
    shut = [one for one in alone if one.why_not]
    few = len(step.open_choices) <= FEW_CHOICES
    folds = [
        build_fold(name, [build_button(step, c) for c in step.choices if c.group == name], few)
        for name in list_choice_groups(step)
    ]
    if len(shut) > FEW_REFUSED:
        alone = [one for one in alone if not one.why_not]
        folds.append(Fold(access.say("page not now"), tuple(shut)))
    whole = (Button(step.text, button_words(step.label)),) if step.ends else ()
    return SheetPart(button_words(step.label), (*whole, *alone), tuple(folds), again=step.again)


def build_fold(heading: str, some: Sequence[Button], few: bool) -> Fold:
    return Fold(heading, tuple(some), few and any(not one.why_not for one in some))


def list_choice_groups(step: CompletionStep) -> list[str]:
    return [name for name in dict.fromkeys(choice.group for choice in step.choices) if name]


def build_button(step: CompletionStep, choice: Choice) -> Button:
    return Button(
        step.with_choice(choice.code),
        button_words(choice.label or choice.code),
        choice.note,
        str(choice.hint),
        str(choice.why_not),
        choice.at,
    )


def button_words(words: str) -> str:
    """Words as they stand on a button. Signs and verbs in capitals are made no louder than they need be."""
    words = words.lower() if words.isupper() and len(words) > 3 else words
    return words[:1].upper() + words[1:]
