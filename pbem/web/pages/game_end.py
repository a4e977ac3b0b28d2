"""Pages about ends: what is said of a game afterwards, the diary of a seat, and ratings."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.documents import game_summary
from pbem.games.people import people
from pbem.games.results import ratings
from pbem.games.talk import diaries, statements
from pbem.settings.installed_engines import ENGINES
from pbem.web.http import access

pages = Blueprint("game_end", __name__)


@pages.post("/games/<slug>/statement")
def post_statement(slug: str) -> ResponseReturnValue:
    """Says something of a game that is over, or takes it back; "as" tells whether as its master or for one's seat."""
    with access.current_store().write_session() as db:
        game, me, now = access.get_visible_game(db, slug), access.signed_in_player(db), access.request_time()
        seat = None if request.form.get("as") == "master" else access.required_seat(db, slug)[1]
        if seat is not None and seat.player_id != me.id:
            abort(403, "Only who holds a seat speaks of the game for it.")
        if "withdraw" in request.form:
            statements.withdraw_statement(db, game, seat, me, now)
            said = access.say("statement gone", slug=slug)
        else:
            people.count_command(db, access.current_config().limits, me, now)
            statements.write_statement(db, game, seat, me, request.form.get("text", ""), now)
            said = access.say("page saved")
    flash(said)
    return redirect(url_for("game.show_game", slug=slug), 303)


@pages.post("/games/<slug>/seat/diary")
def post_diary(slug: str) -> ResponseReturnValue:
    """Notes something in the diary of one's seat, takes a note out, or settles whether all may read it at the end."""
    with access.current_store().write_session() as db:
        game, seat = access.required_seat(db, slug)
        if seat.player_id != access.signed_in_player(db).id:
            abort(403, "A diary is its writer's alone.")
        if "delete" in request.form:
            number = request.form.get("delete", type=int) or 0
            diaries.delete_note(db, seat, number)
            said = access.say("diary deleted", number=number)
        elif "open" in request.form:
            diaries.open_diary_at_end(db, game, seat, True)
            said = access.say("diary opens")
        elif "close" in request.form:
            diaries.open_diary_at_end(db, game, seat, False)
            said = access.say("diary stays closed")
        else:
            note = diaries.write_note(db, seat, request.form.get("text", ""), access.request_time())
            said = access.say("diary kept open" if note.opened else "diary kept", number=note.number)
    flash(said)
    return redirect(url_for("seat.show_desk", slug=slug, _anchor="diary"), 303)


@pages.get("/ratings")
@pages.get("/ratings/<engine>")
def show_ratings(engine: str = "") -> ResponseReturnValue:
    """How good players are thought to be, in all games or in those of one kind."""
    if engine and engine not in ENGINES:
        abort(404)
    with access.current_store().read_session() as db:
        rows = [
            (one, game_summary.shown_player_name(one.player) or access.say("nameless"), 2 * one.strength.sigma)
            for one in ratings.list_ranked_players(db, engine)
        ]
        scopes = [(code, ENGINES[code].title) for code in ratings.list_rating_scopes(db) if code in ENGINES]
    title = access.say("ratings of", title=ENGINES[engine].title) if engine else access.say("ratings")
    return render_template(
        "web/ratings.html", rows=rows, scopes=scopes, engine=engine, title=title, **ratings_page_texts()
    )


def ratings_page_texts() -> dict[str, str]:
    """What the figures mean, and what stands there before there are any."""
    return {"how": access.say("ratings how"), "nobody": access.say("ratings none")}
