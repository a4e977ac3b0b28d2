"""Elections: who proposes, what is carried, who wins what, and where pawns go."""

from __future__ import annotations

import pytest

from engines.base import Event
from engines.dice import KeyedDice
from engines.europa import ballots
from engines.europa.elections import hold_election
from engines.europa.state import ElectionCard, EuropaOptions, EuropaState, UnionMember
from engines.europa.turn_context import EuropaTurnContext
from engines.states import seat_view
from tests.europa.tables import (
    board,
    errors,
    members,
    orders,
    play,
    position,
    roll_risks,
    voting,
    with_markers,
    working,
)

GB = "GBR BLU 2 GRN 2 RED 1 YEL 3"


TALK = {
    "BLU": "PROPOSE GBR BLU+GRN+RED",
    "GRN": "PROPOSE GBR GRN+YEL ; NO GBR WITH RED ; MOVE GBR > IRL",
    "RED": "YES GBR BLU+GRN+RED ; NO GBR ANY",
    "YEL": "YES GBR GRN+YEL ; NO GBR ANY ; MOVE GBR > IRL",
}


def proposals(events: tuple[Event, ...]) -> list[tuple[str, int, int, bool]]:
    return [
        ("+".join(e.args["coalition"]), e.args["votes"], e.args["total"], e.args["carried"])
        for e in events
        if e.kind == "proposal"
    ]


def hold_one_election(state: EuropaState, code: str = "GBR", **texts: str) -> EuropaTurnContext:
    """One election held."""
    worked = EuropaTurnContext(state, KeyedDice(b"x", "1"), orders(state, texts))
    hold_election(worked, code)
    return worked


def test_the_printed_vote_in_great_britain() -> None:
    state = voting(f"{GB}, IRL YEL 1")
    worked = hold_one_election(state, **TALK)
    assert proposals(tuple(worked.events)) == [("BLU+GRN+RED", 3, 8, False), ("GRN+YEL", 5, 8, True)]
    after = worked.state
    assert (after.pp["GRN"], after.pp["YEL"], after.pp["BLU"]) == (45, 45, 30)
    assert (after.vp["GRN"], after.vp["YEL"], after.vp["RED"]) == (1, 1, 0)
    assert after.board == {"IRL": {"YEL": 2, "GRN": 1}}


def test_the_printed_vote_if_all_three_agree() -> None:
    said = {"BLU": TALK["BLU"], "GRN": "YES GBR ME", "RED": "YES GBR ME"}
    worked = hold_one_election(voting(GB), **said)
    assert proposals(tuple(worked.events)) == [("BLU+GRN+RED", 5, 8, True)]
    assert worked.state.pp["BLU"] == 40


def test_five_single_pawns() -> None:
    state = position("T1-VOTE", "elections", "GBR", 5, board=board("GBR BLU 1 GRN 1 RED 1 YEL 1 PUR 1"))
    worked = hold_one_election(state)
    assert [e.kind for e in worked.events] == ["nationalists"]


@pytest.mark.parametrize(
    ("code", "members", "pp"),
    [("LUX", 3, 1), ("SVN", 3, 2), ("GBR", 2, 15), ("GBR", 3, 10), ("LUX", 1, 2)],
    ids=["2 for three", "4 for three", "30 for two", "30 for three", "alone"],
)
def test_shares(code: str, members: int, pp: int) -> None:
    assert ballots.points_per_member(position("T1-VOTE", "elections"), code, members) == pp


def test_tension_asks_for_one_more() -> None:
    state = with_markers(voting("GBR BLU 4"), "GBR T")
    assert state.votes_needed("GBR") == 5
    assert hold_one_election(state).state.find_card("GBR").status == "nationalist"  # type: ignore[union-attr]


def test_half_is_no_majority() -> None:
    state = voting("GBR BLU 4 GRN 4")
    worked = hold_one_election(state, BLU="PROPOSE GBR ALONE", GRN="NO GBR BY BLU ; PROPOSE GBR BLU+GRN")
    assert proposals(tuple(worked.events)) == [("BLU", 4, 8, False), ("BLU+GRN", 8, 8, True)]


@pytest.mark.parametrize("consent", [True, False])
def test_a_member_that_refuses(consent: bool) -> None:
    state = voting("GBR BLU 3 GRN 2 RED 3", options=EuropaOptions(consent=consent))
    said = {
        "BLU": "PROPOSE GBR BLU+GRN",
        "GRN": "NO GBR ANY ; PROPOSE GBR PASS",
        "RED": "YES GBR ANY ; PROPOSE GBR PASS",
    }
    assert proposals(tuple(hold_one_election(state, **said).events)) == [("BLU+GRN", 6, 8, not consent)]


