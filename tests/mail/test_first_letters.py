"""The first letters that people write, as they write to people: each is answered, and a game that it names is taken as
a wish. What machines and merchants write is met with silence."""

from __future__ import annotations

import pytest

from tests.mail.conftest import Office

NEW, FRONT = "new@example.org", "pbem@pbem.test"

QUESTIONS = (
    *("I would love to play a game with you.", "Hello, a friend told me about this server. How does it work?", "play"),
    *(
        "Can I still sign up?",
        "Do you have a game for beginners?",
        "Is there a free seat anywhere?",
        "join",
        "rules please",
    ),
    *(
        "I'm interested in Diplomacy by mail.",
        "What can be played here?",
        "Hi!\n\nPlease tell me how to join.\n\nKate",
        "help!",
    ),
    *(
        "Games please",
        "newcomer, where do I start?",
        "subscribe",
        "Who runs this?",
        "Europax?",
        "I am a player of old.",
    ),
    *("Ich würde gern mitspielen.", "Wie funktioniert das hier?", "Hallo, kann ich noch mitmachen?", "Spiele", "Hilfe"),
    *(
        "Guten Tag,\n\nich habe Interesse an einem Spiel.\n\nGruß, Max",
        "Wo finde ich die Regeln",
        "anmelden",
        "Was kostet das?",
    ),
    *("Gibt es freie Plätze?", "Ich möchte teilnehmen", "Spielt ihr auch Diplomacy", "Wie kann ich beitreten"),
    *("Bonjour, je voudrais jouer.", "Comment ça marche", "Je souhaite participer à une partie.", "aide", "jeux"),
    *(
        "Bonsoir,\nest-ce qu'il reste une place ?\nMarie",
        "Les règles, s'il vous plaît",
        "inscription",
        "Qui êtes-vous ?",
    ),
    *(
        "Puis-je rejoindre une partie",
        "Une partie pour débutants",
        "Je suis intéressé",
        "Je cherche un jeu par courrier",
    ),
)
WISHES = (
    *("I want to join verdun please", "Please put me into verdun", "Ich möchte bei verdun mitspielen", "verdun bitte"),
    *("Je voudrais jouer dans verdun", "A seat in Verdun, please.", "Hello,\nis there room in verdun?\nBob"),
)
NOISE = ("Buy now!\nCheap.", "Congratulations, you have won 1,000,000.", "Dear Sir,\nI have a business proposal.", "")


@pytest.mark.parametrize("text", QUESTIONS)
def test_whoever_writes_as_to_people_is_answered(office: Office, text: str) -> None:
    office.opened(players=3)
    office.write(NEW, FRONT, text, "Hello")
    (told,) = office.outbox(NEW)
    assert told.kind == "stranger" and "verdun: Sealed bids, 3 free" in office.text(told)


@pytest.mark.parametrize("text", WISHES)
def test_a_game_that_is_named_is_taken_as_a_wish(office: Office, text: str) -> None:
    office.opened(players=3)
    office.write(NEW, FRONT, text)
    (asked,) = office.outbox(NEW)
    assert asked.kind == "question" and "for a seat in the game verdun" in office.text(asked)
    office.write(NEW, office.reply_address(asked), "Yes please")
    assert [level for level, _ in office.outcomes(NEW)] == ["ok"]


@pytest.mark.parametrize("text", NOISE)
def test_what_is_for_nobody_is_met_with_silence(office: Office, text: str) -> None:
    office.opened(players=3)
    office.write(NEW, FRONT, text)
    assert not office.outbox(NEW)
