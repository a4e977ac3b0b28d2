"""“What if …”: the desk once more, to lay out orders for any seat and see what would happen. Nothing is ordered here.

The page carries the lines that are laid out (see `pbem.web.trial`) and sends them along with every step: they stand in
no address and are not kept. Only on purpose a player takes over his own as his orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlmodel import Session

from engines.report import Block, Table, styles_of
from pbem import reports, wording
from pbem.models import Game, Seat
from pbem.play import Refused, foresight, orders
from pbem.play.rights import Right
from pbem.render.to_svg import swatch
from pbem.web import access, document, errors, standing, trial
from pbem.web.access import Outdated
from pbem.web.bounds import bounded, spend
from pbem.web.desk import PART
from pbem.web.place import Asked, beginning
from pbem.web.seat import my_desk, signed_in
from pbem.web.trial import Trial, Tried

pages = Blueprint("what_if", __name__, url_prefix="/games/<slug>/seat/what-if")
pages.before_request(signed_in)


@pages.get("")
def show(slug: str) -> ResponseReturnValue:
    """A trial at its beginning."""
    if g.player is None:
        return access.to_sign_in()
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        return drawn(game, seat, trial.tried(trial.begun(db, seat), seat.code))


@pages.post("")
@bounded("judgements")
def step(slug: str) -> ResponseReturnValue:
    """One step: of a sentence, of the lines, or what would come of them."""
    if "tell" in request.form:
        spend("what_ifs")
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        access.required_phase(db, game, lock=False)
        if "anew" in request.form:
            return drawn(game, seat, trial.tried(trial.begun(db, seat), seat.code))
        laid = trial.read(db, seat, request.form.get("lines", ""))
        return drawn(game, seat, stepped(db, seat, laid), boxed="write" in request.form)


def stepped(db: Session, seat: Seat, laid: Trial) -> Tried:
    """Where the player is after what he pressed."""
    pressed, whose = request.form, request.form.get("whose", seat.code)
    if "tell" in pressed:
        return trial.tried(laid, whose, outcome=foresight.what_if(db, seat, laid.text))
    if "write" in pressed:
        return replace(trial.tried(laid.written(db, pressed.get("text", "")), whose), closed=True)
    if "take" in pressed:
        return trial.tried(laid.without(pressed["take"]), whose)
    if "turn" in pressed:
        return trial.tried(laid, pressed["turn"])
    return said(laid, whose)


def said(laid: Trial, whose: str) -> Tried:
    """One step of a sentence; an order that is whole, and has no way on, is laid out at once."""
    pressed, asked = request.form, Asked.of(request.form)
    if "change" in pressed:
        whose, text = trial.parted(pressed["change"])
        here = trial.tried(laid, whose)
        return trial.tried(laid, whose, replace(asked, so=beginning(here, text), instead=text, at=""))
    if "number" in pressed:
        asked = replace(asked, so=f"{pressed.get('before', '')} {pressed['number']}".strip(), at="")
    elif "say" in pressed:
        asked = replace(asked, so=pressed["say"], instead=asked.instead if pressed["say"] else "", at="")
    here = trial.tried(laid, whose, asked)
    found = here.found
    whole = pressed.get("give", "") or (found.order.text if found.order and found.ends and not found.steps else "")
    return trial.tried(laid.ordered(here.seat.code, whole, asked.instead), here.seat.code) if whole else here


@pages.post("/orders")
def take_over(slug: str) -> ResponseReturnValue:
    """On purpose: the player's own lines become his orders, in the place of all that he had given."""
    with access.store().read() as db:  # which may take long: nobody waits for it
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        access.required_phase(db, game, lock=False)
        mine = trial.read(db, seat, request.form.get("lines", "")).said(seat.code)
    with access.store().write() as db:
        _, seat = my_desk(db, slug, Right.ORDERS)
        if mine:
            orders.submit(db, seat, "\n".join(mine), source=access.source(db, seat), now=access.now(), alone=True)
    flash(access.say("page tried" if mine else "page tried nothing"))
    return redirect(url_for("seat.show", slug=slug, _anchor="orders"), 303)


