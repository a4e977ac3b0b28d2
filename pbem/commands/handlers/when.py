"""Commands about time: what a pace means, when somebody is away, and their calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import ServerCommand, command_form
from pbem.commands.handlers.declared import declare
from pbem.documents import icalendar_files, player_calendar, timetable
from pbem.games import Refusal, games, notify
from pbem.games.notify import Kind
from pbem.games.rules import USUAL, Rules, rules_of
from pbem.games.seating import absences, leave
from pbem.games.seating.leave import NotedAbsence
from pbem.pace import DaySpan, PaceError, QuietTimes
from pbem.storage.models import Player
from pbem.wording import Tongue

AWAY = r"absences?|absent|holidays?|vacations?"


# --- paces -------------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "pace",
        (
            command_form(r"pace", "pace", "when orders are due in this game, and its next deadlines"),
            command_form(
                r"pace (?P<pace>.+?)(,? quiet:? (?P<quiet>.+?))?(,? zone:? (?P<zone>[\w/+-]+))?",
                "pace daily 20:00 quiet sat, sun zone Europe/Paris",
                "what a pace would mean, with its next deadlines; nothing is changed",
            ),
        ),
        "game",
        asks=True,
        once=True,
        says=("pace of", "pace asked", "pace next", "pace would"),
    )
)
def explain_pace(work: Work, pace: str = "", quiet: str = "", zone: str = "") -> str:
    if not pace:
        return add_own_pace(work)
    known = work.host_game or (work.known.game if work.known else None)
    kinds = games.get_engine(known).kinds if known else timetable.every_kind()
    place, rules = zone or (known.zone if known else work.zone.key), rules_with_quiet(quiet, work)
    found = timetable.preview_pace(pace, place, rules, kinds, work.now, work.say)
    return add_pace_section(work, work.say("pace asked", pace=pace[:80]), found, work.say("pace would"))


def add_own_pace(work: Work) -> str:
    """The pace of the writer's game."""
    game, kinds = work.game, games.get_engine(work.game).kinds
    kind = work.phase.kind if work.phase and not work.phase.resolved_at else ""
    rules = rules_of(game) if game.status == "forming" else replace(rules_of(game), first_hours=0)
    found = timetable.preview_pace(game.pace, game.zone, rules, kinds, work.now, work.say, kind)
    return add_pace_section(work, work.say("pace of", slug=game.slug), found, work.say("pace next"))


def rules_with_quiet(quiet: str, work: Work) -> Rules:
    """The rules a pace is told with: those of the game, with other quiet times if some are named."""
    rules = rules_of(work.game) if work.game_id else USUAL
    try:
        return replace(rules, quiet=QuietTimes.parse_line(quiet).item_texts) if quiet else rules
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error


def add_pace_section(work: Work, title: str, found: timetable.PacePreview, before: str) -> str:
    days = [f"    {work.say.calendar.format_moment(deadline.at, work.zone)}" for deadline in found.deadlines]
    return work.add_section(title, "\n".join((found.words, before, *days)))


# --- away and back -----------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "away",
        (
            command_form(
                rf"((set )?(?={AWAY}))?(away|{AWAY}) (?P<days>(?!none$).+)",
                "away 3 Jan to 10 Jan · away until Friday",
                "no deadline of yours falls on these days: it waits until you are back, as long as your games allow",
            ),
            command_form(rf"(set )?(away|{AWAY})", "away", "when you are away, and how many days are left"),
        ),
        "others",
        tells=True,
        says=(
            "away noted",
            "away noted day",
            "away moves",
            "away not in",
            "away nowhere",
            "away list",
            "away none",
            "away days",
            "away day",
            "away left",
        ),
    )
)
def note_absence(work: Work, days: DaySpan | None = None) -> str:
    if days is None:
        return add_absence_section(work)
    return describe_noted_absence(leave.note_absence(work.session, work.writer.player, days, work.now), work.say)


def describe_noted_absence(found: NotedAbsence, say: Tongue) -> str:
    """Return what became of an absence, in a sentence for each thing."""
    days = absences.absence_span(found.absence)
    first, last = say.calendar.format_day(days.first), say.calendar.format_day(days.last)
    parts = [say("away moves", slugs=say.join_list(found.waits))] if found.waits else []
    parts += [say("away not in", slug=one.slug, left=one.left, most=one.most) for one in found.short]
    told = "; ".join(parts) or say("away nowhere")
    if days.first == days.last:
        return say("away noted day", first=first, games=told)
    return say("away noted", first=first, last=last, games=told)


