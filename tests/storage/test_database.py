"""The store on both databases: nothing is lost, nothing claimed twice, and the tables are what the models say."""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from sqlmodel import col, select

from pbem.games.people import people
from pbem.settings.config import ConfigError
from pbem.storage import database
from pbem.storage.database import Store, claim_rows
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import MailIn, Player
from tests import kept, postgres
from tests.databases import administer, drop


@pytest.mark.slow
def test_tables_of_this_version_are_known_without_alembic(store: Store) -> None:
    """By the number of the newest migration, which is that of its file; where there are none they are made."""
    assert store.has_current_tables()
    command.downgrade(store.alembic_config(), "base")
    assert not store.has_current_tables()
    with store.write_engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE alembic_version")
    assert not store.has_current_tables()
    store.migrate()
    assert store.has_current_tables()


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_in_which_not_every_name_can_be_written_is_refused(postgres_server: str, encoding: str) -> None:
    """Before anything is written, by a sentence that says how to make another one."""
    name = f"pbem_{uuid.uuid4().hex[:12]}"
    narrow = f"TEMPLATE template0 ENCODING {encoding} LC_COLLATE 'C' LC_CTYPE 'C'"
    administer(postgres_server, f'CREATE DATABASE "{name}" {narrow}')
    with closing(Store(postgres.database(postgres_server, name))) as found:
        with pytest.raises(ConfigError, match=f"keeps its texts as {encoding}.*\n.*createdb --encoding=UTF8"):
            found.migrate()
        assert sa.inspect(found.engine).get_table_names() == []
    drop(postgres_server, name)


def test_a_database_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    """Why, and which setting names it; the password is not in it."""
    (tmp_path / "letter").write_text("Paris is mine.")
    for url, why in (
        ("postgresql://pbem:hush@127.0.0.1:1/pbem", "port 1 failed: Connection refused"),
        (f"sqlite:///{tmp_path}/no/where.db", f"{tmp_path}/no/where.db: No such file or directory"),
        (f"sqlite:///{tmp_path}/letter", "file is not a database"),
    ):
        with pytest.raises(ConfigError) as told:
            Store(url).migrate()
        assert why in str(told.value) and "database in pbem.toml" in str(told.value) and "hush" not in str(told.value)
    assert (tmp_path / "letter").read_text() == "Paris is mine."


def test_tables_of_a_later_version_are_told(store: Store) -> None:
    """As to a process that is started again while another machine has the new version already."""
    with store.write_engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ConfigError, match=r"a later pbem \(migration 9999; this one knows \d+\)\.\nInstall"):
        store.migrate()


def test_tables_of_another_program_are_told(store: Store) -> None:
    """Which keeps its own migrations under the same name."""
    with store.write_engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'ae1027a6acf'")
    with pytest.raises(ConfigError, match="not those of pbem"):
        store.migrate()


def test_migrating_twice_is_nothing(store: Store) -> None:
    """A second start finds the tables as they are."""
    store.migrate()


def test_foreign_keys_are_kept(store: Store, now: datetime) -> None:
    """A row that points nowhere is refused, on SQLite too."""
    with pytest.raises(sa.exc.IntegrityError), store.write_session() as session:
        session.add(MailIn(digest="x", sender="", recipient="", raw=b"", game_id=99, received_at=now))


