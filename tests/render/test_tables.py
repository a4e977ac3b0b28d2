"""Tables: figures are figures, written alike by all painters, and set to the right by themselves."""

from __future__ import annotations

import pytest

from engines.report import Change, Column, Table, Value, columns
from pbem import render
from pbem.render.tables import sides, worded


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
    assert 'text-align:right">+3</td>' in render.html([table], mail=True)
