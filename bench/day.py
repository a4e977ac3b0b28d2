"""A piece of the busiest hour of a day of 10,000 games, in real time, by a server in parts on PostgreSQL.

    python -m bench day [--games 10000] [--rate 90] [--seconds 60] [--work 2] [--send 2] [--json FILE]

Phases of 48 hours, 150 letters a game and phase, and in the evening ten times as many as on an average: 87 letters and
0.6 deadlines a second. Letters come by SMTP from the host's own mail server; half of them bring orders, half press to
one other player. All that is told goes to a relay that notes when. Told are how long receipts and reports took, and
what each part cost; from that the whole day is worked out. The people and the relay are processes beside, and their
cost is told as well.
"""

from __future__ import annotations

import argparse
import json
import smtplib
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from math import ceil, inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, process_time, sleep, time

import sqlalchemy as sa
from sqlmodel import Session, col, select

from bench import Row
from bench._copies import copy_all_rows
from bench._parts import Database, database, serving
from bench._servers import MAIL_HOST, Server, furnish_instance, until
from bench._sink import Sink
from bench.duties import open_running_games
from bench.mail import roll_order_text
from pbem.settings import config as configuration
from pbem.settings import mail_addresses
from pbem.settings.limits import SPANS
from pbem.storage.database import Store
from pbem.storage.models import MailIn, Outbox, Phase, Player, Seat
from tests import postgres

LETTERS, PHASE_HOURS, PEAK = 150, 48, 10
"""Letters a game and phase; hours of a phase; how many times the mean the busiest hour brings."""
DAY, CORES = 86_400, 2
ORIGINALS = 50
"""Games that are opened as people open them; the others are copies."""
VARIANTS = 6
"""Texts of orders for each seat, of which every letter brings one."""
CONNECTIONS = 8
DRAIN_SECONDS = 600
"""In which all that waits when the piece is over must be done."""
SOURCE = "127.0.0.1"


class Crowd:
    """Everybody who writes, and when the door took each letter."""

    def __init__(self, store: Store, secret: str, copies: int, distance: int, seed: int = 1) -> None:
        self.random, self.secret, self.copies, self.distance = Random(seed), secret, copies, distance
        with store.read_session() as session:
            query = select(Seat, Player.address).join(Player, col(Seat.player_id) == Player.id)
            self.seats = session.exec(query.where(Seat.id <= distance)).all()
            self.orders = {seat.id: [self.roll_wish(session, seat) for _ in range(VARIANTS)] for seat, _ in self.seats}
        self.others: dict[int, list[str]] = {}
        for seat, _ in self.seats:
            self.others.setdefault(seat.game_id, []).append(seat.code)
        self.accepted = dict[str, float]()
        self.refused = list[str]()

    def roll_wish(self, session: Session, seat: Seat) -> str:
        return roll_order_text(session, seat, self.random)

    def letter(self, number: int) -> tuple[str, str, bytes]:
        """A letter of somebody: its sender, its recipient, its bytes."""
        copy, (seat, address) = self.random.randrange(self.copies + 1), self.random.choice(self.seats)
        sender = f"{copy}.{address}" if copy else address
        to = mail_addresses.make_seat_address(
            self.secret, MAIL_HOST, seat.id + copy * self.distance, seat.generation, seat.nonce
        )
        if number % 2:
            other = self.random.choice([code for code in self.others[seat.game_id] if code != seat.code])
            text = f"press to {other}\r\nLetter {number}: what do you mean to do about it?\r\nendpress"
        else:
            text = self.random.choice(self.orders[seat.id])
        head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{number}@players.example>\r\nSubject: letter {number}\r\n"
        return sender, to, f"{head}\r\n{text}\r\n".encode()

    def write(self, port: int, rate: float, seconds: float) -> float:
        """So many letters a second for so long; how many seconds it took."""
        letters = [self.letter(number) for number in range(round(rate * seconds))]
        numbers, lock, begun = iter(range(len(letters))), threading.Lock(), monotonic()

        def some() -> None:
            with smtplib.SMTP("127.0.0.1", port, "mx.example", source_address=(SOURCE, 0)) as connection:
                while True:
                    with lock:
                        number = next(numbers, None)
                    if number is None:
                        return
                    sleep(max(0.0, begun + number / rate - monotonic()))
                    try:
                        connection.sendmail(letters[number][0], [letters[number][1]], letters[number][2])
                        self.accepted[f"<{number}@players.example>"] = time()
                    except smtplib.SMTPResponseException as error:
                        self.refused.append(f"{error.smtp_code} {error.smtp_error!r}")

        with ThreadPoolExecutor(CONNECTIONS) as pool:
            for one in [pool.submit(some) for _ in range(CONNECTIONS)]:
                one.result()
        return monotonic() - begun


