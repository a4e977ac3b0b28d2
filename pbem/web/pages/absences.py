"""When a player is away, and their calendar: the page, and the feed behind its secret address."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import wording
from pbem.commands.context import CommandRefused
from pbem.commands.handlers import when
from pbem.documents import player_calendar
from pbem.games import Refusal
from pbem.games.rules import rules_of
from pbem.games.seating import absences, leave
from pbem.web.http import access
from pbem.web.http.request_limits import limit_requests

pages = Blueprint("absences", __name__)


@pages.get("/away")
def show_absences() -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    return render_away_page()


def render_away_page(fault: str = "", filled: str = "") -> ResponseReturnValue:
    now = access.request_time()
    with access.current_store().read_session() as db:
        player = access.signed_in_player(db)
        drawn = render_template(
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
            filled=filled,
        )
    return drawn, 400 if fault else 200


@pages.post("/away")
def ask_for_absence() -> ResponseReturnValue:
    """Days in words, a calendar file, or both."""
    days, file = request.form.get("days", "").strip(), request.files.get("file")
    try:
        with access.current_store().write_session() as db:
            player, now = access.signed_in_player(db), access.request_time()
            told = []
            if days:
                span = leave.parse_absence(days, player, now)
                told.append(when.describe_noted_absence(leave.note_absence(db, player, span, now), wording.ENGLISH))
            if file and file.filename:
                name = " ".join(file.filename.split())[:60]
                told.append(when.note_calendar_absences(db, player, name, file.read(), now, wording.ENGLISH))
    except (Refusal, CommandRefused) as error:
        return render_away_page(wording.refusal_in_english(error) if isinstance(error, Refusal) else str(error), days)
    for text in told:
        flash(text)
    return redirect(url_for("absences.show_absences"), 303)


@pages.post("/away/back")
def end_absence() -> ResponseReturnValue:
    try:
        with access.current_store().write_session() as db:
            leave.return_from_absence(db, access.signed_in_player(db), access.request_time())
    except Refusal as error:
        return render_away_page(wording.refusal_in_english(error))
    flash(access.say("page back"))
    return redirect(url_for("absences.show_absences"), 303)


@pages.post("/away/calendar")
def renew_calendar_address() -> ResponseReturnValue:
    with access.current_store().write_session() as db:
        player_calendar.renew_calendar(db, access.signed_in_player(db))
    flash(access.say("page calendar new"))
    return redirect(url_for("absences.show_absences"), 303)


@pages.get("/calendar/<token>.ics")
@limit_requests("feeds")
def serve_calendar_feed(token: str) -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        player = player_calendar.find_calendar_owner(db, access.current_config().secret_key, token)
        if player is None:
            abort(404, "There is no such calendar. Its address may have been replaced.")
        file = player_calendar.build_player_calendar(db, access.current_config(), player, access.request_time())
    return Response(file, mimetype="text/calendar", headers={"Content-Disposition": "inline; filename=pbem.ics"})
