"""The stages of a turn in their order, whoever plays how (§3, §5.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import states
from engines.base import Presence, Step
from engines.cantillon import ENGINE, book, grammars
from engines.cantillon.combat import AttackWave
from engines.cantillon.stages import read_wave
from engines.cantillon.state import CantillonOptions, CantillonState, Half
from engines.dice import LoadedDice
from engines.language import parse_orders
from tests.cantillon.tables import factory, kinds, opening, orders, play, position, turn, units

MONEY = {"RED": {"y": 20, "b": 5}}
EVERYTHING = (
    "GIVE BLU 1b ; FACTORY P 41 ; RUN ALL ; POS T 41-40 ; BUILD T 41 ; T 41-40 ; DISBAND T 6 ; TRADE BLU GIVE 1b GET 1r"
)
STAGES = ["turn", "traded", "tax", "disbanded", "upkeep", "step", "built", "positioned", "made", "factory", "given"]


def test_lines_are_carried_out_by_stage_whatever_their_order() -> None:
    """§5.2: tax, pay, expand, build, position, generate, factories, negotiate."""
    board = "RED 41 TT, RED 6 TA, RED P F, BLU 26 T"
    state = factory(position(board, stock={**MONEY, "BLU": {"r": 1}}, seats=("RED", "BLU")), "6", basic=True)
    said = {
        "RED": EVERYTHING.replace("GET 1r", "GET 1r AT START"),
        "BLU": "TRADE RED GIVE 1r GET 1b AT START",
    }
    told = [event.kind for event in play(state, said).events if event.kind in STAGES]
    assert told[: len(STAGES)] == STAGES


def test_turns_follow_the_order_of_play() -> None:
    """§3.1: all stages of one, then all of the next; who is out has none."""
    state = position("RED 41 T, BLU 26 T, GRN 62 T", order=("GRN", "RED", "BLU"))
    turns = [event.args["seat"] for event in play(state, {}).events if event.kind == "turn"]
    assert turns == ["GRN", "RED", "BLU"]
    without = replace(state, out=("RED",), lands={k: v for k, v in state.lands.items() if k != "41"})
    assert [e.args["seat"] for e in play(without, {}).events if e.kind == "turn"] == ["GRN", "BLU"]


def test_a_later_turn_sees_what_the_earlier_did() -> None:
    """§3.1"""
    state = position("RED 41 TT, BLU 43 TA, BLU 35 T, BLU 37 T, GRN 62 T", stock={"BLU": {"c": 1}})
    after = play(state, {"RED": "T 41-40", "BLU": "A 43-41 IF 40 HELD RED"}, combat=[6, 1]).state
    assert after.owner_of("41") == "BLU"


def test_what_happens_by_itself_cannot_be_skipped() -> None:
    """§3.4: tax, pay and generate, whatever a letter says."""
    state = factory(position("RED 41 TA, BLU 26 T, GRN 62 T", stock={"RED": {"c": 1}}), "41", y=1)
    after = play(state, {"RED": "STANDING CLEAR"}).state
    assert (after.stock["RED"], after.plot_of("41").goods) == ({"y": 1}, {"y": 1})


def test_no_stage_is_played_after_a_defeat() -> None:
    """§5.7.1"""
    state = position("RED 43 T, BLU 26 T, GRN 62 T", stock=MONEY)
    after = play(state, {"RED": "GIVE BLU 1b"}).state
    assert after.out == ("RED",) and after.stock["BLU"] == {}


# --- turn by turn -------------------------------------------------------------------------------------------------


def single(board: str, mode: str = "turn", **fields: object) -> CantillonState:
    state = position(board, CantillonOptions(mode=mode), ("RED", "BLU"), **fields)  # type: ignore[arg-type]
    return replace(state, kind="turn", phase="R1-RED", active="RED")


def close_stage(state: CantillonState, said: dict[str, str], combat: tuple[int, ...] = ()) -> Step[CantillonState]:
    found = {seat: orders(state, seat, text) for seat, text in said.items()}
    return ENGINE.resolve(state, found, LoadedDice({"combat": list(combat)}))


def test_each_turn_is_a_phase_of_its_own() -> None:
    """§3.2: the next player is asked with the board before him; after the last, the next round."""
    first = close_stage(single("RED 41 TT, BLU 26 T"), {"RED": "T 41-40"}).state
    assert (first.phase, first.active, first.round, first.owner_of("40")) == ("R1-BLU", "BLU", 1, "RED")
    second = close_stage(first, {"BLU": "RUN ALL"}).state
    assert (second.phase, second.active, second.round) == ("R2-RED", "RED", 2)


def test_in_turn_mode_only_the_active_player_owes_an_answer() -> None:
    """§3.2"""
    state = single("RED 41 TT, BLU 26 T")
    asks = {seat: ENGINE.grammar(state, seat) for seat in ("RED", "BLU")}
    assert [grammar is not None and grammar.due for grammar in asks.values()] == [True, False]


def test_vacant_turns_count_for_the_active_player_only() -> None:
    """§3.4"""
    vacant = {"RED": Presence.VACANT, "BLU": Presence.VACANT}
    after = ENGINE.resolve(single("RED 41 TT, BLU 26 T"), {}, LoadedDice(), vacant).state
    assert after.silent == {"RED": 1}


def test_a_game_that_is_decided_within_a_round_ends_at_once() -> None:
    """§5.7.2: with one player left there is nobody to wait for."""
    state = single("RED 36 TA, RED 41 T, BLU 35 T", stock=MONEY)
    assert close_stage(state, {"RED": "ATT 35 FROM 36"}, (6, 1)).state.ranks == {"RED": 1, "BLU": 2}


def test_who_is_left_alone_need_not_play_his_turn() -> None:
    """§5.7.2: the other has left the game before it."""
    assert close_stage(single("RED 41 TT, BLU 26 T"), {"RED": "RESIGN"}).state.ranks == {"BLU": 1, "RED": 2}


def test_standing_lines_are_said_for_who_is_silent() -> None:
    """§3.4: in each round until they are replaced or cleared, beside a letter they rest."""
    state = position("RED 41 T, RED 40 T, BLU 26 T", seats=("RED", "BLU"), stock={"RED": {"c": 9}})
    kept = play(state, {"RED": "STANDING BUILD T 41 ; BUILD T 40"}).state
    assert (kept.standing, units_of(kept)) == ({"RED": ("BUILD T 41",)}, ("T", "TT"))
    silent = play(kept, {}).state
    assert (silent.standing, units_of(silent)) == (kept.standing, ("TT", "TT"))
    said = play(kept, {"RED": "FACTORY B 41"}).state
    assert (said.standing, units_of(said)) == (kept.standing, ("T", "TT"))
    assert not play(kept, {"RED": "STANDING CLEAR"}).state.standing
    assert play(state, {"RED": "STANDING BUILD T 41"}).state.standing == kept.standing


def units_of(state: CantillonState) -> tuple[str, str]:
    return state.plot_of("41").units, state.plot_of("40").units


def test_a_game_opens_in_its_mode() -> None:
    """§3.1, §3.2"""
    kinds_ = {mode: play(opening(f"PLAYERS 2\nMODE {mode}"), {}).state for mode in ("SEALED", "TURN", "BOOK")}
    assert [(state.kind, state.round) for state in kinds_.values()] == [("round", 1), ("turn", 1), ("stage", 1)]
    assert kinds_["SEALED"].phase == "R1"
    first = kinds_["TURN"].order[0]
    assert (kinds_["TURN"].phase, kinds_["BOOK"].phase) == (f"R1-{first}", f"R1-{first}-3")


# --- stage by stage -----------------------------------------------------------------------------------------------


def open_stage(board: str, stage: int = 3, **fields: object) -> CantillonState:
    state = position(board, CantillonOptions(mode="book"), ("RED", "BLU"), **fields)
    opened = replace(state, kind="stage", stage=stage, active="RED", phase=f"R1-RED-{stage}")
    return replace(opened, closed={str(stage): states.dump_state(opened)})


def test_a_stage_closes_with_its_letter() -> None:
    """§3.2: the next stage opens; what has nothing to decide runs by itself."""
    state, seen = open_stage("RED 41 TT, BLU 26 T"), []
    while state.active == "RED":
        seen.append(state.stage)
        state = close_stage(state, {}).state
    assert seen == [3, 4, 5, 7, 8]
    assert state.plot_of("41").goods == {"y": 1}


def test_paying_and_generating_are_asked_for_where_there_is_something_to_decide() -> None:
    """§3.2: armies, and factories."""
    state = factory(open_stage("RED 41 TA, BLU 26 T", 8, stock={"RED": {"y": 9}}), "41", basic=True)
    state = close_stage(state, {}).state  # Blue's turn
    while state.active == "BLU":
        state = close_stage(state, {}).state
    assert (state.stage, state.round) == (2, 2)
    state, seen = close_stage(state, {"RED": "PAY ALL"}).state, []
    while state.active == "RED":
        seen.append(state.stage)
        state = close_stage(state, {}).state
    assert seen == [3, 4, 5, 6, 7, 8]


def test_who_is_defeated_in_his_turn_has_no_more_stages() -> None:
    board = "BLU 6 TT, BLU 26 T, RED 43 T"
    after = close_stage(open_stage(board), {}).state
    assert after.out == ("RED",) and after.ranks == {"BLU": 1, "RED": 2}
    assert (after.stage, after.closed) == (0, {})


WAVES = [
    AttackWave("43", (*("41",) * 5, *("45",) * 6), 11, 11),
    AttackWave("43", (*("41",) * 5, *("45",) * 5), 10, 10),
    AttackWave("43", ("41", "45", "46"), 2, 3),
    AttackWave("43", ("41", "45", "46"), 3, 1, follow=True),
]


@pytest.mark.parametrize("wave", WAVES)
def test_what_is_left_of_an_attack_is_what_was_said(wave: AttackWave) -> None:
    """§3.2, §5.4.3: its attackers, MAX, STOP and FOLLOW, however many they are."""
    (order,) = parse_orders(
        grammars.any_turn_grammar(open_stage("RED 41 TT, BLU 26 T"), "RED"), book.write_wave(wave)
    ).orders
    assert read_wave(order.args) == wave


def test_an_attack_that_waited_ends_the_turn_it_was_to_end() -> None:
    """§3.2: a letter speaks of stages up to the last; then it is the next player's turn, and nothing is left of it."""
    state = open_stage("RED 41 TA, RED 45 TA, BLU 43 A, BLU 26 T", stock=MONEY)
    asked = close_stage(state, {"RED": "ATT 43 FROM 41,45 ; GIVE BLU 1y"}, (1, 6)).state
    after = close_stage(asked, {"RED": "STOP"}).state
    assert (after.phase, after.stock["BLU"]["y"], after.plan) == ("R1-BLU-2", 1, {})


