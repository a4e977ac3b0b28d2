"""The queues: what was accepted counts, and no letter pays for another's."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from collections import Counter
from contextlib import ExitStack
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import Session, col, func, select

from engines.language import roll_orders
from pbem.games import games
from pbem.games.orders import orders
from pbem.games.rules import Rules
from pbem.mail.inbound import inbox, intake, letter
from pbem.mail.outbound import compose, delivery, painting
from pbem.mail.outbound.pictures import Album
from pbem.settings import config
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Player, Seat, Submission
from tests import postgres
from tests.attacks import afoot
from tests.attacks.afoot import HOUR, MASTER, MINUTE, PROMPT
from tests.databases import create, drop
from tests.games.party import clock_at
from tests.hosting import PATIENCE, Host, Relay, wait_until_it_holds
from tests.size import take_some

pytestmark = pytest.mark.slow
MANY = 40


@pytest.fixture
def shared(host: Host, store: Store) -> Host:
    """A host on either database."""
    host.settings["database"] = store.url.render_as_string(hide_password=False).replace("+psycopg", "")
    return host


def conflicting_orders(session: Session, seat: Seat) -> list[str]:
    """Two orders of a seat for the same unit."""
    grammar, rng = orders.find_seat_grammar(session, seat), Random(1)
    assert grammar is not None
    first = roll_orders(grammar, rng)[0].text
    others = (o.text for _ in range(400) for o in roll_orders(grammar, rng) if o.text.split()[:2] == first.split()[:2])
    return [first, next(text for text in others if text != first)]


def test_an_amendment_accepted_before_the_deadline_counts(host: Host, relay: Relay) -> None:
    """S15: it lies behind forty letters when the deadline passes; nobody read a game's letters before closing."""
    now = afoot.present()
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, now - 48 * HOUR)
        afoot.due(store, now - timedelta(seconds=1))
        afoot.record_heartbeat(store, now)
        with store.write_session() as session:
            seats = games.list_game_seats(session, afoot.game_of(session))
            wishes = conflicting_orders(session, seats[0])
            for n in range(MANY):
                session.add(afoot.letter(host, seats[n % len(seats)], "status", n, now - HOUR))
            session.add(afoot.letter(host, seats[0], wishes[0], MANY, now - HOUR))
            session.add(afoot.letter(host, seats[0], wishes[1], MANY + 1, now - MINUTE))
        with host.serving():
            afoot.wait_for_report(relay, store, 2)
        with store.read_session() as session:
            kept = json.loads(afoot.orders(session)[seats[0].code])
            assert [order["text"] for order in kept] == [wishes[1]]


def test_innocent_letters_are_not_set_aside(host: Host, relay: Relay) -> None:
    """S16: a whole batch was counted for the deaths of its readers, and parked after three."""
    now = afoot.present()
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, now)
        afoot.record_heartbeat(store, now)
        with store.write_session() as session:
            seats = games.list_game_seats(session, afoot.game_of(session))
            for n, seat in enumerate(seats):
                session.add(afoot.letter(host, seat, "status", n, now - MINUTE, attempts=3))
        with host.serving():
            for seat in seats:
                relay.wait_for_letter(
                    f"{seat.code.lower()}@example.org", lambda m: "Auto-Submitted: auto-replied" in str(m)
                )
        with store.read_session() as session:
            assert set(session.exec(select(MailIn.status))) == {"done"}


class ProcessDeath(BaseException):
    """What nobody catches: all that is left of the process is what it has committed."""


