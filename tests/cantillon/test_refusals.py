"""What is refused in a turn, and in which words (§4.2)."""

from __future__ import annotations

import pytest

from engines.cantillon import goods, moves
from engines.cantillon.state import Permit
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused
from engines.dice import LoadedDice
from tests.cantillon.tables import errors, factory, play, position, turn

OTHERS = "BLU 26 T, GRN 57 T"
REFUSALS = [
    ("T 41-40", "RED 41 TA, BLU 26 T", 3, "C07 One taxman must remain in Paris, your first city."),
    ("A 41-40", "RED 41 TT", 3, "C20 You have no army free to move in 41 (none, or all have stepped)."),
    ("T 41-43", "RED 41 TT, BLU 43 T", 3, "C22 A taxman can enter only free land; 43 is held by BLU."),
    ("A 41-40", "RED 41 TA, RED 40 TT", 3, "C23 40 already holds two land units."),
    ("T 4-5", "RED 6 T, RED 4 T, RED 3 T", 3, "C24 This step would isolate 3."),
    ("T 13-16", "RED 14 T, RED 13 T, RED 9 T, RED 10 T", 3, "C24 This step would isolate 9, 10, 16."),
    ("T 6-H", "RED 6 TT", 3, "C25 Only fleets can enter a sea alone; there is no fleet of yours in H."),
    ("T 6-H", "RED 6 TT, RED H F+A", 3, "C26 The fleet in H already carries a unit."),
    ("F P-O", "RED 6 T, RED P F, RED 40 T", 3, "C27 The fleet in P is the bridge to 40; it cannot leave."),
    ("F H-4", "RED 6 T, RED H F", 3, "C28 A fleet cannot enter land except an own port with a free anchor."),
    ("F H-G", "RED 6 T, RED H F, BLU G F", 3, "C29 G is held by a fleet of BLU: attack it."),
    ("BUILD A 41", "RED 41 T", 4, "C30 Cost 2, free treasury 0."),
    ("BUILD A 40", "RED 41 T", 4, "C31 40 is not part of your landmass."),
    ("BUILD A H", "RED 6 T, RED H F", 4, "C31 H is not part of your landmass."),
    ("BUILD A 41", "RED 41 TT", 4, "C32 41 is full."),
    ("BUILD F H", "RED 41 T", 4, "C33 A fleet needs an own coast: H touches none of your lands."),
    ("BUILD F 41", "RED 41 T", 4, "C33 A fleet needs an own coast or a free anchor: 41 has none."),
    ("BUILD F H", "RED 6 T, RED H F", 4, "C34 There is already a fleet in H."),
    ("F H-G", "RED 6 T, RED H F, RED G F", 3, "C34 There is already a fleet in G."),
    ("POS T 4-6", "RED 6 T, RED 4 T, RED 3 T", 5, "C24 This step would isolate 3."),
    ("POS F P-O", "RED 6 T, RED P F, RED 40 T", 5, "C27 The fleet in P is the bridge to 40; it cannot leave."),
    ("POS A 41-40", "RED 41 TT, RED 40 T", 5, "C20 You have no army in 41."),
    ("POS T 41-62", "RED 41 TT, RED 62 T, BLU 43 T", 5, "C40 No way for the taxman from 41 to 62 (blocked by 43)."),
    ("POS T 41-62", "RED 41 TT, RED 62 T", 5, "C40 No way for the taxman from 41 to 62."),
    ("POS A 41-40", "RED 41 TA", 5, "C41 40 must be yours."),
    ("POS F H-A", "RED 6 T, RED H F", 5, "C42 A fleet must rest next to your land or chain."),
    (
        "POS F G-P",
        "RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, GRN O F, GRN N F",
        5,
        "C43 H belongs to BLU; no permission.",
    ),
    ("RUN B 41", "RED 41 T", 6, "C50 No factory of this kind in 41."),
    ("FACTORY B 36", "RED 41 T", 7, "C62 36 is not yours."),
    ("RESIGN CEDE 36 TO BLU", "RED 41 T", 8, "C62 36 is not yours."),
    ("GIVE BLU 2y 1R", "RED 41 T", 8, "C70 You have not the goods: 2y 1R."),
]


