"""One file that holds a whole instance: the database as of one instant, secret key, settings, the host's own tables,
the key that records are signed with.

A tar with a manifest that says which database it is from. SQLite's file is copied by SQLite itself while the server
runs; PostgreSQL's own pg_dump and pg_restore do the same there. All of it is readable by its owner alone.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from pbem import config as configuration
from pbem.db import driven
from pbem.records import keys

MANIFEST, KEY, SETTINGS, TABLES = "manifest.json", "secret_key", "pbem.toml", "data"
SIGNING = (keys.PRIVATE, keys.FORMER)
DATABASES = {"sqlite": "pbem.db", "postgresql": "pbem.dump"}
"""What the database is called inside a backup, by its kind."""


class BackupError(Exception):
    """The backup cannot be made or put back; says what to do."""


def save(instance: Path, file: Path) -> None:
    """Consistent whatever the server does meanwhile; the file appears whole or not at all. Raises BackupError."""
    config = configuration.load(instance, os.environ)
    url = make_url(config.database)
    kind = driven(url).get_backend_name()
    draft = file.with_name(f"{file.name}.draft")
    with tempfile.TemporaryDirectory(prefix=".pbem-backup-", dir=file.parent) as name:
        folder = Path(name)
        dump(kind, url, folder / DATABASES[kind])
        (folder / MANIFEST).write_text(json.dumps({"pbem": version("pbem"), "database": kind}) + "\n", "utf-8")
        (folder / KEY).write_text(config.secret_key + "\n", "utf-8")
        others = [instance / name for name in (SETTINGS, TABLES, *SIGNING)]
        pack([*sorted(folder.iterdir()), *(path for path in others if path.exists())], draft)
    draft.replace(file)


def dump(kind: str, url: URL, copy: Path) -> None:
    """The database as of now, in one file. Raises BackupError."""
    if kind == "sqlite":
        with closing(sqlite3.connect(url.database or "")) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    else:
        postgres("pg_dump", url, "--format=custom", f"--file={copy}")


def pack(paths: list[Path], draft: Path) -> None:
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    with tarfile.open(draft, mode="w:gz") as archive:
        for path in paths:
            archive.add(path, path.name, filter=owned)


def owned(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """For its owner alone, whoever that will be."""
    member.mode = 0o700 if member.isdir() else 0o600
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def restore(file: Path, instance: Path) -> None:
    """Unpacks a backup into a folder that holds at most a pbem.toml, and its database into the one that this names (or
    PBEM_DATABASE, or the backup's own settings). Raises BackupError if something is there already, or the file is no
    backup."""
    if (instance / KEY).exists() or (instance / DATABASES["sqlite"]).exists():
        raise BackupError(f"{instance} holds a server's data already. Move it away, or restore into another folder.")
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    with unpacked(file, instance) as folder:
        kind = kind_of(file, folder)
        if (instance / SETTINGS).exists():
            shutil.copy(instance / SETTINGS, folder / SETTINGS)
        fill(kind, folder / DATABASES[kind], target(folder, instance))
        for name in (KEY, SETTINGS, TABLES, *SIGNING):
            if (folder / name).exists() and not (instance / name).exists():
                (folder / name).replace(instance / name)


@contextmanager
def unpacked(file: Path, instance: Path) -> Iterator[Path]:
    """The content of a backup in a folder that goes again. Raises BackupError."""
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=instance) as name:
        try:
            with tarfile.open(file, "r:gz") as archive:
                archive.extractall(name, filter="data")
        except (tarfile.TarError, OSError, EOFError) as error:
            raise BackupError(f"{file} cannot be read: {error}") from error
        for path in Path(name).rglob("*"):  # backups of earlier versions kept whatever modes there were
            path.chmod(0o700 if path.is_dir() else 0o600)
        yield Path(name)


def kind_of(file: Path, folder: Path) -> str:
    """Which database a backup is from; one without a manifest is of SQLite. Raises BackupError."""
    known = {MANIFEST, KEY, SETTINGS, TABLES, *SIGNING, *DATABASES.values()}
    found = {path.name for path in folder.iterdir()}
    kinds = [kind for kind, name in DATABASES.items() if name in found]
    if len(kinds) != 1 or not found <= known:
        raise BackupError(f"{file} is no backup of pbem.")
    return kinds[0]


def target(folder: Path, instance: Path) -> URL:
    """The database that the settings name, as they will be in the instance folder."""
    chosen = make_url(configuration.load(folder, os.environ).database)
    own = folder.resolve() / DATABASES["sqlite"]
    return chosen.set(database=str(instance.resolve() / own.name)) if chosen.database == str(own) else chosen


def fill(kind: str, dumped: Path, url: URL) -> None:
    """Puts a dump into an empty database. Raises BackupError."""
    shown = url.render_as_string()
    if driven(url).get_backend_name() != kind:
        raise BackupError(
            f"This is a backup of {kind}, but the settings name {shown}. Name a {kind} database: "
            "in a pbem.toml in the new folder, or by PBEM_DATABASE."
        )
    if not empty(url):
        raise BackupError(
            f"{shown} is not empty. Name another database: in a pbem.toml in the new folder, or by PBEM_DATABASE."
        )
    if kind == "sqlite":
        shutil.move(dumped, url.database or "")
    else:
        options = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
        postgres("pg_restore", url, *options, str(dumped))


def empty(url: URL) -> bool:
    """Whether nothing is in a database yet. Raises BackupError if it cannot be reached."""
    if url.get_backend_name() == "sqlite":
        return not Path(url.database or "").exists()
    engine = sa.create_engine(driven(url))
    try:
        return not sa.inspect(engine).get_table_names()
    except sa.exc.OperationalError as error:
        raise BackupError(f"{url.render_as_string()} cannot be reached: {error.orig}") from error
    finally:
        engine.dispose()


def postgres(program: str, url: URL, *options: str) -> None:
    """Runs one of PostgreSQL's own programs; the password is not on the command line, where others could read it.
    Raises BackupError."""
    if shutil.which(program) is None:
        raise BackupError(
            f"{program} is missing: install PostgreSQL's programs, of the server's version or a newer one "
            "(Debian: apt install postgresql-client)."
        )
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    line = [program, "--no-password", f"--dbname={plain.render_as_string()}", *options]
    done = subprocess.run(line, env={**os.environ, **secret}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()}")
