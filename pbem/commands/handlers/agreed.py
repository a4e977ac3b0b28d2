"""Commands about what was agreed: a game opened by letter, its rules, its ledger."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.commands.arguments import EngineCode
from pbem.commands.context import Work
from pbem.commands.declarations import ServerCommand, Utterance, command_form
from pbem.commands.handlers.declared import declare
from pbem.documents import game_summary, timetable
from pbem.games import games
from pbem.games.leading import terms
from pbem.games.seating import invitations
from pbem.storage.models import Game

KINDS = r"league|knock-?out|duplicate|series"
"""What campaigns are called by their kinds; they are no names of games."""
GAME = r"(?P<engine>[\w -]{1,40})"
"""The game that is played."""


def wish_to_create_game(_: Work, said: Utterance) -> tuple[str, dict[str, str]]:
    """Return what a stranger would like to play. The name they give is their own word, and not told."""
    return "wish create", {"title": games.get_engine_by_code(games.get_engine_code(said.args["engine"])).title}


@declare(
    ServerCommand(
        "create",
        (
            command_form(
                rf"(create|open|new)( (a )?(new )?game)? (?!({KINDS}) )(?P<slug>[\w-]+)[ ,:]+{GAME}",
                "create NAME GAME … end",
                "open a game of your own; the lines between are its options, pace and rules, as “pace daily 20:00”",
            ),
        ),
        "game",
        end=re.compile(r"end( ?(create|game))?", re.IGNORECASE),
        tells=True,
        says=("created", "created closed", "wish create"),
        wanted=wish_to_create_game,
    )
)
def create_game(work: Work, slug: str, engine: EngineCode, text: str) -> str:
    lead = work.writer.player
    game = terms.create_game(work.session, engine, slug.lower(), text, lead, lead.zone, work.now, work.config.limits)
    if work.writer.game is None:
        work.known = replace(work.writer, game=game)  # the receipt, and what is written below, is of it
    lines = "\n".join((*game.options.splitlines(), *terms.format_terms(game)))
    work.add_section(work.say("terms", slug=game.slug), lines)
    pace = timetable.describe_game_pace(game, work.say)
    if invitations.is_private(game):
        return work.say("created closed", slug=game.slug, pace=pace)
    return work.say("created", slug=game.slug, pace=pace)


@declare(
    ServerCommand(
        "terms",
        (
            command_form(
                r"(show |get )?(terms|rules of (the|this) game|settings)",
                "terms",
                "what was agreed about the game: its pace and rules, a line each",
            ),
        ),
        "game",
        asks=True,
        once=True,
        says=("terms",),
    )
)
def show_terms(work: Work) -> str:
    return work.add_section(work.say("terms", slug=work.game.slug), "\n".join(terms.format_terms(work.game)))


@declare(
    ServerCommand(
        "ledger",
        (command_form(r"(get )?ledger( (?P<game>[\w-]+))?", "ledger", "who did what to the game, when and why"),),
        "game",
        asks=True,
        once=True,
        says=("ledger", "ledger line"),
    )
)
def show_ledger(work: Work, game: Game) -> str:
    """All that stands in the ledger, in words."""
    zone, short = work.zone, work.say.calendar.format_short_moment
    lines = game_summary.describe_ledger(work.session, game, lambda at: short(at, zone), work.say)
    told = (work.say("ledger line", when=short(line.at, zone), text=line.text) for line in lines)
    return work.add_section(work.say("ledger", slug=game.slug), "\n".join(told))
