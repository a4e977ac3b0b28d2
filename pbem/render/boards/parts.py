"""The parts of the picture of boards, each at its place: boards, bank, demand cards, flows as rows, signs.

Units: ten are a point on paper and a pixel on a phone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engines.palette import ABROAD, COAST, DARK_INK, HALO, HATCH, INK, NOBODY, PAGE
from engines.report import MINUS, Bank, CardDemand, PlayerBoard, Price, Sale, Stock, Style, TableCard
from pbem.render.maps.letters import measure_map_words
from pbem.render.scene import PathStep, PathSteps, Primitive, SceneArea, ScenePath, SceneText
from pbem.render.shapes import polygon_steps
from pbem.render.tables import value_words

PAPER, GROUND, DIM, OWN, CARD = HALO, PAGE["paper"], PAGE["quiet"], PAGE["accent"], PAGE["bad"]
EMPTY = PAGE["dim"]
"""The colour of goods of which a board has nothing."""
DASH = "\N{EN DASH}"
PAD = 80
ROUND = 45


@dataclass(frozen=True)
class BoardSizes:
    """How large things are drawn: words, small words, titles; the height of a row; a square and the step to the next;
    the height of a head."""

    text: int
    small: int
    title: int
    row: int
    square: int
    head: int

    @property
    def square_pitch(self) -> int:
        return self.square + self.square // 6


class Rect(NamedTuple):
    """Left, top, width, height."""

    x: int
    y: int
    wide: int
    high: int

    @property
    def right(self) -> int:
        return self.x + self.wide

    @property
    def foot(self) -> int:
        return self.y + self.high


# --- words and outlines -----------------------------------------------------------------------------------------


def measure_board_words(words: str, size: int, bold: bool = False) -> int:
    """Return how wide words are set."""
    return round(measure_map_words(words, bold) * size)


def make_board_text(
    x: int, y: int, words: str, size: int, color: str = INK, bold: bool = False, align: Literal["", "l", "r"] = ""
) -> SceneText:
    """Words in signs that the fonts have (a dash stands for the minus), as wide as they were measured unless they are
    so short that it makes no difference."""
    shown = words.replace(MINUS, DASH)
    halo = PAPER if not align and color == INK else ""
    wide = measure_board_words(shown, size, bold) if len(shown) > SHORT else 0
    return SceneText(x, y, shown, size, color, halo, bold, False, align, wide)


def text_from(x: int, y: int, words: str, size: int, color: str = INK, bold: bool = False) -> SceneText:
    """Words from `x` on."""
    return make_board_text(x, y, words, size, color, bold, "l")


def text_up_to(x: int, y: int, words: str, size: int, color: str = INK, bold: bool = False) -> SceneText:
    """Words up to `x`."""
    return make_board_text(x, y, words, size, color, bold, "r")


def text_in_row(x: int, middle: int, words: str, size: int, color: str = INK, bold: bool = False) -> SceneText:
    """Words from `x` on, in the middle of a row."""
    return text_from(x, middle + round(0.36 * size), words, size, color, bold)


def fit_text_size(words: str, size: int, room: int, bold: bool = False) -> int:
    """The size in which words fit."""
    return min(size, size * room // max(1, measure_board_words(words, size, bold)))


def rounded_box_steps(box: Rect, r: int = ROUND, foot: bool = True) -> PathSteps:
    """A box with round corners; `foot` False: only those above are."""
    x, y, wide, high = box
    steps: list[PathStep] = [
        ("M", (x, y + r)),
        ("C", (x, y + r // 2, x + r // 2, y, x + r, y)),
        ("L", (x + wide - r, y)),
    ]
    steps.append(("C", (x + wide - r // 2, y, x + wide, y + r // 2, x + wide, y + r)))
    if not foot:
        return (*steps, ("L", (x + wide, y + high)), ("L", (x, y + high)), ("Z", ()))
    b, e = x + wide, y + high
    steps += [("L", (b, e - r)), ("C", (b, e - r // 2, b - r // 2, e, b - r, e))]
    return (*steps, ("L", (x + r, e)), ("C", (x + r // 2, e, x, e - r // 2, x, e - r)), ("Z", ()))


def rect_corners(box: Rect) -> tuple[tuple[int, int], ...]:
    x, y, wide, high = box
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


def make_box_frame(box: Rect, fill: str, stroke: str, thick: int) -> ScenePath:
    return ScenePath(rounded_box_steps(box), fill, stroke, thick)


def draw_code_plate(box: Rect, code: str, look: Style, size: int) -> Iterator[Primitive]:
    """A short name on the colour and the hatch of a seat."""
    yield SceneArea("", (rect_corners(box),), look.tint, look.hatch, HATCH)
    yield ScenePath(polygon_steps(rect_corners(box)), "", INK, 8)
    middle = box.x + box.wide // 2, box.y + box.high // 2 + round(0.36 * size)
    yield make_board_text(*middle, code, size, bold=True)


def plate_width(words: str, size: int) -> int:
    return measure_board_words(words, size, True) + size * 3 // 4


def draw_number_plate(x: int, middle: int, words: str, size: int) -> tuple[Primitive, ...]:
    """A card's number, white on black, from `x` on."""
    wide, high = plate_width(words, size), size * 5 // 4
    box = Rect(x, middle - high // 2, wide, high)
    number = make_board_text(x + wide // 2, middle + round(0.36 * size), words, size, PAPER, True)
    return ScenePath(rounded_box_steps(box, size // 4), DARK_INK), number


def draw_good_squares(
    x: int, middle: int, count: int, fill: str, size: BoardSizes, dash: tuple[int, ...] = ()
) -> Iterator[ScenePath]:
    """So many squares in a row, as one shape."""
    side, y = size.square, middle - size.square // 2
    lefts = range(x, x + count * size.square_pitch, size.square_pitch)
    steps = [step for at in lefts for step in polygon_steps(rect_corners(Rect(at, y, side, side)))]
    if steps:
        yield ScenePath(tuple(steps), fill, DIM if dash else INK, 8, dash)


DASHES = (16, 14)
BETWEEN = " · "
SHORT = 2
"""Letters up to which words may be as wide as they come."""
MANY = 3
"""From so many numbers on they stand on one plate."""
SIGNS = ("stock", "gone", "asked", "flow", "abroad")


# --- a board ----------------------------------------------------------------------------------------------------


def count_half_rows(count: int) -> int:
    """Return how many rows so many goods have in two columns."""
    return (count + 1) // 2


def board_height(rows: int, size: BoardSizes) -> int:
    return size.head + rows * size.row + PAD


def draw_board(one: PlayerBoard, look: Style, box: Rect, size: BoardSizes) -> Iterator[Primitive]:
    """A board: its head, and its goods in two columns."""
    yield make_box_frame(box, PAPER, COAST, 12)
    yield from draw_board_head(one, look, box, size)
    rows, column = count_half_rows(len(one.stocks)), (box.wide - 2 * PAD) // 2
    for n, stock in enumerate(one.stocks):
        x = box.x + PAD + (n // rows) * (column + PAD // 2)
        middle = box.y + size.head + PAD // 2 + (n % rows) * size.row + size.row // 2
        yield from draw_good(stock, look, x, middle, column - PAD // 2, size)
    yield make_box_frame(box, "", OWN if one.own else COAST, 34 if one.own else 12)


def draw_board_head(one: PlayerBoard, look: Style, box: Rect, size: BoardSizes) -> Iterator[Primitive]:
    """Yield whose board it is and what it has; below it who plays it and what else is said of it, how its money
    changed, what it is worth."""
    yield ScenePath(rounded_box_steps(Rect(box.x, box.y, box.wide, size.head), ROUND, False), look.tint)
    inner = size.head - PAD
    plate = Rect(box.x + PAD // 2, box.y + PAD // 2, inner, inner)
    yield from draw_code_plate(plate, one.code, look, size.title)
    x, end = plate.right + PAD // 2, box.right - PAD
    lines = [box.y + size.head * part // 100 for part in (37, 65, 89)]
    ends = (one.money, value_words(one.change) if one.change else "", one.net)
    starts = (
        one.title,
        *split_board_notes(
            [look.name, *one.marks], end - x - measure_board_words(ends[1], size.small) - PAD // 2, size.small
        ),
    )
    for n, (y, first, last) in enumerate(zip(lines, starts, ends, strict=True)):
        letters, bold = (size.small, False) if n else (size.title, True)
        yield text_up_to(end, y, last, letters, bold=bold)
        room = end - x - measure_board_words(last, letters, bold) - (PAD // 2 if last else 0)
        yield text_from(x, y, first, fit_text_size(first, letters, room, bold), bold=bold)


def split_board_notes(words: Sequence[str], room: int, size: int) -> tuple[str, str]:
    """Return what is said of a board in two lines: as much as fits in the first, then the others."""
    said = [word for word in words if word]
    fits = (n for n in range(min(2, len(said)), 1, -1) if measure_board_words(BETWEEN.join(said[:n]), size) <= room)
    count = next(fits, 1)
    return BETWEEN.join(said[:count]), BETWEEN.join(said[count:])


def draw_good(stock: Stock, look: Style, x: int, middle: int, room: int, size: BoardSizes) -> Iterator[Primitive]:
    """A good: a square for each card, dashed ones for those that are gone, the numbers of the cards that ask for it."""
    there = bool(stock.count or stock.gone or stock.asked)
    yield text_in_row(x, middle, stock.code, size.text, INK if there else EMPTY, there)
    at, gap = x + size.text * 29 // 10, size.square // 3
    plates = stock.asked if len(stock.asked) < MANY else (" ".join(stock.asked),)
    taken = sum(plate_width(words, size.small) + gap for words in plates)
    crowded = at + (stock.count + stock.gone) * size.square_pitch + taken > x + room
    for count, fill, dash in ((stock.count, look.fill, ()), (stock.gone, PAPER, DASHES)):
        shown = min(count, 1) if crowded else count
        yield from draw_good_squares(at, middle, shown, fill, size, dash)
        at += shown * size.square_pitch
        if crowded and count > 1:
            yield text_in_row(at, middle, f"×{count}", size.small)
            at += measure_board_words(f"×{count}", size.small) + gap
    for words in plates:
        letters = min(size.small, size.small * (x + room - at) // plate_width(words, size.small))
        yield from draw_number_plate(at, middle, words, letters)
        at += plate_width(words, letters) + gap


# --- the bank ---------------------------------------------------------------------------------------------------


def draw_bank(one: Bank, box: Rect, size: BoardSizes, across: int) -> Iterator[Primitive]:
    """Prices in so many columns."""
    yield make_box_frame(box, GROUND, COAST, 12)
    inner = box.wide - 2 * PAD
    yield text_from(box.x + PAD, box.y + size.head * 42 // 100, one.title, size.title, bold=True)
    small = fit_text_size(one.note, size.small, inner)
    yield text_from(box.x + PAD, box.y + size.head * 78 // 100, one.note, small, DIM)
    rows, column = -(-len(one.prices) // across), inner // across
    for n, price in enumerate(one.prices):
        x, middle = box.x + PAD + (n // rows) * column, box.y + size.head + PAD // 2 + (n % rows) * size.row
        yield from draw_bank_price(price, x, middle + size.row // 2, column - (PAD if across > 1 else 0), size)


def draw_bank_price(one: Price, x: int, middle: int, room: int, size: BoardSizes) -> Iterator[Primitive]:
    """A product, what it costs, and how much of it is left."""
    named, end = x + size.text * 24 // 10, x + room
    slash = end - size.text * 39 // 10
    yield text_in_row(x, middle, one.code, size.text, bold=True)
    near = measure_board_words(str(one.near), size.text, True)
    yield text_in_row(named, middle, one.name, fit_text_size(one.name, size.small, slash - near - named - PAD // 2))
    y = middle + round(0.36 * size.text)
    yield text_up_to(slash - PAD // 4, y, str(one.near), size.text, bold=True)
    yield text_from(slash, y, f"/ {one.far}", size.text)
    yield text_up_to(end, y, str(one.left), size.text, DIM)


# --- the reader's cards -----------------------------------------------------------------------------------------


def card_height(rows: int, size: BoardSizes) -> int:
    return size.row * (rows + 1) + PAD * 2


def draw_demand_card(one: TableCard, look: Style, box: Rect, size: BoardSizes) -> Iterator[Primitive]:
    """A demand card: its number, what it would bring, and for each demand who would deliver it."""
    yield make_box_frame(box, PAPER, CARD, 16)
    middle = box.y + PAD // 2 + size.row // 2 + PAD // 4
    yield from draw_number_plate(box.x + PAD, middle, one.title, size.text)
    x = box.x + PAD + PAD // 4 + plate_width(one.title, size.text)
    yield from draw_card_yield(one.note.partition("\n")[0], x, box.right - PAD, middle, size)
    for n, demand in enumerate(one.demands, 1):
        yield from draw_card_demand(
            demand, look, box.x + PAD, middle + PAD // 2 + n * size.row, box.wide - 2 * PAD, size
        )


def draw_card_yield(note: str, x: int, end: int, middle: int, size: BoardSizes) -> Iterator[Primitive]:
    """Yield what a card would bring, up to `end`: how much of what, then what else."""
    amount, comma, then = note.partition(", ")
    rest = comma + then
    small = (
        fit_text_size(rest, size.small, end - x - measure_board_words(amount, size.text, True)) if rest else size.small
    )
    y = middle + round(0.36 * size.small)
    yield text_up_to(end, y, rest, small)
    yield text_up_to(
        end - measure_board_words(rest, small), y, amount, fit_text_size(amount, size.text, end - x, True), bold=True
    )


def draw_card_demand(
    one: CardDemand, look: Style, x: int, middle: int, room: int, size: BoardSizes
) -> Iterator[Primitive]:
    """A demand: of whom, how many of what, from where; its name where there is room."""
    end = x + room
    yield text_in_row(x, middle, one.at, size.text)
    at = x + size.text * 17 // 10
    yield from draw_good_squares(at, middle, one.yours, look.fill, size)
    yield from draw_good_squares(at + one.yours * size.square_pitch, middle, one.count - one.yours, PAPER, size)
    at += max(2, one.count) * size.square_pitch + size.square // 4
    yield text_in_row(at, middle, one.code, size.text, bold=True)
    at += size.text * 24 // 10
    told = one.source if measure_board_words(one.source, size.small) <= end - at else one.brief or one.source
    small = fit_text_size(told, size.small, end - at)
    yield text_up_to(end, middle + round(0.36 * small), told, small)
    if measure_board_words(one.name, size.small) + PAD < end - at - measure_board_words(told, small):
        yield text_in_row(at, middle, one.name, size.small, DIM)


# --- flows as rows, and signs -----------------------------------------------------------------------------------


def draw_flow_row(
    one: Sale,
    source: PlayerBoard | None,
    to: PlayerBoard,
    looks: Mapping[str, Style],
    bank: str,
    box: Rect,
    size: BoardSizes,
) -> Iterator[Primitive]:
    """A flow in a line: from whom to whom, what, and for how much."""
    middle, plate = box.y + box.high // 2, measure_board_words(bank, size.text, True) + PAD
    high = size.row * 4 // 5
    first, last = (
        Rect(box.x, middle - high // 2, plate, high),
        Rect(box.x + plate * 3 // 2 + PAD, middle - high // 2, plate, high),
    )
    look = looks.get(source.seat, NOBODY) if source else NOBODY
    yield from draw_code_plate(first, source.code if source else bank, look, size.text)
    yield from draw_code_plate(last, to.code, looks.get(to.seat, NOBODY), size.text)
    yield make_straight_arrow(first.right, last.x, middle, flow_thickness(one.amount), look.fill if source else ABROAD)
    yield text_in_row(last.right + PAD, middle, one.label, size.text)


def make_straight_arrow(x: int, to: int, y: int, wide: int, fill: str) -> ScenePath:
    """A straight arrow."""
    half, back = wide // 2 + 25, to - 80
    points = ((x, y - wide // 2), (back, y - wide // 2), (back, y - half), (to, y), (back, y + half))
    return ScenePath(polygon_steps((*points, (back, y + wide // 2), (x, y + wide // 2))), fill, INK, 6)


def flow_thickness(amount: int) -> int:
    """Return how wide a flow of so much money is."""
    return min(150, 22 + amount // 6)


def draw_sign_key(
    words: Mapping[str, str], look: Style, x: int, y: int, room: int, size: BoardSizes
) -> tuple[int, list[Primitive]]:
    """Return what the signs mean, in as many lines as are needed; their height."""
    found: list[Primitive] = []
    at, middle = x, y + size.row // 2
    for sign in SIGNS:
        if sign not in words:
            continue
        wide = size.square_pitch * 2 + measure_board_words(words[sign], size.small) + PAD * 2
        if at > x and at + wide > x + room:
            at, middle = x, middle + size.row
        found += draw_sign_sample(sign, look, at, middle, size)
        found.append(text_in_row(at + size.square_pitch * 2, middle, words[sign], size.small))
        at += wide
    return middle + size.row // 2 - y, found


def draw_sign_sample(sign: str, look: Style, x: int, middle: int, size: BoardSizes) -> tuple[Primitive, ...]:
    """A sample of a sign."""
    match sign:
        case "stock":
            return tuple(draw_good_squares(x, middle, 1, look.fill, size))
        case "gone":
            return tuple(draw_good_squares(x, middle, 1, PAPER, size, DASHES))
        case "asked":
            return draw_number_plate(x, middle, "7", size.small)
        case _:
            return (
                make_straight_arrow(
                    x,
                    x + size.square_pitch + size.square_pitch // 2,
                    middle,
                    40,
                    ABROAD if sign == "abroad" else look.fill,
                ),
            )
