"""A map and below it the signs that occur on it, as one drawing: for pictures, which go where no page explains them."""

from __future__ import annotations

from collections.abc import Iterable

from engines.palette import INK, PAGE
from pbem.render.maps import SAMPLE_SIZE
from pbem.render.maps.layer import LegendEntry
from pbem.render.maps.letters import measure_map_words
from pbem.render.scene import Scene
from pbem.render.to_svg import SETTING, clean_xml, render_fragment_svg, render_scene_svg

LETTERS, ROW, GAP = 0.032, 0.054, 0.02
"""The size of the words below a map, the height of a line of them and the space between two, as parts of its width:
they are as large as the names on it."""
KeyLine = list[tuple[float, LegendEntry]]
"""Entries side by side, each with where it begins."""


def render_keyed_map(drawing: Scene, entries: Iterable[LegendEntry]) -> tuple[str, int]:
    """The SVG of a map with its signs, and how high it is; as wide as the map."""
    wide, row = drawing.width, ROW * drawing.width
    below = break_key_lines(entries, wide)
    high = round(drawing.height + row * len(below) + (GAP * wide if below else 0))
    tops = (drawing.height + GAP * wide / 2 + row * n for n in range(len(below)))
    signs = "".join(
        render_key_sign(entry, x, y, wide) for y, line in zip(tops, below, strict=True) for x, entry in line
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {SETTING}>'
        f'<path fill="{PAGE["paper"]}" d="M0 0h{wide}v{high}h-{wide}z"/>'
        f"{place_svg(render_scene_svg(drawing, ids=False), 0, 0, wide, drawing.height)}{signs}</svg>"
    ), high


def break_key_lines(entries: Iterable[LegendEntry], wide: int) -> list[KeyLine]:
    """The entries in as many lines as they need."""
    found, x = list[KeyLine](), float(wide)
    for entry in entries:
        needs = (key_sample_width() + GAP + LETTERS * measure_map_words(entry[0])) * wide
        if x + needs > wide:
            found.append([])
            x = GAP * wide
        found[-1].append((x, entry))
        x += needs + GAP * wide
    return found


def key_sample_width() -> float:
    return ROW * SAMPLE_SIZE[0] / SAMPLE_SIZE[1]


def render_key_sign(entry: LegendEntry, x: float, y: float, wide: int) -> str:
    """A sample and its words; of too many they are smaller."""
    words, sample = entry
    across, size = key_sample_width() * wide, round(LETTERS * wide)
    start = round(x + across + GAP * wide / 2)
    size = round(min(size, (wide - start) / max(1, measure_map_words(words))))
    said = (
        f'<text x="{start}" y="{round(y + 0.5 * ROW * wide + 0.36 * size)}" fill="{INK}" font-size="{size}"'
        f' text-anchor="start">{clean_xml(words)}</text>'
    )
    return (
        place_svg(render_fragment_svg(sample, *SAMPLE_SIZE), round(x), round(y), round(across), round(ROW * wide))
        + said
    )


def place_svg(svg: str, x: int, y: int, wide: int, high: int) -> str:
    """A drawing at a place within another."""
    return svg.replace("<svg ", f'<svg x="{x}" y="{y}" width="{wide}" height="{high}" ', 1)
