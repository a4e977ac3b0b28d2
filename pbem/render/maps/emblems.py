"""The parts of what stands in a region: how each looks, and how much room it takes. Sizes are meant for a chart of the
usual width; `k` scales them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin

from engines import palette
from engines.memo import memoize
from engines.report import Glyph, PartKind, PlatePart, Style
from pbem.render import shapes
from pbem.render.maps.letters import measure_map_words
from pbem.render.scene import PathStep, PathSteps, Primitive, ScenePath, SceneText

NAME, FIGURE, SMALL = 104, 84, 82
"""Letters of names, of figures, and on all that bears some: six points at least on a sheet that is printed upright."""
STAR, BURST, COIN, RING, SIGN = 46, 58, 43, 12, 38
"""Half as wide as these are."""
GLYPH = 28
"""Half as wide as a suit is on a token or a ticket."""
PAD, GAP = 9, 8
"""Between a rim and what it holds, and from one part to the next."""
APART = 29
"""From the middle of one ring to the next."""
LETTER = 72
"""The width of the field with the owner's letter on a token."""
HEIGHTS: Mapping[PartKind, int] = {"figure": 86, "coin": 88, "rings": 40, "star": 92, "name": 106, "sign": 84,
                                   "burst": 112, "token": 100, "ticket": 88}  # fmt: skip
"""How high parts are, in the order in which they are explained."""
MIDDLE = 0.36
"""How far below its middle the line stands on which capitals and figures stand, in their size."""


def part_width(part: PlatePart) -> float:
    """Return how wide a part is."""
    match part.kind:
        case "name":
            return NAME * measure_map_words(part.text, bold=True) + (2 * PAD if part.mark else 0)
        case "figure":
            return FIGURE * measure_map_words(part.text, bold=True)
        case "rings":
            return int(part.text) * APART
        case "sign":
            return len(part.glyphs) * (2 * SIGN + 4)
        case "ticket":
            return part_content_width(part) + 2 * PAD
        case "token":
            return LETTER + part_content_width(part) + 2 * PAD
    return 2 * {"star": STAR, "burst": BURST, "coin": COIN}[part.kind]


def part_content_width(part: PlatePart) -> float:
    """The width of glyphs and a text side by side."""
    return len(part.glyphs) * (2 * GLYPH + 4) + SMALL * measure_map_words(part.text, bold=True)


@memoize(512)
def draw_emblem(part: PlatePart, style: Style, x: float, y: float, k: float) -> tuple[Primitive, ...]:
    """A part around a point. `style` is that of its seat."""
    return tuple(PAINTERS[part.kind](part, style, x, y, k))


# --- words and figures ----------------------------------------------------------------------------------------------


def make_bold_words(
    text: str, x: float, y: float, size: float, ink: str = palette.INK, halo: str = palette.HALO
) -> SceneText:
    return SceneText(round(x), round(y + MIDDLE * size), text, round(size), ink, halo, bold=True)


