"""What a seat's own player reads of the report in their mailbox, on the desk and on the page of the game."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import col, select

from pbem.games.notify import Kind
from pbem.storage.models import Outbox, Player
from tests.games.party import start_party
from tests.web.conftest import Site

DESK, GAME = "/games/verdun/seat", "/games/verdun"


def becomes(site: Site, **values: object) -> None:
    """What became of the letter that tells Blue of the first phase."""
    with site.store.write_session() as session:
        query = select(Outbox).join(Player, col(Outbox.player_id) == Player.id).where(Outbox.kind == Kind.STARTED)
        row = session.exec(query.where(Player.address == "blue@example.org")).one()
        for name, value in values.items():
            setattr(row, name, value)
        session.add(row)


@pytest.mark.parametrize("page", [DESK, GAME])
def test_a_player_reads_what_became_of_their_report(site: Site, present: datetime, page: str) -> None:
    """It waits, is refused, has left, or cannot be delivered: each in a sentence that says what to do."""
    start_party(site.store, present)
    blue = site.browser("blue@example.org")
    told: dict[str, dict[str, object]] = {
        "has not left for your mailbox yet": {},
        "does not take the report of this phase for now": {"attempts": 1},
        "cannot be delivered to your mailbox": {"ready_at": None},
        "left for your mailbox": {"sent_at": present + timedelta(hours=1), "ready_at": None},
    }
    for words, values in told.items():
        becomes(site, **values)
        site.app.extensions["pbem-copies"]["pages"].copies.clear()  # what is kept may be behind by a minute
        blue.get(page)
        assert words in blue.words
    assert f"{present + timedelta(hours=1):%H:%M}" in blue.words


def test_a_letter_that_came_back_is_told(site: Site, present: datetime) -> None:
    start_party(site.store, present)
    becomes(site, sent_at=present, ready_at=None)
    blue = site.browser("blue@example.org")
    with site.store.write_session() as session:
        player = session.exec(select(Player).where(Player.address == "blue@example.org")).one()
        player.unreachable_at = present
        session.add(player)
    blue.get(DESK)
    assert "cannot be delivered to your mailbox" in blue.words


def test_nobody_else_reads_of_it(site: Site, present: datetime) -> None:
    """Neither another player, whose own letter is told instead, nor a stranger."""
    start_party(site.store, present)
    becomes(site, attempts=1)
    red, anybody = site.browser("red@example.org"), site.browser()
    for browser in (red, anybody):
        browser.get(GAME)
        assert "for now" not in browser.words
    assert "mailbox" not in anybody.words
