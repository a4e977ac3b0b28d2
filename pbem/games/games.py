"""Games: opened, found, listed, and what their engines know of them. Lists never load a position."""

from __future__ import annotations

import difflib
import hashlib
import re
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import aliased, defer, load_only, object_session
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from engines import language, states
from engines.base import Engine, State
from engines.language.grammar import Order, OrderGrammar
from engines.language.names import Choice, Lexicon
from engines.memo import memoize
from pbem.games import Refusal, listing, positions
from pbem.games.notify import add_ledger_entry
from pbem.games.phases import pacing
from pbem.games.results import scoring
from pbem.games.rules import USUAL, Rules, dump_rules, resolve_press_kinds, rules_of
from pbem.pace import QuietTimes
from pbem.settings.installed_engines import ENGINES
from pbem.settings.limits import Limits
from pbem.storage.budgets import spend
from pbem.storage.database import reread_row
from pbem.storage.models import Game, Phase, Player, Seat
from pbem.storage.questions import (
    ANEW,
    IDS,
    Question,
    ask_once,
    group_by_game,
    is_marked_locked,
    mark_games_locked,
)

SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
ORDER = ("running", "forming", "paused", "stuck", "finished")


@dataclass(frozen=True)
class GameSetup:
    """What a game's options settle: its options understood, and its seats with the names they are called by."""

    options: tuple[Order, ...]
    seats: tuple[Choice, ...]
    lexicon: Lexicon


def get_engine(game: Game) -> Engine[Any]:
    """The rules a game is played by. Raises Refusal "no such engine" when they are no longer installed."""
    return get_engine_by_code(game.engine)


def get_engine_by_code(code: str) -> Engine[Any]:
    if code not in ENGINES:
        raise Refusal("no such engine", engine=code, engines=sorted(ENGINES))
    return ENGINES[code]


def get_engine_code(words: str) -> str:
    """The code of the game that people call so, by its code or its title. Raises Refusal "no such engine"."""
    wanted = " ".join(words.lower().split())
    found = [code for code, one in ENGINES.items() if wanted in (code, one.title.lower())]
    return found[0] if found else get_engine_by_code(wanted[:40]).code


@memoize(256)
def parse_setup(engine_code: str, option_text: str) -> GameSetup:
    """Raises Refusal "bad options"."""
    rules_of = get_engine_by_code(engine_code)
    reading = language.parse_orders(rules_of.setup, option_text)
    faults = [r.text for r in reading.remarks if r.level == "error"]
    if faults:
        raise Refusal("bad options", faults=faults)
    try:
        seats = rules_of.seats(reading.orders)
    except ValueError as error:
        raise Refusal("bad options", faults=[str(error)]) from error
    return GameSetup(tuple(reading.orders), tuple(seats), Lexicon(seats))


def game_setup(game: Game) -> GameSetup:
    return parse_setup(game.engine, game.options)


def insert_game(
    session: Session,
    engine_code: str,
    option_text: str = "",
    *,
    slug: str,
    master: Player | None = None,
    pace: str = "48h",
    zone: str = "UTC",
    rules: Rules = USUAL,
    now: datetime,
    limits: Limits | None = None,
) -> Game:
    """Opens a game for players to join. Without `limits` it is the host who opens it. Raises Refusal: "no such engine",
    "bad options", "bad slug", "slug taken", "bad pace", "no such kind", "too many games"."""
    found, kinds = parse_setup(engine_code, option_text), get_engine_by_code(engine_code).kinds
    if not SLUG.fullmatch(slug):
        raise Refusal("bad slug", slug=slug[:60])
    if session.exec(select(Game.id).where(Game.slug == slug)).first():
        raise Refusal("slug taken", slug=slug)
    pace, zone = pacing.parse_pace_and_zone(pace, zone, rules, kinds, now)
    press_kinds = resolve_press_kinds(rules.press_kinds, get_engine_by_code(engine_code))
    rules = replace(rules, press_kinds=press_kinds, quiet=QuietTimes.parse(rules.quiet).item_texts)
    if rules.scoring not in ("", *(suiting := scoring.suitable_systems(get_engine_by_code(engine_code)))):
        raise Refusal("bad rule", key="SCORING", value=rules.scoring, allowed=suiting)
    if limits and master and not spend(session, limits, "games_opened", master.id, now):
        raise Refusal("too many games", most=limits.games_opened)
    secret = secrets.token_hex(32)
    game = Game(
        slug=slug,
        engine=engine_code,
        options="\n".join(o.text for o in found.options),
        master_id=master.id if master else None,
        pace=pace,
        zone=zone,
        rules=dump_rules(rules),
        secret=secret,
        shared=get_shared_secret(session),
        commitment=hashlib.sha256(secret.encode()).hexdigest(),
        free=len(found.seats),
        created_at=now,
    )
    session.add(game)
    session.flush()
    for choice in found.seats:
        session.add(Seat(game_id=game.id, code=choice.code, label=choice.label or choice.code))
    add_ledger_entry(session, game, "MASTER", "opened", now, engine=engine_code, commitment=game.commitment)
    session.flush()
    return game


