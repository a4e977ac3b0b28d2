"""All is told without colour, and as well as can be with it, whatever eyes look at it; and colours have one home.

What colours cannot tell, for somebody's eyes or in grey, hatches and letters tell: so far this is asked of each pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from pathlib import Path as File

import pytest

from engines import palette
from engines.report import Map, Style, styles_in_blocks
from pbem.render import maps
from pbem.render.maps.ground import hatch_ink
from pbem.render.maps.signs import ink_on
from pbem.render.scene import SceneArea, ScenePath, SceneText
from tests.render.eyes import EYES, apart, ciede2000, contrast, grey
from tests.render.games import GAMES, ShownPosition, positions

ROOT = File(__file__).parents[2]
COLOUR = re.compile(r"(?<![\w&{])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b(?![\w-])")

LEAST: Mapping[str, Mapping[str, float]] = {
    "pieces": {"none": 20, "deutan": 13, "protan": 15, "tritan": 11},
    "tints": {"none": 17, "deutan": 9, "protan": 11, "tritan": 7},
    "sea": {"none": 11, "deutan": 9, "protan": 8, "tritan": 7},
}
"""The least difference (CIEDE2000) between two seats of a game and, last, between a seat's land and the sea.

Pieces are small: so far apart they are named at a glance. Tints are pale, that names can be read on them, and cannot
lie so far apart; but areas are large, and each has a hatch. The sea has coasts besides.
"""
READ, SEEN, PATTERN = 4.5, 3.0, 2.4
"""The least contrast of letters (WCAG 2, 1.4.3), of signs and lines (1.4.11), and of hatches, which are large and would
strike out names if they were stronger."""
GREY = 10
"""Two greys that are less apart (of 100) are one, on paper: there the hatch tells, the letter, or the shape."""


def looks(code: str) -> dict[str, Style]:
    """Return how the seats of a game look, wherever they are shown."""
    return {seat: look for shown in positions(code) for seat, look in styles_in_blocks(shown.blocks).items()}


def everywhere() -> Iterator[tuple[ShownPosition, Map]]:
    return ((shown, map_) for code in GAMES for shown in positions(code) for map_ in shown.maps)


def test_the_measure_is_right() -> None:
    """Two pairs from the test data of Sharma, Wu and Dalal 2005."""
    assert ciede2000((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447)) == pytest.approx(1.4441, abs=1e-4)


# --- seats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("code", GAMES)
def test_seats_differ_for_all_eyes(code: str, eyes: str) -> None:
    """Each pair of seats of a game by its pieces and by its lands, and each land from the sea."""
    for one, two in combinations(looks(code).values(), 2):
        assert apart(one.fill, two.fill, eyes) >= LEAST["pieces"][eyes], (one.name, two.name)
        assert apart(one.tint, two.tint, eyes) >= LEAST["tints"][eyes], (one.name, two.name)
    for one in looks(code).values():
        assert apart(one.tint, palette.SEA, eyes) >= LEAST["sea"][eyes], one.name


@pytest.mark.parametrize("code", GAMES)
def test_hatches_and_letters_need_no_colour(code: str) -> None:
    """Every seat of a game has a hatch and a letter of its own; so those too that are one in grey."""
    found = looks(code).values()
    assert len({look.hatch for look in found} - {""}) == len({look.letter for look in found} - {""}) == len(found) > 1


@pytest.mark.parametrize("code", GAMES)
def test_letters_names_and_hatches_can_be_read(code: str) -> None:
    """The letter on the piece, black names on the tint, the hatch between them."""
    for look in looks(code).values():
        assert contrast(look.ink, look.fill) >= READ, look.name
        assert contrast(palette.INK, look.tint) >= READ, look.name
        assert contrast(hatch_ink(look), look.tint) >= PATTERN, look.name
        assert contrast(hatch_ink(maps.spare_toner(look)), palette.PALE["land"]) >= SEEN, look.name


# --- maps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["COAST", "BORDER", "LIMIT", "LINK", "SEA_NAME", "INK"])
def test_lines_are_seen_on_the_ground(line: str) -> None:
    """On the sea, on nobody's land and on the white that lies round signs and dotted lines."""
    for ground in (palette.SEA, palette.LAND, palette.HALO):
        assert contrast(getattr(palette, line), ground) >= (SEEN if line != "LIMIT" or ground == palette.SEA else 0)


@pytest.mark.slow
def test_areas_are_told_apart_without_colour() -> None:
    """What two regions are that look alike in grey, or to somebody, their hatches tell, or what stands in them."""
    seen = set()
    for _, map_ in everywhere():
        known = {**map_.looks, **map_.styles}
        for one, two in combinations(sorted({owner for owner in map_.owners.values() if owner in known}), 2):
            seen.add((known[one].name, known[two].name))
            assert differ(known[one], known[two]) or first_tag_words(map_, one).isdisjoint(
                first_tag_words(map_, two)
            ), (one, two)
    assert len(seen) > 20


def differ(one: Style, two: Style) -> bool:
    far = all(apart(one.tint, two.tint, eyes) >= LEAST["tints"][eyes] for eyes in EYES)
    return (
        one.hatch != two.hatch
        or bool(one.rim) != bool(two.rim)
        or (far and abs(grey(one.tint) - grey(two.tint)) >= GREY)
    )


