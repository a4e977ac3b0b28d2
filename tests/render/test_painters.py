"""One report, four painters: the same things are said, and nothing a player writes breaks any of them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from engines.report import (
    SHEET,
    Block,
    CardHand,
    Cell,
    Change,
    Column,
    Heading,
    Lead,
    Map,
    MapPiece,
    Paragraph,
    Stroke,
    Table,
    TableCard,
    make_columns,
)
from pbem import render
from pbem.render import maps, to_svg
from pbem.render.maps import make_map_scene
from pbem.render.maps.layer import ASIDE
from pbem.render.paper import Paper
from pbem.render.pdf import drawing
from pbem.render.pdf.flow import BlockFlow
from pbem.render.pdf.strips import ColumnBox, fill_boxes
from pbem.render.pdf.words import register_fonts
from pbem.render.scene import PathStep, PathSteps, SceneArea, ScenePath
from pbem.render.scene import SceneText as Words
from pbem.render.shapes import FLEET
from tests.render.sample import HAND, MAP, SHEETED, STYLES, both_maps, report

WORDS = ("Round one", "Orders and results", "cut by the attack from CC", "Orders by Tue 6 Jan 20:00 UTC.", "Second")
CARDS = ("47", "wheat from France", "green", "brings 300", "in your orders", "spent", "cannot be played now")
HOSTILE = (
    "<script>alert(1)</script>",
    "\0\x07\x1b[31m\u202eright to left",
    "x" * 10_000,
    "🙂 مرحبا 你好 Ελλάδα",
    "a\"b'c&d</p>]]>",
    "(brackets) \\ and ) in PDF strings",
    "half a pair \ud800, no character \ufffe, next line \x85",
)


def words_of(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def squeeze_blanks(text: str) -> str:
    return " ".join(text.split())


def test_all_say_the_same() -> None:
    """Text, HTML and PDF hold the words of every block."""
    blocks = report()
    for painted in (
        render.render_plain_text(blocks),
        re.sub(r"<[^>]+>", " ", render.render_page_html(blocks)),
        words_of(render.render_report_pdf(blocks)),
    ):
        for words in WORDS:
            assert words in squeeze_blanks(painted), words
    assert "Ελλάδα" not in words_of(render.render_report_pdf(blocks)) and "Τουρκία" in words_of(
        render.render_report_pdf(blocks)
    )


def test_a_lead_is_told_by_all() -> None:
    lead = Lead("You lost Vienna & hold two centres.")
    for painted in (render.render_plain_text([lead]), render.render_page_html([lead]), render.render_mail_html([lead])):
        assert "You lost Vienna" in painted
    assert "&amp; hold" in render.render_page_html([lead]) and "You lost Vienna & hold" in words_of(
        render.render_report_pdf([lead])
    )


def test_cards_are_told_by_all() -> None:
    """Number, face, note; the colour as a word too; what has become of each, and its place in the orders."""
    page, mailed = render.render_page_html([HAND]), render.render_mail_html([HAND])
    for painted in (render.render_plain_text([HAND]), page, mailed, words_of(render.render_report_pdf([HAND]))):
        assert [words for words in ("Your hand", *CARDS) if words not in squeeze_blanks(painted)] == []
    assert (
        "(2. in your orders)" in render.render_plain_text([HAND])
        and "2. in your orders" in page
        and "✓ in your orders" in mailed
    )
    assert page.count('data-at="card 47"') == 1 and " style=" not in page and "#3A7D44" in page
    assert 'bgcolor="#3A7D44"' in mailed and "<svg" not in mailed


def test_cards_that_are_mere_numbers_are_one_line_of_text() -> None:
    hand = CardHand("Your cards", (TableCard("1"), TableCard("2", mark="said"), TableCard("3")))
    assert render.render_plain_text([hand]) == "Your cards: 1, 2 (in your orders), 3\n"
    assert "none" in render.render_plain_text([CardHand("Your cards", ())])


def test_what_is_true_of_all_cards_is_said_once() -> None:
    """Above them; each is dimmed all the same."""
    hand = CardHand(
        "Cards of England", (TableCard("24", "sugar\nmeat", mark="shut"), TableCard("31", "steel", mark="shut"))
    )
    text, page, paper = (
        render.render_plain_text([hand]),
        render.render_page_html([hand]),
        words_of(render.render_report_pdf([hand])),
    )
    assert text == "Cards of England (cannot be played now)\n  24 sugar; meat\n  31 steel\n"
    assert page.count("cannot be played now") == 1 and page.count('class="shut"') == 2 and "sugar<br>meat" in page
    assert squeeze_blanks(paper).count("cannot be played now") == 1


def test_marks_in_another_language() -> None:
    hand = CardHand("Cartes", (TableCard("24", mark="said", place=1), TableCard("31")), {"said": "dans vos ordres"})
    for painted in (
        render.render_plain_text([hand]),
        render.render_page_html([hand]),
        words_of(render.render_report_pdf([hand])),
    ):
        assert "1. dans vos ordres" in squeeze_blanks(painted) and "in your orders" not in painted


def test_of_two_maps_of_a_chart_the_last_is_told() -> None:
    """What led there stands in tables; how it stands is what is played from."""
    before = replace(MAP, title="Before", pieces=(MapPiece("army", "ONE", "DD"),))
    text = render.render_plain_text([before, Paragraph("Between."), MAP])
    mailed = render.render_mail_html([before, Paragraph("Between."), MAP])
    for told in (text, mailed):
        assert "army DD" not in told and "First: army AA; owns AA" in told and "Between." in told


def test_more_cards_than_a_column_go_on_in_the_next() -> None:
    hand = CardHand("All", tuple(TableCard(f"no{n}", "a face that is long enough to be two lines") for n in range(120)))
    words = words_of(render.render_report_pdf([hand]))
    assert {f"no{n}" for n in range(120)} <= set(words.split())


def test_the_second_map_has_a_page_with_what_can_be_ordered() -> None:
    """In front what happened, with the deadline beside it; behind it how things stand, with lines to write on."""
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(render.render_report_pdf(both_maps()))).pages]
    assert "You lost AA" in pages[0] and "Orders by Tue 6 Jan" in pages[0] and "A BUD" not in pages[0]
    assert "How it stands" in pages[1] and "A BUD" in pages[1] and "moves to Galicia" in pages[1]
    assert "brings 300" in pages[1] and "For later: Winter." in pages[1] and "Orders and results" in " ".join(pages)


def test_a_row_of_the_sheet_has_a_line_to_write_on() -> None:
    """Below its words, with room for a hand."""
    register_fonts()
    row, flow = SHEETED.rows[0], BlockFlow(Canvas(io.BytesIO()), {})
    assert all(sum(strip.height for strip in flow.list_block_strips(SHEETED, wide)) > 30 for wide in (200, 539))
    over = flow.set_blocks([replace(SHEETED, rows=(row,) * 9)], [ColumnBox(0, 400, 200, 200)])
    assert sum(strip.height > 30 for strip in over) == 5


def test_no_character_vanishes_from_paper() -> None:
    """What the fonts of the page lack comes from others: −5 must not be printed as 5."""
    printed = words_of(render.render_report_pdf([Heading("News", 1), Paragraph("−5 coins → Łódź, Київ, Ελλάδα")]))
    assert "-5 coins → Łódź, Київ, Ελλάδα" in printed


@pytest.mark.parametrize(("paper", "size"), [("A4", (595, 842)), ("Letter", (612, 792)), ("letter", (612, 792))])
def test_upright_on_either_paper(paper: str, size: tuple[int, int]) -> None:
    """With the fonts embedded."""
    pages = PdfReader(io.BytesIO(render.render_report_pdf(report(), Paper(paper)))).pages
    assert (round(pages[0].mediabox.width), round(pages[0].mediabox.height)) == size
    fonts = pages[0]["/Resources"]["/Font"].get_object().values()  # type: ignore[index]
    assert all("NotoSans" in str(font.get_object()["/BaseFont"]) for font in fonts)


@pytest.mark.parametrize(
    ("what", "known"), [("size", "A4, Letter"), ("print", "normal, large"), ("toner", "full, low")]
)
def test_another_paper_is_refused(what: str, known: str) -> None:
    """With what there is."""
    with pytest.raises(ValueError, match=known):
        Paper(**{what: "foolscap"})  # type: ignore[arg-type]


def test_painted_twice_is_the_same() -> None:
    """Byte by byte."""
    assert render.render_report_pdf(report()) == render.render_report_pdf(report())
    assert render.render_map_svg(MAP) == render.render_map_svg(MAP)


@pytest.mark.slow
def test_painted_elsewhere_is_the_same() -> None:
    """Another process with another hash seed, which painted something else first, gives the same bytes."""
    script = (
        "import sys; from pbem import render; from tests.render.sample import report\n"
        "render.render_report_pdf([]); sys.stdout.buffer.write(render.render_report_pdf(report()))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": "7"}
    )
    assert found.stdout == render.render_report_pdf(report())


def test_swatches_have_the_hatch() -> None:
    """Even of a seat that owns nothing on the map."""
    blocks = [replace(block, owners={}) if isinstance(block, Map) else block for block in report()]
    page = PdfReader(io.BytesIO(render.render_report_pdf(blocks))).pages[0].get_contents()
    assert page is not None
    for style in STYLES.values():
        hatch = next(p for p in maps.draw_swatch(style) if isinstance(p, ScenePath))
        assert drawing.path_operators(hatch).encode() in page.get_data()


def test_a_table_goes_on_under_its_band() -> None:
    """Where the rows of a seat are parted by the end of a column, its band is set again."""
    rows = [(f"order {n}", "moves") for n in range(60)]
    words = words_of(
        render.render_report_pdf(report(Table("orders", make_columns("", ""), ((Cell("Third", seat="ONE"),), *rows))))
    )
    assert "Third, continued" in words and all(f"order {n}" in words for n in range(60))


def test_a_short_table_is_not_parted() -> None:
    """Where the column has no room for it, it begins the next, heading and all."""
    table = Table("t", make_columns("a", "b"), (("1", "2"),) * 3, "Title")
    register_fonts()
    flow, boxes = BlockFlow(Canvas(io.BytesIO()), {}), (ColumnBox(0, 400, 200, 0), ColumnBox(220, 400, 200, 0))
    words = flow.list_block_strips(Paragraph("word " * 420), 200)
    found = fill_boxes([*words, *flow.list_block_strips(table, 200)], boxes)
    heights = {one.box for one in found.placed[len(words) :]}
    assert len(heights) == 1 and not found.over


def test_a_cell_taller_than_a_column_is_set_whole() -> None:
    """In parts."""
    told = " ".join(f"word{n}" for n in range(2000))
    words = words_of(render.render_report_pdf(report(Table("long", make_columns("a", "b"), (("x", told),)))))
    assert all(f"word{n}" in words for n in range(2000))


def test_a_line_does_not_end_in_a_single_letter() -> None:
    """The letter goes to the word it belongs to."""
    text = render.render_plain_text([Paragraph(", ".join(f"A {n}XY" for n in range(100, 160)))])
    assert not any(line.endswith(" A") for line in text.splitlines())


def test_a_long_report_goes_on_over_more_pages() -> None:
    """Nothing is left out."""
    lines = [Paragraph(f"line number {n}") for n in range(600)]
    painted = words_of(render.render_report_pdf(report(*lines)))
    assert all(f"line number {n}" in painted for n in range(600))


def test_the_painters_draw_the_same_primitives() -> None:
    """Every path and area of the scene is in the SVG and among the PDF's operators."""
    drawn = make_map_scene(MAP)
    kinds = Counter(type(p).__name__ for p in drawn.primitives)
    tree = ElementTree.fromstring(render.render_map_svg(MAP))
    space = "{http://www.w3.org/2000/svg}"
    assert len(tree.findall(f"{space}text")) == kinds["SceneText"]
    shapes = [p for p in drawn.primitives if isinstance(p, SceneArea | ScenePath)]
    assert len(tree.findall(f".//{space}path")) - len(tree.findall(f".//{space}pattern/{space}path")) >= len(shapes)
    operators = [drawing.shape_operators(p, {}) for p in shapes]
    assert all(re.search(r" (f\*|f|S|B)$", one) for one in operators)


