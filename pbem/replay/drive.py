"""Drives a replay: join by mail, order by mail, let the deadline pass, compare the position, all at a simulated time.

Everything is kept in one folder: the server's instance, the players' mail, the reports. A replay that was killed is
gone on with by starting it again: letters carry the same Message-ID each time, so what was sent twice counts once.
"""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr
from pathlib import Path
from random import Random

from sqlmodel import Session, col, func, select

from engines.abilities import Adviser, Moment, Recorded
from engines.dice import commitment
from engines.language.ask import Ask
from pbem import clock
from pbem import config as configuration
from pbem.config import Config
from pbem.db import Store
from pbem.mail import delivery, inbox
from pbem.mail.door import Listener
from pbem.models import Game, MailIn, Outbox, Phase
from pbem.play import Refused, games, phases, verify
from pbem.play.rules import Rules
from pbem.replay.hands import HANDS, Hand, letters, mail
from pbem.replay.sink import Sink, relay

SLUG = "replay"
BEGINNING = datetime(2026, 1, 5, 8, tzinfo=UTC)
RULES = Rules(grace_hours=0, remind_hours=(), open_after=0)
STEP = timedelta(minutes=3)
"""Longer than a lease: what a killed process had claimed is free again one step later."""
ROUNDS = 60
HOST = "players.example"
KINDS = ("pdf", "html", "txt")


class ReplayError(Exception):
    """The replay cannot go on, or did not come out as recorded; the text says where."""


@dataclass(frozen=True)
class Outcome:
    """What a replay showed: the phases, each as recorded; how many reports there are; the proof of the last phase."""

    phases: list[str]
    reports: int
    proof: str


def replay(engine_code: str, text: str, folder: Path, say: Callable[[str], None]) -> Outcome:
    """Plays a recorded game from wherever the folder says it stands to its end. Raises ReplayError."""
    engine = games.named_engine(engine_code)
    if not isinstance(engine, Recorded):
        raise ReplayError(f"{engine.title} reads no recorded games")
    moments = engine.record(text)
    with table(engine_code, folder) as office:
        office.join()
        known = {moment.phase: moment for moment in moments}
        while (phase := office.phase()) is not None:
            compare(office, phase, known)
            say(f"{phase.name}: as recorded")
            if phase.resolved_at or phase.deadline is None or phase.name == moments[-1].phase:
                break
            office.order(phase, known[phase.name].orders)
            office.pass_deadline(phase)
        office.settle(office.now + STEP)
        timeline = office.timeline()
        for phase in timeline:
            compare(office, phase, known)
        return Outcome([p.name for p in timeline], office.reports(timeline), timeline[-1].hash)


def compare(office: Office, phase: Phase, known: Mapping[str, Moment]) -> None:
    """Raises ReplayError where the position is not the recorded one. What follows the record is not compared."""
    with office.store.read() as session:
        state = games.state(session.get_one(Phase, phase.id))
    if phase.name not in known and state.ranks is None:
        raise ReplayError(f"{phase.name}: the record has no such phase")
    found = known[phase.name].differences(state) if phase.name in known else ()
    if found:
        raise ReplayError(f"{phase.name}: {'; '.join(found)}")


@contextmanager
def table(engine_code: str, folder: Path, options: str = "") -> Iterator[Office]:
    """The server's parts, opened on a folder, with a relay of their own."""
    config = configuration.load(folder / "instance", {"PBEM_SMTP_LISTEN": "127.0.0.1:0"})
    store = Store(config.database)
    store.migrate()
    sink = Sink(folder)
    controller = relay(sink)
    office = Office(store, replace(config, relay=f"smtp://127.0.0.1:{controller.port}"), sink)
    try:
        office.open(engine_code, options)
        yield office
    finally:
        office.listener.stop()
        controller.stop()
        store.close()


