"""The options where rule books differ, and the words in which outcomes are explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.diplomacy.adjudicate import MovementVerdicts, adjudicate_moves
from engines.diplomacy.commands import DEFAULT_RULINGS, Rulings
from engines.diplomacy.data import STANDARD
from engines.diplomacy.legality import why_illegal
from engines.diplomacy.state import DiplomacyOptions
from engines.diplomacy.units import CommandOutcome, Unit, UnitCommand, province_of
from engines.language import parse_orders
from tests.diplomacy.cases import read_cases

CASES = {case.number: case for case in read_cases(Path(__file__).with_name("datc"))}


def resolve_datc_case(number: str, rulings: Rulings = DEFAULT_RULINGS) -> MovementVerdicts:
    """A case of DATC under some rulings."""
    case = CASES[number]
    return adjudicate_moves(STANDARD, case.units, case.commands, rulings)


def test_in_a_paradox_all_moves_may_hold() -> None:
    """§8.2: under "all hold" the simple paradox moves nobody; under Szykman's ruling the fleet from Wales arrives."""
    assert resolve_datc_case("6.F.14").moved == {"WAL": "ENG"}
    held = resolve_datc_case("6.F.14", Rulings(paradox="all hold"))
    assert held.moved == {}
    assert held.outcomes["BRE"] == CommandOutcome("no convoy", note="paradox")


def test_all_hold_leaves_circular_movement_alone() -> None:
    """§8.1: units that go round are no paradox, under any ruling."""
    assert len(resolve_datc_case("6.C.1", Rulings(paradox="all hold")).moved) == 3


def test_intent_may_have_to_be_explicit() -> None:
    """§7.6: where only "via convoy" counts, a fleet of the same side does not make an army go by sea."""
    assert len(resolve_datc_case("6.G.5").moved) == 2
    assert resolve_datc_case("6.G.5", Rulings(intent="explicit")).moved == {}


def test_supports_may_have_to_name_the_coast() -> None:
    """§5.8: where coasts must be named, a support without one is void."""
    verdicts = resolve_datc_case("6.B.7", Rulings(coasts="named"))
    assert verdicts.moved == {"WES": "SPA/SC"}
    assert verdicts.outcomes["POR"].verdict == "void"


def test_only_where_there_are_two_the_coast_must_be_named() -> None:
    """§5.8, §14: a fleet in Gascony reaches the north coast of Spain only; a support without a coast means that."""
    standing = [Unit("F", "GAS", "FRANCE"), Unit("A", "MAR", "FRANCE"), Unit("A", "SPA", "ITALY")]
    units = {unit.at: unit for unit in standing}
    commands = {"GAS": UnitCommand("M", "SPA"), "MAR": UnitCommand("S", "SPA", "GAS")}
    assert adjudicate_moves(STANDARD, units, commands, Rulings(coasts="named")).moved == {"GAS": "SPA/NC"}


@pytest.mark.parametrize("rulings", [DEFAULT_RULINGS, Rulings(coasts="named")])
@pytest.mark.parametrize("named", ["SPA", "SPA/NC", "SPA/SC"])
def test_an_armys_coast_means_nothing(rulings: Rulings, named: str) -> None:
    """§5.8: its move is supported whatever coast the support names, or none."""
    standing = [Unit("A", "MAR", "FRANCE"), Unit("A", "GAS", "FRANCE"), Unit("A", "SPA", "ITALY")]
    units = {unit.at: unit for unit in standing}
    commands = {"MAR": UnitCommand("M", "SPA"), "GAS": UnitCommand("S", named, "MAR")}
    assert adjudicate_moves(STANDARD, units, commands, rulings).moved == {"MAR": "SPA"}


@pytest.mark.parametrize(
    ("line", "agreed"),
    [
        ("VICTORY 20", DiplomacyOptions(victory=20)),
        ("END 1910", DiplomacyOptions(end_year=1910)),
        ("PARADOX ALL-HOLD", DiplomacyOptions(rulings=Rulings(paradox="all hold"))),
        ("CONVOY EXPLICIT", DiplomacyOptions(rulings=Rulings(intent="explicit"))),
        ("COASTS NAMED", DiplomacyOptions(rulings=Rulings(coasts="named"))),
        ("DISORDER HOME", DiplomacyOptions(distance="home")),
        ("PARADOX SZYKMAN\nCONVOY OWN-FLEET\nCOASTS FREE\nDISORDER OWNED", DiplomacyOptions()),
    ],
)
def test_what_is_agreed_is_what_is_played(line: str, agreed: DiplomacyOptions) -> None:
    """§14: each option alone; the others are as usual."""
    assert ENGINE.start(parse_orders(ENGINE.setup, line).orders, LoadedDice()).state.options == agreed


