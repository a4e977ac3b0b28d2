"""Places for labels are kept, of all charts together no more than so many."""

from __future__ import annotations

import gc
from dataclasses import replace
from weakref import ref

import pytest

from engines.atlas.chart import Chart
from engines.cantillon.chart import CHART as CANTILLON
from engines.diplomacy.chart import CHART as DIPLOMACY
from pbem.render.maps import room
from pbem.render.maps.room import KnownPlaces, LabelShape, PlaceKey

SHAPES = (LabelShape("", 60, 24),)


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> KnownPlaces:
    monkeypatch.setattr(room, "KNOWN", KnownPlaces())
    return room.KNOWN


def test_what_was_found_is_not_sought_again(memory: KnownPlaces) -> None:
    at = next(iter(DIPLOMACY.regions))
    first = room.list_label_places(DIPLOMACY, at, SHAPES)
    assert room.list_label_places(DIPLOMACY, at, SHAPES) is first
    assert memory.many == sum(map(len, memory.found.values())) > 0


def test_those_asked_for_last_are_kept(memory: KnownPlaces, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the chart: a server of many games takes no more than one of one game. The very last is always kept."""
    found = room.list_label_places(DIPLOMACY, "ADR", SHAPES)[:10]
    monkeypatch.setattr(room, "MOST", 30)
    memory.found.clear()
    memory.many = 0

    def key(chart: Chart, at: str) -> PlaceKey:
        return ref(chart), room.list_best_places, at, SHAPES

    for chart, at in ((DIPLOMACY, "ADR"), (CANTILLON, "a"), (CANTILLON, "b"), (DIPLOMACY, "AEG")):
        memory.store_places(key(chart, at), found)
        assert memory.get_places(key(DIPLOMACY, "ADR")) == found  # asked for each time
        assert memory.many == sum(map(len, memory.found.values())) <= 30
    assert not memory.get_places(key(CANTILLON, "a")) and memory.get_places(key(DIPLOMACY, "AEG"))
    memory.store_places(key(DIPLOMACY, "ADR"), found * 2)
    assert memory.many == 30
    memory.store_places(key(CANTILLON, "large"), found * 4)
    assert [*memory.found] == [key(CANTILLON, "large")] and memory.many == 40


@pytest.mark.slow
def test_a_chart_is_not_kept_for_its_places(memory: KnownPlaces) -> None:
    chart = replace(DIPLOMACY)
    room.list_label_places(chart, next(iter(chart.regions)), SHAPES)
    gone = ref(chart)
    room.chart_line_raster.cache_clear()
    room.known_region_rasters.cache_clear()
    room.chart_line_grid.cache_clear()
    del chart
    gc.collect()
    assert gone() is None and memory.many > 0
