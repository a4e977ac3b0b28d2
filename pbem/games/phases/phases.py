"""Phases: opened with their deadline and what everybody owes, and resolved into the next one.

When that is due, and what comes before it, is the business of `pbem.games.phases.closing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib.metadata import version

import sqlalchemy as sa
from sqlmodel import Session, col

from engines.abilities import Correctable
from engines.base import Presence, State, Step
from pbem.games import games, positions
from pbem.games.notify import Kind, add_ledger_entry, queue_letter, queue_to_all
from pbem.games.orders import receipts
from pbem.games.phases import pacing, phase_turns, reminder_times, schedule
from pbem.games.phases.phase_turns import Everyone, OpeningTurn
from pbem.games.proof import hash_chain
from pbem.games.rarities import has_any
from pbem.games.results import endings, standings
from pbem.games.rules import rules_of
from pbem.pace import Deadline
from pbem.storage.inserting import Columns, build_row, insert_missing_rows, take_id
from pbem.storage.models import Game, Phase, Player, Seat, Turn, Vote, canonical_json

# --- opening ----------------------------------------------------------------------------------------------------


def begin_game(session: Session, game: Game, now: datetime) -> Phase:
    """The opening position, once every seat is taken; everybody is told."""
    game.status, game.started_at = "running", now
    session.add(game)
    step = first_step(game, games.list_game_seats(session, game))
    add_ledger_entry(session, game, "SERVER", "started", now)
    phase = insert_phase(session, game, step, hash_chain.PhaseOrigin("start"), {}, None, now, now)
    queue_to_all(session, Kind.STARTED, game, f"started:{phase.id}", phase=phase, now=now)
    return phase


def first_step(game: Game, seats: Sequence[Seat]) -> Step[State]:
    return games.get_engine(game).start(games.game_setup(game).options, hash_chain.phase_dice(game, seats, 1))


def insert_phase(
    session: Session,
    game: Game,
    step: Step[State],
    origin: hash_chain.PhaseOrigin,
    orders: Mapping[str, str],
    previous: Phase | None,
    opened: datetime,
    now: datetime,
    given: str = hash_chain.NOTHING,
    presence: str = hash_chain.NOTHING,
) -> Phase:
    """Adds the phase that starts from a position, with its deadline and what each seat owes; or ends the game.
    `given`: the last receipts for the orders that led to it, `presence`: what became of the turns, as it is kept."""
    before = previous.hash if previous else hash_chain.root_hash(game, games.list_game_seats(session, game))
    number = previous.number + 1 if previous else 1
    seats = games.list_game_seats(session, game)
    phase = build_phase(game, step, origin, orders, before, number, opened, given, presence)
    phase.id = take_id(session, Phase)
    session.add(phase)
    if origin.kind == "rollback":
        session.flush()
        mark_undone_phases(session, game)
    game.free = sum(one.player_id is None and one.code not in step.state.out for one in seats)
    if ended := endings.find_result_by_rules(game, phase, step.state):
        endings.finish_game(session, game, phase, ended, now)
    else:
        everyone = list_opening_turns(game, step.state, seats)
        set_deadline(game, phase, pacing.compute_deadline(session, game, phase, opened, everyone), now)
        compute_alarm(game, phase, now, everyone, not is_held_up(phase, everyone) and has_players(phase, seats))
        insert_missing_rows(session, Turn, turn_rows(phase, everyone), "phase_id", "seat_id")
    return phase


def build_phase(
    game: Game,
    step: Step[State],
    origin: hash_chain.PhaseOrigin,
    orders: Mapping[str, str],
    before: str,
    number: int,
    opened: datetime,
    given: str = hash_chain.NOTHING,
    presence: str = hash_chain.NOTHING,
) -> Phase:
    """The row of a phase, with the hash that joins it to the one `before`; its deadline is still to be set."""
    position, events = positions.dump_position(step.state), hash_chain.dump_events(step.events)
    return Phase(
        game_id=game.id,
        number=number,
        name=step.state.phase,
        kind=step.state.kind,
        state=position,
        state_version=step.state.version,
        made_by=MADE_BY,
        events=events,
        origin=str(origin),
        previous_hash=before,
        hash=hash_chain.hash_phase(
            before, str(origin), orders, position, events, hash_chain.phase_salt(game, number), given, presence
        ),
        receipts=given,
        presence=presence,
        standings=standings.dump_standings(games.get_engine(game), step.state),
        opened_at=opened,
    )


def mark_undone_phases(session: Session, game: Game) -> None:
    """Marks the phases that a rollback has gone behind; those that one forward brings back are no more."""
    every = games.list_phases(session, game)
    line = hash_chain.valid_phase_numbers({phase.number: hash_chain.PhaseOrigin.from_phase(phase) for phase in every})
    for phase in every:
        phase.undone = phase.number not in line
        session.add(phase)


MADE_BY = version("pbem")


def list_opening_turns(game: Game, position: State, seats: Sequence[Seat]) -> list[tuple[OpeningTurn, Seat]]:
    """One turn for each seat that may say something; whether it is due is the engine's word."""
    debts = games.get_engine(game).obligations(position)
    if not {*debts.values()} - {"free"}:
        raise RuntimeError(f"{game.engine}: {position.phase} goes on, but nobody owes anything")
    turns = {debt: OpeningTurn(due=debt != "free", given=debt == "relaxed") for debt in set(debts.values())}
    return [(turns[debts[seat.code]], seat) for seat in seats if seat.code in debts]


