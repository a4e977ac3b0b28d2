"""Scenes that are one picture: a map, and below it samples of its signs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from hashlib import sha256
from marshal import dumps
from operator import attrgetter

from pbem.render.scene import Primitive, Scene, SceneArea, SceneLines, ScenePath, SceneText

PARTS = {
    one: attrgetter(*(field.name for field in fields(one))) for one in (SceneArea, SceneLines, ScenePath, SceneText)
}
"""What a primitive consists of."""
PLAIN = 2
"""The newest form of `marshal` in which what is equal has the same bytes: later ones tell what is one object."""


@dataclass(frozen=True)
class PlacedScene:
    """A scene with its corner at `x` and `y`, and so many times as large; nothing of it is seen beyond its edges."""

    scene: Scene
    x: int = 0
    y: int = 0
    scale: float = 1.0


@dataclass(frozen=True)
class Collage:
    """A picture of `width` by `height` units, of scenes that lie beside and over each other."""

    width: int
    height: int
    scenes: tuple[PlacedScene, ...]

    @property
    def digest(self) -> str:
        """A name for what is drawn: the same in every process, and for no other drawing."""
        drawn = [(p.x, p.y, p.scale, *scene_frame(p.scene), list_parts(p.scene)) for p in self.scenes]
        return sha256(dumps((self.width, self.height, drawn), PLAIN)).hexdigest()

    def iter_colours(self) -> Iterator[str]:
        """Yield the colours that the drawing names."""
        for placed in self.scenes:
            for primitive in placed.scene.primitives:
                yield from filter(None, primitive_colours(primitive))


def scene_frame(scene: Scene) -> tuple[int, int, int, int]:
    return scene.left, scene.top, scene.width, scene.height


def list_parts(scene: Scene) -> list[tuple[str, object]]:
    return [(type(p).__name__, PARTS[type(p)](p)) for p in scene.primitives]


def primitive_colours(primitive: Primitive) -> tuple[str, ...]:
    match primitive:
        case SceneArea():
            return primitive.fill, primitive.ink if primitive.hatch else ""
        case SceneLines():
            return (primitive.stroke,)
        case ScenePath():
            return primitive.fill, primitive.stroke
        case SceneText():
            return primitive.color, primitive.halo
