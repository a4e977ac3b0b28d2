"""Who sits on a seat, by click: deputies asked for, and what somebody was asked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from types import MappingProxyType

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from pbem import chronicle, reports, wording
from pbem.models import Deputy, Game, Player, Seat
from pbem.pace import PaceError, zone_info
from pbem.pace.days import span_of
from pbem.pace.zones import instant
from pbem.play import Refused, deputies, draw, gifts, invitations, leaders, observers, people, tenures
from pbem.play.rules import rules_of
from pbem.web import access, errors

pages = Blueprint("seating", __name__, url_prefix="/games/<slug>")


@pages.before_request
def signed_in() -> ResponseReturnValue | None:
    return access.to_sign_in() if g.player is None else None


def counted(db: Session) -> None:
    """What others hear of is counted. Raises Refused "too many commands"."""
    people.commanded(db, access.config().limits, access.me(db), access.now())


@pages.get("/seating")
def show(slug: str) -> ResponseReturnValue:
    """What the holder of a seat can do about who sits on it."""
    with access.store().read() as db:
        return page(db, slug)


@pages.errorhandler(Refused)
def refused(error: Refused) -> ResponseReturnValue:
    """The page again with the reason, and with all that was typed."""
    slug = (request.view_args or {})["slug"]
    if request.method != "POST" or request.endpoint not in OF_HOLDER or error.code == "no such game":
        return errors.refused(error)
    with access.store().read() as db:
        return page(db, slug, wording.refusal(error), request.form), 400


OF_HOLDER = ("seating.deputy", "seating.give")
"""What is posted from that page."""


def page(db: Session, slug: str, fault: str = "", typed: Mapping[str, str] = MappingProxyType({})) -> str:
    game, seat = access.required_seat(db, slug)
    return render_template(
        "web/seating.html",
        game=game,
        seat=seat,
        rules=rules_of(game),
        helpers=helpers(db, seat),
        offered=next((row for row, one in gifts.open_gifts(db, game, access.now()) if one.id == seat.id), None),
        fault=fault,
        typed=typed,
    )


@pages.post("/give")
def give(slug: str) -> ResponseReturnValue:
    """Its holder offers the seat to somebody, or keeps it."""
    with access.store().write() as db:
        game, seat = access.required_seat(db, slug)
        counted(db)
        if "keep" in request.form:
            gifts.withdraw(db, seat, access.now())
            said = access.say("gift withdrawn", seat=seat.label)
        elif request.form.get("sure") != "yes":
            said = access.say("page tick")
        else:
            player = people.player(db, request.form.get("address", ""), access.now())
            gifts.offer(db, game, seat, player, access.now(), access.config().limits)
            tenures.leave_press(db, seat, "press" in request.form)
            said = access.say("gift offered", seat=seat.label, address=player.address)
    flash(said)
    return redirect(url_for("seating.show", slug=slug), 303)


@pages.post("/watch")
def watch(slug: str) -> ResponseReturnValue:
    """Whoever does not play gets the public reports, or gets them no more."""
    with access.store().write() as db:
        game, player = access.visible(db, slug), access.me(db)
        counted(db)
        if "end" in request.form:
            observers.unwatch(db, game, player)
            said = access.say("not watching", slug=slug)
        else:
            knows = invitations.knows(access.config().secret_key, game, request.form.get("word", ""))
            observers.watch(db, game, player, access.now(), knows)
            said = access.say("watching", slug=slug)
    flash(said)
    return redirect(url_for("game.show", slug=slug), 303)


# --- deputies ------------------------------------------------------------------------------------------------------


@pages.post("/deputy")
def deputy(slug: str) -> ResponseReturnValue:
    """Its holder asks somebody to stand in for him, or plays himself again."""
    with access.store().write() as db:
        game, seat = access.required_seat(db, slug)
        counted(db)
        if "end" in request.form:
            deputies.dismiss(db, game, seat, access.now())
            said = access.say("page deputy ended")
        else:
            said = asked(db, game, seat)
    flash(said)
    return redirect(url_for("seating.show", slug=slug), 303)


def asked(db: Session, game: Game, seat: Seat) -> str:
    player = people.player(db, request.form.get("address", ""), access.now())
    begins, ends = span(" to ".join(request.form.get(name, "")[:20] for name in ("begins", "ends")))
    row = deputies.name(db, game, seat, player, begins, ends, access.now(), access.config().limits)
    at = (reports.when(one, access.zone()) for one in (row.begins_at, row.ends_at))
    return access.say("deputy asked", address=player.address, begins=next(at), ends=next(at))


def span(words: str) -> tuple[datetime, datetime]:
    """From the beginning of the first day to the end of the last, in the reader's zone. Raises Refused "bad pace"."""
    zone = zone_info(access.zone())
    try:
        days = span_of(words, access.now().astimezone(zone).date())
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error
    return instant(days.first, time(0), zone), instant(days.last + timedelta(days=1), time(0), zone)


@pages.post("/stand-in")
def answer(slug: str) -> ResponseReturnValue:
    """Whoever was asked to stand in says yes or no, or stands in no longer."""
    with access.store().write() as db:
        game, player = access.visible(db, slug), access.me(db)
        counted(db)
        accepts = request.form.get("answer") == "yes"
        if accepts and gifts.offered(db, game, player, access.now()):
            seat, is_his = gifts.accept(db, game, player, access.now())
            said = access.say("gift accepted" if is_his else "gift waits", seat=seat.label, slug=slug)
            flash(said)
            return redirect(url_for("game.show", slug=slug), 303)
        if accepts:
            deputies.accept(db, game, player, access.now())
        else:
            deputies.decline(db, game, player, access.now())
        acts = accepts and access.deputy(db, game) is not None
    flash(access.say("page stands in" if accepts else "page declined"))
    return redirect(url_for("seat.show" if acts else "game.show", slug=slug), 303)


def watching(db: Session, game: Game) -> bool | None:
    """Whether the player who asks watches a game; None: he cannot."""
    if g.player is None or game.status == "finished" or not rules_of(game).watchers:
        return None
    leads = leaders.leads(db, game, g.player)
    concerned = leads or access.my_seat(db, game) or draw.wish_of(db, game, g.player)
    return None if concerned else observers.is_watching(db, game, g.player)


def gift(db: Session, game: Game) -> Seat | None:
    """The seat that the player who asks is offered in a game."""
    found = gifts.offered(db, game, g.player, access.now()) if g.player else None
    return found[1] if found else None


def open_question(db: Session, game: Game) -> tuple[Deputy, Seat] | None:
    """What the player who asks was asked, or does, in a game: to stand in for somebody."""
    if g.player is None:
        return None
    row = deputies.asked(db, game, g.player, access.now())
    return (row, db.get_one(Seat, row.seat_id)) if row else None


def helpers(db: Session, seat: Seat) -> list[tuple[Deputy, str]]:
    """Who was asked to stand in at a seat or does, with what he is called: for its holder, who named him."""
    rows = deputies.current(db, seat)
    return [(row, chronicle.called(db.get_one(Player, row.player_id))) for row in rows]
