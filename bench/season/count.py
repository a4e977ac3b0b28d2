"""What became of each turn, told from the letters of a season alone: what the server wrote of phases, deadlines and
seats, and what was sent by whom and when. Knows nothing of how the server counts, beside what the docs promise."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from bench.season.journal import Letter
from bench.season.plan import ZONES

DAY = timedelta(days=1)
REST = timedelta(hours=12)
"""Who was away is waited for so long after he is back (docs/mail.md)."""
BOUNCES, BOUNCE_SPAN = 3, timedelta(days=7)
"""So many letters that came back in a row, none longer after the one before (decision 7)."""
STAND_IN_TURNS = 6
CITIES = {zone.rpartition("/")[2].replace("_", " "): ZoneInfo(zone) for zone in ZONES}
MONTHS = {date(2000, n, 1).strftime("%B"): n for n in range(1, 13)}
INSTANT = r"\w+day (\d+) (\w+), (\d\d):(\d\d)(?: in ([A-Z][\w ]+?)| UTC)(?=[:.;]|$)"
DEADLINE = re.compile(rf"(?:[Oo]rders by|is now|Deadline:|it ends by) {INSTANT}", re.M)
DUE = re.compile(r"Orders are due from (.+?)\.(?: |$)")
RELAXED = " may speak, and need not: it goes on"
AWAY = re.compile(r"^away (\d+ \w+ \d{4}) to (\d+ \w+ \d{4})$", re.M)
EVENT = re.compile(r"DTSTART;VALUE=DATE:(\d{8})\s+DTEND;VALUE=DATE:(\d{8})")
COMMAND = re.compile(r"(pdf|zone|stand in|away|here|yes|join|games|enter|begin|create|My journey)\b")
DONE = re.compile(r"^ok  ", re.M)
SEAT = re.compile(r"^\"?(.+) · ")


@dataclass
class Open:
    """One phase as letters tell of it: when it was open, its deadlines in the order in which they were told, and who
    owed orders in it. `number` is its thread."""

    slug: str
    number: int
    opened: datetime
    closed: datetime | None = None
    deadlines: list[tuple[datetime, datetime]] = field(default_factory=list)
    due: set[str] = field(default_factory=set)
    relaxed: set[str] = field(default_factory=set)

    @property
    def deadline(self) -> datetime | None:
        """The last that was told while it was open."""
        told = [at for written, at in self.deadlines if self.closed is None or written <= self.closed]
        return told[-1] if told else None


@dataclass
class Tenure:
    """Somebody holds a seat, from his welcome on until he is told that it is offered to others."""

    slug: str
    seat: str
    address: str
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True)
class Away:
    """Days on which somebody said that he is away; `told`: when he said so."""

    first: date
    last: date
    told: datetime


@dataclass(frozen=True)
class JudgedTurn:
    """What became of a turn."""

    slug: str
    phase: int
    seat: str
    address: str
    verdict: str


class Count:
    """Reads all letters once; then says what became of every turn. `absence`: the days of a year that games grant."""

    def __init__(self, letters: Iterable[Letter], absence: Mapping[str, int]) -> None:
        self.absence = absence
        self.phases: dict[int, Open] = {}
        self.tenures: list[Tenure] = []
        self.over: dict[str, datetime] = {}
        self.sent: dict[str, tuple[str, int, str]] = {}
        self.done: set[str] = set()
        self.answers: set[str] = set()
        self.orders: list[tuple[Letter, str, int, str]] = []
        self.chosen: list[tuple[datetime, str, str]] = []
        self.away: dict[str, list[Away]] = defaultdict(list)
        self.zones: dict[str, ZoneInfo] = {}
        self.lost: dict[str, list[datetime]] = defaultdict(list)
        self.wrote: dict[str, list[datetime]] = defaultdict(list)
        self.pending: dict[str, Letter] = {}
        for letter in letters:
            self.read_out(letter) if letter.out else self.read_in(letter)
        self.close_phases()
        self.by_seat: dict[tuple[str, str], list[Tenure]] = defaultdict(list)
        for one in self.tenures:
            self.by_seat[one.slug, one.seat].append(one)

    # --- what the server wrote ---

    def read_out(self, letter: Letter) -> None:
        subject = letter.subject.partition("] ")[2] or letter.subject
        found = SEAT.match(letter.head.get("From", ""))
        seat = found[1] if found and letter.slug else ""
        self.sent[letter.message_id] = (letter.slug, letter.phase, seat)
        self.answers.add(letter.head.get("In-Reply-To", ""))
        if letter.fate != "taken":
            self.lost[letter.recipient].append(letter.at)
        if letter.is_receipt:
            self.read_receipt(letter)
        elif subject.startswith("Welcome, "):
            self.tenures.append(Tenure(letter.slug, seat, letter.recipient, letter.written_at))
        elif subject.endswith("is offered to others"):
            self.leave(letter, subject.removesuffix(" is offered to others"))
        elif subject.startswith(("The game is over", "The game was")):
            self.over.setdefault(letter.slug, letter.written_at)
        elif letter.phase:
            self.read_phase(letter, subject)

    def leave(self, letter: Letter, seat: str) -> None:
        slug = letter.slug
        for tenure in reversed(self.tenures):
            if (tenure.slug, tenure.seat, tenure.address) == (slug, seat, letter.recipient) and not tenure.until:
                tenure.until = letter.written_at
                return

    def read_phase(self, letter: Letter, subject: str) -> None:
        """A report, a new deadline, or a reminder."""
        words = " ".join(letter.text.split())
        told = DEADLINE.search(words)
        reminds = subject.endswith(("are awaited", "are late", "are missing"))
        due, relaxed = DUE.search(words), relaxed_in(words)
        is_report = not reminds and bool(due or relaxed)
        phase = self.phases.get(letter.phase)
        if phase is None:
            if not is_report and not (told and not reminds):
                return
            phase = self.phases[letter.phase] = Open(letter.slug, letter.phase, letter.written_at)
        if told and not reminds:
            phase.deadlines.append((letter.written_at, instant(told, letter.written_at)))
        if is_report:
            phase.due |= labels(due[1]) if due else set()
            phase.relaxed |= labels(relaxed) if relaxed else set()

    def close_phases(self) -> None:
        """Each phase ends when the next one of its game begins, or the game is over."""
        by_game: dict[str, list[Open]] = defaultdict(list)
        for phase in sorted(self.phases.values(), key=lambda one: one.number):
            by_game[phase.slug].append(phase)
        for slug, some in by_game.items():
            for one, following in pairwise(some):
                one.closed = following.opened
            some[-1].closed = self.over.get(slug)

    # --- what people wrote ---

    def read_in(self, letter: Letter) -> None:
        text = letter.text.strip()
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("--")]
        self.wrote[letter.sender].append(letter.at)
        self.pending[letter.message_id] = letter
        for line in lines:
            if line.startswith("zone "):
                self.zones[letter.sender] = ZoneInfo(line.removeprefix("zone ").strip())
        if lines and not COMMAND.match(lines[0]):
            self.orders.append((letter, *self.sent.get(letter.head.get("In-Reply-To", ""), ("", 0, ""))))
        for line in lines:
            if line.startswith("stand in "):
                slug = self.sent.get(letter.head.get("In-Reply-To", ""), ("", 0, ""))[0]
                self.chosen.append((letter.at, letter.sender, slug))

    def read_receipt(self, letter: Letter) -> None:
        """What the server made of a letter."""
        number = letter.head.get("In-Reply-To", "")
        if DONE.search(letter.text):
            self.done.add(number)
            if (asked := self.pending.get(number)) and (days := told_days(asked.text)):
                self.away[asked.sender].append(Away(*days, asked.at))

    # --- what became of a turn ---

    def holder(self, slug: str, seat: str, at: datetime) -> Tenure | None:
        """Return who held a seat at an instant."""
        some = self.by_seat[slug, seat]
        return next((one for one in some if one.since <= at and (one.until is None or at <= one.until)), None)

    def iter_judged_turns(self) -> Iterator[JudgedTurn]:
        """The verdict on each turn that was due in a phase that is over, game by game in the order of the phases."""
        given: dict[tuple[int, str], list[Letter]] = defaultdict(list)
        for letter, _, number, seat in self.orders:
            if letter.message_id in self.done:
                given[number, seat].append(letter)
        rows: dict[tuple[str, str, str], int] = defaultdict(int)
        for phase in sorted(self.phases.values(), key=lambda one: one.number):
            if phase.closed is None:
                continue
            for seat in sorted(self.owing(phase)):
                held = self.holder(phase.slug, seat, phase.closed)
                if held is None:
                    continue
                key = (phase.slug, seat, held.address)
                verdict = self.verdict(phase, seat, held, given[phase.number, seat], rows[key])
                rows[key] = {"stood in": rows[key] + 1, "free": rows[key], "excused": rows[key]}.get(verdict, 0)
                yield JudgedTurn(phase.slug, phase.number, seat, held.address, verdict)

    def owing(self, phase: Open) -> set[str]:
        """The seats that were asked for orders in a phase, or could give some."""
        everybody = {seat for slug, seat in self.by_seat if slug == phase.slug} if "*" in phase.due else set()
        return (phase.due | phase.relaxed | everybody) - {"*"}

    def verdict(self, phase: Open, seat: str, held: Tenure, letters: Sequence[Letter], stood_in: int) -> str:
        closed, deadline = phase.closed, phase.deadline
        assert closed is not None and deadline is not None
        own = [one.at for one in letters if one.sender == held.address and phase.opened <= one.at <= closed]
        if own:
            return "taken" if min(own) < deadline + timedelta(minutes=1) else "late"
        if seat in phase.relaxed:
            return "free"
        if self.has_chosen(held, closed) and stood_in < STAND_IN_TURNS:
            return "stood in"
        if closed < deadline or self.is_excused(held, deadline, closed):
            return "excused"
        return "unreachable" if self.is_lost(held.address, closed) else "missed"

    def has_chosen(self, held: Tenure, by: datetime) -> bool:
        """Return whether the holder of a seat has said what is to stand in for him."""
        return any(held.since <= at <= by and (who, slug) == (held.address, held.slug) for at, who, slug in self.chosen)

    def is_lost(self, address: str, at: datetime) -> bool:
        """Return whether letters to somebody came back before an instant, as far as the server can know."""
        since = bisect_right(self.wrote[address], at)
        last = self.wrote[address][since - 1] if since else datetime.min.replace(tzinfo=UTC)
        row, before = 0, None
        for one in self.lost[address]:
            if last < one < at:
                row = row + 1 if before is not None and one - before <= BOUNCE_SPAN else 1
                before = one
                if row >= BOUNCES:
                    return True
        return False

    def is_excused(self, held: Tenure, deadline: datetime, closed: datetime) -> bool:
        """Return whether the holder had announced that he is away at a deadline, on days that his game grants."""
        zone, used = self.zones.get(held.address, ZoneInfo("UTC")), set[date]()
        for away in self.away[held.address]:
            days = {away.first + n * DAY for n in range((away.last - away.first).days + 1)}
            years = {day.year for day in used | days}
            most = self.absence.get(held.slug, 14)
            if away.told > closed or any(sum(day.year == year for day in used | days) > most for year in years):
                continue
            used |= days
            begins = max(datetime(away.first.year, away.first.month, away.first.day, tzinfo=zone), away.told)
            after = away.last + DAY
            if begins <= deadline < datetime(after.year, after.month, after.day, tzinfo=zone).astimezone(UTC) + REST:
                return True
        return False


def told_days(text: str) -> tuple[date, date] | None:
    """The days of an absence that a letter announces, in words or by a calendar file."""
    if found := AWAY.search(text):
        first, last = (datetime.strptime(day, "%d %b %Y").date() for day in found.groups())  # noqa: DTZ007
        return first, last
    if found := EVENT.search(text):
        first, after = (datetime.strptime(day, "%Y%m%d").date() for day in found.groups())  # noqa: DTZ007
        return first, after - DAY
    return None


def relaxed_in(words: str) -> str:
    """The list of those who may speak and need not; "" if a letter names none. (Looked for from its end: a pattern that
    begins with any words would be tried from each of a long letter's.)"""
    before, found, _ = words.partition(RELAXED)
    return re.split("[.:]", before)[-1] if found else ""


def labels(text: str) -> set[str]:
    """Names of seats in a list; "*" for all."""
    return {"*"} if text == "everybody" else set(re.split(r", | and ", text.strip()))


def instant(found: re.Match[str], written: datetime) -> datetime:
    """An instant as a letter tells it, without a year, near to when the letter was written."""
    day, month, hour, minute, city = found.groups()
    zone = CITIES[city] if city else ZoneInfo("UTC")
    near = [
        datetime(year, MONTHS[month], int(day), int(hour), int(minute), tzinfo=zone, fold=1).astimezone(UTC)
        for year in (written.year - 1, written.year, written.year + 1)
        if (month, day) != ("February", "29")
    ]
    return min(near, key=lambda at: abs(at - written))
