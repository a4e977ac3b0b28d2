"""The page of ratings."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.documents import game_summary
from pbem.games.results import ratings
from pbem.settings.installed_engines import ENGINES
from pbem.web.http import access

pages = Blueprint("ratings", __name__)


@pages.get("/ratings")
@pages.get("/ratings/<engine>")
def show_ratings(engine: str = "") -> ResponseReturnValue:
    """Return how good players are thought to be, in all games or in those of one kind."""
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
    """Return what the figures mean, and what stands there before there are any."""
    return {"how": access.say("ratings how"), "nobody": access.say("ratings none")}
