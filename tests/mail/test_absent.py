"""By letter: orders in advance, what stands in, the roll call; what reminders and receipts say to who is late."""

from __future__ import annotations

import pytest

from pbem.games import games
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.settings import mail_addresses
from tests.games.party import clock_at
from tests.games.toy import Toy
from tests.mail.conftest import Office

RED, BLUE, FRANCE = "red@example.org", "blue@example.org", "france@example.org"


def test_orders_in_advance_by_letter(office: Office) -> None:
    """Kept and shown, given when the phase opens, and told; taken back they do nothing."""
    party = office.start_party(rules=Rules(grace_hours=0))
    for sender, code in ((RED, "RED"), (BLUE, "BLU")):
        office.write(sender, office.seat_address(party, code), "phase R2\nbid 7\nbid lots\nendphase\nlater\n")
    assert "R2:\n    bid 7\n" in office.text(office.outbox(RED, "receipt")[-1])
    office.write(BLUE, office.seat_address(party, "BLU"), "forget later\n")
    office.later(hours=48)
    clock.run_clock_tick(office.store, clock_at(office.now))
    (told,) = office.outbox(RED, "later")
    assert "Given:\n    BID 7" in office.text(told)
    assert "bid lots" not in office.text(told), "it was refused when it came"
    assert office.outbox(BLUE, "later") == []


@pytest.mark.slow
def test_orders_in_advance_are_judged_when_they_are_kept(office: Office) -> None:
    """A10: what is no order in any position is told at once and keeps “ready” from acting, in the letter and in the
    block; what hangs on the board of then is kept and named."""
    address = seat_all_players(office, "FRANCE")
    lines = "phase f 1901 m\nA PAR - BUR\nA MUN - BUR\nA PAR - BUX\nbanana\nready\nendphase\nready\n"
    office.write(FRANCE, address, lines)
    told = office.receipt(FRANCE)["lines"]
    assert [(line["level"], line["said"]) for line in told] == [
        ("ok", "phase f 1901 m …"),
        ("no", "A PAR - BUX"),
        ("no", "banana"),
        ("no", "ready"),
    ]
    assert "Only the board of then can tell whether these can be given: “A MUN - BUR”." in told[0]["text"]
    assert "The line “ready” below them is left out" in told[0]["text"]
    assert "“BUX” is not understood after “A PAR -”. There it needs BRE (Brest), BUR (Burgundy)" in told[1]["text"]
    office.write(FRANCE, address, "later\n")
    assert "f 1901 m:\n    A PAR - BUR\n    A MUN - BUR\nIf" in office.text(office.outbox(FRANCE, "receipt")[-1])


def test_orders_in_advance_that_are_all_wrong_replace_nothing(office: Office) -> None:
    """A10: what was kept for the phase before stays; a word that is nearly right is guessed."""
    address = seat_all_players(office, "FRANCE")
    office.write(FRANCE, address, "phase winter 1901\nBUILD A PAR\nendphase\n")
    office.write(FRANCE, address, "phase winter 1901\nBUILD F BREZ\nendphase\nready\nlater\n")
    told = office.outcomes(FRANCE)
    assert [level for level, _ in told] == ["no", "no", "no", "ok"]
    assert "Nothing of it is kept" in told[0][1]
    assert "Did you mean “BUILD F BRE”?" in told[1][1]
    assert "winter 1901:\n    BUILD A PAR\nIf" in office.text(office.outbox(FRANCE, "receipt")[-1])


def seat_all_players(office: Office, code: str) -> str:
    """A game of Diplomacy with all its players: the address of one of the seats."""
    with office.store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug="verdun", pace="7d", now=office.now)
        for seat in games.list_game_seats(session, game):
            player = people.get_or_register_player(session, f"{seat.code.lower()}@example.org", office.now)
            people.mark_address_proved(session, player, office.now)
            seats.join_game(session, game, player, [seat.code], office.now)
        mine = seats.get_seat_by_name(session, game, code)
        return mail_addresses.make_seat_address(
            office.config.secret_key, office.config.mail_host, mine.id, mine.generation, mine.nonce
        )


def test_what_stands_in_by_letter(office: Office) -> None:
    """What is chosen is told in words; what the game does not have is refused with what it has."""
    party = office.start_party(rules=Rules(grace_hours=0))
    office.write(RED, office.seat_address(party, "RED"), "stand in standing\nstand in advice\nstand in none\n")
    assert office.outcomes(RED) == [
        ("ok", "If you do not write, this stands in for you: the orders given last."),
        ("no", "“advice” cannot stand in for you here. What can: standing."),
        ("ok", "If you do not write, nothing stands in for you: what the rules of the game say then is done."),
    ]


