"""The start of a turn: points, pawns, and the risks of war."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dice import KeyedDice
from engines.europa import new_turn
from engines.europa.elections import hold_election
from engines.europa.opening import START_POINTS
from engines.europa.state import EuropaOptions, EuropaState, EuropaVote
from engines.europa.turn_context import EuropaTurnContext
from tests.europa.tables import members, opening, play, position, roll_risks, voting, with_markers, working


@pytest.mark.parametrize(
    ("pp", "pawns"),
    [(49, 4), (29, 2), (215, 20), (69, 6), (9, 0)],
    ids=["the printed 49", "below 30", "no more than 20", "the printed 69", "none"],
)
def test_recruits(pp: int, pawns: int) -> None:
    state = position("T2-VOTE", "elections", pp=dict.fromkeys(("BLU", "GRN", "RED", "YEL"), pp))
    assert new_turn.count_recruits(state, "BLU") == pawns


def test_a_permanent_supply_runs_out() -> None:
    options = EuropaOptions(permanent_supply=True)
    state = position("T4-VOTE", "elections", options=options, spent={"BLU": 18}, pp={"BLU": 90})
    assert new_turn.count_recruits(state, "BLU") == 2


@pytest.mark.parametrize(("players", "points"), [(3, 40), (4, 30), (5, 24), (6, 20)])
def test_points_at_the_start(players: int, points: int) -> None:
    state = opening(f"PLAYERS {players}")
    assert set(state.pp.values()) == {points} == {START_POINTS[players]}
    assert len(state.seats) == players


BALKANS = position("T3-PEACE", "peace", eu=members("GRC"))


def test_the_printed_six_rolls() -> None:
    after = roll_risks(BALKANS, 11, 9, 5, 8, 9, 9)
    assert after.markers == {"YUG": "W", "MKD": "W", "BGR": "W", "ALB": "T", "MDA": "T"}


def test_the_level() -> None:
    assert roll_risks(BALKANS, 11, 9, 5, 8, 9, 9).conflict_level == 10 + 8 + 8 + 1 + 1


def test_war_spreads() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "YUG W")
    first = roll_risks(state, 11)
    around = set(state.get_country("YUG").land)
    assert {code for code, marker in first.markers.items() if marker == "T"} == around
    second = roll_risks(first, 11)
    assert {code for code, marker in second.markers.items() if marker == "W"} == {*around, "YUG"}
    assert len(second.markers) == 8


def test_rolls_on_members_do_nothing() -> None:
    assert roll_risks(position("T3-PEACE", "peace", eu=members("YUG")), *[11] * 6).conflict_level == 0


def test_peace_is_skipped_at_level_0() -> None:
    state = replace(voting("", "LUX"), turn=2, phase="T2-VOTE", eu=members("YUG"))
    after = play(state, {}, {"order": [10, 9, 8, 7], "risk": [10, 1] * 6}).state
    assert (after.turn, after.kind, after.conflict_level) == (3, "place", 0)


def test_a_neighbour_at_war_is_rolled() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "MKD W, ALB T, YUG W")
    assert roll_risks(state, 9).markers == {"MKD": "W", "ALB": "W", "YUG": "W", "BGR": "T", "GRC": "T"}


def test_dotted_lines_do_not_spread_war() -> None:
    after = roll_risks(with_markers(position("T3-PEACE", "peace"), "ALB W"), 12)
    assert "ITA" not in after.markers
    assert {"GRC", "MKD", "YUG"} <= after.markers.keys()


def test_games_of_a_tournament_share_the_risks() -> None:
    def rolls(seed: bytes, options: str) -> object:
        worked = EuropaTurnContext(replace(opening(options), turn=3), KeyedDice(seed, "7", b"server"))
        new_turn.throw_war_risks(worked)
        return worked.state.rolls["3"]

    assert rolls(b"one", "TOURNAMENT 9") == rolls(b"two", "TOURNAMENT 9")
    assert rolls(b"one", "TOURNAMENT 9") != rolls(b"one", "TOURNAMENT 8")
    assert rolls(b"one", "") != rolls(b"two", "")


def begin_turn(state: EuropaState) -> EuropaState:
    """The position after the start of the turn that the state is in."""
    worked = EuropaTurnContext(state, KeyedDice(b"begun", "1"))
    new_turn.start_turn(worked)
    return worked.state


FIRST = position("T1-PLACE1", "place", count=4)


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ([3, 9, 5, 1], ("GRN", "RED", "YEL", "BLU")),
        ([8, 2, 8, 1, 4, 6], ("RED", "YEL", "BLU", "GRN")),
        ([7, 7, 2, 7, 5, 5, 1, 3, 2], ("BLU", "GRN", "RED", "YEL")),
    ],
    ids=["the highest", "equal ones again", "equal ones twice"],
)
def test_the_highest_die_begins_and_the_seats_follow(dice: list[int], order: tuple[str, ...]) -> None:
    """§5.2 and §6.35: on turn 1 only the first is thrown for; the others follow in the order of the seats."""
    worked = working(FIRST, order=dice)
    assert new_turn.turn_order(worked) == order


@pytest.mark.parametrize(
    ("pp", "dice", "order"),
    [
        ([30, 50, 40, 60], [], ("YEL", "GRN", "RED", "BLU")),
        ([30, 50, 50, 60], [4, 9], ("YEL", "RED", "GRN", "BLU")),
        ([50, 50, 50, 60], [4, 9, 4, 2, 3], ("YEL", "GRN", "RED", "BLU")),
    ],
    ids=["by points", "equal points by dice", "equal dice again"],
)
def test_later_turns_go_by_points(pp: list[int], dice: list[int], order: tuple[str, ...]) -> None:
    """§5.2 and §6.36: most points first; of equal ones the higher die, and equal dice are thrown again."""
    state = position("T2-PLACE1", "place", pp=dict(zip(("BLU", "GRN", "RED", "YEL"), pp, strict=True)))
    assert new_turn.turn_order(working(state, order=dice)) == order


def test_the_order_holds_for_the_whole_turn() -> None:
    """§5.2: points won in an election move nobody up, but for a variable order."""
    state = voting("GBR YEL 4, IRL BLU 1 YEL 1", pp={"BLU": 40, "GRN": 30, "RED": 30, "YEL": 20})
    worked = working(state)
    hold_election(worked, "GBR")
    assert worked.state.pp["YEL"] == 50
    hold_election(worked, "IRL")
    assert worked.state.order == ("BLU", "GRN", "RED", "YEL")
    assert [event.args["seat"] for event in worked.events if event.kind == "proposal"] == ["YEL", "BLU"]


def test_pawns_are_not_kept_for_the_next_turn() -> None:
    """§5.3: what was on the map or in the hand counts for nothing; each turn begins with the pawns its points give."""
    points = {"BLU": 49, "GRN": 20, "RED": 9, "YEL": 30}
    state = voting("GBR BLU 2", reserve={"BLU": 3}, commits={"BLU": 1}, pool=5, chooser="BLU", pp=points)
    state = replace(state, half={"BLU": 2}, part=2, sheet=EuropaVote("GBR"))
    after = begin_turn(replace(state, turn=2))
    assert after.reserve == after.recruits == {"BLU": 4, "GRN": 2, "RED": 0, "YEL": 3}
    assert (after.board, after.commits, after.pool, after.chooser) == ({}, {}, 0, "")
    assert (after.half, after.part, after.sheet) == ({}, 1, None)


def test_the_order_of_the_turn_is_remembered() -> None:
    """§5.10a: equal points fall back on it later in the turn."""
    after = begin_turn(position("T2-PLACE1", "place", pp={"BLU": 30, "GRN": 50, "RED": 40, "YEL": 60}))
    assert after.ranking == after.order == ("YEL", "GRN", "RED", "BLU")


@pytest.mark.parametrize(("turn", "count"), [(1, 15), (2, 19 - 2), (3, 38 - 2), (4, 38 - 2)])
def test_the_deck_holds_all_that_have_come_and_not_joined(turn: int, count: int) -> None:
    """§5.4: new countries are added, members are gone for good, those of the nationalists vote again."""
    eu = members("FRA DEU") if turn > 1 else {}
    worked = EuropaTurnContext(position(f"T{turn}-PLACE1", "place", "GBR!", eu=eu), KeyedDice(b"deck", "1"))
    new_turn.deal_elections(worked)
    codes = [card.country for card in worked.state.track]
    assert len(codes) == len(set(codes)) == count
    assert not set(codes) & eu.keys()
    assert "GBR" in codes
    assert all(worked.state.get_country(code).turn <= turn for code in codes)
    assert [card.number for card in worked.state.track] == list(range(1, count + 1))
    assert {card.status for card in worked.state.track} == {"pending"}


def test_the_deck_is_shuffled() -> None:
    """§5.4: by dice of its own; other dice give another order."""

    def dealt(seed: bytes) -> list[str]:
        worked = EuropaTurnContext(FIRST, KeyedDice(seed, "1"))
        new_turn.deal_elections(worked)
        return [card.country for card in worked.state.track]

    assert dealt(b"one") == dealt(b"one") != dealt(b"two")
    assert sorted(dealt(b"one")) == sorted(dealt(b"two")) != dealt(b"one")


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_wars_threaten_on_turns_3_and_4_only(turn: int) -> None:
    """§5.5: six throws of two dice from 1 to 10, none before the wall falls."""
    worked = EuropaTurnContext(position(f"T{turn}-PLACE1", "place"), KeyedDice(b"war", "1"))
    new_turn.start_turn(worked)
    thrown = worked.state.rolls.get(str(turn), ())
    assert len(thrown) == (6 if turn >= 3 else 0)
    assert len([event for event in worked.events if event.kind == "risk"]) == len(thrown)
    assert all(1 <= die <= 10 for pair in thrown for die in pair)


def test_the_dice_of_war_have_ten_faces() -> None:
    """§1.1 and §5.5a: all of them fall."""
    fallen = set()
    for seed in range(30):
        worked = EuropaTurnContext(position("T3-PLACE1", "place"), KeyedDice(str(seed).encode(), "1"))
        new_turn.throw_war_risks(worked)
        fallen |= {die for pair in worked.state.rolls["3"] for die in pair}
    assert fallen == set(range(1, 11))


def test_conflicts_of_the_turn_before_stay_and_get_worse() -> None:
    """§5.5a: markers are not taken off between turns; a Tension of turn 3 that is struck on turn 4 is War."""
    state = with_markers(voting("", "LUX"), "YUG T, MDA W, CZE T")
    after = play(replace(state, turn=3, phase="T3-VOTE", eu=members("RUS UKR")), {}).state
    assert after.turn == 4
    assert after.markers["MDA"] == "W"
    assert {"YUG", "CZE"} <= after.markers.keys()
    assert roll_risks(state, 11).markers["YUG"] == "W"


@pytest.mark.parametrize(("turn", "covered"), [(1, 23), (2, 19), (3, 0), (4, 0)])
def test_overlays_lift(turn: int, covered: int) -> None:
    """§1.1 and §5.11: two come off on turn 2, two on turn 3."""
    state = position(f"T{turn}-PLACE1", "place")
    hidden = [c for c in state.table.countries.values() if state.table.find_overlay(c, turn)]
    assert len(hidden) == covered
    assert all(c.turn > turn for c in hidden)


@pytest.mark.parametrize(("parts", "sizes"), [(1, [15]), (2, [8, 7]), (3, [5, 5, 5])], ids=["one", "two", "three"])
def test_elections_are_cut_into_parts_of_one_size(parts: int, sizes: list[int]) -> None:
    """§8: with ELECTION-PARTS 2 the fifteen elections of turn 1 have two deadlines."""
    cut = [card.part for card in opening(f"ELECTION-PARTS {parts}").track]
    assert repr(cut) == repr([n for n, size in enumerate(sizes, 1) for _ in range(size)])


def test_a_turn_without_elections() -> None:
    """§5.4: all are in the union; nothing is dealt."""
    every = " ".join(position("T4-PLACE1", "place").table.countries)
    assert (
        begin_turn(position("T4-PLACE1", "place", eu=members(every), options=EuropaOptions(election_parts=3))).track
        == ()
    )


def test_a_permanent_supply_is_used_up_turn_by_turn() -> None:
    """§6.5: what was raised before is not raised again; usually nothing is counted."""
    points = {"BLU": 90, "GRN": 30, "RED": 9, "YEL": 250}
    for options, raised in ((EuropaOptions(permanent_supply=True), [2, 3, 0, 12]), (EuropaOptions(), [9, 3, 0, 20])):
        spent = {"BLU": 18, "YEL": 8} if options.permanent_supply else {}
        after = begin_turn(position("T2-PLACE1", "place", pp=points, spent=spent, options=options))
        assert list(after.recruits.values()) == raised
        assert after.spent == ({"BLU": 20, "GRN": 3, "RED": 0, "YEL": 20} if options.permanent_supply else {})


def test_a_party_that_was_removed_raises_nothing() -> None:
    """§3.4: with ON-RESIGN REMOVE; else it goes on."""
    state = position("T2-PLACE1", "place", resigned=("BLU",))
    assert begin_turn(state).recruits["BLU"] == 3
    gone = begin_turn(replace(state, options=EuropaOptions(remove_resigned=True)))
    assert gone.recruits["BLU"] == 0
    assert "BLU" not in gone.order


def test_every_throw_for_the_order_is_told() -> None:
    """§5.2 and §9."""
    worked = working(FIRST, order=[8, 2, 8, 1, 4, 6])
    new_turn.turn_order(worked)
    assert [(event.kind, event.args["stream"], event.args["dice"]) for event in worked.events] == [
        ("lot", "order", {"BLU": 8, "GRN": 2, "RED": 8, "YEL": 1}),
        ("lot", "order", {"BLU": 4, "RED": 6}),
    ]


def test_the_dice_for_the_order_have_ten_faces() -> None:
    """§1.1 and §5.2: on the first turn and for equal points later."""
    for turn in (1, 2):
        fallen = set()
        for seed in range(60):
            worked = EuropaTurnContext(position(f"T{turn}-PLACE1", "place"), KeyedDice(str(seed).encode(), "1"))
            new_turn.turn_order(worked)
            fallen |= {die for event in worked.events for die in event.args["dice"].values()}
        assert fallen == set(range(1, 11))


def test_the_start_of_a_turn_is_told() -> None:
    """§9: order of play, order of elections, each throw and what it did, the level."""
    worked = EuropaTurnContext(
        with_markers(position("T3-PLACE1", "place", eu=members("YUG")), "MKD W"), KeyedDice(b"told", "1")
    )
    new_turn.start_turn(worked)
    told = [(event.kind, event.args) for event in worked.events if event.kind != "lot"]
    assert told[0] == ("order", {"order": list(worked.state.order)})
    assert told[1] == ("track", {"cards": [card.country for card in worked.state.track]})
    assert [kind for kind, _ in told[2:]] == ["risk"] * 6 + ["level"]
    assert told[-1][1] == {"level": worked.state.conflict_level}
    assert [tuple(args["dice"]) for kind, args in told if kind == "risk"] == list(worked.state.rolls["3"])


def test_what_a_throw_did_is_told() -> None:
    """§5.5a: which country, whether it is a member, and what has changed."""
    state = with_markers(position("T3-PEACE", "peace", eu=members("GRC HRV")), "MKD W, ALB T, YUG W")
    worked = working(state)
    for pair in ((4, 5), (3, 4), (10, 10)):
        new_turn.strike_country(worked, pair)
    assert [(event.kind, event.args) for event in worked.events] == [
        ("risk", {"dice": [4, 5], "country": "MKD", "safe": False, "changed": {"ALB": "W", "BGR": "T"}}),
        ("risk", {"dice": [3, 4], "country": "HRV", "safe": True, "changed": {}}),
        ("risk", {"dice": [10, 10], "country": "CZE", "safe": False, "changed": {"CZE": "T"}}),
    ]


def test_rolls_of_both_turns_are_kept() -> None:
    """§2: all dice lie open."""
    state = position("T4-PLACE1", "place", rolls={"3": ((1, 2),) * 6})
    assert begin_turn(state).rolls.keys() == {"3", "4"}


def test_games_of_a_tournament_may_share_the_order_of_elections() -> None:
    """§6.39: with SHARE-TRACK ON they shuffle alike, without it each by itself."""

    def dealt(seed: bytes, options: str) -> list[str]:
        worked = EuropaTurnContext(replace(opening(options), turn=3), KeyedDice(seed, "7", b"server"))
        new_turn.deal_elections(worked)
        return [card.country for card in worked.state.track]

    both = "TOURNAMENT 9\nSHARE-TRACK ON"
    assert dealt(b"one", both) == dealt(b"two", both)
    assert dealt(b"one", both) != dealt(b"one", both.replace("9", "8"))
    assert dealt(b"one", "TOURNAMENT 9") != dealt(b"two", "TOURNAMENT 9")
    assert dealt(b"one", "SHARE-TRACK ON") != dealt(b"two", "SHARE-TRACK ON")
