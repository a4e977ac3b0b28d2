"""Games of one kind that go on in step, a phase a day, each in a position of its own; all orders come by letter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from itertools import count
from pathlib import Path
from random import Random

import sqlalchemy as sa
from sqlmodel import Session, col, select

from bench._advised import RULES, advice
from bench._core_meter import Meter
from bench.mail import office, roll_order_text, seat_address
from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.mail.inbound import inbox, intake
from pbem.server import clock
from pbem.storage.models import Game, Outbox, Phase, Player, Seat

AT_ONCE = 20
"""Games that are due at one instant; those above that number are due one by one, a minute later each."""
STAGES = 3
"""Days over which the games begin, so that they are not in the same season."""
DAY, HALF, MINUTE = timedelta(days=1), timedelta(hours=12), timedelta(minutes=1)


@dataclass(frozen=True)
class Given:
    """A letter of orders of a seat, as its mail server hands it over."""

    game: str
    seat: str
    sender: str
    recipient: str
    raw: bytes
    lines: int


class Hall:
    """The games with their server. `now` is its time; `letters` numbers what is written."""

    def __init__(self, folder: Path, engine: str, options: str, number: int, begins: datetime) -> None:
        self.store, self.settings = office(folder)
        self.engine, self.options, self.number = engine, options, number
        self.now, self.letters, self.meter = begins, count(1), Meter(self.store)
        self.slugs = [f"{engine}-{n}" for n in range(number)]

    # --- time ---

    def begin_games(self) -> None:
        """The games begin, one part on each of some days; those that have begun go on meanwhile."""
        for stage in range(STAGES):
            for n in range(stage, self.number, STAGES):
                self.open_game(self.slugs[n], self.now + max(0, n - AT_ONCE + 1) * MINUTE)
            self.play_day()

    def open_game(self, slug: str, at: datetime) -> None:
        with self.store.write_session() as session:
            game = games.insert_game(session, self.engine, self.options, slug=slug, pace="24h", rules=RULES, now=at)
            for place, seat in enumerate(games.list_game_seats(session, game)):
                player = people.get_or_register_player(session, f"{slug}-{place}@players.example", at)
                people.mark_address_proved(session, player, at)
                seats.join_game(session, game, player, [seat.code], at)

    def play_day(self) -> None:
        """Everybody gives orders, and all phases are closed."""
        self.hand_in(self.write_letters("day"))
        self.read_letters()
        self.close_phases("unmeasured", "unmeasured")

    def close_phases(self, together: str, alone: str) -> None:
        """The day ends: phases are closed at once and then one by one, measured by these names."""
        self.now += DAY
        self.tell_all()
        self.close_due(together)
        for _ in range(AT_ONCE, self.number):
            self.now += MINUTE
            self.close_due(alone)
        self.now -= max(0, self.number - AT_ONCE) * MINUTE
        self.tell_all()

    def close_due(self, name: str) -> None:
        before = self.count_closed()
        with self.meter.measure(name):
            clock.run_clock_tick(self.store, lambda: self.now)
        self.meter.add_pieces(self.count_closed() - before, name)

    def count_closed(self) -> int:
        with self.store.read_session() as session:
            return session.exec(select(sa.func.count()).where(col(Phase.resolved_at).is_not(None))).one()

    def tell_all(self) -> None:
        """Everybody has got what was written to them, in time."""
        with self.store.write_session() as session:
            waiting = sa.update(Outbox).where(col(Outbox.ready_at).is_not(None))
            session.execute(waiting.values(ready_at=None, sent_at=col(Outbox.created_at)))

    # --- letters ---

    def write_letters(self, seed: str, slugs: Collection[str] = ()) -> list[Given]:
        """Orders by advice, a letter of each seat that owes some; other ones for each seed."""
        with self.store.read_session() as session:
            found = select(Game).where(Game.status == "running", col(Game.slug).in_(slugs or self.slugs))
            return [
                letter
                for game in session.exec(found.order_by(col(Game.id)))
                for letter in self.iter_game_letters(session, game, seed)
            ]

    def iter_game_letters(self, session: Session, game: Game, seed: str) -> Iterator[Given]:
        phase = games.find_current_phase(session, game)
        for seat in games.list_game_seats(session, game):
            grammar = orders.find_seat_grammar(session, seat)
            if phase is not None and grammar is not None and grammar.due:
                chance = Random(f"{game.slug} {seat.code} {phase.number} {seed}")
                text = advice(phase, seat.code, chance) or roll_order_text(session, seat, chance)
                yield self.write_letter(session, game.slug, seat, text)

    def write_letter(self, session: Session, slug: str, seat: Seat, text: str) -> Given:
        message, to = EmailMessage(policy=SMTP), seat_address(self.settings, seat)
        sender = session.get_one(Player, seat.player_id).address
        message["From"], message["To"], message["Subject"] = sender, to, "Re: orders"
        message["Date"] = format_datetime(self.now.astimezone(UTC))
        message["Message-ID"] = f"<{next(self.letters)}@players.example>"
        message.set_content(f"{text}\n\n-- \nwritten on the train\n")
        return Given(slug, seat.code, sender, to, message.as_bytes(), len(text.splitlines()))

    def hand_in(self, some: Sequence[Given]) -> None:
        """Letters are kept as they come, half a day before the deadline."""
        for one in some:
            intake.receive_handed_letter(
                self.store, self.settings, one.raw, one.recipient, one.sender, lambda: self.now + HALF
            )

    def read_letters(self) -> int:
        return inbox.read_waiting_letters(self.store, self.settings, lambda: self.now + HALF)

    def measure_letters(self, name: str, some: Sequence[Given]) -> None:
        """Letters that wait together, read."""
        self.hand_in(some)
        with self.meter.measure(name):
            done = self.read_letters()
        assert done == len(some), (done, len(some))
        self.meter.add_pieces(done, name)

    def measure_single_letters(self, name: str, some: Sequence[Given]) -> None:
        """Letters that come one by one, each read before the next."""
        for one in some:
            self.hand_in([one])
            with self.meter.measure(name, tidy=False):
                done = self.read_letters()
            assert done == 1, done
            self.meter.add_pieces(1, name)
