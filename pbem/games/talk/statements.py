"""Statements: what the players and the master say of a game once it is over, for all to read."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.games import Refusal, games
from pbem.games.leading import leaders
from pbem.games.notify import Kind, add_ledger_entry, queue_to_all
from pbem.games.talk.press import MASTER
from pbem.settings.mail_addresses import redact_secrets
from pbem.storage.models import Game, Player, Seat, Statement

STATEMENT_SPAN = timedelta(days=14)
"""How long after the end a statement may be written, or written anew."""
LONGEST = 6_000


def write_statement(
    session: Session, game: Game, author: Seat | None, player: Player, text: str, now: datetime
) -> Statement:
    """Says something of a game that is over, in the place of what its author said before; `author` None: who leads
    the game, for all who do. All others are told of the first of each.

    Raises Refusal "statement not yours", "not over yet", "statements closed", "statement empty", "statement too long".
    """
    games.lock_game(session, game)
    words = redact_secrets(text.strip())
    check_speaks_for_game(session, game, author, player)
    check_statement(game, words, now)
    code = author.code if author else MASTER
    row = find_statement(session, game, code)
    first = row is None
    row = row or Statement(game_id=game.id, author=code, player_id=player.id, text=words, written_at=now)
    row.text, row.player_id, row.written_at = words, player.id, now
    session.add(row)
    session.flush()
    if first:
        add_ledger_entry(session, game, code, "stated", now)
        data, key = {"statement": row.id}, f"statement:{game.id}:{code}"
        queue_to_all(session, Kind.STATEMENT, game, key, data=data, now=now, author=player)
    return row


def check_speaks_for_game(session: Session, game: Game, author: Seat | None, player: Player) -> None:
    """Whether somebody speaks for the master: co-masters do so, too. Raises Refusal "statement not yours"."""
    if author is None and not leaders.leads_game(session, game, player):
        raise Refusal("statement not yours", slug=game.slug)


def check_statement(game: Game, words: str, now: datetime) -> None:
    """Raises Refusal if this cannot be said now."""
    if game.status != "finished" or game.finished_at is None:
        raise Refusal("not over yet", slug=game.slug)
    if now > game.finished_at + STATEMENT_SPAN:
        raise Refusal("statements closed", slug=game.slug, days=STATEMENT_SPAN.days)
    if not words:
        raise Refusal("statement empty")
    if len(words) > LONGEST:
        raise Refusal("statement too long", length=len(words), longest=LONGEST)


def withdraw_statement(session: Session, game: Game, author: Seat | None, player: Player, now: datetime) -> None:
    """Takes a statement back. Raises Refusal "statement not yours", "no statement", "statements closed"."""
    check_speaks_for_game(session, game, author, player)
    row = find_statement(session, game, author.code if author else MASTER)
    if row is None:
        raise Refusal("no statement", slug=game.slug)
    if not can_write_statement(game, now):
        raise Refusal("statements closed", slug=game.slug, days=STATEMENT_SPAN.days)
    session.delete(row)


def can_write_statement(game: Game, now: datetime) -> bool:
    """Return whether statements can be written now."""
    return game.status == "finished" and game.finished_at is not None and now <= game.finished_at + STATEMENT_SPAN


def find_statement(session: Session, game: Game, code: str) -> Statement | None:
    """Return what somebody said of a game."""
    query = select(Statement).where(Statement.game_id == game.id, Statement.author == code)
    return session.exec(query.execution_options(populate_existing=True)).one_or_none()


def list_statements(session: Session, game: Game) -> list[Statement]:
    """All statements on a game that is over, in the order in which they were first written."""
    if game.status != "finished":
        return []
    return list(session.exec(select(Statement).where(Statement.game_id == game.id).order_by(col(Statement.id))))
