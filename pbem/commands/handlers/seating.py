"""Commands about who sits on a seat: deputies, seats given away, invitations, watchers."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.commands.arguments import AddressList, InvitedPlayer
from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import ServerCommand, command_form
from pbem.commands.handlers.declared import declare
from pbem.commands.handlers.seat import find_wanted_game
from pbem.games import Refusal, games, notify, requests
from pbem.games.leading import leaders
from pbem.games.notify import Kind
from pbem.games.rights import Right
from pbem.games.seating import deputies, gifts, invitations, tenures, watchers
from pbem.pace import DaySpan
from pbem.pace.zones import utc_instant
from pbem.storage.models import Deputy, Game, Seat
from pbem.wording import ENGLISH

ADDRESS = r"([^<]*<)?(?P<address>[^\s<>@]+@[^\s<>@,]+)>?"
"""A mail address as people write it, with a name or without."""


# --- who may play --------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "invite",
        (
            command_form(
                r"invite (?P<addresses>[^<>]*@.*)",
                "invite NAME@HOST, NAME@HOST",
                "ask people to play; each gets one letter",
            ),
        ),
        "leading",
        "master",
        tells=True,
        says=("invited", "invited none"),
    )
)
def invite_players(work: Work, addresses: AddressList) -> str:
    limits = work.config.limits
    asked = invitations.invite_players(work.session, work.game, work.leader, addresses, work.now, limits)
    return work.say("invited", addresses=asked) if asked else work.say("invited none")


@declare(
    ServerCommand(
        "word",
        (command_form(r"(new )?word", "word", "a new word that lets people into a game that is not open to all"),),
        "leading",
        "master",
        once=True,
        tells=True,
        proved=True,
        says=("word comes", "word is"),
    )
)
def renew_entry_word(work: Work) -> str:
    """It goes in a letter of its own, to where the game master is registered; on the page it is shown."""
    invitations.renew_entry_word(work.session, work.game)
    if work.door != "letter":
        return work.say("word is", word=invitations.entry_word(work.config.secret_key, work.game))
    notify.queue_letter(work.session, Kind.WORD, work.writer.player, f"word:{work.key}", game=work.game, now=work.now)
    return work.say("word comes")


# --- deputies ------------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "deputy",
        (
            command_form(
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
def name_deputy(work: Work, address: InvitedPlayer, span: DaySpan) -> str:
    begins, ends = day_span_instants(span, work.zone)
    row = deputies.name_deputy(work.session, work.game, work.seat, address, begins, ends, work.now, work.config.limits)
    return describe_asked_deputy(work, address.address, row)


def day_span_instants(days: DaySpan, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """From the beginning of the first day to the end of the last."""
    return utc_instant(days.first, time(0), zone), utc_instant(days.last + timedelta(days=1), time(0), zone)


def describe_asked_deputy(work: Work, address: str, row: Deputy) -> str:
    moment = work.say.calendar.format_moment
    begins, ends = moment(row.begins_at, work.zone), moment(row.ends_at, work.zone)
    return work.say("deputy asked", address=address, begins=begins, ends=ends)


@declare(
    ServerCommand(
        "no deputy",
        (command_form(r"no deputy|deputy (none|no|end)|end deputy", "no deputy", "nobody stands in for you any more"),),
        "others",
        tells=True,
        says=("deputy ended",),
    )
)
def dismiss_deputies(work: Work) -> str:
    deputies.dismiss_deputies(work.session, work.game, work.seat, work.now)
    return work.say("deputy ended")


@declare(
    ServerCommand(
        "accept",
        (
            command_form(
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
def accept_request(work: Work, game: Game) -> str:
    asked = find_asked(work, game)
    session, player, now = work.session, work.writer.player, work.now
    if asked.kind is requests.LEAD:
        role = leaders.accept_lead(session, game, player, now)
        return work.say("you lead" if role == "master" else "you help lead", slug=game.slug)
    if asked.kind is requests.SEAT:
        seat, is_theirs = gifts.accept_gift(session, game, player, now, asked.number)
        return work.say("gift accepted" if is_theirs else "gift waits", seat=work.say.seat_name(seat), slug=game.slug)
    row = deputies.accept_deputyship(session, game, player, now, asked.number)
    return work.say("deputy accepted", seat=get_seat_name(work, game, row.seat_id), slug=game.slug)


def find_asked(work: Work, game: Game) -> requests.Request:
    """Return what the writer answers: in a letter, what the letter asked that they answer."""
    return requests.get_accept_request(work.session, game, work.writer.player, work.now, work.writer.answers)


@declare(
    ServerCommand(
        "decline",
        (
            command_form(
                r"(decline|stand down)( (?P<game>[\w-]+))?",
                "decline GAME",
                "no, you do not stand in, or no longer, do not take the seat, or do not lead",
                friendly=True,
            ),
        ),
        "others",
        tells=True,
        right=Right.OWN,
        says=("deputy declined", "gift declined", "you lead no more"),
    )
)
def decline_request(work: Work, game: Game) -> str:
    """Have who stands in already, and was asked nothing else, stand down."""
    session, player, now = work.session, work.writer.player, work.now
    asked = requests.find_accept_request(session, game, player, now, work.writer.answers)
    if asked and asked.kind is requests.LEAD:
        leaders.stop_leading(session, game, player, now)
        return work.say("you lead no more", slug=game.slug)
    if asked and asked.kind is requests.SEAT:
        seat = gifts.decline_gift(session, game, player, now, asked.number)
        return work.say("gift declined", seat=work.say.seat_name(seat), slug=game.slug)
    row = deputies.decline_deputyship(session, game, player, now, find_declined_number(work, game))
    return work.say("deputy declined", seat=get_seat_name(work, game, row.seat_id), slug=game.slug)


def find_declined_number(work: Work, game: Game) -> int | None:
    """Return which deputyship a letter declines that asked for one; None if any. Raises Refusal "nothing offered" if
    the letter asked for something else."""
    answers = work.writer.answers
    kind = requests.find_asking_kind(game, answers)
    if kind not in (None, requests.DEPUTY):
        raise Refusal("nothing offered", slug=game.slug)
    return requests.asked_number(requests.DEPUTY, answers) if kind and answers else None


# --- given away ----------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "give",
        (
            command_form(
                rf"give (?P<slug>[\w-]+) to {ADDRESS}(?P<press> with (my )?press)?",
                "give GAME to NAME@HOST",
                "offer your seat to somebody for good; “… with press” lets them read what was private",
            ),
        ),
        "others",
        tells=True,
        final=lambda _, game, seat: ENGLISH("final give", game=game, seat=seat),
        says=("gift offered", "which game", "page tick"),
    )
)
def offer_seat(work: Work, address: InvitedPlayer, slug: str = "", press: bool = False) -> str:
    """Only who names the game means it."""
    seat = work.seat
    if slug.lower() != work.game.slug:
        raise CommandRefused(work.ask_to_mean_it("which game"))
    gifts.offer_seat(work.session, work.game, seat, address, work.now, work.config.limits)
    tenures.set_press_left(work.session, seat, press)
    return work.say("gift offered", seat=work.say.seat_name(seat), address=address.address)


@declare(
    ServerCommand(
        "keep",
        (command_form(r"keep (my )?seat", "keep seat", "you offer your seat to nobody any more"),),
        "others",
        says=("gift withdrawn",),
    )
)
def keep_seat(work: Work) -> str:
    gifts.withdraw_offer(work.session, work.seat, work.now)
    return work.say("gift withdrawn", seat=work.say.seat_name(work.seat))


@declare(
    ServerCommand(
        "agree",
        (
            command_form(
                r"agree (to )?(?P<seat>\S.{0,80})",
                "agree SEAT",
                "a seat passes to the one to whom it is given",
                friendly=True,
            ),
        ),
        "leading",
        "master",
        tells=True,
        says=("gift agreed",),
    )
)
def agree_to_gift(work: Work, seat: Seat) -> str:
    gifts.agree_to_gift(work.session, work.game, seat, work.now)
    return work.say("gift agreed", seat=work.say.seat_name(seat))


# --- watchers ------------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "watch",
        (
            command_form(
                r"(watch|observe|monitor)( (\w+@)?(?P<game>[\w-]+))?( word (?P<word>\w{4,40})| (?!word\b)\S+)?",
                "watch GAME",
                "get the public reports of a game in which you do not play",
                friendly=True,
            ),
        ),
        "game",
        tells=True,
        right=Right.OWN,
        wanted=lambda work, said: ("wish watch", {"slug": find_wanted_game(work, said).slug}),
        says=("watching", "wish watch"),
    )
)
def watch_game(work: Work, game: Game, word: str = "") -> str:
    knows = invitations.is_entry_word(work.config.secret_key, game, word)
    watchers.watch_game(work.session, game, work.writer.player, work.now, knows)
    return work.say("watching", slug=game.slug)


@declare(
    ServerCommand(
        "unwatch",
        (command_form(r"(unwatch|unobserve)( (?P<game>[\w-]+))?", "unwatch GAME", "get them no more"),),
        "game",
        right=Right.OWN,
        says=("not watching",),
    )
)
def unwatch_game(work: Work, game: Game) -> str:
    watchers.unwatch_game(work.session, game, work.writer.player)
    return work.say("not watching", slug=game.slug)


def get_seat_name(work: Work, game: Game, seat_id: int) -> str:
    return next(work.say.seat_name(seat) for seat in games.list_game_seats(work.session, game) if seat.id == seat_id)


@declare(
    ServerCommand(
        "deputy for",
        (
            command_form(
                rf"deputy for (?P<seat>[^<>@]{{1,80}}?) ?: ?{ADDRESS} (?P<span>\S.{{1,80}})",
                "deputy for SEAT: NAME@HOST from 3 Jan to 10 Jan",
                "ask somebody to stand in for a player who cannot write; the seat stays theirs",
            ),
        ),
        "leading",
        "master",
        tells=True,
        says=("deputy asked",),
    )
)
def name_deputy_for(work: Work, seat: Seat, address: InvitedPlayer, span: DaySpan) -> str:
    limits, (begins, ends) = work.config.limits, day_span_instants(span, work.zone)
    row = deputies.name_deputy(
        work.session, work.game, seat, address, begins, ends, work.now, limits, work.leader, for_holder=True
    )
    return describe_asked_deputy(work, address.address, row)
