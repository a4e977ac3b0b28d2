"""Drawings become pictures: in their own colours, the same bytes every time, and never at the cost of who asks."""

from __future__ import annotations

import gc
import os
import pickle
import select
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from multiprocessing import Pipe
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bench.render import report
from engines.report import Map
from pbem.render import maps, to_png
from pbem.render.collage import Collage, PlacedScene
from pbem.render.hatch_tiles import TILES
from pbem.render.maps.letters import measure_map_words
from pbem.render.png import colours, process
from pbem.render.scene import Primitive, Scene, SceneArea, ScenePath, SceneText
from pbem.render.shapes import polygon_steps
from pbem.render.to_png import PainterMissing, PaintingFailed, PicturePainter, paint_png

pytestmark = pytest.mark.usefixtures("pixels")
TALK = "import os, signal, sys; from multiprocessing.connection import Connection; line = Connection(int(sys.argv[1]));"
"""A painter of another kind begins so."""
HEARS = f'{TALK} line.send_bytes(b""); line.recv_bytes();'
WHITE = (255, 255, 255)


def rectangle(x: int, y: int, wide: int, high: int) -> tuple[tuple[int, int], ...]:
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


def box(x: int, y: int, wide: int, high: int, fill: str) -> ScenePath:
    return ScenePath(polygon_steps(rectangle(x, y, wide, high)), fill)


def collage(*primitives: Primitive, wide: int = 400, high: int = 100) -> Collage:
    return Collage(wide, high, (PlacedScene(Scene(wide, high, primitives)),))


SQUARES = (box(0, 0, 400, 100, "#FBFAFD"), box(0, 0, 100, 100, "#775C99"), box(100, 0, 4, 4, "#AAC9A6"))
WORDS = SceneText(250, 70, "Été Ωж", 60, "#111111")
DRAWN = collage(*SQUARES, WORDS)


@pytest.fixture(scope="module")
def crowded() -> Collage:
    """A crowded map of Diplomacy."""
    scene = maps.make_map_scene(next(block for block in report() if isinstance(block, Map)))
    return Collage(scene.width, scene.height, (PlacedScene(scene),))


@pytest.fixture(scope="module")
def painted(crowded: Collage) -> bytes:
    return paint_png(crowded, 1200)


@pytest.fixture
def painter(monkeypatch: pytest.MonkeyPatch) -> Iterator[PicturePainter]:
    """A painter for this test alone."""
    found = PicturePainter()
    monkeypatch.setattr(to_png, "PAINTER", found)
    yield found
    found.close()


