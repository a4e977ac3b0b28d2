"""A letter being worked on, and what an act raises that cannot be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session

from engines.language.ask import Ask
from engines.language.phrases import Phrases
from pbem import reports
from pbem.config import Config
from pbem.mail.identity import Writer
from pbem.models import Game, MailIn, Phase, Seat
from pbem.play import Refused, games, orders
from pbem.wording import Tongue, tongue_now


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
    sections: list[dict[str, str]] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """What was asked for and done so far, as it was written."""
    standing: orders.Receipt | None = None
    """The seat's orders after what was done last, if that is known."""
    desks: dict[tuple[int | None, int | None], orders.Desk] = field(default_factory=dict)
    """What was needed to judge the seat's words, by phase and seat: it is dear, and asked for several times."""

    @property
    def game(self) -> Game:
        if self.writer.game is None:
            raise No(self.say("which game"))
        return self.writer.game

    @property
    def seat(self) -> Seat:
        game = self.game
        if self.writer.seat is None:
            raise No(self.say("no seat", slug=game.slug))
        return self.writer.seat

    @property
    def say(self) -> Tongue:
        """The language of whoever wrote."""
        return tongue_now(self.session, self.writer.game, self.writer.seat)

    @property
    def desk(self) -> orders.Desk:
        """What is needed to judge the seat's words now. Raises No, and Refused "not running", "no orders"."""
        phase = games.current(self.session, self.game)
        key = (phase.id if phase else None, self.seat.id)
        if key not in self.desks:
            self.desks[key] = orders.desk(self.session, self.game, self.seat)
        return self.desks[key]

    @property
    def ask(self) -> Ask | None:
        """What the seat may say now; None: nothing."""
        try:
            return self.desk.ask
        except (No, Refused):
            return None

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of what the seat can say now."""
        return first_words(self.ask)

    @property
    def phrases(self) -> Phrases:
        """How the game speaks to the writer now."""
        return Phrases(self.ask.phrases if self.ask else {})

    def called(self, phase: Phase) -> str:
        """What a phase is called."""
        own = self.ask if self.open and phase.id == self.open.id else None
        return own.title if own else reports.titled(self.game, phase, self.writer.seat)

    @property
    def named(self) -> str:
        """What the phase now open is called."""
        return self.called(self.open) if self.open else ""

    def tell(self, title: str, text: str) -> str:
        """Adds a section to the receipt."""
        self.sections.append({"title": title, "text": text})
        return self.say("below")


def first_words(ask: Ask | None) -> frozenset[str]:
    """The words with which the sentences of an ask begin, in lower case."""
    return frozenset(line.verb.lower().partition(" ")[0] for line in ask.lines) if ask else frozenset()
