"""What a party is offered, step by step: what it hangs on, what it brings, and that it goes well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engines import states
from engines.dice import KeyedDice
from engines.europa import ENGINE
from engines.europa.state import EuropaOptions, EuropaState
from engines.language import CompiledGrammar, complete_order, parse_orders
from engines.language.grammar import OrderGrammar
from engines.language.names import Choice
from engines.language.walking import first_steps, walk_grammar
from tests.engines.playing import steps as played
from tests.europa.tables import board, members, opening, position
from tests.europa.test_grammars import PHASES
from tests.europa.test_language import TRACK, VOTING
from tests.size import take_some


def grammar(state: EuropaState, seat: str = "BLU") -> OrderGrammar:
    found = ENGINE.grammar(state, seat)
    assert found is not None
    return found


def open_choices(state: EuropaState, text: str, seat: str = "BLU") -> dict[str, Choice]:
    """The choices that are open behind a text, whatever words lead to them."""
    return {
        c.code: c for step in complete_order(grammar(state, seat), text).steps for c in step.choices if not c.why_not
    }


# --- coalitions --------------------------------------------------------------------------------------------------


def test_a_proposal_offers_the_coalitions_that_can_win() -> None:
    """Blue 2, Green 2, Red 1 and Yellow 3 stand in Great Britain, which needs 4; the weak are folded away."""
    found = open_choices(VOTING, "PROPOSE GBR")
    assert {code: (c.label, c.note) for code, c in found.items() if not c.group} == {
        "BLU + GRN": ("Blue and Green", "4 of 8 votes, others must agree, 15 points each"),
        "BLU + YEL": ("Blue and Yellow", "5 of 8 votes, 15 points each"),
        "BLU + GRN + RED": ("Blue, Green and Red", "5 of 8 votes, 10 points each"),
        "BLU + GRN + YEL": ("Blue, Green and Yellow", "7 of 8 votes, 10 points each"),
        "BLU + RED + YEL": ("Blue, Red and Yellow", "6 of 8 votes, 10 points each"),
        "AUTO": ("the smallest coalition that has a majority", "now Blue and Yellow"),
        "PASS": ("nothing", ""),
    }
    weak = {code: (c.note, str(c.hint)[:10]) for code, c in found.items() if c.group == "Too few votes so far"}
    assert weak == {"ALONE": ("2 votes, 4 needed", "At present"), "BLU + RED": ("3 votes, 4 needed", "At present")}


def test_who_wins_alone_does_not_share() -> None:
    """§5.10e."""
    found = open_choices(replace(VOTING, board=board("GBR BLU 5 GRN 3")), "PROPOSE GBR")
    assert found["ALONE"].note == "5 of 8 votes, 30 points"


def test_who_has_no_pawn_there_is_named() -> None:
    """W36: kept in case one arrives."""
    found = open_choices(replace(VOTING, board=board("GBR BLU 2 GRN 2 YEL 3")), "PROPOSE GBR")["BLU + GRN + RED"]
    assert (found.note, found.group) == ("without Red so far", "Too few votes so far")
    assert str(found.hint).startswith("Red has no pawn in Great Britain at present")


def test_who_answers_is_not_told_what_a_proposal_lacks() -> None:
    """W36: it is not his; the weak are folded away all the same."""
    found = open_choices(VOTING, "YES GBR")
    assert {code for code, c in found.items() if c.group == "Too few votes so far"} >= {"GRN", "RED", "YEL"}
    assert not any(c.hint for c in found.values())


@pytest.mark.parametrize("phase", ["elections", "propose"])
@pytest.mark.parametrize("standing", [False, True])
def test_one_s_own_party_is_in_all_that_is_offered(phase: str, standing: bool) -> None:
    """E31: and E30 and E32; nothing else leads to them either."""
    state = PHASES[phase][0]
    found = open_choices(state, "STANDING PROPOSE GBR" if standing else "PROPOSE GBR")
    coalitions = [code.split(" + ") for code in found if code not in ("AUTO", "PASS", "ALONE")]
    assert len(coalitions) == 6
    assert all("BLU" in some and len(set(some)) == len(some) <= 3 for some in coalitions)


def test_without_oneself_if_that_was_agreed() -> None:
    """§6.24."""
    for text in ("PROPOSE GBR", "STANDING PROPOSE GBR"):
        assert "GRN + YEL" not in open_choices(VOTING, text)
        assert "GRN + YEL" in open_choices(replace(VOTING, options=EuropaOptions(propose_any=True)), text)


@pytest.mark.parametrize(
    "text", ["PROPOSE GBR BLU + GRN", "YES GBR GRN + YEL", "MOVE GBR > IRL", "MOVE GBR > IRL > FRA"]
)
def test_what_a_list_holds_is_not_offered_again(text: str) -> None:
    last = text.removeprefix("PROPOSE GBR ").removeprefix("YES GBR ").split(" > ")[-1]
    first = text.removesuffix(f" {last}")
    assert last in open_choices(VOTING, first.removesuffix(" >"))
    assert last not in open_choices(VOTING, text)


@pytest.mark.parametrize("said", ["GRN+BLU", "me + green", "Green + ME", "blue+grn"])
def test_a_coalition_is_one_thing_however_it_is_written(said: str) -> None:
    (order,) = parse_orders(grammar(VOTING), f"propose gbr {said}").orders
    assert (order.text, order.args["list"]) == ("PROPOSE GBR BLU + GRN", [{"coalition": "BLU + GRN"}])
    assert order.words == "Propose in Great Britain Blue and Green"


@pytest.mark.parametrize(
    ("said", "coalition"),
    [("me", "ALONE"), ("blue", "ALONE"), ("black + me", "BLU + BLK"), ("pur+yel+me", "BLU + YEL + PUR")],
)
def test_a_coalition_is_spelled_in_the_order_of_the_seats(said: str, coalition: str) -> None:
    """§4.3 and §6.35: and oneself as ALONE."""
    six = position("T1-VOTE", "elections", "GBR", 6, board=board("GBR BLU 2"))
    assert [order.text for order in parse_orders(grammar(six), f"PROPOSE GBR {said}").orders] == [
        f"PROPOSE GBR {coalition}"
    ]


def test_auto_says_what_it_would_be() -> None:
    """§4.3: whoever has most votes needs nobody; where nothing has a majority it is nothing."""
    notes = {
        where: open_choices(replace(VOTING, board=board(f"GBR {where}")), "PROPOSE GBR")["AUTO"].note
        for where in ("BLU 4 GRN 2", "BLU 2 GRN 3", "BLU 3 GRN 4 RED 4 YEL 4", "BLU 1 GRN 1")
    }
    assert notes == {
        "BLU 4 GRN 2": "now Blue alone",
        "BLU 2 GRN 3": "now Blue and Green",
        "BLU 3 GRN 4 RED 4 YEL 4": "now Blue, Green and Red",
        "BLU 1 GRN 1": "none at present",
    }


def test_for_later_all_countries_come_first() -> None:
    """§4.5: a line for one country stands under a heading."""
    for verb in ("PROPOSE", "YES", "MOVE"):
        found = open_choices(VOTING, f"STANDING {verb}")
        assert [code for code, c in found.items() if not c.group] == ["*"]
        assert {c.group for code, c in found.items() if code != "*"} == {"In a certain country"}


def test_answers_are_offered_for_what_others_can_propose() -> None:
    steps = complete_order(grammar(VOTING), "YES GBR").steps
    named = {c.code: c for step in steps for c in step.choices if c.label.startswith("if it is ")}
    assert "BLU" not in named and "GRN + YEL" in named
    assert [c.group for c in named.values()] == sorted((c.group for c in named.values()), key=GROUPS.index)
    assert named["GRN + YEL"].note == "5 of 8 votes, 15 points each"
    assert {c.group for code, c in named.items() if "BLU" not in code} == {"Without you", "Too few votes so far"}
    assert {c.group for code, c in named.items() if "BLU" in code} == {"", "Too few votes so far"}


def test_a_party_is_offered_with_what_can_win_with_it() -> None:
    """Of the eight coalitions that can win in Great Britain; in Ireland nobody stands."""
    notes = {code: c.note for code, c in open_choices(VOTING, "YES GBR WITH").items()}
    assert notes == {
        "BLU": "in 5 of the 8 that can win",
        "GRN": "in 5 of the 8 that can win",
        "RED": "in 4 of the 8 that can win",
        "YEL": "in 6 of the 8 that can win",
    }
    assert {c.note for c in open_choices(VOTING, "NO IRL WITHOUT").values()} == {"none can win so far"}
    assert {c.note for c in open_choices(VOTING, "NO * WITHOUT").values()} == {""}


GROUPS = ["", "Without you", "Too few votes so far"]


# --- countries ---------------------------------------------------------------------------------------------------


def test_where_one_has_pawns_comes_first() -> None:
    found = open_choices(replace(VOTING, board=board("GBR BLU 2 YEL 1, NLD GRN 1, IRL BLU 1")), "PROPOSE")
    assert [code for code, c in found.items() if not c.group] == ["GBR", "IRL", "*"]
    assert found["GBR"].note == "Number 2: 30 points, 4 votes needed; Blue 2, Yellow 1; cannot be won so far"
    assert found["NLD"].group == "Where you have no pawn yet"
    assert found["NLD"].note == "Number 7: 12 points, 2 votes needed; Green 1"
    assert (found["NLD"].at, found["*"].at) == (("NLD",), ())
    enough = open_choices(VOTING, "PROPOSE")["GBR"].note
    assert enough == "Number 2: 30 points, 4 votes needed; Blue 2, Green 2, Red 1, Yellow 3"


def test_a_pawn_is_offered_what_votes_later_and_touches_the_union() -> None:
    """Luxembourg votes first; Great Britain touches France and Ireland; nobody is in the union yet."""
    found = open_choices(VOTING, "MOVE GBR")
    assert [code for code, c in found.items() if not c.group] == ["AUTO", "FRA", "IRL", "NONE"]
    assert found["FRA"].note == "Number 4: 30 points, 4 votes needed; no pawns yet"
    far = [code for code, c in found.items() if c.group == "No link with the union yet"]
    assert far == ["DEU", "BEL", "NLD"]
    assert all(found[code].hint for code in far)
    joined = open_choices(replace(VOTING, eu=members("ITA AUT")), "MOVE GBR")
    assert "DEU" in [code for code, c in joined.items() if not c.group]
    assert list(open_choices(VOTING, "MOVE *")) == ["AUTO", *TRACK.split(), "NONE"], "wherever it is won"


@pytest.mark.parametrize(
    ("state", "text", "heading", "closed"),
    [
        (VOTING, "PROPOSE", "No election", {"AUT": "Austria has no election this turn."}),
        (replace(VOTING, eu=members("AUT")), "MOVE GBR", "Closed", {"AUT": "Austria is in the EU."}),
    ],
)
def test_what_cannot_be_named_stands_apart_with_the_reason(
    state: EuropaState, text: str, heading: str, closed: dict[str, str]
) -> None:
    """E33 and E38."""
    shut = {c.code: c for step in complete_order(grammar(state), text).steps for c in step.choices if c.why_not}
    assert {c.group for c in shut.values()} == {heading}
    assert {code: str(shut[code].why_not) for code in closed} == closed


def test_placing_offers_what_is_open_the_cheapest_points_first() -> None:
    """Each with what stands there; what is closed stands apart, with the reason."""
    state = position("T2-PLACE1", "place", "IRL BEL DEU GBR", eu=members("FRA"), half={"BLU": 2},
                     board=board("DEU GRN 2, BEL YEL 1"))  # fmt: skip
    found = open_choices(state, "PLACE 1")
    assert {code: c.note for code, c in found.items()} == {
        "DEU": "Number 3: 36 points, 4 votes needed; Green 2",
        "GBR": "Number 4: 30 points, 4 votes needed; no pawns yet",
        "BEL": "Number 2: 12 points, 2 votes needed; Yellow 1",
    }
    closed = {c.code: c for step in complete_order(grammar(state), "PLACE 1").steps for c in step.choices if c.why_not}
    assert {c.group for c in closed.values()} == {"Closed"}
    assert str(closed["IRL"].why_not) == "Ireland has no border or dotted line with the EU."
    assert "BEL" not in open_choices(state, "PLACE 1 BEL , 1")


def test_conflicts_are_offered_with_what_it_costs_to_end_them() -> None:
    """Wars first, since they must be ended first."""
    found = open_choices(PHASES["peace"][0], "RESOLVE")
    assert {code: c.note for code, c in found.items()} == {
        "YUG": "War, 10 pawns to end it",
        "MKD": "War, 8 pawns to end it",
        "ALB": "Tension, 1 pawn to end it",
        "MDA": "Tension, 1 pawn to end it",
    }


def test_rules_begin_with_what_is_usual() -> None:
    """Yes to what one is in, No to what somebody else is in; one's own party comes last."""
    first = {verb: complete_order(grammar(VOTING), f"{verb} GBR").steps[0] for verb in ("YES", "NO")}
    assert (first["YES"].words, first["NO"].words) == ("ME", "WITH")
    for text in ("NO GBR WITH", "NO * WITH", "STANDING YES * WITHOUT"):
        assert list(open_choices(VOTING, text)) == ["GRN", "RED", "YEL", "BLU"], text


