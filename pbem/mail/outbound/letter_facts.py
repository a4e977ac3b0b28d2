"""A row of the outbox with all that its letter is made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session

from pbem.games import games
from pbem.games.notify import Kind
from pbem.pace import zone_info
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.models import Deputy, Game, Outbox, Phase, Player, Seat
from pbem.wording import Tongue

TO_ITSELF = frozenset({Kind.PRESS, Kind.QUESTION, Kind.INVITATION})
"""The kinds of letters whose answers belong to them, not to the seat they are about."""


class LetterObsolete(Exception):  # noqa: N818
    """A letter about a seat that its reader does not hold any more: it must not be sent."""


@dataclass(frozen=True)
class LetterFacts:
    """What a letter is made of, in the language of who reads it."""

    config: Config
    row: Outbox
    kind: Kind
    data: dict[str, Any]
    player: Player
    game: Game | None
    phase: Phase | None
    seat: Seat | None
    say: Tongue
    deputy: Deputy | None = None
    """As what the reader stands in for the seat's holder."""

    @property
    def seat_address(self) -> str:
        """The reader's own address for the seat."""
        if self.deputy is not None:
            return mail_addresses.make_address(
                self.config.secret_key, "deputy", self.config.mail_host, self.deputy.id, self.deputy.nonce
            )
        if self.seat is None or self.seat.id is None:
            return ""
        key, host, seat = self.config.secret_key, self.config.mail_host, self.seat
        return mail_addresses.make_seat_address(key, host, seat.id, seat.generation, seat.nonce)

    @property
    def reply_address(self) -> str:
        """Return where an answer belongs: to the seat, or to this very letter."""
        if self.seat_address and self.kind not in TO_ITSELF:
            return self.seat_address
        assert self.row.id is not None
        generation = self.seat.generation if self.seat else 0
        key, host, row = self.config.secret_key, self.config.mail_host, self.row
        return mail_addresses.make_address(key, "reply", host, row.id, row.nonce, generation)

    def format_time(self, at: datetime | str) -> str:
        """An instant in the reader's words and zone."""
        instant = at if isinstance(at, datetime) else datetime.fromisoformat(at)
        return self.say.calendar.format_moment(instant, zone_info(self.player.zone))


def seat_labels(session: Session, known: LetterFacts) -> dict[str, str]:
    """Return what the seats of the letter's game are called, by code."""
    return {s.code: known.say.seat_name(s) for s in games.list_game_seats(session, known.game)} if known.game else {}


def seat_name_by_label(session: Session, known: LetterFacts, label: str) -> str:
    """Return what a seat is called in the letter's language, by what it is called in the game's."""
    every = games.list_game_seats(session, known.game) if known.game else ()
    return next((known.say.seat_name(seat) for seat in every if seat.label == label), label)
