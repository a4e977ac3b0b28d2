"""The books of places that a map needs: for short names, names with tags, full names, signs and blocks of several rows."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from tools.atlas import lettering
from tools.atlas.lettering import BOLD, ITALIC
from tools.atlas.slots import Box, Row, book, fitted
from tools.atlas.terrain import Terrain

SMALLER = 10 / 11
"""How much smaller a name is set where it does not fit."""
SIGN = 92
"""The room of one sign, in units of a map 7300 wide."""
FEW, SEVERAL = 4, 6
"""How many places are kept of a full name and of a row of signs; and of a block."""
USUAL = 1
"""Which of the shapes of blocks is the usual one."""
BLOCK_ABROAD = 150
"""What it costs a block of several rows to stand on foreign land."""


@dataclass(frozen=True)
class Wants:
    """What is to stand on a map (see `[slots]` in a plan).

    `piece` is the room of what stands on a piece's spot, `single` that of one piece where several may stand, `stars` the regions whose names may have a star, `names` what
    regions are called in full, `beside` and `under` the widest tag on a name's line and beneath it, `signs` how many
    stand side by side, `blocks` the sizes of boxes of several rows.
    """

    piece: tuple[int, int]
    single: tuple[int, int]
    stars: frozenset[str]
    names: Mapping[str, str]
    beside: str = ""
    under: str = ""
    signs: int = 0
    blocks: tuple[tuple[int, int], ...] = ()


def read_wants(given: Mapping[str, Any], root: Path, codes: Sequence[str]) -> Wants:
    """The wants in a plan; `names` is there a file of the game that holds them."""
    names = dict(called(json.loads((root / given["names"]).read_text("utf-8"))))
    stars = codes if given.get("stars") == "*" else given.get("stars", "").split()
    return Wants(
        pair(given["piece"]),
        pair(given.get("single", given["piece"])),
        frozenset(stars),
        {code: name for code, name in names.items() if code in codes},
        given.get("beside", ""),
        given.get("under", ""),
        given.get("signs", 0),
        tuple(map(pair, given.get("blocks", ()))),
    )


def pair(numbers: Sequence[int]) -> tuple[int, int]:
    width, height = numbers
    return width, height


def called(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Everything in a game's data that has a name, by its code or its key."""
    if isinstance(data, dict):
        if isinstance(data.get("name"), str):
            yield data.get("code", key), data["name"]
        for inner, value in data.items():
            yield from called(value, inner)
    elif isinstance(data, list):
        for value in data:
            yield from called(value)


def books(land: Terrain, wants: Wants) -> dict[str, list[Row]]:
    """All books of a map."""
    codes = named(land)
    tagged = [code for code in codes if land.kinds[code] == "land"]
    short = book(land, {code: name(land, wants, code) for code in codes})
    found = {"name": short}
    for key, tag in (("beside", wants.beside), ("under", wants.under)):
        found[key] = book(land, {code: tagged_name(land, wants, code, key) for code in tagged}) if tag else []
    found["full"] = [few(row) for code in codes for row in full(land, wants, code)]
    found["signs"] = [few(row) for code in tagged for row in signs(land, wants, code, short)]
    found["block"] = list(blocks(land, wants, tagged)) if wants.blocks else []
    return found


def blocks(land: Terrain, wants: Wants, codes: Sequence[str]) -> Iterator[Row]:
    """Places of boxes of every shape, each with some beside the region that are clear of the usual boxes inside others."""
    boxes = [Box(*shape, round(BOLD * land.unit)) for shape in wants.blocks]
    usual = {code: [r.box.at(r.places[0]) for r in fitted(land, code, boxes[USUAL : USUAL + 1])] for code in codes}
    for box in boxes:
        found = book(land, dict.fromkeys(codes, [box]), BLOCK_ABROAD, sys.maxsize, usual)
        yield from (replace(row, places=row.places[:SEVERAL]) for row in found)


def named(land: Terrain) -> list[str]:
    return [code for code, kind in land.kinds.items() if kind != "off" and not code.startswith("_")]


def name(land: Terrain, wants: Wants, code: str) -> list[Box]:
    """The boxes of a region's short name."""
    return sizes(land, code, partial(set_, land, wants, code, (code,)))


def tagged_name(land: Terrain, wants: Wants, code: str, where: str) -> list[Box]:
    """The boxes of a name with the widest tag that stands "beside" or "under" it."""
    tag, measure = (wants.under, lettering.under) if where == "under" else (wants.beside, lettering.beside)
    return sizes(land, code, lambda size: measure(code, tag, size, star=code in wants.stars))


def full(land: Terrain, wants: Wants, code: str) -> Iterator[Row]:
    """The places of a full name, in one line and in two; only inside its region, and clear of its piece."""
    name = wants.names.get(code, code)
    for lines in dict.fromkeys([(name,), lettering.broken(name)] if name != code else ()):
        tries = sizes(land, code, partial(set_, land, wants, code, lines), lines)
        yield from (row for row in fitted(land, code, tries) if row.clear)


def signs(land: Terrain, wants: Wants, code: str, names: Sequence[Row]) -> Iterator[Row]:
    """The places of rows of one sign, of two and so on, clear of the best places of the names, and of the piece or, in
    narrow regions, of a single one."""
    best = np.array([row.box.at(row.places[0]) for row in names])
    single = replace(land, piece=wants.single)
    for count in range(1, wants.signs + 1):
        size = Box(round(SIGN * count * land.unit), round(SIGN * land.unit), 0)
        tries = ((where, shun) for shun in (best, None) for where in (land, single))
        rows = (row for where, shun in tries for row in fitted(where, code, [size, size], shun))
        yield from islice((row for row in rows if row.clear), 1)


def few(row: Row) -> Row:
    return replace(row, places=row.places[:FEW])


def sizes(
    land: Terrain, code: str, measure: Callable[[float], tuple[int, int]], lines: tuple[str, ...] = ()
) -> list[Box]:
    """The boxes of words as large as they should be set, and smaller."""
    whole = (ITALIC if land.kinds[code] == "sea" else BOLD) * land.unit
    return [Box(*measure(size), round(size), lines) for size in (whole, whole * SMALLER)]


def set_(land: Terrain, wants: Wants, code: str, lines: tuple[str, ...], size: float) -> tuple[int, int]:
    """The width and height of names as they are set: those of seas slanted, those of lands bold."""
    return lettering.block(lines, size, "italic" if land.kinds[code] == "sea" else "bold", star=code in wants.stars)


def written(book: str, row: Row) -> dict[str, Any]:
    """A row as data (see `engines.atlas.chart.read_row`)."""
    inside = [n for place in row.places if not place.to for n in (place.x, place.y, place.cost)]
    outside = [n for place in row.places if place.to for n in (place.x, place.y, place.cost, *place.to)]
    return {
        "book": book,
        "of": row.code,
        "box": [row.box.letters, row.box.width, row.box.height],
        **({"lines": list(row.box.lines)} if row.box.lines else {}),
        **({"inside": inside} if inside else {}),
        **({"outside": outside} if outside else {}),
    }
