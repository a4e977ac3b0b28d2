"""Commands of who leads a game. Each may end in “because …”, which all can read in the ledger."""

from __future__ import annotations

import re

from pbem import render, reports
from pbem.books.sheet import sheet
from pbem.mail.acts.asking import named_phase
from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Form, Said, Weight, form
from pbem.mail.work import No, Work
from pbem.models import Phase, Player, Seat
from pbem.pace import PaceError, length, moment_of, zone_info
from pbem.play import corrections, leaders, master, people, seats, terms
from pbem.spending import spend
from pbem.wording import ENGLISH

ELSEWHERE = "The game master does this on a page of his own, “Lead the game”."
BECAUSE = r"(?:,? because (?P<reason>.{1,300}))?"
"""Why something is done, as all may read it."""
ADDRESS = r"([^<]*<)?(?P<address>[^\s<>@]+@[^\s<>@]+)>?"
END = re.compile(r"end( ?(orders|correct(ion)?|board|official|press|broadcast))?", re.IGNORECASE)
"""What ends a block of a game master."""


def because(pattern: str, usage: str = "", help: str = "") -> Form:
    """A way to write a command, with room for a reason."""
    return form(rf"(?:{pattern}){BECAUSE}", usage, help)


def of_master(
    name: str,
    *forms: Form,
    says: tuple[str, ...],
    bound: bool = False,
    final: Weight | None = None,
    end: re.Pattern[str] | None = None,
    alone: bool = False,
) -> Command:
    """A command of the game master."""
    return Command(
        name, forms, "leading", "master", ELSEWHERE, end, says=says, bound=bound, tells=True, final=final, alone=alone
    )


def why(said: Said) -> str:
    """The reason that was given."""
    return said.args.get("reason", "")


def seat_of(work: Work, said: Said) -> Seat:
    """The seat that is named. Names of seats are not told to who does not lead the game."""
    master.allow(work.session, work.game, work.writer.player)
    return seats.find(work.session, work.game, said.args["seat"])


# --- time -------------------------------------------------------------------------------------------------------


@declare(
    of_master(
        "extend",
        because(r"extend( by)? (?P<length>\d.*?)", "extend 24h", "move the deadline"),
        bound=True,
        says=("deadline moved", "master alone"),
    )
)
def extend(work: Work, said: Said) -> str:
    try:
        by = length(said.args["length"])
    except PaceError as error:
        raise No(str(error)) from error
    if not work.leads:
        raise No(work.say("master alone", length=said.args["length"]))
    master.extend(work.session, work.game, work.writer.player, by, work.now, why(said))
    return work.say("deadline moved")


@declare(
    of_master(
        "deadline",
        because(
            r"(set )?deadline( to| is)? (?P<when>.{1,60}?)",
            "deadline 24 Dec 20:00",
            "set it to a moment in the zone of the game",
        ),
        bound=True,
        says=("deadline moved",),
    )
)
def deadline(work: Work, said: Said) -> str:
    try:
        at = moment_of(said.args["when"], work.now, zone_info(work.game.zone))
    except PaceError as error:
        raise No(str(error)) from error
    master.deadline(work.session, work.game, work.writer.player, at, work.now, why(said))
    return work.say("deadline moved")


@declare(
    of_master(
        "set",
        because(
            r"(set|change) (?P<text>(?!(my )?(e-?mail )?address\b|no\b|draw\b|concede\b|wait\b|ready\b).+?)",
            "set GRACE 6 hours · set PACE daily 20:00 · set QUIET sat, sun · set GAME ZONE Europe/Paris",
            "change what was agreed; “rules of the game” lists it, a line each",
        ),
        says=("terms changed",),
    )
)
def set_(work: Work, said: Said) -> str:
    new = terms.change(work.session, work.game, work.writer.player, said.args["text"], work.now, why(said))
    return work.say("terms changed", lines=list(new))


@declare(of_master("pause", because(r"pause|suspend", "pause", "stop the clock"), says=("clock stands",)))
def pause(work: Work, said: Said) -> str:
    master.pause(work.session, work.game, work.writer.player, work.now, why(said))
    return work.say("clock stands")


@declare(of_master("resume", because(r"resume|unpause|activate", "resume", "start it again"), says=("clock runs",)))
def resume(work: Work, said: Said) -> str:
    master.resume(work.session, work.game, work.writer.player, work.now, why(said))
    return work.say("clock runs")


@declare(
    of_master(
        "process",
        because(r"process!?", "process", "resolve now with the orders that are there"),
        bound=True,
        final=lambda _, game, __: ENGLISH("final process", game=game),
        says=("resolved",),
    )
)
def process(work: Work, said: Said) -> str:
    phase = master.process(work.session, work.game, work.writer.player, work.now, why(said))
    return work.say("resolved", phase=work.called(phase))


