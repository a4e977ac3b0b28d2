"""Every case of section 6 of the Diplomacy Adjudicator Test Cases 3.2, with the rulings it prefers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engines.diplomacy.adjudicate import MovementVerdicts, adjudicate_moves
from engines.diplomacy.adjustments import build_options, resolve_builds, resolve_removals, unit_balance
from engines.diplomacy.data import STANDARD, parse_unit
from engines.diplomacy.retreats import resolve_retreats, retreat_options
from engines.diplomacy.units import Province
from tests.diplomacy.cases import Case, read_cases

CASES = read_cases(Path(__file__).with_name("datc"))
NUMBERS = {"A": 12, "B": 19, "C": 9, "D": 35, "E": 15, "F": 30, "G": 20, "H": 17, "I": 7, "J": 11}


def test_every_number_is_there() -> None:
    """No case of the document is left out."""
    found = Counter(number.split(".")[1] for number in {case.number for case in CASES})
    assert found == NUMBERS


@pytest.mark.parametrize("case", [case for case in CASES if case.moves], ids=str)
def test_moves(case: Case) -> None:
    """Each order of the movement phase gets the verdict the case demands, and each unit ends where it should."""
    verdicts = adjudicate_moves(STANDARD, case.units, case.commands)
    judged = {line.at: line.expected for line in case.moves if line.seat == case.units[line.at].seat}
    assert {at: verdict_on(verdicts, at) for at in judged} == judged
    arrived = {at for at, command in case.commands.items() if command.kind == "M" and judged[at] == "succeeds"}
    assert verdicts.moved.keys() == arrived


def verdict_on(verdicts: MovementVerdicts, at: Province) -> str:
    """The verdict in the words of the cases."""
    outcome = verdicts.outcomes[at]
    besides = outcome.dislodged_by and outcome.verdict != "dislodged"
    return f"{outcome.verdict}, dislodged" if besides else outcome.verdict


@pytest.mark.parametrize("case", [case for case in CASES if case.retreats], ids=str)
def test_retreats(case: Case) -> None:
    """Each dislodged unit retreats or is disbanded as the case demands; other orders are ignored."""
    verdicts = adjudicate_moves(STANDARD, case.units, case.commands)
    wanted = {}
    for line in case.retreats:
        if line.at in verdicts.dislodged and line.words[0] == "-":
            barred = verdicts.barred_province(line.at)
            options = retreat_options(
                STANDARD, verdicts.units_after, case.units[line.at], barred, verdicts.contested_provinces
            )
            if line.words[1] in options:
                wanted[line.at] = line.words[1]
    retreated = resolve_retreats(wanted)
    fates = {at: "retreats" if at in retreated else "disbanded" for at in verdicts.dislodged}
    assert {line.at: fates.get(line.at, "ignored") for line in case.retreats} == {
        line.at: line.expected for line in case.retreats
    }


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.winter and case.winter[0].words[0] == "build"], ids=str
)
def test_builds(case: Case) -> None:
    """Of the builds ordered, those are built that the case says, one after the other."""
    seat = case.winter[0].seat
    count = unit_balance(case.units, case.centres, seat)
    wanted = [parse_unit(" ".join(line.words[1:]), seat) for line in case.winter]
    options = build_options(STANDARD, case.units, case.centres, seat)
    built = list(resolve_builds(options, wanted, count))
    for unit, line in zip(wanted, case.winter, strict=True):
        assert (line.expected == "built") == (unit in built), line
        if unit in built:
            built.remove(unit)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.winter and case.winter[0].words[0] != "build"], ids=str
)
def test_removals(case: Case) -> None:
    """Of the removals ordered the first possible are done; civil disorder picks the rest."""
    seat = case.winter[0].seat
    count = -unit_balance(case.units, case.centres, seat)
    wanted = [line.words[-1] for line in case.winter if line.words[0] == "remove"]
    removed = resolve_removals(STANDARD, case.units, case.centres, seat, wanted, count)
    expected = [line.words[-1] for line in case.winter if line.expected == "removed"]
    assert [unit.at for unit in removed] == expected


def test_older_rule_books_count_to_home_centres() -> None:
    """With the distance counted to home centres, the case 6.J.11 comes out the other way."""
    case = next(case for case in CASES if case.number == "6.J.11")
    removed = resolve_removals(STANDARD, case.units, case.centres, "ITALY", (), 1, distance="home")
    assert [unit.at for unit in removed] == ["WAR"]
