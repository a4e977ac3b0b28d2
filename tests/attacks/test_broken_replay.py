"""Signed letters used again: what DMARC passed once, it passes as often as anybody sends it."""

from __future__ import annotations

import pytest

from tests.attacks.test_writer import RED, vouched_raw
from tests.mail.conftest import Office, letter

PASSED = {"Authentication-Results": "mx.pbem.test; dmarc=pass header.from=example.org"}


@pytest.mark.parametrize("again", ["pbem+again@pbem.test", "games@pbem.test"])
def test_a_signed_letter_counts_once(office: Office, again: str) -> None:
    """S4: whoever had a copy of a letter sent it a second time, to another of the open addresses, and its orders took
    the place of those given since."""
    party = office.start_party()
    raw = letter(RED, "bid 3", "verdun", PASSED | {"To": "pbem@pbem.test", "Cc": "eve@example.net"}).as_bytes()
    vouched_raw(office, RED, "pbem@pbem.test", raw)
    assert office.receipt(RED)["standing"] == ["BID 3"]
    office.write(RED, office.seat_address(party, "RED"), "bid 4")
    vouched_raw(office, RED, again, raw)
    assert office.receipt(RED)["standing"] == ["BID 4"]
    assert len(office.mails()) == 2


def test_a_signed_letter_to_somebody_else_proves_nothing(office: Office) -> None:
    """S4: a friend who was written “ready” sent the letter on, as it was, with its signature."""
    office.start_party()
    raw = letter(RED, "Eve,\nbid 3", "verdun", PASSED | {"To": "eve@example.net"}).as_bytes()
    vouched_raw(office, RED, "pbem@pbem.test", raw)
    assert not office.outbox(RED, "receipt") and len(office.outbox(RED, "question")) == 1