def test_what_was_to_be_spent_first_still_is() -> None:
    """§5.5: of what SPEND names, that which stage 2 did not take."""
    board = "RED 41 TA, RED 45 TA, BLU 43 A, BLU 26 T"
    state = open_stage(board, 2, stock={"RED": {"y": 2, "b": 1, "c": 9}})
    asked = close_stage(state, {"RED": "SPEND 2y 1b ; ATT 43 FROM 41,45 ; BUILD T 41"}, (1, 6)).state
    assert close_stage(asked, {"RED": "STOP"}).state.stock["RED"] == {"c": 9}


def test_what_runs_by_itself_is_one_stage() -> None:
    """§3.2, §5.2.8a: without a factory stage 6 runs by itself; contracts wait for stage 8."""
    halves = Half("RED", "BLU", {"y": 1}, {"r": 1}, False, 1), Half("BLU", "RED", {"r": 1}, {"y": 1}, False, 1)
    stock = {"RED": {"y": 1}, "BLU": {"r": 1}}
    state = open_stage("RED 41 TT, BLU 26 T", 5, halves={"RED": halves, "BLU": halves}, stock=stock)
    after = close_stage(state, {}).state
    assert (after.stage, after.stock["RED"]) == (7, {"y": 1})
    for _ in range(2):
        after = close_stage(after, {}).state
    assert (after.active, after.stock["RED"]) == ("BLU", {"r": 1})


