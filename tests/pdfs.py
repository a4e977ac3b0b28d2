"""PDFs as tests read them: `pypdf` without what tells it nothing of their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any
from weakref import WeakKeyDictionary

from pypdf.generic import ArrayObject, ContentStream, read_object
from pypdf.generic._font import Font

PATHS = re.compile(rb"(?:-?[\d.]+ ){2}[ml]\s|(?:-?[\d.]+ ){6}c\s")
"""The corners of what is drawn: nine tenths of a page with a map."""
TOKENS = re.compile(rb"<<(?:[^<>]|<[^<>]*>)*>>|\[[^]]*]|<[^<>]*>|/[^\s/<>[\]]*|[^\s/<>[\]]+")
"""A page without words in brackets: dictionaries, lists, words as numbers, names; numbers and what to do with them."""
ODD = (b"(", b"%", b"BI")
"""What is in a page that `pypdf` had better take apart itself."""


SLOW = ContentStream._parse_content_stream
"""How `pypdf` takes a page apart."""


def quickly() -> None:
    """From now on maps in PDFs are passed over, pages are taken apart word by word, not byte by byte, and a font is
    read once in a file, not once for each form it is in."""
    read = Font.from_font_resource
    known: WeakKeyDictionary[Any, dict[int, Font]] = WeakKeyDictionary()

    def parsed(self: ContentStream, stream: Any) -> None:
        data = stream.read()
        if any(odd in data for odd in ODD) or TOKENS.sub(b"", data).strip():  # brackets that are not closed
            SLOW(self, BytesIO(data))
        else:  # words of ours stand as numbers
            self._operations += operations(PATHS.sub(b"", data), self.forced_encoding)

    def font(resource: Any) -> Font:
        at = resource.indirect_reference
        fonts = known.setdefault(at.pdf, {}) if at else {}
        number = at.idnum if at else 0
        if number not in fonts:
            fonts[number] = read(resource)
        return fonts[number]

    setattr(ContentStream, "_parse_content_stream", parsed)  # noqa: B010
    setattr(Font, "from_font_resource", staticmethod(font))  # noqa: B010


def operations(data: bytes, encoding: Any) -> Iterator[tuple[list[Any], bytes]]:
    """Yield what is done on a page, each with what it is done with."""
    operands: list[Any] = []
    for token in TOKENS.findall(data):
        if token[:1].isalpha() or token in (b"'", b'"'):
            yield operands, token
            operands = []
        else:
            operands.append(operand(token, encoding))


def operand(token: bytes, encoding: Any) -> Any:
    """Lists are made anew each time, since whoever gets one may change it; what is in them nobody can change."""
    if token.startswith(b"["):
        return ArrayObject(single(one, encoding) for one in TOKENS.findall(token[1:-1]))
    return whole(token, encoding) if token.startswith(b"<<") else single(token, encoding)


def whole(token: bytes, encoding: Any) -> Any:
    return read_object(BytesIO(token + b" "), None, encoding)


single = lru_cache(1 << 14)(whole)
