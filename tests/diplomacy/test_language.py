"""What players write, and what the engine makes of it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations
from typing import TypeGuard

import pytest

from engines.base import Seat
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.diplomacy.commands import Rulings
from engines.diplomacy.data import STANDARD, parse_unit
from engines.diplomacy.state import DiplomacyOptions, DiplomacyState, DislodgedUnit, StandingOrders
from engines.diplomacy.units import Unit, province_of
from engines.language import complete_order, parse_orders
from engines.language.grammar import OneOf, Order, OrderGrammar, Pick
from engines.language.names import Choice
from engines.states import seat_view

FRENCH = "A PAR,A MAR,F BRE,A SPA,F MAO,A BUR,F STP/SC,A WAR"


def position(
    phase: str, units: str = FRENCH, others: str = "A MUN,A RUH,F LON,A VEN", **more: object
) -> DiplomacyState:
    """France with some units, Germany with others."""
    kinds = {"M": "movement", "R": "retreat", "A": "adjustment"}
    pieces = [parse_unit(u, "FRANCE") for u in units.split(",") if u] + [
        parse_unit(u, "GERMANY") for u in others.split(",") if u
    ]
    seats = ENGINE.start((), None).state.seats  # type: ignore[arg-type]
    return DiplomacyState(seats=seats, phase=phase, kind=kinds[phase[-1]], units=tuple(pieces), **more)  # type: ignore[arg-type]


def seat_grammar(state: DiplomacyState, seat: Seat = "FRANCE") -> OrderGrammar:
    found = ENGINE.grammar(seat_view(state, seat), seat)
    assert found is not None
    return found


def texts(state: DiplomacyState, text: str) -> list[str]:
    return [order.text for order in parse_orders(seat_grammar(state), text).orders]


def fault(state: DiplomacyState, line: str) -> str:
    (verdict,) = parse_orders(seat_grammar(state), line).verdicts
    assert verdict.order is None, verdict.order
    return verdict.remarks[0].text


MOVEMENT = position("S1902M")
RETREAT = position(
    "S1902R",
    "A PAR,A MAR",
    dislodged=(DislodgedUnit(parse_unit("A BUR", "FRANCE"), "MUN", ("GAS", "PIC")),),
)
DRIVEN = position(
    "S1902R",
    "A PAR",
    dislodged=tuple(DislodgedUnit(parse_unit(text, "FRANCE"), "MUN", ("GAS", "PIC")) for text in ("A BUR", "A MAR")),
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
        (
            "A PAR S A MAR - SPA",
            "only to a place that it could go to itself, and Spain is none",
        ),
        ("A PAR S A BUR - PAR", "only to a place that it could go to itself, and Paris is none"),
        ("A PAR S A MAR - PIC", "Army Marseilles cannot go to Picardy, so nothing can support that"),
        ("A PAR S A VEN", "Army Paris can only support a unit that"),
        ("A PAR S A MUN", "Munich does not touch Paris, so Army Munich cannot be supported there"),
        ("A PAR S A MUN", "Say where it goes: “A PAR S A MUN - BUR”"),
        ("F BRE C A PAR - LON", "not understood"),
        ("A PAR S A PAR", "A unit cannot support itself"),
        ("A PAR - Burgandie", "Did you mean “A PAR - BUR”?"),
    ],
)
def test_a_wrong_order_is_refused_with_a_reason(line: str, answer: str) -> None:
    """§5.9: and with what would be possible."""
    assert answer in fault(MOVEMENT, line)


@pytest.mark.parametrize(
    ("units", "line", "answer"),
    [
        ("A PAR,F ENG", "A PAR - MUN", "Munich does not touch Paris."),
        ("A GAS", "A GAS - MUN", "Munich does not touch Gascony."),
        ("A GAS,F ENG", "A GAS - MUN", "Munich does not touch Gascony, and no fleets join the two."),
        ("A SPA", "A SPA - MUN", "Munich does not touch Spain, and no fleets join the two."),
        ("F ROM", "F ROM - VEN", "Venice and Rome have no coast in common; a fleet cannot go there."),
        ("F ROM", "F ROM - GAS", "Gascony does not touch Rome."),
        ("F LON", "F LON - NWY", "Norway does not touch London."),
        ("A PAR,F BRE", "A LON - WAL", "to give this order to; yours are Army Paris, Fleet Brest."),
        ("A PAR,A MUN", "A PAR S A MUN", "Munich does not touch Paris, so Army Munich cannot be supported there."),
        ("F ENG", "F ENG - SWI", "Switzerland does not touch English Channel."),
    ],
)
def test_where_a_unit_cannot_go_is_said_with_the_reason(units: str, line: str, answer: str) -> None:
    """§3.2, §3.3, §7.1: an inland army is told of no fleets, nor is one where there are none."""
    assert answer in fault(position("S1902M", units, ""), line)


def test_the_coast_of_the_ordered_unit_does_not_matter() -> None:
    """There is only one unit there (§5.8, DATC 4.B.5)."""
    assert texts(MOVEMENT, "F STP - BOT") == ["F STP/SC - BOT"]
    assert texts(MOVEMENT, "A SPA/SC - POR") == ["A SPA - POR"]


def test_the_newest_order_of_a_unit_counts() -> None:
    """§5.2, §5.10: a unit does one thing; what was said of it before is gone."""
    assert texts(MOVEMENT, "A PAR - PIC\nA PAR S A BUR\nF BRE H\nA PAR H") == ["A PAR H", "F BRE H"]


def test_a_support_of_a_move_says_where_it_goes() -> None:
    """§5.6: without it, it is a support to hold, and void if the unit moves."""
    assert texts(MOVEMENT, "A BUR S A PAR") == ["A BUR S A PAR"] != texts(MOVEMENT, "A BUR S A PAR - GAS")
    assert (
        "Army Burgundy supports Army Paris in vain: as your orders stand, Army Paris goes to Gascony"
        in remarks(MOVEMENT, "A BUR S A PAR\nA PAR - GAS")[0]
    )


def test_somebody_elses_unit_cannot_be_ordered() -> None:
    """§5.11, DATC 6.A.6."""
    assert "You have no unit in Munich" in fault(MOVEMENT, "A MUN - BOH")


def test_the_wrong_kind_of_unit_is_pointed_out() -> None:
    """And means the unit that is there."""
    (verdict,) = parse_orders(seat_grammar(MOVEMENT), "F PAR - PIC").verdicts
    assert verdict.order is not None and verdict.order.text == "A PAR - PIC"
    assert verdict.remarks[0].text == "You have an army in Paris, not a fleet."


def test_retreats_and_adjustments() -> None:
    """§9.1, §10.3, §10.4: in their own phases, with the places there are."""
    for line in ("A BUR R GAS", "bur - gas", "Burgundy retreats to Gascony"):
        assert texts(RETREAT, line) == ["A BUR R GAS"]
    assert texts(RETREAT, "disband bur") == ["DISBAND A BUR"]
    assert "Army Burgundy cannot retreat to Munich" in fault(RETREAT, "A BUR - MUN")
    assert "Army Burgundy cannot retreat to Munich" in fault(RETREAT, "retreat A BUR: MUN > GAS")
    assert texts(WINTER, "build a par\nfleet brest") == ["BUILD A PAR", "BUILD F BRE"]
    assert "Say which unit: an army or a fleet. Possible: BUILD A BRE, BUILD F BRE" in fault(WINTER, "build brest")
    assert texts(WINTER, "build paris\nbuild a fleet in Brest") == ["BUILD A PAR", "BUILD F BRE"]
    assert "home centre" in fault(WINTER, "build A SPA")
    assert texts(SHRINKING, "remove spain\na par") == ["REMOVE A SPA", "REMOVE A PAR"]


def test_words_that_mean_nothing_are_passed_over() -> None:
    """§5.1: in every phase."""
    assert texts(MOVEMENT, "the French army in Paris holds") == ["A PAR H"]
    assert texts(RETREAT, "please the army in Burgundy retreats to Gascony") == ["A BUR R GAS"]
    assert texts(WINTER, "please build the army in Paris") == ["BUILD A PAR"]
    assert texts(SHRINKING, "please remove the army in Spain") == ["REMOVE A SPA"]


def test_the_ways_of_an_order_keep_their_names() -> None:
    """§7.6, §9.4: they are stored with running games, and without its route an army would not be known to sail."""
    for line, args in {
        "A PAR H": {"way": "hold"},
        "A PAR - PIC": {"way": "move", "to": "PIC"},
        "A SPA - NAF VIA": {"way": "via", "to": "NAF", "route": []},
        "A SPA - NAF VIA MAO": {"way": "via", "to": "NAF", "route": [{"sea": "MAO"}]},
        "A SPA - MAO - NAF": {"way": "by way of", "route": [{"sea": "MAO"}], "to": "NAF"},
        "A BUR S A PAR": {"way": "support to hold", "support": "A PAR"},
        "A MAR S A BUR - GAS": {"way": "support", "support": "A BUR", "to": "GAS"},
        "A MAR S F MAO - SPA": {"way": "support a fleet", "support": "F MAO", "to": "SPA"},
        "F MAO C A SPA - NAF": {"way": "convoy", "convoy": "A SPA", "to": "NAF"},
    }.items():
        (order,) = parse_orders(seat_grammar(MOVEMENT), line).orders
        assert order.args == {"unit": line.split()[1], "order": args}
    (goes,), (gone,) = (
        parse_orders(seat_grammar(RETREAT), "A BUR - GAS").orders,
        parse_orders(seat_grammar(RETREAT), "A BUR disband").orders,
    )
    assert (goes.args["order"], gone.args["order"]) == ({"way": "retreat", "to": "GAS"}, {"way": "disband"})


CHAIN = position("S1902M", "A SPA,F MAO,F WES,A MAR")


def test_a_way_over_several_seas() -> None:
    """§7.6: each sea in turn, as it is sailed."""
    (order,) = parse_orders(seat_grammar(CHAIN), "A SPA - MAO - WES - TUN").orders
    assert order.text == "A SPA - MAO - WES - TUN"
    assert order.args["order"] == {"way": "by way of", "route": [{"sea": "MAO"}, {"sea": "WES"}], "to": "TUN"}


def test_a_fleet_is_not_supported_beyond_ones_reach() -> None:
    """§5.6: an army cannot help a fleet to where it could not go itself, and is told so."""
    assert (
        "Army Marseilles can support a move only to a place that it could go to itself, and Berlin is none."
        in fault(CHAIN, "A MAR S F MAO - BER")
    )


def doable(state: DiplomacyState, unit: str) -> OneOf:
    """Return what an army or a fleet of France may be told to do."""
    lines = [line for line in seat_grammar(state).lines if any(is_pick(p, "unit", unit) for p in line.parts)]
    return next(part for line in lines for part in line.parts if isinstance(part, OneOf))


def is_pick(part: object, name: str, only: str = "") -> TypeGuard[Pick]:
    return isinstance(part, Pick) and part.name == name and only in ("", part.choices[0].code)


@pytest.mark.parametrize(
    ("unit", "other", "ways"),
    [
        ("A PAR", "A SIL", []),
        ("A PAR", "A BUR", ["support to hold", "support"]),
        ("F STP/NC", "A NWY", ["support to hold"]),
    ],
    ids=["far away", "a neighbour", "one who goes only where the fleet does not reach"],
)
def test_a_support_is_offered_where_there_is_something_to_support(unit: str, other: str, ways: list[str]) -> None:
    """§5.6."""
    orders = doable(position("S1902M", unit, other), unit.split()[1])
    assert [way.name for way in orders.alternatives if "support" in way.name] == ways


def test_units_of_others_stand_apart_among_those_that_can_be_supported() -> None:
    """§5.6: anybody's may be supported, one's own first."""
    (way,) = [
        way for way in doable(position("S1902M", "A PAR,A BUR", "A RUH"), "PAR").alternatives if way.name == "support"
    ]
    (pick,) = [part for part in way.parts if is_pick(part, "support")]
    assert {choice.code: choice.group for choice in pick.choices} == {"A BUR": "", "A RUH": "Units of other powers"}


def sayable(state: DiplomacyState, seat: Seat = "FRANCE") -> list[tuple[str, str, str]]:
    """Return what may be said: by the word that names it, what it is, and the heading above it."""
    return [(line.verb, line.help, line.section) for line in seat_grammar(state, seat).lines]


def test_what_may_be_said_of_units_that_are_driven_out() -> None:
    """§9.1, §9.4, §9.5: where each goes, that it is disbanded, or wishes; who can go nowhere is disbanded."""
    stuck = DislodgedUnit(parse_unit("F LON", "FRANCE"), "ENG")
    state = position("S1902R", "", dislodged=(*RETREAT.dislodged, stuck))
    assert sayable(state)[:6] == [
        ("A BUR", "Army Burgundy: retreat, or be disbanded", ""),
        ("DISBAND", "take Army Burgundy off the board", ""),
        ("RETREAT", "Army Burgundy: where to, best first", ""),
        ("F LON", "Fleet London can go nowhere and is disbanded", ""),
        ("DISBAND", "take Fleet London off the board", ""),
        ("RETREAT", "Fleet London: where to, best first", ""),
    ]
    assert "There it needs DISBAND." in fault(state, "F LON R WAL")
    assert (seat_grammar(state).title, seat_grammar(state).due) == ("Spring 1902, retreats", True)


def test_what_a_fleet_can_do() -> None:
    """§5.2, §5.7: convoying is named where there is an army to carry; all of it is done by one order a unit."""
    said = sayable(position("S1902M", "A SPA,F MAO,F BRE"))[:3]
    assert [what for _, what, _ in said] == [
        "Army Spain: hold, move or support",
        "Fleet Mid-Atlantic Ocean: hold, move, support or convoy",
        "Fleet Brest: hold, move or support",
    ]


def test_where_one_has_no_unit_now_is_folded_away() -> None:
    """§10.6: by winter it may have one; what is there now comes first."""
    lost = next_choices(position("S1902M", "F MAO,A BUR"), "remove")
    assert [code for code, choice in lost.items() if not choice.group] == ["BUR", "MAO"]
    assert lost["PAR"].group == "Where you have no unit now"


def test_of_a_unit_that_is_driven_out_the_newest_word_counts() -> None:
    """§5.10, §9.4, §9.5: in whatever form."""
    forms = ("A BUR R GAS", "DISBAND A BUR", "RETREAT A BUR PIC > GAS", "A BUR DISBAND")
    for first, last in permutations(forms, 2):
        assert texts(RETREAT, f"{first}\n{last}") == [last]


@pytest.mark.parametrize(
    ("wished", "draft"),
    [(("MUN", "PIC", "GAS"), "A BUR R PIC"), (("DISBAND", "GAS"), "A BUR DISBAND"), ((), "A BUR DISBAND")],
)
def test_a_wish_is_what_happens_if_nothing_newer_comes(wished: tuple[str, ...], draft: str) -> None:
    """§9.4, §9.5: the first that is possible; without one the unit is disbanded."""
    state = replace(RETREAT, standing={"FRANCE": StandingOrders({"BUR": wished})})
    assert seat_grammar(state).draft == (draft,)


def test_what_may_be_said_in_winter() -> None:
    """§10.3, §10.4, §10.6: builds or removals one by one or as a list, and how many there are."""
    built = [
        ("BUILD", "build in Brest", ""),
        ("BUILD", "build in Marseilles", ""),
        ("BUILD", "build in Paris", ""),
        ("WAIVE", "leave the builds that you do not name unused", ""),
        ("BUILDS", "what you would like to build, best first", ""),
    ]
    assert sorted(sayable(WINTER)) == sorted(built)
    assert (seat_grammar(WINTER).title, seat_grammar(WINTER).due) == (
        "Winter 1902, adjustments: 3 units to build",
        True,
    )
    assert sayable(SHRINKING) == [
        ("REMOVE", "take Army Spain off the board", ""),
        ("REMOVE", "take Army Paris off the board", ""),
        ("REMOVE", "take Fleet Mid-Atlantic Ocean off the board", ""),
        ("REMOVES", "what you would rather lose, first the first", ""),
    ]
    assert texts(SHRINKING, "removes: A SPA\nremoves: A PAR") == ["REMOVES A PAR"]
    assert texts(WINTER, "builds: A PAR\nbuilds: F BRE\nwaive\nwaive") == ["BUILDS F BRE", "WAIVE"]
    assert (seat_grammar(SHRINKING).title, seat_grammar(SHRINKING).due) == (
        "Winter 1902, adjustments: 2 units to remove",
        True,
    )


COUNTED_OUT = position("W1902A", "A SPA,F BRE", "", centres=dict.fromkeys(("PAR", "BRE", "MAR"), "FRANCE"))
NORTHERN = replace(COUNTED_OUT, units=(), centres=dict.fromkeys(("MOS", "SEV", "STP"), "RUSSIA") | {"WAR": "GERMANY"})


@pytest.mark.parametrize(
    ("state", "seat", "summary"),
    [
        (
            COUNTED_OUT,
            "FRANCE",
            "You may build 1: army or fleet in Marseilles, army in Paris; Brest is occupied. "
            "If nothing comes: nothing is built.",
        ),
        (
            replace(COUNTED_OUT, standing={"FRANCE": StandingOrders(builds=("F MAR",))}),
            "FRANCE",
            "You may build 1: army or fleet in Marseilles, army in Paris; Brest is occupied. "
            "If nothing comes: Fleet Marseilles is built.",
        ),
        (
            NORTHERN,
            "RUSSIA",
            "You may build 3: army in Moscow, army or fleet in Sevastopol, army, fleet (north coast) or fleet (south "
            "coast) in St Petersburg; Warsaw is not yours. If nothing comes: nothing is built.",
        ),
        (
            SHRINKING,
            "FRANCE",
            "You must remove 2. If nothing comes: Fleet Mid-Atlantic Ocean and Army Spain are removed.",
        ),
    ],
)
def test_winter_says_what_may_be_built_and_what_comes_of_silence(
    state: DiplomacyState, seat: Seat, summary: str
) -> None:
    """§10.2, §10.3, §11.1, §11.2: how many, what and where, why not elsewhere at home."""
    assert seat_grammar(state, seat).summary == summary


@pytest.mark.parametrize(
    ("wished", "draft"),
    [
        ((), ("WAIVE",)),
        (("F BRE",), ("BUILD F BRE", "WAIVE")),
        (("F BRE", "A PAR", "A MAR"), ("BUILD F BRE", "BUILD A PAR", "BUILD A MAR")),
        (("F BRE", "WAIVE"), ("BUILD F BRE", "WAIVE")),
    ],
)
def test_what_was_wished_is_built_if_nothing_newer_comes(wished: tuple[str, ...], draft: tuple[str, ...]) -> None:
    """§10.3, §10.6, §11.1: what is not named is waived."""
    assert seat_grammar(replace(WINTER, standing={"FRANCE": StandingOrders(builds=wished)})).draft == draft


def test_what_may_be_said_before_its_time() -> None:
    """§9.5, §10.6: below a line of its own, a wish for each unit if it is dislodged, and for the winter."""
    state = position("S1902M", "A BUR,F MAO")
    assert (seat_grammar(state).title, seat_grammar(state).draft) == ("Spring 1902, movement", ("A BUR H", "F MAO H"))
    assert sayable(state) == [
        ("A BUR", "Army Burgundy: hold, move or support", ""),
        ("F MAO", "Fleet Mid-Atlantic Ocean: hold, move or support", ""),
        ("RETREAT", "Army Burgundy, if it is dislodged: where to, best first", "Retreats"),
        ("RETREAT", "Fleet Mid-Atlantic Ocean, if it is dislodged: where to, best first", "Retreats"),
        ("BUILD", "build in Brest", "Winter"),
        ("BUILD", "build in Marseilles", "Winter"),
        ("BUILD", "build in Paris", "Winter"),
        ("WAIVE", "leave the builds that you do not name unused", "Winter"),
        ("BUILDS", "what you would like to build, best first", "Winter"),
        ("REMOVE", "a unit you would rather lose", "Winter"),
        ("REMOVES", "what you would rather lose, first the first", "Winter"),
    ]
    together = "A BUR H\nRETREAT A BUR PAR\nBUILD A PAR\nBUILDS F BRE\nWAIVE\nREMOVE PAR\nREMOVE BUR\nREMOVES BUR"
    assert texts(state, f"A BUR - PAR\n{together}") == together.split("\n")
    newer = "RETREAT A BUR GAS\nBUILD F BRE\nBUILDS A PAR\nREMOVES PAR"
    assert texts(state, f"RETREAT A BUR PAR\nBUILD A BRE\nBUILDS F BRE\nREMOVES BUR\n{newer}") == newer.split("\n")


@pytest.mark.parametrize(
    ("site", "offered", "half"),
    [
        ("BRE", ["A BRE", "F BRE"], ["BRE"]),
        ("STP", ["A STP", "F STP/NC", "F STP/SC"], ["STP", "F STP"]),
        ("MOS", ["A MOS"], ["F MOS"]),
    ],
)
def test_what_can_be_built_is_offered_once(site: str, offered: list[str], half: list[str]) -> None:
    """§10.3: an army, a fleet at each coast; what says half of it is understood, and folded away."""
    state = position("W1902A", "", "", centres={site: "FRANCE" if site == "BRE" else "RUSSIA"})
    line, *_ = seat_grammar(state, state.centres[site]).lines
    (pick,) = (part for part in line.parts if isinstance(part, Pick))
    assert [choice.code for choice in pick.choices if not choice.why_not] == offered
    assert [(choice.code, choice.group) for choice in pick.choices if choice.why_not] == [
        (code, "Half of an order") for code in half
    ]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("build F STP", "Say on which coast: F STP/NC or F STP/SC."),
        ("build STP", "Say which unit: an army or a fleet."),
        ("build F MOS", "No fleet can be built in Moscow."),
        ("builds: F LON", "You cannot build a fleet in London."),
        ("builds: A MOS > F MOS", "You cannot build a fleet in Moscow."),
    ],
)
def test_what_is_built_is_said_in_full(line: str, answer: str) -> None:
    """§10.3: an army or a fleet, a fleet at a home centre on a coast, and on which of two."""
    homes = dict.fromkeys(("MOS", "STP", "SEV", "WAR"), "RUSSIA")
    (verdict,) = parse_orders(seat_grammar(position("W1902A", "", "", centres=homes), "RUSSIA"), line).verdicts
    assert verdict.order is None and answer in verdict.remarks[0].text


def test_standing_orders_decide_when_nothing_newer_comes() -> None:
    """§10.6, §11.5: a list of builds given in the fall is carried out in winter without asking again."""
    state = position("F1902M", "A SPA", "", centres={"PAR": "FRANCE", "BRE": "FRANCE", "SPA": "FRANCE"})
    orders = parse_orders(seat_grammar(state), "A SPA H\nWinter:\nbuilds: F BRE > A PAR").orders
    after = ENGINE.resolve(state, {"FRANCE": orders}, None).state  # type: ignore[arg-type]
    assert after.phase == "S1903M"
    assert {str(u) for u in after.units_of("FRANCE")} == {"A SPA", "F BRE", "A PAR"}


def test_standing_orders_are_secret() -> None:
    """§1.2: others' views and reports are the same with and without them."""
    state = position("F1902M", "A SPA", "A MUN", centres={"PAR": "FRANCE", "SPA": "FRANCE"})
    said = parse_orders(seat_grammar(state), "A SPA H\nWinter:\nbuilds: A PAR").orders
    plain = tuple(order for order in said if not order.slot.startswith("Winter"))
    told = []
    for orders in (said, plain):
        step = ENGINE.resolve(position("S1902M", "A SPA", "A MUN"), {"FRANCE": orders}, None)  # type: ignore[arg-type]
        told.append(tuple(ENGINE.report(seat_view(step.state, "GERMANY"), "GERMANY", step.events, None)))
    assert told[0] == told[1]


