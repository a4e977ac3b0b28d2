"""Objects of a PDF that are written as they are. The library would look at each entry of every one anew, which took
longer than all that is drawn."""

from __future__ import annotations

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject, PDFObjectReference


class RawPdfObject(PDFObject):  # type: ignore[misc]
    """An object: what it says, in which %d stand for the numbers of those whose names follow, and its stream."""

    __RefOnly__ = True

    def __init__(self, said: bytes, *others: str, stream: bytes = b"") -> None:
        self.said, self.others, self.stream = said, others, stream

    def format(self, document: PDFDocument) -> bytes:
        numbers = document.idToObjectNumberAndVersion
        said = self.said % tuple(numbers[name][0] for name in self.others) if self.others else self.said
        return b"<< %b >>\nstream\n%b\nendstream" % (said, self.stream) if self.stream else b"<< %b >>" % said


def put_pdf_object(document: PDFDocument, name: str, said: bytes, *others: str) -> PDFObjectReference:
    """An object of a document under a name."""
    return document.Reference(RawPdfObject(said, *others), name)


def put_packed_object(document: PDFDocument, name: str, packed: bytes, said: bytes, *others: str) -> PDFObjectReference:
    """An object with a stream that is compressed already."""
    head = b"/Filter /FlateDecode /Length %d " % len(packed)
    return document.Reference(RawPdfObject(head + said, *others, stream=packed), name)
