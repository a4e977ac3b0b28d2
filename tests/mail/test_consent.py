"""An answer to the question whether a letter is somebody's, as people write it, through the door and the clerk."""

from __future__ import annotations

import pytest

from pbem.mail.consent import consent
from tests.mail.conftest import Office
from tests.play.party import Party

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
    """Where somebody is asked whether they want a seat."""
    office.opened(players=3)
    office.write(NEW, FRONT, "join verdun")
    (asked,) = office.outbox(NEW)
    return office.reply_address(asked)


def seated(office: Office) -> bool:
    return any(row.kind != "question" for row in office.outbox(NEW)) and "ok" in {
        one for one, _ in office.outcomes(NEW)
    }


@pytest.mark.parametrize("text", YES)
def test_a_yes_is_taken(office: Office, question: str, text: str) -> None:
    office.write(NEW, question, text)
    assert seated(office)


@pytest.mark.parametrize("text", NO)
def test_a_no_from_a_stranger_ends_it(office: Office, question: str, text: str) -> None:
    """They were promised to hear no more of it; the letter in their name is not done by a later yes either."""
    office.write(NEW, question, text)
    assert [row.kind for row in office.outbox(NEW)] == ["question"]
    office.write(NEW, question, "yes")
    assert office.outcomes(NEW) == [("no", "There is nothing to confirm here.")]


@pytest.mark.parametrize("text", NEITHER)
def test_every_other_answer_gets_one_sentence(office: Office, question: str, text: str) -> None:
    office.write(NEW, question, text)
    [(level, told)] = office.outcomes(NEW)
    assert level == "no" and "answer with the one word: yes" in told
    office.write(NEW, question, "Yes, that was me")
    assert seated(office)


def test_a_player_hears_that_their_no_was_understood(office: Office) -> None:
    party: Party = office.begun()
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
    assert consent([text]) is None
