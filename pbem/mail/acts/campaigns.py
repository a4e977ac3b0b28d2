"""Commands about leagues, knock-outs, duplicates and series."""

from __future__ import annotations

import re

from pbem import render
from pbem.campaigns import lines, opening, rounds, telling
from pbem.mail.acts.agreed import GAME, KINDS
from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Said, form
from pbem.mail.work import Work
from pbem.pace import zone_info
from pbem.play import games

ELSEWHERE = "The page of the campaign has a button for that."


@declare(
    Command(
        "campaigns",
        (form(r"(list |my )?(campaigns|leagues|tournaments)", "campaigns", "leagues, knock-outs and series"),),
        "game",
        elsewhere="The page Campaigns lists them.",
        says=("campaigns", "no campaigns", "campaign line"),
        asks=True,
        once=True,
    )
)
def campaigns(work: Work, _: Said) -> str:
    found = telling.lines(work.session, opening.listed(work.session), work.say)
    return work.tell(work.say("campaigns"), "\n".join(found) or work.say("no campaigns"))


def wanted(_: Work, said: Said) -> tuple[str, dict[str, str]]:
    """What a stranger would like to lead. The name he gives is his own word, and not told."""
    return "wish campaign", {"title": games.named_engine(games.engine_called(said.args["engine"])).title}


@declare(
    Command(
        "create campaign",
        (
            form(
                rf"(create|open|new)( an?)?( new)? (?P<kind>{KINDS}) (?P<campaign>[\w-]+)[ ,:]+{GAME}",
                "create league NAME GAME … end",
                "open a league of your own, or a knockout, duplicate or series; the lines between are “rounds 4”, "
                "“best 3”, “title Summer league”, and what its games are opened with",
            ),
        ),
        "game",
        elsewhere="The page Campaigns opens one.",
        end=re.compile(rf"end( ?(create|campaign|{KINDS}))?", re.IGNORECASE),
        tells=True,
        says=("campaign opened", "wish campaign"),
        wanted=wanted,
    )
)
def create(work: Work, said: Said) -> str:
    code, kind = games.engine_called(said.args["engine"]), said.args["kind"].lower().replace("-", "")
    lead, slug = work.writer.player, said.args["campaign"].lower()
    found = lines.opened(work.session, kind, code, slug, said.text, lead, lead.zone, work.now, work.config.limits)
    work.tell(work.say("terms", slug=found.slug), "\n".join(lines.written(found)))
    return work.say("campaign opened", title=found.title, slug=found.slug)


@declare(
    Command(
        "campaign",
        (
            form(
                r"(campaign|league|tournament|standings) (?P<campaign>[\w-]+)",
                "campaign NAME",
                "how a campaign stands: its table and its games",
            ),
        ),
        "game",
        elsewhere="The page of the campaign shows it.",
        says=("campaign standings",),
        asks=True,
        once=True,
    )
)
def campaign(work: Work, said: Said) -> str:
    found = opening.find(work.session, said.args["campaign"])
    told = telling.blocks(work.session, found, zone_info(work.writer.player.zone), work.say)
    text = "\n\n".join(filter(None, (telling.lead(work.session, found, work.say), render.text(told).strip("\n"))))
    return work.tell(found.title, text)


@declare(
    Command(
        "enter",
        (form(r"enter (?P<campaign>[\w-]+)", "enter NAME", "take part in a campaign", friendly=True),),
        "game",
        elsewhere=ELSEWHERE,
        says=("campaign entered", "wish enter"),
        wanted=lambda work, said: ("wish enter", {"slug": opening.find(work.session, said.args["campaign"]).slug}),
    )
)
def enter(work: Work, said: Said) -> str:
    found = opening.find(work.session, said.args["campaign"])
    opening.enter(work.session, found, work.writer.player, work.now)
    return work.say("campaign entered", title=found.title)


@declare(
    Command(
        "leave",
        (form(r"leave (?P<campaign>[\w-]+)", "leave NAME", "play no further round of a campaign", friendly=True),),
        "game",
        elsewhere=ELSEWHERE,
        says=("campaign left",),
    )
)
def leave(work: Work, said: Said) -> str:
    found = opening.find(work.session, said.args["campaign"])
    opening.leave(work.session, found, work.writer.player, work.now)
    return work.say("campaign left", title=found.title)


@declare(
    Command(
        "again",
        (
            form(
                r"again (?P<campaign>[\w-]+) (?P<answer>yes|no|ja|nein|oui|non)",
                "again NAME yes · again NAME no",
                "whether you play the next season of a series",
            ),
        ),
        "game",
        elsewhere=ELSEWHERE,
        says=("campaign again", "campaign not again"),
    )
)
def again(work: Work, said: Said) -> str:
    found = opening.find(work.session, said.args["campaign"])
    plays = said.args["answer"].lower() in ("yes", "ja", "oui")
    opening.again(work.session, found, work.writer.player, plays, work.now)
    return work.say("campaign again" if plays else "campaign not again", title=found.title)


@declare(
    Command(
        "begin",
        (form(r"begin (?P<campaign>[\w-]+)", "begin NAME", "open the first round of a campaign that you lead"),),
        "leading",
        elsewhere=ELSEWHERE,
        says=("campaign begun",),
        tells=True,
    )
)
def begin(work: Work, said: Said) -> str:
    found = opening.find(work.session, said.args["campaign"])
    rounds.start(work.session, found, work.writer.player, work.now)
    return work.say("campaign begun", title=found.title, count=len(opening.games_of(work.session, found)))
