"""How fast a report is painted: 35 units, 35 orders, on A4, and how large it is."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from reportlab.pdfgen.canvas import Canvas

from bench import Row
from bench._diplomacy import crowded
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.report import Block, Heading, Map, Text
from pbem import render
from pbem.mail.compose import dressed
from pbem.mail.pictures import Original, original
from pbem.render import layers, pdf_drawing, to_png
from pbem.render.layers import labels
from pbem.render.to_pdf import NEXT

ROUNDS = 15


def run() -> list[Row]:
    """Milliseconds and bytes, beside an empty document."""
    blocks = report()
    drawn = next(block for block in blocks if isinstance(block, Map))
    one = original(drawn)
    with TemporaryDirectory() as folder:
        return measured(blocks, drawn, one, folder)


def measured(blocks: list[Block], drawn: Map, one: Original, folder: str) -> list[Row]:
    paper, picture = render.pdf(blocks), render.svg(drawn)
    floor = timed(empty)
    return [
        Row("PDF of two pages, 35 units, 35 orders", timed(lambda: render.pdf(blocks)), "ms", floor, "<= 20"),
        Row("the first of its phase, whose ground nobody has seen", timed(lambda: first(blocks)), "ms", floor, ""),
        Row("its size", len(paper) / 1000, "kB", None, "<= 120"),
        Row("SVG of the map", timed(lambda: render.svg(drawn)), "ms", None, "<= 2.5"),
        Row("the first of its map, whose names have no places yet", timed(lambda: unplaced(drawn)), "ms", None, ""),
        Row("its size, compressed", len(gzip.compress(picture.encode())) / 1000, "kB", None, "<= 30"),
        Row(
            "PNG of a letter's picture, by a process of its own",
            timed(lambda: painted(one, folder)),
            "ms",
            None,
            "<= 500",
        ),
        Row("its size", len(painted(one, folder)) / 1000, "kB", None, "<= 100"),
        Row("HTML of a letter, its looks written into it", timed(lambda: dressed(render.mail(blocks))), "ms", None, ""),
        Row("HTML of the report", timed(lambda: render.html(blocks)), "ms", None, ""),
        Row("plain text of the report", timed(lambda: render.text(blocks)), "ms", None, ""),
    ]


def painted(one: Original, folder: str) -> bytes:
    return to_png.png(one.svg, one.pixels, Path(folder))


def timed(work: Callable[[], object]) -> float:
    work()
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return median(times)


def first(blocks: list[Block]) -> bytes:
    for kept in (pdf_drawing.kept, pdf_drawing.form_of):
        kept.cache_clear()
    return render.pdf(blocks)


def unplaced(drawn: Map) -> str:
    layers.primitives.cache_clear()
    labels.arranged.cache_clear()
    return render.svg(drawn)


def empty() -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def report() -> list[Block]:
    """A crowded phase: every centre taken, every unit ordered, with the frame a server puts around it."""
    state, orders = crowded()
    step = ENGINE.resolve(state, orders, LoadedDice())
    blocks = list(ENGINE.report(step.state, "FRANCE", step.events, state))
    outline = [Text(f"A PAR - <BRE|BUR|GAS|PIC> {n}") for n in range(20)]
    return [
        *blocks,
        Heading("Next", anchor=NEXT),
        Text("Orders by Tuesday 6 January, 20:00 UTC."),
        Heading("You can order", 3),
        *outline,
    ]
