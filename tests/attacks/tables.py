"""A game of every kind, begun, for attacks by mail and by its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from pbem.games import games
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.settings import config
from pbem.storage.database import Store
from tests.attacks.adversarial import OPTIONS
from tests.games.party import MASTER, Party
from tests.mail.conftest import Office


def start_engine_party(store: Store, engine: str, now: datetime) -> Party:
    """A running game of an engine, with press in every phase; the player of BLU is blu@example.org, and so on."""
    with store.write_session() as session:
        lead = people.get_or_register_player(session, MASTER, now)
        talk = Rules(press_kinds=("All",))
        options, slug = OPTIONS.get(engine, ""), f"try-{engine}"
        game = games.insert_game(session, engine, options, slug=slug, master=lead, rules=talk, now=now, zone="UTC")
        for seat in games.list_game_seats(session, game):
            person = people.get_or_register_player(session, address(seat.code), now, seat.label)
            seats.join_game(session, game, person, [seat.code], now, contribution=f"{seat.code} was here")
        assert game.id is not None
        return Party(store, game.id)


def address(code: str) -> str:
    """Return where the player of a seat is written to."""
    return f"{code.lower()}@example.org"


def codes(party: Party) -> list[str]:
    """The seats of a game."""
    with party.store.read_session() as session:
        return [seat.code for seat in games.list_game_seats(session, party.game(session))]


@contextmanager
def post_office(store: Store, folder: Path, now: datetime) -> Iterator[Office]:
    """A door for letters, and a clerk behind it."""
    given = {"PBEM_SMTP_LISTEN": "127.0.0.1:0", "PBEM_MAIL_HOST": "pbem.test", "PBEM_MAILBOX_PAGE": "yes"}
    office = Office(store, config.load_config(folder / "instance", given), now)
    try:
        yield office
    finally:
        office.listener.stop_listening()
