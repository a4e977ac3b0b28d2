"""Tables: figures are figures, written alike by all painters, and set to the right by themselves."""

from __future__ import annotations

import pytest

from engines.report import Cell, Change, Column, Table, Value, columns
from pbem import render
from pbem.render.pdf_columns import fitted, longest
from pbem.render.tables import sides, worded
from pbem.render.to_text import listed, wrapped


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (7, "7"),
        (7.5, "7.5"),
        (12.0, "12"),
        (3600, "3600"),
        (12_400, "12\xa0400"),
        (-147_000_000, "−147\xa0000\xa0000"),
        (Change(170), "+170"),
        (Change(-80), "−80"),
        (Change(0), "0"),
        (None, ""),
        ("7", "7"),
    ],
)
def test_figures_are_written_for_readers_of_all_languages(value: Value, words: str) -> None:
    assert worded(value) == words


def test_figures_keep_to_the_right_by_themselves() -> None:
    """Whatever stands among them; a year among words does not, and what a column says goes before."""
    rows = (("1901", 3, "out", "?"), ("band",), ("1902", None, 4, "?"))
    table = Table("t", columns("Year", "centres", "units", Column("points", "r")), rows)
    assert list(sides(table)) == [False, True, True, True]


def test_all_painters_set_them_so() -> None:
    table = Table("t", columns("Who", "sum"), (("Red", 12_400), ("Blue", Change(3))))
    assert render.text([table]).splitlines() == ["Who      sum", "----  ------", "Red   12 400", "Blue      +3"]
    assert '<td class="number">12\xa0400</td>' in render.html([table])
    assert '<td align="right">+3</td>' in render.mail([table])


def test_no_name_is_cut_on_paper() -> None:
    """“Gree/n” stood there where a column beside it could have given way."""
    render.pdf([])  # for its fonts
    rows = [[Cell("Party"), Cell("Victory Points")], [Cell("Yellow", seat="YEL"), Cell("?")]]
    sizes = fitted(rows, sum(map(longest, (rows[1][0], Cell("Victory")))) + 1, True)
    assert sizes[0] >= longest(rows[1][0]) and sizes[1] >= longest(Cell("Victory"))


@pytest.mark.parametrize(
    ("words", "lines"),
    [("pour 130 M", ["pour", "130 M"]), ("exemple : oui", ["exemple :", "oui"]), ("« ready »", ["« ready »"])],
)
def test_what_belongs_together_stays_on_a_line(words: str, lines: list[str]) -> None:
    assert [*wrapped(words, 9)] == lines


def test_names_with_commas_are_set_apart() -> None:
    assert listed(["Romania", "Sicily, Sardinia et al."]) == "Romania; Sicily, Sardinia et al."
