"""python -m tools.gallery paints the pictures of docs/gallery.md and of README's head anew."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from engines.all import SHIPPED
from engines.report import Boards, Map
from pbem.render import boards, layers, to_png, to_svg
from pbem.render.scene import Scene
from tools.gallery.positions import dense
from tools.gallery.screens import screens

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"
WIDE, PHONE, GREY = 1240, 780, 800
"""Pixels across: a map on A4 at 150 dots an inch, a phone's screen, the grey one."""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for code, engine in SHIPPED.items():
            block = dense(engine)
            whole = png(wide(block), WIDE, Path(folder))
            save(f"{code}-a4", whole)
            save(f"{code}-phone", png(narrow(block), PHONE, Path(folder)))
            save(f"{code}-grey", grey(whole))
        for name, shot in screens(Path(folder)):
            save(name, shot)


def wide(block: Map | Boards) -> Scene:
    return boards.wide(block) if isinstance(block, Boards) else layers.scene(block)


def narrow(block: Map | Boards) -> Scene:
    """What of it a letter holds."""
    return boards.tall(block) if isinstance(block, Boards) else layers.cut(block)


def png(scene: Scene, width: int, folder: Path) -> bytes:
    return to_png.png(to_svg.paint(scene, ids=False), width, folder)


def grey(whole: bytes) -> bytes:
    """A picture without its colours, smaller."""
    image = Image.open(BytesIO(whole)).convert("L")
    image = image.resize((GREY, round(image.height * GREY / image.width)), Image.Resampling.LANCZOS)
    file = BytesIO()
    image.quantize(32).save(file, "PNG", optimize=True)
    return file.getvalue()


def save(name: str, picture: bytes) -> None:
    path = FOLDER / f"{name}.png"
    path.write_bytes(picture)
    print(f"{path.relative_to(FOLDER.parents[1])}: {len(picture) // 1000} kB")


if __name__ == "__main__":
    main()