def test_regions_can_be_pointed_at() -> None:
    """By id, once on a page; a second map of the page has none."""
    page = render.render_page_html([MAP, replace(MAP, title="again")])
    assert page.count('id="r-AA"') == 1
    assert 'data-region="AA"' in page


def test_html_for_mail_needs_no_picture() -> None:
    """And HTML for a page holds no style and no script of its own, so that a strict policy passes."""
    mailed, shown = render.render_mail_html(report()), render.render_page_html(report())
    assert "<svg" not in mailed and "<img" not in mailed and "Second: fleet BB" in mailed
    assert "<svg" in shown and " style=" not in shown and "<script" not in shown


def test_a_dislodged_piece_shows_its_letter() -> None:
    """Neither it nor a retreat from there lies under the piece that drove it out."""
    chart = replace(MAP.chart, width=7300, height=7300)
    both = (MapPiece("fleet", "ONE", "AA"), MapPiece("fleet", "TWO", "AA", "dislodged"))
    drawn = make_map_scene(Map(chart, "", {}, both, (Stroke("retreat", "TWO", ("AA", "CC")),), STYLES)).primitives
    letters = {p.text: p for p in drawn if isinstance(p, Words)}
    hull = max(x for x, _ in FLEET) + letters["1"].x
    assert letters["2"].x >= hull - 20 and letters["2"].y - letters["2"].size > letters["1"].y
    starts = [p.steps[0][1] for p in drawn if isinstance(p, ScenePath) and p.dash and not p.fill]
    assert starts == [(300 + ASIDE[0], 300 + ASIDE[1])] * len(starts) and starts


