"""Votes: carried when enough agree, secret before, open to those who are there."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.games import Refusal, games
from pbem.games.people import people
from pbem.games.results import vote_counting, votes
from pbem.games.rules import Rules, dump_rules, rules_of
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Game
from tests.games.party import Party, clock_at, letter_data, start_party
from tests.size import size

HOUR = timedelta(hours=1)


def cast(party: Party, code: str, proposal: str, now: datetime) -> bool:
    with party.store.write_session() as session:
        return votes.cast_vote(session, party.seat(session, code), proposal, now)


def game(party: Party) -> Game:
    with party.store.read_session() as session:
        return party.game(session)


def test_a_draw_needs_everybody(store: Store, now: datetime) -> None:
    """Three of three; then the game is over, shared by all, and nothing more is due."""
    party = start_party(store, now, players=3)
    assert not cast(party, "RED", "draw", now)
    assert not cast(party, "BLU", "DRAW", now)
    assert game(party).status == "running"
    assert cast(party, "GRN", "draw red, blue and green", now)
    assert game(party).status == "finished"
    assert letter_data(party.letters("finished", "RED")[0]) == {
        "how": "draw",
        "seats": ["RED", "BLU", "GRN"],
        "ranks": {"RED": 1, "BLU": 1, "GRN": 1},
        "scoring": "places",
        "scores": {"RED": "1", "BLU": "1", "GRN": "1"},
    }
    assert clock.run_clock_tick(store, clock_at(now + 100 * HOUR)) == 0


def test_a_vote_is_secret_until_it_is_carried(sqlite: Store, now: datetime) -> None:
    """That it is on the table is told to all, once; who is for it and how many are is told to nobody."""
    party = start_party(sqlite, now, players=3)
    cast(party, "RED", "concede Blue", now)
    cast(party, "RED", "concede BLU", now)
    told = party.letters("proposed")
    assert len(told) == 4
    assert {letter_data(x)["proposal"] for x in told} == {"concede BLU"}
    assert not any("RED" in x.data or "GRN" in x.data for x in told)
    with sqlite.read_session() as session:
        assert votes.list_tabled_proposals(session, party.game(session)) == [votes.TabledProposal("concede BLU", 2)]
        assert votes.list_votes_of_seat(session, party.seat(session, "RED")) == ["concede BLU"]
        assert votes.list_votes_of_seat(session, party.seat(session, "BLU")) == []


def test_a_vote_can_be_taken_back(sqlite: Store, now: datetime) -> None:
    """Then it takes all again; a vote never cast cannot be taken back."""
    party = start_party(sqlite, now)
    cast(party, "RED", "draw", now)
    with sqlite.write_session() as session:
        votes.withdraw_votes(session, party.seat(session, "RED"), "draw", now)
    assert not cast(party, "BLU", "draw", now)
    with pytest.raises(Refusal, match="no such vote"), sqlite.write_session() as session:
        votes.withdraw_votes(session, party.seat(session, "RED"), "draw", now)


def test_votes_lapse_with_their_phase(sqlite: Store, now: datetime) -> None:
    """Half of the votes from before the deadline do not carry anything after it."""
    party = start_party(sqlite, now, Rules(grace_hours=0))
    cast(party, "RED", "draw", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert not cast(party, "BLU", "draw", now + 49 * HOUR)
    with sqlite.read_session() as session:
        assert votes.list_votes_of_seat(session, party.seat(session, "RED")) == []


def test_more_than_half_give_more_time(sqlite: Store, now: datetime) -> None:
    """Two of three move the deadline; the vote is used up."""
    party = start_party(sqlite, now, players=3)
    assert not cast(party, "RED", "extend 24h", now)
    assert cast(party, "BLU", "extend 1d", now)
    assert party.now_at().deadline == now + 72 * HOUR
    with sqlite.read_session() as session:
        assert votes.list_tabled_proposals(session, party.game(session)) == []


def test_a_concession_gives_one_seat_the_game(sqlite: Store, now: datetime) -> None:
    """The winner is first, all others second; he need not agree, and nobody wins by his own word."""
    party = start_party(sqlite, now)
    assert not cast(party, "BLU", "concede BLU", now)
    assert cast(party, "RED", "concede to blue", now)
    assert letter_data(party.letters("finished", "RED")[0])["ranks"] == {"RED": 2, "BLU": 1}


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
    with pytest.raises(Refusal) as caught:
        cast(start_party(sqlite, now, rules), "RED", proposal, now)
    assert caught.value.code == code


def test_some_may_share_a_draw_if_the_rules_say_so(sqlite: Store, now: datetime) -> None:
    """All must agree, even those who do not share it."""
    party = start_party(sqlite, now, Rules(draws="any"), players=3)
    assert not cast(party, "RED", "draw RED BLU", now)
    assert not cast(party, "BLU", "draw BLU RED", now)
    assert cast(party, "GRN", "draw BLU RED", now)
    assert letter_data(party.letters("finished", "RED")[0])["ranks"] == {"RED": 1, "BLU": 1, "GRN": 2}


def test_the_absent_block_nobody(sqlite: Store, now: datetime) -> None:
    """Two turns missed in a row, a seat left, or a bot: the vote is carried without them."""
    party = start_party(sqlite, now, Rules(grace_hours=0), players=3)
    for n in (1, 2):
        party.submit("RED", "BID 1", now + 48 * (n - 1) * HOUR)
        party.submit("GRN", "BID 1", now + 48 * (n - 1) * HOUR)
        clock.run_clock_tick(sqlite, clock_at(now + 48 * n * HOUR))
    with sqlite.write_session() as session:
        seats.replace_holder(session, party.game(session), "GRN", people.get_bot(session, "random", 1, now), now)
    with pytest.raises(Refusal, match="no vote"):
        cast(party, "GRN", "draw", now + 97 * HOUR)
    assert cast(party, "RED", "draw", now + 97 * HOUR)


def silent(store: Store, now: datetime, rules: Rules) -> Party:
    """A game of three in which Blue has missed two turns."""
    party = start_party(store, now, rules, players=3)
    for n in (0, 1):
        for code in ("RED", "GRN"):
            party.submit(code, "BID 1", now + 48 * n * HOUR)
        clock.run_clock_tick(store, clock_at(now + 48 * (n + 1) * HOUR))
    return party


WITHOUT = Rules(grace_hours=0, draws="any")


@pytest.mark.slow
@pytest.mark.parametrize("proposal", ["draw RED GRN", "concede RED"])
def test_no_ending_leaves_out_who_is_absent(store: Store, now: datetime, proposal: str) -> None:
    """Nobody can ask Blue; a draw that Blue shares is carried without her vote, and scored for all three."""
    party, later = silent(store, now, WITHOUT), now + 97 * HOUR
    with pytest.raises(Refusal, match="left out unasked"):
        cast(party, "GRN", proposal, later)
    assert not cast(party, "RED", "draw", later)
    assert cast(party, "GRN", "draw", later)
    assert letter_data(party.letters("finished", "BLU")[0])["seats"] == ["RED", "BLU", "GRN"]


def test_no_ending_leaves_out_a_vacant_seat(sqlite: Store, now: datetime) -> None:
    """Somebody may take it: it shares what the others agree on."""
    party = silent(sqlite, now, replace(WITHOUT, open_after=2))
    with pytest.raises(Refusal, match="left out unasked"):
        cast(party, "RED", "draw RED GRN", now + 97 * HOUR)
    cast(party, "RED", "draw", now + 97 * HOUR)
    assert cast(party, "GRN", "draw", now + 97 * HOUR)
    assert letter_data(party.letters("finished", "RED")[0])["seats"] == ["RED", "BLU", "GRN"]


def test_who_comes_back_has_a_vote_with_the_first_orders(store: Store, now: datetime) -> None:
    """Before them none; after them nothing is carried without it, and a draw may leave her out if she agrees."""
    party, later = silent(store, now, WITHOUT), now + 97 * HOUR
    with pytest.raises(Refusal, match="no vote"):
        cast(party, "BLU", "draw", later)
    cast(party, "RED", "draw", later)
    party.submit("BLU", "BID 1", later)
    assert not cast(party, "GRN", "draw", later)
    assert cast(party, "BLU", "draw", later)


def test_who_cannot_be_reached_blocks_no_ending(sqlite: Store, now: datetime) -> None:
    """Blue's letters came back all the time: the others' draw does not wait for them, and leaves them out no more than
    any who is absent."""
    party = start_party(sqlite, now, WITHOUT, players=3)
    with sqlite.write_session() as session:
        for _ in range(people.BOUNCES):
            people.count_player_bounce(session, party.player(session, "BLU"), now)
    for n in (0, 1):
        for code in ("RED", "GRN"):
            party.submit(code, "BID 1", now + 48 * n * HOUR)
        clock.run_clock_tick(sqlite, clock_at(now + 48 * (n + 1) * HOUR))
    assert not cast(party, "RED", "draw", now + 97 * HOUR)
    assert cast(party, "GRN", "draw", now + 97 * HOUR)
    assert letter_data(party.letters("finished", "RED")[0])["seats"] == ["RED", "BLU", "GRN"]


def test_absence_from_votes_is_a_rule(sqlite: Store, now: datetime) -> None:
    """With 0 all are waited for."""
    party = silent(sqlite, now, replace(WITHOUT, unasked_after=0))
    cast(party, "RED", "draw", now + 97 * HOUR)
    assert not cast(party, "GRN", "draw", now + 97 * HOUR)
    assert cast(party, "BLU", "draw", now + 97 * HOUR)


# --- the largest draw that all accept ------------------------------------------------------------------------------

ANY = Rules(draws="any")


def diplomacy(store: Store, now: datetime, rules: Rules = ANY) -> Party:
    """A game of seven powers that has begun."""
    with store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug="seven", rules=rules, now=now)
        for seat in games.list_game_seats(session, game):
            person = people.get_or_register_player(session, f"{seat.code}@example.org".lower(), now, seat.label)
            seats.join_game(session, game, person, [seat.code], now)
        return Party(store, game.id)


POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


@pytest.mark.slow
def test_six_for_a_draw_of_three_and_one_of_them_for_any(store: Store, now: datetime) -> None:
    """C8: France, who accepts any draw he shares, accepts that of the three."""
    party = diplomacy(store, now)
    for power in POWERS:
        if power != "FRANCE":
            assert not cast(party, power, "draw Austria England France", now)
    assert cast(party, "FRANCE", "draw", now)
    assert letter_data(party.letters("finished", "TURKEY")[0])["seats"] == ["AUSTRIA", "ENGLAND", "FRANCE"]


@pytest.mark.slow
def test_who_would_be_left_out_did_not_accept_it(sqlite: Store, now: datetime) -> None:
    """C8: Italy accepts any draw that she shares, and the three are none such."""
    party = diplomacy(sqlite, now)
    for power in POWERS:
        assert not cast(party, power, "draw" if power == "ITALY" else "draw AEF", now)
    assert cast(party, "ITALY", "draw A, E and F", now)


def test_a_player_who_misses_the_deadline_is_not_waited_for(store: Store, now: datetime) -> None:
    """At the end of the phase the votes are counted without him, before the orders are opened."""
    party = start_party(store, now, Rules(grace_hours=0), players=3)
    for n in (1, 2):
        for code in ("RED", "GRN"):
            party.submit(code, "BID 1", now + 48 * (n - 1) * HOUR)
        if n == 2:
            assert not cast(party, "RED", "draw", now + 50 * HOUR)
            assert not cast(party, "GRN", "draw", now + 50 * HOUR)
        assert clock.run_clock_tick(store, clock_at(now + 48 * n * HOUR)) == 1
    assert letter_data(party.letters("finished", "RED")[0])["how"] == "draw"
    assert party.now_at().number == 2


def test_a_successor_has_not_voted(sqlite: Store, now: datetime) -> None:
    """What his predecessor accepted is void: it takes his own word."""
    party = start_party(sqlite, now, players=3)
    cast(party, "GRN", "draw", now)
    with sqlite.write_session() as session:
        heir = people.get_or_register_player(session, "heir@example.org", now)
        seats.replace_holder(session, party.game(session), "GRN", heir, now + HOUR)
        assert votes.list_votes_of_seat(session, party.seat(session, "GRN")) == []
        assert votes.list_tabled_proposals(session, party.game(session)) == []
    assert not cast(party, "RED", "draw", now + 2 * HOUR)
    assert not cast(party, "BLU", "draw", now + 2 * HOUR)
    assert cast(party, "GRN", "draw", now + 2 * HOUR)


def test_open_votes_are_told_and_earlier_secret_ones_are_not(sqlite: Store, now: datetime) -> None:
    """A vote that was cast in secret stays so, whatever is agreed on later."""
    party = start_party(sqlite, now, players=3)
    cast(party, "RED", "draw", now)
    with sqlite.write_session() as session:
        game = party.game(session)
        game.rules = dump_rules(replace(rules_of(game), votes="open"))
        session.add(game)
    cast(party, "BLU", "draw", now)
    with sqlite.read_session() as session:
        assert votes.list_tabled_proposals(session, party.game(session)) == [
            votes.TabledProposal("draw RED BLU GRN", 3, ("BLU",))
        ]


def test_one_kind_of_vote_is_taken_back(sqlite: Store, now: datetime) -> None:
    """As judges had it: “set no draw” leaves a vote for a concession."""
    party = start_party(sqlite, now, ANY, players=3)
    for proposal in ("draw RED BLU", "draw", "concede GRN"):
        cast(party, "RED", proposal, now)
    with sqlite.write_session() as session:
        votes.withdraw_votes(session, party.seat(session, "RED"), "draw", now)
        assert votes.list_votes_of_seat(session, party.seat(session, "RED")) == ["concede GRN"]


@pytest.mark.proof
@settings(max_examples=size(50, 300), deadline=None)
@given(st.dictionaries(st.sampled_from("ABCDE"), st.lists(st.sets(st.sampled_from("ABCDE"), min_size=1), max_size=3)))
def test_the_largest_draw_is_found(given_: dict[str, list[set[str]]]) -> None:
    """Held against all draws that there are."""
    ballots_ = {code: [vote_counting.ending_proposal(sorted(some)) for some in sets] for code, sets in given_.items()}
    every = [frozenset(c) for n in range(1, 6) for c in combinations("ABCDE", n)]
    conceded = {one.sharing_seats for some in ballots_.values() for one in some if len(one.seats) == 1}
    good = [s for s in every if vote_counting.is_ending_accepted(ballots_, s) and (len(s) > 1 or s in conceded)]
    found = vote_counting.find_largest_ending(ballots_, "ABCDE", all_share=False)
    assert (len(found.seats) if found else 0) == max(map(len, good), default=0)
    assert found is None or found.sharing_seats in good