@declare(
    Command(
        "preview",
        (
            form(
                r"(preview|predict|dry run)( (as|for) (?P<seat>.+))?",
                "preview · preview as SEAT",
                "what would be reported if it was resolved now; nothing is done, and the ledger says that you looked",
            ),
        ),
        "leading",
        "master",
        ELSEWHERE,
        asks=True,
        says=("preview", "what if spent"),
    )
)
def preview(work: Work, said: Said) -> str:
    """The report that would go out."""
    seat = seat_of(work, said) if "seat" in said.args else None
    if not spend(work.session, work.config.limits, "what_ifs", work.writer.player.id, work.now):
        raise No(work.say("what if spent"))

    def told(phase: Phase) -> str:
        return render.text(reports.blocks(work.session, phase, seat, work.writer.player.zone, with_press=False))

    text = master.preview(work.session, work.game, work.writer.player, work.now, told)
    return work.tell(work.say("preview"), text.rstrip())


# --- back and forth ---------------------------------------------------------------------------------------------

KEEP = r"(?P<keep>,? (keep|keeping|with)( the| their)? orders| restore| recover)?(,? without( the)? orders)?"


@declare(
    of_master(
        "rollback",
        because(
            rf"roll ?back( full)?(?P<restore> restore| recover)?( to)? (?P<phase>\w[\w ,.()–/-]{{0,80}}?){KEEP}",
            "rollback PHASE · rollback PHASE keep orders",
            "go on from that phase, as “rollback spring 1902”; its orders stand again or are sent anew",
        ),
        final=lambda said, game, _: ENGLISH("final rollback", game=game, phase=said.args["phase"]),
        says=("resumed from", "no phase", "no phase yet"),
    )
)
def rollback(work: Work, said: Said) -> str:
    phase, keep = named_phase(work, said.args["phase"]), bool({"keep", "restore"} & said.args.keys())
    leader = work.writer.player
    master.rollback(work.session, work.game, leader, phase.number, work.now, keep_orders=keep, reason=why(said))
    return work.say("resumed from", phase=work.called(phase))


@declare(
    of_master(
        "rollforward",
        because(r"roll ?forward", "rollforward", "take the last going back back, with the orders given by then"),
        final=lambda _, game, __: ENGLISH("final rollforward", game=game),
        says=("resumed from",),
    )
)
def rollforward(work: Work, said: Said) -> str:
    phase = master.rollforward(work.session, work.game, work.writer.player, work.now, why(said))
    return work.say("resumed from", phase=work.called(phase))


# --- orders and words -------------------------------------------------------------------------------------------


@declare(
    of_master(
        "correct",
        because(
            r"(correct|give)( the)? orders( (of|for))? (?P<seat>.{1,80}?)",
            "correct orders of SEAT … end",
            "the lines between stand in the place of all its orders, if every one of them is right",
        ),
        end=END,
        says=("orders corrected",),
    )
)
def correct(work: Work, said: Said) -> str:
    seat = seat_of(work, said)
    master.correct(work.session, work.game, work.writer.player, seat, said.text, work.now, why(said))
    return work.say("orders corrected", seat=work.say.name(seat))


@declare(
    of_master(
        "board",
        because(
            r"correct( the)? (board|position)",
            "correct board … end",
            "the lines between put right how things stand; all alone, what can be said",
        ),
        end=END,
        alone=True,
        says=("board corrected", "can correct"),
    )
)
def board(work: Work, said: Said) -> str:
    """Without a line between, what can be put right."""
    if not said.text.strip():
        asked = corrections.ask(work.session, work.game, work.writer.player)
        blocks = sheet(asked, (), lambda _: ())
        return work.tell(work.say("can correct"), render.text(blocks).rstrip())
    leader = work.writer.player
    phase = corrections.correct(work.session, work.game, leader, said.text, work.now, why(said))
    return work.say("board corrected", phase=work.called(phase))


@declare(
    of_master(
        "official",
        form(
            r"official( (?P<subject>(?!:)[^:]{1,80}?))?( ?: ?(?P<text>.+))?",
            "official … endofficial",
            "the lines between go to all, from the master",
        ),
        end=END,
        says=("sent to", "all"),
    )
)
def official(work: Work, said: Said) -> str:
    """Words to all from the master, also from one who plays himself."""
    key, limits = f"{work.key}:{said.at}", work.config.limits
    words = "\n\n".join(filter(None, (said.args.get("subject"), said.text)))
    master.message(work.session, work.game, work.writer.player, words, work.now, key, limits)
    return work.say("sent to", names=work.say("all"))


# --- seats ------------------------------------------------------------------------------------------------------


