"""The position of a game of Diplomacy, and the calendar its phases follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engines import base
from engines.base import Owner, Seat
from engines.diplomacy.adjustments import Distance
from engines.diplomacy.commands import DEFAULT_RULINGS, Rulings
from engines.diplomacy.data import STANDARD, DiplomacyBoard
from engines.diplomacy.units import Location, Province, Unit, province_of

KINDS = {"M": "movement", "R": "retreat", "A": "adjustment"}
SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
CALENDAR = (("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A"))


@dataclass(frozen=True)
class DiplomacyOptions:
    """What was agreed before the game (§14): how it ends, and the rulings where rule books differ.

    `victory`: centres that win at the end of a fall turn. `end_year`: the last year played, 0 for no last year.
    `distance`: how civil disorder measures (DATC 4.D.8).
    """

    victory: int = 18
    end_year: int = 0
    start_year: int = 1901
    rulings: Rulings = DEFAULT_RULINGS
    distance: Distance = "owned"


STANDARD_OPTIONS = DiplomacyOptions()


@dataclass(frozen=True)
class DislodgedUnit:
    """A unit that must retreat: the province its attacker came from, and the locations it may go to."""

    unit: Unit
    attacker: Province = ""
    options: tuple[Location, ...] = ()


@dataclass(frozen=True)
class StandingOrders:
    """A seat's standing orders: for each province the retreats it would like best first, then builds and removals.

    Retreats are locations or DISBAND and last for one season; builds ("F BRE", "WAIVE") and removals ("A WAR") last
    until winter.
    """

    retreats: Mapping[Province, tuple[str, ...]] = field(default_factory=dict)
    builds: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()


NO_STANDING_ORDERS = StandingOrders()


@dataclass(frozen=True, kw_only=True)
class DiplomacyState(base.State):
    """A position. `units` are those on the board without the `dislodged` ones; `centres` tells who owns each centre.

    `contested`: the provinces a standoff left vacant in the phase before. `history`: who owned what at the end of each
    year ("1901"), the opening under the year before. `standing` is each seat's own secret.
    """

    options: DiplomacyOptions = STANDARD_OPTIONS
    units: tuple[Unit, ...] = ()
    centres: Mapping[Province, Seat] = field(default_factory=dict)
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: tuple[Province, ...] = ()
    history: Mapping[str, Mapping[Province, Seat]] = field(default_factory=dict)
    standing: Owner[Mapping[Seat, StandingOrders]] = field(default_factory=dict)

    @property
    def board(self) -> DiplomacyBoard:
        return STANDARD

    @property
    def year(self) -> int:
        return int(self.phase[1:-1])

    @cached_property
    def by_province(self) -> dict[Province, Unit]:
        """The units on the board by the province they stand in."""
        return {province_of(unit.at): unit for unit in self.units}

    def units_of(self, seat: Seat) -> tuple[Unit, ...]:
        """A seat's units on the board, without dislodged ones."""
        return tuple(unit for unit in self.units if unit.seat == seat)

    def dislodged_of(self, seat: Seat) -> tuple[DislodgedUnit, ...]:
        return tuple(one for one in self.dislodged if one.unit.seat == seat)

    @cached_property
    def centre_counts(self) -> Mapping[Seat, int]:
        return Counter(self.centres.values())

    def count_centres(self, seat: Seat) -> int:
        """Return how many centres a seat owns."""
        return self.centre_counts[seat]

    def standing_orders_of(self, seat: Seat) -> StandingOrders:
        """A seat's standing orders."""
        return self.standing.get(seat, NO_STANDING_ORDERS)


def phase_kind(phase: str) -> str:
    """The kind of a phase: "S1901M" is a "movement"."""
    return KINDS[phase[-1]]


def full_phase_name(phase: str) -> str:
    """A phase in full: "S1901R" is "Spring 1901, retreats". The end has the name of the phase it came after."""
    what = {"M": "movement", "R": "retreats", "A": "adjustments"}[phase[-1]]
    return f"{SEASONS[phase[0]]} {phase[1:-1]}, {what}"


def position_title(state: DiplomacyState) -> str:
    """The phase of a position in full, with how far the game is if its last year was agreed."""
    end = state.options.end_year
    return f"{full_phase_name(state.phase)} (the last year is {end})" if end else full_phase_name(state.phase)


def next_phase(phase: str) -> str:
    """The next phase in the calendar: after "W1901A" comes "S1902M"."""
    at = CALENDAR.index((phase[0], phase[-1]))
    year = int(phase[1:-1]) + (at == len(CALENDAR) - 1)
    season, kind = CALENDAR[(at + 1) % len(CALENDAR)]
    return f"{season}{year}{kind}"


def sort_units(units: Mapping[Province, Unit], seats: tuple[Seat, ...]) -> tuple[Unit, ...]:
    """Units in the order of the seats, then by province: equal positions are written equally."""
    return tuple(sorted(units.values(), key=lambda unit: (seats.index(unit.seat), unit.at)))