def test_plain_text_can_be_played_from() -> None:
    """The map is told as who stands where and owns what; tables stand in columns."""
    text = render.render_plain_text(report())
    assert "First: army AA; owns AA" in text
    assert "army CC (dislodged)" in text
    assert "x cut by the attack from CC" in text
    assert all(len(line) <= 72 for line in text.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_break_nothing(words: str) -> None:
    """Wherever they stand."""
    blocks = report(
        Heading(words),
        Paragraph(words),
        Table("t", make_columns(words, "b"), ((words, Cell(words, good=True)), (words,))),
    )
    blocks.append(Map(MAP.chart, words, {}, (), (), {}))
    page = render.render_page_html(blocks)
    assert "<script" not in page and "</p>]]>" not in page
    assert "\0" not in page
    assert PdfReader(io.BytesIO(render.render_report_pdf(blocks))).pages
    assert render.render_plain_text(blocks).encode() and page.encode()
    ElementTree.fromstring(render.render_map_svg(blocks[-1]))  # type: ignore[arg-type]


def test_a_row_without_values_is_left_out() -> None:
    """Of a table that a letter tells row by row, since it is too wide."""
    heads = make_columns(*("abcdefghijklmnop" * 4))
    mailed = render.render_mail_html([Table("orders", heads, ((), ("Vienna", "holds")))])
    assert "Vienna" in mailed and mailed.count("<strong>") == 1


WORD = st.text(max_size=60)
CELL = st.builds(
    Cell, WORD, st.sampled_from(["", "ONE", "NOBODY"]), st.sampled_from([None, True, False]), st.booleans()
)
VALUE = WORD | CELL | st.none() | st.integers() | st.floats() | st.builds(Change, st.integers())
CARD = st.builds(
    TableCard,
    WORD,
    WORD,
    WORD,
    WORD,
    st.sampled_from(["", "#3A7D44"]),
    WORD,
    st.sampled_from(["", "said", "spent", "shut"]),
)
BLOCK: st.SearchStrategy[Block] = st.one_of(
    st.builds(Heading, WORD, st.integers(1, 5)),
    st.builds(Paragraph, WORD, st.booleans()),
    st.builds(
        Table,
        st.just("orders"),
        st.lists(st.builds(Column, WORD, st.sampled_from(["", "l", "r"])), max_size=4).map(tuple),
        st.lists(st.lists(VALUE, max_size=5).map(tuple), max_size=6).map(tuple),
        WORD,
    ),
    st.builds(Lead, WORD),
    st.builds(Table, st.just(SHEET), st.just(()), st.lists(st.lists(VALUE, max_size=4).map(tuple)).map(tuple)),
    st.builds(CardHand, WORD, st.lists(CARD, max_size=5).map(tuple)),
    st.just(MAP),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(BLOCK, max_size=8))
def test_any_report_is_painted(blocks: list[Block]) -> None:
    """Whatever an engine puts into it."""
    assert render.render_plain_text(blocks) is not None
    assert render.render_page_html(blocks) is not None and render.render_mail_html(blocks) is not None
    assert render.render_report_pdf(blocks).startswith(b"%PDF")


NUMBERS = st.integers(-9999, 9999)
STEPS = st.one_of(
    *(st.tuples(st.just(op), st.tuples(*[NUMBERS] * count)) for op, count in (("M", 2), ("L", 2), ("C", 6))),
    st.just(("Z", ())),
)


@given(st.lists(STEPS, max_size=8))
def test_an_outline_is_written_in_steps_that_lead_where_it_does(steps: list[PathStep]) -> None:
    """Also behind what was closed, where the pen is back at its beginning."""
    whole: PathSteps = (("M", (5, -7)), *steps)
    found: list[tuple[str, tuple[int, ...]]] = []
    written = re.findall("([MlczL])([^MlczL]*)", to_svg.steps_path_data(whole))
    here = first = (0, 0)
    for op, said in written:
        steps_of = [int(one) for one in re.findall(r"-?\d+", said)]
        pairs = list(zip(steps_of[::2], steps_of[1::2], strict=True))
        start = (0, 0) if op == "M" else here
        ends = [(start[0] + x, start[1] + y) for x, y in pairs]
        here = ends[-1] if ends else first
        first = here if op == "M" else first
        found.append((op.upper(), tuple(one for end in ends for one in end)))
    assert tuple(found) == whole
