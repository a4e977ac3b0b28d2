"""The rule book says what the game plays: its tables are those of the data, the options and the verdicts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from engines.europa import ENGINE
from engines.europa.data import STANDARD, SUMS
from engines.europa.opening import START_POINTS
from engines.europa.prose import VERDICTS
from engines.europa.report import format_large_number
from engines.europa.state import PERIODS, victory_quality

BOOK = (Path(__file__).parents[2] / "docs" / "rules" / "europa.md").read_text("utf-8")


def rows(first: str) -> list[list[str]]:
    """The rows of the table whose head begins with these cells."""
    table = BOOK[BOOK.index(f"| {first} |") :].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def codes(cell: str) -> tuple[str, ...]:
    return tuple(cell.split()) if cell != "–" else ()


def test_the_table_of_cards() -> None:
    """§1.3: turn of entry, points and votes."""
    assert [[c.code, c.name, str(c.turn), str(c.points), str(c.votes)] for c in STANDARD.countries.values()] == rows(
        "code | country | turn"
    )


def test_the_table_of_borders() -> None:
    """§1.3: borders on land and dotted lines."""
    told = [(row[0], codes(row[1]), codes(row[2])) for row in rows("code | borders on land")]
    assert [(c.code, c.land, c.dotted) for c in STANDARD.countries.values()] == told


def test_the_table_of_faces() -> None:
    """§1.3a: own names, capitals, areas and people."""

    def face(code: str, name: str) -> Sequence[str]:
        found = ENGINE.faces.countries.get(code) or ENGINE.faces.information[name]
        return [
            code,
            name,
            found.capital,
            format_large_number(found.area),
            format_large_number(found.population * 1000),
        ]

    told = rows("card | own name")
    assert told == [face(row[0], row[1]) for row in told]
    assert len(told) == len(ENGINE.faces.countries) + len(ENGINE.faces.information)
    assert all(c.native in (row[1] for row in told) for c in STANDARD.countries.values())


def test_the_table_of_wars() -> None:
    """§1.4: what each sum of two ten-sided dice strikes, and in how many ways of a hundred it falls."""
    ways = {n: sum(1 for a in range(1, 11) for b in range(1, 11) if a + b == n) for n in SUMS}
    assert rows("sum | ways of 100") == [[str(n), str(ways[n]), STANDARD.struck_country(n).name] for n in SUMS]


def test_points_at_the_start_and_periods() -> None:
    """§1.1: the points of three, four, five and six parties, and the years of the turns."""
    told = {row[0]: row[1] for row in rows("what | how much")}
    assert [int(n) for n in re.findall(r"\d+", told["Political Points at the start"])] == list(START_POINTS.values())
    assert told["turns"].endswith(", ".join(PERIODS))


@pytest.mark.parametrize("level", [0, 1, 3, 4, 10, 11, 47])
def test_the_table_of_verdicts(level: int) -> None:
    """§5.12: the bounds of the four endings and the sentence of each."""
    found = [row for row in rows("level | victory") if within(level, row[0])]
    assert [(row[1], row[2]) for row in found] == [(victory_quality(level), VERDICTS[victory_quality(level)])]


def within(level: int, bounds: str) -> bool:
    first, *last = (int(n) for n in re.findall(r"\d+", bounds))
    return first <= level <= (last[0] if last else first) or ("more" in bounds and level >= first)


def test_every_option_and_no_other() -> None:
    """§8."""
    told = {row[0].strip("`") for row in rows("option | can be")}
    assert told == {line.slot.upper() for line in ENGINE.setup.lines}


def test_every_code_of_a_remark_is_in_the_book() -> None:
    """§4.6."""
    folder = Path(__file__).parents[2] / "engines" / "europa"
    said = {code for path in folder.glob("*.py") for code in re.findall(r"\"([EW]\d\d)\"", path.read_text("utf-8"))}
    assert {row[0] for row in rows("code | what it means")} == said
