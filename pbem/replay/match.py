"""Plays a whole game by mail as people would: each in their own hand, one who slips and writes again, one who forgets,
one who leaves before the end. What they order is the engine's own advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from engines.abilities import Adviser
from engines.language.grammar import OrderGrammar
from pbem.games import games
from pbem.replay.drive import Office, ReplayError, ReplayOutcome, open_office
from pbem.replay.hands import Handwriting, choose_canonical, write_letter_bodies
from pbem.storage.models import Phase

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


def play_match(
    engine_code: str,
    options: str,
    folder: Path,
    say: Callable[[str], None],
    phases: int = 20,
    first: Mapping[str, Sequence[str]] = {},
) -> ReplayOutcome:
    """A whole game. `phases`: how many it is expected to have; `first`: what some seats begin with, who then write all
    orders as the game words them. Raises ReplayError."""
    if not isinstance(games.get_engine_by_code(engine_code), Adviser):
        raise ReplayError(f"{engine_code} gives no advice, so nobody would know what to order")
    with open_office(engine_code, folder, options) as office:
        office.join_players()
        refuse_strangers(first, office.list_seat_codes())
        while (phase := office.current_phase()) is not None and goes_on(phase, phases):
            say(phase.name)
            for seat in office.list_owing_seats(phase):
                write_seat_letters(office, phase, seat, phases, first)
            office.settle_letters(office.now)
            office.pass_deadline(phase)
        timeline = office.list_timeline()
        return ReplayOutcome([p.name for p in timeline], office.count_reports(timeline), timeline[-1].hash)


def goes_on(phase: Phase, expected: int) -> bool:
    return phase.resolved_at is None and phase.deadline is not None and phase.number <= ENOUGH * expected


def refuse_strangers(first: Sayings, seats: Sequence[str]) -> None:
    """Raises ReplayError if somebody is to say something who is not there."""
    if strange := ", ".join(seat for seat in first if seat not in seats):
        raise ReplayError(f"there is no seat {strange}; the seats are {', '.join(seats)}")


def list_seat_lines(office: Office, phase: Phase, seat: str, first: Sayings) -> list[str]:
    """Return what a seat orders: in the first phase what it was told to say, then what the game advises."""
    return list(first[seat] if phase.number == FIRST and seat in first else office.advise_seat(phase, seat))


def handwriting_of(office: Office, seat: str, first: Sayings) -> Handwriting:
    """Return a hand that keeps the game's own words where it was told what to say: others may be of other languages."""
    hand = office.hand_of_seat(seat)
    return replace(hand, word=choose_canonical) if seat in first else hand


def write_seat_letters(office: Office, phase: Phase, seat: str, phases: int, first: Sayings) -> None:
    """The letters of one player in one phase."""
    place = office.list_seat_codes().index(seat)
    if place == 2 and phase.number % FORGETS == 0:
        return
    lines = list_seat_lines(office, phase, seat, first)
    if place == 3 and phase.number > phases * LEAVES:
        lines = ["RESIGN"]
    hand = handwriting_of(office, seat, first)
    for number, body in enumerate(
        list_letter_bodies(office.get_seat_grammar(phase, seat), hand, lines, slips=place == 1)
    ):
        at = office.letter_time(phase, number)
        office.post_letter(hand, seat, office.find_seat_address(seat), body, f"{phase.number}-{number}", at)


def list_letter_bodies(grammar: OrderGrammar, hand: Handwriting, lines: Sequence[str], slips: bool) -> list[str]:
    """Return what is in the letters; whoever slips writes a second one after the first was answered."""
    found = write_letter_bodies(hand, grammar, lines)
    return [misspell_word(found[0], Random(grammar.title)), *found] if slips and found else found


def misspell_word(body: str, random: Random) -> str:
    """A letter with two letters of one word left out."""
    lines = body.splitlines()
    words = lines[0].split(" ")
    long = [n for n, word in enumerate(words) if len(word) > 4]
    if long:
        n = random.choice(long)
        words[n] = words[n][:1] + words[n][3:]
    return "\n".join([" ".join(words), *lines[1:]])
