"""Commands about who sits on a seat: deputies, seats given away, invitations, watchers."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from pbem.mail.acts.declared import declare
from pbem.mail.acts.leading import ELSEWHERE
from pbem.mail.acts.seat import named, proven
from pbem.mail.commands import Command, Said, form
from pbem.mail.work import No, Work
from pbem.models import Deputy, Game
from pbem.pace import PaceError, zone_info
from pbem.pace.days import span_of
from pbem.pace.zones import instant
from pbem.play import deputies, games, gifts, invitations, leaders, master, observers, people, seats, tell, tenures
from pbem.play.rights import Right
from pbem.play.tell import Kind
from pbem.wording import ENGLISH

ADDRESS = r"([^<]*<)?(?P<address>[^\s<>@]+@[^\s<>@,]+)>?"
"""A mail address as people write it, with a name or without."""


# --- who may play --------------------------------------------------------------------------------------------------


@declare(
    Command(
        "invite",
        (
            form(
                r"invite (?P<addresses>[^<>]*@.*)",
                "invite NAME@HOST, NAME@HOST",
                "ask people to play; each gets one letter",
            ),
        ),
        "leading",
        "master",
        ELSEWHERE,
        tells=True,
        says=("invited", "invited none"),
    )
)
def invite(work: Work, said: Said) -> str:
    master.allow(work.session, work.game, work.writer.player)
    addresses = re.findall(r"[^\s<>,;]+@[^\s<>,;]+", said.args["addresses"])
    asked = invitations.invite(work.session, work.game, work.writer.player, addresses, work.now, work.config.limits)
    return work.say("invited", addresses=asked) if asked else work.say("invited none")


@declare(
    Command(
        "word",
        (form(r"(new )?word", "word", "a new word that lets people into a game that is not open to all"),),
        "leading",
        "master",
        ELSEWHERE,
        once=True,
        tells=True,
        says=("word comes", "needs proof"),
    )
)
def word(work: Work, _: Said) -> str:
    """It goes in a letter of its own, to where the game master is registered."""
    proven(work)
    master.allow(work.session, work.game, work.writer.player)
    invitations.new_word(work.session, work.game)
    tell.tell(work.session, Kind.WORD, work.writer.player, f"word:{work.key}", game=work.game, now=work.now)
    return work.say("word comes")


# --- deputies ------------------------------------------------------------------------------------------------------


@declare(
    Command(
        "deputy",
        (
            form(
                rf"deputy {ADDRESS} (?P<span>\S.{{1,80}})",
                "deputy NAME@HOST from 3 Jan to 10 Jan",
                "ask somebody to stand in for you on these days; the seat stays yours",
            ),
        ),
        "others",
        tells=True,
        says=("deputy asked",),
    )
)
def deputy(work: Work, said: Said) -> str:
    begins, ends = span(work, said.args["span"])
    player = people.player(work.session, said.args["address"], work.now)
    row = deputies.name(work.session, work.game, work.seat, player, begins, ends, work.now, work.config.limits)
    return asked(work, player.address, row)


def span(work: Work, words: str) -> tuple[datetime, datetime]:
    """From the beginning of the first day to the end of the last, in the writer's zone. Raises No."""
    zone = zone_info(work.writer.player.zone)
    try:
        days = span_of(words, work.now.astimezone(zone).date())
    except PaceError as error:
        raise No(str(error)) from error
    return instant(days.first, time(0), zone), instant(days.last + timedelta(days=1), time(0), zone)


def asked(work: Work, address: str, row: Deputy) -> str:
    moment, zone = work.say.calendar.moment, zone_info(work.writer.player.zone)
    begins, ends = moment(row.begins_at, zone), moment(row.ends_at, zone)
    return work.say("deputy asked", address=address, begins=begins, ends=ends)


@declare(
    Command(
        "no deputy",
        (form(r"no deputy|deputy (none|no|end)|end deputy", "no deputy", "nobody stands in for you any more"),),
        "others",
        tells=True,
        says=("deputy ended",),
    )
)
def no_deputy(work: Work, _: Said) -> str:
    deputies.dismiss(work.session, work.game, work.seat, work.now)
    return work.say("deputy ended")


@declare(
    Command(
        "accept",
        (
            form(
                r"accept( (?P<game>[\w-]+))?",
                "accept GAME",
                "yes, you stand in for the player who asked you, take the seat that you are offered, or lead the game",
                friendly=True,
            ),
        ),
        "others",
        tells=True,
        right=Right.OWN,
        says=("deputy accepted", "gift accepted", "gift waits", "you lead", "you help lead"),
    )
)
def accept(work: Work, said: Said) -> str:
    game = work.meant(said)
    if leaders.is_asked(work.session, game, work.writer.player):
        role = leaders.accept(work.session, game, work.writer.player, work.now)
        return work.say("you lead" if role == "master" else "you help lead", slug=game.slug)
    if gifts.offered(work.session, game, work.writer.player, work.now):
        seat, is_his = gifts.accept(work.session, game, work.writer.player, work.now)
        return work.say("gift accepted" if is_his else "gift waits", seat=work.say.name(seat), slug=game.slug)
    row = deputies.accept(work.session, game, work.writer.player, work.now)
    return work.say("deputy accepted", seat=seat_name(work, game, row.seat_id), slug=game.slug)