def test_outsiders_count() -> None:
    state = voting("GBR BLU 3 GRN 1 RED 4")
    said = {"BLU": "PROPOSE GBR BLU+GRN", "GRN": "YES GBR ANY", "RED": "YES GBR ANY"}
    assert proposals(tuple(hold_one_election(state, **said).events)) == [("BLU+GRN", 8, 8, True)]


def test_the_best_three_are_too_few() -> None:
    state = with_markers(voting("RUS BLU 2 GRN 2 RED 2 YEL 2", "RUS"), "RUS T")
    assert [e.kind for e in hold_one_election(state, "RUS").events] == ["nationalists"]


def test_the_first_valid_coalition() -> None:
    state = voting("GBR BLU 2 GRN 2")
    assert ballots.choose_proposal(
        state, "GBR", "BLU", orders(state, {"BLU": "PROPOSE GBR BLU+YEL > BLU+GRN"})["BLU"]
    ) == (
        "BLU",
        "GRN",
    )
    assert ballots.choose_proposal(state, "GBR", "BLU", orders(state, {"BLU": "PROPOSE GBR BLU+YEL"})["BLU"]) == ()


def test_the_black_horse_proposes_first() -> None:
    state = voting("GBR BLU 4 YEL 4", options=EuropaOptions(black_horse=True))
    worked = hold_one_election(state, BLU="YES GBR ANY", YEL="PROPOSE GBR ALONE")
    assert proposals(tuple(worked.events)) == [("YEL", 8, 8, True)]


def test_the_order_follows_the_points() -> None:
    state = voting(
        "GBR RED 4, IRL BLU 2 RED 2",
        pp={"BLU": 40, "GRN": 30, "RED": 35, "YEL": 30},
        options=EuropaOptions(variable_order=True),
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
        options=EuropaOptions(variable_order=True),
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
    assert "ESP" not in hold_one_election(state, BLU="MOVE GBR > ESP").state.board


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
    worked = hold_one_election(state, **{**TALK, "RED": TALK["RED"] + " ; MOVE GBR > IRL"})
    assert "RED" not in worked.state.board["IRL"]


def test_a_member_is_safe_from_the_dice() -> None:
    worked = hold_one_election(with_markers(voting("POL BLU 4", "POL"), "POL T"), "POL")
    assert "POL" in worked.state.eu and not worked.state.markers
    assert not roll_risks(worked.state, 19).markers


def test_alone_without_a_ballot() -> None:
    worked = hold_one_election(voting("NLD BLU 4", "NLD"), "NLD")
    assert proposals(tuple(worked.events)) == [("BLU", 4, 4, True)]


def test_points_do_not_wrap() -> None:
    worked = working(position("T1-VOTE", "elections", pp={"BLU": 100}))
    worked.award_points("BLU", vp=0, pp=15)
    assert worked.state.pp["BLU"] == 115


def test_a_party_that_resigned_is_removed() -> None:
    state = voting("GBR BLU 2 GRN 2 RED 4", options=EuropaOptions(remove_resigned=True))
    step = play(state, {"BLU": "PROPOSE GBR BLU+GRN", "RED": "RESIGN"})
    assert proposals(step.events)[0] == ("BLU+GRN", 4, 4, True)
    assert step.state.out == ("RED",)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("YES GBR ME SHARE>=10", True),
        ("NO GBR WITH RED ; YES GBR ME", False),
        ("YES GBR ME SHARE>=11 ; NO * ANY", False),
        ("NO GBR ME", False),
    ],
    ids=["share enough", "the first that fits", "share too small", "what one is in"],
)
def test_answers(text: str, answer: bool) -> None:
    state = voting(GB)
    said = orders(state, {"GRN": text})["GRN"]
    assert ballots.agrees_to_coalition(state, "GBR", "GRN", said, "BLU", ("BLU", "GRN", "RED")) is answer


def test_elections_are_held_by_their_numbers() -> None:
    """§5.10: from the first to the last."""
    state = voting("IRL BLU 2, GBR BLU 4, LUX GRN 1", "LUX IRL NLD GBR")
    step = play(state, {"BLU": "MOVE * > NONE", "GRN": "MOVE * > NONE"})
    held = [event.args["country"] for event in step.events if event.kind in ("joined", "nationalists")]
    assert held == ["LUX", "IRL", "NLD", "GBR"]


