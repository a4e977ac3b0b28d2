"""The letters of the same storm read by a task queue library, `procrastinate`, beside our own worker: a task for each
letter, which calls the same reader. Measured where the library is installed (`pip install 'pbem[bench]'`).

Why we have no such library: docs/decisions/0022."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from bench import Row
from bench._parts import Database, Gauge, Stage, database, serving
from bench._servers import Server
from bench.duties import TEMPLATE, generous_config, open_running_games, waiting_query, write_order_letters
from pbem.mail.inbound import inbox
from pbem.server.serve import utc_now
from pbem.settings import config as configuration
from pbem.storage.database import Store
from pbem.storage.models import MailIn
from tests import postgres

GAMES = 60


def run() -> list[Row]:
    """Letters a second of one worker and of two, ours and the library's; nothing where the library is missing."""
    if importlib.util.find_spec("procrastinate") is None:
        return []
    with TemporaryDirectory(prefix="pbem-queues-") as folder, database() as host:
        host.administer(f'CREATE DATABASE "{TEMPLATE}"')
        store = Store(generous_config(Path(folder), postgres.database(host.url, TEMPLATE)).database)
        store.migrate()
        open_running_games(store, GAMES)
        store.close()
        return [row for count in (1, 2) for row in compare_queues(host, Path(folder), count)]


def compare_queues(host: Database, folder: Path, count: int) -> Iterator[Row]:
    plural = "one worker" if count == 1 else "two workers"
    ours, theirs = read_by_us(host, folder, count), read_by_tasks(host, folder, count)
    yield Row(f"letters read by {plural} of ours, beside tasks", ours.rate, "1/s", theirs.rate, "")
    yield Row("  CPU of one, own", ours.each.own, "ms", theirs.each.own, "")
    yield Row("  CPU of one, PostgreSQL's", ours.each.database, "ms", theirs.each.database, "")
    yield Row("  statements of one", ours.each.statements, "", theirs.each.statements, "")


def read_by_us(host: Database, folder: Path, count: int) -> Stage:
    with host.copy(TEMPLATE, "ours") as url:
        store = Store(generous_config(folder, url).database)
        with serving(folder, {"work": count}) as parts:
            stage = Gauge(host, url, parts["work"]).stage(
                write_order_letters(store, configuration.load_config(folder, {})), waiting_query(MailIn)
            )
        store.close()
    return stage


def read_by_tasks(host: Database, folder: Path, count: int) -> Stage:
    """The tasks lie there before their workers, as the letters do: who keeps a letter would defer its task in the same
    transaction."""
    with host.copy(TEMPLATE, "theirs") as url:
        settings = generous_config(folder, url)
        store = Store(settings.database)
        app = queue(folder)
        with app.open():
            app.schema_manager.apply_schema()
            with serving(folder, {"tasks": count}, Worker) as parts:
                number = write_order_letters(store, settings)
                defer_letter_tasks(store)
                stage = Gauge(host, url, parts["tasks"]).stage(number, waiting_query(MailIn))
        store.close()
    return stage


def defer_letter_tasks(store: Store) -> None:
    """A task for each letter, as the library writes it, in one transaction of ours. Those to one recipient share a
    lock, since they are to be read in order."""
    defer = sa.text(
        "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW('default', 'read', 0, CAST(:lock AS text), NULL,"
        " CAST(:args AS jsonb), NULL)::procrastinate_job_to_defer_v1])"
    )
    with store.write_session() as session:
        for mail_id, recipient in session.exec(select(MailIn.id, MailIn.recipient).order_by(col(MailIn.id))).all():
            session.execute(defer, {"lock": recipient, "args": json.dumps({"mail_id": mail_id})})


def queue(folder: Path) -> Any:
    """The library's application, with its one task."""
    import procrastinate

    settings = configuration.load_config(folder, {})
    store = Store(settings.database)
    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=settings.database))

    @app.task(name="read")  # type: ignore[untyped-decorator]
    def read(mail_id: int) -> None:
        with store.write_session() as session:
            mail = session.get_one(MailIn, mail_id, with_for_update=True)
            if mail.status == "new":
                inbox.pass_to_clerk(session, settings, mail, inbox.try_parse_letter(mail.raw), utc_now())

    return app


class Worker(Server):
    """A process of the library's worker."""

    @property
    def line(self) -> list[str]:
        return [sys.executable, "-m", "bench.queues", str(self.folder)]


def main() -> None:
    app = queue(Path(sys.argv[1]))
    print("pbem tasks reads letters", flush=True)
    app.run_worker(concurrency=1)


if __name__ == "__main__":
    main()
