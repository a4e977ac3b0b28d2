"""What waits for a yes: each kind is answered by its letter or by a line, and both come to the same; a yes that is
late, or not to this, gives nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import select

from pbem.games import requests
from pbem.games.leading import leaders, master
from pbem.games.people import people
from pbem.games.requests import Request
from pbem.games.rules import Rules
from pbem.games.seating import invitations, seats
from pbem.storage.models import Deputy, Leader
from pbem.web.pages import home
from tests.games.party import Party
from tests.mail.conftest import Office

RED, BLUE, BOB, EVE = "red@example.org", "blue@example.org", "bob@example.org", "eve@example.net"
FRONT = "pbem@pbem.test"


def ask_to_lead(office: Office, party: Party) -> None:
    with office.store.write_session() as session:
        game, bob = party.game(session), people.get_or_register_player(session, BOB, office.now)
        people.mark_address_proved(session, bob, office.now)
        master.ask_co_master(session, game, None, bob, office.now)


def offer_seat(office: Office, party: Party) -> None:
    office.write(RED, office.seat_address(party, "RED"), f"give verdun to {BOB}")


def ask_deputy(office: Office, party: Party) -> None:
    office.write(RED, office.seat_address(party, "RED"), f"deputy {BOB} from 3 Mar to 30 Mar")


ASKS: dict[str, Callable[[Office, Party], None]] = {
    "lead": ask_to_lead,
    "offered": offer_seat,
    "deputy-asked": ask_deputy,
}
LATE = {"lead": 14, "offered": 14, "deputy-asked": 40}


def has_agreed(office: Office, party: Party, kind: str) -> bool:
    """Return whether Bob leads, holds the seat, or stands in."""
    with office.store.read_session() as session:
        game, bob = party.game(session), people.find_player(session, BOB)
        if bob is None:
            return False
        if kind == "lead":
            return leaders.leads_game(session, game, bob)
        if kind == "offered":
            return party.seat(session, "RED").player_id == bob.id
        return any(row.accepted_at and not row.ended_at for row in session.exec(select(Deputy)))


def open_requests(office: Office, who: str = BOB) -> list[Request]:
    with office.store.read_session() as session:
        found = people.find_player(session, who)
        return requests.list_open_requests(session, found, office.now) if found else []


def answer(office: Office, kind: str, text: str, sender: str = BOB) -> None:
    office.write(sender, office.reply_address(office.outbox(BOB, kind)[-1]), text)


@pytest.fixture
def party(office: Office) -> Party:
    return office.start_party(pace="30d", rules=Rules(giving="players"))


@pytest.mark.parametrize("words", ["yes", "accept", "accept verdun", "Yes, gladly!"])
@pytest.mark.parametrize("kind", ASKS)
def test_a_yes_and_the_line_come_to_the_same(office: Office, party: Party, kind: str, words: str) -> None:
    ASKS[kind](office, party)
    assert [one.kind.letter for one in open_requests(office)] == [kind]
    answer(office, kind, words)
    assert has_agreed(office, party, kind) and open_requests(office) == []


@pytest.mark.parametrize("words", ["no", "No, thank you.", "decline"])
@pytest.mark.parametrize("kind", ASKS)
def test_a_no_declines(office: Office, party: Party, kind: str, words: str) -> None:
    """Nothing is left to say yes to."""
    ASKS[kind](office, party)
    answer(office, kind, words)
    assert office.outcomes(BOB)[0][0] == "ok" and open_requests(office) == []
    answer(office, kind, "yes")
    assert office.outcomes(BOB)[0][0] == "no" and not has_agreed(office, party, kind)


@pytest.mark.parametrize("kind", ASKS)
def test_a_late_yes_is_refused_in_words(office: Office, party: Party, kind: str) -> None:
    ASKS[kind](office, party)
    office.later(days=LATE[kind])
    assert open_requests(office) == []
    answer(office, kind, "yes")
    assert office.outcomes(BOB) == [("no", "There is nothing in verdun that you were asked and could still answer.")]
    assert not has_agreed(office, party, kind)


@pytest.mark.parametrize("kind", ASKS)
def test_nobody_answers_for_another(office: Office, party: Party, kind: str) -> None:
    """Neither by the letter, which Eve has seen, nor by the line; nor does Blue, who plays."""
    ASKS[kind](office, party)
    answer(office, kind, "yes", EVE)
    office.write(EVE, FRONT, "accept verdun")
    office.write(BLUE, office.seat_address(party, "BLU"), "accept verdun")
    assert office.outcomes(BLUE)[0][0] == "no"
    assert not has_agreed(office, party, kind) and len(open_requests(office)) >= 1


def test_a_yes_to_one_letter_is_none_to_another(office: Office, party: Party) -> None:
    """To lead is asked first; a yes to the seat takes the seat, and nothing else."""
    ask_to_lead(office, party)
    ask_deputy(office, party)
    answer(office, "deputy-asked", "no")
    assert not has_agreed(office, party, "deputy-asked") and [one.kind.name for one in open_requests(office)] == [
        "lead"
    ]
    offer_seat(office, party)
    answer(office, "offered", "yes")
    assert has_agreed(office, party, "offered") and not has_agreed(office, party, "lead")
    assert [one.kind.name for one in open_requests(office)] == ["lead"]


def test_a_no_to_an_old_letter_ends_nothing_else(office: Office, party: Party) -> None:
    """The offer of a seat is over; who says no to it goes on standing in."""
    offer_seat(office, party)
    ask_deputy(office, party)
    answer(office, "deputy-asked", "yes")
    office.write(RED, office.seat_address(party, "RED"), "keep seat")
    answer(office, "offered", "no")
    assert office.outcomes(BOB)[0][0] == "no" and has_agreed(office, party, "deputy-asked")


def test_an_offer_made_anew_is_not_that_of_before(office: Office, party: Party) -> None:
    offer_seat(office, party)
    first = office.reply_address(office.outbox(BOB, "offered")[0])
    offer_seat(office, party)
    office.write(BOB, first, "yes")
    assert office.outcomes(BOB)[0][0] == "no" and not has_agreed(office, party, "offered")


def test_who_did_not_answer_makes_room(office: Office, party: Party) -> None:
    ask_to_lead(office, party)
    office.later(days=14)
    with office.store.write_session() as session:
        other = party.player(session, "BLU")
        master.ask_co_master(session, party.game(session), None, other, office.now)
        assert [row.player_id for row in session.exec(select(Leader))] == [other.id]


def test_an_invitation_waits_while_a_seat_is_free(office: Office) -> None:
    party = office.open_party()
    with office.store.write_session() as session:
        invitations.invite_one(session, party.game(session), None, BOB, office.now, office.config.limits)
    assert [one.kind.name for one in open_requests(office)] == ["invitation"]
    answer(office, "invited", "yes")
    assert open_requests(office) == []
    with office.store.read_session() as session:
        bob = people.find_player(session, BOB)
        assert bob and seats.list_held_seats(session, bob)


def test_a_yes_is_enough_for_a_new_address(office: Office) -> None:
    """From there; who has seen the letter, and a late yes, move nothing."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), f"set address {BOB}")
    answer(office, "address-new", "yes", EVE)
    with office.store.read_session() as session:
        assert people.find_player(session, RED)
    answer(office, "address-new", "yes")
    with office.store.read_session() as session:
        assert people.find_player(session, RED) is None and party.player(session, "RED").address == BOB
    answer(office, "address-new", "yes")
    assert office.outcomes(BOB)[0][0] == "no"


def test_a_late_yes_moves_no_address(office: Office) -> None:
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), f"set address {BOB}")
    office.later(days=3)
    answer(office, "address-new", "yes")
    assert office.outcomes(BOB)[0][0] == "no"
    with office.store.read_session() as session:
        assert people.find_player(session, RED)


def test_a_letter_in_doubt_waits_three_days(office: Office) -> None:
    """As long as the registry says that it waits, a yes does it, and no longer."""
    party = office.start_party()
    for text, days in (("bid 3", 2.9), ("bid 4", 3.1)):
        office.write(EVE, office.seat_address(party, "RED"), text)
        asked = office.outbox(RED, "question")[-1]
        office.later(days=days)
        assert [one.kind.name for one in open_requests(office, RED)] == (["held letter"] if days < 3 else [])
        office.write(RED, office.reply_address(asked), "yes")
        assert (office.outcomes(RED)[0][0] == "no") == (days > 3)


def test_every_kind_is_told_on_the_front_page() -> None:
    """All that a player can have open has words there; of a new address only the letter knows."""
    assert {kind.name for kind in requests.REQUESTS} - {"new address"} == home.ASKS.keys()
