"""The clock: reminds those who owe, closes what is due, parks what cannot be resolved, forgives its own absence."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from sqlmodel import Session, select

from engines.base import ALL_PRESENT, Dice, Presence, Seat, Step
from engines.language.grammar import Order
from pbem.games import games, notify
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import deputies, seats, vacancies
from pbem.health import clock_check, queues
from pbem.health.clock_check import Beat
from pbem.pace import reasons
from pbem.server import clock, downtime
from pbem.settings.config import CATCH_UP
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Game, Outbox
from tests.games.party import clock_at, letter_data, open_party, start_party
from tests.games.toy import TOY, Bids, Toy
from tests.size import take_some

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
MOST_STATEMENTS = 40
"""What one look of the clock asks the database that closes one phase and opens the next."""
PROMPT = Rules(grace_hours=0)

pytestmark = pytest.mark.usefixtures("toy")


def test_reminders_go_to_those_who_still_owe(store: Store, now: datetime) -> None:
    """At each offset once, and to nobody who has given orders or is ready."""
    party = start_party(store, now, Rules(remind_hours=(24, 3)), players=3)
    party.submit("RED", "BID 1", now)
    assert clock.run_clock_tick(store, clock_at(now + 23 * HOUR)) == 0
    clock.run_clock_tick(store, clock_at(now + 24 * HOUR))
    clock.run_clock_tick(store, clock_at(now + 25 * HOUR))
    assert [len(party.letters("remind", code)) for code in ("RED", "BLU", "GRN")] == [0, 1, 1]
    party.ready("BLU", now + 26 * HOUR)
    clock.run_clock_tick(store, clock_at(now + 45 * HOUR))
    assert [len(party.letters("remind", code)) for code in ("RED", "BLU", "GRN")] == [0, 1, 2]
    assert letter_data(party.letters("remind", "GRN")[-1])["late"] is False


def test_a_short_phase_has_no_reminder_before_it_opened(sqlite: Store, now: datetime) -> None:
    """Twelve hours with reminders a day and three hours before: one."""
    party = start_party(sqlite, now, Rules(remind_hours=(24, 3)), pace="12h")
    clock.run_clock_tick(sqlite, clock_at(now + 1 * MINUTE))
    assert party.letters("remind") == []
    clock.run_clock_tick(sqlite, clock_at(now + 9 * HOUR))
    assert len(party.letters("remind")) == 2


def test_a_late_clock_sends_one_reminder_not_two(sqlite: Store, now: datetime) -> None:
    """Both offsets passed while nobody looked: one letter says it."""
    party = start_party(sqlite, now, Rules(remind_hours=(24, 12)))
    clock.run_clock_tick(sqlite, clock_at(now + 40 * HOUR))
    assert len(party.letters("remind", "RED")) == 1


def test_a_phase_is_closed_with_few_statements(sqlite: Store, now: datetime) -> None:
    """Those that begin a transaction among them: nothing is read twice under one lock."""
    party = start_party(sqlite, now, Rules(grace_hours=0, remind_hours=()))
    for code in ("RED", "BLU"):
        party.submit(code, "BID 1", now)
    asked: list[str] = []
    sa.event.listen(sqlite.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    assert clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR)) == 1
    assert len(asked) <= MOST_STATEMENTS, "\n".join(asked)


def test_reminders_follow_a_deadline_that_moved(sqlite: Store, now: datetime) -> None:
    """More time means to be reminded of the new deadline."""
    party = start_party(sqlite, now, Rules(remind_hours=(24,)))
    clock.run_clock_tick(sqlite, clock_at(now + 24 * HOUR))
    with sqlite.write_session() as session:
        master.extend_deadline(session, party.game(session), None, 48 * HOUR, now + 30 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 72 * HOUR))
    assert len(party.letters("remind", "RED")) == 2


def test_a_forming_game_has_nothing_due(sqlite: Store, now: datetime) -> None:
    """The clock leaves it alone."""
    open_party(sqlite, now)
    assert clock.run_clock_tick(sqlite, clock_at(now + 1000 * HOUR)) == 0


class BrokenToy(Toy):
    """Cannot resolve when somebody bids 9."""

    def resolve(
        self,
        state: Bids,
        orders: Mapping[str, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Bids]:
        if any(o.args.get("bid") == 9 for given in orders.values() for o in given):
            raise ZeroDivisionError("RED said BID 9")
        return super().resolve(state, orders, dice, presence)


def test_a_game_that_cannot_be_resolved_is_parked(store: Store, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other games go on; nothing of the failed try is kept; the master is told, without anybody's orders; after
    the fault is mended the game is processed."""
    monkeypatch.setitem(ENGINES, "toy", BrokenToy())
    broken, sound = start_party(store, now, PROMPT, slug="broken"), start_party(store, now, PROMPT, slug="sound")
    broken.submit("RED", "BID 9", now)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    assert (broken.status(), sound.status()) == ("stuck", "running")
    assert (broken.now_at().number, sound.now_at().number) == (1, 2)
    notices = broken.letters("stuck")
    assert [(letter_data(x)["error"], x.seat_id) for x in notices] == [("ZeroDivisionError", None)]
    with store.read_session() as session:
        assert not any("BID" in entry.data for entry in notify.list_ledger_entries(session, broken.game(session)))
    assert clock.run_clock_tick(store, clock_at(now + 60 * HOUR)) == 0
    monkeypatch.setitem(ENGINES, "toy", TOY)
    with store.write_session() as session:
        master.process_phase(session, broken.game(session), None, now + 61 * HOUR)
    assert (broken.status(), broken.now_at().number) == ("running", 2)


