"""For who will not write: orders in advance, what stands in for him, and that he is there when the roll is called."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from engines.language.bounds import clipped
from pbem import chronicle, in_advance
from pbem.mail.acts.absent import kept_as
from pbem.play import Refused, later, people, rollcall, standins
from pbem.web import access, seat
from pbem.web.access import Outdated
from pbem.web.desk import back, page

pages = Blueprint("absent", __name__, url_prefix="/games/<slug>/seat")
pages.before_request(seat.signed_in)
pages.register_error_handler(Refused, seat.refused)
pages.register_error_handler(Outdated, seat.outdated)

FAULTS = 5
"""Lines that are told to be no orders; whoever has put those right is told of the next."""


@pages.post("/later")
def keep(slug: str) -> ResponseReturnValue:
    """Orders for a phase to come; with no words, those kept for it are taken back. Who is here can put right at once
    what is no order: nothing is kept before."""
    wanted, text = request.form.get("wanted", ""), words()
    with access.store().write() as db:
        mine = seat.my_desk(db, slug)[1]
        if not text.strip():
            count = later.take_back(db, mine, wanted)
            flash(access.say("later dropped", count=count) if count else access.say("later none"))
            return back(slug)
        found = in_advance.judge_in_advance(db, mine, wanted, text)
        if not found.refused:
            flash(kept_as(access.say, later.keep(db, mine, wanted, text, access.now()).wanted, found))
            return back(slug)
    wrong = [f"“{clipped(line)}”: {why}" for line, why in found.refused[:FAULTS]]
    with access.store().read() as db:
        return page(db, slug, fault=access.say("later wrong", lines=wrong), **seat.typed()), 400


def words() -> str:
    """What was typed; what is given otherwise below a line of its own, as a letter has it."""
    parts = (request.form.get(name, "").strip() for name in ("text", "otherwise"))
    return f"\n{standins.OTHERWISE}\n".join(filter(None, parts))


@pages.post("/stand-in")
def stand_in(slug: str) -> ResponseReturnValue:
    """What stands in, the first choice first."""
    ways = [way for way in (request.form.get("first", ""), request.form.get("second", "")) if way]
    with access.store().write() as db:
        chosen = standins.choose(db, seat.my_desk(db, slug)[1], ways)
    flash(stands_in(chosen))
    return back(slug)


def stands_in(ways: Sequence[str]) -> str:
    """What stands in for a player, in his order."""
    names = [access.say(chronicle.STOOD_IN[way]) for way in ways]
    return access.say("stand ins", ways=names) if names else access.say("stand ins none")


@pages.post("/here")
def here(slug: str) -> ResponseReturnValue:
    with access.store().write() as db:
        people.commanded(db, access.config().limits, access.me(db), access.now())
        begun = rollcall.here(db, access.required_seat(db, slug)[1], access.now())
    flash(access.say("here all" if begun else "here"))
    return redirect(url_for("game.show", slug=slug), 303)
