"""Arguments of commands: what their words mean is read by their type, in one way for every door.

An act names in its signature what it needs, `def extend(work: Work, by: timedelta, reason: str = "")`; a letter, a form
and the command line bring words for it. `ARGUMENT_KINDS` has every type that an argument can be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any

from pbem.campaigns import opening
from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import ArgumentKind, Utterance
from pbem.games import Refusal, games
from pbem.games.people import people
from pbem.games.phases.phase_names import list_named_phases
from pbem.games.seating import seats
from pbem.pace import DaySpan, PaceError, parse_length, parse_moment, zone_info
from pbem.pace.days import parse_day_span
from pbem.storage.models import Campaign, Game, Phase, Player, Seat

KnownPlayer = Annotated[Player, "who has written here"]
"""Whoever has an address; nobody becomes known by being named."""
InvitedPlayer = Annotated[Player, "who may never have written"]
"""Whoever has an address, registered if that is new."""
AddressList = Annotated[list[str], "addresses"]
EngineCode = Annotated[str, "the code of a game that can be played"]


def read_phase(work: Work, words: str) -> Phase:
    """The phase of a name, a number or the words that readers see, the newest if it came more than once; the current
    one without a name. Raises CommandRefused."""
    known = games.list_phases(work.session, work.game)
    if found := list_named_phases(known, words, work.writer_phase_title):
        return found[-1]
    names = ", ".join(dict.fromkeys(map(work.writer_phase_title, known)))
    raise CommandRefused(
        work.say("no phase" if known else "no phase yet", name=words, slug=work.game.slug, names=names)
    )


def read_number(work: Work, words: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", words):
        raise CommandRefused(work.say("no number", words=words[:20]))
    return int(words)


def read_length(_: Work, words: str) -> timedelta:
    try:
        return parse_length(words)
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error


def read_moment(work: Work, words: str) -> datetime:
    """An instant, in the zone of the game."""
    try:
        return parse_moment(words, work.now, zone_info(work.game.zone))
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error


def read_days(work: Work, words: str) -> DaySpan:
    """Days as the writer counts them, in their zone."""
    try:
        return parse_day_span(words, work.now.astimezone(work.zone).date())
    except PaceError as error:
        raise Refusal("absence unclear", why=str(error)) from error


def kind(read: Any, usual: Any = None, joint: str = ", ") -> ArgumentKind:
    """A kind whose words are read without those of other arguments."""
    return ArgumentKind(lambda work, words, _: read(work, words), usual, joint)


ARGUMENT_KINDS: Mapping[Any, ArgumentKind] = {
    str: kind(lambda _, words: words),
    int | None: kind(read_number),
    int: kind(read_number),
    bool: kind(lambda _, words: bool(words)),
    timedelta: kind(read_length),
    datetime: kind(read_moment),
    DaySpan: kind(read_days, joint=" to "),
    DaySpan | None: kind(read_days, joint=" to "),
    Seat: kind(lambda work, words: seats.get_seat_by_name(work.session, work.game, words)),
    Seat | None: kind(lambda work, words: seats.get_seat_by_name(work.session, work.game, words)),
    Phase: kind(read_phase, lambda work: read_phase(work, "")),
    Game: ArgumentKind(
        lambda work, words, given: work.get_game_for_writer(words, given.get("word", "")), lambda work: work.game
    ),
    Campaign: kind(lambda work, words: opening.get_campaign(work.session, words)),
    EngineCode: kind(lambda _, words: games.get_engine_code(words)),
    KnownPlayer: kind(lambda work, words: people.get_known_writer(work.session, words)),
    InvitedPlayer: kind(lambda work, words: people.get_or_register_player(work.session, words, work.now)),
    AddressList: kind(lambda _, words: re.findall(r"[^\s<>,;]+@[^\s<>,;]+", words)),
    Utterance: ArgumentKind(lambda *_: None, lambda _: None),  # the whole of what was said, given by the dispatcher
}


def read_arguments(work: Work, said: Utterance) -> dict[str, object]:
    """The arguments of a command by their names. Raises CommandRefused, Refusal for what is none, or is missing."""
    command, found = said.command, dict[str, object]()
    assert command is not None
    given = {"text": said.text, **said.args} if command.end or said.text else said.args
    for one in command.arguments:
        reader, words = ARGUMENT_KINDS[one.kind], given.get(one.name)
        if one.kind is Utterance:
            found[one.name] = said
        elif words is not None:
            found[one.name] = reader.read(work, words, given)
        elif one.required and reader.usual is not None:
            found[one.name] = reader.usual(work)
        elif one.required:
            raise CommandRefused(work.say("argument missing", usage=command.forms[0].usage or command.name))
    return found
