"""Which phase a letter speaks of, and what is said to one that comes too late.

Whoever answers a report means the phase it was about. What they say is never done to a later one that they have not
seen; they are shown what it would have done, and how to say it of the phase now open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem import wording
from pbem.commands.declarations import Utterance
from pbem.commands.outcomes import LineOutcome, carry_out_command, join_order_lines, list_verdict_outcomes
from pbem.documents import reports
from pbem.games import Refusal, games
from pbem.games.notify import Kind
from pbem.games.orders import orders
from pbem.mail.inbound import transit
from pbem.mail.inbound.case import Case
from pbem.pace import zone_info
from pbem.storage.models import Game, Phase, Seat

FRESH_PHASE = timedelta(hours=12)
"""How long after a phase began the receipts of letters that name none say for which they counted."""

NOTED_DELAY = timedelta(minutes=2)
"""How long a letter must have waited at a mail server of the host's for its receipt to say which time counts."""
RECENT = 30
"""The newest phases whose names in a seat's own language are looked for in a subject: for each that was not named
before the game must be asked, while it is locked."""


def find_phase_of_letter(case: Case) -> Phase | None:
    """The phase of the letter of ours that is answered, else the one the subject names; None if it speaks of none.
    Press is of no phase: what players write to each other they read when they like."""
    game, answers = case.writer.game, case.writer.answers
    if game is None:
        return None
    if answers is not None and answers.phase_id is not None and answers.kind != Kind.PRESS:
        phase = case.session.get_one(Phase, answers.phase_id)
        return phase if phase.game_id == game.id else None
    if case.open is not None and is_phase_named(game, case.open, case.letter.subject):
        return case.open
    return phase_in_subject(case.session, game, case.writer.seat, case.letter.subject)


def phase_in_subject(session: Session, game: Game, seat: Seat | None, subject: str) -> Phase | None:
    """The newest phase of the game that a subject names, such as “Re: [verdun] S1901M France”. A name that is a plain
    word, and what a phase is called in words, count only where our own subjects have them."""
    titled = re.compile(rf"\[{re.escape(game.slug)}\] (?P<title>.*)", re.I).search(subject)
    if titled is None and not any(c.isdigit() for c in subject):
        return None  # and a long game need not be gone through
    every = games.list_phases(session, game)[::-1]
    found = next((phase for phase in every if is_phase_named(game, phase, subject)), None)
    return found or (find_phase_by_title(game, seat, every, titled["title"]) if titled else None)


def is_phase_named(game: Game, phase: Phase, subject: str) -> bool:
    """Return whether a subject names a phase by its short name."""
    ours = rf"\[{re.escape(game.slug)}\] (?:.*\()?"
    before = r"(?<![\w-])" if any(c.isdigit() for c in phase.name) else ours
    return bool(re.search(rf"{before}{re.escape(phase.name)}(?![\w-])", subject, re.I))


def find_phase_by_title(game: Game, seat: Seat | None, every: Sequence[Phase], words: str) -> Phase | None:
    """The first of some phases whose name in words, in English or in the seat's language, a subject begins with."""
    for name, some in (
        (games.phase_title, every),
        (lambda phase: reports.phase_title_for(game, phase, seat), every[:RECENT]),
    ):
        for phase in some:
            if re.match(rf"{re.escape(name(phase))}(?![\w-])", words, re.I):
                return phase
    return None


def is_too_late(case: Case) -> bool:
    """Return whether the phase a letter speaks of is over."""
    return case.about is not None and case.open is not None and case.about.id != case.open.id


def late_outcomes(case: Case) -> list[LineOutcome]:
    """Return what the lines would have done in the phase they speak of; what is of no phase is done."""
    found = judge_late_orders(case, [s for s in case.saying if s.name == "orders"])
    for said in case.saying:
        if not said.is_bound:
            found.append(carry_out_command(case, said))
        elif said.command:
            found.append(LineOutcome(said.at, said.lines[0], "late", case.say(said.command.would), name=said.name))
    return sorted(found, key=lambda v: v.at)


