"""Who may play: everybody, or those who were invited or know a word; and whoever is reliable enough."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.db import add_once
from pbem.limits import USUAL, Limits
from pbem.models import Deputy, Game, Gift, Invitation, Leader, Player, Seat, Tenure, Watcher, Wish
from pbem.play import Refused, games, leaders, people, reliability
from pbem.play.rules import rules_of
from pbem.play.tell import Kind, tell
from pbem.spending import spend

MOST = 20
"""Addresses that are invited at once."""


def is_private(game: Game) -> bool:
    """Whether a game is for those who were invited: it stands in no list."""
    return rules_of(game).open_to == "invited"


def admit(session: Session, game: Game, player: Player, knows_word: bool = False) -> None:
    """Whether somebody may take a seat. Raises Refused "not invited", "not reliable", "too new"."""
    if is_private(game) and not (knows_word or is_invited(session, game, player)):
        raise Refused("not invited", slug=game.slug)
    reliability.admit(session, game, player)


def is_listed(session: Session, game: Game, player: Player | None) -> bool:
    """Whether somebody may know of a game: of one that is not open to all only who has to do with it. To everybody else
    it is as if there were none."""
    return not is_private(game) or (player is not None and is_concerned(session, game, player))


def visible(session: Session, slug: str, player: Player | None, knows_word: Callable[[Game], bool]) -> Game:
    """The game that is so called, if somebody may know of it. Raises Refused "no such game"."""
    game = games.find(session, slug)
    if is_listed(session, game, player) or knows_word(game):
        return game
    raise games.unknown(session, game.slug)


def is_concerned(session: Session, game: Game, player: Player) -> bool:
    """Whether somebody has to do with a game: he plays in it or did, leads it, watches it, or was asked to."""
    if is_invited(session, game, player):
        return True
    tables: Sequence[Any] = (Seat, Tenure, Wish, Watcher, Leader, Deputy)
    rows = [sa.select(one.id).where(one.game_id == game.id, one.player_id == player.id) for one in tables]
    rows.append(sa.select(col(Gift.id)).where(col(Gift.game_id) == game.id, col(Gift.taker_id) == player.id))
    return session.execute(sa.union_all(*rows).limit(1)).first() is not None


def is_invited(session: Session, game: Game, player: Player) -> bool:
    """Whether a game is open to somebody: he was invited, leads it, or has a part in it already."""
    if leaders.leads(session, game, player):
        return True
    query = select(Invitation.id).where(Invitation.game_id == game.id, Invitation.player_id == player.id)
    return session.exec(query).first() is not None


def invite(
    session: Session, game: Game, actor: Player, addresses: Sequence[str], now: datetime, limits: Limits = USUAL
) -> list[str]:
    """The game master asks people to play; the addresses that get a letter now. Nobody gets two of one game, nor more
    than a few a day, whoever invites him. Raises Refused "bad address", "too many at once", "game over"."""
    games.lock(session, game)
    if game.status == "finished":
        raise Refused("game over", slug=game.slug)
    if len(addresses) > MOST:
        raise Refused("too many at once", most=MOST)
    invited = [people.plain_address(address) for address in addresses]
    return [address for address in invited if asked(session, game, actor, address, now, limits)]


def asked(session: Session, game: Game, actor: Player, address: str, now: datetime, limits: Limits) -> bool:
    """Invites one; whether a letter goes out now. Raises Refused "too many invitations"."""
    player = people.registered(session, address, now)
    row = Invitation(game_id=game.id, player_id=player.id, invited_at=now)
    if add_once(session, row, "game_id", "player_id") is None:
        return False
    if player.answered_at is None and not spend(session, limits, "invitations", actor.id, now):
        raise Refused("too many invitations", most=limits.invitations)
    if not spend(session, limits, "invited_to_one", player.id, now):
        return False
    tell(session, Kind.INVITED, player, f"invited:{game.id}:{player.id}", game=game, now=now)
    return True


def guest(session: Session, game: Game, player: Player, now: datetime) -> None:
    """Admits somebody who knew the word, and is still to prove that his address is his."""
    add_once(session, Invitation(game_id=game.id, player_id=player.id, invited_at=now), "game_id", "player_id")


# --- a word ---------------------------------------------------------------------------------------------------------


def new_word(session: Session, game: Game) -> None:
    """Another word lets people in from now on; the one before does so no more."""
    games.lock(session, game)
    game.word_seed = secrets.token_hex(16)
    session.add(game)
    session.flush()


def word_of(secret_key: str, game: Game) -> str:
    """The word that lets people into a game, "" if there is none. It is kept nowhere: it is made from the game's row
    and the key of the server, whenever somebody may read it or says it; 80 bits, too many to be guessed."""
    if not game.word_seed:
        return ""
    made = hmac.digest(secret_key.encode(), f"word of a game:{game.id}:{game.word_seed}".encode(), "sha256")
    return base64.b32encode(made[:10]).decode().lower()


def knows(secret_key: str, game: Game, said: str) -> bool:
    word = word_of(secret_key, game)
    return bool(word) and hmac.compare_digest(word.encode(), said.strip().lower().encode())
