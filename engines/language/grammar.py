"""The order language is data: what an engine describes of the sentences a seat may say, and what is understood.

From this one description come the reader of letters, the steps on the page, the order sheet, help, bots and tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from engines.language.names import Choice, Lexicon, MessageLike, message_code

if TYPE_CHECKING:
    from engines.language.index import CompiledGrammar


@dataclass(frozen=True)
class Word:
    """Fixed text: PLACE, FROM, -. `also` is understood too. An `optional` word is printed but need not be written.

    `odd` is understood as well, but accepted with the warning `hint` (FLEET, said of an army). `plain` is what it is in
    plain language ("supports"), if not the word itself.
    """

    text: str
    also: tuple[str, ...] = ()
    optional: bool = False
    odd: tuple[str, ...] = ()
    hint: MessageLike = ""
    plain: str = ""

    @property
    def plain_text(self) -> str:
        """The word in plain language."""
        return self.plain or self.text


@dataclass(frozen=True)
class DependentChoices:
    """What a pick leaves open once an earlier one is made, or a number: `name` is the argument it hangs on, `choices`
    those that go with each of its values (a value that is not there leaves all). Another is refused with `refusal`, in
    which `{given}` stands for what that is called, besides what stands in a pick's own.
    """

    name: str
    choices: Mapping[str, tuple[Choice, ...]]
    refusal: MessageLike


@dataclass(frozen=True)
class Pick:
    """One of a list.

    `among` is the lexicon of everything that has a name in the game. What it knows but `choices` does not list is
    refused with `refusal`, in which `{label}` stands for the thing named and `{choices}` for what is allowed. If the
    pick is `lenient`, it is taken, but not offered, and `check` speaks of it.
    `unknown` is said of a `{word}` that it does not know. `implied` is the code taken when the text does not name one.
    `exact` minds the case (r and R differ). `given`: of `choices`, what goes with an earlier pick of the same form or
    of one around it. `before` is said before the choice in plain language ("at").
    """

    name: str
    choices: tuple[Choice, ...]
    among: Lexicon | None = None
    refusal: MessageLike = ""
    implied: str = ""
    exact: bool = False
    unknown: MessageLike = ""
    given: DependentChoices | None = None
    lenient: bool = False
    before: str = ""


@dataclass(frozen=True)
class Number:
    """A whole number from `low` to `high`, in steps of `step` counted from zero.

    Another number is refused with `refusal`, if there is one. `unit` is what it counts, of one and of more: ("pawn",
    "pawns"). `most`: more than this is understood, but not offered.
    """

    name: str
    low: int
    high: int
    step: int = 1
    refusal: MessageLike = ""
    unit: tuple[str, str] = ("", "")
    most: int | None = None

    @property
    def values(self) -> range:
        """Return what is offered; nothing if there is no multiple of `step` between `low` and `high`."""
        high = self.high if self.most is None else min(self.most, self.high)
        return range(-(-self.low // self.step) * self.step, high + 1, self.step)

    def format_value(self, value: int) -> str:
        """A number in plain language."""
        return f"{value} {self.unit[value != 1]}".rstrip()


@dataclass(frozen=True)
class Repeat:
    """`parts`, `low` to `high` times, in the order given, `between` them. See also `optional_parts`.

    `also` is understood between them too, and `plain` is what `between` is in plain language (", else"). `distinct`:
    what stands in the list is not offered again; whoever says it twice is read, and `check` speaks. `after`: the pick
    before the list that is the first of it.
    """

    name: str
    parts: tuple[GrammarPart, ...]
    low: int = 0
    high: int = 99
    between: str = ","
    also: tuple[str, ...] = ()
    distinct: bool = False
    plain: str = ""
    after: str = ""

    @property
    def separator(self) -> Word:
        """Return what stands between two rows."""
        return Word(self.between, self.also, plain=self.plain)


@dataclass(frozen=True)
class Alternative:
    """One form of a `OneOf`. `name` is stored ("support"), so it stays while orders of a running game hold it."""

    name: str
    parts: tuple[GrammarPart, ...]


@dataclass(frozen=True)
class OneOf:
    """One of several forms. Argument: {"way": its name, ...the arguments of that form}."""

    name: str
    alternatives: tuple[Alternative, ...]

    def get_alternative(self, name: str) -> Alternative:
        """The form of that name. Raises KeyError."""
        return self.alternatives_by_name[name]

    @cached_property
    def alternatives_by_name(self) -> dict[str, Alternative]:
        return {way.name: way for way in self.alternatives}


GrammarPart: TypeAlias = Word | Pick | Number | Repeat | OneOf


def make_word(*texts: str) -> Word:
    """A word, and what is understood for it besides."""
    return Word(texts[0], texts[1:])


def alternative(name: str, *parts: GrammarPart) -> Alternative:
    """A form of a `OneOf`."""
    return Alternative(name, parts)


def optional_parts(name: str, *parts: GrammarPart) -> Repeat:
    """The parts once or not at all."""
    return Repeat(name, parts, 0, 1)


@dataclass(frozen=True)
class OrderPattern:
    """One sentence a seat may say.

    `verb` is the sentence's name, for the engine to tell orders apart; `parts` spell the sentence from its first word
    on, the verb included where it is written. A later order for the same `slot` replaces the earlier one; "" always
    adds. A slot may name arguments, also those of rows: "MOVE {where}", "PLACE {on.country}" stand for one slot for
    each value. `several`: orders of one text stand side by side in a slot, and a later text replaces them all.
    `help` is one line for the page and the order reference. A line with a `section` ("Winter") is looked for
    under that heading; elsewhere only if its first word is written out, even an optional one. `grave`: it cannot be
    undone (resigning); bots do not say it. `only_for`: of a correction (`engines.abilities.Correctable`) the argument
    that names the seat which alone may read it.
    """

    verb: str
    parts: tuple[GrammarPart, ...]
    slot: str = ""
    help: str = ""
    section: str = ""
    several: bool = False
    grave: bool = False
    only_for: str = ""


@dataclass(frozen=True)
class OrderGrammar:
    """What one seat may answer now.

    `due` False: it may speak, but nobody waits for it. `draft`: canonical lines that stand if nothing comes (standing
    orders, defaults), ready to edit. `skip`: words without meaning, ignored wherever they stand ("THE", "CARD").
    `elsewhere`: words that begin sentences of other phases, with what is answered to them now. `relaxed`: what is due
    need not be given; the seat is waited for until it is ready or the deadline comes, but nothing is missed.
    `phrases`: sentences of the reader in other words, or in the seat's language (see `engines.language.phrases`).
    `clauses`: words within a sentence ("IF"), with what is said first if the `{text}` behind them cannot be read.
    `vacant`: lines that are said for the seat while nobody holds it, so that what its last holder said for longer ends.
    `summary`: how much may be said, of what, and what comes of silence, where the lines alone do not tell.
    """

    title: str
    lines: tuple[OrderPattern, ...]
    due: bool = True
    draft: tuple[str, ...] = ()
    skip: frozenset[str] = frozenset()
    elsewhere: Mapping[str, MessageLike] = field(default_factory=dict)
    relaxed: bool = False
    phrases: Mapping[str, MessageLike] = field(default_factory=dict)
    clauses: Mapping[str, MessageLike] = field(default_factory=dict)
    vacant: tuple[str, ...] = ()
    summary: str = ""

    @cached_property
    def compiled_form(self) -> CompiledGrammar:
        """The same made ready for reading, once, however often somebody writes to it."""
        from engines.language.index import CompiledGrammar  # which stands on what is declared here

        return CompiledGrammar(self)


@dataclass(frozen=True)
class Order:
    """One understood sentence; `text` is its canonical form, the only one that is stored or sent.

    `slot` holds the keys of what it is about, with "|" between them. `words` is the sentence in plain language; it is
    made anew where it is read.
    """

    verb: str
    args: Mapping[str, Any]
    slot: str
    text: str
    words: str = field(default="", compare=False)


@dataclass(frozen=True)
class Remark:
    """What a player is told about their orders: an "error" costs them that line, a "warning" costs nothing.

    `line` is what it speaks of: the text of the order or, if there is none, the line as the player wrote it. `start`
    and `end` bound the words meant, in characters. `code` is the one under which the rules tell more of it.
    """

    level: Literal["error", "warning"]
    text: str
    line: str = ""
    start: int = 0
    end: int = 0
    code: str = ""


def make_remark(
    level: Literal["error", "warning"], told: MessageLike, line: str = "", start: int = 0, end: int = 0
) -> Remark:
    """A remark that says this, with its code."""
    return Remark(level, str(told), line, start, end, message_code(told))
