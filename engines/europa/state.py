"""The position of a game of Europa."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from engines import base
from engines.base import Owner, Seat
from engines.europa.data import STANDARD, Code, Country, EuropaGameData
from engines.palette import NAMES

Status: TypeAlias = Literal["held", "pending", "EU", "nationalist", "war"]
Marker: TypeAlias = Literal["T", "W"]
PERIODS = ("1945–1973", "1974–1988", "1989–2005", "2006–2030")
"""The years of the four turns (§1.1)."""
MOST_PAWNS = 20


@dataclass(frozen=True)
class EuropaOptions:
    """What was agreed before the game (§8)."""

    book: bool = False
    election_parts: int = 1
    placement: Literal["two mails", "one mail", "sequential"] = "two mails"
    variable_order: bool = False
    black_horse: bool = False
    tournament: int = 0
    share_track: bool = False
    consent: bool = True
    propose_any: bool = False
    permanent_supply: bool = False
    vp_floor: bool = True
    vp_open: bool = False
    campaign: bool = False
    remove_resigned: bool = False


@dataclass(frozen=True)
class ElectionCard:
    """An election of this turn: `number` in the order of elections, which never shifts.

    `part` is the deadline it belongs to when a turn's elections are cut into parts.
    """

    number: int
    country: Code
    status: Status = "pending"
    part: int = 1


@dataclass(frozen=True)
class UnionMember:
    """A country in the EU: since which turn, and brought in by whom."""

    turn: int
    coalition: tuple[Seat, ...]


@dataclass(frozen=True)
class EuropaVote:
    """An election under way in by-the-book mode: who has proposed, the proposal on the table, and who moves pawns.

    `tried`: those who had their turn. `coalition`: what `proposer` proposes, () before.
    """

    country: Code
    tried: tuple[Seat, ...] = ()
    proposer: Seat = ""
    coalition: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EuropaState(base.State):
    """A position. `order` is the order of play, `ranking` what it was at the start of the turn; `recruits` the pawns
    that each party had then.

    `reserve`: pawns to be placed; `half`: those of them that belong to the half now placed; `board`: pawns by country
    and party. `spent`: pawns used up for good, where the supply is permanent. `sheet` is the vote under way in
    by-the-book mode, `chooser` who ends conflicts with `pool` pawns. `standing` are each seat's own standing lines.
    """

    options: EuropaOptions = EuropaOptions()
    table: EuropaGameData = STANDARD
    turn: int = 1
    order: tuple[Seat, ...] = ()
    ranking: tuple[Seat, ...] = ()
    pp: Mapping[Seat, int] = field(default_factory=dict)
    vp: Owner[Mapping[Seat, int]] = field(default_factory=dict)
    vp_shown: Mapping[Seat, int] = field(default_factory=dict)
    recruits: Mapping[Seat, int] = field(default_factory=dict)
    reserve: Mapping[Seat, int] = field(default_factory=dict)
    half: Mapping[Seat, int] = field(default_factory=dict)
    spent: Mapping[Seat, int] = field(default_factory=dict)
    track: tuple[ElectionCard, ...] = ()
    board: Mapping[Code, Mapping[Seat, int]] = field(default_factory=dict)
    eu: Mapping[Code, UnionMember] = field(default_factory=dict)
    markers: Mapping[Code, Marker] = field(default_factory=dict)
    rolls: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    commits: Mapping[Seat, int] = field(default_factory=dict)
    chooser: Seat = ""
    pool: int = 0
    part: int = 1
    sheet: EuropaVote | None = None
    resigned: tuple[Seat, ...] = ()
    standing: Owner[Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)

    def get_country(self, code: Code) -> Country:
        return self.table.countries[code]

    @property
    def current_vote(self) -> EuropaVote:
        """The vote under way; one about no country where there is none."""
        return self.sheet or EuropaVote("")

    def find_card(self, code: Code) -> ElectionCard | None:
        """The election of a country on this turn's track."""
        return self.cards_by_country.get(code)

    @cached_property
    def cards_by_country(self) -> Mapping[Code, ElectionCard]:
        return {card.country: card for card in self.track}

    def count_pawns(self, code: Code, seat: Seat) -> int:
        return self.board.get(code, {}).get(seat, 0)

    def count_all_pawns(self, code: Code) -> int:
        """All pawns in a country."""
        return sum(self.board.get(code, {}).values())

    def votes_needed(self, code: Code) -> int:
        """The pawns a coalition needs: the votes, one more under Tension (§5.10)."""
        return self.get_country(code).votes + (self.markers.get(code) == "T")

    def borders_eu(self, code: Code) -> bool:
        """Return whether a border on land or a dotted line joins a country with any member of the EU."""
        return code in self.countries_around_eu

    @cached_property
    def countries_around_eu(self) -> frozenset[Code]:
        """The countries that touch a member of the EU."""
        members = (self.get_country(code) for code in self.eu)
        return frozenset(other for country in members for other in (*country.land, *country.dotted))

    def is_open_to_pawns(self, code: Code) -> bool:
        """Return whether pawns can be placed in a country (§5.8)."""
        card = self.find_card(code)
        pending = card is not None and card.status == "pending"
        return pending and (self.turn == 1 or not self.eu or self.borders_eu(code))

    @cached_property
    def open_countries(self) -> tuple[Code, ...]:
        """The countries in which pawns can be placed, in the order of their elections."""
        return tuple(card.country for card in self.track if self.is_open_to_pawns(card.country))

    @property
    def conflict_level(self) -> int:
        """The conflict level: 1 for each Tension, twice the votes for each War (§5.5b)."""
        return sum(conflict_cost(self.get_country(code), marker) for code, marker in self.markers.items())

    @property
    def playing_seats(self) -> tuple[Seat, ...]:
        """The seats that are in the game, be it by default only."""
        return tuple(seat for seat in self.seats if not (seat in self.resigned and self.options.remove_resigned))

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats that still play themselves."""
        return tuple(seat for seat in self.seats if seat not in self.resigned)


def conflict_cost(country: Country, marker: Marker) -> int:
    """The pawns that end a conflict: a War costs twice the printed votes, without the +1 of a Tension (§6.14)."""
    return 2 * country.votes if marker == "W" else 1


def victory_quality(level: int) -> str:
    """Return what a conflict level means at the end (§5.12)."""
    return next((word for top, word in ((0, "Total"), (3, "Decisive"), (10, "Fragile")) if level <= top), "Pyrrhic")


STEPS = {
    "PEACE": "peace",
    "RESOLVE": "ending conflicts",
    "PLACE": "placing pawns",
    "PLACE1": "placing the first half",
    "PLACE2": "placing the other half",
    "VOTE": "elections",
    "CAMPAIGN": "campaign in {country}",
    "PROPOSE": "proposal of {party} in {country}",
    "ANSWER": "answers to {party} in {country}",
    "MOVE": "moving on from {country}",
}
LAST_TURN = len(PERIODS)


def europa_phase_title(state: EuropaState) -> str:
    """A phase's name for people: "Turn 3 of 4 (1989–2005), peace"."""
    turn, *rest = state.phase.split("-")
    if state.ranks is not None or not rest:
        return "The end"
    return f"Turn {turn[1:]} of {LAST_TURN} ({PERIODS[int(turn[1:]) - 1]}), {describe_phase_step(state, rest)}"


def describe_phase_step(state: EuropaState, names: Sequence[str]) -> str:
    """Return what is done in a phase, of the rest of its name: GBR-ANSWER-RED, PLACE2-RED, VOTE2."""
    country = next((state.get_country(name).spoken_name for name in names if name in state.table.countries), "")
    party = next((NAMES[name] for name in names if name in state.seats), "")
    name = next((name for name in names if name in STEPS), "VOTE")
    words = STEPS[name].format(country=country, party=party)
    if name.startswith("PLACE") and party:
        return f"{party}: {words}"
    return f"{words}, part {names[0][4:]}" if names[0][:4] == "VOTE" and names[0] != "VOTE" else words
