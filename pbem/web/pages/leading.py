"""What the game master does: time, seats, orders in somebody's place, going back, a word to all."""

from __future__ import annotations

import dataclasses
import secrets
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session
from werkzeug.exceptions import Forbidden

from engines.abilities import Adviser
from engines.language.index import CompiledGrammar
from pbem import wording
from pbem.books.sheet import short_example
from pbem.documents import game_summary, reports
from pbem.games import Refusal, games, notify
from pbem.games.leading import corrections, leaders, master, terms
from pbem.games.people import people
from pbem.games.phases import phases, turn_verdicts
from pbem.games.rules import rules_of
from pbem.games.seating import gifts, invitations, seats
from pbem.games.talk import press
from pbem.pace import PaceError, parse_length, parse_moment, zone_info
from pbem.storage.models import Game, Phase, Player
from pbem.web.http import access, errors
from pbem.web.http.access import OutdatedForm
from pbem.web.http.request_limits import limit_requests
from pbem.web.pages.report_view import build_document

TURNS = wording.sentence_family("turns", "missed", "unreachable", "late", "stood in", "excused", "taken")
pages = Blueprint("leading", __name__, url_prefix="/games/<slug>/master")


def get_led_game(db: Session, slug: str) -> tuple[Game, Player]:
    """The game, led by the player who asks. Raises Forbidden."""
    game, player = access.get_visible_game(db, slug), access.signed_in_player(db)
    if not leaders.leads_game(db, game, player):
        raise Forbidden("Only the game master can do this.")
    return game, player


@pages.get("")
def show_master_page(slug: str) -> ResponseReturnValue:
    if g.player is None:
        return access.redirect_to_sign_in()
    return render_master_page(slug)


@pages.errorhandler(Refusal)
def handle_master_refusal(error: Refusal) -> ResponseReturnValue:
    """The page again with the reason, and with all that was typed."""
    if request.method != "POST" or error.code == "no such game":
        return errors.handle_refusal(error)
    return render_master_page(
        (request.view_args or {})["slug"], fault=wording.refusal_in_english(error), typed=request.form
    ), 400


@pages.errorhandler(OutdatedForm)
def handle_outdated_master(error: OutdatedForm) -> ResponseReturnValue:
    """The page as it is now, with what changed, and with all that was typed."""
    with access.current_store().read_session() as db:
        fault = access.describe_outdated_form(db, error)
    return render_master_page(error.slug, fault=fault, typed=request.form), 409


def render_master_page(slug: str, fault: str = "", typed: Mapping[str, str] = MappingProxyType({})) -> str:
    with access.current_store().read_session() as db:
        game, player = get_led_game(db, slug)
        phase, holders = games.find_current_phase(db, game), notify.list_holders(db, game)
        plays = master.plays_or_stands_in(db, game, player)
        return render_template(
            "web/master.html",
            key=secrets.token_hex(8),
            plays=plays,
            fault=fault,
            typed=typed,
            game=game,
            given=[seat for row, seat in gifts.list_open_gifts(db, game, access.request_time()) if row.accepted_at],
            private=invitations.is_private(game),
            word=invitations.entry_word(access.current_config().secret_key, game),
            phase=phase,
            phase_name=games.phase_title(phase) if phase else "",
            timeline=[(p.number, games.phase_title(p)) for p in games.list_phases(db, game)],
            seats=games.list_game_seats(db, game),
            holders={s.id: p for s, p in holders},
            names=not (plays and rules_of(game).anonymous),
            tallies={s.id: turn_verdicts.tally_verdicts(db, seat=s, player=p) for s, p in holders},
            awaited={s.id for s in phases.list_debtor_seats(db, phase)} if phase and not phase.resolved_at else set(),
            press=press.list_visible_press(db, game, press.MASTER),
            labels={s.code: s.label for s in games.list_game_seats(db, game)}
            | {press.MASTER: "game master", "*": "all"},
            correctable=list_correction_examples(db, game, player),
            terms=terms.format_terms(game),
            chief=leaders.is_master(game, player),
            leaders=leaders.list_leaders_and_asked(db, game),
            forward=bool(master.numbers_left_behind(games.list_phases(db, game))),
            advised=isinstance(games.get_engine(game), Adviser),
            ledger=game_summary.describe_ledger(db, game, lambda at: reports.format_instant(at, access.reader_zone())),
        )


