"""How large all that stands on a map is drawn."""

from __future__ import annotations

from math import inf

from engines.atlas.chart import Chart
from pbem.render.shapes import Box

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


def unit(chart: Chart) -> float:
    """What sizes are multiplied by on a chart."""
    return chart.width / NOMINAL * chart.lettering


def lettering(chart: Chart, seen: Box | None, window: float = inf) -> float:
    """What sizes are multiplied by in the part of a chart that is seen, so that a phone shows its names legibly.

    `window`: how high the phone shows it, in its pixels."""
    usual = unit(chart)
    if seen is None:
        return usual
    pixel = max((seen[2] - seen[0]) / PHONE, (seen[3] - seen[1]) / window)
    wanted = LEGIBLE * pixel / NAME
    return usual * min(LARGER, max(SMALLER, wanted / usual))
