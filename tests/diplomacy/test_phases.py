"""From one phase to the next: wishes, centres, the end, and who is waited for."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.base import Step
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE, defaults, grammars
from engines.diplomacy.adjustments import Distance
from engines.diplomacy.commands import Rulings
from engines.diplomacy.state import DiplomacyOptions, DiplomacyState
from engines.language import parse_orders
from engines.language.grammar import OrderGrammar
from tests.diplomacy.letters import on_board, owning, resolve_letters, units_of

TYROLIA = {"AUSTRIA": "A VIE - TYR", "GERMANY": "A MUN - TYR", "ITALY": "A VEN - TYR"}


def test_events_do_not_tell_whose_orders_were_read_first() -> None:
    """Three armies bounce; each event names the other two in one order, whatever order the seats were given in."""
    dice = LoadedDice()
    state = ENGINE.start((), dice).state
    given = {}
    for seat, line in TYROLIA.items():
        grammar = ENGINE.grammar(state, seat)
        assert grammar is not None
        given[seat] = parse_orders(grammar, line).orders
    steps = [ENGINE.resolve(state, {seat: given[seat] for seat in seats}, dice) for seats in permutations(given)]
    assert all(step == steps[0] for step in steps)
    bounced = [event.args["by"] for event in steps[0].events if event.args.get("verdict") == "bounced"]
    assert bounced == [["MUN", "VEN"], ["VIE", "VEN"], ["VIE", "MUN"]]


# --- wishes ---------------------------------------------------------------------------------------------------------


def front(phase: str) -> DiplomacyState:
    """France in Burgundy, with two German armies before it."""
    return on_board(phase, france="A BUR, A MAR", germany="A MUN, A RUH", austria="A TYR")


ATTACK = """
Germany: A MUN - BUR
Germany: A RUH S A MUN - BUR
"""


@pytest.mark.parametrize("season", ["S1902M", "F1902M"])
def test_wishes_for_retreats_serve_the_season_in_which_they_are_given(season: str) -> None:
    """§9.5: the retreat is made without asking, so nobody waits for it."""
    step = resolve_letters(front(season), f"France: retreat A BUR: PAR > GAS{ATTACK}")
    assert "A PAR" in units_of(step.state, "FRANCE") and step.state.kind != "retreat"


@pytest.mark.parametrize(("season", "then"), [("S1902M", "F1902R"), ("F1902M", "S1903R")])
def test_wishes_for_retreats_do_not_outlive_the_season(season: str, then: str) -> None:
    """§9.5: whoever is driven out a season later is asked anew, and disbanded if he says nothing."""
    quiet = resolve_letters(front(season), "France: retreat A BUR: PAR > GAS").state
    assert quiet.standing_orders_of("FRANCE").retreats == {}
    driven = resolve_letters(resolve_letters(quiet).state if quiet.kind == "adjustment" else quiet, ATTACK).state
    assert driven.phase == then and [str(one.unit) for one in driven.dislodged] == ["A BUR"]
    assert grammars.build_diplomacy_grammar(driven, "FRANCE").draft == ("A BUR DISBAND",)  # type: ignore[union-attr]
    assert units_of(resolve_letters(driven).state, "FRANCE") == "A MAR"


def test_wishes_said_while_others_retreat_are_for_winter_only() -> None:
    """§9.5, §10.6: after retreats, too, the season's wishes are gone, and those for winter stay."""
    state = front("S1902M")
    driven = resolve_letters(state, f"France: retreat A MAR: SPA\nFrance: builds: A PAR{ATTACK}").state
    assert driven.phase == "S1902R"
    after = resolve_letters(driven, "France: A BUR R PAR").state
    assert (after.phase, after.standing_orders_of("FRANCE").retreats, after.standing_orders_of("FRANCE").builds) == (
        "F1902M",
        {},
        ("A PAR",),
    )


def test_wishes_for_winter_end_with_it() -> None:
    """§10.6: what was wished for one winter is not built in the next."""
    state = on_board("F1902M", france="A SPA, A POR")
    winter = resolve_letters(state, "France: builds: F BRE").state
    assert winter.phase == "W1902A" and winter.standing_orders_of("FRANCE").builds == ("F BRE",)
    spring = resolve_letters(winter, "France: build A PAR\nFrance: waive").state
    assert spring.phase == "S1903M" and spring.standing_orders_of("FRANCE").builds == ()


# --- centres and the end --------------------------------------------------------------------------------------------