def list_correction_examples(db: Session, game: Game, player: Player) -> list[tuple[str, str]]:
    """Examples of what can be said to put the board right, each with what it does; none if it cannot be."""
    try:
        asked = corrections.build_correction_grammar(db, game, player)
    except Refusal:
        return []
    return [
        (short_example(CompiledGrammar(dataclasses.replace(asked, lines=(line,)))), line.help) for line in asked.lines
    ]


@pages.app_template_filter("tallied")
def format_turn_tally(found: Counter[str]) -> str:
    """How the turns of a seat ended, in words, those that were taken last."""
    some = [access.say(TURNS[verdict], count=found[verdict]) for verdict in TURNS if found[verdict]]
    return ", ".join(some)


@pages.post("")
def act_as_master(slug: str) -> ResponseReturnValue:
    """One act, named by the button that was pressed."""
    name = request.form.get("act", "")
    if name not in ACTS:
        raise Forbidden("There is no such act.")
    with access.current_store().write_session() as db:
        game, player = get_led_game(db, slug)
        access.required_phase(db, game)
        people.count_command(db, access.current_config().limits, player, access.request_time())
        said = ACTS[name](db, game, player)
        leads = leaders.leads_game(db, game, player)
    flash(said)
    return redirect(url_for("leading.show_master_page" if leads else "game.show_game", slug=slug), 303)


@pages.post("/preview")
@limit_requests("what_ifs")
def preview_resolution(slug: str) -> ResponseReturnValue:
    """The report that would go out if the phase was resolved now. Nothing is kept but that somebody looked."""
    with access.current_store().write_session() as db:
        game, player = get_led_game(db, slug)
        code = request.form.get("seat", "")
        seat = seats.get_seat_by_code(db, game, code) if code else None

        def render_preview(phase: Phase) -> str:
            blocks = reports.report_blocks(db, phase, seat, access.reader_zone(), with_press=False)
            name = seat.label if seat else ""
            return render_template("web/preview.html", game=game, report=build_document(blocks), seat=name)

        return master.preview_next_phase(db, game, player, access.request_time(), render_preview)


def posted_reason() -> str:
    """The reason that was given."""
    return request.form.get("reason", "")


def handle_extend(db: Session, game: Game, player: Player) -> str:
    try:
        span = parse_length(request.form.get("length", ""))
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error
    master.extend_deadline(db, game, player, span, access.request_time(), posted_reason())
    return access.say("page deadline")


def handle_deadline(db: Session, game: Game, player: Player) -> str:
    try:
        at = parse_moment(request.form.get("when", ""), access.request_time(), zone_info(game.zone))
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error
    master.fix_deadline(db, game, player, at, access.request_time(), posted_reason())
    return access.say("page deadline")


def handle_set_terms(db: Session, game: Game, player: Player) -> str:
    new = terms.change_terms(db, game, player, request.form.get("text", ""), access.request_time(), posted_reason())
    return access.say("terms changed", lines=list(new))


def handle_pause(db: Session, game: Game, player: Player) -> str:
    master.pause_game(db, game, player, access.request_time(), posted_reason())
    return access.say("page paused")


def handle_resume(db: Session, game: Game, player: Player) -> str:
    master.resume_game(db, game, player, access.request_time(), posted_reason())
    return access.say("page resumed")


def handle_process(db: Session, game: Game, player: Player) -> str:
    phase = master.process_phase(db, game, player, access.request_time(), posted_reason())
    return access.say("page processed", phase=games.phase_title(phase))


def handle_replace(db: Session, game: Game, player: Player) -> str:
    new = people.get_or_register_player(db, request.form.get("address", ""), access.request_time())
    code, limits = request.form.get("seat", ""), access.current_config().limits
    seat = master.replace_player(db, game, player, code, new, access.request_time(), limits, posted_reason())
    return access.say("page replaced", seat=seat.label, address=new.address)


def handle_readdress(db: Session, game: Game, player: Player) -> str:
    seat = seats.get_seat_by_code(db, game, request.form.get("seat", ""))
    master.readdress_seat(db, game, player, seat, access.request_time())
    return access.say("page master readdressed", seat=seat.label)


def handle_correct(db: Session, game: Game, player: Player) -> str:
    seat = seats.get_seat_by_code(db, game, request.form.get("seat", ""))
    master.correct_orders(db, game, player, seat, request.form.get("text", ""), access.request_time(), posted_reason())
    return access.say("page corrected", seat=seat.label)


