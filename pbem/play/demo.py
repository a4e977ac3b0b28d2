"""The demonstration game: bots play it, one seat is always free, and a visitor needs no mail address to sit down."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from sqlmodel import Session, col, func, select

from engines.all import ENGINES
from pbem.models import Game, Player, Seat
from pbem.play import Refused, deadlines, games, orders, people, seats
from pbem.play.tell import holders

SLUG = "demo"
BOT = "robot"
PACE = "10m"
RULES = games.Rules(grace_hours=0, delay_minutes=0.5, remind_hours=(), extensions=False)
ENOUGH = 16
"""Phases the bots play among themselves before they wait for somebody to join."""


def newest(session: Session) -> Game | None:
    """The demonstration game that is going on, or the last one."""
    query = select(Game).where(col(Game.slug).startswith(SLUG), col(Game.master_id).is_(None))
    return session.exec(query.order_by(col(Game.id).desc())).first()


def keep(session: Session, now: datetime) -> Game:
    """Sees to it that a demonstration game goes on, has a free seat, and rests while nobody is there."""
    game = newest(session)
    if game is None or game.status == "finished":
        return opened(session, now)
    games.lock(session, game)
    taken = {seat.id: player for seat, player in holders(session, game)}
    everyone = games.seats(session, game)
    if all(seat.id in taken for seat in everyone):
        bot = next((seat for seat in everyone if taken[seat.id].bot), None)
        if bot is not None:
            with suppress(Refused):  # a visitor begins with an empty desk
                orders.clear(session, bot, now)
            seats.resign(session, bot, now)
    visited = any(not player.bot for player in taken.values())
    phase = games.current(session, game)
    if game.status == "paused" and visited:
        deadlines.resume(session, game, now)
    elif game.status == "running" and not visited and phase and phase.number >= ENOUGH:
        deadlines.pause(session, game, "waiting for a visitor", now)
    return game


def opened(session: Session, now: datetime) -> Game:
    """A new demonstration game, of the first engine there is, with a bot in every seat."""
    count = session.exec(select(func.count()).where(col(Game.slug).startswith(SLUG))).one()
    slug = f"{SLUG}-{count + 1}" if count else SLUG
    game = games.create(session, next(iter(ENGINES)), slug=slug, pace=PACE, rules=RULES, now=now)
    for number, _ in enumerate(games.seats(session, game), 1):
        seats.join(session, game, people.bot(session, BOT, number, now), (), now)
    return game


def sit(session: Session, host: str, now: datetime) -> Seat:
    """Seats a new visitor, with an address at `host` whose letters the embedded mailbox shows.

    Raises Refused "game full", or "no such game" before there is a demonstration.
    """
    game = newest(session)
    if game is None:
        raise Refused("no such game", slug=SLUG, near=[])
    number = session.exec(select(func.count()).where(col(Player.address).startswith("visitor-"))).one() + 1
    visitor = people.player(session, f"visitor-{number}@{host}", now, f"Visitor {number}")
    seat = seats.join(session, game, visitor, (), now)
    keep(session, now)
    return seat
