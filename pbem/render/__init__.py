"""Painters: report blocks as text, HTML (of pages, of letters), SVG and PDF. They know the report model and no game."""

from __future__ import annotations

from collections.abc import Iterable

from engines.report import Block
from pbem.render.paper import NO_IMPRINT, PLAIN_PAPER, Imprint, Paper
from pbem.render.to_html import render_page_html
from pbem.render.to_mail import render_mail_html
from pbem.render.to_svg import render_map_svg
from pbem.render.to_text import render_plain_text

__all__ = ["render_mail_html", "render_map_svg", "render_page_html", "render_plain_text", "render_report_pdf"]


def render_report_pdf(blocks: Iterable[Block], paper: Paper = PLAIN_PAPER, imprint: Imprint = NO_IMPRINT) -> bytes:
    """The report as a PDF."""
    from pbem.render import to_pdf  # with ReportLab: see `layers.letters`

    return to_pdf.build_report_pdf(blocks, paper, imprint)
