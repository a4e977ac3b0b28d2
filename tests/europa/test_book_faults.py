"""What a second reading of the rules found by the book: parties that leave in the middle, standing lines, lists."""

from __future__ import annotations

import pytest

from engines.europa import ENGINE
from engines.europa.ballots import choose_proposal
from engines.europa.due import list_due_seats
from engines.europa.state import EuropaOptions, EuropaState, EuropaVote
from tests.europa.tables import board, members, orders, play, position

REMOVED = EuropaOptions(book=True, remove_resigned=True)
GB = "GBR BLU 2 GRN 2 RED 1 YEL 3, IRL YEL 1 BLU 1"


def step(kind: str, vote: EuropaVote, where: str = GB, **fields: object) -> EuropaState:
    """An election under way in Great Britain, Ireland to come."""
    names = {"propose": f"PROPOSE-{vote.proposer}", "answer": f"ANSWER-{vote.proposer}"}
    usual = {"options": REMOVED, "board": board(where), "sheet": vote, **fields}
    phase = f"T1-GBR-{names.get(kind, kind.upper())}"
    won = {"track": "GBR! IRL", "eu": members("GBR")} if kind == "move" else {"track": "GBR IRL"}
    return position(phase, kind, **won, **usual)  # type: ignore[arg-type]


# --- a party that is removed in the middle (§3.4) ------------------------------------------------------------------


def test_who_leaves_while_he_places_is_followed_by_the_next() -> None:
    """§3.4, §5.9: its pawns are gone, and the next in the order of play places."""
    reserve = {"BLU": 2, "GRN": 2, "RED": 0, "YEL": 0}
    fields = {"half": {"BLU": 1}, "reserve": reserve, "ranking": ("BLU", "GRN", "RED", "YEL")}
    state = position("T1-PLACE1-BLU", "place", "GBR FRA", options=REMOVED, **fields)  # type: ignore[arg-type]
    after = play(state, {"BLU": "PLACE 1 GBR ; RESIGN"}).state
    assert (after.phase, after.board) == ("T1-PLACE1-GRN", {})


@pytest.mark.parametrize("consent", [True, False])
def test_a_coalition_falls_with_a_member_that_leaves(consent: bool) -> None:
    """§3.4, §5.10c: a coalition has members with pawns only; the next party proposes."""
    options = EuropaOptions(book=True, remove_resigned=True, consent=consent)
    state = step("answer", EuropaVote("GBR", proposer="BLU", coalition=("BLU", "GRN")), options=options)
    after = play(state, {"GRN": "RESIGN", "RED": "YES", "YEL": "YES"}).state
    assert (after.phase, after.eu) == ("T1-GBR-PROPOSE-RED", {})
    assert after.sheet == EuropaVote("GBR", tried=("BLU",), proposer="RED")


def test_a_majority_is_counted_without_who_has_left() -> None:
    """§3.4, §5.10c: of the five pawns that are left, the four of the coalition are enough."""
    state = step("answer", EuropaVote("GBR", proposer="BLU", coalition=("BLU", "GRN")))
    after = play(state, {"GRN": "YES", "YEL": "RESIGN"}).state
    assert after.eu["GBR"].coalition == ("BLU", "GRN")


def test_a_winner_that_leaves_moves_no_pawn() -> None:
    """§3.4, §5.10e: the other winner's pawn moves on."""
    won = step("move", EuropaVote("GBR", tried=("GRN",), winners=("GRN", "YEL")))
    assert play(won, {"GRN": "MOVE GBR > IRL ; RESIGN"}).state.board == board("IRL YEL 2 BLU 1")


def test_where_too_few_pawns_are_left_the_nationalists_win_at_once() -> None:
    """§5.10b: after a party has left during the campaign, three pawns are too few, though they are one party's."""
    state = step("campaign", EuropaVote("GBR"), "GBR BLU 3 GRN 2, IRL YEL 1 RED 1")
    step_ = play(state, {"GRN": "RESIGN"})
    assert [event.args["country"] for event in step_.events if event.kind == "nationalists"] == ["GBR"]
    assert "GBR" not in step_.state.eu


def test_who_is_left_alone_is_not_asked() -> None:
    """§3.3, §6.26: Blue has proposed and leaves; Green stands alone with enough pawns, and wins."""
    state = step("answer", EuropaVote("GBR", proposer="BLU", coalition=("BLU",)), "GBR BLU 4 GRN 4, IRL YEL 2 RED 1")
    after = play(state, {"GRN": "NO", "BLU": "RESIGN"}).state
    assert (after.phase, list_due_seats(after), after.eu["GBR"].coalition) == ("T1-GBR-MOVE", ("GRN",), ("GRN",))


def test_who_resigns_goes_by_the_rules_at_once() -> None:
    """§3.4: what else the letter says does not count, so Blue places by default."""
    reserve = {"BLU": 1, "GRN": 1, "RED": 0, "YEL": 0}
    fields = {"half": {"BLU": 1}, "reserve": reserve}
    state = position("T1-PLACE1-BLU", "place", "LUX ITA", options=EuropaOptions(book=True), **fields)  # type: ignore[arg-type]
    assert play(state, {"BLU": "PLACE 1 LUX ; RESIGN"}).state.board == board("ITA BLU 1")


