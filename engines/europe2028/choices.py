"""What picks are made of: names of tokens and regions, and choices as they are now (§4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from engines.europe2028.data import Code
from engines.europe2028.state import TOKENS
from engines.europe2028.words import KIND_NAMES, token_name
from engines.language.grammar import Pick
from engines.language.names import Choice, Lexicon, Message, MessageLike
from engines.memo import memoize

FOREIGN = "Not yours"


def choice_as_now(
    choice: Choice,
    *,
    at: tuple[str, ...] | None = None,
    note: str = "",
    group: str = "",
    hint: MessageLike = "",
    why_not: MessageLike = "",
) -> Choice:
    """A choice as it is now. (`dataclasses.replace` does the same, and takes three times as long.)"""
    drawn = choice.at if at is None else at
    return Choice(choice.code, choice.label, choice.names, why_not, hint, drawn, note, group)


class LazyChoices(Mapping[str, tuple[Choice, ...]]):
    """What goes with each code of an earlier pick, made when it is asked for: most of it never is."""

    def __init__(self, codes: Iterable[str], make: Callable[[str], tuple[Choice, ...]]) -> None:
        self.codes, self.make = tuple(codes), lru_cache(maxsize=None)(make)

    def __getitem__(self, code: str) -> tuple[Choice, ...]:
        if code not in self.codes:
            raise KeyError(code)
        return self.make(code)

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)


# --- kinds of tokens ------------------------------------------------------------------------------------------------

KIND_CHOICES = tuple(Choice(kind, f"{name} token", (name, f"{name} tokens")) for kind, name in KIND_NAMES.items())


def kind_pick(name: str, notes: Mapping[str, str], folded: Mapping[str, str], before: str) -> Pick:
    """A kind of token, with what is to be noted of each, and why some are folded away."""
    found = (choice_as_now(c, note=notes.get(c.code, ""), group=folded.get(c.code, "")) for c in KIND_CHOICES)
    return Pick(name, tuple(found), before=before)


TOKEN_NAMES = Lexicon(
    Choice(token, token_name(token), (token_name(token).removesuffix(" token"),)) for token in ("MIL", *TOKENS)
)


# --- regions --------------------------------------------------------------------------------------------------------


@memoize(16)
def region_lexicons(key: tuple[tuple[Code, str], ...]) -> tuple[Lexicon, Lexicon]:
    """All regions by their names; and the same with ANY."""
    found = [Choice(code, name, (name.removeprefix("Greater "),), at=(code,)) for code, name in key]
    return Lexicon(found), Lexicon([*found, Choice("ANY", "any region", ("anywhere",))])


@memoize(16)
def undamageable_choices(every: tuple[Choice, ...], source: str) -> tuple[Choice, ...]:
    """All regions, for whoever does not hold the one that damages others."""
    told = {c.code: Message(f"You cannot damage {c.label}: you do not hold {source}.", "B16") for c in every}
    return tuple(choice_as_now(c, why_not=told[c.code]) for c in every)


@memoize(16)
def foreign_choices(every: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """All regions as another's, for repairs."""
    return tuple(choice_as_now(c, why_not=Message(f"{c.label} is not yours.", "B17"), group=FOREIGN) for c in every)
