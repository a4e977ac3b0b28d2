"""What a hatch is made of, as a tile that repeats: for painters that have patterns."""

from __future__ import annotations

from typing import NamedTuple

from engines.report import Hatch


class HatchTile(NamedTuple):
    """A square of so many units, lines in it from point to point, and how wide they are; `round` are their ends."""

    size: int
    width: int
    lines: tuple[tuple[int, int, int, int], ...]
    round: bool = False


FALLING = (-22, 66, 22, 110), (-22, -22, 110, 110), (66, -22, 110, 22)
RISING = (-22, 22, 22, -22), (-22, 110, 110, -22), (66, 110, 110, 66)

TILES: dict[Hatch, HatchTile] = {
    "level": HatchTile(64, 9, ((0, 32, 64, 32),)),
    "upright": HatchTile(64, 9, ((32, 0, 32, 64),)),
    "rising": HatchTile(80, 15, ((-20, 20, 20, -20), (-20, 100, 100, -20), (60, 100, 100, 60))),
    "falling": HatchTile(88, 9, FALLING),
    "cross": HatchTile(88, 11, (*FALLING, *RISING)),
    "dots": HatchTile(72, 17, ((18, 18, 18, 18), (54, 54, 54, 54)), round=True),
    "dashes": HatchTile(150, 9, ((20, 38, 72, 38), (95, 113, 147, 113))),
}
