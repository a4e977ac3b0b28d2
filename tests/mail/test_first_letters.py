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
    office.open_party(players=3)
    office.write(NEW, FRONT, text, "Hello")
    (told,) = office.outbox(NEW)
    assert told.kind == "stranger" and "verdun: Sealed bids, 3 free" in office.text(told)


@pytest.mark.parametrize("text", WISHES)
def test_a_game_that_is_named_is_taken_as_a_wish(office: Office, text: str) -> None:
    office.open_party(players=3)
    office.write(NEW, FRONT, text)
    (asked,) = office.outbox(NEW)
    assert asked.kind == "question" and "for a seat in the game verdun" in office.text(asked)
    office.write(NEW, office.reply_address(asked), "Yes please")
    assert [level for level, _ in office.outcomes(NEW)] == ["ok"]


@pytest.mark.parametrize("text", NOISE)
def test_what_is_for_nobody_is_met_with_silence(office: Office, text: str) -> None:
    office.open_party(players=3)
    office.write(NEW, FRONT, text)
    assert not office.outbox(NEW)


@pytest.mark.parametrize("text", WISHES)
def test_a_wish_is_read_alike_in_an_answer_to_the_greeting(office: Office, text: str) -> None:
    """Who asks first and then says what they want gets as far as who says it at once."""
    office.open_party(players=3)
    office.write(NEW, FRONT, "Hallo, was ist das hier?")
    (told,) = office.outbox(NEW)
    office.write(NEW, office.reply_address(told), text)
    asked = office.outbox(NEW)[-1]
    assert asked.kind == "question" and "for a seat in the game verdun" in office.text(asked)
    office.write(NEW, office.reply_address(asked), "Yes please")
    assert [level for level, _ in office.outcomes(NEW)] == ["ok"]


KINDS = ("join toy", "I'd like to play Sealed Bids please", "Ich möchte gern Sealed bids mitspielen")


@pytest.mark.parametrize("text", KINDS)
def test_a_kind_of_game_is_taken_as_a_wish_for_the_only_one(office: Office, text: str) -> None:
    office.open_party(players=3)
    office.write(NEW, FRONT, text)
    (asked,) = office.outbox(NEW)
    assert "for a seat in the game verdun" in office.text(asked)
    office.open_party(slug="lille")
    office.write("second@example.org", FRONT, text)
    assert [letter.kind for letter in office.outbox("second@example.org")] == ["stranger"]


SEATS = (
    *(
        "join verdun as Bluee",
        "JOIN verdun: Gren, Bluee",
        "Can I be Blue in verdun?",
        "Please let me play Bluee in verdun",
    ),
    *("join verdun comme bleu", "Ich möchte bei verdun als Blue mitspielen", "join verdun as Blue please"),
)


@pytest.mark.parametrize("text", SEATS)
def test_a_seat_is_named_before_it_is_given(office: Office, text: str) -> None:
    """Also one that is misspelt, or wished in a sentence: what is asked about is what a yes brings."""
    office.open_party(players=3)
    office.write(NEW, FRONT, text)
    (asked,) = office.outbox(NEW)
    seat = "Green, Blue" if "Gren" in text else "Blue"
    assert f"for the seat {seat} in the game verdun." in office.text(asked)
    office.write(NEW, office.reply_address(asked), "yes")
    ((level, told),) = office.outcomes(NEW)
    assert level == "ok" and f"You play {seat.partition(',')[0]} in verdun" in told


def test_a_seat_that_nobody_can_make_out_is_told(office: Office) -> None:
    office.open_party(players=3)
    office.write(NEW, FRONT, "join verdun as Xqwzt")
    (asked,) = office.outbox(NEW)
    text = " ".join(office.text(asked).split())
    assert "Which one cannot be made out" in text and "Red, Blue, Green" in text and "Xqwzt" not in text
    office.write(NEW, office.reply_address(asked), "yes")
    assert [level for level, _ in office.outcomes(NEW)] == ["ok"]


def test_a_wish_in_sentences_leaves_nothing_unread(office: Office) -> None:
    office.open_party(players=3)
    office.write(NEW, FRONT, "Hello,\nmay I play in verdun?\nI have read all of the rules.\n\nKate")
    office.write(NEW, office.reply_address(office.outbox(NEW)[-1]), "yes")
    assert "was not read" not in office.text(office.outbox(NEW, "receipt")[-1])
