"""A position put right by who leads the game, in sentences (docs/mail.md, “correct board”)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.diplomacy.corrections import build_diplomacy_corrections, correct_diplomacy
from engines.diplomacy.data import parse_unit
from engines.diplomacy.state import DiplomacyState, DislodgedUnit
from engines.language import complete_order, parse_orders
from engines.language.grammar import Order
from tests.diplomacy.letters import on_board, units_of

FEW = on_board("S1901M", France="A PAR, F BRE", Russia="F STP/SC")


def parse_corrections(state: DiplomacyState, *lines: str) -> Sequence[Order]:
    """Return what the lines are understood to say; every one must be."""
    reading = parse_orders(build_diplomacy_corrections(state), "\n".join(lines))
    assert [verdict.raw for verdict in reading.verdicts if verdict.order is None] == []
    return reading.orders


def put_right(state: DiplomacyState, *lines: str) -> DiplomacyState:
    return correct_diplomacy(state, parse_corrections(state, *lines))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Remove the army in Paris", "REMOVE A PAR"),
        ("take off Brest", "REMOVE F BRE"),
        ("disband Stp", "REMOVE F STP/SC"),
        ("place army Munich for Germany", "PLACE A MUN FOR GERMANY"),
        ("put a fleet in St Petersburg north coast of Russia", "PLACE F STP/NC FOR RUSSIA"),
        ("place Munich for Turkey", "PLACE A MUN FOR TURKEY"),
        ("give Belgium to France", "GIVE BEL TO FRANCE"),
        ("hand Paris -> nobody", "GIVE PAR TO NOBODY"),
    ],
)
def test_what_can_be_said(line: str, meant: str) -> None:
    """Places and units by the names that orders give them."""
    assert [order.text for order in parse_corrections(FEW, line)] == [meant]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("remove A Mun", "There is no unit in Munich."),
        ("place F Mun for Germany", "There can be no such unit: a fleet in Munich."),
        ("place A Nth for England", "PLACE F NTH FOR ENGLAND"),
        ("place F Stp for Russia", "There can be no such unit: a fleet in St Petersburg."),
        ("give Burgundy to France", "Burgundy is no supply centre."),
        ("place A Mun for nobody", "nobody"),
        ("give Belgium", "TO"),
    ],
)
def test_what_cannot_be_said(line: str, why: str) -> None:
    """§2.3, §3.2, §3.3: no fleet inland, or on no coast of two; no army at sea. Only centres belong to somebody."""
    (verdict,) = parse_orders(build_diplomacy_corrections(FEW), line).verdicts
    assert verdict.order is None
    assert why in " ".join(remark.text for remark in verdict.remarks)


def test_what_is_said_last_counts() -> None:
    """Of the same unit or centre; nobody has to say anything, and what all read names no phase by its code."""
    lines = ("give Bel to France", "give Bel to Germany", "give Hol to France", "place A Mun for Italy")
    assert [
        order.text
        for order in parse_corrections(FEW, *lines, "place A Mun for Germany", "remove A Par", "remove F Bre")
    ] == [
        "GIVE BEL TO GERMANY",
        "GIVE HOL TO FRANCE",
        "PLACE A MUN FOR GERMANY",
        "REMOVE A PAR",
        "REMOVE F BRE",
    ]
    assert not build_diplomacy_corrections(FEW).due
    assert "Spring 1901" in build_diplomacy_corrections(FEW).title


def test_no_unit_is_folded_away() -> None:
    """Whoever it belongs to: who leads the game has none of his own."""
    state = on_board("S1901M", France="A PAR", Russia="A MOS")
    steps = complete_order(build_diplomacy_corrections(state), "remove").steps
    assert [(c.code, c.group) for step in steps for c in step.choices] == [("A PAR", ""), ("A MOS", "")]


def test_every_unit_and_centre_can_be_named() -> None:
    """§2.5, §3.5: any unit of the board can be removed, any centre given to anybody; nothing else is changed."""
    opening = ENGINE.start((), LoadedDice()).state
    empty = put_right(opening, *(f"remove {unit}" for unit in opening.units))
    assert (empty.units, empty.centres, empty.out) == ((), opening.centres, ())
    taken = put_right(opening, *(f"give {at} to Turkey" for at in sorted(opening.board.centres)))
    assert taken.count_centres("TURKEY") == 34 and taken.units == opening.units
    assert replace(taken, centres=opening.centres) == opening


def test_removed_before_placed() -> None:
    """In whatever order it is said: a unit takes the place of one that goes; units stand in the order of the board."""
    after = put_right(FEW, "place F Stp/nc for Russia", "place A Boh for Austria", "remove Stp", "give Bel to France")
    assert units_of(after, "RUSSIA") == "F STP/NC"
    assert [unit.seat for unit in after.units] == ["AUSTRIA", "FRANCE", "FRANCE", "RUSSIA"]
    assert after.centres == {**FEW.centres, "BEL": "FRANCE"}


def test_one_unit_in_a_province() -> None:
    """§3.4: also on another coast of it."""
    with pytest.raises(ValueError, match=r"St Petersburg.* stands there: remove it in the same correction"):
        put_right(FEW, "place F Stp/nc for Russia")


def test_a_centre_of_nobody() -> None:
    """§10.1: it belongs to none, as before anybody entered it."""
    assert put_right(FEW, "give Paris to nobody").centres == {at: o for at, o in FEW.centres.items() if at != "PAR"}


def test_who_is_out_is_judged_anew() -> None:
    """§12.2: whoever has neither centre nor unit is out, and is not when he has got one."""
    homes = ("Bre", "Mar", "Par")
    gone = put_right(FEW, *(f"give {at} to nobody" for at in homes), "remove A Par", "remove F Bre")
    assert gone.out == ("FRANCE",)
    assert put_right(gone, "give Paris to France").out == ()
    assert put_right(gone, "place A Gas for France").out == ()


def test_nobody_retreats_onto_a_unit() -> None:
    """§9.2: where a unit is placed nobody can retreat to, on no coast; elsewhere he still can."""
    beaten = DislodgedUnit(parse_unit("F GAS", "ITALY"), "PAR", ("BRE", "MAO", "SPA/NC"))
    state = replace(on_board("S1901R", France="A GAS"), dislodged=(beaten,))
    assert put_right(state, "place A Spa for France").dislodged == (replace(beaten, options=("BRE", "MAO")),)
    assert put_right(state, "place A Par for France").dislodged == (beaten,)