def remarks(state: DiplomacyState, text: str) -> list[str]:
    orders: tuple[Order, ...] = parse_orders(seat_grammar(state), text).orders
    return [remark.text for remark in ENGINE.check(state, "FRANCE", orders)]


def test_orders_that_do_not_go_together_are_pointed_out() -> None:
    """Two units to one place, help for what was not ordered, too many builds or removals."""
    assert "2 units of yours go to Gascony" in remarks(MOVEMENT, "A MAR - GAS\nA BUR - GAS")[0]
    assert (
        "Army Paris in vain: as your orders stand, Army Paris goes to Gascony"
        in remarks(MOVEMENT, "A MAR S A PAR - BUR\nA PAR - GAS\nA BUR - RUH")[0]
    )
    assert "Army Paris stays where it is" in remarks(MOVEMENT, "A MAR S A PAR - BUR\nA BUR - RUH")[0]
    assert "Army Burgundy stays there" in remarks(MOVEMENT, "A PAR - BUR")[0]
    assert remarks(MOVEMENT, "A MAR S A PAR - BUR\nA PAR - BUR\nA BUR - RUH") == []
    assert (
        "You have 2 units to remove: Fleet Mid-Atlantic Ocean is one too many"
        in remarks(SHRINKING, "remove SPA\nremove PAR\nremove MAO")[0]
    )
    assert "both would be disbanded" in remarks(DRIVEN, "A BUR - GAS\nA MAR - GAS")[0]


