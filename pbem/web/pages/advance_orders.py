"""For who will not write: orders in advance, what stands in for them, and being there when the roll is called."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from engines.language.bounds import clip_text
from pbem.commands.handlers.absent import describe_kept_orders
from pbem.documents import game_summary, orders_in_advance
from pbem.games import Refusal
from pbem.games.orders import fallback_orders, scheduled_orders
from pbem.games.people import people
from pbem.games.seating import roll_call
from pbem.web.desk.desk_page import render_desk, return_to_desk
from pbem.web.http import access
from pbem.web.http.access import OutdatedForm
from pbem.web.pages import seat

pages = Blueprint("advance_orders", __name__, url_prefix="/games/<slug>/seat")
pages.before_request(seat.keep_signed_out_post)
pages.register_error_handler(Refusal, seat.handle_desk_refusal)
pages.register_error_handler(OutdatedForm, seat.handle_outdated_desk)

FAULTS = 5
"""Lines that are told to be no orders; whoever has put those right is told of the next."""


@pages.post("/later")
def keep_later_orders(slug: str) -> ResponseReturnValue:
    """Orders for a phase to come; with no words, those kept for it are taken back. Who is here can put right at once
    what is no order: nothing is kept before."""
    wanted, text = request.form.get("wanted", ""), posted_advance_text()
    with access.current_store().write_session() as db:
        mine = seat.my_desk(db, slug)[1]
        if not text.strip():
            count = scheduled_orders.take_back_scheduled(db, mine, wanted)
            flash(access.say("later dropped", count=count) if count else access.say("later none"))
            return return_to_desk(slug)
        found = orders_in_advance.judge_in_advance(db, mine, wanted, text)
        if not found.refused:
            flash(
                describe_kept_orders(
                    access.say,
                    scheduled_orders.schedule_orders(db, mine, wanted, text, access.request_time()).wanted,
                    found,
                )
            )
            return return_to_desk(slug)
    wrong = [f"“{clip_text(line)}”: {why}" for line, why in found.refused[:FAULTS]]
    with access.current_store().read_session() as db:
        return render_desk(db, slug, fault=access.say("later wrong", lines=wrong), **seat.posted_desk_values()), 400


def posted_advance_text() -> str:
    """What was typed; what is given otherwise below a line of its own, as a letter has it."""
    parts = (request.form.get(name, "").strip() for name in ("text", "otherwise"))
    return f"\n{fallback_orders.OTHERWISE}\n".join(filter(None, parts))


@pages.post("/stand-in")
def choose_stand_ins(slug: str) -> ResponseReturnValue:
    """What stands in, the first choice first."""
    ways = [way for way in (request.form.get("first", ""), request.form.get("second", "")) if way]
    with access.current_store().write_session() as db:
        chosen = fallback_orders.choose_fallbacks(db, seat.my_desk(db, slug)[1], ways)
    flash(describe_chosen_stand_ins(chosen))
    return return_to_desk(slug)


def describe_chosen_stand_ins(ways: Sequence[str]) -> str:
    """What stands in for a player, in their order."""
    names = [access.say(game_summary.STAND_IN_WORDS[way]) for way in ways]
    return access.say("stand ins", ways=names) if names else access.say("stand ins none")


@pages.post("/here")
def answer_roll_call(slug: str) -> ResponseReturnValue:
    with access.current_store().write_session() as db:
        people.count_command(db, access.current_config().limits, access.signed_in_player(db), access.request_time())
        begun = roll_call.answer_roll_call(db, access.required_seat(db, slug)[1], access.request_time())
    flash(access.say("here all" if begun else "here"))
    return redirect(url_for("game.show_game", slug=slug), 303)
