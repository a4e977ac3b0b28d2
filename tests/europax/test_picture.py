"""The picture of the table: stocks, prices, what was sold, the reader's cards, and all of it in words (§2 and §9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from engines import states
from engines.base import Event, Step
from engines.europax import ENGINE
from engines.europax.data import STANDARD
from engines.europax.flows import money_flows
from engines.europax.picture import draw_boards
from engines.europax.state import EuropaxState
from engines.report import Boards, CardDemand, Sale, Table
from pbem.render import tables
from pbem.render.boards import flows, picture
from pbem.render.boards.parts import Rect
from pbem.render.boards.words import boards_as_blocks, describe_boards
from pbem.render.scene import SceneText
from tests.engines.playing import steps
from tests.europax.tables import asking, make_led_round, opening, play_demand_card, position

PHASES = 50
FIGURES = ("sold", "bought", "abroad")


def report_boards(
    state: EuropaxState, seat: str | None = "BLU", events: tuple[Event, ...] = (), before: EuropaxState | None = None
) -> Boards:
    view = states.seat_view(state, seat)
    return next(b for b in ENGINE.report(view, seat, events, before) if isinstance(b, Boards))


def rounds(count: int = PHASES) -> Iterator[tuple[EuropaxState, Step[EuropaxState]]]:
    """Positions of advised games of two to five countries, each with the phase that led to it."""
    found = 0
    for seed in range(100):
        state = opening(f"PLAYERS {5 - seed % 4}", str(seed).encode())
        for step in steps(ENGINE, state, seed, advised=True, most=6):
            yield state, step
            state, found = step.state, found + 1
            if found == count:
                return


def demands(state: EuropaxState, card: str) -> tuple[CardDemand, ...]:
    (hand,) = report_boards(state).hands
    return next(one.demands for one in hand.cards if one.title == card)


# --- the reader's cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "source", "brief", "yours"),
    [
        ("EN CER 1", "has it", "has it", 0),
        ("FR CER 1", "from you", "from you", 1),
        ("IT CER 1", "from Italy", "from IT", 0),
        ("", "from abroad", "abroad", 0),
    ],
)
def test_a_demand_says_where_it_would_come_from(stock: str, source: str, brief: str, yours: int) -> None:
    """§5.2d."""
    assert demands(make_led_round(stock), "40")[0] == CardDemand(
        "EN", "England", "CER", "cereals", 1, yours, source, brief
    )


def test_what_the_reader_has_himself_is_no_sale() -> None:
    cereals = demands(make_led_round("FR CER 1", cards=(23, 12)), "23")[2]
    assert (cereals.yours, cereals.source, cereals.brief) == (
        0,
        "you have it, then from abroad",
        "you have it, then abroad",
    )


def test_who_is_not_in_play_brings_nothing() -> None:
    state = position("FR CER 1", order=("FR", "BX"), hands={"FR": (13, 20), "BX": (30,)})
    assert [one.source for one in demands(state, "20")] == ["from abroad", "from abroad", "not in play"]
    assert {one.source for one in demands(state, "13")} == {"not in play"}


def test_the_best_card_comes_first_and_all_stand_where_they_ask() -> None:
    block = report_boards(make_led_round("FR CER 1", bare=("DE",)))
    assert block.hands[0].cards[0].title == "40"
    asked = {(board.code, stock.code): stock.asked for board in block.boards for stock in board.stocks if stock.asked}
    assert asked["EN", "CER"] == ("40",) and asked["DE", "BOI"] == ("40",)
    wanted = Counter(number for numbers in asked.values() for number in numbers)
    assert wanted == {
        str(n): len({(d.country, d.product) for d in STANDARD.get_card_demands(n)}) for n in (40, 12, 7, 5)
    }


@pytest.mark.parametrize("seat", ["RED", None])
def test_only_the_readers_own_cards_are_marked(seat: str | None) -> None:
    block = report_boards(make_led_round(""), seat)
    asked = {number for board in block.boards for stock in board.stocks for number in stock.asked}
    assert asked == ({"41"} if seat else set())
    assert [card.title for hand in block.hands for card in hand.cards] == (["41"] if seat else [])


def test_at_the_end_nothing_is_asked() -> None:
    state = replace(make_led_round(""), kind="end", phase="END", ranks=dict.fromkeys(make_led_round("").seats, 1))
    block = report_boards(state)
    assert not block.hands and not any(stock.asked for board in block.boards for stock in board.stocks)


# --- boards, flows, prices ------------------------------------------------------------------------------------------


def test_the_bank_says_what_a_card_costs() -> None:
    """§1.2: in Europe and abroad."""
    bank = report_boards(position()).bank
    assert bank and {price.code: (price.near, price.far) for price in bank.prices} == {
        code: (goods.europe, goods.abroad) for code, goods in STANDARD.products.items()
    }


def test_sales_of_a_pair_are_one_flow() -> None:
    state = asking(position("FR CER 2 ACI 1", bare=("FR",)), ("EN", "CER", 2), ("EN", "ACI", 1), ("DE", "PET", 1))
    found = play_demand_card(state)
    block = draw_boards(found.freeze_state(), "BLU", False, found.events, state)
    assert block.flows[:2] == (
        Sale("FR", "EN", 430, "2 CER, ACI · 430", "France sells to England for 430 M: cereals ×2 and steel."),
        Sale("", "DE", 230, "PET · 230", "Germany buys abroad for 230 M: petroleum products."),
    )
    (france,) = (board for board in block.boards if board.code == "FR")
    assert {stock.code: stock.gone for stock in france.stocks if stock.gone} == {"CER": 2, "ACI": 1}


def test_it_is_told_in_french() -> None:
    state = asking(position("FR CER 2", language={"BLU": "FR"}), ("BX", "CER", 1), ("DE", "PET", 1))
    found = play_demand_card(state)
    told = [flow.text for flow in draw_boards(found.freeze_state(), "BLU", True, found.events, state).flows]
    assert told == [
        "L'Allemagne achète à l'étranger pour 230 M\u00a0: produits pétroliers.",
        "La France vend au Benelux pour 160 M\u00a0: céréales.",
    ]


def test_the_flows_are_all_the_money_that_was_paid_for_goods() -> None:
    for before, step in rounds(8):
        block = report_boards(step.state, "BLU", step.events, before)
        money: Counter[str] = Counter()
        for flow in block.flows:
            money[flow.to] -= flow.amount
            money[flow.source] += flow.amount
        books = money_flows(step.state, before, step.events)
        assert all(money[country] == sum(mine[kind] for kind in FIGURES) for country, mine in books.items())


# --- in words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["EN", "FR"])
def test_every_stock_flow_price_and_card_is_told(language: str) -> None:
    """To who listens, and where there are no pictures."""
    before, step = list(rounds(3))[-1]
    block = report_boards(replace(step.state, language={"BLU": language}), "BLU", step.events, before)
    spoken = "\n".join(describe_boards(block))
    for board in block.boards:
        (said,) = (line for line in describe_boards(block) if line.startswith(f"{board.title} ("))
        assert board.money in said and all(mark in said for mark in board.marks)
        assert all(f"{stock.name} {stock.count}" in said for stock in board.stocks if stock.count)
        assert all(number in said for stock in board.stocks for number in stock.asked)
    assert block.flows and all(flow.text in spoken for flow in block.flows)
    assert block.bank and all(f"{price.name} {price.near} / {price.far}" in spoken for price in block.bank.prices)
    cards = [card for hand in block.hands for card in hand.cards]
    assert cards and all(card.note in spoken and demand.source in spoken for card in cards for demand in card.demands)


def test_the_table_of_goods_holds_every_stock() -> None:
    before, step = next(rounds(1))
    block = report_boards(step.state, "BLU", step.events, before)
    (matrix,) = (one for one in boards_as_blocks(block) if isinstance(one, Table))
    told = [[cell.text for cell in tables.row_cells(row)][2:-1] for row in matrix.rows]
    counts = [
        [(stock.count, stock.gone) for stock in goods] for goods in zip(*(b.stocks for b in block.boards), strict=True)
    ]
    assert told == [[f"{n or ''}{f' ({gone})' if gone else ''}".strip() for n, gone in row] for row in counts]


# --- where things stand in the picture ------------------------------------------------------------------------------


def overlap(one: Rect, other: Rect) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.foot and other.y < one.foot


@pytest.mark.slow
def test_no_plate_covers_another_or_a_board() -> None:
    """In fifty phases of games of two to five countries."""
    for before, step in rounds():
        block = report_boards(step.state, "BLU", step.events, before)
        field = picture.place_boards(block)
        plates = flows.place_flow_plates(flows.build_flow_arrows(block.flows, field), field, picture.ACROSS)
        assert len(plates) == len(block.flows)
        every = [*(plate.box for plate in plates), *field.boxes_by_code.values()]
        assert not [pair for pair in combinations(every, 2) if overlap(*pair)]
        assert all(box.x >= 0 and box.right <= picture.ACROSS for box in every)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["EN", "FR"])
def test_words_are_six_points_high_on_a_page_and_twelve_pixels_on_a_phone(language: str) -> None:
    for before, step in rounds(16):
        block = report_boards(replace(step.state, language={"BLU": language}), "BLU", step.events, before)
        for scene, least in (
            (picture.wide_boards_scene(block), 6 * picture.ACROSS / 539),
            (picture.tall_boards_scene(block), 12 * 10),
        ):
            small = {one.text: one.size for one in scene.primitives if isinstance(one, SceneText) and one.size < least}
            assert not small


def test_arrows_end_at_the_boards_of_buyers() -> None:
    for before, step in rounds(6):
        block = report_boards(step.state, "BLU", step.events, before)
        field = picture.place_boards(block)
        for arrow in flows.build_flow_arrows(block.flows, field):
            for code, spot in ((arrow.flow.source, arrow.course[0][0]), (arrow.flow.to, arrow.course[-1][3])):
                box = field.boxes_by_code[code]
                assert box.x <= spot[0] <= box.right and spot[1] in (box.y, box.foot)