def test_centres_change_hands_after_the_fall_only() -> None:
    """§10.1: who passes through in spring owns nothing, whoever is there after the fall's retreats owns it."""
    fall = resolve_letters(on_board("S1901M", france="A MAR, A PAR"), "France: A MAR - SPA").state
    assert (fall.phase, fall.centres.get("SPA")) == ("F1901M", None)
    assert resolve_letters(fall, "France: A SPA H").state.centres["SPA"] == "FRANCE"
    assert resolve_letters(fall, "France: A SPA - MAR").state.centres.get("SPA") is None


def test_a_centre_can_be_taken_by_a_retreat() -> None:
    """§10.1: centres change hands after the retreats, not before."""
    state = on_board("F1901M", france="A BUR, A PAR", germany="A MUN, A RUH")
    driven = resolve_letters(state, ATTACK).state
    assert driven.phase == "F1901R" and driven.centres.get("BEL") is None
    assert resolve_letters(driven, "France: A BUR R BEL").state.centres["BEL"] == "FRANCE"


@pytest.mark.parametrize(("owned", "won"), [(17, True), (16, False)])
def test_eighteen_centres_win_after_a_fall(owned: int, won: bool) -> None:
    """§12.1: with one more that is entered in the fall; seventeen do not."""
    state = owning(on_board("F1905M", france="A GAL", turkey="A SMY"), "FRANCE", owned)
    assert state.count_centres("FRANCE") == owned and state.centres["WAR"] == "RUSSIA"
    after = resolve_letters(state, "France: A GAL - WAR").state
    assert (after.ranks is not None and after.ranks["FRANCE"] == 1) is won


def test_eighteen_centres_do_not_win_in_spring() -> None:
    """§12.1: only the end of a fall counts."""
    state = owning(on_board("S1905M", france="A SER", turkey="A SMY"), "FRANCE", 18)
    assert resolve_letters(state, "France: A SER H").state.ranks is None


def test_another_number_of_centres_can_be_agreed() -> None:
    """§12.1: `VICTORY 5`; whoever has more than one who reaches it too comes before him (§12.5)."""
    state = owning(on_board("F1905M", options=DiplomacyOptions(victory=5), france="A SER", turkey="A SMY"), "FRANCE", 6)
    ranks = resolve_letters(state, "France: A SER H").state.ranks
    assert ranks is not None and (ranks["FRANCE"], ranks["RUSSIA"]) == (1, 2)


@pytest.mark.parametrize(
    ("france", "victory", "alone"), [(18, 18, True), (19, 18, True), (17, 18, False), (4, 4, False), (5, 4, True)]
)
def test_who_has_won_alone(france: int, victory: int, alone: bool) -> None:
    """§12.1, §12.3, §12.4: who has the centres that win, and more than all others; nobody won a game that ended
    with its last year. Russia has four centres at the beginning."""
    state = owning(on_board("F1905M", options=DiplomacyOptions(victory=victory), france="A PAR"), "FRANCE", france)
    assert state.count_centres("RUSSIA") == 4 or france > 5
    assert ENGINE.find_winner(state) == ("FRANCE" if alone else None)


def test_the_last_year_ends_the_game() -> None:
    """§12.4, §12.5: after its fall and not a year before; equal powers share a rank."""
    options = DiplomacyOptions(end_year=1905)
    before = resolve_letters(on_board("F1904M", options=options, france="A PAR", turkey="A SMY")).state
    assert before.ranks is None
    ranks = resolve_letters(on_board("F1905M", options=options, france="A PAR", turkey="A SMY")).state.ranks
    assert ranks is not None and ranks == {seat: 1 if seat == "RUSSIA" else 2 for seat in ranks}


def test_who_has_neither_units_nor_centres_is_out() -> None:
    """§12.2: one who still has either plays on, and one who is out is asked nothing."""
    state = on_board("F1904M", {"France": "PAR", "Turkey": "SMY"}, turkey="A SMY, A VIE", russia="A WAR")
    after = resolve_letters(state, "Turkey: A SMY - CON").state
    assert {"FRANCE", "TURKEY", "RUSSIA"}.isdisjoint(after.out)
    assert {"AUSTRIA", "ENGLAND", "GERMANY", "ITALY"} == {*after.out}
    assert all(grammars.build_diplomacy_grammar(after, seat) is None for seat in after.out)


