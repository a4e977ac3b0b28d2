"""Questions of a movement phase that hang on each other in a ring: circular movement and convoy paradoxes (§8).

First everything is settled that comes out the same however the open questions are answered. What stays open is split
into rings; of a ring that hangs on nothing else open, all consistent answers are tried. If there is just one, it is
right. If the answers differ only in moves, the ring goes round (DATC 6.C.1). Else it is a paradox, and the ruling
decides (DATC 4.A.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from engines.diplomacy.commands import Rulings
from engines.diplomacy.questions import MovementQuestions
from engines.diplomacy.units import Province

Question: TypeAlias = tuple[str, Province]
"""("order", province): does its move arrive, is its support given? ("crossing", province): does its convoy hold?"""
Answers: TypeAlias = dict[Question, bool]


def settle_paradoxes(phase: MovementQuestions, rulings: Rulings) -> None:
    """Answers every open question of the phase."""
    QuestionRings(phase).settle_rings(rulings)


class QuestionRings:
    """The open questions of a phase: whatever they ask was asked when they were left open."""

    def __init__(self, phase: MovementQuestions) -> None:
        self.phase = phase
        self.open: dict[Question, None] = {("order", at): None for at, said in phase.answers.items() if said is None}
        self.open |= {("crossing", at): None for at, said in phase.crossings.items() if said is None}
        self.about = {question: self.questions_behind(question) for question in self.open}

    def settle_rings(self, rulings: Rulings) -> None:
        """Settles what is certain, then ring after ring."""
        while True:
            hangs_on = self.settle_certain()
            if not self.open:
                return
            ring = innermost_ring(hangs_on)
            for question, answer in self.decide_ring(ring, rulings).items():
                self.close_question(question, answer)

    def settle_certain(self) -> dict[Question, set[Question]]:
        """Closes every question whose answer is certain; gives what each of the others hangs on."""
        while True:
            hangs_on: dict[Question, set[Question]] = {}
            for question in list(self.open):
                answer = self.judge_question(question)
                if answer is None:
                    answer, hangs_on[question] = self.vary_others(question)
                if answer is not None:
                    self.close_question(question, answer)
                    break
            else:
                return hangs_on

    def vary_others(self, question: Question) -> tuple[bool | None, set[Question]]:
        """The answer to a question if it is the same whatever the others are, and those it really hangs on."""
        others = [other for other in self.about[question] if other in self.open]
        table = {}
        for values in product((False, True), repeat=len(others)):
            self.assume_answers(dict(zip(others, values, strict=True)))
            table[values] = self.judge_question(question)
        self.reopen_questions(others)
        if len(set(table.values())) == 1:
            return table[values], set()
        matters = {
            other
            for i, other in enumerate(others)
            if any(table[v] != table[(*v[:i], True, *v[i + 1 :])] for v in table if not v[i])
        }
        return None, matters

    def decide_ring(self, ring: list[Question], rulings: Rulings) -> Answers:
        """The answers to the questions of a ring, or to some of them."""
        found = list(self.consistent_answers(ring, {}))
        crossings = [question for question in ring if question[0] == "crossing"]
        if len({tuple(answers[question] for question in crossings) for answers in found}) == 1:
            return max(found, key=lambda answers: sum(answers.values()))
        failing = dict.fromkeys(crossings or ring, False)
        if rulings.paradox == "all hold":
            movers = {*(at for _, at in ring if at in self.phase.orders.goal), *(at for _, at in crossings)}
            failing |= {("order", at): False for at in movers if ("order", at) in self.open}
        return failing

    def consistent_answers(self, ring: list[Question], answers: Answers) -> Iterator[Answers]:
        """Every way to answer all questions of a ring so that no answer is wrong, going on from some answers."""
        left = [question for question in ring if question not in answers]
        if not left:
            yield answers
        for answer in (True, False) if left else ():
            guess = {**answers, left[0]: answer}
            self.assume_answers(guess)
            fits = all(self.judge_question(question) in (None, value) for question, value in guess.items())
            if fits:
                yield from self.consistent_answers(ring, guess)
            self.reopen_questions([left[0]])

    def judge_question(self, question: Question) -> bool | None:
        """The answer to a question by the answers the phase holds now."""
        kind, at = question
        if kind == "crossing":
            return self.phase.judge_crossing(at)
        return self.phase.judge_move(at) if at in self.phase.orders.goal else self.phase.judge_support(at)

    def assume_answers(self, answers: Answers) -> None:
        """Puts answers into the phase."""
        for (kind, at), answer in answers.items():
            (self.phase.crossings if kind == "crossing" else self.phase.answers)[at] = answer

    def reopen_questions(self, questions: Iterable[Question]) -> None:
        """Makes questions open again in the phase."""
        for kind, at in questions:
            (self.phase.crossings if kind == "crossing" else self.phase.answers)[at] = None

    def close_question(self, question: Question, answer: bool) -> None:
        """Answers a question for good."""
        self.assume_answers({question: answer})
        del self.open[question]

    def questions_behind(self, question: Question) -> list[Question]:
        """All questions that the rule for this one may ask."""
        kind, at = question
        orders = self.phase.orders
        armies = [at]
        if kind == "crossing":
            units = [mover for fleet in orders.by_sea[at] for mover in orders.entering.get(fleet, ())]
        elif at in orders.goal:
            there = orders.goal[at]
            armies = orders.entering[there]
            units = [there, *(backer for unit in (there, *armies) for backer in orders.backers.get(unit, ()))]
        else:
            units = armies = orders.entering[at]
        asked = [("order", unit) for unit in units] + [("crossing", army) for army in armies]
        return [other for other in dict.fromkeys(asked) if other != question]


def innermost_ring(hangs_on: dict[Question, set[Question]]) -> list[Question]:
    """A ring of questions none of which hangs on a question outside of it."""

    def questions_reached(question: Question) -> set[Question]:
        found, edge = {question}, {question}
        while edge:
            edge = {other for each in edge for other in hangs_on[each]} - found
            found |= edge
        return found

    smallest = min((questions_reached(question) for question in hangs_on), key=len)
    return sorted(smallest)
