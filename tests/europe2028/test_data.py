"""The regions and empires as they come (§1), and an owner's own: faults name their line."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engines import states
from engines.data import DataError
from engines.dice import KeyedDice
from engines.europe2028 import ENGINE
from engines.europe2028.data import FILES, REGIONS, STANDARD
from engines.europe2028.drawing import empire_styles
from engines.language import parse_orders

TEXT = FILES[REGIONS]
REGION = {
    "code": "NEW",
    "name": "New Land",
    "group": "Unaffiliated",
    "vp": 2,
    "coins": 2,
    "influence": 1,
    "original": "",
    "damaged": False,
    "feature": "",
}


# --- as it comes --------------------------------------------------------------------------------------------------


def test_the_sums() -> None:
    """§1.2: 35 regions; outside the original ones 102 VP, 51 levels, 70 coins; original ones 74 VP."""
    originals = [region for region in STANDARD.regions.values() if region.original]
    others = [region for region in STANDARD.regions.values() if not region.original]
    assert (len(originals), len(others)) == (11, 24)
    assert sum(region.vp for region in originals) == 74
    assert sum(region.vp for region in others) == 102
    assert sum(region.influence for region in others) == 51
    assert sum(region.coins for region in others) == 70
    assert all(region.influence == -(-region.vp // 2) for region in STANDARD.regions.values())


EMPIRES = {
    "PB": ("PAR BER", "GER NFR SFR", 10, 4, 10),
    "OT": ("IST", "ANA GRE SBA CYP", 10, 4, 16),
    "RU": ("MOS SIB", "VLA STA UKR", 12, 4, 18),
    "EA": ("POL AUH", "CZS ROM NBA", 12, 4, 14),
    "NF": ("LON DEN", "FIN SWE ENG", 10, 6, 18),
    "MC": ("RME CAT", "POR ITA NAF", 10, 4, 16),
}
"""§1.4: start regions, open objective, VP and coins at the start, VP of the objective."""


@pytest.mark.parametrize("code", EMPIRES)
def test_empires(code: str) -> None:
    start, objective, vp, coins, worth = EMPIRES[code]
    empire = STANDARD.empires[code]
    assert (" ".join(empire.start), " ".join(empire.objective)) == (start, objective)
    own = [STANDARD.regions[each] for each in empire.start]
    assert sum(region.vp // (2 if region.damaged else 1) for region in own) == vp
    assert sum(region.coins // (2 if region.damaged else 1) for region in own) == coins
    assert sum(STANDARD.regions[each].vp for each in empire.objective) == worth


def test_features() -> None:
    """§1.3."""
    found = {region.code: region.feature for region in STANDARD.regions.values() if region.feature}
    assert found == {
        "PAR": "LAND_CUL_1_UNDAMAGED",
        "BER": "LAND_POL_CLUBS5_UNDAMAGED",
        "IST": "LAND_MIL_1",
        "MOS": "DAMAGE_OTHER_5",
        "AUH": "LAND_ECO_POL_1",
        "LON": "LAND_ECO_FREE_UNDAMAGED",
        **dict.fromkeys(("ANA", "GRE", "SBA", "CYP"), "OTTOMAN"),
    }


# --- an owner's own -----------------------------------------------------------------------------------------------


def test_an_owner_may_change_the_regions() -> None:
    own = ENGINE.with_files({REGIONS: TEXT.replace('"name": "Switzerland"', '"name": "Helvetia"')})
    state = own.start((), KeyedDice(b"europe2028", "0")).state
    assert state.get_region("SWI").name == "Helvetia"
    assert ENGINE.world.regions["SWI"].name == "Switzerland"


def test_an_owner_may_add_a_region_and_space_his_file_as_he_likes() -> None:
    data = json.loads(TEXT)
    data["regions"].append(REGION)
    own = ENGINE.with_files({REGIONS: json.dumps(data, indent=2)})
    assert own.world.regions["NEW"].vp == 2
    state = own.start((), KeyedDice(b"europe2028", "0")).state
    assert len(state.market) + len(state.deck) == 25


def of_ones_own(*codes: str) -> str:
    """Empires of an owner's own with a region each, and eight regions that are nobody's."""
    own = [{"code": c, "name": f"Étoile {c}", "start": f"{c}O", "objective": "NEA NEB"} for c in codes]
    starts = [{**REGION, "code": f"{c}O", "original": c} for c in codes]
    others = [{**REGION, "code": f"NE{c}", "name": f"Łódź {c}"} for c in "ABCDEFGH"]
    return json.dumps({"empires": own, "regions": [*starts, *others]})


def test_empires_of_an_owners_own_play() -> None:
    """All of them if there are fewer than six; a market of PLAYERS+2 knows how many."""
    own = ENGINE.with_files({REGIONS: of_ones_own("AA", "BB", "PA")})
    said = parse_orders(own.setup, "MARKET PLAYERS+2").orders
    assert [seat.code for seat in own.seats(())] == ["AA", "BB", "PA"]
    start = own.start(said, KeyedDice(b"europe2028", "0")).state
    assert (start.options.players, len(start.market), len(start.deck)) == (3, 5, 3)
    assert len({style.letter for style in empire_styles(start).values()}) == 3
    mixed = ENGINE.with_files({REGIONS: of_ones_own("AA", "PB", "RU")})
    assert [seat.code for seat in mixed.seats(())] == ["PB", "RU", "AA"]


def test_empires_of_an_owners_own_are_chosen_by_name() -> None:
    own = ENGINE.with_files({REGIONS: of_ones_own("AA", "BB", "PA")})
    said = parse_orders(own.setup, "EMPIRES PA AA")
    assert not said.remarks
    assert [seat.code for seat in own.seats(said.orders)] == ["AA", "PA"]


def test_in_a_world_without_moscow_nobody_damages() -> None:
    own = ENGINE.with_files({REGIONS: of_ones_own("AA", "BB")})
    state = replace(own.start((), KeyedDice(b"europe2028", "0")).state, kind="round", phase="R1", round=1)
    grammar = own.grammar(state, "AA")
    assert grammar is not None
    (said,) = parse_orders(grammar, "DAMAGE BBO").remarks
    assert "you do not hold a region that can" in said.text


@pytest.mark.parametrize(
    ("codes", "text", "told"),
    [
        (["AA"], "", "is only 1 empire"),
        (["AA", "BB"], "PLAYERS 3", "are only 2 empires"),
        (["AA", "BB"], "PLAYERS 3\nPB-REQUIRED OFF", "are only 2 empires"),
        (["PB", "AA"], "PLAYERS 3", "are only 2 empires"),
    ],
)
def test_too_few_empires(codes: list[str], text: str, told: str) -> None:
    own = ENGINE.with_files({REGIONS: of_ones_own(*codes)})
    with pytest.raises(ValueError, match=f"^There {told}"):
        own.seats(parse_orders(own.setup, text).orders)


def test_files_from_the_time_of_tiles_are_read() -> None:
    """And positions that were stored then: what they hold is kept, as their hashes cover it."""
    data = json.loads(TEXT)
    data["regions"].append(REGION | {"tile": "10 10"})
    own = ENGINE.with_files({REGIONS: json.dumps(data)})
    assert own.world.regions["NEW"].tile == "10 10"
    state = own.start((), KeyedDice(b"europe2028", "0")).state
    assert states.load_state(type(state), states.dump_state(state)) == state
    assert '"tile":"10 10"' in states.dump_state(state)


def test_an_empire_of_an_owners_own_is_played() -> None:
    """It comes after those of the box, and has a colour of its own."""
    data = json.loads(TEXT)
    data["empires"] = [row for row in data["empires"] if row["code"] in ("PB", "RU", "EA", "OT")]
    data["regions"] = [row | {"original": ""} if row["original"] in ("NF", "MC") else row for row in data["regions"]]
    data["regions"].append(REGION | {"original": "ZZ"})
    data["empires"].append({"code": "ZZ", "name": "New Empire", "start": "NEW", "objective": "GER"})
    own = ENGINE.with_files({REGIONS: json.dumps(data)})
    said = parse_orders(own.setup, "PLAYERS 5").orders
    assert tuple(seat.code for seat in own.seats(said)) == ("PB", "RU", "EA", "OT", "ZZ")
    state = own.start(said, KeyedDice(b"europe2028", "0")).state
    assert state.held["NEW"].seat == "ZZ"
    assert len({style.fill for style in empire_styles(state).values()}) == 5
    with pytest.raises(ValueError, match="only 5 empires"):
        own.seats(parse_orders(own.setup, "PLAYERS 6").orders)


FAULTS: dict[str, tuple[str, str, str, str]] = {
    "no comma": ("GER", '"vp": 4, ', '"vp": 4 ', "this is no JSON"),
    "a field missing": ("GER", '"vp": 4, ', "", "“vp” is missing"),
    "a field too many": ("GER", '"vp": 4, ', '"vp": 4, "army": 1, ', "“army” is no field of a region"),
    "vp a text": ("GER", '"vp": 4', '"vp": "four"', "“vp” must be a whole number"),
    "vp not whole": ("GER", '"vp": 4', '"vp": 4.5', "“vp” must be a whole number"),
    "vp true": ("GER", '"vp": 4', '"vp": true', "“vp” must be a whole number"),
    "vp zero": ("GER", '"vp": 4', '"vp": 0', "a region has VP"),
    "odd coins": ("GER", '"coins": 4', '"coins": 3', "an even number of coins"),
    "coins below zero": ("GER", '"coins": 4', '"coins": -2', "an even number of coins"),
    "no levels": ("GER", '"influence": 2', '"influence": 0', "1 to 9 levels"),
    "a name of digits": ("GER", '"name": "Germany"', '"name": 5', "“name” must be a text"),
    "damaged a word": ("GER", '"damaged": false', '"damaged": "no"', "“damaged” must be true or false"),
    "no such feature": ("MOS", "DAMAGE_OTHER_5", "FLY", "there is no feature FLY"),
    "one code twice": ("NFR", '"code": "NFR"', '"code": "GER"', "GER stands here a second time"),
    "a code too long": ("GER", '"code": "GER"', '"code": "Germany"', "two or three capital letters"),
    "a code that means something": ("GER", '"code": "GER"', '"code": "ANY"', "none of ANY"),
    "owned by nobody known": ("GER", '"original": ""', '"original": "XX"', "XX does not name it"),
    "not among the start regions": ("GER", '"original": ""', '"original": "EA"', "EA does not name it"),
    "a start region that is no original": ("RU", "MOS SIB", "MOS SIB UKR", "UKR does not name it"),
    "no start region": ("PB", '"start": "PAR BER"', '"start": ""', "an empire begins with a region"),
    "no region it wants": ("RU", '"objective": "VLA STA UKR"', '"objective": ""', "wants one at least"),
    "a start region that is not there": ("RU", "MOS SIB", "MOS SIB ZZZ", "there is no region ZZZ"),
    "an objective that is not there": ("RU", "VLA STA UKR", "VLA ZZZ", "there is no region ZZZ"),
    "no objective": ("RU", ', "objective": "VLA STA UKR"', "", "“objective” is missing"),
    "an objective of digits": ("RU", '"objective": "VLA STA UKR"', '"objective": 3', "“objective” must be a text"),
    "one empire twice": ("OT", '"code": "OT"', '"code": "PB"', "PB stands here a second time"),
}
"""In whose line what is replaced by what, and what is told."""


@pytest.mark.parametrize("case", FAULTS)
def test_faults_name_their_line(case: str) -> None:
    code, old, new, why = FAULTS[case]
    lines = TEXT.splitlines()
    at = next(n for n, line in enumerate(lines) if f'"code": "{code}"' in line)
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new)
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({REGIONS: "\n".join(lines)})
    assert caught.value.file == REGIONS
    assert why in caught.value.why
    assert caught.value.line == at + 1


@pytest.mark.parametrize(("levels", "good"), [(1, True), (9, True), (10, False)])
def test_how_many_levels_there_may_be(levels: int, good: bool) -> None:
    text = TEXT.replace('"coins": 4, "influence": 2', f'"coins": 4, "influence": {levels}', 1)
    if good:
        assert ENGINE.with_files({REGIONS: text}).world.regions["GER"].influence == levels
    else:
        with pytest.raises(DataError, match="1 to 9 levels"):
            ENGINE.with_files({REGIONS: text})


def test_the_poorest_region_there_may_be() -> None:
    """One VP, one level, and no coins."""
    data = json.loads(TEXT)
    data["regions"].append(REGION | {"vp": 1, "influence": 1, "coins": 0})
    region = ENGINE.with_files({REGIONS: json.dumps(data)}).world.regions["NEW"]
    assert (region.vp, region.influence, region.coins) == (1, 1, 0)


def test_a_region_is_not_called_as_an_empire() -> None:
    with pytest.raises(DataError, match="PB is an empire and a region"):
        ENGINE.with_files({REGIONS: TEXT.replace('"code": "GER"', '"code": "PB"')})


@pytest.mark.parametrize("text", ["", "[]", "3", '{"regions": []}', '{"regions": [3], "empires": []}', "[" * 100_000])
def test_files_that_are_nothing_of_the_kind(text: str) -> None:
    with pytest.raises(DataError):
        ENGINE.with_files({REGIONS: text})


@pytest.mark.parametrize("key", ["regions", "empires"])
@pytest.mark.parametrize("row", [None, 3, "GER", [], {}, {"code": ["GER"]}], ids=str)
def test_rows_that_are_nothing_of_the_kind(key: str, row: Any) -> None:
    data = json.loads(TEXT)
    data[key].append(row)
    with pytest.raises(DataError):
        ENGINE.with_files({REGIONS: json.dumps(data)})
