"""Who gets where, power against power: small positions, each played by letters (§6, §7)."""

from __future__ import annotations

import pytest

from engines.diplomacy import prose
from engines.diplomacy.state import DiplomacyState
from tests.diplomacy.letters import on_board, resolve_letters, units_of


def board(units: dict[str, str]) -> DiplomacyState:
    return on_board("S1902M", None, None, **units)


@pytest.mark.parametrize("attackers", [1, 2, 3])
@pytest.mark.parametrize("defenders", [0, 1, 2])
def test_more_strength_gets_in(attackers: int, defenders: int) -> None:
    """§6.1, §6.3: each support adds one; the unit that holds is driven out by more than its own strength, never by as
    much."""
    attack = ["Germany: A MUN - BUR", "Italy: A MAR S A MUN - BUR", "Germany: A RUH S A MUN - BUR"][:attackers]
    defence = ["England: A PAR S A BUR", "France: A GAS S A BUR"][:defenders]
    units = {"germany": "A MUN, A RUH", "italy": "A MAR", "england": "A PAR", "france": "A BUR, A GAS"}
    after = resolve_letters(board(units), "\n".join((*attack, *defence))).state
    assert bool(after.dislodged) is (attackers > 1 + defenders)
    assert ("A BUR" in units_of(after, "GERMANY")) is bool(after.dislodged)


@pytest.mark.parametrize(("french", "german"), [(1, 1), (2, 2), (2, 1), (1, 2)])
def test_the_strongest_enters_an_empty_province(french: int, german: int) -> None:
    """§6.2: of two that are equal neither."""
    lines = ["France: A PAR - BUR", "France: A MAR S A PAR - BUR"][:french]
    lines += ["Germany: A MUN - BUR", "Germany: A RUH S A MUN - BUR"][:german]
    after = resolve_letters(board({"france": "A PAR, A MAR", "germany": "A MUN, A RUH"}), "\n".join(lines)).state
    assert ("A BUR" in units_of(after, "FRANCE"), "A BUR" in units_of(after, "GERMANY")) == (
        french > german,
        german > french,
    )


def test_a_cut_support_does_not_count() -> None:
    """§6.6: cut by a unit of whomever, even one that bounces; uncut, the same attack succeeds."""
    units = {"france": "A PAR, A MAR", "germany": "A BUR", "italy": "A PIE"}
    attack = "France: A PAR - BUR\nFrance: A MAR S A PAR - BUR"
    assert resolve_letters(board(units), attack).state.dislodged
    assert not resolve_letters(board(units), f"{attack}\nItaly: A PIE - MAR").state.dislodged


def test_own_units_do_not_cut_and_are_not_dislodged() -> None:
    """§6.9: whoever attacks his own supporting unit harms nothing; nor does he drive it out with help."""
    units = {"france": "A PAR, A MAR, A GAS", "germany": "A BUR", "italy": "A PIE"}
    lines = "France: A PAR - BUR\nFrance: A MAR S A PAR - BUR\nFrance: A GAS - MAR\nItaly: A PIE S A GAS - MAR"
    after = resolve_letters(board(units), lines).state
    assert units_of(after, "FRANCE") == "A BUR, A GAS, A MAR"
    assert [str(one.unit) for one in after.dislodged] == ["A BUR"] and after.dislodged[0].unit.seat == "GERMANY"


def test_an_own_attack_does_not_shield_from_a_foreign_one() -> None:
    """§6.6, §6.9: the support is cut though one's own unit went there as well."""
    units = {"france": "A PAR, A MAR, A GAS", "germany": "A BUR", "italy": "A PIE"}
    lines = "France: A PAR - BUR\nFrance: A MAR S A PAR - BUR\nFrance: A GAS - MAR\nItaly: A PIE - MAR"
    assert not resolve_letters(board(units), lines).state.dislodged


def test_all_or_some_units_are_ordered() -> None:
    """§5.2, §5.9: what is not named holds; it is supported to hold as if it had been told to."""
    units = {"france": "A BUR, A PAR", "germany": "A MUN, A RUH"}
    attack = "Germany: A MUN - BUR\nGermany: A RUH S A MUN - BUR"
    assert resolve_letters(board(units), attack).state.dislodged
    assert not resolve_letters(board(units), f"{attack}\nFrance: A PAR S A BUR").state.dislodged


def test_there_is_one_unit_in_a_province() -> None:
    """§3.4: three that go to one place stay where they are, and who enters makes room first."""
    units = {"france": "A PAR, A MAR", "germany": "A BUR", "italy": "A PIE"}
    after = resolve_letters(
        board(units), "France: A PAR - BUR\nGermany: A BUR - MAR\nFrance: A MAR - SPA\nItaly: A PIE - MAR"
    ).state
    assert (units_of(after, "FRANCE"), units_of(after, "GERMANY"), units_of(after, "ITALY")) == (
        "A PAR, A SPA",
        "A BUR",
        "A PIE",
    )


# --- what hangs on each other -------------------------------------------------------------------------------------


def results(units: dict[str, str], text: str) -> dict[str, str]:
    """Return what became of each order, by unit."""
    return {
        e.args["unit"]: prose.describe_reason(e.args)
        for e in resolve_letters(board(units), text).events
        if e.kind == "order"
    }


def test_a_convoy_that_was_in_doubt_holds_in_the_end() -> None:
    """§7.5, §8.1: the army lands on the unit that helps to attack its fleet; but that support is cut by another, too.

    So the fleet stays, the army crosses, and is told that it bounced, not that it had no convoy.
    """
    units = {"england": "F LON, F WAL", "france": "A BRE, F ENG, F IRI", "germany": "F NTH"}
    text = """England: F WAL - ENG
    England: F LON S F WAL - ENG
    France: A BRE - LON
    France: F ENG C A BRE - LON
    France: F IRI S F ENG
    Germany: F NTH - LON"""
    found = results(units, text)
    assert found["F ENG"] == "convoys" and found["A BRE"] == "bounced: strength 1 against 1 of London and North Sea"


LANDING = """Austria: F IRI - ENG
Austria: F BEL S F IRI - ENG
England: A LON - BEL
England: F ENG C A LON - BEL
France: A PIC S A LON - BEL
Germany: A RUH - BEL
Germany: A HOL S A RUH - BEL
"""


def test_an_army_that_crosses_keeps_others_out() -> None:
    """§6.2, §7.5: whether the convoy holds is settled before anybody enters where the army lands."""
    units = {"austria": "F IRI, F BEL", "england": "A LON, F ENG", "france": "A PIC, F BRE", "germany": "A RUH, A HOL"}
    found = results(units, f"{LANDING}France: F BRE S F ENG")
    assert found["A LON"] == "bounced: strength 2 against 2 of Ruhr"
    assert found["A RUH"] == "bounced: strength 2 against 2 of London"


def test_an_army_that_does_not_cross_keeps_nobody_out() -> None:
    """§7.5: nor is a rival held off by a convoy that is broken in the end."""
    units = {"austria": "F IRI, F BEL, F BRE", "england": "A LON, F ENG", "france": "A PIC", "germany": "A RUH, A HOL"}
    found = results(units, f"{LANDING}Austria: F BRE S F IRI - ENG")
    assert found["A LON"] == "no convoy: the convoy was broken from Irish Sea" and found["A RUH"] == "moves"
