"""What the second reading found: each of these once came out otherwise than the rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Step
from engines.cantillon.phases import resolve_cantillon
from engines.cantillon.state import CantillonOptions, CantillonState
from engines.dice import LoadedDice
from tests.cantillon.tables import SEATS, codes, factory, kinds, orders, play, position, turn, units

BOOK = CantillonOptions(mode="book")


class NotingLoadedDice(LoadedDice):
    """Loaded dice that note by what names dice in common are asked for."""

    def __init__(self, results: Mapping[str, Sequence[int]]) -> None:
        super().__init__(results)
        self.names: list[str] = []

    def shared_dice(self, name: str) -> LoadedDice:
        self.names.append(name)
        return self


def stage(state: CantillonState, text: str, combat: Sequence[int] = ()) -> Step[CantillonState]:
    """A letter of RED by the book."""
    return resolve_cantillon(state, {"RED": orders(state, "RED", text)}, LoadedDice({"combat": combat}))


def by_the_book(
    board: str, options: CantillonOptions = BOOK, seats: tuple[str, ...] = SEATS, **fields: Any
) -> CantillonState:
    """Stage 3 of RED, by the book."""
    return replace(position(board, options, seats, active="RED", stage=3, **fields), phase="R1-RED-3", kind="stage")


# --- attacks ------------------------------------------------------------------------------------------------------


def test_an_attacker_that_is_missing_stops_no_other() -> None:
    """§5.4.3: the next attacker of the line goes on; who has none there is told so."""
    working = turn(position("RED 41 TA, BLU 43 T, BLU 26 T"), "ATT 43 FROM 45,41")
    assert units(working, "43") == "RED A"
    assert codes(working)[0] == "C20"


def test_who_follows_is_the_next_that_can() -> None:
    """§5.4.3: FOLLOW passes over a listed land without an army."""
    working = turn(position("RED 41 TA, RED 45 TA, BLU 43 T, BLU 26 T"), "ATT 43 FROM 41,46,45 FOLLOW")
    assert units(working, "43") == "RED AA"


def test_a_repulsed_army_is_not_lost() -> None:
    """§4 STOP and §6.2: who throws the same and stays does not count among the lost."""
    state = position("RED 41 TA, RED 45 TA, BLU 43 A, BLU 26 T", CantillonOptions(repulse=True))
    working = turn(state, "ATT 43 FROM 41,45 STOP 1", combat=[3, 3, 6, 1])
    assert (units(working, "43"), units(working, "41")) == ("RED A", "RED TA")


THREE = "RED 41 TA, RED 45 TA, RED 46 TA, BLU 43 A, BLU 26 T, GRN 6 T"


def test_max_holds_after_again() -> None:
    """§3.2 and §4: an attack that goes on keeps its MAX."""
    asked = stage(by_the_book(THREE), "ATT 43 FROM 41,45,46 MAX 2", [1, 6]).state
    assert asked.attack
    after = stage(asked, "AGAIN", [1, 6]).state
    assert (after.stage, after.attack) == (4, False)
    assert after.lands["46"].units == "TA"


def test_stop_asks_nothing() -> None:
    """§3.2 and §4: with STOP 1 nobody is left to go on after the first is lost."""
    after = stage(by_the_book(THREE), "ATT 43 FROM 41,45 STOP 1", [1, 6]).state
    assert (after.stage, after.attack) == (4, False)


def test_the_dice_of_a_tournament_are_counted_toss_by_toss() -> None:
    """§8 tournament: keyed by tournament, round, player and number of the toss, whatever else is written."""
    state = position(THREE, CantillonOptions(tournament=7), stock={"RED": {"c": 9}, "BLU": {"c": 9}})
    for text in ("ATT 43 FROM 41,45", "T 41-43\nATT 43 FROM 41,45"):
        dice = NotingLoadedDice({"combat": [1, 6, 1, 6]})
        resolve_cantillon(state, {"RED": orders(state, "RED", text)}, dice)
        assert dice.names == ["7/1/RED/1", "7/1/RED/2"]


def test_again_throws_other_dice_in_a_tournament() -> None:
    """§8 tournament: an attack that goes on by the book does not throw what it threw before."""
    state = by_the_book(THREE, CantillonOptions(mode="book", tournament=7))
    dice = NotingLoadedDice({"combat": [1, 6, 1, 6]})
    asked = resolve_cantillon(state, {"RED": orders(state, "RED", "ATT 43 FROM 41,45")}, dice).state
    resolve_cantillon(asked, {"RED": orders(asked, "RED", "AGAIN")}, dice)
    assert dice.names == ["7/1/RED/1", "7/1/RED/2"]


# --- who inherits -------------------------------------------------------------------------------------------------


def test_the_taker_is_known_after_again() -> None:
    """§5.7.1 by the book: who took the last city inherits, though an attack after it was lost."""
    state = by_the_book("RED 41 TA, RED 45 AA, RED 47 A, BLU 62 T, BLU 63 T, GRN 43 A, GRN 6 T")
    asked = stage(state, "A 47-62\nATT 43 FROM 45,45", [6, 1, 1, 6]).state
    assert asked.attack
    assert stage(asked, "STOP").state.lands["63"].owner == "RED"


def test_who_took_another_city_does_not_inherit() -> None:
    """§5.7.1: only the last city counts; here its owner gave it up himself, and his treasury is nobody's."""
    board = "RED 41 TA, RED 43 T, RED 47 A, BLU 62 T, BLU 26 T, GRN 6 T"
    state = position(board, CantillonOptions(spoils=True), stock={"RED": {"c": 2}, "BLU": {"y": 9}})
    after = play(state, {"RED": "A 47-62", "BLU": "DISBAND T 26"}, [6, 1]).state
    assert (after.plot_of("62").owner, after.out) == ("RED", ("BLU",))
    assert after.worth["RED"] < 9