# --- what goes wrong ----------------------------------------------------------------------------------------------


@pages.errorhandler(Refused)
def refused(error: Refused) -> ResponseReturnValue:
    """The page again with the reason, and with all that was laid out and written."""
    slug = (request.view_args or {})["slug"]
    if request.method != "POST" or error.code == "no such game":
        return errors.refused(error)
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        laid = attempt(db, seat, request.form.get("lines", ""))
        fault, text = wording.refusal(error), request.form.get("text", "") if laid else everything()
        return drawn(game, seat, laid, fault=fault, text=text, boxed=True), 400


@pages.errorhandler(Outdated)
def outdated(error: Outdated) -> ResponseReturnValue:
    """The phase that is open now, with what changed; all that was laid out stands in the box."""
    with access.store().read() as db:
        game, seat = access.required_seat(db, error.slug, Right.REPORTS)
        fault = access.outdated(db, error)
        return drawn(game, seat, attempt(db, seat), fault=fault, text=everything(), boxed=True), 409


def everything() -> str:
    """What was laid out, and what was written."""
    return "\n".join(filter(None, (request.form.get("lines", "").strip(), request.form.get("text", "").strip())))


def attempt(db: Session, seat: Seat, text: str | None = None) -> Tried | None:
    """The place with these lines, or at its beginning; None if nothing can be tried now."""
    try:
        laid = trial.begun(db, seat) if text is None else trial.read(db, seat, text)
        return trial.tried(laid, request.form.get("whose", seat.code))
    except Refused:
        return None


# --- the page -----------------------------------------------------------------------------------------------------


def drawn(game: Game, seat: Seat, place: Tried | None, *, boxed: bool = False, **more: Any) -> str:
    """`boxed`: a script gets the box as well, for what stands in it has changed."""
    known: dict[str, Any] = {
        "part": PART in request.headers,
        "game": game,
        "seat": seat,
        "phase": place.phase if place else None,
        "until": place.phase.deadline if place else None,
        "place": place,
        "ask": place.hearing.ask if place and place.hearing else None,
        "home": url_for("what_if.show", slug=game.slug),
        "carried": {},
        "boxed": boxed,
        "text": "",
        "fault": "",
        "changed": "",
        "doubtful": (),
    }
    return render_template("web/what-if.html", **{**known, **(about(place) if place else {}), **more})


def about(place: Tried) -> dict[str, Any]:
    """What is laid out, and what would come of it."""
    laid = place.trial
    seat, text = laid.sight.seat, laid.text
    before = request.form.get("lines", "").splitlines()
    fresh = [line for line in text.splitlines() if line not in before]
    places = [place if code == place.seat.code else other for code, other in laid.places.items()]
    mine = laid.said(seat.code)
    return {
        "places": places,
        "carried": {"lines": text, "whose": place.seat.code},
        "count": len(text.splitlines()),
        "mine": mine,
        "given": mine == tuple(order.text for order in laid.really),
        "doubtful": laid.refused,
        "text": laid.rest if "write" in request.form else "\n".join(filter(None, (laid.rest, typed()))),
        "changed": standing.anchor(fresh[-1]) if fresh and "lines" in request.form else "",
        "swatches": {seat: Markup(swatch(look)) for seat, look in styles_of(place.blocks).items()},
        **(told(place.outcome.blocks) if place.outcome else {}),
    }


def told(blocks: Sequence[Block]) -> dict[str, Any]:
    """What would happen, in words: what comes of each order first or, where a game has no list of that, all of it."""
    orders_ = [block for block in blocks if isinstance(block, Table) and block.name == reports.ORDERS]
    others = [block for block in blocks if block not in orders_] if orders_ else []
    return {
        "lead": document.lead_of(blocks),
        "results": document.words_of(orders_ or blocks),
        "rest": document.words_of(others),
    }


def typed() -> str:
    """What stands in the box, until it is sent."""
    return request.form.get("text", "")
