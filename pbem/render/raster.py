"""A program by itself: `python raster.py WIDTH FONT…` reads SVG and writes PNG, and imports nothing of pbem.

Of the few colours of the picture the drawing's own come first, and every pixel of one of them keeps it: a choice by how
often a colour occurs turned the rarer seats grey, and white paper pink.
"""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import BytesIO

import resvg_py
from PIL import Image, ImageChops

COLOURS = 128
"""A map has thirty of its own; the others are what lies between two of them along an edge."""
PRESSED = 7
"""How hard the bytes are pressed: the two degrees above take five times as long for a twentieth."""
SAMPLED = 3
"""Of so many pixels in each direction one is looked at for the other colours."""
CPU_SECONDS = 30
"""The most that one picture costs the machine, whatever becomes of who wanted it."""
HEX = re.compile("#[0-9A-Fa-f]{6}(?![0-9A-Fa-f])")
Colour = tuple[int, int, int]


def encode_png(svg: str, width: int, fonts: Sequence[str]) -> bytes:
    """The drawing as PNG."""
    painted = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="white",
        font_files=list(fonts),
        skip_system_fonts=True,
        font_family="Noto Sans",
    )
    found = BytesIO()
    reduce_colours(Image.open(BytesIO(painted)).convert("RGB"), list_named_colours(svg)).save(
        found, "PNG", compress_level=PRESSED
    )
    return found.getvalue()


def list_named_colours(svg: str) -> list[Colour]:
    """The colours that a drawing names, in the order of their names."""
    return [parse_colour(name) for name in sorted({name.upper() for name in HEX.findall(svg)})][:COLOURS]


def parse_colour(name: str) -> Colour:
    return int(name[1:3], 16), int(name[3:5], 16), int(name[5:7], 16)


def reduce_colours(image: Image.Image, own: Sequence[Colour]) -> Image.Image:
    """The image in few colours: its own, which stay what they are, and the most useful others."""
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(part for colour in own for part in colour), *list_common_colours(image, COLOURS - len(own))])
    told = image.quantize(palette=palette, dither=Image.Dither.NONE)
    for at in list_stray_colours(own, palette):
        told.paste(at, mask=make_colour_mask(image, own[at]))
    return told


def list_common_colours(image: Image.Image, count: int) -> Sequence[int]:
    """So many colours by how often they occur, channel by channel."""
    if not count:
        return ()
    size = max(1, image.width // SAMPLED), max(1, image.height // SAMPLED)
    some = image.resize(size, Image.Resampling.NEAREST)
    return some.quantize(count, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette("RGB") or ()


def list_stray_colours(own: Sequence[Colour], palette: Image.Image) -> Iterable[int]:
    """Return which of its own colours a palette would take for a neighbour: the search in it is only near."""
    strip = Image.new("RGB", (max(1, len(own)), 1))
    strip.putdata(own)
    found = strip.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
    return [at for at, colour in enumerate(own) if found.getpixel((at, 0)) != colour]


def make_colour_mask(image: Image.Image, colour: Colour) -> Image.Image:
    """A mask of the pixels that have exactly this colour."""
    masks = [
        band.point([255 if value == wanted else 0 for value in range(256)])
        for band, wanted in zip(image.split(), colour, strict=True)
    ]
    return ImageChops.darker(ImageChops.darker(masks[0], masks[1]), masks[2])


def shield_process() -> None:
    """What stops the server does not stop a picture in the middle, and nothing lets it run on for ever."""
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


if __name__ == "__main__":
    shield_process()
    sys.stdout.buffer.write(encode_png(sys.stdin.buffer.read().decode(), int(sys.argv[1]), sys.argv[2:]))
