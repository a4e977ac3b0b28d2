"""From one phase to the next: wishes, centres, the end, and who is waited for."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.dice import LoadedDice
from engines.diplomacy import ENGINE, asks
from engines.diplomacy.state import Options, State
from engines.orders import read
from tests.diplomacy.letters import on_board, owning, played, units_of

TYROLIA = {"AUSTRIA": "A VIE - TYR", "GERMANY": "A MUN - TYR", "ITALY": "A VEN - TYR"}


def test_events_do_not_tell_whose_orders_were_read_first() -> None:
    """Three armies bounce; each event names the other two in one order, whatever order the seats were given in."""
    dice = LoadedDice()
    state = ENGINE.start((), dice).state
    given = {}
    for seat, line in TYROLIA.items():
        ask = ENGINE.ask(state, seat)
        assert ask is not None
        given[seat] = read(ask, line).orders
    steps = [ENGINE.resolve(state, {seat: given[seat] for seat in seats}, dice) for seats in permutations(given)]
    assert all(step == steps[0] for step in steps)
    bounced = [event.args["by"] for event in steps[0].events if event.args.get("verdict") == "bounced"]
    assert bounced == [["MUN", "VEN"], ["VIE", "VEN"], ["VIE", "MUN"]]


# --- wishes ---------------------------------------------------------------------------------------------------------


def front(phase: str) -> State:
    """France in Burgundy, with two German armies before it."""
    return on_board(phase, france="A BUR, A MAR", germany="A MUN, A RUH", austria="A TYR")


ATTACK = """
Germany: A MUN - BUR
Germany: A RUH S A MUN - BUR
"""


@pytest.mark.parametrize("season", ["S1902M", "F1902M"])
def test_wishes_for_retreats_serve_the_season_in_which_they_are_given(season: str) -> None:
    """§9.5: the retreat is made without asking, so nobody waits for it."""
    step = played(front(season), f"France: retreat A BUR: PAR > GAS{ATTACK}")
    assert "A PAR" in units_of(step.state, "FRANCE") and step.state.kind != "retreat"


@pytest.mark.parametrize(("season", "then"), [("S1902M", "F1902R"), ("F1902M", "S1903R")])
def test_wishes_for_retreats_do_not_outlive_the_season(season: str, then: str) -> None:
    """§9.5: whoever is driven out a season later is asked anew, and disbanded if he says nothing."""
    quiet = played(front(season), "France: retreat A BUR: PAR > GAS").state
    assert quiet.wishes("FRANCE").retreats == {}
    driven = played(played(quiet).state if quiet.kind == "adjustment" else quiet, ATTACK).state
    assert driven.phase == then and [str(one.unit) for one in driven.dislodged] == ["A BUR"]
    assert asks.ask(driven, "FRANCE").draft == ("A BUR DISBAND",)  # type: ignore[union-attr]
    assert units_of(played(driven).state, "FRANCE") == "A MAR"


def test_wishes_said_while_others_retreat_are_for_winter_only() -> None:
    """§9.5, §10.6: after retreats, too, the season's wishes are gone, and those for winter stay."""
    state = front("S1902M")
    driven = played(state, f"France: retreat A MAR: SPA\nFrance: builds: A PAR{ATTACK}").state
    assert driven.phase == "S1902R"
    after = played(driven, "France: A BUR R PAR").state
    assert (after.phase, after.wishes("FRANCE").retreats, after.wishes("FRANCE").builds) == ("F1902M", {}, ("A PAR",))


def test_wishes_for_winter_end_with_it() -> None:
    """§10.6: what was wished for one winter is not built in the next."""
    state = on_board("F1902M", france="A SPA, A POR")
    winter = played(state, "France: builds: F BRE").state
    assert winter.phase == "W1902A" and winter.wishes("FRANCE").builds == ("F BRE",)
    spring = played(winter, "France: build A PAR\nFrance: waive").state
    assert spring.phase == "S1903M" and spring.wishes("FRANCE").builds == ()


# --- centres and the end --------------------------------------------------------------------------------------------


def test_centres_change_hands_after_the_fall_only() -> None:
    """§10.1: who passes through in spring owns nothing, whoever is there after the fall's retreats owns it."""
    fall = played(on_board("S1901M", france="A MAR, A PAR"), "France: A MAR - SPA").state
    assert (fall.phase, fall.centres.get("SPA")) == ("F1901M", None)
    assert played(fall, "France: A SPA H").state.centres["SPA"] == "FRANCE"
    assert played(fall, "France: A SPA - MAR").state.centres.get("SPA") is None


