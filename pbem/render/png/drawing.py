"""Primitives by cairo: a translation, without a decision of its own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import cairocffi
from cairocffi import Context, ImageSurface

from engines.report import Hatch
from pbem.render.collage import Collage, PlacedScene
from pbem.render.hatch_tiles import TILES
from pbem.render.png.fonts import BOLD, SLANTED, UPRIGHT, load_picture_font
from pbem.render.png.paths import add_path, lines_elements, rings_elements, steps_elements
from pbem.render.scene import Primitive, SceneArea, SceneLines, ScenePath, SceneText

NOMINAL = 7300
"""The width of a scene whose hatches are as large as their tiles say."""
BEFORE = {"": 0.5, "l": 0.0, "r": 1.0}
"""Which part of words stands before their point, as they are aligned."""
WHITE = (1.0, 1.0, 1.0)


def draw_collage(drawing: Collage, width: int) -> ImageSurface:
    """A picture so many pixels wide."""
    scale = width / drawing.width
    surface = ImageSurface(cairocffi.FORMAT_RGB24, width, max(1, round(drawing.height * scale)))
    context = Context(surface)
    context.set_source_rgb(*WHITE)
    context.paint()
    context.set_line_join(cairocffi.LINE_JOIN_ROUND)
    context.set_font_options(exact_letters())
    context.scale(scale)
    for placed in drawing.scenes:
        draw_placed_scene(context, placed)
    surface.flush()
    return surface


def exact_letters() -> cairocffi.FontOptions:
    """Letters as wide as they are, at whatever size: so words are as long as on paper."""
    return cairocffi.FontOptions(hint_style=cairocffi.HINT_STYLE_NONE, hint_metrics=cairocffi.HINT_METRICS_OFF)


def draw_placed_scene(context: Context, placed: PlacedScene) -> None:
    """A scene at its place, and nothing of it beyond."""
    scene = placed.scene
    with context:
        context.translate(placed.x, placed.y)
        context.scale(placed.scale)
        context.translate(-scene.left, -scene.top)
        context.rectangle(scene.left, scene.top, scene.width, scene.height)
        context.set_antialias(cairocffi.ANTIALIAS_NONE)  # whole pixels are cut off for nothing
        context.clip()
        context.set_antialias(cairocffi.ANTIALIAS_DEFAULT)
        draw_primitives(context, scene.primitives, scene.width / NOMINAL)


def draw_primitives(context: Context, primitives: Iterable[Primitive], k: float) -> None:
    """Primitives one over the other; `k` scales hatches."""
    for p in primitives:
        match p:
            case SceneArea():
                draw_area(context, p, k)
            case SceneLines():
                draw_open_lines(context, p)
            case ScenePath():
                draw_path(context, p)
            case SceneText():
                draw_text(context, p)


def draw_area(context: Context, p: SceneArea, k: float) -> None:
    """A filled surface, and over it its hatch."""
    add_path(context, rings_elements(p.rings))
    context.set_fill_rule(cairocffi.FILL_RULE_EVEN_ODD)
    context.set_source_rgb(*rgb_parts(p.fill))
    context.fill_preserve()
    if p.hatch:
        fill_with_hatch(context, p.hatch, p.ink, k)
    context.new_path()


def draw_open_lines(context: Context, p: SceneLines) -> None:
    add_path(context, lines_elements(p.lines))
    set_pen(context, p.stroke, p.width, p.dash)
    context.stroke()


def draw_path(context: Context, p: ScenePath) -> None:
    add_path(context, steps_elements(p.steps))
    if p.fill:
        context.set_fill_rule(cairocffi.FILL_RULE_WINDING)
        context.set_source_rgb(*rgb_parts(p.fill))
        context.fill_preserve()
    if p.stroke:
        set_pen(context, p.stroke, p.width, p.dash, p.round)
        context.stroke_preserve()
    context.new_path()


def draw_text(context: Context, t: SceneText) -> None:
    """Words at their point, over a halo if they have one."""
    context.set_font_face(load_picture_font(BOLD if t.bold else SLANTED if t.italic else UPRIGHT))
    context.set_font_size(t.size)
    natural = context.text_extents(t.text)[4]
    stretch = t.width / natural if t.width and natural else 1.0
    with context:
        context.translate(t.x - BEFORE[t.align] * natural * stretch, t.y)
        context.scale(stretch, 1)
        context.move_to(0, 0)
        context.text_path(t.text)
    if t.halo:
        set_pen(context, t.halo, t.size // 5)
        context.stroke_preserve()
    context.set_fill_rule(cairocffi.FILL_RULE_WINDING)
    context.set_source_rgb(*rgb_parts(t.color))
    context.fill()


def set_pen(context: Context, color: str, width: int, dash: tuple[int, ...] = (), round_: bool = False) -> None:
    context.set_source_rgb(*rgb_parts(color))
    context.set_line_width(width)
    context.set_dash(dash)
    context.set_line_cap(cairocffi.LINE_CAP_ROUND if round_ else cairocffi.LINE_CAP_BUTT)


@lru_cache(256)
def rgb_parts(color: str) -> tuple[float, float, float]:
    red, green, blue = bytes.fromhex(color[1:])
    return red / 255, green / 255, blue / 255


# --- hatches ----------------------------------------------------------------------------------------------------


def fill_with_hatch(context: Context, hatch: Hatch, ink: str, k: float) -> None:
    """Fills the path with a hatch, and keeps it."""
    scale = k * context.get_matrix()[0]
    with context:
        context.identity_matrix()  # the path stays where it is
        context.set_source(make_hatch_pattern(hatch, ink, max(1, round(TILES[hatch].size * scale))))
        context.fill_preserve()


@lru_cache(256)
def make_hatch_pattern(hatch: Hatch, ink: str, size: int) -> cairocffi.SurfacePattern:
    """A hatch that repeats after so many pixels: they are whole, so that no seams are seen."""
    tile = TILES[hatch]
    surface = ImageSurface(cairocffi.FORMAT_ARGB32, size, size)
    context = Context(surface)
    context.scale(size / tile.size)
    for x, y, to_x, to_y in tile.lines:
        context.move_to(x, y)
        context.line_to(to_x, to_y)
    set_pen(context, ink, tile.width, (), tile.round)
    context.stroke()
    pattern = cairocffi.SurfacePattern(surface)
    pattern.set_extend(cairocffi.EXTEND_REPEAT)
    pattern.set_filter(cairocffi.FILTER_NEAREST)
    return pattern
