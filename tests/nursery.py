"""Processes of `pbem` without the second that its imports take: forked from one that has imported all of it before.

What is forked is a process as any other, with an environment and streams of its own: it can be sent signals and killed.
Each has a nurse, which waits for its end and tells it. That `pbem` starts by itself is shown in
`tests/server/test_serve.py`.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile, mkdtemp
from threading import Thread
from typing import IO, Any

ROOT = Path(__file__).parent.parent


class Process:
    """A module run as `python -m` runs it, with what tests need of `subprocess.Popen`. Unless it is `painting`, the
    pictures in its letters are points."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        streams: Sequence[int],
        painting: bool = False,
    ) -> None:
        umask = os.umask(0)
        os.umask(umask)
        wish = {
            "module": module,
            "arguments": [*arguments],
            "environment": {**environment},
            "umask": umask,
            "painting": painting,
        }
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(nursery())
        socket.send_fds(self.line, [b"!"], [*streams])
        self.line.sendall(json.dumps(wish).encode() + b"\n")
        self.told = self.line.makefile("r")
        self.pid = int(self.told.readline())
        self.returncode: int | None = None
        self.stdout: IO[str] | None = None
        self.reading: Thread | None = None
        self.heard = ""

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, below zero if a signal ended it. Raises TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self.line], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"{self.pid}", timeout or 0)
            self.returncode = int(self.told.readline())
            self.told.close()
            self.line.close()
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """Return what it has said since; waits for its end. Raises TimeoutExpired."""
        if self.reading is None:
            self.reading = Thread(target=self.read_output)
            self.reading.start()
        self.wait(timeout)
        self.reading.join()
        return self.heard, None

    def read_output(self) -> None:
        if self.stdout and not self.stdout.closed:
            with self.stdout as stream:
                self.heard = stream.read()

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.communicate()


def start_process(
    module: str, arguments: Sequence[str], environment: Mapping[str, str], *, painting: bool = False
) -> Process:
    """A process under way, all it says in one pipe."""
    ours, its = os.pipe()
    with Path(os.devnull).open() as nothing:
        found = Process(module, arguments, environment, [nothing.fileno(), its, its], painting)
    os.close(its)
    found.stdout = os.fdopen(ours)
    return found


def run_process(
    module: str, arguments: Sequence[str], environment: Mapping[str, str], given: bytes, timeout: float
) -> subprocess.CompletedProcess[bytes]:
    """A process that has ended, with `given` on its standard input. Raises TimeoutExpired."""
    with TemporaryFile() as said, TemporaryFile() as out, TemporaryFile() as err:
        said.write(given)
        said.seek(0)
        code = Process(module, arguments, environment, [one.fileno() for one in (said, out, err)]).wait(timeout)
        for one in (out, err):
            one.seek(0)
        return subprocess.CompletedProcess([module, *arguments], code, out.read(), err.read())


@lru_cache(maxsize=1)
def nursery() -> str:
    """The socket of the process all others are forked from; it ends with this one, which holds its standard input."""
    address = f"{mkdtemp(prefix='pbem-')}/socket"
    line = [sys.executable, "-m", "tests.nursery", address]
    process = subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    KEPT.append(process)
    return address


KEPT: list[subprocess.Popen[bytes]] = []
"""Lest its streams be closed."""


# --- the process all others are forked from ---------------------------------------------------------------------


def serve_forks(address: str) -> dict[str, Any]:
    """Returns in every process that is asked for, with what it is to do."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for nurses
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(64)
        print("ready", flush=True)
        while True:
            if sys.stdin in select.select([listener, sys.stdin], [], [])[0]:
                Path(address).unlink()
                Path(address).parent.rmdir()
                sys.exit()
            line, _ = listener.accept()
            with line:
                if os.fork() == 0:
                    return tend_process(line)


def tend_process(line: socket.socket) -> dict[str, Any]:
    """Returns in the process; its nurse tells its number, waits for its end and tells how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, streams, _, _ = socket.recv_fds(line, 1, 3)
    with line.makefile("r") as told:
        wish: dict[str, Any] = json.loads(told.readline())
    if (pid := os.fork()) == 0:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        return wish
    os.closerange(0, 3)
    for stream in streams:
        os.close(stream)
    line.sendall(f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    with suppress(OSError):  # whoever asked for it is gone
        line.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


if __name__ == "__main__":
    import gc
    from importlib import import_module

    from engines.all import list_own_engines
    from pbem import create_app
    from pbem.cli import ROOMS
    from pbem.health.duty import Duty
    from pbem.settings import config
    from pbem.storage.database import Store
    from tests import kept, pixels

    list_own_engines()
    for room in (
        "web",
        *(f"server.duties.{duty}" for duty in Duty),
        *(f"cli.{name}" for each in ROOMS.values() for name in each),
    ):
        import_module(f"pbem.{room}")
    kept.share_routes()
    kept.disable_fsync()
    kept.migrate_once()
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/pbem.db")
        store.migrate()
        create_app(config.load_config(Path(folder), {}), store)
        store.close()
    gc.freeze()
    work = serve_forks(sys.argv[1])
    os.umask(work["umask"])
    if not work["painting"]:
        pixels.none()
    os.environ.clear()
    os.environ.update(work["environment"])
    sys.argv[1:] = work["arguments"]
    runpy.run_module(work["module"], run_name="__main__", alter_sys=True)
