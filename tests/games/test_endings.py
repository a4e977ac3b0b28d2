"""How games end, and what that is worth."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from pbem.campaigns import results
from pbem.documents import game_summary
from pbem.games import Refusal, games, rules
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.results import endings, ratings, result, standings, votes
from pbem.games.results.result import How, Result
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.storage.database import Store
from pbem.wording import Tongue
from tests.games.party import Party, letter_data, open_party, somebody_plays, start_party

HOUR = timedelta(hours=1)


def powers(store: Store, now: datetime, rules: Rules, options: str = "") -> Party:
    """A game of Diplomacy that has begun."""
    with store.write_session() as session:
        game = games.insert_game(session, "diplomacy", options, slug="seven", rules=rules, now=now)
        for seat in games.list_game_seats(session, game):
            person = people.get_or_register_player(session, f"{seat.code}@example.org".lower(), now, seat.label)
            seats.join_game(session, game, person, [seat.code], now)
        return Party(store, game.id)


def process_phases(party: Party, now: datetime, until: str = "") -> None:
    """Resolves phases until one of that name, or the end; nobody orders anything but in the first."""
    with party.store.write_session() as session:
        somebody_plays(session, party.game(session), now)
    while party.status() == "running" and party.now_at().name != until:
        with party.store.write_session() as session:
            master.process_phase(session, party.game(session), None, now)


def outcome(party: Party) -> dict[str, Any]:
    with party.store.read_session() as session:
        found: dict[str, Any] = json.loads(party.game(session).outcome)
        return found


def test_what_an_end_would_be_worth_now(sqlite: Store, now: datetime) -> None:
    """By the sum of squares Russia's four centres count 16 of 70."""
    party = powers(sqlite, now, Rules(scoring="sum-of-squares"))
    with sqlite.read_session() as session:
        found = {one.seat: one for one in endings.list_payoffs(session, party.game(session), party.phase(session))}
    assert found["RUSSIA"].drawn == Fraction(1600, 70)
    assert found["TURKEY"].drawn == Fraction(900, 70)
    assert {one.won for one in found.values()} == {100}


def test_a_concession_is_worth_a_victory(store: Store, now: datetime) -> None:
    party = powers(store, now, Rules(scoring="tribute"))
    with store.write_session() as session:
        for seat in games.list_game_seats(session, party.game(session)):
            if party.status() == "running" and seat.code != "ITALY":
                votes.cast_vote(session, seat, "concede Italy", now)
    with store.read_session() as session:
        ended = result.find_result(party.game(session))
    assert ended and ended.scoring == "tribute"
    assert ended.scores.pop("ITALY") == 100
    assert {*ended.scores.values()} == {0}


@pytest.mark.parametrize("scoring", ["draw-size", "sum-of-squares", "c-diplo", "carnage", "tribute"])
def test_a_draw_of_two_is_scored_for_two(sqlite: Store, now: datetime, scoring: str) -> None:
    """Whoever it leaves out, by his own vote, has less than each who shares it, in every system; and nobody has won."""
    party = powers(sqlite, now, Rules(scoring=scoring, draws="any"))
    with sqlite.write_session() as session:
        for seat in games.list_game_seats(session, party.game(session)):
            votes.cast_vote(session, seat, "draw Austria England", now)
    with sqlite.read_session() as session:
        ended, game = result.find_result(party.game(session)), party.game(session)
        won = [
            gain
            for seat in games.list_game_seats(session, game)
            if (gain := results.find_gain(game, seat)) and gain.won
        ]
    assert ended
    sharers = [ended.scores.pop("AUSTRIA"), ended.scores.pop("ENGLAND")]
    assert min(sharers) > max(ended.scores.values())
    assert won == []


def test_who_stands_first_in_the_last_year_has_not_won_alone(sqlite: Store, now: datetime) -> None:
    """Played to its last year Diplomacy ends in a draw of all who are left, as its scoring goes: nobody has 18.
    Sentence, ranks and scores say the same."""
    party = powers(sqlite, now, Rules(), "END 1901")
    process_phases(party, now)
    found = outcome(party)
    assert (found["how"], len(found["seats"]), {*found["ranks"].values()}) == ("time", 7, {1})
    assert set(found["scores"].values()) == {"100/7"}


