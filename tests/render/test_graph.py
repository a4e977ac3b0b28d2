"""Graphs: every line has its letter at its end, nothing leaves the sheet, and the words say all that is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engines.palette import STYLES
from engines.report import Graph, Series
from pbem.render import graph, render_mail_html, render_page_html, render_plain_text
from pbem.render.scene import ScenePath, SceneText

VALUES = st.one_of(st.none(), st.integers(-500, 20_000), st.integers(0, 90).map(lambda n: n / 2))
LINES = st.integers(1, 40).flatmap(
    lambda ticks: st.lists(st.lists(VALUES, min_size=ticks, max_size=ticks), min_size=1, max_size=6)
)


def make_graph(lines: Sequence[Sequence[float | None]]) -> Graph:
    series = tuple(Series(seat, STYLES[seat].name, tuple(line)) for seat, line in zip(STYLES, lines, strict=False))
    return Graph("Over time: points", "points", tuple(str(1900 + n) for n in range(len(lines[0]))), series, STYLES)


@pytest.mark.slow
@given(LINES)
@example([[None, 142], [None, 2], [None, 1], [None, 0]])  # the last make way upwards, the first need not
def test_nothing_leaves_the_sheet(lines: list[list[float | None]]) -> None:
    scene = graph.make_graph_scene(make_graph(lines))
    for part in scene.primitives:
        if isinstance(part, ScenePath):
            spots = [step[1] for step in part.steps]
            assert all(0 <= x <= scene.width and -60 <= y <= scene.height for x, y in spots)
        if isinstance(part, SceneText):
            half = 0.3 * part.size * len(part.text)
            assert part.x + half * 0.9 <= scene.width + 1 and 0 <= part.y <= scene.height


@given(LINES)
def test_every_line_has_its_letter(lines: list[list[float | None]]) -> None:
    """Those that end alike share a place; no two places run into each other."""
    block = make_graph(lines)
    letters = [part for part in graph.make_graph_scene(block).primitives if isinstance(part, SceneText) and part.bold]
    shown = sorted(letter for part in letters for letter in part.text.split())
    assert shown == sorted(STYLES[one.seat].letter for one in block.series if one.values[-1] is not None)
    heights = sorted(part.y for part in letters)
    assert all(after - before >= graph.LETTER for before, after in pairwise(heights))


def test_the_words_say_what_is_drawn() -> None:
    """The newest values where there are many; all of them where a reader cannot see the picture."""
    block = make_graph([list(range(20)), [None, *range(19)]])
    told = render_plain_text([block])
    assert "Blue: …, 8, 9, 10, 11" in told and "Green: …, 7, 8" in told
    assert "Blue: 0, 1, 2" in graph.make_graph_scene(block).description
    assert "Green: –, 0, 1" in graph.make_graph_scene(block).description
    page, letter = render_page_html([block]), render_mail_html([block])
    assert "<svg" in page and "Blue: 0, 1" in page
    assert "<svg" not in letter and "Blue: …, 8" in letter
