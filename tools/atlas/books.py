"""The books of places that a map needs: for short names, names with tags, full names, signs and blocks of rows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import shapely

from tools.atlas import lettering
from tools.atlas.lettering import BOLD, ITALIC, Measure, beside, under
from tools.atlas.slots import FOREIGN, Box, Row, aside, book, fitted, home, settled
from tools.atlas.terrain import Boxes, Terrain
from tools.atlas.wants import Wants

SMALLER = 10 / 11
"""How much smaller a name is set where it does not fit."""
SIGN = 92
"""The room of one sign, in units of a map 7300 wide."""
FEW, SEVERAL = 4, 6
"""How many places are kept of a full name and of a row of signs; and of a block."""
USUAL = 1
"""Which of the shapes of blocks is the usual one."""
BLOCK_ABROAD = 300
"""What it costs a block of several rows to stand on foreign land."""


def books(land: Terrain, wants: Wants) -> dict[str, list[Row]]:
    """All books of a map."""
    codes = named(land)
    tagged = [code for code in codes if land.kinds[code] == "land"]
    short = book(land, {code: name(land, wants, code) for code in codes})
    found = {"name": short, "again": [row for code in tagged for row in again(land, wants, code)]}
    for key, measure, tags in (("beside", beside, wants.beside), ("under", under, wants.under)):
        boxes = ({code: tagged_name(land, wants, code, measure, tag) for code in tagged} for tag in tags)
        found[key] = [row for wanted in boxes for row in book(land, wanted)]
    found["full"] = [few(row) for code in codes for row in full(land, wants, code)]
    found["signs"] = [few(row) for code in tagged for row in signs(land, wants, code, short)]
    found["block"] = list(blocks(land, wants, tagged)) if wants.blocks else []
    return found


def blocks(land: Terrain, wants: Wants, codes: Sequence[str]) -> Iterator[Row]:
    """Places of boxes of every shape, some of them beside the region, clear of the usual boxes inside others."""
    boxes = [Box(*shape, round(BOLD * land.unit)) for shape in wants.blocks]
    usual = {code: [r.box.at(r.places[0]) for r in fitted(land, code, boxes[USUAL : USUAL + 1])] for code in codes}
    for box in boxes:
        found = book(land, {code: [box] for code in codes}, BLOCK_ABROAD, sys.maxsize, usual)
        yield from (replace(row, places=row.places[:SEVERAL]) for row in found)


def named(land: Terrain) -> list[str]:
    return [code for code, kind in land.kinds.items() if kind != "off" and not code.startswith("_")]


def name(land: Terrain, wants: Wants, code: str) -> list[Box]:
    """The boxes of a region's short name."""
    return sizes(land, code, partial(set_, land, wants, code, (code,)))


def again(land: Terrain, wants: Wants, code: str) -> Iterator[Row]:
    """The best place of a region's name on each of its islands, and other parts that lie apart, where it fits."""
    for part in shapely.get_parts(land.regions[code]):
        if not part.equals(home(land, code)):
            shapely.prepare(part)
            alone = replace(land, regions={**land.regions, code: part})
            clear = (row for row in fitted(alone, code, name(land, wants, code)) if row.clear)
            yield from (replace(row, places=row.places[:1]) for row in islice(clear, 1))


def tagged_name(land: Terrain, wants: Wants, code: str, measure: Measure, tag: str) -> list[Box]:
    """The boxes of a name with a tag."""
    return sizes(land, code, lambda size: measure(code, tag, size, star=code in wants.stars))


def full(land: Terrain, wants: Wants, code: str) -> Iterator[Row]:
    """The places of a full name, in one line and in two; only inside its region, and clear of its piece."""
    name = wants.names.get(code, code)
    for lines in dict.fromkeys([(name,), lettering.broken(name)] if name != code else ()):
        tries = sizes(land, code, partial(set_, land, wants, code, lines), lines)
        yield from (row for row in fitted(land, code, tries) if row.clear)


def signs(land: Terrain, wants: Wants, code: str, names: Sequence[Row]) -> Iterator[Row]:
    """The places of all rows of signs that are wanted, one sign or several, in one row or two."""
    best = np.array([row.box.at(row.places[0]) for row in names])
    for count, rows in wants.signs:
        size = Box(round(SIGN * count * land.unit), round(SIGN * rows * land.unit), 0)
        yield from islice(ways(land, wants, code, size, best), 1)


def ways(land: Terrain, wants: Wants, code: str, size: Box, names: Boxes) -> Iterator[Row]:
    """Places of a row of signs, better ones first: clear of the best places of names and of the piece; in narrow
    regions of a single piece; of no names; beside the region."""
    single = replace(land, piece=wants.single)
    for where, shun in ((land, names), (single, names), (land, None), (single, None)):
        yield from (row for row in fitted(where, code, [size, size], shun) if row.clear)
    if outside := aside(land, code, [size], names, names[:0], FOREIGN):
        yield outside
    yield from fitted(land, code, [size, size])


def roomy(land: Terrain, wants: Wants) -> Terrain:
    """The terrain with those pieces moved that would leave the name of their region no room."""
    return settled(land, {code: name(land, wants, code) for code in named(land)})


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
