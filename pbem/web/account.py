"""Signing in by a mailed link, what a player can set, and what is kept of him."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, flash, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from pbem.limits import spend
from pbem.models import Player
from pbem.pace import zone_names
from pbem.play import browsers, moving, people, privacy, sign_in
from pbem.play.people import PAPERS, PRINTS, TONERS
from pbem.web import access, sessions
from pbem.web.bounds import bounded, network
from pbem.web.paths import local

PRINTED = {"paper": PAPERS, "print": PRINTS, "toner": TONERS}
"""How a player's PDFs are made, and what there is to choose."""
pages = Blueprint("account", __name__)


@pages.get("/sign-in", endpoint="sign_in")
def address() -> ResponseReturnValue:
    return render_template("web/sign-in.html", next=local(request.args.get("next", "")), asked="")


@pages.post("/sign-in")
def ask() -> ResponseReturnValue:
    """Mails a link to whatever address is given, if it may get one; the answer is the same for all."""
    address, familiar = request.form.get("address", ""), sessions.familiar()
    with access.store().write() as db:
        found = people.known(db, address)
        own = familiar.browser if found and found.id in familiar.players else ""
        allowed = bool(own) or spend(db, access.config().limits, "sign_ins_from_one", network(), access.now())
        if allowed:
            session.setdefault("browser", secrets.token_urlsafe(24))
            given = (access.config().limits, address, session["browser"], access.now(), own, network())
            sign_in.start(db, *given)
    session["next"] = local(request.form.get("next", ""))
    page = render_template("web/sign-in.html", next="", asked=address.strip(), allowed=allowed)
    return page, 200 if allowed else 429


@pages.get("/sign-in/<token>")
def confirm(token: str) -> ResponseReturnValue:
    """A page with a button: programs that look at links in letters do not press it. It says who will be signed in: a
    link may come from somebody who wants others to play under his name."""
    with access.store().read() as db:
        row = sign_in.link(db, access.config().secret_key, token)
        return render_template("web/confirm.html", address=db.get_one(Player, row.player_id).address)


@pages.post("/sign-in/<token>")
def finish(token: str) -> ResponseReturnValue:
    following = local(session.get("next", ""))
    with access.store().write() as db:
        browser = session.get("browser", "")
        player = sign_in.finish(db, access.config().secret_key, token, browser, access.now())
        sessions.sign_in(db, player)
    return redirect(following, 303)


@pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    sessions.sign_out()
    flash(access.say("page signed out"))
    return redirect(url_for("home.index"), 303)


@pages.get("/account")
def show() -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    return render_template("web/account.html", zones=sorted(zone_names()), prints=PRINTED)


@pages.post("/account")
def change() -> ResponseReturnValue:
    with access.store().write() as db:
        player = access.me(db)
        people.settings(
            db,
            player,
            name=request.form.get("name", player.name),
            zone=request.form.get("zone") or player.zone,
            **{name: request.form.get(name) or getattr(player, name) for name in PRINTED},
            attach_pdf="attach_pdf" in request.form,
        )
        if "everywhere" in request.form:
            browsers.signed_out_everywhere(db, player)
    flash(access.say("page saved everywhere" if "everywhere" in request.form else "page saved"))
    return redirect(url_for("account.show" if "everywhere" not in request.form else "home.index"), 303)


# --- what is kept of oneself -----------------------------------------------------------------------------------


@pages.get("/account/export")
@bounded("exports")
def export() -> ResponseReturnValue:
    """All that is kept of the player, as a file."""
    if g.player is None:
        return access.to_sign_in()
    with access.store().read() as db:
        text = privacy.export(db, access.me(db))
    name = 'attachment; filename="pbem.json"'
    return Response(text, mimetype="application/json", headers={"Content-Disposition": name})


@pages.post("/account/forget")
def forget() -> ResponseReturnValue:
    """Who writes his own address means it."""
    with access.store().write() as db:
        player = access.me(db)
        if request.form.get("address", "").strip().lower() != player.address:
            flash(access.say("forget again"), "error")
            return redirect(url_for("account.show"), 303)
        privacy.forget(db, player, access.now())
    sessions.sign_out()
    flash(access.say("forgotten"))
    return redirect(url_for("home.index"), 303)


@pages.post("/account/address")
def readdress() -> ResponseReturnValue:
    """Asks the new address whether it is his."""
    with access.store().write() as db:
        player, address = access.me(db), request.form.get("address", "")
        people.commanded(db, access.config().limits, player, access.now())
        plain = people.elsewhere(address, access.config().mail_host)
        moving.ask(db, access.config().limits, player, plain, access.now())
    flash(access.say("address asked", address=address.strip().lower()))
    return redirect(url_for("account.show"), 303)


@pages.get("/account/address/<code>")
def new_address(code: str) -> ResponseReturnValue:
    """A page with a button: programs that look at links in letters do not press it."""
    with access.store().write() as db:
        player, new = moving.meant(db, access.config().secret_key, code, access.now())
        return render_template("web/new-address.html", old=player.address, new=new.address)


@pages.post("/account/address/<code>")
def confirm_address(code: str) -> ResponseReturnValue:
    """Whoever has the code reads the new mailbox; that the old one agrees was proved when it was asked for."""
    with access.store().write() as db:
        moved = moving.confirm(db, access.config().secret_key, code, access.now()).address
    flash(access.say("address moved", address=moved))
    return redirect(url_for("home.index"), 303)
