"""Time: outages given back, clocks that jump refused, as a server that is started finds them."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.health import clock_check
from pbem.storage.models import MailIn, Phase, Pulse
from tests.attacks import afoot
from tests.attacks.afoot import HOUR, MASTER
from tests.hosting import Host, Relay, words

pytestmark = pytest.mark.slow
DAY = timedelta(days=1)


def test_an_outage_is_given_back(host: Host, relay: Relay) -> None:
    """S25: `serve` did not pass `catch_up`, and every deadline that had passed cost the players their turn."""
    now = afoot.present()
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, now - 48 * HOUR)
        afoot.due(store, now - HOUR)
        afoot.record_heartbeat(store, now - 10 * HOUR)
        with host.serving():
            relay.wait_for_letter(
                MASTER, lambda m: "because the server was down for 10 hours" in " ".join(words(m).split())
            )
        with store.read_session() as session:
            phase = session.exec(select(Phase)).one()
        assert phase.given_back == 9 * 3600 and phase.deadline is not None
        assert timedelta() <= phase.deadline - now - 9 * HOUR < 9 * HOUR + timedelta(minutes=2)  # not at night


def refused_until_accepted(host: Host, relay: Relay, why: str) -> None:
    """Nothing is resolved and letters are put off, until the host says that the clock is right."""
    with host.serving() as process:
        answer, text = host.http("/readyz")
        assert answer.status == 503 and why in json.loads(text)["why"]
        with afoot.store_of(host) as store, store.read_session() as session:
            assert session.exec(select(Phase.resolved_at)).all() == [None]
        assert host.run_command("clock", "accept").returncode == 0
        relay.wait_for_letter("france@example.org", lambda m: "1901, movement" in str(m["Subject"]))
        assert host.http("/readyz")[0].status == 200
        process.kill()


def test_a_clock_a_month_ahead_resolves_nothing(host: Host, relay: Relay) -> None:
    """S26: all games were resolved at once. After more than a week of silence the host is asked."""
    now = afoot.present()
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, now - 32 * DAY)
        afoot.due(store, now - 30 * DAY)
        afoot.record_heartbeat(store, now - 31 * DAY)
        with store.write_session() as session:
            came = now - 31 * DAY
            session.add(MailIn(digest="x", sender="", recipient="", raw=b"x", status="done", received_at=came))
    refused_until_accepted(host, relay, "the server ran last 31 days ago, or the clock is wrong")
    with afoot.store_of(host) as store, store.read_session() as session:
        assert session.exec(select(MailIn.raw)).one() == b"x", "nothing is thrown away by a wrong clock either"


def test_a_jump_is_seen_by_the_machines_own_time(host: Host, relay: Relay) -> None:
    """S26: three days since the last beat, but the machine has run for only a minute of them."""
    here = clock_check.read_clocks()
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, here.wall - 5 * DAY)
        afoot.due(store, here.wall - 2 * DAY)
        with store.write_session() as session:
            row = Pulse(id=1, beat_at=here.wall - 3 * DAY, boot=here.uptime.boot, ran=here.uptime.ran - 60)
            session.add(row)
    refused_until_accepted(host, relay, "the clock has jumped by 2 days")


def test_a_pulse_of_the_future_deadens_nothing(host: Host, relay: Relay) -> None:
    """S26: after a jump there and back outages were not noticed until the day it had jumped to."""
    now = afoot.present()
    with afoot.store_of(host) as store:
        afoot.start_first_game(store, now - DAY)
        afoot.due(store, now - HOUR)
        afoot.record_heartbeat(store, now + 30 * DAY)
    refused_until_accepted(host, relay, "the clock is 29 days behind")
    with afoot.store_of(host) as store, store.read_session() as session:
        pulse_row = session.get_one(Pulse, 1)
        assert abs(pulse_row.beat_at - afoot.present()) < timedelta(minutes=2)
