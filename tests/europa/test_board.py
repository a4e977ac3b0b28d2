"""How things stand now, with a party's orders drawn on it: at every kind of phase, for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engines import states
from engines.base import Obligation
from engines.europa import ENGINE
from engines.europa.state import EuropaState, EuropaVote
from engines.language import parse_orders
from engines.report import Block, Map, Paragraph, Stroke, Table
from pbem.render.tables import row_cells
from tests.europa.tables import board, members, position
from tests.europa.test_grammars import PHASES
from tests.europa.test_language import VOTING


def board_blocks(state: EuropaState, text: str = "", seat: str | None = "BLU") -> Sequence[Block]:
    """The board of a seat's view, with lines that it gave."""
    grammar = ENGINE.grammar(state, seat) if seat else None
    orders = parse_orders(grammar, text.replace(" ; ", "\n")).orders if grammar else ()
    return tuple(ENGINE.board(states.seat_view(state, seat), seat, orders))


def map_of(blocks: Sequence[Block]) -> Map:
    (found,) = (block for block in blocks if isinstance(block, Map))
    return found


def table(blocks: Sequence[Block], name: str) -> list[list[str]]:
    """The rows of a table as texts."""
    (found,) = (block for block in blocks if isinstance(block, Table) and block.name == name)
    return [[cell.text for cell in row_cells(row)] for row in found.rows]


def texts(blocks: Sequence[Block]) -> list[str]:
    return [block.text for block in blocks if isinstance(block, Paragraph)]


@pytest.mark.parametrize("seat", ["BLU", "RED", None])
@pytest.mark.parametrize("phase", PHASES)
def test_every_kind_of_phase_has_a_board(phase: str, seat: str | None) -> None:
    """V1: the map with what is on it, standings and elections, in one picture of one position."""
    state = PHASES[phase][0]
    blocks = board_blocks(state, seat=seat)
    pawns = {(p.at, p.seat): int(p.text) for p in map_of(blocks).pieces}
    assert pawns == {(code, who): n for code, here in state.board.items() for who, n in here.items()}
    assert [row[0] for row in table(blocks, "standings")] == ["Blue", "Green", "Red", "Yellow"]
    assert len(table(blocks, "track")) == len(state.track)


def test_who_is_out_and_everybody_at_the_end_see_it_too() -> None:
    """At the end by rank, with all Victory Points."""
    gone = replace(VOTING, resigned=("BLU",), out=("BLU",))
    assert map_of(board_blocks(gone)).pieces == map_of(board_blocks(VOTING, seat="RED")).pieces
    ranks, vp = {"BLU": 3, "GRN": 1, "RED": 4, "YEL": 2}, {"BLU": 3, "GRN": 9, "RED": 1, "YEL": 5}
    over = replace(VOTING, ranks=ranks, vp=vp, vp_shown=vp, phase="END", kind="end", track=(), board={})
    for seat in ("BLU", None):
        rows = table(board_blocks(over, seat=seat), "standings")
        assert [row[::2][:2] for row in rows] == [["Green", "9"], ["Yellow", "5"], ["Blue", "3"], ["Red", "1"]]


def test_pawns_that_are_placed_are_drawn_beside_those_that_stand() -> None:
    state = position("T1-PLACE2", "place", "IRL DEU", half={"BLU": 3}, reserve={"BLU": 3}, board=board("DEU BLU 1"))
    blocks = board_blocks(state, "PLACE 1 DEU, 1 IRL")
    pieces = [(p.at, p.seat, p.text, p.mark) for p in map_of(blocks).pieces]
    assert pieces == [("DEU", "BLU", "1", ""), ("DEU", "BLU", "1", "built"), ("IRL", "BLU", "1", "built")]
    assert texts(blocks) == ["2 of 3 pawns placed."]
    assert texts(board_blocks(replace(state, half={"BLU": 2}), "PLACE 1 DEU")) == [
        "1 of 2 pawns placed. The other one comes later."
    ]


def test_what_hangs_on_a_condition_is_not_counted() -> None:
    state = position("T1-PLACE2", "place", "IRL DEU", half={"BLU": 3}, reserve={"BLU": 3})
    assert texts(board_blocks(state, "PLACE 1 DEU ; PLACE 2 IRL IF TOTAL IRL >= 1")) == [
        "1 of 3 pawns placed. More if a condition holds."
    ]


def test_where_a_pawn_goes_is_an_arrow() -> None:
    lines = "MOVE GBR > IRL > NONE ; MOVE * > AUTO ; MOVE DEU > NONE"
    assert map_of(board_blocks(VOTING, lines)).strokes == (Stroke("move", "BLU", ("GBR", "IRL")),)


