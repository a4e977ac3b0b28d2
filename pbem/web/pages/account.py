"""Signing in by a mailed link, what a player can set, and what is kept of them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, Response, flash, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from pbem import wording
from pbem.games import Refusal
from pbem.games.people import address_change, people, privacy, sign_in
from pbem.games.people.people import PAPERS, PRINTS, TONERS
from pbem.pace import zone_names
from pbem.storage.budgets import spend
from pbem.storage.models import Player
from pbem.web.http import access, command_door, sessions
from pbem.web.http.request_limits import limit_requests, requesting_network
from pbem.web.http.safe_paths import safe_local_path
from pbem.web.pages import letter_status

PRINTED = {"paper": PAPERS, "print": PRINTS, "toner": TONERS}
"""How a player's PDFs are made, and what there is to choose."""
pages = Blueprint("account", __name__)


@pages.get("/sign-in", endpoint="sign_in")
def show_sign_in() -> ResponseReturnValue:
    return render_template("web/sign-in.html", next=safe_local_path(request.args.get("next", "")))


@pages.post("/sign-in")
def mail_sign_in_link() -> ResponseReturnValue:
    """Mails a link to whatever address is given, if it may get one. What is answered hangs on how much was asked for,
    never on whether the address is known."""
    address, limits = request.form.get("address", ""), access.current_config().limits
    with access.current_store().write_session() as db:
        plain, familiar = (
            people.parse_outside_address(address, access.current_config().mail_host),
            sessions.read_familiar_cookie(),
        )
        found = people.find_player(db, plain)
        own = familiar.browser if found and found.id in familiar.players else ""
        session.setdefault("browser", secrets.token_urlsafe(24))
        if own or spend(db, limits, "sign_ins_from_one", requesting_network(), access.request_time()):
            asked = sign_in.request_sign_in(
                db, limits, plain, session["browser"], access.request_time(), own, requesting_network()
            )
        else:
            asked = sign_in.request_over_limit("from", "sign_ins_from_one", access.request_time())
        letter_status.remember_asked_letter(address.strip(), asked)
        page = render_template("web/asked.html", **letter_status.find_promised_letter(db) or {})
    session["next"] = safe_local_path(request.form.get("next", ""))
    return page, 429 if asked.why == "from" else 200


@pages.get("/sign-in/letter")
def show_sign_in_letter() -> ResponseReturnValue:
    """Return what has become of the letter that this browser asked for."""
    with access.current_store().read_session() as db:
        found = letter_status.find_promised_letter(db)
    return render_template("web/asked.html", **found) if found else redirect(url_for("account.sign_in"))


@pages.get("/sign-in/<token>")
def confirm_sign_in(token: str) -> ResponseReturnValue:
    """A page with a button: programs that look at links in letters do not press it. It says who will be signed in: a
    link may come from somebody who wants others to play under the sender's name."""
    with access.current_store().read_session() as db:
        row = sign_in.get_sign_in(db, access.current_config().secret_key, token)
        return render_template("web/confirm.html", address=db.get_one(Player, row.player_id).address)


@pages.post("/sign-in/<token>")
def finish_sign_in(token: str) -> ResponseReturnValue:
    """A link that does not work leads to where there is a new one."""
    following = safe_local_path(session.get("next", ""))
    try:
        with access.current_store().write_session() as db:
            browser = session.get("browser", "")
            player = sign_in.finish_sign_in(
                db, access.current_config().secret_key, token, browser, access.request_time()
            )
            sessions.sign_in(db, player)
    except Refusal as error:
        flash(wording.refusal_in_english(error), "error")
        return redirect(url_for("account.sign_in", next=following), 303)
    return redirect(following, 303)


@pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    sessions.sign_out()
    flash(access.say("page signed out"))
    return redirect(url_for("home.show_front_page"), 303)


@pages.get("/account")
def show_account() -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    return draw_account()


def draw_account(_: str = "", fault: str = "", typed: Mapping[str, str] = MappingProxyType({})) -> str:
    """`fault`: why something was not done; `typed`: what was written into the form that asks for it."""
    return render_template("web/account.html", zones=sorted(zone_names()), prints=PRINTED, fault=fault, typed=typed)


@pages.post("/account")
def change_settings() -> ResponseReturnValue:
    """All settings at once, each as the line of a letter would say it."""
    said = {name: request.form.get(name, "") for name in ("zone", *PRINTED)}
    said["flag"] = "on" if "attach_pdf" in request.form else "off"
    everywhere = "everywhere" in request.form
    asked: list[tuple[str, dict[str, str]]] = [("name", {"name": request.form.get("name", "")}), ("zone", said)]
    command_door.give_page_commands([*asked, *([("sign out", {})] if everywhere else [])])
    flash(access.say("page saved everywhere" if everywhere else "page saved"))
    return redirect(url_for("home.show_front_page" if everywhere else "account.show_account"), 303)


# --- what is kept of oneself -----------------------------------------------------------------------------------


@pages.get("/account/export")
@limit_requests("exports")
def download_own_data() -> ResponseReturnValue:
    """All that is kept of the player, as a file."""
    if g.player is None:
        return access.redirect_to_sign_in()
    with access.current_store().read_session() as db:
        text = privacy.export_player(db, access.signed_in_player(db))
    name = 'attachment; filename="pbem.json"'
    return Response(text, mimetype="application/json", headers={"Content-Disposition": name})


@pages.post("/account/forget")
def forget_account() -> ResponseReturnValue:
    """Forget who writes their own address: they mean it."""
    typed = request.form.get("address", "").strip()
    if typed.lower() != (g.player.address if g.player else ""):
        flash(access.say("forget again"), "error")
        return redirect(url_for("account.show_account"), 303)
    [told] = command_door.give_page_commands([("forget", {"address": typed})])
    sessions.sign_out()
    flash(told)
    return redirect(url_for("home.show_front_page"), 303)


@pages.get("/account/address/<code>")
def new_address(code: str) -> ResponseReturnValue:
    """A page with a button: programs that look at links in letters do not press it."""
    with access.current_store().write_session() as db:
        player, new = address_change.get_moving_players(
            db, access.current_config().secret_key, code, access.request_time()
        )
        return render_template("web/new-address.html", old=player.address, new=new.address)


@pages.post("/account/address/<code>")
def confirm_address(code: str) -> ResponseReturnValue:
    """Move who has the code, and so reads the new mailbox; that the old one agrees was proved when it was asked for."""
    with access.current_store().write_session() as db:
        moved = address_change.confirm_new_address(
            db, access.current_config().secret_key, code, access.request_time()
        ).address
    flash(access.say("address moved", address=moved))
    return redirect(url_for("home.show_front_page"), 303)