def turn_rows(phase: Phase, everyone: Sequence[tuple[OpeningTurn, Seat]]) -> list[Columns]:
    """The rows of what is owed in a phase that is stored."""
    return [
        build_row(Turn, phase_id=phase.id, seat_id=seat.id, due=turn.due, given=turn.given) for turn, seat in everyone
    ]


def set_deadline(game: Game, phase: Phase, found: Deadline, now: datetime) -> None:
    """Gives a phase a (new) deadline; reminders whose time is over are not sent any more."""
    rules = rules_of(game)
    phase.deadline, phase.in_grace = found.at, False
    phase.deadline_why = canonical_json([reason.data for reason in found.why])
    phase.reminded = reminder_times.count_past_reminders(rules, phase, now)
    phase.due_at = schedule.next_check_time(game, rules, phase, owing=True)


# --- while it is open -------------------------------------------------------------------------------------------


def refresh_alarm(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Sets the phase's alarm anew after it was opened or somebody spoke: it closes early once all are ready or only
    vacant seats could answer, and in the grace once nobody owes."""
    set_alarm(session, game, phase, now, phase_turns.list_turns(session, phase))
    session.flush()


def set_alarm(session: Session, game: Game, phase: Phase, now: datetime, everyone: Everyone) -> None:
    """The same, for who has read already what everyone owes."""
    complete = not is_held_up(phase, everyone) and has_players(phase, games.list_game_seats(session, game))
    compute_alarm(game, phase, now, everyone, complete)
    session.add(phase)


def compute_alarm(game: Game, phase: Phase, now: datetime, everyone: Everyone, complete: bool) -> None:
    """Works out when a phase closes early, since all that are waited for are ready, and when the clock must look at it
    next."""
    rules = rules_of(game)
    phase.early_at = (phase.early_at or schedule.early_closing_time(game, rules, now)) if complete else None
    phase.due_at = schedule.next_check_time(game, rules, phase, any(phase_turns.owes_orders(*one) for one in everyone))


def is_held_up(phase: Phase, everyone: Everyone) -> bool:
    """Return whether somebody is waited for who is not ready."""
    return any(phase_turns.holds_up_phase(*one) for one in everyone) or is_waiting_for_takers(phase, everyone)


def is_waiting_for_takers(phase: Phase, everyone: Everyone) -> bool:
    """Return whether a guarded first phase waits for who may take the seats that silence has opened."""
    return phase.guarded > 1 and any(turn.due and seat.player_id is None for turn, seat in everyone)


def has_players(phase: Phase, seats: Sequence[Seat]) -> bool:
    """Return whether one seat at least is held and still in the game. A game that all have left goes by its
    deadlines."""
    out = games.phase_state(phase).out
    return any(seat.player_id and seat.code not in out for seat in seats)


# --- resolved ---------------------------------------------------------------------------------------------------


def orders_by_seat(everyone: Sequence[tuple[Turn, Seat]]) -> dict[str, str]:
    """The orders that stand as they are kept, by seat; seats without any are left out."""
    return {seat.code: turn.orders for turn, seat in everyone if turn.orders != "[]"}


def resolve_step(
    game: Game, seats: Sequence[Seat], phase: Phase, orders: Mapping[str, str], presence: Mapping[str, Presence]
) -> Step[State]:
    """Return what follows from a phase, the orders of its seats as they are stored, and what became of their turns."""
    engine = games.get_engine(game)
    given = {code: hash_chain.load_orders(text) for code, text in orders.items()}
    return engine.resolve(
        games.phase_state(phase), given, hash_chain.phase_dice(game, seats, phase.number + 1), presence
    )


def resolve_to_next_phase(
    session: Session,
    game: Game,
    phase: Phase,
    orders: Mapping[str, str],
    presence: Mapping[str, Presence],
    opened: datetime,
    now: datetime,
) -> Phase:
    """The phase that follows from a phase, its orders and who was there, as if opened at `opened`: whoever resolves it
    after another one died of it comes to the same receipts and the same proof."""
    given = receipts.settle_receipts(session, game, phase, orders, opened)
    step = resolve_step(game, games.list_game_seats(session, game), phase, orders, presence)
    phase.resolved_at, phase.due_at = now, None
    session.add(phase)
    clear_votes(session, game)
    following = insert_phase(
        session,
        game,
        step,
        hash_chain.PhaseOrigin("resolve"),
        orders,
        phase,
        opened,
        now,
        given,
        hash_chain.dump_presence(presence),
    )
    queue_report(session, game, following, now)
    return following


def clear_votes(session: Session, game: Game) -> None:
    """Forgets all votes: each is for the phase it was cast in."""
    if has_any(session, game.id, Vote):
        session.execute(sa.delete(Vote).where(col(Vote.game_id) == game.id))


def correct_step(game: Game, phase: Phase, correction: str) -> Step[State]:
    """A phase put right: its position with what was said for that, and what led to it, which does not change. Raises
    ValueError for a position that cannot be."""
    engine = games.get_engine(game)
    assert isinstance(engine, Correctable)
    position: State = engine.correct(games.phase_state(phase), hash_chain.load_orders(correction))
    return Step(position, hash_chain.load_events(phase.events))


def queue_report(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Queues the report about what led to a phase: to everybody with a seat, and to a master without one."""
    queue_to_all(session, Kind.REPORT, game, f"report:{phase.id}", phase=phase, now=now)


def queue_report_to_seat(session: Session, game: Game, phase: Phase, seat: Seat, player: Player, now: datetime) -> None:
    """Queues the report about what led to a phase to one seat, whose player may be new."""
    key = f"report:{phase.id}:{seat.id}:{seat.generation}"
    queue_letter(session, Kind.REPORT, player, key, game=game, phase=phase, seat=seat, now=now)
