"""The front door: what there is to play, your games, open seats, and how the server is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, select

from engines.base import Engine
from pbem.documents.example_board import draw_game_picture
from pbem.games import demo as demonstration
from pbem.games import games, listing, notify, requests
from pbem.games.leading import leaders
from pbem.games.seating.seats import list_held_seats as seats_held
from pbem.health import alarms, queues
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import TROUBLE
from pbem.storage.models import Game, Seat
from pbem.storage.shared_budgets import VISITS
from pbem.web.http import access, clock_notice, page_cache, sessions
from pbem.web.http.request_limits import take_from_shared_budget
from pbem.web.pages import game_lists, host
from pbem.web.pages.game_lists import GameRow
from pbem.wording import sentence_family

pages = Blueprint("home", __name__)
LATELY = 10
"""Finished games that are listed."""
MOST_LED = 50
"""Games of a leader that are listed, unless they ask for all."""


@dataclass(frozen=True)
class GameOffer:
    """A game that can be learned and played here. On a demonstration: `waits` for a beginner, who is to sit at `seat`,
    and one that is `going` on."""

    engine: Engine[Any]
    pictured: bool
    waits: Game | None = None
    seat: Seat | None = None
    going: Game | None = None


ASKS = sentence_family("asks", "lead", "seat", "deputy", "roll call", "invitation", "next season", "held letter")
"""What the reader is asked, by the name of its kind (`pbem.games.requests`)."""


@dataclass(frozen=True)
class WaitingRequest:
    """Something that waits for the reader's yes, in words: about what, on which page ("": it is answered by letter),
    until when."""

    words: str
    about: str = ""
    page: str = ""
    until: datetime | None = None


def front_page_state() -> Hashable:
    """As `page_cache.find_list_stamps`, and what the reader is asked outside of games; the host's own page, which tells
    how the server is, is always made anew."""
    stamps = None if host.is_host() else page_cache.find_list_stamps()
    if stamps is None or g.player is None:
        return stamps
    with access.current_store().read_session() as db:
        asked = requests.list_open_requests(db, g.player, access.request_time(), requests.ELSEWHERE)
    return stamps, tuple((one.kind.name, one.number) for one in asked)


@pages.get("/")
@page_cache.cache_page(front_page_state)
def show_front_page() -> ResponseReturnValue:
    with access.current_store().read_session() as db:
        mine = list_own_rows(db)
        here = [col(Game.id).not_in([row.game.id for row in mine])] if mine else []
        listed = {
            shelf: game_lists.list_shelf_page(db, shelf, None, LATELY if shelf == "finished" else listing.PAGE, *here)
            for shelf in listing.SHELVES
        }
        return render_template(
            "web/home.html",
            mine=mine,
            asked=list_waiting_requests(db),
            **led_games_values(db, mine),
            wrong=host.list_trouble_names() if host.is_host() else (),
            **{shelf: rows for shelf, (rows, _) in listed.items()},
            next={shelf: onward for shelf, (_, onward) in listed.items()},
            offers=list_game_offers(db) if access.current_config().demo or g.player is None else [],
        )


def list_own_rows(db: Session) -> list[GameRow]:
    """The seats that the reader holds in games that go on: those first that owe orders, then by the deadline."""
    if g.player is None:
        return []
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats_held(db, g.player):
        seats[seat.game_id].append(seat)
    going = select(Game).where(col(Game.id).in_(seats), Game.status != "finished").order_by(col(Game.id).desc())
    far = datetime.max.replace(tzinfo=access.request_time().tzinfo)
    found = game_lists.build_game_rows(db, db.exec(going).all(), seats)
    return sorted(found, key=lambda row: (not row.owes, row.deadline or far))


def list_waiting_requests(db: Session) -> list[WaitingRequest]:
    """Return what waits for the reader's yes; letters in doubt, which anybody can send in their name, as one."""
    if g.player is None:
        return []
    asked = requests.list_open_requests(db, g.player, access.request_time())
    held = [one for one in asked if one.kind is requests.HELD_LETTER]
    told = [describe_waiting_request(one) for one in asked if one.kind is not requests.HELD_LETTER]
    return [*told, *([WaitingRequest(access.say(ASKS["held letter"], count=len(held)))] if held else [])]