def test_each_party_proposes_once_and_then_the_nationalists_win() -> None:
    """§5.10c, §5.10d and §6.23: in the order of play; all pawns are withdrawn, the Tension stays."""
    state = with_markers(voting("GBR BLU 5 GRN 5 YEL 5, IRL BLU 1"), "GBR T")
    said = dict.fromkeys(("BLU", "GRN", "YEL"), "PROPOSE GBR ALONE ; NO * ANY")
    worked = hold_one_election(state, **said)
    assert [name for name, *_ in proposals(tuple(worked.events))] == ["BLU", "GRN", "YEL"]
    assert worked.events[-1].kind == "nationalists"
    assert worked.state.board == board("IRL BLU 1")
    assert worked.state.markers == {"GBR": "T"}
    assert worked.state.pp == state.pp


def test_a_country_of_the_nationalists_votes_again() -> None:
    """§5.4 and §5.10d: on the next turn it is on the track again, and a member is not."""
    state = voting("LUX BLU 1", "LUX GBR")
    after = play(state, {}, None).state
    codes = [card.country for card in after.track]
    assert after.turn == 2
    assert "GBR" in codes
    assert "LUX" not in codes


@pytest.mark.parametrize(
    ("coalition", "may"),
    [("BLU", False), ("BLU GRN", True), ("BLU GRN RED", True), ("GRN YEL", False), ("BLU GRN RED YEL", False),
     ("BLU BLK", False), ("BLU RED", False), ("BLU BLU GRN", False)],
)  # fmt: skip
def test_which_coalitions_may_be_proposed(coalition: str, may: bool) -> None:
    """§5.10c: one to three parties, oneself among them, all present, together as many pawns as votes needed."""
    assert ballots.is_valid_proposal(voting("GBR BLU 2 GRN 2 RED 1 YEL 3"), "GBR", "BLU", coalition.split()) is may


def test_others_may_be_proposed_where_that_is_agreed() -> None:
    """§6.24: with PROPOSE-ANY ON."""
    state = voting(GB, options=EuropaOptions(propose_any=True))
    worked = hold_one_election(
        state, RED="PROPOSE GBR GRN+YEL", BLU="PROPOSE GBR PASS", GRN="PROPOSE GBR PASS ; YES GBR ANY"
    )
    assert proposals(tuple(worked.events)) == [("GRN+YEL", 6, 8, True)]


def test_a_winner_moves_one_pawn_and_all_others_leave() -> None:
    """§5.10e and §6.44: of four pawns one goes on."""
    worked = hold_one_election(voting("GBR BLU 4"), BLU="MOVE GBR > IRL")
    assert worked.state.board == board("IRL BLU 1")


@pytest.mark.parametrize(
    ("track", "eu", "to"),
    [
        ("GBR! FRA IRL", "", ["FRA", "IRL"]),
        ("FRA! GBR! IRL", "", ["IRL"]),
        ("GBR! IRL! FRA", "", ["FRA"]),
        ("GBR! AUT", "", []),
        ("GBR! AUT", "DEU", ["AUT"]),
        ("GBR! FIN", "EST", ["FIN"]),
    ],
    ids=["later ones", "not earlier", "not those held", "no link", "a link with another member", "a dotted line"],
)
def test_where_a_pawn_may_go(track: str, eu: str, to: list[str]) -> None:
    """§5.10e, §6.2 and §6.3: a country that votes later and has a link with any member."""
    state = voting("GBR BLU 4", track, eu=members(f"GBR {eu}"))
    assert ballots.legal_destinations(state) == to


@pytest.mark.parametrize(("votes", "carried"), [(4, False), (5, True)])
def test_a_majority_is_more_than_half(votes: int, carried: bool) -> None:
    """§5.10c and §6.21: five of eight, not four."""
    state = voting(f"GBR BLU {votes} GRN {8 - votes}")
    worked = hold_one_election(state, BLU="PROPOSE GBR ALONE", GRN="NO * ANY ; PROPOSE GBR PASS")
    assert proposals(tuple(worked.events)) == [("BLU", votes, 8, carried)]


def test_the_black_horse_turns_the_whole_order_around() -> None:
    """§5.10a and §6.41: the last first, the first last."""
    state = voting("GBR BLU 3 GRN 3 YEL 3", options=EuropaOptions(black_horse=True))
    said = dict.fromkeys(("BLU", "GRN", "YEL"), "PROPOSE GBR PASS")
    assert [event.args["seat"] for event in hold_one_election(state, **said).events if event.kind == "passed"] == [
        "YEL",
        "GRN",
        "BLU",
    ]


