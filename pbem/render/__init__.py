"""Painters: report blocks as text, HTML (of pages, of letters), SVG and PDF. They know the report model and no game."""

from __future__ import annotations

from collections.abc import Iterable

from engines.report import Block
from pbem.render.paper import NO_IMPRINT, PLAIN_PAPER, Imprint, Paper
from pbem.render.to_html import html
from pbem.render.to_mail import mail
from pbem.render.to_svg import svg
from pbem.render.to_text import text

__all__ = ["html", "mail", "pdf", "svg", "text"]


def pdf(blocks: Iterable[Block], paper: Paper = PLAIN_PAPER, imprint: Imprint = NO_IMPRINT) -> bytes:
    """The report as a PDF."""
    from pbem.render import to_pdf  # with ReportLab: see `layers.letters`

    return to_pdf.pdf(blocks, paper, imprint)
