"""Peace: what is given, rewards and fines, and what is ended."""

from __future__ import annotations

from typing import Any

import pytest

from engines.dice import LoadedDice
from engines.europa import peace
from engines.europa.state import EuropaOptions, EuropaState
from engines.europa.turn_context import EuropaTurnContext
from tests.europa.tables import (
    errors,
    orders,
    play,
    position,
    with_markers,
    working,
)


def test_peace_takes_what_was_recruited() -> None:
    state = with_markers(
        position("T3-PEACE", "peace", recruits=dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 6)), "ALB T"
    )
    assert errors(state, "BLU", "PEACE 6") == []
    assert errors(state, "BLU", "PEACE 0") == []
    assert errors(state, "BLU", "PEACE 7") == ["E20"]


def settle_by_plan(markers: str, pool: int, plan: str = "") -> EuropaState:
    state = with_markers(position("T3-PEACE", "peace", chooser="BLU", pool=pool), markers)
    worked = EuropaTurnContext(state, LoadedDice(), orders(state, {"BLU": plan} if plan else {}))
    peace.end_conflicts_by_plan(worked)
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
        (8, "HUN W, MKD W", "", {"HUN": "W"}, 0),
        (12, PRINTED, "RESOLVE POOL>=18: YUG > MKD ; RESOLVE BGR > ALB > MDA", {"YUG": "W", "MKD": "W"}, 2),
        (18, PRINTED, "RESOLVE POOL>=18: YUG > MKD ; RESOLVE BGR > ALB > MDA", {"BGR": "W", "ALB": "T", "MDA": "T"}, 0),
    ],
    ids=[
        "the printed first way",
        "the printed second way",
        "no war is affordable",
        "one war of two",
        "wars before tensions",
        "the dearest war, not the one with most neighbours",
        "below a threshold",
        "at a threshold",
    ],
)
def test_the_chooser_ends_conflicts(pool: int, markers: str, plan: str, left: dict[str, str], unused: int) -> None:
    after = settle_by_plan(markers, pool, plan)
    assert (after.markers, after.pool) == (left, unused)


def test_tensions_first_is_remarked() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "MKD W, ALB T")
    assert errors(state, "BLU", "RESOLVE ALB > MKD") == ["W22"]


@pytest.mark.parametrize(("commit", "success"), [(10, True), (9, False)], ids=["enough", "one too few"])
def test_success_of_peace(commit: int, success: bool) -> None:
    four = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 10)
    state = with_markers(position("T3-PEACE", "peace", "DEU", recruits=four, reserve=four), "YUG W")
    step = play(state, {"BLU": f"PEACE {commit}"})
    assert next(e for e in step.events if e.kind == "peace").args["success"] is success


def reveal_commitments(
    pp: list[int], recruits: list[int], commits: list[int], markers: str, **dice: list[int]
) -> EuropaTurnContext:
    who = ("BLU", "GRN", "RED")
    count = {"recruits": recruits, "reserve": recruits, "pp": pp}
    fields: dict[str, Any] = {key: dict(zip(who, values, strict=True)) for key, values in count.items()}
    state = with_markers(position("T3-PEACE", "peace", count=3, **fields), markers)
    said = {seat: f"PEACE {n}" for seat, n in zip(who, commits, strict=True)}
    worked = EuropaTurnContext(state, LoadedDice(dice), orders(state, said))
    peace.reveal_commitments(worked)
    return worked


def awards(worked: EuropaTurnContext) -> dict[str, int]:
    return {e.args["seat"]: e.args["vp"] for e in worked.events if e.kind == "award"}


def test_awards() -> None:
    assert awards(reveal_commitments([50, 40, 30], [5, 5, 5], [4, 4, 1], "ALB T")) == {"GRN": 4, "BLU": 2, "RED": 1}
    assert awards(reveal_commitments([50, 40, 30], [6, 5, 5], [6, 0, 0], "ALB T")) == {"BLU": 4}


def test_penalties() -> None:
    worked = reveal_commitments([50, 40, 30], [5, 6, 6], [1, 2, 6], "YUG W")
    assert awards(worked) == {"BLU": -4, "GRN": -2}


