"""A letter's way is one thing: what it needs to know of its game is asked once, and again only when that changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from pbem.db import Store
from pbem.play import votes
from tests.mail.conftest import Office

RED = "red@example.org"


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """All that the database is asked meanwhile."""
    said: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        said.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    yield said
    event.remove(store.engine, "before_cursor_execute", note)


@pytest.mark.parametrize(
    "text", ["bid 7", "ready", "status\nclear\nbid 7\nhelp\nbid ?\nnonsense\nready", "bid 7\nclear\nbid 3\nwait"]
)
def test_the_open_phase_is_asked_for_once(office: Office, text: str) -> None:
    """H10: it was asked for 3, 7, 24 and 12 times."""
    game = office.begun()
    to = office.seat_address(game, "RED")
    with statements(office.store) as said:
        office.write(RED, to, text)
    assert [level for level, _ in office.outcomes(RED)]
    assert sum("ORDER BY phase.number DESC" in one for one in said) == 1


def test_a_phase_that_a_letter_resolves_is_another(office: Office) -> None:
    """What is known of the phase is asked for again after an act that changed it."""
    game = office.begun()
    office.write("master@example.org", office.seat_address(game, "RED"), "")  # nobody's
    with office.store.write() as session:
        game.game(session).master_id = game.player(session, "RED").id
    office.later(hours=1)
    office.write(RED, office.seat_address(game, "RED"), "bid 7\nprocess\nstatus")
    assert [level for level, _ in office.outcomes(RED)] == ["ok"] * 3
    (section,) = office.receipt(RED)["sections"]
    assert section["title"] == "Status" and "Round 2" in section["text"]
    assert game.now_at().name == "R2"


def test_a_letter_that_ends_its_game_orders_nothing_more(office: Office) -> None:
    game = office.begun()
    with office.store.write() as session:
        votes.cast(session, game.seat(session, "BLU"), "draw", office.now)
    office.write(RED, office.seat_address(game, "RED"), "vote draw\nbid 7")
    (voted, bid) = office.outcomes(RED)
    assert voted == ("ok", "Carried.") and bid[0] == "no" and "is not running now" in bid[1]
