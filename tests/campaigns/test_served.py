"""A campaign from outside: the server that a host starts goes on with what ended while none was there."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.campaigns import opening, rounds
from pbem.games import games
from pbem.games.people import people
from pbem.games.results import endings
from pbem.games.results.result import How, Result
from pbem.settings import config
from pbem.storage.database import Store
from tests.hosting import Host, Relay, words

pytestmark = pytest.mark.slow


def left_behind(folder: Path) -> None:
    """A series of seven whose first game is over; nobody has looked at it since."""
    store, now = Store(config.load_config(folder, {}).database), datetime.now(UTC)
    store.migrate()
    with store.write_session() as session:
        cup = opening.create_campaign(session, "diplomacy", slug="cup", title="The Cup", kind="series", now=now)
        for number in range(7):
            player = people.get_or_register_player(session, f"p{number}@example.org", now, f"Player {number}")
            opening.enter_campaign(session, cup, player, now)
        rounds.start_campaign(session, cup, None, now)
    with store.write_session() as session:
        [game] = opening.list_campaign_games(session, opening.get_campaign(session, "cup"))
        phase = games.find_current_phase(session, game)
        assert phase is not None
        codes = [seat.code for seat in games.list_game_seats(session, game)]
        endings.finish_game(session, game, phase, Result(How.DRAW, dict.fromkeys(codes, 1)), now)
    store.close()


def test_the_next_season_is_asked_for_by_the_server(tmp_path: Path) -> None:
    """Each of the seven gets the question by mail, and how it stands."""
    relay = Relay()
    relay.controller.start()
    host = Host(tmp_path / "instance", relay)
    left_behind(host.folder)
    with host.serving():
        asked = [relay.wait_for_letter(f"p{n}@example.org", lambda one: "season" in one["Subject"]) for n in range(7)]
    relay.controller.stop()
    assert all("again cup yes" in words(letter) for letter in asked)
