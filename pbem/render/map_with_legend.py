"""A map and below it the signs that occur on it, as one drawing: for pictures, which go where no page explains them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.palette import INK, PAGE
from pbem.render.collage import Collage, PlacedScene
from pbem.render.maps import SAMPLE_SIZE
from pbem.render.maps.layer import LegendEntry
from pbem.render.maps.letters import measure_map_words
from pbem.render.scene import Primitive, Scene, ScenePath, SceneText
from pbem.render.shapes import polygon_steps

LETTERS, ROW, GAP = 0.032, 0.054, 0.02
"""The size of the words below a map, the height of a line of them and the space between two, as parts of its width:
they are as large as the names on it."""
KeyLine = list[tuple[float, LegendEntry]]
"""Entries side by side, each with where it begins."""


def make_keyed_map(drawing: Scene, entries: Iterable[LegendEntry]) -> Collage:
    """A map with its signs, as wide as the map."""
    wide, row = drawing.width, ROW * drawing.width
    below = break_key_lines(entries, wide)
    high = round(drawing.height + row * len(below) + (GAP * wide if below else 0))
    tops = (drawing.height + GAP * wide / 2 + row * n for n in range(len(below)))
    signs = [(entry, x, y) for y, line in zip(tops, below, strict=True) for x, entry in line]
    words = tuple(draw_key_words(entry[0], x, y, wide) for entry, x, y in signs)
    samples = (place_key_sample(entry[1], x, y, wide) for entry, x, y in signs)
    return Collage(wide, high, (PlacedScene(make_key_ground(wide, high, words)), PlacedScene(drawing), *samples))


def break_key_lines(entries: Iterable[LegendEntry], wide: int) -> list[KeyLine]:
    """The entries in as many lines as they need."""
    found, x = list[KeyLine](), float(wide)
    for entry in entries:
        needs = (key_sample_width() + GAP + LETTERS * measure_map_words(entry[0])) * wide
        if x + needs > wide * (1 - GAP):
            found.append([])
            x = GAP * wide
        found[-1].append((x, entry))
        x += needs + GAP * wide
    return found


def key_sample_width() -> float:
    return ROW * SAMPLE_SIZE[0] / SAMPLE_SIZE[1]


def make_key_ground(wide: int, high: int, words: Sequence[SceneText]) -> Scene:
    """The paper under all of it, and the words."""
    paper = ScenePath(polygon_steps(((0, 0), (wide, 0), (wide, high), (0, high))), PAGE["paper"])
    return Scene(wide, high, (paper, *words))


def draw_key_words(words: str, x: float, y: float, wide: int) -> SceneText:
    """Words beside their sample; too many of them are smaller."""
    start = round(x + (key_sample_width() + GAP / 2) * wide)
    room = wide - start - GAP * wide
    size = int(min(round(LETTERS * wide), room / max(1, measure_map_words(words))))
    return SceneText(start, round(y + 0.5 * ROW * wide + 0.36 * size), words, size, INK, align="l")


def place_key_sample(sample: Sequence[Primitive], x: float, y: float, wide: int) -> PlacedScene:
    return PlacedScene(Scene(*SAMPLE_SIZE, tuple(sample)), round(x), round(y), ROW * wide / SAMPLE_SIZE[1])
