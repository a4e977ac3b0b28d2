"""A game as its players and everybody else see it: the report on every phase with its map, and the way through them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.report import Block, Lead, Map
from pbem import chronicle, printing, render, reports, scores, timetable
from pbem.models import Game, Phase, Player, Seat
from pbem.play import (
    alarms,
    demo,
    diaries,
    draw,
    games,
    invitations,
    leaders,
    pacing,
    people,
    phases,
    press,
    recording,
    result,
    statements,
    tell,
)
from pbem.play.rules import rules_of
from pbem.web import access, copies, lists, maps, seating
from pbem.web.bounds import bounded
from pbem.web.document import document
from pbem.web.mailed import delivery_of_report
from pbem.wording import listed, tongue

pages = Blueprint("game", __name__)


@pages.get("/games/<slug>")
@copies.kept(copies.of_game)
def show(slug: str) -> ResponseReturnValue:
    with access.store().read() as db:
        game = access.visible(db, slug)
        return render_template("web/game.html", **shown(db, game, games.current(db, game)))


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>")
@copies.kept(copies.of_game)
def phase(slug: str, number: int) -> ResponseReturnValue:
    with access.store().read() as db:
        game = access.visible(db, slug)
        return render_template("web/game.html", **shown(db, game, games.numbered(db, game, number)))


AROUND = 12
"""Phases before and after one to which its page leads."""
LATELY, OF_LEDGER = 20, 200
"""Acts of the ledger on the page of a game, and on a page of its own."""


@dataclass(frozen=True)
class Stop:
    """A phase on the way through a game, by its name in words."""

    number: int
    name: str


def shown(db: Session, game: Game, phase: Phase | None) -> dict[str, Any]:
    """What the page of a game shows, for the seat of the player who asks or for anybody."""
    seat, ending = access.my_seat(db, game), chronicle.ending(db, game)
    labels, seated = chronicle.names_of(db, game), games.seats(db, game)
    mine = [one for one in seated if g.player and one.player_id == g.player.id]
    return {
        "game": game,
        "title": games.engine(game).title,
        "seat": seat,
        "is_master": g.player is not None and leaders.leads(db, game, g.player),
        "asked_to_lead": g.player is not None and leaders.is_asked(db, game, g.player),
        "ending": ending,
        "seats": seated,
        "holders": who_plays(db, game, seat),
        "brought": recording.imported(game).get("players", {}),
        "labels": labels | {press.MASTER: "game master"},
        "press": press.visible(db, game, None, last=20),
        "pace": timetable.told(game.pace, game.zone, pacing.quiet(game)),
        "manners": chronicle.manners(game),
        "proposals": chronicle.table(db, game),
        **worth(db, game),
        **afterwards(db, game, seat),
        "ledger": ledger(db, game, LATELY),
        "free": games.vacant(db, game),
        **to_be_drawn(db, game),
        "gift": seating.gift(db, game),
        "watching": seating.watching(db, game),
        "asked": seating.open_question(db, game),
        "stands_in": access.deputy(db, game),
        "mine": mine,
        "secret": reports.hides_names(game),
        "joinable": game.status != "finished" and len(mine) < rules_of(game).seats_each,
        "by_click": access.config().demo and g.player is None and demo.has_room(db, game),
        **way(db, game, phase),
        **(of_one(db, game, phase, seat, ending) if phase else {"phase": None, "lead": ""}),
    }


def who_plays(db: Session, game: Game, seat: Seat | None) -> dict[int | None, Player]:
    """Who holds which seat, as far as the reader may know: of an anonymous game nobody does, of one that stands in no
    list a stranger does not."""
    known = seat or invitations.is_listed(db, game, g.player) or (g.player and leaders.leads(db, game, g.player))
    return {} if reports.hides_names(game) or not known else {s.id: p for s, p in tell.holders(db, game)}


def to_be_drawn(db: Session, game: Game) -> dict[str, Any]:
    """Whether a game's seats are drawn when all are there, how many wait for that, and what the reader wishes."""
    if not games.is_to_be_drawn(game):
        return {"drawn": False, "enlisted": 0, "wishes": None, "private": invitations.is_private(game)}
    mine = draw.wish_of(db, game, g.player) if g.player else None
    return {
        "drawn": True,
        "enlisted": len(draw.waiting(db, game)),
        "wishes": json.loads(mine.seats) if mine else None,
        "private": invitations.is_private(game),
    }


