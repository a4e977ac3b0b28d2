"""Diaries: private notes of whoever holds a seat, kept with the phase that is open.

A note is its writer's, not the seat's: who holds the seat after them reads none of it, and neither does the game
master. Whether all may read it once the game is over is settled when it is written, by the rules of then, or by its
writer.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.games import Refusal, games
from pbem.games.rules import rules_of
from pbem.settings.mail_addresses import redact_secrets
from pbem.storage.models import Diary, Game, Seat

LONGEST = 6_000
MOST = 400
"""Notes of one player in one seat."""


def write_note(session: Session, seat: Seat, text: str, now: datetime) -> Diary:
    """Keeps a note. Raises Refusal "seat vacant", "game over", "diary empty", "diary too long", "diary full"."""
    game = games.lock_game(session, session.get_one(Game, seat.game_id))
    words, mine = redact_secrets(text.strip()), list_own_notes(session, seat)
    if seat.player_id is None:
        raise Refusal("seat vacant", seat=seat.label)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    if not words:
        raise Refusal("diary empty")
    if len(words) > LONGEST:
        raise Refusal("diary too long", length=len(words), longest=LONGEST)
    if len(mine) >= MOST:
        raise Refusal("diary full", most=MOST)
    phase = games.find_current_phase(session, game)
    opened = rules_of(game).diaries == "open" or are_notes_open(mine)
    row = Diary(
        game_id=game.id,
        seat_id=seat.id,
        player_id=seat.player_id,
        phase_id=phase.id if phase else None,
        number=max((note.number for note in mine), default=0) + 1,
        text=words,
        opened=opened,
        written_at=now,
    )
    session.add(row)
    session.flush()
    return row


def list_own_notes(session: Session, seat: Seat) -> list[Diary]:
    """The notes of a seat's player, in order."""
    query = select(Diary).where(Diary.seat_id == seat.id, Diary.player_id == seat.player_id)
    return list(session.exec(query.order_by(col(Diary.number)).execution_options(populate_existing=True)))


def get_note(session: Session, seat: Seat, number: int) -> Diary:
    """One of their notes. Raises Refusal "no such note"."""
    found = list_own_notes(session, seat)
    for note in found:
        if note.number == number:
            return note
    raise Refusal("no such note", number=number, numbers=[note.number for note in found])


def delete_note(session: Session, seat: Seat, number: int) -> None:
    """Takes a note out of the diary for good. Raises Refusal "no such note"."""
    session.delete(get_note(session, seat, number))
    session.flush()


def open_diary_at_end(session: Session, game: Game, seat: Seat, opens: bool) -> None:
    """Whether all may read a player's notes once the game is over, those to come as well. Raises Refusal
    "diaries closed", "diaries open", "no note yet"."""
    agreed = rules_of(game).diaries
    if agreed == "closed" and opens:
        raise Refusal("diaries closed", slug=game.slug)
    if agreed == "open" and not opens:
        raise Refusal("diaries open", slug=game.slug)
    mine = sa.update(Diary).where(col(Diary.seat_id) == seat.id, col(Diary.player_id) == seat.player_id)
    if not session.execute(mine.values(opened=opens).returning(col(Diary.id))).all():
        raise Refusal("no note yet", slug=game.slug)


def are_notes_open(notes: Sequence[Diary]) -> bool:
    """Return whether a player's notes will be opened, those to come as well: as the last of them."""
    return any(note.opened for note in notes[-1:])


def list_opened_notes(session: Session, game: Game, phase_id: int | None = None) -> list[Diary]:
    """The notes that all may read: those that were opened, of a game that is over; of one phase, or of all."""
    if game.status != "finished" or rules_of(game).diaries == "closed":
        return []
    query = select(Diary).where(Diary.game_id == game.id, col(Diary.opened).is_(True)).order_by(col(Diary.id))
    return list(session.exec(query.where(Diary.phase_id == phase_id) if phase_id else query))
