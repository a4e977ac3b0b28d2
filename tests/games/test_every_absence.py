"""Whatever happens to a game: every due turn of a held seat has one verdict, and all counts of them agree with a second
one, from the words that came in alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import Session, col, select

from pbem.games import Refusal, games, notify
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.phases import turn_verdicts
from pbem.games.results import endings
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase, Seat, Submission, Turn
from tests.games.party import Party, clock_at, start_party

HOUR = timedelta(hours=1)
RULES = Rules(grace_hours=6, open_after=2, extra=1)
CODES = ("RED", "BLU", "GRN")
Step = tuple[str, int]
OTHERS = ["pause", "resume", "outage", "back", "leave", "take", "process", "lose"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from([*["wait"] * 3, *["write"] * 2, *OTHERS]),
        st.integers(0, 80),
    ),
    min_size=4,
    max_size=25,
)


class Season:
    """A game of three to which things happen, and its clock."""

    def __init__(self, store: Store, begin: datetime, slug: str) -> None:
        self.party, self.now, self.newcomers = start_party(store, begin, RULES, players=3, slug=slug), begin, 0

    def step(self, name: str, number: int) -> None:
        acts: Mapping[str, Callable[[Session, Game, Seat, int], object]] = {
            "write": lambda _, __, seat, ___: self.party.submit(seat.code, "BID 4", self.now),
            "pause": lambda session, game, _, __: master.pause_game(session, game, None, self.now),
            "resume": lambda session, game, _, __: master.resume_game(session, game, None, self.now),
            "back": self.back,
            "leave": lambda session, _, seat, __: seats.leave_seat_vacant(session, seat, self.now),
            "take": self.take,
            "process": lambda session, game, _, __: master.process_phase(session, game, None, self.now),
            "lose": lambda session, _, seat, __: self.lose(session, seat),
        }
        if name in ("wait", "outage"):
            self.now += (1 if name == "wait" else 3) * number * HOUR
            clock.run_clock_tick(self.party.store, clock_at(self.now), catch_up=24 * HOUR)
        elif name == "write":
            with suppress(Refusal):
                self.party.submit(CODES[number % 3], "BID 4", self.now)
        else:
            with suppress(Refusal), self.party.store.write_session() as session:
                acts[name](session, self.party.game(session), self.party.seat(session, CODES[number % 3]), number)

    def back(self, session: Session, game: Game, _: Seat, number: int) -> None:
        newest = games.find_current_phase(session, game)
        master.roll_back_game(session, game, None, 1 + number % (newest.number if newest else 1), self.now)

    def take(self, session: Session, game: Game, _: Seat, __: int) -> None:
        self.newcomers += 1
        seats.join_game(
            session,
            game,
            people.get_or_register_player(session, f"{game.slug}{self.newcomers}@x.example", self.now),
            [],
            self.now,
        )

    def lose(self, session: Session, seat: Seat) -> None:
        for _ in range(people.BOUNCES):
            if seat.player_id:
                people.count_player_bounce(session, self.party.player(session, seat.code), self.now)


def expected_verdicts(session: Session, phase: Phase, turn: Turn) -> set[str]:
    """Return what may have become of a turn, by the words that came for it."""
    query = select(Submission).where(Submission.phase_id == phase.id, Submission.seat_id == turn.seat_id)
    first = session.exec(query.order_by(col(Submission.id))).first()
    assert phase.deadline is not None or phase.resolved_at is not None
    if first is None:
        return {"missed", "unreachable", "excused"}
    return {"late"} if phase.deadline and first.received_at > phase.deadline else {"taken"}


def list_closed_phases(session: Session, game: Game) -> list[Phase]:
    """The phases that were resolved into the next one."""
    every = games.list_phases(session, game)
    return [phase for phase, after in pairwise(every) if after.origin == "resolve"]


def counted_right(session: Session, game: Game) -> None:
    over, found = list_closed_phases(session, game), Counter[str]()
    for phase in games.list_phases(session, game):
        for turn in session.exec(select(Turn).where(Turn.phase_id == phase.id)).all():
            assert bool(turn.verdict) == (turn.player_id is not None)
            if turn.verdict:
                assert phase in over and turn.due
                assert turn.verdict in expected_verdicts(session, phase, turn)
                found[turn.verdict] += 1
    entered = Counter(entry.act for entry in notify.list_ledger_entries(session, game))
    assert {act: entered[act] for act in map(str, turn_verdicts.REPORTED_VERDICTS)} == {
        act: found[act] for act in map(str, turn_verdicts.REPORTED_VERDICTS)
    }
    undone = Counter(turn.verdict for phase in over if phase.undone for turn in turns(session, phase) if turn.verdict)
    tallies = sum(
        (turn_verdicts.tally_verdicts(session, seat=seat) for seat in games.list_game_seats(session, game)),
        Counter[str](),
    )
    assert tallies + undone == found
    assert game.status == "finished" or all(  # nobody is offered a seat of a game that is over
        turn_verdicts.count_missed_in_row(session, seat) < RULES.open_after
        for seat in games.list_game_seats(session, game)
    )


def turns(session: Session, phase: Phase) -> list[Turn]:
    return list(session.exec(select(Turn).where(Turn.phase_id == phase.id)))


def held_turns_are_judged(party: Party) -> None:
    """Of the phases that were closed: a due turn without a verdict belongs to a seat that was vacant then."""
    with party.store.read_session() as session:
        game = party.game(session)
        held = {seat.id for seat in games.list_game_seats(session, game) if seat.generation == 0}
        for phase in list_closed_phases(session, game):
            for turn in turns(session, phase):
                assert turn.verdict or not turn.due or turn.seat_id not in held


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_every_absence_is_counted_once(sqlite: Store, now: datetime, steps: list[Step]) -> None:
    with sqlite.read_session() as session:
        count = len(session.exec(select(Game.id)).all())
    season = Season(sqlite, now + count * 400 * 24 * HOUR, f"game-{count}")
    for name, number in steps:
        season.step(name, number)
        held_turns_are_judged(season.party)
    with sqlite.write_session() as session:
        game = season.party.game(session)
        counted_right(session, game)
        phase = games.find_current_phase(session, game)
        if phase and game.status != "finished":
            endings.end_as_abandoned(session, game, phase, season.now)
