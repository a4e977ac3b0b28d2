"""The receipt: a letter worked on line by line, each line with its one verdict, then everything as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from engines.language.bounds import REMARK, clipped
from pbem import wording
from pbem.addresses import redacted
from pbem.books import citations
from pbem.books.steps import in_words, plainly
from pbem.config import Config
from pbem.mail import shortened, timing, to_press
from pbem.mail.commands import Said
from pbem.mail.identity import Writer
from pbem.mail.letter import Letter
from pbem.mail.own import Line
from pbem.mail.verdicts import BOUND, Verdict, by_line
from pbem.mail.work import Work, first_words
from pbem.models import Game, MailIn, Phase, Seat
from pbem.play import Refused, games, orders, phases
from pbem.wording import Tongue, family, tongue_now

FLAGS = family("letter", "no header", "parts left out", "too long")
"""What is said of `Letter.flags`."""
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


def verbs(session: Session, writer: Writer | None) -> frozenset[str]:
    """The first words of what the writer's seat can say now."""
    return first_words(orders.ask(session, writer.seat)) if writer and writer.seat else frozenset()


def worked(
    session: Session,
    config: Config,
    mail: MailIn,
    letter: Letter,
    writer: Writer,
    lines: Sequence[Line],
    saying: Sequence[Said],
    now: datetime,
) -> Receipt:
    """Does what a letter says, as far as it can be done, and draws up the receipt."""
    writer = held(session, writer)
    game = writer.game
    work = Work(
        session,
        config,
        mail,
        letter.message_id,
        writer,
        now,
        open=games.current(session, game) if game else None,
        about=timing.spoken_of(session, writer, letter.subject),
    )
    late = timing.too_late(work) and bool(BOUND & {s.name for s in saying}) and not to_press.is_one(work)
    found = said_and_done(work, lines, saying, late)
    shown, hidden = shortened.verdicts(found)
    seat = writer.seat if writer.seat and writer.seat.player_id == writer.player.id else None
    data: dict[str, Any] = {
        "subject": redacted(letter.subject),
        "title": timing.title(work) if late else "",
        "first": timing.told(work) if late else "",
        "lines": shown,
        "hidden": hidden,
        "empty": "" if any(v.level != "skip" for v in found) else wording.coded(work.phrases.told("empty")),
        "aside": shortened.aside(lines),
        "notes": [*flags(letter, work.say), *timing.counted_for(work, found), *cited(work, found)],
        "sections": shortened.sections(work.say, work.sections),
        "mail": mail.id,
        **standing(work, seat, {v.text: v.words for v in found if v.name == "orders"}),
    }
    phase = work.standing.phase if work.standing else games.current(session, game) if game else None
    useful = bool(work.sections) or any(v.level in ("ok", "late") for v in found)
    return Receipt(data, game, seat, phase, useful)


def held(session: Session, writer: Writer) -> Writer:
    """The same with his game locked: which phase is open, and whose the seat is, stays so until all is done. Without
    the seat if it was handed on meanwhile."""
    if writer.game is None:
        return writer
    games.lock(session, writer.game)
    if writer.seat is None:
        return writer
    session.refresh(writer.seat)
    return writer if writer.seat.player_id == writer.player.id else replace(writer, seat=None)


def said_and_done(work: Work, lines: Sequence[Line], saying: Sequence[Said], late: bool) -> list[Verdict]:
    """The verdicts on a letter: an answer to press, one that comes too late, or any other."""
    if to_press.is_one(work) and any(not line.dropped and line.text.strip() for line in lines):
        return to_press.answered(work, lines)
    return timing.late_verdicts(work, saying) if late else by_line(work, saying)


def cited(work: Work, found: Sequence[Verdict]) -> list[str]:
    """Where the codes and sections that the verdicts name are explained."""
    if work.writer.game is None:
        return []
    engine = games.engine(work.writer.game)
    names = [name for verdict in found for name in verdict.cites]
    names += [name for remark in (work.standing.remarks if work.standing else ()) for name in citations.names(remark)]
    places = citations.found(engine, names)
    url = f"{work.config.public_url}/help/{engine.code}"
    return [work.say("cited", code=name, url=f"{url}/{where}") for name, where in places.items()]


def flags(letter: Letter, say: Tongue) -> list[str]:
    noted = [FLAGS[flag] for flag in letter.flags if flag in FLAGS]
    return [say(name) for name in (*noted, *([SOURCES[letter.source]] if letter.source in SOURCES else []))]


def standing(work: Work, seat: Seat | None, words: Mapping[str, str]) -> dict[str, Any]:
    """The seat's orders as they stand, as data; nothing if there is nothing to order. `words`: those of lines that were
    just read, in plain language."""
    game = work.writer.game
    if game is None or seat is None:
        return {}
    try:
        now = work.standing or orders.receipt(work.session, seat)
    except Refused:
        return {"status": game.status}
    work.standing = now
    say = tongue_now(work.session, game, seat)
    older = [text for text in now.standing if text not in words]
    known = {**(in_words(work.ask, older) if older and work.ask else {}), **words}
    shown, hidden = shortened.standing([(text, plainly(text, known.get(text, ""))) for text in now.standing])
    awaited = [say.name(s) for s in phases.waiting(work.session, now.phase)] if now.ready else []
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
        "deadline": now.deadline.isoformat() if now.deadline else "",
        "awaited": awaited,
    }
