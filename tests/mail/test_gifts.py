"""Seats given away by letter, with the consent of both and of the master; and people who only watch."""

from __future__ import annotations

import pytest

from pbem.games.people import people, sign_in
from pbem.games.rules import Rules
from pbem.games.talk import press
from tests.games.party import MASTER, Party
from tests.mail.conftest import Office

RED, BLUE, BOB = "red@example.org", "blue@example.org", "bob@example.org"


def receipt_words(office: Office, who: str) -> str:
    return " ".join(text for _, text in office.outcomes(who))


def offer_seat(office: Office, party: Party, also: str = "") -> None:
    office.write(RED, office.seat_address(party, "RED"), f"give verdun to {BOB}{also}")


def accept_seat(office: Office, who: str = BOB) -> None:
    office.write(who, office.reply_address(office.outbox(who, "offered")[-1]), "accept")


def holder(party: Party, code: str = "RED") -> str:
    with party.store.read_session() as session:
        return party.player(session, code).address


def test_a_seat_passes_on_when_both_and_the_master_agree(office: Office) -> None:
    """Nothing before that; then the old address is void and the taker has all he needs."""
    party = office.start_party()
    offer_seat(office, party)
    assert holder(party) == RED
    accept_seat(office)
    assert "game master has to agree" in receipt_words(office, BOB) and holder(party) == RED
    office.write(MASTER, office.reply_address(office.outbox(MASTER, "gift")[0]), "agree red")
    assert holder(party) == BOB
    assert [row.kind for row in office.outbox(RED)][-1] == "given"
    assert {"welcome", "report"} <= {row.kind for row in office.outbox(BOB)}


@pytest.mark.parametrize("leaves", [False, True])
def test_players_agree_alone_where_the_game_says_so(office: Office, leaves: bool) -> None:
    """The taker reads what was private only if it is given with the seat."""
    party = office.start_party(rules=Rules(giving="players"))
    with office.store.write_session() as session:
        press.post_press(session, party.game(session), "BLU", ["RED"], "an old secret", office.now, "k")
    offer_seat(office, party, " with press" if leaves else "")
    office.later(hours=1)
    accept_seat(office)
    assert holder(party) == BOB
    with office.store.read_session() as session:
        found = press.list_visible_press(session, party.game(session), party.seat(session, "RED"))
    assert [one.text for one in found] == (["an old secret"] if leaves else [])


@pytest.mark.parametrize("why", ["withdrawn", "left", "old", "plays", "none"])
def test_an_offer_that_no_longer_stands_gives_nothing(office: Office, why: str) -> None:
    """One who asks learns nothing of who plays: the one who is asked does."""
    party = office.start_party(rules=Rules(giving="none" if why == "none" else "players"))
    taker = BLUE if why == "plays" else BOB
    office.write(RED, office.seat_address(party, "RED"), f"give verdun to {taker}")
    if why == "none":
        assert "not given away" in receipt_words(office, RED)
        return
    assert f"is offered to {taker}" in receipt_words(office, RED)
    if why == "withdrawn":
        office.write(RED, office.seat_address(party, "RED"), "keep seat")
    elif why == "left":
        office.write(RED, office.seat_address(party, "RED"), "resign verdun")
    elif why == "old":
        office.later(days=15)
    accept_seat(office, taker)
    assert [level for level, _ in office.outcomes(taker)] == ["no"]
    with office.store.read_session() as session:
        held = [party.seat(session, code).player_id for code in ("RED", "BLU")]
        assert held.count(people.get_or_register_player(session, taker, office.now).id) == (taker == BLUE)


def test_nobody_agrees_in_the_masters_place(office: Office) -> None:
    party = office.start_party()
    offer_seat(office, party)
    accept_seat(office)
    office.write(RED, office.seat_address(party, "RED"), "agree red")
    assert [level for level, _ in office.outcomes(RED)] == ["no"] and holder(party) == RED


def test_who_watches_gets_what_anybody_can_read(office: Office) -> None:
    """Nothing that a seat alone knows, no private press, no address; until he does not want it any more."""
    party = office.start_party()
    with office.store.write_session() as session:
        bob = people.get_or_register_player(session, BOB, office.now)
        people.mark_address_proved(session, bob, office.now)
        press.post_press(session, party.game(session), "BLU", ["RED"], "a secret", office.now, "k")
        sign_in.request_by_letter(session, office.config.limits, bob, office.now)
    office.write(BOB, office.reply_address(office.outbox(BOB, "signin")[0]), "watch verdun")
    assert "You get the public reports" in receipt_words(office, BOB)
    for code in ("RED", "BLU"):
        party.submit(code, "BID 3", office.now)
    office.later(hours=49)
    party.close(office.now)
    report = office.outbox(BOB, "report")[-1]
    assert report.seat_id is None and "a secret" not in office.text(report)
    assert "orders+" not in office.text(report)
    office.write(BOB, office.reply_address(report), "unwatch")
    assert "no more" in receipt_words(office, BOB)
    office.later(hours=49)
    party.close(office.now)
    assert office.outbox(BOB, "report")[-1].id == report.id
