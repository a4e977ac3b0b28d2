"""A picture in few colours, which makes a third of its bytes.

The drawing's own come first, and every pixel of one of them keeps it: a choice by how often a colour occurs turned the
rarer seats grey, and white paper pink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO

from PIL import Image, ImageChops

COLOURS = 128
"""A map has thirty of its own; the others are what lies between two of them along an edge."""
PRESSED = 4
"""How hard the bytes are pressed: a tenth fewer would take twice as long."""
SAMPLED = 5
"""Of so many pixels in each direction one is looked at for the other colours."""
ALIKE = 8
"""A colour whose parts all differ by no more from one of the drawing's own is no use beside it."""
CORNER = 0xFC
"""The search in a palette takes all that lies in a cube of four by four by four for its corner next to black. So the
palette that is searched has its colours there."""
RgbColour = tuple[int, int, int]


def encode_png(image: Image.Image, names: Iterable[str]) -> bytes:
    """An image as PNG, of a drawing that names these colours."""
    found = BytesIO()
    reduce_colours(image, list_own_colours(names)).save(found, "PNG", compress_level=PRESSED)
    return found.getvalue()


def list_own_colours(names: Iterable[str]) -> list[RgbColour]:
    """The colours that a drawing names, in the order of their names."""
    return [parse_colour(name) for name in sorted({name.upper() for name in names})][:COLOURS]


def parse_colour(name: str) -> RgbColour:
    red, green, blue = bytes.fromhex(name[1:])
    return red, green, blue


def reduce_colours(image: Image.Image, own: Sequence[RgbColour]) -> Image.Image:
    """The image in few colours: its own, which stay what they are, and the most useful others."""
    colours = [*own, *iter_other_colours(image, own)]
    searched = make_palette(tuple(part & CORNER for part in colour) for colour in colours)
    told = image.quantize(palette=searched, dither=Image.Dither.NONE)
    told.putpalette(make_palette(colours).getpalette() or ())
    for at in list_stray_colours(own, searched):
        told.paste(at, mask=make_colour_mask(image, own[at]))
    return told


def make_palette(colours: Iterable[Sequence[int]]) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette


def iter_other_colours(image: Image.Image, own: Sequence[RgbColour]) -> Iterator[RgbColour]:
    """Yield colours that occur often and are none of its own."""
    count = COLOURS - len(own)
    if not count:
        return
    size = max(1, image.width // SAMPLED), max(1, image.height // SAMPLED)
    some = image.resize(size, Image.Resampling.NEAREST).quantize(count, Image.Quantize.MEDIANCUT)
    parts = iter(some.getpalette("RGB") or ())
    for red, green, blue in zip(parts, parts, parts, strict=False):
        if not any(abs(red - r) <= ALIKE and abs(green - g) <= ALIKE and abs(blue - b) <= ALIKE for r, g, b in own):
            yield red, green, blue


def list_stray_colours(own: Sequence[RgbColour], searched: Image.Image) -> list[int]:
    """Return which of its own colours are taken for another, which lies in the same corner."""
    strip = Image.new("RGB", (max(1, len(own)), 1))
    strip.putdata(own)
    found = strip.quantize(palette=searched, dither=Image.Dither.NONE)
    return [at for at in range(len(own)) if found.getpixel((at, 0)) != at]


def make_colour_mask(image: Image.Image, colour: RgbColour) -> Image.Image:
    """A mask of the pixels that have exactly this colour."""
    masks = [
        band.point([255 if value == wanted else 0 for value in range(256)])
        for band, wanted in zip(image.split(), colour, strict=True)
    ]
    return ImageChops.darker(ImageChops.darker(masks[0], masks[1]), masks[2])
