"""Painters: report blocks as text, HTML (of pages, of letters), SVG and PDF. They know the report model and no game."""

from pbem.render.to_html import html
from pbem.render.to_mail import mail
from pbem.render.to_pdf import pdf
from pbem.render.to_svg import svg
from pbem.render.to_text import text

__all__ = ["html", "mail", "pdf", "svg", "text"]
