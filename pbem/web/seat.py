"""A player's own desk: orders by form or as text, ready or wait, press, votes, and leaving."""

from __future__ import annotations

import re
import secrets
from typing import Any

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.report import Text
from pbem import reports, wording
from pbem.play import Refused, foresight, games, orders, press, seats, votes
from pbem.play.orders import Receipt
from pbem.web import access, errors
from pbem.web.document import document
from pbem.web.form import form, posted_text

DONE = re.compile(r"\s*(done|ready)\s*[.!]?\s*", re.IGNORECASE)
"""Lines that say what the button “Ready” says."""
pages = Blueprint("seat", __name__, url_prefix="/games/<slug>/seat")


@pages.get("")
def show(slug: str) -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    with access.store().read() as db:
        return page(db, slug)


@pages.errorhandler(Refused)
def refused(error: Refused) -> ResponseReturnValue:
    """The desk again with the reason, and with all that was typed."""
    slug = (request.view_args or {})["slug"]
    if request.method != "POST" or error.code == "no such game":
        return errors.refused(error)
    box = {"seat.send": "press_text", "seat.what_if": "what_if_text"}.get(request.endpoint or "", "text")
    typed: dict[str, Any] = {box: request.form.get("text", ""), "press_to": request.form.getlist("to")}
    with access.store().read() as db:
        return page(db, slug, fault=wording.refusal(error), **typed), 400


def page(db: Session, slug: str, receipt: Receipt | None = None, text: str = "", **more: Any) -> str:
    """The desk; after orders came, with the verdict on each line, and with the words that were not understood kept."""
    game, seat = access.required_seat(db, slug)
    phase, ask = games.current(db, game), orders.ask(db, seat)
    standing = orders.receipt(db, seat) if ask else None
    blocks = reports.happened(db, game, phase, seat) if phase else ()
    return render_template(
        "web/seat.html",
        game=game,
        seat=seat,
        phase=phase,
        ask=ask,
        form=form(ask, standing.standing) if ask and standing else None,
        standing=standing,
        receipt=receipt,
        text=text,
        report=document(blocks),
        seats=[s for s in games.seats(db, game) if s.id != seat.id],
        press=press.visible(db, game, seat),
        labels={s.code: s.label for s in games.seats(db, game)} | {press.MASTER: "game master", "*": "all"},
        rules=games.rules(game),
        proposals=votes.standing(db, game) if game.status in ("running", "paused") else [],
        mine=votes.cast_by(db, seat),
        foreseeable=foresight.foreseeable(db, seat),
        key=secrets.token_hex(8),
        **{"fault": "", "what_if": "", "what_if_text": "", "press_text": "", "press_to": (), **more},
    )


# --- orders -----------------------------------------------------------------------------------------------------


@pages.post("/orders")
def text_orders(slug: str) -> ResponseReturnValue:
    """Orders from the text box, as a mail would bring them."""
    lines = request.form.get("text", "").splitlines()
    said = [line for line in lines if not DONE.fullmatch(line)]
    with access.store().write() as db:
        _, seat = access.required_seat(db, slug)
        receipt = orders.submit(db, seat, "\n".join(said), source="web", now=access.now())
        if len(said) < len(lines):
            orders.ready(db, seat, True, access.now())
    return answered(slug, receipt)


@pages.post("/form")
def form_orders(slug: str) -> ResponseReturnValue:
    """Orders from the form, which shows all of them: they take the place of those that stood."""
    with access.store().write() as db:
        _, seat = access.required_seat(db, slug)
        ask = orders.ask(db, seat)
        if ask is None:
            raise Refused("no orders", seat=seat.label, phase="")
        before = orders.receipt(db, seat)
        kept = form(ask, before.standing).others
        said = "\n".join((*kept, posted_text(ask, request.form)))
        orders.clear(db, seat, access.now())
        receipt = orders.submit(db, seat, said, source="web", now=access.now())
        if before.ready:
            orders.ready(db, seat, True, access.now())
    return answered(slug, receipt)


