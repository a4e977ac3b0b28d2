"""Games: opened, found, listed, and what their engines know of them. Lists never load a position."""

from __future__ import annotations

import difflib
import hashlib
import re
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import defer, object_session
from sqlmodel import Session, col, select

from engines import language, states
from engines.base import Engine, State
from engines.kept import keeps
from engines.language.ask import Order
from engines.language.names import Choice, Lexicon
from pbem.asked import hold, holds, once
from pbem.db import anew
from pbem.installed import ENGINES
from pbem.limits import Limits
from pbem.models import Game, Phase, Player, Seat
from pbem.pace import Quiet
from pbem.play import Refused, listing, pacing, scoring
from pbem.play.rules import USUAL, Rules, dumped, rules_of, with_press
from pbem.play.tell import note
from pbem.spending import spend

SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
ORDER = ("running", "forming", "paused", "stuck", "finished")


@dataclass(frozen=True)
class Setting:
    """What a game's options settle: its options understood, and its seats with the names they are called by."""

    options: tuple[Order, ...]
    seats: tuple[Choice, ...]
    lexicon: Lexicon


def engine(game: Game) -> Engine[Any]:
    """The rules a game is played by. Raises Refused "no such engine" when they are no longer installed."""
    return named_engine(game.engine)


def named_engine(code: str) -> Engine[Any]:
    if code not in ENGINES:
        raise Refused("no such engine", engine=code, engines=sorted(ENGINES))
    return ENGINES[code]


def engine_called(words: str) -> str:
    """The code of the game that people call so, by its code or its title. Raises Refused "no such engine"."""
    wanted = " ".join(words.lower().split())
    found = [code for code, one in ENGINES.items() if wanted in (code, one.title.lower())]
    return found[0] if found else named_engine(wanted[:40]).code


@keeps(256)
def setting_of(engine_code: str, option_text: str) -> Setting:
    """Raises Refused "bad options"."""
    rules_of = named_engine(engine_code)
    reading = language.read(rules_of.setup, option_text)
    faults = [r.text for r in reading.remarks if r.level == "error"]
    if faults:
        raise Refused("bad options", faults=faults)
    try:
        seats = rules_of.seats(reading.orders)
    except ValueError as error:
        raise Refused("bad options", faults=[str(error)]) from error
    return Setting(tuple(reading.orders), tuple(seats), Lexicon(seats))


def setting(game: Game) -> Setting:
    return setting_of(game.engine, game.options)