def find_free_slug(session: Session, slug: str) -> str:
    """A name for a game that the server opens by itself: this one, or with a number behind it if it is taken."""
    names = (slug, *(f"{slug}-{number}" for number in range(2, 1000)))
    return next(name for name in names if not session.exec(select(Game.id).where(Game.slug == name)).first())


def get_shared_secret(session: Session) -> str:
    """The secret of the dice in common: that of the games before, or a new one for the first."""
    found = session.exec(select(Game.shared).where(Game.shared != "").limit(1)).first()
    return found or secrets.token_hex(32)


def get_game(session: Session, slug: str) -> Game:
    """Raises Refusal "no such game" with the nearest slugs."""
    wanted = slug.strip().lower()
    found = session.exec(select(Game).where(Game.slug == wanted)).one_or_none()
    if found is None:
        raise unknown_game(session, wanted)
    return found


def unknown_game(session: Session, slug: str) -> Refusal:
    """Return what is said of a game that there is not, and, in the same words, of one that its asker may not know
    of."""
    near = difflib.get_close_matches(slug[:60], listing.list_nearby_slugs(session, slug[:60]), 3, 0.5)
    return Refusal("no such game", slug=slug[:60], near=near)


def list_all_games(session: Session) -> list[Game]:
    """All games, for the host: the running first, the finished last, the newest first among them."""
    found = session.exec(select(Game).order_by(col(Game.id).desc())).all()
    return sorted(found, key=lambda g: ORDER.index(g.status))


def lock_game(session: Session, game: Game) -> Game:
    """Reads the game anew and keeps all others from changing anything of it until the transaction ends."""
    if not is_marked_locked(session, game.id):
        reread_row(session, game, with_for_update={"key_share": True})
        mark_games_locked(session, [game])
    return game


def get_locked_game(session: Session, game_id: int) -> Game:
    """The game of that number, read and kept as by `lock_game`."""
    game = session.get_one(Game, game_id, populate_existing=True, with_for_update={"key_share": True})
    mark_games_locked(session, [game])
    return game


def lock_games(session: Session, ids: Collection[int]) -> Sequence[Game]:
    """Some games, read anew; keeps all others from changing anything of them until the transaction ends. Always in the
    same order, so that two who want the same games never wait for each other, and before anything is read of them."""
    query = select(Game).where(col(Game.id).in_(ids)).order_by(col(Game.id)).with_for_update(key_share=True)
    found = session.exec(query.execution_options(populate_existing=True)).all() if ids else []
    mark_games_locked(session, found)
    return found


def find_unlocked_game(session: Session, game_id: int) -> Game | None:
    """As `get_locked_game`, but does not wait: None if somebody else has it."""
    query = select(Game).where(Game.id == game_id).with_for_update(key_share=True, skip_locked=True)
    game = session.exec(query.execution_options(populate_existing=True)).one_or_none()
    mark_games_locked(session, [game] if game else [])
    return game


def list_game_seats(session: Session, game: Game) -> list[Seat]:
    """All seats of a game, in the engine's order."""
    return list(SEATS.answer(session, game.id))


def read_seats(session: Session, ids: Collection[int]) -> dict[int, list[Seat]]:
    found = session.exec(SEATS_OF_GAMES, params={"ids": list(ids)})
    return group_by_game(ids, ((seat.game_id, seat) for seat in found))


