"""Which phase a letter speaks of, and what is said to one that comes too late.

Whoever answers a report means the phase it was about. What he says is never done to a later one that he has not seen;
he is shown what it would have done, and how to say it of the phase now open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem import reports, wording
from pbem.mail.commands import Said
from pbem.mail.identity import Writer
from pbem.mail.verdicts import BOUND, Verdict, act, each, joined
from pbem.mail.work import Work
from pbem.models import Game, Phase, Seat
from pbem.pace import zone_info
from pbem.play import Refused, games, orders

FRESH = timedelta(hours=12)
"""How long after a phase began the receipts of letters that name none say for which they counted."""


def spoken_of(session: Session, writer: Writer, subject: str) -> Phase | None:
    """The phase of the letter of ours that is answered, else the one the subject names; None if it speaks of none.
    Press is of no phase: what players write to each other they read when they like."""
    game, answers = writer.game, writer.answers
    if game is None:
        return None
    if answers is not None and answers.phase_id is not None and answers.kind != "press":
        phase = session.get_one(Phase, answers.phase_id)
        return phase if phase.game_id == game.id else None
    return named(session, game, writer.seat, subject)


def named(session: Session, game: Game, seat: Seat | None, subject: str) -> Phase | None:
    """The newest phase of the game that a subject names, such as “Re: [verdun] S1901M France”. A name that is a plain
    word, and what a phase is called in words, count only where our own subjects have them."""
    every = games.timeline(session, game)[::-1]
    for phase in every:
        ours = rf"\[{re.escape(game.slug)}\] (?:.*\()?"
        before = r"(?<![\w-])" if any(c.isdigit() for c in phase.name) else ours
        if re.search(rf"{before}{re.escape(phase.name)}(?![\w-])", subject, re.I):
            return phase
    titled = re.compile(rf"\[{re.escape(game.slug)}\] (?P<title>.*)", re.I).search(subject)
    return called(game, seat, every, titled["title"]) if titled else None


def called(game: Game, seat: Seat | None, every: Sequence[Phase], words: str) -> Phase | None:
    """The first of some phases whose name in words, in English or in the seat's language, a subject begins with."""
    for name in (games.called, lambda phase: reports.titled(game, phase, seat)):
        for phase in every:
            if re.match(rf"{re.escape(name(phase))}(?![\w-])", words, re.I):
                return phase
    return None


def too_late(work: Work) -> bool:
    """Whether the phase a letter speaks of is over."""
    return work.about is not None and work.open is not None and work.about.id != work.open.id


def late_verdicts(work: Work, saying: Sequence[Said]) -> list[Verdict]:
    """What the lines would have done in the phase they speak of; what is of no phase is done."""
    found = judged_then(work, [s for s in saying if s.name == "orders"])
    for said in saying:
        if said.name not in BOUND:
            found.append(act(work, said))
        elif said.name != "orders":
            found.append(Verdict(said.at, said.lines[0], "late", would(work, said), name=said.name))
    return sorted(found, key=lambda v: v.at)


def judged_then(work: Work, given: Sequence[Said]) -> list[Verdict]:
    """Lines of the game as they would have been judged."""
    if not given:
        return []
    try:
        found = each(orders.judge(work.session, work.seat, joined(given), work.about), given)
    except Refused as error:
        why = wording.refusal(error)
        return [Verdict(s.at, s.text, "late", why, name="orders") for s in given]
    say = work.say
    for verdict in found:
        key = "would stand" if verdict.level == "ok" else "would not"
        verdict.level, verdict.text = "late", say(key, text=verdict.text)
    return found


def would(work: Work, said: Said) -> str:
    """What a command would have done."""
    return work.say(f"would {said.name}" if said.name in ("ready", "wait", "clear", "vote", "unvote") else "not done")


# --- sentences ---------------------------------------------------------------------------------------------------


def title(work: Work) -> str:
    """The subject of the receipt for a letter that came too late: it names the phase that an answer will speak of."""
    assert work.about is not None and work.open is not None
    now = work.called(work.open)
    return f"[{work.game.slug}] {now}: " + work.say("late title", before=work.called(work.about))


def told(work: Work) -> str:
    """That a letter came too late, since when, and what its writer can do now."""
    assert work.about is not None and work.open is not None
    before, now, closed = work.about, work.open, closing(work, work.about)
    over = before.deadline is not None and before.deadline <= work.mail.received_at
    facts = {"before": work.called(before), "came": when(work, work.mail.received_at)}
    if over and before.deadline is not None:
        sentence = work.say("after deadline", time=when(work, before.deadline), **facts)
    else:
        sentence = work.say("after closing", time=when(work, closed), **facts)
    can = work.writer.seat is not None and orders.ask(work.session, work.writer.seat) is not None
    return f"{sentence} {work.say('once more', now=work.called(now))}" if can else sentence


def closing(work: Work, phase: Phase) -> datetime:
    """When a phase that is over ended."""
    return games.numbered(work.session, work.game, phase.number + 1).opened_at


def counted_for(work: Work, verdicts: Sequence[Verdict]) -> list[str]:
    """A word to whoever speaks of no phase shortly after one was resolved: which phase his letter counted for."""
    phase = work.open
    done = any(v.level == "ok" and v.name in BOUND for v in verdicts)
    if phase is None or phase.number == 1 or work.about is not None or not done:
        return []
    if work.mail.received_at - phase.opened_at > FRESH:
        return []
    before = games.numbered(work.session, work.game, phase.number - 1)
    at = when(work, before.resolved_at or phase.opened_at)
    told = work.phrases.told("late", before=work.called(before), now=work.called(phase), time=at)
    return [wording.coded(told)]


def when(work: Work, at: datetime) -> str:
    """An instant in the writer's zone and language."""
    return work.say.calendar.moment(at, zone_info(work.writer.player.zone))
