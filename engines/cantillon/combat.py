"""Attacks: one army after the other against land, fleet against fleet, by dice (§5.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from engines.base import Seat
from engines.cantillon.data import Area
from engines.cantillon.moves import keep_together, ready, step, touching
from engines.cantillon.state import Water
from engines.cantillon.working import Refused, Working

Outcome: TypeAlias = Literal["won", "lost", "repulsed"]
"""What becomes of an attacker: it moves in, it is removed, or it stays where it was."""
ODDS = Fraction(15, 36)
"""The chance to throw higher than the other with one die each."""


def tosses(working: Working, goal: Area) -> int:
    """The dice to be won: one for each army, one for a city; one against a fleet (§5.4.1, §6.4)."""
    if goal in working.board.seas:
        return 1
    return working.plot(goal).units.count("A") + (goal in working.board.cities)


def odds(count: int) -> float:
    """The chance, from 0 to 1, to win so many tosses in a row."""
    return float(ODDS**count)


@dataclass(frozen=True)
class Wave:
    """Attackers that go against `goal` one after the other until one wins, `most` were used or `stop` were lost; then,
    with `follow`, the next of them that can walks in."""

    goal: Area
    starts: tuple[Area, ...]
    most: int
    stop: int
    follow: bool = False

    @property
    def spent(self) -> bool:
        return not self.starts or not self.most or not self.stop


def attack(working: Working, seat: Seat, wave: Wave, refuse: Callable[[Refused], None], once: bool) -> Wave | None:
    """Carries out a wave. Who may not attack is passed over and `refuse` told why: each attacker stands for himself.

    `once`: after an attack that failed the others wait; they are returned.
    """
    while not wave.spent:
        start, wave = wave.starts[0], replace(wave, starts=wave.starts[1:])
        try:
            outcome = one(working, seat, start, wave.goal)
        except Refused as refusal:
            refuse(refusal)
            continue
        if outcome == "won":
            walk_in(working, seat, wave, refuse)
            return None
        wave = replace(wave, most=wave.most - 1, stop=wave.stop - (outcome == "lost"))
        if once and not wave.spent:
            return wave
    return None


def walk_in(working: Working, seat: Seat, wave: Wave, refuse: Callable[[Refused], None]) -> None:
    """After a win with FOLLOW the next army that can makes a stack of two."""
    for start in wave.starts if wave.follow and wave.goal in working.board.lands else ():
        try:
            step(working, seat, "A", start, wave.goal)
        except Refused as refusal:
            refuse(refusal)
        else:
            return


def hostile(working: Working, seat: Seat, goal: Area) -> bool:
    return working.owner(goal) not in ("", seat)


def one(working: Working, seat: Seat, start: Area, goal: Area) -> Outcome:
    """One attacker; where nobody is any more, an attack is a step. Raises Refused C20 to C29 before a die is thrown."""
    letter = attacker(working, goal)
    if not hostile(working, seat, goal):
        step(working, seat, letter, start, goal)
        return "won"
    ready(working, seat, letter, start)
    touching(working, start, goal)
    won = working.trial()
    conquer(won, seat, letter, start, goal)
    keep_together(working, won, seat, start, goal, "C27" if letter == "F" else "C24")
    defender = working.owner(goal)
    dice = toss(working, seat, goal)
    success = all(mine > theirs for mine, theirs in dice)
    working.tell(
        "attack", seat=seat, unit=letter, start=start, goal=goal, defender=defender,
        dice=[list(pair) for pair in dice], won=success, city=working.board.cities.get(goal, ""),
    )  # fmt: skip
    if success:
        if goal in working.board.cities:
            working.takers[defender] = seat
        working.adopt(won)
        return "won"
    if working.options.repulse and dice[-1][0] == dice[-1][1]:
        spend_step(working, start, letter)
        return "repulsed"
    working.remove(start, letter)
    return "lost"


def attacker(working: Working, goal: Area) -> str:
    """What can attack there: an army on land, a fleet at sea."""
    return "F" if goal in working.board.seas else "A"


def spend_step(working: Working, start: Area, letter: str) -> None:
    """A repulsed attacker stays, but does not step again (§6.2)."""
    working.moved[start, letter if letter == "F" or start in working.board.lands else "aboard"] += 1


def toss(working: Working, seat: Seat, goal: Area) -> list[tuple[int, int]]:
    """The dice, attacker first, up to the first that is not won (§5.4.2)."""
    found: list[tuple[int, int]] = []
    tournament = working.options.tournament
    for _ in range(tosses(working, goal)):
        working.tossed += 1
        key = f"{tournament}/{working.state.round}/{seat}/{working.tossed}"
        dice = working.dice.common(key) if tournament else working.dice
        pair = dice.roll("combat", 6), dice.roll("combat", 6)
        found.append(pair)
        if pair[0] <= pair[1]:
            break
    return found


def conquer(working: Working, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """The attacker moves in; all that was there is removed, goods are taken, factories stay (§5.2.3d)."""
    if letter == "F":
        cargo = working.seas[start].cargo if start in working.board.seas else ""
        working.remove(start, "F")
        working.seas[goal] = Water(seat, cargo)
        working.moved[goal, "aboard"] = working.moved.pop((start, "aboard"), 0)
    else:
        working.remove(start, letter)
        working.clear(goal)
        working.add(goal, seat, letter)
        working.take_goods(goal, seat)
    working.moved[goal, letter] += 1
