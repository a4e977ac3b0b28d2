"""How fast a report is painted: 35 units, 35 orders, on A4, and how large it is."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from io import BytesIO
from statistics import median
from time import perf_counter

from reportlab.pdfgen.canvas import Canvas

from bench import Row
from bench._diplomacy import build_crowded_phase
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.report import Block, Heading, Map, Paragraph
from pbem import render
from pbem.mail.outbound.compose import inline_styles
from pbem.mail.outbound.pictures import PictureDrawing, draw_block
from pbem.render import maps, to_png
from pbem.render.maps import labels
from pbem.render.pdf import drawing
from pbem.render.to_pdf import NEXT

ROUNDS = 15


def run() -> list[Row]:
    """Milliseconds and bytes, beside an empty document."""
    blocks = report()
    drawn = next(block for block in blocks if isinstance(block, Map))
    one = draw_block(drawn)
    return measure_report(blocks, drawn, one)


def measure_report(blocks: list[Block], drawn: Map, one: PictureDrawing) -> list[Row]:
    paper, picture = render.render_report_pdf(blocks), render.render_map_svg(drawn)
    floor = median_milliseconds(empty)
    return [
        Row(
            "PDF of two pages, 35 units, 35 orders",
            median_milliseconds(lambda: render.render_report_pdf(blocks)),
            "ms",
            floor,
            "<= 20",
        ),
        Row(
            "the first of its phase, whose ground nobody has seen",
            median_milliseconds(lambda: first(blocks)),
            "ms",
            floor,
            "",
        ),
        Row("its size", len(paper) / 1000, "kB", None, "<= 120"),
        Row("SVG of the map", median_milliseconds(lambda: render.render_map_svg(drawn)), "ms", None, "<= 2.5"),
        Row(
            "the first of its map, whose names have no places yet",
            median_milliseconds(lambda: draw_unplaced_map(drawn)),
            "ms",
            None,
            "",
        ),
        Row("its size, compressed", len(gzip.compress(picture.encode())) / 1000, "kB", None, "<= 30"),
        Row(
            "PNG of a letter's picture, by a process that stays",
            median_milliseconds(lambda: paint_picture(one)),
            "ms",
            None,
            "<= 80",
        ),
        Row("its size", len(paint_picture(one)) / 1000, "kB", None, "<= 100"),
        Row(
            "HTML of a letter, its looks written into it",
            median_milliseconds(lambda: inline_styles(render.render_mail_html(blocks))),
            "ms",
            None,
            "",
        ),
        Row("HTML of the report", median_milliseconds(lambda: render.render_page_html(blocks)), "ms", None, ""),
        Row("plain text of the report", median_milliseconds(lambda: render.render_plain_text(blocks)), "ms", None, ""),
    ]


def paint_picture(one: PictureDrawing) -> bytes:
    return to_png.paint_png(one.collage, one.pixel_width)


def median_milliseconds(work: Callable[[], object]) -> float:
    work()
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return median(times)


def first(blocks: list[Block]) -> bytes:
    for kept in (drawing.prepare_form, drawing.pack_form):
        kept.cache_clear()
    return render.render_report_pdf(blocks)


def draw_unplaced_map(drawn: Map) -> str:
    maps.draw_map_look.cache_clear()
    labels.arrange_labels.cache_clear()
    return render.render_map_svg(drawn)


def empty() -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def report() -> list[Block]:
    """A crowded phase: every centre taken, every unit ordered, with the frame a server puts around it."""
    state, orders = build_crowded_phase()
    step = ENGINE.resolve(state, orders, LoadedDice())
    blocks = list(ENGINE.report(step.state, "FRANCE", step.events, state))
    outline = [Paragraph(f"A PAR - <BRE|BUR|GAS|PIC> {n}") for n in range(20)]
    return [
        *blocks,
        Heading("Next", anchor=NEXT),
        Paragraph("Orders by Tuesday 6 January, 20:00 UTC."),
        Heading("You can order", 3),
        *outline,
    ]
