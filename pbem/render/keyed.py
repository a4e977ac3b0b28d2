"""A map and below it the signs that occur on it, as one drawing: for pictures, which go where no page explains them."""

from __future__ import annotations

from collections.abc import Iterable

from engines.palette import INK, PAGE
from pbem.render.layers import SAMPLE_SIZE
from pbem.render.layers.layer import Entry
from pbem.render.layers.letters import width
from pbem.render.scene import Scene
from pbem.render.to_svg import SETTING, clean, fragment, paint

LETTERS, ROW, GAP = 0.032, 0.054, 0.02
"""The size of the words below a map, the height of a line of them and the space between two, as parts of its width:
they are as large as the names on it."""
Line = list[tuple[float, Entry]]
"""Entries side by side, each with where it begins."""


def keyed(drawing: Scene, entries: Iterable[Entry]) -> tuple[str, int]:
    """The SVG of a map with its signs, and how high it is; as wide as the map."""
    wide, row = drawing.width, ROW * drawing.width
    below = lines(entries, wide)
    high = round(drawing.height + row * len(below) + (GAP * wide if below else 0))
    tops = (drawing.height + GAP * wide / 2 + row * n for n in range(len(below)))
    signs = "".join(sign(entry, x, y, wide) for y, line in zip(tops, below, strict=True) for x, entry in line)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {SETTING}>'
        f'<path fill="{PAGE["paper"]}" d="M0 0h{wide}v{high}h-{wide}z"/>'
        f"{placed(paint(drawing, ids=False), 0, 0, wide, drawing.height)}{signs}</svg>"
    ), high


def lines(entries: Iterable[Entry], wide: int) -> list[Line]:
    """The entries in as many lines as they need."""
    found, x = list[Line](), float(wide)
    for entry in entries:
        needs = (sample_width() + GAP + LETTERS * width(entry[0])) * wide
        if x + needs > wide:
            found.append([])
            x = GAP * wide
        found[-1].append((x, entry))
        x += needs + GAP * wide
    return found


def sample_width() -> float:
    return ROW * SAMPLE_SIZE[0] / SAMPLE_SIZE[1]


def sign(entry: Entry, x: float, y: float, wide: int) -> str:
    """A sample and its words; of too many they are smaller."""
    words, sample = entry
    across, size = sample_width() * wide, round(LETTERS * wide)
    start = round(x + across + GAP * wide / 2)
    size = round(min(size, (wide - start) / max(1, width(words))))
    said = (
        f'<text x="{start}" y="{round(y + 0.5 * ROW * wide + 0.36 * size)}" fill="{INK}" font-size="{size}"'
        f' text-anchor="start">{clean(words)}</text>'
    )
    return placed(fragment(sample, *SAMPLE_SIZE), round(x), round(y), round(across), round(ROW * wide)) + said


def placed(svg: str, x: int, y: int, wide: int, high: int) -> str:
    """A drawing at a place within another."""
    return svg.replace("<svg ", f'<svg x="{x}" y="{y}" width="{wide}" height="{high}" ', 1)
