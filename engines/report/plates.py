"""What stands in a region that has more to it than a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

PartKind: TypeAlias = Literal["name", "figure", "coin", "rings", "star", "burst", "sign", "ticket", "token"]
Glyph: TypeAlias = Literal["spade", "diamond", "heart", "club", "burst", "moon", "target", "plus", "shield"]


@dataclass(frozen=True)
class PlatePart:
    """One thing that stands in a region.

    `kind` is its shape: "name", the short name of the region in bold; "figure", `text` as it is; "coin", "burst" and
    "ticket", `text` on one of these; "rings", as many as `text` says; "star", in the colour of `seat`; "sign", its
    `glyphs` alone; "token", a piece of `seat`, with its letter, `glyphs` and `text`. `mark`: "" or, of a token,
    "built", "removed", "moved", "sent", "instead"; of a name "new", of a burst "asked", of a ticket "removed". `words`
    say it where the region is told in words; parts of one `key` are explained together in the legend by it, "" are not.
    """

    kind: PartKind
    text: str = ""
    glyphs: tuple[Glyph, ...] = ()
    seat: str = ""
    mark: str = ""
    words: str = ""
    key: str = ""


@dataclass(frozen=True)
class Plate:
    """What stands in a region instead of its name: rows of parts, one below the other. Those in `loose` stand at the
    end of whichever row has room for them, or in a row of their own below the second."""

    rows: tuple[tuple[PlatePart, ...], ...]
    loose: tuple[PlatePart, ...] = ()

    @property
    def all_parts(self) -> tuple[PlatePart, ...]:
        """All parts, in the order in which they are told."""
        first, *others = self.rows
        return (*first, *self.loose, *(part for row in others for part in row))
