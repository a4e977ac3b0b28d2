"""The data files a host may replace: what is wrong in them is told with its line."""

from __future__ import annotations

import json

import pytest

from engines.base import DataError, Pick
from engines.dice import KeyedDice
from engines.europa import ENGINE
from engines.europa.table import COUNTRIES, DICE, FILES, STANDARD
from engines.orders import read
from tests.europa.tables import opening

TEXT = FILES[COUNTRIES]
LUX = TEXT.splitlines().index(next(line for line in TEXT.splitlines() if '"LUX"' in line and '"code"' in line)) + 1


def test_the_sums_of_the_cards() -> None:
    """§1.3: points and votes by turn of entry."""
    found = {turn: [c for c in STANDARD.countries.values() if c.turn == turn] for turn in (1, 2, 3)}
    sums = {turn: (sum(c.points for c in cs), sum(c.votes for c in cs)) for turn, cs in found.items()}
    assert sums == {1: (214, 46), 2: (78, 13), 3: (230, 66)}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"code": "LUX", "name": "Luxembourg"', '"code": "LUX", "title": "Luxembourg"', "missing"),
        ('"points": 2, "votes": 1', '"points": "two", "votes": 1', "whole number"),
        ('"points": 2, "votes": 1', '"points": 2, "votes": 0', "1 to 20 votes"),
        ('"land": "BEL DEU FRA", "dotted": ""', '"land": "BEL DEU", "dotted": ""', "FRA"),
        ('"land": "BEL DEU FRA", "dotted": ""', '"land": "BEL DEU XXX", "dotted": ""', "XXX"),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({COUNTRIES: TEXT.replace(old, new)})
    assert caught.value.file == COUNTRIES
    lines = TEXT.splitlines()
    assert caught.value.line in (LUX, lines.index(next(x for x in lines if '"code": "FRA"' in x)) + 1)
    assert why in caught.value.why or "does not name it" in caught.value.why


def test_a_doubled_country() -> None:
    row = TEXT.splitlines()[LUX - 1]
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({COUNTRIES: TEXT.replace(row, f"{row}\n{row}")})
    assert (caught.value.line, caught.value.why) == (LUX + 1, "LUX stands here a second time")


def test_no_json_and_no_dice() -> None:
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({COUNTRIES: TEXT.replace('"code": "LUX",', '"code": "LUX"')})
    assert caught.value.line == LUX
    dice = {**json.loads(FILES[DICE]), "7": "XXX"}
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({DICE: json.dumps(dice, indent=0)})
    assert (caught.value.file, caught.value.line) == (DICE, 7)


def test_a_table_of_ones_own() -> None:
    """It is offered as an option, and a game keeps the table it began with."""
    mine = TEXT.replace('"points": 2, "votes": 1', '"points": 4, "votes": 1')
    engine = ENGINE.with_files({"countries-rich.json": mine})
    said = read(engine.setup, "DATA RICH\nPLAYERS 3").orders
    assert len(said) == 2
    assert engine.start(said, KeyedDice(b"1", "1")).state.country("LUX").points == 4
    assert opening("PLAYERS 3").country("LUX").points == 2


def test_an_engine_with_files_of_its_own_plays_the_usual_table_too() -> None:
    """What a host lays down beside ours is offered by its name; without a choice ours is played."""
    engine = ENGINE.with_files(
        {"countries-rich.json": TEXT.replace('"points": 2, "votes": 1', '"points": 4, "votes": 1')}
    )
    assert engine.start((), KeyedDice(b"1", "1")).state.country("LUX").points == 2
    data = next(line for line in engine.setup.lines if line.slot.upper() == "DATA")
    offered = [choice.code for part in data.parts if isinstance(part, Pick) for choice in part.choices]
    assert offered == ["STANDARD", "RICH"]


def test_a_fault_in_a_further_table_names_its_file() -> None:
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({"countries-rich.json": TEXT.replace('"points": 2, "votes": 1', '"points": 2, "votes": 0')})
    assert (caught.value.file, caught.value.line) == ("countries-rich.json", LUX)
