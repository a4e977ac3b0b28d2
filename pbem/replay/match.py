"""Plays a whole game by mail as people would: each in his own hand, one who slips and writes again, one who forgets,
one who leaves before the end. What they order is the engine's own advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from engines.abilities import Adviser
from engines.language.ask import Ask
from pbem.models import Phase
from pbem.play import games
from pbem.replay.drive import Office, Outcome, ReplayError, table
from pbem.replay.hands import Hand, canonical, letters

FORGETS = 4
"""The forgetful player misses one phase in so many."""
FIRST = 1
"""The number of a game's first phase."""
ENOUGH = 4
"""A game is left as it is when it has so many times the phases that were expected: not every game comes to an end."""
LEAVES = 0.6
"""The phase, as a part of those that were expected, in which one player resigns."""


Sayings = Mapping[str, Sequence[str]]
"""What seats order in the first phase, instead of what is advised: which language they speak, for one."""


def match(
    engine_code: str,
    options: str,
    folder: Path,
    say: Callable[[str], None],
    phases: int = 20,
    first: Mapping[str, Sequence[str]] = {},
) -> Outcome:
    """A whole game. `phases`: how many it is expected to have; `first`: what some seats begin with, who then write all
    orders as the game words them. Raises ReplayError."""
    if not isinstance(games.named_engine(engine_code), Adviser):
        raise ReplayError(f"{engine_code} gives no advice, so nobody would know what to order")
    with table(engine_code, folder, options) as office:
        office.join()
        refuse_strangers(first, office.seats())
        while (phase := office.phase()) is not None and goes_on(phase, phases):
            say(phase.name)
            for seat in office.owing(phase):
                write(office, phase, seat, phases, first)
            office.settle(office.now)
            office.pass_deadline(phase)
        timeline = office.timeline()
        return Outcome([p.name for p in timeline], office.reports(timeline), timeline[-1].hash)


def goes_on(phase: Phase, expected: int) -> bool:
    return phase.resolved_at is None and phase.deadline is not None and phase.number <= ENOUGH * expected


def refuse_strangers(first: Sayings, seats: Sequence[str]) -> None:
    """Raises ReplayError if somebody is to say something who is not there."""
    if strange := ", ".join(seat for seat in first if seat not in seats):
        raise ReplayError(f"there is no seat {strange}; the seats are {', '.join(seats)}")


def spoken(office: Office, phase: Phase, seat: str, first: Sayings) -> list[str]:
    """What a seat orders: in the first phase what it was told to say, then what the game advises."""
    return list(first[seat] if phase.number == FIRST and seat in first else office.advice(phase, seat))


def hand_of(office: Office, seat: str, first: Sayings) -> Hand:
    """Who was told what to say keeps the game's own words, since other wordings may be of other languages."""
    hand = office.hand(seat)
    return replace(hand, word=canonical) if seat in first else hand


def write(office: Office, phase: Phase, seat: str, phases: int, first: Sayings) -> None:
    """The letters of one player in one phase."""
    place = office.seats().index(seat)
    if place == 2 and phase.number % FORGETS == 0:
        return
    lines = spoken(office, phase, seat, first)
    if place == 3 and phase.number > phases * LEAVES:
        lines = ["RESIGN"]
    hand = hand_of(office, seat, first)
    for number, body in enumerate(bodies(office.ask(phase, seat), hand, lines, slips=place == 1)):
        at = office.opened(phase, number)
        office.post(hand, seat, office.address(seat), body, f"{phase.number}-{number}", at)


def bodies(ask: Ask, hand: Hand, lines: Sequence[str], slips: bool) -> list[str]:
    """What is in the letters; whoever slips writes a second one after the first was answered."""
    found = letters(hand, ask, lines)
    return [slipped(found[0], Random(ask.title)), *found] if slips and found else found


def slipped(body: str, random: Random) -> str:
    """A letter with two letters of one word left out."""
    lines = body.splitlines()
    words = lines[0].split(" ")
    long = [n for n, word in enumerate(words) if len(word) > 4]
    if long:
        n = random.choice(long)
        words[n] = words[n][:1] + words[n][3:]
    return "\n".join([" ".join(words), *lines[1:]])
