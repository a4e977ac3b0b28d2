"""The front door: your games, open seats, starting a game, and how the server is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, func, select

from engines.all import ENGINES
from pbem import pulse, wording
from pbem.mail.delivery import UNPAINTABLE
from pbem.models import Game, MailIn, Outbox, Phase, Pulse, Seat
from pbem.pace import Deadline, Pace, PaceError, Quiet, preview, zone_info, zone_names
from pbem.play import Refused, games, phases, seats, tell
from pbem.play import demo as demonstration
from pbem.web import access, sessions
from pbem.web.bounds import bounded, spend
from pbem.web.form import form, posted_text

pages = Blueprint("home", __name__)
PREVIEWED = 5


@dataclass(frozen=True)
class Row:
    """A game in a list: its phase and deadline, free seats, and what the reader's own seat in it owes."""

    game: Game
    title: str
    phase: Phase | None
    free: int
    seat: Seat | None = None
    owes: bool = False

    @property
    def deadline(self) -> datetime | None:
        return self.phase.deadline if self.phase else None


@pages.get("/")
def index() -> ResponseReturnValue:
    with access.store().read() as db:
        rows = listed(db)
        far = datetime.max.replace(tzinfo=access.now().tzinfo)
        mine = [row for row in rows if row.seat and row.game.status != "finished"]
        mine.sort(key=lambda row: (not row.owes, row.deadline or far))
        others = [row for row in rows if row not in mine]
        return render_template(
            "web/home.html",
            mine=mine,
            led=[r for r in others if g.player and r.game.master_id == g.player.id],
            open=[r for r in others if r.free and r.game.status in ("forming", "running", "paused") and not r.seat],
            running=[r for r in others if not r.free and r.game.status in ("running", "paused", "stuck")],
            finished=[r for r in others if r.game.status == "finished"],
            visit=shown(db) if access.config().demo and g.player is None else [],
        )


def shown(db: Session) -> list[tuple[Row, Game | None]]:
    """The games a visitor can sit down at: each that is going on, and the one of its kind that waits for a beginner."""
    rows = [Row(game, ENGINES[game.engine].title, None, 1) for game in demonstration.on_show(db)]
    return [(row, demonstration.waiting(db, row.game.engine)) for row in rows]


def listed(db: Session) -> list[Row]:
    """All games without loading a position."""
    open_ = games.open_phases(db)
    query = select(Seat.game_id, func.count()).where(col(Seat.player_id).is_(None)).group_by(col(Seat.game_id))
    free = dict(db.exec(query).all())
    mine = {s.game_id: s for s in seats.held(db, g.player)} if g.player else {}
    rows = []
    for game in games.listed(db):
        phase, seat = open_.get(game.id), mine.get(game.id)
        turn = phases.turn(db, phase, seat) if phase and seat else None
        owes = bool(turn and turn.due and not turn.given)
        title = ENGINES[game.engine].title if game.engine in ENGINES else game.engine
        rows.append(Row(game, title, phase, free.get(game.id, 0), seat, owes))
    return rows


# --- a new game -------------------------------------------------------------------------------------------------


@pages.get("/new")
@bounded("judgements")
def new() -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    engine = ENGINES.get(request.args.get("engine", ""), next(iter(ENGINES.values())))
    return new_page(engine.code, dict(request.args))


def new_page(engine_code: str, filled: dict[str, str], fault: str = "") -> ResponseReturnValue:
    engine = ENGINES[engine_code]
    deadlines, why = previewed(filled, engine.kinds)
    page = render_template(
        "web/new.html",
        engines=ENGINES.values(),
        engine=engine,
        setup=form(engine.setup, engine.setup.draft),
        usual_press=games.with_press((), engine),
        filled=filled,
        zones=sorted(zone_names()),
        deadlines=deadlines,
        fault=fault or why,
    )
    return page, 400 if fault else 200


def previewed(filled: dict[str, str], kinds: Sequence[str]) -> tuple[list[Deadline], str]:
    """The next deadlines of the pace that is filled in, or why there are none."""
    try:
        quiet = Quiet.parse(filled.get("quiet", "").replace(",", " ").split())
        zone = filled.get("zone") or access.zone()
        pace = Pace.parse(filled.get("pace") or "48h", kinds)
        return preview(pace, access.now(), zone, PREVIEWED, quiet=quiet), ""
    except PaceError as error:
        return [], str(error)


