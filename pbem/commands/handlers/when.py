"""Commands about time: what a pace means, when somebody is away, and their calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from pbem.commands.context import CommandRefused, Work
from pbem.commands.handlers.declared import declare
from pbem.commands.handlers.seat import require_proof
from pbem.commands.language import ServerCommand, Utterance, command_form
from pbem.documents import icalendar_files, player_calendar, timetable
from pbem.games import Refusal, games, notify
from pbem.games.notify import Kind
from pbem.games.rules import USUAL, Rules, rules_of
from pbem.games.seating import absences, leave
from pbem.games.seating.leave import NotedAbsence
from pbem.pace import DaySpan, PaceError, QuietTimes, zone_info
from pbem.storage.models import Player
from pbem.wording import Tongue

AWAY = r"absences?|absent|holidays?|vacations?"
ON_ACCOUNT = "Your account leads to it, under “When you are away, and your calendar”."


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
def handle_pace_command(work: Work, said: Utterance) -> str:
    if "pace" not in said.args:
        return add_own_pace(work)
    known = work.known.game if work.known else None
    kinds = games.get_engine(known).kinds if known else timetable.every_kind()
    zone = said.args.get("zone") or (known.zone if known else work.writer.player.zone)
    rules = rules_with_quiet(said.args.get("quiet", ""), work)
    found = timetable.preview_pace(said.args["pace"], zone, rules, kinds, work.now, work.say)
    return add_pace_section(work, work.say("pace asked", pace=said.args["pace"][:80]), found, work.say("pace would"))


def add_own_pace(work: Work) -> str:
    """The pace of the writer's game."""
    game, kinds = work.game, games.get_engine(work.game).kinds
    kind = work.phase.kind if work.phase and not work.phase.resolved_at else ""
    rules = rules_of(game) if game.status == "forming" else replace(rules_of(game), first_hours=0)
    found = timetable.preview_pace(game.pace, game.zone, rules, kinds, work.now, work.say, kind)
    return add_pace_section(work, work.say("pace of", slug=game.slug), found, work.say("pace next"))


def rules_with_quiet(quiet: str, work: Work) -> Rules:
    """The rules a pace is told with: those of the game, with other quiet times if some are named."""
    rules = rules_of(work.known.game) if work.known and work.known.game else USUAL
    try:
        return replace(rules, quiet=QuietTimes.parse_line(quiet).item_texts) if quiet else rules
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error


def add_pace_section(work: Work, title: str, found: timetable.PacePreview, before: str) -> str:
    zone = zone_info(work.writer.player.zone) if work.known else ZoneInfo("UTC")
    days = [f"    {work.say.calendar.format_moment(deadline.at, zone)}" for deadline in found.deadlines]
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
def handle_away_command(work: Work, said: Utterance) -> str:
    player = work.writer.player
    if "days" not in said.args:
        return add_absence_section(work)
    span = leave.parse_absence(said.args["days"], player, work.now)
    return describe_noted_absence(leave.note_absence(work.session, player, span, work.now), work.say)


def describe_noted_absence(found: NotedAbsence, say: Tongue) -> str:
    """What became of an absence, in a sentence for each thing."""
    days = absences.absence_span(found.absence)
    first, last = say.calendar.format_day(days.first), say.calendar.format_day(days.last)
    parts = [say("away moves", slugs=say.join_list(found.waits))] if found.waits else []
    parts += [say("away not in", slug=one.slug, left=one.left, most=one.most) for one in found.short]
    told = "; ".join(parts) or say("away nowhere")
    if days.first == days.last:
        return say("away noted day", first=first, games=told)
    return say("away noted", first=first, last=last, games=told)


def add_absence_section(work: Work) -> str:
    """When somebody is away, and how many days each of their games has left for them."""
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
def handle_back_command(work: Work, _: Utterance) -> str:
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
        elsewhere=ON_ACCOUNT,
        once=True,
        tells=True,
        says=("calendar sent", "calendar new", "needs proof"),
    )
)
def handle_calendar_command(work: Work, said: Utterance) -> str:
    """The address goes to where its player is registered, never into a receipt."""
    require_proof(work)
    player = work.writer.player
    if "new" in said.args:
        player_calendar.renew_calendar(work.session, player)
    notify.queue_letter(work.session, Kind.CALENDAR, player, f"calendar:{work.key}", now=work.now)
    return work.say("calendar new" if "new" in said.args else "calendar sent")


NEVER_MATCHES = r"(?!)"
"""What no line is: the act is of a file."""


@declare(
    ServerCommand(
        "calendar file",
        (command_form(NEVER_MATCHES),),
        "others",
        tells=True,
        says=("file nothing", "file unreadable", "away noted", "away noted day", "back ahead"),
    )
)
def handle_calendar_file_command(work: Work, said: Utterance) -> str:
    """What a calendar file says of absences, as if it had been written."""
    return note_calendar_absences(
        work.session, work.writer.player, said.lines[0], said.text.encode(), work.now, work.say
    )


def note_calendar_absences(session: Session, player: Player, name: str, data: bytes, now: datetime, say: Tongue) -> str:
    """Notes the absences of a calendar file. Raises CommandRefused, and Refusal if one of them cannot be."""
    zone = zone_info(player.zone)
    try:
        found = icalendar_files.parse_absences(data, zone, now.astimezone(zone).date())
    except icalendar_files.UnreadableCalendar as error:
        raise CommandRefused(say("file unreadable", name=name)) from error
    done = [one for event in found for one in note_calendar_event(session, player, event, now, say)]
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
