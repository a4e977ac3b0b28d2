"""The page of a game book: asked for, watched while it is made, fetched. What stands in it is its reader's own."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from pbem.documents import printing
from pbem.documents.gamebook import making
from pbem.games import games
from pbem.games.talk import press
from pbem.storage.models import Game, GameBook
from pbem.web.http import access
from pbem.web.http.request_limits import limit_requests

pages = Blueprint("gamebook", __name__)


@pages.get("/games/<slug>/book")
def show_game_book(slug: str) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        book, seat = find_readers_book(db, game), access.my_seat(db, game)
        return render_template(
            "web/gamebook.html",
            game=game,
            seat=seat,
            book=book,
            size=len(book.content) if book and book.content else 0,
            ready=has_book(db, game),
        )


@pages.post("/games/<slug>/book")
def ask_for_game_book(slug: str) -> ResponseReturnValue:
    """Asks for the book; whoever is not signed in takes what others have asked for."""
    if g.player is None:
        return redirect(url_for("account.sign_in", next=url_for("gamebook.show_game_book", slug=slug)), 303)
    with access.current_store().write_session() as db:
        game = access.get_visible_game(db, slug)
        making.request_book(
            db,
            access.current_config().limits,
            game,
            access.my_seat(db, game),
            access.signed_in_player(db),
            access.request_time(),
        )
    return redirect(url_for("gamebook.show_game_book", slug=slug), 303)


@pages.post("/games/<slug>/book/press")
def open_press(slug: str) -> ResponseReturnValue:
    """Whether all may read the reader's press once the game is over."""
    with access.current_store().write_session() as db:
        game = access.get_visible_game(db, slug)
        seat = access.my_seat(db, game)
        if seat is None:
            abort(403, "Only who holds a seat of this game can open its press.")
        opens = "open" in request.form
        press.open_press_at_end(db, game, seat, opens, access.request_time())
    flash(access.say("press opens" if opens else "press stays closed"))
    return redirect(url_for("gamebook.show_game_book", slug=slug), 303)


@pages.get("/games/<slug>/book.pdf")
@limit_requests("paintings")
def serve_game_book(slug: str) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        book = find_readers_book(db, game)
        if book is None or book.content is None:
            abort(404, "This book is not made yet: its page says how far it is.")
        name = f'inline; filename="{game.slug}.pdf"'
        return Response(book.content, mimetype="application/pdf", headers={"Content-Disposition": name})


def has_book(db: Session, game: Game) -> bool:
    """Whether there is anything to tell yet."""
    phase = games.find_current_phase(db, game)
    return phase is not None and phase.number > 1


def find_readers_book(db: Session, game: Game) -> GameBook | None:
    """The reader's book up to where the game is now."""
    paper = printing.player_paper(g.player)
    return making.find_current_book(db, game, access.my_seat(db, game), paper) if has_book(db, game) else None
