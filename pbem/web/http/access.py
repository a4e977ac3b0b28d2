"""Who is asking, and what each request brings along: the store, the clock's reading, the reader's time zone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, current_app, g, redirect, request, session, url_for
from markupsafe import Markup
from sqlmodel import Session
from werkzeug.exceptions import Forbidden

from pbem.documents import game_summary, printing, reports
from pbem.games import Refusal, games
from pbem.games.rights import Right, Role, has_right
from pbem.games.seating import invitations, substitutes
from pbem.pace import zone_info
from pbem.render.paper import NoSuchPaper, Paper
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import Deputy, Game, Phase, Player, Seat
from pbem.storage.models.words import Source
from pbem.web.http import cookies
from pbem.wording import ENGLISH, Tongue

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def attach_access(app: Flask, config: Config, store: Store) -> None:
    """Puts configuration and store where requests find them, and headers on every answer."""
    app.url_defaults(keep_chosen_seat)
    app.extensions["pbem"] = (config, store)
    app.after_request(add_security_headers)
    app.context_processor(page_template_values)
    app.jinja_env.globals["say"] = say_on_page


def keep_chosen_seat(endpoint: str, values: dict[str, Any]) -> None:
    """Whoever looks at one of their seats of a game stays there, wherever a link or a form leads in that game."""
    view, chosen = request.view_args or {} if request else {}, request.args.get(WHICH) if request else None
    if chosen and "slug" in values and values["slug"] == view.get("slug") and endpoint != "game.join_game":
        values.setdefault(WHICH, chosen[:20])


def config_of(app: Flask) -> Config:
    found: Config = app.extensions["pbem"][0]
    return found


def current_config() -> Config:
    return config_of(current_app)


def current_store() -> Store:
    found: Store = current_app.extensions["pbem"][1]
    return found


def requested_paper() -> Paper:
    """Return what the address asks to be printed on, `?paper=letter&print=large&toner=low`; else what the player chose.
    Raises Refusal for what there is not."""
    asked, usual = request.args, printing.player_paper(g.player)
    try:
        return Paper(
            asked.get("paper") or usual.size, asked.get("print") or usual.print, asked.get("toner") or usual.toner
        )
    except NoSuchPaper as error:
        raise Refusal("bad print", what=error.what, said=error.said[:20], known=error.known) from error


def request_time() -> datetime:
    """The instant of the request."""
    if "now" not in g:
        g.now = datetime.now(UTC)
    found: datetime = g.now
    return found


def add_security_headers(response: Response) -> Response:
    kept = {"Cache-Control": "no-store" if session.get("token") else "no-cache"}
    if cookies.is_secure(current_config()):
        kept["Strict-Transport-Security"] = cookies.SECURE_FOR
    for name, value in {**HEADERS, **kept}.items():
        response.headers.setdefault(name, value)
    return response


# --- who it is, and what it is about ----------------------------------------------------------------------------


def signed_in_player(db: Session) -> Player:
    """The player who asks, in a session of the database. Raises Forbidden if nobody is signed in."""
    if g.player is None:
        raise Forbidden(say("page sign in first"))
    return db.get_one(Player, g.player.id)


WORDS, MOST_WORDS = "words", 10
"""Where a browser keeps the words of games that are not open to all, and of how many."""
WHICH = "seat"
"""What of an address says which seat is meant, for who holds several of a game."""


def my_seat(db: Session, game: Game) -> Seat | None:
    """The seat of the player who asks in a game."""
    if g.player is None:
        return None
    mine = [seat for seat in games.list_game_seats(db, game) if seat.player_id == g.player.id]
    return next((seat for seat in mine if seat.code == request.args.get(WHICH)), mine[0] if mine else None)


class OutdatedForm(Exception):  # noqa: N818 - a page that is old is no error
    """A form speaks of another phase than the one that is open now: nothing was done. `parse_row_number` is the one it
    was drawn for, None if it does not say."""

    def __init__(self, slug: str, number: int | None) -> None:
        super().__init__(slug)
        self.slug, self.number = slug, number


def required_phase(db: Session, game: Game, *, lock: bool = True) -> Phase | None:
    """The newest phase, if the form that is sent was drawn for it; None before the first. Raises OutdatedForm.

    The game is locked, so that it stays the newest until all is done; who only looks needs no `lock`."""
    if lock:
        games.lock_game(db, game)
    phase = games.find_current_phase(db, game)
    drawn = posted_phase_number()
    if drawn != (phase.number if phase else 0):
        raise OutdatedForm(game.slug, drawn)
    return phase


def posted_phase_number() -> int | None:
    """The number of the phase a form was drawn for; 0: before the first."""
    return parse_row_number(request.form.get("phase", ""))


def parse_row_number(said: str) -> int | None:
    """The number of a row or a phase, as an address or a form says it; None: it is none, or larger than any is."""
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None


def describe_outdated_form(db: Session, error: OutdatedForm) -> str:
    """Return what changed since the page was drawn, and what to do."""
    game = games.get_game(db, error.slug)
    phase = games.find_current_phase(db, game)
    old = next((p for p in games.list_phases(db, game) if p.number == error.number), None)
    if phase is None:
        return say("outdated form not begun")
    now = games.phase_title(phase)
    if old is None or old.resolved_at is None:
        return say("outdated form", now=now)
    ended = reports.format_instant(old.resolved_at, reader_zone())
    return say("outdated form ended", before=games.phase_title(old), at=ended, now=now)


def get_visible_game(db: Session, slug: str) -> Game:
    """The game that is so called, if the reader may know of it: of one that is not open to all who has to do with it,
    or has come by a link with its word; their browser keeps that. Raises Refusal "no such game"."""

    def knows_word(game: Game) -> bool:
        kept: dict[str, str] = session.get(WORDS, {})
        said = request.values.get("word", "") or kept.get(game.slug, "")
        if not invitations.is_entry_word(current_config().secret_key, game, said):
            return False
        if kept.get(game.slug) != said:
            session[WORDS] = dict([*kept.items(), (game.slug, said)][-MOST_WORDS:])
        return True

    return invitations.get_game_for_reader(db, slug, g.player, knows_word)


def required_seat(db: Session, slug: str, right: Right | None = None) -> tuple[Game, Seat]:
    """The game and the asker's seat in it, or that of somebody for whom they stand in if a deputy has that `right`.
    Raises Forbidden, and Refusal if there is no such game."""
    game = get_visible_game(db, slug)
    if (seat := my_seat(db, game)) is not None:
        return game, seat
    stands_in = find_deputyship(db, game)
    if stands_in is None:
        raise Forbidden(say("page no seat"))
    if not has_right(Role.DEPUTY, right):
        raise Forbidden(say("page not a deputy"))
    return game, stands_in[1]


def find_deputyship(db: Session, game: Game) -> tuple[Deputy, Seat] | None:
    """As what the player who asks stands in for somebody in a game in which they do not play, and for whom."""
    if g.player is None or my_seat(db, game) is not None:
        return None
    return next(
        (one for one in substitutes.list_deputy_seats(db, g.player, request_time()) if one[1].game_id == game.id), None
    )


def find_report_reader(db: Session, game: Game, phase: Phase) -> tuple[Seat | None, datetime | None]:
    """As which seat the player who asks reads the report of a phase, and from when on what was private: a deputy reads
    those of phases that were open in their time; None: as anybody."""
    if (seat := my_seat(db, game)) is not None:
        return seat, None
    stands_in = find_deputyship(db, game)
    if stands_in is None or (phase.resolved_at is not None and phase.resolved_at < stands_in[0].begins_at):
        return None, None
    return stands_in[1], stands_in[0].begins_at


def order_source(db: Session, seat: Seat) -> Source:
    """Return whence orders come that the player who asks gives for a seat."""
    return "web" if seat.player_id == signed_in_player(db).id else "deputy"


def redirect_to_sign_in() -> Response:
    found = redirect(url_for("account.sign_in", next=request.full_path))
    assert isinstance(found, Response)
    return found


# --- words every page knows -------------------------------------------------------------------------------------


def reader_zone() -> str:
    return g.player.zone if g.get("player") else "UTC"


def say(name: str, /, **facts: object) -> str:
    """A sentence of the server in the reader's language: pages are English so far."""
    return reader_tongue()(name, **facts)


def say_on_page(name: str, /, **facts: object) -> Markup:
    """The same in a template, where it may hold HTML; facts are escaped."""
    return reader_tongue().on_page(name, **facts)


def reader_tongue() -> Tongue:
    """The language of who reads a page: English so far."""
    return ENGLISH


def page_template_values() -> dict[str, Any]:
    return {
        "me": g.get("player"),
        "called": lambda player: game_summary.shown_player_name(player) or say("page nameless"),
        "mailbox_page": "mailbox" in current_app.blueprints,
        "demo": current_config().demo,
        "host": current_config().mail_host,
        "now": request_time(),
        "when": lambda at: reports.format_instant(at, reader_zone()),
        "short": lambda at: ENGLISH.calendar.format_short_moment(at, zone_info(reader_zone())),
        "why_then": lambda phase: reports.explain_deadline(phase, reader_zone()),
    }
