"""A second reading: stage 3, with steps, attacks, sieges, isolation and defeat (§5.2.3, §5.4, §5.6, §5.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence

from engines.base import Dice
from engines.language.grammar import Order
from tests.cantillon.second_reading_money import take
from tests.cantillon.second_reading_pieces import Board, Unit, worth

Asking = Generator[None, bool, None]
"""Stops after a lost attacker, if others are left; is sent whether they go on."""


class Expansion:
    """Stage 3 of a seat."""

    def __init__(self, board: Board, seat: str, dice: Callable[[], Dice]) -> None:
        self.board, self.seat, self.dice = board, seat, dice
        self.besieged = board.besieged_cities(seat)
        self.took: dict[str, str] = {}
        for unit in board.units:
            unit.stepped = False

    def line(self, order: Order, holds: bool) -> Asking:
        """One line of the letter."""
        if not holds:
            return
        args = order.args
        if order.verb == "ATT":
            yield from self.attacks(args["to"], [row["area"] for row in args["from"]], limit(args["max"]),
                                    limit(args["stop"]), bool(args["follow"]))  # fmt: skip
            return
        for _ in range(limit(args["times"], 1)):
            if self.is_attack(args["unit"], args["to"]):
                yield from self.attacks(args["to"], [args["from"]])
            else:
                self.step(args["unit"], args["from"], args["to"])

    def is_attack(self, kind: str, to: str) -> bool:
        """An army that steps into land of others attacks it."""
        held = self.board.owner(to) not in ("", self.seat)
        return held and kind == "A" and self.board.atlas.is_land(to)

    # --- steps ----------------------------------------------------------------------------------------------------

    def ready(self, kind: str, place: str) -> Unit | None:
        """A unit that has not stepped yet."""
        found = (unit for unit in self.board.at(place, kind) if unit.owner == self.seat and not unit.stepped)
        return next(found, None)

    def step(self, kind: str, start: str, to: str) -> bool:
        unit = self.ready(kind, start)
        if not unit or to not in self.board.atlas.borders[start]:
            return self.refuse_step("no unit" if not unit else "no border")
        if self.board.must_stay(unit):
            return self.refuse_step("first city")
        allowed = self.fleet_may_enter(unit, to) if kind == "F" else self.may_enter(to)
        if not allowed:
            return self.refuse_step("entry")
        if self.board.isolates(self.seat, lambda: self.move(unit, to)):
            return self.refuse_step("isolation")
        self.move(unit, to)
        self.note_arrival(unit, start)
        return True

    def refuse_step(self, why: str) -> bool:
        self.board.fired[f"step refused: {why}"] += 1
        return False

    def may_enter(self, to: str) -> bool:
        """A land unit: land that is free, or his and with room; or his fleet with nothing aboard."""
        board = self.board
        if board.atlas.is_land(to):
            return board.owner(to) in ("", self.seat) and board.has_room(to)
        return board.owner(to) == self.seat and not board.at(to, "TA")

    def fleet_may_enter(self, fleet: Unit, to: str) -> bool:
        """A free sea, or the free anchor of an own port: who is aboard goes ashore, but not who just came aboard."""
        board = self.board
        if not board.atlas.is_land(to):
            return not board.owner(to)
        own_port = to in board.atlas.ports and board.owner(to) == self.seat and not board.at(to, "F")
        company = self.aboard(fleet)
        came_aboard = any(one.stepped for one in company)
        return own_port and not came_aboard and len(board.at(to, "TA")) + len(company) <= 2

    def aboard(self, fleet: Unit) -> list[Unit]:
        return [] if self.board.atlas.is_land(fleet.place) else self.board.at(fleet.place, "TA")

    def move(self, unit: Unit, to: str) -> None:
        """The pieces alone: a unit with who is aboard (to go ashore is its step); others that are there are removed."""
        company = self.aboard(unit) if unit.kind == "F" else []
        self.board.remove([other for other in self.board.at(to) if other.owner != self.seat])
        for one in (unit, *company):
            one.place = to
            one.stepped = one.stepped or one is unit or self.board.atlas.is_land(to)

    def note_arrival(self, unit: Unit, start: str) -> None:
        """What goes with a step; and a note of what was tried out."""
        board, to = self.board, unit.place
        kind = f"{'land' if board.atlas.is_land(start) else 'sea'} to {'land' if board.atlas.is_land(to) else 'sea'}"
        board.fired[f"step {'F' if unit.kind == 'F' else 'T or A'} {kind}"] += 1
        if board.atlas.is_land(to):
            board.fired["goods taken in stage 3"] += worth(board.ground[to].goods) > 0
            take(board, self.seat, to)

    # --- attacks --------------------------------------------------------------------------------------------------

    def attacks(self, to: str, listed: Sequence[str], most: int = 99, stop: int = 99, follow: bool = False) -> Asking:
        """One attacker after the other until one wins."""
        land = self.board.atlas.is_land(to)
        used = lost = 0
        for place, start in enumerate(listed):
            if used >= most or lost >= stop:
                self.board.fired["max or stop"] += 1
                return
            unit = self.ready("A" if land else "F", start)
            if not unit or to not in self.board.atlas.borders[start]:
                self.refuse_step("no attacker")
                continue
            if self.board.owner(to) in ("", self.seat):
                if not self.step(unit.kind, start, to):
                    continue
                won = True
            elif self.board.isolates(self.seat, lambda unit=unit: self.move(unit, to)):  # type: ignore[misc]
                self.refuse_step("attack isolates")
                continue
            else:
                won = self.fight(unit, to)
            used += 1
            if won:
                if follow and land:
                    self.follow(to, listed[place + 1 :])
                return
            lost += unit not in self.board.units
            if used < most and lost < stop and listed[place + 1 :]:
                self.board.fired["call off?"] += 1
                if not (yield):
                    return

    def follow(self, to: str, listed: Iterable[str]) -> None:
        """The next unused army that is listed and can walks in too."""
        for start in listed:
            if self.step("A", start, to):
                self.board.fired["follow"] += 1
                return

    def fight(self, unit: Unit, to: str) -> bool:
        """One attack: all tosses to be won. At sea one toss, on land one for each army and one for a city."""
        board = self.board
        tosses = 1
        if board.atlas.is_land(to):
            tosses = len(board.at(to, "A")) + (to in board.atlas.cities)
            board.fired[f"attack on land, tosses {tosses}"] += 1
        for _ in range(tosses):
            dice = self.dice()
            mine, theirs = dice.roll("combat", 6), dice.roll("combat", 6)
            if mine > theirs:
                continue
            if mine == theirs and board.options.repulse:
                unit.stepped = True
                board.fired["repulse"] += 1
            else:
                board.remove([unit, *(self.aboard(unit) if unit.kind == "F" else [])])
                board.fired[f"attacker {unit.kind} lost"] += 1
            return False
        board.fired[f"attack {unit.kind} won"] += 1
        start = unit.place
        board.fired["anchored fleet taken"] += board.atlas.is_land(to) and bool(board.at(to, "F"))
        if to in board.atlas.cities:
            self.took[board.owner(to)] = self.seat
        self.move(unit, to)
        self.note_arrival(unit, start)
        return True

    # --- the end of the stage -------------------------------------------------------------------------------------

    def close(self) -> dict[str, str]:
        """Sieges, then isolated units. Gives who took whose last city."""
        board = self.board
        fallen = [one for one in board.besieged_cities(self.seat) if one in self.besieged]
        board.fired["siege broken"] += len(self.besieged) - len(fallen)
        for city in fallen:
            board.fired["city falls to a siege"] += 1
            self.took[self.seat] = besieger(board, self.seat, city)
        for city in fallen:
            board.remove(board.at(city))
        joined = board.joined_units(self.seat)
        lost = [unit for unit in board.of(self.seat) if unit not in joined]
        board.fired["isolated units removed"] += len(lost)
        board.remove(lost)
        return self.took


def limit(row: Sequence[dict[str, int]], usual: int = 99) -> int:
    """The number of an optional part."""
    return row[0]["n"] if row else usual


# --- defeat -------------------------------------------------------------------------------------------------------


def besieger(board: Board, seat: str, city: str) -> str:
    """Return who has most units around the city; among equals the next in the order of play."""
    place = board.order.index(seat)
    others = [*board.order[place + 1 :], *board.order[:place]]
    inside = board.enclosed_land(seat, city)
    near = [
        unit.owner
        for area in board.lands_around(inside)
        for unit in board.at(area, "TA" if area in board.atlas.lands else "TAF")
    ]
    board.fired["siege with two besiegers"] += len(set(near)) > 1
    return max(others, key=near.count) if near else ""


def defeats(board: Board, took: Mapping[str, str]) -> None:
    """Everybody without a city is defeated; who took the last one gets all, without a taker the board is left empty."""
    for seat in board.alive():
        if board.cities(seat):
            continue
        victor = took.get(seat, "")
        board.fired["defeat with a victor" if victor else "defeat without a victor"] += 1
        board.out.append(seat)
        for unit in board.of(seat):
            unit.owner = victor
        if victor and board.options.spoils:
            board.stock[victor] += board.stock[seat]
        leave_table(board, seat)


def leave_table(board: Board, seat: str) -> None:
    """What goes with a player: his pieces, if nobody has them, his treasury and his agreements."""
    board.remove([unit for unit in board.units if unit.owner in ("", seat)])
    board.stock[seat] = Counter()
    board.leaves = [leave for leave in board.leaves if seat not in (leave.giver, leave.taker)]
    board.halves = [half for half in board.halves if seat not in (half.giver, half.partner)]
