"""Plays a whole game by mail as people would: each in his own hand, one who slips and writes again, one who forgets,
one who leaves before the end. What they order is the engine's own advice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from engines.abilities import Adviser
from engines.base import Ask
from pbem.models import Phase
from pbem.play import games
from pbem.replay.drive import Office, Outcome, ReplayError, table
from pbem.replay.hands import letters

FORGETS = 4
"""The forgetful player misses one phase in so many."""
LEAVES = 0.6
"""The phase, as a part of those that were expected, in which one player resigns."""


def match(engine_code: str, options: str, folder: Path, say: Callable[[str], None], phases: int = 20) -> Outcome:
    """A whole game. `phases`: how many it is expected to have. Raises ReplayError."""
    if not isinstance(games.named_engine(engine_code), Adviser):
        raise ReplayError(f"{engine_code} gives no advice, so nobody would know what to order")
    with table(engine_code, folder, options) as office:
        office.join()
        while (phase := office.phase()) is not None and phase.resolved_at is None and phase.deadline is not None:
            say(phase.name)
            for seat in office.owing(phase):
                write(office, phase, seat, phases)
            office.settle(office.now)
            office.pass_deadline(phase)
        timeline = office.timeline()
        return Outcome([p.name for p in timeline], office.reports(timeline), timeline[-1].hash)


def write(office: Office, phase: Phase, seat: str, phases: int) -> None:
    """The letters of one player in one phase."""
    place = office.seats().index(seat)
    if place == 2 and phase.number % FORGETS == 0:
        return
    lines = list(office.advice(phase, seat))
    if place == 3 and phase.number > phases * LEAVES:
        lines = ["RESIGN"]
    for number, body in enumerate(bodies(office, phase, seat, lines, slips=place == 1)):
        at = office.opened(phase, number)
        office.post(office.hand(seat), seat, office.address(seat), body, f"{phase.number}-{number}", at)


def bodies(office: Office, phase: Phase, seat: str, lines: Sequence[str], slips: bool) -> list[str]:
    """What is in the letters; whoever slips writes a second one after the first was answered."""
    ask: Ask = office.ask(phase, seat)
    found = letters(office.hand(seat), ask, lines)
    return [slipped(found[0], Random(phase.name)), *found] if slips and found else found


def slipped(body: str, random: Random) -> str:
    """A letter with two letters of one word left out."""
    lines = body.splitlines()
    words = lines[0].split(" ")
    long = [n for n, word in enumerate(words) if len(word) > 4]
    if long:
        n = random.choice(long)
        words[n] = words[n][:1] + words[n][3:]
    return "\n".join([" ".join(words), *lines[1:]])
