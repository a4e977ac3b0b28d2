"""A map block lowered to primitives: areas, borders, labels, and over them the pieces and strokes of `marks`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from engines.atlas.chart import Chart, Region
from engines.report import Hatch, Map, Piece, Sign, Stroke, Style
from pbem.render import shapes, signs
from pbem.render.marks import ASIDE, HALO, INK, NOMINAL, PLAIN, SMALL, Marks, unit
from pbem.render.scene import Area, Lines, Path, Primitive, Scene, Text

SEA, LAND, SHUT, OFF, ISLAND = "#C9DFEC", "#EFE3C4", "#B9B4AA", "#D6D2C6", "#DCD5C3"
COAST, BORDER, LIMIT, SEA_NAME = "#2B4C63", "#4A4034", "#5E89A6", "#2F5A78"
GROUND = {"land": LAND, "sea": SEA, "shut": SHUT, "off": OFF}
PALE: dict[str, str] = {"land": "#FFFFFF", "sea": "#F3F7FA", "shut": "#DDDDDD", "off": "#EEEEEE"}
LIGHT_HATCH = frozenset({"rising", "cross"})
LABEL, SEA_LABEL, TAG = 88, 78, 62
NUDGES = (
    *((0, 0), (0, -70), (0, 70), (90, 0), (-90, 0), (0, -125), (0, 125), (160, 0), (-160, 0)),
    *((120, 100), (-120, 100), (120, -100), (-120, -100)),
)


def scene(map_: Map, *, outline: bool = False) -> Scene:
    """The whole drawing. `outline` leaves the tints out, to save toner: owners are told by hatch alone."""
    return whole(map_, (*ground(map_, outline), *on_the_land(map_, outline)))


def floor(map_: Map) -> Scene:
    """The land alone: what stays while orders are given."""
    return whole(map_, ground(map_, False))


def whole(map_: Map, primitives: Iterable[Primitive]) -> Scene:
    return Scene(map_.chart.width, map_.chart.height, tuple(primitives), map_.title, description(map_))


def on_the_land(map_: Map, outline: bool = False) -> tuple[Primitive, ...]:
    """What lies on the land: strokes, names, pieces."""
    marks = Marks(map_, outline)
    under, over = marks.layers()
    return (*under, *names(map_, marks), *over)


def ground(map_: Map, outline: bool) -> Iterator[Primitive]:
    """Regions in their owners' tint and hatch, islands, borders."""
    chart, styles = map_.chart, {**map_.looks, **map_.styles}
    for code, region in chart.regions.items():
        style = styles.get(map_.owners.get(code, ""))
        name = map_.called(code)
        yield area(region, name, style, outline) if style else bare(region, name, outline)
    yield from relief(chart, outline)
    if map_.walls:
        yield walls(chart, map_.walls)


@lru_cache(16)
def walls(chart: Chart, pairs: frozenset[frozenset[str]]) -> Lines:
    """The borders that nothing crosses, drawn heavily."""
    lines = tuple(arc.points for arc in chart.arcs if frozenset(arc.sides) in pairs)
    return Lines("walls", lines, BORDER, max(1, round(40 * unit(chart))))


@lru_cache(2048)
def area(region: Region, name: str, style: Style, outline: bool) -> Area:
    """An owned region."""
    fill = PALE[region.kind] if outline else style.tint
    return Area(region.code, region.rings, fill, style.hatch, hatch_ink(style, outline), f"{name}, {style.name}")


@lru_cache(2048)
def bare(region: Region, name: str, outline: bool) -> Area:
    """A region nobody owns; one that is shut has a hatch of its own."""
    fill = PALE[region.kind] if outline else GROUND[region.kind]
    hatch: Hatch = "falling" if region.kind == "shut" else ""
    return Area(region.code, region.rings, fill, hatch, "#8F8A80" if hatch else "", name)


def hatch_ink(style: Style, outline: bool) -> str:
    """White for the heavy patterns on a dark tint, else dark."""
    red, green, blue = (int(style.tint[i : i + 2], 16) for i in (1, 3, 5))
    dark_tint = 0.3 * red + 0.59 * green + 0.11 * blue < 175
    return "#FFFFFF" if dark_tint and style.hatch in LIGHT_HATCH and not outline else "#4B4B52"


@lru_cache(16)
def relief(chart: Chart, outline: bool) -> tuple[Primitive, ...]:
    """What never changes: islands, the limits of seas, borders, coasts."""
    k = unit(chart)
    lines = {kind: tuple(arc.points for arc in chart.arcs if arc.kind == kind) for kind in ("sea", "land", "coast")}
    island = "#FFFFFF" if outline else ISLAND
    return (
        Area("islands", chart.islands, island),
        Lines("islands", tuple((*ring, ring[0]) for ring in chart.islands), COAST, max(1, round(8 * k))),
        Lines("sea", lines["sea"], LIMIT, max(1, round(9 * k)), (round(46 * k), round(30 * k))),
        Lines("land", lines["land"], BORDER, max(1, round(11 * k))),
        Lines("coast", lines["coast"], COAST, max(1, round(14 * k))),
    )


