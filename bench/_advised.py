"""A game played by its engine's advice, as the server plays it: orders given, the clock looked at, phases resolved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from engines.abilities import Adviser
from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Phase

BEGINNING = datetime(2026, 3, 2, 12, tzinfo=UTC)
RULES = Rules(grace_hours=0, remind_hours=())
A_DAY = timedelta(days=1)


def open_advised_game(store: Store, engine: str, options: str, slug: str) -> None:
    """A game of a phase a day, with a player in every seat."""
    with store.write_session() as session:
        game = games.insert_game(session, engine, options, slug=slug, pace="24h", rules=RULES, now=BEGINNING)
        for number, _ in enumerate(games.list_game_seats(session, game)):
            player = people.get_or_register_player(session, f"player{number}@players.example", BEGINNING)
            seats.join_game(session, game, player, (), BEGINNING)


def play_advised_game(store: Store, slug: str, most: int, seed: int) -> int:
    """Plays an opened game on, by `most` phases or to its end; how many phases were resolved."""
    chance = Random(seed)
    for number in range(most):
        now = BEGINNING + number * A_DAY
        with store.write_session() as session:
            game = games.get_game(session, slug)
            phase = games.find_current_phase(session, game)
            if game.status != "running" or phase is None:
                return number
            for seat in games.list_game_seats(session, game):
                grammar = orders.find_seat_grammar(session, seat)
                if grammar is not None and grammar.due:
                    text = advice(phase, seat.code, chance)
                    orders.add_orders(session, seat, text, source="web", now=now + A_DAY / 2)
        clock.run_clock_tick(store, lambda now=now: now + A_DAY)  # type: ignore[misc]
    return most


def advice(phase: Phase, code: str, chance: Random) -> str:
    engine = games.get_engine(games.game_of_phase(phase))
    return "\n".join(engine.advise(games.phase_view(phase, code), code, chance)) if isinstance(engine, Adviser) else ""
