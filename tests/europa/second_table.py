"""The table of the second reading of Europa: order of play, pawns, wars, peace, placing and the last count.

It shares no rule with the engine: it knows the table of countries, the options, and the way in which orders are stored.
Whatever a rule does is counted in `fired` by its section.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from engines.base import Dice
from engines.europa.data import STANDARD
from engines.europa.state import EuropaOptions, Marker

Args: TypeAlias = Mapping[str, Any]
Said: TypeAlias = tuple[str, Args]
"""A line: its verb and what it says."""
COUNTRIES = STANDARD.countries
WARS = "SVN LTU SVK BGR HUN HRV MDA MKD BIH YUG ALB RUS UKR ROU BLR LVA EST POL CZE"
"""What the sums from 2 to 20 strike (§1.4)."""
SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}


class Table:
    """All that lies on it. `left` are pawns not yet placed, `used` those gone for good, `number` the election of a
    country on this turn, `held` the countries whose election is over."""

    def __init__(self, seats: Sequence[str], options: EuropaOptions, dice: Dice) -> None:
        self.seats, self.options, self.dice = list(seats), options, dice
        self.fired: Counter[str] = Counter()
        self.turn = 0
        self.pp = dict.fromkeys(seats, {3: 40, 4: 30, 5: 24, 6: 20}[len(seats)])
        self.vp, self.used, self.left = (dict.fromkeys(seats, 0) for _ in range(3))
        self.raised: dict[str, int] = {}
        self.order: list[str] = []
        self.order_at_start: list[str] = []
        self.number: dict[str, int] = {}
        self.held: set[str] = set()
        self.board: dict[str, dict[str, int]] = {}
        self.union: dict[str, tuple[int, list[str]]] = {}
        self.marker: dict[str, Marker] = {}
        self.removed: list[str] = []

    # --- the beginning of a turn (§5.2 to §5.4) ---

    def begin_turn(self) -> None:
        self.order = self.first_order() if self.turn == 1 else self.by_points()
        self.order_at_start = list(self.order)
        for seat in self.seats:
            most = 20 - self.used[seat] if self.options.permanent_supply else 20
            self.raised[seat] = min(most, self.pp[seat] // 10) if seat not in self.removed else 0
            self.used[seat] += self.raised[seat]
        cards = sorted(c.code for c in COUNTRIES.values() if c.turn <= self.turn and c.code not in self.union)
        self.number = {code: n for n, code in enumerate(self.dice.shuffle("track", cards), 1)}
        self.held = set()
        self.board = {code: dict.fromkeys(self.seats, 0) for code in self.number}

    def first_order(self) -> list[str]:
        """§5.2: the highest die begins, the others follow in the order of the seats."""
        throwers = list(self.seats)
        while len(throwers) > 1:
            thrown = {seat: self.dice.roll("order", 10) for seat in throwers}
            throwers = [seat for seat in throwers if thrown[seat] == max(thrown.values())]
        first = self.seats.index(throwers[0])
        return self.seats[first:] + self.seats[:first]

    def by_points(self) -> list[str]:
        there = [seat for seat in self.seats if seat not in self.removed]
        return self.sorted_out(there, lambda seat: -self.pp[seat], "order")

    def sorted_out(self, seats: Sequence[str], worth: Callable[[str], Any], stream: str, sign: int = -1) -> list[str]:
        """Seats, the least worth first; equal ones throw dice, high first (`sign` 1: low first)."""
        found: list[str] = []
        for value in sorted({worth(seat) for seat in seats}):
            found += self.order_by_dice([seat for seat in seats if worth(seat) == value], stream, sign)
        return found

    def order_by_dice(self, tied: list[str], stream: str, sign: int) -> list[str]:
        if len(tied) == 1:
            return tied
        self.fired["5.2 dice between equals"] += 1
        dice = {seat: sign * self.dice.roll(stream, 10) for seat in tied}
        found: list[str] = []
        for value in sorted(set(dice.values())):
            found += self.order_by_dice([seat for seat in tied if dice[seat] == value], stream, sign)
        return found

    # --- war and peace (§5.5, §5.6) ---

    def six_throws(self) -> None:
        for _ in range(6):
            code = WARS.split()[self.dice.roll("risk", 10) + self.dice.roll("risk", 10) - 2]
            if code in self.union:
                self.fired["5.5a nothing in the union"] += 1
            elif self.marker.get(code) == "W":
                self.fired["5.5a spills over"] += 1
                for neighbour in COUNTRIES[code].land:
                    self.worse(neighbour)
            else:
                self.worse(code)

    def worse(self, code: str) -> None:
        if code not in self.union:
            self.marker[code] = "W" if code in self.marker else "T"

    def cost(self, code: str) -> int:
        return 2 * COUNTRIES[code].votes if self.marker[code] == "W" else 1

    def level(self) -> int:
        return sum(map(self.cost, self.marker))

    def reward(self, gave: Mapping[str, int]) -> None:
        """§5.6a."""
        self.fired["5.6a peace for all"] += 1
        self.marker = {}
        givers = [seat for seat in self.seats if gave[seat] > 0]
        first = self.sorted_out(givers, lambda seat: (-gave[seat], self.pp[seat]), "peace")
        for seat, won in zip(first, (4, 2, 1), strict=False):
            self.vp[seat] += won

    def fine(self, gave: Mapping[str, int]) -> None:
        """§5.6b: dice between equals, and the lowest loses most."""
        self.fired["5.6b fines"] += 1
        keepers = [seat for seat in self.seats if self.raised[seat] > gave[seat]]
        first = self.sorted_out(keepers, lambda s: (gave[s] - self.raised[s], gave[s]), "peace", 1)
        for seat, lost in zip(first, (4, 2, 1), strict=False):
            self.vp[seat] -= lost
            if self.options.vp_floor and self.vp[seat] < 0:
                self.fired["6.11 not below zero"] += 1
                self.vp[seat] = 0

    def who_decides(self, gave: Mapping[str, int]) -> str:
        givers = [seat for seat in self.seats if gave[seat] > 0]
        return self.sorted_out(givers, lambda seat: (-gave[seat], -self.pp[seat]), "peace")[0]

    def end_conflicts(self, pool: int, wishes: Sequence[str]) -> None:
        """§5.6b: Wars as long as one can be paid, then Tensions; what was not named follows as §3.4 says."""

        def rank(code: str) -> tuple[int, int, str]:
            named = wishes.index(code) if code in wishes else len(wishes)
            return named, -self.cost(code) if self.marker[code] == "W" else -len(COUNTRIES[code].land), code

        for kind in ("W", "T"):
            while payable := [c for c, mark in self.marker.items() if mark == kind and self.cost(c) <= pool]:
                code = min(payable, key=rank)
                self.fired[f"5.6b ends {kind}" + (" as wished" if code in wishes else "")] += 1
                pool -= self.cost(code)
                del self.marker[code]

    def votes_here(self, code: str) -> bool:
        """Return whether an election is still to come: countries at War have none (§5.7)."""
        return code in self.number and code not in self.held and self.marker.get(code) != "W"

    # --- placing (§5.8, §5.9, §3.4) ---

    def touches_union(self, code: str) -> bool:
        country = COUNTRIES[code]
        return any(other in self.union for other in (*country.land, *country.dotted))

    def open_countries(self) -> list[str]:
        """In the order of their elections."""
        free = self.turn == 1 or not self.union
        return [c for c in self.number if self.votes_here(c) and (free or self.touches_union(c))]

    def need(self, code: str) -> int:
        return COUNTRIES[code].votes + (1 if self.marker.get(code) == "T" else 0)

    def worth(self, code: str) -> float:
        return COUNTRIES[code].points / self.need(code)

    def total(self, code: str) -> int:
        return sum(self.board[code].values())

    def place(self, seat: str, count: int, lines: Sequence[Said]) -> None:
        for verb, args in lines:
            if verb != "PLACE" or not self.true_now(args):
                continue
            for row in args["on"]:
                placed = min(row["n"], count)
                self.board[row["country"]][seat] += placed
                count -= placed
        for _ in range(count):
            self.fired["3.4 placed by default"] += 1
            self.board[self.usual_place()][seat] += 1

    def true_now(self, args: Args) -> bool:
        for part in args["if"]:
            for row in part["conditions"]:
                pawns = self.board.get(row["at"], {})
                counted = sum(pawns.values()) if row["who"]["way"] == "total" else pawns.get(row["who"]["party"], 0)
                self.fired["4.1 condition"] += 1
                if not SIGNS[row["sign"]](counted, row["n"]):
                    return False
        return True

    def usual_place(self) -> str:
        """§3.4: most points for each vote needed, where pawns are fewer than votes needed, if there is such a one."""
        there = self.open_countries()
        below = [code for code in there if self.total(code) < self.need(code)]
        return max(below or there, key=lambda code: (self.worth(code), -self.number[code]))

    # --- the end (§5.12) ---

    def presidents(self) -> None:
        """A party that was removed is none, and stands behind all others (§3.4)."""
        there = [seat for seat in self.seats if seat not in self.removed] or self.seats
        first = [seat for seat in there if self.pp[seat] == max(self.pp[s] for s in there)]
        self.fired[f"5.12 {len(first)} presidents"] += 1
        for seat in first:
            self.vp[seat] += {1: 3, 2: 2, 3: 1}.get(len(first), 0)

    def ranks(self) -> dict[str, int]:
        marks = {seat: (seat not in self.removed, self.vp[seat], self.pp[seat]) for seat in self.seats}
        return {seat: 1 + sum(other > marks[seat] for other in marks.values()) for seat in self.seats}
