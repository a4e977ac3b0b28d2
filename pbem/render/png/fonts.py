"""The letters of pictures: those of paper, which FreeType reads and cairo draws."""

from __future__ import annotations

from functools import cache
from typing import Any

import cairocffi
import pymupdf_fonts
from cffi import FFI

UPRIGHT, BOLD, SLANTED = "notos", "notosbo", "notosit"
"""What `pymupdf_fonts` calls the upright, bold and slanted letters of Noto Sans."""
EVERY = UPRIGHT, BOLD, SLANTED
UNHINTED = 2
"""FT_LOAD_NO_HINTING: outlines as they are drawn, not moved to whole pixels."""

ffi = FFI()
ffi.include(cairocffi.ffi)
ffi.cdef(
    """
    int FT_Init_FreeType(void **library);
    int FT_New_Memory_Face(void *library, const unsigned char *content, long size, long number, void **face);
    cairo_font_face_t *cairo_ft_font_face_create_for_ft_face(void *face, int flags);
    """
)


class FontUnreadable(Exception):  # noqa: N818
    """FreeType does not begin, or cannot read a font."""


@cache
def load_picture_font(name: str) -> cairocffi.FontFace:
    """A font by its name in the package, for as long as the process lives. Raises FontUnreadable."""
    content, face = hold_font_bytes(name), ffi.new("void **")
    if open_freetype().FT_New_Memory_Face(start_freetype(), content, len(content), 0, face):
        raise FontUnreadable(name)
    made = open_cairo().cairo_ft_font_face_create_for_ft_face(face[0], UNHINTED)
    return cairocffi.FontFace._from_pointer(made, incref=False)


@cache
def hold_font_bytes(name: str) -> Any:
    """A font where FreeType, which has no copy of it, goes on reading."""
    return ffi.from_buffer("unsigned char[]", pymupdf_fonts.myfont(name))


@cache
def start_freetype() -> Any:
    found = ffi.new("void **")
    if open_freetype().FT_Init_FreeType(found):
        raise FontUnreadable("FreeType does not begin")
    return found[0]


@cache
def open_freetype() -> Any:
    return cairocffi.dlopen(ffi, ("freetype",), ("libfreetype.so.6", "libfreetype.6.dylib", "freetype.dll"))


@cache
def open_cairo() -> Any:
    """The library that cairocffi has opened, by what cairocffi does not name of it."""
    return cairocffi.dlopen(ffi, ("cairo-2", "cairo"), ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll"))
