"""The standard board is the one everybody plays on."""

from __future__ import annotations

import pytest

from engines.diplomacy.data import STANDARD, parse_unit
from engines.diplomacy.units import Unit, province_of


def test_counts() -> None:
    """§2.1, §2.5, §2.6, §3.5: 75 provinces, 34 centres, 22 units at the start, 22 home centres of 7 powers."""
    assert len(STANDARD.places) == 75
    assert len(STANDARD.centres) == 34
    assert len(STANDARD.start) == 22
    assert {seat: len(homes) for seat, homes in STANDARD.homes.items() if len(homes) != 3} == {"RUSSIA": 4}
    assert STANDARD.powers == ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def test_kinds() -> None:
    """§2.1, §2.3: 19 seas, 14 inland provinces, the rest coasts; three of these have two coasts."""
    kinds = [place.kind for place in STANDARD.places.values()]
    assert (kinds.count("sea"), kinds.count("inland"), kinds.count("coast")) == (19, 14, 42)
    assert {code for code, place in STANDARD.places.items() if place.coasts} == {"BUL", "SPA", "STP"}


def test_switzerland_is_shut() -> None:
    """§2.2: it is named, nobody's, and none of the provinces."""
    assert {at: (place.kind, place.home) for at, place in STANDARD.impassable.items()} == {"SWI": ("impassable", "")}
    assert "SWI" not in STANDARD.places


def test_what_touches_touches_back() -> None:
    """Every way leads both ways, for armies, for fleets and for borders."""
    for graph in (STANDARD.army, STANDARD.fleet, STANDARD.borders):
        assert all(a in graph[b] for a, touching in graph.items() for b in touching)


def test_pairs() -> None:
    """§2.2: 206 pairs of provinces touch, 211 with Switzerland, where nobody can be."""
    pairs = {frozenset((a, b)) for a, touching in STANDARD.borders.items() for b in touching}
    assert len(pairs) == 211
    assert len([pair for pair in pairs if "SWI" not in pair]) == 206


def test_units_stand_where_they_can() -> None:
    """§2.3, §3.2, §3.3: armies on land, fleets at sea or on a coast, one of two where there are two."""
    assert set(STANDARD.army) == {at for at, place in STANDARD.places.items() if place.kind != "sea"}
    armies, fleets = (
        {at for code in STANDARD.places for at in STANDARD.standing_places(kind, code)} for kind in ("A", "F")
    )
    assert (set(STANDARD.army), set(STANDARD.fleet)) == (armies, fleets)
    assert all(unit.at in (STANDARD.army if unit.kind == "A" else STANDARD.fleet) for unit in STANDARD.start)


def test_start_is_in_the_home_centres() -> None:
    """§2.6, §3.5: every power starts with one unit in each of its home centres."""
    for seat, homes in STANDARD.homes.items():
        assert {province_of(unit.at) for unit in STANDARD.start if unit.seat == seat} == set(homes)
        assert set(homes) <= STANDARD.centres


def test_names_mean_one_province() -> None:
    """No code, name or other name is given to two provinces."""
    named = [
        name.upper()
        for place in (*STANDARD.places.values(), *STANDARD.impassable.values())
        for name in {place.code, place.name.upper(), *map(str.upper, place.names)}
    ]
    assert len(named) == len(set(named))


def test_some_ways_that_are_easily_got_wrong() -> None:
    """§2.3, §2.4, §3.3: Sweden and Denmark touch, Rome and Venice only for armies, and coasts matter to fleets."""
    assert "SWE" in STANDARD.army["DEN"] and "SWE" in STANDARD.fleet["DEN"]
    assert "VEN" in STANDARD.army["ROM"] and "VEN" not in STANDARD.fleet["ROM"]
    assert STANDARD.touched_provinces(Unit("F", "STP/NC", "RUSSIA")) == {"BAR", "NWY"}
    assert STANDARD.reachable_locations(Unit("F", "MAO", "FRANCE")) >= {"SPA/NC", "SPA/SC"}
    assert "SPA" in STANDARD.touched_provinces(Unit("F", "MAO", "FRANCE"))


def test_waterways() -> None:
    """§2.4: fleets pass through Kiel, Constantinople, Denmark and Sweden, which have one coast; none convoys there."""
    through = {"KIE": {"HEL", "BAL"}, "CON": {"AEG", "BLA"}, "DEN": {"SKA", "BAL", "SWE"}, "SWE": {"SKA", "BAL", "DEN"}}
    assert all(STANDARD.fleet[at] >= both for at, both in through.items())
    assert {coast for at in through for coast in STANDARD.places[at].coasts} == set()
    assert "BAL" not in STANDARD.borders["SKA"]
    assert STANDARD.seas.isdisjoint(through)


def test_what_is_no_unit_is_said() -> None:
    """§3.1: there are armies and fleets."""
    with pytest.raises(ValueError, match="'X PAR' is no unit: write A or F and its place"):
        parse_unit("X PAR", "FRANCE")
