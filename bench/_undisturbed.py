"""Every game played once more from the words that were accepted, in a process that nobody kills, and compared.

Who was told in time, and who said when that they were ready, are facts that no words show; they are taken from what
happened, as are the receipts that came of it: those are proved by `pbem verify`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from pbem.games.orders import orders
from pbem.games.phases import closing, phase_turns, phases
from pbem.games.phases.mailboxes import OPENING_KINDS
from pbem.games.phases.turn_verdicts import TurnVerdict
from pbem.storage.database import Store
from pbem.storage.models import Game, Outbox, Phase, Player, Seat, Submission, Turn


def differences(store: Store, folder: Path) -> tuple[int, list[str]]:
    """Return how many phases were compared, and where they came out otherwise: in words."""
    other = Store(f"sqlite:///{folder / 'undisturbed.db'}")
    other.migrate()
    copy_beginnings(store, other)
    with store.read_session() as session:
        played = session.exec(select(Game).where(col(Game.started_at).is_not(None)).order_by(col(Game.id))).all()
        phases_of = {game.id: timeline(session, game) for game in played}
        words: dict[int, list[Submission]] = defaultdict(list)
        for said in session.exec(select(Submission).order_by(col(Submission.id))):
            words[said.phase_id].append(said)
        turns: dict[int, dict[int, Turn]] = defaultdict(dict)
        for turn in session.exec(select(Turn)):
            turns[turn.phase_id][turn.seat_id] = turn
    faults = []
    for game in played:
        with other.write_session() as session:
            faults += list(replay_undisturbed(session, game, phases_of[game.id], words, turns))
    other.close()
    return sum(map(len, phases_of.values())), faults


def timeline(session: Session, game: Game) -> list[Phase]:
    return list(session.exec(select(Phase).where(Phase.game_id == game.id).order_by(col(Phase.number))))


def copy_beginnings(store: Store, other: Store) -> None:
    """Players, games and seats as they were before the first phase."""
    tables: Sequence[type[SQLModel]] = (Player, Game, Seat)
    for model in tables:
        table = sa.inspect(model).local_table
        with store.engine.connect() as connection:
            rows = [dict(row) for row in connection.execute(sa.select(table)).mappings()]
        if model is Game:
            rows = [{**row, "status": "forming", "finished_at": None, "outcome": ""} for row in rows]
        with other.write_engine.begin() as connection:
            connection.execute(sa.insert(table), rows)


def replay_undisturbed(
    session: Session,
    played: Game,
    originals: Sequence[Phase],
    words: Mapping[int, Sequence[Submission]],
    turns: Mapping[int, Mapping[int, Turn]],
) -> Iterator[str]:
    """One game: its phases in order, each with the words that were said in it."""
    game, at = session.get_one(Game, played.id), played.started_at
    assert at is not None
    phase: Phase | None = phases.begin_game(session, game, at)
    for original in originals:
        where = f"{played.slug} {original.number} ({original.name})"
        if phase is None or (phase.state, phase.events) != (original.state, original.events):
            yield f"{where}: another position"
            return
        for said in words.get(original.id, ()):
            seat = session.get_one(Seat, said.seat_id)
            orders.add_orders(session, seat, said.text, source=said.source, now=said.received_at)
        for turn, seat in phase_turns.list_turns(session, phase):
            known = turns[original.id][seat.id]
            if turn.orders != known.orders:
                yield f"{where}: other orders of {seat.code}"
            circumstances(session, turn, known)
        phase.deadline = original.deadline
        if original.resolved_at:
            left = sa.update(Outbox).where(col(Outbox.attempts) == 0)  # all but what `circumstances` keeps here
            session.execute(left.values(sent_at=col(Outbox.created_at), ready_at=None))
            phase = closing.close_phase(session, game, phase, original.resolved_at, forced=True)


def circumstances(session: Session, turn: Turn, known: Turn) -> None:
    """Takes over what was known of a turn besides its orders when it was judged."""
    turn.ready, turn.given, turn.given_at, turn.given_by = known.ready, known.given, known.given_at, known.given_by
    session.add(turn)
    if known.verdict == TurnVerdict.EXCUSED:
        reports = (
            col(Outbox.phase_id) == turn.phase_id,
            col(Outbox.seat_id) == turn.seat_id,
            col(Outbox.kind).in_(OPENING_KINDS),
        )
        session.execute(sa.update(Outbox).where(*reports).values(attempts=1))  # as of a relay that refused it
