"""Seats that nobody holds: nobody waits for them, and what was left standing does not act for them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from pbem.games import games
from pbem.games.people import people
from pbem.games.proof.verify import verify_game
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from tests.games.party import Party, clock_at, start_party

HOUR = timedelta(hours=1)


def leave_seat(party: Party, code: str, now: datetime) -> None:
    with party.store.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, code), now)


# --- nobody waits -------------------------------------------------------------------------------------------------


def test_a_phase_of_vacant_seats_alone_is_over_at_once(store: Store, now: datetime) -> None:
    """RED leaves; in the second round only RED is asked."""
    party = start_party(store, now, Rules(grace_hours=0))
    leave_seat(party, "RED", now)
    party.submit("BLU", "BID 3", now)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    assert (party.now_at().number, party.now_at().deadline) == (3, now + 96 * HOUR)


def test_a_game_all_have_left_waits_for_its_deadlines(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, Rules(grace_hours=0))
    leave_seat(party, "RED", now)
    leave_seat(party, "BLU", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    clock.run_clock_tick(sqlite, clock_at(now + 49 * HOUR))
    assert party.now_at().number == 2


def test_who_takes_a_seat_over_is_waited_for(sqlite: Store, now: datetime) -> None:
    """All others were ready, and the phase was about to be resolved."""
    party = start_party(sqlite, now, Rules(delay_minutes=60))
    leave_seat(party, "RED", now)
    party.ready("BLU", now)
    assert party.now_at().early_at == now + HOUR
    with sqlite.write_session() as session:
        seats.join_game(
            session, party.game(session), people.get_or_register_player(session, "new@example.org", now), [], now
        )
    clock.run_clock_tick(sqlite, clock_at(now + HOUR))
    assert (party.now_at().number, party.now_at().early_at) == (1, None)


def test_by_the_book_the_turn_of_a_vacant_seat_passes(sqlite: Store, now: datetime) -> None:
    """Whoever begins, it is always the turn of the one who is there."""
    party = start_party(sqlite, now, Rules(grace_hours=0), engine="europe2028", players=2, options="MODE BOOK")
    party.ready("RU", now)
    leave_seat(party, "PB", now)
    for number in (1, 2):
        for _ in range(3):
            clock.run_clock_tick(sqlite, clock_at(now))
        assert (party.now_at().name, party.now_at().opened_at) == (f"R{number}-RU-TURN", now)
        party.ready("RU", now)


# --- what stood -----------------------------------------------------------------------------------------------------


def standing(party: Party) -> Any:
    with party.store.read_session() as session:
        return games.phase_state(party.phase(session))


@pytest.mark.parametrize("leaves", [True, False])
def test_what_was_said_for_longer_ends_with_its_holder(store: Store, now: datetime, leaves: bool) -> None:
    """A standing challenge of a player who has left is forgotten; the game still follows from what is stored."""
    party = start_party(store, now, Rules(grace_hours=0), engine="europe2028", players=2)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    party.submit("RU", "STANDING CHALLENGE WITH ALL", now + 49 * HOUR)
    clock.run_clock_tick(store, clock_at(now + 96 * HOUR))
    assert standing(party).standing == {"RU": ("CHALLENGE WITH ALL",)}
    if leaves:
        leave_seat(party, "RU", now + 97 * HOUR)
    clock.run_clock_tick(store, clock_at(now + 144 * HOUR))
    assert standing(party).standing == ({} if leaves else {"RU": ("CHALLENGE WITH ALL",)})
    with store.read_session() as session:
        assert verify_game(session, party.game(session)) == []
