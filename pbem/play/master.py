"""What only who leads a game (or the host at the command line, as actor None) may do. All of it is in the ledger.

`reason` is what all may read about why it was done.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from sqlmodel import Session

from engines.abilities import Adviser
from engines.base import Step
from pbem.limits import USUAL, Limits
from pbem.models import Audit, Game, Phase, Player, Press, Seat, Turn
from pbem.play import (
    Refused,
    acting,
    chain,
    closing,
    deadlines,
    deputies,
    endings,
    games,
    leaders,
    orders,
    people,
    phases,
    press,
    recording,
    retaking,
    seats,
)
from pbem.play.tell import Kind, holders, note, tell, tell_all

MOST_FAULTS = 20
"""Faults of a correction that are told at once."""
LONGEST_REASON = 300

T = TypeVar("T")


# --- who may ----------------------------------------------------------------------------------------------------


def allow(session: Session, game: Game, actor: Player | None) -> None:
    """Raises Refused "not the master"."""
    if actor is not None and not leaders.leads(session, game, actor):
        raise Refused("not the master", slug=game.slug)


def plays(session: Session, game: Game, actor: Player) -> bool:
    """Whether somebody has a seat in the game himself, or is to stand in for who has."""
    return acting.plays(session, game.id, actor) or deputies.asked_or_acting(session, game, actor)


def called(game: Game, actor: Player | None) -> str:
    """Who acts, as the ledger has it."""
    if actor is None:
        return "HOST"
    return "MASTER" if leaders.is_master(game, actor) else "CO-MASTER"


def enter(
    session: Session, game: Game, actor: Player | None, act: str, now: datetime, reason: str = "", **data: object
) -> Audit:
    """Locks the game, checks who acts, and writes it down with its reason."""
    games.lock(session, game)
    allow(session, game, actor)
    return note(session, game, called(game, actor), act, now, **data, **given(reason))


def given(reason: str) -> dict[str, str]:
    """Why something is done, as the ledger and the letters have it; nothing if no reason is given."""
    said = people.one_line(reason, LONGEST_REASON)
    return {"reason": said} if said else {}


def open_phase(session: Session, game: Game) -> Phase:
    """Raises Refused "not running"."""
    phase = games.current(session, game)
    if phase is None or game.status not in ("running", "paused", "stuck"):
        raise Refused("not running", slug=game.slug, status=game.status)
    return phase


# --- time -------------------------------------------------------------------------------------------------------


def extend(session: Session, game: Game, actor: Player | None, by: timedelta, now: datetime, reason: str = "") -> None:
    """Moves the deadline."""
    enter(session, game, actor, "extended", now, reason, minutes=int(by.total_seconds() // 60))
    deadlines.move(session, game, open_phase(session, game), by, "master" if actor else "host", now, given(reason))


def deadline(session: Session, game: Game, actor: Player | None, at: datetime, now: datetime, reason: str = "") -> None:
    """Sets the deadline to an instant, later or earlier than it was. Raises Refused: see `deadlines.put_at`."""
    enter(session, game, actor, "set the deadline", now, reason)
    deadlines.put_at(session, game, open_phase(session, game), at, now, given(reason))


def pause(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> None:
    """Stops the clock of the game."""
    enter(session, game, actor, "paused", now, reason)
    deadlines.pause(session, game, "master", now, given(reason))


def resume(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> None:
    """Starts the clock of the game again."""
    enter(session, game, actor, "resumed", now, reason)
    deadlines.resume(session, game, now)


def process(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> Phase:
    """Resolves the open phase now with what is there; also how a stuck game is tried again."""
    enter(session, game, actor, "processed", now, reason)
    return resolve_now(session, game, now)


def resolve_now(session: Session, game: Game, now: datetime) -> Phase:
    phase = open_phase(session, game)
    game.status, game.paused_at = "running", None
    session.add(game)
    session.flush()
    following = closing.close(session, game, phase, now, forced=True)
    assert following is not None, "an open phase of a running game closes when forced"
    return following


def preview(session: Session, game: Game, actor: Player | None, now: datetime, look: Callable[[Phase], T]) -> T:
    """What `look` finds in the phase that would follow if the open one was resolved now, with what is there; all of it
    is undone again, and the ledger says that somebody looked.

    Who plays in the game, or is to stand in for somebody, must not: he would see the orders of others. Raises Refused
    "plays himself", "would be stuck".
    """
    if actor and plays(session, game, actor):
        raise Refused("plays himself", slug=game.slug)
    enter(session, game, actor, "previewed", now)
    open_phase(session, game)
    trial = session.begin_nested()
    try:
        following = resolve_now(session, game, now)
        game.status = "running"  # at the end of a game secrets are told, which this is not
        return look(following)
    except Refused:
        raise
    except Exception as error:
        raise Refused("would be stuck", error=type(error).__name__) from error
    finally:
        trial.rollback()
        session.expire_all()


# --- back and forth ---------------------------------------------------------------------------------------------


def rollback(
    session: Session,
    game: Game,
    actor: Player | None,
    number: int,
    now: datetime,
    *,
    keep_orders: bool = False,
    reason: str = "",
) -> Phase:
    """Goes on from the position of an earlier phase, as a new phase; nothing that happened is erased.

    `keep_orders`: the orders given then stand again, ready to be changed. Raises Refused "no such phase",
    "not running" (before the start), "dice told".
    """
    enter(session, game, actor, "rolled back", now, reason, to=number, keep_orders=keep_orders)
    if games.current(session, game) is None:
        raise Refused("not running", slug=game.slug, status=game.status)
    fair(session, game, actor)
    source = games.numbered(session, game, number)
    if games.state(source).ranks is not None:
        raise Refused("no such phase", number=number)
    return go(session, game, source, now, keep_orders=keep_orders, reason=reason)


def rollforward(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> Phase:
    """Takes the last going back back: the game goes on from the phase in which it was then, with the orders that had
    been given. Raises Refused "nothing to go forward to", "dice told"."""
    games.lock(session, game)
    left = left_behind(games.timeline(session, game))
    if not left:
        raise Refused("nothing to go forward to", slug=game.slug)
    enter(session, game, actor, "rolled forward", now, reason, to=left[-1])
    fair(session, game, actor)
    return go(session, game, games.numbered(session, game, left[-1]), now, keep_orders=True, reason=reason)


def fair(session: Session, game: Game, actor: Player | None) -> None:
    """Once a game is over the secret of its dice is told, and everybody can reckon how they would fall next: only where
    none are thrown may who leads the game revive it. The host may, and all are told what that means. Raises Refused
    "dice told"."""
    if actor is not None and dice_told(session, game):
        raise Refused("dice told", slug=game.slug)


def dice_told(session: Session, game: Game) -> bool:
    """Whether a game is over in which dice are thrown: how they fall is no secret any more."""
    return game.status == "finished" and retaking.throws_dice(recording.for_proof(session, game))


def left_behind(timeline: list[Phase]) -> list[int]:
    """The numbers of the phases that were open when the game went back, and to which it has not returned."""
    left: list[int] = []
    for phase in timeline:
        origin = chain.Origin.of(phase)
        if origin.kind == "rollback" and left[-1:] == [origin.number]:
            left.pop()
        elif origin.kind == "rollback":
            left.append(phase.number - 1)
    return left


def go(session: Session, game: Game, source: Phase, now: datetime, *, keep_orders: bool, reason: str) -> Phase:
    """The game goes on from a phase, as a new one; all are told, with the reason."""
    last, position, told = games.current(session, game), games.state(source), dice_told(session, game)
    assert last is not None
    last.resolved_at, last.due_at = last.resolved_at or now, None
    game.status, game.paused_at, game.finished_at, game.outcome = "running", None, None, ""
    session.add_all((last, game))
    step = Step(position, chain.load_events(source.events))
    phase = phases.insert(session, game, step, chain.Origin("rollback", source.number), {}, last, now, now)
    if keep_orders:
        copy_orders(session, source, phase)
    data = {"from": games.called(last), "to": games.called(source), "keep_orders": keep_orders, "dice_told": told}
    data |= given(reason)
    tell_all(session, Kind.ROLLED_BACK, game, f"rollback:{phase.id}", phase=phase, data=data, now=now)
    phases.report(session, game, phase, now)
    return phase


def copy_orders(session: Session, source: Phase, phase: Phase) -> None:
    before = {old.seat_id: old for old, _ in phases.turns(session, source)}
    for turn, _ in phases.turns(session, phase):
        old: Turn | None = before.get(turn.seat_id)
        if old:
            turn.orders, turn.given = old.orders, old.given
            turn.given_at, turn.given_by = old.given_at, old.given_by
            session.add(turn)
    session.flush()


# --- orders -----------------------------------------------------------------------------------------------------


def correct(
    session: Session, game: Game, actor: Player | None, seat: Seat, text: str, now: datetime, reason: str = ""
) -> orders.Answer:
    """Gives orders in a seat's place before the phase is resolved; they replace what stood. Its player is told.

    All or nothing: raises Refused "bad correction" if any line is refused, and then what stood stands. Who plays in the
    game, or is to stand in for somebody, must not: what is refused would tell him of a rival's hand, and what is not
    would be a rival's turn. Raises Refused "plays and corrects"."""
    games.lock(session, game)
    allow(session, game, actor)
    if actor and plays(session, game, actor):
        raise Refused("plays and corrects", slug=game.slug)
    if wrong := faults(orders.judge(session, seat, text, alone=True)):
        raise Refused("bad correction", seat=seat.label, faults=wrong)
    enter(session, game, actor, "corrected orders", now, reason, seat=seat.code)
    orders.clear(session, seat, now)
    answer = orders.submit(session, seat, text, source="master", now=now)
    player = session.get(Player, seat.player_id) if seat.player_id else None
    if player:
        data = {"seat": seat.label, "standing": list(answer.standing), **given(reason)}
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


