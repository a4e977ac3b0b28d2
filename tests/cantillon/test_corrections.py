"""A position put right by who leads the game, in sentences (docs/mail.md, “correct board”)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engines import states
from engines.cantillon.corrections import build_cantillon_corrections, correct_cantillon
from engines.cantillon.state import CantillonOptions, CantillonState, Plot, Water
from engines.language import complete_order, parse_orders
from tests.cantillon.tables import factory, opening, position

BOARD = factory(
    position("RED 41 TA, RED 6 T F, RED H F+A, BLU 26 T, GRN 62 TA", stock={"RED": {"y": 2}}, silent={"BLU": 2}),
    "41",
    basic=True,
    advanced="P",
    y=1,
)


def put_right(state: CantillonState, text: str) -> CantillonState:
    """Every line must be understood."""
    reading = parse_orders(build_cantillon_corrections(state), text.replace(" ; ", "\n"))
    assert all(verdict.order for verdict in reading.verdicts), reading.remarks
    return correct_cantillon(state, reading.orders)


SAID = {
    "remove army from Paris": "REMOVE A FROM 41",
    "take away the fleet from h": "REMOVE F FROM H",
    "give Normandy to nobody": "GIVE 40 TO NOBODY",
    "hand h to Blue": "GIVE H TO BLU",
    "put taxman in 40 for Green": "PLACE T IN 40 FOR GRN",
    "no purple factory in Paris": "RAZE P IN 41",
    "raze basic in 41": "RAZE B IN 41",
    "factory orange in 6": "FACTORY O IN 6",
    "goods in 41 are 2y 1R": "GOODS IN 41 = 2 y 1 R",
    "goods in 41 none": "GOODS IN 41 NONE",
    "treasury Red = 3c": "TREASURY RED = 3 c",
    "treasury blue nothing": "TREASURY BLU NONE",
    "order blue green red": "ORDER BLU GRN RED",
    "heard Blue": "HEARD BLU",
    "treasury Yellow = 3c": "",
    "place T in 40 for nobody": "",
    "factory red in 41": "",
    "goods in H = 1y": "",
    "order blue red": "",
}


@pytest.mark.parametrize("text", SAID)
def test_what_can_be_said(text: str) -> None:
    """Areas, units and goods by the names that orders give them; players of this game only."""
    assert [order.text for order in parse_orders(build_cantillon_corrections(BOARD), text).orders] == [
        SAID[text]
    ] * bool(SAID[text])


SENTENCES = {
    "remove A from 41": "Remove army from Ile de France (Paris)",
    "give H to nobody": "Give Southern North Sea to nobody",
    "place T in 40 for Green": "Place taxman in Normandy and Picardy for Green",
    "raze P in 41": "Take away the purple factory in Ile de France (Paris)",
    "factory orange in 6": "Set up a new orange factory in Southern England (London)",
    "goods in 41 are 2y 1R": "The goods in Ile de France (Paris) now: 2 × food 1 × red product",
    "goods in 41 nothing": "The goods in Ile de France (Paris) now: nothing",
    "treasury red = 3c": "The treasury of Red now: 3 × coin",
    "order blue green red": "The order of play: Blue, then Green, then Red",
    "heard blue": "Has not been vacant: Blue",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_all_read_it_as_a_sentence(text: str) -> None:
    assert [order.words for order in parse_orders(build_cantillon_corrections(BOARD), text).orders] == [SENTENCES[text]]


def test_in_the_order_of_play_nobody_is_offered_twice() -> None:
    for text, left in (("order", {"RED", "BLU", "GRN"}), ("order blue", {"RED", "GRN"})):
        assert {
            choice.code
            for step in complete_order(build_cantillon_corrections(BOARD), text).steps
            for choice in step.choices
        } == left


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("treasury Yellow = 3c", "Yellow is not in this game."),
        ("place T in 40 for nobody", "nobody is not in this game."),
        ("goods in H = 1y", "Southern North Sea is no land of this map."),
    ],
)
def test_who_and_what_is_not_in_the_game(text: str, told: str) -> None:
    (remark,) = parse_orders(build_cantillon_corrections(BOARD), text).remarks
    assert remark.text.startswith(told)


def test_what_is_said_last_counts() -> None:
    """Of whose an area is, of goods, treasuries and the order of play; units come and go one by one."""
    text = "give 6 to Blue\ngive 6 to Green\ngoods in 41 none\ngoods in 41 = 1b\ntreasury red none\ntreasury red = 1c"
    after = put_right(BOARD, f"{text}\norder blue green red\norder green red blue\nplace T in 40 for Red\n"
                             "place A in 40 for Red\nfactory G in 62\nfactory B in 62")  # fmt: skip
    assert (after.owner_of("6"), after.plot_of("41").goods, after.stock["RED"]) == ("GRN", {"b": 1}, {"c": 1})
    assert (after.order, after.plot_of("40").units) == (("GRN", "RED", "BLU"), "TA")
    assert (after.plot_of("62").basic, after.plot_of("62").advanced) == (True, "G")


def test_before_anybody_has_a_city() -> None:
    """§5.1b: nothing stands anywhere; treasuries and the order of play can be wrong, and nobody is defeated."""
    state = opening("PLAYERS 2")
    asked = build_cantillon_corrections(state)
    assert [line.verb for line in asked.lines] == ["TREASURY", "ORDER", "HEARD"]
    assert (asked.due, asked.title) == (False, "Corrections: Choosing cities")
    assert put_right(state, "treasury red = 4c").worth == {"RED": 4, "BLU": 0}


def test_a_treasury_is_told_to_its_owner_alone() -> None:
    """§2: if it was not agreed that all see it; they see what it is worth."""
    for shown in (False, True):
        state = replace(BOARD, options=CantillonOptions(treasury_open=shown))
        hidden = {line.verb: line.only_for for line in build_cantillon_corrections(state).lines if line.only_for}
        assert hidden == ({} if shown else {"TREASURY": "seat"})
        after = put_right(state, "treasury red = 1P 2y")
        assert (after.stock["RED"], after.worth["RED"]) == ({"P": 1, "y": 2}, 10)
        assert after.stock_shown == (after.stock if shown else {})


UNITS: Mapping[str, tuple[str, Plot | Water | None]] = {
    "remove T from 41": ("41", replace(BOARD.plot_of("41"), units="A")),
    "remove T from 41 ; remove A from 41": ("41", replace(BOARD.plot_of("41"), owner="", units="")),
    "remove F from 6": ("6", Plot("RED", "T")),
    "remove A from H": ("H", Water("RED")),
    "remove F from H": ("H", None),
    "give 6 to Green": ("6", Plot("GRN", "T", "GRN")),
    "give 62 to nobody": ("62", None),
    "give 6 to nobody": ("6", None),
    "give H to Blue": ("H", Water("BLU", "A")),
    "give H to nobody": ("H", None),
    "remove T from 6 ; give 6 to Blue": ("6", Plot("", "", "BLU")),
    "place A in 26 for Blue": ("26", Plot("BLU", "TA")),
    "place T in 40 for Green": ("40", Plot("GRN", "T")),
    "place F in 14 for Red": ("14", Plot("", "", "RED")),
    "place F in P for Blue": ("P", Water("BLU")),
    "place F in P for Blue ; place T in P for Blue": ("P", Water("BLU", "T")),
    "place T in H for Red ; remove A from H": ("H", Water("RED", "T")),
    "place T in 62 for Blue ; give 62 to Blue ; remove A from 62": ("62", Plot("BLU", "TT")),
}


@pytest.mark.parametrize("text", UNITS)
def test_units_come_and_go_and_change_hands(text: str) -> None:
    """§1.1, §2: in whatever order it is said; a land without a unit is nobody's, who has nothing there has none."""
    area, there = UNITS[text]
    state = replace(BOARD, lands={**BOARD.lands, "57": Plot("RED", "T"), "80": Plot("GRN", "T")})
    after = put_right(state, text)
    assert (after.seas if area.isalpha() else after.lands).get(area) == there
    assert {a: plot for a, plot in after.lands.items() if a != area} == {
        a: plot for a, plot in sorted(state.lands.items()) if a != area
    }


