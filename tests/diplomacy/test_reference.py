"""The adjudicator agrees with the slow reference; `python -m tests.diplomacy.test_reference 200000` tries many more."""

from __future__ import annotations

import sys
from random import Random

import pytest

from engines.diplomacy.adjudicate import MovementVerdicts, adjudicate_moves
from engines.diplomacy.commands import Rulings
from engines.diplomacy.data import STANDARD
from engines.diplomacy.units import Province, Unit, UnitCommand
from tests.diplomacy.dense import dense_position
from tests.diplomacy.reference import Result, reference

ALL_HOLD = Rulings(paradox="all hold")


def compare(units: dict[Province, Unit], commands: dict[Province, UnitCommand]) -> Result:
    """The result on which both agree, under either ruling."""
    result = reference(STANDARD, units, commands)
    verdicts = adjudicate_moves(STANDARD, units, commands)
    assert (verdicts.moved, verdicts.dislodged) == (result.moved, result.dislodged), (units, commands)
    assert verdicts.contested_provinces == result.contested, (units, commands)
    assert len(verdicts.units_after) == len(units) - len(verdicts.dislodged), (units, commands)
    told = {at for at, command in commands.items() if command.kind == "M" and succeeds(verdicts, at)}
    assert told == verdicts.moved.keys(), (units, commands)
    if result.paradoxes:
        other = reference(STANDARD, units, commands, all_hold=True)
        verdicts = adjudicate_moves(STANDARD, units, commands, ALL_HOLD)
        assert (verdicts.moved, verdicts.dislodged) == (other.moved, other.dislodged), ("all hold", units, commands)
    return result


def succeeds(verdicts: MovementVerdicts, at: Province) -> bool:
    """Return whether the reasons say that the order succeeded."""
    return verdicts.outcomes[at].verdict == "succeeds"


@pytest.mark.parametrize("seed", range(300))
def test_random_positions(seed: int) -> None:
    """On crowded random positions both give the same moves and dislodge the same units."""
    compare(*dense_position(Random(seed)))


def main(count: int, first: int = 0) -> None:
    """Compares on `count` positions and says how many of them held a ring or a paradox."""
    rings = paradoxes = 0
    for seed in range(first, first + count):
        result = compare(*dense_position(Random(seed)))
        rings += result.rings > 0
        paradoxes += result.paradoxes > 0
    print(f"{count} positions agree, {rings} with units going round, {paradoxes} with a convoy paradox")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
