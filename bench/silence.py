"""What it costs in Cantillon to be ready, away, excused, silent or without a player for six rounds:
`python -m bench silence [GAMES]` prints the table of docs/engines/cantillon-silence.md."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from sqlmodel import Session, select

from bench._advised import A_DAY, BEGINNING, open_advised_game
from pbem.games import games
from pbem.games.leading import master
from pbem.games.orders import orders
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Absence, Game, Outbox, Phase, Seat

WAYS = ("ready", "away", "excused", "silent", "vacant")
PLAYERS, ROUNDS, GAMES = 4, 6, 200
A_HOUR = timedelta(hours=1)


def main() -> None:
    count = int(sys.argv[1]) if sys.argv[1:] else GAMES
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'silence.db'}")
        store.migrate()
        for number in range(count):
            way = WAYS[number % len(WAYS)]
            found[way]["games"] += 1
            found[way].update(set(play_silent_game(store, f"s{number}", way, number // len(WAYS) % PLAYERS)))
    print("| the seat was | games | its player was told that it is offered in | its realm was given up before |")
    print("| --- | --- | --- | --- |")
    for way, told in found.items():
        offered, gone = (
            ", ".join(f"{fact[5:]} ({told[fact]})" for fact in sorted(told) if fact[:4] == key)
            for key in ("told", "gone")
        )
        print(f"| {way} | {told['games']} | {offered or 'never offered'} | {gone or 'never'} |")


def play_silent_game(store: Store, slug: str, way: str, at: int) -> list[str]:
    """Return what the seat was told and lost, in a game in which all others follow the advice."""
    open_advised_game(store, "cantillon", f"PLAYERS {PLAYERS}", slug)
    prepare(store, slug, way, at)
    facts: list[str] = []
    for number in range(ROUNDS + 1):
        now = BEGINNING + number * (A_HOUR if way == "excused" else A_DAY)
        with store.write_session() as session:
            game, phase, seat = look(session, slug, at)
            give(session, game, phase, seat, way, now)
            early = way == "excused" and game.status == "running"
            if early:
                master.process_phase(session, game, None, now)
        if not early:
            clock.run_clock_tick(store, lambda now=now: now + A_DAY)  # type: ignore[misc]
        with store.read_session() as session:
            game, phase, seat = look(session, slug, at)
            facts += [f"told {phase.name}" for _ in offers(session, game) if not facts]
            if seat.code in games.phase_state(phase).out:
                return [*facts, f"gone {phase.name}"]
    return facts


def prepare(store: Store, slug: str, way: str, at: int) -> None:
    with store.write_session() as session:
        session.execute(sa.delete(Absence))  # of the game before, in which the same people play
        _, _, seat = look(session, slug, at)
        if way == "vacant":
            seats.leave_seat_vacant(session, seat, BEGINNING)
        if way == "away":
            assert seat.player_id
            last = (BEGINNING + 9 * A_DAY).date()
            absence = Absence(
                player_id=seat.player_id, first_day=BEGINNING.date(), last_day=last, zone="UTC", asked_at=BEGINNING
            )
            session.add(absence)


def look(session: Session, slug: str, at: int) -> tuple[Game, Phase, Seat]:
    game = games.get_game(session, slug)
    phase = games.find_current_phase(session, game)
    assert phase
    return game, phase, games.list_game_seats(session, game)[at]


def offers(session: Session, game: Game) -> list[Outbox]:
    return list(session.exec(select(Outbox).where(Outbox.game_id == game.id, Outbox.kind == "opened")))


def give(session: Session, game: Game, phase: Phase, seat: Seat, way: str, now: datetime) -> None:
    """Orders of a round: the others as they are advised, the seat as its way is."""
    engine = games.get_engine(game)
    for other in games.list_game_seats(session, game):
        if other.id == seat.id and way == "ready":
            orders.set_ready(session, seat, True, now)
        elif other.id != seat.id and other.code not in games.phase_state(phase).out:
            asked = orders.build_order_context(session, game, other)
            text = "\n".join(engine.advise(asked.view, other.code, Random(phase.number)))  # type: ignore[attr-defined]
            orders.add_orders(session, other, text, source="mail", now=now)


if __name__ == "__main__":
    main()
