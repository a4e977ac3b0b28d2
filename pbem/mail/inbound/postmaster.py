"""Letters to the host themselves: what came for postmaster and abuse, what was put aside, what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import structlog
from sqlmodel import Session

from pbem.commands.lines import fold_blanks
from pbem.games.notify import Kind, queue_letter
from pbem.games.people import people
from pbem.mail.inbound.letter import Letter
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.settings.mail_addresses import redact_secrets
from pbem.storage.budgets import spend
from pbem.storage.models import MailIn

HOST_NAMES = frozenset({"postmaster", "abuse"})
SHOWN_CHARACTERS = 6_000
"""Characters of a letter that are forwarded; all of it stays in the database."""

log = structlog.get_logger()


def write_to_host(
    session: Session, config: Config, kind: Kind, key: str, data: Mapping[str, Any], now: datetime, box: str = ""
) -> bool:
    """Writes to the host; False if they have named no address, or got enough in this hour of what came to this box: ""
    is what the server tells by itself."""
    if not config.host_address:
        log.warning("there is no host_address to write to", about=kind)
        return False
    if not spend(session, config.limits, "host_letters", box, now):
        log.warning("too many letters to the host in this hour", about=kind)
        return False
    write_to_host_always(session, config, kind, key, data, now)
    return True


def write_to_host_always(
    session: Session, config: Config, kind: Kind, key: str, data: Mapping[str, Any], now: datetime
) -> None:
    """Writes to the address that the host has named, whatever others have caused to be written there."""
    host = people.get_or_register_player(session, config.host_address, now)
    people.mark_address_proved(session, host, now)  # they have named the address themselves
    queue_letter(session, kind, host, key, data=data, now=now)


def is_for_host(recipient: str) -> bool:
    return mail_addresses.local_name(recipient) in HOST_NAMES


def forward_letter_to_host(session: Session, config: Config, mail: MailIn, letter: Letter, now: datetime) -> str:
    """Sends a letter on to the host, in a frame of ours and as text; a note for the host."""
    text = redact_secrets("\n".join(fold_blanks(line) for line in letter.text.splitlines()))
    data = {
        "mail": mail.id,
        "at": mail.received_at.isoformat(),
        "from": (letter.sender or mail.sender)[:200],
        "to": mail.recipient[:200],
        "subject": redact_secrets(letter.subject),
        "text": text[:SHOWN_CHARACTERS],
        "cut": max(len(text) - SHOWN_CHARACTERS, 0),
    }
    sent = write_to_host(
        session, config, Kind.FOR_THE_HOST, f"host:{mail.id}", data, now, mail_addresses.local_name(mail.recipient)
    )
    return "forwarded to the host" if sent else "for the host, but not forwarded"