def test_what_does_not_go_together_is_no_error() -> None:
    """§5.9: only what cannot be carried out in any case is refused; this costs nothing."""
    told = ENGINE.check(MOVEMENT, "FRANCE", parse_orders(seat_grammar(MOVEMENT), "A PAR - BUR").orders)
    assert [(remark.level, remark.line) for remark in told] == [("warning", "A PAR - BUR")]


def test_help_for_others_is_not_compared_with_own_orders() -> None:
    """§5.11: what another power's unit does is not known."""
    assert remarks(MOVEMENT, "A BUR S A MUN - RUH\nA PAR S A MUN - BUR\nA BUR - GAS") == []


def test_an_army_may_go_by_the_fleet_of_another_power() -> None:
    """§5.11, §7.6: it is told that no own fleet convoys it only where no other power has a fleet at sea."""
    letter = "A BRE - LON via convoy"
    alone = remarks(position("S1902M", "A BRE,F ENG", "F LON"), letter)
    assert alone == ["Army Brest goes by convoy, but none of your own fleets convoys it."]
    assert remarks(position("S1902M", "A BRE,F MAO", "F ENG"), letter) == []


def test_an_own_fleet_carries_the_army_that_it_is_told_to() -> None:
    """§5.7, §7.1: that army, and to where that army goes."""
    state = position("S1902M", "A BRE,A PIC,F ENG", "")
    via, nobody = "A BRE - LON via convoy", "Army Brest goes by convoy, but none of your own fleets convoys it."
    assert remarks(state, f"{via}\nF ENG C A BRE - LON") == []
    assert nobody in remarks(state, f"{via}\nF ENG C A PIC - LON")
    vain = "Fleet English Channel convoys Army Brest in vain: as your orders stand, Army Brest goes to London."
    assert {nobody, vain} <= {*remarks(state, f"{via}\nF ENG C A BRE - WAL")}


