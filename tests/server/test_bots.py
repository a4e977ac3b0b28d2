"""Bots play whole games by themselves, by the same way in as everybody."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from pbem.games.people import people
from pbem.games.proof import verify
from pbem.games.seating import seats
from pbem.server import bots, clock
from pbem.storage.database import Store
from pbem.storage.models import Outbox, Submission
from tests.games.party import Party, clock_at, open_party

pytestmark = pytest.mark.usefixtures("toy")
MINUTE = timedelta(minutes=1)


def start_manned_party(store: Store, now: datetime, people_too: int) -> Party:
    """A game of three with bots in the seats people leave."""
    party = open_party(store, now, players=3)
    with store.write_session() as session:
        for n in range(3):
            who = (
                people.get_or_register_player(session, f"{n}@example.org", now)
                if n < people_too
                else people.get_bot(session, "random", n, now)
            )
            seats.join_game(session, party.game(session), who, [], now)
    return party


def test_bots_alone_finish_a_game(store: Store, now: datetime) -> None:
    """Nobody waits for a deadline; no letter goes to a bot; the chain proves the game."""
    party = start_manned_party(store, now, 0)
    rng = random.Random(1)
    for n in range(3):
        bots.play_bots(store, clock_at(now + n * MINUTE), rng)
        clock.run_clock_tick(store, clock_at(now + n * MINUTE))
    assert party.status() == "finished"
    with store.read_session() as session:
        assert verify.verify_game(session, party.game(session)) == []
        assert {row.source for row in session.exec(select(Submission))} == {"bot"}
        assert not any(row.seat_id for row in session.exec(select(Outbox)))


def test_bots_wait_for_people(sqlite: Store, now: datetime) -> None:
    """They give their orders once and are ready; the person decides when it goes on."""
    party = start_manned_party(sqlite, now, 1)
    assert bots.play_bots(sqlite, clock_at(now), random.Random(1)) == 2
    assert bots.play_bots(sqlite, clock_at(now), random.Random(1)) == 0
    clock.run_clock_tick(sqlite, clock_at(now))
    assert party.now_at().number == 1
    party.ready("RED", now + MINUTE)
    clock.run_clock_tick(sqlite, clock_at(now + MINUTE))
    assert party.now_at().number == 2
