"""Boards as one picture: what lies on each, what went from one to the other, the bank, and the reader's cards.

`wide_boards_scene` is for a page and for paper, `tall_boards_scene` for a phone and a letter. `board_words` tells what
stands in the pictures.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engines.memo import memoize
from engines.palette import ABROAD, NOBODY
from engines.report import Boards, CardHand, PlayerBoard, Style
from pbem.render.boards import flows, parts
from pbem.render.boards.parts import GROUND, PAPER, BoardSizes, Rect
from pbem.render.boards.words import describe_boards
from pbem.render.maps import spare_toner
from pbem.render.scene import Primitive, Scene, ScenePath, SceneText
from pbem.render.shapes import polygon_steps
from pbem.render.to_svg import clean_xml, render_scene_svg

WIDE = BoardSizes(text=94, small=84, title=124, row=132, square=78, head=430)
PRICES = BoardSizes(text=86, small=84, title=124, row=132, square=78, head=430)
"""The bank in the wide picture."""
PALER = {ABROAD: NOBODY.fill, GROUND: PAPER}
"""Colours with those in their place that take little toner."""
TALL = BoardSizes(text=130, small=122, title=165, row=200, square=112, head=590)
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
class BoardPanel:
    """A picture as it grows downwards: its primitives, and where the things are that can be picked."""

    width: int
    y: int = EDGE
    drawn: list[Primitive] = field(default_factory=list)
    spots: dict[str, Rect] = field(default_factory=dict)

    def make_scene(self, block: Boards) -> Scene:
        high = self.y + EDGE
        corners = ((0, 0), (self.width, 0), (self.width, high), (0, high))
        ground = ScenePath(polygon_steps(corners), PAPER)
        drawn = (one for one in self.drawn if not isinstance(one, SceneText) or one.text)
        return Scene(self.width, high, (ground, *drawn), block.title, " ".join(describe_boards(block)))

    def add_board(self, one: PlayerBoard, look: Style, box: Rect, size: BoardSizes) -> None:
        self.drawn += parts.draw_board(one, look, box, size)
        if one.at:
            self.spots[one.at] = box


def wide_boards_scene(block: Boards, *, outline: bool = False) -> Scene:
    """The boards in two rows, what was sold between them, the bank in the midst, the reader's cards below. `outline`
    leaves the colours out, to save toner."""
    if not outline:
        return build_wide_panel(block).make_scene(block)
    shown = replace(block, styles={seat: spare_toner(look) for seat, look in block.styles.items()})
    found = build_wide_panel(shown).make_scene(shown)
    return replace(found, primitives=tuple(map(pale_primitive, found.primitives)))


def pale_primitive(one: Primitive) -> Primitive:
    """Return what is dark or tinted whoever's it is, where toner is saved."""
    if not isinstance(one, ScenePath):
        return one
    return replace(one, fill=PALER.get(one.fill, one.fill), stroke=PALER.get(one.stroke, one.stroke))


def tall_boards_scene(block: Boards) -> Scene:
    """One below the other: the reader's board and cards, what was sold, the other boards, the bank."""
    return build_tall_panel(block).make_scene(block)


def board_look(block: Boards, board: PlayerBoard) -> Style:
    return block.styles.get(board.seat, NOBODY)


def own_board_look(block: Boards) -> Style:
    return board_look(block, block.boards[0]) if block.boards else NOBODY


# --- the wide picture -------------------------------------------------------------------------------------------


def build_wide_panel(block: Boards) -> BoardPanel:
    sheet = BoardPanel(ACROSS)
    ground = place_boards(block)
    boards = {board.code: board for board in block.boards}
    for code, box in ground.boxes_by_code.items():
        if code in boards:
            sheet.add_board(boards[code], board_look(block, boards[code]), box, WIDE)
        elif block.bank:
            sheet.drawn += parts.draw_bank(block.bank, box, PRICES, 2)
    sheet.drawn += draw_flows_between(block, ground, boards)
    sheet.y = max(box.foot for box in ground.boxes_by_code.values()) + GAP
    for hand in block.hands:
        add_hand_cards(sheet, hand, own_board_look(block), WIDE, CARDS)
    add_sign_key(sheet, block, WIDE)
    return sheet


def place_boards(block: Boards) -> flows.FlowSpace:
    """Return where the boards stand, by their codes, and the bank, which has none."""
    codes = [board.code for board in block.boards]
    first = 3 if len(codes) in (3, 5) else 2
    rows = max((parts.count_half_rows(len(board.stocks)) for board in block.boards), default=0)
    high = parts.board_height(rows, WIDE)
    far = BAND + MORE * len(block.flows) if block.flows else CLOSE
    lower, middle = EDGE + high + far, (ACROSS - BOARD) // 2
    lefts = (EDGE, ACROSS - BOARD - EDGE) if first == SOLO else (EDGE, middle, ACROSS - BOARD - EDGE)
    above = {code: Rect(x, EDGE, BOARD, high) for code, x in zip(codes, lefts, strict=False)}
    corners = zip(codes[first:], (EDGE, ACROSS - BOARD - EDGE), strict=False)
    below = {code: Rect(x, lower, BOARD, high) for code, x in corners}
    side = EDGE + BOARD + GAP
    return flows.FlowSpace(above, {**below, "": Rect(side, lower, ACROSS - 2 * side, high)})