@declare(
    of_master(
        "replace",
        because(
            rf"replace (?P<seat>[^<>@]{{1,80}}?) (by|with) {ADDRESS}",
            "replace SEAT by NAME@HOST",
            "hand a seat to somebody else",
        ),
        final=lambda said, game, _: ENGLISH("final replace", game=game, seat=said.args["seat"]),
        says=("played by",),
    )
)
def replace(work: Work, said: Said) -> str:
    seat, limits = seat_of(work, said), work.config.limits
    player = people.player(work.session, said.args["address"], work.now)
    leader = work.writer.player
    master.replace(work.session, work.game, leader, seat.code, player, work.now, limits, why(said))
    return work.say("played by", seat=work.say.name(seat), address=player.address)


@declare(
    of_master(
        "eject",
        because(r"eject (?P<seat>[^<>@]{1,80}?)", "eject SEAT", "take a seat from its player; it is vacant then"),
        final=lambda said, game, _: ENGLISH("final replace", game=game, seat=said.args["seat"]),
        says=("ejected",),
    )
)
def eject(work: Work, said: Said) -> str:
    seat = seat_of(work, said)
    master.eject(work.session, work.game, work.writer.player, seat, work.now, why(said))
    return work.say("ejected", seat=work.say.name(seat))


@declare(
    of_master(
        "dummy",
        because(r"dummy (?P<seat>[^<>@]{1,80}?)", "dummy SEAT", "let the game's own adviser play a seat"),
        final=lambda said, game, _: ENGLISH("final replace", game=game, seat=said.args["seat"]),
        says=("dummy",),
    )
)
def dummy(work: Work, said: Said) -> str:
    seat = seat_of(work, said)
    master.dummy(work.session, work.game, work.writer.player, seat, work.now, why(said))
    return work.say("dummy", seat=work.say.name(seat))


# --- who leads --------------------------------------------------------------------------------------------------


@declare(
    of_master(
        "cancel",
        because(
            r"(cancel|terminate)( the)?( game)? (?P<game>[\w-]+)",
            "cancel GAME",
            "end the game without a winner, for good",
        ),
        final=lambda _, game, __: ENGLISH("final cancel", game=game),
        says=("cancelled", "cancel how"),
    )
)
def cancel(work: Work, said: Said) -> str:
    if said.args["game"].lower() != work.game.slug:
        raise No(work.say("cancel how", slug=work.game.slug))
    master.cancel(work.session, work.game, work.writer.player, work.now, why(said))
    return work.say("cancelled", slug=work.game.slug)


@declare(
    of_master(
        "hand over",
        form(
            rf"(hand over|promote)( the game)?( to)? {ADDRESS}",
            "hand over to NAME@HOST",
            "make somebody the game master in your place, once he accepts",
        ),
        final=lambda said, game, _: ENGLISH("final hand over", game=game, address=said.args["address"]),
        says=("leads now", "asked to lead"),
    )
)
def hand_over(work: Work, said: Said) -> str:
    player = known(work, said)
    done = master.hand_over(work.session, work.game, work.writer.player, player, work.now, work.config.limits)
    return work.say("leads now" if done else "asked to lead", address=player.address)


@declare(
    of_master(
        "co-master",
        form(
            rf"co-?master {ADDRESS}",
            "co-master NAME@HOST",
            "ask somebody to lead the game with you; he may do all that you may",
        ),
        form(rf"(dismiss|no co-?master) {ADDRESS}", "dismiss NAME@HOST", "he leads no more"),
        says=("asked to lead", "dismissed"),
    )
)
def co_master(work: Work, said: Said) -> str:
    player, leader = known(work, said), work.writer.player
    if said.form is not None and "dismiss" in said.form.usage:
        master.dismiss(work.session, work.game, leader, player, work.now)
        return work.say("dismissed", address=player.address)
    master.ask_to_lead(work.session, work.game, leader, player, work.now, work.config.limits)
    return work.say("asked to lead", address=player.address)


def known(work: Work, said: Said) -> Player:
    """Who has the address that is named: nobody becomes known by being named. Raises Refused "never wrote"."""
    master.allow(work.session, work.game, work.writer.player)
    return people.who_wrote(work.session, said.args["address"])


@declare(
    Command(
        "step down",
        (form(r"step down( (?P<game>[\w-]+))?", "step down GAME", "lead a game no more, or not at all"),),
        "leading",
        elsewhere=ELSEWHERE,
        tells=True,
        says=("you lead no more",),
    )
)
def step_down(work: Work, said: Said) -> str:
    game = work.meant(said)
    leaders.leave(work.session, game, work.writer.player, work.now)
    return work.say("you lead no more", slug=game.slug)
