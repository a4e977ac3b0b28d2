"""Commands by which somebody learns something: it stands in the receipt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlmodel import Session

from engines.language import complete
from engines.language.bounds import clipped
from pbem import render, wording
from pbem.books import sentences
from pbem.books.sheet import sheet
from pbem.books.steps import answer
from pbem.limits import spend
from pbem.mail.commands import COMMANDS, MASTERS, Said, described
from pbem.mail.work import No, Work
from pbem.models import Game, Phase
from pbem.pace import local_text, zone_info
from pbem.play import foresight, games, orders, phases, seats, tell, votes

MOST_WHAT_IFS = 5
"""What would happen is worked out so often for one letter: each costs as much as a phase."""


MOST_STEPS = 8
"""Questions how a line can go on that are answered in one letter: each costs as much as a long order."""
LONGEST_STEPS = 400
"""Characters of such a line that are read."""


def help_(work: Work, _: Said) -> str:
    """What can be ordered now, and the commands."""
    leads = work.writer.game is not None and work.writer.game.master_id == work.writer.player.id
    usages = [c for c in COMMANDS if c.usage and (leads or not c.help.startswith(MASTERS))]
    if work.ask:
        order_sheet(work)
    return work.tell(work.say("commands"), "\n".join(f"{c.usage}\n    {c.help}" for c in usages))


def steps(work: Work, said: Said) -> str:
    """How a line can go on from its beginning; without one, all that can be ordered. Raises No, and Refused as `desk`
    does."""
    what, at = said.args["what"], work.desk
    if not what:
        return order_sheet(work)
    if sum(section["title"].endswith(" ?") for section in work.sections) >= MOST_STEPS:
        raise No(work.say("no more steps", count=MOST_STEPS))
    found = complete(at.ask, what[:LONGEST_STEPS], orders.judge_of(at))
    if found.steps or found.order:
        everything = said.lines[0].rstrip().endswith("??")
        return work.tell(f"{clipped(found.text)} ?", "\n".join(answer(found, work.phrases, everything)))
    if told := described(what):
        return work.tell(what, told)
    raise No(" ".join([*(wording.coded(remark.text, remark.code) for remark in found.remarks), work.say("lost")]))


def order_sheet(work: Work) -> str:
    at, seat = work.desk, work.say.name(work.seat)
    standing = [order.text for order in orders.given(at)] or at.ask.draft
    title = work.say("can", seat=seat, title=at.ask.title)
    return work.tell(title, render.text(sheet(at.ask, standing, orders.judge_of(at))).rstrip())


def all_orders(work: Work) -> str:
    """Everything that the seat can write now, with its grammar, and examples that are true."""
    at = work.desk
    blocks = sentences.now(at.ask, orders.judge_of(at))
    title = work.say("can all", seat=work.say.name(work.seat), title=at.ask.title)
    return work.tell(title, render.text(blocks).rstrip())


def list_games(work: Work, _: Said) -> str:
    """Those that have not begun come first: a newcomer looks for a seat."""
    going = [game for game in games.listed(work.session) if game.status != "finished"]
    going.sort(key=lambda game: game.status != "forming")
    told = "\n".join(game_line(work.session, game) for game in going)
    free = next((game.slug for game in going if games.vacant(work.session, game)), "")
    how = f"\n\nTo take a seat write, for example: join {free}" if free else ""
    return work.tell("Games", told + how or "There is no game at the moment.")


def game_line(session: Session, game: Game) -> str:
    free = [s.label for s in games.vacant(session, game)]
    open_ = f"; free: {', '.join(free)}" if free else ""
    return f"{game.slug}: {games.engine(game).title}, {game.status}, {game.pace}{open_}"


def status(work: Work, said: Said) -> str:
    game = games.find(work.session, said.args["game"]) if "game" in said.args else work.game
    if game.id != (work.writer.game and work.writer.game.id):
        return work.tell(game.slug, game_line(work.session, game))
    phase = games.current(work.session, game)
    lines = [game_line(work.session, game)]
    if phase and phase.deadline and game.status != "finished":
        awaited = [s.label for s in phases.waiting(work.session, phase)]
        zone = zone_info(work.writer.player.zone)
        lines += [f"{work.called(phase)}: orders by {work.say.calendar.moment(phase.deadline, zone)}."]
        lines += [f"Why then: {phase.deadline_why}."]
        lines += [f"Not ready yet: {', '.join(awaited)}." if awaited else "All are ready."]
    lines += [f"Proposed: {s.proposal}; {s.needed} votes carry it." for s in votes.standing(work.session, game)]
    return work.tell("Status", "\n".join(lines))


def report(work: Work, said: Said) -> str:
    phase = named_phase(work, said.args.get("phase", ""))
    key = f"report:{phase.id}:{work.writer.seat.id if work.writer.seat else 'master'}:mail:{work.mail.id}"
    tell.tell(
        work.session,
        "report",
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
    found = [p for p in known if name.lower() in ("", p.name.lower(), str(p.number))]
    if found := found or entitled(work, known, name):
        return found[-1]
    titles = ", ".join(dict.fromkeys(map(work.called, known))) or "none yet"
    raise No(f"There is no phase “{name}” in {work.game.slug}. Its phases are: {titles}.")


def entitled(work: Work, known: Sequence[Phase], name: str) -> list[Phase]:
    """The phases that are called so: by the beginning of what they are called, else by words of it."""
    wanted, titles = terms(name), [(phase, terms(work.called(phase))) for phase in known]
    begun = [title for _, title in titles if title[: len(wanted)] == wanted]
    some = begun or [title for _, title in titles if {*wanted} <= {*title}]
    return [phase for phase, title in titles if title in some[:1]]


def terms(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def history(work: Work, _: Said) -> str:
    zone = zone_info(work.writer.player.zone)
    rows = [f"{local_text(p.opened_at, zone)}: {p.name}{came(p)}" for p in games.timeline(work.session, work.game)]
    rows += [
        f"{local_text(a.at, zone)}: {a.act} ({a.actor.title()})"
        for a in tell.ledger(work.session, work.game)
        if a.actor in ("MASTER", "HOST")
    ]
    return work.tell("History", "\n".join(rows))


def came(phase: Phase) -> str:
    return f" ({phase.origin})" if phase.origin not in ("start", "resolve") else ""


def what_if(work: Work, said: Said) -> str:
    if sum(section["title"] == "What if" for section in work.sections) >= MOST_WHAT_IFS:
        raise No(f"{MOST_WHAT_IFS} of these are answered in one letter; send this one in another.")
    if not spend(work.session, work.config.limits, "what_ifs", work.writer.player.id, work.now):
        raise No("So many of these were answered in this hour that there is no other answer; ask again in the next.")
    found = foresight.what_if(work.session, work.seat, said.text)
    lines = [line for supposed in found.lines for line in supposed_line(work, supposed)]
    work.tell("What if", "\n".join([*lines, "", render.text(found.blocks)]))
    return "See below; nothing of this is given as an order."


def supposed_line(work: Work, line: foresight.Supposed) -> list[str]:
    """The verdict on a line of a “what if”."""
    if line.refused:
        return [f"NO  {line.raw}", f"    {wording.refusal(line.refused)}"]
    faults = [r.text for r in line.remarks if r.level == "error"]
    whose = seats.by_code(work.session, work.game, line.seat).label
    own = [] if line.named else [f"    No seat is named, so it is taken as yours: {whose}."]
    if faults or not line.text:
        return [f"NO  {line.raw}", *own, *(f"    {fault}" for fault in faults)]
    return [f"ok  {whose}: {line.text}", *own]