SEATS_OF_GAMES = select(Seat).where(col(Seat.game_id).in_(IDS)).order_by(col(Seat.id)).execution_options(**ANEW)
SEATS = Question(read_seats, of=(Seat,))


def list_vacant_seats(session: Session, game: Game) -> list[Seat]:
    """The seats that somebody can take: nobody holds them, and they are still in the game."""
    free = [seat for seat in list_game_seats(session, game) if seat.player_id is None]
    phase = find_current_phase(session, game) if free else None
    return [seat for seat in free if phase is None or seat.code not in phase_state(phase).out]


def list_free_seats(session: Session, game: Game, phase: Phase | None) -> list[Seat]:
    """As `list_vacant_seats`, for lists: a position is looked at only if some of the seats that nobody holds are out of
    the game. `phase`: the newest."""
    nobodys = (
        [seat for seat in list_game_seats(session, game) if seat.player_id is None] if game.status != "finished" else []
    )
    if phase is None or len(nobodys) == game.free:
        return nobodys
    return [seat for seat in nobodys if seat.code not in phase_state(phase).out]


def recount_free_seats(session: Session, game: Game) -> None:
    """Notes how many seats can be taken: after one has changed hands."""
    game.free = len(list_vacant_seats(session, game))
    session.add(game)
    session.flush()


def is_to_be_drawn(game: Game) -> bool:
    """Return whether a game's seats are drawn by wishes when all are there, and that has not been done yet."""
    return game.status == "forming" and not game.draw and rules_of(game).seating == "draw"


def find_current_phase(session: Session, game: Game) -> Phase | None:
    """The newest phase: the open one, or the end of a finished game; None before the start."""
    return NEWEST_PHASE.answer(session, game.id)


def find_phase_before(session: Session, game: Game, phase: Phase) -> Phase | None:
    """The phase before one that is mostly the newest; None before the first."""
    if phase.number == 1:
        return None
    found = PHASE_BEFORE.answer(session, game.id)
    return found if found and found.number == phase.number - 1 else get_phase(session, game, phase.number - 1)


def read_newest_phases(session: Session, ids: Collection[int]) -> dict[int, Phase | None]:
    found = session.exec(NEWEST_PHASES, params={"ids": list(ids)})
    return dict.fromkeys(ids) | {phase.game_id: phase for phase in found}


def read_phases_before(session: Session, ids: Collection[int]) -> dict[int, Phase | None]:
    """Of a phase that is over little but its name is told, and no more is read."""
    found = session.exec(PHASES_BEFORE, params={"ids": list(ids)})
    return dict.fromkeys(ids) | {phase.game_id: phase for phase in found}


NAMING_COLUMNS = (Phase.game_id, Phase.number, Phase.hash, Phase.opened_at, Phase.resolved_at)


def select_newest_phases(back: int = 0) -> SelectOfScalar[Phase]:
    """The newest phase of each game, or the one so many numbers before it."""
    every = aliased(Phase)
    newest = sa.select(sa.func.max(every.number)).where(col(every.game_id) == Game.id).scalar_subquery()
    mine = select(Phase).join(Game, col(Phase.game_id) == Game.id).where(col(Game.id).in_(IDS))
    return mine.where(col(Phase.number) == newest - back)


NEWEST_PHASES = select_newest_phases().execution_options(**ANEW)
PHASES_BEFORE = select_newest_phases(back=1).options(load_only(*NAMING_COLUMNS))  # type: ignore[arg-type]
NEWEST_PHASE = Question(read_newest_phases, rows_of=(Phase,))
PHASE_BEFORE = Question(read_phases_before, rows_of=(Phase,))


def open_phases_by_game(session: Session, ids: Sequence[int]) -> dict[int, Phase]:
    """The open phases of some games by their numbers, without positions."""
    if not ids:
        return {}
    query = (
        select(Phase).where(col(Phase.game_id).in_(ids), col(Phase.resolved_at).is_(None)).options(*without_positions())
    )
    return {phase.game_id: phase for phase in session.exec(query)}


