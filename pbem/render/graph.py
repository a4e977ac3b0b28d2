"""A graph lowered to primitives: a line for each seat over time, told apart by its dashes and the letter at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, floor, log10

from engines.palette import HALO, INK, NOBODY, PAGE
from engines.report import Graph, Series, Style, format_figure
from pbem.render.scene import PathStep, Primitive, Scene, ScenePath, SceneText

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


def make_graph_scene(graph: Graph) -> Scene:
    """The drawing; in words it is what everybody had, line by line."""
    return Scene(WIDTH, HEIGHT, tuple(draw_graph(graph)), graph.title, "; ".join(describe_graph_lines(graph)))


def describe_graph_lines(graph: Graph, newest: int | None = None) -> list[str]:
    """Each line in words, all or the newest of its values: "France: 3, 4, 6"."""
    return [f"{one.name}: {', '.join(format_series_values(one, newest))}" for one in graph.series]


def format_series_values(one: Series, newest: int | None) -> list[str]:
    shown = one.values[-newest:] if newest else one.values
    left_out = ["…"] if len(shown) < len(one.values) else []
    return [*left_out, *("–" if value is None else format_figure(value) for value in shown)]


def draw_graph(graph: Graph) -> Iterator[Primitive]:
    levels = round_levels([value for one in graph.series for value in one.values if value is not None])
    last = end_letters(graph)
    across = TickScale(
        len(graph.ticks), WIDTH - 70 - max((estimate_letters_width(group) for group in last.values()), default=0)
    )
    up = ValueScale(levels[0], levels[-1])
    yield from draw_level_lines(levels, across, up)
    yield from draw_tick_words(graph.ticks, across)
    middle = (len(graph.series) - 1) / 2
    for nth, one in enumerate(graph.series):
        beside = round((nth - middle) * BESIDE)
        yield from draw_series_line(one, series_look(graph, one), DASHES[nth % len(DASHES)], beside, across, up)
    yield from draw_end_letters(last, across, up)


class TickScale:
    """Where each tick stands, up to where the lines end."""

    def __init__(self, count: int, right: int) -> None:
        self.right = right
        self.step = (right - LEFT) / max(1, count - 1)

    def tick_x(self, tick: int) -> int:
        return round(LEFT + tick * self.step)


class ValueScale:
    """Where each value stands."""

    def __init__(self, least: float, most: float) -> None:
        self.least, self.scale = least, (FOOT - TOP) / ((most - least) or 1)

    def value_y(self, value: float) -> int:
        return round(FOOT - (value - self.least) * self.scale)


def round_levels(values: Sequence[float]) -> list[float]:
    """Round levels from zero, or below the least, to above the most."""
    low, high = min([0.0, *values]), max([1.0, *values])
    rough = (high - low) / STEPS
    power = 10 ** floor(log10(rough))
    step = max(1.0, next(power * n for n in (1, 2, 5, 10) if power * n >= rough))
    return [step * n for n in range(floor(low / step), ceil(high / step) + 1)]


def draw_level_lines(levels: Sequence[float], across: TickScale, up: ValueScale) -> Iterator[Primitive]:
    for level in levels:
        y = up.value_y(level)
        yield ScenePath((("M", (LEFT, y)), ("L", (across.right, y))), "", GRID, 4 if level else 8)
        yield SceneText(LEFT // 2, y + SIZE // 3, format_figure(level), SIZE, INK)


def draw_tick_words(ticks: Sequence[str], across: TickScale) -> Iterator[Primitive]:
    """The words below, as far as they have room."""
    free = 0.0
    for nth, word in enumerate(ticks):
        half = 0.3 * SIZE * len(word)
        x = min(max(across.tick_x(nth), half), WIDTH - half)
        if word and x - half >= free:
            yield SceneText(round(x), FOOT + SIZE + 30, word, SIZE, INK)
            free = x + half + SIZE


def series_look(graph: Graph, one: Series) -> Style:
    return graph.styles.get(one.seat, UNKNOWN)


def draw_series_line(
    one: Series, style: Style, dash: tuple[int, ...], beside: int, across: TickScale, up: ValueScale
) -> Iterator[Primitive]:
    """A line in its seat's colour, cased in ink so that a pale one is seen."""
    steps = list[PathStep]()
    known = [
        (n, (across.tick_x(n), up.value_y(value) + beside)) for n, value in enumerate(one.values) if value is not None
    ]
    for before, (n, at) in pairwise([(-2, (0, 0)), *known]):
        steps.append(("L" if before[0] == n - 1 else "M", at))
    if steps:
        yield ScenePath(tuple(steps), "", INK, CASING)
        yield ScenePath(tuple(steps), "", style.fill, CORE)
        if dash:
            yield ScenePath(tuple(steps), "", HALO, CORE // 3, dash)


def end_letters(graph: Graph) -> dict[float, str]:
    """The letters of the lines that end at each value, side by side."""
    last = dict[float, list[str]]()
    for one in graph.series:
        if one.values and (value := one.values[-1]) is not None:
            last.setdefault(value, []).append(series_look(graph, one).letter)
    return {value: " ".join(letters) for value, letters in last.items()}


def estimate_letters_width(letters: str) -> int:
    """About how wide some letters are set."""
    return round(0.5 * LETTER * len(letters))


def draw_end_letters(last: Mapping[float, str], across: TickScale, up: ValueScale) -> Iterator[Primitive]:
    """The letters at the ends."""
    ordered = sorted(last, reverse=True)
    for value, y in zip(ordered, spread_heights([up.value_y(value) for value in ordered]), strict=True):
        x = across.right + 40 + estimate_letters_width(last[value]) // 2
        yield SceneText(x, round(y + LETTER / 3), last[value], LETTER, INK, bold=True)


def spread_heights(heights: Sequence[float]) -> list[float]:
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
