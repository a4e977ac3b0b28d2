"""What players write, and what the engine makes of it."""

from __future__ import annotations

import pytest

from engines.base import Seat
from engines.diplomacy import ENGINE
from engines.diplomacy.board import unit_of
from engines.diplomacy.state import Dislodged, State
from engines.language import read
from engines.language.ask import Ask, Order
from engines.states import view

FRENCH = "A PAR,A MAR,F BRE,A SPA,F MAO,A BUR,F STP/SC,A WAR"


def position(phase: str, units: str = FRENCH, others: str = "A MUN,A RUH,F LON,A VEN", **more: object) -> State:
    """France with some units, Germany with others."""
    kinds = {"M": "movement", "R": "retreat", "A": "adjustment"}
    pieces = [unit_of(u, "FRANCE") for u in units.split(",") if u] + [
        unit_of(u, "GERMANY") for u in others.split(",") if u
    ]
    seats = ENGINE.start((), None).state.seats  # type: ignore[arg-type]
    return State(seats=seats, phase=phase, kind=kinds[phase[-1]], units=tuple(pieces), **more)  # type: ignore[arg-type]


def asked(state: State, seat: Seat = "FRANCE") -> Ask:
    found = ENGINE.ask(view(state, seat), seat)
    assert found is not None
    return found


def texts(state: State, text: str) -> list[str]:
    return [order.text for order in read(asked(state), text).orders]


def fault(state: State, line: str) -> str:
    (verdict,) = read(asked(state), line).verdicts
    assert verdict.order is None, verdict.order
    return verdict.remarks[0].text


MOVEMENT = position("S1902M")
RETREAT = position(
    "S1902R",
    "A PAR,A MAR",
    dislodged=(Dislodged(unit_of("A BUR", "FRANCE"), "MUN", ("GAS", "PIC")),),
)
WINTER = position("W1902A", "A SPA", "", centres=dict.fromkeys(("PAR", "BRE", "MAR", "SPA"), "FRANCE"))
SHRINKING = position("W1902A", "A SPA,A PAR,F MAO", "", centres={"PAR": "FRANCE"})


@pytest.mark.parametrize(
    ("canonical", "lines"),
    [
        ("A PAR - PIC", "A Par-Pic|army paris moves to picardy|PAR PIC|a par m pic|Paris → Picardy|A PAR->PIC."),
        ("A PAR H", "par hold|A Paris stands|army par h|PAR stay|a par holding"),
        ("A MAR S A BUR - GAS", "a mar s a bur-gas|Mar supports Bur to Gas|army marseilles support burgundy - gascony"),
        ("A MAR S A BUR", "A MAR S A BUR H|Mar supports Bur|marseilles support army burgundy to hold|mar sh bur"),
        (
            "F MAO C A SPA - NAF",
            "f mao c a spa - naf|mid convoys spa naf|mid-atlantic ocean transports spain to north africa",
        ),
        ("A SPA - NAF VIA", "A SPA - NAF VIA|a spa - naf via convoy|spain to north africa by sea|A Spa-Naf by convoy"),
        ("F STP/SC - BOT", "f stp(sc) - gob|F StP/sc-Bot|fleet st petersburg south coast to gulf of bothnia|stpsc bot"),
        ("F MAO - SPA/NC", "F MAO - SPA/NC|mid to spain north coast|f mao-spa(nc)|mao spanc"),
    ],
)
def test_one_order_in_usual_notations(canonical: str, lines: str) -> None:
    """§5.1: names, codes of several servers, abbreviations, signs and verbs of forty years."""
    for line in lines.split("|"):
        assert texts(MOVEMENT, line) == [canonical], line


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("A LON - WAL", "You have no unit in London"),
        ("A PAR - MUN", "Munich does not touch Paris"),
        ("A PAR - ENG", "does not touch Paris"),
        ("A MAR - LYO", "An army cannot enter Gulf of Lyon"),
        ("F BRE - PAR", "A fleet cannot enter Paris"),
        ("A BUR - SWI", "Nobody can enter Switzerland"),
        ("F MAO - SPA", "say SPA/NC or SPA/SC"),
        ("A PAR S A MAR - SPA", "Spain does not touch Paris"),
        ("A PAR S A VEN", "cannot support Venice to hold"),
        ("F BRE C A PAR - LON", "not understood"),
        ("A PAR S A PAR", "cannot support Paris"),
        ("A PAR - Burgandie", "Did you mean “A PAR - BUR”?"),
    ],
)
def test_a_wrong_order_is_refused_with_a_reason(line: str, answer: str) -> None:
    """§5.9: and with what would be possible."""
    assert answer in fault(MOVEMENT, line)