def test_the_last_attacker_is_not_asked_about() -> None:
    """§3.2: nobody is left to go on."""
    state = open_stage("RED 41 TA, RED 45 T, BLU 43 A, BLU 26 T")
    after = close_stage(state, {"RED": "ATT 43 FROM 41"}, (1, 6)).state
    assert (after.attack, after.stage) == (False, 4)


def test_again_and_again() -> None:
    """§3.2: after each lost attacker, with what became of him; the lines after the attack wait, of this stage and of
    later ones."""
    board = "RED 41 TA, RED 45 TA, RED 36 TA, RED 38 TT, BLU 43 A, BLU 26 T, BLU 62 T"
    state = open_stage(board, stock=MONEY)
    first = close_stage(state, {"RED": "ATT 43 FROM 41,45,36 FOLLOW ; T 38-39 ; BUILD T 41"}, (1, 6))
    asked = first.state
    assert (asked.attack, asked.phase, kinds(first.events)) == (True, "R1-RED-3-1", ["attack"])
    again = close_stage(asked, {"RED": "AGAIN"}, (1, 6)).state
    assert (again.attack, again.phase, again.owner_of("39")) == (True, "R1-RED-3-2", "")
    won = close_stage(again, {"RED": "AGAIN"}, (6, 1)).state
    assert (won.owner_of("43"), won.owner_of("39"), won.plot_of("41").units, won.stage) == ("RED", "RED", "TT", 5)


