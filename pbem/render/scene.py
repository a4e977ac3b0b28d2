"""What a drawing is made of: four primitives in chart units. `layers` decide what they are, painters translate them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.atlas.chart import Ring
from engines.report import Hatch

PathStep: TypeAlias = tuple[str, tuple[int, ...]]
"""One step of a path: ("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)) or ("Z", ())."""
PathSteps: TypeAlias = tuple[PathStep, ...]


@dataclass(frozen=True, slots=True)
class SceneArea:
    """A filled surface, under `hatch` drawn in `ink`. `key` names the region; `title` is what a reader hears."""

    key: str
    rings: tuple[Ring, ...]
    fill: str
    hatch: Hatch = ""
    ink: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class SceneLines:
    """Open lines of one kind, such as all coasts."""

    key: str
    lines: tuple[Ring, ...]
    stroke: str
    width: int
    dash: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenePath:
    """A shape of straight and curved steps; `fill` or `stroke` may be "". `round` rounds the ends of its dashes."""

    steps: PathSteps
    fill: str = ""
    stroke: str = ""
    width: int = 0
    dash: tuple[int, ...] = ()
    round: bool = False


@dataclass(frozen=True, slots=True)
class SceneText:
    """Words set centred on `x`, their baseline at `y`; `halo` is the colour round the letters, or "".

    `align`: "l" sets them from `x` on, "r" up to `x`. `width` is how wide they are to be set, whatever the font at
    hand; 0: as they come.
    """

    x: int
    y: int
    text: str
    size: int
    color: str
    halo: str = ""
    bold: bool = False
    italic: bool = False
    align: Literal["", "l", "r"] = ""
    width: int = 0


Primitive: TypeAlias = SceneArea | SceneLines | ScenePath | SceneText


@dataclass(frozen=True)
class Scene:
    """A drawing of `width` by `height` units, its corner at `left` and `top`; `title` and `description` stand in for it
    where it cannot be seen."""

    width: int
    height: int
    primitives: tuple[Primitive, ...]
    title: str = ""
    description: str = ""
    left: int = 0
    top: int = 0
