"""A graph lowered to primitives: a line for each seat over time, told apart by its dashes and the letter at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, floor, log10

from engines.palette import HALO, INK, NOBODY, PAGE
from engines.report import Graph, Series, Style, figure
from pbem.render.scene import Path, Primitive, Scene, Step, Text

WIDTH, HEIGHT = 2400, 1180
LEFT, TOP, FOOT = 170, 60, 1060
"""Where the lines begin, and where they are highest and lowest."""
SIZE, LETTER = 62, 70
GRID = PAGE["line"]
CASING, CORE = 20, 12
STEPS = 6
"""About so many levels are marked."""
APART = 78
"""The least between the letters of two lines, one above the other."""
BESIDE = 10
"""How far apart lines run that would lie on each other."""
DASHES: tuple[tuple[int, ...], ...] = ((), (60, 28), (24, 24), (90, 24, 24, 24))
"""How lines are parted, one seat after the other."""
UNKNOWN = replace(NOBODY, letter="?")


def scene(graph: Graph) -> Scene:
    """The drawing; in words it is what everybody had, line by line."""
    return Scene(WIDTH, HEIGHT, tuple(drawn(graph)), graph.title, "; ".join(told(graph)))


def told(graph: Graph, newest: int | None = None) -> list[str]:
    """Each line in words, all or the newest of its values: "France: 3, 4, 6"."""
    return [f"{one.name}: {', '.join(values(one, newest))}" for one in graph.series]


def values(one: Series, newest: int | None) -> list[str]:
    shown = one.values[-newest:] if newest else one.values
    left_out = ["…"] if len(shown) < len(one.values) else []
    return [*left_out, *("–" if value is None else figure(value) for value in shown)]


def drawn(graph: Graph) -> Iterator[Primitive]:
    levels = marks([value for one in graph.series for value in one.values if value is not None])
    last = ends(graph)
    across = Across(len(graph.ticks), WIDTH - 70 - max((advance(group) for group in last.values()), default=0))
    up = Up(levels[0], levels[-1])
    yield from grid(levels, across, up)
    yield from below(graph.ticks, across)
    middle = (len(graph.series) - 1) / 2
    for nth, one in enumerate(graph.series):
        beside = round((nth - middle) * BESIDE)
        yield from line(one, look(graph, one), DASHES[nth % len(DASHES)], beside, across, up)
    yield from named(last, across, up)


class Across:
    """Where each tick stands, up to where the lines end."""

    def __init__(self, count: int, right: int) -> None:
        self.right = right
        self.step = (right - LEFT) / max(1, count - 1)

    def at(self, tick: int) -> int:
        return round(LEFT + tick * self.step)


class Up:
    """Where each value stands."""

    def __init__(self, least: float, most: float) -> None:
        self.least, self.scale = least, (FOOT - TOP) / ((most - least) or 1)

    def at(self, value: float) -> int:
        return round(FOOT - (value - self.least) * self.scale)


def marks(values: Sequence[float]) -> list[float]:
    """Round levels from zero, or below the least, to above the most."""
    low, high = min([0.0, *values]), max([1.0, *values])
    rough = (high - low) / STEPS
    power = 10 ** floor(log10(rough))
    step = max(1.0, next(power * n for n in (1, 2, 5, 10) if power * n >= rough))
    return [step * n for n in range(floor(low / step), ceil(high / step) + 1)]


def grid(levels: Sequence[float], across: Across, up: Up) -> Iterator[Primitive]:
    for level in levels:
        y = up.at(level)
        yield Path((("M", (LEFT, y)), ("L", (across.right, y))), "", GRID, 4 if level else 8)
        yield Text(LEFT // 2, y + SIZE // 3, figure(level), SIZE, INK)


def below(ticks: Sequence[str], across: Across) -> Iterator[Primitive]:
    """The words below, as far as they have room."""
    free = 0.0
    for nth, word in enumerate(ticks):
        half = 0.3 * SIZE * len(word)
        x = min(max(across.at(nth), half), WIDTH - half)
        if word and x - half >= free:
            yield Text(round(x), FOOT + SIZE + 30, word, SIZE, INK)
            free = x + half + SIZE


def look(graph: Graph, one: Series) -> Style:
    return graph.styles.get(one.seat, UNKNOWN)


def line(one: Series, style: Style, dash: tuple[int, ...], beside: int, across: Across, up: Up) -> Iterator[Primitive]:
    """A line in its seat's colour, cased in ink so that a pale one is seen."""
    steps = list[Step]()
    known = [(n, (across.at(n), up.at(value) + beside)) for n, value in enumerate(one.values) if value is not None]
    for before, (n, at) in pairwise([(-2, (0, 0)), *known]):
        steps.append(("L" if before[0] == n - 1 else "M", at))
    if steps:
        yield Path(tuple(steps), "", INK, CASING)
        yield Path(tuple(steps), "", style.fill, CORE)
        if dash:
            yield Path(tuple(steps), "", HALO, CORE // 3, dash)


def ends(graph: Graph) -> dict[float, str]:
    """The letters of the lines that end at each value, side by side."""
    last = dict[float, list[str]]()
    for one in graph.series:
        if one.values and (value := one.values[-1]) is not None:
            last.setdefault(value, []).append(look(graph, one).letter)
    return {value: " ".join(letters) for value, letters in last.items()}


def advance(letters: str) -> int:
    """About how wide some letters are set."""
    return round(0.5 * LETTER * len(letters))


def named(last: Mapping[float, str], across: Across, up: Up) -> Iterator[Primitive]:
    """The letters at the ends."""
    ordered = sorted(last, reverse=True)
    for value, y in zip(ordered, spread([up.at(value) for value in ordered]), strict=True):
        x = across.right + 40 + advance(last[value]) // 2
        yield Text(x, round(y + LETTER / 3), last[value], LETTER, INK, bold=True)


def spread(heights: Sequence[float]) -> list[float]:
    """Heights from the top down, pushed apart where they are close; and those that leave the sheet up again, with those
    above that are in their way."""
    found, free = list[float](), float(TOP - APART)
    for height in heights:
        free = max(height, free + APART)
        found.append(free)
    lowest = float(FOOT)
    for n in reversed(range(len(found))):
        found[n] = min(found[n], lowest)
        lowest = found[n] - APART
    return found
