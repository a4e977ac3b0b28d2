"""Commands by which somebody learns something: it stands in the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.language import complete
from engines.language.bounds import clipped
from pbem import chronicle, render, reports, timetable, wording
from pbem.books import sentences
from pbem.books.sheet import sheet
from pbem.books.steps import answer
from pbem.mail.acts.declared import COMMANDS, declare
from pbem.mail.commands import Command, Said, form
from pbem.mail.work import No, Work
from pbem.models import Game, Phase, Seat
from pbem.pace import zone_info
from pbem.play import chain, foresight, games, listing, orders, phases, seats, tell
from pbem.play.naming import phases_named
from pbem.play.rights import Right
from pbem.spending import spend

MOST_WHAT_IFS = 5
"""What would happen is worked out so often for one letter: each costs as much as a phase."""
MOST_GAMES = 30
"""Games that a letter lists."""
MOST_STEPS = 8
"""Questions how a line can go on that are answered in one letter: each costs as much as a long order."""
LONGEST_STEPS = 400
"""Characters of such a line that are read."""


@declare(
    Command(
        "help",
        (form(r"(get )?help( me)?|commands", "help", "this list, and the orders you can give now"),),
        "learning",
        who="anybody",
        elsewhere="All that you can order is on this page; the page Help lists the commands of letters.",
        says=("commands", "can"),
        asks=True,
        once=True,
    )
)
def help_(work: Work, _: Said) -> str:
    """What can be ordered now, and the commands."""
    if work.ask:
        order_sheet(work)
    listed = COMMANDS.listed(leads=work.leads)
    return work.tell(work.say("commands"), "\n".join(f"{usage}\n    {told}" for usage, told in listed))


@declare(
    Command(
        "steps",
        (
            form(
                r"(?P<what>.*?) ?\?+",
                "? · BEGINNING ?",
                "how a line can go on from its beginning; “?” alone, what you can order now. Nothing of it is an order",
            ),
            form(r"\?+ ?(?P<what>[^?]+)"),
        ),
        "learning",
        says=("can", "no more steps", "lost"),
        asks=True,
        once=True,
        right=Right.REPORTS,
    )
)
def steps(work: Work, said: Said) -> str:
    """How a line can go on from its beginning; without one, all that can be ordered. Raises No, and what
    `Work.hearing` raises."""
    what, at = said.args["what"], work.hearing
    if not what and work.door == "letter":
        return order_sheet(work)
    if sum(section["title"].endswith(" ?") for section in work.sections) >= MOST_STEPS:
        raise No(work.say("no more steps", count=MOST_STEPS))
    found = complete(at.ask, what[:LONGEST_STEPS], orders.judge_of(at))
    if found.steps or found.order:
        everything = said.lines[0].rstrip().endswith("??")
        return work.tell(f"{clipped(found.text)} ?", "\n".join(answer(found, work.phrases, everything)))
    if told := COMMANDS.described(what):
        return work.tell(what, told)
    raise No(" ".join([*(wording.coded(remark.text, remark.code) for remark in found.remarks), work.say("lost")]))


def order_sheet(work: Work) -> str:
    """What can be ordered now; a letter that asks for it twice has it once."""
    at, seat = work.hearing, work.say.name(work.seat)
    standing = [order.text for order in orders.given(at)] or at.ask.draft
    title = work.say("can", seat=seat, title=at.ask.title)
    if any(section["title"] == title for section in work.sections):
        return work.say("below")
    return work.tell(title, render.text(sheet(at.ask, standing, orders.judge_of(at))).rstrip())


def all_orders(work: Work) -> str:
    """Everything that the seat can write now, with its grammar, and examples that are true."""
    at = work.hearing
    blocks = sentences.now(at.ask, orders.judge_of(at))
    title = work.say("can all", seat=work.say.name(work.seat), title=at.ask.title)
    return work.tell(title, render.text(blocks).rstrip())


@declare(
    Command(
        "games",
        (form(r"(list )?games|list( full)?", "games", "the games of this server"),),
        "learning",
        who="anybody",
        elsewhere="The front page lists all games.",
        asks=True,
        once=True,
        says=("games", "how to join", "no games", "game free", "game", "more games"),
    )
)
def list_games(work: Work, _: Said) -> str:
    """Those come first that can be joined, and of them those that have not begun: a newcomer looks for one."""
    reader, session = work.writer.player, work.session
    wanted, going = (listing.page(session, shelf, reader, None, MOST_GAMES) for shelf in ("open", "running"))
    some = sorted(wanted.games, key=lambda game: game.status != "forming")
    some += going.games[: MOST_GAMES - len(some)]
    ids = [game.id for game in some]
    games.read_seats(session, ids)
    opened = games.open_phases(session, ids)
    free = {game.id: games.free(session, game, opened.get(game.id)) for game in some}
    told = [game_line(work, game, free[game.id]) for game in some]
    if len(some) < len(wanted.games) + len(going.games) or wanted.next or going.next:
        told.append(work.say("more games", url=f"{work.config.public_url}/games"))
    joinable = next((game.slug for game in some if free[game.id]), "")
    how = "\n\n" + work.say("how to join", slug=joinable) if joinable else ""
    return work.tell(work.say("games"), "\n".join(told) + how or work.say("no games"))


def game_line(work: Work, game: Game, free: Sequence[Seat]) -> str:
    return work.say(
        "game free" if free else "game",
        slug=game.slug,
        title=games.engine(game).title,
        status=work.say.status(game.status),
        pace=timetable.of_game(game, work.say),
        seats=", ".join(map(work.say.name, free)),
    )


@declare(
    Command(
        "status",
        (
            form(
                r"(my )?status( (?P<game>[\w-]+))?", "status", "your orders as they stand, the deadline, who is awaited"
            ),
            form(
                r"list (full )?(?!(games|campaigns|leagues|tournaments|votes|proposals|later|receipts|diary|full)$)"
                r"(?P<game>[\w-]+)"
            ),
        ),
        "game",
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
def status(work: Work, said: Said) -> str:
    game = work.meant(said)
    vacant = games.vacant(work.session, game)
    if game.id != (work.writer.game and work.writer.game.id):
        return work.tell(game.slug, game_line(work, game, vacant))
    phase = work.phase
    lines = [game_line(work, game, vacant)]
    if phase and phase.deadline and game.status != "finished":
        awaited = ", ".join(work.say.name(seat) for seat in phases.waiting(work.session, phase))
        zone = zone_info(work.writer.player.zone)
        by = work.say.calendar.moment(phase.deadline, zone)
        lines += [work.say("orders by", phase=work.called(phase), when=by)]
        lines += [work.say("why", why=reports.why(phase, zone.key, work.say))]
        lines += [work.say("not ready yet", seats=awaited) if awaited else work.say("all ready")]
    lines += chronicle.table(work.session, game, work.say)
    return work.tell(work.say("status"), "\n".join(lines))


@declare(
    Command(
        "report",
        (
            form(
                r"(get )?report( (?P<phase>\w[\w ,.()–/-]{0,80}))?",
                "report PHASE",
                "that report again, as “report round 3”; the last if no phase is named",
            ),
        ),
        "game",
        elsewhere="The report is on this page, under “What happened”; the page of the game has all that were before.",
        says=("report", "no phase", "no phase yet"),
        asks=True,
        once=True,
        tells=True,
        right=Right.REPORTS,
    )
)
def report(work: Work, said: Said) -> str:
    phase = named_phase(work, said.args.get("phase", ""))
    key = f"report:{phase.id}:{work.writer.seat.id if work.writer.seat else 'master'}:{work.key}"
    tell.tell(
        work.session,
        tell.Kind.REPORT,
        work.writer.player,
        key,
        game=work.game,
        phase=phase,
        seat=work.writer.seat,
        now=work.now,
    )
    return work.say("report", phase=work.called(phase))


def named_phase(work: Work, name: str) -> Phase:
    """The phase of a name, a number or the words that readers see, the newest if it came more than once; the current
    one without a name."""
    known = games.timeline(work.session, work.game)
    if found := phases_named(known, name, work.called):
        return found[-1]
    names = dict.fromkeys(map(work.called, known))
    raise No(work.say("no phase" if known else "no phase yet", name=name, slug=work.game.slug, names=", ".join(names)))


@declare(
    Command(
        "history",
        (
            form(
                r"(get )?(history|summary)( [\w-]+)?( (from|to|lines|excl\w+|broad)\b.*)?",
                "history",
                "all phases so far, and what the master did",
            ),
        ),
        "game",
        elsewhere="The page of the game lists all its phases, and what the game master did.",
        asks=True,
        once=True,
        says=("history", "gone back"),
        right=Right.REPORTS,
    )
)
def history(work: Work, _: Said) -> str:
    zone, short = zone_info(work.writer.player.zone), work.say.calendar.short
    begun = [(phase.opened_at, came(work, phase)) for phase in games.timeline(work.session, work.game)]
    lines = chronicle.ledger(work.session, work.game, lambda at: short(at, zone), work.say)
    done = [(line.at, line.text) for line in lines if line.actor in ("MASTER", "CO-MASTER", "HOST")]
    rows = sorted((*done, *begun), key=lambda row: row[0])
    return work.tell(work.say("history"), "\n".join(f"{short(at, zone)}: {text}" for at, text in rows))


def came(work: Work, phase: Phase) -> str:
    """What a phase is called, and whether the game went back to it."""
    called = work.called(phase)
    return work.say("gone back", phase=called) if chain.Origin.of(phase).kind == "rollback" else called


@declare(
    Command(
        "what if",
        (
            form(
                r"what ?if( ?:)?",
                "what if … endif",
                "what would happen: lines “SEAT: order”; nothing is given as an order",
            ),
        ),
        "orders",
        elsewhere="Press “What if …” on this page, where a game can tell: there you lay out orders for everybody.",
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
def what_if(work: Work, said: Said) -> str:
    if sum(section["title"] == work.say("what if") for section in work.sections) >= MOST_WHAT_IFS:
        raise No(work.say("what if many", count=MOST_WHAT_IFS))
    if not spend(work.session, work.config.limits, "what_ifs", work.writer.player.id, work.now):
        raise No(work.say("what if spent"))
    found = foresight.what_if(work.session, work.seat, said.text)
    lines = [line for supposed in found.lines for line in supposed_line(work, supposed)]
    work.tell(work.say("what if"), "\n".join([*lines, "", render.text(found.blocks)]))
    return work.say("what if done")


def supposed_line(work: Work, line: foresight.Supposed) -> list[str]:
    """The verdict on a line of a “what if”."""
    if line.refused:
        return [work.say("what if left out", line=line.raw), f"    {work.say.refusal(line.refused)}"]
    faults = [r.text for r in line.remarks if r.level == "error"]
    whose = work.say.name(seats.by_code(work.session, work.game, line.seat))
    own = [] if line.named else [f"    {work.say('what if own', seat=whose)}"]
    if faults or not line.text:
        return [work.say("what if left out", line=line.raw), *own, *(f"    {fault}" for fault in faults)]
    return [work.say("what if taken", seat=whose, line=line.text), *own]
