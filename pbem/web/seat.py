"""A player's own desk: the board, orders step by step or as text, ready or wait, press, votes, and leaving.

Each step of a sentence is a button that posts how far it goes, and the answer is the desk with the ways on: an order
that is begun belongs into no address, which is kept in logs and histories. Whatever changes something is answered by
the way back to the desk, so that nothing happens twice when a page is loaded again.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, replace
from typing import Any

from flask import Blueprint, Response, abort, flash, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.language import Grammar, complete
from engines.language.ask import Ask
from engines.report import Map
from pbem import wording
from pbem.models import Game, Seat
from pbem.play import Refused, games, orders, people, press, seats, votes
from pbem.play.rights import Right
from pbem.render import board
from pbem.web import access, copies, errors, lines, standing
from pbem.web.access import Outdated
from pbem.web.bounds import bounded
from pbem.web.desk import back, came_of, drawn, half_written, page
from pbem.web.kept import kept
from pbem.web.maps import FOR_GOOD
from pbem.web.place import Asked, Place, beginning, tag, taken
from pbem.web.sheet import sheet

pages = Blueprint("seat", __name__, url_prefix="/games/<slug>/seat")


@pages.before_request
def signed_in() -> ResponseReturnValue | None:
    """Who signed out elsewhere, and goes on writing here, loses nothing of it."""
    return kept() if g.player is None and request.method == "POST" else None


@pages.get("")
@copies.kept(copies.of_game)
def show(slug: str) -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    with access.store().read() as db:
        return page(db, slug, Asked.of(request.args))


@pages.get("/land-<int(max=99):nth>.svg")
@bounded("paintings")
def land(slug: str, nth: int) -> ResponseReturnValue:
    """The land of a map of the board. Its address changes with it, so a browser keeps it."""
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        phase = games.current(db, game)
        blocks = taken(db, game, seat, phase, Asked()).blocks if phase else ()
    maps = [block for block in blocks if isinstance(block, Map)]
    if nth >= len(maps):
        abort(404)
    picture = board.land(maps[nth])
    found = Response(picture, mimetype="image/svg+xml")
    if request.args.get("v") == tag(picture):
        found.headers["Cache-Control"] = FOR_GOOD
    return found


@pages.errorhandler(Refused)
def refused(error: Refused) -> ResponseReturnValue:
    """The desk again with the reason, and with all that was typed."""
    slug = (request.view_args or {})["slug"]
    if request.method != "POST" or error.code == "no such game":
        return errors.refused(error)
    with access.store().read() as db:
        return page(db, slug, fault=wording.refusal(error), **typed()), 400


@pages.errorhandler(Outdated)
def outdated(error: Outdated) -> ResponseReturnValue:
    """The desk as it is now, with what changed, and with all that was typed."""
    with access.store().read() as db:
        return page(db, error.slug, fault=access.outdated(db, error), **typed()), 409


def typed() -> dict[str, Any]:
    """What was written into whatever form was sent."""
    text = request.form.get("text", "")
    match request.endpoint:
        case "seat.send":
            return {"press_text": text, "press_to": request.form.getlist("to")}
        case "absent.keep":
            otherwise = request.form.get("otherwise", "")
            return {"later_text": text, "later_wanted": request.form.get("wanted", ""), "later_otherwise": otherwise}
        case "seat.vote":
            return {"proposal": request.form.get("proposal", "")}
        case "seat.step":
            so = request.form.get("give") or request.form.get("say") or request.form.get("so", "")
            return {"text": so, **half_written()}
    return {"text": text}


def my_desk(db: Session, slug: str, right: Right | None = None) -> tuple[Game, Seat]:
    """The game and the asker's seat, for a form that was drawn for the phase that is open. Without a `right` it is for
    the seat's holder alone. Raises Forbidden, Refused, Outdated."""
    game, _ = access.required_seat(db, slug, right)
    access.required_phase(db, game)
    return access.required_seat(db, slug, right)  # which may have been handed on before the game was locked


def commanding(db: Session, slug: str) -> tuple[Game, Seat]:
    """The game and the asker's seat, for what others hear of: it is counted. Raises Refused "too many commands"."""
    found = my_desk(db, slug)
    people.commanded(db, access.config().limits, access.me(db), access.now())
    return found


# --- orders, step by step ---------------------------------------------------------------------------------------


@pages.post("")
@bounded("judgements")
def step(slug: str) -> ResponseReturnValue:
    """One step of a sentence; an order that is whole, and has no way on, is given at once."""
    if text := request.form.get("give", ""):
        return give(slug, text, request.form.get("instead", ""))
    if text := request.form.get("take", ""):
        return take_back(slug, text)
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        phase = access.required_phase(db, game, lock=False)
        if phase is None:
            return back(slug)
        place = taken(db, game, seat, phase, Asked.of(request.form))
        place = replace(place, asked=stepped(place))
        whole = place.found.order if place.found.ends and not place.found.steps else None
        if not whole or "change" in request.form:
            return drawn(db, game, seat, place, **half_written())
    return give(slug, whole.text, place.asked.instead)


def stepped(place: Place) -> Asked:
    """Where the player is after what he pressed."""
    asked, pressed = place.asked, request.form
    if "change" in pressed:
        return replace(asked, so=beginning(place, pressed["change"]), instead=pressed["change"], at="")
    if "number" in pressed:
        return replace(asked, so=f"{pressed.get('before', '')} {pressed['number']}".strip(), at="")
    if "say" in pressed:
        return replace(asked, so=pressed["say"], at="", instead=asked.instead if pressed["say"] else "")
    return asked