def create(
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
    """Opens a game for players to join. Without `limits` the host himself opens it. Raises Refused: "no such engine",
    "bad options", "bad slug", "slug taken", "bad pace", "no such kind", "too many games"."""
    found, kinds = setting_of(engine_code, option_text), named_engine(engine_code).kinds
    if not SLUG.fullmatch(slug):
        raise Refused("bad slug", slug=slug[:60])
    if session.exec(select(Game.id).where(Game.slug == slug)).first():
        raise Refused("slug taken", slug=slug)
    pace, zone = pacing.understood(pace, zone, rules, kinds, now)
    press_kinds = with_press(rules.press_kinds, named_engine(engine_code))
    rules = replace(rules, press_kinds=press_kinds, quiet=Quiet.parse(rules.quiet).items)
    if rules.scoring not in ("", *(suiting := scoring.suiting(named_engine(engine_code)))):
        raise Refused("bad rule", key="SCORING", value=rules.scoring, allowed=suiting)
    if limits and master and not spend(session, limits, "games_opened", master.id, now):
        raise Refused("too many games", most=limits.games_opened)
    secret = secrets.token_hex(32)
    game = Game(
        slug=slug,
        engine=engine_code,
        options="\n".join(o.text for o in found.options),
        master_id=master.id if master else None,
        pace=pace,
        zone=zone,
        rules=dumped(rules),
        secret=secret,
        shared=shared_secret(session),
        commitment=hashlib.sha256(secret.encode()).hexdigest(),
        free=len(found.seats),
        created_at=now,
    )
    session.add(game)
    session.flush()
    for choice in found.seats:
        session.add(Seat(game_id=game.id, code=choice.code, label=choice.label or choice.code))
    note(session, game, "MASTER", "opened", now, engine=engine_code, commitment=game.commitment)
    session.flush()
    return game


def free_slug(session: Session, slug: str) -> str:
    """A name for a game that the server opens by itself: this one, or with a number behind it if it is taken."""
    names = (slug, *(f"{slug}-{number}" for number in range(2, 1000)))
    return next(name for name in names if not session.exec(select(Game.id).where(Game.slug == name)).first())


def shared_secret(session: Session) -> str:
    """The secret of the dice in common: that of the games before, or a new one for the first."""
    found = session.exec(select(Game.shared).where(Game.shared != "").limit(1)).first()
    return found or secrets.token_hex(32)


def find(session: Session, slug: str) -> Game:
    """Raises Refused "no such game" with the nearest slugs."""
    wanted = slug.strip().lower()
    found = session.exec(select(Game).where(Game.slug == wanted)).one_or_none()
    if found is None:
        raise unknown(session, wanted)
    return found


def unknown(session: Session, slug: str) -> Refused:
    """What is said of a game that there is not, and, in the same words, of one that its asker may not know of."""
    near = difflib.get_close_matches(slug[:60], listing.near(session, slug[:60]), 3, 0.5)
    return Refused("no such game", slug=slug[:60], near=near)


def listed(session: Session) -> list[Game]:
    """All games, for the host: the running first, the finished last, the newest first among them."""
    found = session.exec(select(Game).order_by(col(Game.id).desc())).all()
    return sorted(found, key=lambda g: ORDER.index(g.status))


def lock(session: Session, game: Game) -> Game:
    """Reads the game anew and keeps all others from changing anything of it until the transaction ends."""
    if not holds(session, game.id):
        anew(session, game, with_for_update={"key_share": True})
        hold(session, [game.id])
    return game


def locked(session: Session, game_id: int) -> Game:
    """The game of that number, read and kept as by `lock`."""
    game = session.get_one(Game, game_id, populate_existing=True, with_for_update={"key_share": True})
    hold(session, [game_id])
    return game


def lock_all(session: Session, ids: Collection[int]) -> None:
    """Keeps all others from changing anything of some games until the transaction ends, always in the same order, so
    that two who want the same games never wait for each other. To be done before anything is read of them."""
    query = select(Game.id).where(col(Game.id).in_(ids)).order_by(col(Game.id))
    if ids:
        session.exec(query.with_for_update(key_share=True)).all()
        hold(session, ids)


def locked_if_free(session: Session, game_id: int) -> Game | None:
    """As `locked`, but does not wait: None if somebody else has it."""
    query = select(Game).where(Game.id == game_id).with_for_update(key_share=True, skip_locked=True)
    game = session.exec(query.execution_options(populate_existing=True)).one_or_none()
    hold(session, [game_id] if game else [])
    return game


def seats(session: Session, game: Game) -> list[Seat]:
    """All seats of a game, in the engine's order. Who may change them reads them anew each time."""
    query = select(Seat).where(Seat.game_id == game.id).order_by(col(Seat.id))
    anew = query.execution_options(populate_existing=True)
    return list(once(session, ("seats", game.id), lambda: session.exec(anew).all(), of=(Seat,)))


def vacant(session: Session, game: Game) -> list[Seat]:
    """The seats that somebody can take: nobody holds them, and they are still in the game."""
    free = [seat for seat in seats(session, game) if seat.player_id is None]
    phase = current(session, game) if free else None
    return [seat for seat in free if phase is None or seat.code not in state(phase).out]


def free(session: Session, game: Game, phase: Phase | None) -> list[Seat]:
    """As `vacant`, for lists: a position is looked at only if some of the seats that nobody holds are out of the
    game. `phase`: the newest."""
    nobodys = [seat for seat in seats(session, game) if seat.player_id is None] if game.status != "finished" else []
    if phase is None or len(nobodys) == game.free:
        return nobodys
    return [seat for seat in nobodys if seat.code not in state(phase).out]


def recount(session: Session, game: Game) -> None:
    """Notes how many seats can be taken: after one has changed hands."""
    game.free = len(vacant(session, game))
    session.add(game)
    session.flush()


def is_to_be_drawn(game: Game) -> bool:
    """Whether a game's seats are drawn by wishes when all are there, and that has not been done yet."""
    return game.status == "forming" and not game.draw and rules_of(game).seating == "draw"


def current(session: Session, game: Game) -> Phase | None:
    """The newest phase: the open one, or the end of a finished game; None before the start. Read anew each time."""
    query = select(Phase).where(Phase.game_id == game.id).order_by(col(Phase.number).desc()).limit(1)
    anew = query.execution_options(populate_existing=True)
    return once(session, ("current", game.id), lambda: session.exec(anew).first(), rows_of=(Phase,))


def know_current(session: Session, phase: Phase) -> None:
    """Has been read: the newest phase of a game, for who asks for it later on (see `current`)."""
    once(session, ("current", phase.game_id), lambda: phase, rows_of=(Phase,))


def read_seats(session: Session, ids: Sequence[int]) -> None:
    """Reads the seats of several games at once, for who asks for those of each later on (see `seats`)."""
    found: dict[int, list[Seat]] = {game_id: [] for game_id in ids}
    for seat in session.exec(select(Seat).where(col(Seat.game_id).in_(ids)).order_by(col(Seat.id))) if ids else ():
        found[seat.game_id].append(seat)
    for game_id, mine in found.items():
        once(session, ("seats", game_id), lambda mine=mine: mine)  # type: ignore[misc]


def open_phases(session: Session, ids: Sequence[int]) -> dict[int, Phase]:
    """The open phases of some games by their numbers, without positions."""
    if not ids:
        return {}
    query = select(Phase).where(col(Phase.game_id).in_(ids), col(Phase.resolved_at).is_(None)).options(*light())
    return {phase.game_id: phase for phase in session.exec(query)}


def timeline(session: Session, game: Game) -> list[Phase]:
    """All phases of a game in order, without positions."""
    query = select(Phase).where(Phase.game_id == game.id).order_by(col(Phase.number)).options(*light())
    return list(once(session, ("timeline", game.id), lambda: session.exec(query).all()))


class Glimpse(NamedTuple):
    """What is told of a phase among many: no more is read of it."""

    id: int
    number: int
    name: str
    origin: str
    hash: str
    standings: str


def course(session: Session, game: Game, first: int = 1, last: int | None = None) -> list[Glimpse]:
    """The phases of a game in order, from the first of these numbers to the last."""
    query = select(Phase.id, Phase.number, Phase.name, Phase.origin, Phase.hash, Phase.standings)  # type: ignore[call-overload]
    query = query.where(Phase.game_id == game.id, Phase.number >= first).order_by(col(Phase.number))
    query = query.where(Phase.number <= last) if last is not None else query
    return once(session, ("course", game.id, first, last), lambda: [Glimpse(*row) for row in session.execute(query)])


def light() -> Sequence[Any]:
    return defer(Phase.state), defer(Phase.events)  # type: ignore[arg-type]


def numbered(session: Session, game: Game, number: int) -> Phase:
    """Raises Refused "no such phase"."""
    query = select(Phase).where(Phase.game_id == game.id, Phase.number == number)
    found = once(session, ("phase", game.id, number), lambda: session.exec(query).one_or_none(), rows_of=(Phase,))
    if found is None:
        raise Refused("no such phase", number=number)
    return found


def of(phase: Phase) -> Game:
    """The game of a phase that a session holds."""
    session = object_session(phase)
    game = session.get(Game, phase.game_id) if session else None
    assert game is not None, "the phase belongs to no session"
    return game


@keeps(128)
def loaded(engine_code: str, text: str) -> State:
    """Positions are frozen, so one that was read may be shared by all who ask for it."""
    position: State = states.load(ENGINES[engine_code].State, text)
    return position


def state(phase: Phase) -> State:
    """The position a phase starts from, for the server's eyes. The phase must belong to a session."""
    return loaded(of(phase).engine, phase.state)


def called(phase: Phase) -> str:
    """What people call a phase: "Spring 1901, retreats". The phase must belong to a session. It is kept: a position is
    large, and lists name many phases."""
    known = CALLED.get(phase.hash)
    if known is None:
        known = CALLED[phase.hash] = engine(of(phase)).called(state(phase))
        if len(CALLED) > CALLED_MOST:
            for oldest in [*CALLED][: CALLED_MOST // 10]:  # a copy: others add to it meanwhile
                CALLED.pop(oldest, None)
    return known


def called_then(session: Session, past: Glimpse) -> str:
    """The same of a phase of which no more is read."""
    return CALLED.get(past.hash) or called(session.get_one(Phase, past.id))


CALLED: dict[str, str] = {}
CALLED_MOST = 10_000
"""What phases are called, by their hash, and of how many it is kept."""


def view(phase: Phase, seat_code: str | None) -> State:
    """The position as a seat (None: a bystander) may know it."""
    return states.view(state(phase), seat_code)
