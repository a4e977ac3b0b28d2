"""What machines write without saying so is neither answered nor passed on to others; what people write beside it is."""

from __future__ import annotations

import pytest

from tests.mail.conftest import Office, letter
from tests.mail.test_by_mail import BLUE as BLUE
from tests.play.party import Party

ABSENT = "I am away until Monday. In urgent cases call my colleague."
SUBJECTS = (
    *("Automatic reply: your turn", "Out of Office: [verdun] Round 1", "Out of the office", "Auto-Reply: press"),
    *(
        "Abwesenheitsnotiz: [verdun]",
        "Automatische Antwort: [verdun]",
        "Réponse automatique : [verdun]",
        "Absence du bureau",
    ),
    *("Read: [verdun] Round 1", "Gelesen: [verdun]", "Lu : [verdun]"),
)
FIELDS = (
    {"X-Auto-Response-Suppress": "All"},
    {"List-Unsubscribe": "<https://example.net/out>"},
    {"Feedback-ID": "12:campaign:shop"},
)


@pytest.fixture
def party(office: Office) -> Party:
    return office.begun()


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_note_of_absence_is_met_with_silence(office: Office, party: Party, subject: str) -> None:
    office.write(BLUE, office.seat_address(party, "BLUE"), ABSENT, subject)
    assert not office.outbox(BLUE, "receipt") and office.mails()[-1].status == "ignored"


@pytest.mark.parametrize("fields", FIELDS)
def test_a_machine_that_says_so_in_a_field(office: Office, party: Party, fields: dict[str, str]) -> None:
    office.write(BLUE, office.seat_address(party, "BLUE"), ABSENT, "Hello", fields=fields)
    assert not office.outbox(BLUE, "receipt") and office.mails()[-1].status == "ignored"


@pytest.mark.parametrize("method", ["REPLY", "REQUEST"])
def test_a_calendar_that_answers(office: Office, party: Party, method: str) -> None:
    note = letter(BLUE, "Blue has accepted this invitation.", "Accepted: a talk")
    file = f"BEGIN:VCALENDAR\r\nMETHOD:{method}\r\nEND:VCALENDAR\r\n"
    note.add_attachment(file, subtype="calendar", params={"method": method}, filename="calendar.ics")
    office.post(BLUE, office.seat_address(party, "BLUE"), note.as_bytes())
    office.read()
    assert not office.outbox(BLUE, "receipt") and office.mails()[-1].status == "ignored"


def test_a_note_that_the_other_has_read(office: Office, party: Party) -> None:
    address = office.seat_address(party, "BLUE")
    raw = (
        f"From: {BLUE}\r\nTo: {address}\r\nSubject: [verdun]\r\nMessage-ID: <1@client.example.org>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: message/disposition-notification\r\n\r\n"
        "Disposition: manual-action; displayed\r\n"
    )
    office.post(BLUE, address, raw.encode())
    office.read()
    assert not office.outbox(BLUE, "receipt") and office.mails()[-1].status == "ignored"


def test_a_person_who_answers_a_note_of_absence_is_read(office: Office, party: Party) -> None:
    office.write(BLUE, office.seat_address(party, "BLUE"), "bid 3", "Re: Out of office")
    assert office.outcomes(BLUE) == [("ok", "BID 3")]
