"""A PDF file before anything stands in it: its paper, and what it says of itself."""

from __future__ import annotations

from io import BytesIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from pbem.render.paper import Imprint, Paper
from pbem.render.pdf_tags import tags
from pbem.render.pdf_words import PLAIN, fonts
from pbem.render.to_text import plain

rl_config.useA85 = 0


def new_canvas(size: tuple[float, float], paper: Paper, title: str, imprint: Imprint) -> Canvas:
    """An empty file with pages of a size in points. The same contents will give the same bytes."""
    fonts()
    canvas = Canvas(BytesIO(), size, invariant=1, pageCompression=1, initialFontName=PLAIN, lang=paper.language)
    canvas.setTitle(plain(title) or paper.worded("report"))
    canvas.setAuthor(imprint.author)
    canvas.setCreator(imprint.author)
    canvas.setSubject(plain(imprint.subject))
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def saved(canvas: Canvas) -> bytes:
    """The file, with its structure."""
    canvas.showPage()
    tags(canvas).finish()
    data: bytes = canvas.getpdfdata()
    return data
