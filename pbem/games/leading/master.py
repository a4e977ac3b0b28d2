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
from pbem.games import Refusal, games
from pbem.games.leading import leaders
from pbem.games.notify import Kind, add_ledger_entry, list_holders, queue_letter, queue_to_all
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.phases import closing, deadlines, phase_turns, phases
from pbem.games.proof import build_record, hash_chain, replay_step
from pbem.games.results import endings
from pbem.games.seating import deputies, seats, substitutes
from pbem.games.talk import press
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.storage.inserting import begin_savepoint
from pbem.storage.models import Audit, Game, Phase, Player, Press, Seat, Turn

MOST_FAULTS = 20
"""Faults of a correction that are told at once."""
LONGEST_REASON = 300

T = TypeVar("T")


# --- who may ----------------------------------------------------------------------------------------------------


def check_leads_game(session: Session, game: Game, actor: Player | None) -> None:
    """Raises Refusal "not the master"."""
    if actor is not None and not leaders.leads_game(session, game, actor):
        raise Refusal("not the master", slug=game.slug)


def plays_or_stands_in(session: Session, game: Game, actor: Player) -> bool:
    """Return whether somebody has a seat in the game themselves, or is to stand in for who has."""
    return substitutes.holds_seat(session, game.id, actor) or deputies.is_named_deputy(session, game, actor)


def actor_role(game: Game, actor: Player | None) -> str:
    """Return who acts, as the ledger has it."""
    if actor is None:
        return "HOST"
    return "MASTER" if leaders.is_master(game, actor) else "CO-MASTER"


def enter_act(
    session: Session, game: Game, actor: Player | None, act: str, now: datetime, reason: str = "", **data: object
) -> Audit:
    """Locks the game, checks who acts, and writes it down with its reason."""
    games.lock_game(session, game)
    check_leads_game(session, game, actor)
    return add_ledger_entry(session, game, actor_role(game, actor), act, now, **data, **reason_data(reason))


def reason_data(reason: str) -> dict[str, str]:
    """Return why something is done, as the ledger and the letters have it; nothing if no reason is given."""
    said = people.clean_text_line(reason, LONGEST_REASON)
    return {"reason": said} if said else {}


def get_open_phase(session: Session, game: Game) -> Phase:
    """Raises Refusal "not running"."""
    phase = games.find_current_phase(session, game)
    if phase is None or game.status not in ("running", "paused", "stuck"):
        raise Refusal("not running", slug=game.slug, status=game.status)
    return phase


# --- time -------------------------------------------------------------------------------------------------------


