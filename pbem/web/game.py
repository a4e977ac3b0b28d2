"""A game as its players and everybody else see it: the report on every phase with its map, and the way through them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.report import Map
from pbem import render, reports
from pbem.models import Game, Phase, Seat
from pbem.play import Refused, games, people, phases, press, seats, tell, votes
from pbem.web import access
from pbem.web.bounds import bounded
from pbem.web.document import document

pages = Blueprint("game", __name__)


@pages.get("/games/<slug>")
def show(slug: str) -> ResponseReturnValue:
    with access.store().read() as db:
        game = games.find(db, slug)
        return render_template("web/game.html", **shown(db, game, games.current(db, game)))


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>")
def phase(slug: str, number: int) -> ResponseReturnValue:
    with access.store().read() as db:
        game = games.find(db, slug)
        return render_template("web/game.html", **shown(db, game, games.numbered(db, game, number)))


def shown(db: Session, game: Game, phase: Phase | None) -> dict[str, Any]:
    """What the page of a game shows, for the seat of the player who asks or for anybody."""
    seat = access.my_seat(db, game)
    timeline = games.timeline(db, game)
    blocks = reports.blocks(db, phase, seat, access.zone(), access.now()) if phase else ()
    is_open = phase is not None and phase.resolved_at is None and game.status not in ("finished", "forming")
    return {
        "game": game,
        "title": games.engine(game).title,
        "seat": seat,
        "is_master": g.player is not None and game.master_id == g.player.id,
        "phase": phase,
        "is_open": is_open,
        "older": neighbour(timeline, phase, -1),
        "newer": neighbour(timeline, phase, 1),
        "timeline": timeline,
        "report": document(blocks),
        "seats": games.seats(db, game),
        "holders": {} if games.rules(game).anonymous else {s.id: p for s, p in tell.holders(db, game)},
        "awaited": [s.label for s in phases.owing(db, phase)] if phase and is_open else [],
        "labels": {s.code: s.label for s in games.seats(db, game)} | {press.MASTER: "game master"},
        "press": press.visible(db, game, None, last=20),
        "proposals": votes.standing(db, game) if game.status in ("running", "paused") else [],
        "ledger": [(a, json.loads(a.data)) for a in tell.ledger(db, game)],
        "free": [s for s in games.seats(db, game) if s.player_id is None],
        "joinable": game.status != "finished" and seat is None,
    }


def neighbour(timeline: Sequence[Phase], phase: Phase | None, step: int) -> Phase | None:
    """The phase before or after one."""
    return next((p for p in timeline if phase and p.number == phase.number + step), None)


@pages.post("/games/<slug>/join")
def join(slug: str) -> ResponseReturnValue:
    if g.player is None:
        return redirect(url_for("account.sign_in", next=url_for("game.show", slug=slug)), 303)
    wish = request.form.get("seat", "")
    with access.store().write() as db:
        game = games.find(db, slug)
        people.commanded(db, access.config().limits, access.me(db), access.now())
        seat = seats.join(db, game, access.me(db), [wish] if wish else [], access.now(), request.form.get("dice", ""))
        label = seat.label
    flash(f"You play {label}.")
    return redirect(url_for("game.show", slug=slug), 303)


# --- downloads --------------------------------------------------------------------------------------------------


def of_phase(db: Session, slug: str, number: int) -> tuple[Phase, Seat | None]:
    game = games.find(db, slug)
    return games.numbered(db, game, number), access.my_seat(db, game)


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.pdf")
@bounded("paintings")
def pdf(slug: str, number: int) -> ResponseReturnValue:
    with access.store().read() as db:
        phase, seat = of_phase(db, slug, number)
        paper = request.args.get("paper") or (g.player.paper if g.player else "A4")
        blocks = reports.blocks(db, phase, seat, access.zone())
    try:
        data = render.pdf(blocks, paper)
    except ValueError as error:
        raise Refused("bad paper", paper=paper[:20], papers=("A4", "Letter")) from error
    name = f'inline; filename="{slug}-{phase.number:03}-{phase.name}.pdf"'
    return Response(data, mimetype="application/pdf", headers={"Content-Disposition": name})


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.txt")
def text(slug: str, number: int) -> ResponseReturnValue:
    with access.store().read() as db:
        phase, seat = of_phase(db, slug, number)
        return Response(render.text(reports.blocks(db, phase, seat, access.zone())), mimetype="text/plain")


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.svg")
@bounded("paintings")
def svg(slug: str, number: int) -> ResponseReturnValue:
    """The map alone; not every game has one."""
    with access.store().read() as db:
        phase, seat = of_phase(db, slug, number)
        maps = [b for b in reports.blocks(db, phase, seat, access.zone()) if isinstance(b, Map)]
    if not maps:
        abort(404, f"There is no map in the report on phase {number}: the report itself tells all there is.")
    return Response(render.svg(maps[0]), mimetype="image/svg+xml")
