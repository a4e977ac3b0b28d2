"""Phases that are due at once are closed in one transaction: they come to what each would come to alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from pbem.games.people import people
from pbem.games.phases import phases
from pbem.games.rules import Rules
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Absence, Deputy, Game, Later, Leader, Receipt, Turn, Vote, Watcher
from tests.games.party import USUAL, Party, clock_at, start_party

HOUR = timedelta(hours=1)
DUE = 48 * HOUR
FOR_ALL, FOR_EACH = 25, 12
"""Statements of closing some phases together, and besides for each of them, on SQLite."""

pytestmark = pytest.mark.usefixtures("toy")


def start_with_orders(
    store: Store, now: datetime, slug: str, rules: Rules = USUAL, players: int = 2, **more: Any
) -> Party:
    """A game in which everybody has given his orders."""
    party = start_party(store, now, rules, players=players, slug=slug, **more)
    for code in ("RED", "BLU", "GRN")[:players]:
        party.submit(code, f"BID {len(slug) % 9}", now + HOUR)
    return party


def everything(store: Store) -> dict[str, list[Any]]:
    """Every row of every table, but for stamps, which count in how many steps a game changed, and nonces, which are
    chance."""
    tables = [table for table in SQLModel.metadata.sorted_tables if table.name != "game_stamp"]
    with store.read_session() as session:
        kept = {table.name: [one for one in table.columns if one.name != "nonce"] for table in tables}
        every = {name: session.execute(sa.select(*columns)).all() for name, columns in kept.items()}
    return {name: sorted(map(repr, rows)) for name, rows in every.items()}


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


def start_all_sorts(store: Store, now: datetime) -> int:
    """Games with all sorts of rules, and with whatever closings have to look at; how many."""
    start_with_orders(store, now, "plain")
    start_with_orders(store, now, "reminded", Rules(remind_hours=(24, 3)), players=3)
    quiet = Rules(quiet=("sat", "sun"), absences="all")
    start_with_orders(store, now, "quiet", quiet, pace="daily 20:00", zone="Europe/Paris")
    start_with_orders(store, now, "slow", Rules(nmr="wait", gap_hours=5))
    early = start_with_orders(store, now, "early")
    for code in ("RED", "BLU"):
        early.ready(code, now + 2 * HOUR)
    for odd in UNUSUAL:
        party = start_with_orders(store, now, odd.__name__.replace("_", "-"), Rules(absences="all"))
        with store.write_session() as session:
            odd(session, party)
    return 5 + len(UNUSUAL)


def copy_of(store: Store, path: Path) -> Store:
    with closing(sqlite3.connect(str(store.url.database))) as one, closing(sqlite3.connect(path)) as two:
        one.backup(two)
    return Store(f"sqlite:///{path}")


def handle_one_by_one(handle: Callable[..., None], store: Store, ids: list[int], *given: Any) -> None:
    """Handles each phase in a transaction of its own."""
    for phase_id in ids:
        handle(store, [phase_id], *given)


@pytest.mark.slow
def test_it_comes_to_the_same(sqlite: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """For two phases: every row of the database, with the proof and the letters."""
    count = start_all_sorts(sqlite, now)
    other = copy_of(sqlite, tmp_path / "other.db")
    done = clock.run_clock_tick(sqlite, clock_at(now + DUE))
    monkeypatch.setattr(clock, "handle_phases_together", partial(handle_one_by_one, clock.handle_phases_together))
    assert clock.run_clock_tick(other, clock_at(now + DUE)) == done >= count
    found, expected = everything(sqlite), everything(other)
    other.close()
    assert [name for name in found if found[name] != expected[name]] == []
    assert len(found["phase"]) > 2 * 12


@pytest.mark.slow
def test_what_it_asks_for_each(sqlite: Store, now: datetime) -> None:
    """What is asked is asked for all; what is written is written for each."""
    asked: list[str] = []
    sa.event.listen(sqlite.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    for many in (3, 9):
        some = [start_with_orders(sqlite, now, f"game{many}-{n}") for n in range(many)]
        asked.clear()
        assert clock.run_clock_tick(sqlite, clock_at(now + DUE)) == len(some)
        assert len(asked) <= FOR_ALL + many * FOR_EACH, "\n".join(asked)


def test_a_game_that_breaks_takes_no_other_with_it(
    store: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is parked; the others are closed, in one transaction that it is left out of."""
    parties = [start_with_orders(store, now, slug) for slug in ("one", "sick", "two")]
    whole = phases.resolve_step

    def resolve(game: Game, *given: Any) -> Any:
        if game.slug == "sick":
            raise ZeroDivisionError
        return whole(game, *given)

    monkeypatch.setattr(phases, "resolve_step", resolve)
    monkeypatch.setattr(clock, "log", Mock())
    assert clock.run_clock_tick(store, clock_at(now + DUE)) == 3
    with store.read_session() as session:
        found = {
            party.game(session).slug: (party.game(session).status, party.phase(session).number) for party in parties
        }
    assert found == {"one": ("running", 2), "sick": ("stuck", 1), "two": ("running", 2)}
