"""What stands in a game book: for each phase what its reader was told of it, with the press before; who played, how it
ended, and the proof that all of it follows from the orders.

Every part is built from what one seat (None: a bystander) may know. Press that was private is told to all only once the
game is over, and only as far as its authors open it (`pbem.games.talk.press.list_visible_press`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from engines.report import Block, Graph, Paragraph, Table, make_columns
from pbem.documents import game_summary, reports, scores, standings_graph
from pbem.documents.reports import PressExtent
from pbem.games import games
from pbem.games.proof import verify
from pbem.games.talk import press
from pbem.pace import zone_info
from pbem.render.chapters import GameBookCaptions, PhaseSpread
from pbem.render.pdf.parts import Picture
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import Tongue, seat_tongue

IN_BOOK = PressExtent(1_000, 300_000)


@dataclass(frozen=True)
class BookSubject:
    """What a book is of: a game up to a phase, as a seat may know it, with times in a zone."""

    game: Game
    upto: Phase
    seat: Seat | None
    zone: str


def book_tongue(of: BookSubject) -> Tongue:
    """The language of its reader."""
    return seat_tongue(of.game, of.upto, of.seat)


def book_title(of: BookSubject) -> str:
    return games.get_engine(of.game).title


def book_captions(say: Tongue) -> GameBookCaptions:
    return GameBookCaptions(say("contents"), say("fared"), say("proved"))


def list_book_phases(session: Session, of: BookSubject) -> list[Phase]:
    """The phases a book tells of, without positions."""
    return [phase for phase in games.list_phases(session, of.game) if phase.number <= of.upto.number]


def list_chapter_titles(session: Session, of: BookSubject) -> list[str]:
    """Return what the chapters are called. A report tells of the phase before the one that it opens; the first, how it
    began."""
    say, every = book_tongue(of), list_book_phases(session, of)
    return [say("began"), *(reports.phase_title_for(of.game, phase, None, say) for phase in every[:-1])]


def make_phase_spread(session: Session, of: BookSubject, phase: Phase, title: str) -> PhaseSpread:
    """Return what led to a phase, and the press before it, of the first what was written before the game began; where
    the game ended in that phase, as by a vote, the last press too."""
    say = book_tongue(of)
    _, *told = reports.happening_blocks(session, of.game, phase, of.seat)
    lasting = (block for block in told if not (isinstance(block, Paragraph) and block.quiet))
    written = reports.earlier_press_blocks(session, of.game, phase, of.seat, of.zone, say, IN_BOOK)
    noted = reports.earlier_diary_blocks(session, of.game, phase, of.zone, say)
    early = book_press_blocks(session, of, press.BEFORE, say("press first")) if phase.number == 1 else ()
    late = last_press_blocks(session, of) if phase.id == of.upto.id else ()
    return PhaseSpread(title, (*lasting, *early, *written, *noted, *late))


def last_press_blocks(session: Session, of: BookSubject) -> Iterator[Block]:
    """Yield what was written from the beginning of the last phase on, which no report tells any more."""
    if of.game.status == "finished":
        say = book_tongue(of)
        yield from book_press_blocks(session, of, of.upto.id or 0, say("press last"))
        yield from reports.diary_blocks(session, of.game, of.upto, of.zone, say)


def book_press_blocks(session: Session, of: BookSubject, phase_id: int, heading: str) -> Iterator[Block]:
    return reports.press_blocks(session, of.game, phase_id, of.seat, of.zone, book_tongue(of), heading, IN_BOOK)


# --- the cover and the end ----------------------------------------------------------------------------------------


def cover_lines(session: Session, of: BookSubject) -> list[str]:
    """The lines below the title: which game, for whom, from when to when, and how it ended."""
    say = book_tongue(of)
    began, ended = of.game.started_at, of.game.finished_at
    days = [format_book_day(at, of.zone, say) for at in (began, ended) if at]
    ending = game_summary.find_game_ending(session, of.game, say)
    seen = say("as told to", seat=say.seat_name(of.seat)) if of.seat else ""
    return [of.game.slug, *filter(None, (" – ".join(days), ending.sentence if ending else say("under way"), seen))]


def format_book_day(at: datetime, zone: str, say: Tongue) -> str:
    """A day with its year."""
    there = at.astimezone(zone_info(zone)).date()
    return f"{say.calendar.format_day(there)} {there.year}"


def find_last_picture(session: Session, of: BookSubject) -> Picture | None:
    """Return how things stood at last."""
    blocks = reports.phase_board_blocks(session, of.game, of.upto, of.seat)
    return next((block for block in blocks if isinstance(block, Picture)), None)


def book_people_blocks(session: Session, of: BookSubject) -> list[Block]:
    say = book_tongue(of)
    return [
        *reports.people_blocks(session, of.game, say),
        *scores.iter_score_blocks(session, of.game, say),
        *reports.statement_blocks(session, of.game, say),
    ]


def find_book_graph(session: Session, of: BookSubject) -> Graph | None:
    board = reports.phase_board_blocks(session, of.game, of.upto, of.seat)
    return standings_graph.build_standings_graph(session, of.game, of.upto, board, book_tongue(of))


def book_proof_blocks(session: Session, of: BookSubject) -> Iterator[Block]:
    """Yield whether every phase follows from the orders and the dice, resolved again for this book; and the hashes.
    What is wrong is said once the game is over: the words of an error may hold what is hidden."""
    say = book_tongue(of)
    problems = verify.verify_game(session, of.game)
    yield Paragraph(say("proof fails", count=len(problems)) if problems else say("proof holds", count=of.upto.number))
    over = of.game.status == "finished"
    yield from map(Paragraph, problems if over else ())
    yield Paragraph(say("proof sealed", hash=of.game.commitment))
    if over:
        yield Paragraph(say("secret", secret=of.game.secret))
    rows = tuple((phase.number, games.phase_title(phase), phase.hash) for phase in list_book_phases(session, of))
    yield Table("hashes", make_columns("", say("proof phase"), say("proof hash")), rows)
