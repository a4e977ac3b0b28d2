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

from engines.abilities import Adviser, RecordedPhase, RecordReader
from engines.dice import commit_to_secret
from engines.language.grammar import OrderGrammar
from pbem.games import Refusal, games
from pbem.games.phases import phase_turns
from pbem.games.proof import verify
from pbem.games.rules import Rules
from pbem.mail.inbound import inbox
from pbem.mail.inbound.smtp_door import Listener
from pbem.mail.outbound import delivery
from pbem.replay.hands import HANDS, Handwriting, build_replay_mail, write_letter_bodies
from pbem.replay.sink import Sink, start_relay
from pbem.server import clock
from pbem.settings import config as configuration
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase

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
class ReplayOutcome:
    """What a replay showed: the phases, each as recorded; how many reports there are; the proof of the last phase."""

    phases: list[str]
    reports: int
    proof: str


def replay_record(engine_code: str, text: str, folder: Path, say: Callable[[str], None]) -> ReplayOutcome:
    """Plays a recorded game from wherever the folder says it stands to its end. Raises ReplayError."""
    engine = games.get_engine_by_code(engine_code)
    if not isinstance(engine, RecordReader):
        raise ReplayError(f"{engine.title} reads no recorded games")
    moments = engine.read_recorded_game(text)
    with open_office(engine_code, folder) as office:
        office.join_players()
        known = {moment.phase: moment for moment in moments}
        while (phase := office.current_phase()) is not None:
            compare_position(office, phase, known)
            say(f"{phase.name}: as recorded")
            if phase.resolved_at or phase.deadline is None or phase.name == moments[-1].phase:
                break
            office.send_orders(phase, known[phase.name].orders)
            office.pass_deadline(phase)
        office.settle_letters(office.now + STEP)
        timeline = office.list_timeline()
        for phase in timeline:
            compare_position(office, phase, known)
        return ReplayOutcome([p.name for p in timeline], office.count_reports(timeline), timeline[-1].hash)


def compare_position(office: Office, phase: Phase, known: Mapping[str, RecordedPhase]) -> None:
    """Raises ReplayError where the position is not the recorded one. What follows the record is not compared."""
    with office.store.read_session() as session:
        state = games.phase_state(session.get_one(Phase, phase.id))
    if phase.name not in known and state.ranks is None:
        raise ReplayError(f"{phase.name}: the record has no such phase")
    found = known[phase.name].list_differences(state) if phase.name in known else ()
    if found:
        raise ReplayError(f"{phase.name}: {'; '.join(found)}")


@contextmanager
def open_office(engine_code: str, folder: Path, options: str = "") -> Iterator[Office]:
    """The server's parts, opened on a folder, with a relay of their own."""
    config = configuration.load_config(folder / "instance", {"PBEM_SMTP_LISTEN": "127.0.0.1:0"})
    store = Store(config.database)
    store.migrate()
    sink = Sink(folder)
    controller = start_relay(sink)
    office = Office(store, replace(config, relay=f"smtp://127.0.0.1:{controller.port}"), sink)
    try:
        office.open_game(engine_code, options)
        yield office
    finally:
        office.listener.stop_listening()
        controller.stop()
        store.close()