def test_nobody_is_asked_when_the_game_is_over() -> None:
    """§12: though he still has units."""
    over = resolve_letters(on_board("F1905M", options=DiplomacyOptions(end_year=1905), france="A PAR")).state
    assert (
        over.ranks is not None and units_of(over, "FRANCE") and grammars.build_diplomacy_grammar(over, "FRANCE") is None
    )


# --- nobody is waited for in vain -----------------------------------------------------------------------------------


def test_phases_in_which_nobody_decides_are_passed_over() -> None:
    """§4.2: no retreats, no adjustments: from fall to spring at once."""
    state = on_board("F1901M", {"France": "PAR MAR"}, france="A PAR, A MAR")
    assert resolve_letters(state, "France: A PAR H").state.phase == "S1902M"


def test_silence_holds_disbands_and_waives() -> None:
    """§11.1: units stay, who was driven out is taken off, nothing is built."""
    state = on_board("F1902M", france="A BUR", germany="A MUN, A RUH")
    driven = resolve_letters(state, ATTACK).state
    winter = resolve_letters(driven).state
    assert winter.phase == "W1902A" and units_of(winter, "FRANCE") == ""
    assert units_of(resolve_letters(winter).state, "GERMANY") == "A BUR, A RUH"


def test_no_retreat_goes_by_convoy() -> None:
    """§9.2: an army on a coast goes where it can walk, whatever fleets there are."""
    state = on_board("S1902M", france="A BEL, F ENG, F NTH", germany="A HOL, A RUH")
    driven = resolve_letters(state, "Germany: A HOL - BEL\nGermany: A RUH S A HOL - BEL").state
    assert driven.dislodged[0].options == ("BUR", "PIC")


def phase_grammar(state: DiplomacyState, seat: str) -> OrderGrammar:
    found = grammars.build_diplomacy_grammar(state, seat)
    assert found is not None
    return found


def test_who_is_waited_for() -> None:
    """§11.5: who has to retreat or to adjust, unless he has said it before; nobody else."""
    driven = resolve_letters(front("S1902M"), ATTACK).state
    assert phase_grammar(driven, "FRANCE").due and not phase_grammar(driven, "GERMANY").due
    two = resolve_letters(
        front("F1902M"), f"France: builds: A PAR > F BRE > A MAR\nFrance: retreat A BUR: GAS{ATTACK}"
    ).state
    assert two.phase == "W1902A" and not defaults.must_answer(two, "FRANCE") and phase_grammar(two, "GERMANY").due


def test_wishes_for_winter_are_shown_with_the_moves() -> None:
    """§10.6: to their own player, as lines that stand if nothing newer comes."""
    fall = resolve_letters(front("S1902M"), "France: builds: F BRE > A PAR\nFrance: removes: MAR").state
    assert phase_grammar(fall, "FRANCE").draft[-2:] == ("BUILDS F BRE > A PAR", "REMOVES MAR")
    assert phase_grammar(fall, "GERMANY").draft == ("A MUN H", "A RUH H")


def test_who_can_say_nothing_is_not_asked() -> None:
    """§11.5: a power without units while others retreat; in winter one that has as many units as centres, though a home
    centre of his is empty, and one that has lost those in which it could build."""
    driven = resolve_letters(
        on_board("S1902M", {"Turkey": "ANK"}, france="A BUR", germany="A MUN, A RUH"), ATTACK
    ).state
    assert ENGINE.obligations(driven) == {"FRANCE": "due", "GERMANY": "free"}
    owned = {"France": "PAR", "Italy": "SPA POR", "Turkey": "ANK CON"}
    winter = on_board("W1902A", owned, france="A GAS", italy="A SPA", turkey="A BUL")
    assert ENGINE.obligations(winter) == {"TURKEY": "due"}


@pytest.mark.parametrize(
    ("phase", "title"),
    [
        ("S1901M", "Spring 1901, movement"),
        ("S1901R", "Spring 1901, retreats"),
        ("F1901M", "Fall 1901, movement"),
        ("F1901R", "Fall 1901, retreats"),
        ("W1901A", "Winter 1901, adjustments"),
    ],
)
def test_what_a_phase_is_called(phase: str, title: str) -> None:
    """§4.1: by its season, its year and what is ordered."""
    assert ENGINE.phase_name(on_board(phase, france="A PAR")) == title


# --- retreats -------------------------------------------------------------------------------------------------------