# --- standing lines at each step of an election (§3.4, §4.5) ---------------------------------------------------------

PROPOSING = step("propose", EuropaVote("GBR", proposer="BLU"))
MOVING = step("move", EuropaVote("GBR", tried=("GRN",), winners=("GRN", "YEL")))


@pytest.mark.parametrize(
    ("line", "coalition"),
    [("PROPOSE * BLU+GRN", ("BLU", "GRN")), ("PROPOSE GBR BLU+GRN", ("BLU", "GRN")), ("PROPOSE * PASS", ())],
)
def test_standing_proposals_are_made_by_the_book(line: str, coalition: tuple[str, ...]) -> None:
    """§3.4: standing lines come before AUTO, also those for `*`; who passes is followed by the next."""
    state = play(with_standing(PROPOSING, BLU=line), {}).state
    assert state.sheet is not None
    assert (state.sheet.coalition, state.kind) == (coalition, "answer" if coalition else "propose")


def test_a_line_for_the_country_goes_before_a_standing_one() -> None:
    """§4.3, §4.5: what is sent goes before what stands."""
    state = play(with_standing(PROPOSING, BLU="PROPOSE * PASS"), {"BLU": "PROPOSE GBR BLU+GRN"}).state
    assert state.sheet is not None
    assert state.sheet.coalition == ("BLU", "GRN")


@pytest.mark.parametrize(("line", "green"), [("MOVE * > NONE", 0), ("MOVE GBR > NONE", 0), ("MOVE IRL > NONE", 1)])
def test_standing_moves_are_made_by_the_book(line: str, green: int) -> None:
    """§3.4, §5.10e: a standing line about this country or `*` says where the pawn goes."""
    assert play(with_standing(MOVING, GRN=line), {}).state.count_pawns("IRL", "GRN") == green


@pytest.mark.parametrize(
    ("state", "seat", "line", "draft"),
    [
        (PROPOSING, "BLU", "PROPOSE * ALONE > PASS", ("PROPOSE GBR ALONE > PASS",)),
        (PROPOSING, "BLU", "PROPOSE GBR ALONE > PASS", ("PROPOSE GBR ALONE > PASS",)),
        (PROPOSING, "BLU", "YES * ANY", ("PROPOSE GBR AUTO",)),
        (MOVING, "GRN", "MOVE * > NONE", ("MOVE GBR > NONE",)),
        (MOVING, "GRN", "MOVE IRL > NONE", ("MOVE GBR > AUTO",)),
        (step("answer", EuropaVote("GBR", proposer="BLU", coalition=("BLU", "GRN"))), "RED", "YES * ANY", ("YES GBR",)),
        (
            step("answer", EuropaVote("GBR", proposer="BLU", coalition=("BLU", "GRN"))),
            "GRN",
            "NO * BY BLU",
            ("NO GBR",),
        ),
    ],
)
def test_a_draft_is_what_happens_if_nothing_comes(
    state: EuropaState, seat: str, line: str, draft: tuple[str, ...]
) -> None:
    """§3.4: that is a standing line where one holds."""
    found = ENGINE.grammar(with_standing(state, **{seat: line}), seat)
    assert found is not None
    assert tuple(found.draft) == draft


def with_standing(state: EuropaState, **lines: str) -> EuropaState:
    assert state.sheet is not None
    return step(state.kind, state.sheet, standing={seat: (line,) for seat, line in lines.items()})


# --- lists (§3.2, §4.1, §4.3) ----------------------------------------------------------------------------------------


def test_a_condition_is_looked_at_once_for_its_line() -> None:
    """§4.1: Ireland is empty when the line is reached; its own pawn there does not leave out the rest of it."""
    three = {"BLU": 3, "GRN": 0, "RED": 0, "YEL": 0}
    state = position("T1-PLACE2", "place", "IRL GBR FRA", half=three, reserve=three)
    after = play(state, {"BLU": "PLACE 1 IRL, 2 FRA IF TOTAL IRL = 0"}).state
    assert after.board == board("IRL BLU 1, FRA BLU 2")
    assert after.kind == "elections"


def test_where_auto_finds_none_the_list_goes_on() -> None:
    """§3.2, §4.3: no three parties with Blue have more than half of sixteen pawns, but two may be proposed."""
    where = board("GBR BLU 1 GRN 3 RED 3 YEL 3 PUR 3 BLK 3")
    state = position("T1-VOTE", "elections", "GBR", count=6, board=where)
    for text, found in (("AUTO > BLU+GRN", ("BLU", "GRN")), ("AUTO > PASS > BLU+GRN", ()), ("AUTO", ())):
        assert choose_proposal(state, "GBR", "BLU", orders(state, {"BLU": f"PROPOSE GBR {text}"})["BLU"]) == found
