"""A picture of boards in words: as sentences, which are read aloud, and as tables."""

from __future__ import annotations

from collections.abc import Iterator

from engines.report import (
    Block,
    Boards,
    CardDemand,
    CardHand,
    Column,
    Heading,
    Paragraph,
    PlayerBoard,
    Stock,
    Table,
    TableCard,
    make_columns,
)
from pbem.render.tables import value_words


def describe_boards(block: Boards) -> Iterator[str]:
    """All that the picture shows."""
    for board in block.boards:
        yield f"{board_heading(block, board)}: {', '.join(describe_board_stocks(block, board)) or '–'}."
    yield from (flow.text for flow in block.flows)
    if block.bank:
        left = block.words.get("left", "")
        prices = (f"{p.name} {p.near} / {p.far}, {p.left} {left}".rstrip() for p in block.bank.prices)
        yield f"{block.bank.title} ({block.bank.note}): {'; '.join(prices)}."
    for hand in block.hands:
        yield f"{hand.title}: {'; '.join(map(describe_demand_card, hand.cards))}."


def board_heading(block: Boards, board: PlayerBoard) -> str:
    """Return whose a board is, what it has, what else is said of it: "Italy (Red), 3600 M, +120, leads"."""
    look = block.styles.get(board.seat)
    whose = f"{board.title} ({look.name})" if look else board.title
    change = value_words(board.change) if board.change else ""
    return ", ".join(filter(None, (whose, board.money, change, board.net, *board.marks)))


def describe_board_stocks(block: Boards, board: PlayerBoard) -> Iterator[str]:
    """Each good with its count, how many are gone, and the cards that ask for it."""
    for stock in board.stocks:
        if stock.count or stock.gone or stock.asked:
            yield f"{stock.name} {stock.count}{describe_stock_marks(block, stock)}"


def describe_stock_marks(block: Boards, stock: Stock) -> str:
    gone = f"{stock.gone} {block.words.get('gone', '')}".rstrip() if stock.gone else ""
    asked = f"{block.words.get('asked', '')} {', '.join(stock.asked)}".lstrip() if stock.asked else ""
    said = "; ".join(filter(None, (gone, asked)))
    return f" ({said})" if said else ""


def describe_demand_card(card: TableCard) -> str:
    """A card: what it would bring, and of each demand where it would come from."""
    return (
        f"{card.title}: {', '.join(filter(None, (*card.note.splitlines(), *map(describe_card_demand, card.demands))))}"
    )


def describe_card_demand(one: CardDemand) -> str:
    count = f" ×{one.count}" if one.count > 1 else ""
    return f"{one.place} {one.name}{count}{f' ({one.source})' if one.source else ''}"


def boards_as_blocks(block: Boards) -> Iterator[Block]:
    """The picture where there are no pictures: the boards with a line each, goods and prices as a table, what was sold,
    the reader's cards."""
    yield Paragraph("\n".join(board_heading(block, board) for board in block.boards))
    yield stock_table(block)
    if "gone" in block.words and any(stock.gone for board in block.boards for stock in board.stocks):
        yield Paragraph(f"(1) – {block.words['gone']}", quiet=True)
    if block.flows:
        yield Heading(block.words.get("flows", ""), 3)
        yield Paragraph("\n".join(flow.text for flow in block.flows))
    for hand in block.hands:
        yield CardHand(hand.title, tuple(write_card_face(card) for card in hand.cards), hand.words)


def write_card_face(card: TableCard) -> TableCard:
    """A card that says what it would bring, and where its demands would come from."""
    return TableCard(
        card.title,
        "\n".join((*card.note.splitlines(), *map(describe_card_demand, card.demands))),
        card.at,
        mark=card.mark,
    )


def stock_table(block: Boards) -> Table:
    """The goods by board, with their prices and how many are still to come; in brackets how many are gone."""
    prices = {price.code: price for price in block.bank.prices} if block.bank else {}
    rows = []
    for n, first in enumerate(block.boards[0].stocks if block.boards else ()):
        costs = prices.get(first.code)
        ends = (f"{costs.near}/{costs.far}", costs.left or None) if costs else ()
        counts = (format_stock_count(board.stocks[n]) for board in block.boards)
        rows.append((f"{first.code} {first.name}", *ends[:1], *counts, *ends[1:]))
    said = block.words
    price, left = ((Column(said.get(key, ""), "r"),) if prices else () for key in ("price", "left"))
    heads = make_columns(said.get("good", ""), *price, *(Column(board.code, "r") for board in block.boards), *left)
    return Table("stock", heads, tuple(rows), block.title)


def format_stock_count(stock: Stock) -> str | None:
    """ "2", "2 (1)" if one more is gone."""
    return f"{stock.count or ''}{f' ({stock.gone})' if stock.gone else ''}".strip() or None
