"""Tax, payments, production and factories (§5.2.1, §5.2.2, §5.2.6, §5.2.7, §5.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon import goods
from engines.cantillon.state import CantillonOptions, goods_value
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import LoadedDice
from tests.cantillon.tables import (
    codes,
    errors,
    factory,
    play,
    position,
    turn,
    units,
)

FAR = "BLU 26 T"
"""A city of Blue's, far away: whoever has none is defeated."""
MONEY = {"RED": {"c": 20}}


def income(state_goods: dict[str, int], area: str, **built: object) -> tuple[int, int]:
    """Value before and after a round of growth, production and the next tax."""
    state = factory(position(f"RED 41 T, RED 40 T, RED 36 T, {FAR}", stock={"RED": state_goods}), area, **built)  # type: ignore[arg-type]
    working = CantillonTurnContext(state, LoadedDice())
    before = working.treasury_value("RED")
    goods.grow_goods(working, "RED")
    for kind, land in goods.list_factories(working, "RED"):
        goods.run_factory(working, "RED", kind, land)
    goods.collect_tax(working, "RED")
    return before, working.treasury_value("RED") - 2  # the two other lands


@pytest.mark.parametrize(
    ("stock", "built", "gain"),
    [({}, {}, 1), ({"y": 1}, {"basic": True}, 2), ({"y": 1, "R": 1, "B": 1}, {"basic": True, "advanced": "P"}, 6)],
    ids=["land alone", "a basic factory", "both factories"],
)
def test_yields(stock: dict[str, int], built: dict[str, object], gain: int) -> None:
    before, after = income(stock, "41", **built)
    assert after - before == gain


def test_what_lies_there_is_added_to() -> None:
    """§5.2.6: until it is taxed."""
    state = factory(position(f"RED 41 T, {FAR}"), "41", y=2, R=1)
    assert turn(state, "", 6, 6).plot_of("41").goods == {"y": 3, "R": 1}


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
    working = turn(state, "FACTORY B 36 ; FACTORY B 36 ; FACTORY P 36 ; FACTORY G 36 ; FACTORY B 5", 6, 7)
    assert working.plot_of("36").basic and working.plot_of("36").advanced == "P"
    assert codes(working) == ["C61", "C62"]  # the second line for 36 is the first one again
    assert working.plot_of("36").goods == {"r": 1}


def test_a_third_factory() -> None:
    state = factory(position(f"RED 41 T, {FAR}", stock={"RED": {"r": 9}}), "41", basic=True, advanced="P")
    assert codes(turn(state, "FACTORY O 41", 7, 7)) == ["C61"]


def stock_after_payment(stock: dict[str, int], cost: int, text: str = "") -> dict[str, int]:
    state = position(f"RED 41 T, {FAR}", stock={"RED": stock})
    working = turn(state, text, 7, 7)
    goods.pay_cost(working, "RED", cost)
    return {letter: count for letter, count in working.stock["RED"].items() if count}


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
    assert stock_after_payment(stock, cost, text) == left


def test_armies_that_are_not_paid_leave() -> None:
    working = turn(position(f"RED 41 AA, RED 43 A, {FAR}", stock={"RED": {"c": 2}}), "", 2, 2)
    assert units(working, "41") == "RED AA"
    assert units(working, "43") == ""


def test_whoever_misses_the_deadline_pays_and_produces() -> None:
    state = factory(position(f"RED 41 AA, {FAR}", stock={"RED": {"y": 5}}), "41", basic=True)
    after = play(state, {}).state
    assert after.worth["RED"] == 2  # five, less two for armies, less one into the factory
    assert after.plot_of("41").goods == {"y": 1, "Y": 1}


def test_what_goods_are_worth() -> None:
    """§1.1: of the land 1, basic 2, advanced 8."""
    assert [goods_value({letter: 1}) for letter in "rbyRBYPOGc"] == [1, 1, 1, 2, 2, 2, 8, 8, 8, 1]


