"""What becomes of a movement phase (§6 to §8 of the rules).

Every order poses a question: does the move arrive, is the support given, does the convoy hold? Each is answered from
the answers to others, worked out on demand and remembered. Where questions hang on each other in a ring the answer is
left open (None) and `paradox` settles what is open in the end. Strengths are DATC chapter 5.B.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

from engines.diplomacy import explain, paradox
from engines.diplomacy.board import Board
from engines.diplomacy.commands import DEFAULT, Orders, Rulings, read_orders
from engines.diplomacy.convoys import joined
from engines.diplomacy.units import Command, Location, Outcome, Province, Unit

Strength: TypeAlias = tuple[int, int]
"""How strong something is at least and at most, as long as questions are open."""
NOTHING: Strength = (0, 0)
ALONE: Strength = (1, 1)


class Phase:
    """The questions of one movement phase and the answers found so far; None is open.

    `answers` holds, by the province of the unit, whether its move arrives or its support is given; `crossings` whether
    the convoy of an army holds.
    """

    __slots__ = ("answers", "board", "crossings", "orders", "units")

    def __init__(self, board: Board, orders: Orders) -> None:
        self.board = board
        self.orders = orders
        self.units = orders.units
        self.answers: dict[Province, bool | None] = {}
        self.crossings: dict[Province, bool | None] = {}

    def resolve(self, rulings: Rulings) -> None:
        """Answers everything about moves."""
        answers, units, by_sea = self.answers, self.units, self.orders.by_sea
        for there, movers in self.orders.entering.items():
            if len(movers) == 1 and there not in units and movers[0] not in by_sea:
                answers[movers[0]] = True
        for at in self.orders.goal:
            if at not in answers:
                self.arrives(at)
        if None in answers.values() or None in self.crossings.values():
            paradox.settle(self, rulings)

    def arrives(self, at: Province) -> bool | None:
        """Whether the move of the unit succeeds."""
        if at in self.answers:
            return self.answers[at]
        self.answers[at] = None
        self.answers[at] = answer = self.judge_move(at)
        return answer

    def given(self, at: Province) -> bool | None:
        """Whether the support of the unit is given, that is, not cut."""
        if at in self.answers:
            return self.answers[at]
        self.answers[at] = None
        self.answers[at] = answer = self.judge_support(at)
        return answer

    def crosses(self, at: Province) -> bool | None:
        """Whether fleets carry the army across, if it goes by sea."""
        if at in self.crossings:
            return self.crossings[at]
        self.crossings[at] = None
        self.crossings[at] = answer = self.judge_crossing(at)
        return answer

    def judge_move(self, at: Province) -> bool | None:
        """It has to be stronger than what holds the province and than every other unit that enters it (§6.2,
        §6.3)."""
        orders = self.orders
        there = orders.goal[at]
        crosses = self.crosses(at) if at in orders.by_sea else True
        if crosses is False:
            return False
        (least, most), (hold_least, hold_most) = self.clash(at, there)
        if most <= hold_least:
            return False
        sure = crosses is not None and least > hold_most
        for rival in orders.entering[there]:
            if rival != at:
                rival_least, rival_most = self.prevents(rival)
                if most <= rival_least:
                    return False
                sure = sure and least > rival_most
        return True if sure else None

    def clash(self, at: Province, there: Province) -> tuple[Strength, Strength]:
        """The strength of an attack and that of what holds the province attacked.

        No side dislodges its own unit or helps to (§6.9, DATC 5.B.5): while the occupant may stay, neither its side's
        attack nor its side's supports count.
        """
        occupant = self.units.get(there)
        if occupant is None:
            return self.strength(at), NOTHING
        moves_off = there in self.orders.goal and not self.head_on(at, there)
        leaves = self.arrives(there) if moves_off else False
        if leaves:
            return self.strength(at), NOTHING
        attack = NOTHING if self.units[at].seat == occupant.seat else self.strength(at, occupant.seat)
        hold = ALONE if moves_off else self.strength(there)
        if leaves is None:
            return (attack[0], self.strength(at)[1]), (0, hold[1])
        return attack, hold

    def head_on(self, at: Province, there: Province) -> bool:
        """Whether the units in the two provinces move against each other, both over the border between them (§6.5)."""
        orders = self.orders
        return orders.goal.get(there) == at and at not in orders.by_sea and there not in orders.by_sea

    def strength(self, at: Province, against: str = "") -> Strength:
        """A unit and its supports (§6.1), at least and at most; without those given by the side `against`."""
        backers = self.orders.backers.get(at)
        if backers is None:
            return ALONE
        least = most = 1
        for backer in backers:
            if against and self.units[backer].seat == against:
                continue
            given = self.given(backer)
            least += given is True
            most += given is not False
        return least, most

    def prevents(self, at: Province) -> Strength:
        """The strength with which a moving unit keeps others out of where it goes, at least and at most.

        None if its convoy is broken, or if the unit it meets head-on dislodges it (§6.10; DATC 5.B.6, 4.A.7 b).
        """
        orders = self.orders
        there = orders.goal[at]
        least, most = self.strength(at)
        if at in orders.by_sea:
            stopped = self.crosses(at)
            stopped = None if stopped is None else not stopped
        elif orders.goal.get(there) == at and there not in orders.by_sea:
            stopped = self.arrives(there)
        else:
            return least, most
        return NOTHING if stopped else (0, most) if stopped is None else (least, most)

    def judge_support(self, at: Province) -> bool | None:
        """It is cut by an attack of another side, but not from where the support goes unless that dislodges (§6.6
        to §6.9)."""
        orders, units = self.orders, self.units
        open_question = False
        for attacker in orders.entering.get(at, ()):
            if units[attacker].seat == units[at].seat:
                continue
            if attacker == orders.into[at]:
                cuts = self.arrives(attacker)
            else:
                cuts = self.crosses(attacker) if attacker in orders.by_sea else True
            if cuts:
                return False
            open_question = open_question or cuts is None
        return None if open_question else True

    def judge_crossing(self, at: Province) -> bool | None:
        """It holds while any chain of its fleets is left (§7.3, §7.4; DATC 4.A.1 b)."""
        fleets, goal = self.orders.by_sea[at], self.orders.goal[at]
        if not joined(self.board, fleets, at, goal):
            return False
        fates = {fleet: self.dislodged(fleet) for fleet in fleets}
        if joined(self.board, [fleet for fleet in fleets if fates[fleet] is False], at, goal):
            return True
        return None if joined(self.board, [fleet for fleet in fleets if not fates[fleet]], at, goal) else False

    def dislodged(self, at: Province) -> bool | None:
        """Whether a unit that does not move is dislodged."""
        fates = [self.arrives(attacker) for attacker in self.orders.entering.get(at, ())]
        return True if True in fates else None if None in fates else False


class Verdicts:
    """What became of a movement phase; the reasons are worked out when they are asked for.

    `moved`: the units that moved, by the province they left, and where they are now. `dislodged`: the units that were
    dislodged, by province, and the province the attacker came from.
    """

    def __init__(self, phase: Phase, commands: Mapping[Province, Command]) -> None:
        self.phase = phase
        self.commands = commands
        answers, units, goal = phase.answers, phase.units, phase.orders.goal
        self.moved: Mapping[Province, Location] = {
            at: place for at, place in phase.orders.landing.items() if answers[at]
        }
        self.dislodged: Mapping[Province, Province] = {
            goal[at]: at for at in self.moved if goal[at] in units and goal[at] not in self.moved
        }

    @cached_property
    def contested(self) -> frozenset[Province]:
        """The provinces a standoff left vacant; no unit may retreat there (§9.2)."""
        phase, moved = self.phase, self.moved
        return frozenset(
            there
            for there, movers in phase.orders.entering.items()
            if (there in moved or there not in phase.units)
            and moved.keys().isdisjoint(movers)
            and any(phase.prevents(at)[0] for at in movers)
        )

    @cached_property
    def outcomes(self) -> Mapping[Province, Outcome]:
        """What became of each unit's command, and why, for every unit on the board."""
        return {at: explain.outcome(self, at) for at in self.phase.units}

    def barred(self, at: Province) -> Province:
        """Where the unit dislodged from there may not retreat to because its attacker came from it.

        §9.2. "" if the attacker came by convoy (DATC 4.A.5 b).
        """
        attacker = self.dislodged[at]
        return "" if attacker in self.phase.orders.by_sea else attacker

    @property
    def units(self) -> dict[Province, Unit]:
        """The units on the board after the moves, by province, without the dislodged ones."""
        stayed = {
            at: unit for at, unit in self.phase.units.items() if at not in self.moved and at not in self.dislodged
        }
        goal = self.phase.orders.goal
        moved = {
            goal[at]: Unit(unit.kind, self.moved[at], unit.seat)
            for at, unit in self.phase.units.items()
            if at in self.moved
        }
        return stayed | moved


def adjudicate(
    board: Board, units: Mapping[Province, Unit], commands: Mapping[Province, Command], options: Rulings = DEFAULT
) -> Verdicts:
    """Resolves a movement phase. A unit without a command, or with an illegal one, holds (§5.9).

    Both mappings go by the province a unit stands in. Raises KeyError for a command to a province without a unit.
    """
    phase = Phase(board, read_orders(board, units, commands, options))
    phase.resolve(options)
    return Verdicts(phase, commands)
