"""Commands about what was agreed: a game opened by letter, its rules, its ledger."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem import chronicle, timetable
from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Said, form
from pbem.mail.work import Work
from pbem.pace import zone_info
from pbem.play import games, invitations, terms

KINDS = r"league|knock-?out|duplicate|series"
"""What campaigns are called by their kinds; they are no names of games."""
GAME = r"(?P<engine>[\w -]{1,40})"
"""The game that is played."""


def wanted(_: Work, said: Said) -> tuple[str, dict[str, str]]:
    """What a stranger would like to play. The name he gives is his own word, and not told."""
    return "wish create", {"title": games.named_engine(games.engine_called(said.args["engine"])).title}


@declare(
    Command(
        "create",
        (
            form(
                rf"(create|open|new)( (a )?(new )?game)? (?!({KINDS}) )(?P<game>[\w-]+)[ ,:]+{GAME}",
                "create NAME GAME … end",
                "open a game of your own; the lines between are its options, pace and rules, as “pace daily 20:00”",
            ),
        ),
        "game",
        elsewhere="The page “New game” opens one.",
        end=re.compile(r"end( ?(create|game))?", re.IGNORECASE),
        tells=True,
        says=("created", "created closed", "wish create"),
        wanted=wanted,
    )
)
def create(work: Work, said: Said) -> str:
    code = games.engine_called(said.args["engine"])
    lead, slug = work.writer.player, said.args["game"].lower()
    game = terms.opened(work.session, code, slug, said.text, lead, lead.zone, work.now, work.config.limits)
    if work.writer.game is None:
        work.known = replace(work.writer, game=game)  # the receipt, and what is written below, is of it
    lines = "\n".join((*game.options.splitlines(), *terms.written(game)))
    work.tell(work.say("terms", slug=game.slug), lines)
    pace = timetable.of_game(game, work.say)
    if invitations.is_private(game):
        return work.say("created closed", slug=game.slug, pace=pace)
    return work.say("created", slug=game.slug, pace=pace)


@declare(
    Command(
        "terms",
        (
            form(
                r"(show |get )?(terms|rules of (the|this) game|settings)",
                "terms",
                "what was agreed about the game: its pace and rules, a line each",
            ),
        ),
        "game",
        elsewhere="The page of the game has it at its foot.",
        asks=True,
        once=True,
        says=("terms",),
    )
)
def agreed(work: Work, _: Said) -> str:
    return work.tell(work.say("terms", slug=work.game.slug), "\n".join(terms.written(work.game)))


@declare(
    Command(
        "ledger",
        (form(r"(get )?ledger( (?P<game>[\w-]+))?", "ledger", "who did what to the game, when and why"),),
        "game",
        elsewhere="The page of the game has it at its foot.",
        asks=True,
        once=True,
        says=("ledger", "ledger line"),
    )
)
def ledger(work: Work, said: Said) -> str:
    """All that stands in the ledger, in words."""
    game = work.meant(said)
    zone, short = zone_info(work.writer.player.zone), work.say.calendar.short
    lines = chronicle.ledger(work.session, game, lambda at: short(at, zone), work.say)
    told = (work.say("ledger line", when=short(line.at, zone), text=line.text) for line in lines)
    return work.tell(work.say("ledger", slug=game.slug), "\n".join(told))
