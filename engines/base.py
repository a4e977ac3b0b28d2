"""What a game engine offers to the server, and nothing else.

An engine is a plain package that fits `Engine`. It is pure: no clock, no disk, no network, and chance comes only
from the `Dice` handed to `start` and `resolve`. It writes no parser, no form and no redaction: it *describes* the
sentences a seat may say (`Ask`), and the types of its state's fields say who may see them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, ParamSpec, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from engines.names import Lexicon
    from engines.report import Block

Seat: TypeAlias = str
"""A side in a game, by its code: "FRANCE", "BLU". Fixed when the game starts."""

P = ParamSpec("P")
T = TypeVar("T")


class DataError(ValueError):
    """A data file of a game that cannot be used: `file`, `line` and `why`."""

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"{file}, line {line}: {why}")
        self.file, self.line, self.why = file, line, why


Owner: TypeAlias = Annotated[T, "owner"]
"""A mapping by seat of which each seat sees its own entry only."""
FaceDown: TypeAlias = Annotated[T, "face down"]
"""A mapping by seat (or a sequence): others see how many things it holds, as that many `None`."""
Hidden: TypeAlias = Annotated[T, "hidden"]
"""Known to the server alone: everybody's view holds the empty value of its type."""


@dataclass(frozen=True, kw_only=True)
class State:
    """A position. Each engine adds its fields; `view`, `dump` and `load` in `engines.states` are generic.

    `phase` names the phase ("S1901M") and is unique within a game; `kind` is its kind ("movement"), which picks the
    pace. `ranks` is None while the game goes on, then the final rank of every seat, 1 the best. `out` lists the
    seats that are eliminated: they owe nothing and have no vote.
    """

    seats: tuple[Seat, ...]
    phase: str
    kind: str
    ranks: Mapping[Seat, int] | None = None
    out: tuple[Seat, ...] = ()


def ranked(worth: Mapping[Seat, Any]) -> dict[Seat, int]:
    """Ranks, 1 the best, by what each seat is worth (any things that compare); equal ones share a rank."""
    return {seat: 1 + sum(other > mine for other in worth.values()) for seat, mine in worth.items()}


def whole(steps: Callable[P, Iterable[T]]) -> Callable[P, tuple[T, ...]]:
    """Makes a function that yields one that returns it all: what is given to the server can be looked at twice."""

    @wraps(steps)
    def every(*args: P.args, **named: P.kwargs) -> tuple[T, ...]:
        return tuple(steps(*args, **named))

    return every


