"""A game led, and people looked after, from the command line."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import Result

from pbem.games import games
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.pace import reasons, zone_info
from pbem.server.serve import utc_now
from pbem.storage.database import Store
from pbem.wording import ENGLISH
from tests.cli.test_cli import Pbem, pbem

__all__ = ["pbem"]
ANNA, BOB = "anna@example.org", "bob@example.org"


def checked_output(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def store(pbem: Pbem, tmp_path: Path) -> Store:
    """Return where a game of seven has begun: Anna is its master, Bob plays England."""
    checked_output(pbem("player", "add", ANNA, "--name", "Anna", "--zone", "Europe/Paris"))
    checked_output(pbem("player", "add", BOB))
    checked_output(pbem("game", "new", "diplomacy", "verdun", "--master", ANNA))
    store = Store(f"sqlite:///{tmp_path}/instance/pbem.db")
    with store.write_session() as session:
        game, now = games.get_game(session, "verdun"), utc_now()
        seats.join_game(session, game, people.get_or_register_player(session, BOB, now), ["ENGLAND"], now)
        for number, seat in enumerate(games.list_vacant_seats(session, game)):
            seats.join_game(session, game, people.get_bot(session, "advice", number, now), [seat.code], now)
    return store


@pytest.mark.slow
def test_all_that_a_master_may(pbem: Pbem, store: Store) -> None:
    """Each act by its command; the ledger has them with their reasons, in the host's name."""
    assert store

    def say(words: str, given: str = "") -> str:
        return checked_output(pbem("game", "say", "--yes", "verdun", *words.split(), given=given))

    say("extend 24h because a fair")
    say("deadline 1 Jan 18:00")
    say("pause")
    say("resume")
    assert say("", "set GRACE 6 hours\nset PACE daily 20:00\n").count("Changed") == 2
    assert "GRACE 6 hours" in say("terms")
    assert pbem("game", "say", "verdun", "set", "GRASE", "6", "hours").exit_code == 1
    assert "The orders of England" in say("correct orders of England", "F Lon - Nth\nF Edi - Nwg\n")
    wrong = pbem("game", "say", "verdun", "correct orders of England", given="F Lon - Nth\nF Edi - Pra\n")
    assert wrong.exit_code == 1 and "Nothing was changed" in wrong.output
    assert "All your orders succeeded." in say("preview as England")
    assert "give Belgium" in say("correct board").lower() or "GIVE" in say("correct board")
    say("correct board because a slip", "give Belgium to France\n")
    say("process")
    say("rollback S1901M keep orders")
    say("rollforward")
    say("official: Happy new year")
    say("address new for England")
    say("eject England because gone")
    say(f"replace England by {BOB}")
    say("dummy France")
    say(f"co-master {BOB}")
    assert BOB in checked_output(pbem("game", "show", "verdun"))
    say(f"dismiss {BOB}")
    say(f"hand over to {BOB}")
    say("cancel verdun")
    ledger = say("ledger")
    for line in (
        "The host moved the deadline by 1 day. Why: a fair",
        "The host changed what was agreed: GRACE 6 hours.",
        "The host changed what was agreed: PACE daily 20:00.",
        "The host put right how things stand: GIVE BEL TO FRANCE. Why: a slip",
        "The host took England from its player. Why: gone",
        "The host called the game off.",
    ):
        assert line in ledger, ledger
    assert (
        checked_output(pbem("verify"))
        and json.loads(checked_output(pbem("game", "show", "verdun", "--json")))["status"] == "finished"
    )


@pytest.mark.slow
def test_people(pbem: Pbem, store: Store, tmp_path: Path) -> None:
    """Called, moved, put together, banned and let in again, shown and forgotten."""
    assert store
    checked_output(pbem("player", "rename", BOB, "Robert"))
    checked_output(pbem("player", "address", BOB, "rob@example.org"))
    taken = pbem("player", "address", "rob@example.org", ANNA)
    assert taken.exit_code == 1 and "pbem player merge" in taken.output
    checked_output(pbem("player", "add", "rob@example.net"))
    checked_output(pbem("player", "merge", "rob@example.org", "rob@example.net"))
    assert "Robert" in checked_output(pbem("player", "list")) and "rob@example.org" not in checked_output(
        pbem("player", "list")
    )
    checked_output(pbem("player", "ban", "rob@example.net"))
    assert "banned" in checked_output(pbem("player", "list"))
    assert pbem("player", "ban", "rob@example.net").exit_code == 1
    checked_output(pbem("player", "unban", "rob@example.net"))
    assert "ENGLAND" in json.loads(checked_output(pbem("game", "show", "verdun", "--json")))["vacant"]
    assert json.loads(checked_output(pbem("player", "export", "rob@example.net")))["player"][0]["name"] == "Robert"
    file = tmp_path / "rob.json"
    checked_output(pbem("player", "forget", "rob@example.net", "--out", str(file), "--yes"))
    assert json.loads(file.read_text("utf-8"))["player"][0]["address"] == "rob@example.net"
    assert pbem("player", "export", "rob@example.net").exit_code == 1
    checked_output(pbem("verify"))


