"""A server in parts: each process does its own, and they wake each other."""

from __future__ import annotations

import json
import re
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from email.message import EmailMessage
from random import Random
from typing import Any
from urllib.request import urlopen

import pytest
import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.cli.host import PARTS
from pbem.games import games
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.health import clock_check
from pbem.health.duty import EVERYTHING
from pbem.mail.inbound import inbox
from pbem.server import bots
from pbem.server.wake import Bell
from pbem.storage.database import Store, claim_rows_in_turn
from pbem.storage.models import Game, MailIn, Outbox, Seat, Turn
from tests.attacks import afoot
from tests.attacks.conftest import host, relay  # noqa: F401  fixtures
from tests.conftest import postgres_store
from tests.databases import Databases
from tests.hosting import PATIENCE, Host, Relay, free_port, words
from tests.recipes.servers import recipe


@pytest.fixture
def shared(databases: Databases) -> Iterator[Store]:
    """An empty database on PostgreSQL."""
    yield from postgres_store(databases)


def test_each_duty_has_its_command() -> None:
    assert {command.name for command in PARTS} == EVERYTHING


def unit(duty: str) -> tuple[str, ...]:
    """Return what the systemd unit of the hosting page has a process do, behind the name of the instance."""
    [line] = re.findall(r"^ExecStart=(.*)$", recipe("many.md", "/etc/systemd/system/pbem@.service"), re.M)
    return tuple(line.replace("%i", duty).partition("/srv/pbem/instance ")[2].split())


@pytest.mark.slow
def test_parts_play_together(host: Host, relay: Relay, shared: Store) -> None:  # noqa: F811
    """A letter comes in at one process, is read by another and answered by a third; the deadline that passes is
    resolved once by two workers, one of which is killed; the page shows it."""
    now = afoot.present()
    host.settings["database"] = shared.url.render_as_string(hide_password=False).replace("+psycopg", "")
    afoot.start_first_game(shared, now)
    watched = Host(host.folder, relay, {**host.settings, "metrics_listen": f"127.0.0.1:{free_port()}"})
    with ExitStack() as running:
        for duty, says in (("receive", "takes"), ("work", "reads"), ("send", "sends")):
            running.enter_context(host.serving(*unit(duty), says=f"pbem {duty} {says}"))
        running.enter_context(watched.serving(*unit("web"), says="pbem web shows"))
        doomed = running.enter_context(host.serving(*unit("work"), says="pbem work reads"))
        with shared.read_session() as session:
            seat = games.list_game_seats(session, afoot.game_of(session))[0]
        address = f"{seat.code.lower()}@example.org"
        host.post(address, afoot.seat_address(host, seat), f"From: {address}\r\nSubject: x\r\n\r\nstatus\r\n")
        letter = relay.wait_for_letter(address, lambda m: "auto-replied" in str(m["Auto-Submitted"]))
        assert "ok  status" in words(letter)
        doomed.send_signal(signal.SIGKILL)
        afoot.due(shared, afoot.present() - timedelta(seconds=1))
        afoot.wait_for_report(relay, shared, 2)
        assert "Fall 1901" in watched.http("/games/verdun", headers={"Host": "pbem.test"})[1]
        with urlopen(f"http://{watched.settings['metrics_listen']}/metrics", timeout=PATIENCE) as answer:
            told = answer.read().decode()
    assert 'pbem_games{status="running"} 1.0' in told and 'pbem_waiting{queue="letters_in"} 0.0' in told
    assert "pbem_disk_free_bytes " in told and 'pbem_trouble{name="clock"}' not in told
    assert 'pbem_page_seconds_count{page="game.show_game"} 1.0' in told
    assert "verdun" not in told and "example.org" not in told
    sent = Counter(str(each["Message-ID"]) for _, _, each in relay.letters)
    assert set(sent.values()) == {1}


def readiness(at: Host, trouble: str) -> dict[str, Any]:
    """Return what `/readyz` answers once it names a trouble."""
    for _ in range(PATIENCE * 10):
        answer: dict[str, Any] = json.loads(at.http("/readyz", headers={"Host": "pbem.test"})[1])
        if trouble in answer["troubles"]:
            return answer
        threading.Event().wait(0.1)
    raise TimeoutError(trouble)


