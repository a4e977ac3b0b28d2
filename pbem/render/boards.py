"""Boards as one picture: what lies on each, what went from one to the other, the bank, and the reader's cards.

`wide` is for a page and for paper, `tall` for a phone and a letter. `board_words` tells what stands in the pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engines.palette import ABROAD, NOBODY
from engines.report import Board, Boards, Hand, Style
from pbem.render import board_flows as flows
from pbem.render import board_parts as parts
from pbem.render.board_parts import GROUND, PAPER, Rect, Size
from pbem.render.board_words import sentences
from pbem.render.layers import spared
from pbem.render.scene import Path, Primitive, Scene, Text
from pbem.render.shapes import polygon
from pbem.render.to_svg import clean, paint

WIDE = Size(text=94, small=84, title=124, row=132, square=78, head=430)
PRICES = Size(text=86, small=84, title=124, row=132, square=78, head=430)
"""The bank in the wide picture."""
PALER = {ABROAD: NOBODY.fill, GROUND: PAPER}
"""Colours with those in their place that take little toner."""
TALL = Size(text=130, small=122, title=165, row=200, square=112, head=590)
ACROSS, DOWN = 7400, 3900
"""The width of the wide picture and of the tall one."""
BOARD, CARDS = 1890, 4
"""The width of a board in the wide picture, and how many cards lie side by side."""
CLOSE, BAND, MORE = 260, 760, 62
"""The space between the two rows of boards: without flows, with some, and for each of them."""
GAP, EDGE = 90, 20
SOLO = 2
"""Boards in the corners of a row; a third stands between them."""


@dataclass
class Panel:
    """A picture as it grows downwards: its primitives, and where the things are that can be picked."""

    width: int
    y: int = EDGE
    drawn: list[Primitive] = field(default_factory=list)
    spots: dict[str, Rect] = field(default_factory=dict)

    def scene(self, block: Boards) -> Scene:
        high = self.y + EDGE
        corners = ((0, 0), (self.width, 0), (self.width, high), (0, high))
        ground = Path(polygon(corners), PAPER)
        drawn = (one for one in self.drawn if not isinstance(one, Text) or one.text)
        return Scene(self.width, high, (ground, *drawn), block.title, " ".join(sentences(block)))

    def board(self, one: Board, look: Style, box: Rect, size: Size) -> None:
        self.drawn += parts.board(one, look, box, size)
        if one.at:
            self.spots[one.at] = box


def wide(block: Boards, *, outline: bool = False) -> Scene:
    """The boards in two rows, what was sold between them, the bank in the midst, the reader's cards below. `outline`
    leaves the colours out, to save toner."""
    if not outline:
        return wide_sheet(block).scene(block)
    shown = replace(block, styles={seat: spared(look) for seat, look in block.styles.items()})
    found = wide_sheet(shown).scene(shown)
    return replace(found, primitives=tuple(map(paler, found.primitives)))


def paler(one: Primitive) -> Primitive:
    """What is dark or tinted whoever's it is, where toner is saved."""
    if not isinstance(one, Path):
        return one
    return replace(one, fill=PALER.get(one.fill, one.fill), stroke=PALER.get(one.stroke, one.stroke))


def tall(block: Boards) -> Scene:
    """One below the other: the reader's board and cards, what was sold, the other boards, the bank."""
    return tall_sheet(block).scene(block)


def look_of(block: Boards, board: Board) -> Style:
    return block.styles.get(board.seat, NOBODY)


def own_look(block: Boards) -> Style:
    return look_of(block, block.boards[0]) if block.boards else NOBODY


# --- the wide picture -------------------------------------------------------------------------------------------


def wide_sheet(block: Boards) -> Panel:
    sheet = Panel(ACROSS)
    ground = places(block)
    boards = {board.code: board for board in block.boards}
    for code, box in ground.boxes.items():
        if code in boards:
            sheet.board(boards[code], look_of(block, boards[code]), box, WIDE)
        elif block.bank:
            sheet.drawn += parts.bank(block.bank, box, PRICES, 2)
    sheet.drawn += between(block, ground, boards)
    sheet.y = max(box.foot for box in ground.boxes.values()) + GAP
    for hand in block.hands:
        cards(sheet, hand, own_look(block), WIDE, CARDS)
    signs(sheet, block, WIDE)
    return sheet


def places(block: Boards) -> flows.Space:
    """Where the boards stand, by their codes, and the bank, which has none."""
    codes = [board.code for board in block.boards]
    first = 3 if len(codes) in (3, 5) else 2
    rows = max((parts.halves(len(board.stocks)) for board in block.boards), default=0)
    high = parts.board_height(rows, WIDE)
    far = BAND + MORE * len(block.flows) if block.flows else CLOSE
    lower, middle = EDGE + high + far, (ACROSS - BOARD) // 2
    lefts = (EDGE, ACROSS - BOARD - EDGE) if first == SOLO else (EDGE, middle, ACROSS - BOARD - EDGE)
    above = {code: Rect(x, EDGE, BOARD, high) for code, x in zip(codes, lefts, strict=False)}
    corners = zip(codes[first:], (EDGE, ACROSS - BOARD - EDGE), strict=False)
    below = {code: Rect(x, lower, BOARD, high) for code, x in corners}
    side = EDGE + BOARD + GAP
    return flows.Space(above, {**below, "": Rect(side, lower, ACROSS - 2 * side, high)})