# --- labels ---------------------------------------------------------------------------------------------------


class Taken:
    """The boxes already covered, found by the cells of a coarse grid."""

    def __init__(self, boxes: Iterable[tuple[float, float, float, float]], cell: float) -> None:
        self.cell = cell
        self.grid: dict[tuple[int, int], list[tuple[float, float, float, float]]] = {}
        for box in boxes:
            self.add(box)

    def cells(self, box: tuple[float, float, float, float]) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(n // self.cell) for n in box)
        return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))

    def add(self, box: tuple[float, float, float, float]) -> None:
        for cell in self.cells(box):
            self.grid.setdefault(cell, []).append(box)

    def hits(self, box: tuple[float, float, float, float]) -> bool:
        left, top, right, bottom = box
        return any(
            a < right and c > left and b < bottom and d > top
            for cell in self.cells(box)
            for a, b, c, d in self.grid.get(cell, ())
        )


def names(map_: Map, marks: Marks) -> Iterator[Primitive]:
    """The names of all regions, moved aside a little where a piece, a head or a cross would cover them."""
    k = marks.k
    taken = Taken(marks.taken, 220 * k)
    covered = []
    every = labels(map_.chart, map_.stars, marks.outline, tuple(map_.tags.items()))
    for name in every:
        if taken.hits(name.box):
            covered.append(name)
        else:
            yield from name.primitives
    for name in every:
        if name not in covered:
            taken.add(name.box)
    for name in covered:
        free = (n for n in NUDGES if not taken.hits(name.shifted(n[0] * k, n[1] * k)))
        dx, dy = next(free, (0, 0))
        taken.add(name.shifted(dx * k, dy * k))
        moved = round(dx * k), round(dy * k)
        yield from label(name.region, k, name.star, marks.outline, *moved, name.tag).primitives


class Label:
    """A name with its star and the small words under it, and the box it covers."""

    __slots__ = ("box", "primitives", "region", "star", "tag")

    def __init__(self, region: Region, k: float, star: bool, outline: bool, dx: int, dy: int, tag: str = "") -> None:
        self.region, self.star, self.tag = region, star, tag
        sea = region.kind == "sea"
        size = round((SEA_LABEL if sea else LABEL) * k)
        x, y = region.label[0] + dx, region.label[1] + dy
        half = max(0.36 * size * len(region.code), 0.27 * TAG * k * len(tag))
        low = y + 0.45 * size + (TAG * k if tag else 0)
        self.box = (x - half - (size if star else 0), y - 0.45 * size, x + half, low)
        halo = (PALE if outline else GROUND)["sea"] if sea else HALO
        name = Text(x, round(y + 0.36 * size), region.code, size, SEA_NAME if sea else INK, halo,
                    bold=not sea, italic=sea)  # fmt: skip
        sign = shapes.shape(shapes.STAR, x - half - 0.42 * size, y, 0.48 * size)
        under = (Text(x, round(y + 0.36 * size + 1.05 * TAG * k), tag, round(TAG * k), INK, halo),) if tag else ()
        self.primitives: tuple[Primitive, ...] = (name, *under)
        if star:
            self.primitives = (
                Path(sign, "", HALO, round(20 * k)),
                Path(sign, "#FFFFFF", INK, round(9 * k)),
                name,
                *under,
            )

    def shifted(self, dx: float, dy: float) -> tuple[float, float, float, float]:
        left, top, right, bottom = self.box
        return left + dx, top + dy, right + dx, bottom + dy


label = lru_cache(2048)(Label)


@lru_cache(16)
def labels(
    chart: Chart, stars: frozenset[str], outline: bool, tags: tuple[tuple[str, str], ...] = ()
) -> tuple[Label, ...]:
    k, under = unit(chart), dict(tags)
    named = ((code, r) for code, r in chart.regions.items() if r.kind != "off" and r.named)
    return tuple(label(r, k, code in stars, outline, 0, 0, under.get(code, "")) for code, r in named)


# --- words ----------------------------------------------------------------------------------------------------


def description(map_: Map) -> str:
    """The map in one sentence for each seat: what it has where, and how many areas are its own, if it has any."""
    areas = Counter(map_.owners.values())
    lines = []
    for seat, style in {**map_.styles, **map_.looks}.items():
        owned = "1 area" if areas[seat] == 1 else f"{areas[seat]} areas" if areas[seat] else ""
        if told := "; ".join(filter(None, (", ".join(placed(map_, seat)), owned))):
            lines.append(f"{style.name}: {told}.")
    return " ".join(lines)


def placed(map_: Map, seat: str) -> list[str]:
    """The pieces of a seat in words, place by place: "army Budapest (dislodged)", "2 × army and fleet in Spain"."""
    there: dict[tuple[str, str], Counter[str]] = {}
    for piece in map_.pieces:
        if piece.seat == seat:
            there.setdefault((piece.at, piece.mark), Counter())[kind(map_, piece)] += 1
    return [at_place(map_, at, mark, found) for (at, mark), found in there.items()]


