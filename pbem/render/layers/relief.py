"""What never changes on a chart: islands, the limits of seas, borders, coasts; and the borders that nothing crosses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.atlas.chart import Chart
from engines.kept import keeps
from engines.palette import BORDER, COAST, ISLAND, LIMIT, PALE
from engines.report import Map
from pbem.render.layers.layer import Entry, Layer, Level
from pbem.render.layers.measure import unit
from pbem.render.layers.samples import PLACES
from pbem.render.scene import Area, Lines, Primitive


class Relief(Layer):
    """Islands and lines."""

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        walls = (heavy(self.chart, self.map.walls),) if self.map.walls else ()
        return {Level.GROUND: (*relief(self.chart, self.drawing.outline), *walls)}

    @classmethod
    def legend(cls, map_: Map) -> Iterable[Entry]:
        return ((map_.words.get("wall", "no way across"), WALL),) if map_.walls else ()


@keeps(16)
def relief(chart: Chart, outline: bool) -> tuple[Primitive, ...]:
    k = unit(chart)
    lines = {kind: tuple(arc.points for arc in chart.arcs if arc.kind == kind) for kind in ("sea", "land", "coast")}
    island = PALE["land"] if outline else ISLAND
    return (
        Area("islands", chart.islands, island),
        Lines("islands", tuple((*ring, ring[0]) for ring in chart.islands), COAST, max(1, round(8 * k))),
        Lines("sea", lines["sea"], LIMIT, max(1, round(9 * k)), (round(46 * k), round(30 * k))),
        Lines("land", lines["land"], BORDER, max(1, round(11 * k))),
        Lines("coast", lines["coast"], COAST, max(1, round(14 * k))),
    )


WALL: tuple[Primitive, ...] = (Lines("walls", ((PLACES["l"], PLACES["r"]),), BORDER, 40),)


@keeps(16)
def heavy(chart: Chart, pairs: frozenset[frozenset[str]]) -> Lines:
    """The borders that nothing crosses."""
    lines = tuple(arc.points for arc in chart.arcs if frozenset(arc.sides) in pairs)
    return Lines("walls", lines, BORDER, max(1, round(40 * unit(chart))))
