"""Many games due at one instant: how fast they are resolved and their reports queued."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from sqlmodel import func, select

from bench import Row
from bench._serve import NOW, fill
from engines.dice import KeyedDice
from pbem import clock
from pbem.db import Store
from pbem.installed import ENGINES
from pbem.models import Outbox, Phase
from pbem.play import chain, games, phases

GAMES = 500
ENGINE = next(iter(ENGINES))


def run() -> list[Row]:
    """Phases a second, beside resolving alone: no storage, nobody told."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'storm.db'}")
        store.migrate()
        fill(store, GAMES, ENGINE)
        floor = resolving_alone(store)
        before = letters(store)
        start = perf_counter()
        done = clock.tick(store, lambda: NOW + timedelta(hours=24))
        spent = perf_counter() - start
        assert done == GAMES, done
        told = letters(store) - before
        store.close()
    return [
        Row(
            f"storm: {GAMES} games due at once, phases resolved", GAMES / spent, "per s", GAMES / floor, ">= 100 per s"
        ),
        Row("storm: reports queued", told / spent, "per s", None, "all within 10 s per 1000 games"),
        Row("storm: all of it", spent, "s", floor, "<= 5"),
    ]


def resolving_alone(store: Store) -> float:
    """Seconds for the engine's part of the same work."""
    with store.read() as session:
        work = [
            (games.state(phase), {seat.code: chain.load_orders(turn.orders, ENGINES[ENGINE]) for turn, seat in table})
            for phase in session.exec(select(Phase)).all()
            if (table := phases.turns(session, phase))
        ]
    start = perf_counter()
    for state, orders in work:
        ENGINES[ENGINE].resolve(state, orders, KeyedDice(b"storm", "2"))
    return perf_counter() - start


def letters(store: Store) -> int:
    with store.read() as session:
        return session.exec(select(func.count()).select_from(Outbox)).one()
