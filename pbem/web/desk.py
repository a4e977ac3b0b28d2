"""The page of a desk, drawn: a player's place, and around it what happened, press and votes."""

from __future__ import annotations

from typing import Any

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from engines.report import Map
from pbem import chronicle, reports
from pbem.models import Deputy, Game, Phase, Receipt, Seat, Submission
from pbem.play import alarms, ballots, diaries, foresight, games, later, orders, press, receipts, standins
from pbem.play.rights import Right
from pbem.play.rules import rules_of
from pbem.web import access, copies, document, standing
from pbem.web.mailed import delivery_of_report
from pbem.web.place import Asked, Place, taken

PART = "X-Part"
"""The header of a script's request."""
BLANK: dict[str, Any] = {"home": "", "carried": {}, "fault": "", "asks": False, "changed": ""}
BLANK |= {"press_text": "", "press_to": (), "proposal": "", "later_text": "", "later_wanted": "", "later_otherwise": ""}
"""What stands in the boxes of a desk that nobody has written in."""


def page(db: Session, slug: str, asked: Asked | None = None, **more: Any) -> str:
    """The desk, and where its player is in a sentence."""
    game, seat = access.required_seat(db, slug, Right.REPORTS)
    phase = games.current(db, game)
    place = taken(db, game, seat, phase, asked or Asked()) if phase else None
    return drawn(db, game, seat, place, **more)


def drawn(db: Session, game: Game, seat: Seat, place: Place | None, sent: str = "", **more: Any) -> str:
    """`sent`: the number of the lines of which is told what came of them. `part`: a script asks, which puts in what may
    have changed, and keeps the rest of its page."""
    phase = place.phase if place else None
    part = PART in request.headers
    stands_in = deputy(db, game, seat)
    known: dict[str, Any] = {
        "part": part,
        "game": game,
        "seat": seat,
        "phase": phase,
        "until": phase and (alarms.counted_until(phase) or phase.deadline),
        "place": place,
        "ask": place.hearing.ask if place and place.hearing else None,
        "deputy": stands_in,
        "receipt": receipt_of(db, seat, phase),
        "foreseen": foresight.is_open(game, phase) and foresight.foreseen(game),
        **({} if part else around(db, game, seat, place, stands_in)),
    }
    came = came_of(db, place, sent or request.values.get("sent", ""))
    return render_template("web/seat.html", **{**BLANK, **came, **known, **more})


def receipt_of(db: Session, seat: Seat, phase: Phase | None) -> Receipt | None:
    """The seat's last receipt, if it is for the phase that is open."""
    last = receipts.newest(db, seat) if phase else None
    return last if last and phase and last.phase_id == phase.id else None


def deputy(db: Session, game: Game, seat: Seat) -> Deputy | None:
    """As what the player who asks stands in for the seat's holder; None if he is that himself."""
    found = access.deputy(db, game) if g.player and seat.player_id != g.player.id else None
    return found[0] if found else None


def around(db: Session, game: Game, seat: Seat, place: Place | None, stands_in: Deputy | None) -> dict[str, Any]:
    """What a desk holds besides orders: what happened, press, votes. A deputy sees no press of before his time."""
    every, phase = games.seats(db, game), place.phase if place else None
    blocks = list(reports.happened(db, game, phase, seat)) if phase else []
    voted = ballots.cast(db, game) if game.status in ("running", "paused") else []
    keeps_diary = g.player is not None and g.player.id == seat.player_id
    notes = diaries.own(db, seat) if keeps_diary else []
    return {
        "mailed": delivery_of_report(db, game, phase, seat),
        "report": document.words_of(blocks),
        "lead": document.lead_of(blocks),
        "pictured": any(isinstance(block, Map) for block in blocks),
        "seats": [s for s in every if s.id != seat.id],
        "press": press.visible(db, game, seat, last=30, since=stands_in.begins_at if stands_in else None),
        "labels": {s.code: s.label for s in every} | {press.MASTER: "game master", "*": "all"},
        "rules": rules_of(game),
        "kinds_with_press": press.kinds_with_press(game),
        "hushed": press.hushed_in(game, phase),
        "proposals": chronicle.table(db, game) if voted else [],
        "mine": chronicle.accepted(db, seat) if voted and stands_in is None else [],
        "how_votes_go": chronicle.how_votes_go(game),
        "keeps_diary": keeps_diary,
        "diary": notes,
        "diary_opens": diaries.are_open(notes),
        "key": copies.blank("key"),
        "kept": later.kept(db, seat),
        "ways": {way: access.say(chronicle.STOOD_IN[way]) for way in standins.ways_of_game(game)},
        "chosen": standins.ways_of_seat(game, seat),
    }


def came_of(db: Session, place: Place | None, sent: str) -> dict[str, Any]:
    """What came of lines that were sent in this phase: those that were not understood stay in the box."""
    number = access.number(sent)
    row = db.get(Submission, number) if number is not None else None
    if not place or not place.hearing or not row:
        return {"text": "", "doubtful": (), "sent": ""}
    if (row.seat_id, row.phase_id) != (place.seat.id, place.phase.id):
        return {"text": "", "doubtful": (), "sent": ""}
    answer = orders.judged(place.hearing, row.text)[0]
    wrong = "\n".join(v.raw for v in answer.verdicts if not v.text)
    return {"text": wrong, "doubtful": standing.doubtful(answer), "sent": sent}


def back(slug: str, row: str = "", sent: int = 0) -> ResponseReturnValue:
    """To the desk, at one of its rows, where it is told what came of lines that were sent. A script gets it at once,
    and so does whoever has half a letter in a box, which no address can hold."""
    begun = half_written()
    if PART not in request.headers and not begun:
        return redirect(url_for("seat.show", slug=slug, _anchor=row or None, sent=sent or None), 303)
    with access.store().read() as db:
        return page(db, slug, changed=row, sent=str(sent or ""), **begun)


def half_written() -> dict[str, Any]:
    """The letter to others that is being written while a step of an order is taken."""
    text, to = request.form.get("text", ""), request.form.getlist("to")
    return {"press_text": text, "press_to": to} if request.endpoint == "seat.step" and text.strip() else {}
