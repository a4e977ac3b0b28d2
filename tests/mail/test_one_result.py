"""One result, told alike by every door: letter, page, report on paper, game book, answer to a line, command line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from pbem.cli import main
from pbem.documents import game_summary
from pbem.documents.gamebook import making
from pbem.games import games
from pbem.games.results import result
from tests.games.party import Party, clock_at
from tests.games.test_every_end import (
    Maker,
    by_its_own_last_year,
    by_rules,
    called_off,
    drawn_by_two,
    end_in_concession,
    end_unplayed,
)
from tests.mail.conftest import Office
from tests.web.conftest import Browser, site


def join_blanks(text: str) -> str:
    return " ".join(text.split())


def pdf(content: bytes) -> str:
    return join_blanks(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "engine", "sentence"),
    [
        (
            by_its_own_last_year,
            "diplomacy",
            "and Austria, England, France, Germany, Italy, Russia and Turkey share it.",
        ),
        (end_in_concession, "europax", "it was conceded to Green."),
        (drawn_by_two, "cantillon", "agreed on a draw of Blue and Green."),
        (by_rules, "europe2028", "Russia and Eastern Alliance share the first place."),
        (called_off, "toy", "The game was called off."),
        (end_unplayed, "europe2028", "Nobody played this game."),
    ],
)
def test_every_door_tells_the_same_end(office: Office, tmp_path: Path, end: Maker, engine: str, sentence: str) -> None:
    party = end(office.store, office.now, engine)
    with office.store.read_session() as session:
        ending = game_summary.find_game_ending(session, party.game(session))
        ended = result.find_result(party.game(session))
        assert ended
        seat = next(
            (one for one in games.list_game_seats(session, party.game(session)) if one.code in ended.first_seats), None
        )
        seat = seat or games.list_game_seats(session, party.game(session))[0]
        address = party.player(session, seat.code).address
    assert ending and ending.sentence.endswith(sentence), ending
    browser = site(office.store, tmp_path).browser(address)
    browser.get("/games/verdun")
    told = {
        "letter": office.text(office.outbox(address, "finished")[-1]),
        "answer": receipt_for(office, party, seat.code, address, "ledger"),
        "page": browser.words,
        "report": pdf(browser.client.get(f"/games/verdun/phases/{party.now_at().number}.pdf").data),
        "command line": list_ledger(office, tmp_path),
    }
    if party.now_at().number > 1:  # before there is no book
        told["game book"] = pdf(book(office, browser))
    winner = seat.code in ended.first_seats and end is end_in_concession
    assert ("You have won." in told["letter"], "You have won." in told["page"]) == (winner, winner)
    # a game that was played to its end says it in its own words in its letter and report
    own = {"letter", "report"} if ending.played else set()
    assert {where for where, text in told.items() if ending.sentence not in join_blanks(text)} == own
    assert own == set() or "share the first place with 12 VP" in told["letter"]


def receipt_for(office: Office, party: Party, code: str, address: str, line: str) -> str:
    office.write(address, office.seat_address(party, code), line)
    return office.text(office.outbox(address, "receipt")[-1])


def book(office: Office, browser: Browser) -> bytes:
    browser.get("/games/verdun/book")
    browser.send("/games/verdun/book")
    making.make_waiting_books(
        office.store, clock_at(datetime.now(UTC) + timedelta(hours=1))
    )  # the web asks the clock itself
    return bytes(browser.client.get("/games/verdun/book.pdf").data)


def list_ledger(office: Office, tmp_path: Path) -> str:
    """The ledger as the host has it."""
    words = ["--instance", str(tmp_path), "game", "say", "verdun", "ledger"]
    database = office.store.url.render_as_string(hide_password=False)
    return CliRunner().invoke(main, words, env={"PBEM_DATABASE": database}).output