def is_unjudged(store: Store) -> bool:
    """Return whether the first phase is still open, no turn is judged, and all seats are held."""
    with store.read_session() as session:
        verdicts = session.exec(select(Turn.verdict).where(Turn.verdict != "")).all()
        held = [seat.player_id for seat in games.list_game_seats(session, afoot.game_of(session))]
    return not verdicts and all(held) and not afoot.phase_id(store, 2)


def is_deadline_moved(letter: EmailMessage) -> bool:
    return "The deadline has moved" in words(letter) or "deadline" in str(letter["Subject"]).lower()


@pytest.mark.slow
def test_nothing_is_judged_while_no_part_sends_or_takes_letters(host: Host, relay: Relay) -> None:  # noqa: F811
    """Neither `pbem send` nor `pbem receive` has ever run here, and the deadline is over. `/readyz` says no, and what
    to start; once both run, all hear of their new time."""
    with afoot.store_of(host) as store, ExitStack() as running:
        afoot.start_first_game(store, afoot.present() - timedelta(hours=25), pace="24h")
        for duty, says in (("work", "reads"), ("web", "shows")):
            running.enter_context(host.serving(*unit(duty), says=f"pbem {duty} {says}"))
        told = readiness(host, "no receive")
        assert not told["ok"] and "no send" in told["troubles"] and "`pbem receive` is silent" in told["why"]
        assert host.http("/readyz", headers={"Host": "pbem.test"})[0].status == 503 and is_unjudged(store)
        for duty, says in (("receive", "takes"), ("send", "sends")):
            running.enter_context(host.serving(*unit(duty), says=f"pbem {duty} {says}"))
        relay.wait_for_letter(afoot.MASTER, is_deadline_moved)
        assert is_unjudged(store)


@pytest.mark.slow
def test_a_door_that_nobody_keeps_stops_the_clock(host: Host, relay: Relay) -> None:  # noqa: F811
    """All were told, and the deadline is over; but no letter can come in, and none ever could. When the door opens, the
    time is given back."""
    with afoot.store_of(host) as store, ExitStack() as running:
        afoot.start_first_game(store, afoot.present() - timedelta(hours=25), pace="24h")
        afoot.due(store, afoot.present() - timedelta(seconds=1))
        for duty, says in (("work", "reads"), ("send", "sends"), ("web", "shows")):
            running.enter_context(host.serving(*unit(duty), says=f"pbem {duty} {says}"))
        assert not readiness(host, "no receive")["ok"] and is_unjudged(store)
        running.enter_context(host.serving(*unit("receive"), says="pbem receive takes"))
        relay.wait_for_letter(afoot.MASTER, is_deadline_moved)
        assert is_unjudged(store)


@pytest.mark.slow
def test_who_has_no_door_is_not_waited_for(host: Host, relay: Relay) -> None:  # noqa: F811
    """`smtp_listen = ""`: letters come by a pipe, also where a door was kept an hour ago."""
    host.settings["smtp_listen"] = ""
    with afoot.store_of(host) as store, ExitStack() as running:
        afoot.start_first_game(store, afoot.present() - timedelta(hours=25), pace="24h")
        clock_check.beat_duty(store, clock_check.Beat.RECEIVE, afoot.present() - timedelta(hours=1))
        afoot.due(store, afoot.present() - timedelta(seconds=1))
        for duty, says in (("send", "sends"), ("work", "reads")):
            running.enter_context(host.serving(*unit(duty), says=f"pbem {duty} {says}"))
        afoot.wait_for_report(relay, store, 2)
        with store.read_session() as session:
            assert clock_check.list_silent_duties(session, afoot.present()) == {}
    assert b"there is no door to open" in host.run_command(*unit("receive")).stderr


class RingCounter:
    """Counts how often was rung for a job."""

    def __init__(self) -> None:
        self.times, self.news = Counter[str](), threading.Condition()

    def __call__(self, job: str) -> None:
        with self.news:
            self.times[job] += 1
            self.news.notify_all()

    def wait_for_rings(self, job: str, times: int) -> bool:
        with self.news:
            return self.news.wait_for(lambda: self.times[job] >= times, PATIENCE)


