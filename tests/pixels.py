"""Pictures in letters as a point: a painter takes half a second to start."""

from __future__ import annotations

from pbem.render import to_png

POINT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8ffff3f0005fe02fea735810e0000000049454e44ae426082"
)
"""A white picture of one pixel."""


def none() -> None:
    """From now on this process paints none."""
    to_png.paint_png = lambda *_: POINT
