"""Backups as a host makes them and puts them back, on both databases."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from sqlmodel import select

from pbem.games import games as play
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.proof import verify
from pbem.games.seating import seats
from pbem.health import milestones
from pbem.mail.outbound import delivery
from pbem.server import backup, backup_series
from pbem.server.backup import BackupError
from pbem.server.backup_series import MOST, Backups, iter_line_blocks
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase
from tests.databases import create, drop
from tests.hosting import Host, Relay
from tests.postgres import database


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def store_of(host: Host) -> Store:
    return Store(config.load_config(host.folder, {f"PBEM_{k.upper()}": v for k, v in host.settings.items()}).database)


def open_new_game(host: Host, now: datetime) -> None:
    """A game in a new instance."""
    store = store_of(host)
    store.migrate()
    with store.write_session() as session:
        session.add(Game(slug="verdun", engine="diplomacy", pace="", secret="", commitment="", created_at=now))
    store.close()


def games(host: Host) -> list[str]:
    store = store_of(host)
    with store.read_session() as session:
        found = list(session.exec(select(Game.slug)))
    store.close()
    return found


@pytest.fixture
def first(tmp_path: Path) -> Host:
    return Host(tmp_path / "first")


@pytest.fixture
def second(tmp_path: Path) -> Host:
    return Host(tmp_path / "second")


@pytest.mark.slow
def test_an_instance_is_put_back_on_sqlite(first: Host, second: Host, tmp_path: Path, now: datetime) -> None:
    """Game, key, settings and tables, all for the owner's eyes only; the settings' other database is left alone."""
    open_new_game(first, now)
    live = tmp_path / "first" / "pbem.db"
    (first.folder / "pbem.toml").write_text(f'database = "sqlite:///{live}"\n')
    (first.folder / "data/europa").mkdir(parents=True)
    file = tmp_path / "all.tar.gz"
    assert first.run_command("backup", str(file)).returncode == 0
    assert mode(file) == 0o600 and [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []
    with pytest.raises(BackupError, match="is not empty"):
        backup.restore_backup(file, second.folder)
    assert not (second.folder / "secret_key").exists()
    (second.folder / "pbem.toml").write_text("")
    assert second.run_command("restore", str(file)).returncode == 0
    assert games(second) == ["verdun"]
    assert (second.folder / "secret_key").read_text() == (first.folder / "secret_key").read_text()
    assert (second.folder / "data/europa").is_dir() and not list(second.folder.glob(".restore*"))
    assert all(mode(second.folder / name) == 0o600 for name in ("pbem.db", "secret_key"))
    with pytest.raises(BackupError, match="holds a server's data already"):
        backup.restore_backup(file, second.folder)


def test_an_instance_is_put_back_on_postgresql(
    first: Host, second: Host, tmp_path: Path, postgres_server: str, monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    """S29: `backup` refused PostgreSQL. Dumped and put back by its own programs, into an empty database only."""
    names = [f"pbem_{uuid4().hex[:12]}" for _ in range(2)]
    for host, name in zip((first, second), names, strict=True):
        create(postgres_server, name)
        host.settings["database"] = database(postgres_server, name)
    file = tmp_path / "all.tar.gz"
    try:
        open_new_game(first, now)
        saved = first.run_command("backup", str(file))
        assert saved.returncode == 0 and mode(file) == 0o600, saved.stderr
        with tarfile.open(file) as archive:
            assert set(archive.getnames()) == {"manifest.json", "pbem.dump", "secret_key"}
        with pytest.raises(BackupError, match="backup of postgresql, but the settings name sqlite"):
            backup.restore_backup(file, tmp_path / "wrong")
        monkeypatch.setenv("PBEM_DATABASE", first.settings["database"])
        with pytest.raises(BackupError, match="is not empty"):
            backup.restore_backup(file, tmp_path / "onto")
        restored = second.run_command("restore", str(file))
        assert restored.returncode == 0, restored.stderr
        assert games(second) == ["verdun"]
        assert (second.folder / "secret_key").read_text() == (first.folder / "secret_key").read_text()
    finally:
        for name in names:
            drop(postgres_server, name)


def test_what_is_missing_is_named(first: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S29: without PostgreSQL's programs the host is told what to install, and no file is left behind."""
    monkeypatch.setenv("PATH", str(tmp_path))
    first.folder.mkdir(exist_ok=True)
    first.settings["database"] = "postgresql://nobody:s3cret@127.0.0.1:1/none"
    done = first.run_command("backup", str(tmp_path / "all.tar.gz"))
    assert done.returncode == 1 and b"apt install postgresql-client" in done.stderr and b"s3cret" not in done.stderr
    assert not list(tmp_path.glob("all.tar.gz*"))