def test_who_is_driven_out_is_told_in_the_order_of_the_powers() -> None:
    """§9.1, §9.2: with where the attacker came from, and the provinces that a bounce has left empty."""
    state = on_board(
        "S1902M",
        austria="A VEN",
        france="A BUR, A PIC",
        germany="A MUN, A RUH, A BEL",
        italy="A TUS, A ROM",
    )
    text = f"""{ATTACK}Italy: A TUS - VEN
    Italy: A ROM S A TUS - VEN
    France: A PIC - PAR
    Germany: A BEL - HOL"""
    driven = resolve_letters(state, text).state
    assert [(one.unit.seat, str(one.unit), one.attacker) for one in driven.dislodged] == [
        ("AUSTRIA", "A VEN", "TUS"),
        ("FRANCE", "A BUR", "MUN"),
    ]


@pytest.mark.parametrize(("wishes", "lands"), [("MUN > PIC > GAS", "A PIC"), ("MUN > disband > GAS", ""), ("MUN", "")])
def test_the_first_wish_that_is_possible_is_granted(wishes: str, lands: str) -> None:
    """§9.4, §9.5: whoever wishes for nothing that is possible is asked, and disbanded if he says no more."""
    state = on_board("S1902M", france="A BUR", germany="A MUN, A RUH")
    after = resolve_letters(state, f"France: retreat A BUR: {wishes}{ATTACK}").state
    after = resolve_letters(after).state if after.kind == "retreat" else after
    assert units_of(after, "FRANCE") == lands


def test_a_bounce_shuts_its_province_for_one_phase() -> None:
    """§9.2: to all who retreat then, and to nobody later."""
    state = on_board("S1902M", france="A BUR, A BRE", germany="A MUN, A RUH", italy="A GAS")
    driven = resolve_letters(state, f"{ATTACK}France: A BRE - PAR\nItaly: A GAS - PAR").state
    assert driven.contested == ("PAR",) and "PAR" not in driven.dislodged[0].options
    assert resolve_letters(driven).state.contested == ()


def test_agreed_rulings_are_those_by_which_moves_are_judged() -> None:
    """§8.2, §14: with `PARADOX ALL-HOLD` the fleet from Wales stays as well."""
    units = {"england": "F LON, F WAL", "france": "A BRE, F ENG"}
    text = """England: F WAL - ENG
    England: F LON S F WAL - ENG
    France: A BRE - LON
    France: F ENG C A BRE - LON"""
    for ruling, fleets in (("szykman", "F ENG, F LON"), ("all hold", "F LON, F WAL")):
        options = DiplomacyOptions(rulings=Rulings(paradox=ruling))  # type: ignore[arg-type]
        assert units_of(resolve_letters(on_board("S1902M", None, options, **units), text).state, "ENGLAND") == fleets


# --- winter ---------------------------------------------------------------------------------------------------------


def event_tuples(step: Step[DiplomacyState], kind: str) -> list[tuple[object, ...]]:
    """The events of one kind, as the phase, whose, and what."""
    return [
        (e.args["phase"], e.args["seat"], e.args.get("unit", e.args.get("count")), e.args.get("note"))
        for e in step.events
        if e.kind == kind
    ]


def make_shrunk_winter() -> DiplomacyState:
    """A winter in which France has one centre and three units, Turkey two units too few."""
    return on_board("W1902A", {"France": "PAR", "Turkey": "ANK CON SMY"}, france="A SPA, A PAR, F MAO", turkey="A ANK")


def test_who_shrinks_chooses_what_goes() -> None:
    """§10.4, §11.2: what is ordered first, then by civil disorder; all are told whose and on whose word."""
    step = resolve_letters(make_shrunk_winter(), "France: remove A PAR\nTurkey: build F CON")
    assert (units_of(step.state, "FRANCE"), units_of(step.state, "TURKEY")) == ("A SPA", "A ANK, F CON")
    assert event_tuples(step, "remove") == [
        ("W1902A", "FRANCE", "A PAR", "ordered"),
        ("W1902A", "FRANCE", "F MAO", "civil disorder"),
    ]
    assert event_tuples(step, "build") == [("W1902A", "TURKEY", "F CON", None)]
    assert event_tuples(step, "waive") == [("W1902A", "TURKEY", 1, "no order")]
    waived = resolve_letters(make_shrunk_winter(), "Turkey: build F CON\nTurkey: waive")
    assert event_tuples(waived, "waive") == [("W1902A", "TURKEY", 1, "ordered")]


