"""An answer to the question whether a letter is somebody's, as people write it, through the door and the clerk."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlmodel import select

from pbem.mail.inbound.yes_or_no import parse_yes_or_no
from pbem.settings.limits import Limits
from pbem.storage.models import Player
from tests.games.party import Party
from tests.mail.conftest import Office

NEW, RED, FRONT = "new@example.org", "red@example.org", "pbem@pbem.test"

YES = (
    *(
        "Yes please",
        "Yes, please.",
        "yes!",
        "Yep, that's mine",
        "Sure thing",
        "Okay!",
        "Y",
        "Of course it is",
        "I do confirm",
    ),
    *(
        "It was me",
        "Certainly, thanks a lot",
        "No problem, that was me",
        "Please do",
        "Hi,\n\nyes, I would like that.\n\nAnna",
    ),
    *(
        "Ja, sehr gerne",
        "Ja bitte!",
        "Jawohl",
        "Na klar",
        "Das war ich",
        "Guten Tag,\n\nja, das ist richtig.\n\nMfG Eva",
    ),
    *(
        "Stimmt",
        "Oui, volontiers",
        "Oui, c'est bien moi",
        "C’est moi !",
        "Bien sûr",
        "D'accord",
        "Bonjour,\noui merci\nLuc",
    ),
    *("👍", "Yes\n\nSent from my iPhone", "yes\n\n> If it is yours, answer this letter with the one word: yes"),
)
NO = (
    *(
        "no",
        "No, that wasn't me",
        "Nope",
        "I did not write this.",
        "That is not mine",
        "Nein",
        "Nein, danke",
        "Das war ich nicht",
    ),
    *("Non", "Non merci", "Ce n'est pas moi", "👎"),
)
NEITHER = (
    *(
        "Who are you?",
        "Yes, but it was not me",
        "What is this about?",
        "Was ist das?",
        "C'est quoi ?",
        "Yesterday I was ill",
    ),
    *("Normandy", "Perhaps later"),
)


@pytest.fixture
def question(office: Office) -> str:
    """Return where somebody is asked whether they want a seat."""
    office.open_party(players=3)
    office.write(NEW, FRONT, "join verdun")
    (asked,) = office.outbox(NEW)
    return office.reply_address(asked)


def is_seated(office: Office) -> bool:
    return any(row.kind != "question" for row in office.outbox(NEW)) and "ok" in {
        one for one, _ in office.outcomes(NEW)
    }


@pytest.mark.parametrize("text", YES)
def test_a_yes_is_taken(office: Office, question: str, text: str) -> None:
    office.write(NEW, question, text)
    assert is_seated(office)


@pytest.mark.parametrize("text", NO)
def test_a_no_from_a_stranger_ends_it(office: Office, question: str, text: str) -> None:
    """They were promised to hear no more of it; the letter in their name is not done by a later yes either."""
    office.write(NEW, question, text)
    assert [row.kind for row in office.outbox(NEW)] == ["question"]
    office.write(NEW, question, "yes")
    assert office.outcomes(NEW) == [("no", "There is nothing to confirm here.")]


@pytest.mark.parametrize("text", NEITHER)
def test_a_stranger_is_asked_once_more_after_any_other_answer(office: Office, question: str, text: str) -> None:
    """Nothing else comes of it: it may be a program's, at an address that somebody else has named."""
    for _ in range(3):
        office.write(NEW, question, text)
    first, again = office.outbox(NEW)
    assert first.kind == again.kind == "question" and "neither a yes nor a no" in office.text(again)
    assert not has_answered(office)
    office.write(NEW, office.reply_address(again), text)
    assert len(office.outbox(NEW)) == 2 and not has_answered(office)
    office.write(NEW, office.reply_address(again), "Yes, that was me")
    assert is_seated(office) and has_answered(office)


def test_a_question_is_asked_once_more_out_of_what_strangers_share(office: Office, question: str) -> None:
    office.config = replace(office.config, limits=Limits(answers_to_one=1))
    office.write(NEW, question, "Who are you?")
    assert [row.kind for row in office.outbox(NEW)] == ["question"] and office.mails()[-1].status == "ignored"
    office.write(NEW, question, "yes")
    assert is_seated(office)


