"""The roll call before a game begins: each says that he is there; who does not, loses his seat to somebody who is."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.models import Game, Seat
from pbem.play import Refused, games, pacing, phases
from pbem.play.rules import rules_of
from pbem.play.tell import Kind, holders, note, tell


def gathered(session: Session, game: Game, now: datetime) -> None:
    """What happens when every seat is taken: the game begins, or first everybody is asked whether he is there."""
    span = rules_of(game).roll_call
    if not span or all_here(session, game):
        phases.start(session, game, now)
        return
    game.roll_call_until = pacing.free(game, now + span)
    session.add(game)
    note(session, game, "SERVER", "roll call", now, deadline=game.roll_call_until.isoformat())
    for seat, player in holders(session, game):
        if seat.here_at is None:
            data = {"until": game.roll_call_until.isoformat()}
            key = f"roll-call:{seat.id}:{seat.generation}:{now:%Y%m%d%H%M%S}"
            tell(session, Kind.ROLL_CALL, player, key, game=game, seat=seat, data=data, now=now)


def here(session: Session, seat: Seat, now: datetime) -> bool:
    """Notes that a seat's player is there; True if that begins the game. Raises Refused "no roll call"."""
    game = games.lock(session, session.get_one(Game, seat.game_id))
    session.refresh(seat)
    if game.status != "forming" or game.roll_call_until is None or seat.player_id is None:
        raise Refused("no roll call", slug=game.slug)
    seat.here_at = seat.here_at or now
    session.add(seat)
    session.flush()
    if not all_here(session, game):
        return False
    game.roll_call_until = None
    phases.start(session, game, now)
    return True


def all_here(session: Session, game: Game) -> bool:
    """Whether everybody is there; bots always are."""
    there = {seat.id for seat, player in holders(session, game) if seat.here_at is not None or player.bot}
    return all(seat.id in there for seat in games.seats(session, game))
