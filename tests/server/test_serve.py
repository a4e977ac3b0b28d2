"""The whole server as a host starts it: a process with open doors, told to stop, killed, and started again."""

from __future__ import annotations

import json
import os
import platform
import re
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from threading import Event
from urllib.request import urlopen

import pytest
from sqlmodel import col, select

from pbem.health.duty import Duty
from pbem.mail.inbound import inbox
from pbem.server.duties.work import Workshop
from pbem.server.serve import Server, return_free_memory
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Outbox, Phase, Player, Pulse
from tests.attacks import afoot
from tests.games.party import clock_at
from tests.hosting import PATIENCE, Host, Relay


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def start_server(folder: Path, web: int, smtp: int, *command: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PBEM_WEB_LISTEN": f"127.0.0.1:{web}", "PBEM_SMTP_LISTEN": f"127.0.0.1:{smtp}"}
    words = [sys.executable, "-m", "pbem.cli", "--instance", str(folder), *command]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def until(process: subprocess.Popen[str], words: str) -> None:
    """Reads what the process prints until these words come."""
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return
    raise AssertionError(f"the server ended without saying {words!r}")


@contextmanager
def serving(folder: Path, web: int, smtp: int, *command: str, says: str) -> Iterator[subprocess.Popen[str]]:
    process = start_server(folder, web, smtp, *command)
    try:
        until(process, says)
        yield process
    finally:
        process.kill()
        process.communicate()


def page(port: int, path: str) -> str:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        text: str = answer.read().decode()
        return text


@pytest.mark.slow
def test_a_server_opens_its_doors_and_closes_them(tmp_path: Path) -> None:
    """Web and SMTP answer; SIGTERM ends it in good order; its port cannot be had twice."""
    web, smtp = free_port(), free_port()
    with serving(tmp_path, web, smtp, "serve", says="pbem serves") as process:
        assert json.loads(page(web, "/healthz"))["ok"] is True
        with smtplib.SMTP("127.0.0.1", smtp) as connection:
            assert connection.noop()[0] == 250
        second = start_server(tmp_path / "second", web, free_port(), "serve")
        output, _ = second.communicate(timeout=60)
        assert second.returncode == 1
        assert "web_listen" in output and "Is another server running?" in output and "Traceback" not in output
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        assert process.returncode == 0


SLEEPING = """
import signal, sys, threading
from pathlib import Path
from pbem.settings import config
from pbem.storage.database import Store
from pbem.health.duty import Duty
from pbem.server.serve import run_server

ready, main = threading.Event(), threading.get_ident()


def another() -> None:
    ready.wait()
    while sys._current_frames()[main].f_code.co_name not in ("wait", "<lambda>"):
        pass
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)


threading.Thread(target=another, daemon=True).start()
settings = config.load_config(Path(sys.argv[1]), {})
store = Store(settings.database)
store.migrate()
run_server(store, settings, ready.set, {Duty.SEND})
"""


@pytest.mark.slow
def test_no_sign_to_stop_is_slept_through(tmp_path: Path) -> None:
    """A part that was stopped right after it began stayed: its main thread waited for a lock that no sign ends."""
    done = subprocess.run([sys.executable, "-c", SLEEPING, str(tmp_path)], timeout=60, check=False)
    assert done.returncode == 0


def test_a_second_server_ends_before_it_has_written_anything(sqlite: Store, tmp_path: Path, now: datetime) -> None:
    """Started by mistake beside one that runs, it finds its port taken; a demonstration would put off deadlines."""
    afoot.start_first_game(sqlite, now)
    with sqlite.write_session() as session:
        session.add(Pulse(id=1, beat_at=now - timedelta(days=3), boot="another", ran=1.0))
    before = read_all_texts(sqlite)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = Host(tmp_path, settings={"demo": "true"}, web=taken.getsockname()[1]).run_command("serve")
    assert done.returncode == 1 and b"Is another server running?" in done.stdout + done.stderr
    assert read_all_texts(sqlite) == before


def read_all_texts(store: Store) -> list[str]:
    """All that a database holds."""
    with sqlite3.connect(store.url.database or "") as connection:
        found = [*connection.iterdump()]
    connection.close()
    return found


@pytest.mark.slow
def test_a_letter_that_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """Killed right after its 250: whoever comes next answers it, at the latest when the dead server's lease is over."""
    web, smtp = free_port(), free_port()
    with (
        serving(tmp_path, web, smtp, "demo", says="Ctrl-C") as process,
        smtplib.SMTP("127.0.0.1", smtp) as connection,
    ):
        letter = "From: anna@example.org\r\nSubject: hello\r\nMessage-ID: <1@example.org>\r\n\r\njoin demo\r\n"
        connection.sendmail("anna@example.org", ["pbem@localhost"], letter)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
    settings = replace(config.load_config(tmp_path, {}), demo=True)
    store = Store(settings.database)
    inbox.read_waiting_letters(store, settings, clock_at(datetime.now(UTC) + inbox.INBOX_LEASE + timedelta(seconds=1)))
    with store.read_session() as session:
        told = session.exec(select(Outbox.kind).join(Player).where(Player.address == "anna@example.org")).all()
    store.close()
    assert {"welcome", "receipt"} <= set(told)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have no such thing")
def test_memory_that_is_free_goes_back() -> None:
    """What was freed between things that live."""
    pieces = [bytes(3000) for _ in range(20_000)]
    living = pieces[::100]
    del pieces
    before = resident()
    return_free_memory()
    assert len(living) == 200 and resident() < before - 40_000


def test_what_is_kept_for_the_next_is_forgotten_every_hour(
    sqlite: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By every process of a server, whatever its duties."""
    forgotten = Event()
    monkeypatch.setattr("pbem.server.serve.HOUR", 0.01)
    monkeypatch.setattr("engines.memo.clear_caches", forgotten.set)
    server = Server(sqlite, config.load_config(tmp_path, {}), duties={Duty.SEND})
    server.start()
    assert forgotten.wait(PATIENCE)
    server.stop()


def test_each_deadline_has_an_appointment_at_every_start(
    sqlite: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept to the instant though the next look of the sweep is far, and made anew from the database."""
    looked: list[datetime] = []
    kept = Event()

    def tick(_: Workshop) -> None:
        looked.append(datetime.now(UTC))
        if looked[-1] >= soon:
            kept.set()

    monkeypatch.setattr(Workshop, "tick_clock", tick)
    monkeypatch.setattr(
        Workshop,
        "list_jobs",
        lambda self: [("clock", self.tick_clock, 3600), ("deadlines", self.appoint_deadlines, 3600)],
    )
    now = datetime.now(UTC)
    afoot.start_first_game(sqlite, now)
    for ahead in (1200, 2):
        kept.clear()
        soon = datetime.now(UTC) + timedelta(seconds=ahead)
        afoot.due(sqlite, soon)
        server = Server(sqlite, config.load_config(tmp_path, {}), duties={Duty.WORK})
        server.start()
        if ahead == 2:
            assert kept.wait(ahead + PATIENCE)
        else:
            assert appointment(server) == soon
        server.stop()
    assert len([at for at in looked if at >= soon]) == 1


@pytest.mark.slow
def test_a_deadline_is_kept_after_a_kill(tmp_path: Path) -> None:
    """Killed with SIGKILL shortly before it and started again, the server closes the phase once, and not before."""
    relay = Relay()
    relay.controller.start()
    host = Host(tmp_path, relay)
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, datetime.now(UTC))
        with host.serving() as process:
            relay.wait_for_letter(afoot.MASTER)
            deadline = datetime.now(UTC) + timedelta(seconds=4)
            afoot.due(store, deadline)
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE)
        with host.serving():
            begun = datetime.now(UTC)
            afoot.wait_for_report(relay, store, 2)
        with store.read_session() as session:
            first, second = session.exec(select(Phase).order_by(col(Phase.number))).all()
            assert first.resolved_at and deadline <= first.resolved_at < max(deadline, begun) + timedelta(seconds=20)
            assert second.resolved_at is None
    relay.controller.stop()