def main() -> None:
    from bench.__main__ import show

    parser = argparse.ArgumentParser(prog="python -m bench day", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=90.0, help="letters a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--work", type=int, default=2)
    parser.add_argument("--send", type=int, default=2)
    parser.add_argument("--json", type=Path, help="also write the rows there")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="pbem-day-") as folder, database() as host:
        found = []
        for row in play_day(host, Path(folder), asked):
            print(show(row), flush=True)
            found.append(row)
    if asked.json:
        asked.json.write_text(json.dumps([asdict(row) for row in found], indent=1))


def play_day(host: Database, folder: Path, asked: argparse.Namespace) -> Iterator[Row]:
    sink = Sink()
    sink.start()
    host.administer('CREATE DATABASE "day"')
    url = postgres.database(host.url, "day")
    limits = dict.fromkeys(SPANS, 1_000_000_000)
    furnish_instance(folder, limits, database=url, relay=f"smtp://127.0.0.1:{sink.port}", mail_servers=SOURCE)
    settings = configuration.load_config(folder, {})
    store = Store(url)
    store.migrate()
    open_running_games(store, ORIGINALS)
    copies = ceil(asked.games / ORIGINALS) - 1
    distance = copy_all_rows(store, copies)
    crowd = Crowd(store, settings.secret_key, copies, distance)
    with ExitStack() as running:
        counts = {"receive": 1, "work": asked.work, "send": asked.send, "web": 1}
        parts = running.enter_context(serving(folder, counts))
        due = deadlines(store, round(asked.rate * asked.seconds / LETTERS), asked.seconds)
        before, helpers = processor_seconds(host, parts), process_time()
        begun = time()
        lasted = crowd.write(parts["receive"][0].smtp, asked.rate, asked.seconds)
        backlog = count_waiting_letters(store)
        until(lambda: not any(count_waiting_letters(store)), DRAIN_SECONDS, 0.5)
        drained = time() - begun - lasted
        after, memory = (
            processor_seconds(host, parts),
            {part: sum(s.memory() for s in some) for part, some in parts.items()},
        )
        helpers = process_time() - helpers
        yield from times(store, crowd, sink, due, lasted, backlog, drained)
        yield from costs(len(crowd.accepted), {part: after[part] - before[part] for part in after}, memory, helpers)
    yield from lost_letter_rows(store, sink)
    store.close()
    sink.stop()


def deadlines(store: Store, count: int, seconds: float) -> dict[int, datetime]:
    """Return when each of so many phases is due, spread over the time; all others are due much later."""
    random, now = Random(2), datetime.now(UTC)
    with store.write_session() as session:
        session.execute(sa.text("ANALYZE"))
        ids = session.exec(select(Phase.id).where(col(Phase.resolved_at).is_(None)).order_by(col(Phase.id))).all()
        later = {"deadline": now + timedelta(days=2), "due_at": now + timedelta(days=2)}
        session.execute(sa.update(Phase).values(later))
        due = {phase: now + timedelta(seconds=random.uniform(0, seconds)) for phase in random.sample(list(ids), count)}
        for phase, at in due.items():
            session.execute(sa.update(Phase).where(col(Phase.id) == phase).values(deadline=at, due_at=at))
    return due


