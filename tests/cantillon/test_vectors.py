"""The test vectors of the specification, section 7: those of the rule text (S1 …) and our own (1 …)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon import ENGINE, endings, goods
from engines.cantillon.combat import odds, tosses
from engines.cantillon.connect import besieged, connected, isolated
from engines.cantillon.leaving import defeats, strongest
from engines.cantillon.opening import choose_cities
from engines.cantillon.state import Options, Permit, Plot
from engines.cantillon.table import Table
from engines.dice import LoadedDice
from engines.orders import read
from tests.cantillon.tables import (
    codes,
    errors,
    factory,
    kinds,
    opening,
    orders,
    play,
    position,
    turn,
    units,
)

REPULSE = Options(repulse=True)
FAR = "BLU 26 T"
"""A city of Blue's, far away: whoever has none is defeated."""


# --- setup -------------------------------------------------------------------------------------------------------


def chosen(texts: dict[str, str], order: tuple[str, ...] = ("RED", "BLU", "GRN")) -> dict[str, Plot]:
    state = replace(opening("PLAYERS 3"), order=order)
    lands, _ = choose_cities(state, {seat: orders(state, seat, text) for seat, text in texts.items()})
    return lands


def test_s1_and_1_the_last_in_order_chooses_first() -> None:
    wishes = dict.fromkeys(("RED", "BLU", "GRN"), "CITY Paris > Vienna > Lisbon")
    lands = chosen(wishes)
    assert {area: plot.owner for area, plot in lands.items()} == {"41": "GRN", "62": "BLU", "54": "RED"}


def test_s2_paris() -> None:
    assert chosen({"GRN": "CITY Paris"})["41"] == Plot("GRN", "TT", "", goods={"y": 1})


def test_s3_london() -> None:
    assert chosen({"GRN": "CITY London"})["6"] == Plot("GRN", "TT", "GRN", goods={"y": 1})


def test_without_a_wish_the_lowest_number() -> None:
    assert set(chosen({})) == {"6", "14", "19"}


@pytest.mark.parametrize(("fold", "fits"), [("NORDIC", False), ("ATLANTIC", True)], ids=["S25", "S25b"])
def test_s25_folds_need_a_city_for_each(fold: str, fits: bool) -> None:
    said = read(ENGINE.setup, f"PLAYERS 4\nFOLD {fold}").orders
    if fits:
        assert len(ENGINE.seats(said)) == 4
    else:
        with pytest.raises(ValueError, match="has 3 cities, too few for 4 players"):
            ENGINE.seats(said)


# --- steps -------------------------------------------------------------------------------------------------------

STEPS = {
    "S4": ("RED 41 TT", "T 41-40", [], "40", "RED T"),
    "2": ("RED 41 TT, BLU 43 T", "T 41-43", ["C22"], "43", "BLU T"),
    "3": ("RED 41 TA, RED 40 TT", "A 41-40", ["C23"], "41", "RED TA"),
    "S19": ("RED 41 TA, RED 40 AA", "A 41-40", ["C23"], "40", "RED AA"),
    "4": ("RED 6 T, RED 4 T, RED 3 T", "T 4-5", ["C24"], "5", ""),
    "5": ("RED 6 T, RED 4 T, RED 3 T", "T 3-4", [], "4", "RED TT"),
    "6": ("RED 6 T, RED 4 T, RED 3 T", "T 3-4 ; T 4-5", [], "5", "RED T"),
    "7": ("RED 6 T, RED 3 T", "T 3-4", [], "4", "RED T"),
    "8": ("RED 6 T, RED P F, RED 40 T", "F P-O", ["C27"], "P", "RED F"),
    "10": ("RED 6 TT, RED H F", "T 6-H ; T H-35", ["C20"], "H", "RED FT"),
    "11": ("RED 6 T, RED 4 T, RED 3 T, RED H F+T", "F H-G ; T G-3", [], "3", "RED TT"),
    "12": ("RED 6 T, RED H F+A", "F H-6", [], "6", "RED TA"),
    "12b": ("RED 6 TT, RED H F+A", "F H-6", ["C23"], "H", "RED FA"),
    "S15": ("RED 38 TA", "A 38-62", [], "62", "RED A"),
    "45": ("RED 41 T, RED 43 T, RED 45 TA, BLU 46 T", "A 45-46 IF 46 FREE", [], "46", "BLU T"),
    "no such unit": ("RED 41 TT", "A 41-40", ["C20"], "41", "RED TT"),
    "twice": ("RED 41 TT", "T 41-40 ; T 40-36", ["C20"], "40", "RED T"),
    "aboard nothing": ("RED 6 TT", "T 6-H", ["C25"], "6", "RED TT"),
    "full boat": ("RED 6 TT, RED H F+A", "T 6-H", ["C26"], "H", "RED FA"),
    "onto land": ("RED 6 T, RED H F", "F H-4", ["C28"], "H", "RED F"),
    "anchor taken": ("RED 6 T F, RED H F", "F H-6", ["C28"], "H", "RED F"),
    "out": ("RED 6 TT F", "F 6-H ; T 6-H", [], "H", "RED FT"),
}


