"""The questions of a movement phase (§6, §7 of the rules): one for each order, one for each army that goes by sea.

Does the move arrive, is the support given, does the convoy hold? Each is answered from the answers to others, worked
out on demand and remembered. Where questions hang on each other in a ring the answer is left open (None) and `paradox`
settles what is open in the end. Strengths are DATC chapter 5.B.
"""

from __future__ import annotations

from typing import TypeAlias

from engines.diplomacy.commands import MatchedCommands
from engines.diplomacy.convoys import are_coasts_joined
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.units import Province

Strength: TypeAlias = tuple[int, int]
"""How strong something is at least and at most, as long as questions are open."""
NO_STRENGTH: Strength = (0, 0)
UNIT_ALONE: Strength = (1, 1)


class MovementQuestions:
    """The questions of one movement phase and the answers found so far; None is open.

    `answers` holds, by the province of the unit, whether its move arrives or its support is given; `crossings` whether
    the convoy of an army holds.
    """

    __slots__ = ("answers", "board", "crossings", "orders", "units")

    def __init__(self, board: DiplomacyBoard, orders: MatchedCommands) -> None:
        self.board = board
        self.orders = orders
        self.units = orders.units
        self.answers: dict[Province, bool | None] = {}
        self.crossings: dict[Province, bool | None] = {}

    def move_arrives(self, at: Province) -> bool | None:
        """Return whether the move of the unit succeeds."""
        if at in self.answers:
            return self.answers[at]
        self.answers[at] = None
        self.answers[at] = answer = self.judge_move(at)
        return answer

    def support_holds(self, at: Province) -> bool | None:
        """Return whether the support of the unit is given, that is, not cut."""
        if at in self.answers:
            return self.answers[at]
        self.answers[at] = None
        self.answers[at] = answer = self.judge_support(at)
        return answer

    def convoy_holds(self, at: Province) -> bool | None:
        """Return whether fleets carry the army across, if it goes by sea."""
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
        crosses = self.convoy_holds(at) if at in orders.by_sea else True
        if crosses is False:
            return False
        (least, most), (hold_least, hold_most) = self.clash_strengths(at, there)
        if most <= hold_least:
            return False
        sure = crosses is not None and least > hold_most
        for rival in orders.entering[there]:
            if rival != at:
                rival_least, rival_most = self.prevent_strength(rival)
                if most <= rival_least:
                    return False
                sure = sure and least > rival_most
        return True if sure else None

    def clash_strengths(self, at: Province, there: Province) -> tuple[Strength, Strength]:
        """The strength of an attack and that of what holds the province attacked.

        No side dislodges its own unit or helps to (§6.9, DATC 5.B.5): while the occupant may stay, neither its side's
        attack nor its side's supports count.
        """
        occupant = self.units.get(there)
        if occupant is None:
            return self.supported_strength(at), NO_STRENGTH
        moves_off = there in self.orders.goal and not self.is_head_on(at, there)
        leaves = self.move_arrives(there) if moves_off else False
        if leaves:
            return self.supported_strength(at), NO_STRENGTH
        attack = NO_STRENGTH if self.units[at].seat == occupant.seat else self.supported_strength(at, occupant.seat)
        hold = UNIT_ALONE if moves_off else self.supported_strength(there)
        if leaves is None:
            return (attack[0], self.supported_strength(at)[1]), (0, hold[1])
        return attack, hold

    def is_head_on(self, at: Province, there: Province) -> bool:
        """Return whether the units in the two provinces move against each other, both over the border between them
        (§6.5)."""
        orders = self.orders
        return orders.goal.get(there) == at and at not in orders.by_sea and there not in orders.by_sea

    def supported_strength(self, at: Province, against: str = "") -> Strength:
        """A unit and its supports (§6.1), at least and at most; without those given by the side `against`."""
        backers = self.orders.backers.get(at)
        if backers is None:
            return UNIT_ALONE
        least = most = 1
        for backer in backers:
            if against and self.units[backer].seat == against:
                continue
            given = self.support_holds(backer)
            least += given is True
            most += given is not False
        return least, most

    def prevent_strength(self, at: Province) -> Strength:
        """The strength with which a moving unit keeps others out of where it goes, at least and at most.

        None if its convoy is broken, or if the unit it meets head-on dislodges it (§6.10; DATC 5.B.6, 4.A.7 b).
        """
        orders = self.orders
        there = orders.goal[at]
        least, most = self.supported_strength(at)
        if at in orders.by_sea:
            stopped = self.convoy_holds(at)
            stopped = None if stopped is None else not stopped
        elif orders.goal.get(there) == at and there not in orders.by_sea:
            stopped = self.move_arrives(there)
        else:
            return least, most
        return NO_STRENGTH if stopped else (0, most) if stopped is None else (least, most)

    def judge_support(self, at: Province) -> bool | None:
        """It is cut by an attack of another side, but not from where the support goes unless that dislodges (§6.6
        to §6.9)."""
        orders, units = self.orders, self.units
        open_question = False
        for attacker in orders.entering.get(at, ()):
            if units[attacker].seat == units[at].seat:
                continue
            if attacker == orders.into[at]:
                cuts = self.move_arrives(attacker)
            else:
                cuts = self.convoy_holds(attacker) if attacker in orders.by_sea else True
            if cuts:
                return False
            open_question = open_question or cuts is None
        return None if open_question else True

    def judge_crossing(self, at: Province) -> bool | None:
        """It holds while any chain of its fleets is left (§7.3, §7.4; DATC 4.A.1 b)."""
        fleets, goal = self.orders.by_sea[at], self.orders.goal[at]
        if not are_coasts_joined(self.board, fleets, at, goal):
            return False
        fates = {fleet: self.is_dislodged(fleet) for fleet in fleets}
        if are_coasts_joined(self.board, [fleet for fleet in fleets if fates[fleet] is False], at, goal):
            return True
        return (
            None if are_coasts_joined(self.board, [fleet for fleet in fleets if not fates[fleet]], at, goal) else False
        )

    def is_dislodged(self, at: Province) -> bool | None:
        """Return whether a unit that does not move is dislodged."""
        fates = [self.move_arrives(attacker) for attacker in self.orders.entering.get(at, ())]
        return True if True in fates else None if None in fates else False
