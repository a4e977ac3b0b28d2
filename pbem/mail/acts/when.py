"""Commands about time: what a pace means, when somebody is away, and his calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from pbem import agenda, ical, timetable
from pbem.mail.acts.declared import declare
from pbem.mail.acts.seat import proven
from pbem.mail.commands import Command, Said, form
from pbem.mail.work import No, Work
from pbem.models import Player
from pbem.pace import PaceError, Quiet, Span, zone_info
from pbem.play import Refused, absences, games, leave, tell
from pbem.play.leave import Noted
from pbem.play.rules import USUAL, Rules, rules_of
from pbem.play.tell import Kind
from pbem.wording import Tongue

AWAY = r"absences?|absent|holidays?|vacations?"
ON_ACCOUNT = "Your account leads to it, under “When you are away, and your calendar”."


# --- paces -------------------------------------------------------------------------------------------------------


@declare(
    Command(
        "pace",
        (
            form(r"pace", "pace", "when orders are due in this game, and its next deadlines"),
            form(
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
def pace(work: Work, said: Said) -> str:
    if "pace" not in said.args:
        return its_own(work)
    known = work.known.game if work.known else None
    kinds = games.engine(known).kinds if known else timetable.every_kind()
    zone = said.args.get("zone") or (known.zone if known else work.writer.player.zone)
    rules = wished(said.args.get("quiet", ""), work)
    found = timetable.understood(said.args["pace"], zone, rules, kinds, work.now, work.say)
    return told(work, work.say("pace asked", pace=said.args["pace"][:80]), found, work.say("pace would"))


def its_own(work: Work) -> str:
    """The pace of the writer's game."""
    game, kinds = work.game, games.engine(work.game).kinds
    kind = work.phase.kind if work.phase and not work.phase.resolved_at else ""
    rules = rules_of(game) if game.status == "forming" else replace(rules_of(game), first_hours=0)
    found = timetable.understood(game.pace, game.zone, rules, kinds, work.now, work.say, kind)
    return told(work, work.say("pace of", slug=game.slug), found, work.say("pace next"))


def wished(quiet: str, work: Work) -> Rules:
    """The rules a pace is told with: those of the game, with other quiet times if some are named."""
    rules = rules_of(work.known.game) if work.known and work.known.game else USUAL
    try:
        return replace(rules, quiet=Quiet.read(quiet).items) if quiet else rules
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error


def told(work: Work, title: str, found: timetable.Understood, before: str) -> str:
    zone = zone_info(work.writer.player.zone) if work.known else ZoneInfo("UTC")
    days = [f"    {work.say.calendar.moment(deadline.at, zone)}" for deadline in found.deadlines]
    return work.tell(title, "\n".join((found.words, before, *days)))


# --- away and back -----------------------------------------------------------------------------------------------


