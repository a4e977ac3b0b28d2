"""Commands about leagues, knock-outs, duplicates and series."""

from __future__ import annotations

from pbem import render
from pbem.campaigns import opening, rounds, telling
from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Said, form
from pbem.mail.work import Work
from pbem.pace import zone_info

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
        (form(r"enter (?P<campaign>[\w-]+)", "enter NAME", "take part in a campaign"),),
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
        (form(r"leave (?P<campaign>[\w-]+)", "leave NAME", "play no further round of a campaign"),),
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
