"""A map as a scene: the list of its layers, and what is made of them together.

Each layer lies in a file of its own (`layer.Layer` says what it can tell); painters translate what they draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from math import inf
from operator import itemgetter

from engines.kept import keeps
from engines.report import Map
from pbem.render.layers import part
from pbem.render.layers.ground import SWATCH_SIZE, Ground, swatch
from pbem.render.layers.layer import Drawing, Entry, Layer, Level, layered, settle, spared
from pbem.render.layers.links import Links
from pbem.render.layers.measure import lettering
from pbem.render.layers.names import Names
from pbem.render.layers.pieces import Pieces
from pbem.render.layers.plates import Plates
from pbem.render.layers.relief import Relief
from pbem.render.layers.rims import Rims
from pbem.render.layers.samples import SIZE as SAMPLE_SIZE
from pbem.render.layers.signs import Signs
from pbem.render.layers.strokes import Strokes
from pbem.render.scene import Primitive, Scene
from pbem.render.shapes import Box

__all__ = [
    "LAYERS",
    "SAMPLE_SIZE",
    "SWATCH_SIZE",
    "cut",
    "description",
    "floor",
    "legend",
    "on_the_land",
    "scene",
    "settled",
    "spared",
    "swatch",
]

LAYERS: Sequence[type[Layer]] = (Ground, Relief, Rims, Links, Signs, Names, Plates, Strokes, Pieces)
"""All layers; of two on one level the later lies over the earlier."""
ALL = tuple(Level)
ABOVE = ALL[1:]
"""What lies on the land."""
UNDRAWN = frozenset({"title", "words", "focus"})
"""What of a map is not drawn on it."""


def scene(map_: Map, *, outline: bool = False, seen: Box | None = None) -> Scene:
    """The drawing of a map, or of the part of it that is `seen`, with names placed within it and letters in its
    measure. `outline` leaves the tints out, to save toner: owners are told by hatch alone."""
    return framed(map_, primitives(Look(map_), outline, seen), seen)


def cut(map_: Map) -> Scene:
    """What of a map concerns its reader; all of it if nothing does more than the rest."""
    seen = part.matters(map_)
    return scene(map_, seen=None if seen == part.whole(map_.chart) else seen)


def floor(map_: Map) -> Scene:
    """The land alone: what stays while orders are given."""
    return framed(map_, layered(layers(Drawing(map_)), (Level.GROUND,)))


def on_the_land(map_: Map, seen: Box | None = None, window: float = inf) -> tuple[Primitive, ...]:
    """What lies on the land: strokes, names, pieces; `seen` as in `scene`, in a `window` so many pixels high."""
    return primitives(Look(map_), False, seen, window, ABOVE)


class Look:
    """A map as what is drawn of it: two that look alike are the same, whoever they are for."""

    def __init__(self, map_: Map) -> None:
        told = (getattr(map_, field.name) for field in fields(Map) if field.name not in UNDRAWN)
        self.map, self.all = map_, tuple(tuple(one.items()) if isinstance(one, Mapping) else one for one in told)
        self.hash = hash(self.all)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Look) and self.all == other.all


@keeps(16)
def primitives(
    look: Look, outline: bool = False, seen: Box | None = None, window: float = inf, levels: Sequence[Level] = ALL
) -> tuple[Primitive, ...]:
    """What is drawn. It is kept, since a map is painted for many readers and in many ways."""
    return tuple(layered(settled(look.map, outline, seen, window), levels))


def settled(map_: Map, outline: bool = False, seen: Box | None = None, window: float = inf) -> list[Layer]:
    """The layers of a map, all that looks for a place in its place: letters as large as can be with nothing hidden."""
    sizes, tried = lettering(map_.chart, seen, window), list[tuple[int, list[Layer]]]()
    for k in sizes:
        every = layers(Drawing(map_, outline, seen, k))
        tried.append((settle(every, last=k == sizes[-1]), every))
        if tried[-1][0] == 0:
            break
    return min(tried, key=itemgetter(0))[1]


def layers(drawing: Drawing) -> list[Layer]:
    return [layer(drawing) for layer in LAYERS]


def framed(map_: Map, primitives: Iterable[Primitive], seen: Box | None = None) -> Scene:
    """Primitives as a scene, of which a part may be seen."""
    left, top, right, bottom = map(round, seen or part.whole(map_.chart))
    drawn = tuple(part.within(primitives, seen) if seen else primitives)
    return Scene(right - left, bottom - top, drawn, map_.title, description(map_), left, top)


def legend(map_: Map) -> tuple[Entry, ...]:
    """The signs that occur on the map, each with its words and a sample `SAMPLE_SIZE` units large, from what lies on
    top down to the ground."""
    return tuple(entry for layer in reversed(LAYERS) for entry in layer.legend(map_))


def whose(map_: Map) -> tuple[Entry, ...]:
    """Whose regions and pieces are whose, for where no standings lie beside the map: names with their looks."""
    return tuple(Ground.seats(map_))


def description(map_: Map) -> str:
    """The map in one sentence for each seat: what it has where, and how many areas are its own, if it has any."""
    lines = []
    for seat, style in {**map_.styles, **map_.looks}.items():
        told = (", ".join(layer.words(map_, seat)) for layer in reversed(LAYERS))
        if said := "; ".join(filter(None, told)):
            lines.append(f"{style.name}: {said}.")
    return " ".join(lines)