@pytest.mark.parametrize("broken", ["deputy", "roll call", "outage"])
def test_one_game_that_fails_does_not_stop_the_clock_of_all(
    sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """What is due beside phases, and the time given back after an outage, is done for each game by itself."""
    failing, sound = (start_party(sqlite, now, PROMPT, slug=slug) for slug in ("failing", "sound"))
    clock.run_clock_tick(sqlite, clock_at(now))
    use, name = {
        "deputy": (deputies, "handle_due_deputies"),
        "roll call": (vacancies, "end_roll_call"),
        "outage": (downtime, "prolong_phase"),
    }[broken]
    whole = getattr(use, name)

    def fails(session: Session, game: Game, *more: Any) -> None:
        if game.id == failing.game_id:
            raise ZeroDivisionError
        whole(session, game, *more)

    monkeypatch.setattr(use, name, fails)
    if broken == "outage":
        clock.run_clock_tick(sqlite, clock_at(now + 47 * HOUR), catch_up=48 * HOUR)
        assert (failing.now_at().given_back, sound.now_at().given_back > 0) == (0, True)
    else:
        due = {"deputy": (deputies, "list_games_with_due_deputies"), "roll call": (vacancies, "list_due_roll_calls")}[
            broken
        ]
        monkeypatch.setattr(*due, lambda *_: [failing.game_id])
        clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
        assert sound.now_at().number == 2


def test_nobody_pays_for_our_outage(store: Store, now: datetime) -> None:
    """A deadline that passed while the server was down moves, with a notice; without reports or missed turns."""
    party = start_party(store, now, PROMPT)
    clock.run_clock_tick(store, clock_at(now + 40 * HOUR), catch_up=2 * HOUR)
    clock.run_clock_tick(store, clock_at(now + 50 * HOUR), catch_up=2 * HOUR)
    phase = party.now_at()
    assert (phase.number, phase.deadline) == (1, now + 52 * HOUR)
    assert reasons.parse_reasons(phase.deadline_why)[-1] == reasons.make_reason("outage", left=2 * HOUR, span=10 * HOUR)
    assert len(party.letters("deadline")) == 3
    clock.run_clock_tick(store, clock_at(now + 52 * HOUR - MINUTE), catch_up=2 * HOUR)
    clock.run_clock_tick(store, clock_at(now + 52 * HOUR), catch_up=2 * HOUR)
    assert party.now_at().number == 2


GAPS = some.lists(some.integers(1, 300), min_size=1, max_size=12)


@pytest.mark.slow
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(GAPS)
def test_outages_postpone_by_no_more_than_is_allowed(sqlite: Store, gaps: list[int]) -> None:
    """However many and however long they are; ticks that are always late postponed for ever."""
    beginning, allowed = datetime(2026, 3, 2, 12, tzinfo=UTC), 2 * HOUR
    party = start_party(sqlite, beginning, PROMPT, slug=f"verdun-{uuid.uuid4().hex[:8]}")
    present = beginning + 47 * HOUR
    clock.run_clock_tick(sqlite, clock_at(present), catch_up=allowed)
    for gap in gaps:
        present += gap * MINUTE
        before = party.now_at()
        clock.run_clock_tick(sqlite, clock_at(present), catch_up=allowed)
        phase = party.now_at()
        assert phase.given_back <= allowed.total_seconds()
        if phase.number == 1 and phase.given_back > before.given_back:
            assert phase.deadline is not None and phase.deadline - present <= allowed + 9 * HOUR  # of night
    for _ in range(10):
        present += 31 * MINUTE
        clock.run_clock_tick(sqlite, clock_at(present), catch_up=allowed)
    assert party.now_at().number > 1


def test_time_that_is_nearly_over_is_given_back_too(sqlite: Store, now: datetime) -> None:
    """A deadline a minute after an outage would be no better than one within it."""
    party = start_party(sqlite, now, PROMPT)
    clock.run_clock_tick(sqlite, clock_at(now + 40 * HOUR), catch_up=2 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR - MINUTE), catch_up=2 * HOUR)
    assert party.now_at().deadline == now + 50 * HOUR - MINUTE


