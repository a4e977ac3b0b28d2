"""Seats given away: their holder offers one to somebody, who accepts; where the game says so, its master agrees too."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.games import Refusal, games, waiting_for_yes
from pbem.games.leading import leaders
from pbem.games.notify import Kind, add_ledger_entry, queue_letter, queue_to_master
from pbem.games.people import people
from pbem.games.rules import rules_of
from pbem.games.seating import invitations, seats, substitutes
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.storage.models import Game, Gift, Player, Seat


def offer_seat(
    session: Session, game: Game, seat: Seat, player: Player, now: datetime, limits: Limits = USUAL_LIMITS
) -> Gift:
    """Offers a seat to somebody; who was offered it before is so no more. Whether the person asked plays in the game
    already is not looked at here: it may be secret. Raises Refusal "no gifts", "game over", "gift to yourself", "too
    many invitations", "asked too often"."""
    games.lock_game(session, game)
    session.refresh(seat)
    if seat.player_id is None:
        raise Refusal("seat vacant", seat=seat.label)
    if rules_of(game).giving == "none":
        raise Refusal("no gifts", slug=game.slug)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    if player.id == seat.player_id:
        raise Refusal("gift to yourself")
    people.count_request(session, limits, session.get_one(Player, seat.player_id), player, now)
    withdraw_offer(session, seat, now)
    row = Gift(game_id=game.id, seat_id=seat.id, giver_id=seat.player_id, taker_id=player.id, offered_at=now)
    session.add(row)
    session.flush()
    data = {"seat": seat.label, "gift": row.id}
    queue_letter(session, Kind.OFFERED, player, f"offered:{row.id}", game=game, data=data, now=now)
    return row


def withdraw_offer(session: Session, seat: Seat, now: datetime) -> bool:
    """Offers a seat to nobody any more; False if it was offered to nobody."""
    query = select(Gift).where(Gift.seat_id == seat.id, col(Gift.closed_at).is_(None))
    found = session.exec(query).all()
    for row in found:
        row.closed_at = now
        session.add(row)
    session.flush()
    return bool(found)


def list_open_gifts(session: Session, game: Game, now: datetime) -> list[tuple[Gift, Seat]]:
    """Return what is offered in a game, as long as the seats are still their givers', the newest first."""
    return list_gifts(session, now, Gift.game_id == game.id)


def list_gifts_to(session: Session, player: Player, now: datetime) -> list[tuple[Gift, Seat]]:
    """Return what somebody is offered in any game and has not accepted yet, the newest first."""
    return list_gifts(session, now, Gift.taker_id == player.id, col(Gift.accepted_at).is_(None))


def list_gifts(session: Session, now: datetime, *which: sa.ColumnElement[bool] | bool) -> list[tuple[Gift, Seat]]:
    """Return the offers that still stand."""
    query = select(Gift, Seat).join(Seat, col(Gift.seat_id) == Seat.id).join(Game, col(Gift.game_id) == Game.id)
    query = query.where(col(Gift.closed_at).is_(None), Gift.offered_at > now - waiting_for_yes.SEAT, *which)
    query = query.where(Game.status != "finished", Seat.player_id == Gift.giver_id)
    return list(session.exec(query.order_by(col(Gift.id).desc())))


def get_offered_gift(
    session: Session, game: Game, player: Player, now: datetime, number: int | None
) -> tuple[Gift, Seat]:
    """Return what somebody is offered in a game: the newest, or the offer of that number. Raises Refusal "nothing
    offered"."""
    mine = [one for one in list_gifts_to(session, player, now) if one[0].game_id == game.id]
    found = next((one for one in mine if number in (None, one[0].id)), None)
    if found is None:
        raise Refusal("nothing offered", slug=game.slug)
    return found


def decline_gift(session: Session, game: Game, player: Player, now: datetime, number: int | None = None) -> Seat:
    """Close an offer that somebody does not want, and return its seat. Raises Refusal "nothing offered"."""
    games.lock_game(session, game)
    row, seat = get_offered_gift(session, game, player, now, number)
    row.closed_at = now
    session.add(row)
    session.flush()
    return seat


def accept_gift(
    session: Session, game: Game, player: Player, now: datetime, number: int | None = None
) -> tuple[Seat, bool]:
    """Takes what is offered (the newest, or the offer of that number); the seat, and whether it is theirs now, or waits
    for the game master. Raises Refusal "nothing offered", "plays already here", and what
    `invitations.check_admission` raises for who is not reliable."""
    games.lock_game(session, game)
    row, seat = get_offered_gift(session, game, player, now, number)
    people.lock_player(session, player)
    check_can_take_seat(session, game, player)
    people.mark_address_proved(session, player, now)
    row.accepted_at = now
    session.add(row)
    session.flush()
    if rules_of(game).giving == "master" and needs_master_consent(session, game, row):
        data = {"seat": seat.label}
        queue_to_master(session, Kind.GIFT, game, f"gift:{row.id}", data=data, now=now)
        return seat, False
    hand_over_seat(session, game, row, seat, now)
    return seat, True


def needs_master_consent(session: Session, game: Game, row: Gift) -> bool:
    """Return whether somebody else leads the game, who is to agree."""
    return game.master_id is not None and not leaders.leads_game(session, game, session.get_one(Player, row.giver_id))


def check_can_take_seat(session: Session, game: Game, player: Player) -> None:
    """Whether somebody may get one more seat."""
    mine = [seat for seat in games.list_game_seats(session, game) if seat.player_id == player.id]
    if len(mine) >= rules_of(game).seats_each or substitutes.is_outside_deputy(session, game, player):
        raise Refusal("plays already here", slug=game.slug)
    invitations.check_admission(session, game, player, knows_word=True)


def agree_to_gift(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """The game master, who has been checked, agrees to a seat's passing on. Raises Refusal "nothing offered"."""
    games.lock_game(session, game)
    waits = [(row, one) for row, one in list_open_gifts(session, game, now) if one.id == seat.id and row.accepted_at]
    if not waits:
        raise Refusal("nothing offered", slug=game.slug)
    hand_over_seat(session, game, waits[0][0], seat, now)


def hand_over_seat(session: Session, game: Game, row: Gift, seat: Seat, now: datetime) -> None:
    """The seat passes on, if both still can: an answer may be old by now."""
    taker = session.get_one(Player, row.taker_id)
    check_can_take_seat(session, game, taker)
    row.closed_at = now
    session.add(row)
    seats.vacate_seat(session, game, seat, now, "given")
    seats.occupy_seat(session, game, seat, taker, now)
    add_ledger_entry(session, game, seat.code, "given", now)
