"""A slow adjudicator to check the fast one against: it tries every answer and keeps those that contradict nothing.

It shares with the fast one the board and the words, nothing else. Each order asks a question with the answer yes or
no: does the move succeed, is the support given, does the convoy get through? The rules say what the answer to a
question is, given the answers to all others. What comes out the same whatever the others are is certain. Of what
remains, take the smallest set of questions that hang on each other and on nothing else; try all combinations of
answers; keep those in which every answer is the one the rules give. Exactly one: it is right. Several that differ in
moves only: units going round, who may. Otherwise: a convoy paradox, and the ruling decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TypeAlias

from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.units import Location, Province, Unit, UnitCommand, province_of

Question: TypeAlias = tuple[str, Province]
Answers: TypeAlias = dict[Question, bool]
Ask: TypeAlias = Callable[[Question], bool]


class OpenError(Exception):
    """A rule asked a question that has no answer yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


@dataclass
class Result:
    """Where the moves led, who was dislodged by whom, where standoffs were, and the rings and paradoxes met."""

    moved: dict[Province, Location]
    dislodged: dict[Province, Province]
    contested: set[Province]
    rings: int
    paradoxes: int


@dataclass
class Table:
    """The orders that are left when what cannot be done or does not match is struck out."""

    board: DiplomacyBoard
    units: Mapping[Province, Unit]
    moves: dict[Province, Location] = field(default_factory=dict)
    sailing: set[Province] = field(default_factory=set)
    supports: dict[Province, tuple[Province, Province]] = field(default_factory=dict)
    convoys: dict[Province, Province] = field(default_factory=dict)

    def goes_to(self, at: Province) -> Province:
        """The province a unit moves to, "" if it does not move."""
        return province_of(self.moves.get(at, ""))

    def questions(self) -> list[Question]:
        """Everything that has to be answered."""
        found = [("move", at) for at in self.moves] + [("support", at) for at in self.supports]
        return found + [("convoy", at) for at in self.sailing]

    def rule(self, question: Question, ask: Ask) -> bool:
        """The answer the rules give, if `ask` gives the answers to the others."""
        kind, at = question
        return {"move": self.succeeds, "support": self.is_support_given, "convoy": self.gets_through}[kind](at, ask)

    def gets_through(self, at: Province, ask: Ask) -> bool:
        """Some chain of the fleets ordered to convoy is not dislodged."""
        afloat = {fleet for fleet, army in self.convoys.items() if army == at and not self.falls(fleet, ask)}
        return chain(self.board, afloat, at, self.goes_to(at))

    def falls(self, fleet: Province, ask: Ask) -> bool:
        """Some unit moves into the province of a fleet that stays."""
        return any(ask(("move", mover)) for mover in self.moves if self.goes_to(mover) == fleet)

    def arrives_at_all(self, at: Province, ask: Ask) -> bool:
        """Return whether the move has any effect where it goes: an army whose convoy is broken has none."""
        return at not in self.sailing or ask(("convoy", at))

    def is_support_given(self, at: Province, ask: Ask) -> bool:
        """No foreign unit attacks the supporter, save from the province supported into; none dislodges it."""
        into = self.supports[at][1]
        for enemy in self.moves:
            if self.goes_to(enemy) == at and self.units[enemy].seat != self.units[at].seat:
                if enemy != into and self.arrives_at_all(enemy, ask):
                    return False
                if enemy == into and ask(("move", enemy)):
                    return False
        return True

    def force(self, at: Province, ask: Ask, without: str = "") -> int:
        """The unit and the supports given to it, without those of one side."""
        helpers = [s for s, (helped, _) in self.supports.items() if helped == at and self.units[s].seat != without]
        return 1 + sum([ask(("support", helper)) for helper in helpers])

    def battle(self, a: Province, b: Province) -> bool:
        """Two units that move at each other over land or sea, neither by convoy."""
        return self.goes_to(a) == b and self.goes_to(b) == a and not self.sailing & {a, b}

    def succeeds(self, at: Province, ask: Ask) -> bool:
        """The move beats whatever is in its way."""
        goal = self.goes_to(at)
        if not self.arrives_at_all(at, ask):
            return False
        leaving = goal in self.moves and not self.battle(at, goal) and ask(("move", goal))
        if goal not in self.units or leaving:
            attack, hold = self.force(at, ask), 0
        else:
            owner = self.units[goal].seat
            attack = 0 if owner == self.units[at].seat else self.force(at, ask, without=owner)
            hold = 1 if goal in self.moves and not self.battle(at, goal) else self.force(goal, ask)
        rivals = [other for other in self.moves if other != at and self.goes_to(other) == goal]
        return attack > max([hold] + [self.keeps_out(rival, ask) for rival in rivals])

    def keeps_out(self, at: Province, ask: Ask) -> int:
        """The force with which a unit that moves bounces others."""
        goal = self.goes_to(at)
        if not self.arrives_at_all(at, ask):
            return 0
        if self.battle(at, goal) and ask(("move", goal)):
            return 0
        return self.force(at, ask)


