"""Ratings: they follow from the games alone, in the order of their ends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import select

from pbem.documents import game_summary
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.results import endings, ratings, votes
from pbem.games.results.result import How
from pbem.games.rules import USUAL, Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Player, Rating
from tests.games.party import Party, clock_at, start_party
from tests.size import size

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
RUNS = count(1)
"""Every example adds games of its own to those of the others."""


def play_conceded_game(
    store: Store, slug: str, winner: str, begins: datetime, ends: datetime, rules: Rules = USUAL
) -> Party:
    """A game of the same two people that one of them concedes."""
    party = start_party(store, begins, rules, slug=slug)
    with store.write_session() as session:
        other = "BLU" if winner == "RED" else "RED"
        votes.cast_vote(session, party.seat(session, other), f"concede {winner}", ends)
    return party


def list_rating_rows(store: Store) -> list[tuple[object, ...]]:
    with store.read_session() as session:
        rows = session.exec(select(Rating)).all()
        return sorted((r.number, r.game_id, r.scope, r.player_id, r.weight, r.mu, r.sigma, r.games) for r in rows)


def catch_up(store: Store) -> int:
    with store.write_session() as session:
        return ratings.catch_up_ratings(session)


def test_the_winner_rises_and_less_is_uncertain(store: Store, now: datetime) -> None:
    """For the engine and for all games; a game is rated once."""
    play_conceded_game(store, "one", "RED", now, now + DAY)
    assert catch_up(store) == 4
    assert catch_up(store) == 0
    with store.read_session() as session:
        for scope in ("", "toy"):
            first, second = ratings.list_ranked_players(session, scope)
            assert (first.player.name, second.player.name) == ("Red", "Blue")
            assert first.strength.mu > 25 > second.strength.mu
            assert first.strength.sigma < ratings.SIGMA
        assert ratings.list_rating_scopes(session) == ["toy"]
        assert ratings.list_rating_differences(session) == []


@pytest.mark.slow
@pytest.mark.proof
@settings(max_examples=size(3, 8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(range(4)), st.lists(st.sampled_from(["RED", "BLU"]), min_size=4, max_size=4))
def test_however_they_are_noticed_they_follow_from_the_games(
    sqlite: Store, now: datetime, order: Sequence[int], winners: Sequence[str]
) -> None:
    """A game that ended before one already rated puts right what came after it: the same as from nothing."""
    fresh = f"run-{next(RUNS)}"
    for nth in order:
        play_conceded_game(sqlite, f"{fresh}-{nth}", winners[nth], now, now + (nth + 1) * DAY)
        catch_up(sqlite)
    with sqlite.read_session() as session:
        assert ratings.list_rating_differences(session) == []
    found = list_rating_rows(sqlite)
    with sqlite.write_session() as session:
        ratings.forget_ratings(session)
    catch_up(sqlite)
    assert list_rating_rows(sqlite) == found


def test_a_game_taken_back_after_its_end_is_not_rated(sqlite: Store, now: datetime) -> None:
    """And those after it are rated as if it had not been."""
    first = play_conceded_game(sqlite, "one", "RED", now, now + DAY)
    play_conceded_game(sqlite, "two", "RED", now, now + 2 * DAY)
    catch_up(sqlite)
    with sqlite.write_session() as session:
        game = first.game(session)
        game.status, game.finished_at, game.outcome = "running", None, ""
        session.add(game)
    catch_up(sqlite)
    assert {row[:2] for row in list_rating_rows(sqlite)} == {(1, first.game_id + 1)}
    with sqlite.read_session() as session:
        assert ratings.list_rating_differences(session) == []


def test_who_took_less_than_half_of_the_turns_is_not_rated(store: Store, now: datetime) -> None:
    """Nor is anybody rated against them: of a game that nobody played nothing is kept."""
    party = start_party(store, now, Rules(grace_hours=0, open_after=0), slug="alone")
    for n in range(3):
        party.submit("RED", "BID 1", now + 48 * n * HOUR)
        clock.run_clock_tick(store, clock_at(now + 48 * (n + 1) * HOUR))
    with store.write_session() as session:
        endings.end_as_agreed(
            session, party.game(session), party.phase(session), How.DRAW, ["RED", "BLU"], now + 7 * DAY
        )
    assert catch_up(store) == 0


def test_turns_that_a_rollback_has_undone_make_nobody_unfair(sqlite: Store, now: datetime) -> None:
    """Blue missed three turns that were taken back, and gave the one that stood."""
    party = start_party(sqlite, now, Rules(grace_hours=0, open_after=0), slug="back")
    for n in range(3):
        party.submit("RED", "BID 1", now + 48 * n * HOUR)
        clock.run_clock_tick(sqlite, clock_at(now + 48 * (n + 1) * HOUR))
    again = now + 7 * DAY
    with sqlite.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 1, again)
    for code in ("RED", "BLU"):
        party.submit(code, "BID 1", again)
    clock.run_clock_tick(sqlite, clock_at(again + 48 * HOUR))
    with sqlite.write_session() as session:
        assert ratings.mostly_absent_players(session, party.game(session)) == set()


def test_bots_and_unrated_games_are_left_out(sqlite: Store, now: datetime) -> None:
    play_conceded_game(sqlite, "friends", "RED", now, now + DAY, Rules(rated=False))
    party = start_party(sqlite, now, slug="bots")
    with sqlite.write_session() as session:
        seats.replace_holder(session, party.game(session), "BLU", people.get_bot(session, "random", 1, now), now)
        votes.cast_vote(session, party.seat(session, "RED"), "draw", now + DAY)
    assert party.status() == "finished"
    assert catch_up(sqlite) == 0


def test_who_took_a_seat_over_is_rated_for_his_part_of_the_game(sqlite: Store, now: datetime) -> None:
    """He held Blue in one of two phases, and moves half as far as he would have."""
    party = start_party(sqlite, now, slug="heir")
    for code in ("RED", "BLU"):
        party.submit(code, "BID 1", now)
        party.ready(code, now)
    with sqlite.write_session() as session:
        heir = people.get_or_register_player(session, "heir@example.org", now, "Heir")
        seats.replace_holder(session, party.game(session), "BLU", heir, now + HOUR)
    party.close(now + 2 * HOUR)
    if party.now_at().number == 1:
        party.ready("BLU", now + 2 * HOUR)
        party.close(now + 2 * HOUR)
    with sqlite.write_session() as session:
        votes.cast_vote(session, party.seat(session, "BLU"), "concede RED", now + DAY)
    catch_up(sqlite)
    with sqlite.read_session() as session:
        red, heir_ = ratings.list_ranked_players(session)
        alone = ratings.rate_game([ratings.RatedPlayer(1, 1, 1), ratings.RatedPlayer(2, 2, 1)], {})
        assert heir_.player.name == "Heir"
        assert red.strength.mu == alone[1].mu
        assert heir_.strength.mu == 25 + (alone[2].mu - 25) / 2


def test_people_without_a_name_are_not_named_by_their_address(sqlite: Store, now: datetime) -> None:
    """A list never shows an address."""
    play_conceded_game(sqlite, "one", "RED", now, now + DAY)
    catch_up(sqlite)
    with sqlite.write_session() as session:
        for player in session.exec(select(Player)):
            player.name = player.address
            session.add(player)
    with sqlite.read_session() as session:
        lines = [game_summary.describe_rating_line(one) for one in ratings.list_ranked_players(session)]
    assert len(lines) == 2
    assert not any("@" in line for line in lines)
