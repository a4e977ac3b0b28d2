"""Signing in by a mailed link, and what a player can set."""

from __future__ import annotations

import secrets
from collections import Counter

from flask import Blueprint, abort, current_app, flash, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from pbem.pace import zone_names
from pbem.play import people
from pbem.play.people import PAPERS
from pbem.web import access

pages = Blueprint("account", __name__)
HOURLY = 20
"""Sign-in letters that one remote address may ask for in an hour."""


@pages.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    return render_template("web/sign-in.html", next=request.args.get("next", ""), asked="")


@pages.post("/sign-in")
def ask() -> ResponseReturnValue:
    """Mails a link to whatever address is given; the answer is the same for all."""
    if not seldom(request.remote_addr or ""):
        abort(429, "Too many sign-in letters were asked for from here. Try again in an hour.")
    session.setdefault("browser", secrets.token_urlsafe(24))
    session["next"] = request.form.get("next", "")
    address = request.form.get("address", "")
    with access.store().write() as db:
        people.start_sign_in(db, address, session["browser"], access.now())
    return render_template("web/sign-in.html", next="", asked=address.strip())


def seldom(remote: str) -> bool:
    """Whether this remote address may cause another letter now."""
    asked: Counter[str] = current_app.extensions.setdefault("pbem asked", Counter())
    hour = f"{access.now():%Y%m%d%H}"
    if hour not in asked:
        asked.clear()
    asked.update((hour, remote))
    return asked[remote] <= HOURLY


@pages.get("/sign-in/<token>")
def confirm(token: str) -> ResponseReturnValue:
    """A page with a button: programs that look at links in letters do not press it."""
    return render_template("web/confirm.html", token=token)


@pages.post("/sign-in/<token>")
def finish(token: str) -> ResponseReturnValue:
    with access.store().write() as db:
        player = people.finish_sign_in(db, token, session.get("browser", ""), access.now())
    following = session.pop("next", "")
    access.sign_in(player)
    safe = following.startswith("/") and not following.startswith(("//", "/\\"))
    return redirect(following if safe else url_for("home.index"), 303)


@pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    session.clear()
    flash("You are signed out.")
    return redirect(url_for("home.index"), 303)


@pages.get("/account")
def show() -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    return render_template("web/account.html", zones=sorted(zone_names()), papers=PAPERS)


@pages.post("/account")
def change() -> ResponseReturnValue:
    with access.store().write() as db:
        player = access.me(db)
        people.settings(
            db,
            player,
            name=request.form.get("name", player.name),
            zone=request.form.get("zone") or player.zone,
            paper=request.form.get("paper") or player.paper,
            attach_pdf="attach_pdf" in request.form,
        )
        if "everywhere" in request.form:
            player.epoch += 1
            db.add(player)
    flash("Saved." if "everywhere" not in request.form else "Saved; all browsers are signed out.")
    return redirect(url_for("account.show" if "everywhere" not in request.form else "home.index"), 303)
