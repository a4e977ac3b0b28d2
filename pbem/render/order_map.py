"""A map that one orders from. Its land is a picture by itself, which a browser fetches once and keeps; over it lies
what changes with each order, and what can be picked is a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engines.atlas.chart import ChartRegion
from engines.report import Map
from pbem.render import maps
from pbem.render.maps import part
from pbem.render.to_svg import SETTING, clean_xml, render_primitive, render_scene_svg, rings_path_data

CLOSER = 0.55
"""By how much one step nearer narrows the view."""
FARTHEST, USUAL, NEAREST = 0, 1, 3
"""How near one looks: at the whole map, at what matters, twice nearer."""
WINDOW = 272
"""How high a phone shows it, in its pixels (`desk.css`)."""
ViewBox = tuple[int, int, int, int]
"""Left, top, width and height, in units of the chart."""


@dataclass(frozen=True)
class RegionLink:
    """Where picking a region leads to, and what it is called."""

    href: str
    name: str


def render_land_svg(map_: Map) -> str:
    """The land as an SVG file: what stays while orders are given."""
    return render_scene_svg(maps.make_land_scene(map_), ids=False)


def render_order_map(
    map_: Map,
    land_at: str,
    links: Mapping[str, RegionLink],
    near: int = USUAL,
    subject: str = "",
    *,
    veiled: bool = False,
) -> str:
    """The map as an SVG element. `land_at` is the address of its land; `links` say what can be picked, and `subject`
    what the sentence is about: places, as in `Choice.at`. `veiled`: nothing else can be meant."""
    chart = map_.chart
    shapes = {code: region for code in (*links, subject) if (region := part.region_at(chart, code))}
    seen = left, top, width, height = map_view_box(map_, near, links)
    aligned = align_with_chart(left, width, chart.width, "x") + align_with_chart(top, height, chart.height, "Y")
    whole = f'width="{chart.width}" height="{chart.height}"'
    on_the_land = maps.draw_over_land(map_, (left, top, left + width, top + height), WINDOW)
    open_ = (
        f'<use class="{"subject" if code == subject else "open"}" href="#g-{clean_xml(code)}"/>' for code in shapes
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, seen))}" role="group"'
        f' preserveAspectRatio="{aligned}"'
        f' data-whole="{chart.width} {chart.height}" aria-label="{clean_xml(map_.title)}" {SETTING}>'
        f"<desc>{clean_xml(maps.describe_map(map_))}</desc><defs>{''.join(render_region_outlines(shapes))}</defs>"
        f'<image class="land" href="{clean_xml(land_at)}" '
        f"{whole}/>{render_veil(map_, shapes) if veiled and shapes else ''}"
        f"{''.join(open_)}"
        f"{''.join(render_primitive(one, False) for one in on_the_land)}"
        f"{''.join(render_region_link(code, links[code]) for code in shapes if code in links)}</svg>"
    )


def render_region_outlines(shapes: Mapping[str, ChartRegion]) -> Iterator[str]:
    for code, region in shapes.items():
        d = rings_path_data(region.rings)
        yield f'<path id="g-{clean_xml(code)}" d="{d}" fill-rule="evenodd" vector-effect="non-scaling-stroke"/>'


def render_veil(map_: Map, shapes: Mapping[str, ChartRegion]) -> str:
    """A cloth over all that cannot be picked, under names and pieces."""
    width, height = map_.chart.width, map_.chart.height
    holes = "".join(
        rings_path_data(region.rings) for region in {region.code: region for region in shapes.values()}.values()
    )
    return f'<path class="veil" d="M0 0h{width}v{height}h-{width}z{holes}" fill-rule="evenodd"/>'


def render_region_link(code: str, one: RegionLink) -> str:
    """A region that can be picked: a link with a name, for fingers and keys alike."""
    return (
        f'<a class="pick" href="{clean_xml(one.href)}" data-at="{clean_xml(code)}" aria-label="{clean_xml(one.name)}">'
        f'<use href="#g-{clean_xml(code)}"/></a>'
    )


def align_with_chart(start: int, size: int, room: int, axis: str) -> str:
    """Return where a view lies that has a side in common with the chart: there, so that no room is shown beyond it."""
    low, high = start <= 0, start + size >= room
    return axis + ("Min" if low and not high else "Max" if high and not low else "Mid")


# --- what is shown of it ------------------------------------------------------------------------------------------


def map_view_box(map_: Map, near: int = USUAL, open_: Iterable[str] = ()) -> ViewBox:
    """Return what is seen of a map: from afar all of it; usually the regions that matter, and those `open_` to be
    picked; nearer, the middle of them."""
    chart = map_.chart
    left, top, right, bottom = part.focus_frame(map_, open_) if near > FARTHEST else part.chart_frame(chart)
    if near <= USUAL:
        return left, top, right - left, bottom - top
    scale = CLOSER ** (near - USUAL)
    width, height = round((right - left) * scale), round((bottom - top) * scale)
    return (left + right - width) // 2, (top + bottom - height) // 2, width, height
