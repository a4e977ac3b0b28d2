"""Servers as a host starts them: `pbem serve`, or its parts, in processes of their own on one instance folder."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

MAIL_HOST = "games.example"
SAYS = re.compile(r"pbem (?:(?:web|receive|work|send|tasks) )?(?:serves|shows|takes|reads|sends) ")
"""What one says whose doors are open."""
EVENT = re.compile(r'level=(warning|error|critical) event=("(?:[^"\\]|\\.)*"|\S+)')
LAST_LINES = 12
"""Lines of its log that are kept of a server that ended by itself."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def until(found: Callable[[], bool], seconds: float, step: float = 0.2) -> bool:
    """Waits for a condition; whether it came true in time."""
    end = monotonic() + seconds
    while not found():
        if monotonic() > end:
            return False
        sleep(step)
    return True


class Server:
    """One server with ports and a log of its own; `command` is all of it ("serve") or one of its parts. `ready` says
    whether its doors are open; `events` counts what it warned of."""

    def __init__(self, folder: Path, number: int, command: str = "serve", **settings: str) -> None:
        self.folder, self.log = folder, folder / f"{'server' if command == 'serve' else command}-{number}.log"
        self.command, self.settings = command, settings
        self.web, self.smtp = free_port(), free_port()
        self.events: Counter[str] = Counter()
        self.process: subprocess.Popen[str] | None = None
        self.open = threading.Event()

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def ready(self) -> bool:
        return self.running and self.open.is_set()

    @property
    def line(self) -> list[str]:
        """Return what is started."""
        return [sys.executable, "-m", "pbem.cli", "--instance", str(self.folder), self.command]

    def start(self) -> None:
        own = {"web_listen": f"127.0.0.1:{self.web}", "smtp_listen": f"127.0.0.1:{self.smtp}", **self.settings}
        self.open = threading.Event()
        self.process = subprocess.Popen(
            self.line,
            env={**os.environ, **{f"PBEM_{name.upper()}": value for name, value in own.items()}},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        threading.Thread(target=self.listen, args=(self.process, self.open), daemon=True).start()

    def listen(self, process: subprocess.Popen[str], opened: threading.Event) -> None:
        """Keeps what a server says; notes that its doors are open."""
        assert process.stdout is not None
        with self.log.open("a") as log:
            for line in process.stdout:
                log.write(line)
                if SAYS.search(line):
                    opened.set()
                if found := EVENT.search(line):
                    self.events[f"{found[1]}: {found[2]}"] += 1

    def kill(self) -> None:
        """SIGKILL: at whatever instruction it is."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, seconds: float) -> float:
        """SIGTERM, and SIGKILL when it takes longer than this; how many seconds it took."""
        assert self.process is not None
        start = monotonic()
        self.process.terminate()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
        return monotonic() - start

    def last_words(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-LAST_LINES:])

    def memory(self) -> float:
        """Resident megabytes at this moment; 0 if it does not run."""
        try:
            status = Path(f"/proc/{self.process.pid if self.process else 0}/status").read_text()
        except OSError:
            return 0
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1000 if found else 0

    def cpu(self) -> float:
        """Seconds of processor time so far, with that of its children that have ended; 0 if it does not run."""
        try:
            fields = Path(f"/proc/{self.process.pid if self.process else 0}/stat").read_text().rpartition(")")[2]
        except OSError:
            return 0
        return sum(map(int, fields.split()[11:15])) / os.sysconf("SC_CLK_TCK")


def furnish_instance(folder: Path, limits: Mapping[str, int], **settings: str) -> None:
    """Writes the `pbem.toml` of an instance folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    given = {"mail_host": MAIL_HOST, **settings}
    lines = [*(f"{key} = {json.dumps(value)}" for key, value in given.items()), "", "[limits]"]
    lines += [f"{key} = {value}" for key, value in limits.items()]
    (folder / "pbem.toml").write_text("\n".join([*lines, ""]))


@contextmanager
def all_stopped(servers: list[Server]) -> Iterator[None]:
    """Whatever happens in the block, no server outlives it."""
    try:
        yield
    finally:
        for server in servers:
            if server.running:
                server.kill()
