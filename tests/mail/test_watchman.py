"""The host hears by letter what is wrong with the server: once when it lasts, once when it is over."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from structlog.testing import capture_logs

from pbem.games.people import people
from pbem.health import alarms, clock_check, milestones, queues
from pbem.health.clock_check import Beat, ClockReading, Uptime, Watch
from pbem.server.duties.part import House
from pbem.server.duties.send import Send
from pbem.settings.limits import Limits
from pbem.storage.models import Outbox
from tests.mail.conftest import Office, Sink
from tests.recipes.servers import certificate

HOST = "host@example.org"


@pytest.fixture
def watched(office: Office) -> Office:
    """A server whose duties all run, and whose host has named an address."""
    office.config = replace(office.config, host_address=HOST)
    beat(office, *Beat)
    return office


def beat(office: Office, *duties: Beat) -> None:
    for duty in duties:
        clock_check.beat_duty(office.store, duty, office.now)


def sender(office: Office) -> Send:
    """The sender of a server, whose clocks are the office's."""

    def read() -> ClockReading:
        return ClockReading(office.now, Uptime("this", office.now.timestamp()))

    house = House(office.store, office.config, Watch(office.store, read), lambda _: None, lambda *_: None)
    house.clock_is_right()
    return Send(house)


def pass_minutes(office: Office, minutes: int, *running: Beat) -> None:
    """A minute at a time, as the sender looks, while some duties run."""
    [look] = [work for name, work, _ in sender(office).list_jobs() if name == "watchman"]
    for _ in range(minutes):
        office.later(minutes=1)
        beat(office, *running)
        look()
        if not office.config.relay:
            office.deliver()


def add_lost_letter(office: Office, days: int, error: str) -> None:
    """A letter to the host that was given up, written so many days ago."""
    with office.store.write_session() as session:
        player = people.get_or_register_player(session, "red@example.org", office.now)
        session.flush()
        session.add(
            Outbox(
                key=f"{office.now}:{error}:{days}",
                kind="receipt",
                player_id=player.id,
                created_at=office.now - timedelta(days=days),
                attempts=9,
                error=error,
            )
        )


