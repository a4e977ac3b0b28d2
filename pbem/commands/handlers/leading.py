"""Commands of who leads a game. Each may end in “because …”, which all can read in the ledger."""

from __future__ import annotations

import re

from pbem import render
from pbem.books.sheet import build_order_sheet
from pbem.commands.context import CommandRefused, Work
from pbem.commands.handlers.asking import get_named_phase
from pbem.commands.handlers.declared import declare
from pbem.commands.language import CommandForm, ServerCommand, Utterance, Weight, command_form
from pbem.documents import reports
from pbem.games.leading import corrections, leaders, master, terms
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.pace import PaceError, parse_length, parse_moment, zone_info
from pbem.storage.budgets import spend
from pbem.storage.models import Phase, Player, Seat
from pbem.wording import ENGLISH

MASTER_ELSEWHERE = "The game master does this on a page for it, “Lead the game”."
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
) -> ServerCommand:
    """A command of the game master."""
    return ServerCommand(
        name,
        forms,
        "leading",
        "master",
        MASTER_ELSEWHERE,
        end,
        says=says,
        bound=bound,
        tells=True,
        final=final,
        alone=alone,
    )


def given_reason(said: Utterance) -> str:
    """The reason that was given."""
    return said.args.get("reason", "")


def get_named_seat(work: Work, said: Utterance) -> Seat:
    """The seat that is named. Names of seats are not told to who does not lead the game."""
    master.check_leads_game(work.session, work.game, work.writer.player)
    return seats.get_seat_by_name(work.session, work.game, said.args["seat"])


# --- time -------------------------------------------------------------------------------------------------------


@declare(
    master_command(
        "extend",
        form_with_reason(r"extend( by)? (?P<length>\d.*?)", "extend 24h", "move the deadline"),
        bound=True,
        says=("deadline moved", "master alone"),
    )
)
def handle_extend_command(work: Work, said: Utterance) -> str:
    try:
        by = parse_length(said.args["length"])
    except PaceError as error:
        raise CommandRefused(str(error)) from error
    if not work.is_leader:
        raise CommandRefused(work.say("master alone", length=said.args["length"]))
    master.extend_deadline(work.session, work.game, work.writer.player, by, work.now, given_reason(said))
    return work.say("deadline moved")


@declare(
    master_command(
        "deadline",
        form_with_reason(
            r"(set )?deadline( to| is)? (?P<when>.{1,60}?)",
            "deadline 24 Dec 20:00",
            "set it to a moment in the zone of the game",
        ),
        bound=True,
        says=("deadline moved",),
    )
)
def handle_deadline_command(work: Work, said: Utterance) -> str:
    try:
        at = parse_moment(said.args["when"], work.now, zone_info(work.game.zone))
    except PaceError as error:
        raise CommandRefused(str(error)) from error
    master.fix_deadline(work.session, work.game, work.writer.player, at, work.now, given_reason(said))
    return work.say("deadline moved")


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
def handle_set_command(work: Work, said: Utterance) -> str:
    new = terms.change_terms(
        work.session, work.game, work.writer.player, said.args["text"], work.now, given_reason(said)
    )
    return work.say("terms changed", lines=list(new))


@declare(master_command("pause", form_with_reason(r"pause|suspend", "pause", "stop the clock"), says=("clock stands",)))
def handle_pause_command(work: Work, said: Utterance) -> str:
    master.pause_game(work.session, work.game, work.writer.player, work.now, given_reason(said))
    return work.say("clock stands")


@declare(
    master_command(
        "resume", form_with_reason(r"resume|unpause|activate", "resume", "start it again"), says=("clock runs",)
    )
)
def handle_resume_command(work: Work, said: Utterance) -> str:
    master.resume_game(work.session, work.game, work.writer.player, work.now, given_reason(said))
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
def handle_process_command(work: Work, said: Utterance) -> str:
    phase = master.process_phase(work.session, work.game, work.writer.player, work.now, given_reason(said))
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
        MASTER_ELSEWHERE,
        asks=True,
        says=("preview", "what if spent"),
    )
)
def handle_preview_command(work: Work, said: Utterance) -> str:
    """The report that would go out."""
    seat = get_named_seat(work, said) if "seat" in said.args else None
    if not spend(work.session, work.config.limits, "what_ifs", work.writer.player.id, work.now):
        raise CommandRefused(work.say("what if spent"))

    def render_preview(phase: Phase) -> str:
        return render.render_plain_text(
            reports.report_blocks(work.session, phase, seat, work.writer.player.zone, with_press=False)
        )

    text = master.preview_next_phase(work.session, work.game, work.writer.player, work.now, render_preview)
    return work.add_section(work.say("preview"), text.rstrip())


# --- back and forth ---------------------------------------------------------------------------------------------

KEEP = r"(?P<keep>,? (keep|keeping|with)( the| their)? orders| restore| recover)?(,? without( the)? orders)?"


