"""Who waits for his turn gets it in the order in which he came."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from datetime import datetime
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.storage.database import TROUBLE, Store
from pbem.storage.fair_lock import WaitingLine
from pbem.storage.models import Pulse

PATIENCE = 60


def in_line(line: WaitingLine, count: int) -> None:
    """Returns when so many wait."""
    with ThreadPoolExecutor(1) as pool:
        while len(line.waiting) < count:
            wait([pool.submit(lambda: None)])


def test_nobody_gets_past_those_who_wait() -> None:
    line, told = WaitingLine(), list[str]()

    def take(name: str) -> None:
        with line.wait_for_turn(PATIENCE) as mine:
            assert mine
            told.append(name)

    with ThreadPoolExecutor(2) as pool:
        with line.wait_for_turn(PATIENCE):
            pool.submit(take, "first")
            in_line(line, 1)
            pool.submit(take, "second")
            in_line(line, 2)
        take("third")
    assert told == ["first", "second", "third"]


def test_who_waits_too_long_leaves_the_line() -> None:
    line = WaitingLine()
    with line.wait_for_turn(PATIENCE):
        with line.wait_for_turn(0) as mine:
            assert not mine
        assert not line.waiting
    with line.wait_for_turn(0) as mine:
        assert mine, "who had no turn has not ended another's"


def test_a_turn_ends_with_what_is_raised() -> None:
    line = WaitingLine()
    with pytest.raises(KeyError), line.wait_for_turn(PATIENCE):
        raise KeyError
    with line.wait_for_turn(0) as mine:
        assert mine


def test_whose_turn_does_not_come_has_trouble_with_the_database(tmp_path: Path) -> None:
    """And does not wait once more for SQLite's own lock."""
    store = Store(f"sqlite:///{tmp_path / 'pbem.db'}", busy=0)
    with store.write_queue.wait_for_turn(PATIENCE), pytest.raises(TROUBLE), store.write_session():
        pass
    store.close()


def test_writers_of_a_process_write_in_turn(sqlite: Store, now: datetime) -> None:
    """Whoever writes again and again lets those in who waited meanwhile."""
    order = list[int]()

    def write(number: int) -> None:
        with sqlite.write_session() as session:
            order.append(number)
            session.add(Pulse(id=number, beat_at=now))

    with ThreadPoolExecutor(1) as pool:
        for number in (1, 3, 5):
            with sqlite.write_session():
                other = pool.submit(write, number)
                in_line(sqlite.write_queue, 1)
            write(number + 1)
            other.result()
    assert order == [1, 2, 3, 4, 5, 6]
    with sqlite.read_session() as session:
        assert session.exec(select(Pulse.id).order_by(col(Pulse.id))).all() == order