def test_a_short_phase_is_given_back_no_more_than_itself(sqlite: Store, now: datetime) -> None:
    """Five minutes for a phase of five minutes."""
    party = start_party(sqlite, now, PROMPT, pace="5m")
    clock.run_clock_tick(sqlite, clock_at(now), catch_up=2 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 10 * HOUR), catch_up=2 * HOUR)
    assert party.now_at().deadline == now + 10 * HOUR + 5 * MINUTE


def test_three_days_of_outage_give_back_what_was_left(store: Store, now: datetime) -> None:
    """Not two hours, and not at night: 20 hours were left at 16:00, so that the phase would end at noon."""
    party = start_party(store, now, PROMPT, pace="24h")
    clock.run_clock_tick(store, clock_at(now + 4 * HOUR), catch_up=CATCH_UP)
    clock.run_clock_tick(store, clock_at(now + 76 * HOUR), catch_up=CATCH_UP)
    assert party.now_at().deadline == now + 96 * HOUR
    clock.run_clock_tick(store, clock_at(now + 78 * HOUR), catch_up=CATCH_UP)
    assert party.now_at().number == 1


def test_no_outage_ends_a_phase_at_night(sqlite: Store, now: datetime) -> None:
    """What was left would end at 02:00 in the zone of the game."""
    party = start_party(sqlite, now, PROMPT, pace="24h")
    clock.run_clock_tick(sqlite, clock_at(now + 20 * HOUR), catch_up=CATCH_UP)
    clock.run_clock_tick(sqlite, clock_at(now + 34 * HOUR), catch_up=CATCH_UP)
    assert party.now_at().deadline == now + 44 * HOUR


@pytest.mark.proof
@pytest.mark.parametrize("who", take_some([Beat.SEND, Beat.RECEIVE], 1))
@pytest.mark.parametrize("store", take_some(["postgresql", "sqlite"], 1), indirect=True)
def test_a_duty_that_is_away_stops_the_clock_and_is_given_back(store: Store, now: datetime, who: Beat) -> None:
    """The clock itself runs all the time. Nothing is resolved while letters are not taken in or not sent, and once they
    are again the phase has what it had left, once."""
    party = start_party(store, now, PROMPT, pace="8h")
    with store.write_session() as session:
        for row in session.exec(select(Outbox)):
            row.sent_at, row.ready_at = now, None
    for minutes in range(0, 10 * 60, 2):
        if minutes <= 6 * 60:
            clock_check.beat_duty(store, who, now + minutes * MINUTE)
        clock.run_clock_tick(store, clock_at(now + minutes * MINUTE), catch_up=CATCH_UP, posted=True)
    with store.read_session() as session:
        assert set(queues.measure_silent_duties(session, now + 10 * HOUR)) == {who.name.lower()}
    assert party.now_at().number == 1 and party.now_at().deadline == now + 8 * HOUR
    clock_check.beat_duty(store, who, now + 10 * HOUR)
    for seconds in (1, 2, 40):
        clock.run_clock_tick(
            store, clock_at(now + 10 * HOUR + timedelta(seconds=seconds)), catch_up=CATCH_UP, posted=True
        )
    deadline = party.now_at().deadline
    assert party.now_at().number == 1 and deadline and timedelta() <= deadline - now - 12 * HOUR <= 8 * HOUR
    assert len(party.letters("deadline", "RED")) == 1


def test_what_went_with_the_clock_comes_back_with_it(sqlite: Store, now: datetime) -> None:
    """A whole server that was away gives its time back once, whichever duty is first."""
    party = start_party(sqlite, now, PROMPT, pace="24h")
    for who in (Beat.SEND, Beat.RECEIVE):
        clock_check.beat_duty(sqlite, who, now + 4 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 4 * HOUR), catch_up=CATCH_UP, posted=True)
    back = now + 76 * HOUR
    clock_check.beat_duty(sqlite, Beat.SEND, back)
    clock.run_clock_tick(sqlite, clock_at(back), catch_up=CATCH_UP, posted=True)
    clock_check.beat_duty(sqlite, Beat.RECEIVE, back + 2 * MINUTE)
    clock.run_clock_tick(sqlite, clock_at(back + 2 * MINUTE), catch_up=CATCH_UP, posted=True)
    assert party.now_at().deadline == now + 96 * HOUR and len(party.letters("deadline", "RED")) == 1


