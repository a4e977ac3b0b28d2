"""Positions that an older version stored: with a field less, another name, a field that is gone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

import pytest

from engines import versions
from engines.all import SHIPPED
from pbem.games import games
from pbem.games.proof import build_record, hash_chain, replay_step, verify
from pbem.games.proof.game_record import PhaseRecord, Record
from pbem.storage.database import Store
from pbem.storage.models import canonical_json
from tests import kept
from tests.games.party import Party, play_advised_party
from tests.size import take_some

FILLED = {"cantillon": "homes", "europa": "ranking", "diplomacy": "out", "europax": "out", "europe2028": "out"}
"""A field of each engine's state that an older version may have lacked, since no rule asks for its past."""


@pytest.fixture(autouse=True)
def changes() -> Iterator[None]:
    """Yield what was found out about changed fields is forgotten."""
    yield
    versions.field_changes.cache_clear()
    games.load_position.cache_clear()


@pytest.fixture(params=take_some(sorted(SHIPPED), 2, 2))
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def record_game(store: Store, code: str, now: datetime) -> Record:
    party = Party(store, kept.world(store, ("aged", code), lambda: play_advised_party(store, code, 3, now).game_id))
    with store.read_session() as session:
        return build_record.build_proof_record(session, party.game(session))


def age_record(record: Record, change: Callable[[dict[str, Any]], None]) -> Record:
    """The record as an older version would have made it: with other positions, and hashes that cover them."""
    done: dict[int, PhaseRecord] = {}
    for phase in record.phases:
        position = json.loads(phase.state)
        change(position)
        before = done[phase.number - 1].hash if done else phase.previous_hash
        state, orders = canonical_json(position), replay_step.orders_leading_to({**done, phase.number: phase}, phase)
        salt = hash_chain.phase_salt(record, phase.number)
        linked = hash_chain.hash_phase(
            before, phase.origin, orders, state, phase.events, salt, phase.receipts, phase.presence
        )
        done[phase.number] = replace(phase, state=state, previous_hash=before, hash=linked, state_version=1)
    return replace(record, phases=[*done.values()])


def mark_field(monkeypatch: pytest.MonkeyPatch, kind: Any, name: str, **metadata: Any) -> None:
    one = next(f for f in fields(kind) if f.name == name)
    monkeypatch.setattr(one, "metadata", MappingProxyType({**one.metadata, **metadata}))
    monkeypatch.setattr(kind, "version", 2)
    versions.field_changes.cache_clear()


@pytest.mark.slow
def test_a_field_that_came_later(sqlite: Store, code: str, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found wrong by a version that takes it for its own, right by one that knows what came when."""
    kind, name = SHIPPED[code].State, FILLED[code]
    record = record_game(sqlite, code, now)
    older = age_record(record, lambda position: position.pop(name) and None)
    assert verify.examine_record(older) != []
    mark_field(monkeypatch, kind, name, **versions.added_in(2))
    assert verify.examine_record(older) == []
    forged = age_record(record, lambda position: position.update(phase="?"))
    assert verify.examine_record(forged) != []
    assert verify.examine_record(age_record(record, lambda position: position.update({name: 7}))) != [], (
        "that version had no such"
    )


@pytest.mark.slow
def test_a_field_that_had_another_name(
    sqlite: Store, code: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is loaded under today's, and compared."""
    record = record_game(sqlite, code, now)
    older = age_record(record, lambda position: position.update(chapter=position.pop("phase")))
    assert verify.examine_record(older) != []
    mark_field(monkeypatch, SHIPPED[code].State, "phase", **versions.renamed_from("chapter"))
    assert verify.examine_record(older) == []
    assert (
        verify.examine_record(age_record(record, lambda position: position.update(chapter=f"{position.pop('phase')}?")))
        != []
    )


@pytest.mark.slow
def test_a_field_that_is_gone(sqlite: Store, code: str, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is dropped, and its hash still covers it."""
    record = record_game(sqlite, code, now)
    older = age_record(record, lambda position: position.update(bazaar=[1, 2]))
    assert verify.examine_record(older) != []
    monkeypatch.setattr(SHIPPED[code].State, "version", 2)
    monkeypatch.setattr(SHIPPED[code].State, "gone", ("bazaar",))
    versions.field_changes.cache_clear()
    assert verify.examine_record(older) == []
    changed = replace(older, phases=[*older.phases[:-1], replace(older.phases[-1], state=record.phases[-1].state)])
    assert any("hash" in problem for problem in verify.examine_record(changed))
