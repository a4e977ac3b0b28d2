"""Somebody in hospital for a week: a friend stands in by letter, within his rights, and it ends by itself."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Literal

import pytest

from pbem.commands.handlers import COMMANDS
from pbem.games import Refusal
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.rights import Right
from pbem.games.rules import Rules
from pbem.games.seating import deputies, seats, substitutes
from pbem.games.talk import press
from pbem.server import clock
from pbem.settings import mail_addresses
from pbem.storage.models import Deputy
from tests.games.party import MASTER, Party, clock_at
from tests.mail.conftest import Office

RED, BLUE, BOB = "red@example.org", "blue@example.org", "bob@example.org"


def name_deputy(office: Office, party: Party, span: str = "from 3 Mar to 9 Mar") -> None:
    office.write(RED, office.seat_address(party, "RED"), f"deputy Bob <{BOB}> {span}")


def accept_deputy_role(office: Office) -> None:
    office.write(BOB, office.reply_address(office.outbox(BOB, "deputy-asked")[-1]), "accept")


def address(office: Office) -> str:
    """Bob's own for the seat."""
    with office.store.read_session() as session:
        row = session.get_one(Deputy, 1)
    return mail_addresses.make_address(office.config.secret_key, "deputy", office.config.mail_host, row.id, row.nonce)


def standing_in(office: Office) -> Party:
    """A game in which Bob stands in for Red since this morning, to the end of Monday 9 March."""
    party = office.start_party(pace="7d")
    name_deputy(office, party)
    accept_deputy_role(office)
    office.later(hours=24)
    clock.run_clock_tick(office.store, clock_at(office.now))
    return party


def receipt_words(office: Office, who: str) -> str:
    return " ".join(text for _, text in office.outcomes(who))


@pytest.mark.slow
def test_a_friend_gives_orders_for_a_week_and_the_seat_comes_back(office: Office) -> None:
    """C11: nothing before he accepts, and nothing after the last day; the player has his seat all the time."""
    party = office.start_party(pace="7d")
    name_deputy(office, party)
    assert "bob@example.org is asked to stand in, from Tuesday 3 March, 00:00" in receipt_words(office, RED)
    assert [row.kind for row in office.outbox(BOB)] == ["deputy-asked"]
    accept_deputy_role(office)
    assert [row.kind for row in office.outbox(BOB)] == ["deputy-asked", "deputy", "receipt"]
    letter = office.text(office.outbox(BOB, "deputy")[0])
    assert address(office) in letter and office.seat_address(party, "RED") not in letter
    office.write(BOB, address(office), "bid 3")
    assert "not now" in receipt_words(office, BOB)

    office.later(hours=24)
    clock.run_clock_tick(office.store, clock_at(office.now))
    assert office.outbox(BOB, "report")
    office.write(BOB, address(office), "bid 4")
    assert office.outcomes(BOB) == [("ok", "BID 4")]
    office.write(RED, office.seat_address(party, "RED"), "bid 5")
    assert office.outcomes(RED) == [("ok", "BID 5")]

    office.later(days=7)
    clock.run_clock_tick(office.store, clock_at(office.now))
    assert [row.kind for row in office.outbox(BOB)][-1] == "deputy-news"
    assert "over" in office.text(office.outbox(BOB, "deputy-news")[-1])
    assert "nobody gives orders for you but you" in office.text(office.outbox(RED, "deputy-news")[-1])
    office.write(BOB, f"pbem@{office.config.mail_host}", "bid 9", "verdun")
    with office.store.read_session() as session:
        assert party.player(session, "RED").address == RED
        assert substitutes.list_active_deputies(session, [party.seat(session, "RED")], office.now) == []


NO_DEPUTY = [command.name for command in COMMANDS.known if command.right is None and command.who != "anybody"]


@pytest.mark.parametrize(
    "line",
    [
        "vote draw",
        "vote none",
        "resign verdun",
        "address new",
        "address",
        "deputy x@example.org until friday",
        "stand in advice",
        "give verdun to x@example.org",
    ],
)
def test_a_deputy_cannot_take_his_rights_further(office: Office, line: str) -> None:
    """Whatever a command is that does not say that it is for deputies, it is refused: what others add later as well."""
    party = standing_in(office)
    office.write(BOB, address(office), line)
    assert [level for level, _ in office.outcomes(BOB)] == ["no"], receipt_words(office, BOB)
    with office.store.read_session() as session:
        seat = party.seat(session, "RED")
        assert (party.player(session, "RED").address, seat.generation) == (RED, 0)
    assert office.outbox("x@example.org") == []
    assert {"vote", "resign", "address", "deputy", "process", "replace"} <= {*NO_DEPUTY}


def test_what_only_asks_is_given_to_a_deputy(office: Office) -> None:
    """But never what is of the end: a right is named for each."""
    assert COMMANDS["status"].right is Right.REPORTS and COMMANDS["ready"].right is Right.ORDERS
    standing_in(office)
    office.write(BOB, address(office), "status\nready")
    assert [level for level, _ in office.outcomes(BOB)] == ["ok", "ok"]