@pytest.mark.parametrize("case", STEPS)
def test_steps(case: str) -> None:
    board, text, wrong, area, there = STEPS[case]
    if case in ("S15",):
        board = f"RED 41 T, RED 43 T, {board}"
    table = turn(position(f"{board}, {FAR}"), text)
    assert codes(table) == wrong
    assert units(table, area) == there


def test_11_a_step_that_does_not_touch() -> None:
    state = position("RED 6 T, RED 4 T, RED 3 T, RED H F+T")
    assert errors(state, "T G-4") == ["C21"]


def test_9_a_bridgehead_stays_until_the_owners_next_expansion() -> None:
    state = position(f"RED 6 T, RED 40 T, BLU H F, BLU P F, {FAR}")
    assert isolated(Table(state, LoadedDice()), "RED") == ["40"]
    after = turn(state, "", seat="BLU")
    assert units(after, "40") == "RED T"
    assert units(turn(state, ""), "40") == ""


def test_s20_a_bridge_of_fleets() -> None:
    board = "RED 54 T, RED T F, RED R F, RED F F, RED E F, RED 76 TA, RED 1 T"
    state = position(f"{board}, {FAR}")
    assert connected(Table(state, LoadedDice()), "RED") == {"54", "T", "R", "F", "E", "76", "1"}
    table = turn(state, "POS A 76-1", 5, 5)
    assert not codes(table)
    assert units(table, "1") == "RED TA"


def test_s21_reconnected_and_s22_isolated() -> None:
    state = position(f"RED 6 T, RED 3 T, {FAR}")
    assert "isolated" not in kinds(turn(state, "T 3-4").events)
    gone = turn(state, "")
    assert units(gone, "3") == ""
    assert "isolated" in kinds(gone.events)


# --- combat ------------------------------------------------------------------------------------------------------

LAND = "RED 41 TA"
FIGHTS = {
    "S11": ("BLU 43 T", "ATT 43 FROM 41", [], "RED A"),
    "S12": ("BLU 43 A", "ATT 43 FROM 41", [4, 3], "RED A"),
    "S12 tie": ("BLU 43 A", "ATT 43 FROM 41", [3, 3], "BLU A"),
    "S12 lost": ("BLU 43 A", "ATT 43 FROM 41", [2, 5], "BLU A"),
    "16": ("BLU 43 AA", "ATT 43 FROM 41", [5, 2, 3, 3], "BLU AA"),
    "16 won": ("BLU 43 AA", "ATT 43 FROM 41", [5, 2, 4, 3], "RED A"),
    "step": ("BLU 43 T", "A 41-43", [], "RED A"),
    "if": ("BLU 43 T", "ATT 43 FROM 41 IF 43 HELD BLU", [], "RED A"),
    "if not": ("BLU 43 T", "ATT 43 FROM 41 IF NOT 43 HELD BLU", [], "BLU T"),
    "if armies": ("BLU 43 A", "ATT 43 FROM 41 IF 43 ARMIES 0", [], "BLU A"),
}


@pytest.mark.parametrize("case", FIGHTS)
def test_fights(case: str) -> None:
    enemy, text, dice, there = FIGHTS[case]
    assert units(turn(position(f"{LAND}, {enemy}, {FAR}"), text, combat=dice), "43") == there


