"""The demonstration games: bots play them, one seat is always free, and a visitor needs no mail address to sit down.

Beside the one that is going on, a game of each kind waits for a beginner: whoever sits down at it begins with its first
turn, against bots. Whoever is not heard of for a time that the host sets gives his seat back, and a beginner's game
ends when nobody is left to play it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count

from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.installed import ENGINES
from pbem.models import Game, Phase, Player, Seat, Turn
from pbem.play import Refused, deadlines, endings, games, missed, orders, people, phases, seats
from pbem.play.rules import Rules
from pbem.play.tell import holders

SLUG = "demo"
FIRST = "first"
BOT = "robot"
PACE = "10m"
RULES = Rules(grace_hours=0, delay_minutes=0.5, remind_hours=(), extensions=False, open_after=0, absences="own")
ENOUGH = 16
"""Phases the bots play among themselves before they wait for somebody to join."""
PATIENCE = timedelta(hours=6)
"""How long a visitor who gives no orders keeps his seat, if the host says nothing else."""


def base(engine_code: str) -> str:
    """The name of the first demonstration of a game: "demo", for others than the first engine "demo-CODE"."""
    return SLUG if engine_code == next(iter(ENGINES)) else f"{SLUG}-{engine_code}"


NAMES = (SLUG, FIRST)
"""What the names of all these games begin with."""


def shows(engine_code: str) -> SelectOfScalar[Game]:
    """All demonstrations of a game there ever were."""
    query = select(Game).where(Game.engine == engine_code, col(Game.slug).startswith(base(engine_code)))
    return query.where(col(Game.master_id).is_(None))


def newest(session: Session, engine_code: str = "") -> Game | None:
    """The demonstration that is going on, or the last one; of the first engine unless another is named."""
    code = engine_code or next(iter(ENGINES))
    return session.exec(shows(code).order_by(col(Game.id).desc()).limit(1)).first()


def on_show(session: Session) -> list[Game]:
    """The newest demonstration of each engine."""
    return [game for code in ENGINES if (game := newest(session, code)) is not None]


def keep(session: Session, now: datetime, engine_code: str = "", patience: timedelta = PATIENCE) -> Game:
    """Sees to it that a demonstration goes on, has one free seat, and rests while nobody is there."""
    game = newest(session, engine_code)
    if game is None or game.status == "finished":
        game = opened(session, now, engine_code)
    games.lock(session, game)
    for seat in silent(session, game, now - patience):
        seats.resign(session, seat, now)
    free_one(session, game, now)
    visited, phase = bool(visitors(session, game)), games.current(session, game)
    if game.status == "paused" and visited:
        deadlines.resume(session, game, now)
    elif game.status == "running" and not visited and phase and phase.number >= ENOUGH:
        deadlines.pause(session, game, "waiting for a visitor", now)
    return game


def opened(session: Session, now: datetime, engine_code: str = "") -> Game:
    """A new demonstration with a bot in every seat; of the first engine unless another is named."""
    code = engine_code or next(iter(ENGINES))
    before = len(session.exec(shows(code)).all())
    slug = f"{base(code)}-{before + 1}" if before else base(code)
    options = "\n".join(ENGINES[code].setup.draft)
    game = games.create(session, code, options, slug=slug, pace=PACE, rules=RULES, now=now)
    fill(session, game, now)
    return game


def free_one(session: Session, game: Game, now: datetime) -> None:
    """Sees to it that a visitor finds one seat that is still in the game; a bot makes room if there is none."""
    vacant = games.vacant(session, game)
    recruit(session, game, len(vacant) - 1, now)
    bot = None if vacant else next(living_bots(session, game), None)
    if bot is not None:
        with suppress(Refused):  # a visitor begins with an empty desk
            orders.clear(session, bot, now)
        seats.resign(session, bot, now)


def living_bots(session: Session, game: Game) -> Iterator[Seat]:
    """The seats of bots that are still in the game, those first that may speak in the open phase."""
    phase = games.current(session, game)
    if phase is None:
        return
    out, speak = games.state(phase).out, {turn.seat_id for turn, _ in phases.turns(session, phase)}
    bots = [seat for seat, player in holders(session, game) if player.bot and seat.code not in out]
    yield from sorted(bots, key=lambda seat: seat.id not in speak)


def fill(session: Session, game: Game, now: datetime) -> None:
    """Seats a bot wherever nobody sits, which starts a game."""
    recruit(session, game, len(games.vacant(session, game)), now)


def recruit(session: Session, game: Game, wanted: int, now: datetime) -> None:
    """Gives vacant seats to bots, each of which holds no other in the game."""
    seated = {player.id for _, player in holders(session, game)}
    numbers = (number for number in count(1) if people.bot(session, BOT, number, now).id not in seated)
    for _, number in zip(range(wanted), numbers):  # noqa: B905 - there are numbers enough
        seats.join(session, game, people.bot(session, BOT, number, now), (), now)


# --- visitors who are gone --------------------------------------------------------------------------------------


def visitors(session: Session, game: Game) -> list[Seat]:
    """The seats that people hold."""
    return [seat for seat, player in holders(session, game) if not player.bot]


def silent(session: Session, game: Game, since: datetime) -> list[Seat]:
    """The seats of visitors who sat down before an instant and have not answered a phase from then on."""
    answered = (
        select(Turn.seat_id, func.max(Phase.resolved_at))
        .join(Phase, col(Turn.phase_id) == Phase.id)
        .where(Phase.game_id == game.id, col(Turn.due).is_(True), col(Turn.verdict).not_in(missed.SILENT))
        .group_by(col(Turn.seat_id))
    )
    heard = {seat_id: at for seat_id, at in session.exec(answered) if at}
    known = ((seat, seat.joined_at or game.created_at) for seat in visitors(session, game))
    return [seat for seat, joined in known if max(joined, heard.get(seat.id, joined)) < since]


def end_abandoned(session: Session, engine_code: str, since: datetime, now: datetime) -> None:
    """Ends the games of beginners that nobody has played since an instant."""
    begun = beginners(engine_code).where(col(Game.status).in_(("running", "paused")), col(Game.started_at) < since)
    for game in session.exec(begun).all():
        games.lock(session, game)
        phase = games.current(session, game)
        gone = len(silent(session, game, since)) == len(visitors(session, game))
        if gone and phase and game.status in ("running", "paused"):
            endings.abandoned(session, game, phase, now)


# --- games for beginners ----------------------------------------------------------------------------------------


def beginners(engine_code: str) -> SelectOfScalar[Game]:
    """The games of this kind that begin, or began, when a beginner sat down."""
    named = col(Game.slug).startswith(f"{FIRST}-{engine_code}")
    return select(Game).where(Game.engine == engine_code, named, col(Game.master_id).is_(None))


def on_stage(game: Game) -> bool:
    """Whether it is a demonstration that is, or was, on show."""
    return game.master_id is None and game.slug.startswith(base(game.engine))


def for_beginner(game: Game) -> bool:
    """Whether it is such a game."""
    return game.master_id is None and game.slug.startswith(f"{FIRST}-{game.engine}")


def waiting(session: Session, engine_code: str) -> Game | None:
    """The game of this kind that has not begun, and begins when somebody sits down."""
    query = beginners(engine_code).where(Game.status == "forming")
    return session.exec(query.order_by(col(Game.id).desc())).first()


def keep_waiting(session: Session, now: datetime, engine_code: str, patience: timedelta = PATIENCE) -> Game:
    """Sees to it that a game waits for a beginner; where one has sat down, bots join him, and where all have gone, the
    game ends."""
    end_abandoned(session, engine_code, now - patience, now)
    game = waiting(session, engine_code)
    if game and any(seat.player_id for seat in games.seats(session, game)):
        fill(session, games.lock(session, game), now)
        game = None
    if game:
        return game
    like = select(func.count()).where(col(Game.slug).startswith(f"{FIRST}-{engine_code}"), Game.engine == engine_code)
    before = session.exec(like).one()
    slug = f"{FIRST}-{engine_code}-{before + 1}" if before else f"{FIRST}-{engine_code}"
    options = "\n".join(ENGINES[engine_code].setup.draft)
    return games.create(session, engine_code, options, slug=slug, pace=PACE, rules=RULES, now=now)


def sit(
    session: Session,
    host: str,
    now: datetime,
    slug: str = "",
    wish: str = "",
    patience: timedelta = PATIENCE,
    visitor: Player | None = None,
) -> Seat:
    """Seats a visitor, where he wishes if that seat is free, or else where the guide's first turn is told of; a new one
    with an address at `host` whose letters the embedded mailbox shows.

    Raises Refused "game full", "already seated", "no such seat", or "no such game" if there is no such demonstration.
    """
    game = next((g for g in open_to_all(session) if slug in ("", g.slug)), None) or instead(session, slug)
    if game is None:
        raise Refused("no such game", slug=slug or SLUG, near=[])
    free = {seat.code for seat in games.vacant(session, game)}
    wished = filter(None, (wish, games.engine(game).about.beginner))
    wishes = [one for one in wished if seats.find(session, game, one).code in free]
    seat = seats.join(session, game, visitor or new_visitor(session, host, now), wishes, now)
    keep(session, now, game.engine, patience)
    keep_waiting(session, now, game.engine, patience)
    return seat


def open_to_all(session: Session) -> list[Game]:
    """The games at which a visitor can sit down by a click."""
    return [*on_show(session), *(found for code in ENGINES if (found := waiting(session, code)))]


def has_room(session: Session, game: Game) -> bool:
    return any(one.id == game.id for one in open_to_all(session))


def instead(session: Session, slug: str) -> Game | None:
    """The game that waits in the place of a beginner's game that has just begun with somebody else."""
    begun = session.exec(select(Game).where(Game.slug == slug)).first()
    return waiting(session, begun.engine) if begun and for_beginner(begun) else None


def new_visitor(session: Session, host: str, now: datetime) -> Player:
    """The next one, who has no name and no address of his own."""
    number = session.exec(select(func.count()).where(col(Player.address).startswith("visitor-"))).one() + 1
    return people.registered(session, f"visitor-{number}@{host}", now, f"Visitor {number}")
