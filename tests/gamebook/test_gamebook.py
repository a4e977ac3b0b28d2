"""The game book: what is in it for whom, and that it comes about whatever dies meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from sqlmodel import col, select

from pbem.documents.gamebook import content, making
from pbem.documents.reports import PressExtent
from pbem.games import Refusal, games
from pbem.games.leading import master
from pbem.games.notify import Kind
from pbem.games.proof import verify
from pbem.games.results import votes
from pbem.games.seating import seats
from pbem.games.talk import press
from pbem.render.paper import PRINTS
from pbem.server import retention
from pbem.settings import config
from pbem.settings.config import Config
from pbem.settings.limits import Limits
from pbem.storage.database import Stop, Store
from pbem.storage.models import GameBook, Player, Press, Seat
from tests import kept
from tests.games.party import Party, clock_at, letter_data, play_advised_party, start_party
from tests.size import size

pytestmark = pytest.mark.usefixtures("toy")
HOUR = timedelta(hours=1)
LIMITS = Limits()
PHASES = size(6, 10)
"""How long a war is told of."""


@pytest.fixture
def settings(tmp_path: Path) -> Config:
    return config.load_config(tmp_path, {})


@pytest.fixture
def party(store: Store, now: datetime) -> Party:
    """A toy game with two phases behind it, and letters between its players."""
    party = start_party(store, now, players=3)
    with store.write_session() as session:
        game, red = party.game(session), party.seat(session, "RED")
        press.post_press(session, game, red, ["BLU"], "the vineyard at dusk", now + HOUR, "a")
        press.post_press(session, game, red, [press.MASTER], "I must confess", now + HOUR, "b")
        press.post_press(session, game, red, "*", "good day to all", now + HOUR, "c")
    for _ in range(2):
        process(party, now + 2 * HOUR)
    return party


def process(party: Party, now: datetime) -> None:
    """The open phase is resolved with the orders that are there."""
    with party.store.write_session() as session:
        master.process_phase(session, party.game(session), None, now)


def ask(party: Party, code: str, now: datetime, limits: Limits = LIMITS, *, by_mail: bool = False) -> int:
    """The number of the book of a seat; of everybody's, if `code` is empty."""
    with party.store.write_session() as session:
        seat = party.seat(session, code) if code else None
        player = party.player(session, code or games.list_game_seats(session, party.game(session))[0].code)
        return making.request_book(session, limits, party.game(session), seat, player, now, by_mail=by_mail).id


def book(party: Party, number: int) -> GameBook:
    with party.store.read_session() as session:
        return session.get_one(GameBook, number)


def pages(party: Party, number: int) -> list[str]:
    file = book(party, number).content
    assert file is not None
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(file)).pages]


def book_text(party: Party, code: str, now: datetime) -> str:
    """Return what stands in the book of a seat."""
    number = ask(party, code, now)
    making.make_waiting_books(party.store, clock_at(now))
    return " ".join(pages(party, number))


# --- what is in it ------------------------------------------------------------------------------------------------


@pytest.fixture
def war(sqlite: Store, now: datetime) -> Party:
    """Years of Diplomacy, advised."""
    game_id = kept.world(
        sqlite, "three years of war", lambda: play_advised_party(sqlite, "diplomacy", PHASES, now).game_id
    )
    return Party(sqlite, game_id)


def outline(reader: PdfReader) -> Iterator[tuple[str, int]]:
    """The entries of the outline, and the pages they lead to, from 1."""
    for entry in reader.outline:
        assert not isinstance(entry, list)
        number = reader.get_destination_page_number(entry)
        assert number is not None
        yield str(entry.title), number + 1


