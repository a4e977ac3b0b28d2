"""Rows that wait for the end of their transaction: seen by whoever asks, kept or dropped with what they belong to."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import Session, col, select

import pbem
from pbem.storage.database import Store
from pbem.storage.inserting import (
    WAITING_KEY,
    begin_savepoint,
    build_row,
    insert_if_missing,
    insert_missing_rows,
    take_id,
)
from pbem.storage.models import Phase, Player, Watcher
from tests.games.party import Party, start_party

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def party(store: Store, now: datetime) -> Party:
    return start_party(store, now)


def insert_players(session: Session, now: datetime, *names: str) -> None:
    rows = [build_row(Player, address=f"{name}@example.org", created_at=now) for name in names]
    insert_missing_rows(session, Player, rows, "address")


def list_names(session: Session) -> list[str]:
    """Those of the players whom these tests insert, in the order in which they were written."""
    found = session.exec(select(Player.address).where(col(Player.address).startswith("new")).order_by(col(Player.id)))
    return [address.partition("@")[0] for address in found]


def read_names(store: Store) -> list[str]:
    with store.read_session() as session:
        return list_names(session)


def test_rows_wait_until_somebody_asks(store: Store, now: datetime) -> None:
    """Then they are written, whatever is asked, each once."""
    with store.write_session() as session:
        insert_players(session, now, "new1")
        insert_players(session, now, "new2", "new1")
        assert len(session.info[WAITING_KEY]) == 1, "those of a kind are one statement"
        assert list_names(session) == ["new1", "new2"] and WAITING_KEY not in session.info
        assert list_names(session) == ["new1", "new2"]


def test_rows_that_nobody_asked_for_are_written_at_the_end(store: Store, now: datetime) -> None:
    with store.write_session() as session:
        insert_players(session, now, "new1")
    assert read_names(store) == ["new1"]


def test_rows_go_with_a_transaction_that_is_taken_back(store: Store, now: datetime) -> None:
    with pytest.raises(ZeroDivisionError), store.write_session() as session:
        insert_players(session, now, "new1")
        raise ZeroDivisionError
    assert read_names(store) == []


def test_nothing_waits_where_there_is_nothing_to_insert(store: Store) -> None:
    with store.write_session() as session:
        insert_missing_rows(session, Player, iter(()), "address")
        assert WAITING_KEY not in session.info


@pytest.mark.parametrize("asks", [False, True])
def test_a_savepoint_takes_back_its_own_rows_alone(store: Store, now: datetime, asks: bool) -> None:
    """Whether or not they had been written in it; those from before stay, and so do those of one that is kept."""
    with store.write_session() as session:
        insert_players(session, now, "new1")
        with pytest.raises(ZeroDivisionError), begin_savepoint(session):
            insert_players(session, now, "new2")
            if asks:
                assert list_names(session) == ["new1", "new2"]
            raise ZeroDivisionError
        assert list_names(session) == ["new1"]
        with begin_savepoint(session):
            insert_players(session, now, "new3")
        insert_players(session, now, "new4")
    assert read_names(store) == ["new1", "new3", "new4"]


def test_rows_are_written_after_those_they_point_to(store: Store, party: Party, now: datetime) -> None:
    """One that is not written yet; and kinds are written in the order in which they were inserted."""
    said: list[str] = []
    with store.write_session() as session:
        player = Player(id=take_id(session, Player), address="new1@example.org", created_at=now)
        session.add(player)
        watcher = build_row(Watcher, game_id=party.game_id, player_id=player.id, since=now)
        insert_missing_rows(session, Watcher, [watcher], "game_id", "player_id")
        insert_players(session, now, "new2")
        sa.event.listen(store.engine, "before_cursor_execute", lambda *given: said.append(given[2]))
    written = [text.split()[2] for text in said if text.startswith("INSERT INTO")]
    assert [name for name in written if name in ("player", "watcher")] == ["player", "watcher", "player"]
    assert read_names(store) == ["new1", "new2"]


def test_one_row_is_inserted_at_once_or_not_at_all(store: Store, now: datetime) -> None:
    """What waits is written before it, so that it cannot come twice; its id is told only if it is new."""
    with store.write_session() as session:
        insert_players(session, now, "new1")
        assert insert_if_missing(session, Player(address="new1@example.org", created_at=now), "address") is None
        given = insert_if_missing(session, Player(address="new2@example.org", created_at=now), "address")
        assert given == session.exec(select(Player.id).where(Player.address == "new2@example.org")).one()
        assert list_names(session) == ["new1", "new2"]


def test_a_row_holds_what_its_table_says(now: datetime) -> None:
    """But no id, which the database gives."""
    row = build_row(Player, address="new1@example.org", created_at=now)
    plain = Player(address="new1@example.org", created_at=now)
    assert "id" not in row and {name: getattr(plain, name) for name in row} == row
    assert build_row(Player, address="new1@example.org", created_at=now, name="New")["name"] == "New"


def test_ids_are_taken_in_order_and_never_twice(store: Store, now: datetime) -> None:
    """Of each table by itself, after all that are there or wait to be written, also after some were taken back."""
    start_party(store, now)
    with store.write_session() as session:
        session.add(Player(address="new0@example.org", created_at=now))
        ids = [take_id(session, Player) for _ in range(3)]
        phase_id = take_id(session, Phase)
        known = session.exec(select(Player.id)).all()
        assert ids == [max(known) + 1 + n for n in range(3)]
        assert phase_id == max(session.exec(select(Phase.id)).all()) + 1
        session.add_all(Player(id=one, address=f"new{n}@example.org", created_at=now) for n, one in enumerate(ids, 1))
    assert read_names(store) == ["new0", "new1", "new2", "new3"]
    with store.write_session() as session:
        with pytest.raises(ZeroDivisionError), begin_savepoint(session):
            taken = take_id(session, Player)
            raise ZeroDivisionError
        assert taken > ids[-1] and (take_id(session, Player) == taken) is store.is_sqlite


def test_savepoints_begin_here_alone() -> None:
    """One that began otherwise would drop rows that were inserted before it, if it was rolled back."""
    house = Path(pbem.__file__).parent
    found = {path.name for path in house.rglob("*.py") if ".begin_nested(" in path.read_text("utf-8")}
    assert found == {"inserting.py"}
