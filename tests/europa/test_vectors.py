"""The rules of Europa, one position each: recruits, placing, wars, peace, elections, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.base import Event
from engines.dice import KeyedDice, LoadedDice
from engines.europa import ballots, peace, start
from engines.europa.elections import hold
from engines.europa.final import finish
from engines.europa.phases import START_POINTS
from engines.europa.placing import halves
from engines.europa.report import standings
from engines.europa.run import Run
from engines.europa.state import Options, State, quality
from tests.europa.tables import board, errors, members, opening, orders, play, position, run, with_markers

GB = "GBR BLU 2 GRN 2 RED 1 YEL 3"
TALK = {
    "BLU": "PROPOSE GBR BLU+GRN+RED",
    "GRN": "PROPOSE GBR GRN+YEL ; NO GBR WITH RED ; MOVE GBR > IRL",
    "RED": "YES GBR BLU+GRN+RED ; NO GBR ANY",
    "YEL": "YES GBR GRN+YEL ; NO GBR ANY ; MOVE GBR > IRL",
}


def voting(where: str, track: str = "GBR IRL", **fields: object) -> State:
    return position("T1-VOTE", "elections", track, board=board(where), **fields)  # type: ignore[arg-type]


def proposals(events: tuple[Event, ...]) -> list[tuple[str, int, int, bool]]:
    return [
        ("+".join(e.args["coalition"]), e.args["votes"], e.args["total"], e.args["carried"])
        for e in events
        if e.kind == "proposal"
    ]


def elected(state: State, code: str = "GBR", **texts: str) -> Run:
    """One election held."""
    worked = Run(state, KeyedDice(b"x", "1"), orders(state, texts))
    hold(worked, code)
    return worked


# --- recruitment -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pp", "pawns"),
    [(49, 4), (29, 2), (215, 20), (69, 6), (9, 0)],
    ids=["the printed 49", "below 30", "no more than 20", "the printed 69", "none"],
)
def test_recruits(pp: int, pawns: int) -> None:
    state = position("T2-VOTE", "elections", pp=dict.fromkeys(("BLU", "GRN", "RED", "YEL"), pp))
    assert start.recruits(state, "BLU") == pawns


def test_peace_takes_what_was_recruited() -> None:
    state = with_markers(
        position("T3-PEACE", "peace", recruits=dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 6)), "ALB T"
    )
    assert errors(state, "BLU", "PEACE 6") == []
    assert errors(state, "BLU", "PEACE 0") == []
    assert errors(state, "BLU", "PEACE 7") == ["E20"]


def test_a_permanent_supply_runs_out() -> None:
    options = Options(permanent_supply=True)
    state = position("T4-VOTE", "elections", options=options, spent={"BLU": 18}, pp={"BLU": 90})
    assert start.recruits(state, "BLU") == 2


@pytest.mark.parametrize(("players", "points"), [(3, 40), (4, 30), (5, 24), (6, 20)])
def test_points_at_the_start(players: int, points: int) -> None:
    state = opening(f"PLAYERS {players}")
    assert set(state.pp.values()) == {points} == {START_POINTS[players]}
    assert len(state.seats) == players


# --- placing -----------------------------------------------------------------------------------------------------


def placing(count: int = 3, **fields: object) -> State:
    four = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), count)
    usual = {"half": four, "reserve": four, **fields}
    return position("T1-PLACE1", "place", "DEU FRA BEL GBR IRL", **usual)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["PLACE 1 DEU, 2 FRA", "PLACE 1 DEU ; PLACE 2 FRA", "place 3 Belgium"])
def test_pawns_anywhere_on_turn_1(text: str) -> None:
    assert errors(placing(), "BLU", text) == []


def test_halves_are_rounded_up() -> None:
    state = replace(placing(), reserve={"BLU": 5, "GRN": 1, "RED": 0, "YEL": 2})
    assert halves(run(state)) == {"BLU": 3, "GRN": 1, "RED": 0, "YEL": 1}


def test_one_pawn_owes_no_second_placement() -> None:
    one = {"BLU": 1, "GRN": 0, "RED": 0, "YEL": 0}
    after = play(placing(half=one, reserve=one), {"BLU": "PLACE 1 FRA"}).state
    assert after.kind == "elections"


def test_no_pawns_to_place_owe_nothing() -> None:
    state = placing(half={"BLU": 0, "GRN": 2}, reserve={"BLU": 0, "GRN": 2})
    assert errors(state, "BLU", "PLACE 1 FRA") == ["E06"]


def test_covered_by_an_overlay() -> None:
    assert errors(placing(), "BLU", "PLACE 1 ESP") == ["E11"]


@pytest.mark.parametrize(
    ("eu", "there", "missing"),
    [
        ("BEL LUX", "NLD DEU FRA", "GBR ESP ITA"),
        ("FRA", "GBR ESP BEL", "IRL PRT"),
        ("", "NLD DEU FRA GBR ESP IRL PRT BEL ITA", ""),
    ],
    ids=["borders on land", "dotted lines too", "an empty union"],
)
def test_open_countries(eu: str, there: str, missing: str) -> None:
    codes = ("NLD", "DEU", "FRA", "GBR", "ESP", "IRL", "PRT", "BEL", "ITA")
    track = " ".join(code for code in codes if code not in eu)
    state = position("T2-PLACE1", "place", track, eu=members(eu))
    assert set(there.split()) <= set(state.open_countries)
    assert not set(missing.split()) & set(state.open_countries)


def test_no_pawns_into_a_war() -> None:
    four = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 3)
    state = with_markers(position("T3-PLACE1", "place", "AUT DEU", half=four, reserve=four, eu=members("CHE")), "AUT W")
    worked = run(state)
    peace.set_wars_aside(worked)
    assert errors(worked.state, "BLU", "PLACE 1 AUT") == ["E13"]


@pytest.mark.parametrize(
    ("order", "gbr", "fra"), [(("RED", "BLU"), 2, 0), (("BLU", "RED"), 0, 2)], ids=["true by then", "not yet true"]
)
def test_conditions_look_at_the_board_of_the_moment(order: tuple[str, ...], gbr: int, fra: int) -> None:
    two = {"BLU": 2, "RED": 2, "GRN": 0, "YEL": 0}
    state = placing(order=(*order, "GRN", "YEL"), half=two, reserve=two)
    said = {"BLU": "PLACE 2 GBR IF RED GBR >= 1 ; PLACE 2 FRA", "RED": "PLACE 2 GBR"}
    after = play(state, said).state
    assert (after.pawns("GBR", "BLU"), after.pawns("FRA", "BLU")) == (gbr, fra)


def test_too_few_placed() -> None:
    three = {"BLU": 3, "GRN": 0, "RED": 0, "YEL": 0}
    state = placing(half=three, reserve=three)
    assert errors(state, "BLU", "PLACE 1 FRA") == ["W15"]
    after = play(state, {"BLU": "PLACE 1 FRA"}).state
    assert sum(sum(pawns.values()) for pawns in after.board.values()) == 3


# --- the risks of war --------------------------------------------------------------------------------------------


def rolled(state: State, *sums: int) -> State:
    worked = run(state, risk=[n for total in sums for n in (min(10, total - 1), total - min(10, total - 1))])
    for _ in sums:
        pair = worked.dice.roll("risk", 10), worked.dice.roll("risk", 10)
        start.strike(worked, pair)
    return worked.state


BALKANS = position("T3-PEACE", "peace", eu=members("GRC"))


def test_the_printed_six_rolls() -> None:
    after = rolled(BALKANS, 11, 9, 5, 8, 9, 9)
    assert after.markers == {"YUG": "W", "MKD": "W", "BGR": "W", "ALB": "T", "MDA": "T"}


def test_the_level() -> None:
    assert rolled(BALKANS, 11, 9, 5, 8, 9, 9).level == 10 + 8 + 8 + 1 + 1


def settled(markers: str, pool: int, plan: str = "") -> State:
    state = with_markers(position("T3-PEACE", "peace", chooser="BLU", pool=pool), markers)
    worked = Run(state, LoadedDice(), orders(state, {"BLU": plan} if plan else {}))
    peace.settle(worked)
    return worked.state


PRINTED = "YUG W, MKD W, BGR W, ALB T, MDA T"


@pytest.mark.parametrize(
    ("pool", "markers", "plan", "left", "unused"),
    [
        (18, PRINTED, "RESOLVE YUG > MKD", {"BGR": "W", "ALB": "T", "MDA": "T"}, 0),
        (18, PRINTED, "RESOLVE BGR > MKD > ALB > MDA", {"YUG": "W"}, 0),
        (7, "YUG W, MKD W, ALB T, MDA T, GRC T", "", {"YUG": "W", "MKD": "W"}, 4),
        (9, "MKD W, BGR W, ALB T, MDA T", "RESOLVE BGR", {"MKD": "W", "MDA": "T"}, 0),
        (9, "MKD W, ALB T", "RESOLVE ALB > MKD", {}, 0),
        (12, PRINTED, "RESOLVE POOL>=18: YUG > MKD ; RESOLVE BGR > ALB > MDA", {"YUG": "W", "MKD": "W"}, 2),
        (18, PRINTED, "RESOLVE POOL>=18: YUG > MKD ; RESOLVE BGR > ALB > MDA", {"BGR": "W", "ALB": "T", "MDA": "T"}, 0),
    ],
    ids=[
        "the printed first way",
        "the printed second way",
        "no war is affordable",
        "one war of two",
        "wars before tensions",
        "below a threshold",
        "at a threshold",
    ],
)
def test_the_chooser_ends_conflicts(pool: int, markers: str, plan: str, left: dict[str, str], unused: int) -> None:
    after = settled(markers, pool, plan)
    assert (after.markers, after.pool) == (left, unused)


def test_tensions_first_is_remarked() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "MKD W, ALB T")
    assert errors(state, "BLU", "RESOLVE ALB > MKD") == ["W22"]


def test_war_spreads() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "YUG W")
    first = rolled(state, 11)
    around = set(state.country("YUG").land)
    assert {code for code, marker in first.markers.items() if marker == "T"} == around
    second = rolled(first, 11)
    assert {code for code, marker in second.markers.items() if marker == "W"} == {*around, "YUG"}
    assert len(second.markers) == 8


def test_rolls_on_members_do_nothing() -> None:
    assert rolled(position("T3-PEACE", "peace", eu=members("YUG")), *[11] * 6).level == 0


def test_peace_is_skipped_at_level_0() -> None:
    state = replace(voting("", "LUX"), turn=2, phase="T2-VOTE", eu=members("YUG"))
    after = play(state, {}, {"order": [10, 9, 8, 7], "risk": [10, 1] * 6}).state
    assert (after.turn, after.kind, after.level) == (3, "place", 0)


def test_a_neighbour_at_war_is_rolled() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "MKD W, ALB T, YUG W")
    assert rolled(state, 9).markers == {"MKD": "W", "ALB": "W", "YUG": "W", "BGR": "T", "GRC": "T"}


def test_dotted_lines_do_not_spread_war() -> None:
    after = rolled(with_markers(position("T3-PEACE", "peace"), "ALB W"), 12)
    assert "ITA" not in after.markers
    assert {"GRC", "MKD", "YUG"} <= after.markers.keys()


def test_a_member_is_safe_from_the_dice() -> None:
    worked = elected(with_markers(voting("POL BLU 4", "POL"), "POL T"), "POL")
    assert "POL" in worked.state.eu and not worked.state.markers
    assert not rolled(worked.state, 19).markers


@pytest.mark.parametrize(("commit", "success"), [(10, True), (9, False)], ids=["enough", "one too few"])
def test_success_of_peace(commit: int, success: bool) -> None:
    four = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 10)
    state = with_markers(position("T3-PEACE", "peace", "DEU", recruits=four, reserve=four), "YUG W")
    step = play(state, {"BLU": f"PEACE {commit}"})
    assert next(e for e in step.events if e.kind == "peace").args["success"] is success


def revealed(pp: list[int], recruits: list[int], commits: list[int], markers: str, **dice: list[int]) -> Run:
    who = ("BLU", "GRN", "RED")
    count = {"recruits": recruits, "reserve": recruits, "pp": pp}
    fields: dict[str, Any] = {key: dict(zip(who, values, strict=True)) for key, values in count.items()}
    state = with_markers(position("T3-PEACE", "peace", count=3, **fields), markers)
    said = {seat: f"PEACE {n}" for seat, n in zip(who, commits, strict=True)}
    worked = Run(state, LoadedDice(dice), orders(state, said))
    peace.reveal(worked)
    return worked


def awards(worked: Run) -> dict[str, int]:
    return {e.args["seat"]: e.args["vp"] for e in worked.events if e.kind == "award"}


def test_awards() -> None:
    assert awards(revealed([50, 40, 30], [5, 5, 5], [4, 4, 1], "ALB T")) == {"GRN": 4, "BLU": 2, "RED": 1}
    assert awards(revealed([50, 40, 30], [6, 5, 5], [6, 0, 0], "ALB T")) == {"BLU": 4}


def test_penalties() -> None:
    worked = revealed([50, 40, 30], [5, 6, 6], [1, 2, 6], "YUG W")
    assert awards(worked) == {"BLU": -4, "GRN": -2}


def test_a_tie_for_an_award_goes_to_fewer_points_then_to_the_higher_die() -> None:
    """§5.6a: all gave 2; Red has fewest points; of Blue and Green the higher die is second."""
    worked = revealed([50, 50, 30], [5, 5, 5], [2, 2, 2], "ALB T", peace=[3, 9])
    assert awards(worked) == {"RED": 4, "GRN": 2, "BLU": 1}


def test_a_tie_for_a_penalty_goes_to_who_gave_less_then_to_the_lower_die() -> None:
    """§5.6b: all kept 4; Blue gave nothing; of Green and Red, who gave 1 each, the lower die loses more."""
    worked = revealed([50, 40, 30], [4, 5, 5], [0, 1, 1], "YUG W", peace=[9, 3, 1, 2])
    assert awards(worked) == {"BLU": -4, "RED": -2, "GRN": -1}


@pytest.mark.parametrize(
    ("pp", "dice", "chooser"),
    [([30, 40, 50], [], "RED"), ([30, 50, 50], [2, 8], "RED"), ([30, 50, 50], [8, 2], "GRN")],
    ids=["most points", "the higher die", "the higher die of the other"],
)
def test_a_tie_for_the_choice_goes_to_more_points_then_to_the_higher_die(
    pp: list[int], dice: list[int], chooser: str
) -> None:
    """§5.6b: all gave 2 of different numbers, so that no penalty needs a die."""
    assert revealed(pp, [5, 6, 7], [2, 2, 2], "YUG W", peace=dice).state.chooser == chooser


def test_victory_points_do_not_fall_below_zero() -> None:
    worked = run(position("T3-PEACE", "peace", vp={"BLU": 1}))
    worked.award("BLU", vp=-4)
    assert worked.state.vp["BLU"] == 0
    loose = run(position("T3-PEACE", "peace", vp={"BLU": 1}, options=Options(vp_floor=False)))
    loose.award("BLU", vp=-4)
    assert loose.state.vp["BLU"] == -3


def test_nobody_gives_and_nothing_ends() -> None:
    worked = revealed([50, 40, 30], [5, 5, 5], [0, 0, 0], "YUG W, ALB T", peace=[9, 8, 7])
    assert not worked.state.chooser
    assert worked.state.markers == {"YUG": "W", "ALB": "T"}


# --- elections ---------------------------------------------------------------------------------------------------


def test_the_printed_vote_in_great_britain() -> None:
    state = voting(f"{GB}, IRL YEL 1")
    worked = elected(state, **TALK)
    assert proposals(tuple(worked.events)) == [("BLU+GRN+RED", 3, 8, False), ("GRN+YEL", 5, 8, True)]
    after = worked.state
    assert (after.pp["GRN"], after.pp["YEL"], after.pp["BLU"]) == (45, 45, 30)
    assert (after.vp["GRN"], after.vp["YEL"], after.vp["RED"]) == (1, 1, 0)
    assert after.board == {"IRL": {"YEL": 2, "GRN": 1}}


def test_the_printed_vote_if_all_three_agree() -> None:
    said = {"BLU": TALK["BLU"], "GRN": "YES GBR ME", "RED": "YES GBR ME"}
    worked = elected(voting(GB), **said)
    assert proposals(tuple(worked.events)) == [("BLU+GRN+RED", 5, 8, True)]
    assert worked.state.pp["BLU"] == 40


def test_five_single_pawns() -> None:
    state = position("T1-VOTE", "elections", "GBR", 5, board=board("GBR BLU 1 GRN 1 RED 1 YEL 1 PUR 1"))
    worked = elected(state)
    assert [e.kind for e in worked.events] == ["nationalists"]


@pytest.mark.parametrize(
    ("code", "members", "pp"),
    [("LUX", 3, 1), ("SVN", 3, 2), ("GBR", 2, 15), ("GBR", 3, 10), ("LUX", 1, 2)],
    ids=["2 for three", "4 for three", "30 for two", "30 for three", "alone"],
)
def test_shares(code: str, members: int, pp: int) -> None:
    assert ballots.share(position("T1-VOTE", "elections"), code, members) == pp


def test_tension_asks_for_one_more() -> None:
    state = with_markers(voting("GBR BLU 4"), "GBR T")
    assert state.need("GBR") == 5
    assert elected(state).state.card("GBR").status == "nationalist"  # type: ignore[union-attr]


def test_half_is_no_majority() -> None:
    state = voting("GBR BLU 4 GRN 4")
    worked = elected(state, BLU="PROPOSE GBR ALONE", GRN="NO GBR BY BLU ; PROPOSE GBR BLU+GRN")
    assert proposals(tuple(worked.events)) == [("BLU", 4, 8, False), ("BLU+GRN", 8, 8, True)]


@pytest.mark.parametrize("consent", [True, False])
def test_a_member_that_refuses(consent: bool) -> None:
    state = voting("GBR BLU 3 GRN 2 RED 3", options=Options(consent=consent))
    said = {
        "BLU": "PROPOSE GBR BLU+GRN",
        "GRN": "NO GBR ANY ; PROPOSE GBR PASS",
        "RED": "YES GBR ANY ; PROPOSE GBR PASS",
    }
    assert proposals(tuple(elected(state, **said).events)) == [("BLU+GRN", 6, 8, not consent)]


def test_outsiders_count() -> None:
    state = voting("GBR BLU 3 GRN 1 RED 4")
    said = {"BLU": "PROPOSE GBR BLU+GRN", "GRN": "YES GBR ANY", "RED": "YES GBR ANY"}
    assert proposals(tuple(elected(state, **said).events)) == [("BLU+GRN", 8, 8, True)]


def test_the_best_three_are_too_few() -> None:
    state = with_markers(voting("RUS BLU 2 GRN 2 RED 2 YEL 2", "RUS"), "RUS T")
    assert [e.kind for e in elected(state, "RUS").events] == ["nationalists"]


def test_the_first_valid_coalition() -> None:
    state = voting("GBR BLU 2 GRN 2")
    assert ballots.proposal(state, "GBR", "BLU", orders(state, {"BLU": "PROPOSE GBR BLU+YEL > BLU+GRN"})["BLU"]) == (
        "BLU",
        "GRN",
    )
    assert ballots.proposal(state, "GBR", "BLU", orders(state, {"BLU": "PROPOSE GBR BLU+YEL"})["BLU"]) == ()


def test_the_black_horse_proposes_first() -> None:
    state = voting("GBR BLU 4 YEL 4", options=Options(black_horse=True))
    worked = elected(state, BLU="YES GBR ANY", YEL="PROPOSE GBR ALONE")
    assert proposals(tuple(worked.events)) == [("YEL", 8, 8, True)]


def test_the_order_follows_the_points() -> None:
    state = voting(
        "GBR RED 4, IRL BLU 2 RED 2",
        pp={"BLU": 40, "GRN": 30, "RED": 35, "YEL": 30},
        options=Options(variable_order=True),
    )
    step = play(state, {"BLU": "PROPOSE IRL PASS", "RED": "PROPOSE IRL PASS"})
    passed = [e.args["seat"] for e in step.events if e.kind == "passed"]
    assert passed[:2] == ["RED", "BLU"]


def test_equal_points_fall_back_on_the_order_of_the_turn() -> None:
    """§5.10a: Red overtakes Green and is caught up with; then Green proposes first, as at the start of the turn."""
    fields = {"pp": {"BLU": 10, "GRN": 30, "RED": 30, "YEL": 10}, "order": ("GRN", "RED", "BLU", "YEL")}
    state = voting(
        "FRA RED 4, ITA GRN 3, NLD GRN 2 RED 2",
        "FRA ITA NLD",
        ranking=("GRN", "RED", "BLU", "YEL"),
        options=Options(variable_order=True),
        **fields,
    )
    step = play(state, {"GRN": "PROPOSE NLD PASS ; MOVE * > NONE", "RED": "PROPOSE NLD PASS ; MOVE * > NONE"})
    assert [e.args["order"][:2] for e in step.events if e.kind == "order"][:2] == [["RED", "GRN"], ["GRN", "RED"]]
    assert [e.args["seat"] for e in step.events if e.kind == "passed"] == ["GRN", "RED"]


def test_a_country_that_has_voted() -> None:
    assert errors(voting(GB, "FRA GBR"), "BLU", "MOVE GBR > FRA") == ["E37"]


def test_no_border_with_the_union_yet() -> None:
    state = voting("GBR BLU 4", "GBR ESP", turn=2)
    assert errors(state, "BLU", "MOVE GBR > ESP") == ["W39"]
    assert "ESP" not in elected(state, BLU="MOVE GBR > ESP").state.board


def test_pawns_move_on_from_victory_to_victory() -> None:
    state = with_markers(voting("GBR BLU 4, IRL BLU 1, FRA BLU 3", "GBR IRL FRA BEL"), "IRL T")
    after = play(state, {"BLU": "MOVE GBR > IRL ; MOVE IRL > FRA ; MOVE FRA > NONE"}).state
    assert "GBR" in after.eu
    assert "IRL" not in after.eu  # two pawns, and three are needed under Tension
    chain = voting("GBR BLU 4, IRL BLU 1, FRA BLU 3", "GBR IRL FRA BEL")
    step = play(chain, {"BLU": "MOVE GBR > IRL ; MOVE IRL > FRA ; MOVE FRA > NONE"})
    assert {"GBR", "IRL", "FRA"} <= step.state.eu.keys()


def test_losers_do_not_move() -> None:
    state = voting("GBR BLU 2 GRN 2 RED 1 YEL 3", "GBR IRL")
    worked = elected(state, **{**TALK, "RED": TALK["RED"] + " ; MOVE GBR > IRL"})
    assert "RED" not in worked.state.board["IRL"]


@pytest.mark.parametrize(("pool", "held"), [(12, True), (0, False)], ids=["ended", "not ended"])
def test_a_war_in_russia(pool: int, held: bool) -> None:
    twelve = {"BLU": 12, "GRN": 0, "RED": 0, "YEL": 0}
    state = with_markers(position("T3-PEACE", "peace", "DEU RUS FIN", recruits=twelve, reserve=twelve), "RUS W")
    after = play(state, {"BLU": f"PEACE {pool}"}).state
    card = next((c for c in after.track if c.country == "RUS"), None) if after.turn == 3 else None
    if held:
        assert card is None or card.status == "pending"
    else:
        assert card is not None and card.status == "war"
        assert [c.number for c in after.track] == [1, 2, 3]


def test_alone_without_a_ballot() -> None:
    worked = elected(voting("NLD BLU 4", "NLD"), "NLD")
    assert proposals(tuple(worked.events)) == [("BLU", 4, 4, True)]


def test_points_do_not_wrap() -> None:
    worked = run(position("T1-VOTE", "elections", pp={"BLU": 100}))
    worked.award("BLU", pp=15)
    assert worked.state.pp["BLU"] == 115


def test_a_party_that_resigned_is_removed() -> None:
    state = voting("GBR BLU 2 GRN 2 RED 4", options=Options(remove_resigned=True))
    step = play(state, {"BLU": "PROPOSE GBR BLU+GRN", "RED": "RESIGN"})
    assert proposals(step.events)[0] == ("BLU+GRN", 4, 4, True)
    assert step.state.out == ("RED",)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("YES GBR ME SHARE>=10", True),
        ("NO GBR WITH RED ; YES GBR ME", False),
        ("YES GBR ME SHARE>=11 ; NO * ANY", False),
    ],
    ids=["share enough", "the first that fits", "share too small"],
)
def test_answers(text: str, answer: bool) -> None:
    state = voting(GB)
    said = orders(state, {"GRN": text})["GRN"]
    assert ballots.answer(state, "GBR", "GRN", said, "BLU", ("BLU", "GRN", "RED")) is answer


# --- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "word"), [(0, "Total"), (3, "Decisive"), (4, "Fragile"), (10, "Fragile"), (11, "Pyrrhic")]
)
def test_the_quality(level: int, word: str) -> None:
    assert quality(level) == word


def ended(pp: list[int], vp: list[int], markers: str = "", eu: str = "") -> Run:
    who = ("BLU", "GRN", "RED", "YEL")[: len(pp)]
    fields: dict[str, Any] = {
        "pp": dict(zip(who, pp, strict=True)),
        "vp": dict(zip(who, vp, strict=True)),
        "eu": members(eu),
    }
    worked = run(with_markers(position("T4-VOTE", "elections", count=len(pp), **fields), markers))
    finish(worked)
    return worked


@pytest.mark.parametrize(
    ("pp", "vp"),
    [([80, 80, 75, 70], [2, 2, 0, 0]), ([80, 80, 80, 70], [1, 1, 1, 0]), ([80, 80, 80, 80], [0, 0, 0, 0]),
     ([90, 80, 75, 70], [3, 0, 0, 0])],
    ids=["two", "three", "four", "one"],
)  # fmt: skip
def test_presidents(pp: list[int], vp: list[int]) -> None:
    assert list(ended(pp, [0, 0, 0, 0]).state.vp.values()) == vp


def test_the_score_for_comparing() -> None:
    thirty = "AUT BEL CHE DEU DNK FIN FRA GBR IRL ISL ITA LUX NLD NOR SWE ESP GRC PRT TUR ALB BGR BIH CZE HRV HUN"
    worked = ended([90, 80, 70], [6, 0, 0], "MDA T, UKR T, RUS T, BLR T", thirty + " MKD POL ROU SVK SVN")
    assert worked.events[-1].args["scores"]["BLU"] == 35


def test_points_break_a_tie() -> None:
    ranks = ended([80, 75, 100], [5, 5, 0]).state.ranks
    assert ranks == {"BLU": 1, "GRN": 2, "RED": 3}


def test_games_of_a_tournament_share_the_risks() -> None:
    def rolls(seed: bytes, options: str) -> object:
        worked = Run(replace(opening(options), turn=3), KeyedDice(seed, "7", b"server"))
        start.risks(worked)
        return worked.state.rolls["3"]

    assert rolls(b"one", "TOURNAMENT 9") == rolls(b"two", "TOURNAMENT 9")
    assert rolls(b"one", "TOURNAMENT 9") != rolls(b"one", "TOURNAMENT 8")
    assert rolls(b"one", "") != rolls(b"two", "")


def test_victory_points_are_their_owners() -> None:
    state = position("T2-PLACE1", "place", vp={"BLU": 3, "GRN": 2, "RED": 0, "YEL": 1})
    from engines.states import view

    rows = {row[0].text: row[2] for row in standings(view(state, "BLU"), "BLU").rows}  # type: ignore[union-attr]
    assert rows == {"Blue": "3", "Green": "?", "Red": "?", "Yellow": "?"}
