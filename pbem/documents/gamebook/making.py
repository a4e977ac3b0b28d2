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

from pbem.documents import printing
from pbem.documents.gamebook import content
from pbem.documents.gamebook.content import BookSubject
from pbem.games import Refusal, games
from pbem.games.notify import Kind, queue_letter
from pbem.render.paper import Imprint, Paper
from pbem.settings.limits import Limits
from pbem.storage.budgets import spend
from pbem.storage.database import NEVER, Clock, Stop, Store, claim_rows, write_with_retries
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import Game, GameBook, Phase, Player, Seat, canonical_json

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


def request_book(
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

    `by_mail`: the player gets a letter when it is there, as often as they ask. Raises Refusal: "no book yet", "too many
    books".
    """
    paper = printing.player_paper(player)
    found = find_current_book(session, game, seat, paper)
    anew = found is None or found.status == "failed"
    if (anew or by_mail) and not spend(session, limits, "game_books", player.id, now):
        raise Refusal("too many books", most=limits.game_books)
    if found is None:
        found = add_book(session, game, seat, player, paper, now)
    elif anew:
        restart_book(session, found, now)
    if by_mail:
        note_book_reader(session, found, player, now)
    return found


def find_current_book(session: Session, game: Game, seat: Seat | None, paper: Paper) -> GameBook | None:
    """The book up to where the game is now, if anybody has asked for it. Raises Refusal "no book yet"."""
    key = make_book_key(session, game, seat, paper)
    return session.exec(select(GameBook).where(GameBook.key == key)).one_or_none()


def make_book_key(session: Session, game: Game, seat: Seat | None, paper: Paper) -> str:
    """Return what makes a book the same: the game and how far it is, who may know it, what opened press adds, the
    paper."""
    phase = games.find_current_phase(session, game)
    if phase is None or phase.number < 2:
        raise Refusal("no book yet", slug=game.slug)
    opened = ",".join(str(one.id) for one in games.list_game_seats(session, game) if one.opens_press)
    reader = f"{seat.id}.{seat.generation}" if seat else ""
    return f"{phase.id}:{game.status}:{reader}:{opened}:{dump_book_paper(paper)}"


def add_book(session: Session, game: Game, seat: Seat | None, player: Player, paper: Paper, now: datetime) -> GameBook:
    row = make_blank_book(session, game, seat, paper, now)
    row.zone = player.zone if seat else game.zone
    insert_if_missing(session, row, "key")
    return session.exec(select(GameBook).where(GameBook.key == row.key)).one()


def make_blank_book(session: Session, game: Game, seat: Seat | None, paper: Paper, now: datetime) -> GameBook:
    """A book that is still to be made, of a game as far as it is. Raises Refusal "no book yet"."""
    key, phase = make_book_key(session, game, seat, paper), games.find_current_phase(session, game)
    assert phase is not None
    return GameBook(
        key=key,
        game_id=game.id,
        seat_id=seat.id if seat else None,
        phase_id=phase.id,
        paper=dump_book_paper(paper),
        zone=game.zone,
        total=phase.number,
        asked_at=now,
        ready_at=now,
    )


def restart_book(session: Session, book: GameBook, now: datetime) -> None:
    """A book that failed is made anew."""
    book.status, book.done, book.claims, book.ready_at, book.asked_at = "waiting", 0, 0, now, now
    session.add(book)


def note_book_reader(session: Session, book: GameBook, player: Player, now: datetime) -> None:
    """Whoever asked by letter gets one when it is there: now, if it is."""
    readers = json.loads(book.readers)
    if player.id not in readers:
        book.readers = canonical_json([*readers, player.id])
        session.add(book)
    if book.status == "done":
        notify_book_ready(session, book, player, now)


def notify_book_ready(session: Session, book: GameBook, player: Player, now: datetime) -> None:
    """The letter with the book, or that it could not be made."""
    game = session.get_one(Game, book.game_id)
    seat = session.get(Seat, book.seat_id) if book.seat_id else None
    key, data = f"gamebook:{book.id}:{player.id}:{now}", {"game_book": book.id, "failed": book.status == "failed"}
    queue_letter(session, Kind.GAME_BOOK, player, key, game=game, seat=seat, data=data, now=now)


# --- made ---------------------------------------------------------------------------------------------------------


def make_waiting_books(store: Store, clock: Clock, stop: Stop = NEVER) -> int:
    """Makes the books that are waited for, one after the other; how many are done."""
    done = 0
    while not stop.is_set() and (book_id := claim_book(store, clock())):
        done += make_claimed_book(store, book_id, clock, stop)
    return done


def claim_book(store: Store, now: datetime) -> int | None:
    with store.write_session() as session:
        ids = claim_rows(session, col(GameBook.ready_at), now, now + LEASE, 1)
        if not ids:
            return None
        book = session.get_one(GameBook, ids[0])
        book.claims += 1
        if book.claims > MOST_CLAIMS:
            log.error("a game book ends whoever makes it", book=book.id)
            store_finished_book(session, book.id, None, now)
            return None
        session.add(book)
        return book.id


def make_claimed_book(store: Store, book_id: int, clock: Clock, stop: Stop) -> bool:
    """Paints one book that is claimed, and keeps it unless its lease was lost meanwhile; whether it did."""
    pdf: bytes | None = None
    try:
        for done, pdf in paint_stored_book(store, book_id):
            if stop.is_set():
                return release_book(store, book_id, clock())
            if not pdf and done % NOTED == 0 and not note_book_progress(store, book_id, done, clock()):
                return False
    except Exception as error:
        log.exception("a game book cannot be made", book=book_id, error=type(error).__name__)
    write_with_retries(store, lambda session: store_finished_book(session, book_id, pdf, clock()), stop)
    return pdf is not None


def paint_stored_book(store: Store, book_id: int) -> Iterator[tuple[int, bytes | None]]:
    with store.read_session() as session:
        row = session.get_one(GameBook, book_id)
    return paint_book(store, row)


def paint_book(store: Store, row: GameBook) -> Iterator[tuple[int, bytes | None]]:
    """The book, phase by phase: how many are done; at last the file. No transaction is open in between."""
    from pbem.render.pdf.gamebook import GameBookPdf

    with store.read_session() as session:
        of = load_book_subject(session, row)
        say, titles = content.book_tongue(of), content.list_chapter_titles(session, of)
        paper, imprint = printing.paper_in_tongue(load_book_paper(row), say), Imprint("pbem", of.game.slug)
        book = GameBookPdf(content.book_title(of), paper, content.book_captions(say), imprint)
        book.paint_book_cover(
            content.cover_lines(session, of),
            content.find_last_picture(session, of),
            content.book_people_blocks(session, of),
        )
        book.paint_book_contents(titles, content.find_book_graph(session, of))
        numbers = [phase.id for phase in content.list_book_phases(session, of)]
    for done, (phase_id, title) in enumerate(zip(numbers, titles, strict=True)):
        yield done, None
        with store.read_session() as session:
            of = load_book_subject(session, row)
            book.add_spread(content.make_phase_spread(session, of, session.get_one(Phase, phase_id), title))
    with store.read_session() as session:
        book.paint_closing_pages(list(content.book_proof_blocks(session, load_book_subject(session, row))))
    yield len(numbers), book.finish_book()


def load_book_paper(row: GameBook) -> Paper:
    """Return what a book is printed on."""
    size, letters, toner = row.paper.split()
    return Paper(size, letters, toner)


def dump_book_paper(paper: Paper) -> str:
    return f"{paper.size} {paper.print} {paper.toner}"


def load_book_subject(session: Session, row: GameBook) -> BookSubject:
    """Return what a book is of, as this session holds it."""
    seat = session.get(Seat, row.seat_id) if row.seat_id else None
    return BookSubject(session.get_one(Game, row.game_id), session.get_one(Phase, row.phase_id), seat, row.zone)


def note_book_progress(store: Store, book_id: int, done: int, now: datetime) -> bool:
    """Notes how far it is, and holds the lease longer; whether it is still ours."""
    with store.write_session() as session:
        change = sa.update(GameBook).where(col(GameBook.id) == book_id, col(GameBook.status) == "waiting")
        mine = change.values(done=done, ready_at=now + LEASE).returning(col(GameBook.id))
        return session.execute(mine).scalar_one_or_none() is not None


def release_book(store: Store, book_id: int, now: datetime) -> bool:
    """It is time to stop: the next worker begins anew at once."""
    with store.write_session() as session:
        session.execute(sa.update(GameBook).where(col(GameBook.id) == book_id).values(ready_at=now, done=0))
    return False


def store_finished_book(session: Session, book_id: int, pdf: bytes | None, now: datetime) -> None:
    """The file, or that there is none; and the letters to those who wait for it."""
    book = session.get_one(GameBook, book_id)
    if book.status != "waiting":
        return
    book.status, book.content, book.ready_at = "done" if pdf else "failed", pdf, None
    book.done = book.total if pdf else book.done
    session.add(book)
    session.flush()
    drop_oldest_books(session, book)
    for player_id in json.loads(book.readers):
        notify_book_ready(session, book, session.get_one(Player, player_id), now)


def drop_oldest_books(session: Session, newest: GameBook) -> None:
    """Lets the oldest books go, if all together are too large."""
    size = sa.func.length(col(GameBook.content))
    query = sa.select(col(GameBook.id), size).where(size.is_not(None)).order_by(col(GameBook.asked_at).desc())
    room = ROOM
    for book_id, length in session.execute(query).all():
        room -= length
        if room < 0 and book_id != newest.id:
            session.execute(sa.delete(GameBook).where(col(GameBook.id) == book_id))
