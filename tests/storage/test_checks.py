"""The database lets in no word that is not known: models, words and databases say the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import get_args

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, select
from sqlmodel.sql.sqltypes import AutoString

from pbem.games.orders import fallback_orders, orders
from pbem.games.rules import USUAL
from pbem.render import paper
from pbem.settings.config import ConfigError
from pbem.storage.database import Store
from pbem.storage.models import GameStamp, checks, words
from pbem.storage.models.checks import Check
from pbem.storage.models.packing import Packed
from pbem.wording.en import LANGUAGE
from tests.fitting import EVERY, FITTING, fitting
from tests.games.party import start_party
from tests.storage.planted import NEWEST, plant_migration

pytestmark = pytest.mark.usefixtures("toy")

HOW = """Say in pbem/storage/models/words.py which words “{column}” can hold, and in the model that it holds one of
them; or, if it may hold whatever somebody writes, name it under FREE in tests/storage/test_checks.py. See
CONTRIBUTING.md."""
FREE = {
    *("player.address", "player.name", "player.zone", "player.bot", "absence.zone", "absence.uid"),
    *("web_session.token_hash", "sign_in.browser_hash", "picture.key", "tally.key", "pulse.boot"),
    *("game.slug", "game.engine", "game.options", "game.pace", "game.zone", "game.rules", "game.secret"),
    *("game.commitment", "game.shared", "game.outcome", "game.imported", "game.word_seed", "game.draw"),
    *("campaign.slug", "campaign.title", "campaign.engine", "campaign.options", "campaign.pace", "campaign.zone"),
    *("campaign.rules", "campaign.secret", "campaign.commitment", "rating.scope", "statement.author", "statement.text"),
    *("seat.code", "seat.label", "seat.contribution", "phase.name", "phase.kind", "phase.made_by", "audit.actor"),
    *("audit.data", "wish.seats", "wish.contribution", "diary.text", "later.wanted", "later.text", "press.author"),
    *("press.key", "outbox.data", "outbox.in_reply_to", "outbox.error", "mail_in.digest", "mail_in.sender"),
    *("mail_in.recipient", "mail_in.message_id", "mail_in.note", "mail_in.peer", "game_book.key", "game_book.paper"),
    *("game_book.zone", "game_book.readers", "milestone.name", "known_trouble.name", "probe.relay"),
}
"""Columns of text that hold no word of ours: what people, engines and other servers write, secrets, JSON."""


def texts() -> Iterator[str]:
    """The columns of text that a database has. What is packed is none: it can hold no word of ours."""
    for table in SQLModel.metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, sa.String | AutoString):
                yield f"{table.name}.{column.name}"


def test_every_column_of_text_is_checked_or_free() -> None:
    checked = {f"{one.table}.{one.column}" for one in EVERY}
    assert len(checked) == len(EVERY) > 20
    for column in texts():
        assert (column in checked) != (column in FREE), HOW.format(column=column)
    assert (checked | FREE) - {*texts()} == set(), "they are gone: forget them here, too"


def test_what_the_code_knows_is_what_the_models_say() -> None:
    """Where it has more to say of a word than its name."""
    assert tuple(paper.SIZES) == get_args(words.Size) and tuple(paper.PRINTS) == get_args(words.Print)
    assert get_args(words.Toner) == paper.TONERS
    assert tuple(fallback_orders.FALLBACK_WAYS) == get_args(words.StandIn) and {*USUAL.stand_ins} <= {
        *fallback_orders.FALLBACK_WAYS
    }
    assert {orders.giver_of_source(one) for one in get_args(words.Source)} == {*get_args(words.Giver)}
    unsaid = (
        "an act of the ledger stands in ACTS of pbem/storage/models/words.py, its words under LEDGER of every language"
    )
    assert {*words.ACTS} == {*LANGUAGE.ledger}, unsaid


def test_a_database_checks_what_the_models_say(store: Store) -> None:
    """As the migrations leave it, on both kinds: the very words, and no check more."""
    with store.engine.connect() as connection:
        found = checks.checks_in(connection)
    assert found == {one.name: one.words or checks.list_literals(one.sql) for one in EVERY}
    assert store.has_current_tables()


def test_no_other_word_is_let_in(store: Store, now: datetime) -> None:
    """A row that fits but for one word is refused for it; with a word that is known it is not."""
    for one in EVERY:
        for word in one.words or FITTING[one.column]:
            assert "ck_" not in refusal_of_row(store, one, now, word), (one, word)
        for word in UNFITTING[one.column] if one.form else ("mised", one.words[0] + " ", one.words[-1].upper()):
            assert one.name in refusal_of_row(store, one, now, word), (one, word)


UNFITTING = {
    "key": ("",),
    "origin": ("", "rollback", "rollback ", "rollback x", "rollback 7 8", "start 1"),
    "proposal": ("", "draw", "draws RED BLU"),
    "audience": ("", "* RED", " RED"),
}


def refusal_of_row(store: Store, one: Check, now: datetime, word: str) -> str:
    """Return why a database does not take a row in which everything but a word is as it should be; "" if it does."""
    table = SQLModel.metadata.tables[one.table]
    values = {**fill_row(table, now), one.column: word}
    with store.engine.connect() as connection:
        try:
            connection.execute(sa.insert(table).values(values))
        except IntegrityError as error:  # what it points to is not there: but that is looked at later
            return str(error.orig)
        finally:
            connection.rollback()
    return ""


def fill_row(table: sa.Table, now: datetime) -> dict[str, object]:
    """Values that a table takes, whatever they mean."""
    usual: dict[type, object] = {int: 1, bool: False, bytes: b"", str: "", float: 1.0}
    known = fitting(table.name)
    return {
        column.name: known.get(column.name, "" if isinstance(column.type, Packed) else usual.get(kind(column), now))
        for column in table.columns
        if not column.nullable and column.name != "id"
    }


def kind(column: sa.Column[object]) -> type:
    """Of the values of a column; of instants `object`."""
    return column.type.python_type


# --- put up, taken down, and put up again ---------------------------------------------------------------------------


def schema(store: Store) -> dict[str, str]:
    """Return what a database says of its tables, indexes, triggers and constraints, by name."""
    with store.engine.connect() as connection:
        if store.is_sqlite:
            found = connection.exec_driver_sql("SELECT type || ' ' || name, sql FROM sqlite_master").all()
        else:
            found = connection.execute(sa.text(ON_POSTGRES)).all()
    return {name: " ".join((sql or "").split()) for name, sql in found}


ON_POSTGRES = """SELECT 'column ' || table_name || '.' || column_name,
        concat_ws(' ', data_type, is_nullable, column_default) FROM information_schema.columns
        WHERE table_schema = current_schema()
    UNION ALL SELECT 'index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL SELECT 'trigger ' || tgname || tgrelid::regclass, pg_get_triggerdef(oid) FROM pg_trigger
        WHERE NOT tgisinternal
    UNION ALL SELECT 'constraint ' || conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = current_schema()::regnamespace"""


def drop_all_checks(store: Store) -> None:
    """As a version leaves a database that knows none of them."""
    with store.write_engine.begin() as connection:
        checks.drop_checks(connection)


def test_a_database_of_before_becomes_like_a_new_one(store: Store, now: datetime) -> None:
    """All of it: columns, indexes, triggers, what points where; and no row is lost."""
    new = schema(store)
    assert any(name.startswith("trigger stamp_") for name in new)
    party = start_party(store, now)
    drop_all_checks(store)
    with store.engine.connect() as connection:
        assert checks.checks_in(connection) == {}
    store.migrate()
    assert schema(store) == new
    before = stamp(store)
    party.submit("RED", "BID 3", now)
    assert stamp(store) != before
    if store.is_sqlite:
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


def stamp(store: Store) -> int:
    with store.read_session() as session:
        return session.exec(select(GameStamp.stamp)).one()


def test_a_word_more_needs_no_migration(store: Store, monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    """A server that knows it lets it in from its next start on, without touching anything else."""
    party, new = start_party(store, now), schema(store)
    more = [replace(one, words=(*one.words, "lost")) if one.name == "ck_turn_verdict" else one for one in EVERY]
    monkeypatch.setattr(checks, "wanted_checks", lambda: iter(more))
    assert not store.has_current_tables()
    store.migrate()
    assert store.has_current_tables()
    write(store, "UPDATE turn SET verdict = 'lost'")
    changed = {name for name, sql in schema(store).items() if new[name] != sql}
    assert changed == {"table turn" if store.is_sqlite else "constraint ck_turn_verdict"}
    monkeypatch.setattr(checks, "wanted_checks", lambda: iter(EVERY))
    with pytest.raises(ConfigError, match="turn 1: its verdict is 'lost'"):
        store.migrate()
    write(store, "UPDATE turn SET verdict = 'missed'")
    store.migrate()
    assert schema(store) == new and party.status() == "running"


def write(store: Store, statement: str) -> None:
    with store.write_session() as session:
        session.execute(sa.text(statement))


def test_a_misspelt_word_of_before_is_named_with_its_row(
    store: Store, now: datetime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is changed until it is put right; what a player may have written is not shown."""
    start_party(store, now)
    drop_all_checks(store)
    plant_migration(monkeypatch, tmp_path)
    write(store, "UPDATE turn SET verdict = 'mised' WHERE id = 1")
    write(store, "UPDATE phase SET origin = 'a secret'")
    before = schema(store)
    assert any(name.startswith("trigger stamp_") for name in before)
    with pytest.raises(ConfigError) as caught:
        store.migrate()
    assert schema(store) == before, "the version before runs on it as ever"
    said = str(caught.value)
    assert "- turn 1: its verdict is 'mised', and may be '', 'taken', " in said and "phase 1: its origin" in said
    assert "a secret" not in said and "UPDATE " in said and store.table_revisions() == [NEWEST]
    write(store, "UPDATE turn SET verdict = 'missed' WHERE id = 1")
    write(store, "UPDATE phase SET origin = 'start'")
    store.migrate()
    assert store.has_current_tables()


def test_another_process_knows_the_checks_at_once(sqlite: Store) -> None:
    """One that had the file open before they were put up."""
    drop_all_checks(sqlite)
    with closing(sqlite3.connect(sqlite.url.database or "")) as other:
        assert other.execute("SELECT count(*) FROM player").fetchone() == (0,)
        sqlite.migrate()
        with pytest.raises(sqlite3.IntegrityError, match="ck_player_paper"):
            other.execute(
                "INSERT INTO player (address, name, zone, paper, print, toner, attach_pdf, bot, calendar, created_at,"
                " bounces) VALUES ('a@x.example', '', 'UTC', 'A3', 'normal', 'full', 0, '', 0, '2026-01-01', 0)"
            )