def create_empty_database(instance: Path) -> None:
    """A database with nothing in it."""
    with closing(Store(config.load_config(instance, {}).database)) as store:
        store.migrate()


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    """Neither noise, nor half a backup, nor somebody else's tar; and nothing is left in the folder."""
    first, second, file = tmp_path / "first", tmp_path / "second", tmp_path / "all.tar.gz"
    create_empty_database(first)
    backup.save_backup(first, file)
    whole = file.read_bytes()
    for content in (b"noise", whole[: len(whole) // 2]):
        file.write_bytes(content)
        with pytest.raises(BackupError, match="cannot be read"):
            backup.restore_backup(file, second)
    with tarfile.open(file, "w:gz") as archive:
        archive.add(first / "secret_key", "somebody")
    with pytest.raises(BackupError, match="is no backup of pbem"):
        backup.restore_backup(file, second)
    assert list(second.iterdir()) == []


@pytest.mark.parametrize("name", ["../evil", "/tmp/pbem-evil", "data/../../evil"])
@pytest.mark.parametrize("kind", [tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_a_tar_writes_nowhere_else(tmp_path: Path, name: str, kind: bytes) -> None:
    """Whoever made it; nor are there links and the like in one, wherever they lead."""
    file, second, inside = tmp_path / "all.tar.gz", tmp_path / "second", kind in (tarfile.REGTYPE, tarfile.DIRTYPE)
    with tarfile.open(file, "w:gz") as archive:
        member = tarfile.TarInfo(name if inside else "pbem.toml")
        member.type, member.linkname = kind, name
        archive.addfile(member)
    with pytest.raises(BackupError, match="does not belong into a backup"):
        backup.restore_backup(file, second)
    assert [*tmp_path.rglob("*evil*"), *second.iterdir()] == [] and not Path("/tmp/pbem-evil").exists()


def test_what_is_linked_in_a_folder_of_tables_is_put_by(tmp_path: Path) -> None:
    first, second, file = tmp_path / "first", tmp_path / "second", tmp_path / "all.tar.gz"
    tables = first / "data" / "diplomacy"
    tables.mkdir(parents=True)
    (tables / "one").write_text("one")
    (tables / "same").hardlink_to(tables / "one")
    (tables / "led").symlink_to(tables / "one")
    create_empty_database(first)
    backup.save_backup(first, file)
    backup.restore_backup(file, second)
    assert [(second / "data" / "diplomacy" / name).read_text() for name in ("one", "same", "led")] == ["one"] * 3


# --- many backups in a folder -----------------------------------------------------------------------------------


def add_games(host: Host, now: datetime, count: int) -> None:
    """Games are added, whose words cannot be made smaller."""
    store, chance = store_of(host), Random(count)
    with store.write_session() as session:
        for number in range(count):
            words = chance.randbytes(400).hex()
            session.add(
                Game(slug=f"g{count}-{number}", engine="", pace="", secret=words, commitment="", created_at=now)
            )
    store.close()


@pytest.mark.slow
def test_a_backup_in_a_folder_takes_what_is_new(first: Host, second: Host, tmp_path: Path, now: datetime) -> None:
    """Each is whole, the newest is put back unless another is named, and of old ones nothing stays that none needs."""
    open_new_game(first, now)
    add_games(first, now, 2000)
    (first.folder / "data/europa").mkdir(parents=True)
    (first.folder / "data/europa/cards.csv").write_text("a,b\n")
    shelf = tmp_path / "shelf"
    whole = backup.add_backup(first.folder, shelf, now)
    add_games(first, now, 3)
    later = backup.add_backup(first.folder, shelf, now + timedelta(days=1))
    assert whole.new == whole.whole > 1_500_000 and later.new < whole.whole / 5
    assert {mode(path) for path in shelf.rglob("*")} == {0o600, 0o700} and mode(shelf) == 0o700
    assert first.run_command("backup", str(shelf)).returncode == 0
    with closing(store_of(first)) as store, store.read_session() as session:
        assert milestones.read_instants(session)[milestones.BACKUP] > datetime.now(UTC) - timedelta(minutes=10), (
            "the server knows of it"
        )
    assert second.run_command("restore", str(shelf)).returncode == 0
    assert len(games(second)) == 2004 and (second.folder / "data/europa/cards.csv").read_text() == "a,b\n"
    assert {mode(path) for path in second.folder.rglob("*") if path.is_file()} == {0o600}
    backup.restore_backup(whole.list, tmp_path / "third")
    assert len(games(Host(tmp_path / "third"))) == 2001
    kept = backup.add_backup(first.folder, shelf, now + timedelta(days=3), keep=1)
    assert Backups(shelf).list_backups() == [kept.list]
    assert sum(path.stat().st_size for path in shelf.rglob("*") if path.is_file()) < kept.whole


def test_one_that_dies_on_the_way_harms_none_before_it(
    first: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    """At any of its steps; what it left is written anew, though a block may be there in part."""
    open_new_game(first, now)
    shelf, step = tmp_path / "shelf", "0"
    good = backup.add_backup(first.folder, shelf, now)
    add_games(first, now, 300)
    for number, (name, of) in enumerate(
        (("write_block", Backups), ("read_block", Backups), ("write_atomically", backup_series))
    ):

        def died(*_: object) -> None:
            raise OSError("no space left")

        with monkeypatch.context() as patch:
            patch.setattr(of, name, died)
            with pytest.raises((OSError, BackupError)):
                backup.add_backup(first.folder, shelf, now + timedelta(hours=1))
        step = f"after-{number}"
        assert Backups(shelf).list_backups() == [good.list]
        backup.restore_backup(shelf, tmp_path / step)
        assert games(Host(tmp_path / step)) == ["verdun"]
    named = {name for path in Backups(shelf).list_backups() for name in backup_series.iter_block_names(path)}
    for path in (shelf / "blocks").rglob("*"):
        if path.is_file() and path.name not in named:
            path.write_bytes(b"half")
    backup.add_backup(first.folder, shelf, now + timedelta(hours=2))
    backup.restore_backup(shelf, tmp_path / "whole")
    assert len(games(Host(tmp_path / "whole"))) == 301


def test_damage_in_a_folder_is_told(first: Host, tmp_path: Path, now: datetime) -> None:
    open_new_game(first, now)
    shelf = tmp_path / "shelf"
    with pytest.raises(BackupError, match="no backup in"):
        shelf.mkdir()
        backup.restore_backup(shelf, tmp_path / "second")
    made = backup.add_backup(first.folder, shelf, now)
    for path in (shelf / "blocks").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(BackupError, match="damaged"):
        backup.restore_backup(shelf, tmp_path / "second")
    for outside in ("../../over", "/over", f"/{tmp_path}/over", "a/../../over", "."):
        made.list.write_text(json.dumps({outside: []}))
        with pytest.raises(BackupError, match="is no backup of pbem"):
            backup.restore_backup(shelf, tmp_path / "second")
    assert not list((tmp_path / "second").iterdir())


def test_damage_in_a_file_is_told(first: Host, tmp_path: Path, now: datetime) -> None:
    """One bit of what it holds, in a key or in the database, or its last bytes gone: nothing is put into place."""
    open_new_game(first, now)
    file, second = tmp_path / "all.tar.gz", tmp_path / "second"
    backup.save_backup(first.folder, file)
    whole = file.read_bytes()
    places = [*range(64, len(whole) - 16, len(whole) // 12), len(whole) - 8, len(whole) - 1]
    flipped = [bytes([*whole[:at], whole[at] ^ 4, *whole[at + 1 :]]) for at in places]
    for damaged in (*flipped, whole[:-1], whole[:-9], whole[:-100]):
        file.write_bytes(damaged)
        with pytest.raises(BackupError, match="cannot be read"):
            backup.restore_backup(file, second)
        assert not [*second.iterdir()]
    file.write_bytes(whole)
    backup.restore_backup(file, second)


def test_a_block_that_was_lost_is_written_again(first: Host, tmp_path: Path, now: datetime) -> None:
    """An older backup names it, and so does the next: that one must not rely on what is gone."""
    open_new_game(first, now)
    shelf = tmp_path / "shelf"
    backup.add_backup(first.folder, shelf, now)
    for path in (shelf / "blocks").rglob("*"):
        if path.is_file():
            path.unlink()
    backup.add_backup(first.folder, shelf, now + timedelta(hours=1))
    backup.restore_backup(shelf, tmp_path / "second")
    assert games(Host(tmp_path / "second")) == ["verdun"]


HOLD = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX, 1, 121)  # SQLite: somebody moves the log into the file
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_file_into_which_somebody_writes_is_not_whole(tmp_path: Path) -> None:
    """While another process moves the log into the file, counts of what is left of it say nothing."""
    path = tmp_path / "pbem.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("CREATE TABLE one (n)")
        with subprocess.Popen(
            [sys.executable, "-c", HOLD, f"{path}-shm"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other:
            assert other.stdout is not None and other.stdin is not None
            assert other.stdout.readline() == b"held\n"
            assert not backup.is_log_written_back(writer)
            other.stdin.close()
        assert backup.is_log_written_back(writer)


def test_lines_in_between_move_no_block_but_their_own(tmp_path: Path) -> None:
    """PostgreSQL's dump is cut where its lines say so."""
    lines = [f"{number}\t{Random(number).randbytes(60).hex()}\n".encode() for number in range(8000)]
    (tmp_path / "one").write_bytes(b"".join(lines))
    (tmp_path / "two").write_bytes(b"".join([*lines[:4000], b"new\n", *lines[4000:]]))
    with (tmp_path / "one").open("rb") as one, (tmp_path / "two").open("rb") as two:
        before, after = list(iter_line_blocks(one)), list(iter_line_blocks(two))
    assert b"".join(before) == b"".join(lines) and max(map(len, before)) <= MOST
    assert len(before) > 5 and len({*after} - {*before}) <= 2


@pytest.fixture(params=["sqlite", "postgresql"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Host, Host]]:
    """A server and an empty folder, with a relay, on either database."""
    relay = Relay()
    relay.controller.start()
    hosts = Host(tmp_path / "first", relay), Host(tmp_path / "second", relay)
    names = [f"pbem_{uuid4().hex[:12]}" for _ in hosts] if request.param == "postgresql" else []
    server = request.getfixturevalue("postgres_server") if names else ""
    for host in hosts:
        host.folder.mkdir()
    for host, name in zip(hosts, names, strict=False):
        create(server, name)
        host.settings["database"] = database(server, name)
        (host.folder / "pbem.toml").write_text(f'database = "{host.settings["database"]}"\n')
    yield hosts
    relay.controller.stop()
    for name in names:
        drop(server, name)


@pytest.mark.slow
def test_a_server_is_put_back_and_its_games_go_on(pair: tuple[Host, Host], tmp_path: Path) -> None:
    """Put by, played on, lost, put back: what had been sent before is not sent again, what was waiting is sent, and a
    letter that gets the number of a lost one does not pass for it."""
    first, second = pair
    relay = first.relay
    assert relay is not None
    now, shelf = datetime.now(UTC).replace(microsecond=0), tmp_path / "shelf"
    store, settings = store_of(first), config.load_config(first.folder, first.environment)
    store.migrate()
    with store.write_session() as session:
        game = play.insert_game(session, "cantillon", "PLAYERS 2", slug="lyon", pace="24h", now=now)
        for seat in play.list_game_seats(session, game):
            player = people.get_or_register_player(session, f"{seat.code.lower()}@players.example", now)
            player.answered_at = now
            seats.join_game(session, game, player, [seat.code], now)
    delivery.deliver_due_letters(store, settings, lambda: now, Random(1))
    sent = [str(letter["Message-ID"]) for _, _, letter in relay.letters]
    assert sent
    resolve_game_phase(store, now + timedelta(seconds=1))
    backup.add_backup(first.folder, shelf, now)
    delivery.deliver_due_letters(store, settings, lambda: now + timedelta(minutes=1), Random(1))
    after = [str(letter["Message-ID"]) for _, _, letter in relay.letters][len(sent) :]
    resolve_game_phase(store, now + timedelta(seconds=2))
    delivery.deliver_due_letters(store, settings, lambda: now + timedelta(minutes=2), Random(1))
    lost = [str(letter["Message-ID"]) for _, _, letter in relay.letters][len(sent) + len(after) :]
    store.close()
    assert after and lost
    relay.letters.clear()

    restored = second.run_command("restore", str(shelf))
    assert restored.returncode == 0, restored.stderr
    with second.serving():
        again = store_of(second)
        resolve_game_phase(again, now + timedelta(seconds=3))
        with relay.news:
            assert relay.news.wait_for(lambda: len(relay.letters) >= len(after) + len(lost), 60)
        with again.read_session() as session:
            game = play.get_game(session, "lyon")
            assert [phase.number for phase in play.list_phases(session, game)] == [1, 2, 3]
            assert verify.verify_game(session, game) == []
        again.close()
    come = [str(letter["Message-ID"]) for _, _, letter in relay.letters]
    assert not {*come} & {*sent, *lost}
    assert {*after} < {*come} and len(come) == len({*come})


def resolve_game_phase(store: Store, now: datetime) -> Phase:
    """The phase of the game is closed, whoever has written."""
    with store.write_session() as session:
        master.process_phase(session, play.get_game(session, "lyon"), None, now)
        phase = play.find_current_phase(session, play.get_game(session, "lyon"))
    assert phase is not None
    return phase
