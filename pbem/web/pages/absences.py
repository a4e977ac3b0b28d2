"""When a player is away, and their calendar: the page, and the feed behind its secret address."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import wording
from pbem.commands.context import CommandRefused
from pbem.commands.handlers import when
from pbem.commands.handlers.when import CALENDAR_FILE as FILE
from pbem.documents import player_calendar
from pbem.games import Refusal
from pbem.games.rules import rules_of
from pbem.games.seating import absences, leave
from pbem.web.http import access, command_door, errors
from pbem.web.http.request_limits import limit_requests

pages = Blueprint("absences", __name__)


@pages.get("/away")
def show_absences() -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    return draw_absences()


def draw_absences(fault: str = "", days: str = "") -> str:
    now = access.request_time()
    with access.current_store().read_session() as db:
        player = access.signed_in_player(db)
        return render_template(
            "web/away.html",
            standing=[
                when.describe_absent_days(absences.absence_span(one), wording.ENGLISH)
                for one in leave.list_current_absences(db, player, now)
            ],
            left=[
                (game, absences.count_days_left(db, game, player.id, now), rules_of(game).absence_days)
                for game in leave.list_unfinished_games(db, player)
            ],
            calendar=player_calendar.calendar_url(access.current_config(), player),
            fault=fault,
            filled=days,
        )


def draw_absences_again(_: str, fault: str, typed: Mapping[str, str]) -> str:
    """The page, with why something was not done, and with what was written."""
    return draw_absences(fault, typed.get("days", ""))


@pages.post("/away")
def ask_for_absence() -> ResponseReturnValue:
    """Days in words, a calendar file, or both, each as a letter would bring it."""
    days, file = request.form.get("days", "").strip(), request.files.get("file")
    asked = [("away", {"days": days})] if days else []
    if file and file.filename:
        name = " ".join(file.filename.split())[:60]
        asked.append((FILE, {"name": name, "text": file.read().decode("utf-8", "replace")}))
    try:
        told = command_door.give_page_commands(asked)
    except (Refusal, CommandRefused) as error:
        return draw_absences(errors.refusal_words(error), days), 400
    for text in told:
        flash(text)
    return redirect(url_for("absences.show_absences"), 303)


@pages.get("/calendar/<token>.ics")
@limit_requests("feeds")
def serve_calendar_feed(token: str) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        player = player_calendar.find_calendar_owner(db, access.current_config().secret_key, token)
        if player is None:
            abort(404, access.say("page calendar unknown"))
        file = player_calendar.build_player_calendar(db, access.current_config(), player, access.request_time())
    return Response(file, mimetype="text/calendar", headers={"Content-Disposition": "inline; filename=pbem.ics"})
