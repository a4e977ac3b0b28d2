"""A whole instance put by: the database as of one instant, secret key, settings, the host's own tables, the key that
records are signed with. All of it is readable by its owner alone.

Either in one file, a tar with a manifest that says which database it is from; or in a folder of many backups, each of
which takes what is new (`pbem.server.backup_series`). SQLite's file is copied by SQLite itself while the server runs,
or read where it lies; PostgreSQL's own pg_dump and pg_restore do the same there.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from pbem.records import keys
from pbem.server.backup_series import ENDING, Backups, SeriesError, WrittenBackup, iter_even_blocks, iter_line_blocks
from pbem.settings import config as configuration
from pbem.storage.database import BUSY_SECONDS, Store, with_psycopg

MANIFEST, KEY, SETTINGS, TABLES = "manifest.json", "secret_key", "pbem.toml", "data"
SIGNING = (keys.PRIVATE, keys.FORMER)
DATABASES = {"sqlite": "pbem.db", "postgresql": "pbem.dump"}
"""What the database is called inside a backup, by its kind."""
KEEP = 14
"""How many backups a folder keeps, if the host does not say."""
GLANCES, GLANCE = 50, 0.01
"""How often, and after how many seconds each, it is tried to have all that is committed in SQLite's file itself."""


class BackupError(Exception):
    """The backup cannot be made or put back; says what to do."""


def save_backup(instance: Path, file: Path) -> None:
    """Consistent whatever the server does meanwhile; the file appears whole or not at all. Raises BackupError."""
    config = configuration.load_config(instance, os.environ)
    url = get_used_database(config)
    kind = with_psycopg(url).get_backend_name()
    draft = file.with_name(f"{file.name}.draft")
    with tempfile.TemporaryDirectory(prefix=".pbem-backup-", dir=file.parent) as name:
        folder = Path(name)
        dump_database(kind, url, folder / DATABASES[kind])
        (folder / MANIFEST).write_text(build_manifest(kind), "utf-8")
        (folder / KEY).write_text(config.secret_key + "\n", "utf-8")
        others = [instance / name for name in (SETTINGS, TABLES, *SIGNING)]
        pack_archive([*sorted(folder.iterdir()), *(path for path in others if path.exists())], draft)
    draft.replace(file)


def add_backup(instance: Path, folder: Path, now: datetime, keep: int = KEEP) -> WrittenBackup:
    """One more backup in a folder, which takes what is new since those before it; the newest `keep` stay. Consistent
    whatever the server does meanwhile. Raises BackupError."""
    config = configuration.load_config(instance, os.environ)
    url = get_used_database(config)
    kind = with_psycopg(url).get_backend_name()
    told = {MANIFEST: build_manifest(kind).encode(), KEY: f"{config.secret_key}\n".encode()}
    others = [instance / name for name in (SETTINGS, *SIGNING)] + sorted((instance / TABLES).rglob("*"))
    told |= {path.relative_to(instance).as_posix(): path.read_bytes() for path in others if path.is_file()}
    blocks = iter_sqlite_blocks(url) if kind == "sqlite" else iter_postgres_blocks(url)
    pieces: dict[str, Iterable[bytes]] = {name: split_content(content) for name, content in told.items()}
    try:
        return Backups(folder).write_backup({DATABASES[kind]: blocks, **pieces}, now, keep)
    except SeriesError as error:
        raise BackupError(str(error)) from error


def get_used_database(config: configuration.Config) -> URL:
    """The database of a server. Raises BackupError if there has never been one: a backup of nothing would look well."""
    url = make_url(config.database)
    if with_psycopg(url).get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise BackupError(f"There is no database {url.database}. Is {config.instance} the right instance folder?")
    return url


def build_manifest(kind: str) -> str:
    return json.dumps({"pbem": version("pbem"), "database": kind}) + "\n"


def split_content(content: bytes) -> Iterable[bytes]:
    return iter_even_blocks(BytesIO(content))