def between(block: Boards, ground: flows.Space, boards: Mapping[str, Board]) -> Iterator[Primitive]:
    """The flows, then their plates over all of them."""
    found = flows.arrows(block.flows, ground)
    for arrow in found:
        source = boards.get(arrow.flow.source)
        yield from flows.drawn(arrow, look_of(block, source).fill if source else ABROAD)
    for plate in flows.plates(found, ground, ACROSS):
        yield from plate.drawn()


# --- the tall picture -------------------------------------------------------------------------------------------


def tall_sheet(block: Boards) -> Panel:
    sheet = Panel(DOWN)
    own = [board for board in block.boards if board.own]
    below(sheet, block, own)
    for hand in block.hands:
        cards(sheet, hand, own_look(block), TALL, 1)
    rows(sheet, block)
    below(sheet, block, [board for board in block.boards if not board.own])
    if block.bank:
        high = TALL.head + TALL.row * len(block.bank.prices) + parts.PAD
        sheet.drawn += parts.bank(block.bank, Rect(EDGE, sheet.y, DOWN - 2 * EDGE, high), TALL, 1)
        sheet.y += high + GAP
    signs(sheet, block, TALL)
    return sheet


def below(sheet: Panel, block: Boards, some: Sequence[Board]) -> None:
    for board in some:
        high = parts.board_height(parts.halves(len(board.stocks)), TALL)
        sheet.board(board, look_of(block, board), Rect(EDGE, sheet.y, DOWN - 2 * EDGE, high), TALL)
        sheet.y += high + GAP


def rows(sheet: Panel, block: Boards) -> None:
    """The flows in a list."""
    boards = {board.code: board for board in block.boards}
    shown = [flow for flow in block.flows if flow.to in boards]
    if not shown:
        return
    title(sheet, block.words.get("flows", ""), TALL)
    called = block.bank.title if block.bank else ""
    for flow in shown:
        box = Rect(EDGE, sheet.y, DOWN - 2 * EDGE, TALL.row)
        sheet.drawn += parts.row_of(flow, boards.get(flow.source), boards[flow.to], block.styles, called, box, TALL)
        sheet.y += TALL.row
    sheet.y += GAP


# --- below the boards -------------------------------------------------------------------------------------------


def title(sheet: Panel, words: str, size: Size) -> None:
    sheet.drawn.append(parts.left(EDGE, sheet.y + size.title, words, size.title, bold=True))
    sheet.y += size.title * 3 // 2


def cards(sheet: Panel, hand: Hand, look: Style, size: Size, across: int) -> None:
    """A hand in rows of cards, each as high as its longest needs."""
    title(sheet, hand.title, size)
    broad = (sheet.width - 2 * EDGE - GAP * (across - 1)) // across
    for first in range(0, len(hand.cards), across):
        row = hand.cards[first : first + across]
        high = parts.card_height(max(len(card.demands) for card in row), size)
        for n, card in enumerate(row):
            box = Rect(EDGE + n * (broad + GAP), sheet.y, broad, high)
            sheet.drawn += parts.card(card, look, box, size)
            if card.at:
                sheet.spots[card.at] = box
        sheet.y += high + GAP


def signs(sheet: Panel, block: Boards, size: Size) -> None:
    """What the signs mean that occur."""
    stocks = [stock for board in block.boards for stock in board.stocks]
    occur = {
        "stock": any(stock.count for stock in stocks),
        "gone": any(stock.gone for stock in stocks),
        "asked": any(stock.asked for stock in stocks),
        "flow": any(flow.source for flow in block.flows),
        "abroad": any(not flow.source for flow in block.flows),
    }
    words = {sign: said for sign, said in block.words.items() if occur.get(sign)}
    if not words:
        return
    high, drawn = parts.signs(words, own_look(block), EDGE, sheet.y, sheet.width - 2 * EDGE, size)
    sheet.drawn += drawn
    sheet.y += high


# --- as SVG -----------------------------------------------------------------------------------------------------


def svgs(block: Boards, links: Mapping[str, tuple[str, str]] | None = None) -> tuple[str, str]:
    """The wide and the tall picture, for one page. `links`: what can be picked, with its address and its name."""
    wide, tall = (
        paint(sheet.scene(block), ids=False, over="".join(picks(sheet, links or {})))
        for sheet in (wide_sheet(block), tall_sheet(block))
    )
    return wide, tall.replace('id="h-', 'id="tall-h-').replace("url(#h-", "url(#tall-h-")


def picks(sheet: Panel, links: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    """Links over what can be picked."""
    return (link(at, box, *links[at]) for at, box in sheet.spots.items() if at in links)


def link(at: str, box: Rect, href: str, name: str) -> str:
    shape = f'<rect x="{box.x}" y="{box.y}" width="{box.wide}" height="{box.high}"/>'
    return f'<a class="pick" href="{clean(href)}" data-at="{clean(at)}" aria-label="{clean(name)}">{shape}</a>'
