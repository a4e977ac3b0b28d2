"""Two workers and two senders on one PostgreSQL beside one of each: letters that wait, deadlines due at once, and the
outbox of both. Processes as a host starts them, commits on the disk; everything must be told once, and nothing lost.

`python -m bench.duties --games 600` takes another size and tells more."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from sqlmodel import col, func, select

from bench import Row
from bench._parts import LOOK, Database, Gauge, Stage, database, serving
from bench._servers import furnish_instance
from bench._sink import Sink
from bench.mail import roll_order_text, seat_address
from pbem.games import games
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.settings import config as configuration
from pbem.settings.config import Config
from pbem.settings.limits import SPANS
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase, Player, Seat
from tests import postgres

ENGINE = "diplomacy"
GAMES = 120
RULES = Rules(grace_hours=0, remind_hours=())
TEMPLATE = "storm"


@dataclass(frozen=True)
class Storm:
    """What came of one storm, stage by stage, and what was wrong with what was told."""

    letters: Stage
    phases: Stage
    sent: Stage
    faults: list[str]

    @property
    def seconds(self) -> float:
        return self.letters.seconds + self.phases.seconds + self.sent.seconds


def run() -> list[Row]:
    """Letters, phases and letters out a second by two of each, beside one of each."""
    one, two = storms(GAMES)
    return list(rows(one, two))


def rows(one: Storm, two: Storm) -> Iterator[Row]:
    for name, alone, both in (
        ("letters read", one.letters, two.letters),
        ("phases resolved", one.phases, two.phases),
        ("letters sent", one.sent, two.sent),
    ):
        yield Row(f"two of each: {name}", both.rate, "1/s", alone.rate, ">= 1.7 of one")
        yield Row("  CPU of one, own", both.each.own, "ms", alone.each.own, "~ 1")
        yield Row("  CPU of one, PostgreSQL's", both.each.database, "ms", alone.each.database, "~ 1")
        yield Row("  statements of one", both.each.statements, "", alone.each.statements, "~ 1")
        yield Row("  waiting for a lock", both.waits.share("Lock"), "processes", None, "")
        yield Row("  waiting for the disk", both.waits.share("IO", "LWLock WAL"), "processes", None, "")
    yield Row("two of each: all of the storm", 1 / two.seconds, "1/s", 1 / one.seconds, ">= 1.7 of one")
    yield Row("letters lost, doubled or put aside", len([*one.faults, *two.faults]), "letters", None, "0")


def storms(count: int) -> tuple[Storm, Storm]:
    """The same storm with one of each and with two."""
    with TemporaryDirectory(prefix="pbem-storm-") as folder, database() as host:
        host.administer(f'CREATE DATABASE "{TEMPLATE}"')
        settings = generous_config(Path(folder), postgres.database(host.url, TEMPLATE))
        store = Store(settings.database)
        store.migrate()
        open_running_games(store, count)
        store.close()
        return storm(host, Path(folder), 1), storm(host, Path(folder), 2)


def generous_config(folder: Path, url: str, relay: str = "") -> Config:
    """A host who allows everything."""
    furnish_instance(folder, dict.fromkeys(SPANS, 1_000_000_000), database=url, relay=relay)
    return configuration.load_config(folder, {})


def open_running_games(store: Store, count: int) -> None:
    """Running games, nobody's orders given."""
    now = datetime.now(UTC)
    for number in range(count):
        with store.write_session() as session:
            game = games.insert_game(session, ENGINE, slug=f"g{number}", pace="48h", rules=RULES, now=now)
            for place, seat in enumerate(games.list_game_seats(session, game)):
                player = people.get_or_register_player(session, f"p{number}-{place}@players.example", now)
                people.mark_address_proved(session, player, now)
                seats.join_game(session, game, player, [seat.code], now)
    with store.write_session() as session:  # what was told of all that is not measured
        session.execute(sa.update(Outbox).values(ready_at=None, sent_at=now))


def storm(host: Database, folder: Path, of_each: int) -> Storm:
    sink = Sink()
    sink.start()
    with host.copy(TEMPLATE, f"storm{of_each}") as url:
        settings = generous_config(folder, url, f"smtp://127.0.0.1:{sink.port}")
        store = Store(url)
        with run_storm_stages(host, store, folder, of_each) as stages:
            letters, phases, sent = stages
        faults = [*find_lost_letters(store, sink), *find_unfinished_work(store)]
        store.close()
    sink.stop()
    assert settings.relay
    return Storm(letters, phases, sent, faults)


