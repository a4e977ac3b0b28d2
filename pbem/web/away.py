"""When a player is away, and his calendar: the page, and the feed behind its secret address."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import agenda, wording
from pbem.mail.acts import when
from pbem.mail.work import No
from pbem.play import Refused, absences, leave
from pbem.play.rules import rules_of
from pbem.web import access
from pbem.web.bounds import bounded

pages = Blueprint("away", __name__)


@pages.get("/away")
def show() -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    return page()


def page(fault: str = "", filled: str = "") -> ResponseReturnValue:
    now = access.now()
    with access.store().read() as db:
        player = access.me(db)
        drawn = render_template(
            "web/away.html",
            standing=[when.spoken(absences.days(one), wording.ENGLISH) for one in leave.standing(db, player, now)],
            left=[
                (game, absences.left(db, game, player.id, now), rules_of(game).absence_days)
                for game in leave.played(db, player)
            ],
            calendar=agenda.address(access.config(), player),
            fault=fault,
            filled=filled,
        )
    return drawn, 400 if fault else 200


@pages.post("/away")
def ask() -> ResponseReturnValue:
    """Days in words, a calendar file, or both."""
    days, file = request.form.get("days", "").strip(), request.files.get("file")
    try:
        with access.store().write() as db:
            player, now = access.me(db), access.now()
            told = []
            if days:
                span = leave.said(days, player, now)
                told.append(when.noted(leave.ask(db, player, span, now), wording.ENGLISH))
            if file and file.filename:
                name = " ".join(file.filename.split())[:60]
                told.append(when.taken(db, player, name, file.read(), now, wording.ENGLISH))
    except (Refused, No) as error:
        return page(wording.refusal(error) if isinstance(error, Refused) else str(error), days)
    for text in told:
        flash(text)
    return redirect(url_for("away.show"), 303)


@pages.post("/away/back")
def back() -> ResponseReturnValue:
    try:
        with access.store().write() as db:
            leave.back(db, access.me(db), access.now())
    except Refused as error:
        return page(wording.refusal(error))
    flash(access.say("page back"))
    return redirect(url_for("away.show"), 303)


@pages.post("/away/calendar")
def renew() -> ResponseReturnValue:
    with access.store().write() as db:
        agenda.renew(db, access.me(db))
    flash(access.say("page calendar new"))
    return redirect(url_for("away.show"), 303)


@pages.get("/calendar/<token>.ics")
@bounded("feeds")
def feed(token: str) -> ResponseReturnValue:
    with access.store().read() as db:
        player = agenda.owner(db, access.config().secret_key, token)
        if player is None:
            abort(404, "There is no such calendar. Its address may have been replaced.")
        file = agenda.file(db, access.config(), player, access.now())
    return Response(file, mimetype="text/calendar", headers={"Content-Disposition": "inline; filename=pbem.ics"})
