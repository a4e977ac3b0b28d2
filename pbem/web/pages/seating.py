"""Who sits on a seat, by click: deputies asked for, and what somebody was asked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from types import MappingProxyType

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from pbem import wording
from pbem.documents import game_summary, reports
from pbem.games import Refusal
from pbem.games.leading import leaders
from pbem.games.people import people
from pbem.games.rules import rules_of
from pbem.games.seating import deputies, gifts, invitations, seat_lottery, tenures, watchers
from pbem.pace import PaceError, zone_info
from pbem.pace.days import parse_day_span
from pbem.pace.zones import utc_instant
from pbem.storage.models import Deputy, Game, Player, Seat
from pbem.web.http import access, errors

pages = Blueprint("seating", __name__, url_prefix="/games/<slug>")


@pages.before_request
def require_sign_in() -> ResponseReturnValue | None:
    return access.redirect_to_sign_in() if g.player is None else None


def count_seating_command(db: Session) -> None:
    """What others hear of is counted. Raises Refusal "too many commands"."""
    people.count_command(db, access.current_config().limits, access.signed_in_player(db), access.request_time())


@pages.get("/seating")
def show_seating(slug: str) -> ResponseReturnValue:
    """What the holder of a seat can do about who sits on it."""
    with access.current_store().read_session() as db:
        return render_seating_page(db, slug)


@pages.errorhandler(Refusal)
def handle_seating_refusal(error: Refusal) -> ResponseReturnValue:
    """The page again with the reason, and with all that was typed."""
    slug = (request.view_args or {})["slug"]
    if request.method != "POST" or request.endpoint not in OF_HOLDER or error.code == "no such game":
        return errors.handle_refusal(error)
    with access.current_store().read_session() as db:
        return render_seating_page(db, slug, wording.refusal_in_english(error), request.form), 400


OF_HOLDER = ("seating.name_deputy", "seating.give_seat_away")
"""What is posted from that page."""


def render_seating_page(
    db: Session, slug: str, fault: str = "", typed: Mapping[str, str] = MappingProxyType({})
) -> str:
    game, seat = access.required_seat(db, slug)
    return render_template(
        "web/seating.html",
        game=game,
        seat=seat,
        rules=rules_of(game),
        helpers=list_seat_helpers(db, seat),
        offered=next(
            (row for row, one in gifts.list_open_gifts(db, game, access.request_time()) if one.id == seat.id), None
        ),
        fault=fault,
        typed=typed,
    )


@pages.post("/give")
def give_seat_away(slug: str) -> ResponseReturnValue:
    """Its holder offers the seat to somebody, or keeps it."""
    with access.current_store().write_session() as db:
        game, seat = access.required_seat(db, slug)
        count_seating_command(db)
        if "keep" in request.form:
            gifts.withdraw_offer(db, seat, access.request_time())
            said = access.say("gift withdrawn", seat=seat.label)
        elif request.form.get("sure") != "yes":
            said = access.say("page tick")
        else:
            player = people.get_or_register_player(db, request.form.get("address", ""), access.request_time())
            gifts.offer_seat(db, game, seat, player, access.request_time(), access.current_config().limits)
            tenures.set_press_left(db, seat, "press" in request.form)
            said = access.say("gift offered", seat=seat.label, address=player.address)
    flash(said)
    return redirect(url_for("seating.show_seating", slug=slug), 303)


@pages.post("/watch")
def watch_game(slug: str) -> ResponseReturnValue:
    """Whoever does not play gets the public reports, or gets them no more."""
    with access.current_store().write_session() as db:
        game, player = access.get_visible_game(db, slug), access.signed_in_player(db)
        count_seating_command(db)
        if "end" in request.form:
            watchers.unwatch_game(db, game, player)
            said = access.say("not watching", slug=slug)
        else:
            knows = invitations.is_entry_word(access.current_config().secret_key, game, request.form.get("word", ""))
            watchers.watch_game(db, game, player, access.request_time(), knows)
            said = access.say("watching", slug=slug)
    flash(said)
    return redirect(url_for("game.show_game", slug=slug), 303)


# --- deputies ------------------------------------------------------------------------------------------------------


@pages.post("/deputy")
def name_deputy(slug: str) -> ResponseReturnValue:
    """Its holder asks somebody to stand in for them, or plays again."""
    with access.current_store().write_session() as db:
        game, seat = access.required_seat(db, slug)
        count_seating_command(db)
        if "end" in request.form:
            deputies.dismiss_deputies(db, game, seat, access.request_time())
            said = access.say("page deputy ended")
        else:
            said = ask_posted_deputy(db, game, seat)
    flash(said)
    return redirect(url_for("seating.show_seating", slug=slug), 303)


def ask_posted_deputy(db: Session, game: Game, seat: Seat) -> str:
    player = people.get_or_register_player(db, request.form.get("address", ""), access.request_time())
    begins, ends = parse_deputy_days(" to ".join(request.form.get(name, "")[:20] for name in ("begins", "ends")))
    row = deputies.name_deputy(
        db, game, seat, player, begins, ends, access.request_time(), access.current_config().limits
    )
    at = (reports.format_instant(one, access.reader_zone()) for one in (row.begins_at, row.ends_at))
    return access.say("deputy asked", address=player.address, begins=next(at), ends=next(at))


def parse_deputy_days(words: str) -> tuple[datetime, datetime]:
    """From the beginning of the first day to the end of the last, in the reader's zone. Raises Refusal "bad pace"."""
    zone = zone_info(access.reader_zone())
    try:
        days = parse_day_span(words, access.request_time().astimezone(zone).date())
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error
    return utc_instant(days.first, time(0), zone), utc_instant(days.last + timedelta(days=1), time(0), zone)


