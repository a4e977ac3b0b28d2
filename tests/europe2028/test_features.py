"""Special features are told where people look: map, tables, and the words of a turn (§1.3)."""

from __future__ import annotations

import pytest

from engines.europe2028 import ENGINE, features
from engines.europe2028.data import FEATURES, STANDARD
from engines.europe2028.state import Europe2028Options, Europe2028State
from engines.report import Map, Paragraph, Table
from pbem.render.tables import row_cells
from tests.europe2028.tables import By, play, position

WITH = [code for code, region in STANDARD.regions.items() if region.feature]


def report_table_rows(state: Europe2028State, name: str, seat: str = "RU") -> list[list[str]]:
    """The rows of a table of the report, as texts."""
    tables = {block.name: block for block in ENGINE.report(state, seat, ()) if isinstance(block, Table)}
    return [[cell.text for cell in row_cells(row)] for row in tables[name].rows]


def row(state: Europe2028State, name: str, code: str) -> list[str]:
    """The row of a region or an empire."""
    called = {region.code: region.name for region in STANDARD.regions.values()}
    called |= {empire.code: empire.name for empire in STANDARD.empires.values()}
    return next(row for row in report_table_rows(state, name) if row[0] == called[code])


def test_every_feature_has_words() -> None:
    known = {feature for feature in FEATURES if feature}
    assert known == features.WORDS.keys() == features.SHORT.keys()


def test_the_report_explains_all_of_them_with_their_holders() -> None:
    found = report_table_rows(position("CYP GER"), "specials")
    assert [name for name, *_ in found] == [STANDARD.regions[code].name for code in WITH]
    holders = {name: holder for name, holder, _ in found}
    assert (*(holders[STANDARD.regions[code].name] for code in ("LON", "CYP", "GRE")),) == (
        "Northern Front",
        "nobody: it is open",
        "nobody: it is in the deck",
    )


@pytest.mark.parametrize(
    ("code", "holding", "lost"),
    [
        ("PAR", "PB damaged", True),
        ("PAR", "PB", False),
        ("BER", "PB damaged", True),
        ("LON", "NF damaged", True),
        ("IST", "OT damaged", False),
        ("MOS", "RU damaged", False),
        ("AUH", "EA damaged", False),
    ],
)
def test_what_is_lost_to_damage_is_told(code: str, holding: str, lost: bool) -> None:
    """Paris, Berlin and London serve only while they are whole (§1.3)."""
    state = position(held={code: holding})
    assert ("Not now: it is damaged." in row(state, "specials", code)[2]) is lost
    assert bool(row(state, "regions", code)[5]) is not lost


def test_tables_of_regions_and_the_map_name_them() -> None:
    state = position("CYP GER", held={"GRE": "RU POL"})
    assert row(state, "market", "CYP")[4] == "coins doubled or none"
    assert row(state, "market", "GER")[4] == ""
    assert row(state, "regions", "GRE")[2:6] == ["4", "2", "political", "coins doubled or none"]
    assert row(state, "regions", "PAR")[4] == "original, damaged"
    drawing = next(block for block in ENGINE.report(state, "RU", ()) if isinstance(block, Map))
    tickets = {code: [p for p in plate.all_parts if p.kind == "ticket"] for code, plate in drawing.plates.items()}
    assert [code for code, found in tickets.items() if found] == WITH
    assert [code for code, found in tickets.items() if found and found[0].mark] == ["BER", "PAR"]


@pytest.mark.parametrize(
    ("seat", "held", "fares"),
    [
        ("RU", {}, "2 for each token"),
        ("OT", {}, "military 1, others 2"),
        ("EA", {}, "economic 1, political 1, others 2"),
        ("NF", {}, "economic 0, others 2"),
        ("PB", {}, "2 for each token"),
        ("PB", {"PAR": "PB", "BER": "PB"}, "cultural 1, political 2 or clubs, others 2"),
    ],
)
def test_what_a_landing_costs_each_empire(seat: str, held: By, fares: str) -> None:
    assert row(position(held=held), "landing", seat)[1] == fares


def test_the_price_of_held_regions_stands_above_them() -> None:
    titles = [
        block.title
        for options in (Europe2028Options(), Europe2028Options(all_features=True))
        for block in ENGINE.report(position(options=options), "RU", ())
        if isinstance(block, Table) and block.name == "landing"
    ]
    assert titles == [
        "Coins for a landing in the market; 5 on a region that another has conquered",
        "Coins for a landing in the market",
    ]


@pytest.mark.parametrize(
    ("letters", "held", "words"),
    [
        (
            {"NF": "LAND ECO GER"},
            {},
            "The economic token lands at Germany for nothing, thanks to Greater London.",
        ),
        (
            {"EA": "LAND POL GER"},
            {},
            "The political token lands at Germany for 1 coin, thanks to Austria-Hungary.",
        ),
        ({"RU": "LAND POL GER"}, {}, "The political token lands at Germany for 2 coins."),
        (
            {"PB": "LAND POL GER PAY 5C"},
            {"BER": "PB"},
            "The political token lands at Germany for the 5 of clubs, thanks to Greater Berlin.",
        ),
        ({"RU": "DAMAGE RME"}, {}, "Greater Rome is damaged by Greater Moscow, for 5 coins."),
    ],
)
def test_the_log_names_the_feature_that_was_used(letters: By, held: By, words: str) -> None:
    state = position(hands={"PB": "5C"}, held=held, coins={"RU": 5})
    step = play(state, letters)
    report = ENGINE.report(step.state, "PB", step.events, state)
    assert words in "\n".join(block.text for block in report if isinstance(block, Paragraph))
