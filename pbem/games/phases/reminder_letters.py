"""Reminders: a few for each phase, to those who owe orders and whom a letter helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session

from pbem.games.notify import Kind, queue_letter, queue_to_all, queue_to_master
from pbem.games.phases import phase_turns, reminder_times, schedule
from pbem.games.rules import rules_of
from pbem.games.seating import absences
from pbem.storage.models import Game, Phase, Player, Seat


def remind_debtors(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Tells those who still owe orders, and only them, when a reminder's time has come or the grace begins. The others
    hear once that the phase goes on, and for whom."""
    rules, debtors = rules_of(game), phase_turns.list_debtor_seats(session, phase)
    late = phase.deadline is not None and phase.deadline <= now
    count, begins = reminder_times.count_past_reminders(rules, phase, now), late and not phase.in_grace
    news = begins or count > phase.reminded
    if (
        news and debtors and (awake := schedule.find_quiet_end(game, now))
    ):  # the clock was late, and comes in quiet times
        ahead = (awake, phase.deadline, schedule.closing_time(rules, phase, owing=True))
        set_next_check(session, phase, min(at for at in ahead if at and at > now))
        return
    if news:
        until = schedule.closing_time(rules, phase, owing=True)
        data = {"late": late, "until": until.isoformat() if until else ""}
        queue_reminders(session, game, phase, debtors, data, "late" if begins else f"{count}", now)
        if begins and debtors:
            queue_late_notice(session, game, phase, debtors, data, now)
    phase.in_grace = phase.in_grace or late
    phase.reminded = max(phase.reminded, count)
    set_next_check(session, phase, schedule.next_check_time(game, rules, phase, bool(debtors)))


def set_next_check(session: Session, phase: Phase, at: datetime | None) -> None:
    phase.due_at = at
    session.add(phase)
    session.flush()


def queue_reminders(
    session: Session,
    game: Game,
    phase: Phase,
    debtors: Sequence[Seat],
    data: Mapping[str, Any],
    which: str,
    now: datetime,
) -> None:
    """A letter to each who owes orders; none to who cannot be reached, or has announced that they are away."""
    excused = absences.excused_seat_ids(session, game, phase)
    for seat in debtors:
        player = session.get_one(Player, seat.player_id)
        if player.unreachable_at is None and seat.id not in excused:
            key = f"remind:{phase.id}:{phase.deadline:%Y%m%d%H%M}:{which}:{seat.id}"
            queue_letter(session, Kind.REMIND, player, key, game=game, phase=phase, seat=seat, data=data, now=now)


def queue_late_notice(
    session: Session, game: Game, phase: Phase, debtors: Sequence[Seat], data: Mapping[str, Any], now: datetime
) -> None:
    """That orders are missing and how long the game waits: to the master, and to all if the game tells of absences."""
    told = {"seats": [seat.label for seat in debtors], "until": data["until"]}
    key = f"late:{phase.id}:{phase.deadline:%Y%m%d%H%M}"
    if rules_of(game).absences == "all":
        queue_to_all(session, Kind.LATE, game, key, phase=phase, data=told, now=now, but=debtors)
    else:
        queue_to_master(session, Kind.LATE, game, key, phase=phase, data=told, now=now)