def worth(db: Session, game: Game) -> dict[str, Any]:
    """How the game is scored, and what an end would bring now or brought."""
    phase, ended = games.current(db, game), result.of(game)
    return {
        "scored": scores.scoring_words(ended) if ended else [scores.system(game)],
        "scores": scores.scores_by_seat(ended, chronicle.names_of(db, game)),
        "prospects": scores.now(db, game, phase) if phase else [],
    }


def afterwards(db: Session, game: Game, seat: Seat | None) -> dict[str, Any]:
    """What was said of the game once it was over, and what the reader may still say."""
    is_master = g.player is not None and leaders.leads(db, game, g.player)
    own = seat if seat and g.player and seat.player_id == g.player.id else None
    author = own.code if own else press.MASTER if is_master else ""
    return {
        "statements": statements.of(db, game),
        "tells_names": rules_of(game).names == "told",
        "states_as": "seat" if own else "master",
        "may_state": statements.may_write(game, access.now()) and bool(author),
        "stated": statements.by(db, game, author) if author else None,
    }


def way(db: Session, game: Game, phase: Phase | None) -> dict[str, Any]:
    """The first phase of a game, the last, and those around one, with those before and after it; how many there are."""
    newest = games.current(db, game)
    if phase is None or newest is None:
        return {"timeline": [], "count": 0, "older": None, "newer": None}
    numbers = range(max(1, phase.number - AROUND), min(newest.number, phase.number + AROUND) + 1)
    seen = games.course(db, game, numbers[0], numbers[-1])
    ends = [past for one in {1, newest.number} - {*numbers} for past in games.course(db, game, one, one)]
    stops = {past.number: Stop(past.number, games.called_then(db, past)) for past in (*seen, *ends)}
    older, newer = (stops.get(phase.number + step) for step in (-1, 1))
    return {
        "timeline": [stops[number] for number in sorted(stops)],
        "count": newest.number,
        "older": older,
        "newer": newer,
    }


def ledger(db: Session, game: Game, last: int, before: int | None = None) -> list[chronicle.Line]:
    return chronicle.ledger(db, game, lambda at: reports.when(at, access.zone()), last=last, before=before)


@pages.get("/games/<slug>/ledger")
def acts(slug: str) -> ResponseReturnValue:
    """All of the ledger, the newest page of it or the one before an entry: `?before=123`."""
    before = lists.before()
    with access.store().read() as db:
        game = access.visible(db, slug)
        lines = ledger(db, game, OF_LEDGER, before)
        return render_template(
            "web/ledger.html", game=game, lines=lines, older=len(lines) == OF_LEDGER, begun=not before
        )


def of_one(db: Session, game: Game, phase: Phase, seat: Seat | None, ending: chronicle.Ending | None) -> dict[str, Any]:
    """One phase: its report, and who is waited for while it is open. The words of the end stand above it all."""
    is_open = phase.resolved_at is None and game.status not in ("finished", "forming")
    everyone = phases.turns(db, phase) if is_open else []
    owing = [seat for turn, seat in everyone if phases.owes(turn, seat)]
    waiting = [seat for turn, seat in everyone if phases.holds_up(turn, seat) and seat not in owing]
    reader, since = access.reader(db, game, phase)
    blocks = reports.blocks(db, phase, reader, access.zone(), access.now(), since)
    last = games.current(db, game)
    if ending and phase == last:
        blocks = tuple(block for block in blocks if not isinstance(block, Lead))
    return {
        "phase": phase,
        "phase_name": games.called(phase),
        "is_open": is_open,
        "mailed": delivery_of_report(db, game, phase, seat),
        "until": alarms.counted_until(phase) or phase.deadline,
        "owing": listed(s.label for s in owing),
        "waiting": listed(s.label for s in waiting),
        "report": document(blocks, maps.hung(game, phase)),
        "notes": diaries.opened(db, game, phase.id),
        "whose": {s.id: s.label for s in games.seats(db, game)},
        "lead": reports.said_first(db, game, last, seat)
        if last and ending and ending.played
        else chronicle.to_winner(result.of(game), seat),
    }


