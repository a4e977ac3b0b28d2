"""The `pbem` command as a host types it, each time on an instance folder of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner, Result

from pbem.cli import ROOMS, main
from pbem.cli.demo import sayings_by_seat
from pbem.games import games
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.server.serve import utc_now
from pbem.storage.database import Store

Pbem = Callable[..., Result]


@pytest.fixture
def pbem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pbem:
    """The command, in the process of the test."""
    (tmp_path / "instance").mkdir()
    monkeypatch.setenv("PBEM_INSTANCE", str(tmp_path / "instance"))

    def run(*args: str, given: str | bytes = "") -> Result:
        return CliRunner().invoke(main, args, input=given, catch_exceptions=False)

    return run


def test_every_command_is_found_by_its_name() -> None:
    named = {name: import_module(f"pbem.cli.{rooms[0]}").COMMANDS for name, rooms in ROOMS.items()}
    assert {one.name for commands in named.values() for one in commands} == set(ROOMS)
    assert set(main.list_commands(Context(main))) == set(ROOMS)
    assert all(main.get_command(Context(main), name) for name in ROOMS)


def test_a_command_closes_its_database(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Newer Pythons warn of one that is left open."""
    opened, closed = list[Store](), list[Store]()

    def noting(kept: list[Store], do: Callable[[Store], None]) -> Callable[[Store], None]:
        def done(store: Store) -> None:
            kept.append(store)
            do(store)

        return done

    monkeypatch.setattr(Store, "migrate", noting(opened, Store.migrate))
    monkeypatch.setattr(Store, "close", noting(closed, Store.close))
    letter = b"From: a@b.example\nTo: pbem@localhost\n\nhelp"
    for command in (("player", "list"), ("game", "list"), ("mail", "receive")):
        pbem(*command, given=letter)
    assert len(opened) == 3 and closed == opened