def test_tax_takes_all_that_lies_on_own_lands_and_leaves_the_rest() -> None:
    """§5.2.1"""
    state = factory(factory(position(f"RED 41 T, BLU 43 T, {FAR}"), "41", y=2, Y=1, P=1), "43", b=1)
    working = turn(factory(state, "40", b=4), "", 1, 1)
    assert working.stock["RED"] == {"y": 2, "Y": 1, "P": 1}
    assert (working.plot_of("41").goods, working.plot_of("43").goods, working.plot_of("40").goods) == (
        {},
        {"b": 1},
        {"b": 4},
    )


def test_what_is_not_spent_stays_without_limit() -> None:
    """§5.2.1, §6.55"""
    state = factory(position(f"RED 41 T, {FAR}", stock={"RED": {"y": 5000}}), "41", y=1)
    assert turn(state, "", 1, 8).stock["RED"] == {"y": 5001}


def test_open_treasuries_are_shown_as_they_are_now() -> None:
    """§8, TREASURY-OPEN: after each round; without it nobody sees them."""
    state = factory(
        position(f"RED 41 T, {FAR}", CantillonOptions(treasury_open=True), stock={"RED": {"y": 1}}), "41", y=2
    )
    after = play(state, {}).state
    assert after.stock_shown == after.stock and after.stock_shown["RED"] == {"y": 3}
    assert not play(replace(state, options=CantillonOptions()), {}).state.stock_shown


def test_land_without_units_yields_nothing() -> None:
    """§2: it is nobody's; what lies there waits."""
    state = factory(position(f"RED 41 T, {FAR}"), "40", b=1)
    working = turn(state, "", 1, 6)
    assert (working.plot_of("40").goods, working.stock["RED"]) == ({"b": 1}, {})


def test_every_land_yields_its_colour() -> None:
    """§5.2.6: minerals, wood and food."""
    working = turn(position(f"RED 41 T, RED 43 A, RED 36 TA, {FAR}"), "", 6, 6)
    assert [dict(working.plot_of(area).goods) for area in ("41", "43", "36")] == [{"y": 1}, {"b": 1}, {"r": 1}]


MIXES = {"P": {"R": 1, "B": 1}, "O": {"R": 1, "Y": 1}, "G": {"B": 1, "Y": 1}}


@pytest.mark.parametrize("product", MIXES)
def test_advanced_factories_take_one_of_each_of_two_colours(product: str) -> None:
    """§5.2.6, §6.44: on any land; two of one colour do not do."""
    state = position(f"RED 41 T, {FAR}", stock={"RED": MIXES[product]})
    working = turn(factory(state, "41", advanced=product), "RUN ALL", 6, 6)
    assert working.plot_of("41").goods == {"y": 1, product: 1}
    assert working.treasury_value("RED") == 0
    for colour in MIXES[product]:
        short = replace(state, stock={"RED": {colour: 2}})
        assert codes(turn(factory(short, "41", advanced=product), "RUN ADV 41", 6, 6)) == ["C51"]


@pytest.mark.parametrize(("area", "colour"), [("41", "y"), ("43", "b"), ("36", "r")])
def test_basic_factories_take_one_of_their_colour_out_of_the_treasury(area: str, colour: str) -> None:
    """§5.2.6, §6.41: wherever it grew."""
    state = factory(position(f"RED {area} T, RED 41 T, {FAR}", stock={"RED": {colour: 1}}), area, basic=True)
    working = turn(state, "RUN ALL", 6, 6)
    assert working.plot_of(area).goods == {colour: 1, colour.upper(): 1}
    assert working.treasury_value("RED") == 0
    other = {"r": "b", "b": "y", "y": "r"}[colour]
    wrong = replace(state, stock={"RED": {other: 1, colour.upper(): 1}})
    assert codes(turn(wrong, f"RUN B {area}", 6, 6)) == ["C51"]


