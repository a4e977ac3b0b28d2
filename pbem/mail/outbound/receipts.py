"""The receipt: a letter worked on line by line, each line with its one outcome, then everything as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.language.bounds import REMARK, clip_text
from pbem import wording
from pbem.books import citations
from pbem.books.steps import orders_in_words, words_beyond_line
from pbem.commands.context import Work
from pbem.commands.outcomes import LineOutcome, carry_out_lines
from pbem.games import Refusal, games
from pbem.games.orders import orders
from pbem.games.orders import receipts as given_out
from pbem.games.phases import phase_turns, schedule
from pbem.mail.inbound import phase_of_letter, press_reply
from pbem.mail.inbound.attachments import Attachment
from pbem.mail.inbound.case import Case
from pbem.mail.inbound.letter import Letter
from pbem.mail.outbound import receipt_limits
from pbem.settings.mail_addresses import redact_secrets
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import Tongue, sentence_family

FLAGS = sentence_family("letter", "no header", "parts left out", "too long", "encrypted", "packed")
"""What is said of `Letter.flags`."""
MOST_FILES_NAMED = 8
"""Files on a letter that are named."""
SOURCES = sentence_family("letter", "attachment", "empty")
"""What is said of `Letter.source`."""


@dataclass
class LetterReceipt:
    """What the outbox keeps of it. `useful`: something was done or told."""

    data: dict[str, Any]
    game: Game | None
    seat: Seat | None
    phase: Phase | None
    useful: bool


def carry_out_letter(case: Case) -> LetterReceipt:
    """Does what a letter says, as far as it can be done, and draws up the receipt."""
    letter = case.letter
    case.about = phase_of_letter.find_phase_of_letter(case)
    late = (
        phase_of_letter.is_too_late(case)
        and any(said.is_bound for said in case.saying)
        and not press_reply.is_press_reply(case)
    )
    found = carry_out_words(case, late)
    game = case.writer.game  # which it may have opened
    shown, hidden = receipt_limits.shorten_outcomes(found)
    seat = case.writer.seat if case.writer.seat and case.can_speak_for_seat(case.writer.seat) else None
    data: dict[str, Any] = {
        "subject": redact_secrets(letter.subject),
        "title": phase_of_letter.late_receipt_title(case) if late else "",
        "first": phase_of_letter.explain_late_letter(case) if late else "",
        "lines": shown,
        "hidden": hidden,
        "empty": ""
        if letter.source == "sealed" or any(v.level != "skip" for v in found)
        else wording.add_remark_code(case.phrases.get_message("empty")),
        "aside": receipt_limits.summarize_dropped_lines(case.lines),
        "notes": [
            *describe_flags(letter, case.say),
            *describe_files(case),
            *phase_of_letter.describe_mail_delay(case),
            *phase_of_letter.describe_counted_phase(case, found),
            *list_citations(case, found),
        ],
        "sections": receipt_limits.shorten_sections(
            case.say, [{"title": one.title, "text": one.text} for one in case.sections]
        ),
        "mail": case.mail.id,
        **standing_orders_data(case, seat, {v.text: v.words for v in found if v.name == "orders"}),
    }
    phase = case.standing.phase if case.standing else case.phase if game else None
    useful = bool(case.sections) or any(v.level in ("ok", "instead", "late") for v in found)
    return LetterReceipt(data, game, seat, phase, useful)


def carry_out_words(case: Case, late: bool) -> list[LineOutcome]:
    """The outcomes on a letter: an answer to press, one that comes too late, or any other."""
    if press_reply.is_press_reply(case) and any(not line.dropped and line.text.strip() for line in case.lines):
        return press_reply.answer_press_reply(case)
    return phase_of_letter.late_outcomes(case) if late else carry_out_lines(case, unread=case.is_partly_read)


def list_citations(work: Work, found: Sequence[LineOutcome]) -> list[str]:
    """Return where the codes and sections that the outcomes name are explained."""
    if work.writer.game is None:
        return []
    engine = games.get_engine(work.writer.game)
    names = [name for outcome in found for name in outcome.cites]
    names += [
        name for remark in (work.standing.remarks if work.standing else ()) for name in citations.cited_names(remark)
    ]
    places = citations.locate_citations(engine, names)
    url = f"{work.config.public_url}/help/{engine.code}"
    return [work.say("cited", code=name, url=f"{url}/{where}") for name, where in places.items()]


def describe_flags(letter: Letter, say: Tongue) -> list[str]:
    noted = [FLAGS[flag] for flag in letter.flags if flag in FLAGS]
    return [say(name) for name in (*noted, *([SOURCES[letter.source]] if letter.source in SOURCES else []))]


def describe_files(case: Case) -> list[str]:
    """Return what became of the files on a letter, each by its name."""
    told = [describe_file(case, one) for one in case.files[:MOST_FILES_NAMED]]
    return [
        *told,
        *(
            [case.say("enclosed more", count=len(case.files) - MOST_FILES_NAMED)]
            if len(case.files) > MOST_FILES_NAMED
            else []
        ),
    ]


def describe_file(case: Case, one: Attachment) -> str:
    name = f"“{redact_secrets(one.name)}”" if one.name else case.say("enclosed unnamed")
    if one.text is not None:
        return case.say("enclosed read", name=name)
    return case.say("enclosed kept back" if press_reply.is_press_reply(case) else "enclosed unread", name=name)


def seat_receipt_data(work: Work, seat: Seat) -> dict[str, Any]:
    """The receipt that the seat got for what was done, if orders were."""
    given = given_out.find_given_receipt(work.session, seat)
    return {"receipt": {"number": given.number, "at": given.at.isoformat(), "hash": given.hash}} if given else {}


def standing_orders_data(work: Work, seat: Seat | None, words: Mapping[str, str]) -> dict[str, Any]:
    """The seat's orders as they stand, as data; nothing if there is nothing to order. `words`: those of lines that were
    just read, in plain language."""
    game = work.writer.game
    if game is None or seat is None:
        return {}
    try:
        now = work.standing or orders.judge_text(work.order_context, "")[0]
    except Refusal:
        return {"status": game.status}
    work.standing, say = now, work.say
    older = [text for text in now.standing if text not in words]
    known = {**(orders_in_words(work.current_grammar, older) if older and work.current_grammar else {}), **words}
    shown, hidden = receipt_limits.shorten_standing_orders(
        [(text, words_beyond_line(text, known.get(text, ""))) for text in now.standing]
    )
    awaited = [say.seat_name(s) for s in phase_turns.list_unready_seats(work.session, now.phase)] if now.ready else []
    until = schedule.orders_accepted_until(now.phase)
    return {
        "status": game.status,
        "phase": now.phase.name,
        "called": now.title,
        "standing": [text for text, _ in shown],
        "words": [said for _, said in shown],
        "standing_hidden": hidden,
        "remarks": [
            wording.add_remark_code(clip_text(r.text, REMARK), r.code) for r in now.remarks if r.level == "warning"
        ][: receipt_limits.REMARKS],
        "owed": now.owed,
        "ready": now.ready,
        **seat_receipt_data(work, seat),
        "deadline": now.deadline.isoformat() if now.deadline else "",
        "late_until": until.isoformat() if until and now.phase.in_grace else "",
        "awaited": awaited,
    }