@declare(
    Command(
        "away",
        (
            form(
                rf"((set )?(?={AWAY}))?(away|{AWAY}) (?P<days>(?!none$).+)",
                "away 3 Jan to 10 Jan · away until Friday",
                "no deadline of yours falls on these days: it waits until you are back, as long as your games allow",
            ),
            form(rf"(set )?(away|{AWAY})", "away", "when you are away, and how many days are left"),
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
def away(work: Work, said: Said) -> str:
    player = work.writer.player
    if "days" not in said.args:
        return listed(work)
    span = leave.said(said.args["days"], player, work.now)
    return noted(leave.ask(work.session, player, span, work.now), work.say)


def noted(found: Noted, say: Tongue) -> str:
    """What became of an absence, in a sentence for each thing."""
    days = absences.days(found.absence)
    first, last = say.calendar.day(days.first), say.calendar.day(days.last)
    parts = [say("away moves", slugs=say.listed(found.waits))] if found.waits else []
    parts += [say("away not in", slug=one.slug, left=one.left, most=one.most) for one in found.short]
    told = "; ".join(parts) or say("away nowhere")
    if days.first == days.last:
        return say("away noted day", first=first, games=told)
    return say("away noted", first=first, last=last, games=told)


def listed(work: Work) -> str:
    """When somebody is away, and how many days each of his games has left for him."""
    player, say = work.writer.player, work.say
    lines = [spoken(absences.days(one), say) for one in leave.standing(work.session, player, work.now)]
    for game in leave.played(work.session, player):
        left, most = absences.left(work.session, game, player.id, work.now), rules_of(game).absence_days
        lines.append(say("away left", slug=game.slug, left=left, most=most))
    return work.tell(say("away list"), "\n".join(lines or [say("away none")]))


def spoken(days: Span, say: Tongue) -> str:
    """Some days in words: "from Sunday 3 January to Sunday 10 January"."""
    first, last = say.calendar.day(days.first), say.calendar.day(days.last)
    return say("away day", first=first) if days.first == days.last else say("away days", first=first, last=last)


@declare(
    Command(
        "back",
        (
            form(
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
def back(work: Work, _: Said) -> str:
    ended = leave.back(work.session, work.writer.player, work.now)
    if any(absences.bounds(one)[0] < work.now for one in ended):
        return work.say("back")
    return work.say("back ahead", times=[spoken(absences.days(one), work.say) for one in ended])


# --- calendars ---------------------------------------------------------------------------------------------------


@declare(
    Command(
        "calendar",
        (
            form(r"(my )?calendar", "calendar", "the address of your calendar, with all your deadlines, in a letter"),
            form(r"calendar (?P<new>new)", "calendar new", "another address for it; the old one is void"),
        ),
        "letters",
        elsewhere=ON_ACCOUNT,
        once=True,
        tells=True,
        says=("calendar sent", "calendar new", "needs proof"),
    )
)
def calendar(work: Work, said: Said) -> str:
    """The address goes to where its player is registered, never into a receipt."""
    proven(work)
    player = work.writer.player
    if "new" in said.args:
        agenda.renew(work.session, player)
    tell.tell(work.session, Kind.CALENDAR, player, f"calendar:{work.key}", now=work.now)
    return work.say("calendar new" if "new" in said.args else "calendar sent")


NEVER = r"(?!)"
"""What no line is: the act is of a file."""


@declare(
    Command(
        "calendar file",
        (form(NEVER),),
        "others",
        tells=True,
        says=("file nothing", "file unreadable", "away noted", "away noted day", "back ahead"),
    )
)
def calendar_file(work: Work, said: Said) -> str:
    """What a calendar file says of absences, as if it had been written."""
    return taken(work.session, work.writer.player, said.lines[0], said.text.encode(), work.now, work.say)


def taken(session: Session, player: Player, name: str, data: bytes, now: datetime, say: Tongue) -> str:
    """Notes the absences of a calendar file. Raises No, and Refused if one of them cannot be."""
    zone = zone_info(player.zone)
    try:
        found = ical.absences_in(data, zone, now.astimezone(zone).date())
    except ical.UnreadableCalendar as error:
        raise No(say("file unreadable", name=name)) from error
    done = [one for event in found for one in by_event(session, player, event, now, say)]
    if not done:
        raise No(say("file nothing", name=name))
    return say("file read", name=name, told=" ".join(done))


def by_event(session: Session, player: Player, event: ical.Announced, now: datetime, say: Tongue) -> Sequence[str]:
    """One event: noted, changed, or taken back."""
    known = [one for one in leave.standing(session, player, now) if event.uid and one.uid == event.uid]
    stale = [one for one in known if event.cancelled or absences.days(one) != event.span]
    if stale:
        leave.end(session, player, stale, now)
    if event.cancelled:
        return [say("back ahead", times=[spoken(absences.days(one), say) for one in stale])] if stale else []
    return [noted(leave.ask(session, player, event.span, now, event.uid), say)]