def extend_deadline(
    session: Session, game: Game, actor: Player | None, by: timedelta, now: datetime, reason: str = ""
) -> None:
    """Moves the deadline."""
    enter_act(session, game, actor, "extended", now, reason, minutes=int(by.total_seconds() // 60))
    deadlines.move_deadline(
        session, game, get_open_phase(session, game), by, "master" if actor else "host", now, reason_data(reason)
    )


def fix_deadline(
    session: Session, game: Game, actor: Player | None, at: datetime, now: datetime, reason: str = ""
) -> None:
    """Sets the deadline to an instant, later or earlier than it was. Raises Refusal: see
    `deadlines.set_exact_deadline`."""
    enter_act(session, game, actor, "set the deadline", now, reason)
    deadlines.set_exact_deadline(session, game, get_open_phase(session, game), at, now, reason_data(reason))


def pause_game(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> None:
    """Stops the clock of the game."""
    enter_act(session, game, actor, "paused", now, reason)
    deadlines.stop_game_clock(session, game, "master", now, reason_data(reason))


def resume_game(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> None:
    """Starts the clock of the game again."""
    enter_act(session, game, actor, "resumed", now, reason)
    deadlines.restart_game_clock(session, game, now)


def process_phase(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> Phase:
    """Resolves the open phase now with what is there; also how a stuck game is tried again."""
    enter_act(session, game, actor, "processed", now, reason)
    return resolve_now(session, game, now)


def resolve_now(session: Session, game: Game, now: datetime) -> Phase:
    phase = get_open_phase(session, game)
    game.status, game.paused_at = "running", None
    session.add(game)
    session.flush()
    following = closing.close_phase(session, game, phase, now, forced=True)
    assert following is not None, "an open phase of a running game closes when forced"
    return following


def preview_next_phase(
    session: Session, game: Game, actor: Player | None, now: datetime, look: Callable[[Phase], T]
) -> T:
    """Return what `look` finds in the phase that would follow if the open one was resolved now, with what is there; all
    of it is undone again, and the ledger says that somebody looked.

    Who plays in the game, or is to stand in for somebody, must not: they would see the orders of others. Raises Refusal
    "plays himself", "would be stuck".
    """
    if actor and plays_or_stands_in(session, game, actor):
        raise Refusal("plays himself", slug=game.slug)
    enter_act(session, game, actor, "previewed", now)
    get_open_phase(session, game)
    trial = begin_savepoint(session)
    try:
        following = resolve_now(session, game, now)
        game.status = "running"  # at the end of a game secrets are told, which this is not
        return look(following)
    except Refusal:
        raise
    except Exception as error:
        raise Refusal("would be stuck", error=type(error).__name__) from error
    finally:
        trial.rollback()
        session.expire_all()


# --- back and forth ---------------------------------------------------------------------------------------------


def roll_back_game(
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

    `keep_orders`: the orders given then stand again, ready to be changed. Raises Refusal "no such phase",
    "not running" (before the start), "dice told".
    """
    enter_act(session, game, actor, "rolled back", now, reason, to=number, keep_orders=keep_orders)
    if games.find_current_phase(session, game) is None:
        raise Refusal("not running", slug=game.slug, status=game.status)
    check_dice_untold(session, game, actor)
    source = games.get_phase(session, game, number)
    if games.phase_state(source).ranks is not None:
        raise Refusal("no such phase", number=number)
    return go_on_from_phase(session, game, source, now, keep_orders=keep_orders, reason=reason)


def roll_forward_game(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> Phase:
    """Takes the last going back back: the game goes on from the phase in which it was then, with the orders that had
    been given. Raises Refusal "nothing to go forward to", "dice told"."""
    games.lock_game(session, game)
    left = numbers_left_behind(games.list_phases(session, game))
    if not left:
        raise Refusal("nothing to go forward to", slug=game.slug)
    enter_act(session, game, actor, "rolled forward", now, reason, to=left[-1])
    check_dice_untold(session, game, actor)
    return go_on_from_phase(
        session, game, games.get_phase(session, game, left[-1]), now, keep_orders=True, reason=reason
    )


def check_dice_untold(session: Session, game: Game, actor: Player | None) -> None:
    """Once a game is over the secret of its dice is told, and everybody can reckon how they would fall next: only where
    none are thrown may who leads the game revive it. The host may, and all are told what that means. Raises Refusal
    "dice told"."""
    if actor is not None and are_dice_told(session, game):
        raise Refusal("dice told", slug=game.slug)


def are_dice_told(session: Session, game: Game) -> bool:
    """Return whether a game is over in which dice are thrown: how they fall is no secret any more."""
    return game.status == "finished" and replay_step.throws_dice(build_record.build_proof_record(session, game))


def numbers_left_behind(timeline: list[Phase]) -> list[int]:
    """The numbers of the phases that were open when the game went back, and to which it has not returned."""
    left: list[int] = []
    for phase in timeline:
        origin = hash_chain.PhaseOrigin.from_phase(phase)
        if origin.kind == "rollback" and left[-1:] == [origin.number]:
            left.pop()
        elif origin.kind == "rollback":
            left.append(phase.number - 1)
    return left


def go_on_from_phase(
    session: Session, game: Game, source: Phase, now: datetime, *, keep_orders: bool, reason: str
) -> Phase:
    """The game goes on from a phase, as a new one; all are told, with the reason."""
    last, position, told = (
        games.find_current_phase(session, game),
        games.phase_state(source),
        are_dice_told(session, game),
    )
    assert last is not None
    last.resolved_at, last.due_at = last.resolved_at or now, None
    game.status, game.paused_at, game.finished_at, game.outcome = "running", None, None, ""
    session.add_all((last, game))
    step = Step(position, hash_chain.load_events(source.events))
    phase = phases.insert_phase(
        session, game, step, hash_chain.PhaseOrigin("rollback", source.number), {}, last, now, now
    )
    if keep_orders:
        copy_orders(session, source, phase)
    data = {
        "from": games.phase_title(last),
        "to": games.phase_title(source),
        "keep_orders": keep_orders,
        "dice_told": told,
    }
    data |= reason_data(reason)
    queue_to_all(session, Kind.ROLLED_BACK, game, f"rollback:{phase.id}", phase=phase, data=data, now=now)
    phases.queue_report(session, game, phase, now)
    return phase


def copy_orders(session: Session, source: Phase, phase: Phase) -> None:
    before = {old.seat_id: old for old, _ in phase_turns.list_turns(session, source)}
    for turn, _ in phase_turns.list_turns(session, phase):
        old: Turn | None = before.get(turn.seat_id)
        if old:
            turn.orders, turn.given = old.orders, old.given
            turn.given_at, turn.given_by = old.given_at, old.given_by
            session.add(turn)
    session.flush()


# --- orders -----------------------------------------------------------------------------------------------------


def correct_orders(
    session: Session, game: Game, actor: Player | None, seat: Seat, text: str, now: datetime, reason: str = ""
) -> orders.Answer:
    """Gives orders in a seat's place before the phase is resolved; they replace what stood. Its player is told.

    All or nothing: raises Refusal "bad correction" if any line is refused, and then what stood stands. Who plays in the
    game, or is to stand in for somebody, must not: what is refused would tell them of a rival's hand, and what is not
    would be a rival's turn. Raises Refusal "plays and corrects"."""
    games.lock_game(session, game)
    check_leads_game(session, game, actor)
    if actor and plays_or_stands_in(session, game, actor):
        raise Refusal("plays and corrects", slug=game.slug)
    if wrong := describe_faults(orders.judge_orders(session, seat, text, alone=True)):
        raise Refusal("bad correction", seat=seat.label, faults=wrong)
    enter_act(session, game, actor, "corrected orders", now, reason, seat=seat.code)
    orders.clear_orders(session, seat, now)
    answer = orders.add_orders(session, seat, text, source="master", now=now)
    player = session.get(Player, seat.player_id) if seat.player_id else None
    if player:
        data = {"seat": seat.label, "standing": list(answer.standing), **reason_data(reason)}
        key = f"corrected:{answer.phase.id}:{seat.id}:{answer.submission}"
        queue_letter(session, Kind.CORRECTED, player, key, game=game, phase=answer.phase, seat=seat, data=data, now=now)
    return answer


def describe_faults(answer: orders.Answer) -> list[str]:
    """Return what is wrong with some lines, each with what was written."""
    refused = {r.line: r.text for r in answer.remarks if r.level == "error"}
    told = [(v, [r.text for r in v.remarks if r.level == "error"]) for v in answer.verdicts]
    lines = [
        f"“{v.raw.strip()}”: {' '.join([*why, refused.pop(v.order_text, '')])}".strip()
        for v, why in told
        if why or v.order_text in refused or not v.order_text
    ]
    return [*lines, *refused.values()][:MOST_FAULTS]


# --- seats ------------------------------------------------------------------------------------------------------


def replace_player(
    session: Session,
    game: Game,
    actor: Player | None,
    seat_code: str,
    player: Player,
    now: datetime,
    limits: Limits = USUAL_LIMITS,
    reason: str = "",
) -> Seat:
    """Hands a seat to another player; one who has never answered is invited. Raises Refusal "too many invitations",
    "asked too often"."""
    if player.banned_at or player.forgotten_at:
        raise Refusal("banned")
    if actor:
        people.count_request(session, limits, actor, player, now)
    enter_act(session, game, actor, "replaced", now, reason, seat=seat_code)
    return seats.replace_holder(session, game, seat_code, player, now)


def eject_player(
    session: Session, game: Game, actor: Player | None, seat: Seat, now: datetime, reason: str = ""
) -> None:
    """Takes a seat from its player; it is vacant until somebody takes it. Raises Refusal "seat vacant", "game over"."""
    enter_act(session, game, actor, "ejected", now, reason, seat=seat.code)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    seats.vacate_seat(session, game, seat, now, "ejected", reason_data(reason))
    phase = games.find_current_phase(session, game)
    if phase and game.status == "running":
        phases.refresh_alarm(session, game, phase, now)


def seat_dummy(session: Session, game: Game, actor: Player | None, seat: Seat, now: datetime, reason: str = "") -> Seat:
    """Lets the game's own adviser play a seat. Raises Refusal "no adviser"."""
    engine = games.get_engine(game)
    if not isinstance(engine, Adviser):
        raise Refusal("no adviser", title=engine.title)
    number = next(n for n, one in enumerate(games.list_game_seats(session, game), 1) if one.id == seat.id)
    enter_act(session, game, actor, "gave to a dummy", now, reason, seat=seat.code)
    return seats.replace_holder(session, game, seat.code, people.get_bot(session, "dummy", number, now), now)


def readdress_seat(
    session: Session, game: Game, actor: Player | None, seat: Seat, now: datetime, reason: str = ""
) -> None:
    """Gives a seat a new mail address; its player is told. Raises Refusal "seat vacant"."""
    enter_act(session, game, actor, "gave a new address", now, reason, seat=seat.code)
    seats.renew_seat_address(session, seat, now, "master")


# --- the game as a whole ----------------------------------------------------------------------------------------


def message_all_players(
    session: Session,
    game: Game,
    actor: Player | None,
    text: str,
    now: datetime,
    key: str,
    limits: Limits = USUAL_LIMITS,
) -> Press:
    """Writes to all players. Raises Refusal "too many messages", "nobody there"."""
    check_leads_game(session, game, actor)
    if not list_holders(session, game):
        raise Refusal("nobody there", slug=game.slug)
    return press.post_press(session, game, press.MASTER, "*", text, now, key, limits, actor)


def cancel_game(session: Session, game: Game, actor: Player | None, now: datetime, reason: str = "") -> None:
    """Ends a game without anybody having won. Raises Refusal "game over"."""
    enter_act(session, game, actor, "cancelled", now, reason)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    endings.end_as_cancelled(session, game, games.find_current_phase(session, game), now)


def hand_over_lead(
    session: Session, game: Game, actor: Player | None, player: Player, now: datetime, limits: Limits = USUAL_LIMITS
) -> bool:
    """Asks somebody to be the master; a co-master, who has agreed to lead, is it at once: whether they are.

    Only the master and the host can, so that two masters do not take the game from each other. Raises Refusal "not the
    master"; see `leaders.offer_lead`."""
    games.lock_game(session, game)
    if actor is not None and not leaders.is_master(game, actor):
        raise Refusal("not the master", slug=game.slug)
    if not leaders.is_master(game, player) and leaders.leads_game(session, game, player):
        leaders.remove_leader(session, game, player)
        leaders.make_master(session, game, player, now)
        return True
    if actor:
        people.count_request(session, limits, actor, player, now)
    leaders.offer_lead(session, game, player, "heir", now)
    return False


def ask_co_master(
    session: Session, game: Game, actor: Player | None, player: Player, now: datetime, limits: Limits = USUAL_LIMITS
) -> None:
    """Asks somebody to be a co-master. Raises Refusal: see `leaders.offer_lead`."""
    enter_act(session, game, actor, "asked to lead", now)
    if actor:
        people.count_request(session, limits, actor, player, now)
    leaders.offer_lead(session, game, player, "asked", now)


def dismiss_co_master(session: Session, game: Game, actor: Player | None, player: Player, now: datetime) -> None:
    """Lets a co-master, or who was asked to lead, lead no more. Raises Refusal "does not lead"."""
    games.lock_game(session, game)
    if actor is not None and not leaders.is_master(game, actor):
        raise Refusal("not the master", slug=game.slug)
    if not leaders.remove_leader(session, game, player):
        raise Refusal("does not lead", address=player.address, slug=game.slug)
    add_ledger_entry(session, game, actor_role(game, actor), "dismissed", now)
    key = f"led:{game.id}:{player.id}:{now:%Y%m%d%H%M%S}"
    queue_letter(session, Kind.LED, player, key, game=game, data={"how": "dismissed"}, now=now)
