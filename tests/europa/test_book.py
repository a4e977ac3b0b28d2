"""Europa by the book: one step after the other, each asked of whoever decides it (§3.3)."""

from __future__ import annotations

import pytest

from engines.dice import KeyedDice
from engines.europa import ENGINE
from engines.europa.book import get_open_vote
from engines.europa.due import list_due_seats
from engines.europa.state import EuropaOptions, EuropaState, EuropaVote
from tests.europa.tables import board, errors, members, opening, play, position, with_markers, working

BOOK = EuropaOptions(book=True)
GB = "GBR BLU 2 GRN 2 RED 1 YEL 2, IRL YEL 1"


def last_placing(
    where: str = GB, track: str = "GBR IRL", options: EuropaOptions = BOOK, **fields: object
) -> EuropaState:
    """Yellow has the last pawn of all to place."""
    one = {"BLU": 0, "GRN": 0, "RED": 0, "YEL": 1}
    usual = {"board": board(where), "half": {"YEL": 1}, "reserve": one, **fields}
    return position("T1-PLACE2-YEL", "place", track, options=options, **usual)  # type: ignore[arg-type]


def walk_steps(state: EuropaState, *steps: dict[str, str]) -> EuropaState:
    """The position after some steps."""
    for said in steps:
        state = play(state, said).state
    return state


PLACE = {"YEL": "PLACE 1 GBR"}


def test_one_party_places_after_the_other() -> None:
    """§3.3 and §5.9: each sees the board; after the last the second half begins with the first again."""
    reserve = {"BLU": 3, "GRN": 1, "RED": 0, "YEL": 2}
    state = position("T1-PLACE1-BLU", "place", "GBR FRA", options=BOOK, half={"BLU": 2}, reserve=reserve)
    found = []
    while state.kind == "place":
        found.append((state.phase, list_due_seats(state), dict(state.half)))
        state = play(state, {}).state
    assert found == [
        ("T1-PLACE1-BLU", ("BLU",), {"BLU": 2}),
        ("T1-PLACE1-GRN", ("GRN",), {"GRN": 1}),
        ("T1-PLACE1-YEL", ("YEL",), {"YEL": 1}),
        ("T1-PLACE2-BLU", ("BLU",), {"BLU": 1}),
        ("T1-PLACE2-YEL", ("YEL",), {"YEL": 1}),
    ]


def test_placing_alone_can_be_one_after_the_other() -> None:
    """§8: PLACEMENT SEQUENTIAL, with sealed elections."""
    reserve = {"BLU": 1, "GRN": 1, "RED": 0, "YEL": 0}
    options = EuropaOptions(placement="sequential")
    state = position("T1-PLACE1-BLU", "place", "GBR FRA", options=options, half={"BLU": 1}, reserve=reserve)
    second = play(state, {"BLU": "PLACE 1 FRA"}).state
    assert (second.phase, list_due_seats(second)) == ("T1-PLACE1-GRN", ("GRN",))
    assert play(second, {}).state.phase == "T1-VOTE"


def test_by_the_book_who_gave_most_is_asked_after_the_reveal() -> None:
    """§3.3 and §5.6b: only he owes an answer, and his list decides."""
    six = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 6)
    state = with_markers(
        position("T3-PEACE", "peace", "DEU", options=BOOK, recruits=six, reserve=six, eu=members("FRA")),
        "MKD W, BGR W, ALB T",
    )
    assert errors(state, "GRN", "RESOLVE BGR") != []
    after = play(state, {"GRN": "PEACE 6", "RED": "PEACE 2"}).state
    assert (after.phase, after.kind, after.chooser, list_due_seats(after)) == ("T3-RESOLVE", "resolve", "GRN", ("GRN",))
    assert after.pool == 8
    assert play(after, {"GRN": "RESOLVE BGR"}).state.markers == {"MKD": "W", "ALB": "T"}
    assert play(after, {}).state.markers == {"MKD": "W", "ALB": "T"}  # the dearest, of equal ones by its letters
    assert play(after, {"GRN": "RESOLVE MKD"}).state.markers == {"BGR": "W", "ALB": "T"}


def test_by_the_book_nobody_is_asked_if_peace_succeeds_or_nobody_gave() -> None:
    six = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 6)
    state = with_markers(position("T3-PEACE", "peace", "DEU", options=BOOK, recruits=six, reserve=six), "ALB T")
    assert play(state, {"GRN": "PEACE 6"}).state.kind == "place"
    assert play(state, {}).state.kind == "place"


def test_a_campaign_comes_before_the_first_proposal() -> None:
    """§3.3: with CAMPAIGN ON there is time to talk, which nobody must use; else the first proposal comes at once."""
    state = walk_steps(last_placing(options=EuropaOptions(book=True, campaign=True)), PLACE)
    assert (state.phase, state.kind) == ("T1-GBR-CAMPAIGN", "campaign")
    assert list_due_seats(state) == state.seats
    assert walk_steps(state, {}).phase == walk_steps(last_placing(), PLACE).phase == "T1-GBR-PROPOSE-BLU"


