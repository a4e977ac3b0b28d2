"""Dashed rims around regions whose looks have one, such as those that are open to all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engines import palette
from engines.atlas.chart import ChartRegion
from engines.memo import memoize
from pbem.render.maps.layer import Layer, Level
from pbem.render.scene import Primitive, SceneLines


class RimsLayer(Layer):
    """A rim lies on the border, so that it shows in small regions too, and on what marks regions to be picked."""

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.SHAFTS: self.draw_rims()}

    def draw_rims(self) -> Iterator[Primitive]:
        styles = {**self.map.looks, **self.map.styles}
        for code, owner in self.map.owners.items():
            style = styles.get(owner)
            if style and style.rim and code in self.chart.regions:
                yield from draw_region_rim(self.chart.regions[code], style.rim, self.k)


@memoize(256)
def draw_region_rim(region: ChartRegion, color: str, k: float) -> tuple[SceneLines, SceneLines]:
    lines = tuple((*ring, ring[0]) for ring in region.rings)
    dash = round(90 * k), round(60 * k)
    return (
        SceneLines(region.code, lines, palette.HALO, round(48 * k)),
        SceneLines(region.code, lines, color, round(30 * k), dash),
    )
