"""Campaigns from their opening to their end, on both databases."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from sqlmodel import Session, select

from pbem.campaigns import opening, results, rounds, telling
from pbem.games import Refusal, games
from pbem.games.leading import master
from pbem.games.people import bans, people, privacy
from pbem.games.results import endings, result, votes
from pbem.games.results.result import How, Result
from pbem.games.rules import Rules
from pbem.games.waiting_for_yes import NEXT_SEASON
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Campaign, Game, Outbox, Player
from pbem.wording import ENGLISH
from tests.games.party import clock_at, somebody_plays


@dataclass
class Club:
    """A campaign and those in it."""

    store: Store
    now: datetime
    slug: str = "cup"

    def open(self, people_: int, **terms: object) -> None:
        with self.store.write_session() as session:
            known: dict[str, object] = {"kind": "league", "rounds": 2, "option_text": "PLAYERS 2", **terms}
            opening.create_campaign(session, "toy", slug=self.slug, title="The Cup", now=self.now, **known)  # type: ignore[arg-type]
        for number in range(people_):
            self.enter(f"p{number}@example.org")

    def enter(self, address: str) -> None:
        with self.store.write_session() as session:
            player = people.get_or_register_player(session, address, self.now)
            opening.enter_campaign(session, opening.get_campaign(session, self.slug), player, self.now)

    def start(self) -> None:
        with self.store.write_session() as session:
            rounds.start_campaign(session, opening.get_campaign(session, self.slug), None, self.now)

    def end(self, number: int, winner: int = 0) -> list[str]:
        """Ends all games of a round, the seat of that number winning; the slugs of the games."""
        with self.store.write_session() as session:
            campaign, ended = opening.get_campaign(session, self.slug), []
            for game in opening.list_campaign_games(session, campaign, number):
                codes = [seat.code for seat in games.list_game_seats(session, game)]
                ranks = {code: 1 if n == winner else 2 for n, code in enumerate(codes)}
                phase = games.find_current_phase(session, game)
                assert phase is not None
                somebody_plays(session, game, self.now)
                endings.finish_game(session, game, phase, Result(How.PLAYED, ranks), self.now)
                ended.append(game.slug)
        self.tick()
        return ended

    def tick(self) -> None:
        rounds.tick_campaigns(self.store, clock_at(self.now))

    def status(self) -> str:
        with self.store.read_session() as session:
            return opening.get_campaign(session, self.slug).status

    def tables(self, number: int) -> list[set[str]]:
        """Return who sits at each table of a round."""
        with self.store.read_session() as session:
            found = opening.list_campaign_games(session, opening.get_campaign(session, self.slug), number)
            return [
                {session.get_one(Player, s.player_id).address for s in games.list_game_seats(session, g)} for g in found
            ]


def test_a_league_plays_its_rounds_and_ends(store: Store, now: datetime) -> None:
    """Four players in three rounds of two: everybody meets everybody once, and the points add up."""
    club = Club(store, now)
    club.open(4, rounds=3)
    club.start()
    for number in (1, 2, 3):
        assert len(club.end(number)) == 2
    assert club.status() == "finished"
    met = Counter(frozenset(table) for number in (1, 2, 3) for table in club.tables(number))
    assert len(met) == 6 and set(met.values()) == {1}
    with store.read_session() as session:
        table = results.list_placings(session, opening.get_campaign(session, "cup"))
        assert sum(row.points for row in table) == 6 and sum(row.wins for row in table) == 6
        assert [row.place for row in table] == sorted(row.place for row in table)


def test_who_sits_out_gets_an_even_share(sqlite: Store, now: datetime) -> None:
    """Of five, one rests each round, never the same."""
    club = Club(sqlite, now)
    club.open(5, rounds=2)
    club.start()
    club.end(1)
    club.end(2)
    with sqlite.read_session() as session:
        table = results.list_placings(session, opening.get_campaign(session, "cup"))
        rests = [
            results.list_resting_players(session, opening.get_campaign(session, "cup"), number) for number in (1, 2)
        ]
        assert rests[0] != rests[1] and all(len(one) == 1 for one in rests)
    assert all(len(row.rounds) == 2 for row in table)
    assert sum(row.points for row in table) == 5


def test_a_knock_out_ends_with_one(store: Store, now: datetime) -> None:
    """Eight, four, two, one."""
    club = Club(store, now)
    club.open(8, kind="knockout", rounds=0)
    club.start()
    assert [len(club.end(number)) for number in (1, 2, 3)] == [4, 2, 1]
    assert club.status() == "finished"
    with store.read_session() as session:
        campaign = opening.get_campaign(session, "cup")
        assert [one.out_at is None for one in opening.list_entrants(session, campaign)].count(True) == 1
        table = results.list_placings(session, campaign)
        assert (table[0].wins, table[0].place) == (3, 1)


def test_a_game_called_off_knocks_nobody_out(store: Store, now: datetime) -> None:
    """It counts for nobody; the campaign goes on, with its players."""
    club = Club(store, now)
    club.open(4, kind="knockout", rounds=0)
    club.start()
    with store.write_session() as session:
        one, other = opening.list_campaign_games(session, opening.get_campaign(session, "cup"))
        win(session, one, "RED", now)
        stay = {seat.player_id for seat in games.list_game_seats(session, other)}
        stay |= {seat.player_id for seat in games.list_game_seats(session, one) if seat.code == "RED"}
        endings.end_as_cancelled(session, other, games.find_current_phase(session, other), now)
    club.tick()
    with store.read_session() as session:
        campaign = opening.get_campaign(session, "cup")
        assert {one.player_id for one in opening.list_playing_entrants(session, campaign)} == stay
        assert sum(row.points for row in results.list_placings(session, campaign) if row.wins == 0) == 0
    assert club.status() == "running"


def test_places_decide_who_goes_on_not_points(sqlite: Store, now: datetime) -> None:
    """However a game shares its points out."""
    club = Club(sqlite, now)
    club.open(4, kind="knockout", rounds=0)
    club.start()
    club.now = now - timedelta(days=1)  # looked at only once both games are over
    with sqlite.write_session() as session:
        one, other = opening.list_campaign_games(session, opening.get_campaign(session, "cup"))
        win(session, one, "RED", now)
        win(session, other, "RED", now)
        facts = {"how": "draw", "seats": ["BLU"], "ranks": {"RED": 2, "BLU": 1}}
        other.outcome = json.dumps({**facts, "scoring": "points", "scores": {"RED": "60", "BLU": "40"}})
        session.add(other)
        stay = {
            seat.player_id
            for game, code in ((one, "RED"), (other, "BLU"))
            for seat in games.list_game_seats(session, game)
            if seat.code == code
        }
    club.now = now
    club.tick()
    with sqlite.read_session() as session:
        assert {
            one.player_id for one in opening.list_playing_entrants(session, opening.get_campaign(session, "cup"))
        } == stay


def test_a_drawn_last_table_has_no_single_winner(store: Store, now: datetime) -> None:
    """Who shares it shares the first place of the knock-out, before all who went out, and nobody has won the game."""
    club = Club(store, now)
    club.open(4, kind="knockout", rounds=0)
    club.start()
    club.end(1)
    with store.write_session() as session:
        (game,) = opening.list_campaign_games(session, opening.get_campaign(session, "cup"), 2)
        for seat in games.list_game_seats(session, game):
            votes.cast_vote(session, seat, "draw", now)
    club.tick()
    assert club.status() == "finished"
    with store.read_session() as session:
        campaign = opening.get_campaign(session, "cup")
        rows = results.list_placings(session, campaign)
        assert [(row.place, row.wins) for row in rows] == [(1, 1), (1, 1), (3, 0), (3, 0)]
        assert len(opening.list_playing_entrants(session, campaign)) == 2
        assert results.list_campaign_leaders(session, campaign) == [row.player for row in rows[:2]]


def test_nobody_is_knocked_out_by_a_game_that_nobody_played(store: Store, now: datetime) -> None:
    """Though the silent lost their seats; a round that nobody played ends it, without a winner."""
    club = Club(store, now)
    club.open(4, kind="knockout", rounds=0, rules=Rules(grace_hours=0, open_after=1))
    club.start()
    for day in range(1, 12):
        clock.run_clock_tick(store, clock_at(now + timedelta(days=2 * day)))
    with store.read_session() as session:
        played = opening.list_campaign_games(session, opening.get_campaign(session, "cup"))
        assert [result.find_result(game) for game in played] == [Result(How.UNPLAYED)] * 2
        assert all(seat.player_id is None for game in played for seat in games.list_game_seats(session, game))
    club.now = now + timedelta(days=30)
    club.tick()
    with store.read_session() as session:
        campaign = opening.get_campaign(session, "cup")
        assert campaign.status == "finished"
        assert len(opening.list_playing_entrants(session, campaign)) == 4
        assert telling.campaign_lead(session, campaign, ENGLISH) == "The Cup is over. Nobody played in it."


def test_a_last_table_that_everybody_left_ends_it(store: Store, now: datetime) -> None:
    """The same people would be seated at it for ever; both of them stay first."""
    club = last_table(store, now)
    with store.write_session() as session:
        (game,) = opening.list_campaign_games(session, opening.get_campaign(session, "cup"), 2)
        phase = games.find_current_phase(session, game)
        assert phase is not None
        endings.end_as_abandoned(session, game, phase, now)
    club.tick()
    assert club.status() == "finished"
    with store.read_session() as session:
        assert [row.place for row in results.list_placings(session, opening.get_campaign(session, "cup"))] == [
            1,
            1,
            3,
            3,
        ]


def test_a_last_table_is_called_off_once_and_played_again(store: Store, now: datetime) -> None:
    """Called off for the second time it ends the knock-out, and everybody is told."""
    club = last_table(store, now)
    for number, status in ((2, "running"), (3, "finished")):
        with store.write_session() as session:
            (game,) = opening.list_campaign_games(session, opening.get_campaign(session, "cup"), number)
            master.cancel_game(session, game, None, now)
        club.tick()
        assert club.status() == status
    assert club.tables(2) == club.tables(3)
    with store.read_session() as session:
        campaign = opening.get_campaign(session, "cup")
        assert (
            len(opening.list_campaign_games(session, campaign)) == 4
            and len(opening.list_playing_entrants(session, campaign)) == 2
        )
        told = [key for key in letters(session, "campaign") if key.startswith(f"campaign:{campaign.id}:end")]
        assert len(told) == 4


def last_table(store: Store, now: datetime) -> Club:
    """A knock-out of as many rounds as it takes, whose last table has two of four."""
    club = Club(store, now)
    club.open(4, kind="knockout", rounds=0)
    club.start()
    club.end(1)
    return club


def test_whoever_went_out_stands_behind_who_stayed_in(now: datetime) -> None:
    """Whatever points they had; those still in are not placed by them yet."""
    much, little = results.Share(Fraction(9), Fraction(3)), results.Share(Fraction(1), Fraction(0))
    rows = results.place_players(
        {1: [much], 2: [little], 3: [much], 4: [much]}, 0, {1: now, 3: now + timedelta(days=1)}
    )
    assert [(row.player, row.place) for row in rows] == [(4, 1), (2, 1), (3, 3), (1, 4)]


def test_to_sit_out_neither_helps_nor_costs_a_place() -> None:
    """It counts as an even part of the wins as well, where points are equal."""
    half = Fraction(1, 2)
    won, lost = results.Share(Fraction(1), Fraction(1)), results.Share(Fraction(0), Fraction(0))
    rows = results.place_players({1: [won, lost], 2: [results.Share(half, half), results.Share(half, half)]}, 0)
    assert [(row.place, row.wins) for row in rows] == [(1, 1), (1, 0)]


@pytest.mark.parametrize("gone", ["banned", "forgotten"])
def test_who_is_gone_sits_at_no_table(store: Store, now: datetime, gone: str) -> None:
    """Neither does anybody wait for his answer, nor does he lead it."""
    club = Club(store, now)
    club.open(3, rounds=3)
    with store.write_session() as session:
        campaign, player = (
            opening.get_campaign(session, "cup"),
            people.get_or_register_player(session, "p0@example.org", now),
        )
        campaign.master_id = player.id
        session.add(campaign)
        session.flush()
        bans.ban_player(session, player, now) if gone == "banned" else privacy.forget_player(session, player, now)
        assert opening.get_campaign(session, "cup").master_id is None
    club.start()
    assert club.tables(1) == [{"p1@example.org", "p2@example.org"}]


def test_a_name_that_is_taken_stops_no_round(store: Store, now: datetime) -> None:
    """Anybody may open a game that is called like one to come."""
    with store.write_session() as session:
        games.insert_game(session, "toy", "PLAYERS 2", slug="cup-2-1", now=now)
    club = Club(store, now)
    club.open(2, rounds=2)
    club.start()
    club.end(1)
    with store.read_session() as session:
        assert [
            game.slug for game in opening.list_campaign_games(session, opening.get_campaign(session, "cup"), 2)
        ] == ["cup-2-1-2"]


def test_names_that_are_kept_are_kept_at_the_end(sqlite: Store, now: datetime) -> None:
    """Neither the page nor the secret of the draws tells who held what."""
    club = Club(sqlite, now)
    club.open(2, rounds=1, rules=Rules(anonymous=True, names="kept"))
    club.start()
    club.end(1)
    with sqlite.read_session() as session:
        campaign, say = opening.get_campaign(session, "cup"), ENGLISH
        (game,) = opening.list_campaign_games(session, campaign)
        assert campaign.status == "finished"
        assert telling.describe_table_players(session, game, say) == say("campaign hidden")
        assert telling.disclosed_secret(campaign) == ""


def test_two_entrants_who_are_one_person(store: Store, now: datetime) -> None:
    """What one of them sat out goes with him."""
    club = Club(store, now)
    club.open(3, rounds=3)
    club.start()
    with store.write_session() as session:
        (rested,) = results.list_resting_players(session, opening.get_campaign(session, "cup"), 1)
        gone = session.get_one(Player, rested)
        other = next(
            e for e in opening.list_entrants(session, opening.get_campaign(session, "cup")) if e.player_id != rested
        )
        privacy.merge_players(session, gone, session.get_one(Player, other.player_id))
        assert len(opening.list_entrants(session, opening.get_campaign(session, "cup"))) == 2


def test_a_duplicate_compares_who_held_the_same_seat(sqlite: Store, now: datetime) -> None:
    """The second seat wins at one table only: its holder has beaten the one at the other table."""
    club = Club(sqlite, now)
    club.open(4, kind="duplicate", rounds=1)
    club.start()
    with sqlite.write_session() as session:
        one, other = opening.list_campaign_games(session, opening.get_campaign(session, "cup"))
        for game, winner in ((one, "RED"), (other, "BLU")):
            win(session, game, winner, now)
    club.tick()
    with sqlite.read_session() as session:
        points = sorted(row.points for row in results.list_placings(session, opening.get_campaign(session, "cup")))
    assert points == [0, 0, 1, 1]


def win(session: Session, game: Game, winner: str, now: datetime) -> None:
    phase = games.find_current_phase(session, game)
    assert phase is not None
    somebody_plays(session, game, now)
    ranks = {code: 1 if code == winner else 2 for code in ("RED", "BLU")}
    endings.finish_game(session, game, phase, Result(How.PLAYED, ranks), now)


def test_a_series_goes_on_with_those_who_say_yes(store: Store, now: datetime) -> None:
    """All are asked; the next season opens once all have answered, and newcomers may take the places of others."""
    club = Club(store, now)
    club.open(2, kind="series", rounds=0)
    club.start()
    club.end(1)
    assert club.status() == "asking"
    answer(store, "p0@example.org", True, now)
    club.tick()
    assert club.status() == "asking"
    answer(store, "p1@example.org", False, now)
    club.tick()
    assert club.status() == "asking", "one player is no table"
    club.enter("new@example.org")
    club.tick()
    assert club.status() == "running"
    assert club.tables(2) == [{"p0@example.org", "new@example.org"}]


def test_who_does_not_answer_does_not_hold_up_a_series(sqlite: Store, now: datetime) -> None:
    """After a week it goes on without him, or ends if nobody plays."""
    club = Club(sqlite, now)
    club.open(2, kind="series", rounds=0)
    club.start()
    club.end(1)
    club.now = now + NEXT_SEASON
    club.tick()
    assert club.status() == "finished"


def answer(store: Store, address: str, plays: bool, now: datetime) -> None:
    with store.write_session() as session:
        opening.answer_next_season(
            session,
            opening.get_campaign(session, "cup"),
            people.get_or_register_player(session, address, now),
            plays,
            now,
        )


def test_the_weekly_letter_comes_once_a_week(sqlite: Store, now: datetime) -> None:
    """However often the clock looks."""
    club = Club(sqlite, now)
    club.open(2)
    club.start()
    for hours in (0, 24, 7 * 24, 7 * 24 + 1, 13 * 24, 14 * 24):
        club.now = now + timedelta(hours=hours)
        club.tick()
        club.tick()
    with sqlite.read_session() as session:
        sent = letters(session, "campaign")
    assert len(sent) == 2 * 2


def letters(session: Session, kind: str) -> list[str]:
    return list(session.exec(select(Outbox.key).where(Outbox.kind == kind)))


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"kind": "war"}, "bad campaign"),
        ({"rounds": 0}, "bad campaign"),
        ({"rounds": 99}, "bad campaign"),
        ({"pace": "sometimes"}, "bad pace"),
        ({"option_text": "PLAYERS 99"}, "bad options"),
        ({"slug": "x" * 35}, "bad slug"),
    ],
)
def test_what_cannot_be_a_campaign_is_refused(
    sqlite: Store, now: datetime, terms: dict[str, object], code: str
) -> None:
    """Each fault has its own code."""
    whole: dict[str, object] = {"kind": "league", "rounds": 2, "slug": "cup", **terms}
    with pytest.raises(Refusal) as caught, sqlite.write_session() as session:
        opening.create_campaign(session, "toy", title="The Cup", now=now, **whole)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_who_may_do_what(sqlite: Store, now: datetime) -> None:
    """A league is closed once it runs; nobody enters twice; only its master starts it; it needs a table."""
    club = Club(sqlite, now)
    club.open(1)
    with pytest.raises(Refusal, match="too few"):
        club.start()
    with pytest.raises(Refusal, match="entered"):
        club.enter("p0@example.org")
    club.enter("p1@example.org")
    with pytest.raises(Refusal, match="not the master"), sqlite.write_session() as session:
        rounds.start_campaign(
            session,
            opening.get_campaign(session, "cup"),
            people.get_or_register_player(session, "p1@example.org", now),
            now,
        )
    club.start()
    with pytest.raises(Refusal, match="closed"):
        club.enter("p2@example.org")


def test_draws_can_be_drawn_again(sqlite: Store, now: datetime) -> None:
    """With the secret that was committed to, from who entered and who met before."""
    club = Club(sqlite, now)
    club.open(4, rounds=3)
    club.start()
    club.end(1)
    with sqlite.read_session() as session:
        campaign: Campaign = opening.get_campaign(session, "cup")
        players = [one.player_id for one in opening.list_entrants(session, campaign)]
        drawn = rounds.draw_round_tables(session, campaign, 2, players)
        held = [
            {s.code: s.player_id for s in games.list_game_seats(session, g)}
            for g in opening.list_campaign_games(session, campaign, 2)
        ]
    assert [dict(table) for table in drawn.tables] == held


def test_a_campaign_has_so_many_players_and_no_more(
    sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tables are drawn while others wait. Who leaves makes room."""
    monkeypatch.setattr(opening, "MOST_ENTRANTS", 2)
    club = Club(sqlite, now)
    club.open(2)
    with pytest.raises(Refusal, match="campaign full"):
        club.enter("late@example.org")
    with sqlite.write_session() as session:
        found = opening.get_campaign(session, "cup")
        opening.leave_campaign(session, found, people.get_or_register_player(session, "p0@example.org", now), now)
    club.enter("late@example.org")
