"""Positions are written and read quickly, and to the letter as `engines.states` does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import states
from engines.all import SHIPPED
from engines.base import Engine, State
from engines.dice import KeyedDice
from engines.language import parse_orders
from engines.memo import memoize
from pbem.games import positions
from tests.engines import playing, proof
from tests.engines.test_states import STATES, Everything
from tests.engines.toy import Cards
from tests.size import size

GAMES: dict[str, Engine[Any]] = {**SHIPPED, "cards": Cards()}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["RED", "1"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=3,
)


@memoize(16)
def played_positions(code: str) -> tuple[State, ...]:
    """Positions of a game under each of some options, and what a seat and a bystander may know of them."""
    return tuple(
        one
        for options in proof.OPTIONS.get(code, ("",))[: size(3, 99)]
        for state in play_positions(GAMES[code], options)
        for one in (state, *(states.seat_view(state, seat) for seat in (None, state.seats[0])))
    )


def find_decoder(kind: Any) -> msgspec.json.Decoder[Any] | None:
    return positions.find_decoder(kind)


def play_positions(engine: Engine[Any], options: str) -> Iterator[State]:
    step = engine.start(parse_orders(engine.setup, options).orders, KeyedDice(b"played", "0"))
    yield step.state
    for later in playing.steps(engine, step.state, seed=1, advised=False, most=size(6, 60)):
        yield later.state


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("code", GAMES)
def test_positions_are_written_and_read_alike(code: str) -> None:
    """Of every game, through msgspec: no kind of them is left to the slow way."""
    every = played_positions(code)
    for state in every:
        text = states.dump_state(state)
        decoder = find_decoder(type(state))
        assert decoder is not None and positions.ENCODER.encode(state).decode() == text
        assert positions.dump_position(state) == text
        found, known = positions.parse_position(type(state), text), states.load_state(type(state), text)
        assert found == known == state and repr(found) == repr(known) == repr(decoder.decode(text))


@pytest.mark.slow
@pytest.mark.parametrize("code", GAMES)
@given(data=st.data())
def test_what_is_no_position_is_found_out_alike(code: str, data: st.DataObject) -> None:
    """A value that is another, a field more or less, blanks, half a text: the same is read, or the same is wrong."""
    state = data.draw(st.sampled_from(played_positions(code)))
    text = damage_text(states.dump_state(state), data.draw)
    assert outcome(positions.parse_position, type(state), text) == outcome(states.load_state, type(state), text)


def damage_text(text: str, draw: Callable[[Any], Any]) -> str:
    position = at = json.loads(text)
    while isinstance(at, dict | list) and at:
        keys: list[Any] = sorted(at) if isinstance(at, dict) else [*range(len(at))]
        key = draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or draw(st.booleans()):
            break
        at = at[key]
    match draw(st.sampled_from(["other", "more", "less", "blanks", "half"])), at:
        case "other", dict() | list() if at:
            at[key] = draw(VALUES)
        case "more", dict():
            at[draw(st.text(max_size=4))] = draw(VALUES)
        case "less", dict() | list() if at:
            del at[key]
        case "blanks", _:
            return json.dumps(position)
        case "half", _:
            return text[: draw(st.integers(0, len(text) - 1))]
    return json.dumps(position, sort_keys=True, separators=(",", ":"), ensure_ascii=draw(st.booleans()))


def outcome(read: Callable[[type[State], str], State], kind: type[State], text: str) -> str:
    """What came of reading a text."""
    try:
        return repr(read(kind, text))
    except (ValueError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


@given(STATES)
def test_what_msgspec_would_write_otherwise_it_does_not_write(state: Everything) -> None:
    """Numbers with fractions, sets, numbers as names."""
    assert find_decoder(Everything) is None
    text = states.dump_state(state)
    assert positions.dump_position(state) == text and positions.parse_position(Everything, text) == state


@dataclass(frozen=True, kw_only=True)
class Words(State):
    words: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@given(st.dictionaries(st.text(), st.text()), st.dictionaries(st.integers(), st.lists(st.integers()).map(tuple)))
def test_all_words_and_numbers_are_written_alike(words: Mapping[str, str], numbers: Mapping[int, Any]) -> None:
    """In the same order and with the same escapes, however large they are."""
    state = Words(seats=("A",), phase="P", kind="k", words=words, numbers=numbers)
    text = states.dump_state(state)
    assert positions.dump_position(state) == text and positions.parse_position(Words, text) == state
    assert positions.dump_position(Words(seats=("\ud800",), phase="", kind="")).count("\ud800") == 1
