"""Commands of who leads a game. Each may end in “because …”, which all can read in the ledger."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from engines.report import Block
from pbem import render
from pbem.books.sheet import build_order_sheet
from pbem.commands.arguments import InvitedPlayer, KnownPlayer
from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import CommandForm, ServerCommand, Utterance, Weight, command_form
from pbem.commands.handlers.declared import declare
from pbem.documents import reports
from pbem.games import games
from pbem.games.leading import corrections, leaders, master, terms
from pbem.games.rights import Right
from pbem.storage.budgets import spend
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import ENGLISH

BECAUSE = r"(?:,? because (?P<reason>.{1,300}))?"
"""Why something is done, as all may read it."""
ADDRESS = r"([^<]*<)?(?P<address>[^\s<>@]+@[^\s<>@]+)>?"
MASTER_BLOCK_END = re.compile(r"end( ?(orders|correct(ion)?|board|official|press|broadcast))?", re.IGNORECASE)
"""What ends a block of a game master."""


def form_with_reason(pattern: str, usage: str = "", help: str = "") -> CommandForm:
    """A way to write a command, with room for a reason."""
    return command_form(rf"(?:{pattern}){BECAUSE}", usage, help)


def master_command(
    name: str,
    *forms: CommandForm,
    says: tuple[str, ...],
    bound: bool = False,
    final: Weight | None = None,
    end: re.Pattern[str] | None = None,
    alone: bool = False,
    declined: str = "",
) -> ServerCommand:
    """A command of the game master."""
    return ServerCommand(
        name,
        forms,
        "leading",
        "master",
        end,
        says=says,
        bound=bound,
        tells=True,
        final=final,
        alone=alone,
        declined=declined,
    )


# --- time -------------------------------------------------------------------------------------------------------


@declare(
    master_command(
        "extend",
        form_with_reason(r"extend( by)? (?P<length>\d.*?)", "extend 24h", "move the deadline"),
        bound=True,
        says=("deadline moved", "no deadline"),
        declined="master alone",
    )
)
def extend_deadline(work: Work, length: timedelta, reason: str = "") -> str:
    master.extend_deadline(work.session, work.game, work.leader, length, work.now, reason)
    return describe_moved_deadline(work)


@declare(
    master_command(
        "deadline",
        form_with_reason(
            r"(set )?deadline( to| is)? (?P<when>.{1,60}?)",
            "deadline 24 Dec 20:00",
            "set it to a moment in the zone of the game",
        ),
        bound=True,
        says=("deadline moved", "no deadline"),
    )
)
def set_deadline(work: Work, when: datetime, reason: str = "") -> str:
    master.fix_deadline(work.session, work.game, work.leader, when, work.now, reason)
    return describe_moved_deadline(work)


def describe_moved_deadline(work: Work) -> str:
    """Return when the open phase ends now, after all that moves a deadline on, quiet days too."""
    phase = games.find_current_phase(work.session, work.game)
    if phase is None or phase.deadline is None:
        return work.say("no deadline")
    return work.say("deadline moved", when=work.say.calendar.format_moment(phase.deadline, work.zone))


@declare(
    master_command(
        "set",
        form_with_reason(
            r"(set|change) (?P<text>(?!(my )?(e-?mail )?address\b|no\b|draw\b|concede\b|wait\b|ready\b).+?)",
            "set GRACE 6 hours · set PACE daily 20:00 · set QUIET sat, sun · set GAME ZONE Europe/Paris",
            "change what was agreed; “rules of the game” lists it, a line each",
        ),
        says=("terms changed",),
    )
)
def change_terms(work: Work, text: str, reason: str = "") -> str:
    new = terms.change_terms(work.session, work.game, work.leader, text, work.now, reason)
    return work.say("terms changed", lines=list(new))


@declare(master_command("pause", form_with_reason(r"pause|suspend", "pause", "stop the clock"), says=("clock stands",)))
def pause_game(work: Work, reason: str = "") -> str:
    master.pause_game(work.session, work.game, work.leader, work.now, reason)
    return work.say("clock stands")


@declare(
    master_command(
        "resume", form_with_reason(r"resume|unpause|activate", "resume", "start it again"), says=("clock runs",)
    )
)
def resume_game(work: Work, reason: str = "") -> str:
    master.resume_game(work.session, work.game, work.leader, work.now, reason)
    return work.say("clock runs")


@declare(
    master_command(
        "process",
        form_with_reason(r"process!?", "process", "resolve now with the orders that are there"),
        bound=True,
        final=lambda _, game, __: ENGLISH("final process", game=game),
        says=("resolved",),
    )
)
def process_phase(work: Work, reason: str = "") -> str:
    phase = master.process_phase(work.session, work.game, work.leader, work.now, reason)
    return work.say("resolved", phase=work.writer_phase_title(phase))


@declare(
    ServerCommand(
        "preview",
        (
            command_form(
                r"(preview|predict|dry run)( (as|for) (?P<seat>.+))?",
                "preview · preview as SEAT",
                "what would be reported if it was resolved now; nothing is done, and the ledger says that you looked",
            ),
        ),
        "leading",
        "master",
        asks=True,
        says=("preview", "preview as", "what if spent"),
    )
)
def preview_phase(work: Work, seat: Seat | None = None) -> str:
    """The report that would go out."""
    spender = work.leader
    if spender and not spend(work.session, work.config.limits, "what_ifs", spender.id, work.now):
        raise CommandRefused(work.say("what if spent"))

    def build_preview(phase: Phase) -> tuple[Block, ...]:
        return reports.report_blocks(work.session, phase, seat, work.zone.key, with_press=False)

    blocks = master.preview_next_phase(work.session, work.game, spender, work.now, build_preview)
    title = work.say("preview as", seat=work.say.seat_name(seat)) if seat else work.say("preview")
    return work.add_section(title, render.render_plain_text(blocks).rstrip(), blocks)


# --- back and forth ---------------------------------------------------------------------------------------------

KEEP = r"(?P<keep>,? (keep|keeping|with)( the| their)? orders| restore| recover)?(,? without( the)? orders)?"


@declare(
    master_command(
        "rollback",
        form_with_reason(
            rf"roll ?back( full)?(?P<keep2> restore| recover)?( to)? (?P<wanted>\w[\w ,.()–/-]{{0,80}}?){KEEP}",
            "rollback PHASE · rollback PHASE keep orders",
            "go on from that phase, as “rollback spring 1902”; its orders stand again or are sent anew",
        ),
        final=lambda said, game, _: ENGLISH("final rollback", game=game, phase=said.args["wanted"]),
        says=("resumed from", "no phase", "no phase yet"),
    )
)
def roll_back_game(work: Work, wanted: Phase, keep: bool = False, reason: str = "") -> str:
    found = master.roll_back_game(
        work.session, work.game, work.leader, wanted.number, work.now, keep_orders=keep, reason=reason
    )
    return work.say("resumed from", phase=work.writer_phase_title(found))


@declare(
    master_command(
        "rollforward",
        form_with_reason(
            r"roll ?forward", "rollforward", "take the last going back back, with the orders given by then"
        ),
        final=lambda _, game, __: ENGLISH("final rollforward", game=game),
        says=("resumed from",),
    )
)
def roll_forward_game(work: Work, reason: str = "") -> str:
    phase = master.roll_forward_game(work.session, work.game, work.leader, work.now, reason)
    return work.say("resumed from", phase=work.writer_phase_title(phase))


# --- orders and words -------------------------------------------------------------------------------------------


@declare(
    master_command(
        "correct",
        form_with_reason(
            r"(correct|give)( the)? orders( (of|for))? (?P<seat>.{1,80}?)",
            "correct orders of SEAT … end",
            "the lines between stand in the place of all its orders, if every one of them is right",
        ),
        end=MASTER_BLOCK_END,
        says=("orders corrected",),
    )
)
def correct_orders(work: Work, seat: Seat, text: str, reason: str = "") -> str:
    master.correct_orders(work.session, work.game, work.leader, seat, text, work.now, reason)
    return work.say("orders corrected", seat=work.say.seat_name(seat))


@declare(
    master_command(
        "board",
        form_with_reason(
            r"correct( the)? (board|position)",
            "correct board … end",
            "the lines between put right how things stand; all alone, what can be said",
        ),
        end=MASTER_BLOCK_END,
        alone=True,
        says=("board corrected", "can correct"),
    )
)
def correct_board(work: Work, text: str, reason: str = "") -> str:
    """Without a line between, what can be put right."""
    if not text.strip():
        asked = corrections.build_correction_grammar(work.session, work.game, work.leader)
        blocks = build_order_sheet(asked, (), lambda _: ())
        return work.add_section(work.say("can correct"), render.render_plain_text(blocks).rstrip(), blocks)
    phase = corrections.correct_board(work.session, work.game, work.leader, text, work.now, reason)
    return work.say("board corrected", phase=work.writer_phase_title(phase))


@declare(
    master_command(
        "official",
        command_form(
            r"official( (?P<subject>(?!:)[^:]{1,80}?))?( ?: ?(?P<text>.+))?",
            "official … endofficial",
            "the lines between go to all, from the master",
        ),
        end=MASTER_BLOCK_END,
        says=("sent to", "all"),
    )
)
def write_to_all(work: Work, said: Utterance, text: str, subject: str = "") -> str:
    """Words to all from the master, even from one who plays."""
    key, limits = f"{work.key}:{said.at}", work.config.limits
    words = "\n\n".join(filter(None, (subject, text)))
    master.message_all_players(work.session, work.game, work.leader, words, work.now, key, limits)
    return work.say("sent to", names=work.say("all"))


# --- seats ------------------------------------------------------------------------------------------------------


@declare(
    master_command(
        "replace",
        form_with_reason(
            rf"replace (?P<seat>[^<>@]{{1,80}}?) (by|with) {ADDRESS}",
            "replace SEAT by NAME@HOST",
            "hand a seat to somebody else",
        ),
        final=lambda said, game, _: ENGLISH("final replace", game=game, seat=said.args["seat"]),
        says=("played by",),
    )
)
def replace_player(work: Work, seat: Seat, address: InvitedPlayer, reason: str = "") -> str:
    limits = work.config.limits
    master.replace_player(work.session, work.game, work.leader, seat.code, address, work.now, limits, reason)
    return work.say("played by", seat=work.say.seat_name(seat), address=address.address)


@declare(
    master_command(
        "eject",
        form_with_reason(
            r"eject (?P<seat>[^<>@]{1,80}?)", "eject SEAT", "take a seat from its player; it is vacant then"
        ),
        final=lambda said, game, _: ENGLISH("final replace", game=game, seat=said.args["seat"]),
        says=("ejected",),
    )
)
def eject_player(work: Work, seat: Seat, reason: str = "") -> str:
    master.eject_player(work.session, work.game, work.leader, seat, work.now, reason)
    return work.say("ejected", seat=work.say.seat_name(seat))


@declare(
    master_command(
        "dummy",
        form_with_reason(r"dummy (?P<seat>[^<>@]{1,80}?)", "dummy SEAT", "let the game's own adviser play a seat"),
        final=lambda said, game, _: ENGLISH("final replace", game=game, seat=said.args["seat"]),
        says=("dummy",),
    )
)
def seat_dummy(work: Work, seat: Seat, reason: str = "") -> str:
    master.seat_dummy(work.session, work.game, work.leader, seat, work.now, reason)
    return work.say("dummy", seat=work.say.seat_name(seat))


# --- who leads --------------------------------------------------------------------------------------------------


@declare(
    master_command(
        "cancel",
        form_with_reason(
            r"(cancel|terminate)( the)?( game)? (?P<slug>[\w-]+)",
            "cancel GAME",
            "end the game without a winner, for good",
        ),
        final=lambda _, game, __: ENGLISH("final cancel", game=game),
        says=("cancelled", "cancel how", "page tick"),
    )
)
def cancel_game(work: Work, slug: str = "", reason: str = "") -> str:
    """Only who names the game means it."""
    if slug.lower() != work.game.slug:
        raise CommandRefused(work.ask_to_mean_it("cancel how", slug=work.game.slug))
    master.cancel_game(work.session, work.game, work.leader, work.now, reason)
    return work.say("cancelled", slug=work.game.slug)


@declare(
    master_command(
        "hand over",
        command_form(
            rf"(hand over|promote)( the game)?( to)? {ADDRESS}",
            "hand over to NAME@HOST",
            "make somebody the game master in your place, once they accept",
        ),
        final=lambda said, game, _: ENGLISH("final hand over", game=game, address=said.args["address"]),
        says=("leads now", "asked to lead"),
    )
)
def hand_over_lead(work: Work, address: KnownPlayer) -> str:
    limits = work.config.limits
    done = master.hand_over_lead(work.session, work.game, work.leader, address, work.now, limits)
    return work.say("leads now" if done else "asked to lead", address=address.address)


@declare(
    master_command(
        "co-master",
        command_form(
            rf"co-?master {ADDRESS}",
            "co-master NAME@HOST",
            "ask somebody to lead the game with you; they may do all that you may",
        ),
        says=("asked to lead",),
    )
)
def ask_co_master(work: Work, address: KnownPlayer) -> str:
    master.ask_co_master(work.session, work.game, work.leader, address, work.now, work.config.limits)
    return work.say("asked to lead", address=address.address)


@declare(
    master_command(
        "dismiss",
        command_form(rf"(dismiss|no co-?master) {ADDRESS}", "dismiss NAME@HOST", "they lead no more"),
        says=("dismissed",),
    )
)
def dismiss_co_master(work: Work, address: KnownPlayer) -> str:
    master.dismiss_co_master(work.session, work.game, work.leader, address, work.now)
    return work.say("dismissed", address=address.address)


@declare(
    ServerCommand(
        "step down",
        (command_form(r"step down( (?P<game>[\w-]+))?", "step down GAME", "lead a game no more, or not at all"),),
        "leading",
        tells=True,
        right=Right.OWN,
        says=("you lead no more",),
    )
)
def step_down(work: Work, game: Game) -> str:
    leaders.stop_leading(work.session, game, work.writer.player, work.now)
    return work.say("you lead no more", slug=game.slug)