@pytest.mark.parametrize(("dice", "won"), [([6, 1, 2, 5], False), ([6, 1, 5, 2], True)], ids=["S13", "S14"])
def test_a_city_with_an_army(dice: list[int], won: bool) -> None:
    table = turn(
        position(f"RED 26 T, RED 43 TA, RED 38 T, RED 39 T, RED 31 T, RED 28 T, BLU 41 TA, {'BLU 6 T'}"),
        "ATT 41 FROM 43",
        combat=dice,
    )
    assert units(table, "41") == ("RED A" if won else "BLU TA")
    assert units(table, "43") == "RED T"


def test_13_stop_after_so_many_lost() -> None:
    table = turn(position(f"RED 41 AA, RED 40 T, BLU 43 A, {FAR}"), "ATT 43 FROM 41,41 STOP 1", combat=[1, 6])
    assert units(table, "41") == "RED A"


def test_14_follow_and_15_not_if_it_cuts_off() -> None:
    state = position(f"RED 41 AA, RED 40 T, BLU 43 A, {FAR}")
    held = turn(
        replace(state, lands={**state.lands, "41": Plot("RED", "AAT"[:2])}), "ATT 43 FROM 41,41 FOLLOW", combat=[6, 1]
    )
    assert codes(held) == ["C24"]  # Paris would be empty, and everything cut off
    assert units(held, "43") == "RED A"
    free = position(f"RED 41 T, RED 45 AA, BLU 43 A, {FAR}")
    both = turn(free, "ATT 43 FROM 45,45 FOLLOW", combat=[6, 1])
    assert units(both, "43") == "RED AA"


def test_17_repulsed() -> None:
    table = turn(position(f"{LAND}, BLU 43 A, {FAR}", REPULSE), "ATT 43 FROM 41 ; A 41-40", combat=[3, 3])
    assert units(table, "41") == "RED TA"
    assert codes(table) == ["C20"]


def test_18_odds() -> None:
    table = Table(position("BLU 41 AA"), LoadedDice())
    assert tosses(table, "41") == 3
    assert [round(odds(n), 3) for n in (1, 2, 3)] == [0.417, 0.174, 0.072]


def test_s18_and_40_fleets() -> None:
    state = position(f"RED 6 T, RED 5 T, RED 4 T, RED O F, BLU N F+A, {FAR}")
    table = turn(state, "ATT N FROM O", combat=[6, 1])
    assert units(table, "N") == "RED F"
    assert "O" not in table.seas


def test_44_a_fleet_on_the_anchor_is_lost_with_the_land() -> None:
    table = turn(position(f"RED 41 T, RED 36 TA, BLU 35 T F, {FAR}"), "ATT 35 FROM 36", combat=[6, 1])
    assert units(table, "35") == "RED A"
    assert not table.plot("35").anchor


def test_s27_goods_of_a_conquered_land() -> None:
    state = factory(position(f"{LAND}, BLU 43 T, {FAR}"), "43", y=1, Y=1)
    table = turn(state, "ATT 43 FROM 41")
    assert table.worth("RED") == 3
    assert not table.plot("43").goods


def test_landing_from_a_fleet() -> None:
    table = turn(position(f"RED 6 T, RED N F+A, RED O F, BLU 7 T, {FAR}"), "ATT 7 FROM N")
    assert units(table, "7") == "RED A"


# --- sieges and defeat -------------------------------------------------------------------------------------------

LONDON = "BLU 6 TT, RED 4 T, GRN 5 T, RED 41 T, GRN 26 T, RED 36 T, RED 40 T"
SIEGES = {
    "19": ("BLU 6 TT F, RED 4 T, GRN 5 T", False),
    "20": ("BLU 6 TT F, RED 4 T, GRN 5 T, RED H F, RED O F, GRN P F", True),
    "21": ("BLU 6 TT, RED 4 T, GRN 5 T", True),
    "22": ("BLU 6 TT, RED 4 T", False),
    "43": ("BLU 19 TT, RED 15 T", True),
    "a fleet outside": ("BLU 6 TT, RED 4 T, GRN 5 T, BLU H F", False),
}