@pages.post("/stand-in")
def answer_seating_question(slug: str) -> ResponseReturnValue:
    """Whoever was asked to stand in says yes or no, or stands in no longer."""
    with access.current_store().write_session() as db:
        game, player = access.get_visible_game(db, slug), access.signed_in_player(db)
        count_seating_command(db)
        accepts = request.form.get("answer") == "yes"
        if accepts and gifts.find_offered_gift(db, game, player, access.request_time()):
            seat, is_his = gifts.accept_gift(db, game, player, access.request_time())
            said = access.say("gift accepted" if is_his else "gift waits", seat=seat.label, slug=slug)
            flash(said)
            return redirect(url_for("game.show_game", slug=slug), 303)
        if accepts:
            deputies.accept_deputyship(db, game, player, access.request_time())
        else:
            deputies.decline_deputyship(db, game, player, access.request_time())
        acts = accepts and access.find_deputyship(db, game) is not None
    flash(access.say("page stands in" if accepts else "page declined"))
    return redirect(url_for("seat.show_desk" if acts else "game.show_game", slug=slug), 303)


def is_reader_watching(db: Session, game: Game) -> bool | None:
    """Whether the player who asks watches a game; None: they cannot."""
    if g.player is None or game.status == "finished" or not rules_of(game).watchers:
        return None
    leads = leaders.leads_game(db, game, g.player)
    concerned = leads or access.my_seat(db, game) or seat_lottery.find_seat_wish(db, game, g.player)
    return None if concerned else watchers.is_watching(db, game, g.player)


def find_gifted_seat(db: Session, game: Game) -> Seat | None:
    """The seat that the player who asks is offered in a game."""
    found = gifts.find_offered_gift(db, game, g.player, access.request_time()) if g.player else None
    return found[1] if found else None


def open_question(db: Session, game: Game) -> tuple[Deputy, Seat] | None:
    """What the player who asks was asked, or does, in a game: to stand in for somebody."""
    if g.player is None:
        return None
    row = deputies.find_deputy_request(db, game, g.player, access.request_time())
    return (row, db.get_one(Seat, row.seat_id)) if row else None


def list_seat_helpers(db: Session, seat: Seat) -> list[tuple[Deputy, str]]:
    """Who was asked to stand in at a seat or does, with what they are called: for its holder, who named them."""
    rows = deputies.list_current_deputies(db, seat)
    return [(row, game_summary.shown_player_name(db.get_one(Player, row.player_id))) for row in rows]