def give(slug: str, text: str, instead: str) -> ResponseReturnValue:
    """Orders what was put together, in the place of another order."""
    with access.store().write() as db:
        game, seat = my_desk(db, slug, Right.ORDERS)
        found = orders.hearing(db, game, seat)
        order, was_ready = complete(found.ask, text).order, found.turn.ready
        said = "\n".join(one.text for one in orders.one_more(found, order, instead)) if order else text
        answer = orders.submit(db, seat, said, source=access.source(db, seat), now=access.now())
        counts = order is not None and order.text in answer.standing
        if instead and order and counts and instead != order.text:
            orders.take_back(db, seat, instead, access.now())
            if was_ready:
                orders.ready(db, seat, True, access.now())
    if not order or not counts:
        return back(slug, sent=answer.submission)
    return back(slug, standing.anchor(order.text))


def take_back(slug: str, text: str) -> ResponseReturnValue:
    with access.store().write() as db:
        orders.take_back(db, my_desk(db, slug, Right.ORDERS)[1], text, access.now())
    flash(access.say("page taken back"))
    return back(slug, "orders")


# --- orders as text ---------------------------------------------------------------------------------------------


@pages.post("/orders")
def text_orders(slug: str) -> ResponseReturnValue:
    """Orders and commands from the text box, as a mail would bring them."""
    with access.store().write() as db:
        game, seat = my_desk(db, slug, Right.ORDERS)
        done = lines.given(db, game, seat, request.form.get("text", ""))
    for text, well in done.answers:
        flash(text, "message" if well else "error")
    if not done.fault:
        return back(slug, "orders", sent=done.submission)
    with access.store().read() as db:
        return page(db, slug, fault=done.fault, **typed()), 400


@pages.post("/judge")
@bounded("judgements")
def judge(slug: str) -> ResponseReturnValue:
    """The verdict on each line, for a page that asks while its reader types. Nothing is stored."""
    text = request.form.get("text", "")
    with access.store().read() as db:
        game, seat = access.required_seat(db, slug, Right.REPORTS)
        try:
            access.required_phase(db, game, lock=False)
            told, answer = lines.previewed(db, game, seat, text)
        except Outdated as error:
            return {"error": access.outdated(db, error)}, 409
        except Refused as error:
            return {"error": wording.refusal(error)}
        grammar = Grammar(orders.ask(db, seat) or Ask("", ()))
    return {
        "lines": [asdict(one) for one in told],
        "remarks": [remark.text for remark in standing.general(answer)],
        "next": ways_on(grammar, text),
    }


MOST_WAYS = 12
"""Ways on that are shown below the box."""


def ways_on(grammar: Grammar, text: str) -> list[dict[str, str]]:
    """How the last line can go on, if it is begun."""
    last = text.rpartition("\n")[2].strip(" ?")
    parts = sheet(grammar, complete(grammar, last)).parts if last else ()
    buttons = [button for part in parts for button in part.buttons if not button.why_not]
    return [{"text": button.say, "words": button.label} for button in buttons[:MOST_WAYS]]


@pages.post("/clear")
def clear(slug: str) -> ResponseReturnValue:
    with access.store().write() as db:
        orders.clear(db, my_desk(db, slug, Right.ORDERS)[1], access.now())
    flash(access.say("page cleared"))
    return back(slug, "orders")


@pages.post("/ready")
def ready(slug: str) -> ResponseReturnValue:
    """Ready, or not after all. Who leaves something out, or had lines refused, is asked first."""
    flag = request.form.get("ready") == "yes"
    if flag and request.form.get("sure") != "yes":
        with access.store().read() as db:
            game, seat = access.required_seat(db, slug, Right.REPORTS)
            phase = access.required_phase(db, game, lock=False)
            place = taken(db, game, seat, phase, Asked()) if phase else None
            if place and (place.lacks or came_of(db, place, request.form.get("sent", ""))["doubtful"]):
                return drawn(db, game, seat, place, asks=True)
    with access.store().write() as db:
        orders.ready(db, my_desk(db, slug, Right.ORDERS)[1], flag, access.now())
    flash(access.say("page ready" if flag else "page wait"))
    return back(slug)


# --- words with others ------------------------------------------------------------------------------------------


@pages.post("/press")
def send(slug: str) -> ResponseReturnValue:
    to = request.form.getlist("to")
    with access.store().write() as db:
        game, seat = my_desk(db, slug, Right.PRESS)
        key = f"web:{seat.id}:{request.form.get('key') or secrets.token_hex(8)}"
        text, limits = request.form.get("text", ""), access.config().limits
        press.send(db, game, seat, "*" if "*" in to else to, text, access.now(), key, limits)
    flash(access.say("page press sent"))
    return back(slug, "notice")


@pages.post("/vote")
def vote(slug: str) -> ResponseReturnValue:
    proposal = request.form.get("proposal", "")
    with access.store().write() as db:
        _, seat = commanding(db, slug)
        if "withdraw" in request.form:
            votes.withdraw(db, seat, proposal, access.now())
            said = access.say("page unvoted")
        else:
            carried = votes.cast(db, seat, proposal, access.now(), access.config().limits)
            said = access.say("page carried" if carried else "page cast")
    flash(said)
    return back(slug)


@pages.post("/address")
def address(slug: str) -> ResponseReturnValue:
    """A new secret address for the seat."""
    with access.store().write() as db:
        seats.readdress(db, commanding(db, slug)[1], access.now())
    flash(access.say("page readdressed"))
    return back(slug)


@pages.post("/resign")
def resign(slug: str) -> ResponseReturnValue:
    with access.store().write() as db:
        _, seat = commanding(db, slug)
        sure = request.form.get("sure") == "yes"
        if sure:
            seats.resign(db, seat, access.now())
    if not sure:
        flash(access.say("page tick"), "error")
        return back(slug)
    flash(access.say("page left"))
    return redirect(url_for("game.show", slug=slug), 303)
