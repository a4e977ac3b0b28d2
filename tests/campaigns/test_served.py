"""A campaign from outside: the server that a host starts goes on with what ended while none was there."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem import config
from pbem.campaigns import opening, rounds
from pbem.db import Store
from pbem.play import endings, games, people
from pbem.play.result import How, Result
from tests.hosting import Host, Relay, words

pytestmark = pytest.mark.slow


def left_behind(folder: Path) -> None:
    """A series of seven whose first game is over; nobody has looked at it since."""
    store, now = Store(config.load(folder, {}).database), datetime.now(UTC)
    store.migrate()
    with store.write() as session:
        cup = opening.create(session, "diplomacy", slug="cup", title="The Cup", kind="series", now=now)
        for number in range(7):
            player = people.player(session, f"p{number}@example.org", now, f"Player {number}")
            opening.enter(session, cup, player, now)
        rounds.start(session, cup, None, now)
    with store.write() as session:
        [game] = opening.games_of(session, opening.find(session, "cup"))
        phase = games.current(session, game)
        assert phase is not None
        codes = [seat.code for seat in games.seats(session, game)]
        endings.finish(session, game, phase, Result(How.DRAW, dict.fromkeys(codes, 1)), now)
    store.close()


def test_the_next_season_is_asked_for_by_the_server(tmp_path: Path) -> None:
    """Each of the seven gets the question by mail, and how it stands."""
    relay = Relay()
    relay.controller.start()
    host = Host(tmp_path / "instance", relay)
    left_behind(host.folder)
    with host.serving():
        asked = [relay.awaited(f"p{n}@example.org", lambda one: "season" in one["Subject"]) for n in range(7)]
    relay.controller.stop()
    assert all("again cup yes" in words(letter) for letter in asked)
