"""Who gets where, power against power: small positions, each played by letters (§6, §7)."""

from __future__ import annotations

import pytest

from engines.diplomacy.state import State
from tests.diplomacy.letters import on_board, played, units_of


def board(units: dict[str, str]) -> State:
    return on_board("S1902M", None, None, **units)


@pytest.mark.parametrize("attackers", [1, 2, 3])
@pytest.mark.parametrize("defenders", [0, 1, 2])
def test_more_strength_gets_in(attackers: int, defenders: int) -> None:
    """§6.1, §6.3: each support adds one; the unit that holds is driven out by more than its own strength, never by as
    much."""
    attack = ["Germany: A MUN - BUR", "Italy: A MAR S A MUN - BUR", "Germany: A RUH S A MUN - BUR"][:attackers]
    defence = ["England: A PAR S A BUR", "France: A GAS S A BUR"][:defenders]
    units = {"germany": "A MUN, A RUH", "italy": "A MAR", "england": "A PAR", "france": "A BUR, A GAS"}
    after = played(board(units), "\n".join((*attack, *defence))).state
    assert bool(after.dislodged) is (attackers > 1 + defenders)
    assert ("A BUR" in units_of(after, "GERMANY")) is bool(after.dislodged)


@pytest.mark.parametrize(("french", "german"), [(1, 1), (2, 2), (2, 1), (1, 2)])
def test_the_strongest_enters_an_empty_province(french: int, german: int) -> None:
    """§6.2: of two that are equal neither."""
    lines = ["France: A PAR - BUR", "France: A MAR S A PAR - BUR"][:french]
    lines += ["Germany: A MUN - BUR", "Germany: A RUH S A MUN - BUR"][:german]
    after = played(board({"france": "A PAR, A MAR", "germany": "A MUN, A RUH"}), "\n".join(lines)).state
    assert ("A BUR" in units_of(after, "FRANCE"), "A BUR" in units_of(after, "GERMANY")) == (
        french > german,
        german > french,
    )


def test_a_cut_support_does_not_count() -> None:
    """§6.6: cut by a unit of whomever, even one that bounces; uncut, the same attack succeeds."""
    units = {"france": "A PAR, A MAR", "germany": "A BUR", "italy": "A PIE"}
    attack = "France: A PAR - BUR\nFrance: A MAR S A PAR - BUR"
    assert played(board(units), attack).state.dislodged
    assert not played(board(units), f"{attack}\nItaly: A PIE - MAR").state.dislodged


def test_own_units_do_not_cut_and_are_not_dislodged() -> None:
    """§6.9: whoever attacks his own supporting unit harms nothing; nor does he drive it out with help."""
    units = {"france": "A PAR, A MAR, A GAS", "germany": "A BUR", "italy": "A PIE"}
    lines = "France: A PAR - BUR\nFrance: A MAR S A PAR - BUR\nFrance: A GAS - MAR\nItaly: A PIE S A GAS - MAR"
    after = played(board(units), lines).state
    assert units_of(after, "FRANCE") == "A BUR, A GAS, A MAR"
    assert [str(one.unit) for one in after.dislodged] == ["A BUR"] and after.dislodged[0].unit.seat == "GERMANY"


def test_all_or_some_units_are_ordered() -> None:
    """§5.2, §5.9: what is not named holds; it is supported to hold as if it had been told to."""
    units = {"france": "A BUR, A PAR", "germany": "A MUN, A RUH"}
    attack = "Germany: A MUN - BUR\nGermany: A RUH S A MUN - BUR"
    assert played(board(units), attack).state.dislodged
    assert not played(board(units), f"{attack}\nFrance: A PAR S A BUR").state.dislodged


def test_there_is_one_unit_in_a_province() -> None:
    """§3.4: three that go to one place stay where they are, and who enters makes room first."""
    units = {"france": "A PAR, A MAR", "germany": "A BUR", "italy": "A PIE"}
    after = played(
        board(units), "France: A PAR - BUR\nGermany: A BUR - MAR\nFrance: A MAR - SPA\nItaly: A PIE - MAR"
    ).state
    assert (units_of(after, "FRANCE"), units_of(after, "GERMANY"), units_of(after, "ITALY")) == (
        "A PAR, A SPA",
        "A BUR",
        "A PIE",
    )
