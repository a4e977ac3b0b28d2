"""Games that were under way when ways got names: their orders hold numbers, and the chain covers those."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import col, select

from engines.language.grammar import Order
from pbem.games import games
from pbem.games.phases import phases
from pbem.games.proof import hash_chain, verify
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase, Turn

DUMP = Path(__file__).parent / "data" / "numbered-ways.sql.gz"
"""Two or three phases of random orders in each of the four games that have numbered ways."""
GAMES = ("old-cantillon", "old-europa", "old-europax", "old-europe2028")


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of that version, migrated to this one."""
    path = tmp_path_factory.mktemp("older") / "older.db"
    with sqlite3.connect(path) as database:
        database.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    database.close()
    store = Store(f"sqlite:///{path}")
    store.migrate()
    store.close()
    return path


@pytest.fixture
def older(migrated: Path, tmp_path: Path) -> Iterator[Store]:
    """A copy of it."""
    shutil.copy(migrated, tmp_path / "older.db")
    store = Store(f"sqlite:///{tmp_path / 'older.db'}")
    yield store
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_it_is_proved_as_it_was_played(older: Store, slug: str) -> None:
    """V17: every position, event and hash, from orders that are played by the names of their ways."""
    with older.read_session() as session:
        assert verify.verify_game(session, games.get_game(session, slug)) == []


@pytest.mark.parametrize("slug", GAMES)
def test_the_hash_covers_what_is_stored(older: Store, slug: str) -> None:
    """A number put in the place of another is noticed."""
    with older.write_session() as session:
        game = games.get_game(session, slug)
        for turn in session.exec(select(Turn).join(Phase).where(Phase.game_id == game.id)).all():
            turn.orders = turn.orders.replace('"way":1', '"way":9').replace('"way":0', '"way":1')
        session.flush()
        assert verify.verify_game(session, game)


def test_no_number_is_left_when_they_are_played(older: Store) -> None:
    """Nor in the slots of standing lines, or a later line would not replace an earlier one."""
    with older.read_session() as session:
        for game in session.exec(select(Game)).all():
            for phase in games.list_phases(session, game):
                for turn, _ in phases.list_turns(session, phase):
                    loaded = hash_chain.load_orders(turn.orders, games.get_engine(game))
                    assert not [order.text for order in loaded if has_way_number(order)]


def test_there_were_numbers(older: Store) -> None:
    with older.read_session() as session:
        stored = session.exec(select(Turn).order_by(col(Turn.id))).all()
        found = [Order(**order) for turn in stored for order in json.loads(turn.orders)]
    assert len(list(filter(has_way_number, found))) > 100
    assert {order.slot for order in found if order.slot.startswith("+STANDING 1")}


def has_way_number(order: Order) -> bool:
    """Whether a way of the order has a number, or its slot of standing lines."""
    words = order.slot.removeprefix("+").split()
    return ('"way": ' in json.dumps(order.args) and any(isinstance(way, int) for way in ways(order.args))) or (
        words[:1] == ["STANDING"] and words[1].isdecimal()
    )


def ways(args: object) -> Iterator[object]:
    if isinstance(args, dict):
        yield from (value for key, value in args.items() if key == "way")
        yield from (way for value in args.values() for way in ways(value))
    elif isinstance(args, list):
        yield from (way for row in args for way in ways(row))
