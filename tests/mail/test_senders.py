"""What a sender had in hand that died: a sender that is alone has it at once, and one beside others waits."""

from __future__ import annotations

import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.health import queues
from pbem.mail.outbound import delivery
from tests.attacks import afoot
from tests.hosting import Host, Relay
from tests.mail.conftest import Office, Sink, use_relay
from tests.mail.test_watchman import sender


def test_a_sender_that_is_alone_has_what_a_dead_one_claimed(office: Office, sink: tuple[Sink, int]) -> None:
    """N3: they waited out the dead one's lease, for five minutes."""
    use_relay(office, sink[1])
    office.start_party()
    claimed = delivery.claim_outgoing_letters(office.store, office.now)
    fresh = sender(office)
    fresh.prepare_work()
    fresh.close_part()
    assert office.deliver() == len(claimed) == len(office.outbox()) == len(sink[0].letters)


def test_a_sender_beside_another_leaves_its_letters_alone(office: Office, sink: tuple[Sink, int]) -> None:
    """And none is lost: with the other gone, the next one has them."""
    use_relay(office, sink[1])
    office.start_party()
    first, second, third = sender(office), sender(office), sender(office)
    first.prepare_work()
    delivery.claim_outgoing_letters(office.store, office.now)
    second.prepare_work()
    assert office.deliver() == 0
    first.close_part()
    second.close_part()
    third.prepare_work()
    third.close_part()
    assert office.deliver() > 4


def test_letters_in_hand_are_no_sign_of_a_relay_that_takes_none(office: Office) -> None:
    """N3: nor is one that the relay refused for now; one that nobody can have in hand any more is."""
    office.start_party()
    delivery.claim_outgoing_letters(office.store, office.now)
    office.later(minutes=4)
    with office.store.read_session() as session:
        assert queues.measure_letters_out(session, office.now).seconds == 240
        assert queues.measure_letters_stopped(session, office.now).count == 0
    office.later(minutes=8)
    with office.store.read_session() as session:
        assert queues.measure_letters_stopped(session, office.now).seconds == 720


@pytest.mark.slow
def test_a_server_that_starts_again_sends_what_it_had_in_hand(tmp_path: Path) -> None:
    """Killed with SIGKILL; its letters are claimed by nobody who lives."""
    relay = Relay()
    relay.controller.start()
    host = Host(tmp_path, relay)
    with afoot.store_of(host) as store:
        with host.serving() as process:
            process.send_signal(signal.SIGKILL)
            process.wait()
        afoot.start_first_game(store, datetime.now(UTC))
        assert delivery.claim_outgoing_letters(store, datetime.now(UTC))
        with host.serving():
            relay.wait_for_letter(afoot.MASTER)
    relay.controller.stop()