# --- the order language is data -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """One thing that can be picked.

    `code` is what is stored and printed ("PAR"), `label` its full name ("Paris"), `names` what is understood besides.
    `why_not` refuses it now, in words for the player; `hint` accepts it with that warning. `at` lists the map regions
    it stands for, so that a click on the map can pick it.
    """

    code: str
    label: str = ""
    names: tuple[str, ...] = ()
    why_not: str = ""
    hint: str = ""
    at: tuple[str, ...] = ()


@dataclass(frozen=True)
class Word:
    """Fixed text: PLACE, FROM, -. `also` is understood too. An `optional` word is printed but need not be written.

    `odd` is understood as well, but accepted with the warning `hint` (FLEET, said of an army).
    """

    text: str
    also: tuple[str, ...] = ()
    optional: bool = False
    odd: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class Pick:
    """One of a list (on the web: a select).

    `among` is the lexicon of everything that has a name in the game. What it knows but `choices` does not list is
    refused with `refusal`, in which `{label}` stands for the thing named and `{choices}` for what is allowed.
    `unknown` is said of a `{word}` that it does not know. `implied` is the code taken when the text does not name one.
    `exact` minds the case (r and R differ).
    """

    name: str
    choices: tuple[Choice, ...]
    among: Lexicon | None = None
    refusal: str = ""
    implied: str = ""
    exact: bool = False
    unknown: str = ""


@dataclass(frozen=True)
class Number:
    """A whole number from `low` to `high`, in steps of `step` counted from zero (on the web: a number field).

    Another number is refused with `refusal`, if there is one.
    """

    name: str
    low: int
    high: int
    step: int = 1
    refusal: str = ""


@dataclass(frozen=True)
class Many:
    """`parts`, `low` to `high` times, in the order given, `between` them (on the web: rows). See also `maybe`.

    `also` is understood between them too.
    """

    name: str
    parts: tuple[Part, ...]
    low: int = 0
    high: int = 99
    between: str = ","
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class OneOf:
    """One of several forms (on the web: radio buttons). Argument: {"way": index, ...the arguments of that form}."""

    name: str
    ways: tuple[tuple[Part, ...], ...]


Part: TypeAlias = Word | Pick | Number | Many | OneOf


def say(*texts: str) -> Word:
    """A word, and what is understood for it besides."""
    return Word(texts[0], texts[1:])


def maybe(name: str, *parts: Part) -> Many:
    """The parts once or not at all."""
    return Many(name, parts, 0, 1)


@dataclass(frozen=True)
class Line:
    """One sentence a seat may say.

    `verb` is the sentence's name, for the engine to tell orders apart; `parts` spell the sentence from its first word
    on, the verb included where it is written. A later order for the same `slot` replaces the earlier one; "" always
    adds. A slot may name arguments, also those of rows: "MOVE {where}", "PLACE {on.country}" stand for one slot for
    each value. `several`: orders of one text stand side by side in a slot, and a later text replaces them all.
    `help` is one line for the form and the order reference. A line with a `section` ("Winter") is looked for
    under that heading; elsewhere only if its first word is written out, even an optional one. `grave`: it cannot be
    undone (resigning); bots do not say it.
    """

    verb: str
    parts: tuple[Part, ...]
    slot: str = ""
    help: str = ""
    section: str = ""
    several: bool = False
    grave: bool = False


@dataclass(frozen=True)
class Ask:
    """What one seat may answer now.

    `due` False: it may speak, but nobody waits for it. `draft`: canonical lines that stand if nothing comes (standing
    orders, defaults), ready to edit. `skip`: words without meaning, ignored wherever they stand ("THE", "CARD").
    `elsewhere`: words that begin sentences of other phases, with what is answered to them now. `relaxed`: what is due
    need not be given; the seat is waited for until it is ready or the deadline comes, but nothing is missed.
    `phrases`: sentences of the reader in other words, or in the seat's language (see `engines.phrases`). `clauses`:
    words within a sentence ("IF"), with what is said first if the `{text}` behind them cannot be read. `vacant`: lines
    that are said for the seat while nobody holds it, so that what its last holder said for longer ends.
    """

    title: str
    lines: tuple[Line, ...]
    due: bool = True
    draft: tuple[str, ...] = ()
    skip: frozenset[str] = frozenset()
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    relaxed: bool = False
    phrases: Mapping[str, str] = field(default_factory=dict)
    clauses: Mapping[str, str] = field(default_factory=dict)
    vacant: tuple[str, ...] = ()


@dataclass(frozen=True)
class Order:
    """One understood sentence; `text` is its canonical form, the only one that is stored, shown or sent.

    `slot` holds the keys of what it is about, with "|" between them.
    """

    verb: str
    args: Mapping[str, Any]
    slot: str
    text: str


@dataclass(frozen=True)
class Remark:
    """What a player is told about his orders: an "error" costs him that line, a "warning" costs nothing.

    `line` is what it speaks of: the text of the order or, if there is none, the line as the player wrote it. `start`
    and `end` bound the words meant, in characters.
    """

    level: Literal["error", "warning"]
    text: str
    line: str = ""
    start: int = 0
    end: int = 0


# --- what happens ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Event:
    """Something that happened, as data ("bounce", "toss"); prose is made in `report`. `to` None: all may know."""

    kind: str
    args: Mapping[str, Any] = field(default_factory=dict)
    to: frozenset[Seat] | None = None


S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)


@dataclass(frozen=True)
class Step(Generic[S_co]):
    """A position and the events that led to it."""

    state: S_co
    events: tuple[Event, ...] = ()


class Dice(Protocol):
    """Chance. Streams are independent: a throw more in one moves no other. See `engines.dice`."""

    def roll(self, stream: str, sides: int) -> int:
        """A number from 1 to `sides`."""

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:
        """The items in random order."""

    def common(self, name: str) -> Dice:
        """Dice that fall alike in all games of a server that name them so: those of a tournament."""


class Engine(Protocol[S]):
    """One game. `code` is its name in the database, `title` the one people read. See also `engines.abilities`.

    `credit` says in one line who made the game; it stands at the foot of a game's first letter, and in its booklet.
    `kinds`: all that `State.kind` can be while a game goes on, in small letters; hosts set deadlines and press by them.
    `setup` asks for the options of a new game in the same language as orders; its draft are those that are advised.
    """

    code: str
    title: str
    credit: str
    kinds: tuple[str, ...]
    State: type[S]
    setup: Ask

    def seats(self, options: Sequence[Order]) -> tuple[Choice, ...]:
        """The seats of a game with these options, with the names players call them.

        Raises ValueError, with a sentence for the host, if the options do not go together.
        """

    def start(self, options: Sequence[Order], dice: Dice) -> Step[S]:
        """The opening position."""

    def ask(self, view: S, seat: Seat) -> Ask | None:
        """What the seat may say now; None: nothing. Must give the same for the state and for the seat's view of it."""

    def check(self, view: S, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        """Faults and oddities that only show when all of a seat's lines are read together."""

    def resolve(self, state: S, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[S]:
        """The next phase in which somebody owes something, or the end. A seat without orders gets the default."""

    def report(self, view: S, seat: Seat | None, events: Sequence[Event], before: S | None = None) -> Sequence[Block]:
        """What a seat (None: a bystander) is told, from its view after the phase, its events, and its view before."""
