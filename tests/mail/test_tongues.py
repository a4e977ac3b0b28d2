"""Letters in the language their reader chose in his game, and the server's words on late and empty letters."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from zoneinfo import ZoneInfo

import pytest

from pbem.games.rules import Rules
from pbem.mail.outbound.compose import choose_tongue, compose_letter
from pbem.pace.reasons import make_reason
from pbem.storage.models import Outbox
from pbem.wording import Tongue
from tests.games.party import Party
from tests.mail.conftest import Office
from tests.mail.test_every_letter import row

BLUE, RED = "blue@example.org", "red@example.org"


@pytest.fixture
def party(office: Office) -> Party:
    """Europax for two in its second round; Blue reads French."""
    found: Party = office.start_party(engine="europax", rules=Rules(grace_hours=0, open_after=0))
    receipt_for(office, found, "BLU", "LANGUE FRANÇAIS\nTABLEAU FR")
    for _ in range(2):
        office.later(hours=50)
        found.close(office.now)
    return found


def receipt_for(office: Office, party: Party, code: str, text: str, answers: str = "") -> str:
    """A letter to the seat, and its receipt."""
    sender = BLUE if code == "BLU" else RED
    fields = {"In-Reply-To": answers} if answers else {}
    office.write(sender, office.seat_address(party, code), text, fields=fields)
    return office.text(office.outbox(sender, "receipt")[-1])


def report(office: Office, address: str, number: int) -> Outbox:
    return office.outbox(address, "report")[number]


def page(letter: EmailMessage) -> str:
    body = letter.get_body(("html",))
    assert body is not None
    return str(body.get_content())


@pytest.mark.slow
def test_everyday_commands_are_answered_in_the_readers_language(office: Office, party: Party) -> None:
    """Ready, wait, clear and report."""
    receipt_for(office, party, "BLU", "répartir oui\nacheter blé chez Allemagne")
    assert "il ne vous faut plus de temps" in receipt_for(office, party, "BLU", "ready")
    assert "pour vous pas avant le délai" in receipt_for(office, party, "BLU", "wait")
    assert "Manche 2 : tous vos ordres sont retirés." in receipt_for(office, party, "BLU", "clear")
    assert "arrive dans une lettre à part" in receipt_for(office, party, "BLU", "report")
    assert "no more time is needed" in receipt_for(office, party, "RED", "ready")


@pytest.mark.slow
def test_receipts_and_reports_are_in_the_readers_language(office: Office, party: Party) -> None:
    assert "Vos ordres (Manche 2) :\n    RÉPARTIR OUI" in receipt_for(office, party, "BLU", "spread on")
    assert "Your orders for Round 2 as they stand:\n    SPREAD ON" in receipt_for(office, party, "RED", "répartir oui")
    french, english = (office.paint_letter(report(office, address, -1)) for address in (BLUE, RED))
    assert '<html lang="fr">' in page(french) and "Des ordres sont attendus de Bleu et Rouge." in page(french)
    assert '<html lang="en">' in page(english) and "Orders are due from Blue and Red." in page(english)
    assert french["Subject"] == "[verdun] Manche 2, Bleu"
    assert [letter["From"].addresses[0].display_name for letter in (french, english)] == [
        *("Bleu · verdun", "Red · verdun")
    ]


def test_who_is_awaited_is_named_in_the_readers_language(office: Office, party: Party) -> None:
    assert "Vous êtes prêt (Manche 2) ; on attend Rouge." in receipt_for(office, party, "BLU", "ready")


@pytest.mark.parametrize(
    ("kind", "subject"),
    [("parked", "Une lettre n'a pas pu être lue"), ("unreachable", "Rouge : on ne peut joindre qui joue")],
)
def test_letters_to_who_leads_are_in_the_language_of_their_seat(
    office: Office, party: Party, kind: str, subject: str
) -> None:
    """They were English for whoever leads the game and plays in it in French."""
    with office.store.write_session() as session:
        blue = (party.player(session, "BLU"), party.seat(session, "BLU"))
        queued = row(kind, {"seat": "Red", "mail": 7, "why": "header"}, party, *blue, None, office.now)
        session.add(queued)
        session.flush()
        letter = compose_letter(session, office.config, queued)
    assert letter["Subject"] == f"[verdun] {subject}"
    assert '<html lang="fr">' in page(letter) and "verdun · Europax · Bleu" in page(letter)


def test_press_is_in_the_readers_language(office: Office, party: Party) -> None:
    """But for what its author wrote."""
    assert "ok  press to BLU" in receipt_for(office, party, "RED", "press to BLU: Let us trade.")
    letter = office.paint_letter(office.outbox(BLUE, "press")[-1])
    assert letter["Subject"] == "[verdun] Rouge à vous"
    assert '<html lang="fr">' in page(letter) and "verdun · Europax · Bleu" in page(letter)
    assert "Rouge écrit à vous :" in page(letter) and "Let us trade." in page(letter)


def test_seats_have_their_names_in_letters_about_them(office: Office, party: Party) -> None:
    """The letter's facts hold what a seat is called in the game."""
    with office.store.write_session() as session:
        blue = (party.player(session, "BLU"), party.seat(session, "BLU"))
        queued = row("resigned", {"seat": "Red"}, party, *blue, party.phase(session), office.now)
        session.add(queued)
        session.flush()
        assert compose_letter(session, office.config, queued)["Subject"] == "[verdun] Vous avez quitté Rouge"


