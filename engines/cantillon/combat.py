"""Attacks: one army after the other against land, fleet against fleet, by dice (§5.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from engines.base import Seat
from engines.cantillon.data import Area
from engines.cantillon.moves import require_connection, require_ready_unit, require_touching, step_unit
from engines.cantillon.state import Water
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused

AttackOutcome: TypeAlias = Literal["won", "lost", "repulsed"]
"""What becomes of an attacker: it moves in, it is removed, or it stays where it was."""
TOSS_ODDS = Fraction(15, 36)
"""The chance to throw higher than the other with one die each."""


def count_tosses(working: CantillonTurnContext, goal: Area) -> int:
    """The dice to be won: one for each army, one for a city; one against a fleet (§5.4.1, §6.4)."""
    if goal in working.board.seas:
        return 1
    return working.plot_of(goal).units.count("A") + (goal in working.board.cities)


def winning_odds(count: int) -> float:
    """The chance, from 0 to 1, to win so many tosses in a row."""
    return float(TOSS_ODDS**count)


@dataclass(frozen=True)
class AttackWave:
    """Attackers that go against `goal` one after the other until one wins, `most` were used or `stop` were lost; then,
    with `follow`, the next of them that can walks in."""

    goal: Area
    starts: tuple[Area, ...]
    most: int
    stop: int
    follow: bool = False

    @property
    def is_spent(self) -> bool:
        return not self.starts or not self.most or not self.stop


def carry_out_wave(
    working: CantillonTurnContext, seat: Seat, wave: AttackWave, refuse: Callable[[LineRefused], None], once: bool
) -> AttackWave | None:
    """Carries out a wave. Who may not attack is passed over and `refuse` told why: each attacker stands for itself.

    `once`: after an attack that failed the others wait; they are returned.
    """
    while not wave.is_spent:
        start, wave = wave.starts[0], replace(wave, starts=wave.starts[1:])
        try:
            outcome = attack_once(working, seat, start, wave.goal)
        except LineRefused as refusal:
            refuse(refusal)
            continue
        if outcome == "won":
            walk_in(working, seat, wave, refuse)
            return None
        wave = replace(wave, most=wave.most - 1, stop=wave.stop - (outcome == "lost"))
        if once and not wave.is_spent:
            return wave
    return None


def walk_in(working: CantillonTurnContext, seat: Seat, wave: AttackWave, refuse: Callable[[LineRefused], None]) -> None:
    """After a win with FOLLOW the next army that can makes a stack of two."""
    for start in wave.starts if wave.follow and wave.goal in working.board.lands else ():
        try:
            step_unit(working, seat, "A", start, wave.goal)
        except LineRefused as refusal:
            refuse(refusal)
        else:
            return


def is_hostile(working: CantillonTurnContext, seat: Seat, goal: Area) -> bool:
    return working.owner_of(goal) not in ("", seat)


def attack_once(working: CantillonTurnContext, seat: Seat, start: Area, goal: Area) -> AttackOutcome:
    """One attacker; where nobody is any more, an attack is a step. Raises LineRefused C20 to C29 before a die falls."""
    letter = attacker_letter(working, goal)
    if not is_hostile(working, seat, goal):
        step_unit(working, seat, letter, start, goal)
        return "won"
    require_ready_unit(working, seat, letter, start)
    require_touching(working, start, goal)
    won = working.copy_for_trial()
    conquer_area(won, seat, letter, start, goal)
    require_connection(working, won, seat, start, goal, "C27" if letter == "F" else "C24")
    defender = working.owner_of(goal)
    dice = throw_tosses(working, seat, goal)
    success = all(mine > theirs for mine, theirs in dice)
    working.record_event(
        "attack", seat=seat, unit=letter, start=start, goal=goal, defender=defender,
        dice=[list(pair) for pair in dice], won=success, city=working.board.cities.get(goal, ""),
    )  # fmt: skip
    if success:
        if goal in working.board.cities:
            working.takers[defender] = seat
        working.adopt_trial(won)
        return "won"
    if working.options.repulse and dice[-1][0] == dice[-1][1]:
        spend_step(working, start, letter)
        return "repulsed"
    working.remove_unit(start, letter)
    return "lost"


def attacker_letter(working: CantillonTurnContext, goal: Area) -> str:
    """Return what can attack there: an army on land, a fleet at sea."""
    return "F" if goal in working.board.seas else "A"


def spend_step(working: CantillonTurnContext, start: Area, letter: str) -> None:
    """A repulsed attacker stays, but does not step again (§6.2)."""
    working.moved[start, letter if letter == "F" or start in working.board.lands else "aboard"] += 1


def throw_tosses(working: CantillonTurnContext, seat: Seat, goal: Area) -> list[tuple[int, int]]:
    """The dice, attacker first, up to the first that is not won (§5.4.2)."""
    found: list[tuple[int, int]] = []
    tournament = working.options.tournament
    for _ in range(count_tosses(working, goal)):
        working.tossed += 1
        key = f"{tournament}/{working.state.round}/{seat}/{working.tossed}"
        dice = working.dice.shared_dice(key) if tournament else working.dice
        pair = dice.roll("combat", 6), dice.roll("combat", 6)
        found.append(pair)
        if pair[0] <= pair[1]:
            break
    return found


def conquer_area(working: CantillonTurnContext, seat: Seat, letter: str, start: Area, goal: Area) -> None:
    """The attacker moves in; all that was there is removed, goods are taken, factories stay (§5.2.3d)."""
    if letter == "F":
        cargo = working.seas[start].cargo if start in working.board.seas else ""
        working.remove_unit(start, "F")
        working.seas[goal] = Water(seat, cargo)
        working.moved[goal, "aboard"] = working.moved.pop((start, "aboard"), 0)
    else:
        working.remove_unit(start, letter)
        working.clear_land(goal)
        working.add_unit(goal, seat, letter)
        working.take_goods(goal, seat)
    working.moved[goal, letter] += 1