@pytest.mark.parametrize(
    ("scoring", "counts", "first"),
    [("tribute", "points", ["RUSSIA"]), ("tribute", "draw", None), ("draw-size", "points", None)],
)
def test_the_last_year_of_the_rules(
    store: Store, now: datetime, scoring: str, counts: Any, first: list[str] | None
) -> None:
    """The game is over when its next year would begin; the phase that begins it is kept. The size of a draw cannot tell
    who stands first, so that all share it."""
    party = powers(store, now, Rules(ends_after=1901, end_counts=counts, scoring=scoring))
    process_phases(party, now)
    found, last = outcome(party), party.now_at()
    assert (found["how"], last.name, last.deadline) == ("time", "S1902M", None)
    assert found["seats"] == first or (first is None and len(found["seats"]) == 7)


def test_rounds_are_counted_as_the_game_calls_them(sqlite: Store, now: datetime) -> None:
    """Without standings all who are left share it."""
    party = start_party(sqlite, now, Rules(ends_after=1))
    for code in ("RED", "BLU"):
        party.submit(code, "BID 1", now)
        party.ready(code, now)
    party.close(now)
    assert outcome(party)["seats"] == ["RED", "BLU"]


@pytest.mark.parametrize(("rules", "options"), [(Rules(), "END 1901"), (Rules(ends_after=1901), "")])
def test_nobody_won_a_game_that_nobody_played(store: Store, now: datetime, rules: Rules, options: str) -> None:
    """Neither by its own last year nor by that of its rules: page, letter, scores and campaigns say so."""
    party = powers(store, now, rules, options)
    for day in range(1, 30):
        if party.status() == "running":
            party.close(now + day * 100 * HOUR)
    assert outcome(party) == {"how": "unplayed", "ranks": {}, "seats": []}
    letter = party.letters("finished", "RUSSIA")[0]
    with store.read_session() as session:
        game = party.game(session)
        assert [results.find_gain(game, seat) for seat in games.list_game_seats(session, game)] == [None] * 7
        assert (result.find_result(game), ratings.list_rated_players(session, game)) == (Result(How.UNPLAYED), [])
        english, french = (game_summary.find_game_ending(session, game, say) for say in (Tongue("en"), Tongue("fr")))
    assert letter_data(letter)["how"] == "unplayed"
    assert english == game_summary.Ending("Nobody played this game.", (), False)
    assert french == game_summary.Ending("Personne n'a joué cette partie.", (), False)


def test_a_single_turn_is_enough_to_have_played(sqlite: Store, now: datetime) -> None:
    party = powers(sqlite, now, Rules(scoring="tribute", ends_after=1901))
    process_phases(party, now)
    assert outcome(party)["seats"] == ["RUSSIA"]


def test_a_game_that_nobody_plays_is_not_scored(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now)
    with sqlite.write_session() as session:
        endings.end_as_abandoned(session, party.game(session), party.phase(session), now)
        assert result.find_result(party.game(session)) == Result(How.ABANDONED)


def test_a_system_of_another_game_is_refused(sqlite: Store, now: datetime) -> None:
    with pytest.raises(Refusal, match="bad rule"):
        open_party(sqlite, now, Rules(scoring="carnage"))


def test_standings_of_phases_that_were_undone_do_not_count(sqlite: Store, now: datetime) -> None:
    """Who was out for a while, and is in again after a rollback, was never out."""
    party = powers(sqlite, now, Rules())
    process_phases(party, now, "F1901M")
    with sqlite.write_session() as session:
        game, phase = party.game(session), party.phase(session)
        phase.standings = json.dumps(json.loads(phase.standings) | {"ITALY": 0})
        session.add(phase)
        session.flush()
        assert endings.last_year_by_seat(session, game, phase) == {"ITALY": 1901}
        master.roll_back_game(session, game, None, 1, now)
        assert endings.last_year_by_seat(session, game, party.phase(session)) == {}
        assert standings.load_figures([party.phase(session)])[0]["ITALY"] == 3


def test_rules_of_an_end_are_sentences() -> None:
    text = "SCORING carnage\nLAST 1907\nCOUNTS draw\nVOTES open\nDIARIES closed\nNAMES kept\nRATED OFF"
    found = rules.parse_rules(text, ())
    wanted = replace(
        Rules(),
        scoring="carnage",
        ends_after=1907,
        end_counts="draw",
        votes="open",
        diaries="closed",
        names="kept",
        rated=False,
    )
    assert found == wanted
    assert rules.parse_rules("\n".join(rules.format_rules(found, (), Rules())), ()) == wanted
