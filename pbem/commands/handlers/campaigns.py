"""Commands about leagues, knock-outs, duplicates and series."""

from __future__ import annotations

import re

from pbem import render
from pbem.campaigns import lines, opening, rounds, telling
from pbem.commands.arguments import EngineCode
from pbem.commands.context import Work
from pbem.commands.declarations import ServerCommand, Utterance, command_form
from pbem.commands.handlers.agreed import GAME, KINDS
from pbem.commands.handlers.declared import declare
from pbem.games import games
from pbem.storage.models import Campaign


@declare(
    ServerCommand(
        "campaigns",
        (command_form(r"(list |my )?(campaigns|leagues|tournaments)", "campaigns", "leagues, knock-outs and series"),),
        "game",
        says=("campaigns", "no campaigns", "campaign line"),
        asks=True,
        once=True,
    )
)
def list_campaigns(work: Work) -> str:
    found = telling.list_campaign_lines(work.session, opening.list_campaigns(work.session), work.say)
    return work.add_section(work.say("campaigns"), "\n".join(found) or work.say("no campaigns"))


def wish_to_create_campaign(_: Work, said: Utterance) -> tuple[str, dict[str, str]]:
    """Return what a stranger would like to lead. The name they give is their own word, and not told."""
    return "wish campaign", {"title": games.get_engine_by_code(games.get_engine_code(said.args["engine"])).title}


@declare(
    ServerCommand(
        "create campaign",
        (
            command_form(
                rf"(create|open|new)( an?)?( new)? (?P<kind>{KINDS}) (?P<slug>[\w-]+)[ ,:]+{GAME}",
                "create league NAME GAME … end",
                "open a league of your own, or a knockout, duplicate or series; the lines between are “rounds 4”, "
                "“best 3”, “title Summer league”, and what its games are opened with",
            ),
        ),
        "game",
        end=re.compile(rf"end( ?(create|campaign|{KINDS}))?", re.IGNORECASE),
        tells=True,
        says=("campaign opened", "wish campaign"),
        wanted=wish_to_create_campaign,
    )
)
def create_campaign(work: Work, kind: str, slug: str, engine: EngineCode, text: str) -> str:
    lead, code = work.writer.player, kind.lower().replace("-", "")
    found = lines.open_campaign(
        work.session, code, engine, slug.lower(), text, lead, lead.zone, work.now, work.config.limits
    )
    work.add_section(work.say("terms", slug=found.slug), "\n".join(lines.list_campaign_terms(found)))
    return work.say("campaign opened", title=found.title, slug=found.slug)


@declare(
    ServerCommand(
        "campaign",
        (
            command_form(
                r"(campaign|league|tournament|standings) (?P<campaign>[\w-]+)",
                "campaign NAME",
                "how a campaign stands: its table and its games",
            ),
        ),
        "game",
        says=("campaign standings",),
        asks=True,
        once=True,
    )
)
def show_campaign(work: Work, campaign: Campaign) -> str:
    told = telling.build_campaign_blocks(work.session, campaign, work.zone, work.say)
    text = "\n\n".join(
        filter(
            None, (telling.campaign_lead(work.session, campaign, work.say), render.render_plain_text(told).strip("\n"))
        )
    )
    return work.add_section(campaign.title, text, told)


@declare(
    ServerCommand(
        "enter",
        (command_form(r"enter (?P<campaign>[\w-]+)", "enter NAME", "take part in a campaign", friendly=True),),
        "game",
        says=("campaign entered", "wish enter"),
        wanted=lambda work, said: (
            "wish enter",
            {"slug": opening.get_campaign(work.session, said.args["campaign"]).slug},
        ),
    )
)
def enter_campaign(work: Work, campaign: Campaign) -> str:
    opening.enter_campaign(work.session, campaign, work.writer.player, work.now)
    return work.say("campaign entered", title=campaign.title)


@declare(
    ServerCommand(
        "leave",
        (
            command_form(
                r"leave (?P<campaign>[\w-]+)", "leave NAME", "play no further round of a campaign", friendly=True
            ),
        ),
        "game",
        says=("campaign left",),
    )
)
def leave_campaign(work: Work, campaign: Campaign) -> str:
    opening.leave_campaign(work.session, campaign, work.writer.player, work.now)
    return work.say("campaign left", title=campaign.title)


@declare(
    ServerCommand(
        "again",
        (
            command_form(
                r"again (?P<campaign>[\w-]+) (?P<answer>yes|no|ja|nein|oui|non)",
                "again NAME yes · again NAME no",
                "whether you play the next season of a series",
            ),
        ),
        "game",
        says=("campaign again", "campaign not again"),
    )
)
def answer_next_season(work: Work, campaign: Campaign, answer: str) -> str:
    plays = answer.lower() in ("yes", "ja", "oui")
    opening.answer_next_season(work.session, campaign, work.writer.player, plays, work.now)
    return work.say("campaign again" if plays else "campaign not again", title=campaign.title)


@declare(
    ServerCommand(
        "begin",
        (
            command_form(
                r"begin (?P<campaign>[\w-]+)", "begin NAME", "open the first round of a campaign that you lead"
            ),
        ),
        "leading",
        says=("campaign begun",),
        tells=True,
    )
)
def start_campaign(work: Work, campaign: Campaign) -> str:
    rounds.start_campaign(work.session, campaign, work.writer.player, work.now)
    count = len(opening.list_campaign_games(work.session, campaign))
    return work.say("campaign begun", title=campaign.title, count=count)