def test_a_tie_for_an_award_goes_to_fewer_points_then_to_the_higher_die() -> None:
    """§5.6a: all gave 2; Red has fewest points; of Blue and Green the higher die is second."""
    worked = reveal_commitments([50, 50, 30], [5, 5, 5], [2, 2, 2], "ALB T", peace=[3, 9])
    assert awards(worked) == {"RED": 4, "GRN": 2, "BLU": 1}


def test_a_tie_for_a_penalty_goes_to_who_gave_less_then_to_the_lower_die() -> None:
    """§5.6b: all kept 4; Blue gave nothing; of Green and Red, who gave 1 each, the lower die loses more."""
    worked = reveal_commitments([50, 40, 30], [4, 5, 5], [0, 1, 1], "YUG W", peace=[9, 3, 1, 2])
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
    assert reveal_commitments(pp, [5, 6, 7], [2, 2, 2], "YUG W", peace=dice).state.chooser == chooser


def test_victory_points_do_not_fall_below_zero() -> None:
    worked = working(position("T3-PEACE", "peace", vp={"BLU": 1}))
    worked.award_points("BLU", vp=-4)
    assert worked.state.vp["BLU"] == 0
    loose = working(position("T3-PEACE", "peace", vp={"BLU": 1}, options=EuropaOptions(vp_floor=False)))
    loose.award_points("BLU", vp=-4)
    assert loose.state.vp["BLU"] == -3


def test_nobody_gives_and_nothing_ends() -> None:
    worked = reveal_commitments([50, 40, 30], [5, 5, 5], [0, 0, 0], "YUG W, ALB T", peace=[9, 8, 7])
    assert not worked.state.chooser
    assert worked.state.markers == {"YUG": "W", "ALB": "T"}


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


def test_enough_ends_every_conflict_and_too_little_does_not() -> None:
    """§5.6a and §5.6b: a pool of exactly the level is enough."""
    assert reveal_commitments([50, 40, 30], [6, 6, 6], [4, 4, 4], "YUG W, ALB T, MDA T").state.markers == {}
    failed = reveal_commitments([50, 40, 30], [6, 6, 5], [4, 4, 3], "YUG W, ALB T, MDA T", peace=[1, 2])
    assert failed.state.markers == {"YUG": "W", "ALB": "T", "MDA": "T"}


def test_pawns_given_are_not_placed() -> None:
    """§5.6 and §5.6c: what is left over of the pool is used up too."""
    six = {"BLU": 6, "GRN": 6, "RED": 6, "YEL": 6}
    state = with_markers(position("T3-PEACE", "peace", "DEU FRA", recruits=six, reserve=six), "ALB T")
    after = play(state, {"BLU": "PEACE 6", "GRN": "PEACE 2"}).state
    assert after.reserve == {"BLU": 0, "GRN": 4, "RED": 6, "YEL": 6}


def test_all_that_is_given_is_revealed_at_once() -> None:
    """§5.6: one event tells what everybody gave, those too who gave nothing."""
    worked = reveal_commitments([50, 40, 30], [6, 6, 6], [4, 0, 2], "ALB T")
    assert worked.events[0].args["commits"] == {"BLU": 4, "GRN": 0, "RED": 2}
    assert worked.events[0].args["pool"] == 6


def test_only_three_are_rewarded_and_only_three_fined() -> None:
    """§5.6a and §5.6b: 4, 2 and 1; the fourth neither gains nor loses."""
    four = ("BLU", "GRN", "RED", "YEL")
    for given, vps in (([4, 3, 2, 1], [4, 2, 1]), ([0, 1, 2, 3], [-4, -2, -1])):
        state = position("T3-PEACE", "peace", recruits=dict.fromkeys(four, 9), reserve=dict.fromkeys(four, 9))
        state = with_markers(state, "ALB T, MDA T" if vps[0] > 0 else "RUS W")
        said = {seat: f"PEACE {n}" for seat, n in zip(four, given, strict=True)}
        worked = EuropaTurnContext(state, LoadedDice(), orders(state, said))
        peace.reveal_commitments(worked)
        assert list(awards(worked).values()) == vps