def test_the_coast_of_the_ordered_unit_does_not_matter() -> None:
    """There is only one unit there (§5.8, DATC 4.B.5)."""
    assert texts(MOVEMENT, "F STP - BOT") == ["F STP/SC - BOT"]


def test_the_newest_order_of_a_unit_counts() -> None:
    """§5.2, §5.10: a unit does one thing; what was said of it before is gone."""
    assert texts(MOVEMENT, "A PAR - PIC\nA PAR S A BUR\nF BRE H\nA PAR H") == ["A PAR H", "F BRE H"]


def test_a_support_of_a_move_says_where_it_goes() -> None:
    """§5.6: without it, it is a support to hold, and void if the unit moves."""
    assert texts(MOVEMENT, "A BUR S A PAR") == ["A BUR S A PAR"] != texts(MOVEMENT, "A BUR S A PAR - GAS")
    assert "A BUR S A PAR will be void" in remarks(MOVEMENT, "A BUR S A PAR\nA PAR - GAS")[0]


def test_somebody_elses_unit_cannot_be_ordered() -> None:
    """§5.11, DATC 6.A.6."""
    assert "You have no unit in Munich" in fault(MOVEMENT, "A MUN - BOH")


def test_the_wrong_kind_of_unit_is_pointed_out() -> None:
    """And means the unit that is there."""
    (verdict,) = read(asked(MOVEMENT), "F PAR - PIC").verdicts
    assert verdict.order is not None and verdict.order.text == "A PAR - PIC"
    assert verdict.remarks[0].text == "You have an army in Paris, not a fleet."


def test_retreats_and_adjustments() -> None:
    """§9.1, §10.3, §10.4: in their own phases, with the places there are."""
    for line in ("A BUR R GAS", "bur - gas", "Burgundy retreats to Gascony"):
        assert texts(RETREAT, line) == ["A BUR R GAS"]
    assert texts(RETREAT, "disband bur") == ["DISBAND A BUR"]
    assert "A BUR cannot retreat to Munich" in fault(RETREAT, "A BUR - MUN")
    assert texts(WINTER, "build a par\nfleet brest") == ["BUILD A PAR", "BUILD F BRE"]
    assert "“BUILD A BRE” or “BUILD F BRE”" in fault(WINTER, "build brest")
    assert "home centre" in fault(WINTER, "build A SPA")
    assert texts(SHRINKING, "remove spain\na par") == ["REMOVE A SPA", "REMOVE A PAR"]


def test_standing_orders_decide_when_nothing_newer_comes() -> None:
    """§10.6, §11.5: a list of builds given in the fall is carried out in winter without asking again."""
    state = position("F1902M", "A SPA", "", centres={"PAR": "FRANCE", "BRE": "FRANCE", "SPA": "FRANCE"})
    orders = read(asked(state), "A SPA H\nWinter:\nbuilds: F BRE > A PAR").orders
    after = ENGINE.resolve(state, {"FRANCE": orders}, None).state  # type: ignore[arg-type]
    assert after.phase == "S1903M"
    assert {str(u) for u in after.units_of("FRANCE")} == {"A SPA", "F BRE", "A PAR"}


def test_standing_orders_are_secret() -> None:
    """§1.2: others' views and reports are the same with and without them."""
    state = position("F1902M", "A SPA", "A MUN", centres={"PAR": "FRANCE", "SPA": "FRANCE"})
    said = read(asked(state), "A SPA H\nWinter:\nbuilds: A PAR").orders
    plain = tuple(order for order in said if not order.slot.startswith("Winter"))
    told = []
    for orders in (said, plain):
        step = ENGINE.resolve(position("S1902M", "A SPA", "A MUN"), {"FRANCE": orders}, None)  # type: ignore[arg-type]
        told.append(tuple(ENGINE.report(view(step.state, "GERMANY"), "GERMANY", step.events, None)))
    assert told[0] == told[1]


def remarks(state: State, text: str) -> list[str]:
    orders: tuple[Order, ...] = read(asked(state), text).orders
    return [remark.text for remark in ENGINE.check(state, "FRANCE", orders)]


def test_orders_that_do_not_go_together_are_pointed_out() -> None:
    """Two units to one place, help for what was not ordered, too many builds or removals."""
    assert "Two of your units go to GAS" in remarks(MOVEMENT, "A MAR - GAS\nA BUR - GAS")[0]
    assert "the unit in PAR goes to GAS" in remarks(MOVEMENT, "A MAR S A PAR - BUR\nA PAR - GAS")[0]
    assert "the unit in PAR moves" in remarks(MOVEMENT, "A BUR S A PAR\nA PAR - GAS")[0]
    assert remarks(MOVEMENT, "A MAR S A PAR - BUR\nA PAR - BUR") == []
    assert "you have 2 to remove" in remarks(SHRINKING, "remove SPA\nremove PAR\nremove MAO")[0]
