"""Records asked for by players: what each may have, and how often."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.games import Refusal, games, notify
from pbem.games.leading import leaders
from pbem.games.proof import build_record
from pbem.games.proof.game_record import Record
from pbem.records import file, keys
from pbem.settings.config import Config
from pbem.settings.limits import Limits
from pbem.storage.budgets import spend
from pbem.storage.models import Game, Player, Seat


def count_record_request(session: Session, limits: Limits, player: Player, now: datetime) -> None:
    """Counts a game that is given or proved. Raises Refusal "too many records"."""
    if not spend(session, limits, "records", player.id, now):
        raise Refusal("too many records", most=limits.records)


def takes_part(session: Session, game: Game, player: Player | None) -> bool:
    """Return whether somebody plays in a game, or leads it: they get it whole when it is over."""
    if player is None:
        return False
    return leaders.leads_game(session, game, player) or any(
        holder.id == player.id for _, holder in notify.list_holders(session, game)
    )


def get_record_for_player(session: Session, game: Game, seat: Seat | None, player: Player | None) -> Record:
    """Return what somebody may have of a game. Raises Refusal "no record yet"."""
    if games.find_current_phase(session, game) is None:
        raise Refusal("no record yet", slug=game.slug)
    return build_record.build_reader_record(session, game, seat, takes_part=takes_part(session, game, player))


def pack_signed_record(config: Config, found: Record, now: datetime) -> bytes:
    """A record as a file, signed by this server."""
    return file.pack_record(found, keys.get_own_key(config.instance), config.mail_host, now)
