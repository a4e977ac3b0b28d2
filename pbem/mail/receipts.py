"""The receipt: a letter worked on line by line, each line with its one outcome, then everything as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.language.bounds import REMARK, clipped
from pbem import wording
from pbem.addresses import redacted
from pbem.books import citations
from pbem.books.steps import in_words, plainly
from pbem.mail import shortened, timing, to_press
from pbem.mail.case import Case
from pbem.mail.enclosed import Enclosed
from pbem.mail.letter import Letter
from pbem.mail.outcomes import Outcome, by_line
from pbem.mail.work import Work
from pbem.models import Game, Phase, Seat
from pbem.play import Refused, alarms, games, orders, phases
from pbem.play import receipts as given_out
from pbem.wording import Tongue, family

FLAGS = family("letter", "no header", "parts left out", "too long", "encrypted", "packed")
"""What is said of `Letter.flags`."""
FILES = 8
"""Files on a letter that are named."""
SOURCES = family("letter", "attachment", "empty")
"""What is said of `Letter.source`."""


@dataclass
class Receipt:
    """What the outbox keeps of it. `useful`: something was done or told."""

    data: dict[str, Any]
    game: Game | None
    seat: Seat | None
    phase: Phase | None
    useful: bool


def worked(case: Case) -> Receipt:
    """Does what a letter says, as far as it can be done, and draws up the receipt."""
    letter = case.letter
    case.about = timing.spoken_of(case)
    late = timing.too_late(case) and any(said.bound for said in case.saying) and not to_press.is_one(case)
    found = said_and_done(case, late)
    game = case.writer.game  # which it may have opened
    shown, hidden = shortened.outcomes(found)
    seat = case.writer.seat if case.writer.seat and case.holds(case.writer.seat) else None
    data: dict[str, Any] = {
        "subject": redacted(letter.subject),
        "title": timing.title(case) if late else "",
        "first": timing.told(case) if late else "",
        "lines": shown,
        "hidden": hidden,
        "empty": ""
        if letter.source == "sealed" or any(v.level != "skip" for v in found)
        else wording.coded(case.phrases.told("empty")),
        "aside": shortened.aside(case.lines),
        "notes": [
            *flags(letter, case.say),
            *describe_files(case),
            *timing.held_up(case),
            *timing.counted_for(case, found),
            *cited(case, found),
        ],
        "sections": shortened.sections(case.say, case.sections),
        "mail": case.mail.id,
        **standing(case, seat, {v.text: v.words for v in found if v.name == "orders"}),
    }
    phase = case.standing.phase if case.standing else case.phase if game else None
    useful = bool(case.sections) or any(v.level in ("ok", "instead", "late") for v in found)
    return Receipt(data, game, seat, phase, useful)


def said_and_done(case: Case, late: bool) -> list[Outcome]:
    """The outcomes on a letter: an answer to press, one that comes too late, or any other."""
    if to_press.is_one(case) and any(not line.dropped and line.text.strip() for line in case.lines):
        return to_press.answered(case)
    return timing.late_outcomes(case) if late else by_line(case, unread=case.is_partly_read)


def cited(work: Work, found: Sequence[Outcome]) -> list[str]:
    """Where the codes and sections that the outcomes name are explained."""
    if work.writer.game is None:
        return []
    engine = games.engine(work.writer.game)
    names = [name for outcome in found for name in outcome.cites]
    names += [name for remark in (work.standing.remarks if work.standing else ()) for name in citations.names(remark)]
    places = citations.found(engine, names)
    url = f"{work.config.public_url}/help/{engine.code}"
    return [work.say("cited", code=name, url=f"{url}/{where}") for name, where in places.items()]


def flags(letter: Letter, say: Tongue) -> list[str]:
    noted = [FLAGS[flag] for flag in letter.flags if flag in FLAGS]
    return [say(name) for name in (*noted, *([SOURCES[letter.source]] if letter.source in SOURCES else []))]


def describe_files(case: Case) -> list[str]:
    """What became of the files on a letter, each by its name."""
    told = [of_file(case, one) for one in case.files[:FILES]]
    return [*told, *([case.say("enclosed more", count=len(case.files) - FILES)] if len(case.files) > FILES else [])]


def of_file(case: Case, one: Enclosed) -> str:
    name = f"“{redacted(one.name)}”" if one.name else case.say("enclosed unnamed")
    if one.text is not None:
        return case.say("enclosed read", name=name)
    return case.say("enclosed kept back" if to_press.is_one(case) else "enclosed unread", name=name)


def numbered(work: Work, seat: Seat) -> dict[str, Any]:
    """The receipt that the seat got for what was done, if orders were."""
    given = given_out.given(work.session, seat)
    return {"receipt": {"number": given.number, "at": given.at.isoformat(), "hash": given.hash}} if given else {}


def standing(work: Work, seat: Seat | None, words: Mapping[str, str]) -> dict[str, Any]:
    """The seat's orders as they stand, as data; nothing if there is nothing to order. `words`: those of lines that were
    just read, in plain language."""
    game = work.writer.game
    if game is None or seat is None:
        return {}
    try:
        now = work.standing or orders.judged(work.hearing, "")[0]
    except Refused:
        return {"status": game.status}
    work.standing, say = now, work.say
    older = [text for text in now.standing if text not in words]
    known = {**(in_words(work.ask, older) if older and work.ask else {}), **words}
    shown, hidden = shortened.standing([(text, plainly(text, known.get(text, ""))) for text in now.standing])
    awaited = [say.name(s) for s in phases.waiting(work.session, now.phase)] if now.ready else []
    until = alarms.counted_until(now.phase)
    return {
        "status": game.status,
        "phase": now.phase.name,
        "called": now.title,
        "standing": [text for text, _ in shown],
        "words": [said for _, said in shown],
        "standing_hidden": hidden,
        "remarks": [wording.coded(clipped(r.text, REMARK), r.code) for r in now.remarks if r.level == "warning"][
            : shortened.REMARKS
        ],
        "owed": now.owed,
        "ready": now.ready,
        **numbered(work, seat),
        "deadline": now.deadline.isoformat() if now.deadline else "",
        "late_until": until.isoformat() if until and now.phase.in_grace else "",
        "awaited": awaited,
    }
