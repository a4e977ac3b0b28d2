"""By letter: what is kept of oneself, another address, being forgotten; and letters of who is banned."""

from __future__ import annotations

import json
import re

from pbem.games.people import bans, people
from pbem.games.proof import verify
from tests.mail.conftest import Office

RED, NEW, BLUE = "red@example.org", "new@example.org", "blue@example.org"
FRONT = "pbem@pbem.test"


def test_an_export_comes_as_a_file(office: Office) -> None:
    """In a letter of its own to the registered address, a few times a day."""
    game = office.start_party()
    office.write(RED, office.seat_address(game, "RED"), "export me")
    painted = office.paint_letter(office.outbox(RED, "export")[0])
    (file,) = list(painted.iter_attachments())
    assert (file.get_content_type(), painted["To"]) == ("application/json", RED)
    assert json.loads(file.get_content())["player"][0]["address"] == RED
    for n in range(6):
        office.write(RED, office.seat_address(game, "RED"), f"export me\n// {n}")
    assert office.outcomes(RED)[0][0] == "no" and len(office.outbox(RED, "export")) == 5


def test_who_wants_to_be_forgotten_says_his_address(office: Office) -> None:
    """First he is told what comes of it and gets the file; a name that is not his own does nothing; then he is gone."""
    game = office.start_party()
    to = office.seat_address(game, "RED")
    office.write(RED, to, "forget me")
    assert f"forget me {RED}" in office.outcomes(RED)[0][1] and office.outbox(RED, "export")
    office.write(RED, to, f"forget me {BLUE}")
    assert office.outcomes(RED)[0][0] == "no"
    office.write(RED, to, f"forget me {RED}")
    with office.store.read_session() as session:
        assert people.find_player(session, RED) is None and people.find_player(session, BLUE) is not None
        assert game.seat(session, "RED").player_id is None
        assert verify.verify_game(session, game.game(session)) == []
    assert office.outbox(RED) == []


def test_a_forged_letter_forgets_nobody(office: Office) -> None:
    """A From alone, and a secret address with another From: it is asked about first."""
    game = office.start_party()
    office.write(RED, FRONT, f"forget me {RED}", "verdun")
    office.write("eve@example.net", office.seat_address(game, "RED"), f"forget me {RED}")
    with office.store.read_session() as session:
        assert people.find_player(session, RED) is not None
    assert len(office.outbox(RED, "question")) == 2


def ask_for_new_address(office: Office) -> tuple[str, str]:
    """Red asks for another address: where the answer belongs, and the code."""
    game = office.start_party()
    office.write(RED, office.seat_address(game, "RED"), f"set address Red <{NEW}>")
    (row,) = office.outbox(NEW, "address-new")
    code = re.search(r"confirm address (\S+)", office.text(row))
    assert code
    return office.reply_address(row), code[1]


def test_letters_go_to_another_address_once_it_agrees(office: Office) -> None:
    """The old one is told; then the seat is the new address's, with all letters about it."""
    back, code = ask_for_new_address(office)
    assert NEW in office.text(office.outbox(RED, "address-asked")[0])
    office.write(NEW, back, f"confirm address {code}")
    assert office.outcomes(NEW)[0] == ("ok", f"Your letters come to {NEW} from now on, and all you had is here.")
    with office.store.read_session() as session:
        assert people.find_player(session, RED) is None
    office.write(NEW, FRONT, "bid 4", "verdun")
    assert [row.kind for row in office.outbox(NEW)][-1] == "question", "its From alone proves nothing, as ever"


def test_the_code_is_worth_nothing_elsewhere(office: Office) -> None:
    """From the old address, or from a stranger who has seen it: nothing moves."""
    back, code = ask_for_new_address(office)
    office.write(RED, back, f"confirm address {code}")
    office.write("eve@example.net", back, f"confirm address {code}")
    office.write("eve@example.net", FRONT, f"confirm address {code}")
    with office.store.read_session() as session:
        assert people.find_player(session, RED) is not None


def test_who_is_banned_is_told_once(office: Office) -> None:
    """Nothing of his is read; the second letter is not answered."""
    game = office.start_party()
    with office.store.write_session() as session:
        bans.ban_player(session, game.player(session, "RED"), office.now)
    office.write(RED, FRONT, "join verdun")
    office.write(RED, FRONT, "join verdun again")
    assert [row.kind for row in office.outbox(RED)][-1:] == ["banned"]
    assert len(office.outbox(RED, "banned")) == 1
    assert "does not take part" in office.text(office.outbox(RED, "banned")[0])
    with office.store.read_session() as session:
        assert game.seat(session, "RED").player_id is None
