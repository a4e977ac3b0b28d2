"""Random orders are all that could be said, and nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from engines.language import parse_orders, roll_orders
from engines.language.grammar import (
    GrammarPart,
    Number,
    OneOf,
    Order,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
)
from engines.language.names import Choice

TOWNS = (Choice("PAR"), Choice("LON"), Choice("ROM", why_not="Rome is under siege."))
GO = OrderPattern("GO", (Word("GO"), Pick("where", TOWNS)), "go")
TIMES = 300


def roll_many_times(*lines: OrderPattern, grave: float = 0.0) -> list[list[Order]]:
    """Return what is rolled, many times over."""
    return [roll_orders(OrderGrammar("", lines), Random(seed), grave) for seed in range(TIMES)]


def values(part: GrammarPart) -> Counter[str]:
    """Return what a part is filled with."""
    found = roll_many_times(OrderPattern("L", (Word("L"), part), "l"))
    return Counter(order.text.removeprefix("L").strip() for orders in found for order in orders)


def share(found: list[list[Order]], verb: str) -> float:
    return sum(order.verb == verb for orders in found for order in orders) / TIMES


def test_each_open_choice_is_said_and_no_other() -> None:
    assert set(values(Pick("where", TOWNS))) == {"PAR", "LON"}


def test_numbers_go_from_the_least_to_the_most_in_steps() -> None:
    assert set(values(Number("n", 3, 5))) == {"3", "4", "5"}
    assert set(values(Number("n", 5, 20, 5))) == {"5", "10", "15", "20"}
    assert set(values(Number("n", 1, 14, 5))) == {"5", "10"}
    assert values(Number("n", 1, 4, 5)) == Counter()


def test_lists_have_rows_within_their_bounds_and_none_twice() -> None:
    """Unless the least asks for it; where there is nothing to choose, nothing is said."""
    row: tuple[Any, ...] = (Number("n", 1, 9),)
    sizes = {len(text.split(", ")) for text in values(Repeat("rows", row, 1, 2, ","))}
    assert sizes == {1, 2}
    assert max(len(text.split()) for text in values(Repeat("rows", row, 0, 99, ""))) == 3
    assert all(len(set(text.split())) == len(text.split()) for text in values(Repeat("rows", row, 1, 4, "")))
    assert set(values(Repeat("rows", (Number("n", 1, 1),), 2, 4, ""))) == {"1 1"}
    nothing: tuple[Any, ...] = (Pick("none", ()),)
    assert values(Repeat("rows", nothing, 1, 4, "")) == Counter()
    assert set(values(Repeat("rows", nothing, 0, 4, ""))) == {""}


def test_every_form_that_can_be_said_is_said() -> None:
    forms = (
        alternative("a", Word("A")),
        alternative("b", Word("B"), Pick("none", ())),
        alternative("c", Word("C"), Number("n", 1, 1)),
    )
    found = values(OneOf("how", forms))
    assert set(found) == {"A", "C 1"} and found.total() == TIMES


def test_what_is_owed_is_said_each_time_and_the_rest_now_and_then() -> None:
    """One sentence for each slot; a third of the time one that adds, or one for later."""
    stay = OrderPattern("STAY", (Word("STAY"),), "go")
    adds, later = OrderPattern("ADD", (Word("ADD"),)), OrderPattern("WALL", (Word("WALL"),), "wall", section="Winter")
    found = roll_many_times(GO, stay, adds, later)
    assert share(found, "GO") + share(found, "STAY") == 1
    assert 0.4 < share(found, "GO") < 0.6
    assert all(0.2 < share(found, verb) < 0.4 for verb in ("ADD", "WALL"))


def test_a_sentence_that_cannot_be_said_leaves_its_slot_to_another() -> None:
    nowhere = OrderPattern("GO", (Word("GO"), Pick("where", TOWNS[2:])), "go")
    stay = OrderPattern("STAY", (Word("STAY"),), "go")
    assert share(roll_many_times(nowhere, stay), "STAY") == 1
    assert share(roll_many_times(nowhere), "GO") == 0


def test_what_cannot_be_undone_is_said_only_if_wished() -> None:
    resign = OrderPattern("RESIGN", (Word("RESIGN"),), "resign", grave=True)
    assert share(roll_many_times(GO, resign), "RESIGN") == 0
    assert [order.verb for order in roll_orders(OrderGrammar("", (GO, resign)), Random(1))] == ["GO"]
    assert share(roll_many_times(GO, resign, grave=1), "RESIGN") == 1
    assert 0.4 < share(roll_many_times(GO, resign, grave=0.5), "RESIGN") < 0.6


def test_what_is_rolled_is_what_would_be_read() -> None:
    """With its arguments and its slot."""
    line = OrderPattern("GO", (Word("GO"), Pick("where", TOWNS)), "GO {where}")
    for orders in roll_many_times(line):
        assert parse_orders(OrderGrammar("", (line,)), "\n".join(order.text for order in orders)).orders == tuple(
            orders
        )