def test_each_turn_is_announced() -> None:
    """§9: by the book too."""
    step = close_stage(open_stage("RED 41 TT, BLU 26 T", 8), {})
    assert [event.args["seat"] for event in step.events if event.kind == "turn"] == ["BLU"]


def test_silence_to_again_goes_on() -> None:
    """§3.2: the draft is AGAIN."""
    asked = close_stage(
        open_stage("RED 41 TA, RED 45 TA, BLU 43 A, BLU 26 T"), {"RED": "ATT 43 FROM 41,45"}, (1, 6)
    ).state
    grammar = ENGINE.grammar(asked, "RED")
    assert grammar is not None and grammar.draft == ("AGAIN",)
    assert close_stage(asked, {}, (6, 1)).state.owner_of("43") == "RED"


def test_a_siege_is_remembered_while_an_attack_waits() -> None:
    """§5.6d: besieged at the beginning of stage 3, and still at its end."""
    board = "RED 6 AA, RED 50 T, BLU 4 A, BLU 5 A, BLU 26 T"
    asked = close_stage(open_stage(board), {"RED": "ATT 4 FROM 6,6"}, (1, 6)).state
    assert asked.besieged == ("6",)
    stopped = close_stage(asked, {"RED": "STOP"})
    assert "siege lost" in kinds(stopped.events)
    assert stopped.state.owner_of("6") == ""


def test_back_to_a_stage_only_with_all_and_only_to_one_that_was_closed() -> None:
    """§3.2"""
    state = close_stage(open_stage("RED 41 TT, BLU 26 T"), {"RED": "T 41-40"}).state
    different = close_stage(state, {"RED": "REOPEN 3", "BLU": "REOPEN 2"}).state
    assert different.stage == 5
    back = close_stage(state, {"RED": "REOPEN 3", "BLU": "REOPEN 3"})
    assert [(event.kind, event.args) for event in back.events] == [("reopened", {"seat": "RED", "stage": 3})]
    assert back.state.owner_of("40") == ""
    again = close_stage(back.state, {"RED": "T 41-42"}).state
    assert (again.owner_of("42"), again.stage) == ("RED", 4)
    twice = close_stage(again, {"RED": "REOPEN 3", "BLU": "REOPEN 3"}).state
    assert (twice.owner_of("42"), twice.phase) == ("", "R1-RED-3-2")
    while twice.active == "RED":
        twice = close_stage(twice, {}).state
    assert twice.phase == "R1-BLU-3"


def test_what_was_moved_before_an_attack_does_not_move_after_it() -> None:
    """§5.2.3: once a turn, though stages come in several letters."""
    board = "RED 41 TT, RED 45 TA, RED 36 TA, BLU 43 A, BLU 26 T"
    asked = close_stage(open_stage(board), {"RED": "T 41-40 ; ATT 43 FROM 45,36 ; T 40-42"}, (1, 6)).state
    after = close_stage(asked, {"RED": "STOP"}).state
    assert (after.owner_of("40"), after.owner_of("42")) == ("RED", "")


# --- the round that the rules tell --------------------------------------------------------------------------------


def test_the_round_that_is_told_in_full() -> None:
    """§7"""
    state = factory(position("RED 41 TT, BLU 26 T"), "41", y=1)
    working = turn(state, "T 41-40 ; BUILD T 41 ; FACTORY B 41 ; RUN ALL", 1, 8)
    assert (units(working, "40"), units(working, "41"), working.treasury_value("RED")) == ("RED T", "RED TT", 0)
    assert (working.plot_of("41").goods, working.plot_of("40").goods) == ({"y": 1}, {"b": 1})
    assert any(e.kind == "refused" and e.args["text"].startswith("C30") for e in working.events)
    assert turn(working.freeze_state(), "FACTORY B 41", 1, 7).plot_of("41").basic