@pytest.mark.parametrize(
    ("state", "seat", "focus"),
    [
        (replace(VOTING, board=board("GBR BLU 2, NLD GRN 1, IRL BLU 1")), "BLU", ("GBR", "IRL")),
        (replace(VOTING, board=board("GBR BLU 2, NLD GRN 1")), None, ("GBR", "NLD")),
        (position("T2-PLACE1", "place", "IRL BEL DEU", eu=members("FRA"), half={"BLU": 2}), "BLU", ("BEL", "DEU")),
        (PHASES["resolve"][0], "BLU", ("DEU", "ALB", "MKD", "YUG", "MDA")),
        (PHASES["move"][0], "RED", ("GBR", "IRL")),
    ],
)
def test_what_matters_to_the_reader_is_shown_first(
    state: EuropaState, seat: str | None, focus: tuple[str, ...]
) -> None:
    assert map_of(board_blocks(state, seat=seat)).focus == focus


def test_a_ballot_says_what_it_amounts_to() -> None:
    """V19: rules become coalitions, as pawns stand; where another names the same, who proposes it is told."""
    lines = "PROPOSE GBR ALONE > BLU+GRN ; NO GBR WITH RED ; NO GBR BY YEL ; MOVE GBR > IRL"
    assert table(board_blocks(VOTING, lines), "ballot") == [
        [
            "Great Britain",
            "Blue and Green",
            "Blue and Green; Blue, Green and Yellow (of Green)",
            "Blue and Yellow; Green and Yellow; Red and Yellow and 4 more",
            "Ireland",
        ]
    ]


def test_without_lines_a_ballot_is_what_is_usual() -> None:
    """§3.4."""
    (row,) = table(board_blocks(VOTING), "ballot")
    assert row[1:3] == ["Blue and Yellow", "Blue and Green; Blue and Yellow; Blue, Green and Red and 2 more"]
    assert row[4] == "the best country then"


def test_standing_lines_count_on_the_board() -> None:
    state = replace(VOTING, standing={"BLU": ("NO * ANY",)})
    assert table(board_blocks(state), "ballot")[0][2] == "none"
    assert table(board_blocks(state, "YES GBR ANY"), "ballot")[0][3] == "none"


def test_what_cannot_be_won_says_so() -> None:
    assert table(board_blocks(replace(VOTING, board=board("GBR BLU 1"))), "ballot") == [
        ["Great Britain", "cannot be won so far", "", "", ""]
    ]


def test_peace_shows_conflicts_and_what_is_given() -> None:
    blocks = board_blocks(PHASES["peace"][0], "PEACE 2")
    assert table(blocks, "conflicts")[:2] == [["Yugoslavia", "War", "10", "7"], ["Macedonia", "War", "8", "4"]]
    assert texts(blocks) == ["You give 2 of your 3 pawns for peace."]
    assert texts(board_blocks(PHASES["peace"][0], seat=None)) == []
    chooses = texts(board_blocks(replace(PHASES["resolve"][0], pool=9), seat="RED"))
    assert chooses == ["Blue chooses what 9 pawns end."]


def test_by_the_book_what_is_on_the_table_is_told_with_what_it_brings() -> None:
    assert texts(board_blocks(PHASES["answer, in it"][0])) == [
        "Great Britain: 30 points, 4 votes needed; Blue 2, Green 2, Yellow 1.",
        "Green proposes Blue and Green: 4 of 5 votes, 15 points each.",
    ]
    assert texts(board_blocks(PHASES["move"][0]))[1] == "You and Green won it and may send a pawn on."


def test_a_bystander_sees_no_orders_and_no_points_of_victory() -> None:
    blocks = board_blocks(replace(VOTING, vp={"BLU": 4}), seat=None)
    assert {row[2] for row in table(blocks, "standings")} == {"?"}
    assert not [block for block in blocks if isinstance(block, Table) and block.name == "ballot"]


# --- debts -------------------------------------------------------------------------------------------------------

DEBTS: dict[str, dict[str, Obligation]] = {
    "elections": {"BLU": "due", "GRN": "free", "RED": "free", "YEL": "free"},
    "campaign": {"BLU": "relaxed", "GRN": "relaxed", "RED": "relaxed", "YEL": "relaxed"},
    "answer, in it": {"BLU": "due", "GRN": "free", "RED": "free", "YEL": "due"},
    "move": {"BLU": "due", "GRN": "due", "RED": "free", "YEL": "free"},
}


@pytest.mark.parametrize("phase", DEBTS)
def test_who_owes_what(phase: str) -> None:
    assert ENGINE.obligations(PHASES[phase][0]) == DEBTS[phase]


@pytest.mark.parametrize("phase", PHASES)
def test_debts_are_those_of_the_asks(phase: str) -> None:
    state = replace(PHASES[phase][0], resigned=("YEL",), out=("YEL",))
    asks = {seat: found for seat in state.seats if (found := ENGINE.grammar(state, seat))}
    told = {seat: "free" if not found.due else "relaxed" if found.relaxed else "due" for seat, found in asks.items()}
    assert ENGINE.obligations(state) == told and "YEL" not in told


def test_nobody_owes_anything_after_the_end() -> None:
    over = replace(VOTING, ranks=dict.fromkeys(VOTING.seats, 1), sheet=EuropaVote("GBR"))
    assert ENGINE.obligations(over) == {}