def test_what_lies_on_lands() -> None:
    """§1.1: one basic and one advanced factory, any goods; what is razed makes room."""
    after = put_right(BOARD, "factory O in 41 ; raze P in 41 ; raze B in 41 ; factory B in 40 ; goods in 40 = 2b 1P")
    assert (after.plot_of("41").basic, after.plot_of("41").advanced, after.plot_of("41").goods) == (
        False,
        "O",
        {"y": 1},
    )
    assert after.plot_of("40") == Plot(basic=True, goods={"b": 2, "P": 1})
    assert put_right(BOARD, "goods in 41 none").plot_of("41").goods == {}


WRONG = {
    "remove F from 41": "There is no fleet in Ile de France (41).",
    "remove T from H": "There is no taxman in Southern North Sea (H).",
    "remove F from P": "There is no fleet in English Channel (P).",
    "give 40 to Blue": "Nothing stands in Normandy and Picardy (40): place a unit there.",
    "give P to Blue": "Nothing stands in English Channel (P): place a unit there.",
    "place T in 41 for Blue": "Ile de France (41) is Red’s: give it away in the same correction.",
    "place T in 41 for Red": "Ile de France (41) holds 2 units already.",
    "place T in P for Red": "There is no empty fleet in English Channel (P) to carry it.",
    "place T in H for Red": "There is no empty fleet in Southern North Sea (H) to carry it.",
    "place F in H for Red": "There is a fleet in Southern North Sea (H) already.",
    "place F in 6 for Red": "There is a fleet in Southern England (6) already.",
    "place F in 41 for Red": "Ile de France (41) is no port.",
    "factory B in 41": "Ile de France (41) has such a factory: it can be razed in the same correction.",
    "factory G in 41": "Ile de France (41) has such a factory: it can be razed in the same correction.",
    "raze G in 41": "There is no such factory in Ile de France (41).",
    "raze B in 6": "There is no such factory in Southern England (6).",
    "order blue blue red": "The order of play names every player once.",
    "give 26 to Red": "Blue would have no city, and would be defeated. A correction defeats nobody.",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_be(text: str) -> None:
    """§1.1, §5.7.1: nothing of it is done, and it is said why."""
    with pytest.raises(ValueError) as refused:
        put_right(BOARD, text)
    assert str(refused.value) == WRONG[text]


def test_who_has_a_city_again_is_in_the_game_again() -> None:
    """§5.7.1: the others who are out stay out; and who was silent may be forgiven."""
    seats = ("RED", "BLU", "GRN", "YEL")
    state = position("RED 41 T, RED 50 T", seats=seats, out=("GRN", "YEL", "BLU"), silent={"RED": 2, "BLU": 1})
    after = put_right(state, "give 50 to Green ; heard red")
    assert (after.out, after.silent) == (("YEL", "BLU"), {"BLU": 1})


def test_stages_to_which_one_may_go_back_are_put_right_too() -> None:
    """§3.2: but for those in which it makes no sense."""
    earlier = replace(BOARD, lands={**BOARD.lands, "40": Plot("RED", "T")})
    state = replace(BOARD, closed={"3": states.dump_state(earlier), "4": states.dump_state(BOARD)})
    after = put_right(state, "place T in 40 for Blue")
    assert {stage: states.load_state(CantillonState, text).owner_of("40") for stage, text in after.closed.items()} == {
        "4": "BLU"
    }