def test_who_failed_before_a_city_does_not_inherit() -> None:
    """§5.7.1: an attack that was lost took nothing."""
    board = "RED 41 TA, RED 43 T, RED 47 A, BLU 62 T, GRN 6 T"
    state = position(board, CantillonOptions(spoils=True), stock={"RED": {"c": 2}, "BLU": {"y": 9}})
    after = play(state, {"RED": "A 47-62", "BLU": "DISBAND T 62"}, [1, 6]).state
    assert after.out == ("BLU",)
    assert after.worth["RED"] < 9


def test_the_game_ends_with_the_last_enemy() -> None:
    """§5.7.2 by the book: who took the last city of the last enemy is asked no more."""
    state = by_the_book("RED 41 T, RED 47 A, RED 43 T, BLU 62 T", seats=("RED", "BLU"))
    assert stage(state, "A 47-62", [6, 1]).state.ranks == {"RED": 1, "BLU": 2}


# --- sieges and what hangs together -------------------------------------------------------------------------------


def test_an_island_of_ones_own_is_not_besieged() -> None:
    """§5.6: nobody stands around a landmass that fills its island."""
    state = position("RED 2 T, RED 3 T, RED 4 T, RED 5 T, RED 6 T, BLU 26 T", CantillonOptions(whole_landmass=True))
    working = turn(state, "")
    assert units(working, "6") == "RED T"
    assert "siege" not in kinds(working.events)


def test_cities_of_one_landmass_fall_together() -> None:
    """§5.6: all are judged before any falls, so the first does not open a way out for the second."""
    board = "RED 50 T, RED 53 T, RED 54 T, BLU 48 T, BLU 49 T, BLU 51 T, BLU 52 T, BLU 26 T, GRN 6 T"
    working = turn(position(board, CantillonOptions(whole_landmass=True)), "")
    assert kinds(working.events).count("siege lost") == 2
    assert working.out == ["RED"]


def test_no_fleet_is_left_alone_on_its_anchor() -> None:
    """§5.2.3c, §5.3: a fleet on an anchor belongs to its land; without a unit there it would be isolated."""
    state = position("RED 6 T F, RED 41 T, RED 40 T, RED P F, BLU 26 T")
    assert codes(turn(state, "T 6-4")) == ["C24"]
    assert codes(turn(state, "POS T 6-40", 5, 5)) == ["C24"]
    assert codes(turn(state, "F 6-H\nT 6-P")) == []


def test_who_came_aboard_stays_aboard() -> None:
    """§5.2.3b: first aboard, next turn ashore, also if the fleet enters a port."""
    state = position("RED 6 T, RED 4 TT, RED H F, BLU 26 T")
    working = turn(state, "T 4-H\nF H-6")
    assert codes(working) == ["C20"]
    assert units(working, "H") == "RED FT"


def test_a_unit_that_was_ceded_has_not_stepped() -> None:
    """§5.2: what stepped in one player's turn may be dismissed in the next one's."""
    state = position("RED 41 AA, RED 26 T, BLU 62 T", CantillonOptions(cede_any=True), seats=("RED", "BLU"),
                     stock={"RED": {"c": 9}})  # fmt: skip
    events = play(state, {"RED": "A 41-43\nCEDE 43 TO BLU", "BLU": "DISBAND A 43"}).events
    assert "disbanded" in kinds(events)