def chain(board: DiplomacyBoard, fleets: set[Province], start: Province, goal: Province) -> bool:
    """Return whether one can sail from the one coast to the other over the fleets."""
    return any(
        goal in board.borders[sea] or chain(board, fleets - {sea}, sea, goal)
        for sea in fleets
        if sea in board.borders[start]
    )


def is_needed(board: DiplomacyBoard, fleets: set[Province], start: Province, goal: Province, fleet: Province) -> bool:
    """Return whether there are fleets that can convoy, but not without this one (DATC 4.E.1)."""
    others = fleets - {fleet}
    return any(
        chain(board, {*some, fleet}, start, goal) and not chain(board, set(some), start, goal)
        for size in range(len(others) + 1)
        for some in combinations(sorted(others), size)
    )


def lay_out(board: DiplomacyBoard, units: Mapping[Province, Unit], commands: Mapping[Province, UnitCommand]) -> Table:
    """The orders with everything struck out that cannot be done."""
    table = Table(board, units)
    fleets = {at for at, unit in units.items() if unit.kind == "F" and board.places[at].kind == "sea"}
    for at, command in commands.items():
        if command.kind == "M":
            lay_move(table, fleets, units[at], command)
    for at, command in commands.items():
        army, goal = command.helped, province_of(command.target)
        convoys = command.kind == "C" and at in fleets and army in table.moves and units[army].kind == "A"
        if convoys and table.goes_to(army) == goal:
            table.convoys[at] = army
            if units[at].seat == units[army].seat and is_needed(board, fleets, army, goal, at):
                table.sailing.add(army)
    for at, command in commands.items():
        if command.kind == "S":
            lay_support(table, at, command)
    return table


def lay_move(table: Table, fleets: set[Province], unit: Unit, command: UnitCommand) -> None:
    """Notes a move that is possible."""
    at, goal = province_of(unit.at), province_of(command.target)
    if unit.kind == "F":
        places = [place for place in table.board.fleet[unit.at] if province_of(place) == goal]
        chosen = [place for place in places if command.target in (place, goal)]
        if len(chosen) == 1:
            table.moves[at] = chosen[0]
    elif goal in table.board.army[at] and not command.via:
        table.moves[at] = goal
    elif goal != at and goal in table.board.army and chain(table.board, fleets, at, goal):
        table.moves[at] = goal
        table.sailing.add(at)


def lay_support(table: Table, at: Province, command: UnitCommand) -> None:
    """Notes a support of what the other unit does."""
    into = province_of(command.target or command.helped)
    unit = table.units[at]
    near = table.board.army[at] if unit.kind == "A" else {province_of(to) for to in table.board.fleet[unit.at]}
    if into not in near or command.helped not in table.units or command.helped == at:
        return
    does = table.moves.get(command.helped, "")
    names_coast = "/" in command.target and table.units[command.helped].kind == "F"
    if (does == command.target) if names_coast else (province_of(does) == province_of(command.target)):
        table.supports[at] = (command.helped, into)