def judge_late_orders(case: Case, given: Sequence[Utterance]) -> list[LineOutcome]:
    """Lines of the game as they would have been judged."""
    if not given:
        return []
    try:
        found = list_verdict_outcomes(
            case, orders.judge_orders(case.session, case.seat, join_order_lines(given), case.about), given
        )
    except Refusal as error:
        why = case.say.explain_refusal(error)
        return [LineOutcome(s.at, s.text, "late", why, name="orders") for s in given]
    say = case.say
    for outcome in found:
        text = outcome.text
        outcome.text = say("would stand", text=text) if outcome.level == "ok" else say("would not", text=text)
        outcome.level = "late"
    return found


# --- sentences ---------------------------------------------------------------------------------------------------


def late_receipt_title(case: Case) -> str:
    """The subject of the receipt for a letter that came too late: it names the phase that an answer will speak of."""
    assert case.about is not None and case.open is not None
    now = case.writer_phase_title(case.open)
    return f"[{case.game.slug}] {now}: " + case.say("late title", before=case.writer_phase_title(case.about))


def explain_late_letter(case: Case) -> str:
    """That a letter came too late, since when, and what its writer can do now."""
    assert case.about is not None and case.open is not None
    before, now, closed = case.about, case.open, phase_closed_at(case, case.about)
    over = before.deadline is not None and before.deadline <= case.mail.received_at
    facts = {"before": case.writer_phase_title(before), "came": format_writer_time(case, case.mail.received_at)}
    if case.counted_at < closed:
        since = transit.first_server_time(case.config, case.mail, case.letter)
        sentence = case.say(
            "held up too long", since=format_writer_time(case, since), time=format_writer_time(case, closed), **facts
        )
    elif over and before.deadline is not None:
        sentence = case.say("after deadline", time=format_writer_time(case, before.deadline), **facts)
    else:
        sentence = case.say("after closing", time=format_writer_time(case, closed), **facts)
    return f"{sentence} {case.say('once more', now=case.writer_phase_title(now))}" if case.current_grammar else sentence


def phase_closed_at(case: Case, phase: Phase) -> datetime:
    """Return when a phase that is over ended."""
    return games.get_phase(case.session, case.game, phase.number + 1).opened_at


def describe_counted_phase(case: Case, outcomes: Sequence[LineOutcome]) -> list[str]:
    """A word to whoever speaks of no phase shortly after one was resolved: which phase their letter counted for."""
    phase = case.open
    bound = {said.name for said in case.saying if said.is_bound}
    done = any(v.level == "ok" and v.name in bound for v in outcomes)
    if phase is None or case.about is not None or not done or case.mail.received_at - phase.opened_at > FRESH_PHASE:
        return []
    before = games.find_phase_before(case.session, case.game, phase)
    if before is None:
        return []
    at = format_writer_time(case, before.resolved_at or phase.opened_at)
    told = case.phrases.get_message(
        "late", before=case.writer_phase_title(before), now=case.writer_phase_title(phase), time=at
    )
    return [wording.add_remark_code(told)]


def describe_mail_delay(case: Case) -> list[str]:
    """A word about the time that counted, if a letter of a phase has waited at the host's own mail server."""
    since, came = transit.first_server_time(case.config, case.mail, case.letter), case.mail.received_at
    if came - since < NOTED_DELAY or is_too_late(case) or not any(said.is_bound for said in case.saying):
        return []
    facts = {"since": format_writer_time(case, since), "came": format_writer_time(case, came)}
    if case.counted_at == since:
        return [case.say("held up", **facts)]
    return [case.say("held up counted", counted=format_writer_time(case, case.counted_at), **facts)]


def format_writer_time(case: Case, at: datetime) -> str:
    """An instant in the writer's zone and language."""
    return case.say.calendar.format_moment(at, zone_info(case.writer.player.zone))
