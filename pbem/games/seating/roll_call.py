"""The roll call before a game begins: each says that they are there; who does not, loses their seat to another."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.games import Refusal, games
from pbem.games.notify import Kind, add_ledger_entry, list_holders, queue_letter
from pbem.games.phases import pacing, phases
from pbem.games.rules import rules_of
from pbem.storage.models import Game, Seat


def start_or_call_roll(session: Session, game: Game, now: datetime) -> None:
    """What happens when every seat is taken: the game begins, or first everybody is asked whether they are there."""
    span = rules_of(game).roll_call_span
    if not span or is_everybody_here(session, game):
        phases.begin_game(session, game, now)
        return
    game.roll_call_until = pacing.next_free_time(game, now + span)
    session.add(game)
    add_ledger_entry(session, game, "SERVER", "roll call", now, deadline=game.roll_call_until.isoformat())
    for seat, player in list_holders(session, game):
        if seat.here_at is None:
            data = {"until": game.roll_call_until.isoformat()}
            key = f"roll-call:{seat.id}:{seat.generation}:{now:%Y%m%d%H%M%S}"
            queue_letter(session, Kind.ROLL_CALL, player, key, game=game, seat=seat, data=data, now=now)


def answer_roll_call(session: Session, seat: Seat, now: datetime) -> bool:
    """Notes that a seat's player is there; True if that begins the game. Raises Refusal "no roll call"."""
    game = games.lock_game(session, session.get_one(Game, seat.game_id))
    session.refresh(seat)
    if game.status != "forming" or game.roll_call_until is None or seat.player_id is None:
        raise Refusal("no roll call", slug=game.slug)
    seat.here_at = seat.here_at or now
    session.add(seat)
    session.flush()
    if not is_everybody_here(session, game):
        return False
    game.roll_call_until = None
    phases.begin_game(session, game, now)
    return True


def is_everybody_here(session: Session, game: Game) -> bool:
    """Return whether everybody is there; bots always are."""
    there = {seat.id for seat, player in list_holders(session, game) if seat.here_at is not None or player.bot}
    return all(seat.id in there for seat in games.list_game_seats(session, game))
