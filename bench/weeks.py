"""Two simulated weeks of many games of every kind, phases of 48 hours: orders and press by letter, each read, answered,
resolved and told by the jobs of a server, in this process. What it does to memory from day to day, what each piece
costs, and whether anything was lost or told twice.

Time is handed on an hour at a time. Letters go without pictures, which are made by a process of their own. With
PBEM_BENCH_FULL=1 in the environment a thousand games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from itertools import count
from logging import WARNING
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import sqlalchemy as sa
import structlog
from sqlmodel import Session, col, func, select

from bench import Row, size
from bench._players import wishes
from bench._sink import Sink
from bench.duties import generous_config
from bench.mail import seat_address
from bench.season.world import no_pictures
from engines import memo
from pbem.games import games
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.health import clock_check
from pbem.health.duty import Duty
from pbem.mail.inbound import intake
from pbem.server.serve import Server, return_free_memory, share_few_heaps
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase, Player, Pulse, Seat

GAMES = size(20, 1000)
DAYS = 14
HOUR = timedelta(hours=1)
PACE = timedelta(hours=48)
BEGINNING = datetime(2026, 3, 2, 12, tzinfo=UTC)
RULES = Rules(grace_hours=0, remind_hours=())
TALK = 0.5
"""How often somebody also writes to another player."""
TWICE = 0.03
"""How often a mail server brings a letter twice."""
RESIDENT = re.compile(r"VmRSS:\s+(\d+) kB")


def run() -> list[Row]:
    share_few_heaps()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(WARNING))
    with no_pictures(), TemporaryDirectory(prefix="pbem-weeks-") as folder:
        world = World(Path(folder))
        for day in range(DAYS):
            for _ in range(24):
                world.hour()
            world.memory.append(resident())
            print(f"  day {day + 1}: {world.memory[-1]:.0f} MB, {world.written} letters written", flush=True)
        rows = [*memory(world), *costs(world), *faults(world)]
        world.close()
        return rows


def resident() -> float:
    """Megabytes of this process."""
    found = RESIDENT.search(Path("/proc/self/status").read_text())
    return int(found[1]) / 1000 if found else 0


@dataclass
class TellingRelay(Sink):
    """A relay that writes down which letters it was given, and which they answer, and keeps nothing in memory."""

    file: Path = field(default_factory=Path)

    def __post_init__(self) -> None:
        super().__init__()

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        head = message_from_bytes(bytes(envelope.content).partition(b"\r\n\r\n")[0])
        with self.file.open("a") as journal:
            journal.write(f"{str(head['Message-ID']).strip()}\t{str(head['In-Reply-To'] or '').strip()}\n")
        return "250 OK Kept"

    def count_column(self, column: int) -> Counter[str]:
        """Return how often each letter came, or was answered."""
        with self.file.open() as journal:
            return Counter(row.rstrip("\n").split("\t")[column] for row in journal)


@dataclass
class JobCost:
    """What one job of the server took in all."""

    cpu: float = 0
    statements: int = 0


class World:
    """The games with their server, at an instant; `written` counts the letters, `spent` what each job took."""

    def __init__(self, folder: Path) -> None:
        self.told = TellingRelay(folder / "told")
        self.told.file.touch()
        self.told.start()
        relay = f"smtp://127.0.0.1:{self.told.port}"
        settings = generous_config(folder / "instance", f"sqlite:///{folder / 'pbem.db'}", relay)
        self.settings = replace(settings, smtp_listen="")  # letters are put into the inbox
        self.now, self.random, self.numbers = BEGINNING, Random(1), count(1)
        self.memory, self.written, self.spent = list[float](), 0, dict[str, JobCost]()
        self.wrote = dict[int, int]()
        """The phase for which each seat wrote last."""
        self.store, self.statements = Store(self.settings.database), 0
        self.store.migrate()
        sa.event.listen(self.store.engine, "before_cursor_execute", self.count)
        self.server = Server(self.store, self.settings, self.reading, {Duty.WORK, Duty.SEND})
        self.server.house.clock_is_right()

    def count(self, *_: object) -> None:
        self.statements += 1

    def reading(self) -> clock_check.ClockReading:
        """Both clocks of the machine; they always agree."""
        return clock_check.ClockReading(
            self.now, clock_check.Uptime("one start", (self.now - BEGINNING).total_seconds())
        )

    def close(self) -> None:
        self.server.parts[Duty.SEND].close_part()
        self.store.close()
        self.told.stop()

    def hour(self) -> None:
        """An hour passes: games begin, people write, and all that is due is done."""
        self.begin()
        for seat_id, phase_id, deadline in self.players():
            hours_left = max(1.0, ((deadline or self.now) - self.now) / HOUR - 1)
            if self.wrote.get(seat_id) != phase_id and self.random.random() < 1 / hours_left:
                self.wrote[seat_id] = phase_id
                self.write(seat_id)
        self.now += HOUR
        with self.store.write_session() as session:
            session.merge(Pulse(id=1, beat_at=self.now, boot="one start", ran=self.reading().uptime.ran))
        for name, job, _ in self.server.list_server_jobs():
            if name != "retention" or self.now.hour == 0:
                self.time_job(name, job)
        memo.clear_caches()  # as a server does every hour
        return_free_memory()  # as it does every minute

    def time_job(self, name: str, job: Any) -> None:
        spent, before, statements = self.spent.setdefault(name, JobCost()), process_time(), self.statements
        job()
        spent.cpu += process_time() - before
        spent.statements += self.statements - statements

    # --- people ---

    def begin(self) -> None:
        """Games begin one after the other over the first two days, so that deadlines are spread."""
        codes = [*ENGINES]
        with self.store.write_session() as session:
            opened = session.exec(select(func.count()).select_from(Game)).one()
            wanted = min(GAMES, int(GAMES * (self.now - BEGINNING + HOUR) / PACE))
            for number in range(opened, wanted):
                engine = codes[number % len(codes)]
                game = games.insert_game(session, engine, slug=f"g{number}", pace="48h", rules=RULES, now=self.now)
                for place, seat in enumerate(games.list_game_seats(session, game)):
                    player = people.get_or_register_player(session, f"p{number}-{place}@players.example", self.now)
                    people.mark_address_proved(session, player, self.now)
                    seats.join_game(session, game, player, [seat.code], self.now)

    def players(self) -> list[tuple[int, int, datetime | None]]:
        """Every seat of a game under way, with the open phase and its deadline."""
        query = (
            sa.select(Seat.id, Phase.id, Phase.deadline)  # type: ignore[call-overload]
            .join(Game, col(Seat.game_id) == Game.id)
            .join(Phase, (col(Phase.game_id) == Game.id) & col(Phase.resolved_at).is_(None))
            .where(col(Game.status) == "running")
        )
        with self.store.engine.connect() as connection:
            return [(seat, phase, deadline) for seat, phase, deadline in connection.execute(query)]

    def write(self, seat_id: int) -> None:
        with self.store.read_session() as session:
            seat = session.get_one(Seat, seat_id)
            address = session.get_one(Player, seat.player_id).address
            lines = wishes(session, seat_id, self.random)
            codes = session.exec(select(Seat.code).where(Seat.game_id == seat.game_id, Seat.id != seat_id)).all()
        if lines:
            self.post(seat, address, "\n".join(lines))
        if self.random.random() < TALK:
            self.post(seat, address, f"press to {self.random.choice(codes)}\nWhat do you mean to do?\nendpress")

    def post(self, seat: Seat, address: str, text: str) -> None:
        """A letter to the seat's own address, by way of the intake; some come twice."""
        message, to = EmailMessage(policy=SMTP), seat_address(self.settings, seat)
        message["From"], message["To"], message["Subject"] = address, to, "a letter"
        message["Message-ID"] = f"<{next(self.numbers)}@players.example>"
        message.set_content(text)
        self.written += 1
        for _ in range(2 if self.random.random() < TWICE else 1):
            self.time_job("intake", lambda: self.taken_in(message.as_bytes(), to, address))

    def taken_in(self, raw: bytes, to: str, address: str) -> None:
        intake.receive_handed_letter(self.store, self.settings, raw, to, address, self.server.house.watch.now)