def test_a_centre_can_be_taken_by_a_retreat() -> None:
    """§10.1: centres change hands after the retreats, not before."""
    state = on_board("F1901M", france="A BUR, A PAR", germany="A MUN, A RUH")
    driven = played(state, ATTACK).state
    assert driven.phase == "F1901R" and driven.centres.get("BEL") is None
    assert played(driven, "France: A BUR R BEL").state.centres["BEL"] == "FRANCE"


@pytest.mark.parametrize(("owned", "won"), [(17, True), (16, False)])
def test_eighteen_centres_win_after_a_fall(owned: int, won: bool) -> None:
    """§12.1: with one more that is entered in the fall; seventeen do not."""
    state = owning(on_board("F1905M", france="A GAL", turkey="A SMY"), "FRANCE", owned)
    assert state.count("FRANCE") == owned and state.centres["WAR"] == "RUSSIA"
    after = played(state, "France: A GAL - WAR").state
    assert (after.ranks is not None and after.ranks["FRANCE"] == 1) is won


def test_eighteen_centres_do_not_win_in_spring() -> None:
    """§12.1: only the end of a fall counts."""
    state = owning(on_board("S1905M", france="A SER", turkey="A SMY"), "FRANCE", 18)
    assert played(state, "France: A SER H").state.ranks is None


def test_another_number_of_centres_can_be_agreed() -> None:
    """§12.1: `VICTORY 5`; whoever has more than one who reaches it too comes before him (§12.5)."""
    state = owning(on_board("F1905M", options=Options(victory=5), france="A SER", turkey="A SMY"), "FRANCE", 6)
    ranks = played(state, "France: A SER H").state.ranks
    assert ranks is not None and (ranks["FRANCE"], ranks["RUSSIA"]) == (1, 2)


def test_the_last_year_ends_the_game() -> None:
    """§12.4, §12.5: after its fall and not a year before; equal powers share a rank."""
    options = Options(end_year=1905)
    before = played(on_board("F1904M", options=options, france="A PAR", turkey="A SMY")).state
    assert before.ranks is None
    ranks = played(on_board("F1905M", options=options, france="A PAR", turkey="A SMY")).state.ranks
    assert ranks is not None and ranks == {seat: 1 if seat == "RUSSIA" else 2 for seat in ranks}


def test_who_has_neither_units_nor_centres_is_out() -> None:
    """§12.2: one who still has either plays on, and one who is out is asked nothing."""
    state = on_board("F1904M", {"France": "PAR", "Turkey": "SMY"}, turkey="A SMY, A VIE", russia="A WAR")
    after = played(state, "Turkey: A SMY - CON").state
    assert {"FRANCE", "TURKEY", "RUSSIA"}.isdisjoint(after.out)
    assert {"AUSTRIA", "ENGLAND", "GERMANY", "ITALY"} == {*after.out}
    assert all(asks.ask(after, seat) is None for seat in after.out)


# --- nobody is waited for in vain -----------------------------------------------------------------------------------


def test_phases_in_which_nobody_decides_are_passed_over() -> None:
    """§4.2: no retreats, no adjustments: from fall to spring at once."""
    state = on_board("F1901M", {"France": "PAR MAR"}, france="A PAR, A MAR")
    assert played(state, "France: A PAR H").state.phase == "S1902M"


def test_silence_holds_disbands_and_waives() -> None:
    """§11.1: units stay, who was driven out is taken off, nothing is built."""
    state = on_board("F1902M", france="A BUR", germany="A MUN, A RUH")
    driven = played(state, ATTACK).state
    winter = played(driven).state
    assert winter.phase == "W1902A" and units_of(winter, "FRANCE") == ""
    assert units_of(played(winter).state, "GERMANY") == "A BUR, A RUH"


def test_no_retreat_goes_by_convoy() -> None:
    """§9.2: an army on a coast goes where it can walk, whatever fleets there are."""
    state = on_board("S1902M", france="A BEL, F ENG, F NTH", germany="A HOL, A RUH")
    driven = played(state, "Germany: A HOL - BEL\nGermany: A RUH S A HOL - BEL").state
    assert driven.dislodged[0].options == ("BUR", "PIC")
