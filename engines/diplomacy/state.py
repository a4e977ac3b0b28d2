"""The position of a game of Diplomacy, and the calendar its phases follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engines import base
from engines.base import Owner, Seat
from engines.diplomacy.adjustments import Distance
from engines.diplomacy.commands import DEFAULT, Rulings
from engines.diplomacy.data import STANDARD, Board
from engines.diplomacy.units import Location, Province, Unit, province

KINDS = {"M": "movement", "R": "retreat", "A": "adjustment"}
SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
CALENDAR = (("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A"))


@dataclass(frozen=True)
class Options:
    """What was agreed before the game (§14): how it ends, and the rulings where rule books differ.

    `victory`: centres that win at the end of a fall turn. `end_year`: the last year played, 0 for no last year.
    `distance`: how civil disorder measures (DATC 4.D.8).
    """

    victory: int = 18
    end_year: int = 0
    start_year: int = 1901
    rulings: Rulings = DEFAULT
    distance: Distance = "owned"


STANDARD_OPTIONS = Options()


@dataclass(frozen=True)
class Dislodged:
    """A unit that must retreat: the province its attacker came from, and the locations it may go to."""

    unit: Unit
    attacker: Province = ""
    options: tuple[Location, ...] = ()


@dataclass(frozen=True)
class Standing:
    """A seat's standing orders: for each province the retreats it would like best first, then builds and removals.

    Retreats are locations or DISBAND and last for one season; builds ("F BRE", "WAIVE") and removals ("A WAR") last
    until winter.
    """

    retreats: Mapping[Province, tuple[str, ...]] = field(default_factory=dict)
    builds: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()


NOTHING = Standing()


@dataclass(frozen=True, kw_only=True)
class State(base.State):
    """A position. `units` are those on the board without the `dislodged` ones; `centres` tells who owns each centre.

    `contested`: the provinces a standoff left vacant in the phase before. `history`: who owned what at the end of each
    year ("1901"), the opening under the year before. `standing` is each seat's own secret.
    """

    options: Options = STANDARD_OPTIONS
    units: tuple[Unit, ...] = ()
    centres: Mapping[Province, Seat] = field(default_factory=dict)
    dislodged: tuple[Dislodged, ...] = ()
    contested: tuple[Province, ...] = ()
    history: Mapping[str, Mapping[Province, Seat]] = field(default_factory=dict)
    standing: Owner[Mapping[Seat, Standing]] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        return STANDARD

    @property
    def year(self) -> int:
        return int(self.phase[1:-1])

    @cached_property
    def by_province(self) -> dict[Province, Unit]:
        """The units on the board by the province they stand in."""
        return {province(unit.at): unit for unit in self.units}

    def units_of(self, seat: Seat) -> tuple[Unit, ...]:
        """A seat's units on the board, without dislodged ones."""
        return tuple(unit for unit in self.units if unit.seat == seat)

    def dislodged_of(self, seat: Seat) -> tuple[Dislodged, ...]:
        return tuple(one for one in self.dislodged if one.unit.seat == seat)

    @cached_property
    def counts(self) -> Mapping[Seat, int]:
        return Counter(self.centres.values())

    def count(self, seat: Seat) -> int:
        """How many centres a seat owns."""
        return self.counts[seat]

    def wishes(self, seat: Seat) -> Standing:
        """A seat's standing orders."""
        return self.standing.get(seat, NOTHING)


def kind_of(phase: str) -> str:
    """The kind of a phase: "S1901M" is a "movement"."""
    return KINDS[phase[-1]]


def title_of(phase: str) -> str:
    """A phase in full: "S1901R" is "Spring 1901, retreats". The end has the name of the phase it came after."""
    what = {"M": "movement", "R": "retreats", "A": "adjustments"}[phase[-1]]
    return f"{SEASONS[phase[0]]} {phase[1:-1]}, {what}"


def titled(state: State) -> str:
    """The phase of a position in full, with how far the game is if its last year was agreed."""
    end = state.options.end_year
    return f"{title_of(state.phase)} (the last year is {end})" if end else title_of(state.phase)


def following(phase: str) -> str:
    """The next phase in the calendar: after "W1901A" comes "S1902M"."""
    at = CALENDAR.index((phase[0], phase[-1]))
    year = int(phase[1:-1]) + (at == len(CALENDAR) - 1)
    season, kind = CALENDAR[(at + 1) % len(CALENDAR)]
    return f"{season}{year}{kind}"


def in_order(units: Mapping[Province, Unit], seats: tuple[Seat, ...]) -> tuple[Unit, ...]:
    """Units in the order of the seats, then by province: equal positions are written equally."""
    return tuple(sorted(units.values(), key=lambda unit: (seats.index(unit.seat), unit.at)))
