"""A map as a scene: the list of its layers, and what is made of them together.

Each layer lies in a file of its own (`layer.Layer` says what it can tell); painters translate what they draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from math import inf
from operator import itemgetter

from engines.memo import memoize
from engines.report import Map
from pbem.render.maps import part
from pbem.render.maps.ground import SWATCH_SIZE, GroundLayer, draw_swatch
from pbem.render.maps.layer import Layer, LegendEntry, Level, MapDrawing, draw_layers, settle_layer_labels, spare_toner
from pbem.render.maps.links import LinksLayer
from pbem.render.maps.measure import list_letter_scales
from pbem.render.maps.names import NamesLayer
from pbem.render.maps.pieces import PiecesLayer
from pbem.render.maps.plates import PlatesLayer
from pbem.render.maps.relief import ReliefLayer
from pbem.render.maps.rims import RimsLayer
from pbem.render.maps.samples import SIZE as SAMPLE_SIZE
from pbem.render.maps.signs import SignsLayer
from pbem.render.maps.strokes import StrokesLayer
from pbem.render.scene import Primitive, Scene
from pbem.render.shapes import Bounds

__all__ = [
    "LAYERS",
    "SAMPLE_SIZE",
    "SWATCH_SIZE",
    "arrange_layers",
    "describe_map",
    "draw_over_land",
    "draw_swatch",
    "list_map_legend",
    "make_land_scene",
    "make_map_scene",
    "make_reader_scene",
    "spare_toner",
]

LAYERS: Sequence[type[Layer]] = (
    GroundLayer,
    ReliefLayer,
    RimsLayer,
    LinksLayer,
    SignsLayer,
    NamesLayer,
    PlatesLayer,
    StrokesLayer,
    PiecesLayer,
)
"""All layers; of two on one level the later lies over the earlier."""
ALL = tuple(Level)
ABOVE = ALL[1:]
"""What lies on the land."""
UNDRAWN = frozenset({"title", "words", "focus"})
"""What of a map is not drawn on it."""


def make_map_scene(map_: Map, *, outline: bool = False, seen: Bounds | None = None) -> Scene:
    """The drawing of a map, or of the part of it that is `seen`, with names placed within it and letters in its
    measure. `outline` leaves the tints out, to save toner: owners are told by hatch alone."""
    return frame_map_scene(map_, draw_map_look(MapLook(map_), outline, seen), seen)


def make_reader_scene(map_: Map) -> Scene:
    """Return what of a map concerns its reader; all of it if nothing does more than the rest."""
    seen = part.focus_frame(map_)
    return make_map_scene(map_, seen=None if seen == part.chart_frame(map_.chart) else seen)


def make_land_scene(map_: Map) -> Scene:
    """The land alone: what stays while orders are given."""
    return frame_map_scene(map_, draw_layers(make_layers(MapDrawing(map_)), (Level.GROUND,)))


def draw_over_land(map_: Map, seen: Bounds | None = None, window: float = inf) -> tuple[Primitive, ...]:
    """Return what lies on the land: strokes, names, pieces; `seen` as in `make_map_scene`, in a `window` so many pixels
    high."""
    return draw_map_look(MapLook(map_), False, seen, window, ABOVE)


class MapLook:
    """A map as what is drawn of it: two that look alike are the same, whoever they are for."""

    def __init__(self, map_: Map) -> None:
        told = (getattr(map_, field.name) for field in fields(Map) if field.name not in UNDRAWN)
        self.map, self.all = map_, tuple(tuple(one.items()) if isinstance(one, Mapping) else one for one in told)
        self.hash = hash(self.all)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MapLook) and self.all == other.all


@memoize(16)
def draw_map_look(
    look: MapLook, outline: bool = False, seen: Bounds | None = None, window: float = inf, levels: Sequence[Level] = ALL
) -> tuple[Primitive, ...]:
    """Return what is drawn. It is kept, since a map is painted for many readers and in many ways."""
    return tuple(draw_layers(arrange_layers(look.map, outline, seen, window), levels))


def arrange_layers(map_: Map, outline: bool = False, seen: Bounds | None = None, window: float = inf) -> list[Layer]:
    """The layers of a map, all that looks for a place in its place: letters as large as can be with nothing hidden."""
    sizes, tried = list_letter_scales(map_.chart, seen, window), list[tuple[int, list[Layer]]]()
    for k in sizes:
        every = make_layers(MapDrawing(map_, outline, seen, k))
        tried.append((settle_layer_labels(every, last=k == sizes[-1]), every))
        if tried[-1][0] == 0:
            break
    return min(tried, key=itemgetter(0))[1]


def make_layers(drawing: MapDrawing) -> list[Layer]:
    return [layer(drawing) for layer in LAYERS]


def frame_map_scene(map_: Map, primitives: Iterable[Primitive], seen: Bounds | None = None) -> Scene:
    """Primitives as a scene, of which a part may be seen."""
    left, top, right, bottom = map(round, seen or part.chart_frame(map_.chart))
    drawn = tuple(part.clip_primitives(primitives, seen) if seen else primitives)
    return Scene(right - left, bottom - top, drawn, map_.title, describe_map(map_), left, top)


def list_map_legend(map_: Map) -> tuple[LegendEntry, ...]:
    """The signs that occur on the map, each with its words and a sample `SAMPLE_SIZE` units large, from what lies on
    top down to the ground."""
    return tuple(entry for layer in reversed(LAYERS) for entry in layer.iter_legend_entries(map_))


def list_owner_legend(map_: Map) -> tuple[LegendEntry, ...]:
    """Return whose regions and pieces are whose, for where no standings lie beside the map: names with their looks."""
    return tuple(GroundLayer.iter_seat_entries(map_))


def describe_map(map_: Map) -> str:
    """The map in one sentence for each seat: what it has where, and how many areas are its own, if it has any."""
    lines = []
    for seat, style in {**map_.styles, **map_.looks}.items():
        told = (", ".join(layer.describe_seat(map_, seat)) for layer in reversed(LAYERS))
        if said := "; ".join(filter(None, told)):
            lines.append(f"{style.name}: {said}.")
    return " ".join(lines)
