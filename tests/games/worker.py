"""A process to be killed: gives everybody's orders in all games and ticks the clock until every game is finished.

What it writes depends on the phase alone, never on when it runs or how often it was killed before.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta

from sqlmodel import col, select

from pbem.games import games
from pbem.games.orders import orders
from pbem.games.phases import phase_turns
from pbem.server import clock
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Game
from tests.games.party import clock_at
from tests.games.toy import TOY

EPOCH = datetime(2026, 3, 2, 12, tzinfo=UTC)


def run(store: Store) -> None:
    ENGINES["toy"] = TOY
    hour = 0
    while unfinished := running(store):
        hour += 1
        now = EPOCH + timedelta(hours=hour)
        for game_id in unfinished:
            speak(store, game_id, now)
        clock.run_clock_tick(store, clock_at(now))


def running(store: Store) -> list[int]:
    with store.read_session() as session:
        return list(session.exec(select(Game.id).where(Game.status != "finished").order_by(col(Game.id))))


def speak(store: Store, game_id: int, now: datetime) -> None:
    """Each seat's orders in a transaction of its own, and then its "ready"."""
    with store.read_session() as session:
        game = session.get_one(Game, game_id)
        phase = games.find_current_phase(session, game)
        assert phase is not None
        silent = [seat for turn, seat in phase_turns.list_turns(session, phase) if not turn.ready]
    for seat in silent:
        with store.write_session() as session:
            game = games.lock_game(session, session.get_one(Game, game_id))
            current = games.find_current_phase(session, game)
            if current and current.id == phase.id and game.status == "running":
                bid = (phase.number * 7 + len(seat.code) + ord(seat.code[0])) % 4
                orders.add_orders(session, seat, f"BID {bid}", source="mail", now=now)
        with store.write_session() as session:
            game = games.lock_game(session, session.get_one(Game, game_id))
            current = games.find_current_phase(session, game)
            if current and current.id == phase.id and game.status == "running":
                orders.set_ready(session, seat, True, now)


if __name__ == "__main__":
    print("go", flush=True)
    run(Store(sys.argv[1]))