def appointment(server: Server) -> datetime:
    """Return when the first deadline is to be looked at, once the scheduler knows."""
    for _ in range(1000):
        known: dict[str, datetime] = {job.id: job.next_run_time for job in server.scheduler.get_jobs()}
        if found := [at for name, at in known.items() if name.startswith("clock at")]:
            return min(found)
        Event().wait(PATIENCE / 1000)
    raise TimeoutError


def resident() -> int:
    """Kilobytes."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) if found else 0


HEAP = 1 << 26
"""Bytes of address space the GNU C library sets aside for each heap beside the first, and what it aligns them to."""


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="heaps of threads are a thing of the GNU C library")
def test_its_threads_share_two_heaps(tmp_path: Path) -> None:
    """Each heap keeps what its dearest page or letter took (docs/security.md, “memory of `pbem serve`”)."""
    host = Host(tmp_path)
    with host.serving() as process, ThreadPoolExecutor(16) as visitors:
        assert all(response.status == 200 for response, _ in visitors.map(host.http, ["/help"] * 64))
        maps = Path(f"/proc/{process.pid}/maps").read_text()
    assert len(heaps(maps)) <= 1


def heaps(maps: str) -> list[int]:
    """Return where heaps beside the first begin: aligned, used in part, the rest of their room set aside right behind
    it.

    That a mapping is aligned is not enough: kernels align large ones of any kind.
    """
    spans = [span(*line.split()[:2]) for line in maps.splitlines()]
    return [
        start
        for (start, end, rights), (behind, until, closed) in pairwise(spans)
        if rights == "rw-p" and closed == "---p" and start % HEAP == 0 and end == behind and until >= start + HEAP
    ]


def span(ends: str, rights: str) -> tuple[int, int, str]:
    start, _, end = ends.partition("-")
    return int(start, 16), int(end, 16), rights
