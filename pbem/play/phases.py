"""Phases: opened with their deadline and what everybody owes, and closed into the next one.

There is one way from a phase to the next: `close`. The deadline, the end of the grace, the last "ready" and the game
master all come here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engines import language, states
from engines.base import Engine, State, Step
from engines.language import slots
from pbem.models import Game, Phase, Player, Seat, Turn, Vote, canonical
from pbem.pace import Deadline, Pace, Quiet, next_deadline
from pbem.play import alarms, chain, endings, games, receipts, standings
from pbem.play.rules import rules_of
from pbem.play.tell import Kind, note, tell, tell_all, tell_master
from pbem.reasons import because

DRIFT = timedelta(minutes=10)
"""A phase closed at most this late counts as closed on time, so that deadlines do not creep."""


# --- opening ----------------------------------------------------------------------------------------------------


def start(session: Session, game: Game, now: datetime) -> Phase:
    """The opening position, once every seat is taken; everybody is told."""
    game.status, game.started_at = "running", now
    session.add(game)
    step = first_step(game, games.seats(session, game))
    note(session, game, "SERVER", "started", now)
    phase = insert(session, game, step, chain.Origin("start"), {}, None, now, now)
    tell_all(session, Kind.STARTED, game, f"started:{phase.id}", phase=phase, now=now)
    return phase


def first_step(game: Game, seats: Sequence[Seat]) -> Step[State]:
    return games.engine(game).start(games.setting(game).options, chain.dice(game, seats, 1))


def insert(
    session: Session,
    game: Game,
    step: Step[State],
    origin: chain.Origin,
    orders: Mapping[str, str],
    previous: Phase | None,
    opened: datetime,
    now: datetime,
    given: str = "",
) -> Phase:
    """Adds the phase that starts from a position, with its deadline and what each seat owes; or ends the game.
    `given`: the last receipts for the orders that led to it."""
    position, events = states.dump(step.state), chain.dump_events(step.events)
    before = previous.hash if previous else chain.root(game, games.seats(session, game))
    number = previous.number + 1 if previous else 1
    phase = Phase(
        game_id=game.id,
        number=number,
        name=step.state.phase,
        kind=step.state.kind,
        state=position,
        events=events,
        origin=str(origin),
        previous_hash=before,
        hash=chain.link(before, str(origin), orders, position, events, chain.salt(game, number), given),
        salted=True,
        receipts=given,
        standings=standings.kept(games.engine(game), step.state),
        opened_at=opened,
    )
    session.add(phase)
    session.flush()
    if step.state.ranks is not None:
        endings.played_out(session, game, phase, step.state.ranks, now)
    else:
        seat_turns(session, game, phase, step.state)
        set_deadline(game, phase, deadline(game, phase, opened), now)
        hurry(session, game, phase, now)
    session.flush()
    return phase


def seat_turns(session: Session, game: Game, phase: Phase, position: State) -> None:
    """One turn for each seat that may say something; whether it is due is the engine's word."""
    debts = games.engine(game).owes(position)
    for seat in games.seats(session, game):
        if debt := debts.get(seat.code):
            session.add(Turn(phase_id=phase.id, seat_id=seat.id, due=debt != "free", given=debt == "relaxed"))
    if not {*debts.values()} - {"free"}:
        raise RuntimeError(f"{game.engine}: {phase.name} goes on, but nobody owes anything")


def deadline(game: Game, phase: Phase, opened: datetime) -> Deadline:
    """The deadline the pace gives a phase opened then."""
    rules = rules_of(game)
    first = timedelta(hours=rules.first_hours if phase.number == 1 else 0)
    gap = timedelta(hours=rules.gap_hours)
    found = next_deadline(Pace.parse(game.pace), phase.kind, opened + first, game.zone, Quiet.parse(rules.quiet), gap)
    return Deadline(found.at, (*found.why, because("first", span=first))) if first else found


