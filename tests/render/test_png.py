"""Drawings become pictures: in their own colours, the same bytes every time, and never at the cost of who asks."""

from __future__ import annotations

import sys
from errno import ENOSPC
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bench.render import report
from engines.report import Map
from pbem.render import raster, render_map_svg, to_png
from pbem.render.to_png import PaintingFailed

pytestmark = pytest.mark.usefixtures("pixels")
SQUARES = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100" font-family="Noto Sans">
<rect width="400" height="100" fill="#FBFAFD"/><rect width="100" height="100" fill="#775C99"/>
<rect x="100" width="4" height="4" fill="#AAC9A6"/><text x="250" y="70" font-size="60" fill="#111111">Été Ωж</text>
</svg>"""


@pytest.fixture(scope="module")
def crowded() -> str:
    """A crowded map of Diplomacy."""
    return render_map_svg(next(block for block in report() if isinstance(block, Map)), ids=False)


@pytest.fixture(scope="module")
def painted(crowded: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return to_png.paint_png(crowded, 1200, tmp_path_factory.mktemp("fonts"))


def colours(png: bytes) -> set[raster.Colour]:
    image = Image.open(BytesIO(png)).convert("RGB")
    return {found for _, found in image.getcolors(1 << 24) or ()}  # type: ignore[misc]


def test_a_picture_keeps_the_drawings_own_colours(crowded: str, painted: bytes) -> None:
    """A palette by how often a colour occurs turned England's violet and Italy's green grey, and white paper pink."""
    assert Image.open(BytesIO(painted)).size[0] == 1200 and len(painted) < 150_000
    assert {*raster.list_named_colours(crowded)} <= colours(painted) and len(colours(painted)) <= raster.COLOURS
    assert (119, 92, 153) in raster.list_named_colours(crowded)


def test_a_rare_colour_stays_what_it_is(tmp_path: Path) -> None:
    """Every pixel of it, and beside one that is almost the same."""
    image = Image.open(BytesIO(to_png.paint_png(SQUARES, 400, tmp_path))).convert("RGB")
    found = [image.getpixel(at) for at in ((10, 10), (101, 1), (390, 90))]
    assert found == [(0x77, 0x5C, 0x99), (0xAA, 0xC9, 0xA6), (0xFB, 0xFA, 0xFD)]


def test_words_are_set_in_our_letters(tmp_path: Path) -> None:
    """Of any of the three alphabets; the fonts of the machine are not asked."""
    with_words, without = (to_png.paint_png(text, 400, tmp_path) for text in (SQUARES, SQUARES.replace("Été Ωж", "")))
    assert colours(with_words) - colours(without) > {(0x11, 0x11, 0x11)}


def test_the_same_drawing_is_the_same_picture(crowded: str, painted: bytes, tmp_path: Path) -> None:
    """On every machine that has the same painter: what is sent again has the same bytes."""
    assert to_png.paint_png(crowded, 1200, tmp_path) == painted


def test_a_full_disk_does_not_keep_half_a_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every letter tries again, and would leave another one."""

    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        to_png.list_font_files(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", [b"", b"no font at all"])
def test_a_damaged_font_is_written_anew(damage: bytes, tmp_path: Path) -> None:
    """With an empty file of letters a map was painted without names, and nobody was told."""
    whole = {path: path.read_bytes() for path in to_png.list_font_files(tmp_path)}
    for path, content in whole.items():
        path.write_bytes(damage + content[len(damage) : -1] if damage else b"")
    assert {path: path.read_bytes() for path in to_png.list_font_files(tmp_path)} == whole


def test_the_fonts_are_written_once(tmp_path: Path) -> None:
    """And nothing is left beside them."""
    first = [(path, path.stat().st_mtime_ns) for path in to_png.list_font_files(tmp_path)]
    assert first == [(path, path.stat().st_mtime_ns) for path in to_png.list_font_files(tmp_path)]
    assert {path for path, _ in first} == {*tmp_path.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import os; os.abort()", "ended with -6"),
        ("raise MemoryError", "MemoryError"),
        ("import signal; signal.pause()", "took more than"),
        ("pass", "ended with 0"),
    ],
)
def test_a_painter_that_dies_takes_nobody_with_it(
    program: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "painter.py").write_text(program)
    monkeypatch.setattr(to_png, "RASTER", tmp_path / "painter.py")
    monkeypatch.setattr(to_png, "SECONDS", 1 if "pause" in program else to_png.SECONDS)
    with pytest.raises(PaintingFailed, match=why):
        to_png.paint_png(SQUARES, 400, tmp_path / "fonts")


@pytest.mark.parametrize("drawing", ["no drawing", "<svg", " " * (to_png.LARGEST_DRAWING + 1)])
def test_what_is_no_drawing_is_not_painted(drawing: str, tmp_path: Path) -> None:
    with pytest.raises(PaintingFailed):
        to_png.paint_png(drawing, 400, tmp_path)


def test_where_no_process_can_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is told from a drawing that cannot be painted."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    with pytest.raises(OSError):
        to_png.paint_png(SQUARES, 400, tmp_path)
