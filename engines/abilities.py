"""What an engine may offer beside `engines.base.Engine`: the server asks by isinstance whether it has these methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol, runtime_checkable

from engines.base import Engine, Event, Seat
from engines.language.grammar import Order, OrderGrammar


@runtime_checkable
class Adviser(Protocol):
    """It can also play: bots follow it, and whole games are played for show."""

    def advise(self, view: Any, seat: Seat, random: Random) -> Sequence[str]:
        """Lines that a sensible player would send in the open phase, from what the seat may know alone."""


@runtime_checkable
class Correctable(Protocol):
    """Who leads a game can put a position right, in sentences of the game's own: after a fault in the rules, or when
    players agree that a turn counts otherwise."""

    def correction_grammar(self, state: Any) -> OrderGrammar:
        """Return what can be put right in a position, all of which is known here. Its lines are read together. All
        players read what is said, but for lines that speak of what a seat alone knows (`Line.only_for`)."""

    def correct(self, state: Any, orders: Sequence[Order]) -> Any:
        """The position put right; the same phase, and nobody's rank is made of it. Raises ValueError, with a sentence
        for who leads the game, if there can be no such position."""


@runtime_checkable
class Foreseeable(Protocol):
    """Its results hang on hidden things at the end only, if at all: players may ask what would happen.

    `grammar`, `check` and `board` are then called for every seat with the view of the one who asks, and `resolve` with
    that view and dice that refuse; a LookupError means that it cannot be told.
    """

    foreseeable: Literal[True]


@runtime_checkable
class DataDriven(Protocol):
    """Its tables lie in files that a host may replace. `files`: the texts it brings, by name."""

    files: Mapping[str, str]

    def with_files(self, files: Mapping[str, str]) -> Engine[Any]:
        """A copy of the game with these files, the others as they were. Raises DataError with the file and the line."""


@runtime_checkable
class Forfeiting(Protocol):
    """By its rules a seat that nobody plays loses what it has after some time; never one that has a player."""

    def phases_until_forfeit(self, view: Any, seat: Seat) -> int:
        """In how many phases more, all without a player, the seat loses what it has; 0: never. All may know it."""


@runtime_checkable
class PressLimited(Protocol):
    """By its rules players do not talk in every phase. `press_kinds`: the kinds of phases in which they usually do."""

    press_kinds: tuple[str, ...]


@runtime_checkable
class Duplicable(Protocol):
    """Its games can share dice. `duplicate` is the option line that does it for games of one `{number}`."""

    duplicate: str


class RecordedPhase(Protocol):
    """A recorded phase."""

    phase: str

    @property
    def orders(self) -> Mapping[Seat, Sequence[str]]:
        """Return what was ordered, in the order language."""

    def list_differences(self, state: Any) -> Sequence[str]:
        """Return where a position is not the recorded one, in words."""


@runtime_checkable
class RecordReader(Protocol):
    """It reads games recorded elsewhere, so that they can be played again."""

    def read_recorded_game(self, text: str) -> Sequence[RecordedPhase]:
        """The phases of a recorded game in order."""


@dataclass(frozen=True)
class PlayedPhase:
    """A phase that was played, as everybody may know it: a position, and the events that led to the next."""

    view: Any
    events: Sequence[Event] = ()


@runtime_checkable
class Interchange(Protocol):
    """Its games can be written as other programs know them. `forms`: by the ending of the file's name, what the form
    is called ("a saved game of …") and its media type. What it writes, `RecordReader` reads."""

    forms: Mapping[str, tuple[str, str]]

    def export_game(self, form: str, name: str, played: Sequence[PlayedPhase]) -> str:
        """A game in a form, from its first phase on; the last has no events yet. Raises KeyError for no such form."""


@runtime_checkable
class Linguist(Protocol):
    """It speaks to each seat in its own language. The server's words around a report follow it."""

    def seat_language(self, view: Any, seat: Seat) -> str:
        """The language a seat reads: "en", "fr". In any other the server's own words are English."""

    def name_seat(self, seat: Seat, language: str) -> str:
        """Return what a seat is called in a language."""

    def phase_name_in(self, view: Any, language: str) -> str:
        """Return what a phase is called in a language."""


@runtime_checkable
class Sandbox(Protocol):
    """It resolves single positions for programs and for people."""

    def resolve_json(self, line: str) -> str:
        """A position as JSON in one line; the answer in one line, also if it is at fault."""

    def resolve_json_to_text(self, line: str) -> str:
        """The answer of `resolve_json` in words, over several lines."""


@runtime_checkable
class Scorable(Protocol):
    """It says how its games are scored: the systems of `pbem.games.results.scoring` that suit it, the usual one
    first."""

    scoring: tuple[str, ...]


@runtime_checkable
class Decisive(Protocol):
    """Somebody may stand first at its end without having won. `stake`: all there is of what its standings count, such
    as 34 centres."""

    stake: int

    def find_winner(self, state: Any) -> Seat | None:
        """Return who has won a game that is over outright; None if somebody only stands first because its time was
        up."""
