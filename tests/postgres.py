"""A PostgreSQL server for the tests: Debian's own binaries in a temporary folder, reached by a socket only."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy.engine import make_url


def binaries() -> Path | None:
    """The folder with initdb, or None if PostgreSQL is not installed or nobody is there to run it."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    able = os.geteuid() != 0 or shutil.which("runuser")
    return found[-1].parent if found and able else None


def as_postgres(*command: str) -> None:
    """PostgreSQL refuses to run as root: then it runs as the user Debian made for it."""
    prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    done = subprocess.run([*prefix, *command], cwd="/", capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr or done.stdout}")


@contextmanager
def server(*settings: str) -> Iterator[str]:
    """A server that lives as long as the block, with such settings besides ("fsync=on"); its URL. Socket paths must be
    short, so it has a folder of its own."""
    tools = binaries()
    assert tools is not None
    folder = Path(mkdtemp(prefix="pbem-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    as_postgres(str(tools / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=200"
    options += "".join(f" -c {setting}" for setting in settings)
    as_postgres(str(tools / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgresql://postgres@/postgres?host={folder}"
    finally:
        as_postgres(str(tools / "pg_ctl"), "-D", str(data), "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(url: str) -> Iterator[str]:
    """A server somebody else started."""
    yield url


def database(url: str, name: str) -> str:
    """The URL of another database of the same server, for any driver."""
    return make_url(url).set(drivername="postgresql", database=name).render_as_string(hide_password=False)
