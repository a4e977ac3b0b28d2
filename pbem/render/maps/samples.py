"""Sample drawings for the legend: pieces and strokes on a small chart of their own."""

from __future__ import annotations

from dataclasses import replace

from engines.atlas.chart import Chart
from engines.memo import memoize
from engines.palette import NOBODY
from engines.report import Map, MapPiece, Stroke, Style
from pbem.render.maps.layer import ASIDE, Layer, MapDrawing, draw_layers, settle_layer_labels
from pbem.render.maps.measure import NOMINAL
from pbem.render.scene import Primitive

SIZE = (620, 290)
"""The width and height of a sample."""
PLACES = {"a": (170, 145), "b": (440, 145), "m": (310, 145), "l": (60, 145), "r": (560, 145)}
PLACES |= {"d": (310 - ASIDE[0], 145 - ASIDE[1]), "f": (60 - ASIDE[0], 145 - ASIDE[1])}
"""Two beside each other, the middle, left and right, and where something dislodged was, or came from."""
CHART = Chart("legend", NOMINAL, NOMINAL, {}, (), (), PLACES, "")
CLOSER = replace(CHART, name="legend, closer", lettering=1.8)
"""For what is small on the map."""


def get_sample_style(map_: Map, seat: str) -> Style:
    """Return how the pieces and arrows of a seat look."""
    return map_.styles.get(seat, NOBODY)


@memoize(256)
def draw_layer_sample(
    kinds: tuple[type[Layer], ...],
    style: Style,
    pieces: tuple[MapPiece, ...],
    strokes: tuple[Stroke, ...] = (),
    chart: Chart = CHART,
) -> tuple[Primitive, ...]:
    """Return what layers make of pieces and strokes of a seat "s"."""
    drawing = MapDrawing(Map(chart, "", {}, pieces, strokes, {"s": style}))
    layers = [kind(drawing) for kind in kinds]
    settle_layer_labels(layers)
    return tuple(draw_layers(layers))