def handle_board(db: Session, game: Game, player: Player) -> str:
    corrections.correct_board(db, game, player, request.form.get("text", ""), access.request_time(), posted_reason())
    return access.say("page board corrected")


def handle_rollback(db: Session, game: Game, player: Player) -> str:
    said = request.form.get("number", "")
    number = access.parse_row_number(said)
    if number is None:
        raise Refusal("no such phase", number=said[:20])
    keep = "keep_orders" in request.form
    phase = master.roll_back_game(
        db, game, player, number, access.request_time(), keep_orders=keep, reason=posted_reason()
    )
    return access.say("page rolled back", phase=games.phase_title(phase))


def handle_invite(db: Session, game: Game, player: Player) -> str:
    addresses = request.form.get("addresses", "").replace(",", " ").replace(";", " ").split()
    asked = invitations.invite_players(
        db, game, player, addresses, access.request_time(), access.current_config().limits
    )
    return access.say("invited", addresses=asked) if asked else access.say("invited none")


def handle_agree(db: Session, game: Game, _: Player) -> str:
    seat = seats.get_seat_by_code(db, game, request.form.get("seat", ""))
    gifts.agree_to_gift(db, game, seat, access.request_time())
    return access.say("gift agreed", seat=seat.label)


def handle_word(db: Session, game: Game, _: Player) -> str:
    invitations.renew_entry_word(db, game)
    return access.say("page word")


def handle_rollforward(db: Session, game: Game, player: Player) -> str:
    phase = master.roll_forward_game(db, game, player, access.request_time(), posted_reason())
    return access.say("page rolled back", phase=games.phase_title(phase))


def handle_eject(db: Session, game: Game, player: Player) -> str:
    seat = seats.get_seat_by_code(db, game, request.form.get("seat", ""))
    master.eject_player(db, game, player, seat, access.request_time(), posted_reason())
    return access.say("ejected", seat=seat.label)


def handle_dummy(db: Session, game: Game, player: Player) -> str:
    seat = seats.get_seat_by_code(db, game, request.form.get("seat", ""))
    master.seat_dummy(db, game, player, seat, access.request_time(), posted_reason())
    return access.say("dummy", seat=seat.label)


def handle_hand_over(db: Session, game: Game, player: Player) -> str:
    new = people.get_known_writer(db, request.form.get("address", ""))
    done = master.hand_over_lead(db, game, player, new, access.request_time(), access.current_config().limits)
    return access.say("leads now" if done else "asked to lead", address=new.address)


def handle_ask_to_lead(db: Session, game: Game, player: Player) -> str:
    new = people.get_known_writer(db, request.form.get("address", ""))
    master.ask_co_master(db, game, player, new, access.request_time(), access.current_config().limits)
    return access.say("asked to lead", address=new.address)


def handle_dismiss(db: Session, game: Game, player: Player) -> str:
    other = people.get_known_writer(db, request.form.get("address", ""))
    master.dismiss_co_master(db, game, player, other, access.request_time())
    return access.say("page dismissed", address=other.address)


def handle_step_down(db: Session, game: Game, player: Player) -> str:
    leaders.stop_leading(db, game, player, access.request_time())
    return access.say("you lead no more", slug=game.slug)


def handle_cancel(db: Session, game: Game, player: Player) -> str:
    if "sure" not in request.form:
        raise Refusal("tick to cancel")
    master.cancel_game(db, game, player, access.request_time(), posted_reason())
    return access.say("page cancelled")


def handle_message(db: Session, game: Game, player: Player) -> str:
    key = f"web:master:{request.form.get('key') or secrets.token_hex(8)}"
    master.message_all_players(
        db, game, player, request.form.get("text", ""), access.request_time(), key, access.current_config().limits
    )
    return access.say("page sent to all")


ACTS = {
    "extend": handle_extend,
    "deadline": handle_deadline,
    "set": handle_set_terms,
    "pause": handle_pause,
    "resume": handle_resume,
    "process": handle_process,
    "replace": handle_replace,
    "readdress": handle_readdress,
    "correct": handle_correct,
    "board": handle_board,
    "rollback": handle_rollback,
    "agree": handle_agree,
    "invite": handle_invite,
    "rollforward": handle_rollforward,
    "eject": handle_eject,
    "dummy": handle_dummy,
    "hand over": handle_hand_over,
    "ask to lead": handle_ask_to_lead,
    "dismiss": handle_dismiss,
    "step down": handle_step_down,
    "cancel": handle_cancel,
    "message": handle_message,
    "word": handle_word,
}
