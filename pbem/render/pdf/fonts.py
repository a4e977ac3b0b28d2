"""The fonts of PDFs. A document has those letters of a font that it needs; what was cut out of a font and packed for
one document is kept for the next that needs the same."""

from __future__ import annotations

import zlib
from io import BytesIO
from threading import Lock
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import FF_NONSYMBOLIC, FF_SYMBOLIC, SUBSETN, TTFont, makeToUnicodeCMap

from engines.memo import memoize
from pbem.render.pdf.objects import put_packed_object, put_pdf_object

KEPT = 48
"""So many cuts are kept, of 15 kB each."""
CUTTING = Lock()
"""The library reads a font like a file, from where it stands in it."""


class FontCut(NamedTuple):
    """Some letters of a font: their outlines, packed, and how much that is unpacked; which letters they are, packed;
    how wide they are, and what else is said of them."""

    outlines: bytes
    size: int
    letters: bytes
    widths: bytes
    look: bytes


class FallbackFont(TTFont):  # type: ignore[misc]
    """A font for letters that ours have not: so seldom used that what is cut out of it is not kept."""

    def addObjects(self, doc: PDFDocument) -> None:  # noqa: N802
        with CUTTING:
            super().addObjects(doc)


class DocumentFont(TTFont):  # type: ignore[misc]
    """A font that is called `short` in every document. Letters of plain ASCII have their own codes in all of them, and
    their `widths` are known, in thousandths of the size."""

    def __init__(self, name: str, short: str, content: bytes) -> None:
        super().__init__(name, BytesIO(content), asciiReadable=True)
        self.short = short
        self.widths: dict[str, float] = {chr(code): self.face.getCharWidth(code) for code in range(32, 127)}

    def splitString(self, text: str, doc: PDFDocument, encoding: str = "utf-8") -> list[tuple[int, bytes]]:  # noqa: N802
        if text.isascii() and text.isprintable() and text:
            self._assignState(doc)
            return [(0, text.encode())]
        found: list[tuple[int, bytes]] = super().splitString(text, doc, encoding)
        return found

    def getSubsetInternalName(self, subset: int, doc: PDFDocument) -> str:  # noqa: N802
        state = self._assignState(doc)
        if state.internalName is None:
            state.internalName = self.short
            doc.fontMapping[self.fontName] = f"/{self.short}"
            doc.delayedFonts.append(self)
        return f"/{self.short}+{subset}"

    def addObjects(self, doc: PDFDocument) -> None:  # noqa: N802
        """What the document has used of the font, at its end."""
        for number, codes in enumerate(self.state.pop(doc).subsets):
            self.put_font_cut(doc, f"{self.short}+{number}", cut_out_letters(self, number, tuple(codes)))

    def put_font_cut(self, doc: PDFDocument, name: str, cut: FontCut) -> None:
        """Some of its letters as a font of the document."""
        outlines, letters, look = f"{name} outlines", f"{name} letters", f"{name} look"
        put_packed_object(doc, outlines, cut.outlines, b"/Length1 %d" % cut.size)
        put_packed_object(doc, letters, cut.letters, b"")
        put_pdf_object(doc, look, cut.look, outlines)
        doc.idToObject["BasicFonts"].dict[name] = put_pdf_object(doc, name, cut.widths, look, letters)


@memoize(KEPT)
def cut_out_letters(font: DocumentFont, number: int, codes: tuple[int, ...]) -> FontCut:
    """Some letters of a font, by their codes: its subset of that number."""
    face, called = font.face, SUBSETN(number) + b"+" + font.face.name
    with CUTTING:
        outlines: bytes = face.makeSubset(codes)
    widths = " ".join(f"{face.getCharWidth(code):g}" for code in codes)
    letters = makeToUnicodeCMap(called.decode(), codes).encode("ascii")
    look = (
        f"/Type /FontDescriptor /FontName /{called.decode()} /Flags {face.flags & ~FF_NONSYMBOLIC | FF_SYMBOLIC} "
        f"/FontBBox [ {' '.join(f'{side:g}' for side in face.bbox)} ] /ItalicAngle {face.italicAngle:g} "
        f"/Ascent {face.ascent:g} /Descent {face.descent:g} /CapHeight {face.capHeight:g} /StemV {face.stemV:g} "
        f"/MissingWidth {face.defaultWidth:g} /FontFile2 %d 0 R"
    )
    said = (
        f"/Type /Font /Subtype /TrueType /BaseFont /{called.decode()} /FirstChar 0 /LastChar {len(codes) - 1} "
        f"/Widths [ {widths} ] /FontDescriptor %d 0 R /ToUnicode %d 0 R"
    )
    return FontCut(zlib.compress(outlines), len(outlines), zlib.compress(letters), said.encode(), look.encode())
