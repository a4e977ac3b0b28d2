"""A player's own desk: the board, orders step by step or as text, ready or wait, press, votes, and leaving.

Each step of a sentence is a button that posts how far it goes, and the answer is the desk with the ways on: an order
that is begun belongs into no address, which is kept in logs and histories. Whatever changes something is answered by
the way back to the desk, so that nothing happens twice when a page is loaded again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from flask import Blueprint, Response, abort, flash, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.language import CompiledGrammar, complete_order
from engines.language.grammar import OrderGrammar
from engines.report import Map
from pbem import wording
from pbem.commands.context import CommandRefused
from pbem.games import Refusal, games
from pbem.games.orders import orders
from pbem.games.rights import Right
from pbem.render import order_map
from pbem.storage.models import Game, Seat
from pbem.web.desk import order_box, standing_orders
from pbem.web.desk.desk_page import (
    render_desk,
    render_desk_at,
    return_to_desk,
    sent_lines_values,
    unsent_press_values,
)
from pbem.web.desk.desk_view import DeskPlace, DeskPosition, find_change_point, find_desk_place, land_tag
from pbem.web.desk.next_steps import build_sheet
from pbem.web.http import access, command_door, errors, page_cache
from pbem.web.http.access import OutdatedForm
from pbem.web.http.request_limits import limit_requests
from pbem.web.http.unsent_form import render_kept_form
from pbem.web.pages.maps import FOR_GOOD

pages = Blueprint("seat", __name__, url_prefix="/games/<slug>/seat")


@pages.before_request
def keep_signed_out_post() -> ResponseReturnValue | None:
    """Give back all that somebody wrote here who signed out elsewhere."""
    return render_kept_form() if g.player is None and request.method == "POST" else None


@pages.get("")
@page_cache.cache_page(page_cache.find_game_stamp)
def show_desk(slug: str) -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    with access.current_store().read_session() as db:
        return render_desk(db, slug, DeskPosition.from_form(request.args))


@pages.get("/land-<int(max=99):nth>.svg")
@limit_requests("paintings")
def serve_land(slug: str, nth: int) -> ResponseReturnValue:
    """The land of a map of the board. Its address changes with it, so a browser keeps it."""
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        phase = games.find_current_phase(db, game)
        blocks = find_desk_place(db, game, seat, phase, DeskPosition()).desk_blocks if phase else ()
    maps = [block for block in blocks if isinstance(block, Map)]
    if nth >= len(maps):
        abort(404)
    picture = order_map.render_land_svg(maps[nth])
    found = Response(picture, mimetype="image/svg+xml")
    if request.args.get("v") == land_tag(picture):
        found.headers["Cache-Control"] = FOR_GOOD
    return found


@pages.errorhandler(CommandRefused)
@pages.errorhandler(Refusal)
def handle_desk_refusal(error: Refusal | CommandRefused) -> ResponseReturnValue:
    """The desk again with the reason, and with all that was typed."""
    if request.method != "POST" or (isinstance(error, Refusal) and error.code == "no such game"):
        return errors.handle_refusal(error)
    return draw_desk_again((request.view_args or {})["slug"], errors.refusal_words(error), request.form), 400


@pages.errorhandler(OutdatedForm)
def handle_outdated_desk(error: OutdatedForm) -> ResponseReturnValue:
    """The desk as it is now, with what changed, and with all that was typed."""
    with access.current_store().read_session() as db:
        fault = access.describe_outdated_form(db, error)
    return draw_desk_again(error.slug, fault, request.form), 409


def draw_desk_again(slug: str, fault: str, typed: Mapping[str, str], **more: Any) -> str:
    """The desk, with why something was not done, and with what was written into whatever form was sent."""
    with access.current_store().read_session() as db:
        return render_desk(db, slug, fault=fault, **typed_desk_values(typed), **more)


def typed_desk_values(typed: Mapping[str, str]) -> dict[str, Any]:
    """Return what was written into whatever form was sent, by the command that it gives."""
    text = typed.get("text", "")
    match typed.get("act"):
        case "press":
            return {"press_text": text, "press_to": request.form.getlist("to")}
        case "phase":
            otherwise = typed.get("otherwise", "")
            return {"later_text": text, "later_wanted": typed.get("wanted", ""), "later_otherwise": otherwise}
        case "diary":
            return {"diary_text": text}
        case "vote" | "unvote":
            return {"proposal": typed.get("proposal", "")}
    if request.endpoint == "seat.take_sentence_step":
        return {"text": typed.get("give") or typed.get("say") or typed.get("so", ""), **unsent_press_values()}
    return {"text": text}


def my_desk(db: Session, slug: str) -> tuple[Game, Seat]:
    """The game and the asker's seat, for orders from a form that was drawn for the phase that is open. Raises
    Forbidden, Refusal, OutdatedForm."""
    game, _ = access.required_seat(db, slug, Right.ORDERS)
    access.required_phase(db, game)
    return access.required_seat(db, slug, Right.ORDERS)  # which may have been handed on before the game was locked


# --- orders, step by step ---------------------------------------------------------------------------------------


@pages.post("")
@limit_requests("judgements")
def take_sentence_step(slug: str) -> ResponseReturnValue:
    """One step of a sentence; an order that is whole, and has no way on, is given at once."""
    if text := request.form.get("give", ""):
        return handle_give_order(slug, text, request.form.get("instead", ""))
    if text := request.form.get("take", ""):
        return handle_take_back(slug, text)
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        phase = access.required_phase(db, game, lock=False)
        if phase is None:
            return return_to_desk(slug)
        place = find_desk_place(db, game, seat, phase, DeskPosition.from_form(request.form))
        place = replace(place, asked=position_after_press(place))
        whole = place.next_steps.order if place.next_steps.ends and not place.next_steps.steps else None
        if not whole or "change" in request.form:
            return render_desk_at(db, game, seat, place, **unsent_press_values())
    return handle_give_order(slug, whole.text, place.asked.instead)


def position_after_press(place: DeskPlace) -> DeskPosition:
    """Return where the player is after what they pressed."""
    asked, pressed = place.asked, request.form
    if "change" in pressed:
        return replace(asked, so=find_change_point(place, pressed["change"]), instead=pressed["change"], at="")
    if "number" in pressed:
        return replace(asked, so=f"{pressed.get('before', '')} {pressed['number']}".strip(), at="")
    if "say" in pressed:
        return replace(asked, so=pressed["say"], at="", instead=asked.instead if pressed["say"] else "")
    return asked


def handle_give_order(slug: str, text: str, instead: str) -> ResponseReturnValue:
    """Orders what was put together, in the place of another order."""
    with access.current_store().write_session() as db:
        game, seat = my_desk(db, slug)
        found = orders.build_order_context(db, game, seat)
        order, was_ready = complete_order(found.grammar, text).order, found.turn.ready
        said = "\n".join(one.text for one in orders.orders_with_one_more(found, order, instead)) if order else text
        answer = orders.add_orders(db, seat, said, source=access.order_source(db, seat), now=access.request_time())
        counts = order is not None and order.text in answer.standing
        if instead and order and counts and instead != order.text:
            orders.take_back_order(db, seat, instead, access.request_time())
            if was_ready:
                orders.set_ready(db, seat, True, access.request_time())
    if not order or not counts:
        return return_to_desk(slug, sent=answer.submission)
    return return_to_desk(slug, standing_orders.order_anchor(order.text))


def handle_take_back(slug: str, text: str) -> ResponseReturnValue:
    with access.current_store().write_session() as db:
        orders.take_back_order(db, my_desk(db, slug)[1], text, access.request_time())
    flash(access.say("page taken back"))
    return return_to_desk(slug, "orders")


# --- orders as text ---------------------------------------------------------------------------------------------


@pages.post("/orders")
def text_orders(slug: str) -> ResponseReturnValue:
    """Orders and commands from the text box, as a mail would bring them."""
    with access.current_store().write_session() as db:
        game, seat = my_desk(db, slug)
        done = order_box.do_box_lines(db, game, seat, request.form.get("text", ""))
    if done.fault:
        return draw_desk_again(slug, done.fault, request.form, answers=done.answers), 400
    if not done.fits and done.keeps_seat:
        with access.current_store().read_session() as db:
            return render_desk(db, slug, sent=str(done.submission or ""), answers=done.answers)
    for text, well in done.answers if done.fits else ():
        flash(text, "message" if well else "error")
    if not done.keeps_seat:
        return redirect(url_for("game.show_game", slug=slug), 303)
    return return_to_desk(slug, "orders", sent=done.submission)


@pages.post("/judge")
@limit_requests("judgements")
def judge_box(slug: str) -> ResponseReturnValue:
    """The verdict on each line, for a page that asks while its reader types. Nothing is stored."""
    text = request.form.get("text", "")
    with access.current_store().read_session() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        try:
            access.required_phase(db, game, lock=False)
            told, answer = order_box.preview_box_lines(db, game, seat, text)
        except OutdatedForm as error:
            return {"error": access.describe_outdated_form(db, error)}, 409
        except Refusal as error:
            return {"error": wording.refusal_in_english(error)}
        grammar = (orders.find_seat_grammar(db, seat) or OrderGrammar("", ())).compiled_form
    return {
        "lines": [asdict(one) for one in told],
        "remarks": [remark.text for remark in standing_orders.list_general_remarks(answer)],
        "next": ways_on(grammar, text),
    }


MOST_WAYS = 12
"""Ways on that are shown below the box."""


def ways_on(grammar: CompiledGrammar, text: str) -> list[dict[str, str]]:
    """Return how the last line can go on, if it is begun."""
    last = text.rpartition("\n")[2].strip(" ?")
    parts = build_sheet(grammar, complete_order(grammar, last)).parts if last else ()
    buttons = [button for part in parts for button in part.buttons if not button.why_not]
    return [{"text": button.say, "words": button.label} for button in buttons[:MOST_WAYS]]


@pages.post("/ready")
def post_ready(slug: str) -> ResponseReturnValue:
    """Ready, or not after all. Who leaves something out, or had lines refused, is asked first."""
    flag = request.form.get("ready") == "yes"
    if flag and request.form.get("sure") != "yes":
        with access.current_store().read_session() as db:
            game, seat = access.required_seat(db, slug, Right.REPORTS)
            phase = access.required_phase(db, game, lock=False)
            place = find_desk_place(db, game, seat, phase, DeskPosition()) if phase else None
            if place and (place.lacks or sent_lines_values(db, place, request.form.get("sent", ""))["doubtful"]):
                return render_desk_at(db, game, seat, place, asks=True)
    flash(command_door.give_page_command("ready" if flag else "wait", {}, slug).text)
    return return_to_desk(slug)
