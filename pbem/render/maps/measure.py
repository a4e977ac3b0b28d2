"""How large all that stands on a map is drawn."""

from __future__ import annotations

from math import inf, log

from engines.atlas.chart import Chart
from pbem.render.shapes import Bounds

NOMINAL = 7300
"""The chart width for which the sizes of all layers are meant; other charts scale them."""
NAME = 88
"""The size of a name."""
PHONE = 390
"""The width of a phone in its own pixels."""
LEGIBLE = 12
"""How large a name should be on a phone, in its pixels."""
SMALLER, LARGER = 0.6, 1.4
"""How much smaller or larger against the land than on the whole map letters get in a part of it."""
STEP, LEAST = 0.9, 7
"""How much smaller they are tried where they find no room, and how small they get on a phone, in its pixels, unless
they are as small on the whole map: at last a step smaller than that."""

GRAIN = STEP**0.5
"""How much smaller the next of the sizes is that letters get in parts of a chart."""


def chart_unit(chart: Chart) -> float:
    """Return what sizes are multiplied by on a chart."""
    return chart.width / NOMINAL * chart.lettering


def list_letter_scales(chart: Chart, seen: Bounds | None = None, window: float = inf) -> list[float]:
    """Return what sizes are multiplied by in the part of a chart that is seen, so that a phone shows its names legibly,
    and what else if they find no room so: smaller and smaller.

    `window`: how high the phone shows it, in its pixels."""
    usual = chart_unit(chart)
    small = usual / max(1.0, chart.lettering)
    if seen is None:
        return list_smaller_scales(usual, small)
    pixel = max((seen[2] - seen[0]) / PHONE, (seen[3] - seen[1]) / window) / NAME
    wished = usual * min(LARGER, max(SMALLER, LEGIBLE * pixel / usual))
    return list_smaller_scales(round_scale(wished, usual), round_scale(STEP * min(small, LEAST * pixel), usual))


def round_scale(k: float, usual: float) -> float:
    """One of few sizes that is nearest: what was found for labels in one part of a chart is of use in others."""
    steps: int = round(log(k / usual, GRAIN))
    return float(usual * GRAIN**steps)


def list_smaller_scales(largest: float, least: float) -> list[float]:
    """Sizes from the largest to the least, or to what is not much more."""
    found = [largest]
    while found[-1] * STEP > least * STEP**0.5:
        found.append(max(least, found[-1] * STEP))
    return found
