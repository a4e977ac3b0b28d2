"""The front door: what there is to play, your games, open seats, and how the server is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, func, select

from engines.base import Engine
from pbem import chronicle, pulse, queues
from pbem.installed import ENGINES
from pbem.models import Game, Phase, Seat
from pbem.picture import picture
from pbem.play import demo as demonstration
from pbem.play import games, invitations, leaders, phases, seats, tell
from pbem.web import access, sessions
from pbem.web.bounds import spend

pages = Blueprint("home", __name__)
LATELY = 10
"""Finished games that are listed."""


@dataclass(frozen=True)
class Row:
    """A game in a list: its phase in words and its deadline, how many seats are free and, where it goes on, which and
    how they stand, what the reader's own seat in it owes, and how it ended."""

    game: Game
    title: str
    phase: str = ""
    deadline: datetime | None = None
    free: int = 0
    seat: Seat | None = None
    owes: bool = False
    ended: str = ""
    offers: Sequence[str] = ()


@dataclass(frozen=True)
class Offer:
    """A game that can be learned and played here. On a demonstration: `waits` for a beginner, who is to sit at `seat`,
    and one that is `going` on."""

    engine: Engine[Any]
    pictured: bool
    waits: Game | None = None
    seat: Seat | None = None
    going: Game | None = None


@pages.get("/")
def index() -> ResponseReturnValue:
    with access.store().read() as db:
        rows, demo = listed(db), access.config().demo
        led = {game.id for game in leaders.led_by(db, g.player)} if g.player else set()
        far = datetime.max.replace(tzinfo=access.now().tzinfo)
        mine = [row for row in rows if row.seat and row.game.status != "finished"]
        mine.sort(key=lambda row: (not row.owes, row.deadline or far))
        others = [row for row in rows if row not in mine and not (demo and shown_above(row.game))]
        finished = [r for r in others if r.game.status == "finished"][:LATELY]
        return render_template(
            "web/home.html",
            mine=mine,
            led=[r for r in others if g.player and r.game.id in led],
            open=[r for r in others if r.free and r.game.status in ("forming", "running", "paused") and not r.seat],
            running=[r for r in others if not r.free and r.game.status in ("running", "paused", "stuck")],
            finished=[replace(row, ended=ended(db, row.game)) for row in finished],
            offers=offers(db) if demo or g.player is None else [],
        )


def shown_above(game: Game) -> bool:
    """Games of bots for visitors: there are as many as there were visitors, and they are no company."""
    return demonstration.for_beginner(game) or demonstration.on_stage(game)


def ended(db: Session, game: Game) -> str:
    found = chronicle.ending(db, game)
    return found.sentence if found else ""


def offers(db: Session) -> list[Offer]:
    """What a visitor reads first: of every game what it is, and on a demonstration where he can sit down."""
    known = [Offer(engine, bool(picture(code))) for code, engine in ENGINES.items()]
    return [with_seat(db, offer) for offer in known] if access.config().demo else known


def with_seat(db: Session, offer: Offer) -> Offer:
    engine = offer.engine
    waits = demonstration.waiting(db, engine.code)
    free = games.vacant(db, waits) if waits else []
    seat = next((seat for seat in free if seat.code == engine.about.beginner), next(iter(free), None))
    return replace(offer, waits=waits, seat=seat, going=demonstration.newest(db, engine.code))


def listed(db: Session) -> list[Row]:
    """All games. Positions are loaded where a seat of a game that goes on is vacant, and once for a phase's name."""
    open_ = games.open_phases(db)
    query = select(Seat.game_id, func.count()).where(col(Seat.player_id).is_(None)).group_by(col(Seat.game_id))
    free = dict(db.exec(query).all())
    mine = {s.game_id: s for s in seats.held(db, g.player)} if g.player else {}
    shown = [game for game in games.listed(db) if invitations.is_listed(db, game, g.player)]
    return [row(db, game, open_.get(game.id), free.get(game.id, 0), mine.get(game.id)) for game in shown]


def row(db: Session, game: Game, phase: Phase | None, free: int, seat: Seat | None) -> Row:
    turn = phases.turn(db, phase, seat) if phase and seat else None
    owes = bool(turn and turn.due and not turn.given)
    engine = ENGINES.get(game.engine)
    title, called = (engine.title, games.called(phase) if phase else "") if engine else (game.engine, "")
    offers: list[str] = []
    if free and engine and game.status in ("running", "paused"):
        vacant = games.vacant(db, game)
        free, offers = len(vacant), [chronicle.prospects(db, game, one) for one in vacant]
    deadline = phase.deadline if phase and game.status == "running" else None
    return Row(game, title, called, deadline, free, seat, owes, offers=offers)


# --- a seat for a visitor ---------------------------------------------------------------------------------------


@pages.post("/demo/sit")
def sit() -> ResponseReturnValue:
    """One click: a free seat, for who is signed in or for a new player, who is signed in then."""
    config = access.config()
    if not config.demo:
        abort(404)
    spend("sign_ins_from_one")
    with access.store().write() as db:
        slug, wish = request.form.get("game", ""), request.form.get("seat", "")
        me = access.me(db) if g.player else None
        seat = demonstration.sit(db, config.mail_host, access.now(), slug, wish, config.demo_patience, me)
        game = db.get_one(Game, seat.game_id)
        player = next(p for s, p in tell.holders(db, game) if s.id == seat.id)
        label, slug = seat.label, game.slug
        if me is None:
            sessions.sign_in(db, player)
    flash(access.say("page demonstration", seat=label))
    return redirect(url_for("seat.show", slug=slug), 303)


# --- health -----------------------------------------------------------------------------------------------------


@pages.get("/healthz")
def alive() -> ResponseReturnValue:
    return {"ok": True}


@pages.get("/readyz")
def ready() -> ResponseReturnValue:
    """Whether the database answers and the clock runs and is believed; how much waits, and what was put aside."""
    now = access.now()
    with access.store().read() as db:
        waiting = {
            "mail": queues.letters_in(db, now).count,
            "outbox": queues.letters_out(db, now).count,
            **queues.put_aside(db),
        }
        silent = queues.silence(db, now)
    why = pulse.fault(pulse.last(access.store()), pulse.look())
    ok = silent is not None and abs(silent) < 300 and not why
    return {"ok": ok, "clock_seconds": silent, "why": why, **waiting}, 200 if ok else 503