def test_nobody_is_looked_after_who_is_not_known(pbem: Pbem) -> None:
    for words in (["rename", "x@y.example", "X"], ["ban", "x@y.example"], ["export", "x@y.example"]):
        assert pbem("player", *words).exit_code == 1


@pytest.mark.slow
def test_the_host_is_answered_in_words(pbem: Pbem, store: Store) -> None:
    """Times, seats and phases as people call them; the deadline that came of more time; who gave it."""
    shown = checked_output(pbem("game", "show", "verdun"))
    assert "England" in shown and "ENGLAND" not in shown and "Spring 1901" in shown and "UTC" in shown
    assert "+00:00" not in shown and "S1901M" not in shown
    with store.read_session() as session:
        before = games.find_current_phase(session, games.get_game(session, "verdun"))
        assert before and before.deadline
        until = ENGLISH.calendar.format_moment(before.deadline + timedelta(hours=1), zone_info("UTC"))
    assert until in checked_output(pbem("game", "say", "verdun", "extend", "1h"))
    with store.read_session() as session:
        phase = games.find_current_phase(session, games.get_game(session, "verdun"))
        assert phase and [one.kind for one in reasons.parse_reasons(phase.deadline_why)][-1] == "host"
    checked_output(pbem("game", "say", "--yes", "verdun", "process"))
    assert "Spring 1901" in checked_output(pbem("game", "say", "--yes", "verdun", "rollback", "Spring", "1901"))
    said = pbem("game", "say", "--yes", "verdun", "rollback", "Spring", "1850")
    assert said.exit_code == 1 and "no phase “Spring 1850”" in said.output


def test_what_cannot_be_undone_is_asked_about(pbem: Pbem, store: Store) -> None:
    assert pbem("game", "say", "verdun", "cancel", "verdun", given="n\n").exit_code == 1
    with store.read_session() as session:
        assert games.get_game(session, "verdun").status == "running"
    assert pbem("game", "say", "verdun", "cancel", "verdun", given="y\n").exit_code == 0
    with store.read_session() as session:
        assert games.get_game(session, "verdun").status == "finished"


def test_the_host_speaks_for_a_player(pbem: Pbem, store: Store) -> None:
    """As their letter would: what is no player's to say is refused, and so is what only a player can say."""
    assert store
    said = checked_output(pbem("game", "say", "--for", BOB, "--yes", "verdun", given="F Lon - Nth\nvote draw\n"))
    assert "Nth" in said or "North Sea" in said
    assert pbem("game", "say", "--for", BOB, "verdun", "pause").exit_code == 1
    alone = pbem("game", "say", "--yes", "verdun", "vote", "draw")
    assert alone.exit_code == 1 and "--for" in alone.output
    assert pbem("game", "say", "--for", "x@example.net", "verdun", "ready").exit_code == 1
    assert pbem("game", "say", "verdun", "frobnicate").exit_code == 1


def test_more_time_is_answered_with_the_deadline_that_came_of_it(pbem: Pbem, store: Store) -> None:
    """Also where quiet days moved it on."""
    with store.write_session() as session:
        phase = games.find_current_phase(session, games.get_game(session, "verdun"))
        assert phase and phase.deadline
        wanted = phase.deadline + timedelta(hours=1)
    day = wanted.strftime("%d %b").lower()
    checked_output(pbem("game", "say", "verdun", "set", "QUIET", *day.split()))
    said = checked_output(pbem("game", "say", "verdun", "extend", "1h"))
    with store.read_session() as session:
        phase = games.find_current_phase(session, games.get_game(session, "verdun"))
        assert phase and phase.deadline and phase.deadline.date() > wanted.date()
        assert ENGLISH.calendar.format_moment(phase.deadline, zone_info("UTC")) in said


def test_a_value_that_does_not_fit_is_answered_in_one_sentence(pbem: Pbem, store: Store) -> None:
    """Without how the command is used; what is missing is told with it."""
    assert store
    for words in (("extend", "3moons"), ("deadline", "1fortnight")):
        said = pbem("game", "say", "verdun", *words)
        assert said.exit_code == 1 and "Usage" not in said.output and said.output.count("\n") == 1
        assert words[-1] in said.output
    assert "Usage" in pbem("game", "say", "verdun").output
