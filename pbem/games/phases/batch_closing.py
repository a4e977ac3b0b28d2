"""Phases of many games closed in one transaction, as when one deadline is everybody's: what their closings ask of the
database is asked for all at once, and so is written what they come to.

This is for games in which all goes its usual way: everybody has given their orders, nobody votes, is away, watches, or
has something kept for later. Any other is left to be closed alone (`pbem.games.phases.closing`), where every way is
taken that there is; what comes of the usual one is the same to the last byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

import sqlalchemy as sa
import structlog
from sqlmodel import Session, SQLModel, col, select

from engines.base import State
from pbem.games.notify import Kind, can_be_written_to, letter_row, seat_letter_rows
from pbem.games.orders import receipts
from pbem.games.phases import closing, pacing, phases, schedule, turn_verdicts
from pbem.games.proof import hash_chain
from pbem.games.results import endings
from pbem.games.rules import rules_of
from pbem.games.seating import absences
from pbem.storage.database import column_values, insert_missing_rows
from pbem.storage.models import (
    Absence,
    Deputy,
    Game,
    Later,
    Leader,
    Outbox,
    Phase,
    Player,
    Receipt,
    Seat,
    Turn,
    Vote,
    Watcher,
)

TURN_COLUMNS = (
    *(col(column) for column in (Turn.id, Turn.phase_id, Turn.seat_id, Turn.due, Turn.given)),
    *(col(column) for column in (Turn.given_by, Turn.given_at, Turn.orders)),
)
RECEIPT_COLUMNS = (
    *(col(column) for column in (Receipt.id, Receipt.phase_id, Receipt.seat_id, Receipt.number)),
    *(col(column) for column in (Receipt.digest, Receipt.hash)),
    (col(Receipt.orders) != "").label("orders"),
)
"""What a closing looks at of each turn, and of each receipt: of its orders, whether it has some."""

log = structlog.get_logger()


@dataclass
class Gathering:
    """A game whose phase is due, with everybody at it."""

    game: Game
    phase: Phase
    seats: list[Seat] = field(default_factory=list)
    everyone: list[tuple[Turn, Seat]] = field(default_factory=list)
    receipts: dict[str, Receipt] = field(default_factory=dict)


@dataclass(frozen=True)
class ClosedPhase:
    """What the closing of a phase comes to, before any of it is written."""

    table: Gathering
    verdicts: Mapping[int, turn_verdicts.TurnVerdict]
    following: Phase
    owed: Sequence[tuple[phases.OpeningTurn, Seat]]


def close_usual_phases(session: Session, phase_ids: Collection[int], now: datetime) -> list[int]:
    """Closes those of some phases that are due and go the usual way; the numbers of those that were closed."""
    tables = gather_games(session, phase_ids, now)
    players = players_by_id(session, tables)
    with session.no_autoflush:
        found = [one for table in tables if is_usual(table, now) if (one := work_out_closing(session, table, now))]
    write_closings(session, found, players, now)
    return [one.table.phase.id for one in found]


# --- read -------------------------------------------------------------------------------------------------------


def gather_games(session: Session, phase_ids: Collection[int], now: datetime) -> list[Gathering]:
    """The games of some phases with all that their closing asks, but for those that somebody else has in hand or in
    which something is not as usual."""
    mine = select(Game).join(Phase, col(Phase.game_id) == Game.id).where(col(Phase.id).in_(phase_ids))
    held = mine.order_by(col(Game.id)).with_for_update(of=Game, key_share=True, skip_locked=True)
    known = {game.id: game for game in session.exec(held)}
    for game_id in unusual_game_ids(session, known, now):
        del known[game_id]
    newest = select(Phase).where(col(Phase.id).in_(phase_ids), col(Phase.game_id).in_(known)).order_by(col(Phase.id))
    tables = {phase.id: Gathering(known[phase.game_id], phase) for phase in session.exec(newest)}
    by_game = {table.game.id: table for table in tables.values()}
    for seat in session.exec(select(Seat).where(col(Seat.game_id).in_(by_game)).order_by(col(Seat.id))):
        by_game[seat.game_id].seats.append(seat)
    add_turns(session, tables)
    return list(tables.values())


def add_turns(session: Session, tables: Mapping[int, Gathering]) -> None:
    """What everyone has given, and the last receipt for it: rows that are only looked at, which cost a third of what
    objects do."""
    seats = {seat.id: seat for table in tables.values() for seat in table.seats}
    turns = sa.select(*TURN_COLUMNS).where(col(Turn.phase_id).in_(tables)).order_by(col(Turn.seat_id))
    for turn in cast("Iterator[Turn]", session.execute(turns)):
        tables[turn.phase_id].everyone.append((turn, seats[turn.seat_id]))
    given = sa.select(*RECEIPT_COLUMNS).where(col(Receipt.phase_id).in_(tables)).order_by(col(Receipt.number))
    for receipt in cast("Iterator[Receipt]", session.execute(given)):
        tables[receipt.phase_id].receipts[seats[receipt.seat_id].code] = receipt


def unusual_game_ids(session: Session, game_ids: Collection[int], now: datetime) -> set[int]:
    """The games in which there is anything that closings look for and mostly do not find."""
    remembered = col(Absence.last_day) >= absences.earliest_relevant_day(now.year - 1)
    found = (
        sa.select(col(Vote.game_id)),
        sa.select(col(Watcher.game_id)),
        sa.select(col(Leader.game_id)).where(col(Leader.role) == "co-master"),
        sa.select(col(Deputy.game_id)).where(col(Deputy.ends_at) > now),
        sa.select(col(Seat.game_id)).join(Later, col(Later.seat_id) == Seat.id),
        sa.select(col(Seat.game_id)).join(Absence, col(Absence.player_id) == Seat.player_id).where(remembered),
    )
    every = sa.union(*(query.where(query.selected_columns[0].in_(game_ids)) for query in found))
    return set(session.execute(every).scalars())


def players_by_id(session: Session, tables: Sequence[Gathering]) -> dict[int, Player]:
    """Return who holds the seats, and who leads the games, by number."""
    ids = {seat.player_id for table in tables for seat in table.seats} | {table.game.master_id for table in tables}
    found = session.exec(select(Player).where(col(Player.id).in_(ids - {None})))
    return {player.id: player for player in found}


# --- worked out -------------------------------------------------------------------------------------------------


def is_usual(table: Gathering, now: datetime) -> bool:
    """Return whether a phase is to be closed now, every seat is held, and nobody is waited for."""
    game, phase, rules = table.game, table.phase, rules_of(table.game)
    if not closing.can_be_closed(game, phase) or not table.everyone:
        return False
    if any(seat.player_id is None for seat in table.seats) or any(phases.owes_orders(*one) for one in table.everyone):
        return False
    at = schedule.closing_time(rules, phase, owing=False)
    return at is not None and at <= now


def work_out_closing(session: Session, table: Gathering, now: datetime) -> ClosedPhase | None:
    """Return what follows from a phase; None if that is unusual, be it that the engine fails."""
    game, phase = table.game, table.phase
    orders = phases.orders_by_seat(table.everyone)
    verdicts = dict(iter_turn_verdicts(table))
    if not (has_all_receipts(table, orders) and are_verdicts_silent(game, verdicts.values())):
        return None
    try:
        presence = {
            seat.code: turn_verdicts.seat_presence(turn, seat, verdicts.get(turn.id, ""))
            for turn, seat in table.everyone
        }
        step = phases.resolve_step(game, table.seats, phase, orders, presence)
        if step.state.ranks is not None or endings.is_time_up(game, step.state):
            return None
        opened = closing.nominal_closing_time(game, schedule.closing_time(rules_of(game), phase, owing=False), now)
        heads, origin = receipts.dump_receipt_heads(table.receipts), hash_chain.PhaseOrigin("resolve")
        there = hash_chain.dump_presence(presence)
        following = phases.build_phase(game, step, origin, orders, phase.hash, phase.number + 1, opened, heads, there)
        return ClosedPhase(table, verdicts, following, open_with_deadline(session, table, following, step.state, now))
    except Exception as error:  # it fails once more alone, and the game is parked
        log.warning("a phase is closed alone", phase=phase.id, error=type(error).__name__)
        return None


def open_with_deadline(
    session: Session, table: Gathering, following: Phase, position: State, now: datetime
) -> list[tuple[phases.OpeningTurn, Seat]]:
    """Gives a phase its deadline; what each seat owes in it. Meanwhile the session knows it, and so its game."""
    session.add(following)
    try:
        owed = phases.list_opening_turns(table.game, position, table.seats)
        phases.set_deadline(
            table.game, following, pacing.deadline_by_pace(table.game, following, following.opened_at), now
        )
        complete = not phases.is_held_up(following, owed) and phases.has_players(following, table.seats)
        phases.compute_alarm(table.game, following, now, owed, complete)
    finally:
        session.expunge(following)
    return owed


def iter_turn_verdicts(table: Gathering) -> Iterator[tuple[int, turn_verdicts.TurnVerdict]]:
    """Yield what became of each turn that was due."""
    assert table.phase.deadline is not None
    for turn, _ in table.everyone:
        if turn.due:
            yield turn.id, turn_verdicts.verdict_of_given(turn, table.phase.deadline)


def are_verdicts_silent(game: Game, verdicts: Collection[turn_verdicts.TurnVerdict]) -> bool:
    """Return whether nobody hears of what became of the turns."""
    return rules_of(game).absences != "all" or turn_verdicts.REPORTED_VERDICTS.isdisjoint(verdicts)


def has_all_receipts(table: Gathering, orders: Mapping[str, str]) -> bool:
    """Return whether there is a receipt for whatever orders stand."""
    game, last = table.game, table.receipts
    return all(
        receipts.receipt_covers(game, code, last.get(code), orders.get(code, "[]")) for code in {**orders, **last}
    )


# --- written ----------------------------------------------------------------------------------------------------


def write_closings(
    session: Session, found: Sequence[ClosedPhase], players: Mapping[int, Player], now: datetime
) -> None:
    """All that was worked out: verdicts, the phases that follow with what is owed in them, and the reports queued."""
    if not found:
        return
    write_verdicts(session, found)
    update_rows(session, Phase, [one.table.phase.id for one in found], resolved_at=now, due_at=None)
    given = [receipt for one in found for receipt in one.table.receipts.values() if receipt.orders]
    update_rows(session, Receipt, [receipt.id for receipt in given], orders=receipts.AS_RESOLVED)
    insert_missing_rows(session, Phase, [column_values(one.following) for one in found], "game_id", "number")
    set_phase_ids(session, [one.following for one in found])
    turns = [row for one in found for row in phases.turn_rows(one.following, one.owed)]
    insert_missing_rows(session, Turn, turns, "phase_id", "seat_id")
    insert_missing_rows(session, Outbox, [row for one in found for row in iter_report_rows(one, players, now)], "key")


def write_verdicts(session: Session, found: Sequence[ClosedPhase]) -> None:
    """What became of each turn, and who held its seat."""
    turns = defaultdict[turn_verdicts.TurnVerdict, list[int]](list)
    for one in found:
        for turn_id, verdict in one.verdicts.items():
            turns[verdict].append(turn_id)
    holder = sa.select(col(Seat.player_id)).where(col(Seat.id) == col(Turn.seat_id)).scalar_subquery()
    for verdict, ids in turns.items():
        update_rows(session, Turn, ids, verdict=verdict, player_id=holder)


def update_rows(session: Session, table: type[SQLModel], ids: Sequence[int], **values: object) -> None:
    """Writes the same into many rows; a statement for all costs less than the values of each."""
    if ids:
        key = sa.inspect(table).primary_key[0]
        unseen = {"synchronize_session": False}
        session.execute(sa.update(table).where(key.in_(ids)).values(**values), execution_options=unseen)


def set_phase_ids(session: Session, stored: Sequence[Phase]) -> None:
    """Gives phases the ids that the database has given their rows."""
    opened = select(Phase.game_id, Phase.number, Phase.id).where(col(Phase.resolved_at).is_(None))
    rows = session.exec(opened.where(col(Phase.game_id).in_([phase.game_id for phase in stored])))
    ids = {(game_id, number): phase_id for game_id, number, phase_id in rows}
    for phase in stored:
        phase.id = ids[phase.game_id, phase.number]


def iter_report_rows(one: ClosedPhase, players: Mapping[int, Player], now: datetime) -> Iterator[dict[str, object]]:
    """To everybody with a seat, and to the master if the master has none."""
    game, phase, key = one.table.game, one.following, f"report:{one.following.id}"
    seated = [(seat, players[seat.player_id]) for seat in one.table.seats if seat.player_id]
    yield from seat_letter_rows(Kind.REPORT, seated, key, now, game=game, phase=phase)
    master = players.get(game.master_id or 0)
    if master and master.id not in {player.id for _, player in seated} and can_be_written_to(master, Kind.REPORT):
        yield letter_row(Kind.REPORT, master, f"{key}:master", now, game=game, phase=phase)
