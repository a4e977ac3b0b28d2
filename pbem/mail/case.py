"""A letter on its way across the desk: who writes, and what the letter says, command by command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from pbem.config import Config
from pbem.mail import commands, identity, own, receipts
from pbem.mail.commands import Said
from pbem.mail.identity import Writer
from pbem.mail.letter import Letter
from pbem.models import MailIn

Ruling = tuple[str, str]
"""A status for the letter and a note for the host."""
YES = re.compile(r"\s*(yes|ja|oui|s[ií]|ok)\b", re.I)
UNSAID = frozenset({"orders", "steps", "greeting", "ignored", "comment"})
"""What a letter holds that is none of our commands."""

UNSPOKEN = frozenset({"orders", "steps", "greeting", "ignored", "press", "broadcast", "what if"})
"""What a subject alone does not say."""


@dataclass(frozen=True)
class Case:
    """A letter with its writer (None: nobody we know). `lines` are all of its lines, `saying` is what it says."""

    session: Session
    config: Config
    mail: MailIn
    letter: Letter
    writer: Writer | None
    lines: Sequence[own.Line]
    saying: Sequence[Said]
    now: datetime

    def names(self) -> set[str]:
        return {said.name for said in self.saying}

    def understood(self) -> bool:
        """Whether there is a word of ours in it, or one that comes near."""
        return bool(self.names() - UNSAID) or any(
            commands.nearest(s.lines[0]) for s in self.saying if s.name == "orders"
        )

    def says_yes(self) -> bool:
        """Whether it agrees to something; “yes” may begin an order of the game, too."""
        return any(
            commands.read([own.Line(line)])[0].name == "yes" for s in self.saying for line in s.lines[:1] if line
        )

    def agrees(self) -> bool:
        """Whether it begins with a yes, as people write it ("Yes, gladly"): enough for an invitation."""
        first = next((line for said in self.saying if said.name not in UNSAID - {"orders"} for line in said.lines), "")
        return bool(YES.match(first))


def settle(session: Session, mail: MailIn, status: str, note: str) -> None:
    """Ends the way of a letter."""
    mail.status, mail.note, mail.ready_at = status, note, None
    session.add(mail)
    session.flush()


def opened(session: Session, config: Config, mail: MailIn, read: Letter, writer: Writer | None, now: datetime) -> Case:
    """The case of a letter that was read: placed in its game, cut into what it says."""
    if writer is not None:
        writer = identity.placed(session, writer, read.subject)
    lines: Sequence[own.Line] = own.own_lines(read.text, config.mail_host)
    saying: Sequence[Said] = commands.read(lines, lambda: receipts.verbs(session, writer))
    if not [s for s in saying if s.name != "ignored"]:
        lines, saying = spoken_in_subject(mail, read, lines, saying)
    return Case(session, config, mail, read, writer, lines, saying, now)


def spoken_in_subject(
    mail: MailIn, read: Letter, lines: Sequence[own.Line], saying: Sequence[Said]
) -> tuple[Sequence[own.Line], Sequence[Said]]:
    """A letter with nothing in it may say it all in its subject ("join verdun"), or by the address ("help@…")."""
    for words in (read.subject, mail.recipient.partition("@")[0]):
        found = commands.read([own.Line(words)])
        if found and found[0].name not in UNSPOKEN and words.strip().lower() != "orders":
            at = len(lines)
            return [*lines, own.Line(words)], [*saying, replace(found[0], at=at)]
    return lines, saying