def at_place(map_: Map, at: str, mark: str, found: Mapping[str, int]) -> str:
    pieces = " and ".join(words if count == 1 else f"{count} × {words}" for words, count in found.items())
    marked = f"({map_.words.get(mark, mark)})" if mark else ""
    return " ".join(filter(None, (pieces, map_.words.get("in", ""), map_.called(at), marked)))


def kind(map_: Map, piece: Piece) -> str:
    """What a piece is, by its name, by its number, or by its shape."""
    if piece.name:
        return piece.name
    name = map_.words.get(piece.shape, piece.shape)
    if piece.text.isdecimal():
        return f"{piece.text} {name}{'s' * (piece.text != '1')}"
    return f"{name} {piece.text}".rstrip()


# --- the legend -----------------------------------------------------------------------------------------------

SWATCH_SIZE = (360, 260)


@lru_cache(64)
def swatch(style: Style) -> tuple[Primitive, ...]:
    """A seat's tint, hatch and letter as they are on the map, `SWATCH_SIZE` units large."""
    width, height = SWATCH_SIZE
    ring = ((0, 0), (width, 0), (width, height), (0, height))
    sign = Text(width // 2, 195, style.letter, 190, INK, HALO, bold=True)
    return Area("", (ring,), style.tint, style.hatch, hatch_ink(style, False)), sign


SAMPLES: tuple[tuple[str, tuple[Piece, ...], tuple[Stroke, ...]], ...] = (
    ("army, fleet", (Piece("army", "s", "a"), Piece("fleet", "s", "b")), ()),
    ("move", (), (Stroke("move", "s", ("l", "r")),)),
    ("move, failed", (), (Stroke("move", "s", ("l", "r"), True),)),
    ("support", (), (Stroke("support", "s", ("l", "r")),)),
    ("support, cut or void", (), (Stroke("support", "s", ("l", "r"), True),)),
    ("convoy", (), (Stroke("convoy", "s", ("l", "r", "r")),)),
    ("hold", (Piece("army", "s", "m"),), (Stroke("hold", "s", ("m",)),)),
    ("retreat", (), (Stroke("retreat", "s", ("f", "r")),)),
    ("dislodged", (Piece("army", "s", "d", "dislodged"),), ()),
    ("built", (Piece("army", "s", "m", "built"),), ()),
    ("removed", (Piece("army", "s", "m", "removed"),), ()),
)
SAMPLE_SIZE = (620, 290)
SAMPLE_PLACES = {"a": (170, 145), "b": (440, 145), "m": (310, 145), "l": (60, 145), "r": (560, 145)}
SAMPLE_PLACES |= {"d": (310 - ASIDE[0], 145 - ASIDE[1]), "f": (60 - ASIDE[0], 145 - ASIDE[1])}


def legend(map_: Map) -> tuple[tuple[str, tuple[Primitive, ...]], ...]:
    """The signs that occur on the map, each with a sample drawing `SAMPLE_SIZE` units large."""
    style = next(iter(map_.styles.values()), PLAIN)
    drawn = {sign(s.kind, s.failed) for s in map_.strokes} | {piece.mark for piece in map_.pieces}
    shapes_drawn = {piece.shape for piece in map_.pieces}
    drawn |= {"army, fleet"} if shapes_drawn & {"army", "fleet"} else set()
    lying = {s.name: Sign(s.kind, "m", s.fill, s.name, s.text) for s in map_.signs}
    return (
        *((map_.words.get(name, name), sample(style, ours, lines)) for name, ours, lines in SAMPLES if name in drawn),
        *((map_.words.get(s, s), sample(style, (Piece(s, "s", "m"),), ())) for s in sorted(SMALL & shapes_drawn)),
        *((name, tuple(signs.drawn(s.kind, s.fill, s.text, 310, 145, 2.2))) for name, s in lying.items()),
        *((("dotted line", sample_link()),) if map_.links else ()),
        *((("no way across", WALL),) if map_.walls else ()),
        *((look.name, swatch(look)) for key, look in map_.looks.items() if key in set(map_.owners.values())),
    )


WALL: tuple[Primitive, ...] = (Lines("walls", ((SAMPLE_PLACES["l"], SAMPLE_PLACES["r"]),), BORDER, 40),)


@lru_cache(1)
def sample_link() -> tuple[Primitive, ...]:
    return tuple(signs.links([(SAMPLE_PLACES["l"], SAMPLE_PLACES["r"])], 1))


def sign(kind: str, failed: bool) -> str:
    """The name in the legend of a kind of stroke."""
    return {("move", True): "move, failed", ("support", True): "support, cut or void"}.get((kind, failed), kind)


@lru_cache(256)
def sample(style: Style, pieces: tuple[Piece, ...], strokes: tuple[Stroke, ...]) -> tuple[Primitive, ...]:
    chart = Chart("legend", NOMINAL, NOMINAL, {}, (), (), SAMPLE_PLACES, "")
    under, over = Marks(Map(chart, "", {}, pieces, strokes, {"s": style})).layers()
    return (*under, *over)
