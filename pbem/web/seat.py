"""A player's own desk: orders by form or as text, ready or wait, press, votes, and leaving."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.report import Text
from pbem import reports, wording
from pbem.models import Game, Seat
from pbem.play import Refused, foresight, games, orders, people, press, seats, votes
from pbem.play.orders import Receipt
from pbem.web import access, errors, lines
from pbem.web.access import Outdated
from pbem.web.bounds import bounded
from pbem.web.document import document
from pbem.web.form import form, posted_text, refilled

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
    with access.store().read() as db:
        return page(db, slug, fault=wording.refusal(error), **typed(db, slug)), 400


@pages.errorhandler(Outdated)
def outdated(error: Outdated) -> ResponseReturnValue:
    """The desk as it is now, with what changed, and with all that was typed."""
    with access.store().read() as db:
        slug, fault = error.slug, access.outdated(db, error)
        return page(db, slug, fault=fault, **typed(db, slug)), 409


def typed(db: Session, slug: str) -> dict[str, Any]:
    """What was written into whatever form was sent. A form drawn for orders is kept as the lines it says."""
    text = request.form.get("text", "")
    match request.endpoint:
        case "seat.send":
            return {"press_text": text, "press_to": request.form.getlist("to")}
        case "seat.what_if":
            return {"what_if_text": text}
        case "seat.vote":
            return {"proposal": request.form.get("proposal", "")}
        case "seat.form_orders":
            return {"text": said_then(db, slug)}
    return {"text": text}


def said_then(db: Session, slug: str) -> str:
    """What a form says in the words of the phase it was drawn for."""
    game, seat = access.required_seat(db, slug)
    number = access.drawn_for()
    old = next((p for p in games.timeline(db, game) if p.number == number), None)
    ask = games.engine(game).ask(games.view(old, seat.code), seat.code) if old else None
    return posted_text(ask, request.form) if ask else ""


def page(db: Session, slug: str, receipt: Receipt | None = None, text: str = "", **more: Any) -> str:
    """The desk; after orders came, with the verdict on each line, and with the words that were not understood kept."""
    game, seat = access.required_seat(db, slug)
    phase, ask = games.current(db, game), orders.ask(db, seat)
    standing = orders.receipt(db, seat) if ask else None
    blocks = reports.happened(db, game, phase, seat) if phase else ()
    known: dict[str, Any] = {
        "game": game,
        "seat": seat,
        "phase": phase,
        "ask": ask,
        "form": form(ask, standing.standing) if ask and standing else None,
        "standing": standing,
        "receipt": receipt,
        "refused": lines.refused(receipt) if receipt else frozenset(),
        "text": text,
        "report": document(blocks),
        "seats": [s for s in games.seats(db, game) if s.id != seat.id],
        "press": press.visible(db, game, seat, last=30),
        "labels": {s.code: s.label for s in games.seats(db, game)} | {press.MASTER: "game master", "*": "all"},
        "rules": games.rules(game),
        "kinds_with_press": press.kinds_with_press(game),
        "hushed": press.hushed(db, game),
        "proposals": votes.standing(db, game) if game.status in ("running", "paused") else [],
        "mine": votes.cast_by(db, seat),
        "foreseeable": foresight.foreseeable(db, seat),
        "key": secrets.token_hex(8),
    }
    return render_template("web/seat.html", **{**BLANK, **known, **more})


BLANK = {"fault": "", "what_if": "", "what_if_text": "", "press_text": "", "press_to": (), "proposal": ""}
"""What stands in the boxes of a desk that nobody has written in."""


def my_desk(db: Session, slug: str) -> tuple[Game, Seat]:
    """The game and the asker's seat, for a form that was drawn for the phase that is open. Raises Forbidden, Refused,
    Outdated."""
    game, _ = access.required_seat(db, slug)
    access.required_phase(db, game)
    return access.required_seat(db, slug)  # which may have been handed on before the game was locked


def commanding(db: Session, slug: str) -> tuple[Game, Seat]:
    """The same for what others hear of. Raises Refused "too many commands"."""
    found = my_desk(db, slug)
    people.commanded(db, access.config().limits, access.me(db), access.now())
    return found


# --- orders -----------------------------------------------------------------------------------------------------


@pages.post("/orders")
def text_orders(slug: str) -> ResponseReturnValue:
    """Orders from the text box, as a mail would bring them."""
    with access.store().write() as db:
        _, seat = my_desk(db, slug)
        receipt = lines.given(db, seat, request.form.get("text", ""), access.now())
    return answered(slug, receipt)


@pages.post("/form")
def form_orders(slug: str) -> ResponseReturnValue:
    """Orders from the form, which shows all of them: they take the place of those that stood, all or none."""
    with access.store().write() as db:
        _, seat = my_desk(db, slug)
        ask = orders.ask(db, seat)
        if ask is None:
            raise Refused("no orders", seat=seat.label, phase="")
        before = orders.receipt(db, seat)
        drawn = form(ask, before.standing)
        said = "\n".join((*drawn.others, posted_text(ask, request.form)))
        with db.begin_nested() as attempt:
            orders.clear(db, seat, access.now())
            receipt = orders.submit(db, seat, said, source="web", now=access.now())
            if before.ready:
                orders.ready(db, seat, True, access.now())
            if lines.refused(receipt):
                attempt.rollback()
    if lines.refused(receipt):
        with access.store().read() as db:
            return page(db, slug, receipt, form=refilled(drawn, request.form), form_kept=True, fault=UNCHANGED), 400
    return answered(slug, receipt)


UNCHANGED = "Nothing was changed, for not all of the form was understood. It stands below as you filled it in."


def answered(slug: str, receipt: Receipt) -> ResponseReturnValue:
    """The desk with the verdicts; lines that were not understood stay in the box."""
    wrong = "\n".join(v.raw for v in receipt.verdicts if not v.text)
    with access.store().read() as db:
        return page(db, slug, receipt, wrong)


@pages.post("/judge")
@bounded("judgements")
def judge(slug: str) -> ResponseReturnValue:
    """The verdict on each line, for a page that asks while its reader types. Nothing is stored."""
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug)
        try:
            access.required_phase(db, game, lock=False)
            receipt = lines.judged(db, seat, request.form.get("text", ""))
        except Outdated as error:
            return {"error": access.outdated(db, error)}, 409
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
        orders.clear(db, my_desk(db, slug)[1], access.now())
    flash("All your orders are taken back.")
    return back(slug)


@pages.post("/ready")
def ready(slug: str) -> ResponseReturnValue:
    flag = request.form.get("ready") == "yes"
    with access.store().write() as db:
        orders.ready(db, my_desk(db, slug)[1], flag, access.now())
    flash("You are ready: no more time is needed for you." if flag else "Noted: not before the deadline.")
    return back(slug)


@pages.post("/what-if")
@bounded("what_ifs")
def what_if(slug: str) -> ResponseReturnValue:
    """What would happen if all ordered so: lines such as “FRANCE: A PAR - BUR”; those without a seat are the
    reader's own."""
    said = request.form.get("text", "")
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug)
        access.required_phase(db, game, lock=False)
        found = foresight.what_if(db, seat, said)
        labels = {s.code: s.label for s in games.seats(db, game)}
        told = document([Text(supposed(line, labels)) for line in found.lines]).rest
        answer = document(found.blocks, ids=False)
        return page(db, slug, what_if=answer, what_if_told=told, what_if_text=said)


