"""Phases that are due at once: closed together, they come to what each would come to alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from pbem.games.people import people
from pbem.games.phases import batch_closing
from pbem.games.rules import Rules
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Absence, Deputy, Later, Leader, Receipt, Turn, Vote, Watcher
from tests.games.party import USUAL, Party, clock_at, start_party

HOUR = timedelta(hours=1)
DUE = 48 * HOUR
MOST_STATEMENTS = 15
"""What closing some phases together asks the database, the one that begins the transaction among them."""

pytestmark = pytest.mark.usefixtures("toy")


def start_with_orders(
    store: Store, now: datetime, slug: str, rules: Rules = USUAL, players: int = 2, **more: Any
) -> Party:
    """A game in which everybody has given his orders."""
    party = start_party(store, now, rules, players=players, slug=slug, **more)
    for code in ("RED", "BLU", "GRN")[:players]:
        party.submit(code, f"BID {len(slug) % 9}", now + HOUR)
    return party


def close_together(store: Store, ids: list[int], now: datetime) -> list[int]:
    with store.write_session() as session:
        return batch_closing.close_usual_phases(session, ids, now)


def everything(store: Store) -> dict[str, list[Any]]:
    """Every row of every table, but for stamps, which count in how many steps a game changed, and nonces, which are
    chance."""
    tables = [table for table in SQLModel.metadata.sorted_tables if table.name != "game_stamp"]
    with store.read_session() as session:
        kept = {table.name: [one for one in table.columns if one.name != "nonce"] for table in tables}
        every = {name: session.execute(sa.select(*columns)).all() for name, columns in kept.items()}
    return {name: sorted(map(repr, rows)) for name, rows in every.items()}


@pytest.mark.slow
def test_it_comes_to_the_same(sqlite: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of games with all sorts of rules, for two phases: every row of the database, with the proof and the letters."""
    start_with_orders(sqlite, now, "plain")
    start_with_orders(sqlite, now, "reminded", Rules(remind_hours=(24, 3)), players=3)
    start_with_orders(
        sqlite, now, "quiet", Rules(quiet=("sat", "sun"), absences="all"), pace="daily 20:00", zone="Europe/Paris"
    )
    start_with_orders(sqlite, now, "slow", Rules(nmr="wait", gap_hours=5))
    early = start_with_orders(sqlite, now, "early")
    for code in ("RED", "BLU"):
        early.ready(code, now + 2 * HOUR)
    with (
        closing(sqlite3.connect(str(sqlite.url.database))) as one,
        closing(sqlite3.connect(tmp_path / "other.db")) as two,
    ):
        one.backup(two)
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    assert clock.run_clock_tick(sqlite, clock_at(now + DUE)) == 5
    monkeypatch.setattr(clock, "close_phases_together", lambda _store, ids, *_: ids)
    assert clock.run_clock_tick(other, clock_at(now + DUE)) == 5
    found, expected = everything(sqlite), everything(other)
    other.close()
    assert [name for name in found if found[name] != expected[name]] == []
    assert len(found["phase"]) == 10


@pytest.mark.slow
def test_it_asks_the_same_however_many(store: Store, now: datetime) -> None:
    """Three phases or nine take as many statements."""
    asked: list[str] = []
    sa.event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    counts = []
    for many in (3, 9):
        some = [start_with_orders(store, now, f"game{many}-{n}").now_at().id for n in range(many)]
        asked.clear()
        assert close_together(store, some, now + DUE) == some
        counts.append(len(asked))
    assert counts[0] == counts[1] <= MOST_STATEMENTS, "\n".join(asked)


def silent(session: Session, party: Party) -> None:
    for turn in session.exec(select(Turn).where(Turn.phase_id == party.phase(session).id)).all()[:1]:
        turn.given = False
        session.add(turn)


def vacant(session: Session, party: Party) -> None:
    seat = party.seat(session, "RED")
    seat.player_id = None
    session.add(seat)


def make_unproved(session: Session, party: Party) -> None:
    session.execute(sa.delete(Receipt).where(col(Receipt.seat_id) == party.seat(session, "RED").id))


def voting(session: Session, party: Party) -> None:
    seat, phase = party.seat(session, "RED"), party.phase(session)
    session.add(Vote(game_id=party.game_id, seat_id=seat.id, proposal="draw BLU RED", cast_at=phase.opened_at))


def make_watched(session: Session, party: Party) -> None:
    player = people.get_or_register_player(session, "watcher@example.org", party.phase(session).opened_at)
    session.add(Watcher(game_id=party.game_id, player_id=player.id, since=player.created_at))


def make_led(session: Session, party: Party) -> None:
    player = people.get_or_register_player(session, "helper@example.org", party.phase(session).opened_at)
    session.add(Leader(game_id=party.game_id, player_id=player.id, role="co-master", since=player.created_at))


def stood_in(session: Session, party: Party) -> None:
    seat, opened = party.seat(session, "RED"), party.phase(session).opened_at
    assert seat.player_id
    span: dict[str, Any] = {"named_at": opened, "begins_at": opened, "ends_at": opened + 90 * HOUR}
    player = people.get_or_register_player(session, "friend@example.org", opened)
    session.add(Deputy(game_id=party.game_id, seat_id=seat.id, player_id=player.id, holder_id=seat.player_id, **span))


def thought_ahead(session: Session, party: Party) -> None:
    opened = party.phase(session).opened_at
    session.add(Later(seat_id=party.seat(session, "RED").id, wanted="next", text="BID 1", kept_at=opened))


def away(session: Session, party: Party) -> None:
    opened, player = party.phase(session).opened_at, party.player(session, "RED")
    days: dict[str, Any] = {"first_day": opened.date(), "last_day": opened.date()}
    session.add(Absence(player_id=player.id, zone="UTC", asked_at=opened, **days))


def late(session: Session, party: Party) -> None:
    phase = party.phase(session)
    turn = session.exec(select(Turn).where(Turn.phase_id == phase.id)).first()
    assert turn and phase.deadline
    turn.given_at = phase.deadline + HOUR
    session.add(turn)


def make_paused(session: Session, party: Party) -> None:
    game = party.game(session)
    game.status = "paused"
    session.add(game)


def ahead(session: Session, party: Party) -> None:
    phase = party.phase(session)
    phase.deadline = phase.opened_at + 3 * DUE
    session.add(phase)


UNUSUAL = (
    silent, vacant, make_unproved, voting, make_watched, make_led, stood_in,
    thought_ahead, away, late, make_paused, ahead,
)  # fmt: skip


@pytest.mark.parametrize("odd", UNUSUAL, ids=lambda odd: odd.__name__)
def test_the_unusual_is_left(sqlite: Store, now: datetime, odd: Callable[[Session, Party], None]) -> None:
    """Whatever closings have to look at with care; the others are closed all the same."""
    rules = Rules(absences="all")
    plain = start_party(sqlite, now, rules, slug="plain", engine="toy")
    with sqlite.write_session() as session:
        for code in ("RED", "BLU"):
            seat = plain.seat(session, code)
            seat.player_id = people.get_or_register_player(session, f"other-{code.lower()}@example.org", now).id
            session.add(seat)
    for code in ("RED", "BLU"):
        plain.submit(code, "BID 2", now)
    other = start_with_orders(sqlite, now, "odd", rules)
    with sqlite.write_session() as session:
        odd(session, other)
    usual, left = plain.now_at().id, other.now_at().id
    assert close_together(sqlite, [usual, left], now + DUE) == [usual]
    assert other.now_at().number == 1
