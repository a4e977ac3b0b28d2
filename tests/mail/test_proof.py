"""Proof by letter: receipts with number, instant and hash, and again; the game as a file; whether it holds."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.mail.outbound import particulars
from pbem.records import checking
from pbem.server import clock
from pbem.storage.models import Receipt
from tests.games.party import Party, clock_at, open_party
from tests.mail.conftest import Office

RED = "red@example.org"


@pytest.fixture
def party(office: Office) -> Party:
    return office.start_party(rules=Rules(grace_hours=0))


def ask_for_proof(office: Office, party: Party, text: str, code: str = "RED") -> tuple[str, str]:
    office.write(f"{'red' if code == 'RED' else 'blue'}@example.org", office.seat_address(party, code), text)
    return office.outcomes(RED if code == "RED" else "blue@example.org")[0]


def receipt_words(office: Office) -> str:
    return office.text(office.outbox(RED, "receipt")[-1])


def list_receipts(office: Office) -> list[Receipt]:
    with office.store.read_session() as session:
        return list(session.exec(select(Receipt).order_by(Receipt.id)))  # type: ignore[arg-type]


def test_a_letter_that_orders_is_answered_with_a_receipt(office: Office, party: Party) -> None:
    """One letter, one receipt, whatever it says; the instant is that of its acceptance, whenever it was read."""
    ask_for_proof(office, party, "clear\nbid 3\nbid 5\nready")
    (row,) = list_receipts(office)
    words = " ".join(receipt_words(office).split())
    assert f"Receipt 1: taken on Monday 2 March, 12:00 UTC (2026-03-02 12:00:00 UTC). Hash {row.hash}." in words
    assert row.at == office.mails()[-1].received_at.replace(microsecond=0)


def test_a_letter_that_only_asks_has_none(office: Office, party: Party) -> None:
    ask_for_proof(office, party, "status")
    assert "Receipt 1" not in receipt_words(office) and not list_receipts(office)


def test_a_receipt_again(office: Office, party: Party) -> None:
    ask_for_proof(office, party, "bid 3")
    office.later(minutes=5)
    ask_for_proof(office, party, "bid 5")
    assert ask_for_proof(office, party, "receipt 1")[0] == "ok"
    first, second = list_receipts(office)
    words = receipt_words(office)
    assert first.hash in words and "BID 3" in words and "Salt" in words
    ask_for_proof(office, party, "receipts")
    words = receipt_words(office)
    assert first.hash in words and second.hash in words
    level, says = ask_for_proof(office, party, "receipt 7")
    assert level == "no" and "the last one has the number 2" in says
    assert ask_for_proof(office, party, "receipt", "BLU")[0] == "no"


def test_the_report_names_the_last_receipt(office: Office, party: Party) -> None:
    """To its own seat alone."""
    ask_for_proof(office, party, "bid 3")
    clock.run_clock_tick(office.store, clock_at(office.now + timedelta(hours=49)))
    office.later(hours=49)
    (row,) = list_receipts(office)
    reports = {r.seat_id: office.text(r) for r in office.outbox(kind="report")}
    assert sum(row.hash in " ".join(text.split()) for text in reports.values()) == 1


def test_the_game_as_a_file(office: Office, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for_proof(office, party, "bid 3")
    level, says = ask_for_proof(office, party, "export")
    assert level == "ok" and "letter of its own" in says
    row = office.outbox(RED, "record")[0]
    (part,) = office.paint_letter(row).iter_attachments()
    assert part.get_filename() == "verdun.pbem"
    found = checking.check_record_bytes(part.get_content())
    assert found.is_sound and found.reader == "RED"
    monkeypatch.setattr(particulars, "PDF_LIMIT", 10)
    ask_for_proof(office, party, "export the game")
    row = office.outbox(RED, "record")[1]
    assert not list(office.paint_letter(row).iter_attachments()) and "/games/verdun/proof" in office.text(row)


def test_what_came_out(office: Office, party: Party) -> None:
    ask_for_proof(office, party, "verify")
    words = " ".join(receipt_words(office).split())
    with office.store.read_session() as session:
        assert "Resolved again from the stored orders and dice" in words
        assert party.phase(session).hash in words and party.game(session).secret not in words


def test_before_the_game_begins(office: Office) -> None:
    """There is nothing to keep yet."""
    party = open_party(office.store, office.now)
    with office.store.write_session() as session:
        player = people.get_or_register_player(session, RED, office.now, "Red")
        seats.join_game(session, party.game(session), player, ["RED"], office.now)
    level, says = ask_for_proof(office, party, "export")
    assert level == "no" and "has not begun" in says
    assert ask_for_proof(office, party, "verify")[0] == "no"


@pytest.mark.slow
def test_files_by_letter_are_counted(office: Office, party: Party) -> None:
    for n in range(office.config.limits.records):
        ask_for_proof(office, party, f"verify\n# {n}")
    level, says = ask_for_proof(office, party, "export")
    assert level == "no" and "enough" in says and not office.outbox(RED, "record")