def test_each_factory_works_once_a_turn() -> None:
    """§5.2.6: said twice, or by name and with all."""
    state = factory(position(f"RED 41 T, {FAR}", stock={"RED": {"y": 5}}), "41", basic=True)
    for text in ("RUN B 41,41", "RUN B 41 ; RUN ALL", "RUN ALL", "RUN ALL ; RUN B 41", ""):
        assert turn(state, text, 6, 6).plot_of("41").goods == {"y": 1, "Y": 1}, text
    rich = factory(replace(state, stock={"RED": {"R": 2, "B": 2}}), "41", advanced="P")
    for text in ("RUN ADV 41,41", "RUN ADV 41 ; RUN ALL", "RUN ALL ; RUN ADV 41"):
        assert turn(rich, text, 6, 6).plot_of("41").goods == {"y": 1, "P": 1}, text


def test_when_inputs_are_short_lines_decide_else_the_number_of_the_land() -> None:
    """§6.42"""
    state = position(f"RED 41 T, RED 42 T, RED 45 T, {FAR}", stock={"RED": {"y": 1}})
    both = factory(factory(state, "41", basic=True), "42", basic=True)
    assert "Y" in turn(both, "", 6, 6).plot_of("41").goods
    told = turn(both, "RUN B 42 ; RUN ALL", 6, 6)
    assert ("Y" in told.plot_of("42").goods, "Y" in told.plot_of("41").goods) == (True, False)


def test_factories_run_advanced_first_by_number() -> None:
    """§6.42"""
    state = position(f"RED 9 T, RED 10 T, RED 41 T, {FAR}", stock={"RED": {}})
    for area in ("9", "10", "41"):
        state = factory(state, area, basic=True, advanced="P")
    found = goods.list_factories(CantillonTurnContext(state, LoadedDice()), "RED")
    assert found == [("ADV", "9"), ("ADV", "10"), ("ADV", "41"), ("B", "9"), ("B", "10"), ("B", "41")]


def test_factories_of_others_do_not_work_for_me() -> None:
    state = factory(position(f"RED 41 T, BLU 42 T, {FAR}", stock={"RED": {"y": 1}}), "42", basic=True)
    assert codes(turn(state, "RUN B 42", 6, 6)) == ["C50"]
    assert codes(turn(state, "FACTORY P 42", 7, 7)) == ["C62"]


@pytest.mark.parametrize("kind", ["B", "P", "O", "G"])
def test_a_factory_costs_two(kind: str) -> None:
    """§5.2.7: of any kind, on any own land; with less it is refused."""
    state = position(f"RED 41 T, {FAR}", stock={"RED": {"y": 3}})
    assert turn(state, f"FACTORY {kind} 41", 7, 7).treasury_value("RED") == 1
    poor = replace(state, stock={"RED": {"y": 1}})
    assert codes(turn(poor, f"FACTORY {kind} 41", 7, 7)) == ["C30"]


COLOURED = {
    "FACTORY Y 41": [],
    "FACTORY R 36": [],
    "FACTORY R 41": ["C60"],
    "FACTORY Y 36": ["C60"],
    "FACTORY B 43": [],
}


@pytest.mark.parametrize("text", COLOURED)
def test_a_basic_factory_has_the_colour_of_its_land(text: str) -> None:
    """§5.2.7: B is short for basic, as well as blue."""
    state = position(f"RED 41 T, RED 36 T, RED 43 T, {FAR}", stock=MONEY)
    assert errors(state, text) == COLOURED[text]
    assert COLOURED[text] or turn(state, text, 7, 7).plot_of(text[-2:]).basic


def test_a_second_basic_factory() -> None:
    """§1.1: one basic and one advanced."""
    state = factory(position(f"RED 41 T, {FAR}", stock=MONEY), "41", basic=True)
    assert codes(turn(state, "FACTORY B 41", 7, 7)) == ["C61"]
    assert codes(turn(state, "FACTORY P 41", 7, 7)) == []