def test_what_goes_together_is_not_spoken_of() -> None:
    """§5.5, §9.3, §9.4: support of who stays, one retreat to a place, two that are disbanded, wishes for winter."""
    assert remarks(MOVEMENT, "A BUR S A PAR\nA PAR H") == []
    assert remarks(DRIVEN, "A BUR - GAS\nA MAR - PIC") == []
    assert remarks(DRIVEN, "A BUR disband\nA MAR disband") == []
    both = ["Two of your units retreat to Gascony: both would be disbanded."] * 2
    assert remarks(DRIVEN, "A BUR - GAS\nA MAR - GAS\nWinter:\nremove BUR") == both


def test_the_first_builds_count() -> None:
    """§10.5: of two where one is to be built, the second is one too many."""
    state = position("W1902A", "A SPA", "", centres=dict.fromkeys(("PAR", "BRE"), "FRANCE"))
    assert remarks(state, "build F BRE\nbuild A PAR") == ["You can build 1 unit: an army in Paris is one too many."]


def test_wishes_for_winter_stand_beside_retreats() -> None:
    """§9.3, §10.6: they are of no unit that retreats."""
    letter = "A BUR - GAS\nA MAR - GAS\nWinter:\nbuilds: A PAR"
    assert remarks(DRIVEN, letter) == ["Two of your units retreat to Gascony: both would be disbanded."] * 2