def test_who_waived_before_is_not_waited_for() -> None:
    """§10.6, §11.5: two could be built, one was wished for and no more."""
    fall = on_board("F1902M", {"France": "PAR BRE MAR", "Turkey": "ANK CON"}, france="A GAS", turkey="A BUL")
    winter = resolve_letters(fall, "France: builds: F BRE > waive").state
    assert winter.phase == "W1902A" and ENGINE.obligations(winter) == {"FRANCE": "free", "TURKEY": "due"}
    assert units_of(resolve_letters(winter).state, "FRANCE") == "F BRE, A GAS"


def test_wishes_of_the_year_choose_what_goes() -> None:
    """§10.6: and a newer order takes their place."""
    fall = on_board("F1902M", {"France": "PAR BRE", "Turkey": "ANK"}, france="A GAS, A PAR, A BUR", turkey="A BUL")
    asked_before = resolve_letters(fall, "France: removes: BUR > PAR").state
    assert asked_before.phase == "W1902A"
    assert units_of(resolve_letters(asked_before).state, "FRANCE") == "A GAS, A PAR"
    assert units_of(resolve_letters(asked_before, "France: remove A PAR").state, "FRANCE") == "A BUR, A GAS"


def test_who_could_build_nowhere_is_told_of_no_waiver() -> None:
    """§10.3: all home centres are taken, or lost; that is not waiving."""
    state = on_board("W1902A", {"France": "SPA POR", "Turkey": "ANK CON"}, france="A SPA", turkey="A ANK")
    assert event_tuples(resolve_letters(state), "waive") == [("W1902A", "TURKEY", 1, "no order")]


def test_the_owners_of_each_year_are_kept() -> None:
    """§10.1: by the year."""
    after = resolve_letters(on_board("F1902M", france="A SPA", russia="A WAR")).state
    assert [*after.history] == ["1902"] and after.history["1902"]["SPA"] == "FRANCE"


def test_it_is_told_once_who_is_out() -> None:
    """§12.2: after the phase in which it came to that."""
    state = on_board("F1902M", {"France": "PAR", "Turkey": "ANK", "Italy": "ROM"}, france="A ROM", turkey="A ANK")
    first = resolve_letters(state)
    assert [each[1] for each in event_tuples(first, "out")] == ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"]
    then = resolve_letters(first.state)
    assert event_tuples(then, "out") == []


@pytest.mark.parametrize(
    ("wishes", "due"),
    [("", True), ("BUR", True), ("BUR > MAO", False), ("BUR > MAO > PAR", False), ("SPA > RUH", True)],
)
def test_who_must_remove_is_waited_for_unless_his_wishes_settle_it(wishes: str, due: bool) -> None:
    """§11.5: two of France's units must go; wishes for units that it has not do not count."""
    others = {"turkey": "A BUL", "france": "A BUR, A PAR, F MAO, A GAS"}
    fall = on_board("F1902M", {"France": "PAR BRE", "Turkey": "ANK CON"}, None, **others)
    winter = resolve_letters(fall, f"France: removes: {wishes}" if wishes else "").state
    assert winter.phase == "W1902A" and defaults.must_answer(winter, "FRANCE") is due
    lines = phase_grammar(winter, "FRANCE").draft
    assert len(lines) == 2 and all(line.startswith("REMOVE ") for line in lines)
    assert due or lines == ("REMOVE A BUR", "REMOVE F MAO")


def test_who_loses_all_he_has_is_not_waited_for() -> None:
    """§11.5: there is nothing to choose."""
    state = on_board("W1902A", {"Turkey": "ANK CON"}, france="A BUR, A PAR", turkey="A BUL")
    assert not defaults.must_answer(state, "FRANCE") and defaults.must_answer(state, "TURKEY")
    assert units_of(resolve_letters(state).state, "FRANCE") == ""


@pytest.mark.parametrize(("distance", "left"), [("owned", "F BER"), ("home", "A TYR")])
def test_agreed_distance_is_that_of_civil_disorder(distance: Distance, left: str) -> None:
    """§11.2, §14: with `DISORDER HOME` the fleet has as far to sail as the army to walk, and goes first."""
    options = DiplomacyOptions(distance=distance)
    state = on_board("W1902A", {"Russia": "WAR", "Turkey": "ANK CON"}, options, russia="F BER, A TYR", turkey="A BUL")
    assert units_of(resolve_letters(state).state, "RUSSIA") == left
