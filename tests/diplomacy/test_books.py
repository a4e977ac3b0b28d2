"""The rules and the guide say what the engine does: numbers, lines, worked examples, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.base import Event, Seat
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE, prose
from engines.diplomacy.data import STANDARD, parse_unit
from engines.diplomacy.lexicon import join_province_names
from engines.diplomacy.state import DiplomacyState, DislodgedUnit
from engines.diplomacy.units import province_of
from engines.language import parse_orders
from tests.diplomacy.cases import read_cases
from tests.diplomacy.test_language import MOVEMENT, RETREAT, SHRINKING, WINTER, position, seat_grammar, texts

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs/rules/diplomacy.md").read_text("utf-8")
GUIDE = (ROOT / "docs/engines/diplomacy.md").read_text("utf-8")
ORDERS = "| order | what becomes of it |"
OPENING = ENGINE.start((), LoadedDice()).state
RUSSIAN = position("W1902A", "", "", centres=dict.fromkeys(("STP", "MOS", "WAR", "SEV"), "RUSSIA"))
LOSING = position("W1902A", "A WAR,F SEV,A PAR", "", centres={"PAR": "FRANCE"})
HOMELESS = position(
    "S1902R", "A MAR", dislodged=(DislodgedUnit(parse_unit("A BUR", "FRANCE"), "MUN", ("BEL", "GAS", "PAR", "PIC")),)
)
FALL = position("F1901M", "F MAO,A SPA,A BUR")
ASKS = (
    ENGINE.setup,
    *(seat_grammar(state) for state in (MOVEMENT, OPENING, FALL, RETREAT, HOMELESS, WINTER, SHRINKING, LOSING)),
    seat_grammar(RUSSIAN, "RUSSIA"),
)


def tables(head: str) -> Iterator[list[list[str]]]:
    """The rows of each table of the rules that has this head."""
    for body in re.findall(rf"^{re.escape(head)}\n\|[ |-]+\n((?:\|.*\n)+)", RULES, re.M):
        yield [[cell.strip() for cell in line.strip("|").split("|")] for line in body.splitlines()]


def blocks(text: str) -> list[tuple[str, str]]:
    """The fenced blocks of a text, each with its language."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)


@pytest.mark.parametrize("text", [RULES, GUIDE], ids=["rules", "guide"])
def test_every_line_is_one_that_the_game_reads(text: str) -> None:
    """By a position in which it is possible."""
    lines = [line for kind, block in blocks(text) if not kind for line in block.splitlines()]
    assert len(lines) > 20
    assert [line for line in lines if not any(parse_orders(grammar, line).orders for grammar in ASKS)] == []


def test_the_same_order_in_other_words() -> None:
    """§5.1: the guide's lines for one order all mean that order."""
    _, same = blocks(GUIDE.split("These all mean `A PAR - BUR`:\n")[1])[0]
    assert [texts(OPENING, line) for line in same.splitlines()] == [["A PAR - BUR"]] * 5


def test_a_letter_for_later_phases_is_read_whole() -> None:
    """§9.5, §10.6: what stands below the headings belongs to them."""
    _, letter = blocks(GUIDE.split("### For later phases\n")[1])[0]
    assert len(texts(MOVEMENT, letter)) == 4


# --- worked examples ----------------------------------------------------------------------------------------------


def example(rows: list[list[str]]) -> tuple[DiplomacyState, dict[Seat, str]]:
    """The units of an example, each placed by its order, and each power's letter."""
    pieces, letters = [], dict[Seat, str]()
    for said, _ in rows:
        seat, line = said.upper().split(": ")
        pieces.append(parse_unit(" ".join(line.split()[:2]), seat))
        letters[seat] = letters.get(seat, "") + line + "\n"
    units = tuple(sorted(pieces, key=lambda unit: (STANDARD.powers.index(unit.seat), unit.at)))
    return DiplomacyState(seats=STANDARD.powers, phase="S1901M", kind="movement", units=units), letters


def play_example(rows: list[list[str]]) -> tuple[DiplomacyState, dict[str, Event]]:
    """An example sent in as letters and resolved: the position, and what became of the unit in each province."""
    state, letters = example(rows)
    orders = {seat: parse_orders(seat_grammar(state, seat), letter).orders for seat, letter in letters.items()}
    assert sum(map(len, orders.values())) == len(rows), letters
    step = ENGINE.resolve(state, orders, LoadedDice())
    return step.state, {province_of(e.args["unit"].split()[1]): e for e in step.events if e.kind == "order"}


