"""How people play: what each makes of the letters he gets, and when he writes. They know what their letters say; only
what they order is what the game would advise."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from random import Random
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from bench._players import wishes
from bench.season.journal import Letter
from bench.season.plan import Member
from bench.season.world import MAIL_HOST, World
from pbem.storage.models import Game, Player, Seat

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FRONT = f"pbem@{MAIL_HOST}"
OFFERED = re.compile(r"write “(join [\w-]+ as [^”]+)”")
FREE = re.compile(r"^([\w-]+): .*; free: (.+)$", re.M)
CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//players.example//diary//EN
BEGIN:VEVENT
UID:{uid}
DTSTAMP:{now:%Y%m%dT%H%M%SZ}
DTSTART;VALUE=DATE:{first:%Y%m%d}
DTEND;VALUE=DATE:{after:%Y%m%d}
SUMMARY:On the road
END:VEVENT
END:VCALENDAR
"""


@dataclass(frozen=True)
class Trip:
    """Days on which somebody writes nothing; `told`: in words, by a calendar file, or not at all ("")."""

    first: date
    last: date
    told: str


@dataclass
class Habits:
    """What is particular about somebody. Chances are between 0 and 1.

    `writes`: that he answers a report; `reminded`: that he answers a reminder; `late`: that he answers once the
    deadline has passed; `returns`: that he takes a seat back that was opened; `ready`: that he says that he needs no
    more time; `gone`: from when on he never writes again; `lost`: between which instants nothing reaches him; `seeks`:
    how many seats of others he takes over at most."""

    writes: float = 1.0
    reminded: float = 1.0
    late: float = 1.0
    returns: float = 0.0
    ready: float = 0.2
    stand_in: str = ""
    trips: tuple[Trip, ...] = ()
    gone: datetime | None = None
    lost: tuple[datetime, datetime] | None = None
    seeks: int = 0