def open_png(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def seen_colours(png: bytes) -> set[colours.RgbColour]:
    return {found for _, found in open_png(png).getcolors(1 << 24) or ()}  # type: ignore[misc]


def inked_columns(drawing: Collage, width: int = 400) -> tuple[int, int]:
    """Return where what is not white begins and ends."""
    inked = ImageChops.difference(open_png(paint_png(drawing, width)), Image.new("RGB", (width, 100), WHITE)).getbbox()
    assert inked is not None
    return inked[0], inked[2]


# --- what is painted ----------------------------------------------------------------------------------------------


def test_a_picture_keeps_the_drawings_own_colours(crowded: Collage, painted: bytes) -> None:
    """A palette by how often a colour occurs turned England's violet and Italy's green grey, and white paper pink."""
    own = colours.list_own_colours(crowded.iter_colours())
    assert open_png(painted).size[0] == 1200 and len(painted) < 180_000
    assert {*own} <= seen_colours(painted) and len(seen_colours(painted)) <= colours.COLOURS
    assert (119, 92, 153) in own


def test_a_rare_colour_stays_what_it_is() -> None:
    """Every pixel of it, and beside one that is almost the same."""
    image = open_png(paint_png(DRAWN, 400))
    found = [image.getpixel(at) for at in ((10, 10), (101, 1), (390, 90))]
    assert found == [(0x77, 0x5C, 0x99), (0xAA, 0xC9, 0xA6), (0xFB, 0xFA, 0xFD)]


def test_neighbours_in_the_palette_stay_apart() -> None:
    """The search in it takes four values of a part of a colour for one."""
    names = [f"#{red:02X}FCFD" for red in range(0xF8, 0x100)]
    every = [box(50 * n, 0, 50, 100, name) for n, name in enumerate(names)]
    image = open_png(paint_png(collage(*every), 400))
    assert [image.getpixel((50 * n + 25, 50)) for n in range(8)] == [colours.parse_colour(name) for name in names]


def test_words_are_set_in_our_letters() -> None:
    """Of any of the three alphabets; the fonts of the machine are not asked."""
    with_words, without = paint_png(DRAWN, 400), paint_png(collage(*SQUARES), 400)
    assert seen_colours(with_words) - seen_colours(without) > {(0x11, 0x11, 0x11)}


@pytest.mark.parametrize(("align", "begins"), [("l", 200), ("", 0.5), ("r", 1.0)])
def test_words_are_as_wide_as_on_paper(align: str, begins: float) -> None:
    """So what was found room for stays in it; and they stand to whichever side of their point they should."""
    words = SceneText(200, 70, "HEH", 40, "#111111", bold=True, align=align)  # type: ignore[arg-type]
    wide = measure_map_words("HEH", bold=True) * 40
    left = 200 if align == "l" else 200 - begins * wide
    first, last = inked_columns(collage(words))
    assert left < first < left + 6 and left + wide - 6 < last < left + wide


def test_words_are_set_as_wide_as_they_should_be() -> None:
    first, last = inked_columns(collage(SceneText(20, 70, "HEH", 40, "#111111", align="l", width=300)))
    assert first < 40 and 300 < last < 320


@pytest.mark.parametrize("hatch", TILES)
@pytest.mark.parametrize("width", [400, 613])
def test_a_hatch_has_no_seams(hatch: str, width: int) -> None:
    """The tiles of a pattern whose sides are no whole pixels are seen one by one."""
    area = SceneArea("A", (rectangle(0, 0, 7300, 7300),), "#FFFFFF", hatch, "#111111")  # type: ignore[arg-type]
    image = open_png(paint_png(collage(area, wide=7300, high=7300), width))
    side = round(TILES[hatch].size * width / 7300)  # type: ignore[index]
    moved = ImageChops.offset(image, side, 0).crop((side, 0, width, width))
    assert moved.tobytes() == image.crop((side, 0, width, width)).tobytes()
    assert len({pixel for _, pixel in image.getcolors(1 << 24) or ()}) > 1


def test_nothing_is_drawn_beyond_the_edges_of_a_scene() -> None:
    """A map that is cut does not run into the signs below it, and a sample is as large as it should be."""
    placed = PlacedScene(Scene(100, 100, (box(-500, -500, 2000, 2000, "#775C99"),), left=50, top=50), 100, 0, 0.5)
    assert inked_columns(Collage(400, 100, (placed,))) == (100, 150)


def test_the_same_drawing_is_the_same_picture(crowded: Collage, painted: bytes, painter: PicturePainter) -> None:
    """By whichever process: what is sent again has the same bytes."""
    assert paint_png(crowded, 1200) == painted and painter.process is not None


def test_a_drawing_is_known_by_all_that_is_drawn() -> None:
    """And by nothing else."""
    again = pickle.loads(pickle.dumps(DRAWN))
    titled = Collage(400, 100, (PlacedScene(Scene(400, 100, (*SQUARES, WORDS), title="A title")),))
    others = [collage(*SQUARES), collage(*SQUARES, WORDS, high=101), Collage(400, 100, (*DRAWN.scenes, *DRAWN.scenes))]
    assert DRAWN.digest == again.digest == titled.digest
    assert len({one.digest for one in (DRAWN, *others)}) == 4


# --- the process that paints --------------------------------------------------------------------------------------


def test_one_process_paints_one_picture_after_the_other(painter: PicturePainter) -> None:
    """Also if several ask at once."""
    every = [collage(box(0, 0, 400, 100, f"#{n:02X}{n:02X}00")) for n in range(12)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda one: paint_png(one, 40), every))
    first = painter.process
    assert [open_png(png).getpixel((5, 5)) for png in found] == [(n, n, 0) for n in range(12)]
    assert paint_png(DRAWN, 40) and painter.process is first


