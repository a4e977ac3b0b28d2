"""What a game engine offers to the server, and nothing else.

An engine is a plain package that fits `Engine`. It is pure: no clock, no disk, no network, and chance comes only
from the `Dice` handed to `start` and `resolve`. It writes no parser, no form and no redaction: it *describes* the
sentences a seat may say (`OrderGrammar`), and the types of its state's fields say who may see them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Generic, Literal, ParamSpec, Protocol, TypeAlias, TypeVar

from engines.language.grammar import Order, OrderGrammar, Remark
from engines.language.names import Choice
from engines.report import Block

Seat: TypeAlias = str
"""A side in a game, by its code: "FRANCE", "BLU". Fixed when the game starts."""

P = ParamSpec("P")
T = TypeVar("T")


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

    `version` counts the changes of a state's fields; `gone` names those that older versions had (`engines.versions`).
    """

    version: ClassVar[int] = 1
    gone: ClassVar[tuple[str, ...]] = ()

    seats: tuple[Seat, ...]
    phase: str
    kind: str
    ranks: Mapping[Seat, int] | None = None
    out: tuple[Seat, ...] = ()


def rank_by_worth(worth: Mapping[T, Any]) -> dict[T, int]:
    """Ranks, 1 the best, by what each seat (or whoever) is worth, any things that compare; equal ones share a rank."""
    return {one: 1 + sum(other > mine for other in worth.values()) for one, mine in worth.items()}


def returns_tuple(steps: Callable[P, Iterable[T]]) -> Callable[P, tuple[T, ...]]:
    """Makes a function that yields one that returns it all: what is given to the server can be looked at twice."""

    @wraps(steps)
    def collect(*args: P.args, **named: P.kwargs) -> tuple[T, ...]:
        return tuple(steps(*args, **named))

    return collect


# --- what happens ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Event:
    """Something that happened, as data ("bounce", "toss"); prose is made in `report`. `to` None: all may know."""

    kind: str
    args: Mapping[str, Any] = field(default_factory=dict)
    to: frozenset[Seat] | None = None


END_EVENT = "end"
"""The kind of event that tells who came where; a game that nobody played is reported without it."""


Obligation: TypeAlias = Literal["due", "relaxed", "free"]
"""What a seat owes that may speak: an answer; something it is waited for but need not give; nothing."""


class Presence(StrEnum):
    """What became of a seat's turn, whatever its lines.

    `GIVEN`: its player sent orders; `READY`: they said that they have none. `EXCUSED`: they owed nothing: they are
    away, had no time, or were not told. `STOOD_IN`: somebody or something spoke for them. `VACANT`: the seat has no
    player. `MISSED`: they were told, had their time, and did not write.
    """

    GIVEN = "given"
    READY = "ready"
    EXCUSED = "excused"
    STOOD_IN = "stood in"
    VACANT = "vacant"
    MISSED = "missed"


ALL_PRESENT: Mapping[Seat, Presence] = MappingProxyType({})
"""Nothing is told of anybody's presence: a seat that is not named counts as one whose player is there."""

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

    def shared_dice(self, name: str) -> Dice:
        """Dice that fall alike in all games of a server that name them so: those of a tournament."""


@dataclass(frozen=True)
class GameDescription:
    """A game to somebody who has never heard of it.

    `text` says in two sentences what it is. `players`: the fewest and the most; `deadlines`: how many a short and a
    long game of the usual options has, counted and not guessed. `beginner`: the seat of which the guide tells the first
    turn; "" if any will do.
    """

    text: str
    players: tuple[int, int]
    deadlines: tuple[int, int]
    beginner: Seat = ""


class Engine(Protocol[S]):
    """One game. `code` is its name in the database, `title` the one people read. See also `engines.abilities`.

    `credit` says in one line who made the game; it stands at the foot of a game's first letter, and in its booklet.
    `kinds`: all that `State.kind` can be while a game goes on, in small letters; hosts set deadlines and press by them.
    `setup` asks for the options of a new game in the same language as orders; its draft are those that are advised.
    """

    code: str
    title: str
    about: GameDescription
    credit: str
    kinds: tuple[str, ...]
    State: type[S]
    setup: OrderGrammar

    def seats(self, options: Sequence[Order]) -> tuple[Choice, ...]:
        """The seats of a game with these options, with the names players call them.

        Raises ValueError, with a sentence for the host, if the options do not go together.
        """

    def phase_name(self, state: S) -> str:
        """Return what people call the phase of a position: "Spring 1901, retreats", "Round 3 of 12". All may know
        it."""

    def start(self, options: Sequence[Order], dice: Dice) -> Step[S]:
        """The opening position."""

    def obligations(self, state: S) -> Mapping[Seat, Obligation]:
        """Return who may speak in the phase, and what is waited for. It says what the asks would, without making one; a
        seat that has no ask is left out."""

    def grammar(self, view: S, seat: Seat) -> OrderGrammar | None:
        """Return what the seat may say now; None: nothing. Must give the same for the state and for the seat's view of
        it."""

    def check(self, view: S, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        """Faults and oddities that only show when all of a seat's lines are read together."""

    def resolve(
        self,
        state: S,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[S]:
        """The next phase in which somebody owes something, or the end. A seat without orders gets the default.

        `presence`: what became of each seat's turn, as far as it is known. Whoever was there is treated alike, with
        orders or without; only a seat that nobody plays may lose what it has for that."""

    def board(self, view: S, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:
        """Return how things stand now, from a seat's view (None: a bystander's), with the orders it has given drawn on
        it: maps, hands, tables that stand in for a board. It is what the seat orders from."""

    def report(self, view: S, seat: Seat | None, events: Sequence[Event], before: S | None = None) -> Sequence[Block]:
        """Return what a seat (None: a bystander) is told, from its view after the phase, its events, and its view
        before: a heading, a `Lead`, then the most important first."""
