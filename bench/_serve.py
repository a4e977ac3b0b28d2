"""Many games on one store, all in the middle of play."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from engines import language
from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
RULES = Rules(grace_hours=0, remind_hours=())


def fill(store: Store, count: int, engine: str) -> None:
    """Opens games with seven people each, every seat with orders; all due 24 hours after NOW."""
    chance = Random(1)
    for number in range(count):
        with store.write_session() as session:
            game = games.insert_game(session, engine, slug=f"g{number}", pace="24h", rules=RULES, now=NOW)
            for n, _ in enumerate(ENGINES[engine].seats(())):
                seats.join_game(
                    session, game, people.get_or_register_player(session, f"p{number}-{n}@example.org", NOW), (), NOW
                )
            phase = games.find_current_phase(session, game)
            assert phase is not None
            for seat in games.list_game_seats(session, game):
                grammar = orders.find_seat_grammar(session, seat)
                text = "\n".join(order.text for order in language.roll_orders(grammar, chance)) if grammar else ""
                orders.add_orders(session, seat, text, source="web", now=NOW)
            assert not phase_turns.list_debtor_seats(session, phase)