@pytest.mark.parametrize(
    ("program", "why"),
    [("os.abort()", "ended with -6"), ("sys.exit(3)", "ended with 3"), ('line.send_bytes(b"no")', "says no")],
)
def test_a_painter_that_dies_takes_nobody_with_it(
    program: str, why: str, painter: PicturePainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The drawing goes without a picture, and the next one has a new painter."""
    with monkeypatch.context() as patch:
        patch.setattr(to_png, "PROGRAM", ("-c", f"{HEARS} {program}"))
        with pytest.raises(PaintingFailed, match=why):
            paint_png(DRAWN, 400)
    painter.close()
    assert paint_png(DRAWN, 400)


def test_a_painter_that_hangs_is_ended(painter: PicturePainter, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(to_png, "PROGRAM", ("-c", f"{HEARS} signal.pause()"))
        hanging = painter.wake()
        patch.setattr(to_png, "SECONDS", 0.01)
        with pytest.raises(PaintingFailed, match="took more than"):
            paint_png(DRAWN, 400)
    assert hanging.process.returncode == -9 and paint_png(DRAWN, 400)


def test_a_painter_that_was_killed_while_it_rested_is_started_anew(painter: PicturePainter) -> None:
    """That is the fault of no drawing."""
    resting = painter.wake().process
    resting.kill()
    resting.wait()
    assert paint_png(DRAWN, 400) and painter.process is not None and painter.process.process.pid != resting.pid


def test_a_painter_that_nobody_needs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """And gives back its memory."""
    ours, theirs = Pipe()
    monkeypatch.setattr(process, "IDLE_SECONDS", 0)
    with ours, theirs:
        process.serve_pictures(theirs)
        assert ours.recv_bytes() == b"" and not ours.poll()
    gc.unfreeze()


def test_a_painter_that_ends_as_it_is_needed_is_started_anew(
    painter: PicturePainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was no drawing that ended it."""
    with monkeypatch.context() as patch:
        patch.setattr(to_png, "PROGRAM", ("-c", HEARS))
        painter.wake()
    assert paint_png(DRAWN, 400)


@pytest.mark.parametrize(
    "drawing",
    [collage(box(0, 0, 9, 9, "no colour")), collage(WORDS, wide=1, high=10**6), Collage(0, 1, ())],
)
def test_what_cannot_be_painted_is_refused(drawing: Collage, painter: PicturePainter) -> None:
    """By a painter that goes on."""
    before = painter.wake()
    with pytest.raises(PaintingFailed, match=r"says .*Error"):
        paint_png(drawing, 400)
    assert paint_png(DRAWN, 400) and painter.process is before


def test_too_large_a_drawing_is_not_even_tried(painter: PicturePainter) -> None:
    with pytest.raises(PaintingFailed, match="the drawing has"):
        paint_png(collage(SceneText(0, 0, "x" * to_png.LARGEST_DRAWING, 9, "#111111")), 400)
    assert painter.process is None


@pytest.mark.usefixtures("painter")
def test_a_painter_without_its_library_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: it is not started again and again."""
    monkeypatch.setattr(to_png, "PROGRAM", ("-c", f'{TALK} line.send_bytes(b"no library called cairo")'))
    with pytest.raises(PainterMissing, match="no library called cairo"):
        paint_png(DRAWN, 400)
    monkeypatch.setattr(sys, "executable", "nothing")
    with pytest.raises(PainterMissing, match="no library called cairo"):
        paint_png(DRAWN, 400)


def test_it_is_found_out_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert process.find_what_is_missing() == ""
    monkeypatch.setitem(sys.modules, "pbem.render.png.fonts", None)
    monkeypatch.delattr("pbem.render.png.fonts")
    assert "Error" in process.find_what_is_missing() and "\n" not in process.find_what_is_missing()


@pytest.mark.usefixtures("painter")
@pytest.mark.parametrize("program", ["pass", f"{TALK} os.abort()"])
def test_where_no_painter_starts(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is told from a drawing that cannot be painted, and tried again."""
    with monkeypatch.context() as patch:
        patch.setattr(to_png, "PROGRAM", ("-c", program))
        with pytest.raises(OSError, match="no painter could be started"):
            paint_png(DRAWN, 400)
        patch.setattr(sys, "executable", "nothing")
        with pytest.raises(FileNotFoundError):
            paint_png(DRAWN, 400)
    assert paint_png(DRAWN, 400)


def test_a_process_that_is_forked_has_a_painter_of_its_own() -> None:
    """Else two would talk at once on one line."""
    ours = to_png.PAINTER.wake()
    if (pid := os.fork()) == 0:
        os._exit(int(to_png.PAINTER.process is not None))
    assert os.waitpid(pid, 0)[1] == 0 and to_png.PAINTER.process is ours


@pytest.mark.slow
def test_a_painter_ends_with_its_server(tmp_path: Path) -> None:
    """Also with one that is killed."""
    program = (
        "import os\nfrom pbem.render.to_png import PAINTER\n"
        "print(PAINTER.wake().process.pid, flush=True)\ninput()\nos.kill(os.getpid(), 9)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path
    ) as server:
        assert server.stdout is not None
        ended = os.pidfd_open(int(server.stdout.readline()))
        server.communicate(b"\n")
    assert select.select([ended], [], [], 30)[0] == [ended] and server.returncode == -9
    os.close(ended)