def first_tag_words(map_: Map, owner: str) -> set[str]:
    """The first words under the names of an owner's regions; "" of one without."""
    return {map_.tags.get(code, "").partition(",")[0] for code, whose in map_.owners.items() if whose == owner}


def test_signs_are_told_apart_without_colour() -> None:
    """Of two signs of one shape one has another letter or is much lighter; each is seen on what lies round it."""
    found = {sign.name: sign for _, map_ in everywhere() for sign in map_.signs}
    assert len(found) > 8
    for one, two in combinations(found.values(), 2):
        lighter = one.kind == "spiral" and abs(grey(one.fill) - grey(two.fill)) >= 3 * GREY
        assert (one.kind, one.text) != (two.kind, two.text) or lighter, (one.name, two.name)
    for sign in found.values():
        solid = sign.kind in ("square", "disc", "spiral")
        assert contrast(sign.fill, ink_on(sign.fill) if solid else palette.HALO) >= (READ if solid else SEEN), sign.name


@pytest.mark.slow
@pytest.mark.parametrize("code", GAMES)
def test_every_piece_bears_its_letter_in_grey(code: str) -> None:
    """On the most crowded map of each game, drawn: over each piece its owner's letter, in an ink that is read on it."""
    crowded = max((map_ for shown in positions(code) for map_ in shown.maps), key=crowd, default=None)
    if crowded is None:
        return
    drawn = maps.make_map_scene(crowded).primitives
    bodies = [(before, after) for before, after in pairwise(drawn) if isinstance(after, SceneText)]
    lettered = [text.text for body, text in bodies if isinstance(body, ScenePath) and body.fill and legible(body, text)]
    for piece in crowded.pieces:
        letter = f"{crowded.styles[piece.seat].letter}{piece.text}"
        assert letter in lettered, piece
        lettered.remove(letter)
    for code_, plate in crowded.plates.items():
        tokens = [part for part in plate.all_parts if part.kind == "token"]
        assert all(
            crowded.styles[part.seat].letter in [t.text for t in drawn if isinstance(t, SceneText)] for part in tokens
        ), code_


def test_every_arrow_is_somebodys_in_grey() -> None:
    """At its beginning stands a piece with its owner's letter, or the letter alone."""
    found = [(map_, s) for _, map_ in everywhere() for s in map_.strokes if s.kind in ("move", "retreat")]
    bare = [(map_, s) for map_, s in found if not any(p.at == s.path[0] and p.seat == s.seat for p in map_.pieces)]
    assert len(found) > 100 and bare
    for map_, stroke in bare:
        letter = map_.styles[stroke.seat].letter
        assert [
            p for p in maps.make_map_scene(map_).primitives if isinstance(p, SceneText) and p.text == letter and p.halo
        ], stroke


def crowd(map_: Map) -> int:
    return len(map_.pieces) + sum(part.kind == "token" for plate in map_.plates.values() for part in plate.all_parts)


def legible(body: ScenePath, text: SceneText) -> bool:
    return contrast(body.fill, text.color) >= READ


def test_to_save_toner_hatches_alone_tell_owners() -> None:
    """Without tints the areas of two owners have two hatches."""
    for code in GAMES:
        for map_ in positions(code)[-1].maps:
            drawn = [
                p
                for p in maps.make_map_scene(map_, outline=True).primitives
                if isinstance(p, SceneArea) and p.key in map_.owners
            ]
            hatches = {map_.owners[area.key]: area.hatch for area in drawn if map_.owners[area.key] in map_.styles}
            assert len(set(hatches.values()) - {""}) == len(hatches)


# --- one home -------------------------------------------------------------------------------------------------------


def test_colours_have_one_home() -> None:
    """No module but the palette writes a colour, but for the ink that a look has if it says nothing."""
    modules = [*(ROOT / "engines").rglob("*.py"), *(ROOT / "pbem").rglob("*.py")]
    wild = [
        (file.name, colour)
        for file in modules
        if file.name != "palette.py"
        for colour in COLOUR.findall(file.read_text())
    ]
    assert wild == [("looks.py", palette.DARK_INK)]


def test_the_page_wears_the_palette() -> None:
    """The variables of the style sheet are those of the palette, light and dark, and letters use no others."""
    light, dark = re.findall(r":root \{(.*?)\}", (ROOT / "pbem/web/static/pbem.css").read_text(), re.DOTALL)
    for block, wanted in ((light, palette.PAGE), (dark, palette.DARK)):
        given = dict(re.findall(r"--(\w+): (#\w+)", block))
        assert given == dict(wanted)
    known = {colour.lower() for colour in COLOUR.findall((ROOT / "engines/palette.py").read_text())}
    for file in [*(ROOT / "pbem/web/static").glob("*.css"), *(ROOT / "templates").rglob("*.*")]:
        assert {colour.lower() for colour in COLOUR.findall(file.read_text())} <= known, file.name


@pytest.mark.parametrize("page", [palette.PAGE, palette.DARK], ids=["light", "dark"])
def test_the_page_can_be_read(page: Mapping[str, str]) -> None:
    """All that is written, on all that lies under it."""
    for ink in ("ink", "quiet", "dim", "accent", "good", "bad", "due"):
        for ground in ("paper", "card", "off", "shade", "wash"):
            if ink in ("ink", "quiet") or ground in ("paper", "card"):
                assert contrast(page[ink], page[ground]) >= READ, (ink, ground)
    assert contrast(page["on"], page["accent"]) >= READ
