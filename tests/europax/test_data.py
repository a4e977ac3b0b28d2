"""The cards of an owner of the box: they are checked, and every fault is told with its file and line."""

from __future__ import annotations

import json

import pytest

from engines.data import DataError
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.data import DEMANDS, EVENTS, FILES, PRODUCTS
from engines.language import parse_orders


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        (PRODUCTS, '"europe": 160', '"europe": 161', "multiples of 5"),
        (PRODUCTS, '"tonnes": 3000000, "europe": 160', '"tonnes": 0, "europe": 160', "above zero"),
        (DEMANDS, "DE ACI 1; FR CER 1", "DE XXX 1; FR CER 1", "“DE XXX 1” is no demand"),
        (DEMANDS, '"number": 2,', '"number": 1,', "second time"),
        (DEMANDS, '"number": 2,', '"number": 1000,', "numbers from 1 to 999"),
        (DEMANDS, '"number": 2,', '"number": 0,', "numbers from 1 to 999"),
        (DEMANDS, '"number": 2,', '"number": "two",', "“number” must be a whole number"),
        (DEMANDS, '"demands": "EN CER 2; BX VIN 1"', '"demand": "EN CER 2"', "“demand” is no field of a demand card"),
        (DEMANDS, "EN CER 2; BX VIN 1", "EN CER 0; BX VIN 1", "“EN CER 0” is no demand"),
        (DEMANDS, "EN CER 2; BX VIN 1", "EN CER 10; BX VIN 1", "“EN CER 10” is no demand"),
        (PRODUCTS, ', "tonnes": 3000000', "", "“tonnes” is missing"),
        (PRODUCTS, '"fr": "céréales"', '"fr": 7', "“fr” must be a text"),
        (PRODUCTS, '"code": "ACI"', '"code": "{A}"', "letters and digits"),
        (EVENTS, '"kind": "TOURISTS", "amount": 100', '"kind": "TOURISTS"', "needs amount"),
        (EVENTS, '"kind": "TOURISTS", "amount": 100', '"kind": "TOURISTS", "amount": 101', "multiples of 5"),
        (EVENTS, '"kind": "TOURISTS", "amount": 100', '"kind": "TOURISTS", "amount": 0', "multiples of 5"),
        (EVENTS, '"kind": "TOURISTS", "amount": 100', '"kind": "TOURISTS", "amount": -5', "multiples of 5"),
        (EVENTS, '"kind": "TOURISTS"', '"kind": "PIRATES"', "a kind: HOTEL, TOURISTS, URGENT"),
        (EVENTS, '"number": 1,', '"number": "one",', "an event has a number"),
        (EVENTS, '"product": "PET", "cards": 1', '"product": "XXX", "cards": 1', "no product XXX"),
        (EVENTS, '"product": "PET", "cards": 1', '"product": "PET", "cards": 0', "above zero"),
    ],
)
def test_faults_in_the_cards_of_a_box(name: str, old: str, new: str, why: str) -> None:
    text = FILES[name]
    assert old in text
    changed = text.replace(old, new, 1)
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({name: changed})
    assert caught.value.file == name and why in caught.value.why
    assert changed.splitlines()[caught.value.line - 1] not in text.splitlines(), (
        "it is told with the line that was changed"
    )


def test_a_file_that_is_no_json() -> None:
    text = FILES[EVENTS].replace('{"number": 1, "kind": "HOTEL"},', '{"number": 1, "kind": "HOTEL"}', 1)
    with pytest.raises(DataError, match="no JSON") as caught:
        ENGINE.with_files({EVENTS: text})
    assert caught.value.file == EVENTS and caught.value.line > 1


@pytest.mark.parametrize(
    ("changes", "why", "line"),
    [
        ({"removed": {"3": "66 22"}}, "no demand card 66", '"3": "66 22"'),
        ({"removed": ["3"]}, "must name players and cards", '"removed"'),
        ({"removed": {"7": "6"}}, "players are 2 to 5", '"7": "6"'),
        ({"removed": {"3": " ".join(map(str, range(1, 34)))}}, "for 3 players 24 cards are dealt", '"3": "1 2 3'),
        ({"demands": [{"number": 1, "demands": "FR CER 1"}], "removed": {}}, "40 cards are dealt", '"demands": ['),
        ({"demands": []}, "must be a list of objects", '"demands": ['),
    ],
)
def test_faults_of_a_whole_file(changes: dict[str, object], why: str, line: str) -> None:
    """They are told with the line they are about."""
    text = json.dumps({"about": "ours"} | json.loads(FILES[DEMANDS]) | changes, indent=1)
    with pytest.raises(DataError, match=why) as caught:
        ENGINE.with_files({DEMANDS: text})
    assert caught.value.file == DEMANDS and line in text.splitlines()[caught.value.line - 1]


