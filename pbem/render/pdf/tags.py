"""The structure of a PDF for those who hear it: headings, paragraphs with their links and pictures with their words,
in the order in which they are read. Rows of tables are paragraphs; what stands only for the eye is an artifact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby

from reportlab.pdfbase.pdfdoc import LinkAnnotation, PDFDictionary, PDFName, PDFPage, PDFString
from reportlab.pdfgen.canvas import Canvas

from pbem.render.pdf.drawing import emit_operators
from pbem.render.pdf.objects import put_pdf_object
from pbem.render.pdf.strips import PlacedStrip
from pbem.render.to_text import remove_controls


@dataclass
class TagMark:
    """A piece of a page: what it is, its words if it has none of its own, its number on the page, and the names of the
    links in it."""

    role: str
    alt: str
    page: int
    number: int
    links: list[str] = field(default_factory=list)


@dataclass
class PdfTags:
    """The marks of a document, page by page, in reading order."""

    canvas: Canvas
    marks: list[TagMark] = field(default_factory=list)

    @contextmanager
    def tag_content(self, role: str, alt: str = "") -> Iterator[None]:
        """What is drawn meanwhile is one thing to a reader."""
        page = self.canvas.getPageNumber()
        number = self.marks[-1].number + 1 if self.marks and self.marks[-1].page == page else 0
        self.marks.append(TagMark(role, alt, page, number))
        emit_operators(self.canvas, [f"/{role} <</MCID {number}>> BDC"])
        yield
        emit_operators(self.canvas, ["EMC"])

    @contextmanager
    def tag_artifact(self) -> Iterator[None]:
        """What is drawn meanwhile is for the eye alone."""
        emit_operators(self.canvas, ["/Artifact BMC"])
        yield
        emit_operators(self.canvas, ["EMC"])

    def tag_last_link(self) -> None:
        """The link that was made last lies in what was drawn last."""
        if self.marks and self.marks[-1].page == self.canvas.getPageNumber():
            self.marks[-1].links.append(self.canvas._annotationrefs[-1].name)

    def draw_tagged_strips(self, placed: Iterable[PlacedStrip]) -> None:
        """Draws strips where they stand, each for what it is."""
        for (role, alt), found in groupby(placed, lambda one: (one.strip.role, one.strip.alt)):
            with self.tag_content(role, alt):
                for one in found:
                    one.strip.draw(one.x, one.y)

    def write_structure(self) -> None:
        """Writes the structure into the document, whose pages are all there."""
        document = self.canvas._doc
        links = [(at, link) for at, mark in enumerate(self.marks) for link in mark.links]
        pages = dict.fromkeys(mark.page for mark in self.marks)
        for at, mark in enumerate(self.marks):
            self.put_mark_element(
                at, mark, [tree_object_name(LINK, n) for n, (whose, _) in enumerate(links) if whose == at]
            )
        for n, page in enumerate(pages):
            number_tagged_page(document.idToObject[f"Page{page}"], n)
        for n, (at, link) in enumerate(links):
            self.put_link_element(n, n + len(pages), at, link)
        parents = [
            [tree_object_name(MARK, at) for at, mark in enumerate(self.marks) if mark.page == page] for page in pages
        ]
        numbers = [f"{n} {reference_list(some)}" for n, some in enumerate(parents)]
        numbers += [f"{n} %d 0 R" for n in range(len(pages), len(pages) + len(links))]
        others = [*(one for some in parents for one in some), *(tree_object_name(LINK, n) for n in range(len(links)))]
        tree = f"/Type /StructTreeRoot /K %d 0 R /ParentTree << /Nums [ {' '.join(numbers)} ] >>"
        every = [tree_object_name(MARK, at) for at in range(len(self.marks))]
        put_pdf_object(document, BODY, f"/S /Document /P %d 0 R /K {reference_list(every)}".encode(), TREE, *every)
        document.Catalog.StructTreeRoot = put_pdf_object(document, TREE, tree.encode(), BODY, *others)
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})

    def put_mark_element(self, at: int, mark: TagMark, links: list[str]) -> None:
        """What a mark is, in the tree, with the links in it below it."""
        document = self.canvas._doc
        alt = (
            b" /Alt " + PDFString(remove_controls(mark.alt)).format(document).replace(b"%", b"%%") if mark.alt else b""
        )
        kids = f"[ {mark.number} {' '.join(['%d 0 R'] * len(links))} ]" if links else str(mark.number)
        said = f"/S /{mark.role} /P %d 0 R /Pg %d 0 R /K {kids}"
        put_pdf_object(document, tree_object_name(MARK, at), said.encode() + alt, BODY, f"Page{mark.page}", *links)

    def put_link_element(self, n: int, number: int, at: int, link: str) -> None:
        """A link in the tree, below the mark it lies in."""
        document, page = self.canvas._doc, f"Page{self.marks[at].page}"
        found = document.idToObject[link]
        said = b"/S /Link /P %d 0 R /Pg %d 0 R /K << /Type /OBJR /Obj %d 0 R /Pg %d 0 R >>"
        put_pdf_object(document, tree_object_name(LINK, n), said, tree_object_name(MARK, at), page, link, page)
        if isinstance(found, LinkAnnotation):
            found.permitted = (*LinkAnnotation.permitted, "StructParent")
            found.otherkw["StructParent"] = number
        else:
            found["StructParent"] = number


TREE, BODY, MARK, LINK = "tree", "tree body", "tree mark", "tree link"
"""The names of what the tree is made of."""


def tree_object_name(kind: str, number: int) -> str:
    return f"{kind} {number}"


def reference_list(some: list[str]) -> str:
    """A list of so many others, which are named where it is written."""
    return f"[ {' '.join(['%d 0 R'] * len(some))} ]"


def number_tagged_page(page: PDFPage, number: int) -> None:
    """Gives a page its number in the structure; the keyboard goes through its links in that order."""
    page.__NoDefault__ = [*PDFPage.__NoDefault__, "StructParents", "Tabs"]
    page.StructParents, page.Tabs = number, PDFName("S")


def document_tags(canvas: Canvas) -> PdfTags:
    """The tags of a document."""
    found: PdfTags = canvas.__dict__.setdefault("tags", PdfTags(canvas))
    return found
