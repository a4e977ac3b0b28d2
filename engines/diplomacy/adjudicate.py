"""What becomes of a movement phase (§6 to §8 of the rules): who moves, who is dislodged, and why.

`questions` finds the answers, `paradox` those that hang on each other in a ring, `explain` the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engines.diplomacy import explain, paradox
from engines.diplomacy.commands import DEFAULT_RULINGS, Rulings, match_commands
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.questions import MovementQuestions
from engines.diplomacy.units import HOLD, CommandOutcome, Location, Province, Unit, UnitCommand


class MovementVerdicts:
    """What became of a movement phase; the reasons are worked out when they are asked for.

    `moved`: the units that moved, by the province they left, and where they are now. `dislodged`: the units that were
    dislodged, by province, and the province the attacker came from.
    """

    def __init__(self, phase: MovementQuestions, commands: Mapping[Province, UnitCommand]) -> None:
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
    def contested_provinces(self) -> frozenset[Province]:
        """The provinces a standoff left vacant; no unit may retreat there (§9.2)."""
        phase, moved = self.phase, self.moved
        return frozenset(
            there
            for there, movers in phase.orders.entering.items()
            if (there in moved or there not in phase.units)
            and moved.keys().isdisjoint(movers)
            and any(phase.prevent_strength(at)[0] for at in movers)
        )

    @cached_property
    def outcomes(self) -> Mapping[Province, CommandOutcome]:
        """Return what became of each unit's command, and why, for every unit on the board."""
        commands, driven = self.commands, self.dislodged
        return {
            at: explain.explain_outcome(self.phase, at, commands.get(at, HOLD), driven.get(at, ""))
            for at in self.phase.units
        }

    def barred_province(self, at: Province) -> Province:
        """Return where the unit dislodged from there may not retreat to because its attacker came from it.

        §9.2. "" if the attacker came by convoy (DATC 4.A.5 b).
        """
        attacker = self.dislodged[at]
        return "" if attacker in self.phase.orders.by_sea else attacker

    @property
    def units_after(self) -> dict[Province, Unit]:
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


def adjudicate_moves(
    board: DiplomacyBoard,
    units: Mapping[Province, Unit],
    commands: Mapping[Province, UnitCommand],
    options: Rulings = DEFAULT_RULINGS,
) -> MovementVerdicts:
    """Resolves a movement phase. A unit without a command, or with an illegal one, holds (§5.9).

    Both mappings go by the province a unit stands in. Raises KeyError for a command to a province without a unit.
    """
    phase = MovementQuestions(board, match_commands(board, units, commands, options))
    answer_questions(phase, options)
    return MovementVerdicts(phase, commands)


def answer_questions(phase: MovementQuestions, rulings: Rulings) -> None:
    """Finds the answers to all questions about moves."""
    answers, units, by_sea = phase.answers, phase.units, phase.orders.by_sea
    for there, movers in phase.orders.entering.items():
        if len(movers) == 1 and there not in units and movers[0] not in by_sea:
            answers[movers[0]] = True
    for at in phase.orders.goal:
        if at not in answers:
            phase.move_arrives(at)
    if None in answers.values() or None in phase.crossings.values():
        paradox.settle_paradoxes(phase, rulings)
