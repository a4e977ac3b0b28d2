"""Members of a club: their letters go in at a real door, and they read what comes as it came."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from tests.hosting import Host, Relay, words

FRONT = "pbem@pbem.test"


@dataclass
class Member:
    """One who writes letters. `handed_in` are the names of those he wrote; `read` what came, as he read it."""

    name: str
    host: Host
    relay: Relay
    read: list[EmailMessage] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@example.org"

    def sends(self, text: str, to: str = FRONT, subject: str = "", answers: EmailMessage | None = None) -> str:
        """A letter of his is accepted; gives its Message-ID."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = f"{self.name} <{self.address}>", to, subject or "(none)"
        letter["Date"], letter["Message-ID"] = format_datetime(datetime.now(UTC)), make_msgid(domain="example.org")
        if answers is not None:
            letter.replace_header("To", answers["Reply-To"] or answers["From"])
            letter.replace_header("Subject", subject or f"Re: {answers['Subject']}")
            letter["In-Reply-To"] = letter["References"] = str(answers["Message-ID"])
        letter.set_content(text)
        self.host.post(self.address, str(letter["To"]), letter.as_bytes())
        return str(letter["Message-ID"])

    def answer_to(self, sent: str) -> EmailMessage:
        """The letter that answers one of his."""
        return self.gets(lambda one: str(one["In-Reply-To"] or "") == sent)

    def asks(self, text: str, to: str = FRONT, subject: str = "", answers: EmailMessage | None = None) -> EmailMessage:
        """What comes back to a letter of his."""
        return self.answer_to(self.sends(text, to, subject, answers))

    def gets(self, fits: Callable[[EmailMessage], bool]) -> EmailMessage:
        found = self.relay.awaited(self.address, fits)
        self.read.append(found)
        return found

    def about(self, *what: str) -> EmailMessage:
        """The newest letter whose subject and text say these things."""
        return self.gets(lambda one: all(re.search(w, f"{one['Subject']}\n{words(one)}") for w in what))