@contextmanager
def run_storm_stages(host: Database, store: Store, folder: Path, of_each: int) -> Iterator[tuple[Stage, Stage, Stage]]:
    url = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with ExitStack() as running:
        workers = running.enter_context(serving(folder, {"work": of_each}))["work"]
        gauge = Gauge(host, url, workers)
        letters = gauge.stage(write_order_letters(store, configuration.load_config(folder, {})), waiting_query(MailIn))
        phases = gauge.stage(
            due(store), f"{LOOK} count(*) FROM phase WHERE due_at <= now() OR due_at < now() + '3m'", "x"
        )
        running.close()
        count = count_waiting_letters(store)
        senders = running.enter_context(serving(folder, {"send": of_each}))["send"]
        yield letters, phases, Gauge(host, url, senders).stage(count, waiting_query(Outbox), "x")


def waiting_query(table: type[MailIn] | type[Outbox]) -> str:
    return f"{LOOK} count(*) FROM {table.__tablename__} WHERE ready_at IS NOT NULL"


def write_order_letters(store: Store, settings: Config, time: int = 1) -> int:
    """A letter with orders from every seat, all kept at one instant, in the order in which mails come: none. `time`:
    which of several such it is."""
    chance = Random(time)
    with store.read_session() as session:
        found = session.exec(select(Seat, Player.address).join(Player, col(Seat.player_id) == Player.id)).all()
        said = [(seat, address, roll_order_text(session, seat, chance)) for seat, address in found]
    chance.shuffle(said)
    now = datetime.now(UTC)
    with store.write_session() as session:
        session.add_all(keep_letter(settings, seat, address, text, time, now) for seat, address, text in said)
    return len(said)


def keep_letter(settings: Config, seat: Seat, sender: str, text: str, time: int, now: datetime) -> MailIn:
    to = seat_address(settings, seat)
    head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{time}.{seat.id}@players.example>\r\nSubject: orders\r\n"
    raw = f"{head}\r\n{text}\r\n".encode()
    row = MailIn(digest=f"{time}.{seat.id}", sender=sender, recipient=to, raw=raw, received_at=now, ready_at=now)
    row.game_id = seat.game_id
    return row


def due(store: Store) -> int:
    """Every deadline has passed."""
    now = datetime.now(UTC)
    with store.write_session() as session:
        open_phases = sa.update(Phase).where(col(Phase.resolved_at).is_(None)).values(deadline=now, due_at=now)
        return int(session.execute(open_phases).rowcount)  # type: ignore[attr-defined]


def count_waiting_letters(store: Store) -> int:
    with store.read_session() as session:
        return session.exec(select(func.count()).where(col(Outbox.ready_at).is_not(None))).one()


def find_lost_letters(store: Store, sink: Sink) -> Iterator[str]:
    """Yield what was not told once: each row of the outbox has its Message-ID."""
    told = Counter(taken.message_id for taken in sink.taken)
    yield from (f"{name} came {times} times" for name, times in told.items() if times != 1)
    with store.read_session() as session:
        sent = session.exec(select(func.count()).where(col(Outbox.attempts) > 0)).one()
    if sent != len(told):
        yield f"{sent} letters were marked as sent, {len(told)} came"


def find_unfinished_work(store: Store) -> Iterator[str]:
    """Yield what was not done, or not once."""
    with store.read_session() as session:
        for status, count in session.exec(select(MailIn.status, func.count()).group_by(MailIn.status)).all():
            if status != "done":
                yield f"{count} letters are {status}"
        for kind, count in session.exec(
            select(Outbox.kind, func.count()).where(col(Outbox.error) != "").group_by(Outbox.kind)
        ).all():
            yield f"{count} letters ({kind}) failed"
        letters = session.exec(select(func.count()).select_from(MailIn)).one()
        receipts = session.exec(select(func.count()).where(Outbox.kind == "receipt")).one()
        if letters != receipts:
            yield f"{letters} letters, {receipts} receipts"
        resolved = session.exec(select(func.count()).where(col(Phase.resolved_at).is_not(None))).one()
        if resolved != session.exec(select(func.count()).select_from(Game)).one():
            yield f"{resolved} phases were resolved"


def main() -> None:
    from bench.__main__ import show

    parser = argparse.ArgumentParser(prog="python -m bench.duties", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    one, two = storms(parser.parse_args().games)
    for row in rows(one, two):
        print(show(row))
    for name, each in (("one", one), ("two", two)):
        for stage in ("letters", "phases", "sent"):
            found: Stage = getattr(each, stage)
            waits = {k: round(n / (found.waits.looks or 1), 2) for k, n in found.waits.seen.most_common(8)}
            print(
                f"{name} {stage}: {found.count} in {found.seconds:.1f} s, own {found.spent.own:.1f}, "
                f"PostgreSQL {found.spent.database:.1f} s of CPU; {waits}"
            )
        print("\n".join(each.faults[:10]))


if __name__ == "__main__":
    main()