def draw_flows_between(
    block: Boards, ground: flows.FlowSpace, boards: Mapping[str, PlayerBoard]
) -> Iterator[Primitive]:
    """The flows, then their plates over all of them."""
    found = flows.build_flow_arrows(block.flows, ground)
    for arrow in found:
        source = boards.get(arrow.flow.source)
        yield from flows.draw_flow_arrow(arrow, board_look(block, source).fill if source else ABROAD)
    for plate in flows.place_flow_plates(found, ground, ACROSS):
        yield from plate.draw_flow_plate()


# --- the tall picture -------------------------------------------------------------------------------------------


def build_tall_panel(block: Boards) -> BoardPanel:
    sheet = BoardPanel(DOWN)
    own = [board for board in block.boards if board.own]
    add_boards_below(sheet, block, own)
    for hand in block.hands:
        add_hand_cards(sheet, hand, own_board_look(block), TALL, 1)
    add_flow_rows(sheet, block)
    add_boards_below(sheet, block, [board for board in block.boards if not board.own])
    if block.bank:
        high = TALL.head + TALL.row * len(block.bank.prices) + parts.PAD
        sheet.drawn += parts.draw_bank(block.bank, Rect(EDGE, sheet.y, DOWN - 2 * EDGE, high), TALL, 1)
        sheet.y += high + GAP
    add_sign_key(sheet, block, TALL)
    return sheet


def add_boards_below(sheet: BoardPanel, block: Boards, some: Sequence[PlayerBoard]) -> None:
    for board in some:
        high = parts.board_height(parts.count_half_rows(len(board.stocks)), TALL)
        sheet.add_board(board, board_look(block, board), Rect(EDGE, sheet.y, DOWN - 2 * EDGE, high), TALL)
        sheet.y += high + GAP


def add_flow_rows(sheet: BoardPanel, block: Boards) -> None:
    """The flows in a list."""
    boards = {board.code: board for board in block.boards}
    shown = [flow for flow in block.flows if flow.to in boards]
    if not shown:
        return
    add_panel_title(sheet, block.words.get("flows", ""), TALL)
    called = block.bank.title if block.bank else ""
    for flow in shown:
        box = Rect(EDGE, sheet.y, DOWN - 2 * EDGE, TALL.row)
        sheet.drawn += parts.draw_flow_row(
            flow, boards.get(flow.source), boards[flow.to], block.styles, called, box, TALL
        )
        sheet.y += TALL.row
    sheet.y += GAP


# --- below the boards -------------------------------------------------------------------------------------------


def add_panel_title(sheet: BoardPanel, words: str, size: BoardSizes) -> None:
    sheet.drawn.append(parts.text_from(EDGE, sheet.y + size.title, words, size.title, bold=True))
    sheet.y += size.title * 3 // 2


def add_hand_cards(sheet: BoardPanel, hand: CardHand, look: Style, size: BoardSizes, across: int) -> None:
    """A hand in rows of cards, each as high as its longest needs."""
    add_panel_title(sheet, hand.title, size)
    broad = (sheet.width - 2 * EDGE - GAP * (across - 1)) // across
    for first in range(0, len(hand.cards), across):
        row = hand.cards[first : first + across]
        high = parts.card_height(max(len(card.demands) for card in row), size)
        for n, card in enumerate(row):
            box = Rect(EDGE + n * (broad + GAP), sheet.y, broad, high)
            sheet.drawn += parts.draw_demand_card(card, look, box, size)
            if card.at:
                sheet.spots[card.at] = box
        sheet.y += high + GAP


def add_sign_key(sheet: BoardPanel, block: Boards, size: BoardSizes) -> None:
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
    high, drawn = parts.draw_sign_key(words, own_board_look(block), EDGE, sheet.y, sheet.width - 2 * EDGE, size)
    sheet.drawn += drawn
    sheet.y += high


# --- as SVG -----------------------------------------------------------------------------------------------------


def render_boards_svgs(block: Boards, links: Mapping[str, tuple[str, str]] | None = None) -> tuple[str, str]:
    """The wide and the tall picture, for one page. `links`: what can be picked, with its address and its name. Boards
    to look at are the same on every page until something is played, and are kept."""
    return draw_boards_svgs(block, links) if links else render_kept_boards(pickle.dumps(block))


@memoize(32)
def render_kept_boards(packed: bytes) -> tuple[str, str]:
    """The same of boards as bytes, by which they are known again: they cannot be hashed."""
    return draw_boards_svgs(pickle.loads(packed), {})


def draw_boards_svgs(block: Boards, links: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    wide, tall = (
        render_scene_svg(sheet.make_scene(block), ids=False, over="".join(render_pick_links(sheet, links)))
        for sheet in (build_wide_panel(block), build_tall_panel(block))
    )
    return wide, tall.replace('id="h-', 'id="tall-h-').replace("url(#h-", "url(#tall-h-")


def render_pick_links(sheet: BoardPanel, links: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    """Links over what can be picked."""
    return (render_pick_link(at, box, *links[at]) for at, box in sheet.spots.items() if at in links)


def render_pick_link(at: str, box: Rect, href: str, name: str) -> str:
    shape = f'<rect x="{box.x}" y="{box.y}" width="{box.wide}" height="{box.high}"/>'
    return (
        f'<a class="pick" href="{clean_xml(href)}" data-at="{clean_xml(at)}" aria-label="{clean_xml(name)}">{shape}</a>'
    )
