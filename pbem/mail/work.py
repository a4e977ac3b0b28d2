"""A letter being worked on, and what an act raises that cannot be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session

from engines.language.phrases import Phrases
from pbem.config import Config
from pbem.mail.identity import Writer
from pbem.models import Game, MailIn, Phase, Seat
from pbem.play import orders
from pbem.tongues import tongue_now


class No(Exception):  # noqa: N818
    """A command that cannot be done, in words for its writer."""


@dataclass
class Work:
    """A letter being worked on: who writes, and the parts of its receipt so far."""

    session: Session
    config: Config
    mail: MailIn
    message_id: str
    writer: Writer
    now: datetime
    open: Phase | None = None
    """The phase that was open when the letter came to the desk."""
    about: Phase | None = None
    """The phase the letter speaks of; None if of none."""
    verbs: frozenset[str] = frozenset()
    """The first words of what the seat can say now."""
    sections: list[dict[str, str]] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """What was asked for and done so far, as it was written."""
    standing: orders.Receipt | None = None
    """The seat's orders after what was done last, if that is known."""

    @property
    def game(self) -> Game:
        if self.writer.game is None:
            raise No("Which game? Answer a letter from that game, or put its name into the subject.")
        return self.writer.game

    @property
    def seat(self) -> Seat:
        game = self.game
        if self.writer.seat is None:
            raise No(f"You have no seat in {game.slug}.")
        return self.writer.seat

    def say(self, key: str, **facts: object) -> str:
        """A sentence in the language of whoever wrote."""
        return tongue_now(self.session, self.writer.game, self.writer.seat)(key, **facts)

    @property
    def phrases(self) -> Phrases:
        """How the game speaks to the writer now."""
        ask = orders.ask(self.session, self.writer.seat) if self.writer.seat else None
        return Phrases(ask.phrases if ask else {})

    @property
    def named(self) -> str:
        """What the phase now open is called."""
        return self.open.name if self.open else ""

    def tell(self, title: str, text: str) -> str:
        """Adds a section to the receipt."""
        self.sections.append({"title": title, "text": text})
        return "See below."
