"""Standings of small numbers as squares: one for each, those gained marked, those lost outlined, a line at the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.palette import PAGE
from engines.report import Cell, Count, Table, TableRow
from pbem.render.pdf.columns import cell_indent, natural_cell_width
from pbem.render.pdf.drawing import emit_operators, rgb_operands
from pbem.render.pdf.rows import TableRows
from pbem.render.pdf.strips import Strip
from pbem.render.pdf.words import BOLD, CELL, LEADING, PAD, QUIET, lay_out_text
from pbem.render.tables import column_heads

ROW = CELL * LEADING + 5
"""The height of a row, in points."""
LARGEST, SMALLEST, BETWEEN = 9.0, 4.5, 1.4
"""The side of a square, and the blank behind it, in points."""
GOAL, EDGE, BARE = (PAGE[name] for name in ("bad", "edge", "line"))


def find_count_column(block: Table) -> int | None:
    """The column of a table whose numbers are drawn as squares, if it has one."""
    columns = (n for n, _ in enumerate(block.columns) if any(isinstance(row[n], Count) for row in full_rows(block)))
    return next(columns, None)


def full_rows(block: Table) -> list[TableRow]:
    return [row for row in block.rows if len(row) == len(block.columns)]


def iter_standing_strips(flow: TableRows, block: Table, column: int, wide: float) -> Iterator[Strip]:
    """A row for each seat: who it is, the squares, the figures. Nothing if the squares would be too small."""
    rows = [flow.known_seat_cells(row) for row in full_rows(block)]
    head = [Cell(words, strong=True) for words in column_heads(block)]
    sizes = [max(natural_cell_width(row[n]) for row in (head, *rows)) for n in range(len(head))]
    counts = [found for row in full_rows(block) if isinstance(found := row[column], Count)]
    goal = block.columns[column].goal
    room = wide - sum(sizes) - 2 * PAD
    pitch = min(LARGEST + BETWEEN, room / max([goal, *(max(one.now, one.before or 0) for one in counts), 1]))
    if pitch - BETWEEN < SMALLEST or len(counts) != len(rows):
        return
    left = sizes[0] + PAD
    yield standing_head_strip(flow, head, sizes, wide, (left + goal * pitch - BETWEEN / 2, goal) if goal else None)
    for row, count in zip(rows, counts, strict=True):
        yield standing_strip(
            flow, row, sizes, count, left, pitch, wide, left + goal * pitch - BETWEEN / 2 if goal else 0.0
        )


def standing_head_strip(
    flow: TableRows, head: Sequence[Cell], sizes: Sequence[float], wide: float, goal: tuple[float, int] | None
) -> Strip:
    """Return what stands over the columns, and over the line of the goal its number."""

    def paint(x: float, y: float) -> None:
        flow.draw_text_line(x, y + PAD, lay_out_text(head[0].text, (), BOLD, CELL, wide)[0])
        if goal:
            words = lay_out_text(str(goal[1]), (), BOLD, QUIET, 30)[0]
            flow.draw_text_line(x + goal[0] - words[0].width / 2, y + PAD, words)
        draw_standing_figures(flow, head, sizes, x + wide, y)
        flow.draw_rule(x, y, wide, 0.45)

    return Strip(ROW - 2, paint, tied=True)


def standing_strip(
    flow: TableRows, row: Sequence[Cell], sizes: Sequence[float], count: Count, left: float, pitch: float, wide: float,
    goal: float,
) -> Strip:  # fmt: skip
    def paint(x: float, y: float) -> None:
        flow.draw_table_cell(
            x,
            y + PAD,
            row[0],
            sizes[0],
            [lay_out_text(row[0].text, (), standing_font(row[0]), CELL, sizes[0])[0]],
            False,
        )
        side, style = pitch - BETWEEN, flow.styles.get(row[0].seat)
        fill = style.fill if style and not flow.paper.saves_toner else BARE
        for n in range(max(count.now, count.before or 0)):
            draw_standing_square(flow, x + left + n * pitch, y + (ROW - side) / 2, side, fill, square_state(count, n))
        draw_standing_figures(flow, row, sizes, x + wide, y)
        if goal:
            line = f"{x + goal:.2f} {y:.2f} m {x + goal:.2f} {y + ROW:.2f} l S"
            emit_operators(flow.canvas, [f"{rgb_operands(GOAL)} RG 0.8 w [2 1.6] 0 d {line} [] 0 d"])

    return Strip(ROW, paint, tied=True)


def standing_font(one: Cell) -> str:
    return BOLD if one.strong else "Noto"


def square_state(count: Count, n: int) -> str:
    """Return what has become of the nth: kept, won or lost."""
    before = count.now if count.before is None else count.before
    return "lost" if n >= count.now else "won" if n >= before else "kept"


def draw_standing_square(flow: TableRows, x: float, y: float, side: float, fill: str, what: str) -> None:
    box = f"{x:.2f} {y:.2f} {side:.2f} {side:.2f} re"
    if what == "lost":
        emit_operators(flow.canvas, [f"{rgb_operands(EDGE)} RG 0.6 w [1.3 1.1] 0 d {box} S [] 0 d"])
        return
    emit_operators(flow.canvas, [f"{rgb_operands(fill)} rg {rgb_operands(EDGE)} RG 0.6 w {box} B"])
    if what == "won":
        middle, arm = (x + side / 2, y + side / 2), side * 0.3
        level = f"{middle[0] - arm:.2f} {middle[1]:.2f} m {middle[0] + arm:.2f} {middle[1]:.2f} l"
        upright = f"{middle[0]:.2f} {middle[1] - arm:.2f} m {middle[0]:.2f} {middle[1] + arm:.2f} l"
        emit_operators(flow.canvas, [f"1 G 2.2 w {level} {upright} S 0 G 1 w {level} {upright} S"])


def draw_standing_figures(flow: TableRows, row: Sequence[Cell], sizes: Sequence[float], right: float, y: float) -> None:
    """The figures at the right."""
    left = right - sum(sizes[1:])
    for one, size in zip(row[1:], sizes[1:], strict=True):
        words, left = lay_out_text(one.text, (), standing_font(one), CELL, size + 40)[0], left + size
        flow.draw_text_line(left - sum(p.width for p in words) - cell_indent(one), y + PAD, words)
