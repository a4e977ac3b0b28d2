"""Backups as a host makes them and puts them back, on both databases."""

from __future__ import annotations

import stat
import tarfile
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import pytest
from sqlmodel import select

from pbem import backup, config
from pbem.backup import BackupError
from pbem.db import Store
from pbem.models import Game
from tests.databases import create, drop
from tests.hosting import Host
from tests.postgres import database

pytestmark = pytest.mark.slow


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def store_of(host: Host) -> Store:
    return Store(config.load(host.folder, {f"PBEM_{k.upper()}": v for k, v in host.settings.items()}).database)


def opened(host: Host, now: datetime) -> None:
    """A game in a new instance."""
    store = store_of(host)
    store.migrate()
    with store.write() as session:
        session.add(Game(slug="verdun", engine="diplomacy", pace="", secret="", commitment="", created_at=now))
    store.close()


def games(host: Host) -> list[str]:
    store = store_of(host)
    with store.read() as session:
        found = list(session.exec(select(Game.slug)))
    store.close()
    return found


@pytest.fixture
def first(tmp_path: Path) -> Host:
    return Host(tmp_path / "first")


@pytest.fixture
def second(tmp_path: Path) -> Host:
    return Host(tmp_path / "second")


def test_an_instance_is_put_back_on_sqlite(first: Host, second: Host, tmp_path: Path, now: datetime) -> None:
    """Game, key, settings and tables, all for the owner's eyes only; the settings' other database is left alone."""
    opened(first, now)
    live = tmp_path / "first" / "pbem.db"
    (first.folder / "pbem.toml").write_text(f'database = "sqlite:///{live}"\n')
    (first.folder / "data/europa").mkdir(parents=True)
    file = tmp_path / "all.tar.gz"
    assert first.ran("backup", str(file)).returncode == 0
    assert mode(file) == 0o600 and [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []
    with pytest.raises(BackupError, match="is not empty"):
        backup.restore(file, second.folder)
    assert not (second.folder / "secret_key").exists()
    (second.folder / "pbem.toml").write_text("")
    assert second.ran("restore", str(file)).returncode == 0
    assert games(second) == ["verdun"]
    assert (second.folder / "secret_key").read_text() == (first.folder / "secret_key").read_text()
    assert (second.folder / "data/europa").is_dir() and not list(second.folder.glob(".restore*"))
    assert all(mode(second.folder / name) == 0o600 for name in ("pbem.db", "secret_key"))
    with pytest.raises(BackupError, match="holds a server's data already"):
        backup.restore(file, second.folder)


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
        opened(first, now)
        saved = first.ran("backup", str(file))
        assert saved.returncode == 0 and mode(file) == 0o600, saved.stderr
        with tarfile.open(file) as archive:
            assert set(archive.getnames()) == {"manifest.json", "pbem.dump", "secret_key"}
        with pytest.raises(BackupError, match="backup of postgresql, but the settings name sqlite"):
            backup.restore(file, tmp_path / "wrong")
        monkeypatch.setenv("PBEM_DATABASE", first.settings["database"])
        with pytest.raises(BackupError, match="is not empty"):
            backup.restore(file, tmp_path / "onto")
        restored = second.ran("restore", str(file))
        assert restored.returncode == 0, restored.stderr
        assert games(second) == ["verdun"]
        assert (second.folder / "secret_key").read_text() == (first.folder / "secret_key").read_text()
    finally:
        for name in names:
            drop(postgres_server, name)


def test_what_is_missing_is_named(first: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S29: without PostgreSQL's programs the host is told what to install, and no file is left behind."""
    monkeypatch.setenv("PATH", str(tmp_path))
    first.settings["database"] = "postgresql://nobody:s3cret@127.0.0.1:1/none"
    done = first.ran("backup", str(tmp_path / "all.tar.gz"))
    assert done.returncode == 1 and b"apt install postgresql-client" in done.stderr and b"s3cret" not in done.stderr
    assert not list(tmp_path.glob("all.tar.gz*"))


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    """Neither noise, nor half a backup, nor somebody else's tar; and nothing is left in the folder."""
    first, second, file = tmp_path / "first", tmp_path / "second", tmp_path / "all.tar.gz"
    backup.save(first, file)
    whole = file.read_bytes()
    for content in (b"noise", whole[: len(whole) // 2]):
        file.write_bytes(content)
        with pytest.raises(BackupError, match="cannot be read"):
            backup.restore(file, second)
    with tarfile.open(file, "w:gz") as archive:
        archive.add(first / "secret_key", "somebody")
    with pytest.raises(BackupError, match="is no backup of pbem"):
        backup.restore(file, second)
    assert list(second.iterdir()) == []
