"""The structure of a PDF for those who hear it: headings, paragraphs with their links and pictures with their words,
in the order in which they are read. Rows of tables are paragraphs; what stands only for the eye is an artifact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby

from reportlab.pdfbase.pdfdoc import (
    LinkAnnotation,
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObjectReference,
    PDFPage,
    PDFString,
)
from reportlab.pdfgen.canvas import Canvas

from pbem.render.pdf_drawing import emit
from pbem.render.pdf_strips import Placed
from pbem.render.to_text import plain


@dataclass
class Mark:
    """A piece of a page: what it is, its words if it has none of its own, its number on the page, and the names of the
    links in it."""

    role: str
    alt: str
    page: int
    number: int
    links: list[str] = field(default_factory=list)


@dataclass
class Tags:
    """The marks of a document, page by page, in reading order."""

    canvas: Canvas
    marks: list[Mark] = field(default_factory=list)

    @contextmanager
    def marked(self, role: str, alt: str = "") -> Iterator[None]:
        """What is drawn meanwhile is one thing to a reader."""
        page = self.canvas.getPageNumber()
        number = self.marks[-1].number + 1 if self.marks and self.marks[-1].page == page else 0
        self.marks.append(Mark(role, alt, page, number))
        emit(self.canvas, [f"/{role} <</MCID {number}>> BDC"])
        yield
        emit(self.canvas, ["EMC"])

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is drawn meanwhile is for the eye alone."""
        emit(self.canvas, ["/Artifact BMC"])
        yield
        emit(self.canvas, ["EMC"])

    def link(self) -> None:
        """The link that was made last lies in what was drawn last."""
        if self.marks and self.marks[-1].page == self.canvas.getPageNumber():
            self.marks[-1].links.append(self.canvas._annotationrefs[-1].name)

    def draw(self, placed: Iterable[Placed]) -> None:
        """Draws strips where they stand, each for what it is."""
        for (role, alt), found in groupby(placed, lambda one: (one.strip.role, one.strip.alt)):
            with self.marked(role, alt):
                for one in found:
                    one.strip.draw(one.x, one.y)

    def finish(self) -> None:
        """Writes the structure into the document, whose pages are all there."""
        document = self.canvas._doc
        root, body = PDFDictionary({"Type": PDFName("StructTreeRoot")}), PDFDictionary()
        root_at, body_at = document.Reference(root, "structure"), document.Reference(body, "structure-body")
        elements = [(mark, document.Reference(self.element(mark, body_at))) for mark in self.marks]
        pages = dict.fromkeys(mark.page for mark in self.marks)
        numbers = [part for n, page in enumerate(pages) for part in (n, of_page(elements, page))]
        for n, page in enumerate(pages):
            tagged(document.idToObject[f"Page{page}"], n)
        links = ((mark, at, link) for mark, at in elements for link in mark.links)
        numbers += [part for n, found in enumerate(links, len(pages)) for part in (n, self.linked(n, *found))]
        body.dict |= {"S": PDFName("Document"), "P": root_at, "K": PDFArray([at for _, at in elements])}
        root.dict |= {"K": body_at, "ParentTree": PDFDictionary({"Nums": PDFArray(numbers)})}
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})

    def element(self, mark: Mark, parent: PDFObjectReference) -> PDFDictionary:
        """What a mark is, in the tree."""
        found = {
            "S": PDFName(mark.role),
            "P": parent,
            "Pg": PDFObjectReference(f"Page{mark.page}"),
            "K": mark.number,
        }
        return PDFDictionary(found | ({"Alt": PDFString(plain(mark.alt))} if mark.alt else {}))

    def linked(self, number: int, mark: Mark, at: PDFObjectReference, link: str) -> PDFObjectReference:
        """Puts a link into the tree, below the mark it lies in."""
        document = self.canvas._doc
        page, found, over = (
            PDFObjectReference(f"Page{mark.page}"),
            document.idToObject[link],
            document.idToObject[at.name],
        )
        itself = PDFDictionary({"Type": PDFName("OBJR"), "Obj": PDFObjectReference(link), "Pg": page})
        element = document.Reference(PDFDictionary({"S": PDFName("Link"), "P": at, "Pg": page, "K": itself}))
        over.dict["K"] = PDFArray([*of(over.dict["K"]), element])
        if isinstance(found, LinkAnnotation):
            found.permitted = (*LinkAnnotation.permitted, "StructParent")
            found.otherkw["StructParent"] = number
        else:
            found["StructParent"] = number
        return element


def of(kids: PDFArray | int) -> list[object]:
    """What lies below an element."""
    return kids.sequence if isinstance(kids, PDFArray) else [kids]


def of_page(elements: list[tuple[Mark, PDFObjectReference]], page: int) -> PDFArray:
    """The elements of a page by their numbers."""
    return PDFArray([at for mark, at in elements if mark.page == page])


def tagged(page: PDFPage, number: int) -> None:
    """Gives a page its number in the structure; the keyboard goes through its links in that order."""
    page.__NoDefault__ = [*PDFPage.__NoDefault__, "StructParents", "Tabs"]
    page.StructParents, page.Tabs = number, PDFName("S")


def tags(canvas: Canvas) -> Tags:
    """The tags of a document."""
    found: Tags = canvas.__dict__.setdefault("tags", Tags(canvas))
    return found