def iter_sqlite_blocks(url: URL) -> Iterator[bytes]:
    """SQLite's file read where it lies; as a copy that SQLite makes, if others read it so much that it cannot be."""
    path = Path(url.database or "")
    path.touch(mode=0o600)
    with path.open("rb") as file, tempfile.TemporaryDirectory(prefix=".pbem-backup-", dir=path.parent) as folder:
        with freeze_sqlite(path) as whole:  # ends before the file is closed, which lets go of all locks on it
            if whole:
                yield from iter_even_blocks(file)
                return
        dump_database("sqlite", url, Path(folder) / path.name)
        with (Path(folder) / path.name).open("rb") as copy:
            yield from iter_even_blocks(copy)


@contextmanager
def freeze_sqlite(path: Path) -> Iterator[bool]:
    """Whether SQLite's file has all that is committed in it, which it then keeps to meanwhile: what others commit stays
    in the log beside it as long as there is a reader who came before it. Nobody can write for the moment in which this
    is arranged."""
    with (
        closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as writer,
        closing(sqlite3.connect(path, isolation_level=None)) as checker,
        closing(sqlite3.connect(path, isolation_level=None)) as reader,
    ):
        checker.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        writer.execute("BEGIN IMMEDIATE")
        try:
            whole = any(is_log_written_back(checker) for _ in range(GLANCES))
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        finally:
            writer.execute("ROLLBACK")
        yield whole


def is_log_written_back(connection: sqlite3.Connection) -> bool:
    """Return whether nothing is left in the log that is not in the file."""
    busy, logged, done = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    whole = not busy and logged == done  # busy: somebody else is at it, and the counts say nothing
    if not whole:
        time.sleep(GLANCE)
    return bool(whole)


def iter_postgres_blocks(url: URL) -> Iterator[bytes]:
    """PostgreSQL's dump, as it comes. Raises BackupError if it does not come whole."""
    line, environment = postgres_command("pg_dump", url, "--format=custom", "--compress=0")
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=complaints) as process,
    ):
        assert process.stdout is not None
        yield from iter_line_blocks(process.stdout)
        if process.wait():
            complaints.seek(0)
            raise BackupError(f"pg_dump failed: {complaints.read().decode(errors='replace').strip()}")


def dump_database(kind: str, url: URL, copy: Path) -> None:
    """The database as of now, in one file. Raises BackupError."""
    if kind == "sqlite":
        with closing(sqlite3.connect(url.database or "")) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    else:
        run_postgres_program("pg_dump", url, "--format=custom", f"--file={copy}")


def pack_archive(paths: list[Path], draft: Path) -> None:
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    with tarfile.open(draft, mode="w:gz", dereference=True) as archive:  # what links lead to, not the links
        for path in paths:
            archive.add(path, path.name, filter=make_owner_only)


def make_owner_only(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """For its owner alone, whoever that will be."""
    member.mode = 0o700 if member.isdir() else 0o600
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def restore_backup(file: Path, instance: Path) -> None:
    """Unpacks a backup into a folder that holds at most a pbem.toml, and its database into the one that this names (or
    PBEM_DATABASE, or the backup's own settings). `file`: a tar, a folder of backups, of which the newest is taken, or
    one of the lists in it. Raises BackupError if something is there already, or the file is no backup, and ConfigError
    if the database cannot be used."""
    if (instance / KEY).exists() or (instance / DATABASES["sqlite"]).exists():
        raise BackupError(f"{instance} holds a server's data already. Move it away, or restore into another folder.")
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    with unpack_backup(file, instance) as folder:
        kind = find_database_kind(file, folder)
        if (instance / SETTINGS).exists():
            shutil.copy(instance / SETTINGS, folder / SETTINGS)
        fill_database(kind, folder / DATABASES[kind], restore_target(folder, instance))
        for name in (KEY, SETTINGS, TABLES, *SIGNING):
            if (folder / name).exists() and not (instance / name).exists():
                (folder / name).replace(instance / name)


@contextmanager
def unpack_backup(file: Path, instance: Path) -> Iterator[Path]:
    """The content of a backup in a folder that goes again. Raises BackupError."""
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=instance) as name:
        try:
            if file.is_dir() or file.suffix == ENDING:
                extract_from_series(file, Path(name))
            else:
                with gzip.open(file) as whole, tarfile.open(fileobj=whole, mode="r:") as archive:
                    for member in archive:
                        extract_member(archive, member, Path(name))
                    while whole.read(1 << 20):  # to its end, where the sum of all that was read stands
                        pass
        except (tarfile.TarError, OSError, EOFError, zlib.error, SeriesError) as error:
            raise BackupError(f"{file} cannot be read: {error}") from error
        yield Path(name)