@pytest.mark.slow
@pytest.mark.proof
def test_a_chapter_for_each_phase(war: Party, now: datetime) -> None:
    """Cover, contents, a chapter for how it began and for each phase behind us, the proof; the contents name the pages
    on which the chapters begin, and those of several pages begin on a left one."""
    number = ask(war, "", now)
    assert making.make_waiting_books(war.store, clock_at(now)) == 1
    file = book(war, number).content
    assert file is not None
    reader = PdfReader(BytesIO(file))
    marks = dict(outline(reader))
    with war.store.read_session() as session:
        titles = ["How it began", *(games.phase_title(p) for p in games.list_phases(session, war.game(session))[:-1])]
    assert [title for title in marks if title in titles] == titles
    contents = reader.pages[marks["Contents"] - 1].extract_text()
    for title in titles:
        assert f"{title} {marks[title]}" in " ".join(contents.split())
        assert title in reader.pages[marks[title] - 1].extract_text()
    begins = [*(marks[title] for title in titles), marks["The proof"]]
    assert all(begin % 2 == 0 for begin, following in pairwise(begins) if following - begin > 1)
    assert f"each of the {PHASES + 1} phases is what is kept" in reader.pages[marks["The proof"] - 1].extract_text()
    assert str(reader.root_object["/Lang"]) == "en"


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(war: Party, now: datetime) -> None:
    """So two servers can compare books."""
    ask(war, "", now)
    with war.store.read_session() as session:
        row = session.exec(select(GameBook)).one()
    first, again = ([file for _, file in making.paint_book(war.store, row)][-1] for _ in range(2))
    assert first == again and first is not None and len(first) < 2_000_000


@pytest.mark.slow
@pytest.mark.proof
def test_a_book_can_be_heard(war: Party, now: datetime) -> None:
    """It has the structure of a report: headings, paragraphs, pictures with their words."""
    number = ask(war, "", now)
    making.make_waiting_books(war.store, clock_at(now))
    reader = PdfReader(BytesIO(book(war, number).content or b""))
    root: Any = reader.root_object
    parts = [part.get_object() for part in root["/StructTreeRoot"]["/K"]["/K"]]
    assert {"/H1", "/P", "/Figure"} <= {part["/S"] for part in parts}
    assert all(part.get("/Alt") for part in parts if part["/S"] == "/Figure")
    heard = {part["/Pg"].get_object()["/StructParents"] for part in parts}
    told = [n for n, page in enumerate(pages(war, number)) if len(page.split()) > 2]
    assert heard == set(range(len(told)))  # the others are blank, but for their foot


@pytest.mark.slow
@pytest.mark.proof
def test_a_book_in_large_print(war: Party, now: datetime) -> None:
    """Set as a report is for the same reader: no words smaller than usual ones by as much, and none is lost."""
    usual = book(war, ask(war, "FRA", now))
    with war.store.write_session() as session:
        war.player(session, "FRA").print = "large"
    large = book(war, ask(war, "FRA", now))
    assert usual.id and large.id and large.id != usual.id
    making.make_waiting_books(war.store, clock_at(now))
    assert smallest(book(war, large.id)) == pytest.approx(PRINTS["large"] * smallest(book(war, usual.id)), abs=0.1)
    lost = words_of(war, usual.id) - words_of(war, large.id)
    assert lost <= {"continued"}


def words_of(party: Party, number: int) -> set[str]:
    return {word for page in pages(party, number) for word in page.split() if word.isalpha()}


def smallest(made: GameBook) -> float:
    """The smallest letters of the last page, in points."""
    sizes = set[float]()

    def note(text: str, matrix: list[float], at: list[float], _: Any, size: float) -> None:
        if text.strip():
            sizes.add(round(size * abs(at[3]) * abs(matrix[3]), 2))

    PdfReader(BytesIO(made.content or b"")).pages[-1].extract_text(visitor_text=note)
    return min(sizes)


@pytest.mark.slow
def test_what_was_private_stays_private(party: Party, now: datetime) -> None:
    """Whoever wrote or got a letter has it in his book; a bystander's has what all may know."""
    later = now + 3 * HOUR
    for code in ("RED", "BLU"):
        assert "the vineyard at dusk" in book_text(party, code, later)
    for code in ("GRN", ""):
        told = book_text(party, code, later)
        assert "vineyard" not in told and "confess" not in told and "good day to all" in told


def end(party: Party, now: datetime) -> None:
    """All agree on a draw."""
    with party.store.write_session() as session:
        for seat in games.list_game_seats(session, party.game(session)):
            votes.cast_vote(session, seat, "draw", now)


@pytest.mark.slow
def test_press_is_opened_at_the_end_and_by_its_author(party: Party, now: datetime) -> None:
    """Not before the end, never what the game master was told, and not what another player wrote from the seat."""
    later = now + 3 * HOUR
    with party.store.write_session() as session:
        press.open_press_at_end(session, party.game(session), party.seat(session, "RED"), True, later)
    assert "vineyard" not in book_text(party, "GRN", later)
    end(party, later)
    told = book_text(party, "GRN", later)
    assert "the vineyard at dusk" in told and "confess" not in told
    with party.store.write_session() as session:
        seat = party.seat(session, "RED")
        seat.joined_at = now + 2 * HOUR
        session.add(seat)
    with party.store.read_session() as session:
        read = press.list_visible_press(session, party.game(session), "GRN")
    assert [one.text for one in read] == ["good day to all"]


