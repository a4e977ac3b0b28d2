"""A PostgreSQL server for the tests: Debian's own binaries in a temporary folder, reached by a socket only."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Cluster:
    """A server in a folder of its own; it may be crashed and started again."""

    tools: Path
    folder: Path
    options: str

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def initialise(self) -> None:
        data = str(self.folder / "data")
        as_postgres(str(self.tools / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        self.ctl("-l", str(self.folder / "log"), "-o", self.options, "start")

    def crash(self) -> None:
        """Ends it as a crash does: every conversation is cut, and the next start recovers what was committed."""
        self.ctl("-m", "immediate", "stop")

    def ctl(self, *words: str) -> None:
        as_postgres(str(self.tools / "pg_ctl"), "-D", str(self.folder / "data"), "-w", *words)


@contextmanager
def cluster(*settings: str) -> Iterator[Cluster]:
    """A server that lives as long as the block, with such settings besides ("fsync=on"). Socket paths must be short, so
    it has a folder of its own."""
    tools = binaries()
    assert tools is not None
    folder = Path(mkdtemp(prefix="pbem-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=200"
    found = Cluster(tools, folder, options + "".join(f" -c {setting}" for setting in settings))
    found.initialise()
    found.start()
    try:
        yield found
    finally:
        with suppress(RuntimeError):  # it may be down
            found.crash()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server(*settings: str) -> Iterator[str]:
    """The URL of such a server."""
    with cluster(*settings) as found:
        yield found.url


@contextmanager
def running(url: str) -> Iterator[str]:
    """A server somebody else started."""
    yield url


def database(url: str, name: str) -> str:
    """The URL of another database of the same server, for any driver."""
    return make_url(url).set(drivername="postgresql", database=name).render_as_string(hide_password=False)
