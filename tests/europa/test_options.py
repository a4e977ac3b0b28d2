"""What is agreed before a game (§8): each option does what it says, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines import states
from engines.europa import ENGINE
from engines.europa.due import list_due_seats
from engines.europa.options import read_europa_options
from engines.europa.state import ElectionCard, EuropaOptions, EuropaState, EuropaVote
from engines.language import parse_orders
from tests.europa.tables import board, errors, members, opening, play, position, working

USUAL = EuropaOptions()
FOUR = ("BLU", "GRN", "RED", "YEL")


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("MODE BOOK", {"book": True}),
        ("MODE SEALED", {}),
        ("ELECTION-PARTS 3", {"election_parts": 3}),
        ("PLACEMENT ONE-MAIL", {"placement": "one mail"}),
        ("PLACEMENT SEQUENTIAL", {"placement": "sequential"}),
        ("PLACEMENT TWO-MAILS", {}),
        ("TOURNAMENT 7", {"tournament": 7}),
        ("SUPPLY PERMANENT", {"permanent_supply": True}),
        ("SUPPLY REFILL", {}),
        ("VP-FLOOR NONE", {"vp_floor": False}),
        ("VP-FLOOR ZERO", {}),
        ("ON-RESIGN REMOVE", {"remove_resigned": True}),
        ("ON-RESIGN DEFAULT", {}),
        ("VARIABLE-ORDER ON", {"variable_order": True}),
        ("BLACK-HORSE ON", {"black_horse": True}),
        ("SHARE-TRACK ON", {"share_track": True}),
        ("CONSENT OFF", {"consent": False}),
        ("PROPOSE-ANY ON", {"propose_any": True}),
        ("VP-OPEN ON", {"vp_open": True}),
        ("CAMPAIGN ON", {"campaign": True}),
        ("PLAYERS 4", {}),
    ],
)
def test_each_option(line: str, fields: dict[str, Any]) -> None:
    assert read_europa_options(parse_orders(ENGINE.setup, line).orders) == replace(USUAL, **fields)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_parties_of_a_game(players: int) -> None:
    """§1.1: usually five."""
    seats = [seat.code for seat in ENGINE.seats(parse_orders(ENGINE.setup, f"PLAYERS {players}").orders)]
    assert seats == ["BLU", "GRN", "RED", "YEL", "PUR", "BLK"][:players]
    assert len(ENGINE.seats(())) == 5


def test_nothing_need_be_agreed() -> None:
    """§8: the first of each is usual, so nobody waits for a word."""
    assert read_europa_options(()) == USUAL
    assert not ENGINE.setup.due


@pytest.mark.parametrize(
    ("line", "read_as"),
    [("PLAYERS 2", False), ("PLAYERS 3", True), ("PLAYERS 6", True), ("PLAYERS 7", False), ("ELECTION-PARTS 0", False),
     ("ELECTION-PARTS 1", True), ("ELECTION-PARTS 4", False), ("TOURNAMENT 0", True), ("TOURNAMENT 99999", True),
     ("TOURNAMENT 100000", False), ("DATA STANDARD", True), ("DATA OTHER", False), ("MODE FAST", False)],
)  # fmt: skip
def test_bounds_of_options(line: str, read_as: bool) -> None:
    assert bool(parse_orders(ENGINE.setup, line).orders) is read_as


def test_victory_points_in_the_open() -> None:
    """§6.38: with VP-OPEN ON everybody sees them, from the start and after each award; usually nobody does."""
    for options, shown in (("VP-OPEN ON", True), ("", False)):
        state = opening(f"PLAYERS 4\n{options}")
        assert states.seat_view(state, "RED").vp_shown == (dict.fromkeys(FOUR, 0) if shown else {})
        worked = working(state)
        worked.award_points("BLU", vp=2)
        assert states.seat_view(worked.state, "RED").vp_shown == (
            {"BLU": 2, "GRN": 0, "RED": 0, "YEL": 0} if shown else {}
        )
        assert states.seat_view(worked.state, "RED").vp == {"RED": 0}


def test_elections_in_parts() -> None:
    """§8: the second part is voted on when the first is over, and no line counts for both."""
    cards = position("T1-VOTE1", "elections", "LUX IRL BEL NLD", options=EuropaOptions(election_parts=2)).track
    track = tuple(replace(card, part=1 + (card.number > 2)) for card in cards)
    state = replace(
        position("T1-VOTE1", "elections", options=EuropaOptions(election_parts=2), board=board("LUX BLU 1, NLD BLU 2")),
        track=track,
    )
    step = play(state, {"BLU": "MOVE LUX > BEL"})
    assert (step.state.phase, step.state.part) == ("T1-VOTE2", 2)
    assert set(step.state.eu) == {"LUX"}
    assert step.state.board == board("NLD BLU 2, BEL BLU 1")
    assert errors(step.state, "BLU", "PROPOSE LUX ALONE") == ["E34"]
    last = play(step.state, {})
    assert {"LUX", "NLD"} <= set(last.state.eu)
    assert last.state.turn == 2


@pytest.mark.parametrize(("track", "where"), [("LUX", "LUX BLU 1"), ("", "")], ids=["two of three", "all"])
def test_a_part_without_elections_takes_no_time(track: str, where: str) -> None:
    """§3.1 and §8."""
    state = position("T1-VOTE1", "elections", track, options=EuropaOptions(election_parts=3), board=board(where))
    assert play(state, {}).state.turn == 2


@pytest.mark.parametrize(
    ("kind", "fields", "owing"),
    [
        ("peace", {"recruits": {"BLU": 2, "GRN": 0, "RED": 1, "YEL": 0}}, ("BLU", "RED")),
        ("place", {"half": {"BLU": 1, "GRN": 0, "YEL": 2}}, ("BLU", "YEL")),
        ("elections", {"board": board("GBR BLU 1, IRL RED 2 GRN 0")}, ("BLU", "RED")),
        ("resolve", {"chooser": "GRN"}, ("GRN",)),
        ("campaign", {"sheet": EuropaVote("GBR")}, FOUR),
        ("propose", {"sheet": EuropaVote("GBR", proposer="RED")}, ("RED",)),
        (
            "answer",
            {"sheet": EuropaVote("GBR", proposer="RED"), "board": board("GBR BLU 1 RED 2, IRL YEL 1")},
            ("BLU",),
        ),
        ("move", {"sheet": EuropaVote("GBR", winners=("BLU", "YEL"))}, ("BLU", "YEL")),
        ("end", {}, ()),
    ],
)
def test_who_owes_an_answer(kind: str, fields: dict[str, Any], owing: tuple[str, ...]) -> None:
    """§3.1 and §3.3; who has resigned owes nothing any more."""
    state: EuropaState = position("T1-X", kind, "GBR", **fields)
    assert list_due_seats(state) == owing
    assert list_due_seats(replace(state, resigned=FOUR)) == ()


def test_a_party_that_resigned_gives_nothing_for_peace() -> None:
    """§3.4: whatever its standing lines say."""
    six = dict.fromkeys(FOUR, 6)
    state = position("T3-PEACE", "peace", "DEU", recruits=six, reserve=six, markers={"YUG": "W"}, eu=members("FRA"))
    standing = {"GRN": ("PEACE 3",), "RED": ("PEACE 2",)}
    gone = replace(state, standing=standing, resigned=("GRN",), out=("GRN",))
    assert next(e for e in play(gone, {}).events if e.kind == "peace").args["commits"] == {
        **dict.fromkeys(FOUR, 0),
        "RED": 2,
    }
    assert play(state, {"GRN": "PEACE 3 ; RESIGN"}).events[1].args["commits"]["GRN"] == 0


def test_a_removed_party_leaves_the_map() -> None:
    """§3.4: ON-RESIGN REMOVE takes its pawns off; the others keep theirs."""
    four = dict.fromkeys(FOUR, 2)
    state = position(
        "T1-PLACE2", "place", "GBR FRA", board=board("GBR BLU 1 GRN 2, FRA GRN 1"), half=four, reserve=four,
        options=EuropaOptions(remove_resigned=True),
    )  # fmt: skip
    step = play(state, {"GRN": "RESIGN", "BLU": "PLACE 2 GBR", "RED": "PLACE 2 FRA", "YEL": "PLACE 2 FRA"})
    after = step.state
    assert (after.resigned, after.out) == (("GRN",), ("GRN",))
    assert after.order == ("BLU", "RED", "YEL")
    assert after.board == board("GBR BLU 3, FRA RED 2 YEL 2")
    assert (after.recruits["GRN"], after.reserve["GRN"]) == (0, 0)
    assert (step.events[0].kind, step.events[0].args) == ("resigned", {"seat": "GRN"})
    kept = play(replace(state, options=USUAL), {"GRN": "RESIGN"}).state
    assert kept.count_pawns("FRA", "GRN") + kept.count_pawns("GBR", "GRN") == 5


def test_a_party_that_was_removed_has_no_more_pawns_to_place() -> None:
    """§3.4: neither in this half nor in the next, and the order goes on without it."""
    three = dict.fromkeys(FOUR, 3)
    options = EuropaOptions(remove_resigned=True)
    state = position("T1-PLACE1", "place", "GBR FRA", half=dict.fromkeys(FOUR, 2), reserve=three, options=options)
    after = play(state, {"GRN": "RESIGN"}).state
    assert after.half == {"BLU": 1, "GRN": 0, "RED": 1, "YEL": 1}
    assert list_due_seats(after) == ("BLU", "RED", "YEL")
    assert not any(pawns.get("GRN") for pawns in after.board.values())


def test_a_party_that_is_removed_between_elections_leaves_nothing_to_place() -> None:
    """§2: there is no half where nobody places."""
    options = EuropaOptions(remove_resigned=True, election_parts=2)
    state = position("T1-VOTE1", "elections", "LUX!", options=options, board=board("NLD BLU 2"))
    state = replace(state, track=(*state.track, ElectionCard(2, "NLD", "pending", 2)))
    after = play(state, {"GRN": "RESIGN"}).state
    assert (after.phase, dict(after.half)) == ("T1-VOTE2", {})


def test_the_standing_lines_of_one_who_resigned_stay_as_they_were() -> None:
    """§3.4: the party goes on by them."""
    state = position("T1-VOTE", "elections", "LUX GBR", board=board("LUX GRN 1"), resigned=("GRN",), out=("GRN",))
    state = replace(state, standing={"GRN": ("MOVE * > NONE", "PEACE 3")})
    step = play(state, {})
    assert step.state.standing == {"GRN": ("MOVE * > NONE", "PEACE 3")}
    assert "LUX" in step.state.eu
