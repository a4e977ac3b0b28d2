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
from engines.language.grammar import Remark
from pbem import render
from pbem.books import booklet, citations, sentences, shelf
from pbem.books.book import find_book, first_turn_blocks, read_book
from pbem.commands.handlers import COMMANDS
from pbem.documents.example_board import draw_game_picture
from pbem.games import Refusal, games
from pbem.games import demo as demonstration
from pbem.games.orders import orders
from pbem.games.seating import seats
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Game
from pbem.web.desk import first_turn as lessons
from pbem.web.http import access
from pbem.web.http.request_limits import limit_requests

pages = Blueprint("help", __name__)


@pages.get("/help")
def show_help() -> ResponseReturnValue:
    return render_template("web/help.html", games=ENGINES.values(), commands=COMMANDS.list_usages())


@pages.get("/help/<code>")
def show_game_help(code: str) -> ResponseReturnValue:
    """A game's first turn, and the contents of its books."""
    engine = get_known_engine(code)
    guide = read_book(engine, "guide", url_for("help.show_book", code=code, kind="guide"))
    with access.current_store().read_session() as db:
        waits = demonstration.find_waiting_game(db, code) if access.current_config().demo else None
        free = games.list_game_seats(db, waits) if waits else []
    return render_template(
        "web/help-game.html",
        engine=engine,
        waits=waits,
        free=free,
        pictured=bool(draw_game_picture(code)),
        first=Markup(render.render_page_html(first_turn_blocks(guide))) if guide else "",
        books=[found for kind in shelf.list_shelf_kinds(engine) if (found := read_book(engine, kind))],
    )


@pages.get("/help/<code>/<kind>")
def show_book(code: str, kind: str) -> ResponseReturnValue:
    """One book, whole: its contents, and every section under a name of its own. Above what can be written in a game,
    what its reader could write now in one that they play."""
    engine, found = get_known_engine(code), find_book(code, kind)
    if found is None:
        abort(404, access.say("page no book", game=engine.title))
    with access.current_store().read_session() as db:
        now = next(own_orders(db, code), None) if kind == "orders" else None
    return render_template(
        "web/book.html",
        engine=engine,
        book=found,
        text=Markup(found.html_fragment),
        kinds=list_book_kinds(engine),
        now=now,
    )


def own_orders(db: Session, code: str) -> Iterator[tuple[Game, str, Markup]]:
    """The games of this kind in which the reader can order something: each with its phase, and all they can write."""
    for seat in seats.list_held_seats(db, g.player) if g.player else ():
        played = db.get_one(Game, seat.game_id)
        if played.engine != code:
            continue
        with suppress(Refusal):
            at = orders.build_order_context(db, played, seat)
            yield (
                played,
                at.grammar.title,
                Markup(render.render_page_html(sentences.sayable_now_blocks(at.grammar, orders.build_order_judge(at)))),
            )


@pages.get("/help/<code>/booklet.pdf")
@limit_requests("paintings")
def booklet_pdf(code: str) -> ResponseReturnValue:
    data = booklet.make_game_booklet(
        get_known_engine(code), access.current_config().mail_host, access.requested_paper()
    )
    headers = {"Content-Disposition": f'inline; filename="{code}.pdf"'}
    return Response(data, mimetype="application/pdf", headers=headers)


@pages.get("/help/<code>/picture.svg")
def picture_svg(code: str) -> ResponseReturnValue:
    """Return what a game looks like; not every game has a board that can be painted."""
    found = draw_game_picture(get_known_engine(code).code)
    if not found:
        abort(404, access.say("page no picture"))
    response = Response(found, mimetype="image/svg+xml")
    response.add_etag()
    return response.make_conditional(request)


def get_known_engine(code: str) -> Engine[Any]:
    """The engine of this code. Raises NotFound."""
    if code not in ENGINES:
        abort(404, access.say("page no game", games=", ".join(engine.title for engine in ENGINES.values())))
    return ENGINES[code]


def list_book_kinds(engine: Engine[Any]) -> list[tuple[str, str]]:
    return [(kind, shelf.KINDS[kind]) for kind in shelf.list_shelf_kinds(engine)]


@pages.app_template_filter("cited")
def render_cited_remark(remark: Remark, code: str) -> Markup:
    """A remark with its code behind it; the code and the sections that it names are links to where they are told of."""
    parts, at = list[Markup](), 0
    for found in citations.SECTION.finditer(remark.text):
        parts += [escape(remark.text[at : found.start()]), link_to_book(code, found["number"], found[0])]
        at = found.end()
    own = Markup(" ({})").format(link_to_book(code, remark.code, remark.code)) if remark.code else Markup("")
    return Markup("").join([*parts, escape(remark.text[at:]), own])


def link_to_book(code: str, name: str, words: str) -> Markup:
    """Words that lead to what the books of a game say of a name, if they say anything."""
    engine = ENGINES.get(code)
    where = citations.cited_place(engine, name) if engine else ""
    url = f"{url_for('help.show_game_help', code=code)}/{where}"
    return Markup('<a href="{}">{}</a>').format(url, words) if where else escape(words)


@pages.app_context_processor
def help_template_values() -> dict[str, Any]:
    return {"games_known": ENGINES, "first_turn": lessons.first_turn}
