"""The document about a phase: what a seat may know, what it owes and by when, and nothing of the others' secrets."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from engines.report import Block, Heading, Text
from pbem import clock, render, reports
from pbem.db import Store
from pbem.play import master, people, press
from pbem.play.games import Rules
from tests.play.table import Table, at, begun

pytestmark = pytest.mark.usefixtures("toy")
HOUR = timedelta(hours=1)


def document(table: Table, code: str | None, zone: str = "") -> list[Block]:
    with table.store.read() as session:
        seat = table.seat(session, code) if code else None
        return list(reports.blocks(session, table.phase(session), seat, zone))


def prose(blocks: list[Block]) -> str:
    return "\n".join(block.text for block in blocks if isinstance(block, Heading | Text))


def resolved(store: Store, now: datetime) -> Table:
    """One round played: RED bid 7, BLU bid 3."""
    table = begun(store, now, Rules(grace_hours=0))
    table.submit("RED", "BID 7", now)
    table.submit("BLU", "BID 3", now)
    with store.write() as session:
        game, red = table.game(session), table.seat(session, "RED")
        press.send(session, game, red, ["BLU"], "I shall bid low.", now, "1")
        press.send(session, game, red, "*", "Good luck.", now, "2")
    clock.tick(store, at(now + 48 * HOUR))
    return table


def test_each_seat_is_told_what_it_may_know(store: Store, now: datetime) -> None:
    """Its own bid, not the other's; a bystander neither; all know who won."""
    table = resolved(store, now)
    red, blu, other = (prose(document(table, code)) for code in ("RED", "BLU", None))
    assert "'bid': 7" in red
    assert "'bid': 3" not in red
    assert "'bid': 7" not in blu
    assert "'bid'" not in other
    assert all("won: {'points': 7, 'seat': 'RED'}" in text for text in (red, blu, other))


def test_the_press_of_the_phase_is_quoted_to_those_who_may_read_it(sqlite: Store, now: datetime) -> None:
    """To the audience and the author; broadcasts to all."""
    table = resolved(sqlite, now)
    assert "I shall bid low." in prose(document(table, "BLU"))
    assert "Red to Blue, Mon 2 Mar 12:00:" in prose(document(table, "RED"))
    assert "I shall bid low." not in prose(document(table, None))
    assert "Good luck." in prose(document(table, None))


def test_of_very_much_press_the_newest_is_quoted(store: Store, now: datetime) -> None:
    """One player's flood makes nobody's report longer than paper; what is left out is said to be."""
    table = begun(store, now, Rules(grace_hours=0))
    with store.write() as session:
        for n in range(9):
            press.send(session, table.game(session), table.seat(session, "RED"), "*", f"{n}" * 15_000, now, str(n))
        press.send(session, table.game(session), table.seat(session, "RED"), ["BLU"], "for blue alone", now, "blue")
    clock.tick(store, at(now + timedelta(hours=48)))
    with store.read() as session:
        phase = table.phase(session)
        told = {code: render.text(reports.blocks(session, phase, table.seat(session, code))) for code in ("RED", "BLU")}
        bystander = render.text(reports.blocks(session, phase, None))
    assert "The newest 4 messages" in told["BLU"] and "for blue alone" in told["BLU"] and "555" not in told["BLU"]
    assert "8888" in bystander and "for blue alone" not in bystander and "for blue alone" in told["RED"]


def test_it_says_what_is_due_by_when_and_why(sqlite: Store, now: datetime) -> None:
    """In the reader's own zone with UTC beside it; what the seat can order, or that it owes nothing."""
    table = resolved(sqlite, now)
    red = prose(document(table, "RED", "Europe/Paris"))
    assert "R2: orders by Fri 6 Mar 13:00 Europe/Paris (Fri 6 Mar 12:00 UTC)." in red
    assert "Why then: 48h after Wed 4 Mar 12:00." in red
    assert "Orders are due from Red." in red
    assert "BID" in red
    assert "What Red can order" not in prose(document(table, None))


def test_after_going_back_it_says_so(sqlite: Store, now: datetime) -> None:
    """And shows the position that was gone back to."""
    table = resolved(sqlite, now)
    with sqlite.write() as session:
        master.rollback(session, table.game(session), None, 1, now + 50 * HOUR)
    text = prose(document(table, "RED"))
    assert "took the game back to R1" in text
    assert "After the opening" in text


def test_the_secret_is_shown_at_the_end_only(sqlite: Store, now: datetime) -> None:
    """The dice's secret, whose hash was published at the opening."""
    table = resolved(sqlite, now)
    with sqlite.read() as session:
        secret = table.game(session).secret
    assert secret not in prose(document(table, "RED"))
    clock.tick(sqlite, at(now + 96 * HOUR))
    clock.tick(sqlite, at(now + 144 * HOUR))
    assert secret in prose(document(table, "RED"))
    assert "orders by" not in prose(document(table, "RED"))


def test_names_are_kept_in_anonymous_games(sqlite: Store, now: datetime) -> None:
    """Who plays what is told when the game is over, or at once where it is no secret."""
    plain, masked = begun(sqlite, now, slug="plain"), begun(sqlite, now, Rules(anonymous=True), slug="masked")
    with sqlite.write() as session:
        people.settings(session, plain.player(session, "RED"), name="Ada")
    with sqlite.read() as session:
        assert "Ada" in str(list(reports.people(session, plain.game(session))))
        assert list(reports.people(session, masked.game(session))) == []
