"""Tax, payments, production and factories (§5.2.1, §5.2.2, §5.2.6, §5.2.7, §5.5)."""

from __future__ import annotations

import pytest

from engines.cantillon import goods
from engines.cantillon.table import Table
from engines.dice import LoadedDice
from tests.cantillon.tables import (
    codes,
    factory,
    play,
    position,
    turn,
    units,
)

FAR = "BLU 26 T"
"""A city of Blue's, far away: whoever has none is defeated."""


def income(state_goods: dict[str, int], area: str, **built: object) -> tuple[int, int]:
    """Value before and after a round of growth, production and the next tax."""
    state = factory(position(f"RED 41 T, RED 40 T, RED 36 T, {FAR}", stock={"RED": state_goods}), area, **built)  # type: ignore[arg-type]
    table = Table(state, LoadedDice())
    before = table.worth("RED")
    goods.grow(table, "RED")
    for kind, land in goods.factories(table, "RED"):
        goods.run(table, "RED", kind, land)
    goods.tax(table, "RED")
    return before, table.worth("RED") - 2  # the two other lands


@pytest.mark.parametrize(
    ("stock", "built", "gain"),
    [({}, {}, 1), ({"y": 1}, {"basic": True}, 2), ({"y": 1, "R": 1, "B": 1}, {"basic": True, "advanced": "P"}, 6)],
    ids=["land alone", "a basic factory", "both factories"],
)
def test_yields(stock: dict[str, int], built: dict[str, object], gain: int) -> None:
    before, after = income(stock, "41", **built)
    assert after - before == gain


RUNS = {
    "one input of two": ({"B": 2}, {"advanced": "G"}, "RUN ADV 41", ["C51"]),
    "coins are no input": ({"c": 2}, {"basic": True}, "RUN B 41", ["C51"]),
    "what was made this turn": ({"y": 1, "B": 1}, {"basic": True, "advanced": "G"}, "RUN B 41 ; RUN ADV 41", ["C51"]),
    "no factory": ({"y": 1}, {}, "RUN B 41", ["C50"]),
    "none": ({"y": 1}, {"basic": True}, "RUN NONE", []),
}


@pytest.mark.parametrize("case", RUNS)
def test_runs(case: str) -> None:
    stock, built, text, wrong = RUNS[case]
    state = factory(position(f"RED 41 T, {FAR}", stock={"RED": stock}), "41", **built)  # type: ignore[arg-type]
    assert codes(turn(state, text, 6, 6)) == wrong


def test_a_new_factory_makes_nothing_this_turn() -> None:
    state = position(f"RED 41 T, RED 43 T, RED 36 T, {FAR}", stock={"RED": {"r": 9}})
    table = turn(state, "FACTORY B 36 ; FACTORY R 41 ; FACTORY B 36 ; FACTORY P 36 ; FACTORY G 36 ; FACTORY B 5", 6, 7)
    assert table.plot("36").basic and table.plot("36").advanced == "P"
    assert codes(table) == ["C60", "C61", "C62"]  # the second line for 36 is the first one again
    assert table.plot("36").goods == {"r": 1}


def test_a_third_factory() -> None:
    state = factory(position(f"RED 41 T, {FAR}", stock={"RED": {"r": 9}}), "41", basic=True, advanced="P")
    assert codes(turn(state, "FACTORY O 41", 7, 7)) == ["C61"]


def paid(stock: dict[str, int], cost: int, text: str = "") -> dict[str, int]:
    state = position(f"RED 41 T, {FAR}", stock={"RED": stock})
    table = turn(state, text, 7, 7)
    goods.pay(table, "RED", cost)
    return {letter: count for letter, count in table.stock["RED"].items() if count}


@pytest.mark.parametrize(
    ("stock", "cost", "text", "left"),
    [
        ({"P": 1}, 2, "", {"c": 6}),
        ({"y": 1, "R": 1}, 2, "SAVE 1y", {"y": 1}),
        ({"r": 1, "b": 2, "c": 1}, 2, "", {"r": 1, "b": 1}),
        ({"r": 1, "P": 1}, 1, "SPEND 1P", {"r": 1, "c": 7}),
    ],
    ids=["change", "save", "order", "spend"],
)
def test_payments(stock: dict[str, int], cost: int, text: str, left: dict[str, int]) -> None:
    assert paid(stock, cost, text) == left


def test_armies_that_are_not_paid_leave() -> None:
    table = turn(position(f"RED 41 AA, RED 43 A, {FAR}", stock={"RED": {"c": 2}}), "", 2, 2)
    assert units(table, "41") == "RED AA"
    assert units(table, "43") == ""


def test_whoever_misses_the_deadline_pays_and_produces() -> None:
    state = factory(position(f"RED 41 AA, {FAR}", stock={"RED": {"y": 5}}), "41", basic=True)
    after = play(state, {}).state
    assert after.worth["RED"] == 2  # five, less two for armies, less one into the factory
    assert after.plot("41").goods == {"y": 1, "Y": 1}