@pages.post("/new")
@bounded("judgements")
def create() -> ResponseReturnValue:
    filled = {key: value for key, value in request.form.items() if key != "csrf_token"}
    engine = ENGINES.get(filled.get("engine", ""), next(iter(ENGINES.values())))
    if "preview" in filled:
        return new_page(engine.code, filled)
    try:
        with access.store().write() as db:
            game = games.create(
                db,
                engine.code,
                posted_text(engine.setup, filled),
                slug=filled.get("slug", "").strip().lower(),
                master=access.me(db),
                pace=filled.get("pace") or "48h",
                zone=zone_info(filled.get("zone") or access.zone()).key,
                rules=rules(filled),
                now=access.now(),
                limits=access.config().limits,
            )
            slug = game.slug
    except (Refused, PaceError) as error:
        text = wording.refusal(error) if isinstance(error, Refused) else str(error)
        return new_page(engine.code, filled, text)
    flash(f"{slug} is open. Players join on its page, or by mail with the line “join {slug}”.")
    return redirect(url_for("game.show", slug=slug), 303)


def rules(filled: dict[str, str]) -> games.Rules:
    """The host's choices as posted. Raises Refused "bad rule"."""
    return games.Rules(
        press="none" if filled.get("press") == "none" else "all",
        nmr="wait" if filled.get("nmr") == "wait" else "default",
        draws={"any": "any", "none": "none"}.get(filled.get("draws", ""), "survivors"),  # type: ignore[arg-type]
        anonymous="anonymous" in filled,
        grace_hours=hours(filled, "grace_hours", 12),
        first_hours=hours(filled, "first_hours", 0),
        quiet=words(filled, "quiet"),
        press_kinds=words(filled, "press_kinds"),
    )


def words(filled: dict[str, str], key: str) -> tuple[str, ...]:
    return tuple(filled.get(key, "").replace(",", " ").split())


def hours(filled: dict[str, str], key: str, usual: float) -> float:
    text = filled.get(key, "").strip()
    try:
        return float(text) if text else usual
    except ValueError as error:
        raise Refused("bad rule", key=key, value=text, allowed=("a number of hours",)) from error


# --- a seat for a visitor ---------------------------------------------------------------------------------------


@pages.post("/demo/sit")
def sit() -> ResponseReturnValue:
    """One click: a new player, a free seat, signed in."""
    if not access.config().demo:
        abort(404)
    spend("sign_ins_from_one")
    with access.store().write() as db:
        slug, wish = request.form.get("game", ""), request.form.get("seat", "")
        seat = demonstration.sit(db, access.config().mail_host, access.now(), slug, wish)
        game = db.get_one(Game, seat.game_id)
        player = next(p for s, p in tell.holders(db, game) if s.id == seat.id)
        label, slug = seat.label, game.slug
        sessions.sign_in(db, player)
    flash(f"You play {label}; bots play the others. Write your orders below and send them; then say “Ready”.")
    return redirect(url_for("seat.show", slug=slug), 303)


# --- health -----------------------------------------------------------------------------------------------------


@pages.get("/healthz")
def alive() -> ResponseReturnValue:
    return {"ok": True}


@pages.get("/readyz")
def ready() -> ResponseReturnValue:
    """Whether the database answers and the clock runs and is believed; how much waits, and what was put aside."""
    with access.store().read() as db:
        db.execute(sa.text("SELECT 1"))
        beat = db.get(Pulse, 1)
        counts: dict[str, sa.ColumnElement[bool]] = {
            "mail": col(MailIn.ready_at).is_not(None),
            "outbox": col(Outbox.ready_at).is_not(None),
            "parked": col(MailIn.status) == "parked",
            "unpaintable": col(Outbox.sent_at).is_(None) & col(Outbox.error).startswith(UNPAINTABLE),
        }
        waiting = {name: db.exec(select(func.count()).where(which)).one() for name, which in counts.items()}
    silent = (access.now() - beat.beat_at).total_seconds() if beat else None
    why = pulse.fault(pulse.last(access.store()), pulse.look())
    ok = silent is not None and abs(silent) < 300 and not why
    return {"ok": ok, "clock_seconds": silent, "why": why, **waiting}, 200 if ok else 503
