"""What only the game master (or the host at the command line, as actor None) may do. All of it is in the ledger."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from engines.base import Step
from pbem.limits import USUAL, Limits, spend
from pbem.models import Game, Phase, Player, Press, Seat, Turn
from pbem.play import Refused, chain, closing, deadlines, games, orders, phases, press, seats
from pbem.play.tell import Kind, note, tell, tell_all

MOST_FAULTS = 20
"""Faults of a correction that are told at once."""


def allow(game: Game, actor: Player | None) -> None:
    """Raises Refused "not the master"."""
    if actor is not None and actor.id != game.master_id:
        raise Refused("not the master", slug=game.slug)


def enter(session: Session, game: Game, actor: Player | None, act: str, now: datetime, **data: object) -> None:
    """Locks the game, checks who acts, and writes it down."""
    games.lock(session, game)
    allow(game, actor)
    note(session, game, "MASTER" if actor else "HOST", act, now, **data)


def open_phase(session: Session, game: Game) -> Phase:
    """Raises Refused "not running"."""
    phase = games.current(session, game)
    if phase is None or game.status not in ("running", "paused", "stuck"):
        raise Refused("not running", slug=game.slug, status=game.status)
    return phase


def extend(session: Session, game: Game, actor: Player | None, by: timedelta, now: datetime) -> None:
    """Moves the deadline."""
    enter(session, game, actor, "extended", now, minutes=int(by.total_seconds() // 60))
    deadlines.move(session, game, open_phase(session, game), by, "master", now)


def pause(session: Session, game: Game, actor: Player | None, now: datetime) -> None:
    """Stops the clock of the game."""
    enter(session, game, actor, "paused", now)
    deadlines.pause(session, game, "master", now)


def resume(session: Session, game: Game, actor: Player | None, now: datetime) -> None:
    """Starts the clock of the game again."""
    enter(session, game, actor, "resumed", now)
    deadlines.resume(session, game, now)


def process(session: Session, game: Game, actor: Player | None, now: datetime) -> Phase:
    """Resolves the open phase now with what is there; also how a stuck game is tried again."""
    enter(session, game, actor, "processed", now)
    phase = open_phase(session, game)
    game.status, game.paused_at = "running", None
    session.add(game)
    session.flush()
    following = closing.close(session, game, phase, now, forced=True)
    assert following is not None, "an open phase of a running game closes when forced"
    return following


def rollback(
    session: Session, game: Game, actor: Player | None, number: int, now: datetime, *, keep_orders: bool = False
) -> Phase:
    """Goes on from the position of an earlier phase, as a new phase; nothing that happened is erased.

    `keep_orders`: the orders given then stand again, ready to be changed. Raises Refused "no such phase",
    "not running" (before the start).
    """
    enter(session, game, actor, "rolled back", now, to=number, keep_orders=keep_orders)
    last = games.current(session, game)
    if last is None:
        raise Refused("not running", slug=game.slug, status=game.status)
    source = games.numbered(session, game, number)
    position = games.state(source)
    if position.ranks is not None:
        raise Refused("no such phase", number=number)
    last.resolved_at, last.due_at = last.resolved_at or now, None
    game.status, game.paused_at, game.finished_at, game.outcome = "running", None, None, ""
    session.add_all((last, game))
    step = Step(position, chain.load_events(source.events))
    phase = phases.insert(session, game, step, chain.Origin("rollback", number), {}, last, now, now)
    if keep_orders:
        copy_orders(session, source, phase)
    data = {"from": games.called(last), "to": games.called(source), "keep_orders": keep_orders}
    tell_all(session, Kind.ROLLED_BACK, game, f"rollback:{phase.id}", phase=phase, data=data, now=now)
    phases.report(session, game, phase, now)
    return phase


def copy_orders(session: Session, source: Phase, phase: Phase) -> None:
    given = {old.seat_id: old for old, _ in phases.turns(session, source)}
    for turn, _ in phases.turns(session, phase):
        old: Turn | None = given.get(turn.seat_id)
        if old:
            turn.orders, turn.given = old.orders, old.given
            turn.given_at, turn.given_by = old.given_at, old.given_by
            session.add(turn)
    session.flush()


def correct(session: Session, game: Game, actor: Player | None, seat: Seat, text: str, now: datetime) -> orders.Answer:
    """Gives orders in a seat's place before the phase is resolved; they replace what stood. Its player is told.

    All or nothing: raises Refused "bad correction" if any line is refused, and then what stood stands."""
    games.lock(session, game)
    allow(game, actor)
    if wrong := faults(orders.judge(session, seat, text, alone=True)):
        raise Refused("bad correction", seat=seat.label, faults=wrong)
    enter(session, game, actor, "corrected orders", now, seat=seat.code)
    orders.clear(session, seat, now)
    answer = orders.submit(session, seat, text, source="master", now=now)
    player = session.get(Player, seat.player_id) if seat.player_id else None
    if player:
        data = {"seat": seat.label, "standing": list(answer.standing)}
        key = f"corrected:{answer.phase.id}:{seat.id}:{answer.submission}"
        tell(session, Kind.CORRECTED, player, key, game=game, phase=answer.phase, seat=seat, data=data, now=now)
    return answer


def faults(answer: orders.Answer) -> list[str]:
    """What is wrong with some lines, each with what was written."""
    refused = {r.line: r.text for r in answer.remarks if r.level == "error"}
    told = [(v, [r.text for r in v.remarks if r.level == "error"]) for v in answer.verdicts]
    lines = [
        f"“{v.raw.strip()}”: {' '.join([*why, refused.pop(v.text, '')])}".strip()
        for v, why in told
        if why or v.text in refused or not v.text
    ]
    return [*lines, *refused.values()][:MOST_FAULTS]


def replace(
    session: Session,
    game: Game,
    actor: Player | None,
    seat_code: str,
    player: Player,
    now: datetime,
    limits: Limits = USUAL,
) -> Seat:
    """Hands a seat to another player; one who has never answered is invited. Raises Refused "too many invitations"."""
    new = player.answered_at is None and not player.bot
    if actor and new and not spend(session, limits, "invitations", actor.id, now):
        raise Refused("too many invitations", most=limits.invitations)
    enter(session, game, actor, "replaced", now, seat=seat_code)
    return seats.replace(session, game, seat_code, player, now)


def readdress(session: Session, game: Game, actor: Player | None, seat: Seat, now: datetime) -> None:
    """Gives a seat a new mail address; its player is told. Raises Refused "seat vacant"."""
    enter(session, game, actor, "gave a new address", now, seat=seat.code)
    seats.readdress(session, seat, now, "master")


def message(
    session: Session, game: Game, actor: Player | None, text: str, now: datetime, key: str, limits: Limits = USUAL
) -> Press:
    """Writes to all players. Raises Refused "too many messages"."""
    allow(game, actor)
    return press.send(session, game, press.MASTER, "*", text, now, key, limits)
