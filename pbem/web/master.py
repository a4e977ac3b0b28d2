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
from engines.language.index import Grammar
from pbem import chronicle, reports, wording
from pbem.books.sheet import example
from pbem.models import Game, Phase, Player
from pbem.pace import PaceError, length, moment_of, zone_info
from pbem.play import (
    Refused,
    corrections,
    games,
    gifts,
    invitations,
    leaders,
    master,
    missed,
    people,
    phases,
    press,
    seats,
    tell,
    terms,
)
from pbem.play.rules import rules_of
from pbem.web import access, errors
from pbem.web.access import Outdated
from pbem.web.bounds import bounded
from pbem.web.document import document

TURNS = wording.family("turns", "missed", "unreachable", "late", "stood in", "excused", "taken")
pages = Blueprint("master", __name__, url_prefix="/games/<slug>/master")


def mine(db: Session, slug: str) -> tuple[Game, Player]:
    """The game, led by the player who asks. Raises Forbidden."""
    game, player = access.visible(db, slug), access.me(db)
    if not leaders.leads(db, game, player):
        raise Forbidden("Only the game master can do this.")
    return game, player


@pages.get("")
def show(slug: str) -> ResponseReturnValue:
    if g.player is None:
        return access.to_sign_in()
    return page(slug)


@pages.errorhandler(Refused)
def refused(error: Refused) -> ResponseReturnValue:
    """The page again with the reason, and with all that was typed."""
    if request.method != "POST" or error.code == "no such game":
        return errors.refused(error)
    return page((request.view_args or {})["slug"], fault=wording.refusal(error), typed=request.form), 400


@pages.errorhandler(Outdated)
def outdated(error: Outdated) -> ResponseReturnValue:
    """The page as it is now, with what changed, and with all that was typed."""
    with access.store().read() as db:
        fault = access.outdated(db, error)
    return page(error.slug, fault=fault, typed=request.form), 409


def page(slug: str, fault: str = "", typed: Mapping[str, str] = MappingProxyType({})) -> str:
    with access.store().read() as db:
        game, player = mine(db, slug)
        phase, holders = games.current(db, game), tell.holders(db, game)
        plays = master.plays(db, game, player)
        return render_template(
            "web/master.html",
            key=secrets.token_hex(8),
            plays=plays,
            fault=fault,
            typed=typed,
            game=game,
            given=[seat for row, seat in gifts.open_gifts(db, game, access.now()) if row.accepted_at],
            private=invitations.is_private(game),
            word=invitations.word_of(access.config().secret_key, game),
            phase=phase,
            phase_name=games.called(phase) if phase else "",
            timeline=[(p.number, games.called(p)) for p in games.timeline(db, game)],
            seats=games.seats(db, game),
            holders={s.id: p for s, p in holders},
            names=not (plays and rules_of(game).anonymous),
            tallies={s.id: missed.tally(db, seat=s, player=p) for s, p in holders},
            awaited={s.id for s in phases.owing(db, phase)} if phase and not phase.resolved_at else set(),
            press=press.visible(db, game, press.MASTER),
            labels={s.code: s.label for s in games.seats(db, game)} | {press.MASTER: "game master", "*": "all"},
            correctable=correctable(db, game, player),
            terms=terms.written(game),
            chief=leaders.is_master(game, player),
            leaders=leaders.every(db, game),
            forward=bool(master.left_behind(games.timeline(db, game))),
            advised=isinstance(games.engine(game), Adviser),
            ledger=chronicle.ledger(db, game, lambda at: reports.when(at, access.zone())),
        )


def correctable(db: Session, game: Game, player: Player) -> list[tuple[str, str]]:
    """Examples of what can be said to put the board right, each with what it does; none if it cannot be."""
    try:
        asked = corrections.ask(db, game, player)
    except Refused:
        return []
    return [(example(Grammar(dataclasses.replace(asked, lines=(line,)))), line.help) for line in asked.lines]


@pages.app_template_filter("tallied")
def tallied(found: Counter[str]) -> str:
    """How the turns of a seat ended, in words, those that were taken last."""
    some = [access.say(TURNS[verdict], count=found[verdict]) for verdict in TURNS if found[verdict]]
    return ", ".join(some)


@pages.post("")
def act(slug: str) -> ResponseReturnValue:
    """One act, named by the button that was pressed."""
    name = request.form.get("act", "")
    if name not in ACTS:
        raise Forbidden("There is no such act.")
    with access.store().write() as db:
        game, player = mine(db, slug)
        access.required_phase(db, game)
        people.commanded(db, access.config().limits, player, access.now())
        said = ACTS[name](db, game, player)
        leads = leaders.leads(db, game, player)
    flash(said)
    return redirect(url_for("master.show" if leads else "game.show", slug=slug), 303)


@pages.post("/preview")
@bounded("what_ifs")
def preview(slug: str) -> ResponseReturnValue:
    """The report that would go out if the phase was resolved now. Nothing is kept but that somebody looked."""
    with access.store().write() as db:
        game, player = mine(db, slug)
        code = request.form.get("seat", "")
        seat = seats.by_code(db, game, code) if code else None

        def drawn(phase: Phase) -> str:
            blocks = reports.blocks(db, phase, seat, access.zone(), with_press=False)
            name = seat.label if seat else ""
            return render_template("web/preview.html", game=game, report=document(blocks), seat=name)

        return master.preview(db, game, player, access.now(), drawn)


def why() -> str:
    """The reason that was given."""
    return request.form.get("reason", "")


def extend(db: Session, game: Game, player: Player) -> str:
    try:
        span = length(request.form.get("length", ""))
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error
    master.extend(db, game, player, span, access.now(), why())
    return access.say("page deadline")