def list_phases(session: Session, game: Game) -> list[Phase]:
    """All phases of a game in order, without positions."""
    query = select(Phase).where(Phase.game_id == game.id).order_by(col(Phase.number)).options(*without_positions())
    return list(ask_once(session, ("timeline", game.id), lambda: session.exec(query).all()))


class PhaseSummary(NamedTuple):
    """What is told of a phase among many: no more is read of it."""

    id: int
    number: int
    name: str
    origin: str
    hash: str
    standings: str


def list_phase_summaries(session: Session, game: Game, first: int = 1, last: int | None = None) -> list[PhaseSummary]:
    """The phases of a game in order, from the first of these numbers to the last."""
    query = select(Phase.id, Phase.number, Phase.name, Phase.origin, Phase.hash, Phase.standings)  # type: ignore[call-overload]
    query = query.where(Phase.game_id == game.id, Phase.number >= first).order_by(col(Phase.number))
    query = query.where(Phase.number <= last) if last is not None else query
    return ask_once(
        session, ("course", game.id, first, last), lambda: [PhaseSummary(*row) for row in session.execute(query)]
    )


def without_positions() -> Sequence[Any]:
    return defer(Phase.state), defer(Phase.events)  # type: ignore[arg-type]


def get_phase(session: Session, game: Game, number: int) -> Phase:
    """Raises Refusal "no such phase"."""
    query = select(Phase).where(Phase.game_id == game.id, Phase.number == number)
    found = ask_once(session, ("phase", game.id, number), lambda: session.exec(query).one_or_none())
    if found is None:
        raise Refusal("no such phase", number=number)
    return found


def game_of_phase(phase: Phase) -> Game:
    """The game of a phase that a session holds."""
    session = object_session(phase)
    game = session.get(Game, phase.game_id) if session else None
    assert game is not None, "the phase belongs to no session"
    return game


@memoize(128)
def load_position(engine_code: str, text: str) -> State:
    """Positions are frozen, so one that was read may be shared by all who ask for it."""
    position: State = positions.parse_position(ENGINES[engine_code].State, text)
    return position


def phase_state(phase: Phase) -> State:
    """The position a phase starts from, for the server's eyes. The phase must belong to a session."""
    return load_position(game_of_phase(phase).engine, phase.state)


def seat_grammar(phase: Phase, seat_code: str) -> OrderGrammar | None:
    """Return what a seat may say in a phase; None: nothing. The phase must belong to a session."""
    return make_seat_grammar(game_of_phase(phase).engine, phase.state, seat_code)


@memoize(64)
def make_seat_grammar(engine_code: str, position: str, seat_code: str) -> OrderGrammar | None:
    """Somebody who plays presses the desk again and again, and each time it is the same."""
    view = states.seat_view(load_position(engine_code, position), seat_code)
    return get_engine_by_code(engine_code).grammar(view, seat_code)


def phase_title(phase: Phase) -> str:
    """Return what people call a phase: "Spring 1901, retreats". The phase must belong to a session."""
    return get_title(phase.hash, lambda: get_engine(game_of_phase(phase)).phase_name(phase_state(phase)))


def summary_title(session: Session, past: PhaseSummary) -> str:
    """The same of a phase of which no more is read."""
    return get_title(past.hash, lambda: phase_title(session.get_one(Phase, past.id)))


def get_title(phase_hash: str, make: Callable[[], str], seat: str = "", language: str = "") -> str:
    """Return what a phase is called, to a seat, in a language. It is kept: a position is large, lists name many phases,
    and letters again and again the one before theirs."""
    key = (phase_hash, seat, language)
    found = TITLES.get(key)
    if found is None:
        found = TITLES[key] = make()
        if len(TITLES) > MOST_TITLES:
            for oldest in [*TITLES][: MOST_TITLES // 10]:  # a copy: others add to it meanwhile
                TITLES.pop(oldest, None)
    return found


TITLES: dict[tuple[str, str, str], str] = {}
MOST_TITLES = 20_000
"""What phases are called, by their hash, seat and language, and how many of these are kept."""


def phase_view(phase: Phase, seat_code: str | None) -> State:
    """The position as a seat (None: a bystander) may know it."""
    return states.seat_view(phase_state(phase), seat_code)
