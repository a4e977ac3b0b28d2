"""What stands in a game book: for each phase what its reader was told of it, with the press before; who played, how it
ended, and the proof that all of it follows from the orders.

Every part is built from what one seat (None: a bystander) may know. Press that was private is told to all only once the
game is over, and only as far as its authors open it (`pbem.play.press.visible`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from engines.report import Block, Graph, Table, Text, columns
from pbem import chronicle, history, reports, scores
from pbem.models import Game, Phase, Seat
from pbem.pace import zone_info
from pbem.play import games, press, verify
from pbem.render.chapters import Captions, Spread
from pbem.render.pdf_parts import Picture
from pbem.reports import Extent
from pbem.wording import Tongue, tongue

IN_BOOK = Extent(1_000, 300_000)


@dataclass(frozen=True)
class Subject:
    """What a book is of: a game up to a phase, as a seat may know it, with times in a zone."""

    game: Game
    upto: Phase
    seat: Seat | None
    zone: str


def said(of: Subject) -> Tongue:
    """The language of its reader."""
    return tongue(of.game, of.upto, of.seat)


def title(of: Subject) -> str:
    return games.engine(of.game).title


def captions(say: Tongue) -> Captions:
    return Captions(say("contents"), say("fared"), say("proved"))


def phases(session: Session, of: Subject) -> list[Phase]:
    """The phases a book tells of, without positions."""
    return [phase for phase in games.timeline(session, of.game) if phase.number <= of.upto.number]


def titles(session: Session, of: Subject) -> list[str]:
    """What the chapters are called. A report tells of the phase before the one that it opens; the first, how it
    began."""
    say, every = said(of), phases(session, of)
    return [say("began"), *(reports.titled(of.game, phase, None, say) for phase in every[:-1])]


def spread(session: Session, of: Subject, phase: Phase, title: str) -> Spread:
    """What led to a phase, and the press before it, of the first what was written before the game began; where the game
    ended in that phase, as by a vote, the last press too."""
    say = said(of)
    _, *told = reports.happened(session, of.game, phase, of.seat)
    lasting = (block for block in told if not (isinstance(block, Text) and block.quiet))
    written = reports.written(session, of.game, phase, of.seat, of.zone, say, IN_BOOK)
    noted = reports.noted_before(session, of.game, phase, of.zone, say)
    early = press_in(session, of, press.BEFORE, say("press first")) if phase.number == 1 else ()
    late = last_press(session, of) if phase.id == of.upto.id else ()
    return Spread(title, (*lasting, *early, *written, *noted, *late))


def last_press(session: Session, of: Subject) -> Iterator[Block]:
    """What was written from the beginning of the last phase on, which no report tells any more."""
    if of.game.status == "finished":
        say = said(of)
        yield from press_in(session, of, of.upto.id or 0, say("press last"))
        yield from reports.noted_in(session, of.game, of.upto, of.zone, say)


def press_in(session: Session, of: Subject, phase_id: int, heading: str) -> Iterator[Block]:
    return reports.written_in(session, of.game, phase_id, of.seat, of.zone, said(of), heading, IN_BOOK)


# --- the cover and the end ----------------------------------------------------------------------------------------


def under(session: Session, of: Subject) -> list[str]:
    """The lines below the title: which game, for whom, from when to when, and how it ended."""
    say = said(of)
    began, ended = of.game.started_at, of.game.finished_at
    days = [day(at, of.zone, say) for at in (began, ended) if at]
    ending = chronicle.ending(session, of.game, say)
    seen = say("as told to", seat=say.name(of.seat)) if of.seat else ""
    return [of.game.slug, *filter(None, (" – ".join(days), ending.sentence if ending else say("under way"), seen))]


def day(at: datetime, zone: str, say: Tongue) -> str:
    """A day with its year."""
    there = at.astimezone(zone_info(zone)).date()
    return f"{say.calendar.day(there)} {there.year}"


def picture(session: Session, of: Subject) -> Picture | None:
    """How things stood at last."""
    blocks = reports.board(session, of.game, of.upto, of.seat)
    return next((block for block in blocks if isinstance(block, Picture)), None)


def people(session: Session, of: Subject) -> list[Block]:
    say = said(of)
    return [
        *reports.people(session, of.game, say),
        *scores.blocks(session, of.game, say),
        *reports.stated(session, of.game, say),
    ]


def graph(session: Session, of: Subject) -> Graph | None:
    board = reports.board(session, of.game, of.upto, of.seat)
    return history.graph(session, of.game, of.upto, board, said(of))


def proof(session: Session, of: Subject) -> Iterator[Block]:
    """Whether every phase follows from the orders and the dice, resolved again for this book; and the hashes. What is
    wrong is said once the game is over: the words of an error may hold what is hidden."""
    say = said(of)
    problems = verify.verify(session, of.game)
    yield Text(say("proof fails", count=len(problems)) if problems else say("proof holds", count=of.upto.number))
    over = of.game.status == "finished"
    yield from map(Text, problems if over else ())
    yield Text(say("proof sealed", hash=of.game.commitment))
    if over:
        yield Text(say("secret", secret=of.game.secret))
    rows = tuple((phase.number, games.called(phase), phase.hash) for phase in phases(session, of))
    yield Table("hashes", columns("", say("proof phase"), say("proof hash")), rows)