@pytest.mark.parametrize(
    ("named", "fine"), [("SPA/NC", True), ("SPA/SC", False), ("SPA", True)], ids=["its coast", "the other", "none"]
)
def test_help_for_an_own_fleet_is_compared_with_its_coast(named: str, fine: bool) -> None:
    """§5.8: a support that names the other coast has no effect, and that is told before it is too late."""
    assert (remarks(MOVEMENT, f"F MAO - SPA/NC\nA SPA - POR\nA MAR S F MAO - {named}") == []) is fine


# --- what hangs on what -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "A PAR S A MUN - PIC",
            "cannot go to Picardy, so nothing can support that. Possible: A PAR S A MUN - BUR.",
        ),
        ("A BUR S A MUN - MUN", "Army Munich cannot go to Munich, so nothing can support that."),
        ("A MAR S F MAO - SPA/SC", None),
        ("A PAR S F BRE - BUR", "Fleet Brest cannot go to Burgundy"),
        ("F MAO C A PAR - LON", "Fleet Mid-Atlantic Ocean cannot convoy Army Paris"),
        ("F MAO C A SPA - LON", "No chain of fleets with Fleet Mid-Atlantic Ocean reaches London"),
        ("F MAO C A SPA - POR", None),
    ],
)
def test_help_is_refused_that_cannot_be(line: str, answer: str | None) -> None:
    """§5.6, §7.1: whoever the unit belongs to; the player is told which of the two does not fit."""
    if answer is None:
        assert texts(MOVEMENT, line) == [line]
    else:
        assert answer in fault(MOVEMENT, line)