def test_an_outage_in_the_grace_is_given_back(store: Store, now: datetime) -> None:
    """It began half an hour after the deadline, of twelve hours of grace, and took two days: nobody's turn is missed
    before letters that wait elsewhere can come."""
    party = start_party(store, now, Rules(grace_hours=12, remind_hours=(), open_after=1), pace="24h")
    for minutes in range(24 * 60, 24 * 60 + 32, 2):
        clock.run_clock_tick(store, clock_at(now + minutes * MINUTE), catch_up=CATCH_UP)
    assert party.now_at().in_grace
    back = now + 72 * HOUR + 30 * MINUTE
    clock.run_clock_tick(store, clock_at(back), catch_up=CATCH_UP)
    assert party.now_at().deadline == back + HOUR and len(party.letters("deadline", "RED")) == 1
    for hours in (2, 12, 14):
        assert party.now_at().number == 1 and party.letters("opened") == []
        clock.run_clock_tick(store, clock_at(back + hours * HOUR))
    assert party.now_at().number == 2


def flapping(store: Store, begins: datetime, span: timedelta, allowed: timedelta) -> None:
    """A sender that comes back every eight minutes for a moment, and a clock that runs all the time."""
    for number in range(span // (8 * MINUTE)):
        present = begins + number * 8 * MINUTE
        clock_check.beat_duty(store, Beat.SEND, present)
        clock.run_clock_tick(store, clock_at(present), catch_up=allowed, posted=True)


@pytest.mark.slow
def test_a_duty_that_comes_and_goes_causes_few_letters(sqlite: Store, now: datetime) -> None:
    """It gives back as much as an outage may, in steps that grow: half a day in a few letters, not two hundred."""
    party = start_party(sqlite, now, PROMPT, pace="24h")
    with sqlite.write_session() as session:
        for row in session.exec(select(Outbox)):
            row.sent_at, row.ready_at = now, None
    flapping(sqlite, now + 22 * HOUR, 16 * HOUR, 12 * HOUR)
    assert 2 <= len(party.letters("deadline", "RED")) <= 12
    assert party.now_at().given_back <= 12 * 3600


@pytest.mark.slow
def test_a_duty_that_comes_and_goes_does_not_call_a_roll_for_ever(sqlite: Store, now: datetime) -> None:
    party = open_party(sqlite, now, Rules(roll_call_hours=24))
    with sqlite.write_session() as session:
        for name in ("red", "blue"):
            seats.join_game(
                session,
                party.game(session),
                people.get_or_register_player(session, f"{name}@example.org", now),
                [],
                now,
            )
        for row in session.exec(select(Outbox)):
            row.sent_at, row.ready_at = now, None
    flapping(sqlite, now + 22 * HOUR, 26 * HOUR, 12 * HOUR)
    with sqlite.read_session() as session:
        until = party.game(session).roll_call_until
    assert until is None


def test_a_short_silence_is_no_outage(sqlite: Store, now: datetime) -> None:
    """A restart within minutes moves nothing; and what was complete is resolved after any outage."""
    party = start_party(sqlite, now, PROMPT)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR - 1 * MINUTE), catch_up=2 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR + 1 * MINUTE), catch_up=2 * HOUR)
    assert party.now_at().number == 2
    party.ready("RED", now + 49 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 100 * HOUR), catch_up=2 * HOUR)
    assert party.now_at().number == 3


def test_a_claim_that_died_comes_back(sqlite: Store, now: datetime) -> None:
    """A clock that claimed a phase and was killed gives it back when its lease ends."""
    party = start_party(sqlite, now, PROMPT)
    late = now + 48 * HOUR
    assert len(clock.claim_phases(sqlite, late)) == 1
    assert clock.run_clock_tick(sqlite, clock_at(late + clock.LEASE - timedelta(seconds=1))) == 0
    assert clock.run_clock_tick(sqlite, clock_at(late + clock.LEASE)) == 1
    assert party.now_at().number == 2


def test_states_are_what_the_engine_says(sqlite: Store, now: datetime) -> None:
    """A round trip through the store keeps the engine's own type."""
    party = start_party(sqlite, now)
    with sqlite.read_session() as session:
        assert isinstance(games.phase_state(party.phase(session)), Bids)
