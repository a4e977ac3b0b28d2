"""Signing in by a mailed link, what a player can set, and what is kept of him."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, flash, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from pbem import wording
from pbem.models import Player
from pbem.pace import zone_names
from pbem.play import Refused, browsers, moving, people, privacy, sign_in
from pbem.play.people import PAPERS, PRINTS, TONERS
from pbem.spending import spend
from pbem.web import access, promised, sessions
from pbem.web.bounds import bounded, network
from pbem.web.paths import local

PRINTED = {"paper": PAPERS, "print": PRINTS, "toner": TONERS}
"""How a player's PDFs are made, and what there is to choose."""
pages = Blueprint("account", __name__)


@pages.get("/sign-in", endpoint="sign_in")
def address() -> ResponseReturnValue:
    return render_template("web/sign-in.html", next=local(request.args.get("next", "")))


@pages.post("/sign-in")
def ask() -> ResponseReturnValue:
    """Mails a link to whatever address is given, if it may get one. What is answered hangs on how much was asked for,
    never on whether the address is known."""
    address, limits = request.form.get("address", ""), access.config().limits
    with access.store().write() as db:
        plain, familiar = people.elsewhere(address, access.config().mail_host), sessions.familiar()
        found = people.known(db, plain)
        own = familiar.browser if found and found.id in familiar.players else ""
        session.setdefault("browser", secrets.token_urlsafe(24))
        if own or spend(db, limits, "sign_ins_from_one", network(), access.now()):
            asked = sign_in.start(db, limits, plain, session["browser"], access.now(), own, network())
        else:
            asked = sign_in.too_many("from", "sign_ins_from_one", access.now())
        promised.keep(address.strip(), asked)
        page = render_template("web/asked.html", **promised.standing(db) or {})
    session["next"] = local(request.form.get("next", ""))
    return page, 429 if asked.why == "from" else 200


@pages.get("/sign-in/letter")
def letter() -> ResponseReturnValue:
    """What has become of the letter that this browser asked for."""
    with access.store().read() as db:
        found = promised.standing(db)
    return render_template("web/asked.html", **found) if found else redirect(url_for("account.sign_in"))


@pages.get("/sign-in/<token>")
def confirm(token: str) -> ResponseReturnValue:
    """A page with a button: programs that look at links in letters do not press it. It says who will be signed in: a
    link may come from somebody who wants others to play under his name."""
    with access.store().read() as db:
        row = sign_in.link(db, access.config().secret_key, token)
        return render_template("web/confirm.html", address=db.get_one(Player, row.player_id).address)


@pages.post("/sign-in/<token>")
def finish(token: str) -> ResponseReturnValue:
    """A link that does not work leads to where there is a new one."""
    following = local(session.get("next", ""))
    try:
        with access.store().write() as db:
            browser = session.get("browser", "")
            player = sign_in.finish(db, access.config().secret_key, token, browser, access.now())
            sessions.sign_in(db, player)
    except Refused as error:
        flash(wording.refusal(error), "error")
        return redirect(url_for("account.sign_in", next=following), 303)
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
