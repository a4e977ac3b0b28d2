"""The data files a host may replace: what is wrong in them is told with its line."""

from __future__ import annotations

import json
import re

import pytest

from engines.data import DataError
from engines.dice import KeyedDice
from engines.europa import ENGINE
from engines.europa.data import COUNTRIES, DICE, FILES, STANDARD
from engines.language import parse_orders
from engines.language.grammar import Pick
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
    said = parse_orders(engine.setup, "DATA RICH\nPLAYERS 3").orders
    assert len(said) == 2
    assert engine.start(said, KeyedDice(b"1", "1")).state.get_country("LUX").points == 4
    assert opening("PLAYERS 3").get_country("LUX").points == 2


def test_an_engine_with_files_of_its_own_plays_the_usual_table_too() -> None:
    """What a host lays down beside ours is offered by its name; without a choice ours is played."""
    engine = ENGINE.with_files(
        {"countries-rich.json": TEXT.replace('"points": 2, "votes": 1', '"points": 4, "votes": 1')}
    )
    assert engine.start((), KeyedDice(b"1", "1")).state.get_country("LUX").points == 2
    data = next(line for line in engine.setup.lines if line.slot.upper() == "DATA")
    offered = [choice.code for part in data.parts if isinstance(part, Pick) for choice in part.choices]
    assert offered == ["STANDARD", "RICH"]


def test_a_line_for_later_names_the_countries_of_ones_own_table() -> None:
    """§1.2 and §4.5."""
    island = re.sub('"land": "[^"]*"', '"land": ""', LUXEMBOURG).replace('"LUX"', '"ATL"').replace("Luxem", "Atlan")
    engine = ENGINE.with_files({"countries-sunk.json": TEXT.replace(LUXEMBOURG, f"{LUXEMBOURG}\n{island}")})
    for data, understood in (("SUNK", 2), ("STANDARD", 0)):
        grammar = engine.grammar(
            engine.start(parse_orders(engine.setup, f"DATA {data}").orders, KeyedDice(b"1", "1")).state, "BLU"
        )
        assert grammar is not None
        assert len(parse_orders(grammar, "STANDING YES ATL ANY\nSTANDING MOVE * > Atlanbourg").orders) == understood


def test_a_fault_in_a_further_table_names_its_file() -> None:
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({"countries-rich.json": TEXT.replace('"points": 2, "votes": 1', '"points": 2, "votes": 0')})
    assert (caught.value.file, caught.value.line) == ("countries-rich.json", LUX)


LUXEMBOURG = TEXT.splitlines()[LUX - 1]
BOUNDS = "a country has a name, points, 1 to 20 votes and a turn from 1 to 4"
OVERLAY = '{"number": 1, "name": "Spain and Portugal", "opens": 2}'


@pytest.mark.parametrize(
    ("row", "old", "new", "why"),
    [
        (
            LUXEMBOURG,
            '"points": 2',
            '"points": 0',
            BOUNDS,
        ),
        (LUXEMBOURG, '"votes": 1', '"votes": 21', BOUNDS),
        (LUXEMBOURG, '"turn": 1', '"turn": 5', BOUNDS),
        (LUXEMBOURG, '"turn": 1', '"turn": 0', BOUNDS),
        (
            LUXEMBOURG,
            '"Luxembourg", "n',
            '"", "n',
            BOUNDS,
        ),
        (LUXEMBOURG, '"overlay": 0', '"overlay": 1', "overlay 1 opens on turn 2, not on turn 1"),
        (LUXEMBOURG, '"overlay": 0', '"overlay": 9', "overlay 9 opens on turn None, not on turn 1"),
        (LUXEMBOURG, "BEL DEU FRA", "BEL DEU FRA LUX", "there is no country LUX it could touch"),
        (LUXEMBOURG, "BEL DEU FRA", "BEL DEU FRA NLD", "it names NLD under “land”, but NLD does not name it"),
        (LUXEMBOURG, '"dotted": ""', '"dotted": "NLD"', "it names NLD under “dotted”, but NLD does not name it"),
        (OVERLAY, '"opens": 2', '"opens": 5', "an overlay opens on turn 2, 3 or 4"),
        (OVERLAY, '"opens": 2', '"opens": 1', "an overlay opens on turn 2, 3 or 4"),
        (OVERLAY, '"name": "Spain and Portugal", ', "", "“name” is missing"),
        (OVERLAY, '"opens": 2', '"opens": 2, "x": 1', "“x” is no field of an overlay"),
        (LUXEMBOURG, '"votes": 1', '"votes": 1, "x": 1', "“x” is no field of a country"),
    ],
)
def test_what_is_wrong_with_a_row(row: str, old: str, new: str, why: str) -> None:
    """§1.2: a host who lays down numbers of his own hears what does not go."""
    assert old in row
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({COUNTRIES: TEXT.replace(row, row.replace(old, new, 1))})
    assert (caught.value.file, caught.value.why) == (COUNTRIES, why)


@pytest.mark.parametrize("code", ["Lux", "LUXE", "LU", "L1X", "LÜX"])
def test_a_code_is_three_capital_letters(code: str) -> None:
    island = re.sub('"land": "[^"]*"', '"land": ""', LUXEMBOURG.replace('"LUX"', f'"{code}"'))
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({COUNTRIES: TEXT.replace(LUXEMBOURG, f"{LUXEMBOURG}\n{island}")})
    assert (caught.value.line, caught.value.why) == (LUX + 1, "a code is three capital letters")


def test_a_country_is_worth_a_point_at_least() -> None:
    """§1.2: and one is enough."""
    table = ENGINE.with_files({COUNTRIES: TEXT.replace('"points": 2, "votes": 1', '"points": 1, "votes": 1')})
    assert table.boxes["STANDARD"].countries["LUX"].points == 1


@pytest.mark.parametrize("votes", [1, 20])
@pytest.mark.parametrize("opens", [2, 3, 4])
def test_what_a_host_may_choose(votes: int, opens: int) -> None:
    """§1.2: 1 to 20 votes, overlays that come off on turn 2, 3 or 4 with their countries."""
    text = TEXT.replace(OVERLAY, OVERLAY.replace('"opens": 2', f'"opens": {opens}'))
    for row in (line for line in text.splitlines() if '"overlay": 1' in line):
        text = text.replace(row, row.replace('"turn": 2', f'"turn": {opens}'))
    table = ENGINE.with_files({COUNTRIES: text.replace('"votes": 1', f'"votes": {votes}', 1)}).boxes["STANDARD"]
    assert table.countries["ESP"].turn == opens
    assert table.find_overlay(table.countries["ESP"], opens - 1) == table.overlays[0]
    assert table.find_overlay(table.countries["ESP"], opens) is None


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('"20": "CZE"', '"21": "CZE"', 20, "two dice do not show 21: sums go from 2 to 20"),
        ('"2": "SVN"', '"1": "SVN"', 2, "two dice do not show 1: sums go from 2 to 20"),
        ('"2": "SVN",\n', "", 1, "for the sum 2 a country is needed that countries.json has"),
        ('"20": "CZE"', '"20": "XXX"', 20, "for the sum 20 a country is needed that countries.json has"),
    ],
)
def test_what_is_wrong_with_the_dice(old: str, new: str, line: int, why: str) -> None:
    """§1.4: each sum from 2 to 20 strikes a country of the game."""
    text = FILES[DICE]
    assert old in text
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({DICE: text.replace(old, new)})
    assert (caught.value.file, caught.value.line, caught.value.why) == (DICE, line, why)
