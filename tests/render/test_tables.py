"""Tables: figures are figures, written alike by all painters, and set to the right by themselves."""

from __future__ import annotations

import pytest

from engines.report import Cell, Change, Column, Table, Value, make_columns
from pbem import render
from pbem.render.pdf.columns import fit_pdf_columns, least_cell_width
from pbem.render.tables import column_sides, value_words
from pbem.render.to_text import join_areas, wrap_line


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
    assert value_words(value) == words


def test_figures_keep_to_the_right_by_themselves() -> None:
    """Whatever stands among them; a year among words does not, and what a column says goes before."""
    rows = (("1901", 3, "out", "?"), ("band",), ("1902", None, 4, "?"))
    table = Table("t", make_columns("Year", "centres", "units", Column("points", "r")), rows)
    assert list(column_sides(table)) == [False, True, True, True]


def test_all_painters_set_them_so() -> None:
    table = Table("t", make_columns("Who", "sum"), (("Red", 12_400), ("Blue", Change(3))))
    assert render.render_plain_text([table]).splitlines() == [
        "Who      sum",
        "----  ------",
        "Red   12 400",
        "Blue      +3",
    ]
    assert '<td class="number">12\xa0400</td>' in render.render_page_html([table])
    assert '<td align="right">+3</td>' in render.render_mail_html([table])


def test_no_name_is_cut_on_paper() -> None:
    """“Gree/n” stood there where a column beside it could have given way."""
    render.render_report_pdf([])  # for its fonts
    rows = [[Cell("Party"), Cell("Victory Points")], [Cell("Yellow", seat="YEL"), Cell("?")]]
    sizes = fit_pdf_columns(rows, sum(map(least_cell_width, (rows[1][0], Cell("Victory")))) + 1, True)
    assert sizes[0] >= least_cell_width(rows[1][0]) and sizes[1] >= least_cell_width(Cell("Victory"))


@pytest.mark.parametrize(
    ("words", "lines"),
    [("pour 130 M", ["pour", "130 M"]), ("exemple : oui", ["exemple :", "oui"]), ("« ready »", ["« ready »"])],
)
def test_what_belongs_together_stays_on_a_line(words: str, lines: list[str]) -> None:
    assert [*wrap_line(words, 9)] == lines


def test_names_with_commas_are_set_apart() -> None:
    assert join_areas(["Romania", "Sicily, Sardinia et al."]) == "Romania; Sicily, Sardinia et al."
