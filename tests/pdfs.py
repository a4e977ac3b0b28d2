"""PDFs as tests read them: `pypdf` without what tells it nothing of their words."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from weakref import WeakKeyDictionary

from pypdf.generic import ContentStream
from pypdf.generic._font import Font

PATHS = re.compile(rb"(?:-?[\d.]+ ){2}[ml]\s|(?:-?[\d.]+ ){6}c\s")
"""The corners of what is drawn: nine tenths of a page with a map."""


def quickly() -> None:
    """From now on maps in PDFs are passed over, and a font is read once in a file, not once for each form it is in."""
    parse, read = ContentStream._parse_content_stream, Font.from_font_resource
    known: WeakKeyDictionary[Any, dict[int, Font]] = WeakKeyDictionary()

    def parsed(self: ContentStream, stream: Any) -> None:
        data = stream.read()
        parse(self, BytesIO(data if b"(" in data else PATHS.sub(b"", data)))  # words of ours stand as numbers

    def font(resource: Any) -> Font:
        at = resource.indirect_reference
        fonts = known.setdefault(at.pdf, {}) if at else {}
        number = at.idnum if at else 0
        if number not in fonts:
            fonts[number] = read(resource)
        return fonts[number]

    setattr(ContentStream, "_parse_content_stream", parsed)  # noqa: B010
    setattr(Font, "from_font_resource", staticmethod(font))  # noqa: B010