def reference(
    board: DiplomacyBoard,
    units: Mapping[Province, Unit],
    commands: Mapping[Province, UnitCommand],
    all_hold: bool = False,
) -> Result:
    """Return what becomes of the phase, under Szykman's ruling or with all moves of a paradox failing."""
    table = lay_out(board, units, commands)
    known: Answers = {}
    rings = paradoxes = 0
    while True:
        hangs_on = find_certain(table, known)
        if not hangs_on:
            break
        core = smallest_core(hangs_on)
        kept = [answers for answers in every(core) if consistent(table, known | answers, core)]
        convoys = [question for question in core if question[0] == "convoy"]
        if len(kept) == 1:
            known |= kept[0]
        elif kept and all(answers[convoy] == kept[0][convoy] for answers in kept for convoy in convoys):
            rings += 1
            going_round = max(kept, key=successes)
            known |= going_round
        else:
            paradoxes += 1
            assert convoys, "only convoys make paradoxes"
            known |= dict.fromkeys(convoys, False)
            if all_hold:
                known |= {q: False for q in core if q[0] == "move"}
                known |= {("move", at): False for _, at in convoys}
    moved = {at: place for at, place in table.moves.items() if known["move", at]}
    dislodged = {
        province_of(to): at for at, to in moved.items() if province_of(to) in units and province_of(to) not in moved
    }
    return Result(moved, dislodged, standoffs(table, known), rings, paradoxes)


def standoffs(table: Table, known: Answers) -> set[Province]:
    """The provinces that end up vacant because two or more units that got there kept each other out."""
    left = {at for at in table.units if not known.get(("move", at), False)}
    filled = left | {table.goes_to(at) for at in table.moves if known["move", at]}
    strong = [table.goes_to(at) for at in table.moves if table.keeps_out(at, asker(known))]
    return {goal for goal in strong if strong.count(goal) > 1 and goal not in filled}


def successes(answers: Answers) -> int:
    """Return how many answers are yes."""
    return sum(answers.values())


def find_certain(table: Table, known: Answers) -> dict[Question, set[Question]]:
    """Adds to `known` what is certain; gives the questions left, each with those that make a difference to it."""
    while True:
        left: dict[Question, set[Question]] = {}
        for question in table.questions():
            if question not in known:
                leaves = list(explore(table, question, known, {}))
                if len({answer for _, answer in leaves}) == 1:
                    known[question] = leaves[0][1]
                    break
                left[question] = {other for given, _ in leaves for other in given}
        else:
            return {question: differing(table, question, known, others) for question, others in left.items()}


def explore(table: Table, question: Question, known: Answers, given: Answers) -> Iterator[tuple[Answers, bool]]:
    """The answer for every way the open questions that the rule asks could be answered."""
    try:
        yield given, table.rule(question, asker(known | given))
    except OpenError as need:
        for answer in (False, True):
            yield from explore(table, question, known, {**given, need.question: answer})


def asker(answers: Answers) -> Ask:
    """Looks answers up, and stops at a question without one."""

    def ask(question: Question) -> bool:
        if question not in answers:
            raise OpenError(question)
        return answers[question]

    return ask


def differing(table: Table, question: Question, known: Answers, others: set[Question]) -> set[Question]:
    """Those of the others whose answer can change the answer to the question."""
    values = [(given, table.rule(question, asker(known | given))) for given in every(sorted(others))]
    return {
        other
        for other in others
        if any(
            a != b
            for (given, a), (changed, b) in combinations(values, 2)
            if all((given[each] != changed[each]) == (each == other) for each in others)
        )
    }


def every(questions: list[Question]) -> Iterator[Answers]:
    """All combinations of answers."""
    for answers in product((False, True), repeat=len(questions)):
        yield dict(zip(questions, answers, strict=True))


def smallest_core(hangs_on: dict[Question, set[Question]]) -> list[Question]:
    """The smallest set of questions that hang on each other only."""
    cores = []
    for question in hangs_on:
        core = {question}
        while more := {other for each in core for other in hangs_on[each]} - core:
            core |= more
        cores.append(core)
    smallest = min(cores, key=len)
    return sorted(smallest)


def consistent(table: Table, answers: Answers, core: list[Question]) -> bool:
    """Return whether every answer in the core is the one the rules give; what lies outside makes no difference."""
    outside = dict.fromkeys(table.questions(), False)
    return all(table.rule(question, asker(outside | answers)) == answers[question] for question in core)
