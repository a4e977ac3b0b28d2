"""The game book from outside: a server that a host starts makes what another one, killed, has left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from pbem.documents.gamebook import making
from pbem.games import games
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.settings import config
from pbem.settings.limits import USUAL_LIMITS
from pbem.storage.database import Store
from pbem.storage.models import GameBook, Seat
from tests.hosting import Host, Relay

pytestmark = pytest.mark.slow
FRANCE = "france@example.org"


def left_behind(folder: Path) -> None:
    """A game with a result, and its book, which France asked for by letter and whose maker died with it in hand."""
    store, now = Store(config.load_config(folder, {}).database), datetime.now(UTC)
    store.migrate()
    with store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug="verdun", now=now)
        for seat in games.list_game_seats(session, game):
            player = people.get_or_register_player(session, f"{seat.code}@example.org".lower(), now)
            seats.join_game(session, game, player, [seat.code], now)
        master.process_phase(session, game, None, now)
        mine: Seat = seats.get_seat_by_code(session, game, "FRANCE")
        making.request_book(
            session, USUAL_LIMITS, game, mine, people.get_or_register_player(session, FRANCE, now), now, by_mail=True
        )
    long_ago = now - making.LEASE - timedelta(minutes=1)
    with store.write_session() as session:
        book = session.get_one(GameBook, 1)
        book.ready_at = long_ago
        session.add(book)
    assert making.claim_book(store, long_ago) == 1
    store.close()


def test_a_book_outlives_its_maker(tmp_path: Path) -> None:
    """The server that is started next makes it, and mails it."""
    relay = Relay()
    relay.controller.start()
    host = Host(tmp_path / "instance", relay)
    left_behind(host.folder)
    with host.serving():
        letter = relay.wait_for_letter(
            FRANCE, lambda one: any(one.iter_attachments()) and "book" in one["Subject"].lower()
        )
    relay.controller.stop()
    (file,) = letter.iter_attachments()
    reader = PdfReader(BytesIO(file.get_content()))
    assert "Spring 1901" in " ".join(page.extract_text() for page in reader.pages)
