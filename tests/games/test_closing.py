"""Phases closed: at the deadline, after the grace, early, and by exactly one."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from engines.base import State
from pbem.games import games
from pbem.games.phases import turn_verdicts as verdicts
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Phase, Turn
from tests.games.party import Party, clock_at, letter_data, start_party
from tests.games.toy import Bids

HOUR = timedelta(hours=1)
PROMPT = Rules(grace_hours=0)


def state(party: Party) -> Bids:
    with party.store.read_session() as session:
        found: State = games.phase_state(party.phase(session))
    assert isinstance(found, Bids)
    return found


def count_missed(party: Party, code: str) -> int:
    with party.store.read_session() as session:
        return verdicts.tally_verdicts(session, seat=party.seat(session, code))[verdicts.TurnVerdict.MISSED]


def test_a_phase_closes_at_its_deadline_and_not_before(store: Store, now: datetime) -> None:
    """Orders are resolved, the next phase is open with its own deadline, each seat gets its report once."""
    party = start_party(store, now)
    party.submit("RED", "BID 5", now)
    party.submit("BLU", "BID 3", now)
    assert party.close(now + 47 * HOUR) is None
    following = party.close(now + 48 * HOUR)
    assert following is not None
    assert (following.number, following.name, following.origin) == (2, "R2", "resolve")
    assert (following.opened_at, following.deadline) == (now + 48 * HOUR, now + 96 * HOUR)
    assert state(party).scores == {"RED": 5, "BLU": 0}
    assert len(party.letters("report")) == 3, "two seats and the master"
    assert party.close(now + 48 * HOUR) is None


def test_deadlines_do_not_creep(sqlite: Store, now: datetime) -> None:
    """Closed a few minutes late, the next phase still counts from the deadline."""
    party = start_party(sqlite, now, PROMPT)
    following = party.close(now + 48 * HOUR + timedelta(minutes=4))
    assert following is not None
    assert following.deadline == now + 96 * HOUR


@pytest.mark.parametrize("together", [False, True])
def test_no_phase_begins_without_its_time(sqlite: Store, now: datetime, together: bool) -> None:
    """Closed late, a phase takes no more than a quarter from the next one, however short that is."""
    pace, late = timedelta(minutes=2), timedelta(minutes=3)
    parties = [start_party(sqlite, now, PROMPT, pace="2m", slug=slug) for slug in ("one", "two")[: 1 + together]]
    for party in parties:
        party.submit("RED", "BID 5", now)
        party.submit("BLU", "BID 3", now)
    clock.run_clock_tick(sqlite, clock_at(now + pace + late))
    for party in parties:
        assert (party.now_at().number, party.now_at().deadline) == (2, now + pace + late + pace)
        party.submit("RED", "BID 5", now + pace + late)
        party.submit("BLU", "BID 3", now + pace + late)
    clock.run_clock_tick(sqlite, clock_at(now + 2 * pace + late + pace / 4))
    assert {party.now_at().deadline for party in parties} == {now + 3 * pace + late}, "and does not creep"


def test_whoever_owes_gets_the_grace(store: Store, now: datetime) -> None:
    """Late ones, and only they, are told until when; then the default stands and the turn counts as missed."""
    party = start_party(store, now, Rules(grace_hours=6, remind_hours=()))
    party.submit("RED", "BID 5", now)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    assert (party.now_at().number, party.now_at().in_grace) == (1, True)
    (letter,) = party.letters("remind")
    assert letter in party.letters("remind", "BLU")
    assert letter_data(letter) == {"late": True, "until": (now + 54 * HOUR).isoformat()}
    clock.run_clock_tick(store, clock_at(now + 54 * HOUR))
    assert party.now_at().number == 2
    assert (count_missed(party, "RED"), count_missed(party, "BLU")) == (0, 1)


def test_orders_in_the_grace_end_it(sqlite: Store, now: datetime) -> None:
    """Nobody waits for the rest of it; the turn is not missed."""
    party = start_party(sqlite, now, Rules(grace_hours=6))
    party.submit("RED", "BID 5", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    party.submit("BLU", "BID 6", now + 50 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 50 * HOUR))
    assert party.now_at().number == 2
    assert count_missed(party, "BLU") == 0
    assert state(party).scores == {"RED": 0, "BLU": 6}


def test_the_grace_is_never_longer_than_the_phase(sqlite: Store, now: datetime) -> None:
    """A phase of five minutes with a grace of twelve hours closes after ten minutes."""
    party = start_party(sqlite, now, Rules(grace_hours=12), pace="5m")
    clock.run_clock_tick(sqlite, clock_at(now + timedelta(minutes=9)))
    assert party.now_at().number == 1
    clock.run_clock_tick(sqlite, clock_at(now + timedelta(minutes=10)))
    assert party.now_at().number == 2


def test_a_game_can_wait_for_everybody(sqlite: Store, now: datetime) -> None:
    """With nmr "wait" nothing closes it but the missing orders, up to the end of its patience."""
    party = start_party(sqlite, now, Rules(nmr="wait", wait_hours=30 * 24))
    party.submit("RED", "BID 5", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    clock.run_clock_tick(sqlite, clock_at(now + 480 * HOUR))
    assert party.now_at().number == 1
    party.submit("BLU", "BID 6", now + 500 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 500 * HOUR))
    assert party.now_at().number == 2


def test_a_ready_empty_set_is_a_turn_taken(sqlite: Store, now: datetime) -> None:
    """No orders at all, but ready: nothing was missed."""
    party = start_party(sqlite, now, PROMPT)
    party.ready("RED", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert (count_missed(party, "RED"), count_missed(party, "BLU")) == (0, 1)


def test_nobody_waits_for_a_seat_that_owes_nothing(sqlite: Store, now: datetime) -> None:
    """In the second round the last seat may speak, but need not; RED alone makes it close."""
    party = start_party(sqlite, now, PROMPT)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert party.now_at().kind == "short"
    party.ready("RED", now + 49 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 49 * HOUR))
    assert party.now_at().number == 3
    assert count_missed(party, "BLU") == 1, "the first round only"


def test_a_vacant_seat_holds_nobody_up(sqlite: Store, now: datetime) -> None:
    """Its default stands, without grace, and nobody is reminded of it."""
    party = start_party(sqlite, now, Rules(grace_hours=6, remind_hours=()))
    party.submit("RED", "BID 5", now)
    with sqlite.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "BLU"), now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert party.now_at().number == 2
    assert party.letters("remind") == []


def test_a_game_ends_and_shows_its_secret(store: Store, now: datetime) -> None:
    """After the last round: finished, ranks in the outcome, a last report and the news to everybody, no alarm left."""
    party = start_party(store, now, PROMPT)
    party.submit("BLU", "BID 9", now)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    clock.run_clock_tick(store, clock_at(now + 96 * HOUR))
    clock.run_clock_tick(store, clock_at(now + 144 * HOUR))
    with store.read_session() as session:
        game = party.game(session)
    assert (game.status, game.finished_at) == ("finished", now + 144 * HOUR)
    assert letter_data(party.letters("finished", "RED")[0])["seats"] == ["BLU"]
    assert len(party.letters("report", "RED")) == 3
    assert party.now_at().due_at is None
    assert clock.run_clock_tick(store, clock_at(now + 1000 * HOUR)) == 0


@pytest.mark.usefixtures("at_once")
def test_two_workers_resolve_a_phase_once(store: Store, now: datetime) -> None:
    """Eight that close the same phase at the same moment: one of them does, and one set of reports is queued."""
    party = start_party(store, now, PROMPT)
    barrier = threading.Barrier(8)

    def close(_: int) -> bool:
        barrier.wait()
        return party.close(now + 48 * HOUR) is not None

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(close, range(8))) == 1
    with store.read_session() as session:
        assert len(session.exec(select(Phase)).all()) == 2
        assert len(session.exec(select(Turn)).all()) == 4
    assert len(party.letters("report")) == 3


@pytest.mark.slow
@pytest.mark.usefixtures("at_once")
def test_many_clocks_on_many_games_resolve_each_once(store: Store, now: datetime) -> None:
    """Four clocks ticking at once over twelve games that are all due."""
    tables = [start_party(store, now, PROMPT, slug=f"game-{n}") for n in range(12)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: clock.run_clock_tick(store, clock_at(now + 48 * HOUR)), range(4)))
    assert [party.now_at().number for party in tables] == [2] * 12
    assert all(len(party.letters("report")) == 3 for party in tables)


@pytest.mark.usefixtures("at_once")
def test_orders_race_with_the_deadline(store: Store, now: datetime) -> None:
    """Orders sent while the phase closes are either resolved in it or belong to the next; never lost, never in both."""
    party = start_party(store, now, PROMPT)
    late = now + 48 * HOUR
    with ThreadPoolExecutor(2) as pool:
        receipt = pool.submit(party.submit, "RED", "BID 5", late)
        pool.submit(party.close, late).result()
    into = receipt.result().phase.number
    party.close(late)
    with store.read_session() as session:
        scores = state(party).scores["RED"]
        standing = session.exec(select(Turn.orders).where(Turn.orders != "[]")).all()
    assert len(standing) == 1
    assert scores == (5 if into == 1 else 0)
