"""Bots: they ask what they may say, say something of it, and are ready. Another way in they do not have.

A bot follows its engine's advice if there is any; one of the kind "random" never does.
"""

from __future__ import annotations

import random
from datetime import datetime

import structlog
from sqlmodel import Session, col, select

from engines import language
from engines.abilities import Adviser
from pbem.games import games
from pbem.games.orders import orders
from pbem.storage.database import NEVER, Clock, Stop, Store
from pbem.storage.models import Game, Phase, Player, Seat, Turn

RANDOM = "random"

log = structlog.get_logger()


def play_bots(store: Store, clock: Clock, rng: random.Random, stop: Stop = NEVER) -> int:
    """Lets every bot that owes something move, each in a transaction of its own; how many did."""
    with store.read_session() as session:
        found = list_bot_turns(session)
    return sum(try_bot_move(store, turn_id, clock(), rng) for turn_id in found if not stop.is_set())


def list_bot_turns(session: Session) -> list[int]:
    """The turns that bots owe. It is asked every few seconds, and most servers have few bots or none, so it begins with
    them; a database would begin with the games that are under way."""
    bots = session.exec(select(Player.id).where(Player.bot > "")).all()
    if not bots:
        return []
    query = (
        select(Turn.id)
        .join(Seat, col(Turn.seat_id) == Seat.id)
        .join(Game, col(Seat.game_id) == Game.id)
        .join(Phase, col(Turn.phase_id) == Phase.id)
        .where(col(Seat.player_id).in_(bots), Game.status == "running")
        .where(Phase.game_id == Game.id, col(Phase.resolved_at).is_(None))
        .where(col(Turn.due).is_(True), col(Turn.ready).is_(False))
    )
    return sorted(session.exec(query))


def try_bot_move(store: Store, turn_id: int, now: datetime, rng: random.Random) -> bool:
    """Return whether a bot has moved; an engine that fails is the clock's to report, and keeps no other bot waiting."""
    try:
        with store.write_session() as session:
            return make_bot_move(session, session.get_one(Turn, turn_id), now, rng)
    except Exception as error:
        log.exception("a bot could not move", turn=turn_id, error=type(error).__name__)
        return False


def make_bot_move(session: Session, turn: Turn, now: datetime, rng: random.Random) -> bool:
    """One bot's orders for one phase, unless the phase was resolved meanwhile, or another process has moved for it, or
    has its game in hand: that may be another clock, which goes through the same bots."""
    phase = session.get_one(Phase, turn.phase_id)
    game = games.find_unlocked_game(session, phase.game_id)
    if game is None:
        return False
    session.refresh(turn)
    seat = session.get_one(Seat, turn.seat_id)
    player = session.get(Player, seat.player_id) if seat.player_id else None
    current = games.find_current_phase(session, game)
    if game.status != "running" or current is None or current.id != phase.id or phase.resolved_at:
        return False
    if turn.ready or player is None or not player.bot:
        return False
    engine, view = games.get_engine(game), games.phase_view(phase, seat.code)
    grammar = engine.grammar(view, seat.code)
    if grammar is not None:
        adviser = engine if isinstance(engine, Adviser) and player.bot != RANDOM else None
        lines = (
            adviser.advise(view, seat.code, rng) if adviser else [o.text for o in language.roll_orders(grammar, rng)]
        )
        text = "\n".join(lines)
        orders.add_orders(session, seat, text, source="bot", now=now)
    orders.set_ready(session, seat, True, now)
    return True