def test_a_bounce_tells_the_strengths() -> None:
    """§6.2, §6.9: a bounced move names whom it bounced with and how strong both were."""
    assert resolve_datc_case("6.A.11").outcomes["VIE"] == CommandOutcome("bounced", ("VEN",), 1, 1)
    assert resolve_datc_case("6.D.10").outcomes["KIE"] == CommandOutcome("bounced", ("BER",), 0, 1, note="own unit")


def test_a_cut_names_who_cut() -> None:
    """§6.6, §6.8: a cut support names the attacker; one that fails only because its unit was dislodged says so."""
    assert resolve_datc_case("6.D.2").outcomes["TYR"] == CommandOutcome("cut", ("VIE",))
    assert resolve_datc_case("6.D.17").outcomes["CON"] == CommandOutcome("dislodged", ("ANK",), dislodged_by="ANK")


@pytest.mark.parametrize(
    ("number", "army", "by", "note"),
    [("6.F.7", "LON", ("SKA",), "disrupted"), ("6.F.16", "BRE", (), "paradox"), ("6.G.8", "BEL", (), "not ordered")],
)
def test_why_there_is_no_convoy(number: str, army: str, by: tuple[str, ...], note: str) -> None:
    """§7.3, §8.2: a failed crossing tells a broken convoy from a paradox and from a convoy nobody ordered."""
    assert resolve_datc_case(number).outcomes[army] == CommandOutcome("no convoy", by, note=note)


@pytest.mark.parametrize(
    ("unit", "command", "reason"),
    [
        ("A PAR", UnitCommand("M", "PAR"), "it is there already"),
        ("A PAR", UnitCommand("M", "MUN"), "PAR does not touch MUN, and no fleets could convoy there"),
        ("A PAR", UnitCommand("M", "ENG"), "an army cannot go to ENG"),
        ("F ROM", UnitCommand("M", "VEN"), "a fleet in ROM does not touch VEN"),
        ("F MAO", UnitCommand("M", "SPA"), "say which coast of SPA"),
        ("A PAR", UnitCommand("M", "SWI"), "SWI is no place to go"),
        ("A BUR", UnitCommand("M", "PAR", via=True), "no fleets could convoy there"),
        ("A BUR", UnitCommand("M", "PAR", route=("ENG",)), "no fleets could convoy there"),
        ("A PAR", UnitCommand("S", "", "BUD"), "no unit in BUD"),
        ("A PAR", UnitCommand("S", "", "PAR"), "a unit cannot support itself"),
        ("A PAR", UnitCommand("S", "", "KIE"), "A PAR does not touch KIE"),
        ("A PAR", UnitCommand("S", "BUR", "KIE"), "a fleet in KIE does not touch BUR"),
        ("F KIE", UnitCommand("C", "LON", "BUR"), "only a fleet at sea can convoy"),
        ("F MAO", UnitCommand("C", "LON", "KIE"), "no army in KIE"),
        ("F MAO", UnitCommand("C", "MAO", "BUR"), "an army cannot be convoyed to MAO"),
        ("F MAO", UnitCommand("C", "LON", "BUR"), "F MAO is on no route from BUR to LON"),
        ("F MAO", UnitCommand("M", "SPA/NC"), ""),
        ("A BUR", UnitCommand("S", "", "PAR"), ""),
    ],
)
def test_illegal_commands_say_why(unit: str, command: UnitCommand, reason: str) -> None:
    """§5.9: each command that is impossible in the position is refused in words; a possible one is not."""
    standing = [Unit("A", "PAR", "FRANCE"), Unit("A", "BUR", "FRANCE"), Unit("F", "MAO", "FRANCE")]
    standing += [Unit("F", "KIE", "GERMANY"), Unit("F", "ROM", "ITALY")]
    units = {province_of(each.at): each for each in standing}
    assert why_illegal(STANDARD, units, units[unit.split()[1]], command) == reason


def test_a_command_needs_a_unit() -> None:
    """A command to a province without a unit is a mistake of the caller."""
    with pytest.raises(KeyError):
        adjudicate_moves(STANDARD, {}, {"MAO": UnitCommand("C", "BRE", "LON")})