def set_deadline(game: Game, phase: Phase, found: Deadline, now: datetime) -> None:
    """Gives a phase a (new) deadline; reminders whose time is over are not sent any more."""
    rules = rules_of(game)
    phase.deadline, phase.in_grace = found.at, False
    phase.deadline_why = canonical([reason.data for reason in found.why])
    phase.reminded = alarms.passed(rules, phase, now)
    phase.due_at = alarms.next_look(game, rules, phase, owing=True)


# --- while it is open -------------------------------------------------------------------------------------------


def turns(session: Session, phase: Phase) -> list[tuple[Turn, Seat]]:
    """Who may say something in a phase, in the order of the seats; read anew."""
    query = select(Turn, Seat).join(Seat, col(Turn.seat_id) == Seat.id).where(Turn.phase_id == phase.id)
    return list(session.exec(query.order_by(col(Seat.id)).execution_options(populate_existing=True)))


def turn(session: Session, phase: Phase, seat: Seat) -> Turn | None:
    """What a seat owes in a phase and has given; None if it has nothing to say."""
    query = select(Turn).where(Turn.phase_id == phase.id, Turn.seat_id == seat.id)
    return session.exec(query.execution_options(populate_existing=True)).one_or_none()


def owing(session: Session, phase: Phase) -> list[Seat]:
    """The seats from which somebody must still send orders. A vacant seat owes nothing: its default stands."""
    return [seat for turn, seat in turns(session, phase) if owes(turn, seat)]


def waiting(session: Session, phase: Phase) -> list[Seat]:
    """The seats that keep the phase from being resolved at once: due, held, and not ready."""
    return [seat for turn, seat in turns(session, phase) if holds_up(turn, seat)]


def owes(turn: Turn, seat: Seat) -> bool:
    return turn.due and not turn.given and seat.player_id is not None


def holds_up(turn: Turn, seat: Seat) -> bool:
    return turn.due and not turn.ready and seat.player_id is not None


