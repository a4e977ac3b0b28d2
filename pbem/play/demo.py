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


def base(engine_code: str) -> str:
    """The name of the first demonstration of a game: "demo", for others than the first engine "demo-CODE"."""
    return SLUG if engine_code == next(iter(ENGINES)) else f"{SLUG}-{engine_code}"


def all_of(session: Session, engine_code: str) -> list[Game]:
    """All demonstrations of a game, the newest first."""
    query = select(Game).where(Game.engine == engine_code, col(Game.slug).startswith(base(engine_code)))
    return list(session.exec(query.where(col(Game.master_id).is_(None)).order_by(col(Game.id).desc())))


def newest(session: Session, engine_code: str = "") -> Game | None:
    """The demonstration that is going on, or the last one; of the first engine unless another is named."""
    return next(iter(all_of(session, engine_code or next(iter(ENGINES)))), None)


def on_show(session: Session) -> list[Game]:
    """The newest demonstration of each engine."""
    return [game for code in ENGINES if (game := newest(session, code)) is not None]


def keep(session: Session, now: datetime, engine_code: str = "") -> Game:
    """Sees to it that a demonstration goes on, has a free seat, and rests while nobody is there."""
    game = newest(session, engine_code)
    if game is None or game.status == "finished":
        return opened(session, now, engine_code)
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


def opened(session: Session, now: datetime, engine_code: str = "") -> Game:
    """A new demonstration with a bot in every seat; of the first engine unless another is named."""
    code = engine_code or next(iter(ENGINES))
    count = len(all_of(session, code))
    slug = f"{base(code)}-{count + 1}" if count else base(code)
    options = "\n".join(ENGINES[code].setup.draft)
    game = games.create(session, code, options, slug=slug, pace=PACE, rules=RULES, now=now)
    for number, _ in enumerate(games.seats(session, game), 1):
        seats.join(session, game, people.bot(session, BOT, number, now), (), now)
    return game


def sit(session: Session, host: str, now: datetime, slug: str = "") -> Seat:
    """Seats a new visitor, with an address at `host` whose letters the embedded mailbox shows.

    Raises Refused "game full", or "no such game" if there is no such demonstration.
    """
    game = next((g for g in on_show(session) if slug in ("", g.slug)), None)
    if game is None:
        raise Refused("no such game", slug=slug or SLUG, near=[])
    number = session.exec(select(func.count()).where(col(Player.address).startswith("visitor-"))).one() + 1
    visitor = people.registered(session, f"visitor-{number}@{host}", now, f"Visitor {number}")
    seat = seats.join(session, game, visitor, (), now)
    keep(session, now, game.engine)
    return seat