def test_a_letter_that_kills_its_reader_costs_nobody_anything(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S16: whoever reads it dies. The others are read two rounds later, and only that one is set aside."""
    settings, whole, deaths, left = config.load_config(tmp_path / "instance", {}), letter.parse_letter, 0, []

    def deadly(raw: bytes) -> letter.Letter:
        if b"poison" in raw:
            raise ProcessDeath
        return whole(raw)

    monkeypatch.setattr(letter, "parse_letter", deadly)
    for n in range(30):
        raw = b"From: a@example.org\r\n\r\n" + (b"poison" if n == 7 else b"hello %d" % n)
        intake.receive_handed_letter(store, settings, raw, "pbem@localhost", f"{n}@example.org", clock_at(now))
    for minute in range(0, 40, 2):
        try:
            inbox.read_waiting_letters(store, settings, clock_at(now + minute * MINUTE))
        except ProcessDeath:
            deaths += 1
        with store.read_session() as session:
            left.append(session.exec(select(func.count()).where(col(MailIn.ready_at).is_not(None))).one())
    assert deaths == 1 + inbox.READER_ATTEMPTS and left[2] == 1 and left[-1] == 0
    with store.read_session() as session:
        parked = session.exec(select(MailIn).where(MailIn.status == "parked")).one()
    assert b"poison" in parked.raw


def test_a_letter_that_kills_its_painter_costs_nobody_anything(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S16, of letters out: whoever paints it dies. All others go out, and it is put aside with its error."""
    settings, whole, deaths = config.load_config(tmp_path / "instance", {}), compose.compose_letter, 0
    afoot.start_first_game(store, now)

    def deadly(session: Session, settings: Config, row: Outbox, album: Album | None) -> EmailMessage:
        if row.id == 3:
            raise ProcessDeath
        return whole(session, settings, row, album)

    monkeypatch.setattr(painting, "compose_letter", deadly)
    for minute in range(0, 120, 6):
        try:
            delivery.deliver_due_letters(store, settings, clock_at(now + minute * MINUTE), Random(1))
        except ProcessDeath:
            deaths += 1
    with store.read_session() as session:
        rows = session.exec(select(Outbox)).all()
    assert deaths == 1 + painting.PAINTER_ATTEMPTS
    assert [row.id for row in rows if not row.sent_at] == [3]
    assert all(row.error == "" for row in rows if row.id != 3)


def test_a_letter_that_cannot_be_painted_is_put_aside(host: Host, relay: Relay) -> None:
    """S13, S27: it was tried for days, and /readyz stayed well. The master's own letter that orders are late is one
    that can be painted now."""
    now = afoot.present()
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, now - 48 * HOUR, Rules(grace_hours=12, remind_hours=()))
        afoot.due(store, now - timedelta(seconds=1))
        afoot.record_heartbeat(store, now)
        with store.write_session() as session:
            player = session.exec(select(Player).where(Player.address == MASTER)).one()
            row = Outbox(key="odd", kind="paused", data="?", player_id=player.id, created_at=now, ready_at=now)
            session.add(row)
        with host.serving():
            late = relay.wait_for_letter(MASTER, lambda m: "orders are missing" in str(m["Subject"]))
            assert "without orders from" in late.get_body(("plain",)).get_content()  # type: ignore[union-attr]
            wait_until_it_holds(lambda: json.loads(host.http("/readyz")[1])["unpaintable"] == 1)
            assert json.loads(host.http("/readyz")[1])["parked"] == 0
        with store.read_session() as session:
            odd = session.exec(select(Outbox).where(Outbox.key == "odd")).one()
            assert odd.ready_at is None and odd.error.startswith("could not be painted")


class Silent(Relay):
    """Takes one letter's text and never answers."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()

    async def handle_DATA(self, _: Any, __: Any, ___: Any) -> str:  # noqa: N802
        self.asked.set()
        await asyncio.Event().wait()
        return "250 never"


def test_told_to_stop_it_stops(host: Host) -> None:
    """S24: it waited for the whole outbox. Ends within five seconds, and leaves every letter to the next."""
    now, silent = afoot.present(), Silent()
    host.relay = silent
    silent.controller.start()
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, now)
        afoot.record_heartbeat(store, now)
        with store.write_session() as session:
            player = session.exec(select(Player).where(Player.address == MASTER)).one()
            for n in range(200):
                data = json.dumps({"why": "a test"})
                row = Outbox(key=str(n), kind="paused", player_id=player.id, data=data, created_at=now, ready_at=now)
                row.game_id = afoot.game_of(session).id
                session.add(row)
        with host.serving() as process:
            assert silent.asked.wait(PATIENCE)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=5)
            assert process.returncode == 0
        with store.read_session() as session:
            waiting = session.exec(select(Outbox).where(col(Outbox.ready_at).is_not(None))).all()
            assert len(waiting) >= 200
            assert all(row.ready_at and row.ready_at <= afoot.present() and row.claims == 0 for row in waiting)
    silent.controller.stop()


def test_three_processes_make_the_tables_once(host: Host, tmp_path: Path, postgres_server: str) -> None:
    """S23: of three that started on an empty database two died."""
    url = postgres.database(postgres_server, "pbem_empty")
    create(postgres_server, "pbem_empty")
    host.folder.mkdir()
    for database in (f"sqlite:///{tmp_path / 'empty.db'}", url):
        host.settings["database"] = database
        started = [host.start_command("db", "upgrade") for _ in range(3)]
        said = [process.communicate(timeout=PATIENCE * 2)[0] for process in started]
        assert [process.returncode for process in started] == [0, 0, 0], said
    drop(postgres_server, "pbem_empty")


@pytest.mark.proof
@pytest.mark.parametrize("store", take_some(["postgresql", "sqlite"], 1), indirect=True)
def test_three_processes_move_a_bot_once(shared: Host, relay: Relay, store: Store) -> None:
    """S23: each process moved it: 46 of 214 moves were doubled. No letter goes out twice."""
    afoot.start_first_game(store, afoot.present(), PROMPT, bots=True)
    hosts = [Host(shared.folder, relay, dict(shared.settings)) for _ in range(3)]
    with ExitStack() as stack:
        for each in hosts:
            stack.enter_context(each.serving())
        for number in (2, 4):
            afoot.wait_for_report(relay, store, number)
    with store.read_session() as session:
        moves = Counter(session.exec(select(Submission.phase_id, Submission.seat_id)))
        assert len(moves) > 14 and set(moves.values()) == {1}
        assert session.exec(select(Game.status)).one() == "running"
    assert set(Counter(str(m["Message-ID"]) for m in relay.to(MASTER)).values()) == {1}