def deadline(db: Session, game: Game, player: Player) -> str:
    try:
        at = moment_of(request.form.get("when", ""), access.now(), zone_info(game.zone))
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error
    master.deadline(db, game, player, at, access.now(), why())
    return access.say("page deadline")


def set_terms(db: Session, game: Game, player: Player) -> str:
    new = terms.change(db, game, player, request.form.get("text", ""), access.now(), why())
    return access.say("terms changed", lines=list(new))


def pause(db: Session, game: Game, player: Player) -> str:
    master.pause(db, game, player, access.now(), why())
    return access.say("page paused")


def resume(db: Session, game: Game, player: Player) -> str:
    master.resume(db, game, player, access.now(), why())
    return access.say("page resumed")


def process(db: Session, game: Game, player: Player) -> str:
    phase = master.process(db, game, player, access.now(), why())
    return access.say("page processed", phase=games.called(phase))


def replace(db: Session, game: Game, player: Player) -> str:
    new = people.player(db, request.form.get("address", ""), access.now())
    code, limits = request.form.get("seat", ""), access.config().limits
    seat = master.replace(db, game, player, code, new, access.now(), limits, why())
    return access.say("page replaced", seat=seat.label, address=new.address)


def readdress(db: Session, game: Game, player: Player) -> str:
    seat = seats.by_code(db, game, request.form.get("seat", ""))
    master.readdress(db, game, player, seat, access.now())
    return access.say("page master readdressed", seat=seat.label)


def correct(db: Session, game: Game, player: Player) -> str:
    seat = seats.by_code(db, game, request.form.get("seat", ""))
    master.correct(db, game, player, seat, request.form.get("text", ""), access.now(), why())
    return access.say("page corrected", seat=seat.label)


def board(db: Session, game: Game, player: Player) -> str:
    corrections.correct(db, game, player, request.form.get("text", ""), access.now(), why())
    return access.say("page board corrected")


def rollback(db: Session, game: Game, player: Player) -> str:
    said = request.form.get("number", "")
    number = access.number(said)
    if number is None:
        raise Refused("no such phase", number=said[:20])
    keep = "keep_orders" in request.form
    phase = master.rollback(db, game, player, number, access.now(), keep_orders=keep, reason=why())
    return access.say("page rolled back", phase=games.called(phase))


def invite(db: Session, game: Game, player: Player) -> str:
    addresses = request.form.get("addresses", "").replace(",", " ").replace(";", " ").split()
    asked = invitations.invite(db, game, player, addresses, access.now(), access.config().limits)
    return access.say("invited", addresses=asked) if asked else access.say("invited none")


def agree(db: Session, game: Game, _: Player) -> str:
    seat = seats.by_code(db, game, request.form.get("seat", ""))
    gifts.agree(db, game, seat, access.now())
    return access.say("gift agreed", seat=seat.label)


def word(db: Session, game: Game, _: Player) -> str:
    invitations.new_word(db, game)
    return access.say("page word")


def rollforward(db: Session, game: Game, player: Player) -> str:
    phase = master.rollforward(db, game, player, access.now(), why())
    return access.say("page rolled back", phase=games.called(phase))


def eject(db: Session, game: Game, player: Player) -> str:
    seat = seats.by_code(db, game, request.form.get("seat", ""))
    master.eject(db, game, player, seat, access.now(), why())
    return access.say("ejected", seat=seat.label)


def dummy(db: Session, game: Game, player: Player) -> str:
    seat = seats.by_code(db, game, request.form.get("seat", ""))
    master.dummy(db, game, player, seat, access.now(), why())
    return access.say("dummy", seat=seat.label)


def hand_over(db: Session, game: Game, player: Player) -> str:
    new = people.who_wrote(db, request.form.get("address", ""))
    done = master.hand_over(db, game, player, new, access.now(), access.config().limits)
    return access.say("leads now" if done else "asked to lead", address=new.address)


def ask_to_lead(db: Session, game: Game, player: Player) -> str:
    new = people.who_wrote(db, request.form.get("address", ""))
    master.ask_to_lead(db, game, player, new, access.now(), access.config().limits)
    return access.say("asked to lead", address=new.address)


def dismiss(db: Session, game: Game, player: Player) -> str:
    other = people.who_wrote(db, request.form.get("address", ""))
    master.dismiss(db, game, player, other, access.now())
    return access.say("page dismissed", address=other.address)


def step_down(db: Session, game: Game, player: Player) -> str:
    leaders.leave(db, game, player, access.now())
    return access.say("you lead no more", slug=game.slug)


def cancel(db: Session, game: Game, player: Player) -> str:
    if "sure" not in request.form:
        raise Refused("tick to cancel")
    master.cancel(db, game, player, access.now(), why())
    return access.say("page cancelled")


def message(db: Session, game: Game, player: Player) -> str:
    key = f"web:master:{request.form.get('key') or secrets.token_hex(8)}"
    master.message(db, game, player, request.form.get("text", ""), access.now(), key, access.config().limits)
    return access.say("page sent to all")


ACTS = {
    "extend": extend,
    "deadline": deadline,
    "set": set_terms,
    "pause": pause,
    "resume": resume,
    "process": process,
    "replace": replace,
    "readdress": readdress,
    "correct": correct,
    "board": board,
    "rollback": rollback,
    "agree": agree,
    "invite": invite,
    "rollforward": rollforward,
    "eject": eject,
    "dummy": dummy,
    "hand over": hand_over,
    "ask to lead": ask_to_lead,
    "dismiss": dismiss,
    "step down": step_down,
    "cancel": cancel,
    "message": message,
    "word": word,
}