def test_a_letter_that_is_written_wakes_its_sender(shared: Store, now: datetime) -> None:
    """Once when listening begins, for what came before, and once more at the commit; each of both has an echo."""
    rung = RingCounter()
    bell = Bell(shared, rung, ["delivery"])
    bell.start()
    assert rung.wait_for_rings("delivery", 2)
    with shared.write_session() as session:
        to_be_told(session, "one", now)
    assert rung.wait_for_rings("delivery", 4)
    bell.stop()
    assert rung.times == {"delivery": 4}


def test_letters_that_are_written_side_by_side_are_told_of_once(shared: Store, now: datetime) -> None:
    """Only the first of two transactions tells; the other one does not queue behind it to tell as well, and what it
    wrote is found by the echo."""
    rung = RingCounter()
    bell = Bell(shared, rung, ["delivery"])
    bell.start()
    assert rung.wait_for_rings("delivery", 2)
    with shared.write_session() as late:
        with shared.write_session() as first:
            to_be_told(first, "one", now)
            to_be_told(late, "two", now)
            said = late.execute(sa.text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"))
            assert said.scalar_one() == 1
        assert rung.wait_for_rings("delivery", 3)
    assert rung.wait_for_rings("delivery", 4)
    bell.stop()
    assert rung.times["delivery"] == 4


def to_be_told(session: Session, key: str, now: datetime) -> None:
    """A letter of the outbox."""
    player = people.get_or_register_player(session, f"{key}@example.org", now)
    session.add(Outbox(key=key, kind="paused", player_id=player.id, created_at=now, ready_at=now))
    session.flush()


@pytest.mark.usefixtures("toy")
def test_two_clocks_share_the_bots(shared: Store, now: datetime) -> None:
    """A bot whose game somebody else has in hand is left to him; the next is moved at once."""
    for slug in ("first", "second"):
        with shared.write_session() as session:
            game = games.insert_game(session, "toy", slug=slug, now=now)
            for number, seat in enumerate(games.list_game_seats(session, game)):
                seats.join_game(session, game, people.get_bot(session, "random", number, now), [seat.code], now)
    with shared.write_session() as other:
        games.get_locked_game(other, 1)
        assert bots.play_bots(shared, lambda: now, Random(1)) == bots_of(shared, 2)
    assert bots.play_bots(shared, lambda: now, Random(1)) == bots_of(shared, 1)


def bots_of(store: Store, game_id: int) -> int:
    with store.read_session() as session:
        return len(games.list_game_seats(session, session.get_one(Game, game_id)))


def test_two_readers_leave_each_other_the_games_they_have(shared: Store, host: Host, now: datetime) -> None:  # noqa: F811
    """Letters to a game of which another reader has one in hand wait while there are others, since he has its lock;
    when there are none they are taken: nobody waits for the dead."""
    for slug in ("first", "second"):
        with shared.write_session() as session:
            game = games.insert_game(session, "diplomacy", slug=slug, now=now)
            for number, seat in enumerate(games.list_game_seats(session, game)):
                seats.join_game(
                    session,
                    game,
                    people.get_or_register_player(session, f"{slug}{number}@example.org", now),
                    [seat.code],
                    now,
                )
    with shared.write_session() as session:
        first, second = ([s.id for s in games.list_game_seats(session, session.get_one(Game, n))] for n in (1, 2))
        for number, seat_id in enumerate((first[0], first[1], second[0], first[2], second[1])):
            session.add(afoot.letter(host, session.get_one(Seat, seat_id), "status", number, now))
    with shared.write_session() as session:
        assert claim_jobs(session, now, limit=1) == [1]
    with shared.write_session() as session:
        assert claim_jobs(session, now) == [3, 5]
    with shared.write_session() as session:
        assert claim_jobs(session, now) == [2, 4]


def claim_jobs(session: Session, now: datetime, limit: int = inbox.INBOX_BATCH) -> list[int]:
    """Return what one more reader claims."""
    line, columns = inbox.InboxQueue(session, now), (col(MailIn.ready_at), col(MailIn.attempts))
    held, crowded = line.find_held_back, line.find_at_busy_games
    return claim_rows_in_turn(session, *columns, now, now + inbox.INBOX_LEASE, limit, held=held, crowded=crowded)
