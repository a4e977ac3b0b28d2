"""Commands of a game master."""

from __future__ import annotations

from pbem.mail.acts.asking import named_phase
from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Form, Said, Weight, form
from pbem.mail.work import No, Work
from pbem.pace import PaceError, length
from pbem.play import master, people, seats
from pbem.wording import ENGLISH

ELSEWHERE = "The game master does this on a page of his own, “Lead the game”."


def of_master(
    name: str, *forms: Form, says: tuple[str, ...], bound: bool = False, final: Weight | None = None
) -> Command:
    """A command of the game master."""
    return Command(name, forms, "leading", "master", ELSEWHERE, says=says, bound=bound, tells=True, final=final)


@declare(
    of_master(
        "extend",
        form(r"extend( by)? (?P<length>\d.*)", "extend 24h", "move the deadline"),
        bound=True,
        says=("deadline moved", "master alone"),
    )
)
def extend(work: Work, said: Said) -> str:
    try:
        by = length(said.args["length"])
    except PaceError as error:
        raise No(str(error)) from error
    if work.game.master_id != work.writer.player.id:
        raise No(work.say("master alone", length=said.args["length"]))
    master.extend(work.session, work.game, work.writer.player, by, work.now)
    return work.say("deadline moved")


@declare(of_master("pause", form(r"pause|suspend", "pause", "stop the clock"), says=("clock stands",)))
def pause(work: Work, _: Said) -> str:
    master.pause(work.session, work.game, work.writer.player, work.now)
    return work.say("clock stands")


@declare(of_master("resume", form(r"resume|unpause", "resume", "start it again"), says=("clock runs",)))
def resume(work: Work, _: Said) -> str:
    master.resume(work.session, work.game, work.writer.player, work.now)
    return work.say("clock runs")


@declare(
    of_master(
        "process",
        form(r"process!?", "process", "resolve now with the orders that are there"),
        bound=True,
        final=lambda _, game, __: ENGLISH("final process", game=game),
        says=("resolved",),
    )
)
def process(work: Work, _: Said) -> str:
    phase = master.process(work.session, work.game, work.writer.player, work.now)
    return work.say("resolved", phase=work.called(phase))


@declare(
    of_master(
        "replace",
        form(
            r"replace (?P<seat>[^<>@]{1,80}?) (by|with) ([^<]*<)?(?P<address>[^\s<>@]+@[^\s<>@]+)>?",
            "replace SEAT by NAME@HOST",
            "hand a seat to somebody else",
        ),
        final=lambda said, game, _: ENGLISH("final replace", game=game, seat=said.args["seat"]),
        says=("played by",),
    )
)
def replace(work: Work, said: Said) -> str:
    master.allow(work.game, work.writer.player)
    seat = seats.find(work.session, work.game, said.args["seat"])
    player = people.player(work.session, said.args["address"], work.now)
    master.replace(work.session, work.game, work.writer.player, seat.code, player, work.now, work.config.limits)
    return work.say("played by", seat=work.say.name(seat), address=player.address)


@declare(
    of_master(
        "rollback",
        form(r"roll ?back( to)? (?P<phase>[\w-]+)", "rollback PHASE", "go on from that phase"),
        final=lambda said, game, _: ENGLISH("final rollback", game=game, phase=said.args["phase"]),
        says=("resumed from", "no phase", "no phase yet"),
    )
)
def rollback(work: Work, said: Said) -> str:
    phase = named_phase(work, said.args["phase"])
    master.rollback(work.session, work.game, work.writer.player, phase.number, work.now)
    return work.say("resumed from", phase=work.called(phase))
