"""The board put right by who leads a game: the open phase begins anew from a position that is corrected in sentences of
the game's own.

It is a phase like any other, with its place in the chain of hashes: what was said is kept, so whoever proves the game
comes to the same position. All read what was said; what a seat alone may know it reads alone, and the others that there
was something.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from engines import language, states
from engines.abilities import Correctable
from engines.base import State, Step
from engines.language.grammar import OrderGrammar
from pbem.games import Refusal, games
from pbem.games.leading import master
from pbem.games.notify import Kind, queue_to_all
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.phases import phase_turns, phases
from pbem.games.proof import hash_chain, redaction
from pbem.pace import Deadline
from pbem.pace.reasons import parse_reasons
from pbem.storage.models import Game, Phase, Player


def build_correction_grammar(session: Session, game: Game, actor: Player | None) -> OrderGrammar:
    """Return what can be said to put the open phase right. Who plays in a game with secrets is not shown them. Raises
    Refusal "not the master", "not running", "no corrections", "plays with secrets"."""
    master.check_leads_game(session, game, actor)
    phase, engine = master.get_open_phase(session, game), games.get_engine(game)
    asked = engine.correction_grammar(games.phase_state(phase)) if isinstance(engine, Correctable) else None
    if asked is None or not asked.lines:
        raise Refusal("no corrections", title=engine.title)
    if states.has_secrets(engine.State) and actor and master.plays_or_stands_in(session, game, actor):
        raise Refusal("plays with secrets", slug=game.slug)
    return asked


def correct_board(
    session: Session, game: Game, actor: Player | None, text: str, now: datetime, reason: str = ""
) -> Phase:
    """The open phase anew, from the position as these lines put it right. Orders that are still possible stand again,
    the deadline stays, and all are told.

    All or nothing: raises Refusal "bad board" with what is wrong; see also `build_correction_grammar`."""
    games.lock_game(session, game)
    read_ = language.parse_orders(build_correction_grammar(session, game, actor), text)
    wrong = [f"“{v.raw.strip()}”: {' '.join(r.text for r in v.remarks)}" for v in read_.verdicts if not v.order_text]
    if wrong or not read_.orders:
        raise Refusal("bad board", faults=wrong[: master.MOST_FAULTS] or ["…"])
    before, said = master.get_open_phase(session, game), hash_chain.dump_orders(read_.orders)
    try:
        step = phases.correct_step(game, before, said)
    except ValueError as error:
        raise Refusal("bad board", faults=[str(error)]) from error
    if not {*games.get_engine(game).obligations(step.state).values()} - {"free"}:
        raise Refusal("nobody would owe", slug=game.slug)
    after = reopen_phase(session, game, before, step, said, now)
    told = correction_for_reader(game, after, None)
    enter_correction(session, game, actor, told, now, reason)
    data = {
        "lines": told.lines,
        "hidden": told.hidden,
        "reason": people.clean_text_line(reason, master.LONGEST_REASON),
    }
    queue_to_all(session, Kind.BOARD_CORRECTED, game, f"board:{after.id}", phase=after, data=data, now=now)
    phases.queue_report(session, game, after, now)
    return after


def enter_correction(
    session: Session, game: Game, actor: Player | None, told: KnownCorrection, now: datetime, reason: str
) -> None:
    """What the ledger has of it: what all may read, and of whom there was more."""
    if told.lines:
        master.enter_act(session, game, actor, "corrected the board", now, reason, lines=told.lines)
    if told.hidden:
        master.enter_act(session, game, actor, "corrected what is hidden", now, reason, whose=told.hidden)


# --- who may read it --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KnownCorrection:
    """What a reader may know of a correction: these `lines`; and `hidden`: the seats of which others speak."""

    lines: list[str]
    hidden: list[str]


def correction_for_reader(game: Game, phase: Phase, reader: str | None) -> KnownCorrection:
    """Return what was said to put a phase right, as a seat, or (None) anybody, may know it."""
    said = redaction.lines_with_owner(game, phase.state, phase.correction)
    lines = [order.text for order, code in said if code in ("", reader)]
    return KnownCorrection(lines, list(dict.fromkeys(code for _, code in said if code not in ("", reader))))


# --- the phase --------------------------------------------------------------------------------------------------


def reopen_phase(
    session: Session, game: Game, before: Phase, step: Step[State], correction: str, now: datetime
) -> Phase:
    """The phase that takes the place of another, with its deadline and what is still possible of its orders."""
    before.resolved_at, before.due_at = now, None
    if game.status == "stuck":
        game.status = "running"
    session.add_all((before, game))
    said = {hash_chain.CORRECTOR: correction}
    phase = phases.insert_phase(session, game, step, hash_chain.PhaseOrigin("correction"), said, before, now, now)
    phase.correction = correction
    if before.deadline and before.deadline > now:
        phases.set_deadline(game, phase, Deadline(before.deadline, tuple(parse_reasons(before.deadline_why))), now)
    session.add(phase)
    session.flush()
    restore_orders(session, game, before, phase)
    phases.refresh_alarm(session, game, phase, now)
    return phase


def restore_orders(session: Session, game: Game, before: Phase, phase: Phase) -> None:
    """The orders of a phase, as far as they can be given in the one that took its place. Nobody is ready any more: they
    have not seen it."""
    given = {turn.seat_id: turn for turn, _ in phase_turns.list_turns(session, before)}
    for turn, seat in phase_turns.list_turns(session, phase):
        old = given.get(seat.id)
        if old is None or old.orders == "[]":
            continue
        at = orders.build_newest_context(session, game, seat, phase)
        texts = (order.text for order in hash_chain.load_orders(old.orders))
        _, standing = orders.judge_text(at, "\n".join(texts), alone=True)
        turn.orders, turn.given = hash_chain.dump_orders(standing), bool(standing) or at.grammar.relaxed
        turn.given_at, turn.given_by = old.given_at, old.given_by
        session.add(turn)
    session.flush()
