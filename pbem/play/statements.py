"""Statements: what the players and the master say of a game once it is over, for all to read."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.addresses import redacted
from pbem.models import Game, Player, Seat, Statement
from pbem.play import Refused, games, leaders
from pbem.play.press import MASTER
from pbem.play.tell import Kind, note, tell_all

SPAN = timedelta(days=14)
"""How long after the end a statement may be written, or written anew."""
LONGEST = 6_000


def write(session: Session, game: Game, author: Seat | None, player: Player, text: str, now: datetime) -> Statement:
    """Says something of a game that is over, in the place of what its author said before; `author` None: who leads
    the game, for all who do. All others are told of the first of each.

    Raises Refused "statement not yours", "not over yet", "statements closed", "statement empty", "statement too long".
    """
    games.lock(session, game)
    words = redacted(text.strip())
    allow(session, game, author, player)
    refuse(game, words, now)
    code = author.code if author else MASTER
    row = by(session, game, code)
    first = row is None
    row = row or Statement(game_id=game.id, author=code, player_id=player.id, text=words, written_at=now)
    row.text, row.player_id, row.written_at = words, player.id, now
    session.add(row)
    session.flush()
    if first:
        note(session, game, code, "stated", now)
        data, key = {"statement": row.id}, f"statement:{game.id}:{code}"
        tell_all(session, Kind.STATEMENT, game, key, data=data, now=now, author=player)
    return row


def allow(session: Session, game: Game, author: Seat | None, player: Player) -> None:
    """Whether somebody speaks for the master: co-masters do so, too. Raises Refused "statement not yours"."""
    if author is None and not leaders.leads(session, game, player):
        raise Refused("statement not yours", slug=game.slug)


def refuse(game: Game, words: str, now: datetime) -> None:
    """Raises Refused if this cannot be said now."""
    if game.status != "finished" or game.finished_at is None:
        raise Refused("not over yet", slug=game.slug)
    if now > game.finished_at + SPAN:
        raise Refused("statements closed", slug=game.slug, days=SPAN.days)
    if not words:
        raise Refused("statement empty")
    if len(words) > LONGEST:
        raise Refused("statement too long", length=len(words), longest=LONGEST)


def withdraw(session: Session, game: Game, author: Seat | None, player: Player, now: datetime) -> None:
    """Takes a statement back. Raises Refused "statement not yours", "no statement", "statements closed"."""
    allow(session, game, author, player)
    row = by(session, game, author.code if author else MASTER)
    if row is None:
        raise Refused("no statement", slug=game.slug)
    if not may_write(game, now):
        raise Refused("statements closed", slug=game.slug, days=SPAN.days)
    session.delete(row)


def may_write(game: Game, now: datetime) -> bool:
    """Whether statements can be written now."""
    return game.status == "finished" and game.finished_at is not None and now <= game.finished_at + SPAN


def by(session: Session, game: Game, code: str) -> Statement | None:
    """What somebody said of a game."""
    query = select(Statement).where(Statement.game_id == game.id, Statement.author == code)
    return session.exec(query.execution_options(populate_existing=True)).one_or_none()


def of(session: Session, game: Game) -> list[Statement]:
    """All statements on a game that is over, in the order in which they were first written."""
    if game.status != "finished":
        return []
    return list(session.exec(select(Statement).where(Statement.game_id == game.id).order_by(col(Statement.id))))
