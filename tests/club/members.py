"""Members of a club: their letters go in at a real door, and they read what comes as it came."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

import sqlalchemy as sa
from sqlmodel import col

from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase
from tests.hosting import Host, Relay, words

FRONT = "pbem@pbem.test"


@dataclass
class Club:
    """A host's server and what goes in and out of it. `written`, `told` and `seen` are all words that went in,
    came by letter, and stood on pages."""

    host: Host
    relay: Relay
    written: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    members: dict[str, Member] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Member:
        return self.members.setdefault(name, Member(name, self))

    @property
    def all_letter_texts(self) -> list[str]:
        with self.relay.news:
            return [f"{letter['Subject']}\n{words(letter)}" for _, _, letter in self.relay.letters]

    def deadline_comes(self, slug: str) -> None:
        """It is now: nobody waits a day for it."""
        now = datetime.now(UTC)
        with self.open_database() as store, store.write_session() as session:
            games = sa.select(col(Game.id)).where(col(Game.slug) == slug)
            open_ = sa.update(Phase).where(col(Phase.game_id).in_(games), col(Phase.resolved_at).is_(None))
            session.execute(open_.values(deadline=now, due_at=now))

    def leases_end(self) -> None:
        """What a server held in its hands when it was killed is free now: nobody waits a minute for it."""
        now = datetime.now(UTC)
        with self.open_database() as store, store.write_session() as session:
            for table in (MailIn, Outbox):
                held = sa.update(table).where(col(table.ready_at) > now)
                session.execute(held.values(ready_at=now))

    def open_database(self) -> OpenDatabase:
        return OpenDatabase(Store(config.load_config(self.host.folder, {}).database))


@dataclass
class OpenDatabase:
    """The server's database beside it."""

    store: Store

    def __enter__(self) -> Store:
        return self.store

    def __exit__(self, *_: object) -> None:
        self.store.close()


@dataclass
class Member:
    """One with a mail program."""

    name: str
    club: Club

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@example.org"

    def sends(self, text: str, answers: EmailMessage | None = None, subject: str = "") -> str:
        """A letter of his is accepted, to the front address if it answers none; gives its Message-ID."""
        letter = EmailMessage()
        letter["From"], letter["To"] = f"{self.name} <{self.address}>", FRONT
        letter["Date"], letter["Message-ID"] = format_datetime(datetime.now(UTC)), make_msgid(domain="example.org")
        if answers is None:
            letter["Subject"] = subject
        else:
            letter.replace_header("To", answers["Reply-To"])
            letter["Subject"] = f"Re: {str(answers['Subject']).removeprefix('Re: ')}"
            letter["In-Reply-To"] = letter["References"] = str(answers["Message-ID"])
        letter.set_content(text)
        self.club.written.append(text)
        self.club.host.post(self.address, str(letter["To"]), letter.as_bytes())
        return str(letter["Message-ID"])

    def wait_for_answer(self, sent: str) -> str:
        """The words of the letter that answers one of his."""
        return words(self.gets(lambda one: str(one["In-Reply-To"] or "") == sent))

    def asks(self, text: str, answers: EmailMessage | None = None) -> str:
        """Return what comes back to a letter of his; it answers the newest that he has got of a game."""
        return self.wait_for_answer(self.sends(text, answers or self.newest()))

    def gets(self, fits: Callable[[EmailMessage], bool]) -> EmailMessage:
        return self.club.relay.wait_for_letter(self.address, fits)

    def reads(self, *what: str) -> EmailMessage:
        """The newest letter whose subject and text say these things."""
        return self.gets(lambda one: all(re.search(some, f"{one['Subject']}\n{words(one)}") for some in what))

    def newest(self) -> EmailMessage:
        """The newest letter of a game, at a seat of his if he has one; press is answered to who wrote it."""
        seated = [one for one in self.club.relay.to(self.address) if str(one["Reply-To"])[:6] in ("orders", "deputy")]
        return (seated or self.club.relay.to(self.address))[-1]

    @property
    def seat(self) -> str:
        """The seat that he was welcomed to."""
        return str(self.reads("Welcome, ")["Subject"]).partition("Welcome, ")[2]
