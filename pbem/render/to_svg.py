"""Primitives as SVG: a translation, without a decision of its own.

It holds no script and no style attribute, so it passes a strict content security policy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from engines.atlas.chart import Ring
from engines.memo import memoize
from engines.report import Graph, Hatch, Map, Style
from pbem.render import maps
from pbem.render.graph import make_graph_scene as graph_scene
from pbem.render.hatch_tiles import TILES
from pbem.render.scene import PathSteps, Primitive, Scene, SceneArea, SceneLines, ScenePath, SceneText

FONTS = "Noto Sans,DejaVu Sans,Segoe UI,Roboto,Helvetica,Arial,sans-serif"
SETTING = f'font-family="{FONTS}" text-anchor="middle" stroke-linejoin="round" fill="none"'
ANCHORS = {"l": "start", "r": "end"}
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_map_svg(map_: Map, *, ids: bool = True, outline: bool = False) -> str:
    """A map as an SVG element. With `ids` each region's path has `id="r-PAR"` and `data-region="PAR"`, so that a page
    can use and link it; leave them out where a page holds a second map of the same chart."""
    return render_scene_svg(maps.make_map_scene(map_, outline=outline), ids=ids)


def render_scene_svg(drawing: Scene, *, ids: bool = True, over: str = "") -> str:
    """A scene as an SVG element with an accessible name. `over` are links that lie over the drawing."""
    k = drawing.width / 7300
    hatches = sorted({(p.hatch, p.ink) for p in drawing.primitives if isinstance(p, SceneArea) and p.hatch})
    body = "".join([render_primitive(p, ids) for p in drawing.primitives])
    words = f"<title>{clean_xml(drawing.title)}</title><desc>{clean_xml(drawing.description)}</desc>"
    seen = f"{drawing.left} {drawing.top} {drawing.width} {drawing.height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}"'
        f' role="{"group" if over else "img"}" aria-label="{clean_xml(drawing.title)}" {SETTING}>'
        f"{words}<defs>{''.join(render_hatch_pattern(h, ink, k) for h, ink in hatches)}</defs>{body}{over}</svg>"
    )


def render_fragment_svg(primitives: Iterable[Primitive], width: int, height: int) -> str:
    """A small drawing that only decorates the words beside it, such as a sample in a legend."""
    body = "".join([render_primitive(p, False) for p in primitives])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" aria-hidden="true"'
        f" {SETTING}>{body}</svg>"
    )


def render_graph_svg(block: Graph) -> str:
    """A graph as an SVG element."""
    return render_scene_svg(graph_scene(block), ids=False)


def render_swatch_svg(style: Style) -> str:
    """A seat's looks as a small picture beside its name."""
    return render_fragment_svg(maps.draw_swatch(style), *maps.SWATCH_SIZE)


def clean_xml(text: str) -> str:
    """Text as XML: escaped, and without the characters XML forbids."""
    return escape(text if text.isprintable() else FORBIDDEN.sub("", text))


def hatch_pattern_id(hatch: Hatch, ink: str) -> str:
    return f"h-{hatch}-{ink[1:].lower()}"


@memoize(256)
def render_hatch_pattern(hatch: Hatch, ink: str, k: float) -> str:
    """The pattern of a hatch in one ink."""
    tile = TILES[hatch]
    cap = ' stroke-linecap="round"' if tile.round else ""
    d = "".join(f"M{x} {y}l{to_x - x} {to_y - y}" for x, y, to_x, to_y in tile.lines).replace(" -", "-")
    return (
        f'<pattern id="{hatch_pattern_id(hatch, ink)}" width="{tile.size}" height="{tile.size}"'
        f' patternUnits="userSpaceOnUse" patternTransform="scale({k:g})"><path d="{d}" stroke="{ink}"'
        f' stroke-width="{tile.width}"{cap}/></pattern>'
    )


def render_primitive(p: Primitive, ids: bool) -> str:
    """One primitive as one or two elements."""
    if isinstance(p, ScenePath):
        return render_path(p)
    if isinstance(p, SceneText):
        return render_text_element(p)
    return render_area(p, ids) if isinstance(p, SceneArea) else render_scene_lines(p)


@memoize(2048)
def render_area(area: SceneArea, ids: bool) -> str:
    """A region, and over it its hatch."""
    d, key = f'd="{rings_path_data(area.rings)}" fill-rule="evenodd"', clean_xml(area.key)
    named = ids and area.title
    name = f'id="r-{key}" data-region="{key}" ' if named else ""
    title = f"<title>{clean_xml(area.title)}</title>" if area.title else ""
    flat = f'<g fill="{area.fill}"><path {name}{d}>{title}</path></g>'
    if not area.hatch:
        return flat
    again = f'<use href="#r-{key}"' if named else f"<path {d}"
    return f'{flat}{again} fill="url(#{hatch_pattern_id(area.hatch, area.ink)})" pointer-events="none"/>'


@memoize(2048)
def rings_path_data(found: tuple[Ring, ...]) -> str:
    """Closed rings as the data of a path, in relative steps because they are shorter."""
    return "".join(f"{line_path_data(ring)}z" for ring in found)


def line_path_data(line: Ring) -> str:
    (x, y), parts = line[0], []
    for a, b in line[1:]:
        parts.append(f"{a - x} {b - y}")
        x, y = a, b
    return f"M{line[0][0]} {line[0][1]}l{' '.join(parts)}".replace(" -", "-") if parts else ""


@memoize(64)
def render_scene_lines(lines: SceneLines) -> str:
    dash = f' stroke-dasharray="{" ".join(map(str, lines.dash))}"' if lines.dash else ""
    d = "".join(map(line_path_data, lines.lines))
    return f'<path d="{d}" stroke="{lines.stroke}" stroke-width="{lines.width}"{dash}/>'


def render_path(p: ScenePath) -> str:
    fill = f' fill="{p.fill}"' if p.fill else ""
    stroke = f' stroke="{p.stroke}" stroke-width="{p.width}"' if p.stroke else ""
    dash = f' stroke-dasharray="{" ".join(map(str, p.dash))}"' if p.dash else ""
    cap = ' stroke-linecap="round"' if p.round else ""
    return f'<path d="{steps_path_data(p.steps)}"{fill}{stroke}{dash}{cap}/>'


@memoize(8192)
def steps_path_data(steps: PathSteps) -> str:
    """The data of a path, in relative steps: shorter, and the same for all that have one shape."""
    found, first, (x, y) = "", (0, 0), (0, 0)
    for op, numbers in steps:
        if op == "M":
            first = x, y = numbers[0], numbers[1]
            found += f"M{x} {y}"
            continue
        places = zip(numbers[::2], numbers[1::2], strict=True)
        found += op.lower() + " ".join([f"{a - x} {b - y}" for a, b in places])
        x, y = numbers[-2:] if numbers else first
    return found.replace(" -", "-")


def render_text_element(t: SceneText) -> str:
    weight = ' font-weight="bold"' if t.bold else ""
    slope = ' font-style="italic"' if t.italic else ""
    halo = f' stroke="{t.halo}" stroke-width="{t.size // 5}" paint-order="stroke"' if t.halo else ""
    side = f' text-anchor="{ANCHORS[t.align]}"' if t.align else ""
    if t.width:
        side += f' textLength="{t.width}" lengthAdjust="spacingAndGlyphs"'
    looks = f'font-size="{t.size}" fill="{t.color}"{weight}{slope}{side}{halo}'
    return f'<text x="{t.x}" y="{t.y}" {looks}>{clean_xml(t.text)}</text>'
