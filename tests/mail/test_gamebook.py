"""The game book by letter: asked for in a line, sent as a letter of its own."""

from __future__ import annotations

from email.message import EmailMessage
from io import BytesIO

import pytest
from pypdf import PdfReader

from pbem.documents.gamebook import content, making
from pbem.games.leading import master
from pbem.mail.outbound import particulars
from pbem.storage.models import GameBook
from tests.games.party import Party, clock_at
from tests.mail.conftest import Office

RED = "red@example.org"


@pytest.fixture
def party(office: Office) -> Party:
    """A game with a phase behind it."""
    party = office.start_party()
    with office.store.write_session() as session:
        master.process_phase(session, party.game(session), None, office.now)
    return party


def ask_for_gamebook(office: Office, party: Party, text: str) -> tuple[str, str]:
    """Return what the receipt says of one line to Red's own address."""
    office.write(RED, office.seat_address(party, "RED"), text)
    return office.outcomes(RED)[0]


@pytest.mark.parametrize("line", ["game book", "Book", "my game book", "the gamebook"])
def test_it_comes_by_letter(office: Office, party: Party, line: str) -> None:
    """A receipt at once; when it is made, a letter with the file."""
    level, says = ask_for_gamebook(office, party, line)
    assert level == "ok" and "letter of its own" in says
    assert not office.outbox(RED, "game-book")
    making.make_waiting_books(office.store, clock_at(office.now))
    row = office.outbox(RED, "game-book")[0]
    (file,) = office.paint_letter(row).iter_attachments()
    assert file.get_filename() == "verdun.pdf"
    assert isinstance(file, EmailMessage)
    assert "verdun" in PdfReader(BytesIO(file.get_content())).pages[0].extract_text()
    assert "is attached" in office.text(row)


def test_what_is_too_large_or_gone_has_a_link(office: Office, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for_gamebook(office, party, "game book")
    making.make_waiting_books(office.store, clock_at(office.now))
    monkeypatch.setattr(particulars, "PDF_LIMIT", 100)
    row = office.outbox(RED, "game-book")[0]
    assert not list(office.paint_letter(row).iter_attachments())
    assert "/games/verdun/book" in office.text(row)


def test_a_book_that_has_gone_is_no_trouble(office: Office, party: Party) -> None:
    ask_for_gamebook(office, party, "game book")
    making.make_waiting_books(office.store, clock_at(office.now))
    with office.store.write_session() as session:
        session.delete(session.get_one(GameBook, 1))
    row = office.outbox(RED, "game-book")[0]
    assert "/games/verdun/book" in office.text(row)


def test_what_fails_is_told_and_can_be_asked_for_again(
    office: Office, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not said to be ready; the next letter brings it."""

    def broken(*_: object) -> None:
        raise ValueError("no such thing")

    ask_for_gamebook(office, party, "game book")
    with monkeypatch.context() as patch:
        patch.setattr(content, "make_phase_spread", broken)
        making.make_waiting_books(office.store, clock_at(office.now))
    (row,) = office.outbox(RED, "game-book")
    assert "could not be made" in office.text(row) and "ready" not in office.text(row)
    office.later(hours=1)
    ask_for_gamebook(office, party, "game book")
    making.make_waiting_books(office.store, clock_at(office.now))
    assert "is attached" in office.text(office.outbox(RED, "game-book")[-1])


@pytest.mark.slow
def test_it_is_sent_again(office: Office, party: Party) -> None:
    """To whoever has lost the letter; not without end."""
    ask_for_gamebook(office, party, "game book")
    making.make_waiting_books(office.store, clock_at(office.now))
    for n in range(office.config.limits.game_books):
        office.later(hours=1)
        level, _ = ask_for_gamebook(office, party, f"game book\n# {n}")
    assert level == "no" and len(office.outbox(RED, "game-book")) == office.config.limits.game_books


def test_before_the_first_result_there_is_none(office: Office) -> None:
    level, says = ask_for_gamebook(office, office.start_party(), "game book")
    assert level == "no" and "no game book of verdun yet" in says


def test_press_is_opened_and_closed_by_letter(office: Office, party: Party) -> None:
    for line, opens in (("open press", True), ("close my press", False)):
        assert ask_for_gamebook(office, party, line)[0] == "ok"
        with office.store.read_session() as session:
            assert party.seat(session, "RED").opens_press is opens