# --- goods and deals ----------------------------------------------------------------------------------------------


def test_spend_is_an_order() -> None:
    """§5.5: what SPEND names pays first, the first of it first."""
    state = position("RED 41 T, BLU 26 T", stock={"RED": {"r": 2, "P": 1}})
    working = turn(state, "SPEND 1P 2r\nBUILD T 41", 4, 4)
    assert {kind: n for kind, n in working.stock["RED"].items() if n} == {"r": 2, "c": 7}


def test_what_spend_named_is_spent_once() -> None:
    """§5.5 by the book: what SPEND paid with before an attack may be called off is not named again after it."""
    state = by_the_book("RED 41 TA, RED 45 AA, BLU 43 A, BLU 26 T, GRN 6 T", stock={"RED": {"P": 2}})
    pay = replace(state, stage=2, phase="R1-RED-2")
    asked = stage(pay, "SPEND 1P\nATT 43 FROM 45,45\nBUILD T 45", [1, 6]).state
    assert asked.stock["RED"] == {"P": 1, "c": 5}
    assert stage(asked, "STOP").state.stock["RED"] == {"P": 1, "c": 4}


def test_an_army_aboard_counts_in_a_condition() -> None:
    """§4 IF: an army that is carried is in its sea."""
    state = position("RED 41 TA, BLU 26 T, BLU P F+A")
    assert units(turn(state, "T 41-40 IF P ARMIES 1"), "40") == "RED T"


def test_each_factory_runs_for_itself() -> None:
    """§5.2.6: an input that is missing for one stops no other."""
    state = position("RED 41 T, RED 43 T, BLU 26 T", stock={"RED": {"b": 1}})
    working = turn(factory(factory(state, "41", basic=True), "43", basic=True), "RUN B 41, 43", 6, 6)
    assert working.plot_of("43").goods == {"b": 1, "B": 1}
    assert codes(working) == ["C51"]


def test_a_factory_runs_once() -> None:
    """§5.2.6: once a factory and turn, also if two lines name it."""
    state = factory(position("RED 41 T, BLU 26 T", stock={"RED": {"y": 2}}), "41", basic=True)
    assert turn(state, "RUN ALL\nRUN B 41", 6, 6).plot_of("41").goods == {"y": 1, "Y": 1}


def test_contracts_go_by_the_partners_seat() -> None:
    """§5.2.8: the goods suffice for one of two contracts; it is the same one whatever was stored before."""
    state = position("RED 41 T, BLU 26 T, GRN 6 T", stock={"GRN": {"y": 1}, "RED": {"r": 1}, "BLU": {"b": 1}})
    wishes = {"GRN": "TRADE BLU GIVE 1y GET 1b\nTRADE RED GIVE 1y GET 1r"}
    said = wishes | {"RED": "TRADE GRN GIVE 1r GET 1y", "BLU": "TRADE GRN GIVE 1b GET 1y"}
    later = replace(state, order=("GRN", "RED", "BLU"))
    assert play(later, said).state.stock["RED"] == {"y": 1}


def test_leave_is_given_and_taken_back_from_top_to_bottom() -> None:
    """§4: inside a stage line by line; new leave after REVOKE stands."""
    state = position("RED 41 T, BLU 26 T", seats=("RED", "BLU"))
    assert len(play(state, {"RED": "REVOKE BLU\nPERMIT BLU SEA H"}).state.permits["BLU"]) == 1
    assert not play(state, {"RED": "PERMIT BLU SEA H\nREVOKE BLU"}).state.permits


def test_what_is_ceded_is_ceded_land_by_land() -> None:
    """§6.47: a land that is not his does not keep the others from going over."""
    state = position("RED 41 T, RED 40 T, BLU 26 T, GRN 6 T", order=("BLU", "GRN", "RED"))
    after = play(state, {"RED": "RESIGN CEDE 43, 40 TO BLU"}).state
    assert after.plot_of("40").owner == "BLU"


def test_a_half_finds_the_other_that_fits_its_time() -> None:
    """§5.2.8: where goods are missing AT START, another half without it counts in stage 8."""
    state = position("RED 41 T, BLU 26 T", seats=("RED", "BLU"), order=("BLU", "RED"), stock={"BLU": {"R": 1}})
    state = factory(state, "41", y=1)
    wish = "TRADE RED GIVE 1R GET 1y"
    said = {"RED": "TRADE BLU GIVE 1y GET 1R AT START", "BLU": f"{wish} AT START\n{wish}"}
    assert "traded" in kinds(play(state, said).events)
