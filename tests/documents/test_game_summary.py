"""A game as a whole, in words: its end, its votes, its ledger. No codes, no ranks as numbers, nobody's address."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.documents import game_summary, timetable
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.results import endings, result, votes
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Player
from pbem.wording import ENGLISH
from tests.games.party import Party, clock_at, start_party

pytestmark = pytest.mark.usefixtures("toy")
HOUR = timedelta(hours=1)
NAMES = {"RED": "Red", "BLU": "Blue", "GRN": "Green"}


@pytest.mark.parametrize(
    ("facts", "sentence", "places"),
    [
        (
            {"how": "played", "seats": ["BLU"], "ranks": {"BLU": 1, "GRN": 2, "RED": 2}},
            "The game is over: Blue won it.",
            (("First", "Blue"), ("Second", "Red and Green")),
        ),
        (
            {"how": "played", "seats": ["BLU", "RED"], "ranks": {"BLU": 1, "GRN": 3, "RED": 1}},
            "The game is over: Red and Blue share the first place.",
            (("First", "Red and Blue"), ("Third", "Green")),
        ),
        (
            {"how": "draw", "seats": ["RED", "BLU"], "ranks": {"BLU": 1, "GRN": 2, "RED": 1}},
            "The game is over: the survivors agreed on a draw of Red and Blue.",
            (),
        ),
        (
            {"how": "concession", "seats": ["RED"], "ranks": {"BLU": 2, "GRN": 2, "RED": 1}},
            "The game is over: it was conceded to Red.",
            (),
        ),
        ({"how": "abandoned", "seats": [], "ranks": {}}, "The game is over: nobody was left to play it.", ()),
        ({"how": "unplayed", "seats": [], "ranks": {}}, "Nobody played this game.", ()),
    ],
)
def test_an_end_is_told_in_words(facts: dict[str, object], sentence: str, places: tuple[tuple[str, str], ...]) -> None:
    found = game_summary.describe_ending(result.parse_result(facts), NAMES)
    assert (found.sentence, found.places) == (sentence, places)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw RED BLU", "a draw, shared by Red and Blue"),
        ("draw RED", "that Red wins alone"),
        ("draw", "a draw"),
        ("concede BLU", "to concede the game to Blue"),
        ("extend 24h", "1 day more"),
        ("extend 90m", "90 minutes more"),
        ("extend 36h", "36 hours more"),
    ],
)
def test_what_is_voted_on_is_told_in_words(text: str, words: str) -> None:
    assert game_summary.describe_proposal(text, NAMES) == words


def ledger(party: Party) -> list[str]:
    with party.store.read_session() as session:
        lines = game_summary.describe_ledger(session, party.game(session), lambda at: f"{at:%d %B}")
        return [line.text for line in lines]


@pytest.mark.parametrize(
    ("pace", "zone", "words"),
    [
        ("48h", "UTC", "2 days after a phase begins"),
        ("daily 20:00", "Europe/Paris", "every day at 20:00 in Paris"),
        ("mon,thu 18:00", "UTC", "every Monday and Thursday at 18:00 UTC"),
        ("daily 20:00; bidding 90m", "UTC", "every day at 20:00 UTC; bidding: 90 minutes after a phase begins"),
    ],
)
def test_when_orders_are_due_is_told_in_words(sqlite: Store, now: datetime, pace: str, zone: str, words: str) -> None:
    party = start_party(sqlite, now)
    with sqlite.read_session() as session:
        game = party.game(session)
        game.pace, game.zone = pace, zone
        assert timetable.describe_game_pace(game) == words


def test_the_manners_of_a_game_are_told(sqlite: Store, now: datetime) -> None:
    """In all phases is what goes without saying."""
    told = []
    for n, rules in enumerate((Rules(), Rules(press="none"), Rules(press_kinds=("bid",)))):
        party = start_party(sqlite, now, rules, slug=f"game-{n}")
        with sqlite.read_session() as session:
            told.append(game_summary.describe_press_times(party.game(session)))
    assert told == ["", "Players do not write to each other.", "Players write to each other only during: bid."]


def test_the_ledger_is_prose(sqlite: Store, now: datetime) -> None:
    """Every act there is; what only names a thing by its code is told by its name."""
    party = start_party(sqlite, now, Rules(grace_hours=0))
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    later = now + 49 * HOUR
    with sqlite.write_session() as session:
        game = party.game(session)
        host = session.get_one(Player, game.master_id)
        master.extend_deadline(session, game, host, 24 * HOUR, later)
        master.pause_game(session, game, host, later)
        master.resume_game(session, game, host, later + HOUR)
        master.correct_orders(session, game, host, party.seat(session, "BLU"), "BID 1", later)
        master.readdress_seat(session, game, host, party.seat(session, "BLU"), later)
        master.replace_player(
            session, game, host, "BLU", people.get_or_register_player(session, "new@example.org", later), later
        )
        master.process_phase(session, game, None, later)
        master.roll_back_game(session, game, host, 1, later)
        seats.leave_seat_vacant(session, party.seat(session, "BLU"), later)
        votes.cast_vote(session, party.seat(session, "RED"), "draw", later)
    told = ledger(party)
    assert "The game master gave Blue to another player." in told
    assert told[1:4] == ["Red has a player.", "Blue has a player.", "The game began."]
    assert "The game master moved the deadline by 1 day." in told
    assert "The deadline of Round 2 was set to 07 March: 1 day later because the game master gave more time." in told
    assert "The game master stopped the clock." in told and "The game master started the clock again." in told
    assert "The game master gave orders in the place of Blue." in told
    assert "The game master gave Blue a new secret address." in told
    assert "The host had the phase resolved with the orders that were there." in told
    assert "The game master took the game back to Round 1." in told
    assert "The player of Blue left the game." in told
    assert "The vote was carried: a draw, shared by Red and Blue." in told
    assert told[-1].startswith(
        "The game is over: the survivors agreed on a draw of Red and Blue. The secret that the dice were made from"
    )
    assert not [line for line in told if any(code in line for code in ("RED", "BLU", "R1", "ranks", "@", "{"))]


def test_no_act_is_told_by_its_own_word() -> None:
    """Whatever is entered anywhere has a sentence."""
    sources = [*Path("pbem/games").rglob("*.py"), Path("pbem/server/clock.py")]
    entered = re.compile(
        r'\b(?:add_ledger_entry|enter_act|vacate_seat)\(session, game, (?:"[A-Z]+", |[\w.]+, )+?"([a-z ]+)"'
    )
    acts = {act for path in sources for act in entered.findall(path.read_text("utf-8"))}
    assert len(acts) > 12 and acts <= ENGLISH.language.ledger.keys()


def test_an_abandoned_game_has_no_winner(sqlite: Store, now: datetime) -> None:
    """And the ledger says why it ended."""
    party = start_party(sqlite, now)
    with sqlite.write_session() as session:
        endings.end_as_abandoned(session, party.game(session), party.phase(session), now)
    assert ledger(party)[-1].startswith("The game is over: nobody was left to play it. The secret")