# --- what came of it ------------------------------------------------------------------------------------------------


def memory(world: World) -> Iterator[Row]:
    """Once every game has had its first phases nothing should grow but what is kept up to a bound."""
    for day in (2, 4, 7, DAYS):
        yield Row(f"memory after {day} days", world.memory[day - 1], "MB", world.memory[3], "flat")


def costs(world: World) -> Iterator[Row]:
    with world.store.read_session() as session:
        phases = session.exec(select(func.count()).where(col(Phase.resolved_at).is_not(None))).one()
        out = session.exec(select(func.count()).where(col(Outbox.sent_at).is_not(None))).one()
    for name, what, pieces in (
        ("intake", "a letter taken in", world.written),
        ("clerk", "a letter read", world.written),
        ("clock", "a phase closed", phases),
        ("delivery", "a letter painted and sent", out),
    ):
        spent = world.spent[name]
        yield Row(f"{what}, of {pieces}", spent.cpu / pieces * 1000, "ms", None, "")
        yield Row("  statements", spent.statements / pieces, "", None, "")
    yield Row("all else of a simulated day", others(world) / DAYS, "s", None, "")


def others(world: World) -> float:
    return sum(spent.cpu for name, spent in world.spent.items() if name not in ("intake", "clerk", "clock", "delivery"))


