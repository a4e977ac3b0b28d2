"""The page of a desk, drawn: a player's place, and around it what happened, press and votes."""

from __future__ import annotations

from typing import Any

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.report import Map
from pbem.documents import game_summary, reports
from pbem.games import games
from pbem.games.orders import fallback_orders, orders, projection, receipts, scheduled_orders
from pbem.games.phases import schedule
from pbem.games.results import vote_counting
from pbem.games.rights import Right
from pbem.games.rules import rules_of
from pbem.games.talk import diaries, press
from pbem.storage.models import Deputy, Game, Phase, Receipt, Seat, Submission
from pbem.web.desk import standing_orders
from pbem.web.desk.desk_view import DeskPlace, DeskPosition, find_desk_place
from pbem.web.http import access, page_cache
from pbem.web.pages import report_view
from pbem.web.pages.report_delivery import delivery_of_report

PART = "X-Part"
"""The header of a script's request."""
BLANK: dict[str, Any] = {"home": "", "carried": {}, "fault": "", "answers": (), "asks": False, "changed": ""}
BLANK |= {
    "press_text": "",
    "press_to": (),
    "proposal": "",
    "diary_text": "",
    "later_text": "",
    "later_wanted": "",
    "later_otherwise": "",
}
"""What stands in the boxes of a desk that nobody has written in."""


def render_desk(db: Session, slug: str, asked: DeskPosition | None = None, **more: Any) -> str:
    """The desk, and where its player is in a sentence."""
    game, seat = access.required_seat(db, slug, Right.REPORTS)
    phase = games.find_current_phase(db, game)
    place = find_desk_place(db, game, seat, phase, asked or DeskPosition()) if phase else None
    return render_desk_at(db, game, seat, place, **more)


def render_desk_at(db: Session, game: Game, seat: Seat, place: DeskPlace | None, sent: str = "", **more: Any) -> str:
    """`sent`: the number of the lines of which is told what came of them. `part`: a script asks, which puts in what may
    have changed, and keeps the rest of its page."""
    phase = place.phase if place else None
    part = PART in request.headers
    stands_in = find_acting_deputy(db, game, seat)
    known: dict[str, Any] = {
        "part": part,
        "game": game,
        "seat": seat,
        "phase": phase,
        "status": access.reader_tongue().describe_status(game.status),
        "until": phase and (schedule.orders_accepted_until(phase) or phase.deadline),
        "place": place,
        "grammar": place.order_context.grammar if place and place.order_context else None,
        "deputy": stands_in,
        "receipt": receipt_of(db, seat, phase),
        "foreseen": projection.is_phase_undecided(game, phase) and projection.can_be_projected(game),
        **({} if part else desk_side_values(db, game, seat, place, stands_in)),
    }
    came = sent_lines_values(db, place, sent or request.values.get("sent", ""))
    return render_template("web/seat.html", **{**BLANK, **came, **known, **more})


def receipt_of(db: Session, seat: Seat, phase: Phase | None) -> Receipt | None:
    """The seat's last receipt, if it is for the phase that is open."""
    last = receipts.find_newest_receipt(db, seat) if phase else None
    return last if last and phase and last.phase_id == phase.id else None


def find_acting_deputy(db: Session, game: Game, seat: Seat) -> Deputy | None:
    """As what the player who asks stands in for the seat's holder; None if they are the holder."""
    found = access.find_deputyship(db, game) if g.player and seat.player_id != g.player.id else None
    return found[0] if found else None


def desk_side_values(
    db: Session, game: Game, seat: Seat, place: DeskPlace | None, stands_in: Deputy | None
) -> dict[str, Any]:
    """Return what a desk holds besides orders: what happened, press, votes. A deputy sees no press of before their
    time."""
    every, phase = games.list_game_seats(db, game), place.phase if place else None
    blocks = list(reports.happening_blocks(db, game, phase, seat)) if phase else []
    voted = vote_counting.list_standing_votes(db, game) if game.status in ("running", "paused") else []
    keeps_diary = g.player is not None and g.player.id == seat.player_id
    notes = diaries.list_own_notes(db, seat) if keeps_diary else []
    return {
        "mailed": delivery_of_report(db, game, phase, seat),
        "report": report_view.render_without_maps(blocks),
        "lead": report_view.lead_of(blocks),
        "pictured": any(isinstance(block, Map) for block in blocks),
        "seats": [s for s in every if s.id != seat.id],
        "press": press.list_visible_press(db, game, seat, last=30, since=stands_in.begins_at if stands_in else None),
        "labels": {s.code: s.label for s in every}
        | {press.MASTER: access.say("page game master"), "*": access.say("all")},
        "rules": rules_of(game),
        "kinds_with_press": press.kinds_with_press(game),
        "hushed": press.is_phase_hushed(game, phase),
        "proposals": game_summary.describe_open_votes(db, game) if voted else [],
        "mine": game_summary.describe_seat_ballots(db, seat) if voted and stands_in is None else [],
        "how_votes_go": game_summary.describe_voting_rules(game),
        "keeps_diary": keeps_diary,
        "diary": notes,
        "diary_opens": diaries.are_notes_open(notes),
        "key": page_cache.page_blank("key"),
        "kept": scheduled_orders.list_scheduled(db, seat),
        "ways": {way: access.say(game_summary.STAND_IN_WORDS[way]) for way in fallback_orders.game_fallbacks(game)},
        "chosen": fallback_orders.seat_fallbacks(game, seat),
    }


def sent_lines_values(db: Session, place: DeskPlace | None, sent: str) -> dict[str, Any]:
    """Return what came of lines that were sent in this phase: those that were not understood stay in the box."""
    number = access.parse_row_number(sent)
    row = db.get(Submission, number) if number is not None else None
    if not place or not place.order_context or not row:
        return {"text": "", "doubtful": (), "sent": ""}
    if (row.seat_id, row.phase_id) != (place.seat.id, place.phase.id):
        return {"text": "", "doubtful": (), "sent": ""}
    answer = orders.judge_text(place.order_context, row.text)[0]
    wrong = "\n".join(v.raw for v in answer.verdicts if not v.order_text)
    return {"text": wrong, "doubtful": standing_orders.list_doubtful_rows(answer), "sent": sent}


def return_to_desk(slug: str, row: str = "", sent: int = 0) -> ResponseReturnValue:
    """To the desk, at one of its rows, where it is told what came of lines that were sent. A script gets it at once,
    and so does whoever has half a letter in a box, which no address can hold."""
    begun = unsent_press_values()
    if PART not in request.headers and not begun:
        return redirect(url_for("seat.show_desk", slug=slug, _anchor=row or None, sent=sent or None), 303)
    with access.current_store().read_session() as db:
        return render_desk(db, slug, changed=row, sent=str(sent or ""), **begun)


def unsent_press_values() -> dict[str, Any]:
    """The letter to others that is being written while a step of an order is taken."""
    text, to = request.form.get("text", ""), request.form.getlist("to")
    return (
        {"press_text": text, "press_to": to} if request.endpoint == "seat.take_sentence_step" and text.strip() else {}
    )
