"""The page of a game book: asked for, watched while it is made, fetched. What stands in it is its reader's own."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from pbem.documents import printing
from pbem.documents.gamebook import making
from pbem.games import games
from pbem.storage.models import Game, GameBook
from pbem.web.http import access, command_door
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
    here = url_for("gamebook.show_game_book", slug=slug)
    if g.player is None:
        return redirect(url_for("account.sign_in", next=here), 303)
    command_door.give_page_command("game book", {}, slug)
    return redirect(here, 303)


@pages.get("/games/<slug>/book.pdf")
@limit_requests("paintings")
def serve_game_book(slug: str) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        game = access.get_visible_game(db, slug)
        book = find_readers_book(db, game)
        if book is None or book.content is None:
            abort(404, access.say("page book unmade"))
        name = f'inline; filename="{game.slug}.pdf"'
        return Response(book.content, mimetype="application/pdf", headers={"Content-Disposition": name})


def has_book(db: Session, game: Game) -> bool:
    """Return whether there is anything to tell yet."""
    phase = games.find_current_phase(db, game)
    return phase is not None and phase.number > 1


def find_readers_book(db: Session, game: Game) -> GameBook | None:
    """The reader's book up to where the game is now."""
    paper = printing.player_paper(g.player)
    return making.find_current_book(db, game, access.my_seat(db, game), paper) if has_book(db, game) else None