@pytest.mark.parametrize("rows", [*tables(ORDERS)], ids=lambda rows: rows[0][0])
def test_the_worked_examples_come_out_as_they_are_told(rows: list[list[str]]) -> None:
    """In the very words of a report."""
    _, told = play_example(rows)
    found = [prose.describe_reason(told[province_of(said.split()[2])].args) for said, _ in rows]
    assert found == [result for _, result in rows]


def test_where_the_example_of_retreats_may_go() -> None:
    """§9.2: neither to its attacker, nor to a bounce, nor where a unit stands."""
    section = RULES.split("**9.2**")[1].split("**9.3**")[0]
    *_, rows = (rows for rows in tables(ORDERS) if all(" | ".join(row) in section for row in rows))
    state, _ = play_example(rows)
    (driven,) = state.dislodged
    assert driven.options == tuple(re.findall(r"`(\w{3})`", section))


# --- tables -------------------------------------------------------------------------------------------------------


def test_the_board_in_the_rules_is_the_board() -> None:
    """§17: names, codes, shores, centres and homes; §3.5: the units at the start."""
    (land,) = tables("| province | code | lies | centre |")
    (water,) = tables("| water | code |")
    told = {code.strip("`"): (name, lies, centre) for name, code, lies, centre in land}
    told |= {code.strip("`"): (name, "sea", "") for name, code in water}
    assert told == {
        code: (
            place.name,
            "two coasts" if place.coasts else place.kind,
            f"★ {place.home.title()}".strip() if place.centre else "",
        )
        for code, place in STANDARD.places.items()
    }
    (start,) = tables("| power | units |")
    assert {(power.upper(), unit) for power, units in start for unit in units.split(", ")} == {
        (unit.seat, str(unit)) for unit in STANDARD.start
    }


def test_every_option_and_its_usual_value_is_told() -> None:
    """§14."""
    (rows,) = tables("| option | what it does | see |")
    lines = "\n".join(row[0].strip("`") for row in rows)
    reading = parse_orders(ENGINE.setup, lines)
    assert [order.verb for order in reading.orders] == [line.verb for line in ENGINE.setup.lines]
    usual = "\n".join(line for line in lines.splitlines() if not line.startswith("END"))
    assert ENGINE.start(parse_orders(ENGINE.setup, usual).orders, LoadedDice()).state == OPENING


def test_every_result_that_a_report_can_name_is_explained() -> None:
    """§15: with the names of places left out."""
    (rows,) = tables("| result | what it means | see |")
    told = {phrase.strip() for row in rows for phrase in row[0].split(", ")} | {row[0] for row in rows}
    for args in RESULTS:
        words = prose.describe_reason(args) if "helped" in args else prose.retreat_reason(args)
        place = join_province_names(["BUR"])
        assert words.replace(place, "…").replace("Army Paris", "…") in told, words


def order(kind: str, verdict: str, **more: object) -> dict[str, Any]:
    """An event of an order, as `prose` reads it."""
    usual = {"by": ["BUR"], "strength": 1, "against": 2, "dislodged_by": "", "note": "", "helped": "A PAR", "to": "GAS"}
    return {**usual, "kind": kind, "verdict": verdict, **more}


RESULTS: list[dict[str, Any]] = [
    *(order(kind, "succeeds") for kind in "HMSC"),
    order("M", "bounced"),
    order("M", "bounced", note="own unit", to="BUR"),
    order("S", "cut"),
    order("H", "dislodged", dislodged_by="BUR"),
    order("S", "void", note="holds"),
    order("S", "void", note="moves", to=""),
    order("S", "void", note="moves"),
    order("C", "void", note="moves"),
    *(order("C", "available", note=note) for note in ("by land", "disrupted", "not ordered")),
    *(order("M", "no convoy", note=note) for note in ("disrupted", "paradox", "not ordered")),
    {"verdict": "succeeds", "note": ""},
    *({"verdict": "disbanded", "note": note, "by": ["BUR"]} for note in ("clash", "no place", "ordered", "no order")),
]


# --- the statements of the teaching guide ---------------------------------------------------------------------------


def test_the_engine_names_who_made_the_game() -> None:
    """As the guide's credits do."""
    assert "Calhamer" in ENGINE.credit and "Birsan" in ENGINE.credit
    assert "Calhamer" in GUIDE.split("## Credits")[1] and "Birsan" in GUIDE.split("## Credits")[1]


def test_the_statements_name_cases_that_there_are() -> None:
    """Of the DATC; that code and tests are there is looked at for all games alike."""
    text = (ROOT / "tests/docs/statements/diplomacy.md").read_text("utf-8")
    named = set(re.findall(r"\b6\.[A-J]\.\d+", text))
    assert len(named) > 30
    assert named <= {case.number for case in read_cases(ROOT / "tests/diplomacy/datc")}
