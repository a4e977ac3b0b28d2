"""Letters of ours that came back: recognised wherever they come in, and counted where they were sent from.

What a report says is read with `flufl.bounce`. Only a failure for good counts; delays, holiday notes and whatever else
comes to the address in the envelope count nothing.
"""

from __future__ import annotations

import logging
import re
from datetime import datetime
from email import message_from_bytes
from email.policy import compat32

from flufl.bounce import all_failures
from sqlmodel import Session

from pbem.games.people import people
from pbem.mail.inbound.letter import LOOP_HEADER
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.models import MailIn, Outbox, Player

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)  # it would log the stack for every odd letter
READ_LIMIT = 16_384
"""Bytes of a letter that are looked at: reports say first what they have to say."""
EMPTY_LINES = re.compile(rb"\r?\n(?:\r?\n){2,}")
"""Thousands of empty lines would be thousands of empty reports."""
LISTED_ADDRESSES = re.compile(rb",(?=[ \t]*[^\s,@]+@)")
"""One laboratory's reports named addresses between commas; so do people who invite others."""
CAME_BACK = "came back undelivered"


def parse_failure_report(raw: bytes) -> tuple[bool, bool]:
    """Return whether a letter reports that another one is late, and whether one could not be delivered at all."""
    try:
        shown = LISTED_ADDRESSES.sub(b" ", EMPTY_LINES.sub(b"\n\n", raw[:READ_LIMIT]))
        late, lost = all_failures(message_from_bytes(shown, policy=compat32))
    except Exception:  # odd structure: its detectors raise nearly anything
        return False, False
    return bool(late), bool(lost)


def quotes_our_letter(raw: bytes) -> bool:
    """Return whether a letter of ours stands in another one with its head, as reports show what they are about."""
    return LOOP_HEADER.lower().encode() in raw.lower()


def count_bounce(session: Session, config: Config, mail: MailIn, now: datetime) -> str:
    """Counts what came to the return address of a letter of ours, once for each letter; a note for the host."""
    read = mail_addresses.parse_address(config.secret_key, "bounce", mail.recipient)
    found = session.get(Outbox, read.number) if read else None
    row = found if read and found and found.nonce == read.nonce else None
    late, lost = parse_failure_report(mail.raw)
    if not lost:
        return "a delay" if late else "to a return address, but no report of a failure"
    if row is not None and row.error != CAME_BACK:
        row.error = CAME_BACK
        session.add(row)
        people.count_player_bounce(session, session.get_one(Player, row.player_id), now)
    return "a bounce"