def test_by_the_book_nobody_is_asked_which_country() -> None:
    """One is voted on."""
    words = [step.words for step in complete_order(grammar(PHASES["propose"][0]), "").steps]
    assert words == ["PROPOSE GBR", "STANDING", "RESIGN"]


# --- sentences ---------------------------------------------------------------------------------------------------

SENTENCES = {
    "PLACE 1 DEU, 2 IRL": ("place", "Place 1 pawn in Germany, 2 pawns in Ireland"),
    "PLACE 2 DEU IF TOTAL IRL < 4 AND me deu >= 1": (
        "place",
        "Place 2 pawns in Germany if all pawns in Ireland are fewer than 4 and Blue’s pawns in Germany are at least 1",
    ),
    "PEACE 1": ("peace", "For peace give 1 pawn"),
    "RESOLVE YUG > ALB": ("peace", "End first Yugoslavia, then Albania"),
    "RESOLVE POOL >= 18 YUG": ("peace", "End first with at least 18 pawns in all: Yugoslavia"),
    "PROPOSE GBR ALONE > AUTO": (
        "elections",
        "Propose in Great Britain Blue alone, else the smallest coalition that has a majority",
    ),
    "PROPOSE * PASS": ("elections", "Propose in every country not named nothing"),
    "YES GBR GRN > GRN+YEL": ("elections", "Say Yes in Great Britain if it is Green, or if it is Green and Yellow"),
    "NO * WITH RED MAX 2": (
        "elections",
        "Say No in every country not named if the coalition has Red and if the coalition has at most 2 parties",
    ),
    "YES * ME MAX 1": (
        "elections",
        "Say Yes in every country not named if you are in the coalition and if the coalition has at most 1 party",
    ),
    "YES * ME SHARE >= 6": (
        "elections",
        "Say Yes in every country not named if you are in the coalition and if each member gets at least 6 points",
    ),
    "MOVE GBR > IRL > NONE": ("elections", "After winning Great Britain move a pawn to Ireland, else no country"),
    "YES": ("answer, in it", "Say Yes in Great Britain"),
    "STANDING PEACE 2": ("place", "From the next phase on, for peace give 2 pawns"),
    "STANDING PLACE 1 NLD": ("place", "From the next phase on, place 1 pawn in the Netherlands"),
    "STANDING CLEAR": ("place", "From the next phase on, say nothing more"),
    "RESIGN": ("place", "Give your party up for good"),
}


