"""Who acts for a seat now: its holder, and whoever stands in for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.games.rarities import has_any
from pbem.games.rules import rules_of
from pbem.storage.models import Deputy, Game, Player, Seat


def list_active_deputies(session: Session, seats: Sequence[Seat], at: datetime) -> list[tuple[Deputy, Player]]:
    """Those who stand in at an instant for the holders of some seats of one game, with who they are: once they have
    accepted, in their span, while who named them still holds the seat. Where players may not stand in for each other
    nobody does who holds a seat of the game."""
    held = {seat.id: seat.player_id for seat in seats if seat.player_id is not None}
    if not held or not has_any(session, seats[0].game_id, Deputy):
        return []
    query = select(Deputy, Player).join(Player, col(Deputy.player_id) == Player.id).where(*deputy_conditions(at))
    query = query.where(col(Deputy.seat_id).in_(held)).order_by(col(Deputy.id))
    found = [(one, player) for one, player in session.exec(query) if one.holder_id == held[one.seat_id]]
    return [one for one in found if can_act_as_deputy(session, *one)]


def deputy_conditions(at: datetime) -> Sequence[sa.ColumnElement[bool]]:
    """The rows of deputies who have accepted, in whose span an instant is."""
    over = col(Deputy.ended_at).is_not(None) & (col(Deputy.ended_at) <= at)
    return col(Deputy.accepted_at).is_not(None), col(Deputy.begins_at) <= at, col(Deputy.ends_at) > at, ~over


def can_act_as_deputy(session: Session, deputy: Deputy, player: Player) -> bool:
    """Return whether the game lets them stand in; see `pbem.games.rules.Rules.deputies`."""
    rule = rules_of(session.get_one(Game, deputy.game_id)).deputies
    return rule == "players" or (rule == "outsiders" and not holds_seat(session, deputy.game_id, player))


def holds_seat(session: Session, game_id: int, player: Player) -> bool:
    """Return whether somebody holds a seat of a game."""
    query = select(Seat.id).where(Seat.game_id == game_id, Seat.player_id == player.id)
    return session.exec(query.limit(1)).first() is not None


def is_outside_deputy(session: Session, game: Game, player: Player) -> bool:
    """Return whether somebody has accepted to stand in for a player of a game in which players do not do that."""
    query = select(Deputy.id).where(Deputy.game_id == game.id, Deputy.player_id == player.id)
    query = query.where(col(Deputy.accepted_at).is_not(None), col(Deputy.ended_at).is_(None))
    return rules_of(game).deputies != "players" and session.exec(query.limit(1)).first() is not None


def find_deputy(session: Session, seat: Seat, player: Player, at: datetime) -> Deputy | None:
    """As what somebody stands in for the holder of a seat; None if they do not."""
    return next((one for one, who in list_active_deputies(session, [seat], at) if who.id == player.id), None)


def list_deputy_seats(session: Session, player: Player, at: datetime) -> list[tuple[Deputy, Seat]]:
    """The seats for whose holders somebody stands in."""
    query = select(Deputy, Seat).join(Seat, col(Deputy.seat_id) == Seat.id)
    query = query.where(Deputy.player_id == player.id, *deputy_conditions(at)).order_by(col(Deputy.id))
    found = [(one, seat) for one, seat in session.exec(query) if one.holder_id == seat.player_id]
    return [(one, seat) for one, seat in found if can_act_as_deputy(session, one, player)]


def find_accepted_deputy(session: Session, seat: Seat, player: Player) -> Deputy | None:
    """As what somebody has accepted to stand in for the holder of a seat, whether or not that has begun."""
    query = select(Deputy).where(
        Deputy.seat_id == seat.id,
        Deputy.player_id == player.id,
        Deputy.holder_id == seat.player_id,
        col(Deputy.accepted_at).is_not(None),
        col(Deputy.ended_at).is_(None),
    )
    return session.exec(query.order_by(col(Deputy.id).desc())).first()
