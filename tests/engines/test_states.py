"""Positions are stored, loaded and shown by the types of their fields alone."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import states
from engines.base import FaceDown, Hidden, Owner, Seat, State
from engines.states import dump_state, load_state, seat_view


@dataclass(frozen=True)
class Inner:
    name: str = ""
    sort: Literal["a", "b"] = "a"
    next: Inner | None = None


@dataclass(frozen=True, kw_only=True)
class Everything(State):
    count: int = 0
    share: float = 0.0
    flag: bool = False
    pair: tuple[str, int] = ("", 0)
    many: tuple[Inner, ...] = ()
    bag: frozenset[str] = frozenset()
    by_number: Mapping[int, str] = field(default_factory=dict)
    deck: Hidden[tuple[str, ...]] = ()
    pile: FaceDown[tuple[str | None, ...]] = ()
    hands: FaceDown[Mapping[Seat, tuple[str | None, ...]]] = field(default_factory=dict)
    purses: Owner[Mapping[Seat, int]] = field(default_factory=dict)


WORDS = st.text(max_size=5)
INNER = st.recursive(
    st.builds(Inner, WORDS, st.sampled_from(["a", "b"])),
    lambda more: st.builds(Inner, WORDS, st.just("b"), more),
    max_leaves=3,
)
HANDS = st.tuples(*[st.lists(WORDS, max_size=4).map(tuple)] * 2)
STATES = st.builds(
    lambda hands, **given: Everything(
        seats=("A", "B"), phase="P", kind="k", hands={"A": hands[0], "B": hands[1]}, **given
    ),
    hands=HANDS,
    count=st.integers(),
    share=st.floats(allow_nan=False, allow_infinity=False),
    flag=st.booleans(),
    pair=st.tuples(WORDS, st.integers()),
    many=st.lists(INNER, max_size=3).map(tuple),
    bag=st.frozensets(WORDS, max_size=3),
    by_number=st.dictionaries(st.integers(), WORDS, max_size=3),
    deck=st.lists(WORDS, max_size=4).map(tuple),
    pile=st.lists(WORDS, max_size=4).map(tuple),
    purses=st.fixed_dictionaries({"A": st.integers(), "B": st.integers()}),
)


@given(STATES)
def test_what_is_stored_comes_back(state: Everything) -> None:
    """Equal, and stored the same again."""
    again = load_state(Everything, dump_state(state))
    assert again == state
    assert dump_state(again) == dump_state(state)


@given(STATES, st.sampled_from(["A", "B", None]))
def test_a_view_shows_what_its_seat_may_see(state: Everything, seat: str | None) -> None:
    """Hidden things are empty, others' own things are gone, others' cards are only counted."""
    seen = seat_view(state, seat)
    assert seen.deck == ()
    assert seen.pile == (None,) * len(state.pile)
    assert seen.purses == {s: n for s, n in state.purses.items() if s == seat}
    for other, hand in state.hands.items():
        assert seen.hands[other] == (hand if other == seat else (None,) * len(hand))
    assert (seen.count, seen.many, seen.bag) == (state.count, state.many, state.bag)
    assert seat_view(seen, seat) == seen


@given(STATES)
def test_no_secret_is_in_the_stored_view(state: Everything) -> None:
    """Not even in its text."""
    secret = Everything(**{**vars(state), "deck": ("queen of spades",), "purses": {"A": 424242}})
    assert "queen of spades" not in dump_state(seat_view(secret, "B"))
    assert "424242" not in dump_state(seat_view(secret, "B"))


@dataclass(frozen=True, kw_only=True)
class Unknown(State):
    odd: Annotated[str, "whispered"] = ""


@dataclass(frozen=True, kw_only=True)
class NestedState(State):
    odd: tuple[Owner[Mapping[Seat, int]], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Within(State):
    odd: Owner[Mapping[Seat, tuple[Hidden[int], ...]]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Twice(State):
    odd: Owner[Hidden[Mapping[Seat, int]]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Nobodys(State):
    odd: Owner[tuple[int, ...]] = ()


@dataclass(frozen=True, kw_only=True)
class CountedState(State):
    odd: FaceDown[int] = 0


WRONG = [
    (Unknown, "no secrecy 'whispered'"),
    (NestedState, "a state's own fields"),
    (Within, "a state's own fields"),
    (Twice, "one secrecy"),
    (Nobodys, "no mapping by seat"),
    (CountedState, "no mapping by seat"),
]


@pytest.mark.parametrize(("kind", "words"), WRONG)
def test_secrecy_must_be_known_and_stand_at_the_top(kind: type[State], words: str) -> None:
    """An annotation that no rule knows, or one inside another type, is a fault of the engine, told at once."""
    with pytest.raises(TypeError, match=words):
        seat_view(kind(seats=(), phase="", kind=""), None)


@dataclass(frozen=True, kw_only=True)
class SealedState(State):
    card: Hidden[str | None] = None
    role: Hidden[Literal["spy", "guard"]] = "guard"
    table: Hidden[Mapping[Seat, int]] = field(default_factory=dict)
    depth: Hidden[int] = 0
    inner: Hidden[Inner] = Inner()


def test_what_is_hidden_looks_the_same_whatever_it_is() -> None:
    """Not even whether there is something shows."""
    empty = SealedState(seats=("A",), phase="P", kind="k")
    full = SealedState(
        seats=("A",), phase="P", kind="k", card="C1", role="spy", table={"A": 1}, depth=3, inner=Inner("x", "b")
    )
    assert seat_view(full, "A") == seat_view(empty, "A") == seat_view(seat_view(full, "A"), "A")
    assert (seat_view(full, None).card, seat_view(full, None).table, seat_view(full, None).depth) == (None, {}, 0)
    assert (seat_view(full, None).role, seat_view(full, None).inner) == ("", Inner())


@dataclass(frozen=True, kw_only=True)
class Growing(State):
    odd: list[int] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Either(State):
    odd: int | str = 0


@dataclass(frozen=True, kw_only=True)
class PairedState(State):
    odd: Mapping[tuple[str, str], int] = field(default_factory=dict)


@pytest.mark.parametrize("kind", [Growing, Either, PairedState])
def test_a_type_no_state_can_hold_is_told(kind: type[State]) -> None:
    """At the first load, with the type's name, instead of coming back as something else."""
    with pytest.raises(TypeError, match="a state cannot hold"):
        load_state(kind, dump_state(kind(seats=(), phase="", kind="")))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "3", '{"seats":[]}', '{"nonsense":1}', '{"seats":3}', '{"many":[[]]}', '{"count":Infinity}'],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    """With an error one can catch."""
    with pytest.raises((ValueError, TypeError)):
        load_state(Everything, text)


def test_two_threads_may_read_the_first_of_a_kind_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second came when half of the fields were known, and a page failed, or a game was stuck."""
    begun, go, known = Event(), Event(), states.value_reader

    def slow(hint: Any) -> Any:
        if hint == Literal["a", "b"] and not begun.is_set():  # the second field of the first reading
            begun.set()
            assert go.wait(10)
        return known(hint)

    monkeypatch.setattr(states, "value_reader", slow)
    read, told = states.dataclass_reader(Inner), {"name": "x", "sort": "b", "next": None}
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(read, told)
        assert begun.wait(10)
        try:
            assert read(told) == Inner("x", "b")
        finally:
            go.set()
        assert first.result() == Inner("x", "b")