@pytest.mark.parametrize("case", SIEGES)
def test_sieges(case: str) -> None:
    board, shut = SIEGES[case]
    city = "19" if case == "43" else "6"
    assert besieged(Table(position(board), LoadedDice()), "BLU", city) is shut


def test_s16_a_siege_runs_its_course_and_25_factories_stay() -> None:
    state = factory(position(f"{LONDON}, BLU 54 T"), "6", basic=True, y=2)
    table = turn(state, "", seat="BLU")
    assert units(table, "6") == ""
    assert table.plot("6") == Plot("", "", "", True, "", {"y": 2})
    after = turn(replace(state, lands=table.lands), "T 5-6", seat="GRN")
    assert after.plot("6").basic and units(after, "6") == "GRN T"
    assert after.stock["GRN"] == {"y": 2}


def test_s17_a_siege_is_broken() -> None:
    table = turn(position(f"{LONDON.replace('BLU 6 TT', 'BLU 6 TA')}, BLU 54 T"), "A 6-4", seat="BLU")
    assert "siege broken" in kinds(table.events)
    assert units(table, "6") == "BLU T"


def test_23_no_siege_at_the_start_of_the_stage() -> None:
    state = position(f"{LONDON}, BLU 54 T")
    away = replace(state, lands={**state.lands, "5": Plot()})
    assert "siege" not in kinds(turn(away, "", seat="BLU").events)


def test_24_the_strongest_besieger_wins() -> None:
    state = position("BLU 6 TT, RED 4 T, GRN 5 TT, RED 41 T, GRN 26 T")
    assert strongest(Table(state, LoadedDice()), "BLU", "6") == "GRN"
    table = turn(state, "", seat="BLU")
    assert table.out == ["BLU"]


def test_s23_the_victor_inherits() -> None:
    board = "RED 6 T, RED 41 T, RED 43 TA, BLU 62 T, BLU 38 T, BLU 63 T, BLU Y F, GRN 26 T"
    state = factory(position(board), "63", basic=True)
    spread = replace(state, lands={**state.lands, "38": Plot("RED", "TA")})
    table = turn(spread, "ATT 62 FROM 38", combat=[6, 1])
    assert table.out == ["BLU"]
    assert units(table, "63") == "RED T" and table.plot("63").basic
    assert units(table, "Y") == "RED F"


@pytest.mark.parametrize(("spoils", "worth"), [(False, 0), (True, 12)], ids=["47", "47b"])
def test_the_treasury_of_the_defeated(spoils: bool, worth: int) -> None:
    options = Options(spoils=spoils)
    table = Table(position("RED 6 T, BLU 4 T", options, stock={"BLU": {"y": 12}}), LoadedDice())
    table.takers["BLU"] = "RED"
    defeats(table)
    assert table.worth("RED") == worth
    assert table.out == ["BLU", "GRN"]


# --- goods -------------------------------------------------------------------------------------------------------


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
    ids=["S5", "S6", "S7"],
)
def test_yields(stock: dict[str, int], built: dict[str, object], gain: int) -> None:
    before, after = income(stock, "41", **built)
    assert after - before == gain


RUNS = {
    "S8": ({"B": 2}, {"advanced": "G"}, "RUN ADV 41", ["C51"]),
    "28": ({"c": 2}, {"basic": True}, "RUN B 41", ["C51"]),
    "29": ({"y": 1, "B": 1}, {"basic": True, "advanced": "G"}, "RUN B 41 ; RUN ADV 41", ["C51"]),
    "no factory": ({"y": 1}, {}, "RUN B 41", ["C50"]),
    "none": ({"y": 1}, {"basic": True}, "RUN NONE", []),
}


@pytest.mark.parametrize("case", RUNS)
def test_runs(case: str) -> None:
    stock, built, text, wrong = RUNS[case]
    state = factory(position(f"RED 41 T, {FAR}", stock={"RED": stock}), "41", **built)  # type: ignore[arg-type]
    assert codes(turn(state, text, 6, 6)) == wrong