def test_a_program_that_thanks_for_a_letter_is_no_player(office: Office, question: str) -> None:
    """It set the address down as one that wants letters: all that followed went to somebody who never wrote."""
    office.write(NEW, question, "Thank you for your message. We will get back to you soon.")
    assert not has_answered(office) and not office.outbox(NEW, "receipt")
    office.write(NEW, question, "no")
    office.write(NEW, question, "no")
    assert not has_answered(office) and len(office.outbox(NEW)) == 2


def test_a_player_is_told_in_one_sentence_that_an_answer_is_neither(office: Office) -> None:
    party: Party = office.start_party()
    office.write("other@example.org", office.seat_address(party, "RED"), "bid 3")
    (asked,) = office.outbox(RED, "question")
    office.write(RED, office.reply_address(asked), "What is this about?")
    [(level, told)] = office.outcomes(RED)
    assert level == "no" and "answer with the one word: yes" in told


PROTESTS = (
    *("I was hacked, please ignore that letter.", "I want to unsubscribe from this. Stop.", "Ok. I did not send this."),
    *("Definitely a forgery", "Yes, this is my stolen account", "O dear, what is this?", "Yes. Who is this?"),
    *(
        "J'ignore qui a écrit cela.",
        "Si vous continuez, je porte plainte.",
        "Ich war im Krankenhaus.",
        "Gern geschehen",
    ),
)


@pytest.mark.parametrize("text", PROTESTS)
def test_a_seat_is_not_given_up_by_its_player_s_protest(office: Office, text: str) -> None:
    party: Party = office.start_party()
    asked = about_leaving(office)
    office.write(RED, asked, text)
    with office.store.read_session() as session:
        assert party.seat(session, "RED").player_id is not None


@pytest.mark.parametrize("text", ["Yes, that was me", "Ok", "Right, go ahead", "It was me", "Oui, c'est moi", "Passt"])
def test_what_cannot_be_undone_takes_the_one_word(office: Office, text: str) -> None:
    party: Party = office.start_party()
    asked = about_leaving(office)
    office.write(RED, asked, text)
    [(level, told)] = office.outcomes(RED)
    assert level == "no" and "answer with the one word: yes" in told
    with office.store.read_session() as session:
        assert party.seat(session, "RED").player_id is not None
    office.write(RED, asked, "Hello,\n\nYes please.\n\nRegards\nRed Rufus")
    with office.store.read_session() as session:
        assert party.seat(session, "RED").player_id is None


def about_leaving(office: Office) -> str:
    """Return where the player of a seat is asked about a letter that gives it up in their name."""
    office.write(RED, FRONT, "resign verdun")
    return office.reply_address(office.outbox(RED, "question")[-1])


def has_answered(office: Office) -> bool:
    with office.store.read_session() as session:
        return session.exec(select(Player).where(Player.address == NEW)).one().answered_at is not None


def test_a_player_hears_that_their_no_was_understood(office: Office) -> None:
    party: Party = office.start_party()
    office.write("other@example.org", office.seat_address(party, "RED"), "bid 3")
    (asked,) = office.outbox(RED, "question")
    office.write(RED, office.reply_address(asked), "Nein, das war ich nicht.")
    [(level, told)] = office.outcomes(RED)
    assert level == "ok" and "put away" in told
    assert [one.status for one in office.mails()] == ["ignored", "done"]


@pytest.mark.parametrize(
    "text",
    [
        *("I am away until 5 May.", "I will be back on Monday.", "I am out of the office.", "Ich bin im Urlaub."),
        *("Ich bin bis Montag nicht erreichbar.", "Je suis absente jusqu'au 5 mai.", "Je suis en congé."),
    ],
)
def test_a_note_of_absence_says_neither(text: str) -> None:
    """It begins as a yes may, and took the seat of an invitation."""
    assert parse_yes_or_no([text]) is None