def add_absence_section(work: Work) -> str:
    """Return when somebody is away, and how many days each of their games has left for them."""
    player, say = work.writer.player, work.say
    lines = [
        describe_absent_days(absences.absence_span(one), say)
        for one in leave.list_current_absences(work.session, player, work.now)
    ]
    for game in leave.list_unfinished_games(work.session, player):
        left, most = absences.count_days_left(work.session, game, player.id, work.now), rules_of(game).absence_days
        lines.append(say("away left", slug=game.slug, left=left, most=most))
    return work.add_section(say("away list"), "\n".join(lines or [say("away none")]))


def describe_absent_days(days: DaySpan, say: Tongue) -> str:
    """Some days in words: "from Sunday 3 January to Sunday 10 January"."""
    first, last = say.calendar.format_day(days.first), say.calendar.format_day(days.last)
    return say("away day", first=first) if days.first == days.last else say("away days", first=first, last=last)


@declare(
    ServerCommand(
        "back",
        (
            command_form(
                rf"back( again)?!?|away none|(set )?no ({AWAY})",
                "back",
                "you are here again, or will not go: nobody waits for you",
                friendly=True,
            ),
        ),
        "others",
        tells=True,
        says=("back", "back ahead", "away days", "away day"),
    )
)
def end_absence(work: Work) -> str:
    ended = leave.return_from_absence(work.session, work.writer.player, work.now)
    if any(absences.absence_bounds(one)[0] < work.now for one in ended):
        return work.say("back")
    return work.say("back ahead", times=[describe_absent_days(absences.absence_span(one), work.say) for one in ended])


# --- calendars ---------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "calendar",
        (
            command_form(
                r"(my )?calendar", "calendar", "the address of your calendar, with all your deadlines, in a letter"
            ),
            command_form(r"calendar (?P<new>new)", "calendar new", "another address for it; the old one is void"),
        ),
        "letters",
        once=True,
        tells=True,
        proved=True,
        says=("calendar sent", "calendar new"),
    )
)
def send_calendar_address(work: Work, new: bool = False) -> str:
    """The address goes to where its player is registered, never into a receipt; a page shows it itself."""
    player = work.writer.player
    if new:
        player_calendar.renew_calendar(work.session, player)
    if work.door == "page":
        return work.say("page calendar new" if new else "calendar on page")
    notify.queue_letter(work.session, Kind.CALENDAR, player, f"calendar:{work.key}", now=work.now)
    return work.say("calendar new" if new else "calendar sent")


CALENDAR_FILE = "calendar file"
NEVER_MATCHES = r"(?!)"
"""What no line is: the act is of a file."""


@declare(
    ServerCommand(
        CALENDAR_FILE,
        (command_form(NEVER_MATCHES),),
        "others",
        tells=True,
        says=("file nothing", "file unreadable", "away noted", "away noted day", "back ahead"),
    )
)
def read_calendar_file(work: Work, name: str = "", text: str = "") -> str:
    """Notes what a calendar file says of absences, as if it had been written. Raises CommandRefused, and Refusal if one
    of them cannot be."""
    player, say = work.writer.player, work.say
    try:
        found = icalendar_files.parse_absences(text.encode(), work.zone, work.now.astimezone(work.zone).date())
    except icalendar_files.UnreadableCalendar as error:
        raise CommandRefused(say("file unreadable", name=name)) from error
    done = [one for event in found for one in note_calendar_event(work.session, player, event, work.now, say)]
    if not done:
        raise CommandRefused(say("file nothing", name=name))
    return say("file read", name=name, told=" ".join(done))


def note_calendar_event(
    session: Session, player: Player, event: icalendar_files.AnnouncedAbsence, now: datetime, say: Tongue
) -> Sequence[str]:
    """One event: noted, changed, or taken back."""
    known = [one for one in leave.list_current_absences(session, player, now) if event.uid and one.uid == event.uid]
    stale = [one for one in known if event.cancelled or absences.absence_span(one) != event.span]
    if stale:
        leave.end_absences(session, player, stale, now)
    if event.cancelled:
        return (
            [say("back ahead", times=[describe_absent_days(absences.absence_span(one), say) for one in stale])]
            if stale
            else []
        )
    return [describe_noted_absence(leave.note_absence(session, player, event.span, now, event.uid), say)]