def supposed(line: foresight.Supposed, labels: Mapping[str, str]) -> str:
    """The verdict on one line of a “what if”."""
    if line.refused:
        return f"✗ {line.raw}: {wording.refusal(line.refused)}"
    faults = " ".join(r.text for r in line.remarks if r.level == "error")
    mark = "✗" if faults or not line.text else "✓"
    return f"{labels[line.seat]}: {mark} {line.text or line.order}{': ' if faults else ''}{faults}"


# --- words with others ------------------------------------------------------------------------------------------


@pages.post("/press")
def send(slug: str) -> ResponseReturnValue:
    to = request.form.getlist("to")
    with access.store().write() as db:
        game, seat = my_desk(db, slug)
        key = f"web:{seat.id}:{request.form.get('key') or secrets.token_hex(8)}"
        text, limits = request.form.get("text", ""), access.config().limits
        press.send(db, game, seat, "*" if "*" in to else to, text, access.now(), key, limits)
    flash("Sent.")
    return back(slug)


CAST = "Your vote is cast. All see what is proposed; who is for it is told to nobody."


@pages.post("/vote")
def vote(slug: str) -> ResponseReturnValue:
    proposal = request.form.get("proposal", "")
    with access.store().write() as db:
        _, seat = commanding(db, slug)
        if "withdraw" in request.form:
            votes.withdraw(db, seat, proposal, access.now())
            said = "Your vote is taken back."
        else:
            carried = votes.cast(db, seat, proposal, access.now())
            said = "That carries it." if carried else CAST
    flash(said)
    return back(slug)


@pages.post("/address")
def address(slug: str) -> ResponseReturnValue:
    """A new secret address for the seat."""
    with access.store().write() as db:
        seats.readdress(db, commanding(db, slug)[1], access.now())
    flash("Your seat has a new secret address; it comes by letter. The old one is void.")
    return back(slug)


@pages.post("/resign")
def resign(slug: str) -> ResponseReturnValue:
    with access.store().write() as db:
        _, seat = commanding(db, slug)
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