def test_a_fleet_is_told_that_it_is_on_no_way() -> None:
    """§7.1, DATC 4.E.1: in the North Sea it is no help from Gascony to London, but to Norway."""
    state = position("S1902M", "A BRE,A GAS,F MAO,F ENG,F NTH", "A MUN")
    assert "Fleet North Sea is on no way of Army Gascony to London" in fault(state, "F NTH C A GAS - LON")
    assert texts(state, "F NTH C A BRE - NWY") == ["F NTH C A BRE - NWY"]


@pytest.mark.parametrize(
    "line",
    ["A PAR S A MUN - PIC", "A BUR S A MAR - MAR", "A MAR S A PAR - PIC", "A PAR S A SPA"],
)
def test_what_is_proposed_instead_is_possible(line: str) -> None:
    """Each line that an answer names is read."""
    named = re.findall(r"[AF] [A-Z/]{3,6} [SC] [AF] [A-Z/]{3,6}(?: - [A-Z/]{3,6})?", fault(MOVEMENT, line))
    assert named and [one for one in named if not parse_orders(seat_grammar(MOVEMENT), one).orders] == []


@pytest.mark.parametrize(
    ("state", "line", "answer"),
    [
        ("MOVEMENT", "A SPA - MUN VIA", "No chain of fleets joins Munich and Spain."),
        ("MOVEMENT", "A SPA - NAF VIA WES", "There is no fleet in Western Mediterranean that could convoy this army."),
        ("MOVEMENT", "remove SWI", "No unit can be in Switzerland."),
        ("MOVEMENT", "removes: SWI", "No unit can be in Switzerland."),
        ("SHRINKING", "removes: A MUN", "Munich is not yours to remove; yours are Army Spain, Army Paris, Fleet"),
        ("SHRINKING", "remove A MUN", "Munich is not yours to remove; yours are Army Spain, Army Paris, Fleet"),
    ],
)
def test_who_is_not_there_is_said(state: str, line: str, answer: str) -> None:
    """§2.2, §7.1, §10.4: fleets that carry an army, units that are removed."""
    assert answer in fault({"MOVEMENT": MOVEMENT, "SHRINKING": SHRINKING}[state], line)


# --- coasts that mean nothing -------------------------------------------------------------------------------------

SPLIT = [(place, coast) for place in STANDARD.places.values() for coast in place.coasts]
UNITS = [Unit("A", at, "FRANCE") for at in STANDARD.army] + [Unit("F", at, "FRANCE") for at in STANDARD.fleet]
HELP = [
    (supporter, mover, coast)
    for place, coast in SPLIT
    for supporter in UNITS
    for mover in UNITS
    if place.code in STANDARD.touched_provinces(supporter)
    and province_of(mover.at) != province_of(supporter.at)
    and (coast if mover.kind == "F" else place.code) in STANDARD.reachable_locations(mover)
]
"""Whoever can support a move to a province of two coasts, the mover, and a coast it may name."""