BERLIN = ZoneInfo("Europe/Berlin")
SINCE, DAY = datetime(2026, 3, 6, 16, tzinfo=UTC), timedelta(days=1)
REASONS = {
    "chaque jour à 20:00 (heure de Berlin)": make_reason("daily", at="20:00", zone="Europe/Berlin"),
    "le lundi ou jeudi à 18:00 UTC": make_reason("weekly", days=[0, 3], at="18:00", zone="UTC"),
    "2 jours après le vendredi 6 mars, 17:00 (heure de Berlin)": make_reason("after", span=2 * DAY, since=SINCE),
    "au moins 12 heures après le vendredi 6 mars, 17:00 (heure de Berlin)": make_reason(
        "gap", span=DAY / 2, since=SINCE
    ),
    "remis après le dimanche 8 mars à cause de jours de repos": make_reason("quiet", day=date(2026, 3, 8)),
    "la première phase dure 1 jour de plus": make_reason("first", span=DAY),
    "moins d'une minute plus tard à cause de la pause": make_reason("pause", span=timedelta(seconds=40)),
    "2 heures dès maintenant parce que le serveur a été arrêté (90 minutes)": make_reason(
        "outage", left=DAY / 12, span=DAY / 16
    ),
}


@pytest.mark.parametrize("words", REASONS)
def test_reasons_of_deadlines(words: str) -> None:
    """H7: their facts, in the reader's language and zone."""
    say = Tongue("fr")
    assert say.explain_reasons([REASONS[words]], lambda at: say.calendar.format_moment(at, BERLIN)) == words


@pytest.mark.usefixtures("party")
def test_a_reason_is_told_in_the_readers_language(office: Office) -> None:
    """H7: it was kept as an English sentence, and translated word by word."""
    french, english = (office.text(report(office, address, -1)) for address in (BLUE, RED))
    assert "Raison : 2 jours après le vendredi 6 mars, 16:00 UTC." in french
    assert "Why then: 2 days after Friday 6 March, 16:00 UTC." in english


@pytest.mark.parametrize(("code", "words"), [("fr", "La suite"), ("de", "Next")])
def test_a_language_the_server_has_no_words_of(code: str, words: str) -> None:
    """What has no translation is English: of a letter also its dates and names, and what it says of its language."""
    say = Tongue(code)
    assert say("next") == words
    assert choose_tongue(say).code == ("fr" if code == "fr" else "en")


def test_a_letter_that_names_no_round(office: Office, party: Party) -> None:
    """X18: shortly after a round was resolved its writer is told for which one it counts."""
    french, english = receipt_for(office, party, "BLU", "HALTE"), receipt_for(office, party, "RED", "STOP")
    assert "Manche 1 a été jouée le vendredi 6 mars, 16:00 UTC ; vos lignes comptent pour Manche 2" in french
    assert "Round 1 ended on Friday 6 March, 16:00 UTC; your lines are taken for Round 2" in english


def test_an_answer_to_an_old_report(office: Office, party: Party) -> None:
    """Nothing of it is done; its writer is told so in his language."""
    blue, red = (str(office.paint_letter(report(office, address, 0))["Message-ID"]) for address in (BLUE, RED))
    french, english = receipt_for(office, party, "BLU", "HALTE", blue), receipt_for(office, party, "RED", "STOP", red)
    assert "Votre lettre porte sur « Manche 1 »." in french and "tard  HALTE\n    Cela aurait compté : HALTE" in french
    assert "Your letter is about Round 1." in english and "late  STOP\n    It would have stood: STOP" in english
    assert "Vous n'avez pas encore donné d'ordres (Manche 2)" in french and "no orders for Round 2 yet" in english


@pytest.mark.parametrize("text", ["", "Bonjour !"])
def test_an_empty_letter(office: Office, party: Party, text: str) -> None:
    """X19: what stands is not touched."""
    assert "Aucun ordre dans votre lettre. Votre plan reste inchangé. (X19)" in receipt_for(office, party, "BLU", text)
    assert "No order found in your mail. Your standing plan is unchanged. (X19)" in receipt_for(
        office, party, "RED", text
    )


def test_clear_alone_takes_back_what_was_sent(office: Office, party: Party) -> None:
    """Although an order of the game begins so."""
    assert "    HALTE" in receipt_for(office, party, "BLU", "HALTE")
    assert "Vous n'avez pas encore donné d'ordres (Manche 2)" in receipt_for(office, party, "BLU", "clear")
    assert "    EFFACER PLAN" in receipt_for(office, party, "BLU", "clear plan")


def test_a_mistake_is_told_in_the_readers_language(office: Office, party: Party) -> None:
    receipt = receipt_for(office, party, "BLU", "JOUER 57")
    assert "NON  JOUER 57\n" in receipt and "Il n'y a pas de carte de demande 57" in receipt


def test_the_end_is_told_in_the_readers_language(office: Office, party: Party) -> None:
    for _ in range(60):
        if party.status() == "finished":
            break
        office.later(hours=50)
        party.close(office.now)
    texts = [office.text(office.outbox(address, "finished")[-1]) for address in (BLUE, RED)]
    assert "La partie est finie, gagnée par" in office.paint_letter(office.outbox(BLUE, "finished")[-1])["Subject"]
    assert "Premier : " in texts[0] and "Qui a joué :" in texts[0]
    assert "First: " in texts[1] and "Who played:" in texts[1]


def test_what_is_told_of_phases_is_in_the_readers_language(office: Office, party: Party) -> None:
    """The list of what happened, and the end, were in English."""
    assert "Manche 1" in receipt_for(office, party, "BLU", "history") and "Round 1" in receipt_for(
        office, party, "RED", "history"
    )
