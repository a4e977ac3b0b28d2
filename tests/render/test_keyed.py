"""A map with its signs below it, as letters show it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bench.render import report
from engines.report import Map
from pbem.render import maps
from pbem.render.map_with_legend import render_keyed_map
from pbem.render.maps.layer import LegendEntry
from pbem.render.maps.letters import measure_map_words
from pbem.render.to_svg import clean_xml

MAP = next(block for block in report() if isinstance(block, Map))
LONG = ("what the land yields, and what the goods that lie there are worth to whoever takes them away", ())


def texts(svg: str) -> list[tuple[int, int, str]]:
    """Return where words below the map begin, how large they are, and the words."""
    found = re.findall(r'<text x="(\d+)" y="\d+" fill="[^"]*" font-size="(\d+)" text-anchor="start">([^<]*)<', svg)
    return [(int(x), int(size), words) for x, size, words in found]


@pytest.mark.parametrize("more", [(), (LONG,)])
def test_every_sign_is_explained_within_the_picture(more: tuple[LegendEntry, ...]) -> None:
    """Each entry of the legend once, and none runs out of the picture, however long it is."""
    scene = maps.make_reader_scene(MAP)
    entries = (*maps.list_map_legend(MAP), *more)
    svg, high = render_keyed_map(scene, entries)
    assert [words for _, _, words in texts(svg)] == [clean_xml(words) for words, _ in entries] and len(entries) > 4
    assert all(x + size * measure_map_words(words) <= scene.width + size for x, size, words in texts(svg))
    assert f'viewBox="0 0 {scene.width} {high}"' in svg and high > scene.height


def test_a_map_without_signs_stays_as_high_as_it_is() -> None:
    scene = maps.make_map_scene(replace(MAP, pieces=(), strokes=()))
    assert render_keyed_map(scene, ())[1] == scene.height
