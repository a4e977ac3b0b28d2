"""Which part of a map is shown where there is no room for all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from engines.atlas.chart import Chart, ChartRegion, Ring
from engines.memo import memoize
from engines.report import Map
from pbem.render.scene import PathSteps, Primitive, SceneArea, SceneLines, ScenePath, SceneText
from pbem.render.shapes import Bounds

MARGIN = 0.06
"""What is shown around the regions that matter, as a part of their breadth."""
LEAST = 0.36
"""The least that is shown, as a part of the chart's sides."""
Frame: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, in chart units."""


def focus_frame(map_: Map, open_: Iterable[str] = ()) -> Frame:
    """The box around what matters to the reader, with a margin; the whole chart if nothing does."""
    chart = map_.chart
    found = [region for code in (*map_.focus, *(open_ if map_.focus else ())) if (region := region_at(chart, code))]
    points = [point for region in found for ring in region.rings for point in ring]
    if not points:
        return chart_frame(chart)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    margin = round(MARGIN * max(max(xs) - min(xs), max(ys) - min(ys)))
    left, right = stretch_side(min(xs) - margin, max(xs) + margin, chart.width)
    top, bottom = stretch_side(min(ys) - margin, max(ys) + margin, chart.height)
    return left, top, right, bottom


def chart_frame(chart: Chart) -> Frame:
    return 0, 0, chart.width, chart.height


def region_at(chart: Chart, code: str) -> ChartRegion | None:
    """The region of a place: "STP/SC" lies in STP."""
    return chart.regions.get(code) or chart.regions.get(code.partition("/")[0])


def stretch_side(low: int, high: int, room: int) -> tuple[int, int]:
    """The ends of a side, so far apart that there is something to see around it, and within the chart."""
    more = max(0, round(room * LEAST) - (high - low)) // 2
    return max(0, low - more), min(room, high + more)


# --- what of a drawing lies in it ---------------------------------------------------------------------------------


def clip_primitives(primitives: Iterable[Primitive], seen: Bounds) -> Iterator[Primitive]:
    """Yield what can be seen of a drawing in a part of it."""
    for one in primitives:
        match one:
            case SceneLines():
                lines = tuple(line for line in one.lines if is_line_in_view(line, seen))
                yield SceneLines(one.key, lines, one.stroke, one.width, one.dash)
            case SceneArea():
                rings = tuple(ring for ring in one.rings if is_line_in_view(ring, seen))
                if rings:
                    yield SceneArea(one.key, rings, one.fill, one.hatch, one.ink, one.title)
            case ScenePath():
                if is_line_in_view(path_corners(one.steps), seen):
                    yield one
            case SceneText():
                if is_line_in_view(((one.x, one.y),), seen):
                    yield one


def path_corners(steps: PathSteps) -> Ring:
    """The points of a path, and the handles of its curves."""
    return tuple(corner for _, step in steps for corner in zip(step[::2], step[1::2], strict=True))


def is_line_in_view(line: Ring, seen: Bounds) -> bool:
    """Return whether the box around a line touches the part that is seen."""
    left, top, right, bottom = line_extent(line)
    return left < seen[2] and right > seen[0] and top < seen[3] and bottom > seen[1]


@memoize(8192)
def line_extent(line: Ring) -> Frame:
    """The box around a line."""
    xs, ys = zip(*line, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
