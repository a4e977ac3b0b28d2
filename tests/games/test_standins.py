"""What stands in for a player who does not write: orders in advance, his last orders, advice; in his order."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.games import Refusal, games
from pbem.games.orders import fallback_orders, scheduled_orders
from pbem.games.phases import closing, phase_turns
from pbem.games.proof import hash_chain
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from tests.games.party import Party, clock_at, letter_data, start_party

HOUR = timedelta(hours=1)
PROMPT = Rules(grace_hours=0, remind_hours=())


def keep(party: Party, code: str, wanted: str, text: str, now: datetime) -> None:
    with party.store.write_session() as session:
        scheduled_orders.schedule_orders(session, party.seat(session, code), wanted, text, now)


def choose(party: Party, code: str, *ways: str) -> None:
    with party.store.write_session() as session:
        fallback_orders.choose_fallbacks(session, party.seat(session, code), ways)


def turn(party: Party, code: str, number: int) -> tuple[str, str, str]:
    """The orders of a seat in a phase, who gave them, and the verdict."""
    with party.store.read_session() as session:
        game = party.game(session)
        found = phase_turns.find_turn(session, games.get_phase(session, game, number), party.seat(session, code))
        assert found is not None
        given = hash_chain.load_orders(found.orders)
        return ", ".join(order.text for order in given), found.given_by, found.verdict


def deadline(party: Party, at_: datetime) -> None:
    clock.run_clock_tick(party.store, clock_at(at_))


# --- orders in advance --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ["R2", "r 2", "Round 2", "next", "short"])
def test_orders_in_advance_are_given_when_their_phase_opens(store: Store, now: datetime, wanted: str) -> None:
    """By its name, the words it is told by, its kind, or as the next; he is told what was taken and what was not."""
    party = start_party(store, now, PROMPT)
    keep(party, "RED", wanted, "BID 7\nBID x", now)
    deadline(party, now + 48 * HOUR)
    (letter,) = party.letters("later")
    assert (letter_data(letter)["taken"], [one["line"] for one in letter_data(letter)["refused"]]) == (
        ["BID 7"],
        ["BID x"],
    )
    deadline(party, now + 96 * HOUR)
    assert turn(party, "RED", 2) == ("BID 7", "later", "stood in")


def test_what_he_writes_himself_outweighs_it(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    keep(party, "RED", "next", "BID 7", now)
    deadline(party, now + 48 * HOUR)
    party.submit("RED", "BID 2", now + 50 * HOUR)
    deadline(party, now + 96 * HOUR)
    assert turn(party, "RED", 2) == ("BID 2", "player", "taken")


def test_the_first_alternative_that_can_be_given_is(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    keep(party, "RED", "next", "BID 7\nBID x\nelse\nBID 4\nready\nelse\nPASS", now)
    deadline(party, now + 48 * HOUR)
    assert letter_data(party.letters("later")[0])["taken"] == ["BID 4"]
    assert party.now_at().number == 3, "Red was ready, and Blue need not speak"


@pytest.mark.parametrize(
    ("wanted", "code"), [("R1", "open already"), ("nonsense", "no later phase"), ("winter", "no later phase")]
)
def test_a_phase_that_never_comes_is_refused(sqlite: Store, now: datetime, wanted: str, code: str) -> None:
    party = start_party(sqlite, now, PROMPT)
    with pytest.raises(Refusal, match=code):
        keep(party, "RED", wanted, "BID 7", now)


def test_a_phase_that_is_over_is_refused(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    deadline(party, now + 48 * HOUR)
    with pytest.raises(Refusal, match="no later phase"):
        keep(party, "RED", "R1", "BID 7", now)


def test_nobody_orders_in_advance_without_end(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    for number in range(scheduled_orders.MOST):
        keep(party, "RED", f"R{number + 2}", "BID 7", now)
    keep(party, "RED", "R2", "BID 8", now)
    with pytest.raises(Refusal, match="too many later"):
        keep(party, "RED", "R99", "BID 7", now)


def test_a_successor_has_nothing_of_it(store: Store, now: datetime) -> None:
    """What the one before ordered in advance and chose goes with him, and so do his last orders."""
    party = start_party(store, now, PROMPT)
    keep(party, "RED", "next", "BID 7", now)
    choose(party, "RED", "standing")
    with store.write_session() as session:
        seat = party.seat(session, "RED")
        seats.leave_seat_vacant(session, seat, now)
        assert (scheduled_orders.list_scheduled(session, seat), seat.stand_ins) == ([], "")


# --- the server speaks --------------------------------------------------------------------------------------------


def test_his_last_orders_stand_in(store: Store, now: datetime) -> None:
    """Those of the last phase of the kind that he gave himself."""
    party = start_party(store, now, PROMPT)
    choose(party, "BLU", "standing")
    party.submit("BLU", "BID 6", now)
    deadline(party, now + 48 * HOUR)
    party.ready("RED", now + 49 * HOUR)
    deadline(party, now + 49 * HOUR)
    deadline(party, now + 97 * HOUR)
    assert turn(party, "BLU", 3) == ("BID 6", "standing", "stood in")


def test_advice_stands_in_where_there_is_any(store: Store, now: datetime) -> None:
    """For the game's own bots play by it; what the game does not allow or have cannot be chosen."""
    party = start_party(store, now, PROMPT, engine="europe2028", players=3)
    choose(party, "RU", "standing", "advice")
    with store.write_session() as session:
        phase = party.phase(session)
        assert phase.deadline is not None
        closing.close_phase(session, party.game(session), phase, phase.deadline)
    assert turn(party, "RU", 1)[1:] == ("advice", "stood in")
    assert turn(party, "RU", 1)[0]
    toys = start_party(store, now, PROMPT, slug="ypres")
    with pytest.raises(Refusal, match="no such stand-in"):
        choose(toys, "RED", "advice")


def test_the_server_does_not_play_for_ever(sqlite: Store, now: datetime) -> None:
    """After so many turns in a row his are missed, and his seat opens."""
    rules = Rules(grace_hours=0, remind_hours=(), stand_in_turns=1, open_after=1)
    party = start_party(sqlite, now, rules, engine="europe2028", players=3)
    choose(party, "RU", "advice")
    for day in (2, 4):
        deadline(party, now + day * 24 * HOUR)
    assert len(party.letters("opened")) == 3, "and those of the others, who chose nothing"


def test_what_the_rules_forbid_is_not_done(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, Rules(stand_ins=()))
    with pytest.raises(Refusal, match="no such stand-in"):
        choose(party, "RED", "standing")
