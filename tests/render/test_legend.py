"""The legend: what is drawn on a map is in it, in words of the game, and what is in it is drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from pypdf import PdfReader

from engines.report import Map
from pbem import render
from pbem.render import maps, to_svg
from pbem.render.maps.samples import SIZE
from pbem.render.scene import SceneArea, SceneLines, ScenePath, SceneText
from tests.hosting import ROOT
from tests.render.games import GAMES, ShownPosition, positions
from tests.size import take_some

GENERAL = {"army", "fleet", "move", "support", "convoy", "hold", "retreat", "dislodged", "built", "removed"}
"""Words that mean the same in every game that has the thing; all others must be the game's own."""


MAPPED = [path.parts[-3] for path in sorted((ROOT / "engines").glob("*/data/chart.json"))]
"""The games whose positions are drawn on a map; the other shows boards."""


def everywhere(code: str) -> Iterator[tuple[ShownPosition, Map]]:
    return ((shown, map_) for shown in positions(code) for map_ in shown.maps)


def things(map_: Map) -> Iterator[str]:
    """All that lies on a map, by the key of its words."""
    yield from (f"{piece.shape}s" if piece.text else piece.shape for piece in map_.pieces)
    yield from (piece.mark for piece in map_.pieces if piece.mark)
    yield from (stroke.kind for stroke in map_.strokes)
    yield from ("failed" for stroke in map_.strokes if stroke.failed)
    found = {"star": map_.stars, "tag": any(map_.tags.values()), "link": map_.links, "wall": map_.walls}
    yield from (thing for thing, there in found.items() if there)
    shut = any(region.kind == "shut" for code, region in map_.chart.regions.items() if code not in map_.owners)
    yield from ["shut"] * shut


def wanted_legend_words(map_: Map) -> set[str]:
    """Return what the legend of a map must say."""
    owners = set(map_.owners.values())
    plates = {part.key for plate in map_.plates.values() for part in plate.all_parts if part.key}
    glyphs = {glyph for plate in map_.plates.values() for part in plate.all_parts for glyph in part.glyphs}
    suits = [words for glyph, words in map_.words.items() if glyph in glyphs]
    return {
        *(map_.word_for(thing) for thing in things(map_)),
        *(sign.name for sign in map_.signs),
        *(look.name for key, look in map_.looks.items() if key in owners),
        *plates,
        *([", ".join(suits)] if suits else []),
    }


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("code", take_some(GAMES, 2))
def test_what_is_drawn_is_explained_and_nothing_else(code: str) -> None:
    """On the maps of twenty positions: each thing once, in words of the game; of seats those that are there."""
    said = 0
    for shown, map_ in everywhere(code):
        words = [entry for entry, _ in maps.list_map_legend(map_)]
        assert len(words) == len(set(words)) and set(words) == wanted_legend_words(map_), shown.phase
        own = {thing for thing in things(map_) if thing not in GENERAL}
        assert own <= map_.words.keys(), shown.phase
        seats = {*map_.owners.values(), *(piece.seat for piece in map_.pieces), *(s.seat for s in map_.strokes)}
        assert [name for name, _ in maps.list_owner_legend(map_)] == [
            look.name for s, look in map_.styles.items() if s in seats
        ]
        said += len(words)
    assert said or not list(everywhere(code))


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("code", take_some(GAMES, 2, 2))
def test_samples_look_as_on_the_map(code: str) -> None:
    """The colours of a sample, its letters and its hatches occur on the map, and it stays within its picture."""
    for shown, map_ in list(everywhere(code))[::7]:
        scene = maps.make_map_scene(map_).primitives
        colours = {paint for p in scene for paint in paints(p)}
        letters = {p.text for p in scene if isinstance(p, SceneText)}
        for words, sample in maps.list_map_legend(map_):
            assert sample, words
            for part in sample:
                assert paints(part) <= colours, (shown.phase, words)
                if isinstance(part, SceneText):
                    assert part.text in letters, (shown.phase, words)
                if isinstance(part, ScenePath):
                    xs = [x for _, numbers in part.steps for x in numbers[::2]]
                    assert -40 <= min(xs) <= max(xs) <= SIZE[0] + 40, (shown.phase, words)


def paints(p: object) -> set[str]:
    match p:
        case SceneArea():
            return {p.fill, p.ink} - {""}
        case SceneLines():
            return {p.stroke}
        case ScenePath():
            return {p.fill, p.stroke} - {""}
    return set()


@pytest.mark.slow
@pytest.mark.parametrize("code", MAPPED)
def test_it_stands_beside_the_picture(code: str) -> None:
    """On the page every line of it, each with its sample."""
    shown, map_ = next(everywhere(code))
    page = render.render_page_html(shown.report if map_ in shown.report else shown.board)
    for words, sample in maps.list_map_legend(map_):
        assert f"{to_svg.render_fragment_svg(sample, *SIZE)} {to_svg.clean_xml(words)}</li>" in page


@pytest.mark.parametrize("code", MAPPED)
def test_it_stands_beside_the_map_on_paper(code: str) -> None:
    """Every line of it on the page of the map, none overleaf, in a late position with much on the map."""
    shown = positions(code)[-1]
    map_ = next(block for block in shown.report if isinstance(block, Map))
    page = PdfReader(io.BytesIO(render.render_report_pdf(shown.report))).pages[0].extract_text()
    read = "".join(page.split())
    for words, _ in maps.list_map_legend(map_):
        assert "".join(words.split()) in read, words
