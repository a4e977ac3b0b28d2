"""What the report says beside the moves: the faces of the cards, the years of a turn, the verdict at the end."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engines.data import DataError
from engines.europa import ENGINE
from engines.europa.data import FACES, FILES, STANDARD
from engines.europa.drawing import draw_europa_map, format_ordinal
from engines.europa.ending import finish_europa
from engines.europa.state import victory_quality
from engines.europa.tables import europa_standings_table
from engines.report import Block, Paragraph, Table
from engines.states import seat_view
from pbem.render.tables import row_cells
from tests.europa.tables import members, opening, play, position, with_markers, working


def cards(blocks: tuple[Block, ...]) -> list[list[str]]:
    """The rows of the table of new cards, as texts."""
    tables = [block for block in blocks if isinstance(block, Table) and block.name == "cards"]
    return [[cell.text for cell in row_cells(row)] for table in tables for row in table.rows]


def texts(blocks: tuple[Block, ...]) -> str:
    return "\n".join(block.text for block in blocks if isinstance(block, Paragraph))


def turn_report(turn: int) -> tuple[Block, ...]:
    """The report with which a turn begins."""
    before = position(f"T{turn - 1}-VOTE", "elections")
    return tuple(ENGINE.report(replace(before, turn=turn), "BLU", (), before))


def test_every_country_has_a_face() -> None:
    """§1.3a: also the four that are for information only."""
    assert ENGINE.faces.countries.keys() == STANDARD.countries.keys()
    assert set(ENGINE.faces.information) == {"Andorra", "Liechtenstein", "Monaco", "San Marino"}
    every = (*ENGINE.faces.countries.values(), *ENGINE.faces.information.values())
    assert all(face.capital and face.area > 0 and face.population > 0 for face in every)


def test_the_card_of_ireland_names_dublin() -> None:
    """§1.3a: the printed card had another name on it."""
    assert ENGINE.faces.countries["IRL"].capital == "Baile Átha Cliath (Dublin)"


def test_the_first_report_shows_the_first_cards_and_the_four_for_information() -> None:
    report = tuple(ENGINE.report(opening(), "BLU", ()))
    rows = cards(report)
    assert len(rows) == 15 + 1 + 4
    assert ["Great Britain (GBR)", "London", "244\xa0100", "59\xa0000\xa0000"] in rows
    assert rows[15:17] == [["For information only"], ["Andorra", "Andorra la Vella", "468", "65\xa0000"]]
    assert texts(report).startswith("1945.")
    for words in (
        "Belgium, the Netherlands and Luxembourg",
        "1951",
        "1957",
        "Great Britain, Ireland and Denmark",
        "1973",
    ):
        assert words in texts(report)


@pytest.mark.parametrize(
    ("turn", "count", "told"),
    [
        (2, 4, ["1974.", "Greece came into the union in 1981, Spain and Portugal in 1986."]),
        (3, 19, ["1989.", "Austria, Finland and Sweden came into the union in 1995."]),
        (4, 0, ["2006.", "2030"]),
    ],
)
def test_a_turn_begins_with_its_years_and_new_cards(turn: int, count: int, told: list[str]) -> None:
    """§9 and §10."""
    report = turn_report(turn)
    assert len(cards(report)) == count
    assert all(words in texts(report) for words in told)


def test_within_a_turn_cards_and_years_are_not_told_again() -> None:
    before = position("T2-PLACE1", "place")
    report = tuple(ENGINE.report(replace(before, phase="T2-PLACE2"), "BLU", (), before))
    assert not cards(report)
    assert "1974." not in texts(report)


@pytest.mark.parametrize(
    ("eu", "told"),
    [
        ("", "The EU has 0 of 38 countries."),
        ("LUX", ", 2600 km² and 430\u00a0000 people."),
        ("RUS", ", 17.1 million km²"),
    ],
)
def test_the_size_of_the_union_is_told(eu: str, told: str) -> None:
    assert told in texts(tuple(ENGINE.report(position("T3-VOTE", "elections", eu=members(eu)), "BLU", ())))


def test_a_host_may_lay_down_other_faces() -> None:
    data = json.loads(FILES[FACES])
    del data["countries"][0]
    data["countries"][0]["capital"] = "Brussel"
    engine = ENGINE.with_files({FACES: json.dumps(data)})
    report = tuple(engine.report(opening(), "BLU", ()))
    assert [row[0] for row in cards(report)][:2] == ["Belgique (BEL)", "Schweiz (CHE)"]
    assert cards(report)[0][1] == "Brussel"
    without = replace(opening(), eu=members("AUT BEL"))
    assert "The EU has 2 of 38 countries. " in texts(tuple(engine.report(without, "BLU", ())))


def test_a_fault_in_the_faces_is_told_with_its_line() -> None:
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({FACES: FILES[FACES].replace('"area": 30500', '"area": "large"')})
    assert (caught.value.file, caught.value.line, caught.value.why) == (FACES, 3, "“area” must be a whole number")


ENDINGS = {0: "Total", 1: "Decisive", 3: "Decisive", 4: "Fragile", 10: "Fragile", 11: "Pyrrhic"}


def last(level: int) -> list[str]:
    """The lines of the last report of a game that ends with so many Tensions."""
    before = position("T4-VOTE", "elections")
    worked = working(with_markers(before, ",".join(f"{code} T" for code in list(STANDARD.countries)[:level])))
    finish_europa(worked)
    return texts(tuple(ENGINE.report(worked.state, "BLU", worked.events, before))).splitlines()


def verdict(level: int) -> str:
    return next(line for line in last(level) if line.startswith("Conflict level"))


@pytest.mark.parametrize("level", ENDINGS)
def test_the_verdict_is_a_sentence(level: int) -> None:
    """§5.12: the word of the table, the level, and what it means."""
    assert verdict(level).startswith(f"Conflict level {level}, a {ENDINGS[level]} victory: ")
    assert len(verdict(level).split()) > 12
    assert not any("would now end" in line for line in last(level))


def test_the_four_verdicts_differ() -> None:
    assert len({verdict(level).partition(":")[2] for level in ENDINGS}) == 4


def test_before_the_end_the_report_says_what_it_would_be() -> None:
    state = with_markers(position("T3-VOTE", "elections"), "YUG W")
    told = texts(tuple(ENGINE.report(state, "BLU", ())))
    assert f"Conflict level 10: the game would now end in a {victory_quality(10)} victory." in told


def test_a_vote_that_ends_the_game_tells_its_verdict() -> None:
    """The last elections and the verdict are told in one letter."""
    state = position("T4-VOTE", "elections", "LUX", board={"LUX": {"BLU": 1}})
    step = play(state, {})
    told = texts(tuple(ENGINE.report(step.state, "BLU", step.events, state)))
    assert "Luxembourg joins the EU" in told
    assert "a Total victory" in told


def test_victory_points_are_their_owners() -> None:
    state = position("T2-PLACE1", "place", vp={"BLU": 3, "GRN": 2, "RED": 0, "YEL": 1})
    rows = {row[0].text: row[2] for row in europa_standings_table(seat_view(state, "BLU"), "BLU").rows}  # type: ignore[union-attr]
    assert rows == {"Blue": 3, "Green": "?", "Red": "?", "Yellow": "?"}


def test_the_map_shows_the_union_conflicts_and_pawns() -> None:
    """§9: members with a star, a white spiral for Tension, a red one for War, pawns with their number."""
    state = with_markers(position("T3-VOTE", "elections", "GBR AUT", eu=members("FRA")), "YUG W, AUT T")
    drawn = draw_europa_map(replace(state, board={"GBR": {"BLU": 2}}))
    assert (drawn.owners["FRA"], drawn.owners["GBR"], drawn.owners.get("AUT")) == ("EU", "OPEN", None)
    assert drawn.stars == {"FRA"}
    assert {sign.at: sign.name for sign in drawn.signs} == {"AUT": "Tension", "YUG": "War"}
    assert len({sign.fill for sign in drawn.signs}) == 2
    assert [(piece.at, piece.seat, piece.text) for piece in drawn.pieces] == [("GBR", "BLU", "2")]
    assert drawn.tags == {"GBR": "1st: 30 for 4", "AUT": "12 for 4"}
    assert ("FRA", "GBR") in drawn.links
    assert draw_europa_map(position("T2-VOTE", "elections")).owners["RUS"] == "COVERED"


@pytest.mark.parametrize(
    ("number", "told"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st")],
)  # fmt: skip
def test_when_a_country_votes(number: int, told: str) -> None:
    assert format_ordinal(number) == told
