"""A map as a scene: the list of its layers, and what is made of them together.

Each layer lies in a file of its own (`layer.Layer` says what it can tell); painters translate what they draw.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.report import Map
from pbem.render.layers.ground import SWATCH_SIZE, Ground, swatch
from pbem.render.layers.layer import Drawing, Entry, Layer, Level, layered
from pbem.render.layers.links import Links
from pbem.render.layers.names import Names
from pbem.render.layers.orders import Orders
from pbem.render.layers.pieces import Pieces
from pbem.render.layers.plates import Plates
from pbem.render.layers.relief import Relief
from pbem.render.layers.rims import Rims
from pbem.render.layers.samples import SIZE as SAMPLE_SIZE
from pbem.render.layers.signs import Signs
from pbem.render.scene import Primitive, Scene

__all__ = ["LAYERS", "SAMPLE_SIZE", "SWATCH_SIZE", "description", "floor", "legend", "on_the_land", "scene", "swatch"]

LAYERS: Sequence[type[Layer]] = (Ground, Relief, Rims, Orders, Links, Names, Plates, Pieces, Signs)
"""All layers; of two on one level the later lies over the earlier."""


def scene(map_: Map, *, outline: bool = False) -> Scene:
    """The whole drawing. `outline` leaves the tints out, to save toner: owners are told by hatch alone."""
    return whole(map_, tuple(layered(layers(map_, outline))))


def floor(map_: Map) -> Scene:
    """The land alone: what stays while orders are given."""
    return whole(map_, tuple(layered(layers(map_), (Level.GROUND,))))


def on_the_land(map_: Map) -> tuple[Primitive, ...]:
    """What lies on the land: strokes, names, pieces."""
    return tuple(layered(layers(map_), [level for level in Level if level != Level.GROUND]))


def layers(map_: Map, outline: bool = False) -> list[Layer]:
    drawing = Drawing(map_, outline)
    return [layer(drawing) for layer in LAYERS]


def whole(map_: Map, primitives: tuple[Primitive, ...]) -> Scene:
    return Scene(map_.chart.width, map_.chart.height, primitives, map_.title, description(map_))


def legend(map_: Map) -> tuple[Entry, ...]:
    """The signs that occur on the map, each with its words and a sample `SAMPLE_SIZE` units large, from what lies on
    top down to the ground."""
    return tuple(entry for layer in reversed(LAYERS) for entry in layer.legend(map_))


def description(map_: Map) -> str:
    """The map in one sentence for each seat: what it has where, and how many areas are its own, if it has any."""
    lines = []
    for seat, style in {**map_.styles, **map_.looks}.items():
        told = (", ".join(layer.words(map_, seat)) for layer in reversed(LAYERS))
        if said := "; ".join(filter(None, told)):
            lines.append(f"{style.name}: {said}.")
    return " ".join(lines)
