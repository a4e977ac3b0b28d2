"""The demonstration games: bots play them, one seat is always free, and a visitor needs no mail address to sit down.

Beside the one that is going on, a game of each kind waits for a beginner: whoever sits down at it begins with its first
turn, against bots."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from sqlmodel import Session, col, func, select

from engines.all import ENGINES
from pbem.models import Game, Player, Seat
from pbem.play import Refused, deadlines, games, orders, people, seats
from pbem.play.tell import holders

SLUG = "demo"
FIRST = "first"
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
    fill(session, game, now)
    return game


def fill(session: Session, game: Game, now: datetime) -> None:
    """Seats a bot wherever nobody sits, which starts a game."""
    vacant = [seat for seat in games.seats(session, game) if seat.player_id is None]
    for number, _ in enumerate(vacant, 1):
        seats.join(session, game, people.bot(session, BOT, number, now), (), now)


def waiting(session: Session, engine_code: str) -> Game | None:
    """The game of this kind that has not begun, and begins when somebody sits down."""
    query = select(Game).where(Game.engine == engine_code, col(Game.slug).startswith(f"{FIRST}-{engine_code}"))
    query = query.where(col(Game.master_id).is_(None), Game.status == "forming")
    return session.exec(query.order_by(col(Game.id).desc())).first()


def keep_waiting(session: Session, now: datetime, engine_code: str) -> Game:
    """Sees to it that a game waits for a beginner; where one has sat down, bots join him."""
    game = waiting(session, engine_code)
    if game and any(seat.player_id for seat in games.seats(session, game)):
        fill(session, games.lock(session, game), now)
        game = None
    if game:
        return game
    like = select(func.count()).where(col(Game.slug).startswith(f"{FIRST}-{engine_code}"), Game.engine == engine_code)
    count = session.exec(like).one()
    slug = f"{FIRST}-{engine_code}-{count + 1}" if count else f"{FIRST}-{engine_code}"
    options = "\n".join(ENGINES[engine_code].setup.draft)
    return games.create(session, engine_code, options, slug=slug, pace=PACE, rules=RULES, now=now)


def sit(session: Session, host: str, now: datetime, slug: str = "", wish: str = "") -> Seat:
    """Seats a new visitor, where he wishes if that seat is free, with an address at `host` whose letters the embedded
    mailbox shows.

    Raises Refused "game full", "no such seat", or "no such game" if there is no such demonstration.
    """
    known = [*on_show(session), *(found for code in ENGINES if (found := waiting(session, code)))]
    game = next((g for g in known if slug in ("", g.slug)), None)
    if game is None:
        raise Refused("no such game", slug=slug or SLUG, near=[])
    number = session.exec(select(func.count()).where(col(Player.address).startswith("visitor-"))).one() + 1
    visitor = people.registered(session, f"visitor-{number}@{host}", now, f"Visitor {number}")
    seat = seats.join(session, game, visitor, (wish,) if wish else (), now)
    keep(session, now, game.engine)
    keep_waiting(session, now, game.engine)
    return seat