@pytest.mark.slow
def test_every_support_of_a_move_may_name_a_coast() -> None:
    """§5.8, DATC 4.B.6: that of an army means nothing, that of a fleet is its own; whoever else stands around."""
    assert len(HELP) == 299
    for bystanders in ("", "F MAO,F BAR,F BLA"):
        others = [parse_unit(text, "GERMANY") for text in bystanders.split(",") if text]
        for supporter, mover, coast in HELP:
            taken = {province_of(supporter.at), province_of(mover.at)}
            mine = (supporter, mover, *(unit for unit in others if unit.at not in taken))
            line = f"{supporter} S {mover} - {coast}"
            state = replace(MOVEMENT, units=mine)
            expected = f"{supporter} S {mover} - {coast if mover.kind == 'F' else province_of(coast)}"
            assert [order.text for order in parse_orders(seat_grammar(state), line).orders] == [expected], (
                line,
                bystanders,
            )


@pytest.mark.parametrize("line", ["A NWY R STP/NC", "A NWY - stp(sc)", "retreat A NWY: STP/NC > SWE", "a nwy stpnc"])
def test_an_army_retreats_to_a_province_whatever_coast_is_named(line: str) -> None:
    """§9.1, DATC 4.B.6: it was refused, and the army was lost."""
    driven = DislodgedUnit(parse_unit("A NWY", "FRANCE"), "NWG", ("FIN", "STP", "SWE"))
    state = position("S1902R", "A PAR", dislodged=(driven,))
    orders = parse_orders(seat_grammar(state), line).orders
    after = ENGINE.resolve(state, {"FRANCE": orders}, LoadedDice()).state
    assert "A STP" in map(str, after.units_of("FRANCE"))


def test_an_army_may_wish_to_retreat_to_a_coast() -> None:
    """§9.5: with its moves, below a line of its own."""
    state = position("S1902M", "A NWY", "A SWE,F NWG")
    assert texts(state, "Retreats:\nA NWY: STP/SC > FIN") == ["RETREAT A NWY STP > FIN"]


def test_a_fleet_may_have_to_retreat_to_a_coast() -> None:
    """§9.1: its coast does mean something."""
    driven = DislodgedUnit(parse_unit("F MAO", "FRANCE"), "ENG", ("SPA/NC", "SPA/SC", "WES"))
    state = position("S1902R", "A PAR", dislodged=(driven,))
    assert texts(state, "F MAO R SPA/SC") == ["F MAO R SPA/SC"] and fault(state, "F MAO R SPA")


# --- slips --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "A München - Ruhr",
            "no place “München” on this map. If “A MUN” is meant: You have no unit in Munich",
        ),
        ("F Nordsee - NWY", "There is no place “Nordsee” on this map."),
        ("A Par", "The line stops too early: after “A PAR” it needs H, S, "),
        ("F Bre", "The line stops too early: after “F BRE” it needs H, S, "),
        (
            "A BUR S A GAL - GAL",
            "Army Burgundy can only support a unit that stands where it could go itself",
        ),
    ],
)
def test_a_slip_is_answered_with_what_is_wrong(line: str, answer: str) -> None:
    """And with nothing that is not so."""
    told = fault(MOVEMENT, line)
    assert answer in told and "GAL - GAL" not in told


def notes(state: DiplomacyState, text: str) -> dict[str, str]:
    """Return what is noted of the choices that come next."""
    (step,) = (step for step in complete_order(seat_grammar(state), text).steps if step.words in ("", "-"))
    return {choice.code: choice.note for choice in step.open_choices}


def test_what_helps_to_choose_a_goal_stands_beside_it() -> None:
    """§10.1, §7: whose centre it is, who stands there, and that only a convoy leads there."""
    centres = {"BRE": "FRANCE", "BUR": "GERMANY"}
    told = notes(replace(MOVEMENT, centres={**centres, "MUN": "GERMANY"}), "A BUR -")
    assert (told["MUN"], told["GAS"]) == ("centre of Germany; an army of Germany is there", "")
    told = notes(replace(MOVEMENT, centres=centres), "A SPA -")
    assert told["POR"] == "free centre" and told["NAF"] == "by convoy"
    assert told["BRE"] == "by convoy; centre of yours; a fleet of yours is there"
    told = notes(replace(MOVEMENT, centres=centres), "F BRE -")
    assert {at: told[at] for at in ("ENG", "GAS", "PIC")} == {"ENG": "", "GAS": "", "PIC": ""}
    told = notes(position("S1902M", "F GAS", "F BRE", centres={**centres, "SPA": "FRANCE"}), "F GAS -")
    assert (told["SPA/NC"], told["MAO"]) == ("centre of yours", "")
    assert told["BRE"] == "centre of yours; a fleet of Germany is there"


def next_choices(state: DiplomacyState, text: str) -> dict[str, Choice]:
    """Return what comes next, refused or not, by its code."""
    return {choice.code: choice for step in complete_order(seat_grammar(state), text).steps for choice in step.choices}


def test_what_can_be_said_can_be_clicked() -> None:
    """§2.2, §5.1: a unit is picked by its province, and so is a province that is refused, which has its name."""
    assert next_choices(MOVEMENT, "A")["PAR"].at == ("PAR",)
    assert next_choices(MOVEMENT, "A BUR -")["SWI"] == Choice(
        "SWI", "Switzerland", why_not="Nobody can enter Switzerland.", at=("SWI",)
    )


