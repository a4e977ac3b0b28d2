"""Databases as an older version of each engine would have left them, brought up and proved as a host does it.

Of every engine's positions one field is not there yet, one has its older name, and one is there that has gone since:
what docs/engines.md lets an author change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlmodel import select

from engines import versions
from engines.all import SHIPPED
from pbem.cli import main
from pbem.games import games
from pbem.games.leading import master
from pbem.games.proof import build_record
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase
from tests.games.party import Party, advise
from tests.games.test_state_versions import FILLED, age_record, mark_field


@pytest.fixture(autouse=True)
def changes() -> Iterator[None]:
    """Yield what was found out about changed fields is forgotten."""
    yield
    versions.field_changes.cache_clear()
    games.load_position.cache_clear()


@pytest.fixture
def pbem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """The command, in the process of the test: the engines that it knows are those that the test has changed."""
    monkeypatch.setenv("PBEM_INSTANCE", str(tmp_path / "instance"))
    return lambda *args: CliRunner().invoke(main, args, catch_exceptions=False)


def opened(folder: Path) -> Store:
    return Store(config.load_config(folder / "instance", {}).database)


def plant(folder: Path, code: str, now: datetime) -> None:
    """Plays a game, and rewrites it into the database of an older version."""
    with closing(opened(folder)) as store:
        store.migrate()
        party = Party(store, advise(store, code, 2, now, ""))
        with store.write_session() as session:
            record = build_record.build_proof_record(session, party.game(session))
            older = {phase.number: phase for phase in age_record(record, change(FILLED[code])).phases}
            for phase in session.exec(select(Phase)):
                then = older[phase.number]
                phase.state, phase.previous_hash, phase.hash = then.state, then.previous_hash, then.hash
                session.add(phase)


def change(lacking: str) -> Callable[[dict[str, Any]], None]:
    def older(position: dict[str, Any]) -> None:
        del position[lacking]
        position["chapter"] = position.pop("phase")
        position["bazaar"] = [1, 2]

    return older


def update(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine's author has changed these fields since, as the recipe says."""
    state = SHIPPED[code].State
    mark_field(monkeypatch, state, FILLED[code], **versions.added_in(2))
    mark_field(monkeypatch, state, "phase", **versions.renamed_from("chapter"))
    monkeypatch.setattr(state, "gone", ("bazaar",))
    versions.field_changes.cache_clear()


@pytest.mark.parametrize("code", sorted(SHIPPED))
def test_an_older_database_of_each_engine_holds(
    code: str, pbem: Callable[..., Result], tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And its game goes on, with phases of today behind those of then."""
    plant(tmp_path, code, now)
    assert pbem("db", "upgrade").exit_code == 0
    assert "FAULT" in pbem("verify").output, "an engine that does not say what has changed takes them for its own"
    update(code, monkeypatch)
    held = pbem("verify")
    assert (held.exit_code, held.output) == (0, "verdun: every phase follows from the one before it\n")
    goes_on(tmp_path, now + timedelta(days=9))
    assert pbem("verify").exit_code == 0


def goes_on(folder: Path, now: datetime) -> None:
    with closing(opened(folder)) as store:
        with store.write_session() as session:
            master.process_phase(session, session.exec(select(Game)).one(), None, now)
        with store.read_session() as session:
            phases = session.exec(select(Phase).order_by(Phase.number)).all()  # type: ignore[arg-type]
            assert [one.state_version for one in phases] == [*[1] * (len(phases) - 1), 2]
            assert "chapter" in json.loads(phases[0].state) and "phase" in json.loads(phases[-1].state)