def test_there_is_no_campaign_where_one_party_stands() -> None:
    """§3.3: there is nobody to talk to; ALONE is proposed for it, and it is asked where its pawn goes."""
    state = last_placing("GBR YEL 3, IRL BLU 2", options=EuropaOptions(book=True, campaign=True))
    after = walk_steps(state, PLACE)
    assert (after.phase, list_due_seats(after)) == ("T1-GBR-MOVE", ("YEL",))


def test_what_decides_itself_takes_no_time() -> None:
    """§3.3: no pawns, and too few of the best three."""
    state = last_placing("FRA YEL 2 BLU 1, IRL BLU 1 GRN 2", "LUX FRA IRL")
    step = play(state, {"YEL": "PLACE 1 IRL"})
    assert step.state.phase == "T1-IRL-PROPOSE-BLU"
    assert [event.args["country"] for event in step.events if event.kind == "nationalists"] == ["LUX", "FRA"]


def test_all_others_answer_at_once() -> None:
    """§3.3 and §6.28: all with pawns there but the proposer, also those outside the coalition."""
    state = walk_steps(last_placing(), PLACE, {"BLU": "PROPOSE GBR BLU+GRN"})
    assert (state.phase, state.kind, list_due_seats(state)) == ("T1-GBR-ANSWER-BLU", "answer", ("GRN", "RED", "YEL"))


@pytest.mark.parametrize(
    ("said", "phase"),
    [
        ({"GRN": "YES", "RED": "YES", "YEL": "NO"}, "T1-GBR-MOVE"),
        ({"GRN": "YES", "RED": "NO", "YEL": "NO"}, "T1-GBR-PROPOSE-GRN"),
        ({"GRN": "NO", "RED": "YES", "YEL": "YES"}, "T1-GBR-PROPOSE-GRN"),
        ({"RED": "YES"}, "T1-GBR-MOVE"),
    ],
    ids=["five of eight", "half", "a member refuses", "silence is Yes to what one is in"],
)
def test_answers_decide(said: dict[str, str], phase: str) -> None:
    """§5.10c: Blue proposes Blue and Green, who have four of the eight pawns."""
    assert walk_steps(last_placing(), PLACE, {"BLU": "PROPOSE GBR BLU+GRN"}, said).phase == phase


def test_who_passes_is_followed_by_the_next_and_at_last_by_the_nationalists() -> None:
    """§5.10c, §5.10d: each is asked once."""
    state, asked = walk_steps(last_placing(track="GBR"), PLACE), []
    while state.kind == "propose":
        asked.append(list_due_seats(state))
        state = walk_steps(state, {list_due_seats(state)[0]: "PROPOSE GBR PASS"})
    assert asked == [("BLU",), ("GRN",), ("RED",), ("YEL",)]
    assert (state.turn, "GBR" in state.eu) == (2, False)


def test_winners_say_where_their_pawns_go() -> None:
    """§3.3 and §5.10e: all winners at once; then the next country votes."""
    won = walk_steps(last_placing(), PLACE, {"BLU": "PROPOSE GBR BLU+GRN"}, {"RED": "YES"})
    assert list_due_seats(won) == ("BLU", "GRN")
    assert won.sheet == EuropaVote("GBR", tried=("BLU",), winners=("BLU", "GRN"))
    after = walk_steps(won, {"BLU": "MOVE GBR > IRL", "GRN": "MOVE GBR > NONE"})
    assert after.board == board("IRL YEL 1 BLU 1")
    assert after.phase == "T1-IRL-PROPOSE-BLU"


def test_winners_are_not_asked_where_there_is_nowhere_to_go() -> None:
    after = walk_steps(last_placing(track="IRL! GBR"), PLACE, {"BLU": "PROPOSE GBR BLU+GRN"}, {"RED": "YES"})
    assert after.turn == 2
    assert after.eu["GBR"].coalition == ("BLU", "GRN")


@pytest.mark.parametrize(("where", "kind"), [("GBR BLU 2 YEL 1", "campaign"), ("GBR YEL 3, IRL BLU 1", "move")])
def test_two_are_enough_for_a_campaign(where: str, kind: str) -> None:
    """§3.3."""
    assert walk_steps(last_placing(where, options=EuropaOptions(book=True, campaign=True)), PLACE).kind == kind


