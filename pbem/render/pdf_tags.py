"""The structure of a PDF for those who hear it: headings, paragraphs with their links and pictures with their words,
in the order in which they are read. Rows of tables are paragraphs; what stands only for the eye is an artifact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby

from reportlab.pdfbase.pdfdoc import LinkAnnotation, PDFDictionary, PDFName, PDFPage, PDFString
from reportlab.pdfgen.canvas import Canvas

from pbem.render.pdf_drawing import emit
from pbem.render.pdf_objects import put
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
        links = [(at, link) for at, mark in enumerate(self.marks) for link in mark.links]
        pages = dict.fromkeys(mark.page for mark in self.marks)
        for at, mark in enumerate(self.marks):
            self.element(at, mark, [name(LINK, n) for n, (whose, _) in enumerate(links) if whose == at])
        for n, page in enumerate(pages):
            tagged(document.idToObject[f"Page{page}"], n)
        for n, (at, link) in enumerate(links):
            self.linked(n, n + len(pages), at, link)
        parents = [[name(MARK, at) for at, mark in enumerate(self.marks) if mark.page == page] for page in pages]
        numbers = [f"{n} {listed(some)}" for n, some in enumerate(parents)]
        numbers += [f"{n} %d 0 R" for n in range(len(pages), len(pages) + len(links))]
        others = [*(one for some in parents for one in some), *(name(LINK, n) for n in range(len(links)))]
        tree = f"/Type /StructTreeRoot /K %d 0 R /ParentTree << /Nums [ {' '.join(numbers)} ] >>"
        every = [name(MARK, at) for at in range(len(self.marks))]
        put(document, BODY, f"/S /Document /P %d 0 R /K {listed(every)}".encode(), TREE, *every)
        document.Catalog.StructTreeRoot = put(document, TREE, tree.encode(), BODY, *others)
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})

    def element(self, at: int, mark: Mark, links: list[str]) -> None:
        """What a mark is, in the tree, with the links in it below it."""
        document = self.canvas._doc
        alt = b" /Alt " + PDFString(plain(mark.alt)).format(document).replace(b"%", b"%%") if mark.alt else b""
        kids = f"[ {mark.number} {' '.join(['%d 0 R'] * len(links))} ]" if links else str(mark.number)
        said = f"/S /{mark.role} /P %d 0 R /Pg %d 0 R /K {kids}"
        put(document, name(MARK, at), said.encode() + alt, BODY, f"Page{mark.page}", *links)

    def linked(self, n: int, number: int, at: int, link: str) -> None:
        """A link in the tree, below the mark it lies in."""
        document, page = self.canvas._doc, f"Page{self.marks[at].page}"
        found = document.idToObject[link]
        said = b"/S /Link /P %d 0 R /Pg %d 0 R /K << /Type /OBJR /Obj %d 0 R /Pg %d 0 R >>"
        put(document, name(LINK, n), said, name(MARK, at), page, link, page)
        if isinstance(found, LinkAnnotation):
            found.permitted = (*LinkAnnotation.permitted, "StructParent")
            found.otherkw["StructParent"] = number
        else:
            found["StructParent"] = number


TREE, BODY, MARK, LINK = "tree", "tree body", "tree mark", "tree link"
"""The names of what the tree is made of."""


def name(kind: str, number: int) -> str:
    return f"{kind} {number}"


def listed(some: list[str]) -> str:
    """A list of so many others, which are named where it is written."""
    return f"[ {' '.join(['%d 0 R'] * len(some))} ]"


def tagged(page: PDFPage, number: int) -> None:
    """Gives a page its number in the structure; the keyboard goes through its links in that order."""
    page.__NoDefault__ = [*PDFPage.__NoDefault__, "StructParents", "Tabs"]
    page.StructParents, page.Tabs = number, PDFName("S")


def tags(canvas: Canvas) -> Tags:
    """The tags of a document."""
    found: Tags = canvas.__dict__.setdefault("tags", Tags(canvas))
    return found