# --- paying ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "cost", "text", "left"),
    [
        ({"r": 2, "b": 2, "y": 2}, 1, "", {"r": 1, "b": 2, "y": 2}),
        ({"b": 2, "y": 2}, 1, "", {"b": 1, "y": 2}),
        ({"y": 1, "R": 1, "P": 1}, 2, "", {"P": 1, "c": 1}),
        ({"R": 1, "B": 1, "O": 1}, 2, "", {"B": 1, "O": 1}),
        ({"Y": 1, "P": 1}, 3, "", {"c": 7}),
        ({"c": 3, "y": 1}, 2, "", {"c": 1, "y": 1}),
        ({"c": 3, "y": 1}, 2, "SPEND 1y", {"c": 2}),
        ({"y": 3}, 1, "SAVE 2y ; SPEND 3y", {"y": 2}),
        ({"y": 2}, 2, "", {}),
        ({"P": 1}, 8, "", {}),
        ({"r": 2, "b": 2}, 2, "", {"r": 1, "b": 1}),
        ({"c": 3, "y": 2}, 2, "SPEND 1y", {"c": 2, "y": 1}),
        ({"c": 3, "y": 2}, 2, "SPEND 2y", {"c": 3}),
    ],
)
def test_what_is_paid_with_first(stock: dict[str, int], cost: int, text: str, left: dict[str, int]) -> None:
    """§5.5: SPEND, coins, goods of the land (most of a colour first), basic, advanced; change in coins."""
    assert stock_after_payment(stock, cost, text) == left


def test_what_is_saved_is_not_there() -> None:
    """§5.5"""
    state = position(f"RED 41 T, {FAR}", stock={"RED": {"y": 3}})
    assert codes(turn(state, "SAVE 2y ; BUILD A 41", 4, 4)) == ["C30"]
    assert codes(turn(state, "SAVE 1y ; BUILD A 41", 4, 4)) == []


ARMIES = "RED 41 A, RED 43 A, RED 38 A, RED 47 A, RED 6 T, RED H F, RED G F, RED F F+A"


@pytest.mark.parametrize(
    ("coins", "text", "left"),
    [
        (5, "", {"41", "43", "38", "47", "F"}),
        (4, "", {"41", "43", "38", "47"}),
        (3, "", {"41", "43", "38"}),
        (2, "", {"41", "43"}),
        (1, "", {"41"}),
        (0, "", set()),
        (1, "PAY 47", {"47"}),
        (1, "PAY 47, 38", {"47"}),
        (2, "PAY 47", {"47", "41"}),
        (2, "PAY 80,47,38", {"47", "38"}),
        (2, "PAY ALL", {"41", "43"}),
    ],
)
def test_which_armies_are_paid(coins: int, text: str, left: set[str]) -> None:
    """§3.4, §5.2.2: as listed, then in cities, then the nearer ones, then lower numbers; carried ones cost 1 too."""
    working = turn(position(f"{ARMIES}, {FAR}", stock={"RED": {"c": coins}}), text, 2, 2)
    assert set(working.armies_of("RED")) == left
    assert working.treasury_value("RED") == 0


def test_whom_no_city_reaches_is_paid_last() -> None:
    """§3.4: whatever its number."""
    working = turn(position(f"RED 41 T, RED 43 A, RED 3 A, RED 80 A, {FAR}", stock={"RED": {"c": 2}}), "", 2, 2)
    assert [units(working, area) for area in ("80", "43", "3")] == ["RED A", "RED A", ""]


def test_taxmen_and_fleets_cost_nothing() -> None:
    """§6.35"""
    working = turn(position(f"RED 6 TT F, RED H F+T, {FAR}", stock={"RED": {"c": 4}}), "", 2, 2)
    assert working.treasury_value("RED") == 4


def test_who_is_dismissed_is_not_paid() -> None:
    """§5.2.2: DISBAND comes first."""
    working = turn(position(f"RED 41 TA, RED 43 A, {FAR}", stock={"RED": {"c": 1}}), "DISBAND A 41", 2, 2)
    assert (units(working, "41"), units(working, "43")) == ("RED T", "RED A")
    assert codes(turn(position(f"RED 41 T, {FAR}"), "DISBAND A 41", 2, 2)) == ["C20"]