def count_waiting_letters(store: Store) -> tuple[int, int]:
    """Letters in and letters out that wait."""
    with store.read_session() as session:
        found = [
            session.exec(select(sa.func.count()).where(col(column).is_not(None))).one()
            for column in (MailIn.ready_at, Outbox.ready_at)
        ]
    return found[0], found[1]


def processor_seconds(host: Database, parts: dict[str, list[Server]]) -> dict[str, float]:
    """Seconds of processor time of each part."""
    return {**{part: sum(one.cpu() for one in some) for part, some in parts.items()}, "PostgreSQL": host.cpu()}


def times(
    store: Store,
    crowd: Crowd,
    sink: Sink,
    due: dict[int, datetime],
    lasted: float,
    backlog: tuple[int, int],
    drained: float,
) -> Iterator[Row]:
    """Yield how long people waited. What was never answered took for ever."""
    waits = sorted(max(0.0, sink.answered.get(one, inf) - at) for one, at in crowd.accepted.items())
    late = reports(store, due)
    yield Row("letters accepted", len(waits) / lasted, "1/s", None, "~ 90")
    yield Row("letters refused", len(crowd.refused), "letters", None, "0")
    yield Row("receipt after acceptance, median", share(waits, 0.5), "s", None, "")
    yield Row("receipt after acceptance, 99th percentile", share(waits, 0.99), "s", None, "< 2")
    yield Row("phases due", len(due), "", None, "")
    yield Row("report after its deadline, median", share(late, 0.5), "s", None, "")
    yield Row("the last report after its deadline", late[-1] if late else 0.0, "s", None, "< 300")
    yield Row("letters in and out that waited at the end", sum(backlog), "letters", None, "")
    yield Row("until they were done", drained, "s", None, "")


def share(found: Sequence[float], part: float) -> float:
    return found[min(len(found) - 1, int(len(found) * part))] if found else 0.0


def reports(store: Store, due: dict[int, datetime]) -> list[float]:
    """Seconds from each deadline until the relay had each report of its phase."""
    query = select(Phase.id, Outbox.sent_at).join(Outbox, col(Outbox.game_id) == Phase.game_id)
    with store.read_session() as session:
        found = session.exec(query.where(col(Phase.id).in_(due), Outbox.kind == "report")).all()
    return sorted((sent - due[phase]).total_seconds() if sent else inf for phase, sent in found)


def costs(letters: int, used: dict[str, float], memory: dict[str, float], helpers: float) -> Iterator[Row]:
    """Yield what a letter costs in each part, phases and reports that belong to it included; and so a day."""
    day = 10_000 * LETTERS * 24 / PHASE_HOURS
    for part, seconds in used.items():
        yield Row(f"CPU of a letter, {part}", seconds / letters * 1000, "ms", None, "")
    total = sum(used.values()) / letters
    yield Row("CPU of a letter, all parts", total * 1000, "ms", None, f"< {CORES / 90 * 1000:.0f}")
    yield Row("cores for 90 letters a second", total * 90, "cores", None, f"< {CORES}")
    yield Row("the day's share of two cores", total * day / (CORES * DAY) * 100, "%", None, "")
    for part, size in memory.items():
        yield Row(f"memory, {part}", size, "MB", None, "")
    yield Row("CPU of the people and the relay, a letter", helpers / letters * 1000, "ms", None, "")


def lost_letter_rows(store: Store, sink: Sink) -> Iterator[Row]:
    """Yield what was told twice or never."""
    told = [taken.message_id for taken in sink.taken]
    with store.read_session() as session:
        sent = session.exec(select(sa.func.count()).where(col(Outbox.attempts) > 0)).one()
        failed = session.exec(select(sa.func.count()).where(col(Outbox.error) != "")).one()
        unread = session.exec(select(sa.func.count()).where(MailIn.status != "done")).one()
    yield Row("letters told twice", len(told) - len(set(told)), "letters", None, "0")
    yield Row(
        "letters marked and not told, failed or unread", abs(sent - len(set(told))) + failed + unread, "", None, "0"
    )


if __name__ == "__main__":
    main()
