"""What is written down of a phase: reports, pages and other programs read it from there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.base import Step
from engines.diplomacy.data import parse_unit
from engines.diplomacy.state import DiplomacyState, DislodgedUnit
from tests.diplomacy.letters import on_board, resolve_letters


def event_args(step: Step[DiplomacyState], kind: str) -> list[Any]:
    """Return what the events of one kind say."""
    return [event.args for event in step.events if event.kind == kind]


def driven_out() -> DiplomacyState:
    """Two French armies that may both go to Gascony."""
    state = on_board("S1902R", france="A PAR", germany="A MUN, A PIE")
    return replace(
        state,
        dislodged=(
            DislodgedUnit(parse_unit("A BUR", "FRANCE"), "MUN", ("GAS", "PIC")),
            DislodgedUnit(parse_unit("A MAR", "FRANCE"), "PIE", ("GAS", "SPA")),
        ),
    )


def test_the_way_of_an_army_runs_over_the_fleets_that_carry_it() -> None:
    """§7.1: it begins where the army stands, and ends where it lands."""
    state = on_board("S1902M", england="A YOR, F NTH")
    _, army = event_args(resolve_letters(state, "England: A YOR - NWY\nEngland: F NTH C A YOR - NWY"), "order")
    assert (army["order"], army["path"]) == ("A YOR - NWY", ["YOR", "NTH", "NWY"])
    state = on_board("S1902M", england="A LON, F ENG, F MAO, F WES")
    fleets = "\n".join(f"England: {fleet} C A LON - TUN" for fleet in ("F ENG", "F MAO", "F WES"))
    (army,) = (
        args
        for args in event_args(resolve_letters(state, f"England: A LON - TUN\n{fleets}"), "order")
        if args["unit"] == "A LON"
    )
    assert army["path"] == ["LON", "ENG", "MAO", "WES", "TUN"]


def test_the_way_of_a_fleet_ends_at_the_coast_where_it_lands() -> None:
    """§5.8: though its order names none, if there is only one that it can reach."""
    (fleet,) = event_args(resolve_letters(on_board("S1902M", france="F GAS"), "France: F GAS - SPA"), "order")
    assert fleet["path"] == ["GAS", "SPA/NC"]


def test_by_what_way_an_army_was_ordered_to_go_is_written_down() -> None:
    """§7.6: whether or not it names the waters, “via convoy” is told of its order."""
    state = on_board("S1902M", france="A SPA, F MAO")
    for said, written in (("A SPA - NAF via convoy", "A SPA - NAF VIA"), ("A SPA - MAO - NAF", "A SPA - NAF VIA MAO")):
        step = resolve_letters(state, f"France: {said}\nFrance: F MAO C A SPA - NAF")
        assert written in [args["order"] for args in event_args(step, "order")]


def test_what_became_of_a_retreat_is_written_down_with_its_reason() -> None:
    """§9.3, §9.4, §11.1, §15: it went; it was to be disbanded; no order came; two went to one place."""
    cases = {
        "France: A BUR R GAS": [
            ("A BUR R GAS", "GAS", "succeeds", "", []),
            ("A MAR DISBAND", "", "disbanded", "no order", []),
        ],
        "France: A BUR disband\nFrance: disband A MAR": [
            ("A BUR DISBAND", "DISBAND", "disbanded", "ordered", []),
            ("A MAR DISBAND", "DISBAND", "disbanded", "ordered", []),
        ],
        "France: A BUR R GAS\nFrance: A MAR R GAS": [
            ("A BUR R GAS", "GAS", "disbanded", "clash", ["MAR"]),
            ("A MAR R GAS", "GAS", "disbanded", "clash", ["BUR"]),
        ],
    }
    for letter, came in cases.items():
        events = event_args(resolve_letters(driven_out(), letter), "retreat")
        assert [tuple(args[name] for name in ("order", "to", "verdict", "note", "by")) for args in events] == came, (
            letter
        )


def test_a_board_without_units_ends_the_game() -> None:
    """§10.2, §12.2: the last unit lives on no centre; the end is told as that, not as one by the calendar."""
    (end,) = event_args(resolve_letters(on_board("W1902A", {}, france="A SPA")), "end")
    assert (end["how"], end["centres"]) == ("no units", 0)