@declare(
    Command(
        "decline",
        (
            form(
                r"(decline|stand down)( (?P<game>[\w-]+))?",
                "decline GAME",
                "no, you do not stand in, or no longer, or do not lead",
                friendly=True,
            ),
        ),
        "others",
        tells=True,
        right=Right.OWN,
        says=("deputy declined", "you lead no more"),
    )
)
def decline(work: Work, said: Said) -> str:
    game = work.meant(said)
    if leaders.is_asked(work.session, game, work.writer.player):
        leaders.leave(work.session, game, work.writer.player, work.now)
        return work.say("you lead no more", slug=game.slug)
    row = deputies.decline(work.session, game, work.writer.player, work.now)
    return work.say("deputy declined", seat=seat_name(work, game, row.seat_id), slug=game.slug)


# --- given away ----------------------------------------------------------------------------------------------------


@declare(
    Command(
        "give",
        (
            form(
                rf"give (?P<game>[\w-]+) to {ADDRESS}(?P<press> with (my )?press)?",
                "give GAME to NAME@HOST",
                "offer your seat to somebody for good; “… with press” lets him read what was private",
            ),
        ),
        "others",
        tells=True,
        final=lambda _, game, seat: ENGLISH("final give", game=game, seat=seat),
        says=("gift offered", "which game"),
    )
)
def give(work: Work, said: Said) -> str:
    seat = work.seat
    if said.args["game"].lower() != work.game.slug:
        raise No(work.say("which game"))
    player = people.player(work.session, said.args["address"], work.now)
    gifts.offer(work.session, work.game, seat, player, work.now, work.config.limits)
    tenures.leave_press(work.session, seat, "press" in said.args)
    return work.say("gift offered", seat=work.say.name(seat), address=player.address)


@declare(
    Command(
        "keep",
        (form(r"keep (my )?seat", "keep seat", "you offer your seat to nobody any more"),),
        "others",
        says=("gift withdrawn",),
    )
)
def keep(work: Work, _: Said) -> str:
    gifts.withdraw(work.session, work.seat, work.now)
    return work.say("gift withdrawn", seat=work.say.name(work.seat))


@declare(
    Command(
        "agree",
        (
            form(
                r"agree (to )?(?P<seat>\S.{0,80})",
                "agree SEAT",
                "a seat passes to the one to whom it is given",
                friendly=True,
            ),
        ),
        "leading",
        "master",
        ELSEWHERE,
        tells=True,
        says=("gift agreed",),
    )
)
def agree(work: Work, said: Said) -> str:
    master.allow(work.session, work.game, work.writer.player)
    seat = seats.find(work.session, work.game, said.args["seat"])
    gifts.agree(work.session, work.game, seat, work.now)
    return work.say("gift agreed", seat=work.say.name(seat))


# --- watchers ------------------------------------------------------------------------------------------------------


@declare(
    Command(
        "watch",
        (
            form(
                r"(watch|observe|monitor)( (\w+@)?(?P<game>[\w-]+))?( word (?P<word>\w{4,40})| (?!word\b)\S+)?",
                "watch GAME",
                "get the public reports of a game in which you do not play",
                friendly=True,
            ),
        ),
        "game",
        tells=True,
        right=Right.OWN,
        wanted=lambda work, said: ("wish watch", {"slug": named(work, said).slug}),
        says=("watching", "wish watch"),
    )
)
def watch(work: Work, said: Said) -> str:
    game = work.meant(said)
    knows = invitations.knows(work.config.secret_key, game, said.args.get("word", ""))
    observers.watch(work.session, game, work.writer.player, work.now, knows)
    return work.say("watching", slug=game.slug)


@declare(
    Command(
        "unwatch",
        (form(r"(unwatch|unobserve)( (?P<game>[\w-]+))?", "unwatch GAME", "get them no more"),),
        "game",
        right=Right.OWN,
        says=("not watching",),
    )
)
def unwatch(work: Work, said: Said) -> str:
    game = work.meant(said)
    observers.unwatch(work.session, game, work.writer.player)
    return work.say("not watching", slug=game.slug)


def seat_name(work: Work, game: Game, seat_id: int) -> str:
    return next(work.say.name(seat) for seat in games.seats(work.session, game) if seat.id == seat_id)


@declare(
    Command(
        "deputy for",
        (
            form(
                rf"deputy for (?P<seat>[^<>@]{{1,80}}?) ?: ?{ADDRESS} (?P<span>\S.{{1,80}})",
                "deputy for SEAT: NAME@HOST from 3 Jan to 10 Jan",
                "ask somebody to stand in for a player who cannot write; the seat stays his",
            ),
        ),
        "leading",
        "master",
        ELSEWHERE,
        tells=True,
        says=("deputy asked",),
    )
)
def deputy_for(work: Work, said: Said) -> str:
    master.allow(work.session, work.game, work.writer.player)
    seat, (begins, ends) = seats.find(work.session, work.game, said.args["seat"]), span(work, said.args["span"])
    player = people.player(work.session, said.args["address"], work.now)
    limits, lead = work.config.limits, work.writer.player
    row = deputies.name(work.session, work.game, seat, player, begins, ends, work.now, limits, lead)
    return asked(work, player.address, row)