@pytest.mark.slow
def test_a_deputy_reads_press_of_his_time_and_nothing_of_before(office: Office) -> None:
    """Neither in reports nor by a letter that he asks for; what he writes goes as the seat's."""
    party = office.start_party(pace="7d")
    with office.store.write_session() as session:
        press.post_press(session, party.game(session), "BLU", ["RED"], "the old secret", office.now, "old")
    name_deputy(office, party)
    accept_deputy_role(office)
    office.later(hours=24)
    clock.run_clock_tick(office.store, clock_at(office.now))
    office.write(BLUE, office.seat_address(party, "BLU"), "press to red: the new word")
    assert [row.kind for row in office.outbox(BOB)][-1] == "press"
    office.write(BOB, office.reply_address(office.outbox(BOB, "press")[-1]), "An answer.")
    assert "An answer." in office.text(office.outbox(BLUE, "press")[-1])
    for code in ("BLU", "RED"):
        party.ready(code, office.now)
    clock.run_clock_tick(office.store, clock_at(office.now))
    report = office.text(office.outbox(BOB, "report")[-1])
    assert "the new word" in report and "old secret" not in report
    assert "the old secret" in office.text(office.outbox(RED, "report")[-1])
    office.write(BOB, address(office), "report")
    assert "old secret" not in office.text(office.outbox(BOB, "report")[-1])


def test_an_address_of_another_person_proves_nothing(office: Office) -> None:
    """A deputy's letter is proven as everybody's: his address from another From is asked about."""
    party = standing_in(office)
    office.write("eve@example.org", address(office), "bid 9")
    assert office.outbox("eve@example.org") == []
    assert [row.kind for row in office.outbox(BOB)][-1] == "question"
    office.write(BOB, office.seat_address(party, "RED"), "bid 9")
    assert [row.kind for row in office.outbox(RED)][-1] == "question"


@pytest.mark.parametrize("way", ["no deputy", "decline", "resigned", "replaced"])
def test_it_ends_by_a_word_of_either_and_when_the_seat_passes_on(office: Office, way: str) -> None:
    party = standing_in(office)
    if way == "no deputy":
        office.write(RED, office.seat_address(party, "RED"), way)
    elif way == "decline":
        office.write(BOB, address(office), way)
    else:
        with office.store.write_session() as session:
            game, seat = party.game(session), party.seat(session, "RED")
            other = people.get_or_register_player(session, "other@example.org", office.now)
            people.mark_address_proved(session, other, office.now)
            if way == "resigned":
                seats.leave_seat_vacant(session, seat, office.now)
            else:
                master.replace_player(session, game, None, "RED", other, office.now)
    before = len(office.outbox(BOB, "report"))
    with office.store.read_session() as session:
        assert substitutes.list_active_deputies(session, [party.seat(session, "RED")], office.now) == []
    with pytest.raises(Exception, match="no more"):
        office.post(BOB, address(office), b"From: bob@example.org\r\n\r\nbid 9\r\n")
    clock.run_clock_tick(office.store, clock_at(office.now))
    assert len(office.outbox(BOB, "report")) == before


@pytest.mark.parametrize("rule", ["outsiders", "players", "none"])
def test_players_stand_in_for_each_other_only_where_the_game_says_so(
    office: Office, rule: Literal["outsiders", "players", "none"]
) -> None:
    """One who asks learns nothing of who plays: in an anonymous game that is secret."""
    party = office.start_party(rules=Rules(deputies=rule, anonymous=True))
    office.write(RED, office.seat_address(party, "RED"), f"deputy {BLUE} from 2 Mar to 9 Mar")
    if rule == "none":
        assert "nobody stands in" in receipt_words(office, RED)
        return
    assert f"{BLUE} is asked" in receipt_words(office, RED)
    office.write(BLUE, office.reply_address(office.outbox(BLUE, "deputy-asked")[-1]), "accept")
    assert ("You play in verdun yourself" in receipt_words(office, BLUE)) is (rule == "outsiders")


def test_the_master_asks_somebody_for_a_player_who_cannot_write(office: Office) -> None:
    """It stands in the ledger, the player hears of it, and ends it by a word."""
    party = office.start_party(pace="7d")
    office.write(RED, office.seat_address(party, "RED"), f"deputy for blue: {BOB} until 9 Mar")
    assert [level for level, _ in office.outcomes(RED)] == ["no"]
    office.write(MASTER, f"pbem@{office.config.mail_host}", f"deputy for red: {BOB} until 9 Mar", "verdun")
    question = office.outbox(MASTER, "question")[-1]
    office.write(MASTER, office.reply_address(question), "yes")
    assert "is asked to stand in" in receipt_words(office, MASTER)
    accept_deputy_role(office)
    assert "no deputy" in office.text(office.outbox(RED, "deputy-news")[0])
    office.write(RED, office.seat_address(party, "RED"), "no deputy")
    with office.store.read_session() as session:
        assert substitutes.list_active_deputies(session, [party.seat(session, "RED")], office.now) == []


def test_asking_floods_nobody(office: Office) -> None:
    """Whoever never answered gets one letter for each that asks, and one player asks few of them a day."""
    party = office.start_party()
    for number in range(office.config.limits.invitations + 3):
        with office.store.write_session() as session:
            seat, game = party.seat(session, "RED"), party.game(session)
            other, ends = (
                people.get_or_register_player(session, f"x{number}@example.org", office.now),
                office.now + timedelta(days=7),
            )
            with suppress(Refusal):
                deputies.name_deputy(session, game, seat, other, office.now, ends, office.now)
    assert len(office.outbox(kind="deputy-asked")) == office.config.limits.invitations
