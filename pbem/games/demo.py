"""The demonstration games: bots play them, one seat is always free, and a visitor needs no mail address to sit down.

Beside the one that is going on, a game of each kind waits for a beginner: whoever sits down at it begins with its first
turn, against bots. Whoever is not heard of for a time that the host sets gives their seat back, and a beginner's game
ends when nobody is left to play it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count

from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.games import Refusal, games
from pbem.games.notify import list_holders
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.phases import deadlines, phase_turns, turn_verdicts
from pbem.games.results import endings
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Game, Phase, Player, Seat, Turn

SLUG = "demo"
FIRST = "first"
BOT = "robot"
PACE = "10m"
RULES = Rules(grace_hours=0, delay_minutes=0.5, remind_hours=(), extensions=False, open_after=0, absences="own")
ENOUGH = 16
"""Phases the bots play among themselves before they wait for somebody to join."""
PATIENCE = timedelta(hours=6)
"""How long a visitor who gives no orders keeps their seat, if the host says nothing else."""


def first_demo_slug(engine_code: str) -> str:
    """The name of the first demonstration of a game: "demo", for others than the first engine "demo-CODE"."""
    return SLUG if engine_code == next(iter(ENGINES)) else f"{SLUG}-{engine_code}"


SLUG_BEGINNINGS = (SLUG, FIRST)
"""What the names of all these games begin with."""


def select_demos(engine_code: str) -> SelectOfScalar[Game]:
    """All demonstrations of a game there ever were."""
    query = select(Game).where(Game.engine == engine_code, col(Game.slug).startswith(first_demo_slug(engine_code)))
    return query.where(col(Game.master_id).is_(None))


def find_newest_demo(session: Session, engine_code: str = "") -> Game | None:
    """The demonstration that is going on, or the last one; of the first engine unless another is named."""
    code = engine_code or next(iter(ENGINES))
    return session.exec(select_demos(code).order_by(col(Game.id).desc()).limit(1)).first()


def list_newest_demos(session: Session) -> list[Game]:
    """The newest demonstration of each engine."""
    return [game for code in ENGINES if (game := find_newest_demo(session, code)) is not None]


def maintain_demo(session: Session, now: datetime, engine_code: str = "", patience: timedelta = PATIENCE) -> Game:
    """Sees to it that a demonstration goes on, has one free seat, and rests while nobody is there."""
    game = find_newest_demo(session, engine_code)
    if game is None or game.status == "finished":
        game = create_demo(session, now, engine_code)
    games.lock_game(session, game)
    for seat in list_silent_visitors(session, game, now - patience):
        seats.leave_seat_vacant(session, seat, now)
    free_demo_seat(session, game, now)
    visited, phase = bool(list_visitor_seats(session, game)), games.find_current_phase(session, game)
    if game.status == "paused" and visited:
        deadlines.restart_game_clock(session, game, now)
    elif game.status == "running" and not visited and phase and phase.number >= ENOUGH:
        deadlines.stop_game_clock(session, game, "waiting for a visitor", now)
    return game


def create_demo(session: Session, now: datetime, engine_code: str = "") -> Game:
    """A new demonstration with a bot in every seat; of the first engine unless another is named."""
    code = engine_code or next(iter(ENGINES))
    before = len(session.exec(select_demos(code)).all())
    slug = f"{first_demo_slug(code)}-{before + 1}" if before else first_demo_slug(code)
    options = "\n".join(ENGINES[code].setup.draft)
    game = games.insert_game(session, code, options, slug=slug, pace=PACE, rules=RULES, now=now)
    fill_with_bots(session, game, now)
    return game


def free_demo_seat(session: Session, game: Game, now: datetime) -> None:
    """Sees to it that a visitor finds one seat that is still in the game; a bot makes room if there is none."""
    vacant = games.list_vacant_seats(session, game)
    seat_bots(session, game, len(vacant) - 1, now)
    bot = None if vacant else next(iter_living_bots(session, game), None)
    if bot is not None:
        with suppress(Refusal):  # a visitor begins with an empty desk
            orders.clear_orders(session, bot, now)
        seats.leave_seat_vacant(session, bot, now)


def iter_living_bots(session: Session, game: Game) -> Iterator[Seat]:
    """The seats of bots that are still in the game, those first that may speak in the open phase."""
    phase = games.find_current_phase(session, game)
    if phase is None:
        return
    out, speak = games.phase_state(phase).out, {turn.seat_id for turn, _ in phase_turns.list_turns(session, phase)}
    bots = [seat for seat, player in list_holders(session, game) if player.bot and seat.code not in out]
    yield from sorted(bots, key=lambda seat: seat.id not in speak)


def fill_with_bots(session: Session, game: Game, now: datetime) -> None:
    """Seats a bot wherever nobody sits, which starts a game."""
    seat_bots(session, game, len(games.list_vacant_seats(session, game)), now)


def seat_bots(session: Session, game: Game, wanted: int, now: datetime) -> None:
    """Gives vacant seats to bots, each of which holds no other in the game."""
    seated = {player.id for _, player in list_holders(session, game)}
    numbers = (number for number in count(1) if people.get_bot(session, BOT, number, now).id not in seated)
    for _, number in zip(range(wanted), numbers):  # noqa: B905 - there are numbers enough
        seats.join_game(session, game, people.get_bot(session, BOT, number, now), (), now)


# --- visitors who are gone --------------------------------------------------------------------------------------


def list_visitor_seats(session: Session, game: Game) -> list[Seat]:
    """The seats that people hold."""
    return [seat for seat, player in list_holders(session, game) if not player.bot]


def list_silent_visitors(session: Session, game: Game, since: datetime) -> list[Seat]:
    """The seats of visitors who sat down before an instant and have not answered a phase from then on."""
    answered = (
        select(Turn.seat_id, func.max(Phase.resolved_at))
        .join(Phase, col(Turn.phase_id) == Phase.id)
        .where(
            Phase.game_id == game.id, col(Turn.due).is_(True), col(Turn.verdict).not_in(turn_verdicts.SILENT_VERDICTS)
        )
        .group_by(col(Turn.seat_id))
    )
    heard = {seat_id: at for seat_id, at in session.exec(answered) if at}
    known = ((seat, seat.joined_at or game.created_at) for seat in list_visitor_seats(session, game))
    return [seat for seat, joined in known if max(joined, heard.get(seat.id, joined)) < since]


def end_abandoned_games(session: Session, engine_code: str, since: datetime, now: datetime) -> None:
    """Ends the games of beginners that nobody has played since an instant."""
    begun = select_beginner_games(engine_code).where(
        col(Game.status).in_(("running", "paused")), col(Game.started_at) < since
    )
    for game in session.exec(begun).all():
        games.lock_game(session, game)
        phase = games.find_current_phase(session, game)
        gone = len(list_silent_visitors(session, game, since)) == len(list_visitor_seats(session, game))
        if gone and phase and game.status in ("running", "paused"):
            endings.end_as_abandoned(session, game, phase, now)


# --- games for beginners ----------------------------------------------------------------------------------------


def select_beginner_games(engine_code: str) -> SelectOfScalar[Game]:
    """The games of this kind that begin, or began, when a beginner sat down."""
    named = col(Game.slug).startswith(f"{FIRST}-{engine_code}")
    return select(Game).where(Game.engine == engine_code, named, col(Game.master_id).is_(None))


def is_demo(game: Game) -> bool:
    """Return whether it is a demonstration that is, or was, on show."""
    return game.master_id is None and game.slug.startswith(first_demo_slug(game.engine))


def is_beginner_game(game: Game) -> bool:
    """Return whether it is such a game."""
    return game.master_id is None and game.slug.startswith(f"{FIRST}-{game.engine}")


def find_waiting_game(session: Session, engine_code: str) -> Game | None:
    """The game of this kind that has not begun, and begins when somebody sits down."""
    query = select_beginner_games(engine_code).where(Game.status == "forming")
    return session.exec(query.order_by(col(Game.id).desc())).first()


def maintain_beginner_game(session: Session, now: datetime, engine_code: str, patience: timedelta = PATIENCE) -> Game:
    """Sees to it that a game waits for a beginner; where one has sat down, bots join them, and where all have gone, the
    game ends."""
    end_abandoned_games(session, engine_code, now - patience, now)
    game = find_waiting_game(session, engine_code)
    if game and any(seat.player_id for seat in games.list_game_seats(session, game)):
        fill_with_bots(session, games.lock_game(session, game), now)
        game = None
    if game:
        return game
    like = select(func.count()).where(col(Game.slug).startswith(f"{FIRST}-{engine_code}"), Game.engine == engine_code)
    before = session.exec(like).one()
    slug = f"{FIRST}-{engine_code}-{before + 1}" if before else f"{FIRST}-{engine_code}"
    options = "\n".join(ENGINES[engine_code].setup.draft)
    return games.insert_game(session, engine_code, options, slug=slug, pace=PACE, rules=RULES, now=now)


def seat_visitor(
    session: Session,
    host: str,
    now: datetime,
    slug: str = "",
    wish: str = "",
    patience: timedelta = PATIENCE,
    visitor: Player | None = None,
) -> Seat:
    """Seats a visitor, where they wish if that seat is free, or else where the guide's first turn is told of; a new one
    with an address at `host` whose letters the embedded mailbox shows.

    Raises Refusal "game full", "already seated", "no such seat", or "no such game" if there is no such demonstration.
    """
    game = next((g for g in list_open_demos(session) if slug in ("", g.slug)), None) or find_replacement_game(
        session, slug
    )
    if game is None:
        raise Refusal("no such game", slug=slug or SLUG, near=[])
    free = {seat.code for seat in games.list_vacant_seats(session, game)}
    wished = filter(None, (wish, games.get_engine(game).about.beginner))
    wishes = [one for one in wished if seats.get_seat_by_name(session, game, one).code in free]
    seat = seats.join_game(session, game, visitor or register_visitor(session, host, now), wishes, now)
    maintain_demo(session, now, game.engine, patience)
    maintain_beginner_game(session, now, game.engine, patience)
    return seat


def list_open_demos(session: Session) -> list[Game]:
    """The games at which a visitor can sit down by a click."""
    return [*list_newest_demos(session), *(found for code in ENGINES if (found := find_waiting_game(session, code)))]


def has_demo_room(session: Session, game: Game) -> bool:
    return any(one.id == game.id for one in list_open_demos(session))


def find_replacement_game(session: Session, slug: str) -> Game | None:
    """The game that waits in the place of a beginner's game that has just begun with somebody else."""
    begun = session.exec(select(Game).where(Game.slug == slug)).first()
    return find_waiting_game(session, begun.engine) if begun and is_beginner_game(begun) else None


def register_visitor(session: Session, host: str, now: datetime) -> Player:
    """The next one, who has no name and no address of their own."""
    number = session.exec(select(func.count()).where(col(Player.address).startswith("visitor-"))).one() + 1
    return people.get_or_register_plain(session, f"visitor-{number}@{host}", now, f"Visitor {number}")
