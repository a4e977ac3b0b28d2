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
from engines.language.ask import Ask, Order
from pbem.models import Game, Phase, Player
from pbem.pace import Deadline
from pbem.play import Refused, chain, games, master, orders, people, phases
from pbem.play.tell import Kind, tell_all
from pbem.reasons import read


def ask(session: Session, game: Game, actor: Player | None) -> Ask:
    """What can be said to put the open phase right. Who plays in a game with secrets is not shown them. Raises Refused
    "not the master", "not running", "no corrections", "plays with secrets"."""
    master.allow(session, game, actor)
    phase, engine = master.open_phase(session, game), games.engine(game)
    asked = engine.corrections(games.state(phase)) if isinstance(engine, Correctable) else None
    if asked is None or not asked.lines:
        raise Refused("no corrections", title=engine.title)
    if states.has_secrets(engine.State) and actor and master.plays(session, game, actor):
        raise Refused("plays with secrets", slug=game.slug)
    return asked


def correct(session: Session, game: Game, actor: Player | None, text: str, now: datetime, reason: str = "") -> Phase:
    """The open phase anew, from the position as these lines put it right. Orders that are still possible stand again,
    the deadline stays, and all are told.

    All or nothing: raises Refused "bad board" with what is wrong; see also `ask`."""
    games.lock(session, game)
    read_ = language.read(ask(session, game, actor), text)
    wrong = [f"“{v.raw.strip()}”: {' '.join(r.text for r in v.remarks)}" for v in read_.verdicts if not v.text]
    if wrong or not read_.orders:
        raise Refused("bad board", faults=wrong[: master.MOST_FAULTS] or ["…"])
    before, said = master.open_phase(session, game), chain.dump_orders(read_.orders)
    try:
        step = phases.corrected(game, before, said)
    except ValueError as error:
        raise Refused("bad board", faults=[str(error)]) from error
    if not {*games.engine(game).owes(step.state).values()} - {"free"}:
        raise Refused("nobody would owe", slug=game.slug)
    after = begun_anew(session, game, before, step, said, now)
    told = known_to(game, after, None)
    entered(session, game, actor, told, now, reason)
    data = {"lines": told.lines, "hidden": told.hidden, "reason": people.one_line(reason, master.LONGEST_REASON)}
    tell_all(session, Kind.BOARD_CORRECTED, game, f"board:{after.id}", phase=after, data=data, now=now)
    phases.report(session, game, after, now)
    return after


def entered(session: Session, game: Game, actor: Player | None, told: PutRight, now: datetime, reason: str) -> None:
    """What the ledger has of it: what all may read, and of whom there was more."""
    if told.lines:
        master.enter(session, game, actor, "corrected the board", now, reason, lines=told.lines)
    if told.hidden:
        master.enter(session, game, actor, "corrected what is hidden", now, reason, whose=told.hidden)


# --- who may read it --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PutRight:
    """What a reader may know of a correction: these `lines`; and `hidden`: the seats of which others speak."""

    lines: list[str]
    hidden: list[str]


def known_to(game: Game, phase: Phase, reader: str | None) -> PutRight:
    """What was said to put a phase right, as a seat, or (None) anybody, may know it."""
    said = by_owner(game, phase.state, phase.correction)
    lines = [order.text for order, code in said if code in ("", reader)]
    return PutRight(lines, list(dict.fromkeys(code for _, code in said if code not in ("", reader))))


def as_known(game: Game, state: str, correction: str, reader: str) -> str:
    """A correction as it is kept, without the lines that a reader may not know; `state`: what came of it."""
    said = by_owner(game, state, correction) if correction else []
    return chain.dump_orders([order for order, code in said if code in ("", reader)]) if said else ""


def by_owner(game: Game, state: str, correction: str) -> list[tuple[Order, str]]:
    """The lines of a correction, each with the seat that alone may read it; "" if all may."""
    engine = games.engine(game)
    assert isinstance(engine, Correctable)
    asked: Ask = engine.corrections(games.loaded(game.engine, state))
    names = {line.verb: line.only_for for line in asked.lines if line.only_for}
    said = chain.load_orders(correction, engine)
    return [(order, str(order.args[names[order.verb]]) if order.verb in names else "") for order in said]


# --- the phase --------------------------------------------------------------------------------------------------


def begun_anew(session: Session, game: Game, before: Phase, step: Step[State], correction: str, now: datetime) -> Phase:
    """The phase that takes the place of another, with its deadline and what is still possible of its orders."""
    before.resolved_at, before.due_at = now, None
    if game.status == "stuck":
        game.status = "running"
    session.add_all((before, game))
    said = {chain.CORRECTOR: correction}
    phase = phases.insert(session, game, step, chain.Origin("correction"), said, before, now, now)
    phase.correction = correction
    if before.deadline and before.deadline > now:
        phases.set_deadline(game, phase, Deadline(before.deadline, tuple(read(before.deadline_why))), now)
    session.add(phase)
    session.flush()
    given_again(session, game, before, phase)
    phases.hurry(session, game, phase, now)
    return phase


def given_again(session: Session, game: Game, before: Phase, phase: Phase) -> None:
    """The orders of a phase, as far as they can be given in the one that took its place. Nobody is ready any more: he
    has not seen it."""
    given = {turn.seat_id: turn for turn, _ in phases.turns(session, before)}
    for turn, seat in phases.turns(session, phase):
        old = given.get(seat.id)
        if old is None or old.orders == "[]":
            continue
        at = orders.hearing_in(session, game, seat, phase)
        texts = (order.text for order in chain.load_orders(old.orders, games.engine(game)))
        _, standing = orders.judged(at, "\n".join(texts), alone=True)
        turn.orders, turn.given = chain.dump_orders(standing), bool(standing) or at.ask.relaxed
        turn.given_at, turn.given_by = old.given_at, old.given_by
        session.add(turn)
    session.flush()
