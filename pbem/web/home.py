"""The front door: what there is to play, your games, open seats, and how the server is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, select

from engines.base import Engine
from pbem import queues, troubles
from pbem.db import TROUBLE
from pbem.installed import ENGINES
from pbem.models import Game, Seat
from pbem.picture import picture
from pbem.play import demo as demonstration
from pbem.play import games, leaders, listing, tell
from pbem.play.seats import held as seats_held
from pbem.shares import VISITS
from pbem.web import access, copies, host, lists, resting, sessions
from pbem.web.bounds import share
from pbem.web.lists import Row

pages = Blueprint("home", __name__)
LATELY = 10
"""Finished games that are listed."""
MOST_LED = 50
"""Games of a leader that are listed, unless they ask for all."""


@dataclass(frozen=True)
class Offer:
    """A game that can be learned and played here. On a demonstration: `waits` for a beginner, who is to sit at `seat`,
    and one that is `going` on."""

    engine: Engine[Any]
    pictured: bool
    waits: Game | None = None
    seat: Seat | None = None
    going: Game | None = None


def made_from() -> Hashable:
    """As `copies.of_lists`; the host's own page, which tells how the server is, is always made anew."""
    return None if host.is_host() else copies.of_lists()


@pages.get("/")
@copies.kept(made_from)
def index() -> ResponseReturnValue:
    with access.store().read() as db:
        mine = own(db)
        here = [col(Game.id).not_in([row.game.id for row in mine])] if mine else []
        listed = {
            shelf: lists.of_shelf(db, shelf, None, LATELY if shelf == "finished" else listing.PAGE, *here)
            for shelf in lists.TITLES
        }
        return render_template(
            "web/home.html",
            mine=mine,
            **leads(db, mine),
            wrong=host.wrong() if host.is_host() else (),
            **{shelf: rows for shelf, (rows, _) in listed.items()},
            next={shelf: onward for shelf, (_, onward) in listed.items()},
            offers=offers(db) if access.config().demo or g.player is None else [],
        )


def own(db: Session) -> list[Row]:
    """The seats that the reader holds in games that go on: those first that owe orders, then by the deadline."""
    if g.player is None:
        return []
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats_held(db, g.player):
        seats[seat.game_id].append(seat)
    going = select(Game).where(col(Game.id).in_(seats), Game.status != "finished").order_by(col(Game.id).desc())
    far = datetime.max.replace(tzinfo=access.now().tzinfo)
    found = lists.rows(db, db.exec(going).all(), seats)
    return sorted(found, key=lambda row: (not row.owes, row.deadline or far))


def leads(db: Session, mine: Sequence[Row]) -> dict[str, Any]:
    """The games that the reader leads without playing in them, `?led=all` or the newest, and whether there are more."""
    played, every = {row.game.id for row in mine}, request.args.get("led") == "all"
    found = leaders.led_by(db, g.player, None if every else MOST_LED + 1) if g.player else []
    shown = found if every else found[:MOST_LED]
    return {
        "led": lists.rows(db, [game for game in shown if game.id not in played]),
        "leads_more": len(shown) < len(found),
    }


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


# --- a seat for a visitor ---------------------------------------------------------------------------------------


@pages.post("/demo/sit")
def sit() -> ResponseReturnValue:
    """One click: a free seat, for who is signed in or for a new player, who is signed in then."""
    config = access.config()
    if not config.demo:
        abort(404)
    share(VISITS)
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
    """That this process answers; in words, whether a clock runs beside it."""
    return {"ok": True, "clock": resting.words()}


@pages.get("/readyz")
def ready() -> ResponseReturnValue:
    """Whether the database can be written and the clock runs and is believed; what waits, and what is wrong. `why` is
    never empty where the answer is no."""
    now = access.now()
    unwritten = resting.unwritable()
    try:
        with access.store().read() as db:
            waiting = {
                "mail": queues.letters_in(db, now).count,
                "outbox": queues.letters_out(db, now).count,
                **queues.put_aside(db),
            }
            silent = queues.silence(db, now)
        wrong = troubles.found(access.store(), access.config(), now)
    except TROUBLE:
        return {"ok": False, "why": unwritten or "the database is away"}, 503
    why = "; ".join(filter(None, [unwritten, *(one.words for one in wrong if one.stopping)]))
    told = {one.name: one.since and round((now - one.since).total_seconds()) for one in wrong}
    answer = {"ok": not why, "clock_seconds": silent, "why": why, "troubles": told, **waiting}
    return answer, 503 if why else 200