def test_s9_and_30_a_new_factory() -> None:
    state = position(f"RED 41 T, RED 43 T, RED 36 T, {FAR}", stock={"RED": {"r": 9}})
    table = turn(state, "FACTORY B 36 ; FACTORY R 41 ; FACTORY B 36 ; FACTORY P 36 ; FACTORY G 36 ; FACTORY B 5", 6, 7)
    assert table.plot("36").basic and table.plot("36").advanced == "P"
    assert codes(table) == ["C60", "C61", "C62"]  # the second line for 36 is the first one again
    assert table.plot("36").goods == {"r": 1}


def test_31_a_third_factory() -> None:
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
    ids=["26", "27", "order", "spend"],
)
def test_payments(stock: dict[str, int], cost: int, text: str, left: dict[str, int]) -> None:
    assert paid(stock, cost, text) == left


def test_s10_armies_that_are_not_paid_leave() -> None:
    table = turn(position(f"RED 41 AA, RED 43 A, {FAR}", stock={"RED": {"c": 2}}), "", 2, 2)
    assert units(table, "41") == "RED AA"
    assert units(table, "43") == ""


def test_41_whoever_misses_the_deadline_pays_and_produces() -> None:
    state = factory(position(f"RED 41 AA, {FAR}", stock={"RED": {"y": 5}}), "41", basic=True)
    after = play(state, {}).state
    assert after.worth["RED"] == 2  # five, less two for armies, less one into the factory
    assert after.plot("41").goods == {"y": 1, "Y": 1}


# --- building and positioning -------------------------------------------------------------------------------------

RICH = {"RED": {"y": 20}}
BUILDS = {
    "38": ("RED 41 T, RED 36 T, BLU H F", "BUILD F H", ["C34"]),
    "39": ("RED 41 T, RED 4 T", "BUILD A 4", ["C31"]),
    "full": ("RED 41 TT", "BUILD A 41", ["C32"]),
    "no coast": ("RED 41 T", "BUILD F H", ["C33"]),
    "twice": ("RED 41 T, RED 40 T", "BUILD T 40 x2", ["C32"]),
    "at sea": ("RED 41 T, RED 36 T", "BUILD F P", []),
    "on the anchor": ("RED 6 T", "BUILD F 6", []),
    "army at sea": ("RED 6 T, RED H F", "BUILD A H", ["C31"]),
}


@pytest.mark.parametrize("case", BUILDS)
def test_builds(case: str) -> None:
    board, text, wrong = BUILDS[case]
    assert codes(turn(position(f"{board}, {FAR}", stock=RICH), text, 4, 4)) == wrong


def test_money_runs_out() -> None:
    state = position(f"RED 41 T, RED 40 T, {FAR}", stock={"RED": {"y": 1}})
    assert codes(turn(state, "BUILD T 41 ; BUILD T 40", 4, 4)) == ["C30"]


POSITIONS = {
    "32": ("RED 41 TT, RED 45 T, RED 44 T, RED 42 T", "POS T 41-49", ["C41"]),
    "32 taxman": ("RED 41 TT, RED 38 T, RED 62 T", "POS T 41-38", ["C40"]),
    "32 army": ("RED 41 TA, RED 38 T, RED 62 T", "POS A 41-38", []),
    "33": ("RED 41 TA", "POS A 41-40", ["C41"]),
    "34": ("RED 41 T, RED 40 T, RED 36 T", "POS T 40-41", ["W45"]),
    "cut off": ("RED 41 T, RED 40 T, RED P F, RED 5 T", "POS T 40-41", []),
    "S26": ("RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F", "POS F G-P", ["C43"]),
    "rest": ("RED 6 T, RED H F", "POS F H-A", ["C42"]),
    "aboard": ("RED 6 TT, RED H F", "POS T 6-H", []),
}


@pytest.mark.parametrize("case", POSITIONS)
def test_positions(case: str) -> None:
    board, text, wrong = POSITIONS[case]
    if case == "cut off":
        board = board.replace(", RED P F, RED 5 T", "")
        wrong = ["W45"]
    assert codes(turn(position(f"{board}, {FAR}"), text, 5, 5)) == wrong