def test_a_conflict_that_was_not_ended_can_end_on_the_next_turn() -> None:
    """§5.6b: markers stay until they are paid for."""
    twelve = {"BLU": 12, "GRN": 0, "RED": 0, "YEL": 0}
    state = with_markers(position("T4-PEACE", "peace", "DEU", recruits=twelve, reserve=twelve), "RUS W")
    assert "RUS" in settle_by_plan("RUS W", 11).markers
    assert "RUS" not in play(state, {"BLU": "PEACE 12"}).state.markers


def test_rewards_and_fines_are_counted() -> None:
    """§5.6a, §5.6b and §6.11: in Victory Points, of which nobody has fewer than none."""
    assert reveal_commitments([50, 40, 30], [5, 5, 5], [4, 4, 1], "ALB T").state.vp == {"BLU": 2, "GRN": 4, "RED": 1}
    rich = {"BLU": 9, "GRN": 9, "RED": 0}
    state = with_markers(position("T3-PEACE", "peace", count=3, vp=rich, recruits=FIVE, reserve=FIVE), "YUG W")
    worked = EuropaTurnContext(state, LoadedDice(), orders(state, {"BLU": "PEACE 2", "GRN": "PEACE 1"}))
    peace.reveal_commitments(worked)
    assert worked.state.vp == {"BLU": 8, "GRN": 7, "RED": 0}
    assert worked.state.pp == state.pp


FIVE = {"BLU": 5, "GRN": 5, "RED": 5}


def test_it_is_told_that_nobody_decides() -> None:
    """§6.12: and nothing is worked out then."""
    worked = reveal_commitments([50, 40, 30], [5, 5, 5], [0, 0, 0], "YUG W, ALB T", peace=[9, 8, 7])
    assert worked.events[-1].kind == "nobody chooses"
    state = with_markers(position("T3-PEACE", "peace", "DEU", recruits={"BLU": 1}), "YUG W")
    assert not [event for event in play(state, {}).events if event.kind in ("chooser", "ended", "left")]


def test_what_is_left_is_told() -> None:
    """§5.6c: pawns left over, and the level after it."""
    state = with_markers(position("T3-PEACE", "peace", chooser="BLU", pool=12), "YUG W, MKD W")
    worked = working(state)
    peace.end_conflicts_by_plan(worked)
    assert worked.events[-1].kind == "left"
    assert worked.events[-1].args == {"pool": 2, "level": 8}


@pytest.mark.parametrize(
    ("lines", "ended"),
    [
        ("RESOLVE POOL>=0: BGR ; RESOLVE YUG", "BGR"),
        ("RESOLVE YUG ; RESOLVE POOL>=0: BGR", "BGR"),
        ("RESOLVE POOL>=12: BGR ; RESOLVE POOL>=11: MKD ; RESOLVE YUG", "MKD"),
        ("RESOLVE POOL>=9: BGR ; RESOLVE POOL>=11: MKD", "MKD"),
        ("RESOLVE POOL>=12: BGR", "YUG"),
    ],
    ids=["any bound before none", "in any order", "the highest reached", "the highest of two", "none is reached"],
)
def test_which_list_counts(lines: str, ended: str) -> None:
    """§3.2: with a pool of 11 one War can end, Yugoslavia if nothing else is said."""
    left = settle_by_plan("YUG W, MKD W, BGR W", 11, lines).markers
    assert left.keys() == {"YUG", "MKD", "BGR"} - {ended}


def test_without_a_plan_the_dearest_war_ends_and_the_tension_with_most_neighbours() -> None:
    """§3.4: of equal ones the first by its letters."""
    assert settle_by_plan("MKD W, YUG W, BGR W", 10).markers == {"MKD": "W", "BGR": "W"}
    assert settle_by_plan("MKD W, BGR W", 8).markers == {"MKD": "W"}
    assert settle_by_plan("GRC T, MKD T, YUG T, SVN T", 2).markers == {"MKD": "T", "SVN": "T"}


def test_countries_at_war_are_called_off_in_the_report() -> None:
    """§5.7: those that would have voted."""
    worked = working(with_markers(position("T3-PEACE", "peace", "DEU RUS MKD"), "RUS W, YUG W, MKD T"))
    peace.set_wars_aside(worked)
    assert [(event.kind, event.args) for event in worked.events] == [("no election", {"country": "RUS"})]
    assert [card.status for card in worked.state.track] == ["pending", "war", "pending"]