def test_a_database_that_is_away_is_a_sentence(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    """For who types a command; the pipe asks the mail server to try again."""
    monkeypatch.setenv("PBEM_DATABASE", "postgresql://pbem@127.0.0.1:1/pbem")
    said = pbem("game", "list")
    assert said.exit_code == 1 and said.output.startswith("Error: The database cannot be opened (")
    assert pbem("doctor").output.count("cannot be opened") == 1, "nothing that needs it is tried"
    said = pbem("mail", "receive", given=b"From: a@b.example\nTo: pbem@localhost\n\nhelp")
    assert said.exit_code == 75 and "4.3.5" in said.output
    assert "127.0.0.1" not in said.output, "a mail server tells this to who wrote the letter"


@pytest.mark.parametrize("command", ["game list", "verify verdun", "backup all", "db upgrade", "mail receive"])
def test_a_mistyped_instance_is_no_new_server(pbem: Pbem, tmp_path: Path, command: str) -> None:
    """N11: all was well with it, and a nightly backup held nothing. The pipe lets the mail server try again."""
    typo = tmp_path / "typo"
    said = pbem("--instance", str(typo), *command.split())
    assert said.exit_code == (75 if command == "mail receive" else 1) and not typo.exists()
    assert command == "mail receive" or said.output.startswith(f"Error: There is no instance folder {typo}.")


def test_a_backup_of_no_database_is_refused(pbem: Pbem, tmp_path: Path) -> None:
    """As where a disk is not there: the folder is, and empty."""
    for place in (tmp_path / "all.tar.gz", tmp_path / "all"):
        said = pbem("backup", str(place))
        assert said.exit_code == 1 and said.output.startswith("Error: There is no database "), said.output


def test_a_backup_that_cannot_be_written_is_a_sentence(pbem: Pbem, tmp_path: Path) -> None:
    pbem("db", "upgrade")
    for place in (tmp_path / "nowhere" / "all.tar.gz", tmp_path / "a file" / "folder"):
        (tmp_path / "a file").write_text("")
        said = pbem("backup", str(place))
        assert said.exit_code == 1 and said.output.startswith("Error: The backup could not be written (")
    (tmp_path / "instance" / "pbem.db").write_text("Paris is mine. " * 100)
    said = pbem("backup", str(tmp_path / "all.tar.gz"))
    assert said.exit_code == 1 and said.output.startswith("Error: The database cannot be read (")


def test_wrong_tables_are_told_before_the_database_is_touched(pbem: Pbem, tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    (instance / "data" / "europaa").mkdir(parents=True)
    assert pbem("player", "list").exit_code == 1
    assert not (instance / "pbem.db").exists()


def test_a_game_is_opened_and_shown(pbem: Pbem) -> None:
    """By its slug, for people and for scripts."""
    opened = pbem("game", "new", "diplomacy", "verdun", "--master", "gm@example.org", "--pace", "daily 20:00")
    told = opened.output.splitlines()
    assert (opened.exit_code, told[0]) == (0, "verdun is open; players join with the line: join verdun")
    assert told[1] == "Orders are due every day at 20:00 UTC."
    assert len([line for line in told if line.endswith("20:00 UTC")]) == 5
    assert "verdun" in pbem("game", "list").output
    assert json.loads(pbem("game", "list", "--json").output) == [
        {"slug": "verdun", "engine": "diplomacy", "status": "forming"}
    ]
    shown = json.loads(pbem("game", "show", "verdun", "--json").output)
    assert (shown["pace"], len(shown["vacant"])) == ("daily 20:00", 7)
    assert "gm@example.org" in pbem("player", "list").output


def test_what_cannot_be_done_is_said_and_fails(pbem: Pbem) -> None:
    """A sentence on standard error and exit code 1; nothing has changed."""
    pbem("game", "new", "diplomacy", "verdun", "--master", "gm@example.org")
    again = pbem("game", "new", "diplomacy", "verdun", "--master", "gm@example.org")
    assert again.exit_code == 1 and "verdun" in again.output
    missing = pbem("game", "say", "verdum", "process", "--yes")
    assert missing.exit_code == 1 and "verdun" in missing.output
    assert pbem("game", "say", "--yes", "verdun", "process").exit_code == 1
    assert pbem("game", "say", "verdun", "extend", "3moons").exit_code == 1
    bad = pbem("game", "new", "diplomacy", "marne", "--master", "gm@example.org", "--pace", "sometimes")
    assert bad.exit_code == 1 and "daily 20:00" in bad.output


def test_a_pace_is_tried(pbem: Pbem) -> None:
    """C2: what was understood, with the next five deadlines; or what is wrong with it."""
    tried = pbem(
        "game", "pace", "mon,thu 18:00", "--zone", "Europe/Paris", "--quiet", "24 dec to 6 jan, 22:00 to 08:00"
    )
    assert tried.output.startswith("Orders are due every Monday and Thursday at 18:00 in Paris. No deadline falls from")
    assert tried.output.count("18:00 in Paris") == 6
    for wrong in (
        ("winter 24h", "--engine", "diplomacy"),
        ("daily 20h",),
        ("48h", "--quiet", "saterday"),
        ("fri 9:00", "--quiet", "fri"),
    ):
        found = pbem("game", "pace", *wrong)
        assert found.exit_code != 0 and ("“" in found.output or "no day" in found.output)


@pytest.mark.slow
def test_a_match_begins_with_what_seats_say(pbem: Pbem, tmp_path: Path) -> None:
    """Nobody can speak who has no seat."""
    said = ("--say", "WHO", "LANGUE FRANÇAIS", "--out", str(tmp_path / "out"))
    failed = pbem("demo", "match", "europax", "--options", "PLAYERS 2", *said)
    assert failed.exit_code == 1 and "there is no seat WHO; the seats are BLU, RED" in failed.output


def test_a_letter_through_a_pipe(pbem: Pbem) -> None:
    """Kept once, however often it comes; refused with a reason if it is not for this server."""
    raw = b"From: anna@example.org\nTo: pbem@localhost\nMessage-ID: <1@example.org>\n\ngames\n"
    first = pbem("mail", "receive", given=raw)
    assert (first.exit_code, first.output) == (0, "Kept.\n")
    assert "before" in pbem("mail", "receive", "--to", "pbem@localhost", given=raw).output
    stray = pbem("mail", "receive", "--to", "someone@elsewhere.example", given=raw)
    assert stray.exit_code == os.EX_NOUSER and "other hosts" in stray.output


def test_backup_and_restore(pbem: Pbem, tmp_path: Path) -> None:
    """What was saved is there again in an empty instance; one that is not empty is left alone."""
    pbem("game", "new", "diplomacy", "verdun", "--master", "gm@example.org")
    file = tmp_path / "all.tar.gz"
    assert pbem("backup", str(file)).exit_code == 0
    assert file.stat().st_mode & 0o77 == 0
    assert pbem("restore", str(file)).exit_code == 1
    other = str(tmp_path / "other")
    assert pbem("--instance", other, "restore", str(file)).exit_code == 0
    assert "verdun" in pbem("--instance", other, "game", "list").output
    assert (tmp_path / "other/secret_key").read_text() == (tmp_path / "instance/secret_key").read_text()
    junk = tmp_path / "junk"
    junk.write_bytes(b"no archive")
    assert pbem("--instance", str(tmp_path / "third"), "restore", str(junk)).exit_code == 1


def test_a_seat_is_named_in_any_case() -> None:
    assert sayings_by_seat((("blu", "LANGUE FR"), ("BLU", "TABLEAU FR"), ("Red", "BOARD IT"))) == {
        "BLU": ["LANGUE FR", "TABLEAU FR"],
        "RED": ["BOARD IT"],
    }


@pytest.mark.slow
def test_doctor_says_what_is_wrong(pbem: Pbem, tmp_path: Path) -> None:
    """Everything is fine in a new instance; a bad setting is named with what is allowed."""
    assert "FAULT" not in pbem("doctor").output
    (tmp_path / "instance/pbem.toml").write_text('relay = "not a relay"\n')
    sick = pbem("doctor")
    assert sick.exit_code == 1 and "relay" in sick.output and "smtp://" in sick.output


def test_verify_without_games(pbem: Pbem) -> None:
    """Nothing to prove is no fault."""
    assert pbem("verify").exit_code == 0


@pytest.mark.slow
def test_a_game_book_is_written(pbem: Pbem, tmp_path: Path) -> None:
    """As everybody may know the game, or as a seat; before the first result it is refused."""
    pbem("game", "new", "diplomacy", "verdun", "--master", "gm@example.org")
    none = pbem("game", "book", "verdun")
    assert none.exit_code == 1 and "no game book of verdun yet" in none.output
    store = Store(f"sqlite:///{tmp_path}/instance/pbem.db")
    with store.write_session() as session:
        game, now = games.get_game(session, "verdun"), utc_now()
        for seat in games.list_vacant_seats(session, game):
            player = people.get_or_register_player(session, f"{seat.code}@example.org".lower(), now)
            seats.join_game(session, game, player, [seat.code], now)
        master.process_phase(session, game, None, now)
    store.close()
    for options in ((), ("--seat", "France", "--paper", "Letter")):
        out = tmp_path / "book.pdf"
        assert pbem("game", "book", "verdun", "--out", str(out), *options).exit_code == 0
        assert out.read_bytes().startswith(b"%PDF")
    assert pbem("game", "book", "verdun", "--seat", "Spain").exit_code == 1
    nowhere = pbem("game", "book", "verdun", "--out", str(tmp_path / "missing" / "book.pdf"))
    assert nowhere.exit_code == 2 and "there is no folder" in nowhere.output