class Office:
    """The server in parts, at a time of our choosing, and the players who write to it."""

    def __init__(self, store: Store, config: Config, sink: Sink) -> None:
        self.store, self.config, self.sink = store, config, sink
        self.now = BEGINNING
        self.listener = Listener(store, config, self.clock)
        self.addresses: dict[str, str] = {}

    def open(self, engine_code: str, options: str = "") -> None:
        """Starts the SMTP listener; opens the game unless it is there."""
        self.listener.start()
        with self.store.write() as session:
            try:
                games.find(session, SLUG)
            except Refused:
                game = games.create(session, engine_code, options, slug=SLUG, pace="24h", rules=RULES, now=BEGINNING)
                game.secret = game.shared = SLUG  # two replays have the same proof
                game.commitment = commitment(SLUG)
                session.add(game)

    def clock(self) -> datetime:
        return self.now

    def game(self, session: Session) -> Game:
        return games.find(session, SLUG)

    def phase(self) -> Phase | None:
        """The open phase, or the last one of a finished game."""
        with self.store.read() as session:
            return games.current(session, self.game(session))

    def seats(self) -> list[str]:
        with self.store.read() as session:
            return [seat.code for seat in games.seats(session, self.game(session))]

    def hand(self, seat: str) -> Hand:
        return HANDS[self.seats().index(seat) % len(HANDS)]

    # --- letters ---

    def join(self) -> None:
        """Every player writes to the public address, and confirms with the word the server asks for. What was left
        to do when an earlier run ended is done first."""
        begun = self.phase()
        if begun is not None:
            return self.settle(begun.opened_at + STEP)
        for seat in self.seats():
            self.post(HANDS[0], seat, f"pbem@{self.config.mail_host}", f"join {SLUG} as {seat}", "join", BEGINNING)
        self.settle(BEGINNING)
        for seat in self.seats():
            asked = next(self.sink.letters(seat.lower()))
            self.post(HANDS[0], seat, parseaddr(str(asked["Reply-To"]))[1], "yes", "yes", BEGINNING)
        self.settle(self.now)
        if self.phase() is None:
            raise ReplayError("the players could not join: see their mails")
        return None

    def order(self, phase: Phase, orders: Mapping[str, Sequence[str]]) -> None:
        """Every player sends his orders an hour after the phase opened."""
        at = self.opened(phase, 0)
        for seat, lines in orders.items():
            hand = self.hand(seat)
            for number, body in enumerate(letters(hand, self.ask(phase, seat), lines)):
                self.post(hand, seat, self.address(seat), body, f"{phase.number}-{number}", at)
        self.settle(at)

    def ask(self, phase: Phase, seat: str) -> Ask:
        with self.store.read() as session:
            row = session.get_one(Phase, phase.id)
            ask = games.engine(self.game(session)).ask(games.view(row, seat), seat)
        if ask is None:
            raise ReplayError(f"{phase.name}: {seat} has orders in the record but owes none")
        return ask

    def owing(self, phase: Phase) -> list[str]:
        """The seats from which something is due."""
        with self.store.read() as session:
            return [seat.code for turn, seat in phases.turns(session, phase) if turn.due and seat.player_id]

    def advice(self, phase: Phase, seat: str) -> Sequence[str]:
        """What the engine would order in a seat's place."""
        with self.store.read() as session:
            view = games.view(session.get_one(Phase, phase.id), seat)
            engine = games.engine(self.game(session))
        return engine.advise(view, seat, Random(f"{phase.name} {seat}")) if isinstance(engine, Adviser) else ()

    def opened(self, phase: Phase, number: int) -> datetime:
        """When a player writes his nth letter of a phase. The instants are in his receipts, and so in the proof: it is
        the same although a process that died made the game begin some minutes later."""
        return phase.opened_at.replace(minute=0) + timedelta(hours=1, minutes=10 * number)

    def address(self, seat: str) -> str:
        """The seat's secret address, as its player reads it in his mail."""
        if seat not in self.addresses:
            found = (parseaddr(str(letter["Reply-To"]))[1] for letter in self.sink.letters(seat.lower()))
            self.addresses[seat] = next(a for a in found if a.startswith("orders+"))
        return self.addresses[seat]

    def post(self, hand: Hand, seat: str, recipient: str, body: str, key: str, at: datetime) -> None:
        """Hands a letter in at the SMTP port."""
        self.now, sender = at, f"{seat.lower()}@{HOST}"
        raw = mail(hand, sender, recipient, f"Orders of {seat.title()}", body, f"{key}-{seat.lower()}", at)
        with smtplib.SMTP("127.0.0.1", self.listener.port, HOST) as connection:
            connection.sendmail(sender, [recipient], raw)

    # --- time ---

    def settle(self, at: datetime) -> None:
        """Lets the clerk and the delivery work until nothing is left to do."""
        for _ in range(ROUNDS):
            self.now = at
            inbox.work(self.store, self.config, self.clock)
            delivery.work(self.store, self.config, self.clock, Random(1))
            if not self.pending():
                return
            at += STEP
        raise ReplayError("letters are left over that nobody reads or sends")

    def pending(self) -> bool:
        with self.store.read() as session:
            incoming = session.exec(select(func.count()).where(col(MailIn.ready_at).is_not(None))).one()
            return bool(incoming + session.exec(select(func.count()).where(col(Outbox.ready_at).is_not(None))).one())

    def pass_deadline(self, phase: Phase) -> None:
        """Lets the clock run from a phase's deadline on until it is closed."""
        assert phase.deadline is not None
        for turn in range(ROUNDS):
            self.now = phase.deadline + turn * STEP
            clock.tick(self.store, self.clock)
            current = self.phase()
            if current is None or current.id != phase.id:
                return self.settle(self.now)
        raise ReplayError(f"{phase.name}: the deadline passed and nothing happened")

    # --- the end ---

    def timeline(self) -> list[Phase]:
        with self.store.read() as session:
            return games.timeline(session, self.game(session))

    def reports(self, timeline: Sequence[Phase]) -> int:
        """How many reports lie in the folder. Raises ReplayError if one is missing, or the game cannot be proved."""
        with self.store.read() as session:
            faults = verify.verify(session, self.game(session))
        paths = [
            self.sink.folder / "reports" / f"{SLUG}-{p.number:03}-{p.name}" / f"{seat.lower()}.{kind}"
            for p in timeline
            for seat in self.seats()
            for kind in KINDS
        ]
        faults += [f"missing: {path}" for path in paths if not path.exists()]
        if faults:
            raise ReplayError("; ".join(faults[:5]))
        return len(paths) // len(KINDS)
