"""What a season must show when it is over: held against the server's own rows, the plan and the letters."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, func, select

from bench._proof import Finding
from bench.season.count import CITIES, DEADLINE, MONTHS, Count, Judged, instant
from bench.season.journal import Journal, Letter
from bench.season.people import FREE
from bench.season.plan import Plan
from pbem.db import Store
from pbem.models import Campaign, Game, MailIn, Outbox, Phase, Seat, Turn

VACANT = "free"
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


# --- quiet times ---------------------------------------------------------------------------------------------------


def is_quiet(rule: str, at: datetime, zone: str) -> bool:
    """Whether it is quiet at an instant, as the one who opened the game said it."""
    here = at.astimezone(ZoneInfo(zone))
    return any(quiet_by(item.strip(), here) for item in rule.split(",") if item.strip() != "none")


def quiet_by(item: str, here: datetime) -> bool:
    if item in DAYS:
        return DAYS[here.weekday()] == item
    if item.startswith("holidays "):
        from holidays import country_holidays

        return here.date() in country_holidays(item.removeprefix("holidays "), years=here.year)
    first, _, last = item.partition(" to ")
    if ":" in first:
        start, end, clock = time.fromisoformat(first), time.fromisoformat(last), here.time()
        return start <= clock < end if start < end else clock >= start or clock < end
    ends = [(datetime.strptime(word, "%d %b").month, int(word.split()[0])) for word in (first, last)]  # noqa: DTZ007
    day = (here.month, here.day)
    return ends[0] <= day <= ends[1] if ends[0] <= ends[1] else day >= ends[0] or day <= ends[1]


# --- everything ----------------------------------------------------------------------------------------------------


@dataclass
class Evidence:
    """A season that is over."""

    plan: Plan
    store: Store
    journal: Journal
    now: datetime
    warned: Sequence[str]

    def __post_init__(self) -> None:
        tables = {table.slug: table for table in self.plan.tables}
        self.quiet = {slug: (one.quiet, one.zone) for slug, one in tables.items()}
        absence = {slug: granted(one.lines) for slug, one in tables.items()}
        with self.store.read() as session:
            self.games = list(session.exec(select(Game).order_by(col(Game.id))))
            self.verdicts = dict(server_verdicts(session))
            self.open = {one.game_id: one for one in session.exec(select(Phase).where(col(Phase.resolved_at).is_(None)))}
            self.left = unfinished(session)
            self.campaign = session.exec(select(Campaign)).first()
        league = self.plan.league
        for game in self.games:
            if game.campaign_id:
                self.quiet[game.slug], absence[game.slug] = (league.quiet, league.zone), granted(league.rules)
        self.count = Count(self.journal.letters(), absence)
        self.judged = {(one.phase, one.seat): one for one in self.count.judged()}


def granted(lines: Sequence[str]) -> int:
    return next((int(line.split()[1]) for line in lines if line.startswith("ABSENCE ")), 14)


def server_verdicts(session: Session) -> Iterator[tuple[tuple[int, str], str]]:
    """What the server says became of each turn of a held seat."""
    query = select(Turn.phase_id, Seat.label, Turn.verdict).join(Seat, col(Turn.seat_id) == Seat.id)
    for phase, seat, verdict in session.exec(query.where(Turn.verdict != "")):
        yield (phase, seat), verdict


def unfinished(session: Session) -> list[str]:
    """Letters that nobody has read or sent, or that were put aside."""
    unread = session.exec(select(func.count()).where(col(MailIn.ready_at).is_not(None))).one()
    unsent = session.exec(select(func.count()).where(col(Outbox.ready_at).is_not(None))).one()
    parked = session.exec(select(func.count()).where(MailIn.status == "parked")).one()
    found = {"unread": unread, "unsent": unsent, "put aside": parked}
    return [f"{count} letters {what}" for what, count in found.items() if count]


def findings(seen: Evidence) -> list[Finding]:
    """Each promise, at how many things was looked, and what breaks it."""
    return [
        Finding("every game is over, or has its next step ahead", len(seen.games), list(stuck(seen))),
        Finding("every letter was read, and every letter was sent", seen.journal.count(), seen.left),
        Finding("the log warned of nothing", 1, list(seen.warned)),
        Finding("every letter got an answer", seen.journal.count("NOT out"), list(unanswered(seen))),
        *quiet_findings(seen),
        Finding("no deadline waits on somebody's days away", *away(seen)),
        Finding("every turn has the verdict that the letters say", len(seen.verdicts | seen.judged), list(miscounted(seen))),
        *vacancy_findings(seen),
        *league_findings(seen),
    ]


def stuck(seen: Evidence) -> Iterator[str]:
    """Games that nothing moves on."""
    for game in seen.games:
        phase = seen.open.get(game.id)
        if game.status == "running" and (phase is None or phase.due_at is None or phase.due_at < seen.now):
            yield f"{game.slug}: runs, and nothing is ahead"
        elif game.status not in ("running", "finished"):
            yield f"{game.slug}: {game.status}"


def unanswered(seen: Evidence) -> Iterator[str]:
    """Letters to secret addresses that no letter of the server answers. What is asked at an address that everybody knows
    is answered without a reference."""
    for letter in seen.journal.letters("NOT out AND (recipient LIKE 'orders+%' OR recipient LIKE 'reply+%')"):
        if letter.message_id not in seen.count.answers and letter.text.strip() != "yes":
            yield f"{letter.at:%d %b %H:%M} {letter.sender} to {letter.recipient}: {letter.text[:60]!r}"


# --- deadlines and reminders ---------------------------------------------------------------------------------------


def quiet_findings(seen: Evidence) -> list[Finding]:
    """Of all deadlines that were ever told, and of all reminders."""
    deadlines, reminders = [0, list[str]()], [0, list[str]()]
    for letter in seen.journal.letters("out AND head LIKE '%List-Id%'"):
        rule, zone = seen.quiet.get(letter.slug, ("none", "UTC"))
        if letter.is_receipt:
            continue
        if letter.subject.endswith(("your orders are awaited", "your orders are late")):
            for at in (letter.written, letter.at):
                check(reminders, is_quiet(rule, at, zone), letter, at, zone)
        elif found := DEADLINE.search(" ".join(letter.text.split())):
            at = instant(found, letter.written)
            check(deadlines, is_quiet(rule, at, zone), letter, at, zone)
    return [
        Finding("no deadline that was told is in quiet times", *deadlines),  # type: ignore[arg-type]
        Finding("no reminder was written or sent in quiet times", *reminders),  # type: ignore[arg-type]
    ]


def check(found: list, quiet: bool, letter: Letter, at: datetime, zone: str) -> None:
    found[0] += 1
    if quiet:
        found[1].append(f"{letter.slug} {at.astimezone(ZoneInfo(zone)):%a %d %b %H:%M} {zone}: letter {letter.number}")


def away(seen: Evidence) -> tuple[int, list[str]]:
    """Turns that were excused: their phases must have been waited for as long as the rules allow."""
    excused = [one for one in seen.judged.values() if one.verdict == "excused"]
    faults = []
    for one in excused:
        phase = seen.count.phases[one.phase]
        first = phase.deadlines[0][1]
        longest = timedelta(days=30)
        held = [a for a in seen.count.away[one.address] if a.told < first]
        if held and all((a.last - a.first).days < 16 for a in held) and first - phase.opened < longest:
            faults.append(f"{one.slug} {one.phase} {one.seat}")
    return len(excused), faults


# --- turns ---------------------------------------------------------------------------------------------------------


def miscounted(seen: Evidence) -> Iterator[str]:
    for key in sorted(seen.verdicts.keys() | seen.judged.keys()):
        server, letters = seen.verdicts.get(key, "nothing"), seen.judged.get(key)
        if server != (letters.verdict if letters else "nothing"):
            yield f"phase {key[0]} {letters.slug if letters else ''} {key[1]}: the server says {server}, the letters {letters.verdict if letters else 'nothing'}"


# --- vacancies -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Vacancy:
    """A seat that was opened, and what became of it."""

    slug: str
    seat: str
    address: str
    at: datetime
    told: int
    untold: tuple[str, ...]
    listed: bool
    became: str


def vacancies(seen: Evidence) -> Iterator[Vacancy]:
    lists = [one for one in seen.journal.letters("out AND text IS NOT NULL AND head LIKE '%auto-replied%'") if "; free: " in one.text]
    notices = list(seen.journal.letters("out AND (head LIKE '%seat is free%' OR head LIKE '%seats are free%')"))
    for tenure in seen.count.tenures:
        if tenure.until is None:
            continue
        at, slug = tenure.until, tenure.slug
        after = [one for one in seen.count.tenures if (one.slug, one.seat) == (slug, tenure.seat) and one.since >= at]
        told = {one.recipient for one in notices if one.slug == slug and abs(one.written - at) < timedelta(minutes=1)}
        others = {
            one.address for one in seen.count.tenures if one.slug == slug and one.since < at and (one.until is None or one.until > at)
        }
        until = after[0].since if after else seen.count.over.get(slug, seen.now)
        between = [one for one in lists if at < one.written < until]
        listed = all(any(found[1] == slug and tenure.seat in found[2] for found in FREE.finditer(one.text)) for one in between)
        yield Vacancy(slug, tenure.seat, tenure.address, at, len(told), tuple(sorted(others - told)), listed, became(seen, tenure, after))


def became(seen: Evidence, tenure, after) -> str:
    if after:
        return "taken back" if after[0].address == tenure.address else "taken over"
    return "the game ended" if tenure.slug in seen.count.over else "still free"


def vacancy_findings(seen: Evidence) -> list[Finding]:
    found = list(vacancies(seen))
    untold = [f"{one.slug} {one.seat} {one.at:%d %b}: {', '.join(one.untold)}" for one in found if one.untold]
    unlisted = [f"{one.slug} {one.seat} {one.at:%d %b}" for one in found if not one.listed]
    return [
        Finding("every vacancy was told to all who play there", len(found), untold),
        Finding("every vacancy stands in the list of games until it is taken", len(found), unlisted),
    ]


# --- the league ----------------------------------------------------------------------------------------------------


def rounds(seen: Evidence) -> dict[int, list]:
    """The tenures that began each round of the league."""
    found = defaultdict(list)
    for one in seen.count.tenures:
        if match := re.fullmatch(rf"{seen.plan.league.slug}-(\d+)-\d+", one.slug):
            found[int(match[1])].append(one)
    return found


def league_findings(seen: Evidence) -> list[Finding]:
    """Every round opened by itself as the last game of the one before ended, with everybody in a seat of his own."""
    league, faults, by_round = seen.plan.league, list[str](), rounds(seen)
    entrants = {member.address for member in league.entrants}
    for number, some in sorted(by_round.items()):
        begins = min(one.since for one in some)
        first = [one for one in some if one.since - begins < timedelta(minutes=1)]
        if {one.address for one in first} != entrants or len(first) != len(entrants):
            faults.append(f"round {number}: {len({one.address for one in first})} of {len(entrants)} are seated")
        ends = [at for slug, at in seen.count.over.items() if slug.startswith(f"{league.slug}-{number - 1}-")]
        if number > 1 and not timedelta() <= begins - max(ends) < timedelta(minutes=1):
            faults.append(f"round {number} began at {begins}, the one before ended at {max(ends)}")
        if number < max(by_round) and len(ends := over_of(seen, number)) != len({one.slug for one in some}):
            faults.append(f"round {number} was followed by another before it was over")
    last = max(by_round, default=0)
    if last < league.rounds and len(over_of(seen, last)) == len({one.slug for one in by_round.get(last, ())}):
        faults.append(f"round {last} is over, and no other began")
    return [Finding(f"the league's rounds open by themselves ({last} of {league.rounds})", last, faults)]


def over_of(seen: Evidence, number: int) -> list[str]:
    return [slug for slug in seen.count.over if slug.startswith(f"{seen.plan.league.slug}-{number}-")]
