"""Phases closed: whoever stands in for those who do not write, what is counted, and what follows.

There is one way from a phase to the next: `close_phase`. The deadline, the end of the grace, the last "ready" and the
game master all come here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session

from engines import language, states
from engines.base import Engine, State
from engines.language import slots
from pbem.games import games
from pbem.games.orders import fallback_orders
from pbem.games.phases import grace, pacing, phase_turns, phases, reminder_letters, schedule, turn_verdicts
from pbem.games.proof import hash_chain
from pbem.games.results import vote_counting
from pbem.games.rules import rules_of
from pbem.games.seating import vacancies
from pbem.storage.models import Game, Phase, Seat, Turn


def handle_due_phase(session: Session, game: Game, phase: Phase, now: datetime, posted: bool = False) -> None:
    """What the clock does when a phase is due: give more time, remind, begin the grace, or close. The game is locked,
    and the phase was read since. `posted`: letters are sent here, so whose report has not left owes nothing."""
    if not can_be_closed(game, phase):
        phase.due_at = None
        session.add(phase)
    elif close_locked_phase(session, game, phase, now, posted=posted) is None:
        reminder_letters.remind_debtors(session, game, phase, now)


def can_be_closed(game: Game, phase: Phase) -> bool:
    """Return whether a phase is one that can be closed."""
    return game.status == "running" and not phase.resolved_at and phase.deadline is not None


def close_phase(session: Session, game: Game, phase: Phase, now: datetime, *, forced: bool = False) -> Phase | None:
    """Resolves a phase whose time has come and opens the next; None if there is nothing to do (yet).

    Whoever comes second finds it resolved. `forced`: the game master does not wait; nobody's turn counts as missed
    before the deadline, nor without a report.
    """
    games.lock_game(session, game)
    session.refresh(phase)
    return (
        close_locked_phase(session, game, phase, now, forced=forced, posted=forced)
        if can_be_closed(game, phase)
        else None
    )


def close_locked_phase(
    session: Session, game: Game, phase: Phase, now: datetime, *, forced: bool = False, posted: bool = False
) -> Phase | None:
    """The same for an open phase of a game that is locked. `posted`: as in `handle_due_phase`."""
    everyone = phase_turns.list_turns(session, phase)
    if not forced and grace.grant_more_time(session, game, phase, everyone, now, posted):
        return None
    at = schedule.closing_time(rules_of(game), phase, any(phase_turns.owes_orders(*one) for one in everyone))
    if not forced and (at is None or at > now):
        return None
    fallback_orders.give_fallback_orders(session, game, phase, everyone, now)
    turn_verdicts.judge_turns(session, game, phase, everyone, now, posted)
    if vote_counting.end_if_carried(session, game, phase, now):
        return phase
    end_lasting_orders(session, games.get_engine(game), games.phase_state(phase), everyone)
    following = phases.resolve_to_next_phase(
        session,
        game,
        phase,
        phases.orders_by_seat(everyone),
        turn_verdicts.presence_by_seat(everyone),
        nominal_closing_time(game, at, now),
        now,
    )
    if game.status == "running":
        vacancies.open_silent_seats(session, game, everyone, now)
        fallback_orders.give_scheduled_orders(session, game, following, now)
    return following


def nominal_closing_time(game: Game, at: datetime | None, now: datetime) -> datetime:
    """As of when a phase counts as closed that was to be closed at an instant."""
    return at if at and now - pacing.allowed_drift(game) <= at <= now else now


def end_lasting_orders(
    session: Session, engine: Engine[Any], position: State, everyone: Sequence[tuple[Turn, Seat]]
) -> None:
    """Says for each vacant seat what ends what its last holder said for longer; it is stored like any order."""
    for turn, seat in everyone:
        grammar = engine.grammar(states.seat_view(position, seat.code), seat.code) if seat.player_id is None else None
        if grammar and grammar.vacant:
            said = language.parse_orders(grammar, "\n".join(grammar.vacant)).orders
            turn.orders = hash_chain.dump_orders(slots.amend_orders(hash_chain.load_orders(turn.orders), said))
            session.add(turn)
