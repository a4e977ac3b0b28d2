"""A game from its announcement to its first phase."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any

import pytest

from pbem.games import Refusal, games, notify
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.pace import reasons
from pbem.storage.database import Store
from tests.games.party import open_party, start_party


def refusal_code(caught: pytest.ExceptionInfo[Refusal]) -> str:
    return caught.value.code


def test_the_last_one_in_starts_the_game(store: Store, now: datetime) -> None:
    """Two seats: forming with one taken, running with both; deadline by the pace; everybody is told, once."""
    party = start_party(store, now)
    with store.read_session() as session:
        game, phase = party.game(session), party.phase(session)
    assert (game.status, game.started_at) == ("running", now)
    assert (phase.number, phase.name, phase.kind, phase.origin) == (1, "R1", "bid", "start")
    assert (phase.opened_at, phase.deadline) == (now, now + timedelta(hours=48))
    assert len(party.letters("welcome")) == 2
    assert [letter.seat_id is None for letter in party.letters("started")] == [False, False, True]


def test_the_secret_is_committed_to_before_anybody_joins(sqlite: Store, now: datetime) -> None:
    """The ledger's first line holds its hash."""
    party = open_party(sqlite, now)
    with sqlite.read_session() as session:
        game = party.game(session)
        first = notify.list_ledger_entries(session, game)[0]
    assert first.act == "opened"
    assert hashlib.sha256(game.secret.encode()).hexdigest() == game.commitment
    assert game.commitment in first.data
    assert game.secret not in first.data


def test_wishes_are_tried_in_order(sqlite: Store, now: datetime) -> None:
    """The first wished seat that is free, by any of its names; without one, any free seat."""
    party = open_party(sqlite, now, players=3)
    with sqlite.write_session() as session:
        game = party.game(session)
        taken = [
            seats.join_game(
                session, game, people.get_or_register_player(session, f"{n}@example.org", now), wishes, now
            ).code
            for n, wishes in enumerate([["green"], ["vert", "Blue"], ["BLU"]])
        ]
    assert taken == ["GRN", "BLU", "RED"]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"engine_code": "chess"}, "no such engine"),
        ({"option_text": "PLAYERS 9"}, "bad options"),
        ({"slug": "Two words"}, "bad slug"),
        ({"slug": "-x"}, "bad slug"),
        ({"pace": "now and then"}, "bad pace"),
        ({"pace": "winter 24h"}, "bad pace"),
        ({"rules": Rules(press_kinds=("bid", "campaign"))}, "no such kind"),
        ({"zone": "Europe/Atlantis"}, "bad pace"),
    ],
)
def test_what_cannot_be_opened_is_refused(sqlite: Store, now: datetime, given: dict[str, str], code: str) -> None:
    """Each fault has its own code."""
    whole: dict[str, Any] = {"engine_code": "toy", "option_text": "", "slug": "verdun", **given}
    with pytest.raises(Refusal) as caught, sqlite.write_session() as session:
        games.insert_game(session, whole.pop("engine_code"), whole.pop("option_text"), now=now, **whole)
    assert refusal_code(caught) == code


def test_a_slug_is_taken_once(sqlite: Store, now: datetime) -> None:
    """The second game of a name is refused, and a misspelt name is answered with the nearest."""
    open_party(sqlite, now)
    with pytest.raises(Refusal, match="slug taken"):
        open_party(sqlite, now)
    with pytest.raises(Refusal) as caught, sqlite.read_session() as session:
        games.get_game(session, "verdum")
    assert caught.value.facts["near"] == ["verdun"]


@pytest.mark.parametrize("rules", [{"press": "loud"}, {"grace_hours": -1}, {"quiet": ("someday",)}, {"nmr": "hang"}])
def test_impossible_rules_are_refused(rules: dict[str, object]) -> None:
    """When they are made, not when they bite."""
    with pytest.raises(Refusal):
        Rules(**rules)  # type: ignore[arg-type]


def test_a_player_sits_once_and_a_full_game_is_full(sqlite: Store, now: datetime) -> None:
    """Joining twice, or where no seat is free."""
    party = start_party(sqlite, now)
    for address, code in (("red@example.org", "already seated"), ("late@example.org", "game full")):
        with pytest.raises(Refusal) as caught, sqlite.write_session() as session:
            seats.join_game(session, party.game(session), people.get_or_register_player(session, address, now), [], now)
        assert refusal_code(caught) == code


def test_lists_load_no_position(sqlite: Store, now: datetime) -> None:
    """What lists show comes without the state of any phase."""
    party = start_party(sqlite, now)
    with sqlite.read_session() as session:
        assert [g.slug for g in games.list_all_games(session)] == ["verdun"]
        phase = games.open_phases_by_game(session, [party.game_id])[party.game_id]
        assert "state" not in phase.__dict__
        assert phase.name == "R1"
    with sqlite.read_session() as session:
        assert all("state" not in p.__dict__ for p in games.list_phases(session, party.game(session)))


def test_the_first_phase_can_be_longer(sqlite: Store, now: datetime) -> None:
    """By the hours the rules give it, and the reason says so."""
    phase = start_party(sqlite, now, Rules(first_hours=24)).now_at()
    assert phase.deadline == now + timedelta(hours=72)
    assert reasons.parse_reasons(phase.deadline_why)[-1] == reasons.make_reason("first", span=timedelta(hours=24))