def draw_name_part(part: PlatePart, _: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    if part.mark:
        half, tall = part_width(part) * k / 2, 50 * k
        yield ScenePath(
            make_cut_box(x - half, y - tall, x + half, y + tall, 16 * k),
            palette.PRIZE,
            palette.INK,
            scale_line_width(7, k),
        )
    yield make_bold_words(part.text, x, y, NAME * k, halo="" if part.mark else palette.HALO)


def draw_figure_part(part: PlatePart, _: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    yield make_bold_words(part.text, x, y, FIGURE * k)


def draw_coin_part(part: PlatePart, _: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    yield ScenePath(shapes.circle_steps(x, y, COIN * k), palette.COIN, palette.INK, scale_line_width(8, k))
    yield make_bold_words(part.text, x, y, SMALL * k, halo="")


def draw_rings_part(part: PlatePart, _: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    count, step = int(part.text), APART * k
    circles = [shapes.circle_steps(x + (n - (count - 1) / 2) * step, y, RING * k) for n in range(count)]
    yield from (ScenePath(circle, "", palette.HALO, scale_line_width(18, k)) for circle in circles)
    yield from (ScenePath(circle, palette.HALO, palette.INK, scale_line_width(8, k)) for circle in circles)


# --- signs ------------------------------------------------------------------------------------------------------------


def draw_star_part(_: PlatePart, style: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    yield from make_haloed_shape(shapes.outline_steps(shapes.STAR, x, y + 3 * k, STAR * k), style.fill, k)


def draw_burst_part(part: PlatePart, _: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    """A jagged disc; in dashes where it is only meant to come."""
    dash = (scale_line_width(20, k), scale_line_width(14, k)) if part.mark else ()
    outline = make_jagged_disc(x, y, BURST * k)
    yield ScenePath(outline, palette.HALO, palette.HALO, scale_line_width(18, k))
    yield ScenePath(outline, palette.HALO, palette.ALARM, scale_line_width(9, k), dash)
    yield make_bold_words(part.text, x, y, SMALL * k, palette.ALARM, "")


def draw_sign_part(part: PlatePart, _: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    step = (2 * SIGN + 4) * k
    for n, glyph in enumerate(part.glyphs):
        yield from draw_lone_glyph(glyph, x + (n - (len(part.glyphs) - 1) / 2) * step, y, SIGN * k, k)


def draw_lone_glyph(glyph: Glyph, x: float, y: float, r: float, k: float) -> Iterator[Primitive]:
    """A sign that stands by itself: in a disc, or in a rim of its own."""
    if glyph == "target":
        for part in (1.0, 0.55):
            yield ScenePath(shapes.circle_steps(x, y, part * r), palette.HALO, palette.AIM, scale_line_width(11, k))
        yield ScenePath(shapes.circle_steps(x, y, 0.2 * r), palette.AIM)
    elif glyph == "plus":
        yield ScenePath(shapes.circle_steps(x, y, r), palette.AIM, palette.HALO, scale_line_width(8, k))
        yield ScenePath(shapes.plus_steps(x, y, 0.55 * r), "", palette.HALO, scale_line_width(16, k), (), True)
    elif glyph == "shield":
        yield ScenePath(
            make_curved_outline(SHIELD, x, y, 1.05 * r), palette.DISPUTE, palette.HALO, scale_line_width(8, k)
        )
        yield ScenePath(
            shapes.polygon_steps(((x, y - 0.55 * r), (x, y + 0.2 * r)), closed=False),
            "",
            palette.HALO,
            scale_line_width(14, k),
        )
        yield ScenePath(shapes.circle_steps(x, y + 0.5 * r, 0.1 * r), palette.HALO)
    else:
        yield ScenePath(shapes.circle_steps(x, y, r), palette.HALO, palette.INK, scale_line_width(6, k))
        yield make_suit_path(glyph, x, y, 0.68 * r)


def draw_ticket_part(part: PlatePart, _: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    """A pale card with glyphs and a text; struck out where it does not count."""
    half, tall = part_width(part) * k / 2, 40 * k
    yield ScenePath(
        make_cut_box(x - half, y - tall, x + half, y + tall, 8 * k), palette.TICKET, palette.INK, scale_line_width(7, k)
    )
    yield from draw_part_content(part, x - half + PAD * k, y, k)
    if part.mark:
        strike = shapes.polygon_steps(((x - half, y + tall), (x + half, y - tall)), closed=False)
        yield ScenePath(strike, "", palette.ALARM, scale_line_width(13, k), (), True)


# --- tokens -----------------------------------------------------------------------------------------------------------


def draw_token_part(part: PlatePart, style: Style, x: float, y: float, k: float) -> Iterator[Primitive]:
    """Its owner's letter on their colour, then its suit and its level."""
    half, tall = part_width(part) * k / 2, 44 * k
    left, right, middle = x - half, x + half, x - half + LETTER * k
    away = part.mark == "instead"
    dash = (scale_line_width(24, k), scale_line_width(16, k)) if away else ()
    whole = make_cut_box(left, y - tall, right, y + tall, 14 * k)
    yield ScenePath(whole, palette.HALO, palette.HALO, scale_line_width(24, k))
    yield ScenePath(make_cut_box(left, y - tall, middle, y + tall, 14 * k), style.fill)
    yield ScenePath(whole, "", palette.INK, scale_line_width(9, k), dash)
    yield make_bold_words(style.letter, (left + middle) / 2, y, SMALL * k, style.ink, "")
    yield from draw_part_content(part, middle + PAD * k, y, k)
    yield from draw_token_badges(part.mark, left, right, y, tall, k)


def draw_token_badges(mark: str, left: float, right: float, y: float, tall: float, k: float) -> Iterator[Primitive]:
    """Yield what becomes of a token: struck out, a "+" for landing, an arrow upwards for an attack."""
    if mark == "removed":
        for slope in (tall, -tall):
            strike = shapes.polygon_steps(((left, y - slope), (right, y + slope)), closed=False)
            yield ScenePath(strike, "", palette.HALO, scale_line_width(26, k), (), True)
            yield ScenePath(strike, "", palette.INK, scale_line_width(13, k), (), True)
    if mark in ("built", "sent"):
        yield ScenePath(shapes.circle_steps(left, y - tall, 34 * k), palette.INK, palette.HALO, scale_line_width(8, k))
        yield ScenePath(shapes.plus_steps(left, y - tall, 18 * k), "", palette.HALO, scale_line_width(11, k), (), True)
    if mark in ("moved", "sent"):
        yield ScenePath(
            shapes.outline_steps(ARROW, right - 8 * k, y - 0.8 * tall, 46 * k),
            palette.ALARM,
            palette.HALO,
            scale_line_width(8, k),
        )


def draw_part_content(part: PlatePart, x: float, y: float, k: float) -> Iterator[Primitive]:
    """Glyphs and a text from a place on."""
    for glyph in part.glyphs:
        yield make_suit_path(glyph, x + (GLYPH + 2) * k, y, GLYPH * k)
        x += (2 * GLYPH + 4) * k
    yield make_bold_words(part.text, x + SMALL * measure_map_words(part.text, bold=True) * k / 2, y, SMALL * k, halo="")


# --- shapes -----------------------------------------------------------------------------------------------------------

ARROW = ((0, -1.1), (0.95, 0.1), (0.4, 0.1), (0.4, 0.9), (-0.4, 0.9), (-0.4, 0.1), (-0.95, 0.1))
HEART = (0, 1, -0.35, 0.55, -1, 0.15, -1, -0.4, -1, -0.8, -0.7, -0.95, -0.45, -0.95, -0.2, -0.95, 0, -0.78, 0, -0.5,
         0, -0.78, 0.2, -0.95, 0.45, -0.95, 0.7, -0.95, 1, -0.8, 1, -0.4, 1, 0.15, 0.35, 0.55, 0, 1)  # fmt: skip
SPADE = (0, -1, 0.3, -0.55, 1, -0.2, 1, 0.3, 1, 0.75, 0.45, 0.85, 0.1, 0.45, 0.14, 0.7, 0.22, 0.88, 0.42, 1,
         0.2, 1, -0.2, 1, -0.42, 1, -0.22, 0.88, -0.14, 0.7, -0.1, 0.45, -0.45, 0.85, -1, 0.75, -1, 0.3,
         -1, -0.2, -0.3, -0.55, 0, -1)  # fmt: skip
MOON = (0.45, -0.95, -1.05, -1, -1.05, 1, 0.45, 0.95, -0.3, 0.6, -0.3, -0.6, 0.45, -0.95)
SHIELD = (0, -1, 0.3, -0.8, 0.6, -0.75, 0.9, -0.75, 0.95, 0.1, 0.6, 0.75, 0, 1, -0.6, 0.75, -0.95, 0.1, -0.9, -0.75,
          -0.6, -0.75, -0.3, -0.8, 0, -1)  # fmt: skip
"""Outlines as a start and then curves of three points each."""
DIAMOND = ((0, -1), (0.74, 0), (0, 1), (-0.74, 0))
RED = frozenset[Glyph]({"diamond", "heart", "burst"})


def make_suit_path(glyph: Glyph, x: float, y: float, r: float) -> ScenePath:
    """A suit, a burst or a moon around a point."""
    return ScenePath(make_glyph_outline(glyph, x, y, r), palette.RED_SUIT if glyph in RED else palette.INK)


def make_glyph_outline(glyph: Glyph, x: float, y: float, r: float) -> PathSteps:
    match glyph:
        case "diamond":
            return shapes.outline_steps(DIAMOND, x, y, 1.05 * r)
        case "club":
            leaves = ((0, -0.52), (-0.53, 0.22), (0.53, 0.22))
            stem = shapes.polygon_steps((x + a * r, y + b * r) for a, b in ((0, -0.4), (0.4, 1), (-0.4, 1)))
            return (*(one for a, b in leaves for one in shapes.circle_steps(x + a * r, y + b * r, 0.46 * r)), *stem)
        case "burst":
            return make_jagged_disc(x, y, r)
    return make_curved_outline({"heart": HEART, "spade": SPADE, "moon": MOON}[glyph], x, y, r)


def make_curved_outline(points: tuple[float, ...], x: float, y: float, r: float) -> PathSteps:
    """An outline of curves around a point."""
    spots = [round((y if n % 2 else x) + r * at) for n, at in enumerate(points)]
    curves: Iterator[PathStep] = (("C", tuple(spots[n : n + 6])) for n in range(2, len(spots), 6))
    return (("M", (spots[0], spots[1])), *curves, ("Z", ()))


def make_jagged_disc(x: float, y: float, r: float) -> PathSteps:
    """A disc with twelve teeth."""
    turns = ((n * pi / 12, (1.0, 0.74)[n % 2]) for n in range(24))
    return shapes.polygon_steps((x + part * r * sin(a), y - part * r * cos(a)) for a, part in turns)


def make_cut_box(left: float, top: float, right: float, foot: float, r: float) -> PathSteps:
    """A box with its corners cut off."""
    return shapes.polygon_steps(
        (
            *((left + r, top), (right - r, top), (right, top + r), (right, foot - r)),
            *((right - r, foot), (left + r, foot), (left, foot - r), (left, top + r)),
        )
    )


def make_haloed_shape(body: PathSteps, fill: str, k: float) -> tuple[ScenePath, ScenePath]:
    return ScenePath(body, palette.HALO, palette.HALO, scale_line_width(20, k)), ScenePath(
        body, fill, palette.INK, scale_line_width(8, k)
    )


def scale_line_width(size: float, k: float) -> int:
    return max(1, round(size * k))


PAINTERS: Mapping[PartKind, Callable[[PlatePart, Style, float, float, float], Iterator[Primitive]]] = {
    "name": draw_name_part,
    "figure": draw_figure_part,
    "coin": draw_coin_part,
    "rings": draw_rings_part,
    "star": draw_star_part,
    "burst": draw_burst_part,
    "sign": draw_sign_part,
    "ticket": draw_ticket_part,
    "token": draw_token_part,
}
