"""The order language of Cantillon's Europe: its examples and codes (§4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon import ENGINE
from engines.cantillon.state import Options
from engines.orders import read
from tests.cantillon.tables import errors, opening, position

BOARD = position("RED 41 TA, RED 45 TA, RED 6 T F, RED P F, BLU 43 A, BLU 46 T, BLU 26 T", stock={"RED": {"y": 9}})
EXAMPLES = {
    "T 41-40": "T 41 - 40",
    "A 41-45": "A 41 - 45",
    "taxman paris to normandy": "T 41 - 40",
    "ATT 43 FROM 41,41 MAX 2 STOP 1 FOLLOW": "ATT 43 FROM 41 , 41 MAX 2 STOP 1 FOLLOW",
    "F 6-H": "F 6 - H",
    "T 6-H          # aboard": "T 6 - H",
    "BUILD T 40 x1": "BUILD T 40 x 1",
    "build a paris": "BUILD A 41",
    "BUILD F P": "BUILD F P",
    "POS A 41-40": "POS A 41 - 40",
    "POS F P-O PAYING 1": "POS F P - O PAYING 1",
    "RUN ALL": "RUN ALL",
    "run adv 41, 45": "RUN ADV 41 , 45",
    "FACTORY B 41": "FACTORY B 41",
    "factory purple auvergne": "FACTORY P 45",
    "TRADE BLU GIVE 2y GET 1R": "TRADE BLU GIVE 2 y GET 1 R",
    "trade blue give 2y1R get 1P at start rounds 2": "TRADE BLU GIVE 2 y 1 R GET 1 P AT START ROUNDS 2",
    "PERMIT BLU SEA H ROUNDS 2 FEE 1": "PERMIT BLU SEA H ROUNDS 2 FEE 1",
    "A 45-46 IF 46 FREE": "A 45 - 46 IF 46 FREE",
    "ATT 46 FROM 45 IF 46 HELD BLU": "ATT 46 FROM 45 IF 46 HELD BLU",
    "a 45-46 if not 46 armies 1": "A 45 - 46 IF NOT 46 ARMIES 1",
    "PAY ALL": "PAY ALL",
    "pay 41,45": "PAY 41 , 45",
    "disband a 41": "DISBAND A 41",
    "SAVE 2y 1R": "SAVE 2 y 1 R",
    "give blu 3c": "GIVE BLU 3 c",
    "revoke blue": "REVOKE BLU",
    "RESIGN": "RESIGN",
    "CEDE 40,41 TO BLU": "CEDE 40 , 41 TO BLU",
    "BURN ALL": "BURN ALL",
    "STANDING RUN ALL": "STANDING RUN ALL",
    "T AE-AA": "T AE - AA",
    "t ø-z": "T OE - Z",
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples(text: str) -> None:
    ask = ENGINE.ask(BOARD, "RED")
    assert ask is not None
    reading = read(ask, text)
    assert [order.text for order in reading.orders] == [EXAMPLES[text]], reading.remarks


def test_cities_by_wish() -> None:
    ask = ENGINE.ask(opening(), "RED")
    assert ask is not None
    assert [o.text for o in read(ask, "city paris > vienna > lisbon").orders] == ["CITY 41 > 62 > 54"]
    assert "C06" in read(ask, "city normandy").remarks[0].text


CODES = {
    "TRADE YEL GIVE 1y GET 1r": "C05",
    "PAY 41": "",
    "T 41-80": "C21",
    "T 40-41": "C20",
    "T 41-43": "C22",
    "BUILD A 26": "C31",
    "BUILD T 41": "C32",
    "BUILD F H ; BUILD F P": "C34",
    "BUILD A 6 x9": "C32",
    "POS T 41-26": "C41",
    "RUN B 41": "C50",
    "FACTORY R 41": "C60",
    "FACTORY B 26": "C62",
    "GIVE BLU 5P": "C70",
    "TRADE BLU GIVE 2y GET 1R": "W71",
    "BURN ALL": "C72",
}


@pytest.mark.parametrize("text", CODES)
def test_codes_at_entry(text: str) -> None:
    """The turn is rehearsed on the board as it stands."""
    wanted = CODES[text]
    found = errors(BOARD, text)
    assert wanted in found if wanted else found == []


def test_c03_outside_the_fold() -> None:
    state = replace(opening("PLAYERS 2\nFOLD NORDIC"), kind="round", phase="R1", round=1)
    assert errors(state, "T 41-40") == ["C03"]


def test_c10_armies_that_cannot_be_paid() -> None:
    poor = replace(BOARD, stock={"RED": {}})
    assert errors(poor, "") == ["C10", "C10"]


def test_c30_money() -> None:
    poor = replace(BOARD, stock={"RED": {"y": 3}})
    assert errors(poor, "BUILD A 6") == ["C30"]


@pytest.mark.parametrize("mode", ["turn", "book"])
def test_c80_not_your_turn(mode: str) -> None:
    options = Options(mode=mode)  # type: ignore[arg-type]
    kind = {"turn": "turn", "book": "stage"}[mode]
    state = replace(BOARD, options=options, active="BLU", kind=kind, stage=3, phase="R1-BLU-3")
    assert errors(state, "T 41-40") == ["C80"]
    assert errors(state, "TRADE BLU GIVE 2y GET 1R") == ["W71"]


def test_a_line_said_twice_is_remarked() -> None:
    ask = ENGINE.ask(BOARD, "RED")
    assert ask is not None
    reading = read(ask, "T 41-40\nT 41-40")
    assert len(reading.orders) == 1
    assert "counts once" in reading.remarks[0].text


def test_the_treasury_of_others_is_hidden() -> None:
    from engines.states import view

    seen = view(replace(BOARD, worth={"RED": 9}), "BLU")
    assert seen.stock == {"BLU": {}}
    assert seen.worth == {"RED": 9}