@pages.post("/games/<slug>/leave")
def leave(slug: str) -> ResponseReturnValue:
    """Who waits for the draw does so no longer."""
    with access.store().write() as db:
        draw.leave(db, access.visible(db, slug), access.me(db), access.now())
    flash(access.say("unlisted", slug=slug))
    return redirect(url_for("game.show", slug=slug), 303)


@pages.post("/games/<slug>/join")
def join(slug: str) -> ResponseReturnValue:
    if g.player is None:
        return redirect(url_for("account.sign_in", next=url_for("game.show", slug=slug)), 303)
    wishes = list(filter(None, request.form.getlist("seat")))
    with access.store().write() as db:
        game = access.visible(db, slug)
        people.commanded(db, access.config().limits, access.me(db), access.now())
        knows = invitations.knows(access.config().secret_key, game, request.form.get("word", ""))
        dice = request.form.get("dice", "")
        limits = access.config().limits
        seat = draw.enter(db, game, access.me(db), wishes, access.now(), dice, knows, limits)
        said = access.say("page seated", seat=seat.label) if seat else access.say("enlisted", slug=slug)
    flash(said)
    return redirect(url_for("game.show", slug=slug), 303)


@pages.post("/games/<slug>/lead")
def lead(slug: str) -> ResponseReturnValue:
    """Who was asked to lead the game agrees, or does not."""
    with access.store().write() as db:
        game, player = access.visible(db, slug), access.me(db)
        if "decline" in request.form:
            leaders.leave(db, game, player, access.now())
            flash(access.say("you lead no more", slug=slug))
            return redirect(url_for("game.show", slug=slug), 303)
        role = leaders.accept(db, game, player, access.now())
    flash(access.say("you lead" if role == "master" else "you help lead", slug=slug))
    return redirect(url_for("master.show", slug=slug), 303)


# --- downloads --------------------------------------------------------------------------------------------------


def of_phase(db: Session, slug: str, number: int) -> tuple[Phase, Seat | None, tuple[Block, ...]]:
    """A phase, and its report for whoever asks."""
    game = access.visible(db, slug)
    phase = games.numbered(db, game, number)
    seat, since = access.reader(db, game, phase)
    return phase, seat, reports.blocks(db, phase, seat, access.zone(), since=since)


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.pdf")
def pdf(slug: str, number: int) -> ResponseReturnValue:
    def painted() -> bytes:
        with access.store().read() as db:
            phase, seat, blocks = of_phase(db, slug, number)
            game = games.of(phase)
            return printing.pdf(blocks, access.paper(), game, seat, tongue(game, phase, seat), access.config())

    data = copies.file(copies.of_game(slug), painted)
    name = f'inline; filename="{slug}-{number:03}.pdf"'
    return Response(data, mimetype="application/pdf", headers={"Content-Disposition": name})


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.txt")
def text(slug: str, number: int) -> ResponseReturnValue:
    with access.store().read() as db:
        return Response(render.text(of_phase(db, slug, number)[2]), mimetype="text/plain")


@pages.get("/games/<slug>/phases/<int(max=2147483647):number>.svg")
@bounded("paintings")
def svg(slug: str, number: int) -> ResponseReturnValue:
    """The map alone; not every game has one."""
    with access.store().read() as db:
        maps = [block for block in of_phase(db, slug, number)[2] if isinstance(block, Map)]
    if not maps:
        abort(404, f"There is no map in the report on phase {number}: the report itself tells all there is.")
    return Response(render.svg(maps[0]), mimetype="image/svg+xml")
