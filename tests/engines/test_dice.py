"""Dice that can be proved, and dice that fall as told."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.dice import KeyedDice, LoadedDice, commit_to_secret, make_seed


def test_a_roll_is_what_anybody_can_compute() -> None:
    """HMAC-SHA256 of "phase/stream/n" under the seed; pinned, since games under way depend on it."""
    dice = KeyedDice(make_seed("secret", ["red", "blue"]), "7")
    assert [dice.roll("risk", 6) for _ in range(5)] == [4, 4, 1, 1, 2]
    assert [r.number for r in dice.rolls] == [1, 2, 3, 4, 5]
    assert commit_to_secret("secret").startswith("2bb80d53")


def test_streams_do_not_disturb_each_other() -> None:
    """A throw more in one moves no other; another phase or contribution moves all."""
    one, two = KeyedDice(b"k", "1"), KeyedDice(b"k", "1")
    one.roll("other", 6)
    assert [one.roll("risk", 100) for _ in range(5)] == [two.roll("risk", 100) for _ in range(5)]
    assert KeyedDice(b"k", "2").roll("risk", 2**60) != KeyedDice(b"k", "1").roll("risk", 2**60)
    assert make_seed("s", ["a", "b"]) != make_seed("s", ["ab", ""]) != make_seed("s", ["a"])


@given(st.binary(), st.integers(1, 1000))
def test_every_result_is_a_side(seed: bytes, sides: int) -> None:
    """From one to as many as there are."""
    assert 1 <= KeyedDice(seed, "1").roll("x", sides) <= sides


def test_sides_come_equally_often() -> None:
    """Six thousand throws: each side within a tenth of its share."""
    dice = KeyedDice(b"fair", "1")
    counts = Counter(dice.roll("x", 6) for _ in range(6000))
    assert all(900 < counts[side] < 1100 for side in range(1, 7))


def test_what_would_favour_a_side_is_drawn_again() -> None:
    """A die of a little over half the span rejects nearly every second draw; the numbers of the rolls show it."""
    dice, sides = KeyedDice(b"big", "1"), 2**63 + 1
    assert all(1 <= dice.roll("x", sides) <= sides for _ in range(200))
    assert 330 < dice.rolls[-1].number < 470
    assert [roll.result for roll in dice.rolls] == [
        dice.draw_value("x", roll.number) % sides + 1 for roll in dice.rolls
    ]


@given(st.lists(st.integers()))
def test_a_shuffle_keeps_all(items: list[int]) -> None:
    """In some order."""
    assert sorted(KeyedDice(b"k", "1").shuffle("deck", items)) == sorted(items)


def test_loaded_dice_fall_as_told() -> None:
    """And say so when they run out or show what they cannot."""
    dice = LoadedDice({"risk": [6, 1, 7]})
    assert (dice.roll("risk", 6), dice.roll("risk", 6)) == (6, 1)
    assert dice.shuffle("deck", "abc") == ["a", "b", "c"]
    with pytest.raises(ValueError, match="does not show 7"):
        dice.roll("risk", 6)
    with pytest.raises(LookupError, match="no result is left"):
        dice.roll("risk", 6)
    with pytest.raises(ValueError, match="sides"):
        KeyedDice(b"k", "1").roll("x", 0)


def test_dice_in_common_fall_alike_in_all_games() -> None:
    """Whatever the game's own seed and phase; for one name and one server."""
    one, two = KeyedDice(b"game one", "3", b"server"), KeyedDice(b"game two", "9", b"server")
    assert one.shared_dice("cup/T3").roll("risk", 100) == two.shared_dice("cup/T3").roll("risk", 100)
    assert one.shared_dice("cup/T3").roll("risk", 2**60) != one.shared_dice("cup/T4").roll("risk", 2**60)
    assert one.shared_dice("cup").roll("risk", 2**60) != KeyedDice(b"game one", "3", b"other").shared_dice("cup").roll(
        "risk", 2**60
    )