@declare(
    master_command(
        "rollback",
        form_with_reason(
            rf"roll ?back( full)?(?P<restore> restore| recover)?( to)? (?P<phase>\w[\w ,.()–/-]{{0,80}}?){KEEP}",
            "rollback PHASE · rollback PHASE keep orders",
            "go on from that phase, as “rollback spring 1902”; its orders stand again or are sent anew",
        ),
        final=lambda said, game, _: ENGLISH("final rollback", game=game, phase=said.args["phase"]),
        says=("resumed from", "no phase", "no phase yet"),
    )
)
def handle_rollback_command(work: Work, said: Utterance) -> str:
    phase, keep = get_named_phase(work, said.args["phase"]), bool({"keep", "restore"} & said.args.keys())
    leader = work.writer.player
    master.roll_back_game(
        work.session, work.game, leader, phase.number, work.now, keep_orders=keep, reason=given_reason(said)
    )
    return work.say("resumed from", phase=work.writer_phase_title(phase))


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
def handle_rollforward_command(work: Work, said: Utterance) -> str:
    phase = master.roll_forward_game(work.session, work.game, work.writer.player, work.now, given_reason(said))
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
def handle_correct_command(work: Work, said: Utterance) -> str:
    seat = get_named_seat(work, said)
    master.correct_orders(work.session, work.game, work.writer.player, seat, said.text, work.now, given_reason(said))
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
def handle_board_command(work: Work, said: Utterance) -> str:
    """Without a line between, what can be put right."""
    if not said.text.strip():
        asked = corrections.build_correction_grammar(work.session, work.game, work.writer.player)
        blocks = build_order_sheet(asked, (), lambda _: ())
        return work.add_section(work.say("can correct"), render.render_plain_text(blocks).rstrip())
    leader = work.writer.player
    phase = corrections.correct_board(work.session, work.game, leader, said.text, work.now, given_reason(said))
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
def handle_official_command(work: Work, said: Utterance) -> str:
    """Words to all from the master, even from one who plays."""
    key, limits = f"{work.key}:{said.at}", work.config.limits
    words = "\n\n".join(filter(None, (said.args.get("subject"), said.text)))
    master.message_all_players(work.session, work.game, work.writer.player, words, work.now, key, limits)
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
def handle_replace_command(work: Work, said: Utterance) -> str:
    seat, limits = get_named_seat(work, said), work.config.limits
    player = people.get_or_register_player(work.session, said.args["address"], work.now)
    leader = work.writer.player
    master.replace_player(work.session, work.game, leader, seat.code, player, work.now, limits, given_reason(said))
    return work.say("played by", seat=work.say.seat_name(seat), address=player.address)


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
def handle_eject_command(work: Work, said: Utterance) -> str:
    seat = get_named_seat(work, said)
    master.eject_player(work.session, work.game, work.writer.player, seat, work.now, given_reason(said))
    return work.say("ejected", seat=work.say.seat_name(seat))


@declare(
    master_command(
        "dummy",
        form_with_reason(r"dummy (?P<seat>[^<>@]{1,80}?)", "dummy SEAT", "let the game's own adviser play a seat"),
        final=lambda said, game, _: ENGLISH("final replace", game=game, seat=said.args["seat"]),
        says=("dummy",),
    )
)
def handle_dummy_command(work: Work, said: Utterance) -> str:
    seat = get_named_seat(work, said)
    master.seat_dummy(work.session, work.game, work.writer.player, seat, work.now, given_reason(said))
    return work.say("dummy", seat=work.say.seat_name(seat))


# --- who leads --------------------------------------------------------------------------------------------------


@declare(
    master_command(
        "cancel",
        form_with_reason(
            r"(cancel|terminate)( the)?( game)? (?P<game>[\w-]+)",
            "cancel GAME",
            "end the game without a winner, for good",
        ),
        final=lambda _, game, __: ENGLISH("final cancel", game=game),
        says=("cancelled", "cancel how"),
    )
)
def handle_cancel_command(work: Work, said: Utterance) -> str:
    if said.args["game"].lower() != work.game.slug:
        raise CommandRefused(work.say("cancel how", slug=work.game.slug))
    master.cancel_game(work.session, work.game, work.writer.player, work.now, given_reason(said))
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
def handle_hand_over_command(work: Work, said: Utterance) -> str:
    player = get_named_player(work, said)
    done = master.hand_over_lead(work.session, work.game, work.writer.player, player, work.now, work.config.limits)
    return work.say("leads now" if done else "asked to lead", address=player.address)


@declare(
    master_command(
        "co-master",
        command_form(
            rf"co-?master {ADDRESS}",
            "co-master NAME@HOST",
            "ask somebody to lead the game with you; they may do all that you may",
        ),
        command_form(rf"(dismiss|no co-?master) {ADDRESS}", "dismiss NAME@HOST", "they lead no more"),
        says=("asked to lead", "dismissed"),
    )
)
def handle_co_master_command(work: Work, said: Utterance) -> str:
    player, leader = get_named_player(work, said), work.writer.player
    if said.form is not None and "dismiss" in said.form.usage:
        master.dismiss_co_master(work.session, work.game, leader, player, work.now)
        return work.say("dismissed", address=player.address)
    master.ask_co_master(work.session, work.game, leader, player, work.now, work.config.limits)
    return work.say("asked to lead", address=player.address)


def get_named_player(work: Work, said: Utterance) -> Player:
    """Who has the address that is named: nobody becomes known by being named. Raises Refusal "never wrote"."""
    master.check_leads_game(work.session, work.game, work.writer.player)
    return people.get_known_writer(work.session, said.args["address"])


@declare(
    ServerCommand(
        "step down",
        (command_form(r"step down( (?P<game>[\w-]+))?", "step down GAME", "lead a game no more, or not at all"),),
        "leading",
        elsewhere=MASTER_ELSEWHERE,
        tells=True,
        says=("you lead no more",),
    )
)
def handle_step_down_command(work: Work, said: Utterance) -> str:
    game = work.get_meant_game(said)
    leaders.stop_leading(work.session, game, work.writer.player, work.now)
    return work.say("you lead no more", slug=game.slug)