def test_sqlite_is_set_up_to_keep_what_it_acknowledged(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """WAL, foreign keys, and every commit forced to disk."""
    monkeypatch.setattr(database, "prepare_sqlite", kept.FORCED)
    with closing(Store(f"sqlite:///{sqlite.url.database}")) as store, store.read_session() as session:
        settings = [
            session.execute(sa.text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous")
        ]
    assert settings == ["wal", 1, 2]


def test_times_come_back_as_aware_utc(store: Store) -> None:
    """An instant written in any zone is the same instant when read, in UTC; a naive one is refused."""
    paris = datetime(2026, 7, 1, 14, tzinfo=UTC).astimezone(tz=None)
    with store.write_session() as session:
        session.add(Player(address="a@example.org", created_at=paris))
    with store.read_session() as session:
        read = session.exec(select(Player.created_at)).one()
    assert read == paris
    assert read.utcoffset() == timedelta(0)
    with pytest.raises(sa.exc.StatementError), store.write_session() as session:
        session.add(Player(address="b@example.org", created_at=datetime(2026, 7, 1)))  # noqa: DTZ001


def test_a_failed_transaction_leaves_nothing(store: Store, now: datetime) -> None:
    """What raises in the middle has not happened."""
    with pytest.raises(RuntimeError), store.write_session() as session:
        session.add(Player(address="a@example.org", created_at=now))
        session.flush()
        raise RuntimeError
    with store.read_session() as session:
        assert session.exec(select(Player)).all() == []


def test_concurrent_updates_are_all_kept(store: Store, now: datetime) -> None:
    """A hundred read-then-write updates from eight threads add up to a hundred."""
    with store.write_session() as session:
        session.add(Player(address="a@example.org", created_at=now))

    def once(_: int) -> None:
        with store.write_session() as session:
            player = session.exec(select(Player).with_for_update()).one()
            player.bounces += 1
            session.add(player)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(once, range(100)))
    with store.read_session() as session:
        assert session.exec(select(Player.bounces)).one() == 100


def test_what_is_read_steadily_is_of_one_instant(store: Store, now: datetime) -> None:
    """A letter is painted from several questions; what somebody changes between them is in none of its parts."""
    with store.read_session(steady=True) as session:
        before = session.exec(select(Player)).all()
        with store.write_session() as other:
            people.get_or_register_player(other, "new@example.org", now)
        assert session.exec(select(Player)).all() == before
    with store.read_session(steady=True) as session:
        assert len(session.exec(select(Player)).all()) == len(before) + 1


def test_add_once_adds_once(store: Store, now: datetime) -> None:
    """Of eight threads that add the same row one is told its id, the others that it was there."""
    barrier = threading.Barrier(8)

    def add(_: int) -> int | None:
        barrier.wait()
        with store.write_session() as session:
            return insert_if_missing(session, Player(address="a@example.org", created_at=now), "address")

    with ThreadPoolExecutor(8) as pool:
        ids = [i for i in pool.map(add, range(8)) if i is not None]
    assert len(ids) == 1


def letters(store: Store, count: int, now: datetime) -> None:
    with store.write_session() as session:
        for n in range(count):
            session.add(MailIn(digest=str(n), sender="", recipient="", raw=b"", received_at=now, ready_at=now))


def test_every_row_is_claimed_by_exactly_one(store: Store, now: datetime) -> None:
    """Eight workers that claim until nothing is left have each row once."""
    letters(store, 200, now)
    lease = now + timedelta(minutes=1)

    def work(_: int) -> list[int]:
        mine: list[int] = []
        while True:
            with store.write_session() as session:
                got = claim_rows(session, col(MailIn.ready_at), now, lease, 7)
            if not got:
                return mine
            mine += got

    with ThreadPoolExecutor(8) as pool:
        claimed = [i for ids in pool.map(work, range(8)) for i in ids]
    assert len(claimed) == len(set(claimed)) == 200


def test_a_lease_that_ended_can_be_claimed_again(store: Store, now: datetime) -> None:
    """A worker that died gives its rows back by the passing of time; not before."""
    letters(store, 1, now)
    lease = now + timedelta(minutes=1)
    with store.write_session() as session:
        assert len(claim_rows(session, col(MailIn.ready_at), now, lease, 7)) == 1
    with store.write_session() as session:
        assert claim_rows(session, col(MailIn.ready_at), now + timedelta(seconds=59), lease, 7) == []
    with store.write_session() as session:
        assert len(claim_rows(session, col(MailIn.ready_at), lease, lease + timedelta(minutes=1), 7)) == 1


def test_all_that_came_before_an_instant_can_be_waited_for(store: Store, now: datetime) -> None:
    """A letter whose time was read before the clock's own, and whose transaction ends after it, is seen."""
    under_way, go = threading.Event(), threading.Event()

    def arrive() -> None:
        with store.keep_arrival() as connection:
            under_way.set()
            go.wait(30)
            values = {"digest": "x", "sender": "", "recipient": "", "raw": b"", "received_at": now, "peer": ""}
            connection.execute(sa.insert(MailIn).values(**values, attempts=0, status="new", note="", message_id=""))

    def look() -> int:
        store.await_arrivals()
        with store.read_session() as session:
            return len(session.exec(select(MailIn.id)).all())

    with ThreadPoolExecutor(2) as pool:
        arriving = pool.submit(arrive)
        assert under_way.wait(30)
        seen = pool.submit(look)
        go.set()
        arriving.result()
        assert seen.result() == 1