class Office:
    """The server in parts, at a time of our choosing, and the players who write to it."""

    def __init__(self, store: Store, config: Config, sink: Sink) -> None:
        self.store, self.config, self.sink = store, config, sink
        self.now = BEGINNING
        self.listener = Listener(store, config, self.office_time)
        self.addresses: dict[str, str] = {}

    def open_game(self, engine_code: str, options: str = "") -> None:
        """Starts the SMTP listener; opens the game unless it is there."""
        self.listener.start_listening()
        with self.store.write_session() as session:
            try:
                games.get_game(session, SLUG)
            except Refusal:
                game = games.insert_game(
                    session, engine_code, options, slug=SLUG, pace="24h", rules=RULES, now=BEGINNING
                )
                game.secret = game.shared = SLUG  # two replays have the same proof
                game.commitment = commit_to_secret(SLUG)
                session.add(game)

    def office_time(self) -> datetime:
        return self.now

    def get_office_game(self, session: Session) -> Game:
        return games.get_game(session, SLUG)

    def current_phase(self) -> Phase | None:
        """The open phase, or the last one of a finished game."""
        with self.store.read_session() as session:
            return games.find_current_phase(session, self.get_office_game(session))

    def list_seat_codes(self) -> list[str]:
        with self.store.read_session() as session:
            return [seat.code for seat in games.list_game_seats(session, self.get_office_game(session))]

    def hand_of_seat(self, seat: str) -> Handwriting:
        return HANDS[self.list_seat_codes().index(seat) % len(HANDS)]

    # --- letters ---

    def join_players(self) -> None:
        """Every player writes to the public address, and confirms with the word the server asks for. What was left
        to do when an earlier run ended is done first."""
        begun = self.current_phase()
        if begun is not None:
            return self.settle_letters(begun.opened_at + STEP)
        for seat in self.list_seat_codes():
            self.post_letter(
                HANDS[0], seat, f"pbem@{self.config.mail_host}", f"join {SLUG} as {seat}", "join", BEGINNING
            )
        self.settle_letters(BEGINNING)
        for seat in self.list_seat_codes():
            asked = next(self.sink.iter_letters(seat.lower()))
            self.post_letter(HANDS[0], seat, parseaddr(str(asked["Reply-To"]))[1], "yes", "yes", BEGINNING)
        self.settle_letters(self.now)
        if self.current_phase() is None:
            raise ReplayError("the players could not join: see their mails")
        return None

    def send_orders(self, phase: Phase, orders: Mapping[str, Sequence[str]]) -> None:
        """Every player sends their orders an hour after the phase opened."""
        at = self.letter_time(phase, 0)
        for seat, lines in orders.items():
            hand = self.hand_of_seat(seat)
            for number, body in enumerate(write_letter_bodies(hand, self.get_seat_grammar(phase, seat), lines)):
                self.post_letter(hand, seat, self.find_seat_address(seat), body, f"{phase.number}-{number}", at)
        self.settle_letters(at)

    def get_seat_grammar(self, phase: Phase, seat: str) -> OrderGrammar:
        with self.store.read_session() as session:
            row = session.get_one(Phase, phase.id)
            grammar = games.get_engine(self.get_office_game(session)).grammar(games.phase_view(row, seat), seat)
        if grammar is None:
            raise ReplayError(f"{phase.name}: {seat} has orders in the record but owes none")
        return grammar

    def list_owing_seats(self, phase: Phase) -> list[str]:
        """The seats from which something is due."""
        with self.store.read_session() as session:
            return [seat.code for turn, seat in phase_turns.list_turns(session, phase) if turn.due and seat.player_id]

    def advise_seat(self, phase: Phase, seat: str) -> Sequence[str]:
        """Return what the engine would order in a seat's place."""
        with self.store.read_session() as session:
            view = games.phase_view(session.get_one(Phase, phase.id), seat)
            engine = games.get_engine(self.get_office_game(session))
        return engine.advise(view, seat, Random(f"{phase.name} {seat}")) if isinstance(engine, Adviser) else ()

    def letter_time(self, phase: Phase, number: int) -> datetime:
        """Return when a player writes their nth letter of a phase. The instants are in their receipts, and so in the
        proof: it is the same although a process that died made the game begin some minutes later."""
        return phase.opened_at.replace(minute=0) + timedelta(hours=1, minutes=10 * number)

    def find_seat_address(self, seat: str) -> str:
        """The seat's secret address, as its player reads it in their mail."""
        if seat not in self.addresses:
            found = (parseaddr(str(letter["Reply-To"]))[1] for letter in self.sink.iter_letters(seat.lower()))
            self.addresses[seat] = next(a for a in found if a.startswith("orders+"))
        return self.addresses[seat]

    def post_letter(self, hand: Handwriting, seat: str, recipient: str, body: str, key: str, at: datetime) -> None:
        """Hands a letter in at the SMTP port."""
        self.now, sender = at, f"{seat.lower()}@{HOST}"
        raw = build_replay_mail(hand, sender, recipient, f"Orders of {seat.title()}", body, f"{key}-{seat.lower()}", at)
        with smtplib.SMTP("127.0.0.1", self.listener.port, HOST) as connection:
            connection.sendmail(sender, [recipient], raw)

    # --- time ---

    def settle_letters(self, at: datetime) -> None:
        """Lets the clerk and the delivery work until nothing is left to do."""
        for _ in range(ROUNDS):
            self.now = at
            inbox.read_waiting_letters(self.store, self.config, self.office_time)
            delivery.deliver_due_letters(self.store, self.config, self.office_time, Random(1))
            if not self.has_pending_letters():
                return
            at += STEP
        raise ReplayError("letters are left over that nobody reads or sends")

    def has_pending_letters(self) -> bool:
        with self.store.read_session() as session:
            incoming = session.exec(select(func.count()).where(col(MailIn.ready_at).is_not(None))).one()
            return bool(incoming + session.exec(select(func.count()).where(col(Outbox.ready_at).is_not(None))).one())

    def pass_deadline(self, phase: Phase) -> None:
        """Lets the clock run from a phase's deadline on until it is closed."""
        assert phase.deadline is not None
        for turn in range(ROUNDS):
            self.now = phase.deadline + turn * STEP
            clock.run_clock_tick(self.store, self.office_time)
            current = self.current_phase()
            if current is None or current.id != phase.id:
                return self.settle_letters(self.now)
        raise ReplayError(f"{phase.name}: the deadline passed and nothing happened")

    # --- the end ---

    def list_timeline(self) -> list[Phase]:
        with self.store.read_session() as session:
            return games.list_phases(session, self.get_office_game(session))

    def count_reports(self, timeline: Sequence[Phase]) -> int:
        """Return how many reports lie in the folder. Raises ReplayError if one is missing, or the game cannot be
        proved."""
        with self.store.read_session() as session:
            faults = verify.verify_game(session, self.get_office_game(session))
        paths = [
            self.sink.folder / "reports" / f"{SLUG}-{p.number:03}-{p.name}" / f"{seat.lower()}.{kind}"
            for p in timeline
            for seat in self.list_seat_codes()
            for kind in KINDS
        ]
        faults += [f"missing: {path}" for path in paths if not path.exists()]
        if faults:
            raise ReplayError("; ".join(faults[:5]))
        return len(paths) // len(KINDS)