@dataclass
class Person:
    """One of the members, at his mail program."""

    world: World
    member: Member
    habits: Habits
    random: Random
    newest: dict[str, str] = field(default_factory=dict)
    """The last report of each game, by its Message-ID: earlier ones need no answer any more."""
    greeted: set[str] = field(default_factory=set)
    ordered: set[str] = field(default_factory=set)
    """The reports that he has answered by orders."""
    written: int = 0
    taken_over: int = 0

    @property
    def address(self) -> str:
        return self.member.address

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.member.zone)

    # --- what he gets ---

    def hears(self, letter: Letter) -> None:
        """Reads a letter, and settles when to do something about it."""
        subject = letter.subject.partition("] ")[2] or letter.subject
        if letter.is_receipt:
            self.reads_receipt(letter)
        elif subject == "Is this letter yours?":
            self.soon(lambda: self.answers(letter, "yes"))
        elif subject.startswith("Games by mail at"):
            self.soon(lambda: self.answers(letter, "games"))
        elif subject == "Are you there?":
            self.soon(lambda: self.answers(letter, "here"), self.habits.writes)
        elif subject.startswith("Welcome"):
            self.greet(letter)
        elif subject.endswith("your orders are awaited"):
            self.maybe_orders(letter, self.habits.reminded, 8 * HOUR)
        elif subject.endswith("your orders are late"):
            self.maybe_orders(letter, self.habits.late, 5 * HOUR)
        elif subject.endswith("is offered to others") and (found := OFFERED.search(letter.text)):
            line = found[1]
            self.soon(lambda: self.writes(FRONT, "", line), self.habits.returns, 3 * DAY)
        elif letter.text.find("answer this letter with one order a line") >= 0 or subject == "The game has begun":
            self.newest[letter.slug] = letter.message_id
            self.maybe_orders(letter, self.habits.writes, 60 * HOUR)

    def greet(self, letter: Letter) -> None:
        """The first word to a seat: how he likes his letters, and what is to stand in for him."""
        lines = [] if self.greeted else ["pdf off", f"zone {self.member.zone}"]
        lines += [f"stand in {self.habits.stand_in}"] if self.habits.stand_in else []
        self.greeted.add(letter.slug)
        if lines:
            self.answers(letter, "\n".join(lines))

    def reads_receipt(self, letter: Letter) -> None:
        """Of the games that a list shows he takes free seats over, if he seeks some."""
        running = [found for found in FREE.finditer(letter.text) if ", running, " in found[0]]
        for found in running[: max(0, self.habits.seeks - self.taken_over)][:2]:
            slug, seat = found[1], found[2].split(", ")[0]
            self.taken_over += 1
            self.soon(lambda line=f"join {slug} as {seat}": self.writes(FRONT, "", line))  # type: ignore[misc]

    # --- when he writes ---

    def soon(self, act: Callable[[], None], chance: float = 1.0, within: timedelta = 20 * HOUR) -> None:
        """Does something within some time, if he does it at all; never in his night."""
        if self.random.random() < chance:
            self.world.schedule(
                self.awake(self.world.now + within * self.random.uniform(0.05, 1)), lambda: self.does(act)
            )

    def awake(self, at: datetime) -> datetime:
        here = at.astimezone(self.zone)
        if 7 <= here.hour < 23:
            return at
        morning = here.replace(hour=7, minute=self.random.randrange(60)) + (DAY if here.hour >= 23 else timedelta())
        return max(at, morning)

    def does(self, act: Callable[[], None]) -> None:
        """Does something now, or after the journey that he is on; never if he is gone."""
        now = self.world.now
        if self.is_gone(now):
            return
        today = now.astimezone(self.zone).date()
        trip = next((trip for trip in self.habits.trips if trip.first <= today <= trip.last), None)
        if trip is None:
            act()
        else:
            ahead = (trip.last - today).days * DAY + DAY
            self.world.schedule(self.awake(now + ahead + self.random.uniform(0, 6) * HOUR), lambda: self.does(act))

    def is_gone(self, at: datetime) -> bool:
        return (self.habits.gone is not None and at >= self.habits.gone) or self.is_lost(at)

    def is_lost(self, at: datetime) -> bool:
        """Return whether letters to him come back."""
        return self.habits.lost is not None and self.habits.lost[0] <= at < self.habits.lost[1]

    # --- what he writes ---

    def maybe_orders(self, letter: Letter, chance: float, within: timedelta) -> None:
        """Answers a letter with orders, if he does, unless a later report has come by then."""
        newest = self.newest.get(letter.slug, "")

        def act() -> None:
            if self.newest.get(letter.slug) == newest and newest not in self.ordered:
                self.ordered.add(newest)
                self.sends_orders(letter)

        self.soon(act, chance, within)

    def sends_orders(self, letter: Letter) -> None:
        """Orders for a game, in answer to a letter about it; none if his seat has nothing to say, or has said it."""
        lines = self.orders(letter.slug)
        if lines:
            lines += ["ready"] if self.random.random() < self.habits.ready else []
            self.answers(letter, "\n".join(lines))

    def orders(self, slug: str) -> list[str]:
        """Return what his seat in a game would order now, if it still owes something."""
        with self.world.store.read_session() as session:
            mine = select(Seat).join(Player, col(Seat.player_id) == Player.id).where(Player.address == self.address)
            held = mine.join(Game, col(Seat.game_id) == Game.id).where(Game.slug == slug)
            seat = session.exec(held).first()
            return wishes(session, seat.id, self.random) if seat else []

    def answers(self, letter: Letter, text: str) -> None:
        self.writes(letter.reply_to, f"Re: {letter.subject}", text, letter.message_id)

    def writes(self, to: str, subject: str, text: str, answered: str = "", calendar: str = "") -> None:
        """Hands a letter to his mail server."""
        self.written += 1
        now = self.world.now
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = self.address, to, subject
        message["Date"] = format_datetime(now.astimezone(self.zone))
        message["Message-ID"] = f"<{self.member.name}-{self.written}@players.example>"
        if answered:
            message["In-Reply-To"] = message["References"] = answered
        message.set_content(f"{text}\n")
        if calendar:
            message.add_attachment(calendar, subtype="calendar", filename="journey.ics")
        self.world.post(self.address, to, message.as_bytes(), now)

    # --- his own plans ---

    def plans(self) -> None:
        """Settles when he will speak of his journeys, and look for a seat."""
        for number, trip in enumerate(self.habits.trips):
            before = self.random.uniform(1, 9) * DAY
            leaves = datetime.combine(trip.first, datetime.min.time(), self.zone)
            self.world.schedule(self.awake(leaves - before), lambda trip=trip, n=number: self.tells(trip, n))  # type: ignore[misc]
        for week in range(2, 30) if self.habits.seeks else ():
            at = self.world.begins + week * 7 * DAY + self.random.uniform(0, 7) * DAY
            self.world.schedule(self.awake(at), lambda: self.does(self.seeks))

    def seeks(self) -> None:
        """Asks where a seat is free."""
        self.writes(self.seat_address() or FRONT, "", "games")

    def tells(self, trip: Trip, number: int) -> None:
        """Says that he will be away, to the address of one of his seats."""
        to = self.seat_address()
        if not to or not trip.told or self.is_gone(self.world.now):
            return
        if trip.told == "words":
            self.writes(to, "", f"away {spoken_date(trip.first)} to {spoken_date(trip.last)}")
        else:
            uid = f"{self.member.name}-{number}@players.example"
            days = {"first": trip.first, "after": trip.last + DAY, "now": self.world.now, "uid": uid}
            self.writes(
                to, "", "My journey is enclosed.\n\n-- \n", calendar=CALENDAR.format(**days).replace("\n", "\r\n")
            )

    def seat_address(self) -> str:
        """The address of a seat of his, as the newest letter from one says."""
        where = "out AND recipient = ? AND fate = 'taken' AND head LIKE '%orders+%' ORDER BY number DESC LIMIT 1 --"
        return next((letter.reply_to for letter in self.world.journal.letters(where, self.address)), "")


