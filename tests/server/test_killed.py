"""Killed with SIGKILL at random points and started again, a server ends in the same place."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.games import games
from pbem.games.people import people
from pbem.games.proof import verify
from pbem.games.seating import seats
from pbem.storage.database import Store
from pbem.storage.models import Game, Outbox, Phase, Submission, Turn
from tests import nursery
from tests.games import worker
from tests.size import size, take_some

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.slow]
GAMES = size(3, 6)
KILLS = size(6, 12)


def set_up(store: Store) -> None:
    """Games with secrets that are the same in every run of this test."""
    for n in range(GAMES):
        with store.write_session() as session:
            game = games.insert_game(session, "toy", "PLAYERS 3", slug=f"game-{n}", now=worker.EPOCH)
            game.secret, game.shared = f"secret {n}", "shared"
            game.commitment = hashlib.sha256(game.secret.encode()).hexdigest()
            for address in ("a@example.org", "b@example.org", "c@example.org"):
                seats.join_game(
                    session, game, people.get_or_register_player(session, address, worker.EPOCH), [], worker.EPOCH
                )


def kill_worker(store: Store, rng: random.Random) -> bool:
    """Starts the worker and kills it after a moment; whether it had ended by itself before."""
    url = store.url.render_as_string(hide_password=False)
    with nursery.start_process("tests.games.worker", [url], os.environ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "go\n"
        try:
            return process.wait(rng.uniform(0, 0.25)) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            return False


def outcome(store: Store) -> tuple[list[tuple[str, str]], Counter[str], int]:
    """Every position and what led to it, how many letters of each kind, how many turns were missed. The hashes are
    proved by themselves: they cover the receipts, of which who orders again after his death has one more."""
    with store.read_session() as session:
        query = select(Phase.state, Phase.events).order_by(col(Phase.game_id), col(Phase.number))
        played = [(state, events) for state, events in session.exec(query)]
        letters = Counter(session.exec(select(Outbox.kind)))
        missed = len(session.exec(select(Turn).where(Turn.verdict == "missed")).all())
    return played, letters, missed


@pytest.mark.proof
@pytest.mark.parametrize("store", take_some(["postgresql", "sqlite"], 1), indirect=True)
def test_kill_nine_changes_nothing(store: Store, sqlite_template: Path, tmp_path: Path) -> None:
    """The positions, the letters and the records are those of a run that was never killed, and every chain holds."""
    undisturbed = Store(f"sqlite:///{tmp_path / 'undisturbed.db'}")
    (tmp_path / "undisturbed.db").write_bytes(sqlite_template.read_bytes())
    for each in (undisturbed, store):
        set_up(each)
    worker.run(undisturbed)
    rng, ended, kills = random.Random(9), False, 0
    while not ended and kills < KILLS:
        ended = kill_worker(store, rng)
        kills += not ended
    worker.run(store)
    assert kills > size(1, 3)
    assert outcome(store) == outcome(undisturbed)
    with store.read_session() as session:
        for game in session.exec(select(Game)).all():
            assert verify.verify_game(session, game) == []
        assert len(session.exec(select(Submission)).all()) >= GAMES * 9
    undisturbed.close()
