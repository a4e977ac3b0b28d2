"""Where games are learned: how to play here, and of each game its first turn, its books, and a booklet to print."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape
from sqlmodel import Session

from engines.base import Engine
from engines.language.ask import Remark
from pbem import render
from pbem.books import booklet, citations, sentences, shelf
from pbem.books.book import book, first_turn, read
from pbem.installed import ENGINES
from pbem.mail.acts import COMMANDS
from pbem.models import Game
from pbem.picture import picture
from pbem.play import Refused, games, orders, seats
from pbem.play import demo as demonstration
from pbem.web import access
from pbem.web import first_turn as lessons
from pbem.web.bounds import bounded

pages = Blueprint("help", __name__)


@pages.get("/help")
def front() -> ResponseReturnValue:
    return render_template("web/help.html", games=ENGINES.values(), commands=COMMANDS.listed())


@pages.get("/help/<code>")
def game(code: str) -> ResponseReturnValue:
    """A game's first turn, and the contents of its books."""
    engine = known(code)
    guide = read(engine, "guide", url_for("help.text", code=code, kind="guide"))
    with access.store().read() as db:
        waits = demonstration.waiting(db, code) if access.config().demo else None
        free = games.seats(db, waits) if waits else []
    return render_template(
        "web/help-game.html",
        engine=engine,
        waits=waits,
        free=free,
        pictured=bool(picture(code)),
        first=Markup(render.html(first_turn(guide))) if guide else "",
        books=[found for kind in shelf.kinds(engine) if (found := read(engine, kind))],
    )


@pages.get("/help/<code>/<kind>")
def text(code: str, kind: str) -> ResponseReturnValue:
    """One book, whole: its contents, and every section under a name of its own. Above what can be written in a game,
    what its reader could write now in one that he plays."""
    engine, found = known(code), book(code, kind)
    if found is None:
        abort(404, f"{engine.title} has no book of this name here.")
    with access.store().read() as db:
        now = next(own_orders(db, code), None) if kind == "orders" else None
    return render_template(
        "web/book.html", engine=engine, book=found, text=Markup(found.html), kinds=named(engine), now=now
    )


def own_orders(db: Session, code: str) -> Iterator[tuple[Game, str, Markup]]:
    """The games of this kind in which the reader can order something: each with its phase, and all he can write."""
    for seat in seats.held(db, g.player) if g.player else ():
        played = db.get_one(Game, seat.game_id)
        if played.engine != code:
            continue
        with suppress(Refused):
            at = orders.hearing(db, played, seat)
            yield played, at.ask.title, Markup(render.html(sentences.now(at.ask, orders.judge_of(at))))


@pages.get("/help/<code>/booklet.pdf")
@bounded("paintings")
def booklet_pdf(code: str) -> ResponseReturnValue:
    data = booklet.pdf(known(code), access.config().mail_host, access.paper())
    headers = {"Content-Disposition": f'inline; filename="{code}.pdf"'}
    return Response(data, mimetype="application/pdf", headers=headers)


@pages.get("/help/<code>/picture.svg")
def picture_svg(code: str) -> ResponseReturnValue:
    """What a game looks like; not every game has a board that can be painted."""
    found = picture(known(code).code)
    if not found:
        abort(404, "This game has no picture.")
    response = Response(found, mimetype="image/svg+xml")
    response.add_etag()
    return response.make_conditional(request)


def known(code: str) -> Engine[Any]:
    """The engine of this code. Raises NotFound."""
    if code not in ENGINES:
        abort(404, f"There is no such game here. There are: {', '.join(e.title for e in ENGINES.values())}.")
    return ENGINES[code]


def named(engine: Engine[Any]) -> list[tuple[str, str]]:
    return [(kind, shelf.KINDS[kind]) for kind in shelf.kinds(engine)]


@pages.app_template_filter("cited")
def cited(remark: Remark, code: str) -> Markup:
    """A remark with its code behind it; the code and the sections that it names are links to where they are told of."""
    parts, at = list[Markup](), 0
    for found in citations.SECTION.finditer(remark.text):
        parts += [escape(remark.text[at : found.start()]), linked(code, found["number"], found[0])]
        at = found.end()
    own = Markup(" ({})").format(linked(code, remark.code, remark.code)) if remark.code else Markup("")
    return Markup("").join([*parts, escape(remark.text[at:]), own])


def linked(code: str, name: str, words: str) -> Markup:
    """Words that lead to what the books of a game say of a name, if they say anything."""
    engine = ENGINES.get(code)
    where = citations.place(engine, name) if engine else ""
    url = f"{url_for('help.game', code=code)}/{where}"
    return Markup('<a href="{}">{}</a>').format(url, words) if where else escape(words)


@pages.app_context_processor
def words() -> dict[str, Any]:
    return {"games_known": ENGINES, "first_turn": lessons.first_turn}
