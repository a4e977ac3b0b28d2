"""Games with people the server has known for long, and bots beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bench._players import Person
from bench._servers import until
from bench._sink import Sink
from pbem.games import games
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.storage.database import Store

PLAYERS = "players.example"
SECONDS = 120
"""In which everybody has the letter with his seat's address."""


def open_table(
    store: Store, engine: str, options: str, slug: str, pace: str, bots: str, count: int, numbers: Iterator[int]
) -> list[Person]:
    """Opens a game in which `count` bots of a kind sit; the other seats go to people. It begins at once."""
    now, rules = datetime.now(UTC), Rules(grace_hours=0, remind_hours=(0.01,))
    with store.write_session() as session:
        game = games.insert_game(session, engine, options, slug=slug, pace=pace, rules=rules, now=now)
        found = []
        for place, seat in enumerate(games.list_game_seats(session, game)):
            if place < count:
                player = people.get_bot(session, bots, place + 1, now)
            else:
                number = next(numbers)
                found.append(Person(f"player{number}@{PLAYERS}", f"127.0.1.{number % 250 + 1}", slug, seat.id))
                player = people.get_or_register_player(session, found[-1].address, now)
                player.answered_at = now
            seats.join_game(session, game, player, [seat.code], now)
    return found


def wait_until_reached(sink: Sink, found: Sequence[Person]) -> None:
    """Waits until everybody has got a letter of his seat. Ends the program if somebody gets none."""
    if not until(lambda: all(person.address in sink.seat for person in found), SECONDS):
        late = [person.address for person in found if person.address not in sink.seat]
        raise SystemExit(f"{len(late)} of {len(found)} have no letter of their seat, {late[0]} for one")