@pytest.mark.slow
def test_the_last_press_is_in_it(party: Party, now: datetime) -> None:
    """What was written before the votes that ended the game, which no report tells any more."""
    later = now + 3 * HOUR
    with party.store.write_session() as session:
        press.post_press(
            session, party.game(session), party.seat(session, "RED"), ["BLU"], "so we share it", later, "d"
        )
        press.open_press_at_end(session, party.game(session), party.seat(session, "RED"), True, later)
    assert "so we share it" not in book_text(party, "BLU", later)
    end(party, later)
    assert "The last press" in book_text(party, "BLU", later) and "so we share it" in book_text(party, "", later)


def test_what_was_written_before_the_game_began_is_in_it(party: Party, now: datetime) -> None:
    write_press(party, None, ["who wants to be red?"], now)
    assert (
        "Before the game began" in (told := book_text(party, "BLU", now + 3 * HOUR)) and "who wants to be red?" in told
    )


@pytest.mark.slow
def test_of_much_press_more_is_in_it_than_in_a_report(
    party: Party, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of what a report has no room for; of more than a book has room for, how much is left out."""
    with party.store.read_session() as session:
        first = games.list_phases(session, party.game(session))[0].id
    write_press(party, first, [f"letter {n:03}" for n in range(2 * press.MOST)], now)
    assert "letter 000" in (told := book_text(party, "BLU", now + 3 * HOUR)) and "newest" not in told
    monkeypatch.setattr(content, "IN_BOOK", PressExtent(7, 300_000))
    told = book_text(party, "GRN", now + 3 * HOUR)
    assert f"The newest 7 messages of {2 * press.MOST + 1}" in told and "letter 000" not in told


def write_press(party: Party, phase_id: int | None, texts: Sequence[str], now: datetime) -> None:
    """Messages of Red's to all."""
    with party.store.write_session() as session:
        game_id = party.game(session).id
        for text in texts:
            sent = Press(
                game_id=game_id, phase_id=phase_id, author="RED", audience="*", text=text, key=text, sent_at=now
            )
            session.add(sent)


def test_what_the_proof_finds_wrong_is_told_at_the_end(
    party: Party, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words of an error may hold what is hidden."""

    def broken(*_: object) -> None:
        raise KeyError("GRN holds card 31")

    monkeypatch.setattr(verify, "repeat_proved_step", broken)
    told = book_text(party, "RED", now + 3 * HOUR)
    assert "at fault: 3" in told and "card 31" not in told
    end(party, now + 4 * HOUR)
    assert "card 31" in book_text(party, "RED", now + 5 * HOUR)


def test_a_new_player_opens_nothing_yet(party: Party, now: datetime) -> None:
    """The word of the one before him is not his."""
    with party.store.write_session() as session:
        seat = party.seat(session, "RED")
        press.open_press_at_end(session, party.game(session), seat, True, now)
        seats.leave_seat_vacant(session, seat, now)
        newcomer = Player(address="new@example.org", created_at=now, answered_at=now)
        session.add(newcomer)
        session.flush()
        seats.join_game(session, party.game(session), newcomer, ["RED"], now)
        assert not seat.opens_press


# --- how it comes about -------------------------------------------------------------------------------------------


def test_it_is_made_once(party: Party, now: datetime) -> None:
    """Asked for twice it is one book, until the game goes on."""
    first = ask(party, "RED", now)
    assert ask(party, "RED", now) == first
    making.make_waiting_books(party.store, clock_at(now))
    assert ask(party, "RED", now) == first and book(party, first).status == "done"
    process(party, now + 3 * HOUR)
    assert ask(party, "RED", now) != first


def test_there_is_none_before_a_phase_is_resolved(store: Store, now: datetime) -> None:
    fresh = start_party(store, now)
    with pytest.raises(Refusal, match="no book yet"):
        ask(fresh, "RED", now)


def test_nobody_has_books_made_all_day(party: Party, now: datetime) -> None:
    few = Limits(game_books=1)
    ask(party, "RED", now, few)
    with pytest.raises(Refusal, match="too many books"):
        ask(party, "", now, few)
    ask(party, "", now + timedelta(days=1, hours=1), few)


def test_another_worker_takes_it_over(party: Party, now: datetime) -> None:
    """Who made it died: after his lease it is begun anew; after three deaths it is given up, and can be asked for
    again."""
    number = ask(party, "RED", now, by_mail=True)
    for _ in range(making.MOST_CLAIMS):
        assert making.claim_book(party.store, now) == number
        assert making.claim_book(party.store, now) is None
        now += making.LEASE + timedelta(seconds=1)
    assert making.make_waiting_books(party.store, clock_at(now)) == 0
    assert book(party, number).status == "failed"
    assert [letter_data(row)["failed"] for row in party.letters(Kind.GAME_BOOK, "RED")] == [True]
    assert ask(party, "RED", now) == number
    assert making.make_waiting_books(party.store, clock_at(now)) == 1
    assert book(party, number).status == "done"


def test_a_worker_whose_lease_is_lost_keeps_nothing(party: Party, now: datetime) -> None:
    """Another one has finished it meanwhile; there is one file, and one letter."""
    number = ask(party, "RED", now, by_mail=True)
    making.claim_book(party.store, now)
    later = now + making.LEASE + timedelta(seconds=1)
    assert making.make_waiting_books(party.store, clock_at(later)) == 1
    first = book(party, number).content
    making.make_claimed_book(party.store, number, clock_at(later), Stop())
    assert book(party, number).content == first
    assert len(party.letters(Kind.GAME_BOOK)) == 1


def test_a_server_that_stops_leaves_it_to_the_next(party: Party, now: datetime) -> None:
    number = ask(party, "RED", now)
    stop = Stop()
    claimed = making.claim_book(party.store, now)
    stop.set()
    assert claimed == number and not making.make_claimed_book(party.store, number, clock_at(now), stop)
    assert (book(party, number).status, book(party, number).done) == ("waiting", 0)
    assert making.make_waiting_books(party.store, clock_at(now)) == 1


def test_how_far_it_is_can_be_seen(party: Party, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is made, the row says how many phases are done."""
    monkeypatch.setattr(making, "NOTED", 1)
    number, seen = ask(party, "RED", now), list[int]()
    progressed = making.note_book_progress

    def noted(*given: object) -> bool:
        mine = progressed(*given)  # type: ignore[arg-type]
        seen.append(book(party, number).done)
        return mine

    monkeypatch.setattr(making, "note_book_progress", noted)
    making.make_waiting_books(party.store, clock_at(now))
    assert seen == [0, 1, 2] and book(party, number).done == book(party, number).total == 3


def test_what_cannot_be_made_is_given_up(party: Party, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    number = ask(party, "RED", now)

    def broken(*_: object) -> None:
        raise ValueError("no such thing")

    monkeypatch.setattr(content, "make_phase_spread", broken)
    assert making.make_waiting_books(party.store, clock_at(now)) == 0
    assert book(party, number).status == "failed"


def test_the_oldest_make_room(party: Party, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """All books together take no more than they may; the newest is kept whatever its size."""
    monkeypatch.setattr(making, "ROOM", 10)
    for n, code in enumerate(("RED", "BLU")):
        ask(party, code, now + n * HOUR)
        making.make_waiting_books(party.store, clock_at(now + n * HOUR))
    with party.store.read_session() as session:
        left = session.exec(select(Seat.code).join(GameBook, col(GameBook.seat_id) == Seat.id)).all()
    assert left == ["BLU"]


def test_books_are_put_away(party: Party, now: datetime, settings: Config) -> None:
    ask(party, "RED", now)
    ask(party, "BLU", now)
    retention.prune_store(party.store, settings, now + making.KEPT + HOUR)
    with party.store.read_session() as session:
        assert len(session.exec(select(GameBook)).all()) == 1  # the newest row of a table stays


def test_whoever_asked_by_letter_gets_one(party: Party, now: datetime) -> None:
    """When it is there; at once, if it is there already."""
    ask(party, "BLU", now, by_mail=True)
    assert not party.letters(Kind.GAME_BOOK)
    making.make_waiting_books(party.store, clock_at(now))
    ask(party, "RED", now)
    making.make_waiting_books(party.store, clock_at(now))
    number = ask(party, "RED", now, by_mail=True)
    assert [letter_data(row)["game_book"] for row in party.letters(Kind.GAME_BOOK, "RED")] == [number]
    assert len(party.letters(Kind.GAME_BOOK, "BLU")) == 1
