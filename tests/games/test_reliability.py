"""Reliability figures: whose a turn is, what counts, and who may play by them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.games import Refusal
from pbem.games.people import people
from pbem.games.results import endings, ratings, reliability, votes
from pbem.games.results.reliability import ReliabilityFigures
from pbem.games.rules import Rules
from pbem.games.seating import seat_lottery, seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Player
from tests.games.party import Party, clock_at, open_party, start_party

DAY = timedelta(days=1)
PLAIN = Rules(grace_hours=0, open_after=0)


def known_figures(store: Store, address: str, now: datetime) -> ReliabilityFigures:
    with store.write_session() as session:
        return reliability.reliability_figures(session, people.get_or_register_player(session, address, now))


def play_phase(party: Party, now: datetime, *codes: str) -> datetime:
    """One phase in which these send orders in time; when it is over."""
    for code in codes:
        party.submit(code, "BID 1", now)
    later = now + 3 * DAY
    clock.run_clock_tick(party.store, clock_at(later))
    return later


def test_turns_count_for_whoever_held_the_seat(store: Store, now: datetime) -> None:
    """What was missed before stays the predecessor's, who left; the successor is credited for taking over."""
    party = start_party(store, now, PLAIN, players=3)
    later = play_phase(party, now, "RED")
    with store.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "BLU"), later)
        new = people.get_or_register_player(session, "new@example.org", later)
        seats.join_game(session, party.game(session), new, ["BLU"], later)
    play_phase(party, later, "RED", "BLU", "GRN")
    red, blue, new_ = (known_figures(store, f"{name}@example.org", now) for name in ("red", "blue", "new"))
    assert (red.in_time, red.percent, red.rescued, red.left) == (red.turns, 100, 0, 0) and red.turns > 1
    assert (blue.turns, blue.in_time, blue.percent, blue.left) == (1, 0, 0, 1)
    assert (new_.in_time, new_.rescued, new_.left) == (new_.turns, 1, 0)
    green = known_figures(store, "green@example.org", now)
    assert green.in_time == green.turns - 1


def test_an_anonymous_game_counts_once_it_is_over(sqlite: Store, now: datetime) -> None:
    """Or somebody could watch the figures move and know who plays."""
    party = start_party(sqlite, now, Rules(grace_hours=0, anonymous=True))
    later = play_phase(party, now)
    assert known_figures(sqlite, "red@example.org", now) == ReliabilityFigures()
    with sqlite.write_session() as session:
        assert reliability.list_players_by_name(session, "red") == []
        endings.end_as_abandoned(session, party.game(session), party.phase(session), later)
    assert known_figures(sqlite, "red@example.org", now).turns == 1
    with sqlite.read_session() as session:
        assert [one.name for one in reliability.list_players_by_name(session, "RE")] == ["Red"]


def test_a_game_that_keeps_names_counts_for_nobody(sqlite: Store, now: datetime) -> None:
    """Its players stood on a page each, with the game, once it was over; and in the list of ratings."""
    party = start_party(sqlite, now, Rules(grace_hours=0, anonymous=True, names="kept"))
    later = play_phase(party, now)
    with sqlite.write_session() as session:
        votes.cast_vote(session, party.seat(session, "BLU"), "concede RED", later)
        assert party.game(session).status == "finished"
        assert reliability.list_shown_games(session, party.player(session, "RED")) == []
        assert ratings.catch_up_ratings(session) == 0
    assert known_figures(sqlite, "red@example.org", now) == ReliabilityFigures()
    with sqlite.read_session() as session:
        assert reliability.list_players_by_name(session, "RE") == []


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (Rules(reliable_percent=80, reliable_turns=1), "not reliable"),
        (Rules(reliable_percent=80, reliable_turns=9, newcomers=False), "too new"),
        (Rules(reliable_percent=80, reliable_turns=9), ""),
        (Rules(reliable_percent=0, reliable_turns=9, newcomers=False), ""),
    ],
)
def test_a_game_asks_for_reliability(sqlite: Store, now: datetime, rules: Rules, why: str) -> None:
    """Of so many turns so many in time; whoever had fewer is a newcomer, who is admitted or not."""
    later = play_phase(start_party(sqlite, now, PLAIN), now)
    party = open_party(sqlite, later, rules, slug="strict")
    with sqlite.write_session() as session:
        game, red = party.game(session), people.get_or_register_player(session, "red@example.org", later)
        if why:
            with pytest.raises(Refusal, match=why):
                seat_lottery.join_or_wait(session, game, red, [], later)
        else:
            assert seat_lottery.join_or_wait(session, game, red, [], later)


@pytest.mark.parametrize("name", ["r", "@", "red@example.org", "%", ""])
def test_nobody_is_found_by_an_address_or_by_a_letter_of_his_name(sqlite: Store, now: datetime, name: str) -> None:
    start_party(sqlite, now)
    with sqlite.write_session() as session:
        session.add(Player(address="x@example.org", name="red@example.org", created_at=now))
        session.flush()
        assert reliability.list_players_by_name(session, name) == []
