"""Watchers: people who do not play, and get the public reports of a game."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col, func, select

from pbem.games import Refusal, games
from pbem.games.rules import rules_of
from pbem.games.seating import invitations, substitutes
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import Game, Player, Watcher

MOST_OF_GAME, MOST_OF_PLAYER = 200, 50
"""Watchers of one game, and games that one player watches."""


def watch_game(session: Session, game: Game, player: Player, now: datetime, knows_word: bool = False) -> None:
    """Somebody gets the reports as anybody can read them, from the next one on. Raises Refusal "no watchers", "not
    invited", "plays already here", "game over", "too many watchers"."""
    games.lock_game(session, game)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    if not rules_of(game).watchers:
        raise Refusal("no watchers", slug=game.slug)
    if invitations.is_private(game) and not (knows_word or invitations.is_invited(session, game, player)):
        raise Refusal("not invited", slug=game.slug)
    if substitutes.holds_seat(session, game.id, player):
        raise Refusal("plays already here", slug=game.slug)
    of_game, of_player = (
        count_watchers(session, where) for where in (Watcher.game_id == game.id, Watcher.player_id == player.id)
    )
    if of_game >= MOST_OF_GAME or of_player >= MOST_OF_PLAYER:
        raise Refusal("too many watchers", slug=game.slug)
    insert_if_missing(session, Watcher(game_id=game.id, player_id=player.id, since=now), "game_id", "player_id")


def count_watchers(session: Session, where: bool) -> int:
    return session.exec(select(func.count()).select_from(Watcher).where(where)).one()


def unwatch_game(session: Session, game: Game, player: Player) -> bool:
    """Somebody gets them no more; False if they did not."""
    mine = (col(Watcher.game_id) == game.id) & (col(Watcher.player_id) == player.id)
    done: int = session.execute(sa.delete(Watcher).where(mine)).rowcount  # type: ignore[attr-defined]
    return done > 0


def is_watching(session: Session, game: Game, player: Player) -> bool:
    query = select(Watcher.id).where(Watcher.game_id == game.id, Watcher.player_id == player.id)
    return session.exec(query).first() is not None
