"""python -m tools.gallery paints the pictures of docs/gallery.md and of README's head anew."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from engines.all import SHIPPED
from engines.report import Boards, Map
from pbem.render import maps, to_png
from pbem.render.boards import picture
from pbem.render.collage import Collage, PlacedScene
from pbem.render.scene import Scene
from tools.gallery.positions import find_dense_picture
from tools.gallery.screens import take_screenshots

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"
WIDE, PHONE, GREY = 1240, 780, 800
"""Pixels across: a map on A4 at 150 dots an inch, a phone's screen, the grey one."""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for code, engine in SHIPPED.items():
        block = find_dense_picture(engine)
        whole = paint(wide(block), WIDE)
        save(f"{code}-a4", whole)
        save(f"{code}-phone", paint(narrow(block), PHONE))
        save(f"{code}-grey", grey(whole))
    with TemporaryDirectory() as folder:
        for name, shot in take_screenshots(Path(folder)):
            save(name, shot)


def wide(block: Map | Boards) -> Scene:
    return picture.wide_boards_scene(block) if isinstance(block, Boards) else maps.make_map_scene(block)


def narrow(block: Map | Boards) -> Scene:
    """Return what of it a letter holds."""
    return picture.tall_boards_scene(block) if isinstance(block, Boards) else maps.make_reader_scene(block)


def paint(scene: Scene, width: int) -> bytes:
    return to_png.paint_png(Collage(scene.width, scene.height, (PlacedScene(scene),)), width)


def grey(whole: bytes) -> bytes:
    """A picture without its colours, smaller."""
    image = Image.open(BytesIO(whole)).convert("L")
    image = image.resize((GREY, round(image.height * GREY / image.width)), Image.Resampling.LANCZOS)
    file = BytesIO()
    image.quantize(32).save(file, "PNG", optimize=True)
    return file.getvalue()


def save(name: str, png: bytes) -> None:
    path = FOLDER / f"{name}.png"
    path.write_bytes(png)
    print(f"{path.relative_to(FOLDER.parents[1])}: {len(png) // 1000} kB")


if __name__ == "__main__":
    main()
