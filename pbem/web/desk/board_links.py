"""What a click on the board can mean: the ways on that touch the region or the card, also those behind a few words.

A person who clicks on a land means something with it. Many sentences come to the land only after a word or a short list
("ATTACK", the token, then where), so what stands before it is looked through; of a list that itself touches the board
what lies beside the map, such as a token in the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engines.language import CompiledGrammar, Completion, CompletionStep, complete_order
from engines.language.names import Choice
from pbem.web.desk.next_steps import button_words

UNFOLDED = 6
"""Choices up to which a list that touches nothing is looked through."""
DEEP = 2
"""Steps that are looked through before the one that touches."""


@dataclass(frozen=True)
class ClickMeaning:
    """One thing that can be meant: the `text` it says, the same in words, and what the thing clicked on is called."""

    text: str
    words: str
    name: str


def find_click_meanings(
    grammar: CompiledGrammar, found: Completion, places: Collection[str] = ()
) -> dict[str, tuple[ClickMeaning, ...]]:
    """Return what can be meant by a click on each thing of the board, as things stand in a completion. `places` are
    those of its maps."""
    offers: dict[str, dict[str, ClickMeaning]] = {}
    for at, one in iter_click_meanings(grammar, found, DEEP, not found.text, places):
        offers.setdefault(at, {}).setdefault(one.text, one)
    return {at: tuple(some.values()) for at, some in offers.items()}


def iter_click_meanings(
    grammar: CompiledGrammar, found: Completion, deep: int, folded: bool, places: Collection[str]
) -> Iterator[tuple[str, ClickMeaning]]:
    """Each thing that a way on touches, with what is said then. What is folded away is not meant if anything else is;
    before a sentence is begun it never is, nor what is for later phases."""
    for step in found.steps:
        if step.section and not found.text:
            continue
        plain = [choice for choice in step.open_choices if not choice.group]
        touching = [choice for choice in (plain if folded or plain else step.open_choices) if choice.at]
        for choice in touching:
            yield from ((at, build_click_meaning(found, step, choice)) for at in choice.at)
        if deep and touching:
            yield from iter_meanings_behind(grammar, step, touching, places)
        elif deep:
            for text in list_unfolded_texts(step, folded):
                yield from iter_click_meanings(grammar, complete_order(grammar, text), deep - 1, folded, places)


def iter_meanings_behind(
    grammar: CompiledGrammar, step: CompletionStep, touching: Sequence[Choice], places: Collection[str]
) -> Iterator[tuple[str, ClickMeaning]]:
    """Yield what can be said of the map after those choices that lie beside it, if they are few; of places that the
    others lie on nothing."""
    lying = {at for choice in touching for at in choice.at}
    few = [choice for choice in touching if not any(at in places for at in choice.at)]
    for first in few if places and len(few) <= UNFOLDED else ():
        found = complete_order(grammar, step.with_choice(first.code))
        for after in found.steps:
            for choice in after.open_choices:
                here = (at for at in choice.at if at in places and at not in lying)
                yield from ((at, build_click_meaning(found, after, choice)) for at in here)


def build_click_meaning(found: Completion, step: CompletionStep, choice: Choice) -> ClickMeaning:
    """Return what a choice says after what was said."""
    name = choice.label or choice.code
    words = " ".join(filter(None, (found.words, step.label, step.before, name)))
    return ClickMeaning(step.with_choice(choice.code), button_words(words), name)


def list_unfolded_texts(step: CompletionStep, folded: bool) -> tuple[str, ...]:
    """The texts a step leads to, if they are few; of a number its lowest."""
    if step.number:
        return (step.with_choice(str(step.number.values[0])),)
    if not step.choices:
        return (step.text,)
    few = [choice for choice in step.open_choices if not (folded and choice.group)]
    return tuple(step.with_choice(choice.code) for choice in few) if len(few) <= UNFOLDED else ()
