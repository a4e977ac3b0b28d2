"""Hatches drawn out line by line, for samples that must not lean on a pattern that lies elsewhere on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engines.kept import keeps
from engines.report import Hatch
from pbem.render.scene import Path, Step

Segment = tuple[int, int, int, int]


@keeps(64)
def hatched(hatch: Hatch, ink: str, width: int, height: int) -> Path:
    """The lines of a hatch over a rectangle, as far apart as on the map."""
    lines, stroke = WAYS[hatch]
    steps: list[Step] = []
    for x, y, to_x, to_y in lines(width, height):
        steps += [("M", (x, y)), ("L", (to_x, to_y))]
    return Path(tuple(steps), "", ink, stroke, (), hatch == "dots")


def level(width: int, height: int) -> Iterator[Segment]:
    return ((0, y, width, y) for y in range(32, height, 64))


def upright(width: int, height: int) -> Iterator[Segment]:
    return ((x, 0, x, height) for x in range(32, width, 64))


def rising(width: int, height: int, step: int = 80) -> Iterator[Segment]:
    for n in range(step // 2, width + height, step):
        yield max(0, n - height), min(n, height), min(n, width), max(0, n - width)


def falling(width: int, height: int, step: int = 88) -> Iterator[Segment]:
    return ((width - x, y, width - to_x, to_y) for x, y, to_x, to_y in rising(width, height, step))


def crossing(width: int, height: int) -> Iterator[Segment]:
    yield from rising(width, height, 88)
    yield from falling(width, height, 88)


def dots(width: int, height: int) -> Iterator[Segment]:
    for row, y in enumerate(range(18, height, 36)):
        yield from ((x, y, x, y) for x in range(18 + 36 * (row % 2), width, 72))


def dashes(width: int, height: int) -> Iterator[Segment]:
    for row, y in enumerate(range(38, height, 75)):
        yield from ((x, y, min(x + 52, width), y) for x in range(20 + 75 * (row % 2), width, 150))


WAYS: Mapping[Hatch, tuple[Callable[[int, int], Iterator[Segment]], int]] = {
    "level": (level, 9),
    "upright": (upright, 9),
    "rising": (rising, 15),
    "falling": (falling, 9),
    "cross": (crossing, 11),
    "dots": (dots, 17),
    "dashes": (dashes, 9),
}
"""How each hatch runs, and how wide its lines are."""
