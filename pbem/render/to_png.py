"""A drawing as PNG, for letters: its SVG is painted by a process of its own (`raster`), since the painter of pixels
holds the interpreter for a quarter of a second, and may end with the process that it runs in.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from zlib import crc32

import pymupdf_fonts

RASTER = Path(__file__).with_name("raster.py")
SECONDS = 20
"""How long a picture may take: forty times as long as a large one does."""
LARGEST_DRAWING = 2_000_000
"""Characters of an SVG that is painted: ten times as many as a crowded map has."""
FONTS = ("notos", "notosbo", "notosit", "notosbi")
"""What `pymupdf_fonts` calls the upright, bold, slanted, and bold slanted letters of Noto Sans."""


class PaintingFailed(Exception):  # noqa: N818
    """A drawing did not become a picture: it is too large, or its painter refused it, ended, or took too long."""


def paint_png(svg: str, width: int, fonts: Path) -> bytes:
    """A drawing as a picture so many pixels wide, the same bytes every time. `fonts` is a folder in which the letters'
    files lie, and are put if they are missing or damaged. Raises PaintingFailed, OSError."""
    if len(svg) > LARGEST_DRAWING:
        raise PaintingFailed(f"the drawing has {len(svg)} characters")
    program = [sys.executable, "-I", str(RASTER), str(width), *map(str, list_font_files(fonts))]
    try:
        done = subprocess.run(program, input=svg.encode(), capture_output=True, timeout=SECONDS, start_new_session=True)
    except subprocess.TimeoutExpired as error:
        raise PaintingFailed(f"it took more than {SECONDS} s") from error
    if done.returncode or not done.stdout:
        raise PaintingFailed(f"its painter ended with {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
    return done.stdout


def list_font_files(folder: Path) -> list[Path]:
    """The files of the fonts, written if they are missing or damaged: with such a file a map has no names."""
    folder.mkdir(parents=True, exist_ok=True)
    found = [folder / f"{name}.ttf" for name in FONTS]
    for path in found:
        if not path.is_file() or crc32(path.read_bytes()) != installed_checksum(path.stem):
            put_font_file(path, pymupdf_fonts.myfont(path.stem))
    return found


@cache
def installed_checksum(name: str) -> int:
    """That of a font as it was installed."""
    return crc32(pymupdf_fonts.myfont(name))


def put_font_file(path: Path, content: bytes) -> None:
    """Writes a file beside its place and then puts it there, so that nobody ever reads half of it; a disk that is full
    does not keep the half."""
    with NamedTemporaryFile(dir=path.parent, delete=False) as half:
        try:
            half.write(content)
            half.flush()
            Path(half.name).replace(path)
        except OSError:
            Path(half.name).unlink()
            raise