@pytest.mark.parametrize(
    ("options", "phase", "half"),
    [
        ("", "T1-PLACE1", {"BLU": 2, "GRN": 2, "RED": 2}),
        ("PLACEMENT ONE-MAIL", "T1-PLACE", {"BLU": 4, "GRN": 4, "RED": 4}),
        ("PLACEMENT SEQUENTIAL", "T1-PLACE1-{first}", {"{first}": 2}),
        ("MODE BOOK", "T1-PLACE1-{first}", {"{first}": 2}),
        ("MODE BOOK\nPLACEMENT ONE-MAIL", "T1-PLACE1-{first}", {"{first}": 2}),
    ],
)
def test_the_first_phase_of_a_game(options: str, phase: str, half: dict[str, int]) -> None:
    """§3.1, §3.3 and §8: all place at once, both halves in one letter, or one party after the other."""
    state = opening(f"PLAYERS 3\n{options}")
    first = state.order[0]
    assert state.phase == phase.format(first=first)
    assert state.half == {seat.format(first=first): count for seat, count in half.items()}


def test_a_step_of_an_election_without_an_election_is_an_error() -> None:
    with pytest.raises(ValueError, match="no election is under way in T1-PLACE2-YEL"):
        get_open_vote(working(last_placing()))


def test_what_is_on_the_table_is_told() -> None:
    """§3.3 and §9: who proposes what, and who said No in the end."""
    state = walk_steps(last_placing(), PLACE)
    step = play(state, {"BLU": "PROPOSE GBR BLU+GRN"})
    assert [(event.kind, event.args) for event in step.events] == [
        ("on the table", {"country": "GBR", "seat": "BLU", "coalition": ["BLU", "GRN"]})
    ]
    told = play(step.state, {"RED": "YES", "YEL": "NO"}).events[0]
    assert (told.kind, told.args["seat"], told.args["no"], told.args["carried"]) == ("proposal", "BLU", ["YEL"], True)
    passed = play(state, {"BLU": "PROPOSE GBR PASS"})
    assert [(event.kind, event.args) for event in passed.events] == [("passed", {"country": "GBR", "seat": "BLU"})]


@pytest.mark.parametrize(
    ("line", "phase"),
    [
        ("YES * ANY", "T1-GBR-MOVE"),
        ("NO * BY BLU", "T1-GBR-PROPOSE-GRN"),
        ("NO * WITH GRN", "T1-GBR-PROPOSE-GRN"),
        ("YES GBR BY BLU", "T1-GBR-MOVE"),
        ("YES IRL ANY", "T1-GBR-PROPOSE-GRN"),
        ("YES * SHARE >= 15", "T1-GBR-MOVE"),
        ("YES * SHARE >= 16", "T1-GBR-PROPOSE-GRN"),
    ],
)
def test_standing_rules_answer_where_no_word_comes(line: str, phase: str) -> None:
    """§3.4: Red decides by a rule; a plain word goes before it."""
    state = last_placing(standing={"RED": (line,)})
    said = {"BLU": "PROPOSE GBR BLU+GRN"}
    assert walk_steps(state, PLACE, said, {}).phase == phase
    assert walk_steps(state, PLACE, said, {"RED": "NO"}).phase == "T1-GBR-PROPOSE-GRN"
    assert walk_steps(state, PLACE, said, {"RED": "YES"}).phase == "T1-GBR-MOVE"


def test_the_next_country_follows_whatever_became_of_the_one_before() -> None:
    """§5.10: after nationalists, after winners who have nowhere to go, and after one who won alone."""
    state = walk_steps(last_placing(), PLACE)
    for seat in ("BLU", "GRN", "RED", "YEL"):
        state = walk_steps(state, {seat: "PROPOSE GBR PASS"})
    assert state.turn == 2  # one pawn is too few in Ireland
    nowhere = last_placing("GBR BLU 2 GRN 2 RED 1 YEL 2, AUT BLU 2 GRN 1", "GBR AUT")
    after = walk_steps(nowhere, PLACE, {"BLU": "PROPOSE GBR BLU+GRN"}, {"RED": "YES"})
    assert ("GBR" in after.eu, after.phase) == (True, "T1-AUT-PROPOSE-BLU")
    alone = last_placing("GBR YEL 3, AUT BLU 2 GRN 1", "GBR AUT")
    step = play(alone, PLACE)
    assert step.state.phase == "T1-AUT-PROPOSE-BLU"
    told = next(event for event in step.events if event.kind == "proposal")
    assert (told.args["seat"], told.args["coalition"], told.args["no"]) == ("YEL", ["YEL"], [])
    assert walk_steps(last_placing("GBR YEL 3", "GBR"), PLACE).turn == 2


def test_nothing_is_left_of_a_vote_that_is_over() -> None:
    """§2: the next begins anew, and with the turn there is none."""
    won = walk_steps(last_placing(), PLACE, {"BLU": "PROPOSE GBR BLU+GRN"}, {"RED": "YES"})
    after = walk_steps(won, {"BLU": "MOVE GBR > IRL", "GRN": "MOVE GBR > NONE"})
    assert after.sheet == EuropaVote("IRL", proposer="BLU")


def test_a_game_begins_with_what_led_to_its_first_phase() -> None:
    """§5.1 and §9."""
    events = ENGINE.start((), KeyedDice(b"book", "0")).events
    kinds = [event.kind for event in events if event.kind != "lot"]
    assert kinds == ["order", "track"]