def describe_waiting_request(one: requests.Request) -> WaitingRequest:
    """Return a request with the page on which its buttons are."""
    words = access.say(ASKS[one.kind.name], seat=one.seat.label if one.seat else "")
    if one.campaign:
        return WaitingRequest(
            words, one.campaign.title, url_for("campaigns.show_campaign_page", slug=one.campaign.slug), one.until
        )
    slug = one.game.slug if one.game else ""
    return WaitingRequest(words, slug, url_for("game.show_game", slug=slug), one.until)


def led_games_values(db: Session, mine: Sequence[GameRow]) -> dict[str, Any]:
    """The games that the reader leads without playing in them, `?led=all` or the newest, and whether there are more."""
    played, every = {row.game.id for row in mine}, request.args.get("led") == "all"
    found = leaders.list_led_games(db, g.player, None if every else MOST_LED + 1) if g.player else []
    shown = found if every else found[:MOST_LED]
    return {
        "led": game_lists.build_game_rows(db, [game for game in shown if game.id not in played]),
        "leads_more": len(shown) < len(found),
    }


def list_game_offers(db: Session) -> list[GameOffer]:
    """Return what a visitor reads first: of every game what it is, and on a demonstration where they can sit down."""
    known = [GameOffer(engine, bool(draw_game_picture(code))) for code, engine in ENGINES.items()]
    return [add_free_seat(db, offer) for offer in known] if access.current_config().demo else known


def add_free_seat(db: Session, offer: GameOffer) -> GameOffer:
    engine = offer.engine
    waits = demonstration.find_waiting_game(db, engine.code)
    free = games.list_vacant_seats(db, waits) if waits else []
    seat = next((seat for seat in free if seat.code == engine.about.beginner), next(iter(free), None))
    return replace(offer, waits=waits, seat=seat, going=demonstration.find_newest_demo(db, engine.code))


# --- a seat for a visitor ---------------------------------------------------------------------------------------


@pages.post("/demo/sit")
def sit_down_at_demo() -> ResponseReturnValue:
    """One click: a free seat, for who is signed in or for a new player, who is signed in then."""
    config = access.current_config()
    if not config.demo:
        abort(404)
    take_from_shared_budget(VISITS)
    with access.current_store().write_session() as db:
        slug, wish = request.form.get("game", ""), request.form.get("seat", "")
        me = access.signed_in_player(db) if g.player else None
        seat = demonstration.seat_visitor(
            db, config.mail_host, access.request_time(), slug, wish, config.demo_patience, me
        )
        game = db.get_one(Game, seat.game_id)
        player = next(p for s, p in notify.list_holders(db, game) if s.id == seat.id)
        label, slug = seat.label, game.slug
        if me is None:
            sessions.sign_in(db, player)
    flash(access.say("page demonstration", seat=label))
    return redirect(url_for("seat.show_desk", slug=slug), 303)


# --- health -----------------------------------------------------------------------------------------------------


@pages.get("/healthz")
def answer_health() -> ResponseReturnValue:
    """That this process answers; in words, whether a clock runs beside it."""
    return {"ok": True, "clock": clock_notice.missing_clock_words()}


@pages.get("/readyz")
def answer_readiness() -> ResponseReturnValue:
    """Return whether the database can be written and the clock runs and is believed; what waits, and what is wrong.
    `why` is never empty where the answer is no."""
    now = access.request_time()
    unwritten = clock_notice.unwritable_words()
    try:
        with access.current_store().read_session() as db:
            waiting = {
                "mail": queues.measure_letters_in(db, now).count,
                "outbox": queues.measure_letters_out(db, now).count,
                **queues.count_put_aside(db),
            }
            silent = queues.clock_silence(db, now)
        wrong = alarms.list_troubles(access.current_store(), access.current_config(), now)
    except TROUBLE:
        return {"ok": False, "why": unwritten or "the database is away"}, 503
    why = "; ".join(filter(None, [unwritten, *(one.words for one in wrong if one.stopping)]))
    told = {one.name: one.since and round((now - one.since).total_seconds()) for one in wrong}
    answer = {"ok": not why, "clock_seconds": silent, "why": why, "troubles": told, **waiting}
    return answer, 503 if why else 200