# --- seats ------------------------------------------------------------------------------------------------------


def replace(
    session: Session,
    game: Game,
    actor: Player | None,
    seat_code: str,
    player: Player,
    now: datetime,
    limits: Limits = USUAL,
    reason: str = "",
) -> Seat:
    """Hands a seat to another player; one who has never answered is invited. Raises Refused "too many invitations",
    "asked too often"."""
    if player.banned_at or player.forgotten_at:
        raise Refused("banned")
    if actor:
        people.asked(session, limits, actor, player, now)
    enter(session, game, actor, "replaced", now, reason, seat=seat_code)
    return seats.replace(session, game, seat_code, player, now)


def eject(session: Session, game: Game, actor: Player | None, seat: Seat, now: datetime, reason: str = "") -> None:
    """Takes a seat from its player; it is vacant until somebody takes it. Raises Refused "seat vacant", "game over"."""
    enter(session, game, actor, "ejected", now, reason, seat=seat.code)
    if game.status == "finished":
        raise Refused("game over", slug=game.slug)
    seats.vacate(session, game, seat, now, "ejected", given(reason))
    phase = games.current(session, game)
    if phase and game.status == "running":
        phases.hurry(session, game, phase, now)


def dummy(session: Session, game: Game, actor: Player | None, seat: Seat, now: datetime, reason: str = "") -> Seat:
    """Lets the game's own adviser play a seat. Raises Refused "no adviser"."""
    engine = games.engine(game)
    if not isinstance(engine, Adviser):
        raise Refused("no adviser", title=engine.title)
    number = next(n for n, one in enumerate(games.seats(session, game), 1) if one.id == seat.id)
    enter(session, game, actor, "gave to a dummy", now, reason, seat=seat.code)
    return seats.replace(session, game, seat.code, people.bot(session, "dummy", number, now), now)


