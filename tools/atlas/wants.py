"""What is to stand on a map, as its plan says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tools.atlas.source import called, names_file


@dataclass(frozen=True)
class Wants:
    """What is to stand on a map (see `[slots]` in a plan).

    `piece` is the room of what stands on a piece's spot (0, 0 if nothing does), `single` that of one piece where
    several may stand; `stars` are the regions whose names may have a star, `names` what regions are called in full,
    `beside` and `under` samples of tags on a name's line and beneath it; `signs` are rows of signs, how many in each
    and how many rows; `blocks` the sizes of boxes of several rows.
    """

    piece: tuple[int, int]
    single: tuple[int, int]
    stars: frozenset[str]
    names: Mapping[str, str]
    beside: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    signs: tuple[tuple[int, int], ...] = ()
    blocks: tuple[tuple[int, int], ...] = ()


def read_wants(plan: dict[str, Any], codes: Sequence[str]) -> Wants:
    """The wants in a plan, where `names` is the file of the game that holds them."""
    given, names = plan["slots"], dict(called(names_file(plan)))
    stars = codes if given.get("stars") == "*" else given.get("stars", "").split()
    return Wants(
        pair(given["piece"]),
        pair(given.get("single", given["piece"])),
        frozenset(stars),
        {code: name for code, name in names.items() if code in codes},
        tuple(given.get("beside", ())),
        tuple(given.get("under", ())),
        tuple(map(pair, given.get("signs", ()))),
        tuple(map(pair, given.get("blocks", ()))),
    )


def pair(numbers: Sequence[int]) -> tuple[int, int]:
    width, height = numbers
    return width, height
