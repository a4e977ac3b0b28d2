"""Dashed rims around regions whose looks have one, such as those that are open to all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engines import palette
from engines.atlas.chart import Region
from engines.kept import keeps
from pbem.render.layers.layer import Layer, Level
from pbem.render.scene import Lines, Primitive


class Rims(Layer):
    """A rim lies on the border, so that it shows in small regions too, and on what marks regions to be picked."""

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.SHAFTS: self.rims()}

    def rims(self) -> Iterator[Primitive]:
        styles = {**self.map.looks, **self.map.styles}
        for code, owner in self.map.owners.items():
            style = styles.get(owner)
            if style and style.rim and code in self.chart.regions:
                yield from rim(self.chart.regions[code], style.rim, self.k)


@keeps(256)
def rim(region: Region, color: str, k: float) -> tuple[Lines, Lines]:
    lines = tuple((*ring, ring[0]) for ring in region.rings)
    dash = round(90 * k), round(60 * k)
    return (
        Lines(region.code, lines, palette.HALO, round(48 * k)),
        Lines(region.code, lines, color, round(30 * k), dash),
    )