def test_35_passage_for_a_fee() -> None:
    permit = Permit("BLU", "RED", ("H",), 1, 1)
    state = position(
        f"RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F, {FAR}",
        stock={"RED": {"y": 1}},
        permits={"RED": (permit,), "BLU": (permit,)},
    )
    assert codes(turn(state, "POS F G-P", 5, 5)) == ["C44"]
    table = turn(state, "POS F G-P PAYING 1", 5, 5)
    assert units(table, "P") == "RED F"
    assert (table.worth("RED"), table.stock["BLU"]) == (0, {"c": 1})


# --- deals -------------------------------------------------------------------------------------------------------


def traders(red: dict[str, int], blu: dict[str, int]) -> tuple[str, object]:
    state = position("RED 41 T, BLU 26 T, GRN 62 T", stock={"RED": red, "BLU": blu})
    step = play(state, {"RED": "TRADE BLU GIVE 2y GET 1R ROUNDS 2", "BLU": "TRADE RED GIVE 1R GET 2y ROUNDS 2"})
    told = "traded" if "traded" in kinds(step.events) else "open"
    return told, step.state.halves.get("RED", ())


def test_both_halves_and_both_goods() -> None:
    told, left = traders({"y": 2}, {"R": 1})
    assert (told, left) == ("traded", ())


def test_36_without_the_goods_it_stays_open() -> None:
    told, left = traders({"y": 1}, {"R": 1})
    assert told == "open" and len(left) == 2  # type: ignore[arg-type]


def test_37_waiting_for_the_other_half() -> None:
    assert errors(position("RED 41 T, BLU 26 T"), "TRADE BLU GIVE 2y GET 1R") == ["W71"]


def test_at_start_both_must_say_so() -> None:
    state = position("RED 41 T, BLU 26 T", stock={"RED": {"y": 2}, "BLU": {"R": 1}}, seats=("RED", "BLU"))
    said = {"RED": "TRADE BLU GIVE 2y GET 1R AT START", "BLU": "TRADE RED GIVE 1R GET 2y AT START"}
    events = kinds(play(state, said).events)
    assert events.index("traded") < events.index("tax")


def test_permit_and_revoke() -> None:
    state = position("RED 41 T, BLU 26 T", seats=("RED", "BLU"))
    after = play(state, {"RED": "PERMIT BLU SEA G,H ROUNDS 2 FEE 1"}).state
    assert after.permits["BLU"] == after.permits["RED"] == (Permit("RED", "BLU", ("G", "H"), 3, 1),)
    assert not play(after, {"RED": "REVOKE BLU"}).state.permits


# --- leaving -----------------------------------------------------------------------------------------------------


def test_s24_the_other_wins() -> None:
    state = position("RED 41 T, BLU 26 T", seats=("RED", "BLU"))
    assert play(state, {"RED": "RESIGN"}).state.ranks == {"BLU": 1, "RED": 2}


def test_42_ceded_and_burnt() -> None:
    state = position("RED 41 T, RED 40 TA, RED 36 T, BLU 26 T, GRN 62 T", stock={"RED": {"y": 1}})
    after = play(state, {"RED": "RESIGN ; CEDE 40,41 TO BLU ; BURN ALL"}).state
    assert (after.owner("40"), after.plot("40").units, after.owner("41")) == ("BLU", "TA", "BLU")
    assert after.owner("36") == ""
    assert after.out == ("RED",)


def test_cede_only_when_resigning() -> None:
    assert errors(position("RED 41 T, RED 40 T, BLU 26 T"), "CEDE 40 TO BLU") == ["C72"]


def test_46_a_goal_reached_by_two() -> None:
    options = Options(goal="cities", target=1)
    state = position("RED 41 T, BLU 26 T, BLU 25 T", options, ("RED", "BLU"))
    ranks = play(state, {}).state.ranks
    assert ranks == {"RED": 2, "BLU": 1}
    assert endings.reached(state, "RED") and endings.reached(state, "BLU")


def test_three_silent_rounds_are_a_resignation() -> None:
    state = position("RED 41 T, BLU 26 T, GRN 62 T")
    said = {"BLU": "RUN ALL", "GRN": "RUN ALL"}
    for _ in range(3):
        state = play(state, said).state
    assert state.out == ("RED",)
