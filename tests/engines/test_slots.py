"""What an order is about, and what stands when more orders come."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from engines.language import parse_orders
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Pick, Repeat, Word
from engines.language.names import Choice
from engines.language.slots import (
    amend_orders,
    counting_orders,
    find_replacements,
    is_replaced_by,
    order_slot,
    slot_keys,
)

WHERE = (Choice("FRA"), Choice("GBR"), Choice("*"))
ROWS = Repeat("on", (Number("n", 1, 9), Pick("country", WHERE)), 1, 3, ",")
ASK = OrderGrammar(
    "Slots",
    (
        OrderPattern("MOVE", (Word("MOVE"), Pick("where", WHERE), Number("n", 1, 9)), "MOVE {where}"),
        OrderPattern("YES", (Word("YES"), Pick("where", WHERE), Number("n", 1, 9)), "YES {where}", several=True),
        OrderPattern("NO", (Word("NO"), Pick("where", WHERE)), "YES {where}"),
        OrderPattern("PLACE", (Word("PLACE"), ROWS), "PLACE {on.country}", several=True),
        OrderPattern("ADD", (Word("ADD"), Number("n", 1, 9))),
        OrderPattern("ONE", (Word("ONE"), Number("n", 1, 9)), "one"),
    ),
)
LINES = st.lists(
    st.sampled_from(
        (
            *("MOVE FRA 1", "MOVE FRA 2", "MOVE GBR 1", "YES FRA 1", "YES FRA 2", "YES * 1", "PLACE 1 FRA"),
            *("NO FRA", "PLACE 2 FRA, 1 GBR", "ADD 1", "ADD 2", "ONE 1", "ONE 2"),
        )
    ),
    max_size=6,
)


def parse_slot_lines(*lines: str) -> tuple[Order, ...]:
    return parse_orders(ASK, "\n".join(lines)).orders


def texts(orders: Sequence[Order]) -> list[str]:
    return [order.text for order in orders]


def test_a_slot_may_name_arguments() -> None:
    (move,) = parse_slot_lines("MOVE FRA 1")
    (place,) = parse_slot_lines("PLACE 2 FRA, 1 GBR")
    assert slot_keys(move) == {"MOVE FRA"}
    assert slot_keys(place) == {"PLACE FRA", "PLACE GBR"}


def test_slots_as_they_are_stored() -> None:
    """Positions hold orders with their slots: "+" before those that stand side by side, "|" between keys."""
    one, beside = (Word("GO"), Pick("where", WHERE)), {"where": "FRA"}
    assert (
        order_slot(OrderPattern("GO", one), beside) == order_slot(OrderPattern("GO", one, several=True), beside) == ""
    )
    assert order_slot(OrderPattern("GO", one, "go"), beside) == "go"
    assert order_slot(OrderPattern("GO", one, "go", several=True), beside) == "+go"
    assert order_slot(OrderPattern("GO", one, "GO {where}", several=True), beside) == "+GO FRA"
    rows = {"on": [{"country": "FRA"}, {"country": "GBR"}, {"country": "FRA"}]}
    assert order_slot(OrderPattern("GO", one, "GO {on.country}"), rows) == "GO FRA|GO GBR"
    assert order_slot(OrderPattern("GO", one, "GO {on.country}"), {"on": []}) == "GO "
    assert order_slot(OrderPattern("GO", one, "GO {there.country} {where}"), beside) == "GO  FRA"


def test_orders_of_one_text_stand_side_by_side_if_they_may() -> None:
    assert texts(parse_slot_lines("YES FRA 1", "YES FRA 2", "YES FRA 1")) == ["YES FRA 1", "YES FRA 2"]
    assert texts(parse_slot_lines("MOVE FRA 1", "MOVE FRA 2", "MOVE GBR 1")) == ["MOVE FRA 2", "MOVE GBR 1"]


def test_one_that_stands_alone_and_those_that_stand_beside_each_other_are_rivals() -> None:
    """Whichever comes later."""
    yes, also = parse_slot_lines("YES FRA 1", "YES FRA 2")
    (no,) = parse_slot_lines("NO FRA")
    assert texts(counting_orders((yes, also, no))) == ["NO FRA"]
    assert texts(counting_orders((no, yes, also))) == ["YES FRA 1", "YES FRA 2"]
    assert is_replaced_by(yes, no) and is_replaced_by(no, yes) and not is_replaced_by(yes, also)


def test_a_later_text_replaces_all_about_the_same() -> None:
    standing = parse_slot_lines("YES FRA 1", "YES FRA 2", "YES * 1", "ADD 1")
    assert texts(amend_orders(standing, parse_slot_lines("YES FRA 3"))) == ["YES FRA 3", "YES * 1", "ADD 1"]
    assert texts(amend_orders(parse_slot_lines("PLACE 2 FRA, 1 GBR"), parse_slot_lines("PLACE 1 FRA"))) == [
        "PLACE 1 FRA"
    ]


@given(LINES, LINES)
def test_nothing_new_is_lost_and_nothing_old_contradicts_it(before: list[str], after: list[str]) -> None:
    new = parse_slot_lines(*after)
    found = amend_orders(parse_slot_lines(*before), new)
    assert all(order in found for order in new)
    fresh = {key for order in new for key in slot_keys(order)}
    assert all(order in new or not slot_keys(order) & fresh for order in found)
    assert sorted(texts(amend_orders(found, new))) == sorted(texts(found))
    assert counting_orders(found) == found


def test_rules_stand_in_the_order_of_the_last_text() -> None:
    """The first that fits decides, so their order is part of what is said."""
    assert texts(
        amend_orders(parse_slot_lines("YES FRA 1", "YES FRA 2"), parse_slot_lines("YES FRA 2", "YES FRA 1"))
    ) == [
        "YES FRA 2",
        "YES FRA 1",
    ]


def by_definition(orders: Sequence[Order]) -> tuple[Order, ...]:
    """Word by word: an order takes the place of the first that it replaces, and the others go."""
    counted: list[Order] = []
    for order in orders:
        place = next((n for n, earlier in enumerate(counted) if is_replaced_by(earlier, order)), len(counted))
        counted = [*counted[:place], order, *(o for o in counted[place:] if not is_replaced_by(o, order))]
    return tuple(counted)


@given(st.lists(LINES, min_size=1, max_size=3))
def test_what_is_found_by_key_is_what_the_words_say(letters: list[list[str]]) -> None:
    """Each order of a text is looked for by what it is about, not compared with all others: to the same end."""
    every = [order for letter in letters for line in letter for order in parse_slot_lines(line)]
    assert counting_orders(every) == by_definition(every)
    assert find_replacements(every) == [
        next((later for later in every[n + 1 :] if is_replaced_by(order, later) and later.text != order.text), None)
        for n, order in enumerate(every)
    ]
    old, new = by_definition(every[::2]), by_definition(every[1::2])
    stand: list[Order] = []
    for order in old:
        rivals = [o for o in new if slot_keys(o) & slot_keys(order)]
        stand += [o for o in rivals if o not in stand] if rivals else [order]
    assert amend_orders(old, new) == (*stand, *(o for o in new if o not in stand))
