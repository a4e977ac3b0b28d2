"""The page of a game book: asked for, watched while it is made, fetched. What stands in it is its reader's own."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from pbem import printing
from pbem.gamebook import making
from pbem.models import Game, GameBook
from pbem.play import games, press
from pbem.web import access
from pbem.web.bounds import bounded

pages = Blueprint("gamebook", __name__)


@pages.get("/games/<slug>/book")
def show(slug: str) -> ResponseReturnValue:
    with access.store().read() as db:
        game = access.visible(db, slug)
        book, seat = found(db, game), access.my_seat(db, game)
        return render_template(
            "web/gamebook.html",
            game=game,
            seat=seat,
            book=book,
            size=len(book.content) if book and book.content else 0,
            ready=has_book(db, game),
        )


@pages.post("/games/<slug>/book")
def ask(slug: str) -> ResponseReturnValue:
    """Asks for the book; whoever is not signed in takes what others have asked for."""
    if g.player is None:
        return redirect(url_for("account.sign_in", next=url_for("gamebook.show", slug=slug)), 303)
    with access.store().write() as db:
        game = access.visible(db, slug)
        making.ask(db, access.config().limits, game, access.my_seat(db, game), access.me(db), access.now())
    return redirect(url_for("gamebook.show", slug=slug), 303)


@pages.post("/games/<slug>/book/press")
def open_press(slug: str) -> ResponseReturnValue:
    """Whether all may read the reader's press once the game is over."""
    with access.store().write() as db:
        game = access.visible(db, slug)
        seat = access.my_seat(db, game)
        if seat is None:
            abort(403, "Only who holds a seat of this game can open its press.")
        opens = "open" in request.form
        press.open_at_end(db, game, seat, opens, access.now())
    flash(access.say("press opens" if opens else "press stays closed"))
    return redirect(url_for("gamebook.show", slug=slug), 303)


@pages.get("/games/<slug>/book.pdf")
@bounded("paintings")
def pdf(slug: str) -> ResponseReturnValue:
    with access.store().read() as db:
        game = access.visible(db, slug)
        book = found(db, game)
        if book is None or book.content is None:
            abort(404, "This book is not made yet: its page says how far it is.")
        name = f'inline; filename="{game.slug}.pdf"'
        return Response(book.content, mimetype="application/pdf", headers={"Content-Disposition": name})


def has_book(db: Session, game: Game) -> bool:
    """Whether there is anything to tell yet."""
    phase = games.current(db, game)
    return phase is not None and phase.number > 1


def found(db: Session, game: Game) -> GameBook | None:
    """The reader's book up to where the game is now."""
    paper = printing.paper_of(g.player)
    return making.current(db, game, access.my_seat(db, game), paper) if has_book(db, game) else None