def faults(world: World) -> Iterator[Row]:
    """Yield what was lost, doubled or left: letters, receipts, reports, phases."""
    came, answered = world.told.count_column(0), world.told.count_column(1)
    with world.store.read_session() as session:
        kept = session.exec(select(func.count()).where(MailIn.status == "done")).one()
        sent = session.exec(select(func.count()).where(col(Outbox.sent_at).is_not(None))).one()
        receipts = session.exec(select(func.count()).where(Outbox.kind == "receipt")).one()
        late = session.exec(select(func.count()).where(overdue(world.now))).one()
        missing = sum(lacking(session))
    ours = {f"<{number}@players.example>" for number in range(1, world.written + 1)}
    yield Row("letters written and not read once", abs(world.written - kept), "", None, "0")
    yield Row("letters without one receipt", abs(world.written - receipts), "", None, "0")
    yield Row("letters not answered once by mail", sum(answered[one] != 1 for one in ours), "", None, "0")
    yield Row("reports missing or too many", missing, "", None, "0")
    yield Row("letters told twice", sum(came.values()) - len(came), "", None, "0")
    yield Row("letters marked as sent and not told, or the other way", abs(sent - len(came)), "", None, "0")
    yield Row("phases whose deadline passed unseen", late, "", None, "0")


def overdue(now: datetime) -> sa.ColumnElement[bool]:
    return col(Phase.resolved_at).is_(None) & (col(Phase.deadline) < now - 2 * HOUR)


def lacking(session: Session) -> Iterator[int]:
    """For each game, by how many its reports differ from one for each seat and resolved phase."""
    resolved = col(Phase.resolved_at).is_not(None)
    phases = dict(session.exec(select(Phase.game_id, func.count()).where(resolved).group_by(col(Phase.game_id))).all())
    told = select(Outbox.game_id, func.count()).where(Outbox.kind == "report").group_by(col(Outbox.game_id))
    reports = dict(session.exec(told).all())
    for game_id, held in session.exec(select(Seat.game_id, func.count()).group_by(col(Seat.game_id))).all():
        yield abs(held * phases.get(game_id, 0) - reports.get(game_id, 0))
