"""How much memory a server takes: idle, and with many games and a storm of deadlines behind it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic, sleep
from urllib.request import urlopen

from bench import Row
from bench._serve import fill
from pbem.db import Store
from pbem.installed import ENGINES

GAMES = 500
PORTS = ("127.0.0.1:5917", "127.0.0.1:2917")
SETTLED = 20.0
"""Seconds the server is given to do what is due."""


def run() -> list[Row]:
    """Peak resident memory in megabytes."""
    return [
        Row("memory of pbem serve, idle", peak(0), "MB", None, "<= 120"),
        Row(f"memory of pbem serve, {GAMES} games, all just resolved", peak(GAMES), "MB", None, "<= 120"),
    ]


def peak(count: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        if count:
            store = Store(f"sqlite:///{instance / 'pbem.db'}")
            store.migrate()
            fill(store, count, next(iter(ENGINES)))
            store.close()
        environment = {**os.environ, "PBEM_WEB_LISTEN": PORTS[0], "PBEM_SMTP_LISTEN": PORTS[1], "PBEM_CATCH_UP": "1m"}
        command = [sys.executable, "-m", "pbem.cli", "--instance", folder, "serve"]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            answering()
            sleep(SETTLED if count else 2)
            return resident(server.pid)
        finally:
            server.terminate()
            server.wait(60)


def answering() -> None:
    """Waits until the server answers. Raises TimeoutError."""
    end = monotonic() + 60
    while monotonic() < end:
        try:
            with urlopen(f"http://{PORTS[0]}/healthz", timeout=2):
                return
        except OSError:
            sleep(0.2)
    raise TimeoutError("the server did not answer")


def resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1000