def test_a_reminder_has_the_order_sheet_and_a_receipt_the_deadline_that_counts(office: Office) -> None:
    """C6: what can be ordered is there to be answered; in the grace a receipt names the end of the grace."""
    party = office.start_party(rules=Rules(grace_hours=6, remind_hours=(), open_after=1))
    office.later(hours=48)
    clock.run_clock_tick(office.store, clock_at(office.now))
    (letter,) = office.outbox(RED, "remind")
    text = office.text(letter)
    assert "What Red can order: Round 1" in text
    assert "If you miss this turn, your seat is offered to others." in text
    office.later(hours=1)
    office.write(RED, office.seat_address(party, "RED"), "bid 3\n")
    receipt = office.text(office.outbox(RED, "receipt")[-1])
    assert "orders still count until Wednesday 4 March, 18:00" in receipt
    assert "12:00" not in receipt


def test_who_owes_nothing_is_not_asked_for_orders(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase of others: his report says so where it asks the others for orders."""
    plain = Toy.obligations
    monkeypatch.setattr(
        Toy, "obligations", lambda self, state: {s: d for s, d in plain(self, state).items() if s != "BLU"}
    )
    office.start_party(rules=Rules(grace_hours=0))
    office.later(hours=48)
    clock.run_clock_tick(office.store, clock_at(office.now))
    red, blue = (office.text(office.outbox(address, "report")[-1]) for address in (RED, BLUE))
    assert "Orders by Friday 6 March, 12:00 UTC: answer this letter with one order a line." in red
    assert "You owe nothing in this phase; it ends by Friday 6 March, 12:00 UTC." in blue


def test_the_roll_is_called_by_letter(office: Office) -> None:
    """Each answers “here”; the last one begins the game."""
    party = office.open_party(rules=Rules(roll_call_hours=48))
    for sender in (RED, BLUE):
        office.write(sender, "pbem@pbem.test", "join verdun\n")
        office.write(sender, office.reply_address(office.outbox(sender, "question")[-1]), "yes\n")
    assert "answer this letter with the word “here” by Wednesday 4 March" in office.text(
        office.outbox(RED, "roll-call")[0]
    )
    for sender, code in ((RED, "RED"), (BLUE, "BLU")):
        office.write(sender, office.seat_address(party, code), "Here.\n")
    assert party.status() == "running"
    assert office.outcomes(BLUE)[-1] == ("ok", "You are there, and so is everybody: the game has begun.")


def test_a_seat_that_opens_is_offered_by_letter(office: Office) -> None:
    """The player is told how he gets it back; the others, whom they could tell."""
    party = office.start_party(rules=Rules(grace_hours=0, remind_hours=(), open_after=1))
    office.write(BLUE, office.seat_address(party, "BLU"), "ready\n")
    office.later(hours=48)
    clock.run_clock_tick(office.store, clock_at(office.now))
    assert "you can have it back: write “join verdun as Red” to pbem@pbem.test" in office.text(
        office.outbox(RED, "opened")[0]
    )
    told = office.text(office.outbox(BLUE, "vacant")[0])
    assert "Nothing came from the player of Red in verdun, so the seat is free" in told
    assert "red@example.org" not in told
    assert office.text(office.outbox(BLUE, "report")[-1])
    assert [row.sent_at for row in office.outbox(RED, "report")][-1] is None, "the seat is not his any more"


MISSPELT = ("Atumn 1901", "Herbst 1901", "fall 1902 movment", "Spring 1899", "Fall 1900 retreats", "1901", "banana 1")
SPELT = ("fall 1901", "F1902M", "Spring 1901", "Fall 1901 retreats", "winter 1905, adjustments", "retreat", "next")


@pytest.mark.parametrize("name", MISSPELT)
def test_a_phase_that_will_not_come_is_refused_at_once(office: Office, name: str) -> None:
    """Orders kept under a name that no phase will have would be lost, and “ready” would close the phase without."""
    office.write(FRANCE, seat_all_players(office, "FRANCE"), f"phase {name}\nA PAR - BUR\nendphase\nready\nlater\n")
    told = office.outcomes(FRANCE)
    assert [level for level, _ in told] == ["no", "no", "ok"]
    assert f"No phase will be called “{name}”" in told[0][1] and "Spring 1901, movement" in told[0][1]


@pytest.mark.parametrize("name", SPELT)
def test_a_phase_that_may_come_is_known_by_any_of_its_names(office: Office, name: str) -> None:
    office.write(FRANCE, seat_all_players(office, "FRANCE"), f"phase {name}\nA PAR - BUR\nendphase\n")
    assert [level for level, _ in office.outcomes(FRANCE)] == ["ok"]


def test_what_is_forgotten_under_a_wrong_name_is_told(office: Office) -> None:
    address = seat_all_players(office, "FRANCE")
    lines = "phase fall 1902\nA PAR - BUR\nendphase\nforget phase fal 1902\nforget phase Fall 1902\nforget later\n"
    office.write(FRANCE, address, lines)
    assert office.outcomes(FRANCE)[1:] == [
        ("no", "You have ordered nothing in advance for “fal 1902”. What is kept is for: fall 1902."),
        ("ok", "What you ordered in advance is taken back (1)."),
        ("ok", "You have ordered nothing in advance."),
    ]
