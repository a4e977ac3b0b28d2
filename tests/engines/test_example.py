"""The example of an engine in a package of its own keeps the contract and its own rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engines import states
from engines.contract import check_game
from engines.dice import LoadedDice
from engines.language import parse_orders
from goofspiel import ENGINE
from goofspiel.state import Position

OPTIONS = ("", "PLAYERS 2\nCARDS 4\nTIES LOT", "PLAYERS 6\nCARDS 5\nTIES LOST")


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(5))
def test_it_keeps_the_contract(seed: int, options: str) -> None:
    assert check_game(ENGINE, seed, options).ended


# --- the rules --------------------------------------------------------------------------------------------------


def opening(options: str = "CARDS 4") -> Position:
    """Loaded dice shuffle nothing: the prizes come as 1, 2, 3, 4."""
    return ENGINE.start(parse_orders(ENGINE.setup, options).orders, LoadedDice()).state


def play_example_round(state: Position, letters: Mapping[str, str], lots: Sequence[int] = ()) -> Position:
    """The position after a round in which these letters came."""
    orders = {}
    for seat, text in letters.items():
        grammar = ENGINE.grammar(states.seat_view(state, seat), seat)
        assert grammar is not None
        orders[seat] = parse_orders(grammar, text).orders
    return ENGINE.resolve(state, orders, LoadedDice({"lot": lots})).state


def test_the_highest_bid_takes_the_prize() -> None:
    """Cards that were bid are gone, whether they won or not."""
    after = play_example_round(opening(), {"BLU": "bid 4", "GRN": "Play the 3.", "RED": "BID 2"})
    assert after.taken == {"BLU": (1,), "GRN": (), "RED": ()}
    assert after.hands == {"BLU": (1, 2, 3), "GRN": (1, 2, 4), "RED": (1, 3, 4)}
    assert (after.phase, after.prizes, after.deck) == ("R2", (2,), (3, 4))


@pytest.mark.parametrize(
    ("options", "taken", "prizes"),
    [
        ("CARDS 4", {"BLU": (), "GRN": (), "RED": ()}, (1, 2)),
        ("CARDS 4\nTIES LOST", {"BLU": (), "GRN": (), "RED": ()}, (2,)),
        ("CARDS 4\nTIES LOT", {"BLU": (), "GRN": (1,), "RED": ()}, (2,)),
    ],
)
def test_ties(options: str, taken: Mapping[str, tuple[int, ...]], prizes: tuple[int, ...]) -> None:
    """The prize waits, is lost, or falls to a lot among those who tied; here to the second of them."""
    after = play_example_round(opening(options), {"BLU": "BID 4", "GRN": "BID 4", "RED": "BID 1"}, lots=[2])
    assert (after.taken, after.prizes) == (taken, prizes)


def test_silence_bids_by_the_plan_then_the_lowest() -> None:
    """A plan holds until another comes; an empty one forgets it."""
    state = play_example_round(opening(), {"BLU": "PLAN 3 2", "GRN": "PLAN 4\nPLAN", "RED": "BID 4"})
    assert state.hands == {"BLU": (1, 2, 4), "GRN": (2, 3, 4), "RED": (1, 2, 3)}
    state = play_example_round(state, {"BLU": "BID 4"})
    assert state.hands == {"BLU": (1, 2), "GRN": (3, 4), "RED": (2, 3)}
    assert play_example_round(state, {}).hands == {"BLU": (1,), "GRN": (4,), "RED": (3,)}


def test_the_end_ranks_by_points() -> None:
    """Prizes that are tied for last are lost; who has as much shares a rank."""
    state = opening("PLAYERS 3\nCARDS 3")
    for letters in ({"BLU": "BID 3", "GRN": "BID 2"}, {"BLU": "BID 2", "GRN": "BID 3"}, {}):
        state = play_example_round(state, letters)
    assert (state.phase, state.ranks) == ("END", {"BLU": 3, "GRN": 2, "RED": 1})
    assert state.taken == {"BLU": (1,), "GRN": (2,), "RED": (3,)}


# --- what a player sees and is told -----------------------------------------------------------------------------


def test_a_view_of_each_kind() -> None:
    """The deck is known to nobody, hands lie face down, a plan is its owner's."""
    state = play_example_round(opening(), {"BLU": "BID 4\nPLAN 3", "GRN": "PLAN 2"})
    view = states.seat_view(state, "BLU")
    assert view.deck == ()
    assert view.hands == {"BLU": (1, 2, 3), "GRN": (None,) * 3, "RED": (None,) * 3}
    assert view.plans == {"BLU": (3,)}
    assert states.seat_view(state, None).plans == {}


def test_a_card_that_is_gone_is_refused_in_words() -> None:
    """So is one that this game does not have."""
    grammar = ENGINE.grammar(play_example_round(opening(), {"BLU": "BID 4"}), "BLU")
    assert grammar is not None
    for card in ("4", "12"):
        (remark,) = parse_orders(grammar, f"BID {card}").remarks
        assert remark.text.startswith(f"You do not hold the {card}. You hold: 1, 2")


def test_a_bid_that_is_also_planned_is_remarked() -> None:
    """Whichever line comes first; the plan alone is nothing to speak of."""
    state = opening()
    grammar = ENGINE.grammar(state, "BLU")
    assert grammar is not None
    for text in ("PLAN 3 4\nBID 4", "BID 4\nPLAN 3 4"):
        remarks = ENGINE.check(state, "BLU", parse_orders(grammar, text).orders)
        assert [(r.text, r.line) for r in remarks] == [("You bid the 4 now; your plan goes on without it.", "PLAN 3 4")]
    assert ENGINE.check(state, "BLU", parse_orders(grammar, "PLAN 3 4").orders) == []


def test_a_position_is_put_right() -> None:
    """A prize that was taken is given to somebody else; one that nobody has is refused in words."""
    after = play_example_round(opening(), {"BLU": "BID 4", "GRN": "BID 1", "RED": "BID 2"})
    assert after.taken["BLU"] == (1,)
    grammar = ENGINE.correction_grammar(after)
    right = ENGINE.correct(after, parse_orders(grammar, "give 1 to red").orders)
    assert (right.taken["BLU"], right.taken["RED"]) == ((), (1,))
    assert states.load_state(Position, states.dump_state(right)) == right
    assert "Nobody has taken the 3." in parse_orders(grammar, "give 3 to red").remarks[0].text
