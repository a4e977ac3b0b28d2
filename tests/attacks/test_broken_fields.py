"""Header fields made to be read in two ways: by the server, by a mail server, or by whoever is written to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.mail.inbound import letter as letters
from tests.attacks.test_writer import RED, vouched_raw
from tests.mail.conftest import Office, letter

LURE = "=?utf-8?q?=0ABcc=3A_victim=40example.org=0A=0APay_here?="
"""Python's own parser reads what is encoded in a field it is about to write."""
HIDDEN = "=?utf-8?q?=3D=3Futf-8=3Fq=3F=3D0ABcc=3A=5Fvictim=3D40example=2Eorg=3F=3D?="
"""LURE, once more encoded."""


def test_a_recipient_writes_no_fields_into_the_hosts_letter(office: Office) -> None:
    """A stranger chose fields and text of the letter that tells the host of his."""
    office.config = replace(office.config, host_address="host@example.org")
    office.post("eve@example.net", f"abuse+{LURE}@pbem.test", letter("eve@example.net", "hello").as_bytes())
    office.read()
    (row,) = office.outbox("host@example.org")
    painted = office.paint_letter(row)
    assert "Bcc" not in painted and "Message-ID" in painted and "hello" in office.text(row)


@pytest.mark.parametrize("field", [{"Message-ID": f"<{LURE}>"}, {"Subject": HIDDEN}, {"Subject": LURE}])
def test_a_letter_writes_no_fields_into_its_receipt(office: Office, field: dict[str, str]) -> None:
    """A subject or Message-ID that is encoded twice added fields to the receipt, and could cut it short."""
    party = office.start_party()
    raw = letter(RED, "status").as_bytes().decode()
    for name, value in field.items():
        kept = [line for line in raw.split("\r\n") if not line.startswith(f"{name}:")]
        raw = "\r\n".join((f"{name}: {value}", *kept))
    office.post(RED, office.seat_address(party, "RED"), raw.encode())
    office.read()
    painted = office.paint_letter(office.outbox(RED, "receipt")[-1])
    assert "Bcc" not in painted and "Reply-To" in painted and painted.get_body(("html",)) is not None


@pytest.mark.parametrize(
    "head",
    [
        b"X-Note: a\rFrom: red@example.org\r\rFrom: eve@example.org\r\n",
        b"X-Note: a\rFrom: red@example.org\r\nno field\r\nFrom: eve@example.org\r\n",
        b"From: red@example.org\r\nno field\r\nFrom: eve@example.org\r\n",
        b"From: red@example.org\r\nFrom : eve@example.org\r\n",
        b"From: red@example.org\r\n: eve@example.org\r\nFrom: eve@example.org\r\n",
    ],
)
def test_a_head_that_can_be_read_in_two_ways_is_nobodys(head: bytes) -> None:
    """A mail server saw another From than we did, and its DMARC was taken for ours: bare line ends begin a field for
    Python alone, and what is no field ended the head for Python alone."""
    assert letters.parse_letter(head + b"Subject: x\r\nTo: pbem@pbem.test\r\n\r\nready\r\n").sender == ""


def test_dmarc_of_another_domain_is_a_forgery(office: Office) -> None:
    """What the mail server judged was another From than the one we read: a letter that knew the seat's address
    passed."""
    party = office.start_party()
    given = {"Authentication-Results": "mx.pbem.test; dmarc=pass header.from=evil.example"}
    raw = letter(RED, "resign verdun", fields=given).as_bytes()
    vouched_raw(office, "eve@evil.example", office.seat_address(party, "RED"), raw)
    with office.store.read_session() as session:
        assert party.seat(session, "RED").player_id is not None
