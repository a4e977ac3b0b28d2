"""Ownership, builds and removals beyond what the test cases of DATC ask."""

from __future__ import annotations

from engines.diplomacy.adjustments import (
    build_options,
    centre_owners,
    disorder_order,
    resolve_builds,
    shortest_way_length,
    unit_balance,
)
from engines.diplomacy.data import STANDARD, parse_unit
from engines.diplomacy.units import Province, Unit, province_of

HOMES = {at: seat for seat, homes in STANDARD.homes.items() for at in homes}


def standing(seat: str, *texts: str) -> dict[Province, Unit]:
    """Units of one side, by province."""
    return {province_of(unit.at): unit for unit in (parse_unit(text, seat) for text in texts)}


def test_centres_change_hands_only_when_entered() -> None:
    """§10.1: to whoever stands in it, else to whom it belonged; other provinces belong to nobody."""
    owners = centre_owners(STANDARD, standing("RUSSIA", "A BER", "A SIL", "F SWE"), HOMES)
    assert owners == {**HOMES, "BER": "RUSSIA", "SWE": "RUSSIA"}
    assert unit_balance(standing("RUSSIA", "A BER", "A SIL", "F SWE"), owners, "RUSSIA") == 3


def test_what_can_be_built() -> None:
    """§10.3: armies anywhere at home, fleets on each coast there is."""
    options = build_options(STANDARD, standing("RUSSIA", "A SEV"), HOMES, "RUSSIA")
    assert list(map(str, options)) == ["A MOS", "A STP", "F STP/NC", "F STP/SC", "A WAR"]


def test_no_more_is_built_than_allowed() -> None:
    """§10.2, §10.3: a side with nothing to build builds nothing, whatever it wants; one in a province at most."""
    options = build_options(STANDARD, {}, HOMES, "FRANCE")
    assert resolve_builds(options, options, 0) == ()
    assert resolve_builds(options, options, -2) == ()
    assert list(map(str, resolve_builds(options, options, 9))) == ["A BRE", "A MAR", "A PAR"]


def test_fleets_sail_home_by_the_older_rule() -> None:
    """§11.2: a fleet in Berlin is two steps from Warsaw, but three from St Petersburg if it has to sail."""
    units = standing("RUSSIA", "F BER", "A TYR")
    assert list(map(str, disorder_order(STANDARD, units, HOMES, "RUSSIA"))) == ["A TYR", "F BER"]
    assert list(map(str, disorder_order(STANDARD, units, HOMES, "RUSSIA", "home"))) == ["F BER", "A TYR"]


def test_without_a_centre_all_are_equally_far() -> None:
    """§11.2: a side that owns nothing loses its fleets first, then its armies by the alphabet."""
    units = standing("TURKEY", "A SMY", "F AEG", "A ANK")
    assert list(map(str, disorder_order(STANDARD, units, {}, "TURKEY"))) == ["F AEG", "A ANK", "A SMY"]
    assert shortest_way_length(STANDARD.army, {"LON"}, {"PAR"}) == len(STANDARD.army) + 1


def test_steps_are_counted_from_province_to_province() -> None:
    """§11.2: none to where one is, one to a neighbour; the shortest way counts."""
    ways = {"PAR": 0, "BUR": 1, "MUN": 2, "BOH": 3}
    assert {at: shortest_way_length(STANDARD.army, {"PAR"}, {at}) for at in ways} == ways
    assert shortest_way_length(STANDARD.army, {"PAR"}, {"BOH", "MUN"}) == 2
