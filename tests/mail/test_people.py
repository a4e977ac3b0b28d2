"""Names by letter, and who plays."""

from __future__ import annotations

import pytest

from pbem.games.people import people, sign_in
from pbem.games.rules import Rules
from pbem.games.seating import seats
from tests.mail.conftest import Office

RED, BLUE = "red@example.org", "blue@example.org"


def receipt_words(office: Office, address: str) -> str:
    receipt = office.receipt(address)
    return "\n".join([*(line["text"] for line in receipt["lines"]), *(part["text"] for part in receipt["sections"])])


def test_a_player_without_a_browser_has_a_name(office: Office) -> None:
    """C10: others read it in the list of who plays, and in the next report that has it."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "name Ada  Lovelace")
    assert receipt_words(office, RED) == "You are called Ada Lovelace now, where a game shows who plays."
    office.write(BLUE, office.seat_address(party, "BLU"), "who")
    assert "Red: Ada Lovelace\nBlue: Blue (you)" in receipt_words(office, BLUE)
    office.write(RED, office.seat_address(party, "RED"), "no name")
    office.write(BLUE, office.seat_address(party, "BLU"), "who verdun")
    assert "Red: somebody" in receipt_words(office, BLUE)


@pytest.mark.parametrize("name", ["blue@example.org", "the Game Master", "GM", "http://x.example", "\u202e"])
def test_nobody_passes_for_an_address_or_an_office(office: Office, name: str) -> None:
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), f"name {name}")
    with office.store.read_session() as session:
        assert party.player(session, "RED").name in ("Red", "")


def test_who_plays_an_anonymous_game_is_not_told(office: Office) -> None:
    party = office.start_party(rules=Rules(anonymous=True))
    office.write(RED, office.seat_address(party, "RED"), "who")
    assert receipt_words(office, RED) == "Who plays what in verdun is told when the game is over."
    office.write("stranger@example.org", "pbem@pbem.test", "who verdun")
    assert office.outbox("stranger@example.org", "receipt") == []


def test_who_holds_several_seats_says_which(office: Office) -> None:
    """By the address of the letter that is answered, or by the subject; else it is asked."""
    party = office.open_party(rules=Rules(seats_each=2))
    with office.store.write_session() as session:
        ada = people.get_or_register_player(session, RED, office.now)
        for code in ("RED", "BLU"):
            seats.join_game(session, party.game(session), ada, [code], office.now)
    office.write(RED, office.seat_address(party, "BLU"), "bid 3")
    assert office.outcomes(RED) == [("ok", "BID 3")]
    with office.store.write_session() as session:
        sign_in.request_by_letter(
            session, office.config.limits, people.get_or_register_player(session, RED, office.now), office.now
        )
    anywhere = office.reply_address(office.outbox(RED, "signin")[0])
    office.write(RED, anywhere, "bid 4")
    assert "several seats in verdun: Red and Blue" in receipt_words(office, RED)
    office.write(RED, anywhere, "bid 5", "verdun, Red")
    assert office.outcomes(RED) == [("ok", "BID 5")]
    assert {
        str(office.paint_letter(row)["From"]).partition(" · ")[0].strip('"') for row in party.letters("started")
    } >= {"Red"}
