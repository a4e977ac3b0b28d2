"""The stamp of a game is another one after every change of what is kept of it, whoever makes it and in which way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa
from alembic import command
from sqlmodel import Session, SQLModel, select
from sqlmodel.sql.sqltypes import UTCDateTime

from pbem.games.people import people
from pbem.games.phases import deadlines
from pbem.games.results import votes
from pbem.games.talk import press
from pbem.storage.database import Store
from pbem.storage.models import GameStamp, Phase, Turn
from pbem.storage.models.stamps import UNSEEN, drop_stamp_triggers, put_up_stamp_triggers
from tests.fitting import fitting
from tests.games.party import Party, start_party

pytestmark = pytest.mark.usefixtures("toy")


def stamps(store: Store) -> dict[int, int]:
    with store.read_session() as session:
        return {row.game_id: row.stamp for row in session.exec(select(GameStamp))}


def test_whatever_is_done_in_a_game_moves_its_stamp(store: Store, now: datetime) -> None:
    """Its own, and no other's; what is undone moves none."""
    party, other = start_party(store, now), start_party(store, now, slug="ypres")

    def votes_fall(session: Session) -> None:
        votes.cast_vote(session, party.seat(session, "RED"), "draw", now)

    def writes(session: Session) -> None:
        press.post_press(session, party.game(session), party.seat(session, "RED"), "*", "hello", now, "k")

    def renamed(session: Session) -> None:
        people.rename_player(session, party.player(session, "RED"), "Somebody else")

    before = stamps(store)
    done: tuple[Callable[[], object], ...] = (
        lambda: party.submit("RED", "BID 3", now),
        lambda: party.ready("RED", now),
        lambda: write_in_session(store, votes_fall),
        lambda: write_in_session(store, writes),
        lambda: write_in_session(
            store, lambda session: deadlines.stop_game_clock(session, party.game(session), "", now)
        ),
        lambda: write_in_session(
            store, lambda session: deadlines.restart_game_clock(session, party.game(session), now)
        ),
        lambda: party.close(now + timedelta(days=9)),
    )
    for act in done:
        act()
        after = stamps(store)
        assert after[party.game_id] != before[party.game_id] and after[other.game_id] == before[other.game_id]
        before = after
    write_in_session(store, renamed)  # he plays in both
    assert all(stamps(store)[one] != stamp for one, stamp in before.items())
    before = stamps(store)
    with pytest.raises(ZeroDivisionError), store.write_session() as session:
        votes.cast_vote(session, party.seat(session, "BLU"), "draw", now)
        1 / 0  # noqa: B018
    assert stamps(store) == before


def write_in_session(store: Store, act: Callable[[Session], object]) -> None:
    with store.write_session() as session:
        act(session)


def test_every_table_that_tells_of_a_game_is_watched(store: Store, now: datetime) -> None:
    """Also one that is added some day: each row that comes, changes or goes, by whatever statement."""
    party = start_party(store, now)
    told = {
        name: table
        for name, table in SQLModel.metadata.tables.items()
        if name not in UNSEEN and {"game_id", "seat_id"} & {*table.columns.keys()}
    }
    assert {"seat", "phase", "turn", "audit", "press", "tenure", "receipt", "deputy", "later"} <= {*told}
    with store.write_session() as session:
        session.execute(sa.delete(Turn))
        for table in told.values():
            row = fill_row(session, party, table, now)
            for statement in (
                table.insert().values(row),
                table.update().where(table.c.id == row["id"]).values(id=row["id"]),
                table.delete().where(table.c.id == row["id"]),
            ):
                session.execute(sa.update(GameStamp).values(stamp=-1))
                session.execute(statement)
                if not store.is_sqlite:
                    session.execute(sa.text("SET CONSTRAINTS ALL IMMEDIATE"))
                    session.execute(sa.text("SET CONSTRAINTS ALL DEFERRED"))
                moved = session.execute(sa.select(sa.column("stamp")).select_from(sa.table("game_stamp"))).scalar_one()
                assert moved != -1, f"{table.name}: {statement}"


def fill_row(session: Session, party: Party, table: sa.Table, now: datetime) -> dict[str, object]:
    """A row of a table, of this game."""
    seat, phase = party.seat(session, "RED"), party.phase(session)
    known: dict[str, object] = {
        "game_id": party.game_id,
        "seat_id": seat.id,
        "phase_id": phase.id,
        "id": 9_999,
        "number": 9_999,
    }
    known |= fitting(table.name)

    def value(column: sa.Column[object]) -> object:
        if column.name in known:
            return known[column.name]
        if column.foreign_keys:
            return None if column.nullable else seat.player_id
        if column.nullable:
            return None
        if isinstance(column.type, UTCDateTime):
            return now
        return True if isinstance(column.type, sa.Boolean) else 7 if isinstance(column.type, sa.Integer) else "7"

    return {column.name: value(column) for column in table.columns}


@pytest.mark.slow
def test_games_of_before_get_their_stamps(store: Store, now: datetime) -> None:
    """And tables can be rewritten by a migration, there and back."""
    party = start_party(store, now)
    command.downgrade(store.alembic_config(), "0011")
    store.migrate()
    before = stamps(store)
    assert [*before] == [party.game_id]
    party.ready("RED", now)
    assert stamps(store) != before


def test_the_clock_takes_phases_in_hand_without_moving_stamps(store: Store, now: datetime) -> None:
    """No page tells when a phase is looked at next."""
    party = start_party(store, now)
    before = stamps(store)
    with store.write_session() as session:
        session.execute(sa.update(Phase).values(due_at=now + timedelta(days=30)))
    assert stamps(store) == before
    with store.write_session() as session:
        session.execute(sa.update(Phase).values(deadline=now + timedelta(days=30)))
    assert stamps(store)[party.game_id] != before[party.game_id]


def test_what_was_written_without_triggers_is_taken_for_a_change(store: Store, now: datetime) -> None:
    """While tables are changed there are none."""
    party = start_party(store, now)
    before = stamps(store)[party.game_id]
    with store.write_session() as session:
        drop_stamp_triggers(session.connection())
    with store.write_session() as session:
        session.execute(sa.update(Phase).values(deadline=now + timedelta(days=30)))
    with store.write_session() as session:
        put_up_stamp_triggers(session.connection())
    assert stamps(store)[party.game_id] != before
