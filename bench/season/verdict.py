"""What a season must show when it is over: the letters held against the plan, and against the server's own rows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, func, select

from bench._proof import Finding
from bench.season.count import DEADLINE, Count, Tenure, instant
from bench.season.journal import Journal, Letter
from bench.season.plan import Plan
from bench.season.quiet import is_quiet
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase, Seat, Turn

AT_ONCE = timedelta(minutes=1)
LONGEST_WAIT = timedelta(days=30)
"""Nobody is waited for longer in one phase (docs/mail.md)."""
REMINDERS = ("your orders are awaited", "your orders are late")
TO_SECRET = "NOT out AND (recipient LIKE 'orders+%' OR recipient LIKE 'reply+%')"


@dataclass
class Evidence:
    """A season that is over."""

    plan: Plan
    store: Store
    journal: Journal
    now: datetime
    warned: Sequence[str]

    def __post_init__(self) -> None:
        self.quiet = {one.slug: (one.quiet, one.zone) for one in self.plan.tables}
        absence = {one.slug: granted_absence_days(one.lines) for one in self.plan.tables}
        with self.store.read_session() as session:
            self.games = list(session.exec(select(Game).order_by(col(Game.id))))
            self.verdicts = server_verdicts(session)
            unresolved = select(Phase).where(col(Phase.resolved_at).is_(None))
            self.open = {phase.game_id: phase for phase in session.exec(unresolved)}
            self.left = left_over(session)
            self.waiting = {*session.exec(select(Seat.game_id).where(col(Seat.player_id).is_(None)))} | {
                game.id for game in self.games if game.roll_call_until
            }
        league = self.plan.league
        for game in self.games:
            if game.campaign_id:
                self.quiet[game.slug], absence[game.slug] = (
                    (league.quiet, league.zone),
                    granted_absence_days(league.rules),
                )
        self.count = Count(self.journal.letters(), absence)
        self.judged = {(one.phase, one.seat): one for one in self.count.iter_judged_turns()}


def granted_absence_days(lines: Sequence[str]) -> int:
    """On how many days of a year players of a game can be away, as who opened it said."""
    return next((int(line.split()[1]) for line in lines if line.startswith("ABSENCE ")), 14)


def server_verdicts(session: Session) -> dict[tuple[int, str], str]:
    """Return what the server says became of each turn of a held seat, by the number of its phase."""
    query = select(Turn.phase_id, Seat.label, Turn.verdict).join(Seat, col(Turn.seat_id) == Seat.id)
    return {(phase, seat): verdict for phase, seat, verdict in session.exec(query.where(Turn.verdict != ""))}


def left_over(session: Session) -> list[str]:
    """Letters that nobody has read or sent, or that were put aside."""
    unread = session.exec(select(func.count()).where(col(MailIn.ready_at).is_not(None))).one()
    unsent = session.exec(select(func.count()).where(col(Outbox.ready_at).is_not(None))).one()
    parked = session.exec(select(func.count()).where(MailIn.status == "parked")).one()
    found = {"are unread": unread, "are not sent": unsent, "were put aside": parked}
    return [f"{count} letters {what}" for what, count in found.items() if count]


def find_stuck_games(seen: Evidence) -> Iterator[str]:
    """Games that nothing moves on. One that waits for players has a free seat, or calls the roll."""
    for game in seen.games:
        phase = seen.open.get(game.id)
        if game.status == "running" and (phase is None or phase.due_at is None or phase.due_at < seen.now):
            yield f"{game.slug}: it runs, and nothing is ahead"
        elif game.status == "forming" and game.id not in seen.waiting:
            yield f"{game.slug}: all its seats are taken, and it does not begin"
        elif game.status not in ("running", "finished", "forming"):
            yield f"{game.slug}: {game.status}"


def find_unanswered_letters(seen: Evidence) -> Iterator[str]:
    """Letters that no letter of the server answers; “yes” is answered by what it was asked for."""
    for letter in seen.journal.letters(TO_SECRET):
        if letter.message_id not in seen.count.answers and letter.text.strip() != "yes":
            yield f"{letter.at:%d %b %H:%M} {letter.sender} to {letter.recipient}: {letter.text[:60]!r}"


# --- deadlines and reminders ---------------------------------------------------------------------------------------


def quiet_findings(seen: Evidence) -> list[Finding]:
    """Of every deadline that was told by any letter, and of every reminder."""
    deadlines, reminders, told, reminded = 0, 0, list[str](), list[str]()
    for letter in seen.journal.letters("out AND head LIKE '%List-Id%' AND head NOT LIKE '%auto-replied%'"):
        found = DEADLINE.search(" ".join(letter.text.split()))
        if letter.subject.endswith(REMINDERS):
            reminders += 1
            reminded += [*in_quiet(seen, letter, letter.written_at), *in_quiet(seen, letter, letter.at)]
        elif found:
            deadlines += 1
            told += in_quiet(seen, letter, instant(found, letter.written_at))
    return [
        Finding("no deadline that was told is in quiet times", deadlines, told),
        Finding("no reminder was written or sent in quiet times", reminders, reminded),
    ]


def in_quiet(seen: Evidence, letter: Letter, at: datetime) -> list[str]:
    """Return what is wrong with an instant, if it is quiet in the game of a letter then."""
    rule, zone = seen.quiet.get(letter.slug, ("none", "UTC"))
    here = f"{at.astimezone(ZoneInfo(zone)):%a %d %b %H:%M}"
    return [f"letter {letter.number} of {letter.slug}: {here} ({rule})"] if is_quiet(rule, at, zone) else []


# --- turns ---------------------------------------------------------------------------------------------------------


def find_miscounted_turns(seen: Evidence) -> Iterator[str]:
    for phase, seat in sorted(seen.verdicts.keys() | seen.judged.keys()):
        server, letters = seen.verdicts.get((phase, seat), "nothing"), seen.judged.get((phase, seat))
        found = letters.verdict if letters else "nothing"
        if server != found:
            where = f"{letters.slug}, {letters.address}" if letters else "?"
            yield f"phase {phase}, {seat} ({where}): the server says {server}, the letters {found}"


def waited_for(seen: Evidence) -> tuple[int, list[str]]:
    """Turns that were excused, and those of them whose phase went on while there was time to wait."""
    excused = [one for one in seen.judged.values() if one.verdict == "excused"]
    faults = []
    for one in excused:
        phase = seen.count.phases[one.phase]
        planned, final = phase.deadlines[0][1], phase.deadline
        known = [away for away in seen.count.away[one.address] if away.told < planned]
        short = known and all((away.last - away.first).days < LONGEST_WAIT.days // 2 for away in known)
        if short and final and final - planned < LONGEST_WAIT / 2:
            faults.append(f"{one.slug}, phase {one.phase}, {one.seat}")
    return len(excused), faults


# --- the league ----------------------------------------------------------------------------------------------------


def league_finding(seen: Evidence) -> Finding:
    """Every round opened by itself as the last game of the one before ended, with everybody in a seat."""
    league, faults = seen.plan.league, list[str]()
    rounds = tenures_by_round(seen)
    for number, some in sorted(rounds.items()):
        begins = min(one.since for one in some)
        seated = sorted(one.address for one in some if one.since - begins < AT_ONCE)
        if seated != sorted(member.address for member in league.entrants):
            faults.append(f"round {number}: {len(seated)} of {len(league.entrants)} were seated at its beginning")
        before = [at for slug, at in seen.count.over.items() if slug.startswith(f"{league.slug}-{number - 1}-")]
        if number > 1 and not timedelta() <= begins - max(before) < AT_ONCE:
            faults.append(f"round {number} began at {begins}, and the one before ended at {max(before)}")
    last = max(rounds, default=0)
    over = {slug for slug in seen.count.over if slug.startswith(f"{league.slug}-{last}-")}
    if last < league.rounds and over == {one.slug for one in rounds.get(last, ())}:
        faults.append(f"round {last} of {league.rounds} is over, and no other began")
    return Finding("the league's rounds opened by themselves, with all in their seats", last, faults)


def tenures_by_round(seen: Evidence) -> dict[int, list[Tenure]]:
    found: dict[int, list[Tenure]] = defaultdict(list)
    for one in seen.count.tenures:
        if match := re.fullmatch(rf"{seen.plan.league.slug}-(\d+)-\d+", one.slug):
            found[int(match[1])].append(one)
    return found
