"""The parts of the picture of boards, each at its place: boards, bank, demand cards, flows as rows, signs.

Units: ten are a point on paper and a pixel on a phone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engines.palette import ABROAD, COAST, DARK_INK, HALO, HATCH, INK, NOBODY, PAGE
from engines.report import MINUS, Bank, Board, Card, Price, Sale, Stock, Style, Wanted
from pbem.render.layers.letters import width
from pbem.render.scene import Area, Path, Primitive, Step, Steps, Text
from pbem.render.shapes import polygon
from pbem.render.tables import worded

PAPER, GROUND, DIM, OWN, CARD = HALO, PAGE["paper"], PAGE["quiet"], PAGE["accent"], PAGE["bad"]
EMPTY = PAGE["dim"]
"""The colour of goods of which a board has nothing."""
DASH = "\N{EN DASH}"
PAD = 80
ROUND = 45


@dataclass(frozen=True)
class Size:
    """How large things are drawn: words, small words, titles; the height of a row; a square and the step to the next;
    the height of a head."""

    text: int
    small: int
    title: int
    row: int
    square: int
    head: int

    @property
    def step(self) -> int:
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


def measure(words: str, size: int, bold: bool = False) -> int:
    """How wide words are set."""
    return round(width(words, bold) * size)


def said(
    x: int, y: int, words: str, size: int, color: str = INK, bold: bool = False, align: Literal["", "l", "r"] = ""
) -> Text:
    """Words in signs that the fonts have (a dash stands for the minus), as wide as they were measured unless they are
    so short that it makes no difference."""
    shown = words.replace(MINUS, DASH)
    halo = PAPER if not align and color == INK else ""
    wide = measure(shown, size, bold) if len(shown) > SHORT else 0
    return Text(x, y, shown, size, color, halo, bold, False, align, wide)


def left(x: int, y: int, words: str, size: int, color: str = INK, bold: bool = False) -> Text:
    """Words from `x` on."""
    return said(x, y, words, size, color, bold, "l")


def right(x: int, y: int, words: str, size: int, color: str = INK, bold: bool = False) -> Text:
    """Words up to `x`."""
    return said(x, y, words, size, color, bold, "r")


def line(x: int, middle: int, words: str, size: int, color: str = INK, bold: bool = False) -> Text:
    """Words from `x` on, in the middle of a row."""
    return left(x, middle + round(0.36 * size), words, size, color, bold)


def fitting(words: str, size: int, room: int, bold: bool = False) -> int:
    """The size in which words fit."""
    return min(size, size * room // max(1, measure(words, size, bold)))


def rounded(box: Rect, r: int = ROUND, foot: bool = True) -> Steps:
    """A box with round corners; `foot` False: only those above are."""
    x, y, wide, high = box
    steps: list[Step] = [("M", (x, y + r)), ("C", (x, y + r // 2, x + r // 2, y, x + r, y)), ("L", (x + wide - r, y))]
    steps.append(("C", (x + wide - r // 2, y, x + wide, y + r // 2, x + wide, y + r)))
    if not foot:
        return (*steps, ("L", (x + wide, y + high)), ("L", (x, y + high)), ("Z", ()))
    b, e = x + wide, y + high
    steps += [("L", (b, e - r)), ("C", (b, e - r // 2, b - r // 2, e, b - r, e))]
    return (*steps, ("L", (x + r, e)), ("C", (x + r // 2, e, x, e - r // 2, x, e - r)), ("Z", ()))


def corners(box: Rect) -> tuple[tuple[int, int], ...]:
    x, y, wide, high = box
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


def frame(box: Rect, fill: str, stroke: str, thick: int) -> Path:
    return Path(rounded(box), fill, stroke, thick)


def code_plate(box: Rect, code: str, look: Style, size: int) -> Iterator[Primitive]:
    """A short name on the colour and the hatch of a seat."""
    yield Area("", (corners(box),), look.tint, look.hatch, HATCH)
    yield Path(polygon(corners(box)), "", INK, 8)
    middle = box.x + box.wide // 2, box.y + box.high // 2 + round(0.36 * size)
    yield said(*middle, code, size, bold=True)


def plate_width(words: str, size: int) -> int:
    return measure(words, size, True) + size * 3 // 4


def number_plate(x: int, middle: int, words: str, size: int) -> tuple[Primitive, ...]:
    """A card's number, white on black, from `x` on."""
    wide, high = plate_width(words, size), size * 5 // 4
    box = Rect(x, middle - high // 2, wide, high)
    number = said(x + wide // 2, middle + round(0.36 * size), words, size, PAPER, True)
    return Path(rounded(box, size // 4), DARK_INK), number


def squares(x: int, middle: int, count: int, fill: str, size: Size, dash: tuple[int, ...] = ()) -> Iterator[Path]:
    """So many squares in a row, as one shape."""
    side, y = size.square, middle - size.square // 2
    lefts = range(x, x + count * size.step, size.step)
    steps = [step for at in lefts for step in polygon(corners(Rect(at, y, side, side)))]
    if steps:
        yield Path(tuple(steps), fill, DIM if dash else INK, 8, dash)


DASHES = (16, 14)
BETWEEN = " · "
SHORT = 2
"""Letters up to which words may be as wide as they come."""
MANY = 3
"""From so many numbers on they stand on one plate."""
SIGNS = ("stock", "gone", "asked", "flow", "abroad")


# --- a board ----------------------------------------------------------------------------------------------------


def halves(count: int) -> int:
    """How many rows so many goods have in two columns."""
    return (count + 1) // 2


def board_height(rows: int, size: Size) -> int:
    return size.head + rows * size.row + PAD


def board(one: Board, look: Style, box: Rect, size: Size) -> Iterator[Primitive]:
    """A board: its head, and its goods in two columns."""
    yield frame(box, PAPER, COAST, 12)
    yield from head(one, look, box, size)
    rows, column = halves(len(one.stocks)), (box.wide - 2 * PAD) // 2
    for n, stock in enumerate(one.stocks):
        x = box.x + PAD + (n // rows) * (column + PAD // 2)
        middle = box.y + size.head + PAD // 2 + (n % rows) * size.row + size.row // 2
        yield from goods(stock, look, x, middle, column - PAD // 2, size)
    yield frame(box, "", OWN if one.own else COAST, 34 if one.own else 12)


def head(one: Board, look: Style, box: Rect, size: Size) -> Iterator[Primitive]:
    """Whose board it is and what it has; below it who plays it and what else is said of it, how its money changed, what
    it is worth."""
    yield Path(rounded(Rect(box.x, box.y, box.wide, size.head), ROUND, False), look.tint)
    inner = size.head - PAD
    plate = Rect(box.x + PAD // 2, box.y + PAD // 2, inner, inner)
    yield from code_plate(plate, one.code, look, size.title)
    x, end = plate.right + PAD // 2, box.right - PAD
    lines = [box.y + size.head * part // 100 for part in (37, 65, 89)]
    ends = (one.money, worded(one.change) if one.change else "", one.net)
    starts = (
        one.title,
        *parted([look.name, *one.marks], end - x - measure(ends[1], size.small) - PAD // 2, size.small),
    )
    for n, (y, first, last) in enumerate(zip(lines, starts, ends, strict=True)):
        letters, bold = (size.small, False) if n else (size.title, True)
        yield right(end, y, last, letters, bold=bold)
        room = end - x - measure(last, letters, bold) - (PAD // 2 if last else 0)
        yield left(x, y, first, fitting(first, letters, room, bold), bold=bold)


def parted(words: Sequence[str], room: int, size: int) -> tuple[str, str]:
    """What is said of a board in two lines: as much as fits in the first, then the others."""
    said = [word for word in words if word]
    fits = (n for n in range(min(2, len(said)), 1, -1) if measure(BETWEEN.join(said[:n]), size) <= room)
    count = next(fits, 1)
    return BETWEEN.join(said[:count]), BETWEEN.join(said[count:])


def goods(stock: Stock, look: Style, x: int, middle: int, room: int, size: Size) -> Iterator[Primitive]:
    """A good: a square for each card, dashed ones for those that are gone, the numbers of the cards that ask for it."""
    there = bool(stock.count or stock.gone or stock.asked)
    yield line(x, middle, stock.code, size.text, INK if there else EMPTY, there)
    at, gap = x + size.text * 29 // 10, size.square // 3
    plates = stock.asked if len(stock.asked) < MANY else (" ".join(stock.asked),)
    taken = sum(plate_width(words, size.small) + gap for words in plates)
    crowded = at + (stock.count + stock.gone) * size.step + taken > x + room
    for count, fill, dash in ((stock.count, look.fill, ()), (stock.gone, PAPER, DASHES)):
        shown = min(count, 1) if crowded else count
        yield from squares(at, middle, shown, fill, size, dash)
        at += shown * size.step
        if crowded and count > 1:
            yield line(at, middle, f"×{count}", size.small)
            at += measure(f"×{count}", size.small) + gap
    for words in plates:
        letters = min(size.small, size.small * (x + room - at) // plate_width(words, size.small))
        yield from number_plate(at, middle, words, letters)
        at += plate_width(words, letters) + gap


# --- the bank ---------------------------------------------------------------------------------------------------


def bank(one: Bank, box: Rect, size: Size, across: int) -> Iterator[Primitive]:
    """Prices in so many columns."""
    yield frame(box, GROUND, COAST, 12)
    inner = box.wide - 2 * PAD
    yield left(box.x + PAD, box.y + size.head * 42 // 100, one.title, size.title, bold=True)
    small = fitting(one.note, size.small, inner)
    yield left(box.x + PAD, box.y + size.head * 78 // 100, one.note, small, DIM)
    rows, column = -(-len(one.prices) // across), inner // across
    for n, price in enumerate(one.prices):
        x, middle = box.x + PAD + (n // rows) * column, box.y + size.head + PAD // 2 + (n % rows) * size.row
        yield from priced(price, x, middle + size.row // 2, column - (PAD if across > 1 else 0), size)


def priced(one: Price, x: int, middle: int, room: int, size: Size) -> Iterator[Primitive]:
    """A product, what it costs, and how much of it is left."""
    named, end = x + size.text * 24 // 10, x + room
    slash = end - size.text * 39 // 10
    yield line(x, middle, one.code, size.text, bold=True)
    near = measure(str(one.near), size.text, True)
    yield line(named, middle, one.name, fitting(one.name, size.small, slash - near - named - PAD // 2))
    y = middle + round(0.36 * size.text)
    yield right(slash - PAD // 4, y, str(one.near), size.text, bold=True)
    yield left(slash, y, f"/ {one.far}", size.text)
    yield right(end, y, str(one.left), size.text, DIM)


# --- the reader's cards -----------------------------------------------------------------------------------------


def card_height(rows: int, size: Size) -> int:
    return size.row * (rows + 1) + PAD * 2


def card(one: Card, look: Style, box: Rect, size: Size) -> Iterator[Primitive]:
    """A demand card: its number, what it would bring, and for each demand who would deliver it."""
    yield frame(box, PAPER, CARD, 16)
    middle = box.y + PAD // 2 + size.row // 2 + PAD // 4
    yield from number_plate(box.x + PAD, middle, one.title, size.text)
    x = box.x + PAD + PAD // 4 + plate_width(one.title, size.text)
    yield from brings(one.note.partition("\n")[0], x, box.right - PAD, middle, size)
    for n, demand in enumerate(one.demands, 1):
        yield from asks(demand, look, box.x + PAD, middle + PAD // 2 + n * size.row, box.wide - 2 * PAD, size)


def brings(note: str, x: int, end: int, middle: int, size: Size) -> Iterator[Primitive]:
    """What a card would bring, up to `end`: how much of what, then what else."""
    amount, comma, then = note.partition(", ")
    rest = comma + then
    small = fitting(rest, size.small, end - x - measure(amount, size.text, True)) if rest else size.small
    y = middle + round(0.36 * size.small)
    yield right(end, y, rest, small)
    yield right(end - measure(rest, small), y, amount, fitting(amount, size.text, end - x, True), bold=True)


def asks(one: Wanted, look: Style, x: int, middle: int, room: int, size: Size) -> Iterator[Primitive]:
    """A demand: of whom, how many of what, from where; its name where there is room."""
    end = x + room
    yield line(x, middle, one.at, size.text)
    at = x + size.text * 17 // 10
    yield from squares(at, middle, one.yours, look.fill, size)
    yield from squares(at + one.yours * size.step, middle, one.count - one.yours, PAPER, size)
    at += max(2, one.count) * size.step + size.square // 4
    yield line(at, middle, one.code, size.text, bold=True)
    at += size.text * 24 // 10
    told = one.source if measure(one.source, size.small) <= end - at else one.brief or one.source
    small = fitting(told, size.small, end - at)
    yield right(end, middle + round(0.36 * small), told, small)
    if measure(one.name, size.small) + PAD < end - at - measure(told, small):
        yield line(at, middle, one.name, size.small, DIM)


# --- flows as rows, and signs -----------------------------------------------------------------------------------


def row_of(
    one: Sale, source: Board | None, to: Board, looks: Mapping[str, Style], bank: str, box: Rect, size: Size
) -> Iterator[Primitive]:
    """A flow in a line: from whom to whom, what, and for how much."""
    middle, plate = box.y + box.high // 2, measure(bank, size.text, True) + PAD
    high = size.row * 4 // 5
    first, last = (
        Rect(box.x, middle - high // 2, plate, high),
        Rect(box.x + plate * 3 // 2 + PAD, middle - high // 2, plate, high),
    )
    look = looks.get(source.seat, NOBODY) if source else NOBODY
    yield from code_plate(first, source.code if source else bank, look, size.text)
    yield from code_plate(last, to.code, looks.get(to.seat, NOBODY), size.text)
    yield arrow(first.right, last.x, middle, thick(one.amount), look.fill if source else ABROAD)
    yield line(last.right + PAD, middle, one.label, size.text)


def arrow(x: int, to: int, y: int, wide: int, fill: str) -> Path:
    """A straight arrow."""
    half, back = wide // 2 + 25, to - 80
    points = ((x, y - wide // 2), (back, y - wide // 2), (back, y - half), (to, y), (back, y + half))
    return Path(polygon((*points, (back, y + wide // 2), (x, y + wide // 2))), fill, INK, 6)


def thick(amount: int) -> int:
    """How wide a flow of so much money is."""
    return min(150, 22 + amount // 6)


def signs(words: Mapping[str, str], look: Style, x: int, y: int, room: int, size: Size) -> tuple[int, list[Primitive]]:
    """What the signs mean, in as many lines as are needed; their height."""
    found: list[Primitive] = []
    at, middle = x, y + size.row // 2
    for sign in SIGNS:
        if sign not in words:
            continue
        wide = size.step * 2 + measure(words[sign], size.small) + PAD * 2
        if at > x and at + wide > x + room:
            at, middle = x, middle + size.row
        found += sign_of(sign, look, at, middle, size)
        found.append(line(at + size.step * 2, middle, words[sign], size.small))
        at += wide
    return middle + size.row // 2 - y, found


def sign_of(sign: str, look: Style, x: int, middle: int, size: Size) -> tuple[Primitive, ...]:
    """A sample of a sign."""
    match sign:
        case "stock":
            return tuple(squares(x, middle, 1, look.fill, size))
        case "gone":
            return tuple(squares(x, middle, 1, PAPER, size, DASHES))
        case "asked":
            return number_plate(x, middle, "7", size.small)
        case _:
            return (arrow(x, x + size.step + size.step // 2, middle, 40, ABROAD if sign == "abroad" else look.fill),)
