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

from pbem.games import Refusal, games
from pbem.games.leading import leaders
from pbem.games.notify import Kind, queue_letter
from pbem.games.people import people
from pbem.games.results import reliability
from pbem.games.rules import rules_of
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.storage.budgets import spend
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import Deputy, Game, Gift, Invitation, Leader, Player, Seat, Tenure, Watcher, Wish

MOST = 20
"""Addresses that are invited at once."""


def is_private(game: Game) -> bool:
    """Return whether a game is for those who were invited: it stands in no list."""
    return rules_of(game).open_to == "invited"


def check_admission(session: Session, game: Game, player: Player, knows_word: bool = False) -> None:
    """Whether somebody may take a seat. Raises Refusal "not invited", "not reliable", "too new"."""
    if is_private(game) and not (knows_word or is_invited(session, game, player)):
        raise Refusal("not invited", slug=game.slug)
    reliability.check_reliability(session, game, player)


def can_know_game(session: Session, game: Game, player: Player | None) -> bool:
    """Return whether somebody may know of a game: of one that is not open to all only who has to do with it. To
    everybody else it is as if there were none."""
    return not is_private(game) or (player is not None and has_part_in_game(session, game, player))


def get_game_for_reader(session: Session, slug: str, player: Player | None, knows_word: Callable[[Game], bool]) -> Game:
    """The game that is so called, if somebody may know of it. Raises Refusal "no such game"."""
    game = games.get_game(session, slug)
    if can_know_game(session, game, player) or knows_word(game):
        return game
    raise games.unknown_game(session, game.slug)


def has_part_in_game(session: Session, game: Game, player: Player) -> bool:
    """Return whether somebody has to do with a game: they play in it or did, lead it, watch it, or were asked to."""
    if is_invited(session, game, player):
        return True
    tables: Sequence[Any] = (Seat, Tenure, Wish, Watcher, Leader, Deputy)
    rows = [sa.select(one.id).where(one.game_id == game.id, one.player_id == player.id) for one in tables]
    rows.append(sa.select(col(Gift.id)).where(col(Gift.game_id) == game.id, col(Gift.taker_id) == player.id))
    return session.execute(sa.union_all(*rows).limit(1)).first() is not None


def is_invited(session: Session, game: Game, player: Player) -> bool:
    """Return whether a game is open to somebody: they were invited, lead it, or have a part in it already."""
    if leaders.leads_game(session, game, player):
        return True
    query = select(Invitation.id).where(Invitation.game_id == game.id, Invitation.player_id == player.id)
    return session.exec(query).first() is not None


def invite_players(
    session: Session,
    game: Game,
    actor: Player | None,
    addresses: Sequence[str],
    now: datetime,
    limits: Limits = USUAL_LIMITS,
) -> list[str]:
    """The game master, or the host as actor None, asks people to play; the addresses that get a letter now. Nobody gets
    two of one game, nor more
    than a few a day, whoever invites them. Raises Refusal "bad address", "too many at once", "game over"."""
    games.lock_game(session, game)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    if len(addresses) > MOST:
        raise Refusal("too many at once", most=MOST)
    invited = [people.normalize_address(address) for address in addresses]
    return [address for address in invited if invite_one(session, game, actor, address, now, limits)]


def invite_one(session: Session, game: Game, actor: Player | None, address: str, now: datetime, limits: Limits) -> bool:
    """Invites one; whether a letter goes out now. Raises Refusal "too many invitations"."""
    player = people.get_or_register_plain(session, address, now)
    row = Invitation(game_id=game.id, player_id=player.id, invited_at=now)
    if insert_if_missing(session, row, "game_id", "player_id") is None:
        return False
    if actor and player.answered_at is None and not spend(session, limits, "invitations", actor.id, now):
        raise Refusal("too many invitations", most=limits.invitations)
    if not spend(session, limits, "invited_to_one", player.id, now):
        return False
    queue_letter(session, Kind.INVITED, player, f"invited:{game.id}:{player.id}", game=game, now=now)
    return True


def invite_guest(session: Session, game: Game, player: Player, now: datetime) -> None:
    """Admits somebody who knew the word, and is still to prove that the address is theirs."""
    insert_if_missing(session, Invitation(game_id=game.id, player_id=player.id, invited_at=now), "game_id", "player_id")


# --- a word ---------------------------------------------------------------------------------------------------------


def renew_entry_word(session: Session, game: Game) -> None:
    """Another word lets people in from now on; the one before does so no more."""
    games.lock_game(session, game)
    game.word_seed = secrets.token_hex(16)
    session.add(game)
    session.flush()


def entry_word(secret_key: str, game: Game) -> str:
    """The word that lets people into a game, "" if there is none. It is kept nowhere: it is made from the game's row
    and the key of the server, whenever somebody may read it or says it; 80 bits, too many to be guessed."""
    if not game.word_seed:
        return ""
    made = hmac.digest(secret_key.encode(), f"word of a game:{game.id}:{game.word_seed}".encode(), "sha256")
    return base64.b32encode(made[:10]).decode().lower()


def is_entry_word(secret_key: str, game: Game, said: str) -> bool:
    word = entry_word(secret_key, game)
    return bool(word) and hmac.compare_digest(word.encode(), said.strip().lower().encode())