@pytest.mark.parametrize(("text", "board", "stage", "told"), REFUSALS)
def test_refusals(text: str, board: str, stage: int, told: str) -> None:
    """§4.2: each with its code, what is wrong and where."""
    state = position(f"{board}, {OTHERS}", homes={"RED": "41"})
    refused = [event for event in turn(state, text, stage, stage).events if event.kind == "refused"]
    assert [event.args["text"] for event in refused] == [told]
    assert refused[0].to == frozenset({"RED"}) and refused[0].args["seat"] == "RED"


def test_refusals_that_hang_on_factories_and_fees() -> None:
    """§4.2: C44, C51, C61."""

    def told(state: object, text: str, stage: int) -> str:
        return str(turn(state, text, stage, stage).events[0].args["text"])  # type: ignore[arg-type]

    made = factory(position(f"RED 41 T, {OTHERS}", stock={"RED": {"c": 9}}), "41", basic=True, advanced="P")
    assert told(made, "FACTORY B 41", 7) == "C61 41 already has this kind of factory."
    assert turn(made, "RUN ADV 41", 6, 6).events[-1].args["text"] == "C51 Input missing for 41: needs 1R 1B."
    permit = Permit("BLU", "RED", ("H",), 3, 2)
    sailing = position(
        f"RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F, BLU N F, {OTHERS}",
        stock={"RED": {"y": 1}},
        permits={"RED": (permit,), "BLU": (permit,)},
    )
    assert told(sailing, "POS F G-P PAYING 1", 5) == "C44 Passage costs 2; add PAYING 2."
    assert told(sailing, "POS F G-P PAYING 2", 5) == "C44 Passage costs 2; your free treasury is 1."


def test_a_contract_without_goods() -> None:
    """§4.2, C70: told to who is short, with the half as he wrote it."""
    state = position(f"RED 41 T, {OTHERS}", stock={"BLU": {"R": 1}})
    events = play(state, {"RED": "TRADE BLU GIVE 2y GET 1R", "BLU": "TRADE RED GIVE 1R GET 2y"}).events
    refused = [event for event in events if event.kind == "refused"]
    assert {event.to for event in refused} == {frozenset({"RED"})}
    assert refused[0].args == {
        "seat": "RED",
        "line": "TRADE BLU GIVE 2y GET 1R",
        "text": "C70 You have not the goods: 2y.",
    }


@pytest.mark.parametrize(("area", "kind", "colour"), [("41", "R", "yellow"), ("43", "Y", "blue"), ("36", "Y", "red")])
def test_what_can_never_be_is_refused_by_the_board_too(area: str, kind: str, colour: str) -> None:
    """§4.2, C21 and C60: the reader takes no such line already."""
    working = CantillonTurnContext(position(f"RED {area} TT, {OTHERS}"), LoadedDice())
    with pytest.raises(LineRefused, match=f"C60 {area} is {colour}; a basic factory always has the colour of its land"):
        goods.build_factory(working, "RED", kind, area)
    with pytest.raises(LineRefused, match=f"C21 {area} and 80 do not touch"):
        moves.step_unit(working, "RED", "T", area, "80")


def test_at_once() -> None:
    """§4.1: areas that do not touch are an error, the rest a warning, since others may make room."""
    state = position(f"RED 41 TT, BLU 43 T, {OTHERS}")
    assert errors(state, "T 41-80") == ["C21"]
    assert errors(state, "ATT 80 FROM 41,41") == ["C21"]
    assert errors(state, "T 41-43 ; T 41-40") == ["C22"]
    assert errors(state, "BUILD A 41") == ["C32"]