def cards(number: int) -> list[dict[str, object]]:
    """So many demand cards."""
    return [{"number": n, "demands": "FR CER 1"} for n in range(1, number + 1)]


def production(cards: int) -> str:
    """A file of products with so many cards in all, thirteen kinds of one and the rest of another."""
    kinds = json.loads(FILES[PRODUCTS])["products"]
    return json.dumps({"products": [kinds[0] | {"cards": cards - 13}, *(row | {"cards": 1} for row in kinds[1:])]})


@pytest.mark.parametrize(
    ("left_out", "number"), [({"3": 16}, 40), ({"2": 24}, 40), ({"4": 8}, 40), ({"5": 0}, 40), ({"5": 2}, 42)]
)
def test_just_enough_cards_are_enough(left_out: dict[str, int], number: int) -> None:
    """§1.5 and §5.1b: eight demand cards for each board, and fifteen production cards for each of five."""
    removed = {boards: " ".join(map(str, range(1, count + 1))) for boards, count in left_out.items()}
    text = json.dumps({"removed": removed, "demands": cards(number)})
    box = ENGINE.with_files({DEMANDS: text, PRODUCTS: production(75)}).box
    assert {boards: len(numbers) for boards, numbers in box.removed.items()} == left_out
    with pytest.raises(DataError, match="are dealt at the start"):
        ENGINE.with_files({PRODUCTS: production(74)})


def test_a_box_leaves_out_no_card_unless_it_says_so() -> None:
    """§5.1b: and its cards may have the largest number that can be said."""
    box = ENGINE.with_files(
        {DEMANDS: json.dumps({"demands": [*cards(40), {"number": 999, "demands": "FR CER 9"}]})}
    ).box
    assert (box.removed, box.get_card_demands(999)[0].cards) == ({}, 9)


def test_cards_may_be_left_out_with_four_boards() -> None:
    """§5.1b: an owner's list says so; it does not hold for two players with two countries each."""
    own = ENGINE.with_files({DEMANDS: json.dumps(json.loads(FILES[DEMANDS]) | {"removed": {"4": "1 2 3"}})})
    for options, cards in (("PLAYERS 4", 53), ("PLAYERS 2\nTWO-EACH ON", 56), ("PLAYERS 3", 56)):
        state = own.start(parse_orders(own.setup, options).orders, KeyedDice(b"own", "0")).state
        state = own.resolve(state, {}, KeyedDice(b"own", "1")).state
        assert sum(map(len, state.hands.values())) + len(state.demands) == cards


def test_too_few_production_cards() -> None:
    products = json.loads(FILES[PRODUCTS])
    products["products"] = [row | {"cards": 1} for row in products["products"]]
    text = json.dumps({"about": "ours"} | products, indent=1)
    with pytest.raises(DataError, match="75 production cards") as caught:
        ENGINE.with_files({PRODUCTS: text})
    assert '"products": [' in text.splitlines()[caught.value.line - 1]


def test_a_game_with_the_cards_of_an_owner() -> None:
    """Cards may have other numbers, products other prices; the words of messages follow."""
    demands = json.loads(FILES[DEMANDS])
    demands["demands"].append({"number": 60, "demands": "FR CER 3"})
    own = ENGINE.with_files(
        {DEMANDS: json.dumps(demands), PRODUCTS: FILES[PRODUCTS].replace('"europe": 160', '"europe": 165')}
    )
    state = own.resolve(own.start((), KeyedDice(b"own", "0")).state, {}, KeyedDice(b"own", "1")).state
    grammar = own.grammar(state, "BLU")
    assert grammar is not None and "cards run from 1 to 60" in parse_orders(grammar, "PLAY 61").remarks[0].text
    assert state.box.products["CER"].europe == 165