def test_variable_order_and_black_horse_together() -> None:
    """§6.41: first most points, then all turned around."""
    points = {"BLU": 10, "GRN": 40, "RED": 30, "YEL": 20}
    state = voting("GBR BLU 2 GRN 2 YEL 2", pp=points, options=EuropaOptions(variable_order=True, black_horse=True))
    said = dict.fromkeys(("BLU", "GRN", "YEL"), "PROPOSE GBR PASS")
    assert [event.args["seat"] for event in hold_one_election(state, **said).events if event.kind == "passed"] == [
        "BLU",
        "YEL",
        "GRN",
    ]


def test_the_best_three_of_five_count() -> None:
    """§5.10b: 2, 1 and 1 reach four votes, whoever the other two are."""
    five = position("T1-VOTE", "elections", "GBR", 5, board=board("GBR BLU 1 GRN 1 RED 1 YEL 1 PUR 2"))
    assert next(event.kind for event in hold_one_election(five).events) != "nationalists"


def test_a_member_is_kept_with_its_turn_and_its_coalition() -> None:
    """§5.10e: and its card says that it is in the union."""
    state = voting("GBR BLU 2 GRN 2", turn=3)
    after = hold_one_election(state, BLU="PROPOSE GBR BLU+GRN").state
    assert after.eu == {"GBR": UnionMember(3, ("BLU", "GRN"))}
    assert after.find_card("GBR") == ElectionCard(1, "GBR", "EU")


def test_a_coalition_is_named_in_the_order_of_play() -> None:
    state = voting("GBR BLU 2 GRN 2 YEL 2", order=("YEL", "GRN", "BLU", "RED"))
    said = orders(state, {"BLU": "PROPOSE GBR BLU+GRN+YEL"})["BLU"]
    assert ballots.choose_proposal(state, "GBR", "BLU", said) == ("YEL", "GRN", "BLU")


@pytest.mark.parametrize(
    ("where", "pp", "found"),
    [
        ("GBR BLU 5 GRN 2 RED 2", {}, ("BLU",)),
        ("GBR BLU 4 GRN 2 RED 2", {}, ("BLU", "GRN")),
        ("GBR BLU 4 GRN 2 RED 2", {"GRN": 40}, ("BLU", "RED")),
        ("GBR BLU 4 GRN 2 RED 2", {"BLU": 99, "GRN": 29}, ("BLU", "GRN")),
        ("GBR BLU 2 GRN 2 RED 2 YEL 2", {}, ("BLU", "GRN", "RED")),
        ("GBR BLU 1 GRN 9", {}, ("BLU", "GRN")),
        ("GBR BLU 1 GRN 3 RED 9", {}, ("BLU", "RED")),
        ("GBR BLU 1 GRN 1 RED 1 YEL 1", {}, ()),
        ("GBR BLU 2 GRN 2 RED 2 YEL 2 PUR 2", {}, ("BLU", "GRN", "RED")),
        ("GBR BLU 1 GRN 2 RED 2 YEL 2 PUR 2", {}, ("BLU", "GRN", "RED")),
        ("GBR BLU 1 GRN 2 RED 2 YEL 2 PUR 3", {}, ("BLU", "GRN", "PUR")),
    ],
)
def test_what_auto_proposes(where: str, pp: dict[str, int], found: tuple[str, ...]) -> None:
    """§4.3: a majority of its own, fewest members, partners with fewest points, then the order of play."""
    points = {**dict.fromkeys(("BLU", "GRN", "RED", "YEL", "PUR"), 30), **pp}
    state = position("T1-VOTE", "elections", "GBR", 5, board=board(where), pp=points)
    assert ballots.automatic_coalition(state, "GBR", "BLU") == found
    said = orders(state, {"BLU": "PROPOSE GBR AUTO"})["BLU"]
    assert ballots.choose_proposal(state, "GBR", "BLU", said) == found
    assert ballots.choose_proposal(state, "GBR", "BLU", ()) == found


