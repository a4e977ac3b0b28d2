"""Attacks: one army after the other against land, fleet against fleet, by dice (§5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engines.base import Seat
from engines.cantillon.board import Area
from engines.cantillon.moves import keep_together, ready, step, touching
from engines.cantillon.state import Water
from engines.cantillon.table import Table

ODDS = Fraction(15, 36)
"""The chance to throw higher than the other with one die each."""


def tosses(table: Table, goal: Area) -> int:
    """The dice to be won: one for each army, one for a city; one against a fleet (§5.4.1, §6.4)."""
    if goal in table.board.seas:
        return 1
    return table.plot(goal).units.count("A") + (goal in table.board.cities)


def odds(count: int) -> float:
    """The chance, from 0 to 1, to win so many tosses in a row."""
    return float(ODDS**count)


def attack(
    table: Table, seat: Seat, goal: Area, starts: Sequence[Area], most: int, stop: int, follow: bool, once: bool = False
) -> list[Area]:
    """Attackers one after the other until one wins, `most` were used or `stop` were lost; then, with `follow`, one more
    walks in. `once`: after one attack the others wait; they are returned.

    Raises Refused if the first attacker may not attack at all.
    """
    lost, used, left = 0, 0, list(starts)
    while left and used < most and lost < stop:
        start = left.pop(0)
        if hostile(table, seat, goal):
            used += 1
            won = one(table, seat, start, goal)
            lost += not won
            if not won and once:
                return left
        else:
            land(table, seat, start, goal)
            won = True
        if won:
            if follow and left and goal in table.board.lands:
                step(table, seat, "A", left[0], goal)
            return []
    return []


def hostile(table: Table, seat: Seat, goal: Area) -> bool:
    return table.owner(goal) not in ("", seat)


def land(table: Table, seat: Seat, start: Area, goal: Area) -> None:
    """Where nobody is any more, an attack is a step."""
    step(table, seat, "F" if goal in table.board.seas else "A", start, goal)


def one(table: Table, seat: Seat, start: Area, goal: Area) -> bool:
    """One attacker; whether it won. Raises Refused C20, C21, C24 or C27 before any die is thrown."""
    letter = attacker(table, goal)
    ready(table, seat, letter, start)
    touching(table, start, goal)
    won = table.trial()
    conquer(won, seat, letter, start, goal)
    keep_together(table, won, seat, start, goal, "C27" if letter == "F" else "C24")
    defender = table.owner(goal)
    dice = toss(table, seat, goal)
    success = all(mine > theirs for mine, theirs in dice)
    table.tell(
        "attack", seat=seat, unit=letter, start=start, goal=goal, defender=defender,
        dice=[list(pair) for pair in dice], won=success, city=table.board.cities.get(goal, ""),
    )  # fmt: skip
    if success:
        table.adopt(won)
    elif table.options.repulse and dice and dice[-1][0] == dice[-1][1]:
        spend_step(table, start, letter)
    else:
        table.remove(start, letter)
    return success


def attacker(table: Table, goal: Area) -> str:
    """What can attack there: an army on land, a fleet at sea."""
    return "F" if goal in table.board.seas else "A"


def spend_step(table: Table, start: Area, letter: str) -> None:
    """A repulsed attacker stays, but does not step again (§6.2)."""
    table.moved[start, letter if letter == "F" or start in table.board.lands else "aboard"] += 1


def toss(table: Table, seat: Seat, goal: Area) -> list[tuple[int, int]]:
    """The dice, attacker first, up to the first that is not won (§5.4.2)."""
    found: list[tuple[int, int]] = []
    tournament = table.options.tournament
    key = f"{tournament}/{table.state.round}/{seat}/{len(table.events)}"
    dice = table.dice.common(key) if tournament else table.dice
    for _ in range(tosses(table, goal)):
        pair = dice.roll("combat", 6), dice.roll("combat", 6)
        found.append(pair)
        if pair[0] <= pair[1]:
            break
    return found


def conquer(table: Table, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """The attacker moves in; all that was there is removed, goods are taken, factories stay (§5.2.3d)."""
    victim = table.owner(goal)
    if letter == "F":
        cargo = table.seas[start].cargo if start in table.board.seas else ""
        table.remove(start, "F")
        table.seas[goal] = Water(seat, cargo)
        table.moved[goal, "aboard"] = table.moved.pop((start, "aboard"), 0)
    else:
        if goal in table.board.cities:
            table.takers[victim] = seat
        table.remove(start, letter)
        table.clear(goal)
        table.add(goal, seat, letter)
        table.take_goods(goal, seat)
    table.moved[goal, letter] += 1