def extract_member(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """What a tar holds as files and folders: nothing else has ever been put by, and nothing goes anywhere else, whoever
    made it. (Python's own filters for that are not in Debian's 3.11.2.) Raises TarError."""
    path = folder / member.name
    if ".." in path.parts or not path.is_relative_to(folder) or not (member.isdir() or member.isfile()):
        raise tarfile.TarError(f"“{member.name}” does not belong into a backup")
    (path if member.isdir() else path.parent).mkdir(mode=0o700, parents=True, exist_ok=True)
    content = archive.extractfile(member)
    if content:
        path.touch(mode=0o600, exist_ok=False)
        with content, path.open("wb") as file:
            shutil.copyfileobj(content, file)


def extract_from_series(file: Path, folder: Path) -> None:
    """Raises BackupError, SeriesError."""
    series = Backups(file if file.is_dir() else file.parent)
    lists = series.list_backups() if file.is_dir() else [file]
    if not lists:
        raise BackupError(f"There is no backup in {file}.")
    series.extract_backup(lists[-1], folder)


def find_database_kind(file: Path, folder: Path) -> str:
    """Return which database a backup is from. Raises BackupError."""
    known = {MANIFEST, KEY, SETTINGS, TABLES, *SIGNING, *DATABASES.values()}
    found = {path.name for path in folder.iterdir()}
    kinds = [kind for kind, name in DATABASES.items() if name in found]
    if len(kinds) != 1 or not found <= known:
        raise BackupError(f"{file} is no backup of pbem.")
    return kinds[0]


def restore_target(folder: Path, instance: Path) -> URL:
    """The database that the settings name, as they will be in the instance folder."""
    chosen = make_url(configuration.load_config(folder, os.environ).database)
    own = folder.resolve() / DATABASES["sqlite"]
    return chosen.set(database=str(instance.resolve() / own.name)) if chosen.database == str(own) else chosen


def fill_database(kind: str, dumped: Path, url: URL) -> None:
    """Puts a dump into an empty database. Raises BackupError, and ConfigError if that cannot be used."""
    shown = url.render_as_string()
    if with_psycopg(url).get_backend_name() != kind:
        raise BackupError(
            f"This is a backup of {kind}, but the settings name {shown}. Name a {kind} database: "
            "in a pbem.toml in the new folder, or by PBEM_DATABASE."
        )
    if not is_database_empty(url):
        raise BackupError(
            f"{shown} is not empty. Name another database: in a pbem.toml in the new folder, or by PBEM_DATABASE."
        )
    if kind == "sqlite":
        check_database_file(dumped)
        shutil.move(dumped, url.database or "")
    else:
        options = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
        run_postgres_program("pg_restore", url, *options, str(dumped))


def check_database_file(file: Path) -> None:
    """Raises BackupError if it is no sound database."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise BackupError(f"The database in the backup is damaged: {found}")


def is_database_empty(url: URL) -> bool:
    """Return whether nothing is in a database yet. Raises ConfigError if it cannot be used."""
    if url.get_backend_name() == "sqlite":
        return not Path(url.database or "").exists()
    with closing(Store(url.render_as_string(hide_password=False))) as store:
        store.check_connection()
        return not sa.inspect(store.engine).get_table_names()


def run_postgres_program(program: str, url: URL, *options: str) -> None:
    """Runs one of PostgreSQL's own programs. Raises BackupError."""
    line, environment = postgres_command(program, url, *options)
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()}")


def postgres_command(program: str, url: URL, *options: str) -> tuple[list[str], dict[str, str]]:
    """Return how one of PostgreSQL's own programs is called, and with which environment; the password is not on the
    command line, where others could read it. Raises BackupError."""
    if shutil.which(program) is None:
        raise BackupError(
            f"{program} is missing: install PostgreSQL's programs, of the server's version or a newer one "
            "(Debian: apt install postgresql-client)."
        )
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    line = [program, "--no-password", f"--dbname={plain.render_as_string()}", *options]
    return line, {**os.environ, **secret}
