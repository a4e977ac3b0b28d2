"""A PDF file before anything stands in it: its paper, and what it says of itself."""

from __future__ import annotations

from io import BytesIO
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas

from pbem.render.paper import Imprint, Paper
from pbem.render.pdf.tags import document_tags
from pbem.render.pdf.words import PLAIN, register_fonts
from pbem.render.to_text import remove_controls

rl_config.useA85 = 0

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{author}</xmp:CreatorTool>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
"""What a file says of itself, as the reference implementations of XMP write it."""


def new_canvas(size: tuple[float, float], paper: Paper, title: str, imprint: Imprint) -> Canvas:
    """An empty file with pages of a size in points. The same contents will give the same bytes."""
    register_fonts()
    canvas = Canvas(BytesIO(), size, invariant=1, pageCompression=1, initialFontName=PLAIN, lang=paper.language)
    canvas.setTitle(remove_controls(title) or paper.format_frame_words("report"))
    canvas.setAuthor(imprint.author)
    canvas.setCreator(imprint.author)
    canvas.setSubject(remove_controls(imprint.subject))
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas._doc.Catalog.Metadata = make_xmp_stream(
        remove_controls(title) or paper.format_frame_words("report"), paper.language, imprint
    )
    return canvas


def make_xmp_stream(title: str, language: str, imprint: Imprint) -> PDFStream:
    """The same once more as a packet of XMP, which newer programs read. It does not claim to be PDF/UA."""
    said = {"title": title, "author": imprint.author, "subject": remove_controls(imprint.subject), "language": language}
    packet = XMP.format_map({key: escape(words) for key, words in said.items()})
    kind = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    return PDFStream(kind, packet.encode(), filters=[])


def finish_pdf(canvas: Canvas) -> bytes:
    """The file, with its structure."""
    canvas.showPage()
    document_tags(canvas).write_structure()
    data: bytes = canvas.getpdfdata()
    return data