def spoken_date(day: date) -> str:
    return f"{day.day} {day:%b %Y}"


def habits(member: Member, begins: datetime, ends: datetime, luck: Random) -> Habits:
    """Return what somebody of a kind is like."""
    length = ends - begins
    if member.kind == "forgetful":
        return Habits(0.4, 0.35, 0.5, 0.8, 0.1, luck.choice(("", "", "standing, advice", "advice")))
    if member.kind == "on holiday":
        return Habits(0.97, 1.0, 1.0, 0.9, trips=tuple(trips(begins, length, luck)))
    if member.kind == "gone":
        return Habits(gone=begins + length * luck.uniform(0.2, 0.8))
    if member.kind == "unreachable":
        since = begins + length * luck.uniform(0.2, 0.7)
        back = since + luck.choice((20 * DAY, 30 * DAY, 400 * DAY))
        return Habits(returns=0.9, lost=(since, back))
    return Habits(0.985, 0.95, 0.9, 0.9, luck.choice((0.0, 0.2, 0.9)), seeks=luck.choice((0, 0, 0, 5)))


def trips(begins: datetime, length: timedelta, luck: Random) -> Iterable[Trip]:
    """One journey or two, or one of many weeks."""
    told = [luck.choice(("words", "words", "file", "file", "")) for _ in range(2)]
    if luck.random() < 0.3:
        first = (begins + length * luck.uniform(0.35, 0.6)).date()
        yield Trip(first, first + luck.randint(35, 50) * DAY, told[0] or "words")
        return
    for part, way in zip((0.25, 0.65), told, strict=True):
        first = (begins + length * (part + luck.uniform(0, 0.25))).date()
        yield Trip(first, first + luck.randint(4, 13) * DAY, way)
