"""The stamp of a game: a number that is another one after every change of anything that is kept of the game.

The database itself moves it, by triggers on each table that tells of games, so no code can forget to. Whatever was made
of a game under one stamp is as good as new while the stamp stays (`pbem.web.http.page_cache`).

SQLite counts; there is one writer at a time. PostgreSQL takes the number of the transaction, once in each, and at its
end, so that nobody waits for a stamp while holding anything that others want.
"""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlmodel import Field, SQLModel

UNSEEN = frozenset({"outbox", "mail_in", "submission", "game_book", "rating", "game_stamp"})
"""Tables that name games or seats, of whose rows no page tells that is kept."""
PERSONAL = ("name", "bot", "forgotten_at", "banned_at", "unreachable_at")
"""What pages of a game tell of its players."""
OF_PLAYER = """SELECT game_id FROM seat WHERE player_id = NEW.id
    UNION SELECT game_id FROM leader WHERE player_id = NEW.id
    UNION SELECT game_id FROM deputy WHERE player_id = NEW.id UNION SELECT id FROM game WHERE master_id = NEW.id"""
WAYS = {"insert": "NEW", "update": "NEW", "delete": "OLD"}
PREFIX = "stamp_"


class GameStamp(SQLModel, table=True):
    """The stamp of a game. Nobody writes it but the triggers."""

    __tablename__ = "game_stamp"
    game_id: int = Field(primary_key=True, foreign_key="game.id", sa_column_kwargs={"autoincrement": False})
    stamp: int = Field(sa_type=sa.BigInteger)


def stamped_games_sql(table: str, columns: set[str], row: str) -> str:
    """Return whose stamps a row of a table moves, as SQL; "" if it tells of no game."""
    if table == "game":
        return f"{row}.id"
    if table == "player":
        return OF_PLAYER if row == "NEW" else ""
    if table in UNSEEN:
        return ""
    if "game_id" in columns:
        return f"{row}.game_id"
    return f"SELECT game_id FROM seat WHERE id = {row}.seat_id" if "seat_id" in columns else ""


def iter_wanted_triggers() -> Iterator[tuple[str, str, str, str]]:
    """The triggers there should be: name, table, way, and whose stamps it moves."""
    for table in SQLModel.metadata.sorted_tables:
        for way, row in WAYS.items():
            of = stamped_games_sql(table.name, {*table.columns.keys()}, row)
            if of and (table.name != "player" or way == "update"):
                yield f"{PREFIX}{table.name}_{way}", table.name, way, of


def drop_stamp_triggers(connection: Connection) -> None:
    """Removes them. SQLite rewrites tables to alter them, which it refuses while triggers name them."""
    if connection.dialect.name == "sqlite":
        for name in list_stamp_triggers(connection):
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
    else:
        for name, table in connection.execute(sa.text(ON_POSTGRES)).all():
            connection.exec_driver_sql(f"DROP TRIGGER {name} ON {table}")


ON_POSTGRES = f"""SELECT tgname, tgrelid::regclass::text FROM pg_trigger
    JOIN pg_class ON pg_class.oid = tgrelid WHERE tgname LIKE '{PREFIX.replace("_", chr(92) + "_")}%'
    AND relnamespace = current_schema()::regnamespace"""


def list_stamp_triggers(connection: Connection) -> set[str]:
    if connection.dialect.name != "sqlite":
        return {name for name, _ in connection.execute(sa.text(ON_POSTGRES))}
    found = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars()
    return {name for name in found if name.startswith(PREFIX)}


def put_up_stamp_triggers(connection: Connection) -> None:
    """Sees to it that each of them is there, as far as there are their tables: who put them up may have died."""
    there, put = (
        list_stamp_triggers(connection),
        create_sqlite_trigger if connection.dialect.name == "sqlite" else create_postgres_trigger,
    )
    missing = [one for one in iter_wanted_triggers() if one[0] not in there]
    tables = sa.inspect(connection).get_table_names() if missing else []
    for one in missing:
        if {one[1], "game_stamp"} <= {*tables}:
            put(connection, *one)
    if "game_stamp" in tables:  # whoever wrote meanwhile moved none
        moved = "stamp + 1" if connection.dialect.name == "sqlite" else "txid_current()"
        connection.exec_driver_sql(f"UPDATE game_stamp SET stamp = {moved}")


def watched_columns_sql(table: str, way: str) -> str:
    """Of which columns a change counts, if not of all: pages do not tell when the clock looks at a phase, and it takes
    many of them in hand at once."""
    if table == "player":
        return f" OF {', '.join(PERSONAL)}"
    if (table, way) == ("phase", "update"):
        every = SQLModel.metadata.tables[table].columns.keys()
        return f" OF {', '.join(name for name in every if name != 'due_at')}"
    return ""


def create_sqlite_trigger(connection: Connection, name: str, table: str, way: str, of: str) -> None:
    begin = "INSERT INTO game_stamp VALUES (NEW.id, 0);" if (table, way) == ("game", "insert") else ""
    move = f"UPDATE game_stamp SET stamp = stamp + 1 WHERE game_id IN ({of})"
    connection.exec_driver_sql(
        f"CREATE TRIGGER {name} AFTER {way}{watched_columns_sql(table, way)} ON {table} BEGIN {begin} {move}; END"
    )


def create_postgres_trigger(connection: Connection, name: str, table: str, way: str, of: str) -> None:
    begin = "INSERT INTO game_stamp VALUES (NEW.id, 0);" if (table, way) == ("game", "insert") else ""
    move = f"UPDATE game_stamp SET stamp = txid_current() WHERE game_id IN ({of}) AND stamp <> txid_current()"
    connection.exec_driver_sql(
        f"CREATE OR REPLACE FUNCTION pbem_{name}() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN {begin} {move}; RETURN NULL; END $$"
    )
    connection.exec_driver_sql(
        f"CREATE CONSTRAINT TRIGGER {name} AFTER {way}{watched_columns_sql(table, way)} ON {table} DEFERRABLE "
        "INITIALLY DEFERRED"
        f" FOR EACH ROW EXECUTE FUNCTION pbem_{name}()"
    )
