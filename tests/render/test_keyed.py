"""A map with its signs below it, as letters show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.render import report
from engines.report import Map
from pbem.render import maps
from pbem.render.collage import Collage
from pbem.render.map_with_legend import make_keyed_map
from pbem.render.maps.layer import LegendEntry
from pbem.render.maps.letters import measure_map_words
from pbem.render.scene import SceneText

MAP = next(block for block in report() if isinstance(block, Map))
LONG = ("what the land yields, and what the goods that lie there are worth to whoever takes them away", ())


def list_key_words(drawn: Collage) -> list[SceneText]:
    """Return the words below a map, which lie on the ground of the whole picture."""
    return [one for one in drawn.scenes[0].scene.primitives if isinstance(one, SceneText)]


@pytest.mark.parametrize("more", [(), (LONG,)])
def test_every_sign_is_explained_within_the_picture(more: tuple[LegendEntry, ...]) -> None:
    """Each entry of the legend once, and none runs out of the picture, however long it is."""
    scene = maps.make_reader_scene(MAP)
    entries = (*maps.list_map_legend(MAP), *more)
    drawn = make_keyed_map(scene, entries)
    found = list_key_words(drawn)
    assert [one.text for one in found] == [words for words, _ in entries] and len(entries) > 4
    assert all(one.x + one.size * measure_map_words(one.text) <= scene.width + one.size for one in found)
    assert [one.scene.primitives for one in drawn.scenes[2:]] == [sample for _, sample in entries]
    assert drawn.scenes[1].scene is scene and drawn.width == scene.width and drawn.height > scene.height


def test_a_map_without_signs_stays_as_high_as_it_is() -> None:
    scene = maps.make_map_scene(replace(MAP, pieces=(), strokes=()))
    assert make_keyed_map(scene, ()).height == scene.height