def test_an_army_names_each_of_the_waters_once() -> None:
    """§7.6: what it has named is not offered again."""
    state = position("S1902M", "A BRE,F ENG,F NTH", "F LON")
    for line in ("A BRE - NWY VIA ENG -", "A BRE - ENG -"):
        assert {"ENG", "NTH"} & next_choices(state, line).keys() == {"NTH"}


def test_one_coast_only_is_the_rarer_support() -> None:
    """§5.8: unless it was agreed that coasts are named, what names one is folded away, and says so."""
    state = position("S1902M", "A MAR,F MAO", "A MUN")
    goals = next_choices(state, "A MAR S F MAO -")
    assert (goals["SPA"].note, goals["SPA/NC"].note) == ("", "to this coast only")
    assert {code: goals[code].group for code in ("SPA", "SPA/NC")} == {"SPA": "", "SPA/NC": "To one coast only"}


def test_where_coasts_are_to_be_named_they_are_what_is_offered() -> None:
    """§5.8, §14: with `COASTS NAMED` a support without one is offered only where the fleet can reach no other."""
    agreed = DiplomacyOptions(rulings=Rulings(coasts="named"))
    state = replace(position("S1902M", "A MAR,F MAO,F GAS", "A MUN"), options=agreed)
    goals = next_choices(state, "A MAR S F MAO -")
    assert {code: choice.group for code, choice in goals.items() if code.startswith("SPA")} == {
        "SPA/NC": "",
        "SPA/SC": "",
    }
    assert {"SPA", "SPA/NC"} <= set(next_choices(state, "A MAR S F GAS -"))


def test_waters_that_an_army_names_stand_apart() -> None:
    """§7.6: they are no places for it to go to."""
    named = next_choices(MOVEMENT, "A SPA -")["MAO"]
    assert (named.note, named.group, named.at) == ("by convoy over this sea", "By convoy, sea by sea", ("MAO",))


def test_a_province_of_two_coasts_is_half_of_an_order() -> None:
    """§5.8: for a fleet that could go to either."""
    half = next_choices(MOVEMENT, "F MAO -")["SPA"]
    assert half.why_not == "Spain has two coasts a fleet could go to: say SPA/NC or SPA/SC."
    assert (half.label, half.group, half.at) == ("Spain", "Half of an order", ("SPA",))
    one = next_choices(position("S1902M", "F GAS"), "F GAS -")
    assert {code for code in one if code.startswith("SPA")} == {"SPA/NC"}


def test_own_units_that_are_refused_stand_among_the_own() -> None:
    """§5.5: support to hold of units that do not stand next door, which could be supported elsewhere."""
    away = next_choices(position("S1902M", "A PAR,A BUR,A MAR", "A MUN"), "A PAR sh")
    assert [code for code, choice in away.items() if not choice.why_not] == ["A BUR"]
    groups = {"A PAR": "", "A BUR": "", "A MAR": "", "A MUN": "Units of other powers"}
    assert {code: away[code].group for code in groups} == groups
    helped = next_choices(MOVEMENT, "A MAR S")
    assert (helped["A BUR"].group, helped["A MUN"].group) == ("", "Units of other powers")


# --- in plain language --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "line", "words"),
    [
        ("MOVEMENT", "A PAR H", "Army Paris holds"),
        ("MOVEMENT", "F MAO - SPA/NC", "Fleet Mid-Atlantic Ocean to Spain (north coast)"),
        ("MOVEMENT", "A MAR S A PAR - GAS", "Army Marseilles supports Army Paris to Gascony"),
        ("MOVEMENT", "A BUR S A MUN", "Army Burgundy supports Army Munich"),
        ("MOVEMENT", "F MAO C A SPA - NAF", "Fleet Mid-Atlantic Ocean convoys Army Spain to North Africa"),
        ("MOVEMENT", "A SPA - NAF VIA", "Army Spain to North Africa by convoy"),
        ("MOVEMENT", "A SPA - MAO - NAF", "Army Spain to Mid-Atlantic Ocean and on to North Africa"),
        (
            "MOVEMENT",
            "retreat A PAR: GAS > PIC > disband",
            "If dislodged, Army Paris retreats to Gascony or else to Picardy or else is disbanded",
        ),
        ("MOVEMENT", "remove PAR", "Remove the unit in Paris"),
        ("RETREAT", "A BUR R GAS", "Army Burgundy retreats to Gascony"),
        ("RETREAT", "A BUR disband", "Army Burgundy is disbanded"),
        ("RETREAT", "disband A BUR", "Disband Army Burgundy"),
        ("RETREAT", "retreat A BUR: disband", "If possible, Army Burgundy is disbanded"),
        ("RETREAT", "retreat A BUR: GAS > PIC", "If possible, Army Burgundy retreats to Gascony or else to Picardy"),
        ("WINTER", "build F BRE", "Build a fleet in Brest"),
        (
            "WINTER",
            "builds: F BRE > waive",
            "Build, in this order, a fleet in Brest then nothing more",
        ),
        ("WINTER", "waive", "Build nothing more"),
        ("SHRINKING", "remove A SPA", "Remove Army Spain"),
        ("SHRINKING", "removes: A SPA > A PAR", "Remove, in this order, Army Spain then Army Paris"),
    ],
)
def test_every_sentence_reads_well(state: str, line: str, words: str) -> None:
    """As it stands beside what a player wrote."""
    states = {"MOVEMENT": MOVEMENT, "RETREAT": RETREAT, "WINTER": WINTER, "SHRINKING": SHRINKING}
    (order,) = parse_orders(seat_grammar(states[state]), line).orders
    assert order.words == words