@pytest.mark.parametrize("text", SENTENCES)
def test_every_sentence_reads_well(text: str) -> None:
    phase, words = SENTENCES[text]
    reading = parse_orders(grammar(PHASES[phase][0]), text)
    assert [order.words for order in reading.orders] == [words], reading.remarks


# --- walks -------------------------------------------------------------------------------------------------------

GAMES = ("PLAYERS 3", "PLAYERS 6", "PLAYERS 4\nMODE BOOK", "PLAYERS 5\nPROPOSE-ANY ON\nELECTION-PARTS 3")
POSITIONS = 16
"""Looked at in each of the games: with four of them 64."""


def positions(options: str, games: int) -> Iterator[EuropaState]:
    """Positions of random games, and of some that are played sensibly."""
    for seed in range(games):
        state = opening(options, str(seed).encode())
        yield state
        for n, step in enumerate(played(ENGINE, state, seed, advised=bool(seed % 2)), 1):
            if n % 5 == seed % 5 and step.state.ranks is None:
                yield step.state


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("options", take_some(GAMES, 1))
def test_whatever_is_walked_is_read_and_carried_out(options: str) -> None:
    """Read back as it is, without an error of `check`, in words without codes; and it can be resolved."""
    random = Random(1)
    for state in islice(positions(options, POSITIONS), POSITIONS):
        seat = random.choice(sorted(ENGINE.obligations(state)))
        found = grammar(state, seat)
        for text in random.sample(beginnings := list(first_steps(complete_order(found, ""))), min(2, len(beginnings))):
            walk_sentence(state, seat, found, text, random)


def walk_sentence(state: EuropaState, seat: str, found: OrderGrammar, text: str, random: Random) -> None:
    """A sentence that begins so, and what is said to it."""
    view = states.seat_view(state, seat)
    order = walk_grammar(CompiledGrammar(found), random, text, lambda order: ENGINE.check(view, seat, [order]))
    reading = parse_orders(found, order.text)
    assert reading.orders == (order,)
    assert order.words and not any(code in order.words for code in (*state.table.countries, *state.seats))
    told = (*reading.remarks, *ENGINE.check(view, seat, [order]))
    assert [remark for remark in told if remark.level == "error"] == []
    ENGINE.resolve(state, {seat: (order,)}, KeyedDice(b"walk", state.phase))
