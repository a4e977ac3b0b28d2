"""How a seat looks everywhere: always a tint with a hatch and a letter, so that nothing is told by hue alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Hatch: TypeAlias = Literal["", "level", "upright", "rising", "falling", "dots", "cross", "dashes"]


@dataclass(frozen=True)
class Style:
    """How a seat looks everywhere: `fill` for its pieces, `tint` and `hatch` for its areas, `letter` on its pieces.

    Colours are "#RRGGBB"; `ink` is the colour of the letter on `fill`; `name` stands in legends. `rim`: areas that look
    so have a dashed rim in this colour besides.
    """

    name: str
    letter: str
    fill: str
    tint: str
    hatch: Hatch
    ink: str = "#111111"
    rim: str = ""