def readdress(session: Session, game: Game, actor: Player | None, seat: Seat, now: datetime, reason: str = "") -> None:
    """Gives a seat a new mail address; its player is told. Raises Refused "seat vacant"."""
    enter(session, game, actor, "gave a new address", now, reason, seat=seat.code)
    seats.readdress(session, seat, now, "master")


# --- the game as a whole ----------------------------------------------------------------------------------------


def message(
    session: Session, game: Game, actor: Player | None, text: str, now: datetime, key: str, limits: Limits = USUAL
) -> Press:
    """Writes to all players. Raises Refused "too many messages", "nobody there"."""
    allow(session, game, actor)
    if not holders(session, game):
        raise Refused("nobody there", slug=game.slug)
    return press.send(session, game, press.MASTER, "*", text, now, key, limits, actor)


def cancel(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> None:
    """Ends a game without anybody having won. Raises Refused "game over"."""
    enter(session, game, actor, "cancelled", now, reason)
    if game.status == "finished":
        raise Refused("game over", slug=game.slug)
    endings.cancelled(session, game, games.current(session, game), now)


def hand_over(
    session: Session, game: Game, actor: Player | None, player: Player, now: datetime, limits: Limits = USUAL
) -> bool:
    """Asks somebody to be the master; a co-master, who has agreed to lead, is it at once: whether he is.

    Only the master and the host can, so that two masters do not take the game from each other. Raises Refused "not the
    master"; see `leaders.ask`."""
    games.lock(session, game)
    if actor is not None and not leaders.is_master(game, actor):
        raise Refused("not the master", slug=game.slug)
    if not leaders.is_master(game, player) and leaders.leads(session, game, player):
        leaders.dismiss(session, game, player)
        leaders.crown(session, game, player, now)
        return True
    if actor:
        people.asked(session, limits, actor, player, now)
    leaders.ask(session, game, player, "heir", now)
    return False


def ask_to_lead(
    session: Session, game: Game, actor: Player | None, player: Player, now: datetime, limits: Limits = USUAL
) -> None:
    """Asks somebody to be a co-master. Raises Refused: see `leaders.ask`."""
    enter(session, game, actor, "asked to lead", now)
    if actor:
        people.asked(session, limits, actor, player, now)
    leaders.ask(session, game, player, "asked", now)


def dismiss(session: Session, game: Game, actor: Player | None, player: Player, now: datetime) -> None:
    """Lets a co-master, or who was asked to lead, lead no more. Raises Refused "does not lead"."""
    games.lock(session, game)
    if actor is not None and not leaders.is_master(game, actor):
        raise Refused("not the master", slug=game.slug)
    if not leaders.dismiss(session, game, player):
        raise Refused("does not lead", address=player.address, slug=game.slug)
    note(session, game, called(game, actor), "dismissed", now)
    key = f"led:{game.id}:{player.id}:{now:%Y%m%d%H%M%S}"
    tell(session, Kind.LED, player, key, game=game, data={"how": "dismissed"}, now=now)
