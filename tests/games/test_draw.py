"""The draw of seats: fair, truthful, and provable afterwards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel import select

from pbem.games import Refusal, games
from pbem.games.people import people
from pbem.games.proof import verify
from pbem.games.rules import Rules
from pbem.games.seating import seat_lottery, seats
from pbem.games.seating.seat_lottery import assign_by_wishes
from pbem.storage.database import Store
from pbem.storage.models import Game, Outbox
from tests.games.party import Party, open_party

DRAWN = Rules(seating="draw")
SEATS = "ABCDE"


def lists(count: int) -> st.SearchStrategy[list[list[str]]]:
    """Wishes of as many people as there are seats, each a list of some of them."""
    wish = st.lists(st.sampled_from(SEATS[:count]), unique=True, max_size=count)
    return st.lists(wish, min_size=count, max_size=count)


everybody = st.integers(2, 5).flatmap(lists)


def rank(wish: Sequence[str], got: str) -> int:
    """Return how far down a list of wishes a seat stands; all that are not on it are the same to him."""
    return wish.index(got) if got in wish else len(wish)


@given(everybody)
def test_everybody_gets_a_seat_of_his_own(wishes: list[list[str]]) -> None:
    """And whoever is first gets his first wish."""
    free = SEATS[: len(wishes)]
    given = assign_by_wishes(wishes, free)
    assert sorted(given) == sorted(free)
    assert rank(wishes[0], given[0]) == 0 or not wishes[0]


@given(st.integers(2, 5).flatmap(lambda n: st.tuples(lists(n), st.integers(0, n - 1), lists(n))))
def test_nobody_gets_a_better_seat_by_telling_other_wishes(case: tuple[list[list[str]], int, list[list[str]]]) -> None:
    """Whatever the others wish and wherever he comes in the order: his own wishes told honestly are never worse."""
    wishes, who, lies = case
    honest = assign_by_wishes(wishes, SEATS[: len(wishes)])[who]
    lied = assign_by_wishes([*wishes[:who], lies[0], *wishes[who + 1 :]], SEATS[: len(wishes)])[who]
    assert rank(wishes[who], honest) <= rank(wishes[who], lied)


@settings(max_examples=25)
@given(st.integers(2, 4).flatmap(lists))
def test_people_with_the_same_wishes_have_the_same_chances(wishes: list[list[str]]) -> None:
    """Over all orders in which they can be drawn; only the wishes tell people from each other, not who came first."""
    chances = [Counter[str]() for _ in wishes]
    for order in permutations(range(len(wishes))):
        for who, got in zip(order, assign_by_wishes([wishes[n] for n in order], SEATS[: len(wishes)]), strict=True):
            chances[who][got] += 1
    for one, other in permutations(range(len(wishes)), 2):
        if wishes[one] == wishes[other]:
            assert chances[one] == chances[other]


@given(st.integers(2, 4).flatmap(lists))
def test_no_other_draw_is_better_for_all(wishes: list[list[str]]) -> None:
    """Who would be better off elsewhere takes it from somebody: nothing is wasted on people to whom it is the same."""
    given = [rank(wish, got) for wish, got in zip(wishes, assign_by_wishes(wishes, SEATS[: len(wishes)]), strict=True)]
    for other in permutations(SEATS[: len(wishes)]):
        ranks = [rank(wish, got) for wish, got in zip(wishes, other, strict=True)]
        assert ranks == given or any(mine < theirs for mine, theirs in zip(given, ranks, strict=True))


# --- in a game -----------------------------------------------------------------------------------------------------


def enter(party: Party, name: str, wishes: Sequence[str], now: datetime) -> None:
    with party.store.write_session() as session:
        game = party.game(session)
        seat_lottery.join_or_wait(
            session,
            game,
            people.get_or_register_player(session, f"{name}@example.org", now),
            wishes,
            now,
            f"{name} was here",
        )


def load_game(party: Party) -> Game:
    with party.store.read_session() as session:
        return party.game(session)


def test_seats_are_drawn_when_the_last_has_come(store: Store, now: datetime) -> None:
    """Till then nobody has one; then each wish that stands alone is met, and the game can be proved."""
    party = open_party(store, now, DRAWN, players=3)
    enter(party, "ann", ["Blue", "Red"], now)
    enter(party, "bob", ["red"], now)
    with store.read_session() as session:
        assert len(games.list_vacant_seats(session, party.game(session))) == 3
    enter(party, "cyd", [], now)
    with store.read_session() as session:
        seated = {party.player(session, code).address.partition("@")[0]: code for code in ("RED", "BLU", "GRN")}
        assert seated == {"ann": "BLU", "bob": "RED", "cyd": "GRN"}
        assert verify.verify_game(session, party.game(session)) == []
    assert party.status() == "running" and seat_lottery.list_wishes(session, load_game(party)) == []
    assert [letter.kind for letter in party.letters(code="RED")] == ["welcome", "started"]


def test_the_last_one_in_is_not_told_to_wait(sqlite: Store, now: datetime) -> None:
    """By his coming the seats are drawn: he hears which is his, and no letter says that somebody is missing."""
    party = open_party(sqlite, now, DRAWN, players=3)
    for name in ("ann", "bob"):
        enter(party, name, [], now)
    with sqlite.write_session() as session:
        cyd = people.get_or_register_player(session, "cyd@example.org", now)
        seat = seat_lottery.join_or_wait(session, party.game(session), cyd, [], now)
        assert seat and seat.player_id == cyd.id
        kinds = [row.kind for row in session.exec(select(Outbox).where(Outbox.player_id == cyd.id))]
        assert "welcome" in kinds and "enlisted" not in kinds


@pytest.mark.parametrize("change", ["given", "wishes", "contributions"])
def test_a_draw_that_was_tampered_with_is_found_out(store: Store, now: datetime, change: str) -> None:
    """Who was to get what, what they wished, and what they gave to the dice: the first hash covers it all."""
    party = open_party(store, now, DRAWN)
    enter(party, "ann", ["Red"], now)
    enter(party, "bob", ["Red"], now)
    with store.write_session() as session:
        game = party.game(session)
        drawn = json.loads(game.draw)
        drawn[change] = (
            drawn[change][::-1] if change == "given" else [["BLU"], []] if change == "wishes" else ["x", "y"]
        )
        game.draw = json.dumps(drawn)
        session.add(game)
    with store.read_session() as session:
        assert verify.verify_game(session, party.game(session))


def test_the_dice_of_a_draw_hang_on_no_wish() -> None:
    """Or somebody could try wishes until he likes the order; they hang on what everybody gave to them."""
    facts = {"seats": ["A", "B"], "wishes": [["A"], ["A"]], "contributions": ["x", "y"]}
    firsts = {seat_lottery.compute_draw(f"secret {n}", facts)[0] for n in range(20)}
    assert firsts == {"A", "B"}
    orders = {seat_lottery.compute_draw("s", {**facts, "contributions": ["x", f"{n}"]})[0] for n in range(20)}
    assert orders == {"A", "B"}
    wish = [["A", "B"], ["A", "B"]]
    assert seat_lottery.compute_draw("s", facts) == seat_lottery.compute_draw("s", {**facts, "wishes": wish})


def test_wishes_are_changed_and_withdrawn_before_the_draw(sqlite: Store, now: datetime) -> None:
    """Nobody waits twice; who withdraws leaves no trace of what he wished."""
    party = open_party(sqlite, now, DRAWN)
    enter(party, "ann", ["Red"], now)
    enter(party, "ann", ["Blue"], now)
    with sqlite.write_session() as session:
        game, ann = party.game(session), people.get_or_register_player(session, "ann@example.org", now)
        assert [json.loads(one.seats) for one in seat_lottery.list_wishes(session, game)] == [["BLU"]]
        assert seat_lottery.stop_waiting_for_draw(session, game, ann, now) and not seat_lottery.stop_waiting_for_draw(
            session, game, ann, now
        )
        assert seat_lottery.list_wishes(session, game) == []
        with pytest.raises(Refusal, match="seats are drawn"):
            seats.join_game(session, game, ann, [], now)
    assert party.status() == "forming"
