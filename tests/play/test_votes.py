"""Votes: carried when enough agree, secret before, open to those who are there."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem import clock
from pbem.db import Store
from pbem.models import Game
from pbem.play import Refused, people, seats, votes
from pbem.play.rules import Rules
from tests.play.party import Party, at, begun, said

HOUR = timedelta(hours=1)


def cast(party: Party, code: str, proposal: str, now: datetime) -> bool:
    with party.store.write() as session:
        return votes.cast(session, party.seat(session, code), proposal, now)


def game(party: Party) -> Game:
    with party.store.read() as session:
        return party.game(session)


def test_a_draw_needs_everybody(store: Store, now: datetime) -> None:
    """Three of three; then the game is over, shared by all, and nothing more is due."""
    party = begun(store, now, players=3)
    assert not cast(party, "RED", "draw", now)
    assert not cast(party, "BLU", "DRAW", now)
    assert game(party).status == "running"
    assert cast(party, "GRN", "draw red, blue and green", now)
    assert game(party).status == "finished"
    assert said(party.letters("finished", "RED")[0]) == {
        "how": "draw",
        "seats": ["RED", "BLU", "GRN"],
        "ranks": {"RED": 1, "BLU": 1, "GRN": 1},
    }
    assert clock.tick(store, at(now + 100 * HOUR)) == 0


def test_a_vote_is_secret_until_it_is_carried(sqlite: Store, now: datetime) -> None:
    """That it is on the table is told to all, once; who is for it and how many are is told to nobody."""
    party = begun(sqlite, now, players=3)
    cast(party, "RED", "concede Blue", now)
    cast(party, "GRN", "concede BLU", now)
    told = party.letters("proposed")
    assert len(told) == 4
    assert {said(x)["proposal"] for x in told} == {"concede BLU"}
    assert not any("RED" in x.data or "GRN" in x.data for x in told)
    with sqlite.read() as session:
        assert votes.tabled(session, party.game(session)) == [votes.Tabled("concede BLU", 3)]
        assert votes.cast_by(session, party.seat(session, "RED")) == ["concede BLU"]
        assert votes.cast_by(session, party.seat(session, "BLU")) == []


def test_a_vote_can_be_taken_back(sqlite: Store, now: datetime) -> None:
    """Then it takes all again; a vote never cast cannot be taken back."""
    party = begun(sqlite, now)
    cast(party, "RED", "draw", now)
    with sqlite.write() as session:
        votes.withdraw(session, party.seat(session, "RED"), "draw", now)
    assert not cast(party, "BLU", "draw", now)
    with pytest.raises(Refused, match="no such vote"), sqlite.write() as session:
        votes.withdraw(session, party.seat(session, "RED"), "draw", now)


def test_votes_lapse_with_their_phase(sqlite: Store, now: datetime) -> None:
    """Half of the votes from before the deadline do not carry anything after it."""
    party = begun(sqlite, now, Rules(grace_hours=0))
    cast(party, "RED", "draw", now)
    clock.tick(sqlite, at(now + 48 * HOUR))
    assert not cast(party, "BLU", "draw", now + 49 * HOUR)
    with sqlite.read() as session:
        assert votes.cast_by(session, party.seat(session, "RED")) == []


def test_more_than_half_give_more_time(sqlite: Store, now: datetime) -> None:
    """Two of three move the deadline; the vote is used up."""
    party = begun(sqlite, now, players=3)
    assert not cast(party, "RED", "extend 24h", now)
    assert cast(party, "BLU", "extend 1d", now)
    assert party.now_at().deadline == now + 72 * HOUR
    with sqlite.read() as session:
        assert votes.tabled(session, party.game(session)) == []


def test_a_concession_gives_one_seat_the_game(sqlite: Store, now: datetime) -> None:
    """The winner is first, all others second; he must agree as well."""
    party = begun(sqlite, now)
    cast(party, "RED", "concede to blue", now)
    assert cast(party, "BLU", "concede BLU", now)
    assert said(party.letters("finished", "RED")[0])["ranks"] == {"RED": 2, "BLU": 1}


@pytest.mark.parametrize(
    ("rules", "proposal", "code"),
    [
        (Rules(), "draw RED", "all must share"),
        (Rules(draws="none"), "draw", "no draws"),
        (Rules(), "surrender", "bad proposal"),
        (Rules(), "", "bad proposal"),
        (Rules(), "concede Purple", "no such seat"),
        (Rules(), "extend soon", "bad pace"),
        (Rules(), "extend 30d", "extension too long"),
        (Rules(extensions=False), "extend 24h", "no extensions"),
    ],
)
def test_what_cannot_be_voted_on_is_refused(
    sqlite: Store, now: datetime, rules: Rules, proposal: str, code: str
) -> None:
    """Each with its own code."""
    with pytest.raises(Refused) as caught:
        cast(begun(sqlite, now, rules), "RED", proposal, now)
    assert caught.value.code == code


def test_some_may_share_a_draw_if_the_rules_say_so(sqlite: Store, now: datetime) -> None:
    """All must agree, even those who do not share it."""
    party = begun(sqlite, now, Rules(draws="any"), players=3)
    assert not cast(party, "RED", "draw RED BLU", now)
    assert not cast(party, "BLU", "draw BLU RED", now)
    assert cast(party, "GRN", "draw BLU RED", now)
    assert said(party.letters("finished", "RED")[0])["ranks"] == {"RED": 1, "BLU": 1, "GRN": 2}


def test_the_absent_block_nobody(sqlite: Store, now: datetime) -> None:
    """Two turns missed in a row, a seat left, or a bot: the vote is carried without them."""
    party = begun(sqlite, now, Rules(grace_hours=0), players=3)
    for n in (1, 2):
        party.submit("RED", "BID 1", now + 48 * (n - 1) * HOUR)
        party.submit("GRN", "BID 1", now + 48 * (n - 1) * HOUR)
        clock.tick(sqlite, at(now + 48 * n * HOUR))
    with sqlite.write() as session:
        seats.replace(session, party.game(session), "GRN", people.bot(session, "random", 1, now), now)
    with pytest.raises(Refused, match="no vote"):
        cast(party, "GRN", "draw", now + 97 * HOUR)
    assert cast(party, "RED", "draw", now + 97 * HOUR)
