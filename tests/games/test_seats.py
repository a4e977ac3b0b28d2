"""Seats left, taken over, and called by name."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from engines.base import Step
from pbem.games import Refusal, games
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from tests.games.party import Party, clock_at, letter_data, open_party, start_party
from tests.games.toy import TOY, Bids, Toy

HOUR = timedelta(hours=1)


def resign(party: Party, code: str, now: datetime) -> None:
    with party.store.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, code), now)


def test_a_resigned_seat_can_be_taken_over(store: Store, now: datetime) -> None:
    """Its addresses become void, both sides are told, the successor gets the report of where things stand."""
    party = start_party(store, now)
    resign(party, "RED", now)
    assert [letter_data(x) for x in party.letters("resigned")] == [{"seat": "Red"}]
    assert [letter_data(x) for x in party.letters("vacant")] == [{"seats": ["Red"], "why": "resigned"}] * 2, (
        "Blue and the master"
    )
    with store.write_session() as session:
        newcomer = people.get_or_register_player(session, "new@example.org", now)
        seat = seats.join_game(session, party.game(session), newcomer, [], now + HOUR)
        assert (seat.code, seat.generation) == ("RED", 1)
        assert [s.code for s in seats.list_held_seats(session, newcomer)] == ["RED"]
    assert [x.kind for x in party.letters(code="RED")][-2:] == ["welcome", "report"]
    assert [x.seat_id for x in party.letters("taken")] == [party.letters(code="BLU")[0].seat_id, None], "and the master"


def test_who_leaves_keeps_nobody_waiting(sqlite: Store, now: datetime) -> None:
    """The others were ready already; and in the second round only the vacant seat is asked, so it is over at once."""
    party = start_party(sqlite, now)
    party.ready("BLU", now)
    resign(party, "RED", now + HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + HOUR))
    assert party.now_at().number == 3


def test_a_game_all_have_left_goes_by_its_deadlines(sqlite: Store, now: datetime) -> None:
    """Empty seats are never "all ready"."""
    party = start_party(sqlite, now, Rules(grace_hours=0))
    resign(party, "RED", now)
    resign(party, "BLU", now)
    clock.run_clock_tick(sqlite, clock_at(now + HOUR))
    assert party.now_at().number == 1


def test_leaving_twice_is_refused(sqlite: Store, now: datetime) -> None:
    """There is nobody left to leave."""
    party = start_party(sqlite, now)
    resign(party, "RED", now)
    with pytest.raises(Refusal, match="seat vacant"):
        resign(party, "RED", now)


def test_a_seat_left_before_the_start_is_free_again(sqlite: Store, now: datetime) -> None:
    """The game waits for another player."""
    party = open_party(sqlite, now)
    with sqlite.write_session() as session:
        seats.join_game(
            session, party.game(session), people.get_or_register_player(session, "a@example.org", now), [], now
        )
    resign(party, "RED", now)
    with sqlite.write_session() as session:
        game = party.game(session)
        seats.join_game(session, game, people.get_or_register_player(session, "b@example.org", now), [], now)
        assert game.status == "forming"
        seats.join_game(session, game, people.get_or_register_player(session, "a@example.org", now), [], now)
        assert str(game.status) == "running"


@pytest.mark.parametrize("words", ["red", "Rouge", "RED", "gre"])
def test_seats_are_found_by_any_of_their_names(sqlite: Store, now: datetime, words: str) -> None:
    """Code, label, other names, unique beginnings."""
    party = start_party(sqlite, now, players=3)
    with sqlite.read_session() as session:
        assert seats.get_seat_by_name(session, party.game(session), words).code in ("RED", "GRN")


def test_an_unknown_seat_is_answered_with_those_there_are(sqlite: Store, now: datetime) -> None:
    """And with the nearest."""
    party = start_party(sqlite, now)
    with pytest.raises(Refusal) as caught, sqlite.read_session() as session:
        seats.get_seat_by_name(session, party.game(session), "Blou")
    assert caught.value.facts["near"] == ["Blue"]
    assert caught.value.facts["seats"] == ["Red", "Blue"]


@pytest.fixture
def losing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game, in which the first seat is out after the first round."""
    resolve = TOY.resolve

    def lost(*given: Any) -> Step[Bids]:
        step = resolve(*given)
        return Step(replace(step.state, out=step.state.seats[:1]), step.events)

    monkeypatch.setattr(Toy, "resolve", lambda _, *given: lost(*given))


@pytest.mark.usefixtures("losing")
def test_nobody_is_dealt_a_seat_that_is_out(store: Store, now: datetime) -> None:
    """Neither by chance nor by wish; where there is no other, the game is full."""
    party = start_party(store, now, Rules(grace_hours=0), players=3)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    later = now + 49 * HOUR
    for code in ("RED", "BLU"):
        resign(party, code, later)
    with store.write_session() as session:
        game = party.game(session)
        assert [seat.code for seat in games.list_vacant_seats(session, game)] == ["BLU"]
        one, two = (people.get_or_register_player(session, f"{name}@example.org", later) for name in ("one", "two"))
        assert seats.join_game(session, game, one, ["RED"], later).code == "BLU"
        with pytest.raises(Refusal, match="game full"):
            seats.join_game(session, game, two, ["RED"], later)
