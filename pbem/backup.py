"""One file that holds a whole instance: the database as of one instant, the secret key, the settings."""

from __future__ import annotations

import os
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from pbem import config as configuration

DATABASE = "pbem.db"
OTHERS = ("secret_key", "pbem.toml")


class BackupError(Exception):
    """The backup cannot be made or put back; says what to do."""


def save(instance: Path, file: Path) -> None:
    """Consistent whatever the server does meanwhile; the file appears whole or not at all. Raises BackupError."""
    url = make_url(configuration.load(instance, os.environ).database)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BackupError("This instance keeps its data in PostgreSQL: use pg_dump, and copy the instance folder.")
    draft = file.with_name(f"{file.name}.draft")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / DATABASE
        with closing(sqlite3.connect(url.database)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        with draft.open("wb") as raw:
            draft.chmod(0o600)
            with tarfile.open(fileobj=raw, mode="w:gz") as archive:
                archive.add(copy, DATABASE)
                for name in OTHERS:
                    if (instance / name).exists():
                        archive.add(instance / name, name)
    draft.replace(file)


def restore(file: Path, instance: Path) -> None:
    """Unpacks a backup. Raises BackupError if the folder holds something, or the file is no backup."""
    if (instance / DATABASE).exists() or (instance / "secret_key").exists():
        raise BackupError(f"{instance} holds a server's data already. Move it away, or restore into another folder.")
    instance.mkdir(parents=True, exist_ok=True)
    try:
        with tarfile.open(file, "r:gz") as archive:
            names = archive.getnames()
            if DATABASE not in names or not set(names) <= {DATABASE, *OTHERS}:
                raise BackupError(f"{file} is no backup of pbem.")
            archive.extractall(instance, filter="data")
    except (tarfile.TarError, OSError, EOFError) as error:
        raise BackupError(f"{file} cannot be read: {error}") from error
