"""Names, signs and pieces of real positions can be read: nothing lies on them, no border runs through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice, pairwise

import pytest

from engines.palette import WHITE_INK
from engines.report import Map, MapPiece, Stroke
from pbem.render import maps, order_map
from pbem.render.maps.grid import Strand, box_holds_box
from pbem.render.maps.layer import MapDrawing, settle_layer_labels
from pbem.render.maps.measure import NOMINAL, PHONE, list_letter_scales
from pbem.render.maps.pieces import LARGE, MARKS, SMALL, PiecesLayer
from pbem.render.scene import Primitive, ScenePath, SceneText
from tests.render.audit import bounds_around, faults, flatten_path, views
from tests.render.positions import games, iter_report_maps
from tests.render.sample import MAP
from tests.size import size, take_some

SHEET = 539
"""The width of a map on A4, in points."""
SMALLEST, LEGIBLE = 6.0, 10.0
"""The least size of letters on paper, in points, and of names on a phone, in its pixels."""
PHASES = size(
    {"diplomacy": 2, "cantillon": 1, "europa": 1, "europe2028": 1},
    {"diplomacy": 76, "cantillon": 50, "europa": 50, "europe2028": 50},
)


def list_maps(name: str, most: int) -> Iterator[Map]:
    """The maps of some phases of a game."""
    game = next(game for game in games(most) if game.name == name)
    return islice(iter_report_maps(game), 2 * most)


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("name", take_some(PHASES, 2, 1))
def test_all_can_be_read(name: str) -> None:
    """No name, sign or piece is hidden, crossed or cut off: on the whole map, in a letter, on the desk of a phone."""
    for number, map_ in enumerate(list_maps(name, PHASES[name])):
        for view, every in views(map_).items():
            assert not list(faults(every)), (number, view)


@pytest.mark.slow
def test_small_pieces_make_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where three stand in every land, more names and signs find room than if no piece gave way; where an order begins
    or ends none does."""
    map_ = next(list_maps("cantillon", 1))
    lands = [code for code, region in map_.chart.regions.items() if region.kind == "land"][:50]
    pieces = tuple(MapPiece("flag", next(iter(map_.styles)), at) for at in lands for _ in range(3))
    full = replace(map_, pieces=pieces, strokes=tuple(Stroke("move", "", path) for path in pairwise(lands[:8])))
    moved = MapDrawing(full)
    torn = settle_layer_labels(maps.make_layers(moved))
    assert moved.loose and not moved.loose.keys() & set(lands[:8])
    monkeypatch.setattr(PiecesLayer, "movable_groups", {})
    assert torn < settle_layer_labels(maps.make_layers(MapDrawing(full)))


@pytest.mark.parametrize("mark", ["", *sorted(MARKS)])
@pytest.mark.parametrize("shape", [*sorted(SMALL), *sorted(LARGE)])
def test_what_is_drawn_of_a_piece_is_kept_free(shape: str, mark: str) -> None:
    """Whatever became of it: names looked free that lay under the cross on a removed piece."""
    layer = PiecesLayer(MapDrawing(replace(MAP, pieces=(MapPiece(shape, "ONE", "AA", mark),), strokes=())))
    covers = [box for box in layer.iter_covers() if not isinstance(box, Strand)]
    for one in chain.from_iterable(layer.draw_by_level().values()):
        if isinstance(one, ScenePath):
            drawn = bounds_around(flatten_path(one), one.width / 2 - 1)
            assert any(box_holds_box(box, drawn) for box in covers), (drawn, covers)


@pytest.mark.parametrize("name", PHASES)
def test_no_letters_are_too_small(name: str) -> None:
    """Not on paper, and no name on a phone that shows the part of the map that matters."""
    map_ = next(list_maps(name, 1))
    whole, part = maps.make_map_scene(map_), maps.make_reader_scene(map_)
    sizes = [one.size * SHEET / whole.width for one in whole.primitives if isinstance(one, SceneText)]
    assert min(sizes) >= SMALLEST - 0.01
    if part.width < whole.width / 2:
        assert min(one.size for one in part.primitives if isinstance(one, SceneText)) * PHONE / part.width >= LEGIBLE


def test_letters_are_dark_where_toner_is_saved() -> None:
    """Those on pieces, too, which are white on a dark piece: here every piece is pale."""
    map_ = next(list_maps("diplomacy", 1))
    usual, spared = ({one.color for one in drawn if isinstance(one, SceneText)} for drawn in both(map_))
    assert WHITE_INK in usual and WHITE_INK not in spared


def both(map_: Map) -> Iterator[tuple[Primitive, ...]]:
    """As usual, and where toner is saved."""
    return (maps.make_map_scene(map_, outline=outline).primitives for outline in (False, True))


@pytest.mark.slow
def test_a_phone_shows_the_desk_legibly() -> None:
    """The part of a map that matters to its reader, as wide as the phone and as high as its window."""
    for map_ in list_maps("diplomacy", 2):
        left, top, width, height = order_map.map_view_box(map_)
        pixel = max(width / PHONE, height / order_map.WINDOW)
        words = maps.draw_over_land(map_, (left, top, left + width, top + height), order_map.WINDOW)
        assert min(one.size for one in words if isinstance(one, SceneText)) >= LEGIBLE * pixel


def test_a_part_has_letters_of_its_own_measure() -> None:
    """Smaller against the land, larger in the picture; and no name is cut off by its edge."""
    map_ = next(list_maps("diplomacy", 1))
    seen = 0, 0, NOMINAL // 3, NOMINAL // 3
    assert list_letter_scales(map_.chart, seen)[0] < list_letter_scales(map_.chart)[0]
    for one in maps.make_map_scene(map_, seen=seen).primitives:
        if isinstance(one, SceneText) and one.halo:
            half = maps.letters.measure_map_words(one.text, one.bold, one.italic) * one.size / 2
            assert one.x - half >= 0 and one.x + half <= seen[2], one.text