def answered(slug: str, receipt: Receipt) -> ResponseReturnValue:
    """The desk with the verdicts; lines that were not understood stay in the box."""
    wrong = "\n".join(v.raw for v in receipt.verdicts if not v.text)
    with access.store().read() as db:
        return page(db, slug, receipt, wrong)


@pages.post("/judge")
def judge(slug: str) -> ResponseReturnValue:
    """The verdict on each line, for a page that asks while its reader types. Nothing is stored."""
    with access.store().read() as db:
        _, seat = access.required_seat(db, slug)
        try:
            receipt = orders.judge(db, seat, request.form.get("text", ""))
        except Refused as error:
            return {"error": wording.refusal(error)}
    return {
        "lines": [
            {"raw": v.raw, "text": v.text, "remarks": [{"level": r.level, "text": r.text} for r in v.remarks]}
            for v in receipt.verdicts
        ],
        "remarks": [r.text for r in receipt.remarks],
    }


@pages.post("/clear")
def clear(slug: str) -> ResponseReturnValue:
    with access.store().write() as db:
        orders.clear(db, access.required_seat(db, slug)[1], access.now())
    flash("All your orders are taken back.")
    return back(slug)


@pages.post("/ready")
def ready(slug: str) -> ResponseReturnValue:
    flag = request.form.get("ready") == "yes"
    with access.store().write() as db:
        orders.ready(db, access.required_seat(db, slug)[1], flag, access.now())
    flash("You are ready: no more time is needed for you." if flag else "Noted: not before the deadline.")
    return back(slug)


@pages.post("/what-if")
def what_if(slug: str) -> ResponseReturnValue:
    """What would happen if all ordered so: lines such as “FRANCE: A PAR - BUR”."""
    said = request.form.get("text", "")
    with access.store().read() as db:
        _, seat = access.required_seat(db, slug)
        found = foresight.what_if(db, seat, said)
        lines = [Text(supposed(line)) for line in found.lines]
        return page(db, slug, what_if=document((*lines, *found.blocks), ids=False), what_if_text=said)


def supposed(line: foresight.Supposed) -> str:
    """The verdict on one line."""
    faults = [wording.refusal(line.refused)] if line.refused else [r.text for r in line.remarks if r.level == "error"]
    return f"{line.raw}: {' '.join(faults)}" if faults else f"{line.seat}: {line.text}"


# --- words with others ------------------------------------------------------------------------------------------


@pages.post("/press")
def send(slug: str) -> ResponseReturnValue:
    to = request.form.getlist("to")
    with access.store().write() as db:
        game, seat = access.required_seat(db, slug)
        key = f"web:{seat.id}:{request.form.get('key') or secrets.token_hex(8)}"
        press.send(db, game, seat, "*" if "*" in to else to, request.form.get("text", ""), access.now(), key)
    flash("Sent.")
    return back(slug)


@pages.post("/vote")
def vote(slug: str) -> ResponseReturnValue:
    proposal = request.form.get("proposal", "")
    with access.store().write() as db:
        _, seat = access.required_seat(db, slug)
        if "withdraw" in request.form:
            votes.withdraw(db, seat, proposal, access.now())
            said = "Your vote is taken back."
        else:
            carried = votes.cast(db, seat, proposal, access.now())
            said = (
                "That carries it."
                if carried
                else "Your vote is cast. All are told what is proposed, nobody who votes for it."
            )
    flash(said)
    return back(slug)


@pages.post("/resign")
def resign(slug: str) -> ResponseReturnValue:
    with access.store().write() as db:
        _, seat = access.required_seat(db, slug)
        sure = request.form.get("sure") == "yes"
        if sure:
            seats.resign(db, seat, access.now())
    if not sure:
        flash("Tick the box to show that you mean it.", "error")
        return back(slug)
    flash("You have left the game.")
    return redirect(url_for("game.show", slug=slug), 303)


def back(slug: str) -> ResponseReturnValue:
    return redirect(url_for("seat.show", slug=slug), 303)