@contextmanager
def first(trouble: str) -> Iterator[int]:
    """The port of a relay that is shut, or answers every letter so."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    if trouble == "shut":
        yield port
        return
    bad = Sink()
    bad.answer = f"{trouble} no"
    controller = Controller(bad, hostname="127.0.0.1", port=port, server_hostname="relay.test")
    controller.start()
    yield port
    controller.stop()


def subjects(office: Office) -> list[str]:
    return [str(office.paint_letter(row)["Subject"]) for row in office.outbox(HOST)]


@pytest.mark.slow
def test_a_clock_that_is_away_is_told_once_and_so_is_its_end(watched: Office) -> None:
    """By the sender, which runs on: with what to do, and where to look."""
    pass_minutes(watched, 60, Beat.RECEIVE, Beat.SEND)
    assert subjects(watched) == ["Wrong at pbem.test: clock"]
    text = watched.text(watched.outbox(HOST)[0])
    assert "no clock runs, since" in text and "start `pbem serve` or `pbem work`" in text
    assert f"{watched.config.public_url}/host" in text
    pass_minutes(watched, 60, *Beat)
    assert subjects(watched) == ["Wrong at pbem.test: clock", "All is well again at pbem.test"]


@pytest.mark.slow
def test_what_passes_within_minutes_is_not_told(watched: Office) -> None:
    pass_minutes(watched, 6, Beat.RECEIVE, Beat.SEND)
    pass_minutes(watched, 60, *Beat)
    assert subjects(watched) == []


@pytest.mark.slow
def test_a_trouble_that_comes_and_goes_is_told_once_a_day(watched: Office) -> None:
    """With one word of its end, and no more before it is told again."""
    for _ in range(5):
        pass_minutes(watched, 20, Beat.RECEIVE, Beat.SEND)
        pass_minutes(watched, 20, *Beat)
        watched.deliver()
    assert len(subjects(watched)) == 2
    watched.later(days=1)
    beat(watched, *Beat)
    pass_minutes(watched, 20, Beat.RECEIVE, Beat.SEND)
    assert subjects(watched)[2:] == ["Wrong at pbem.test: clock"]


@pytest.mark.slow
def test_the_last_word_is_not_that_it_is_over_while_it_lasts(watched: Office) -> None:
    """It was away, came back, and goes for good on the same day: after an hour the host hears of that."""
    pass_minutes(watched, 30, Beat.RECEIVE, Beat.SEND)
    pass_minutes(watched, 30, *Beat)
    assert len(subjects(watched)) == 2
    pass_minutes(watched, 50, Beat.RECEIVE, Beat.SEND)
    assert len(subjects(watched)) == 2, "it may still be coming and going"
    pass_minutes(watched, 20, Beat.RECEIVE, Beat.SEND)
    assert subjects(watched)[2:] == ["Wrong at pbem.test: clock"]


@pytest.mark.slow
def test_what_goes_on_is_said_when_something_else_is_over(watched: Office) -> None:
    milestones.set_instant(watched.store, milestones.BACKUP, watched.now - timedelta(days=30))
    pass_minutes(watched, 10, Beat.RECEIVE, Beat.SEND)
    pass_minutes(watched, 10, *Beat)
    wanted = ["Wrong at pbem.test: backup", "Wrong at pbem.test: clock", "Over at pbem.test: clock"]
    assert subjects(watched) == wanted
    assert "You know of this already; it goes on:\n\n- backup:" in watched.text(watched.outbox(HOST)[2])


@pytest.mark.slow
def test_several_senders_tell_once(watched: Office) -> None:
    for _ in range(10):
        pass_minutes(watched, 1, Beat.RECEIVE, Beat.SEND)
        sender(watched).look_for_troubles()
    assert len(subjects(watched)) == 1


def test_strangers_who_write_to_the_postmaster_keep_no_warning_away(watched: Office) -> None:
    """What may be forwarded to the host in an hour is used up, and the host hears all the same."""
    watched.config = replace(watched.config, limits=Limits(host_letters=0))
    pass_minutes(watched, 10, Beat.RECEIVE, Beat.SEND)
    assert len(subjects(watched)) == 1


@pytest.mark.parametrize("trouble", ["shut", "451", "550"])
def test_the_second_relay_takes_it_where_the_first_is_the_trouble(
    watched: Office, sink: tuple[Sink, int], trouble: str
) -> None:
    """Also where the first answers, and refuses."""
    relay, port = sink
    with first(trouble) as gone:
        watched.config = replace(watched.config, relay=f"smtp://127.0.0.1:{gone}", relay_2=f"smtp://127.0.0.1:{port}")
        pass_minutes(watched, 10, Beat.RECEIVE, Beat.SEND)
        assert watched.deliver() == 1
    assert [to for _, to, _ in relay.letters] == [[HOST]]


@pytest.mark.slow
def test_letters_to_nobody_are_not_the_hosts_trouble(watched: Office) -> None:
    """Nor those whose seat has another player now, nor those of long ago: only what a relay refused lately."""
    for days, error in (
        (0, "550 5.1.1 <a@example.org>: no such user"),
        (0, "the seat has another player now"),
        (20, "550 5.7.1 spam"),
    ):
        add_lost_letter(watched, days, error)
    pass_minutes(watched, 10, *Beat)
    assert subjects(watched) == []
    add_lost_letter(watched, 0, "550 5.7.1 spam")
    pass_minutes(watched, 10, *Beat)
    assert subjects(watched) == ["Wrong at pbem.test: letters given up"]


@pytest.mark.slow
def test_a_relay_that_is_shut_is_told_within_minutes(watched: Office) -> None:
    """N7: the host read nothing of it for an hour, and visitors were told after a minute."""
    watched.config = replace(watched.config, relay="smtp://127.0.0.1:1")
    watched.write("new@example.org", "pbem@pbem.test", "help")
    for _ in range(12):
        pass_minutes(watched, 1, *Beat)
        watched.deliver()
    assert subjects(watched) == ["Wrong at pbem.test: letters wait"]


@pytest.mark.slow
def test_a_relay_that_refuses_all_as_nobody_is_told(watched: Office, sink: tuple[Sink, int]) -> None:
    """N7: “no such user” to everybody was taken for as many dead mailboxes. Over once a letter leaves; and the log has
    the numbers of a refusal, without whom it was for."""
    relay, port = sink
    relay.answer = "550 5.1.1 <whoever@example.org> is unknown here"
    watched.config = replace(watched.config, relay=f"smtp://127.0.0.1:{port}")
    watched.start_party()
    with capture_logs() as logs:
        watched.deliver()
    given_up = [entry for entry in logs if entry["event"] == "letter given up"]
    assert {entry["relay"] for entry in given_up} == {"550 5.1.1"} and "example.org" not in str(given_up)
    pass_minutes(watched, 10, *Beat)
    assert "letters given up" in subjects(watched)[0]
    relay.answer = "250 OK"
    watched.write("new@example.org", "pbem@pbem.test", "help")
    watched.deliver()
    with watched.store.read_session() as session:
        assert queues.count_given_up(session, watched.now - alarms.LATELY) == 0


@contextmanager
def run_encrypted_relay(folder: Path, days: int) -> Iterator[tuple[int, ssl.SSLContext]]:
    """The port of a relay that is called by TLS, whose certificate is good for so many days; who believes it."""
    chain, key = certificate(folder, "localhost", days)
    shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    shown.load_cert_chain(chain, key)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    controller = Controller(Sink(), "127.0.0.1", port, ssl_context=shown, server_hostname="relay.test")
    controller.start()
    yield port, ssl.create_default_context(cafile=str(chain))
    controller.stop()


@pytest.mark.slow
@pytest.mark.parametrize("days", [5, 60])
def test_a_certificate_of_the_relay_that_ends_soon_is_told(
    watched: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """The sender has seen it when it called. TLS knows the machine's own clock alone."""
    watched.now = datetime.now(UTC)
    beat(watched, *Beat)
    with run_encrypted_relay(tmp_path, days) as (port, believed):
        monkeypatch.setattr("pbem.mail.outbound.delivery.trusted_ssl_context", lambda: believed)
        watched.config = replace(watched.config, relay=f"smtps://localhost:{port}")
        watched.start_party()
        calling = sender(watched)
        calling.deliver_letters()
        calling.close_part()
        assert all(row.sent_at for row in watched.outbox())
    pass_minutes(watched, 10, *Beat)
    ends = (datetime.now(UTC) + timedelta(days=days)).date()
    told = [watched.text(row) for row in watched.outbox(HOST)]
    assert len(told) == (days < 14)
    assert all(f"a relay's certificate ends (localhost on {ends})" in text for text in told)