def test_a_list_goes_on_to_auto_and_stops_at_pass() -> None:
    """§4.3: the first that is possible; PASS proposes nothing whatever comes after it."""
    state = voting("GBR BLU 2 GRN 2")
    for text, found in (("ALONE > AUTO", ("BLU", "GRN")), ("PASS > AUTO", ()), ("ALONE > PASS", ())):
        said = orders(state, {"BLU": f"PROPOSE GBR {text}"})["BLU"]
        assert ballots.choose_proposal(state, "GBR", "BLU", said) == found


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("YES GBR ANY", True),
        ("YES GBR ME", False),
        ("YES GBR WITH RED", True),
        ("YES GBR WITH YEL", False),
        ("YES GBR WITHOUT YEL", True),
        ("YES GBR WITHOUT RED", False),
        ("YES GBR WITHOUT ME", True),
        ("YES GBR MAX 2", True),
        ("YES GBR MAX 1", False),
        ("YES GBR BY BLU", True),
        ("YES GBR BY RED", False),
        ("YES GBR SHARE>=15", True),
        ("YES GBR SHARE>=16", False),
        ("YES GBR BLU+RED", True),
        ("YES GBR RED+BLU", True),
        ("YES GBR BLU+RED+YEL", False),
        ("YES GBR BLU", False),
        ("YES GBR BLU+YEL > BLU+RED", True),
        ("YES GBR WITH RED BY RED", False),
        ("YES * ANY ; NO GBR ANY", False),
        ("NO * ANY ; YES GBR ANY", True),
        ("YES IRL ANY", False),
        ("NO GBR MAX 1 ; YES GBR ANY", True),
        ("NO GBR MAX 2 ; YES GBR ANY", False),
    ],
)
def test_rules_of_an_outsider(text: str, answer: bool) -> None:
    """§4.4: Green is asked for Blue and Red, by Blue; without a rule it would say No."""
    state = voting(GB)
    said = orders(state, {"GRN": text})["GRN"]
    assert ballots.agrees_to_coalition(state, "GBR", "GRN", said, "BLU", ("BLU", "RED")) is answer


def test_who_proposes_counts_in_a_vote() -> None:
    """§4.4: the same coalition is refused if Blue proposes it, and agreed to if Red does."""
    state = voting("GBR BLU 3 GRN 3 RED 3")
    said = {
        "BLU": "PROPOSE GBR BLU+GRN+RED",
        "GRN": "NO GBR BY BLU ; YES GBR ANY ; PROPOSE GBR PASS",
        "RED": "PROPOSE GBR BLU+GRN+RED",
    }
    assert proposals(tuple(hold_one_election(state, **said).events)) == [
        ("BLU+GRN+RED", 6, 9, False),
        ("BLU+GRN+RED", 9, 9, True),
    ]


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("", "FRA"),
        ("MOVE GBR > AUTO", "FRA"),
        ("MOVE GBR > NONE", ""),
        ("MOVE GBR > ISL > FRA", "ISL"),
        ("MOVE GBR > BEL > IRL", "IRL"),
        ("MOVE GBR > BEL > NONE", ""),
        ("MOVE GBR > NONE > FRA", ""),
        ("MOVE GBR > BEL", ""),
        ("MOVE * > IRL", "IRL"),
        ("MOVE * > IRL ; MOVE GBR > ISL", "ISL"),
        ("MOVE GBR > BEL > AUTO", "FRA"),
    ],
)
def test_where_a_wish_leads(text: str, to: str) -> None:
    """§4.4: the first that is allowed; without a wish where most points for a vote are. Belgium has no link here."""
    state = voting("GBR BLU 4", "GBR IRL FRA ISL BEL", eu=members("GBR"))
    assert ballots.choose_destination(state, "GBR", orders(state, {"BLU": text})["BLU"] if text else ()) == to


def test_of_equal_countries_a_pawn_goes_to_the_earlier_one() -> None:
    """§3.4: Belgium and the Netherlands bring 12 for 2 both."""
    for track, to in (("DEU NLD BEL", "NLD"), ("DEU BEL NLD", "BEL")):
        assert ballots.choose_destination(voting("DEU BLU 4", track, eu=members("DEU")), "DEU", ()) == to


def test_nowhere_to_go() -> None:
    assert ballots.choose_destination(voting("GBR BLU 4", "GBR", eu=members("GBR")), "GBR", ()) == ""


def test_what_would_be_can_be_asked_by_one_who_does_not_know_the_points_of_others() -> None:
    """§2: in what a player sees, another wins; what one has oneself is counted, that of others begins at none."""
    state = voting("IRL GRN 2, LUX BLU 1", "IRL LUX", vp={"BLU": 5, "GRN": 5, "RED": 0, "YEL": 0})
    worked = working(seat_view(state, "BLU"))
    hold_election(worked, "IRL")
    hold_election(worked, "LUX")
    assert worked.state.vp == {"BLU": 6, "GRN": 1}
    assert worked.state.pp["GRN"] == state.pp["GRN"] + 6


def test_a_victory_brings_nothing_to_others() -> None:
    """§5.10e: neither points nor Victory Points."""
    after = hold_one_election(voting("GBR BLU 4 GRN 1")).state
    assert after.vp == {"BLU": 1, "GRN": 0, "RED": 0, "YEL": 0}
    assert after.pp == {"BLU": 60, "GRN": 30, "RED": 30, "YEL": 30}