def hurry(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Sets the phase's alarm anew after it was opened or somebody spoke: it closes early once all are ready or only
    vacant seats could answer, and in the grace once nobody owes."""
    rules, everyone = rules_of(game), turns(session, phase)
    if anybody_plays(session, game, phase) and not any(holds_up(*one) for one in everyone):
        phase.early_at = phase.early_at or now + rules.delay
    else:
        phase.early_at = None
    phase.due_at = alarms.next_look(game, rules, phase, any(owes(*one) for one in everyone))
    session.add(phase)
    session.flush()


def anybody_plays(session: Session, game: Game, phase: Phase) -> bool:
    """Whether one seat at least is held and still in the game. A game that all have left goes by its deadlines."""
    out = games.state(phase).out
    return any(seat.player_id and seat.code not in out for seat in games.seats(session, game))


def attend(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """What the clock does when a phase is due: remind, begin the grace, or close."""
    games.lock(session, game)
    session.refresh(phase)
    if game.status != "running" or phase.resolved_at or phase.deadline is None:
        phase.due_at = None
        session.add(phase)
    elif close(session, game, phase, now) is None:
        remind(session, game, phase, now)


def remind(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Tells those who still owe orders, and only them, when a reminder's time has come or the grace begins."""
    rules, debtors = rules_of(game), owing(session, phase)
    late = phase.deadline is not None and phase.deadline <= now
    count = alarms.passed(rules, phase, now)
    if (late and not phase.in_grace) or (not late and count > phase.reminded):
        until = alarms.closing(rules, phase, owing=True)
        data = {"late": late, "until": until.isoformat() if until else ""}
        for seat in debtors:
            player = session.get(Player, seat.player_id)
            assert player is not None
            key = f"remind:{phase.id}:{phase.deadline:%Y%m%d%H%M}:{'late' if late else count}:{seat.id}"
            tell(session, Kind.REMIND, player, key, game=game, phase=phase, seat=seat, data=data, now=now)
        if late and debtors:
            late_data = {"seats": [s.label for s in debtors], **data}
            key = f"late:{phase.id}:{phase.deadline:%Y%m%d%H%M}"
            tell_master(session, Kind.LATE, game, key, phase=phase, data=late_data, now=now)
    phase.in_grace = phase.in_grace or late
    phase.reminded = max(phase.reminded, count)
    phase.due_at = alarms.next_look(game, rules, phase, bool(debtors))
    session.add(phase)
    session.flush()


# --- closing ----------------------------------------------------------------------------------------------------


def close(session: Session, game: Game, phase: Phase, now: datetime, *, forced: bool = False) -> Phase | None:
    """Resolves a phase whose time has come and opens the next; None if there is nothing to do (yet).

    Whoever comes second finds it resolved. `forced`: the game master does not wait; nobody's turn counts as missed
    before the deadline.
    """
    games.lock(session, game)
    session.refresh(phase)
    if game.status != "running" or phase.resolved_at or phase.deadline is None:
        return None
    everyone = turns(session, phase)
    at = alarms.closing(rules_of(game), phase, any(owes(*one) for one in everyone))
    if not forced and (at is None or at > now):
        return None
    if phase.deadline <= now:
        count_missed(session, everyone)
    end_what_stood(session, games.engine(game), games.state(phase), everyone)
    resolved_as = at if at and now - DRIFT <= at <= now else now
    return resolve(session, game, phase, stored(everyone), resolved_as, now)


def count_missed(session: Session, everyone: Sequence[tuple[Turn, Seat]]) -> None:
    for turn, seat in everyone:
        if owes(turn, seat):
            turn.missed = True
            seat.missed += 1
            session.add_all((turn, seat))


def end_what_stood(
    session: Session, engine: Engine[Any], position: State, everyone: Sequence[tuple[Turn, Seat]]
) -> None:
    """Says for each vacant seat what ends what its last holder said for longer; it is stored like any order."""
    for turn, seat in everyone:
        ask = engine.ask(states.view(position, seat.code), seat.code) if seat.player_id is None else None
        if ask and ask.vacant:
            said = language.read(ask, "\n".join(ask.vacant)).orders
            turn.orders = chain.dump_orders(slots.amended(chain.load_orders(turn.orders, engine), said))
            session.add(turn)


def stored(everyone: Sequence[tuple[Turn, Seat]]) -> dict[str, str]:
    """The orders that stand as they are kept, by seat; seats without any are left out."""
    return {seat.code: turn.orders for turn, seat in everyone if turn.orders != "[]"}


def resolved(game: Game, seats: Sequence[Seat], phase: Phase, orders: Mapping[str, str]) -> Step[State]:
    """What follows from a phase and the orders of its seats as they are stored."""
    engine = games.engine(game)
    given = {code: chain.load_orders(text, engine) for code, text in orders.items()}
    return engine.resolve(games.state(phase), given, chain.dice(game, seats, phase.number + 1))


def resolve(
    session: Session,
    game: Game,
    phase: Phase,
    orders: Mapping[str, str],
    opened: datetime,
    now: datetime,
) -> Phase:
    """The phase that follows from a phase and its orders, as if opened at `opened`."""
    given = receipts.settled(session, game, phase, orders, now)
    step = resolved(game, games.seats(session, game), phase, orders)
    phase.resolved_at, phase.due_at = now, None
    session.add(phase)
    session.execute(sa.delete(Vote).where(col(Vote.game_id) == game.id))  # a vote is for the phase it was cast in
    following = insert(session, game, step, chain.Origin("resolve"), orders, phase, opened, now, given)
    report(session, game, following, now)
    return following


def report(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Queues the report about what led to a phase: to everybody with a seat, and to a master without one."""
    tell_all(session, Kind.REPORT, game, f"report:{phase.id}", phase=phase, now=now)


def report_to(session: Session, game: Game, phase: Phase, seat: Seat, player: Player, now: datetime) -> None:
    """Queues the report about what led to a phase to one seat, whose player may be new."""
    key = f"report:{phase.id}:{seat.id}:{seat.generation}"
    tell(session, Kind.REPORT, player, key, game=game, phase=phase, seat=seat, now=now)
