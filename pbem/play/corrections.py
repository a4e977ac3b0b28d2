"""The board put right by who leads a game: the open phase begins anew from a position that is corrected in sentences of
the game's own.

It is a phase like any other, with its place in the chain of hashes: what was said is kept, so whoever proves the game
comes to the same position.
"""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from engines import language, states
from engines.abilities import Correctable
from engines.base import State, Step
from engines.language.ask import Ask
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
    if not isinstance(engine, Correctable):
        raise Refused("no corrections", title=engine.title)
    if states.has_secrets(engine.State) and actor and master.plays(session, game, actor):
        raise Refused("plays with secrets", slug=game.slug)
    return engine.corrections(games.state(phase))


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
    lines = [order.text for order in read_.orders]
    master.enter(session, game, actor, "corrected the board", now, reason, lines=lines)
    after = begun_anew(session, game, before, step, said, now)
    data = {"lines": lines, "reason": people.one_line(reason, master.LONGEST_REASON)}
    tell_all(session, Kind.BOARD_CORRECTED, game, f"board:{after.id}", phase=after, data=data, now=now)
    phases.report(session, game, after, now)
    return after


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
