"""What never changes on a chart: islands, the limits of seas, borders, coasts; and the borders that nothing crosses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.atlas.chart import Chart
from engines.memo import memoize
from engines.palette import BORDER, COAST, ISLAND, LIMIT, PALE
from engines.report import Map
from pbem.render.maps.layer import Layer, LegendEntry, Level
from pbem.render.maps.measure import chart_unit
from pbem.render.maps.samples import PLACES
from pbem.render.scene import Primitive, SceneArea, SceneLines


class ReliefLayer(Layer):
    """Islands and lines."""

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        walls = (make_wall_lines(self.chart, self.map.walls),) if self.map.walls else ()
        return {Level.GROUND: (*draw_chart_relief(self.chart, self.drawing.outline), *walls)}

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterable[LegendEntry]:
        return ((map_.words.get("wall", "no way across"), WALL),) if map_.walls else ()


@memoize(16)
def draw_chart_relief(chart: Chart, outline: bool) -> tuple[Primitive, ...]:
    k = chart_unit(chart)
    lines = {kind: tuple(arc.points for arc in chart.arcs if arc.kind == kind) for kind in ("sea", "land", "coast")}
    island = PALE["land"] if outline else ISLAND
    return (
        SceneArea("islands", chart.islands, island),
        SceneLines("islands", tuple((*ring, ring[0]) for ring in chart.islands), COAST, max(1, round(8 * k))),
        SceneLines("sea", lines["sea"], LIMIT, max(1, round(9 * k)), (round(46 * k), round(30 * k))),
        SceneLines("land", lines["land"], BORDER, max(1, round(11 * k))),
        SceneLines("coast", lines["coast"], COAST, max(1, round(14 * k))),
    )


WALL: tuple[Primitive, ...] = (SceneLines("walls", ((PLACES["l"], PLACES["r"]),), BORDER, 40),)


@memoize(16)
def make_wall_lines(chart: Chart, pairs: frozenset[frozenset[str]]) -> SceneLines:
    """The borders that nothing crosses."""
    lines = tuple(arc.points for arc in chart.arcs if frozenset(arc.sides) in pairs)
    return SceneLines("walls", lines, BORDER, max(1, round(40 * chart_unit(chart))))
