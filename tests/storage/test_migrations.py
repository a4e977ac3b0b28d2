"""Databases of earlier versions: what they hold is read by this one."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from sqlmodel import col, select

from pbem.documents import reports
from pbem.games import games
from pbem.games.leading import master
from pbem.games.notify import Kind
from pbem.games.people import people
from pbem.games.phases import turn_verdicts
from pbem.games.proof import verify
from pbem.games.results import votes
from pbem.games.rules import rules_of
from pbem.games.seating import leave, seats
from pbem.pace import DaySpan
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Audit, Outbox, Phase, Tenure
from pbem.storage.models.packing import unpack_text
from tests.games.party import Party, clock_at, letter_data, start_party

pytestmark = pytest.mark.usefixtures("toy")
HOUR = timedelta(hours=1)
OLD_REASONS = (
    ("daily 20:00 in Europe/Berlin", "every day at 20:00 in Berlin"),
    ("mon,thu 18:00 in UTC", "on Monday or Thursday at 18:00 UTC"),
    (
        "mon 18:00 in UTC, at least 12h after Fri 6 Mar 17:00",
        "on Monday at 18:00 UTC; at least 12 hours after Friday 6 March, 16:00 UTC",
    ),
    ("2h after Fri 6 Mar 17:00", "2 hours after Friday 6 March, 16:00 UTC"),
    (
        "moved from Sun 8 Mar to Mon 9 Mar 16:00 because of quiet days",
        "moved on from Sunday 8 March because of quiet days",
    ),
    ("the first phase is 24h longer", "the first phase is 1 day longer"),
    *(
        (f"{old} later because {why}", f"{new} later because {why}")
        for old, new in (("1h30m", "90 minutes"), ("48h", "2 days"), ("less than a minute", "less than a minute"))
        for why in ("the game master gave more time", "the players voted for it", "of the pause")
    ),
    (
        "2h from now because the server was down for 3h12m",
        "2 hours from now because the server was down for 3 hours and 12 minutes",
    ),
    ("because somebody wished it", "because somebody wished it"),
)
"""Steps as they were kept in a game in Berlin, and as a reader in UTC is told them now."""


@pytest.fixture
def party(store: Store, now: datetime) -> Party:
    """A game in Berlin, in the tables of the version before."""
    party = start_party(store, now, zone="Europe/Berlin")
    command.downgrade(store.alembic_config(), "0006")
    return party


def execute(store: Store, statement: str, **values: str) -> None:
    with store.write_session() as session:
        session.execute(sa.text(statement), values)


def test_reasons_in_words_become_facts(party: Party) -> None:
    """H7: what cannot be taken apart is told as it was."""
    execute(party.store, "UPDATE phase SET deadline_why = :words", words="; ".join(old for old, _ in OLD_REASONS))
    party.store.migrate()
    with party.store.read_session() as session:
        told = reports.explain_deadline(session.exec(select(Phase)).one(), "UTC").split("; ")
    assert told == [step for _, new in OLD_REASONS for step in new.split("; ")]


def test_reasons_go_back_into_words(party: Party) -> None:
    """Somebody who returns to the version before reads what it would have said."""
    with party.store.read_session() as session:
        assert session.execute(sa.text("SELECT deadline_why FROM phase")).scalar() == "48h after Mon 2 Mar 13:00"


def test_letters_and_the_ledger_tell_reasons_by_their_facts(party: Party) -> None:
    told = '{"deadline":"2026-03-06T12:00:00+00:00","why":"24h later because the players voted for it"}'
    execute(party.store, "UPDATE outbox SET kind = 'deadline', data = :told", told=told)
    execute(party.store, "UPDATE audit SET act = 'deadline', data = :told", told=told)
    party.store.migrate()
    with party.store.read_session() as session:
        kept = [*session.exec(select(Outbox.data)).all(), *session.exec(select(Audit.data)).all()]
    assert len(kept) > 4
    assert all(json.loads(text)["why"] == [{"kind": "votes", "span": 86400}] for text in kept)


OLD_NOTICES: tuple[tuple[str, str, dict[str, object]], ...] = (
    ('{"code":"rolled back","from":"R2","to":"R1"}', Kind.ROLLED_BACK, {"from": "R2", "to": "R1"}),
    ('{"code":"paused","why":"master"}', Kind.PAUSED, {"why": "master"}),
    ('{"code":"parked","mail":3,"why":"it could not be read"}', Kind.PARKED, {"mail": 3, "why": "killing"}),
    ("{}", "notice", {}),
)
"""What a notice held, and the kind of letter it became, with what is left to say."""


def test_every_notice_becomes_a_letter_of_its_kind(party: Party) -> None:
    """H8: and returns to what it was. What was told long ago has lost its facts, and its kind with them."""
    with party.store.read_session() as session:
        numbers = session.exec(select(col(Outbox.id)).order_by(col(Outbox.id))).all()
    letters = dict(zip(numbers, cycle(OLD_NOTICES), strict=False))
    assert len(letters) >= len(OLD_NOTICES)
    for number, (data, _, _) in letters.items():
        execute(party.store, f"UPDATE outbox SET kind = 'notice', data = :data WHERE id = {number}", data=data)
    party.store.migrate()
    found = {letter.id: (letter.kind, letter_data(letter)) for letter in party.letters()}
    assert found == {number: (kind, left) for number, (_, kind, left) in letters.items()}
    command.downgrade(party.store.alembic_config(), "0006")
    with party.store.read_session() as session:
        rows = session.execute(sa.select(col(Outbox.id), col(Outbox.kind), col(Outbox.data))).all()
    assert {row.id: (row.kind, row.data) for row in rows} == {n: ("notice", data) for n, (data, *_) in letters.items()}


def test_who_holds_a_seat_has_a_tenure_in_games_that_were_under_way(store: Store, now: datetime) -> None:
    """And nobody else; it reaches back to when he took the seat."""
    party = start_party(store, now)
    command.downgrade(store.alembic_config(), "0012")
    store.migrate()
    with store.read_session() as session:
        kept = session.exec(select(Tenure).order_by(col(Tenure.id))).all()
        assert [(one.player_id, one.began_at, one.ended_at) for one in kept] == [
            (party.player(session, code).id, now, None) for code in ("RED", "BLU")
        ]


def test_votes_of_a_game_under_way_stay_secret_and_count(store: Store, now: datetime) -> None:
    """What was cast before votes could be open."""
    party = start_party(store, now)
    with store.write_session() as session:
        votes.cast_vote(session, party.seat(session, "RED"), "draw", now)
    command.downgrade(store.alembic_config(), "0013")
    store.migrate()
    with store.write_session() as session:
        assert votes.list_tabled_proposals(session, party.game(session)) == [votes.TabledProposal("draw RED BLU", 2)]
        assert votes.cast_vote(session, party.seat(session, "BLU"), "draw", now)


def test_games_under_way_get_along_without_absences(store: Store, now: datetime) -> None:
    """A game of before goes on as it was; a quiet day that was misspelt and understood is spelt right."""
    party = start_party(store, now, zone="Europe/Berlin")
    command.downgrade(store.alembic_config(), "0010")
    execute(store, "UPDATE game SET rules = :rules", rules='{"grace_hours":6,"quiet":["Saterday","2026-12-24"]}')
    store.migrate()
    with store.read_session() as session:
        found = rules_of(party.game(session))
        phase = party.phase(session)
        assert (found.quiet, found.grace_hours, found.absence_days) == (("sat", "2026-12-24"), 6, 14)
        assert (phase.moves, party.player(session, "RED").calendar) == (0, 0)
    with store.write_session() as session:
        noted = leave.note_absence(
            session, party.player(session, "RED"), DaySpan(now.date(), now.date() + timedelta(days=3)), now
        )
    assert noted.waits == ["verdun"]


# --- a whole database of before pace, missed turns, seats, endings, leaders, campaigns and proof --------------------


OLD = Path(__file__).parents[1] / "games/data/database-0010.json"
"""Written by the version before 0011: a game that went back, one that waits for orders, one that is over, one that
forms and one that stands still; with orders, a vote, press, a seat that was left."""


def plain(kind: object, value: Any) -> Any:
    """A value of the file as the database takes it."""
    if isinstance(value, dict):
        return bytes.fromhex(value["hex"])
    if value is not None and isinstance(kind, sa.DateTime):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return bool(value) if isinstance(kind, sa.Boolean) else value


@pytest.fixture
def old(store: Store) -> Store:
    """That database, on either kind, brought up to this version."""
    command.downgrade(store.alembic_config(), "0010")
    tables, rows = sa.MetaData(), json.loads(OLD.read_text("utf-8"))
    tables.reflect(store.engine)
    with store.engine.begin() as connection:
        for table in tables.sorted_tables:
            for row in rows.get(table.name, ()):
                values = {name: plain(table.c[name].type, value) for name, value in row.items()}
                connection.execute(sa.insert(table).values(values))
            if not store.is_sqlite and "id" in table.c:
                after = max((row["id"] for row in rows.get(table.name, ())), default=0) + 1
                connection.execute(
                    sa.text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {after}, false)")
                )
    store.migrate()
    return store


def there(store: Store, slug: str) -> Party:
    with store.read_session() as session:
        return Party(store, games.get_game(session, slug).id)


@pytest.mark.slow
def test_games_of_an_old_database_are_proved_and_go_on(old: Store, now: datetime) -> None:
    """Each from where it stood: the one that went back, the one that stood still, and the one that was to wait for
    ever, at which no clock looked any more."""
    with old.read_session() as session:
        for game in games.list_all_games(session):
            assert verify.verify_game(session, game) == [], game.slug
    verdun, ypres, marne, arras = (there(old, slug) for slug in ("verdun", "ypres", "marne", "arras"))
    with old.write_session() as session:
        assert [one.proposal for one in votes.list_tabled_proposals(session, verdun.game(session))] == [
            "draw RED BLU GRN"
        ]
        assert rules_of(ypres.game(session)).quiet == ("sat", "2026-12-24")
        master.resume_game(session, arras.game(session), None, now + 202 * HOUR)
        bob = people.get_or_register_player(session, "bob@example.org", now)
        seats.join_game(session, marne.game(session), bob, [], now + 202 * HOUR)
    for code in ("RED", "BLU", "GRN"):
        verdun.submit(code, "BID 7", now + 202 * HOUR)
    for days in range(9, 40, 2):
        clock.run_clock_tick(old, clock_at(now + timedelta(days=days)))
    assert {party.status() for party in (verdun, ypres, marne, arras)} <= {"finished", "running"}
    assert verdun.status() == "finished" and ypres.now_at().number > 1
    with old.read_session() as session:
        for party in (verdun, ypres, marne, arras):
            assert verify.verify_game(session, party.game(session)) == []


@pytest.mark.slow
def test_absences_that_an_old_rollback_had_undone_count_for_nobody(old: Store) -> None:
    """Their phases were not marked, and every one of them counted twice."""
    verdun = there(old, "verdun")
    with old.read_session() as session:
        marked = [(one.number, one.undone) for one in games.list_phases(session, verdun.game(session))]
        assert marked == [(1, True), (2, True), (3, False), (4, False)]
        tallies = [
            turn_verdicts.tally_verdicts(session, seat=verdun.seat(session, code)) for code in ("RED", "BLU", "GRN")
        ]
    assert tallies == [{"taken": 1}, {"taken": 1}, {"missed": 1}]


@pytest.mark.slow
def test_who_returns_to_the_version_before_finds_all_of_it(old: Store) -> None:
    """And nothing is lost by coming back."""

    def read(value: object) -> object:
        return unpack_text(value) if isinstance(value, bytes) else value

    def held() -> dict[str, list[Any]]:
        tables = sa.MetaData()
        tables.reflect(old.engine)
        kept = ("id", "slug", "number", "orders", "hash", "origin", "text", "proposal", "address")
        with old.engine.connect() as connection:
            return {
                name: [
                    tuple(map(read, row))
                    for row in connection.execute(
                        sa.select(*(c for c in tables.tables[name].c if c.name in kept)).order_by(sa.text("id"))
                    )
                ]
                for name in ("game", "phase", "seat", "turn", "player", "press", "vote", "submission")
            }

    before = held()
    command.downgrade(old.alembic_config(), "0010")
    with old.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM turn WHERE missed")).scalar()
    assert held() == before
    old.migrate()
    assert held() == before
