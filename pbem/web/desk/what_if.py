"""“What if …”: the desk once more, to lay out orders for any seat and see what would happen. Nothing is ordered here.

The page carries the lines that are laid out (see `pbem.web.desk.trial`) and sends them along with every step: they
stand in no address and are not kept. Only on purpose a player takes over their own as their orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlmodel import Session

from engines.report import Block, Table, styles_in_blocks
from pbem import wording
from pbem.documents import reports
from pbem.games import Refusal
from pbem.games.orders import orders, projection
from pbem.games.rights import Right
from pbem.render.to_svg import render_swatch_svg
from pbem.storage.models import Game, Seat
from pbem.web.desk import standing_orders, trial
from pbem.web.desk.desk_page import PART
from pbem.web.desk.desk_view import DeskPosition, find_change_point
from pbem.web.desk.trial import OrderTrial, TrialPlace
from pbem.web.http import access, errors
from pbem.web.http.access import OutdatedForm
from pbem.web.http.request_limits import limit_requests, spend_request_limit
from pbem.web.pages import report_view
from pbem.web.pages.seat import keep_signed_out_post, my_desk

pages = Blueprint("what_if", __name__, url_prefix="/games/<slug>/seat/what-if")
pages.before_request(keep_signed_out_post)


@pages.get("")
def show_trial(slug: str) -> ResponseReturnValue:
    """A trial at its beginning."""
    if g.player is None:
        return access.redirect_to_sign_in()
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        return render_trial_page(game, seat, trial.find_trial_place(trial.begin_trial(db, seat), seat.code))


@pages.post("")
@limit_requests("judgements")
def take_trial_step(slug: str) -> ResponseReturnValue:
    """One step: of a sentence, of the lines, or what would come of them."""
    if "tell" in request.form:
        spend_request_limit("what_ifs")
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        access.required_phase(db, game, lock=False)
        if "anew" in request.form:
            return render_trial_page(game, seat, trial.find_trial_place(trial.begin_trial(db, seat), seat.code))
        laid = trial.read_trial(db, seat, request.form.get("lines", ""))
        return render_trial_page(game, seat, trial_after_press(db, seat, laid), boxed="write" in request.form)


def trial_after_press(db: Session, seat: Seat, laid: OrderTrial) -> TrialPlace:
    """Return where the player is after what they pressed."""
    pressed, whose = request.form, request.form.get("whose", seat.code)
    if "tell" in pressed:
        return trial.find_trial_place(laid, whose, outcome=projection.project_orders(db, seat, laid.all_lines))
    if "write" in pressed:
        return replace(trial.find_trial_place(laid.with_written_lines(db, pressed.get("text", "")), whose), closed=True)
    if "take" in pressed:
        return trial.find_trial_place(laid.without_line(pressed["take"]), whose)
    if "turn" in pressed:
        return trial.find_trial_place(laid, pressed["turn"])
    return trial_after_sentence(laid, whose)


def trial_after_sentence(laid: OrderTrial, whose: str) -> TrialPlace:
    """One step of a sentence; an order that is whole, and has no way on, is laid out at once."""
    pressed, asked = request.form, DeskPosition.from_form(request.form)
    if "change" in pressed:
        whose, text = trial.split_trial_line(pressed["change"])
        here = trial.find_trial_place(laid, whose)
        return trial.find_trial_place(
            laid, whose, replace(asked, so=find_change_point(here, text), instead=text, at="")
        )
    if "number" in pressed:
        asked = replace(asked, so=f"{pressed.get('before', '')} {pressed['number']}".strip(), at="")
    elif "say" in pressed:
        asked = replace(asked, so=pressed["say"], instead=asked.instead if pressed["say"] else "", at="")
    here = trial.find_trial_place(laid, whose, asked)
    found = here.next_steps
    whole = pressed.get("give", "") or (found.order.text if found.order and found.ends and not found.steps else "")
    return (
        trial.find_trial_place(laid.with_order(here.seat.code, whole, asked.instead), here.seat.code) if whole else here
    )


@pages.post("/orders")
def take_over(slug: str) -> ResponseReturnValue:
    """On purpose: the player's own lines become their orders, in the place of all that they had given."""
    with access.current_store().read_session() as db:  # which may take long: nobody waits for it
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        access.required_phase(db, game, lock=False)
        mine = trial.read_trial(db, seat, request.form.get("lines", "")).lines_of_seat(seat.code)
    with access.current_store().write_session() as db:
        _, seat = my_desk(db, slug)
        if mine:
            orders.add_orders(
                db, seat, "\n".join(mine), source=access.order_source(db, seat), now=access.request_time(), alone=True
            )
    flash(access.say("page tried" if mine else "page tried nothing"))
    return redirect(url_for("seat.show_desk", slug=slug, _anchor="orders"), 303)


