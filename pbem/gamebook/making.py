"""How a game book comes about: asked for once, painted by whichever worker is free, kept for some time.

A worker claims the row with a lease and renews it with each phase it has painted, so that everybody can see how far it
is, and another one begins anew if it dies.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from sqlmodel import Session, col, select

from pbem import printing
from pbem.db import NEVER, Clock, Stop, Store, add_once, claim, insist
from pbem.gamebook import content
from pbem.gamebook.content import Subject
from pbem.limits import Limits
from pbem.models import Game, GameBook, Phase, Player, Seat, canonical
from pbem.play import Refused, games
from pbem.play.tell import Kind, tell
from pbem.render.paper import Imprint, Paper
from pbem.spending import spend

LEASE = timedelta(minutes=2)
MOST_CLAIMS = 3
"""After so many deaths of those who made it, a book is given up."""
NOTED = 5
"""Every how many phases it is noted how far a book is."""
KEPT = timedelta(days=14)
"""How long a book is kept; it can be made again."""
ROOM = 500_000_000
"""Bytes of all books together; the oldest go first."""

log = structlog.get_logger()


# --- asked for ----------------------------------------------------------------------------------------------------


def ask(
    session: Session,
    limits: Limits,
    game: Game,
    seat: Seat | None,
    player: Player,
    now: datetime,
    *,
    by_mail: bool = False,
) -> GameBook:
    """The book of a game as a seat may know it now, asked for by a player: the one that is there, or to be made.

    `by_mail`: he gets a letter when it is there, as often as he asks. Raises Refused: "no book yet", "too many books".
    """
    paper = printing.paper_of(player)
    found = current(session, game, seat, paper)
    anew = found is None or found.status == "failed"
    if (anew or by_mail) and not spend(session, limits, "game_books", player.id, now):
        raise Refused("too many books", most=limits.game_books)
    if found is None:
        found = added(session, game, seat, player, paper, now)
    elif anew:
        again(session, found, now)
    if by_mail:
        noted(session, found, player, now)
    return found


def current(session: Session, game: Game, seat: Seat | None, paper: Paper) -> GameBook | None:
    """The book up to where the game is now, if anybody has asked for it. Raises Refused "no book yet"."""
    key = key_of(session, game, seat, paper)
    return session.exec(select(GameBook).where(GameBook.key == key)).one_or_none()


def key_of(session: Session, game: Game, seat: Seat | None, paper: Paper) -> str:
    """What makes a book the same: the game and how far it is, who may know it, what opened press adds, the paper."""
    phase = games.current(session, game)
    if phase is None or phase.number < 2:
        raise Refused("no book yet", slug=game.slug)
    opened = ",".join(str(one.id) for one in games.seats(session, game) if one.opens_press)
    reader = f"{seat.id}.{seat.generation}" if seat else ""
    return f"{phase.id}:{game.status}:{reader}:{opened}:{kept_paper(paper)}"


def added(session: Session, game: Game, seat: Seat | None, player: Player, paper: Paper, now: datetime) -> GameBook:
    row = blank(session, game, seat, paper, now)
    row.zone = player.zone if seat else game.zone
    add_once(session, row, "key")
    return session.exec(select(GameBook).where(GameBook.key == row.key)).one()


def blank(session: Session, game: Game, seat: Seat | None, paper: Paper, now: datetime) -> GameBook:
    """A book that is still to be made, of a game as far as it is. Raises Refused "no book yet"."""
    key, phase = key_of(session, game, seat, paper), games.current(session, game)
    assert phase is not None
    return GameBook(
        key=key,
        game_id=game.id,
        seat_id=seat.id if seat else None,
        phase_id=phase.id,
        paper=kept_paper(paper),
        zone=game.zone,
        total=phase.number,
        asked_at=now,
        ready_at=now,
    )


def again(session: Session, book: GameBook, now: datetime) -> None:
    """A book that failed is made anew."""
    book.status, book.done, book.claims, book.ready_at, book.asked_at = "waiting", 0, 0, now, now
    session.add(book)


def noted(session: Session, book: GameBook, player: Player, now: datetime) -> None:
    """Whoever asked by letter gets one when it is there: now, if it is."""
    readers = json.loads(book.readers)
    if player.id not in readers:
        book.readers = canonical([*readers, player.id])
        session.add(book)
    if book.status == "done":
        told(session, book, player, now)


def told(session: Session, book: GameBook, player: Player, now: datetime) -> None:
    """The letter with the book, or that it could not be made."""
    game = session.get_one(Game, book.game_id)
    seat = session.get(Seat, book.seat_id) if book.seat_id else None
    key, data = f"gamebook:{book.id}:{player.id}:{now}", {"game_book": book.id, "failed": book.status == "failed"}
    tell(session, Kind.GAME_BOOK, player, key, game=game, seat=seat, data=data, now=now)


# --- made ---------------------------------------------------------------------------------------------------------


def work(store: Store, clock: Clock, stop: Stop = NEVER) -> int:
    """Makes the books that are waited for, one after the other; how many are done."""
    done = 0
    while not stop.is_set() and (book_id := claimed(store, clock())):
        done += made(store, book_id, clock, stop)
    return done


def claimed(store: Store, now: datetime) -> int | None:
    with store.write() as session:
        ids = claim(session, col(GameBook.ready_at), now, now + LEASE, 1)
        if not ids:
            return None
        book = session.get_one(GameBook, ids[0])
        book.claims += 1
        if book.claims > MOST_CLAIMS:
            log.error("a game book ends whoever makes it", book=book.id)
            kept(session, book.id, None, now)
            return None
        session.add(book)
        return book.id


def made(store: Store, book_id: int, clock: Clock, stop: Stop) -> bool:
    """Paints one book that is claimed, and keeps it unless its lease was lost meanwhile; whether it did."""
    pdf: bytes | None = None
    try:
        for done, pdf in painted(store, book_id):
            if stop.is_set():
                return let_go(store, book_id, clock())
            if not pdf and done % NOTED == 0 and not progressed(store, book_id, done, clock()):
                return False
    except Exception as error:
        log.exception("a game book cannot be made", book=book_id, error=type(error).__name__)
    insist(store, lambda session: kept(session, book_id, pdf, clock()), stop)
    return pdf is not None


def painted(store: Store, book_id: int) -> Iterator[tuple[int, bytes | None]]:
    with store.read() as session:
        row = session.get_one(GameBook, book_id)
    return paint(store, row)


def paint(store: Store, row: GameBook) -> Iterator[tuple[int, bytes | None]]:
    """The book, phase by phase: how many are done; at last the file. No transaction is open in between."""
    from pbem.render.pdf_gamebook import GameBookPdf  # with ReportLab: see `layers.letters`

    with store.read() as session:
        of = subject(session, row)
        say, titles = content.said(of), content.titles(session, of)
        paper, imprint = printing.in_tongue(paper_of(row), say), Imprint("pbem", of.game.slug)
        book = GameBookPdf(content.title(of), paper, content.captions(say), imprint)
        book.cover(content.under(session, of), content.picture(session, of), content.people(session, of))
        book.contents(titles, content.graph(session, of))
        numbers = [phase.id for phase in content.phases(session, of)]
    for done, (phase_id, title) in enumerate(zip(numbers, titles, strict=True)):
        yield done, None
        with store.read() as session:
            of = subject(session, row)
            book.spread(content.spread(session, of, session.get_one(Phase, phase_id), title))
    with store.read() as session:
        book.closing(list(content.proof(session, subject(session, row))))
    yield len(numbers), book.saved()


def paper_of(row: GameBook) -> Paper:
    """What a book is printed on."""
    size, letters, toner = row.paper.split()
    return Paper(size, letters, toner)


def kept_paper(paper: Paper) -> str:
    return f"{paper.size} {paper.print} {paper.toner}"


def subject(session: Session, row: GameBook) -> Subject:
    """What a book is of, as this session holds it."""
    seat = session.get(Seat, row.seat_id) if row.seat_id else None
    return Subject(session.get_one(Game, row.game_id), session.get_one(Phase, row.phase_id), seat, row.zone)


def progressed(store: Store, book_id: int, done: int, now: datetime) -> bool:
    """Notes how far it is, and holds the lease longer; whether it is still ours."""
    with store.write() as session:
        change = sa.update(GameBook).where(col(GameBook.id) == book_id, col(GameBook.status) == "waiting")
        mine = change.values(done=done, ready_at=now + LEASE).returning(col(GameBook.id))
        return session.execute(mine).scalar_one_or_none() is not None


def let_go(store: Store, book_id: int, now: datetime) -> bool:
    """It is time to stop: the next worker begins anew at once."""
    with store.write() as session:
        session.execute(sa.update(GameBook).where(col(GameBook.id) == book_id).values(ready_at=now, done=0))
    return False


def kept(session: Session, book_id: int, pdf: bytes | None, now: datetime) -> None:
    """The file, or that there is none; and the letters to those who wait for it."""
    book = session.get_one(GameBook, book_id)
    if book.status != "waiting":
        return
    book.status, book.content, book.ready_at = "done" if pdf else "failed", pdf, None
    book.done = book.total if pdf else book.done
    session.add(book)
    session.flush()
    make_room(session, book)
    for player_id in json.loads(book.readers):
        told(session, book, session.get_one(Player, player_id), now)


def make_room(session: Session, newest: GameBook) -> None:
    """Lets the oldest books go, if all together are too large."""
    size = sa.func.length(col(GameBook.content))
    query = sa.select(col(GameBook.id), size).where(size.is_not(None)).order_by(col(GameBook.asked_at).desc())
    room = ROOM
    for book_id, length in session.execute(query).all():
        room -= length
        if room < 0 and book_id != newest.id:
            session.execute(sa.delete(GameBook).where(col(GameBook.id) == book_id))
