"""Who held a seat when, and what of it the next may read."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.seating import seats, tenures
from pbem.games.talk import press
from pbem.storage.database import Store
from pbem.storage.models import Press
from tests.games.party import Party, start_party

HOUR = timedelta(hours=1)


def post_from(party: Party, author: str, to: str, text: str, now: datetime) -> None:
    with party.store.write_session() as session:
        press.post_press(
            session, party.game(session), party.seat(session, author), to if to == "*" else [to], text, now, text
        )


def read_by(party: Party, code: str) -> list[str]:
    with party.store.read_session() as session:
        found: list[Press] = press.list_visible_press(session, party.game(session), party.seat(session, code))
    return [one.text for one in found]


def hand_seat(party: Party, code: str, address: str, now: datetime) -> None:
    with party.store.write_session() as session:
        game = party.game(session)
        master.replace_player(session, game, None, code, people.get_or_register_player(session, address, now), now)


@pytest.mark.parametrize("leaves", [False, True])
def test_a_successor_reads_private_press_only_if_it_was_left_to_him(store: Store, now: datetime, leaves: bool) -> None:
    """C7: what was said to the one before him was said to that person; what was said to all is everybody's."""
    party = start_party(store, now)
    post_from(party, "RED", "BLU", "from the first", now)
    post_from(party, "BLU", "RED", "to the first", now)
    post_from(party, "BLU", "*", "to all", now)
    if leaves:
        with store.write_session() as session:
            tenures.set_press_left(session, party.seat(session, "RED"), leaves)
    hand_seat(party, "RED", "second@example.org", now + HOUR)
    post_from(party, "BLU", "RED", "to the second", now + 2 * HOUR)
    private = ["from the first", "to the first"] if leaves else []
    assert read_by(party, "RED") == [*private, "to all", "to the second"]
    assert len(read_by(party, "BLU")) == 4
    hand_seat(party, "RED", "third@example.org", now + 3 * HOUR)
    assert read_by(party, "RED") == ["to all"]


def test_tenures_tell_who_held_a_seat_and_how_that_ended(store: Store, now: datetime) -> None:
    party = start_party(store, now)
    hand_seat(party, "RED", "second@example.org", now + HOUR)
    with store.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "RED"), now + 2 * HOUR)
    with store.read_session() as session:
        known = tenures.list_seat_tenures(session, party.seat(session, "RED"))
        assert [(one.how, one.began_at, one.ended_at) for one in reversed(known)] == [
            ("replaced", now, now + HOUR),
            ("resigned", now + HOUR, now + 2 * HOUR),
        ]
        assert tenures.find_current_tenure(session, party.seat(session, "RED")) is None
        assert len(tenures.list_game_tenures(session, party.game(session))) == 3
