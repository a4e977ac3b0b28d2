"""What machines write without saying so is neither answered nor passed on to others; what people write beside it is."""

from __future__ import annotations

import pytest

from tests.games.party import Party
from tests.mail.conftest import Office, letter
from tests.mail.test_by_mail import BLUE as BLUE

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
    return office.start_party()


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


MARKS: tuple[tuple[dict[str, str], str, str], ...] = (
    ({"Feedback-ID": "1.eu-west-1.abc=:Relay"}, "", "bid 3"),
    ({"List-Unsubscribe": "<mailto:u@alias.example>"}, "", "bid 3"),
    ({"X-Auto-Response-Suppress": "All"}, "", "bid 3"),
    ({}, "Read: my orders", "bid 3"),
    ({}, "Lu : vos ordres", "bid 3\n\nThank you for your letter, I shall be away on Monday."),
    ({"Feedback-ID": "1:relay"}, "Hello", "bid lots"),
)


@pytest.mark.parametrize(("fields", "subject", "text"), MARKS)
def test_a_player_s_orders_are_read_whatever_was_hung_on_them(
    office: Office, party: Party, fields: dict[str, str], subject: str, text: str
) -> None:
    """Forwarding services and firms mark people's letters as newsletters are; they were ignored without a word."""
    office.write(BLUE, office.seat_address(party, "BLU"), text, subject, fields=fields)
    level, told = office.outcomes(BLUE)[0]
    assert (level, told) == ("ok", "BID 3") or (text == "bid lots" and level == "no")


@pytest.mark.parametrize("fields", FIELDS)
def test_an_answer_is_read_whatever_was_hung_on_it(office: Office, fields: dict[str, str]) -> None:
    office.open_party(players=3)
    office.write("new@example.org", "pbem@pbem.test", "join verdun")
    (asked,) = office.outbox("new@example.org")
    office.write("new@example.org", office.reply_address(asked), "yes", fields=fields)
    assert [level for level, _ in office.outcomes("new@example.org")] == ["ok"]


@pytest.mark.parametrize(
    ("fields", "subject"), [({"Auto-Submitted": "auto-replied"}, ""), ({}, "Out of office: orders")]
)
def test_a_machine_that_owns_to_it_gives_no_orders(
    office: Office, party: Party, fields: dict[str, str], subject: str
) -> None:
    office.write(BLUE, office.seat_address(party, "BLU"), "bid 3", subject, fields=fields)
    assert not office.outbox(BLUE, "receipt") and office.mails()[-1].status == "ignored"


def test_a_note_that_a_letter_was_opened_is_nobody_s_word(office: Office, party: Party) -> None:
    words = "Your message\n\n   To: Blue\n   Subject: [verdun] Round 1\n\nwas read on Monday, 2 March 2026 13:00."
    office.write(BLUE, office.seat_address(party, "BLU"), words, "Read: [verdun] Round 1")
    assert not office.outbox(BLUE, "receipt") and office.mails()[-1].status == "ignored"


# --- in answers to press ------------------------------------------------------------------------------------------

NOTES = (
    "I am out of the office until 3 May. In urgent cases call my colleague Ann Lee.",
    "Thank you for your e-mail.\n\nI am on annual leave and will reply on my return.",
    "Ich bin bis 3. Mai nicht im Büro. In dringenden Fällen wenden Sie sich bitte an meine Kollegin.",
    "Vielen Dank für Ihre Nachricht.\n\nIch bin im Urlaub.",
    "Je suis absent jusqu'au 3 mai. En cas d'urgence, contactez ma collègue.",
    "Merci pour votre message. Je suis en congés et vous répondrai à mon retour.",
)
WORDS = (
    "I am away until Monday, let us talk then.",
    "Thanks for the message! I shall go to Burgundy.",
    "Ich bin bis Montag unterwegs. Greifst du an?",
    "Je serai de retour lundi.",
)


def answer_to_press(office: Office, party: Party, text: str, subject: str) -> None:
    office.write("red@example.org", office.seat_address(party, "RED"), "press to blue: Shall we?")
    got = office.outbox(BLUE, "press")[-1]
    office.write(BLUE, office.reply_address(got), text, subject)


@pytest.mark.parametrize("text", NOTES)
def test_a_note_of_absence_is_not_passed_on_as_press(office: Office, party: Party, text: str) -> None:
    """The others read it as words of a player, even where no field and no subject says what it is. Who does mean it is
    told how to send it."""
    answer_to_press(office, party, text, "Re: [verdun] Red to you")
    assert not office.outbox("red@example.org", "press")
    [(level, told)] = office.outcomes(BLUE)
    assert level == "no" and "was not passed on" in told
    office.write(BLUE, office.seat_address(party, "BLU"), f"press to red\n{text}\nendpress")
    assert len(office.outbox("red@example.org", "press")) == 1


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_tells_it_in_answers_to_press_too(office: Office, party: Party, subject: str) -> None:
    answer_to_press(office, party, ABSENT, subject)
    assert not office.outbox("red@example.org", "press") and not office.outbox(BLUE, "receipt")


@pytest.mark.parametrize("text", WORDS)
def test_a_player_tells_a_friend_that_they_are_away(office: Office, party: Party, text: str) -> None:
    answer_to_press(office, party, text, "Re: [verdun] Red to you")
    assert len(office.outbox("red@example.org", "press")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Hi! I am away until Monday with no access to email, could somebody move my deadline?",
        "I'm on holiday and will be back on Sunday. I will reply as soon as possible, please extend the deadline.",
        "Hallo, ich bin ab morgen verreist und nicht erreichbar. Ist das dringend, oder kann die Partie warten?",
        "Je suis en vacances, de retour dimanche ; merci de votre message. Pouvez-vous prolonger le délai ?",
    ],
)
def test_a_player_who_goes_away_and_asks_for_something_is_answered(office: Office, party: Party, text: str) -> None:
    """It was taken for a program's note, and the turn was missed without a word."""
    office.write(BLUE, office.seat_address(party, "BLU"), text, "Re: [verdun] Round 1")
    told = office.text(office.outbox(BLUE, "receipt")[-1])
    assert "away until Friday" in told or text.endswith("?")


@pytest.mark.parametrize("text", NOTES)
def test_a_note_that_no_field_tells_of_is_not_answered(office: Office, party: Party, text: str) -> None:
    office.write(BLUE, office.seat_address(party, "BLU"), text, "Re: [verdun] Round 1")
    assert not office.outbox(BLUE, "receipt") and office.mails()[-1].status == "ignored"
