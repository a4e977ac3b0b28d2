"""Hatches drawn out line by line, for samples that must not lean on a pattern that lies elsewhere on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engines.memo import memoize
from engines.report import Hatch
from pbem.render.scene import PathStep, ScenePath

HatchSegment = tuple[int, int, int, int]


@memoize(64)
def draw_hatch(hatch: Hatch, ink: str, width: int, height: int) -> ScenePath:
    """The lines of a hatch over a rectangle, as far apart as on the map."""
    lines, stroke = WAYS[hatch]
    steps: list[PathStep] = []
    for x, y, to_x, to_y in lines(width, height):
        steps += [("M", (x, y)), ("L", (to_x, to_y))]
    return ScenePath(tuple(steps), "", ink, stroke, (), hatch == "dots")


def iter_level_lines(width: int, height: int) -> Iterator[HatchSegment]:
    return ((0, y, width, y) for y in range(32, height, 64))


def iter_upright_lines(width: int, height: int) -> Iterator[HatchSegment]:
    return ((x, 0, x, height) for x in range(32, width, 64))


def iter_rising_lines(width: int, height: int, step: int = 80) -> Iterator[HatchSegment]:
    for n in range(step // 2, width + height, step):
        yield max(0, n - height), min(n, height), min(n, width), max(0, n - width)


def iter_falling_lines(width: int, height: int, step: int = 88) -> Iterator[HatchSegment]:
    return ((width - x, y, width - to_x, to_y) for x, y, to_x, to_y in iter_rising_lines(width, height, step))


def iter_crossing_lines(width: int, height: int) -> Iterator[HatchSegment]:
    yield from iter_rising_lines(width, height, 88)
    yield from iter_falling_lines(width, height, 88)


def iter_dot_lines(width: int, height: int) -> Iterator[HatchSegment]:
    for row, y in enumerate(range(18, height, 36)):
        yield from ((x, y, x, y) for x in range(18 + 36 * (row % 2), width, 72))


def iter_dash_lines(width: int, height: int) -> Iterator[HatchSegment]:
    for row, y in enumerate(range(38, height, 75)):
        yield from ((x, y, min(x + 52, width), y) for x in range(20 + 75 * (row % 2), width, 150))


WAYS: Mapping[Hatch, tuple[Callable[[int, int], Iterator[HatchSegment]], int]] = {
    "level": (iter_level_lines, 9),
    "upright": (iter_upright_lines, 9),
    "rising": (iter_rising_lines, 15),
    "falling": (iter_falling_lines, 9),
    "cross": (iter_crossing_lines, 11),
    "dots": (iter_dot_lines, 17),
    "dashes": (iter_dash_lines, 9),
}
"""How each hatch runs, and how wide its lines are."""
