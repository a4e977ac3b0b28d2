"""Commands by which somebody learns something: it stands in the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.language import complete_order
from engines.language.bounds import clip_text
from pbem import render, wording
from pbem.books import sentences
from pbem.books.sheet import build_order_sheet
from pbem.books.steps import describe_next_steps
from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import ServerCommand, Utterance, command_form
from pbem.commands.handlers.declared import COMMANDS, declare
from pbem.documents import game_summary, reports, timetable
from pbem.games import games, listing, notify
from pbem.games.orders import orders, projection
from pbem.games.phases import phase_turns
from pbem.games.proof import hash_chain
from pbem.games.rights import Right
from pbem.games.seating import seats
from pbem.storage.budgets import spend
from pbem.storage.models import Game, Phase, Seat
from pbem.storage.questions import take_games_in_hand

MOST_WHAT_IFS = 5
"""What would happen is worked out so often for one letter: each costs as much as a phase."""
MOST_GAMES = 30
"""Games that a letter lists."""
MOST_STEPS = 8
"""Questions how a line can go on that are answered in one letter: each costs as much as a long order."""
LONGEST_STEPS = 400
"""Characters of such a line that are read."""


@declare(
    ServerCommand(
        "help",
        (command_form(r"(get )?help( me)?|commands", "help", "this list, and the orders you can give now"),),
        "learning",
        who="anybody",
        says=("commands", "can"),
        asks=True,
        once=True,
    )
)
def show_help(work: Work) -> str:
    """Return what can be ordered now, and the commands."""
    if work.current_grammar:
        add_order_sheet(work)
    listed = COMMANDS.list_usages(leads=work.is_leader)
    return work.add_section(work.say("commands"), "\n".join(f"{usage}\n    {told}" for usage, told in listed))


@declare(
    ServerCommand(
        "steps",
        (
            command_form(
                r"(?P<what>.*?) ?\?+",
                "? · BEGINNING ?",
                "how a line can go on from its beginning; “?” alone, what you can order now. Nothing of it is an order",
            ),
            command_form(r"\?+ ?(?P<what>[^?]+)"),
        ),
        "learning",
        says=("can", "no more steps", "lost"),
        foretold=True,
        asks=True,
        once=True,
        right=Right.REPORTS,
    )
)
def show_next_steps(work: Work, said: Utterance, what: str = "") -> str:
    """Return how a line can go on from its beginning; without one, all that can be ordered. Raises CommandRefused, and
    what `Work.order_context` raises."""
    at = work.order_context
    if not what and work.door == "letter":
        return add_order_sheet(work)
    if sum(section.title.endswith(" ?") for section in work.sections) >= MOST_STEPS:
        raise CommandRefused(work.say("no more steps", count=MOST_STEPS))
    found = complete_order(at.grammar, what[:LONGEST_STEPS], orders.build_order_judge(at))
    if found.steps or found.order:
        everything = said.lines[0].rstrip().endswith("??")
        return work.add_section(
            f"{clip_text(found.text)} ?", "\n".join(describe_next_steps(found, work.phrases, everything))
        )
    if told := COMMANDS.describe_command(what):
        return work.add_section(what, told)
    raise CommandRefused(
        " ".join([*(wording.add_remark_code(remark.text, remark.code) for remark in found.remarks), work.say("lost")])
    )


def add_order_sheet(work: Work) -> str:
    """Return what can be ordered now; a letter that asks for it twice has it once."""
    at, seat = work.order_context, work.say.seat_name(work.seat)
    standing = [order.text for order in orders.load_standing_orders(at)] or at.grammar.draft
    title = work.say("can", seat=seat, title=at.grammar.title)
    if any(section.title == title for section in work.sections):
        return work.say("below")
    return work.add_section(
        title, render.render_plain_text(build_order_sheet(at.grammar, standing, orders.build_order_judge(at))).rstrip()
    )


def add_all_orders(work: Work) -> str:
    """Everything that the seat can write now, with its grammar, and examples that are true."""
    at = work.order_context
    blocks = sentences.sayable_now_blocks(at.grammar, orders.build_order_judge(at))
    title = work.say("can all", seat=work.say.seat_name(work.seat), title=at.grammar.title)
    return work.add_section(title, render.render_plain_text(blocks).rstrip())


@declare(
    ServerCommand(
        "games",
        (command_form(r"(list )?games|list( full)?", "games", "the games of this server"),),
        "learning",
        who="anybody",
        asks=True,
        once=True,
        says=("games", "how to join", "no games", "game free", "game", "more games"),
    )
)
def list_games(work: Work) -> str:
    """Those come first that can be joined, and of them those that have not begun: a newcomer looks for one."""
    reader, session = work.known.player if work.known else None, work.session
    wanted, going = (listing.load_games_page(session, shelf, reader, None, MOST_GAMES) for shelf in ("open", "running"))
    some = sorted(wanted.games, key=lambda game: game.status != "forming")
    some += going.games[: MOST_GAMES - len(some)]
    ids = [game.id for game in some]
    take_games_in_hand(session, ids)
    opened = games.open_phases_by_game(session, ids)
    free = {game.id: games.list_free_seats(session, game, opened.get(game.id)) for game in some}
    told = [game_line(work, game, free[game.id]) for game in some]
    if len(some) < len(wanted.games) + len(going.games) or wanted.next or going.next:
        told.append(work.say("more games", url=f"{work.config.public_url}/games"))
    joinable = next((game.slug for game in some if free[game.id]), "")
    how = "\n\n" + work.say("how to join", slug=joinable) if joinable else ""
    return work.add_section(work.say("games"), "\n".join(told) + how or work.say("no games"))


def game_line(work: Work, game: Game, free: Sequence[Seat]) -> str:
    return work.say(
        "game free" if free else "game",
        slug=game.slug,
        title=games.get_engine(game).title,
        status=work.say.describe_status(game.status),
        pace=timetable.describe_game_pace(game, work.say),
        seats=", ".join(map(work.say.seat_name, free)),
    )


@declare(
    ServerCommand(
        "status",
        (
            command_form(
                r"(my )?status( (?P<game>[\w-]+))?", "status", "your orders as they stand, the deadline, who is awaited"
            ),
            command_form(
                r"list (full )?(?!(games|campaigns|leagues|tournaments|votes|proposals|later|receipts|diary|full)$)"
                r"(?P<game>[\w-]+)"
            ),
        ),
        "game",
        foretold=True,
        asks=True,
        once=True,
        says=(
            "status",
            "orders by",
            "why",
            "not ready yet",
            "all ready",
            "game free",
            "game",
        ),
        right=Right.REPORTS,
    )
)
def show_status(work: Work, game: Game) -> str:
    vacant = games.list_vacant_seats(work.session, game)
    if game.id != work.game_id:
        return work.add_section(game.slug, game_line(work, game, vacant))
    phase = work.phase
    lines = [game_line(work, game, vacant)]
    if phase and phase.deadline and game.status != "finished":
        awaited = ", ".join(work.say.seat_name(seat) for seat in phase_turns.list_unready_seats(work.session, phase))
        by = work.say.calendar.format_moment(phase.deadline, work.zone)
        lines += [work.say("orders by", phase=work.writer_phase_title(phase), when=by)]
        lines += [work.say("why", why=reports.explain_deadline(phase, work.zone.key, work.say))]
        lines += [work.say("not ready yet", seats=awaited) if awaited else work.say("all ready")]
    lines += game_summary.describe_open_votes(work.session, game, work.say)
    return work.add_section(work.say("status"), "\n".join(lines))


@declare(
    ServerCommand(
        "report",
        (
            command_form(
                r"(get )?report( (?P<wanted>\w[\w ,.()–/-]{0,80}))?",
                "report PHASE",
                "that report again, as “report round 3”; the last if no phase is named",
            ),
        ),
        "game",
        says=("report", "no phase", "no phase yet"),
        asks=True,
        once=True,
        tells=True,
        right=Right.REPORTS,
    )
)
def send_report(work: Work, wanted: Phase) -> str:
    key = f"report:{wanted.id}:{work.writer.seat.id if work.writer.seat else 'master'}:{work.key}"
    notify.queue_letter(
        work.session,
        notify.Kind.REPORT,
        work.writer.player,
        key,
        game=work.game,
        phase=wanted,
        seat=work.writer.seat,
        now=work.now,
    )
    return work.say("report", phase=work.writer_phase_title(wanted))


@declare(
    ServerCommand(
        "history",
        (
            command_form(
                r"(get )?(history|summary)( [\w-]+)?( (from|to|lines|excl\w+|broad)\b.*)?",
                "history",
                "all phases so far, and what the master did",
            ),
        ),
        "game",
        asks=True,
        once=True,
        says=("history", "gone back"),
        right=Right.REPORTS,
    )
)
def show_history(work: Work) -> str:
    zone, short = work.zone, work.say.calendar.format_short_moment
    begun = [
        (phase.opened_at, history_phase_title(work, phase)) for phase in games.list_phases(work.session, work.game)
    ]
    lines = game_summary.describe_ledger(work.session, work.game, lambda at: short(at, zone), work.say)
    done = [(line.at, line.text) for line in lines if line.actor in ("MASTER", "CO-MASTER", "HOST")]
    rows = sorted((*done, *begun), key=lambda row: row[0])
    return work.add_section(work.say("history"), "\n".join(f"{short(at, zone)}: {text}" for at, text in rows))


def history_phase_title(work: Work, phase: Phase) -> str:
    """Return what a phase is called, and whether the game went back to it."""
    called = work.writer_phase_title(phase)
    return (
        work.say("gone back", phase=called) if hash_chain.PhaseOrigin.from_phase(phase).kind == "rollback" else called
    )


@declare(
    ServerCommand(
        "what if",
        (
            command_form(
                r"what ?if( ?:)?",
                "what if … endif",
                "what would happen: lines “SEAT: order”; nothing is given as an order",
            ),
        ),
        "orders",
        end=re.compile(r"end ?(if|what ?if)", re.I),
        asks=True,
        once=True,
        says=(
            "what if done",
            "what if",
            "what if left out",
            "what if many",
            "what if own",
            "what if spent",
            "what if taken",
        ),
        right=Right.REPORTS,
    )
)
def show_what_if(work: Work, text: str) -> str:
    if sum(section.title == work.say("what if") for section in work.sections) >= MOST_WHAT_IFS:
        raise CommandRefused(work.say("what if many", count=MOST_WHAT_IFS))
    if not spend(work.session, work.config.limits, "what_ifs", work.writer.player.id, work.now):
        raise CommandRefused(work.say("what if spent"))
    found = projection.project_orders(work.session, work.seat, text)
    lines = [line for supposed in found.lines for line in describe_supposed_line(work, supposed)]
    work.add_section(work.say("what if"), "\n".join([*lines, "", render.render_plain_text(found.blocks)]))
    return work.say("what if done")


def describe_supposed_line(work: Work, line: projection.SupposedLine) -> list[str]:
    """The verdict on a line of a “what if”."""
    if line.refused:
        return [work.say("what if left out", line=line.raw), f"    {work.say.explain_refusal(line.refused)}"]
    faults = [r.text for r in line.remarks if r.level == "error"]
    whose = work.say.seat_name(seats.get_seat_by_code(work.session, work.game, line.seat))
    own = [] if line.named else [f"    {work.say('what if own', seat=whose)}"]
    if faults or not line.text:
        return [work.say("what if left out", line=line.raw), *own, *(f"    {fault}" for fault in faults)]
    return [work.say("what if taken", seat=whose, line=line.text), *own]