# --- what goes wrong ----------------------------------------------------------------------------------------------


@pages.errorhandler(Refusal)
def handle_trial_refusal(error: Refusal) -> ResponseReturnValue:
    """The page again with the reason, and with all that was laid out and written."""
    slug = (request.view_args or {})["slug"]
    if request.method != "POST" or error.code == "no such game":
        return errors.handle_refusal(error)
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        laid = find_posted_trial(db, seat, request.form.get("lines", ""))
        fault, text = wording.refusal_in_english(error), request.form.get("text", "") if laid else posted_trial_text()
        return render_trial_page(game, seat, laid, fault=fault, text=text, boxed=True), 400


@pages.errorhandler(OutdatedForm)
def handle_outdated_trial(error: OutdatedForm) -> ResponseReturnValue:
    """The phase that is open now, with what changed; all that was laid out stands in the box."""
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, error.slug, Right.REPORTS)
        fault = access.describe_outdated_form(db, error)
        return render_trial_page(
            game, seat, find_posted_trial(db, seat), fault=fault, text=posted_trial_text(), boxed=True
        ), 409


def posted_trial_text() -> str:
    """Return what was laid out, and what was written."""
    return "\n".join(filter(None, (request.form.get("lines", "").strip(), request.form.get("text", "").strip())))


def find_posted_trial(db: Session, seat: Seat, text: str | None = None) -> TrialPlace | None:
    """The place with these lines, or at its beginning; None if nothing can be tried now."""
    try:
        laid = trial.begin_trial(db, seat) if text is None else trial.read_trial(db, seat, text)
        return trial.find_trial_place(laid, request.form.get("whose", seat.code))
    except Refusal:
        return None


# --- the page -----------------------------------------------------------------------------------------------------


def render_trial_page(game: Game, seat: Seat, place: TrialPlace | None, *, boxed: bool = False, **more: Any) -> str:
    """`boxed`: a script gets the box as well, for what stands in it has changed."""
    known: dict[str, Any] = {
        "part": PART in request.headers,
        "game": game,
        "seat": seat,
        "phase": place.phase if place else None,
        "status": access.reader_tongue().describe_status(game.status),
        "until": place.phase.deadline if place else None,
        "place": place,
        "grammar": place.order_context.grammar if place and place.order_context else None,
        "home": url_for("what_if.show_trial", slug=game.slug),
        "carried": {},
        "boxed": boxed,
        "text": "",
        "fault": "",
        "changed": "",
        "doubtful": (),
    }
    return render_template("web/what-if.html", **{**known, **(trial_page_values(place) if place else {}), **more})


def trial_page_values(place: TrialPlace) -> dict[str, Any]:
    """Return what is laid out, and what would come of it."""
    laid = place.trial
    seat, text = laid.sight.seat, laid.all_lines
    before = request.form.get("lines", "").splitlines()
    fresh = [line for line in text.splitlines() if line not in before]
    places = [place if code == place.seat.code else other for code, other in laid.trial_places.items()]
    mine = laid.lines_of_seat(seat.code)
    return {
        "places": places,
        "carried": {"lines": text, "whose": place.seat.code},
        "count": len(text.splitlines()),
        "mine": mine,
        "given": mine == tuple(order.text for order in laid.really),
        "doubtful": laid.refused,
        "text": laid.rest if "write" in request.form else "\n".join(filter(None, (laid.rest, posted_box_text()))),
        "changed": standing_orders.order_anchor(fresh[-1]) if fresh and "lines" in request.form else "",
        "swatches": {
            seat: Markup(render_swatch_svg(look)) for seat, look in styles_in_blocks(place.desk_blocks).items()
        },
        **(outcome_page_values(place.outcome.blocks) if place.outcome else {}),
    }


def outcome_page_values(blocks: Sequence[Block]) -> dict[str, Any]:
    """Return what would happen, in words: what comes of each order first or, where a game has no list of that, all of
    it."""
    orders_ = [block for block in blocks if isinstance(block, Table) and block.name == reports.ORDERS]
    others = [block for block in blocks if block not in orders_] if orders_ else []
    return {
        "lead": report_view.lead_of(blocks),
        "results": report_view.render_without_maps(orders_ or blocks),
        "rest": report_view.render_without_maps(others),
    }


def posted_box_text() -> str:
    """Return what stands in the box, until it is sent."""
    return request.form.get("text", "")
