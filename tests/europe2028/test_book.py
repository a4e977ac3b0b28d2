"""By the book (§3.2): one empire's turn, one window for challenges, windows for more cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines import states
from engines.base import Step
from engines.dice import KeyedDice
from engines.europe2028 import ENGINE
from engines.europe2028.state import Europe2028Options, Europe2028State
from engines.report import Heading
from tests.europe2028.tables import (
    By,
    codes,
    count_drawn_cards,
    disposed_cards,
    events_of_kind,
    opening,
    orders,
    play,
    position,
    remarks,
    seat_grammar,
    token,
)

BOOK = Europe2028Options(book=True)
ORDER = ("RU", "EA", "NF", "PB")
LOW = "ATTACK MIL UKR WITH 4S"


def table(hands: By, tokens: By | None = None, **fields: Any) -> Europe2028State:
    """RU's turn, its military token on level 1 of Ukraine."""
    placed = {"RU": "MIL1 UKR 1, ECO", **(tokens or {})}
    return position(hands=hands, tokens=placed, order=ORDER, **{"options": BOOK, "first": "RU", **fields})


def owing(state: Europe2028State) -> set[str]:
    return {seat for seat in state.seats if (grammar := ENGINE.grammar(state, seat)) and grammar.due}


def windows(state: Europe2028State, *letters: By, dice: tuple[int, ...] = ()) -> list[Step[Europe2028State]]:
    """Some phases one after the other; all dice fall in the window for challenges."""
    steps: list[Step[Europe2028State]] = []
    for texts in letters:
        now = steps[-1].state if steps else state
        steps.append(play(now, texts, dice if now.kind == "challenge" else ()))
    return steps


# --- the machine --------------------------------------------------------------------------------------------------


def test_the_first_empire_draws_and_owes_its_turn() -> None:
    begun = ENGINE.resolve(opening("MODE BOOK\nPLAYERS 4"), {}, KeyedDice(b"europe2028", "1"))
    state = begun.state
    assert state.kind == "turn" and state.turn == state.first
    assert (state.round, state.phase) == (1, f"R1-{state.first}-TURN")
    assert [event.kind for event in begun.events] == ["lot", "first", "drew"]
    assert owing(state) == {state.turn}
    assert {seat: len(hand) for seat, hand in state.hands.items()} == {
        s: 3 if s == state.turn else 2 for s in state.seats
    }


def test_a_turn_without_attacks_ends_at_once() -> None:
    """Results, level, repair, income; the next empire draws."""
    state = table({}, coins={"RU": 12}, held={"SIB": "RU damaged"})
    step = play(state, {"RU": "REPAIR SIB"})
    assert (step.state.kind, step.state.turn, step.state.phase) == ("turn", "EA", "R1-EA-TURN")
    assert [event.kind for event in step.events] == ["turn", "repaired", "income", "drew"]
    assert (count_drawn_cards(step, "EA"), count_drawn_cards(step, "RU")) == (1, 0)


def test_openings_are_published_and_all_others_may_challenge() -> None:
    state = table({"RU": "4S 2D", "EA": "5S", "NF": "3H"})
    step = play(state, {"RU": f"{LOW} RESERVE LOW ; ATTACK ECO GER WITH 2D"})
    assert step.state.kind == "challenge"
    assert [event.args["cards"] for event in events_of_kind(step, "opening")] == [["4S"], ["2D"]]
    assert all(event.to is None for event in events_of_kind(step, "opening"))
    assert owing(step.state) == {"EA", "NF"}, "PB has no card"
    assert not any(fight.challenger for fight in step.state.fights)
    assert step.state.market == state.market
    assert step.state.phase == "R1-RU-CHALLENGE"


def test_nobody_with_cards_no_window() -> None:
    step = play(table({"RU": "4S"}), {"RU": LOW})
    assert (token(step, "RU", "MIL1"), step.state.turn) == (("UKR", 2), "EA")


def test_a_turn_is_spoken_by_its_empire_alone() -> None:
    state = table({"RU": "4S", "EA": "5S"})
    said = remarks(state, "EA", "ATTACK MIL GER WITH 5S ; CHALLENGE WITH 5S ; ADD 5S")
    assert said == [
        "ATTACK is for your own turn.",
        "CHALLENGE is for the turn of another, when their attacks are on the table.",
        "ADD is for a fight that waits for your cards.",
    ]
    assert orders(state, "EA", "STANDING CHALLENGE WITH LOW ; NEXT POL ; PASS")


def test_reports_name_whose_turn_goes_on() -> None:
    """Also in the windows of a turn, where an attack and an income are told without their empire."""
    state = table({"RU": "4S", "EA": "5S"})
    opened, closed = windows(state, {"RU": LOW}, {})
    blocks = ENGINE.report(closed.state, "EA", closed.events, opened.state)
    headings = [block.text for block in blocks if isinstance(block, Heading)]
    assert "Russia" in headings and "What happened" not in headings


# --- challenges ---------------------------------------------------------------------------------------------------


def test_challenges_are_sealed() -> None:
    """Between the window and its close nobody sees another's challenge; a loser of the dice keeps his cards unseen."""
    state = table({"RU": "4S", "EA": "5S", "NF": "6S"})
    last = windows(state, {"RU": LOW}, {"EA": "CHALLENGE WITH 5S", "NF": "CHALLENGE WITH 6S"}, dice=(2, 5))[-1]
    assert events_of_kind(last, "attack")[0].args["challenger"] == "NF"
    assert "5S" in last.state.hands["EA"]
    assert "5S" not in str([event.args for event in last.events])


def test_dice_choose_one_challenger_for_each_attack() -> None:
    state = table({"RU": "4S 2D", "EA": "5S 3D", "NF": "6S 4D"})
    texts = {"EA": "CHALLENGE WITH ALL", "NF": "CHALLENGE WITH ALL"}
    step = windows(state, {"RU": f"{LOW} ; ATTACK ECO GER WITH 2D"}, texts, dice=(4, 4, 6, 1, 2, 3))[-1]
    first, second = events_of_kind(step, "attack")
    assert first.args["dice"] == [{"EA": 4, "NF": 4}, {"EA": 6, "NF": 1}]
    assert second.args["dice"] == [{"EA": 2, "NF": 3}]
    assert (first.args["challenger"], second.args["challenger"]) == ("EA", "NF")
    assert (token(step, "RU", "MIL1"), token(step, "RU", "ECO")) == (("UKR", 0), ("MAT", 0))


@pytest.mark.parametrize(
    ("letters", "challenger"), [({}, "EA"), ({"EA": "PASS"}, "EA"), ({"EA": "CANCEL STANDING"}, "")]
)
def test_standing_challenges_count(letters: By, challenger: str) -> None:
    """They are what an empire without a letter says; PASS takes nothing back."""
    state = table({"RU": "4S", "EA": "5S"}, standing={"EA": ("CHALLENGE WITH HIGH",)})
    step = windows(state, {"RU": LOW}, letters)[-1]
    assert events_of_kind(step, "attack")[0].args["challenger"] == challenger


def test_silence_in_the_window_lets_the_attack_succeed() -> None:
    step = windows(table({"RU": "4S", "EA": "5S"}), {"RU": LOW}, {})[-1]
    assert token(step, "RU", "MIL1") == ("UKR", 2)
    assert "5S" in step.state.hands["EA"]


# --- more cards ---------------------------------------------------------------------------------------------------


def test_attacker_and_challenger_add_in_turn() -> None:
    """4 and 3 against 5, 9 against 7, 10 more against 14; then the challenger has nothing left."""
    state = table({"RU": "4S 3S 10S", "EA": "5S 9S"})
    steps = windows(
        state, {"RU": LOW}, {"EA": "CHALLENGE WITH 5S"}, {"RU": "ADD 3S"}, {"EA": "ADD 9S"}, {"RU": "ADD AT UKR 10S"}
    )
    kinds = [(step.state.kind, step.state.asked) for step in steps[1:4]]
    assert kinds == [("add", ("RU",)), ("add", ("EA",)), ("add", ("RU",))]
    assert [step.state.phase for step in steps[1:4]] == ["R1-RU-ADD1", "R1-RU-ADD2", "R1-RU-ADD3"]
    assert owing(steps[1].state) == {"RU"}
    assert token(steps[-1], "RU", "MIL1") == ("UKR", 2)
    assert disposed_cards(state, steps[-1]) == ["10S", "3S", "4S", "5S", "9S"]


def test_who_has_answered_is_asked_again_when_the_other_has_moved_on() -> None:
    """§3.2: 7 against 5, then against 5 and the 9 that was named at once; RU is behind again, and holds a ten."""
    state = table({"RU": "4S 3S 10S", "EA": "5S 9S"})
    steps = windows(state, {"RU": LOW}, {"EA": "CHALLENGE WITH 5S 9S"}, {"RU": "ADD 3S"}, {"RU": "ADD 10S"})
    assert (steps[2].state.kind, steps[2].state.asked) == ("add", ("RU",))
    assert token(steps[-1], "RU", "MIL1") == ("UKR", 2)


def test_who_is_level_is_asked() -> None:
    """§3.2: level is not ahead; first the attacker, then, if he passes or holds nothing, the challenger."""
    answered = {"EA": "CHALLENGE WITH 4S 5S"}
    attack = {"RU": "ATTACK MIL UKR WITH 9S"}
    attacker = windows(table({"RU": "9S 2S", "EA": "4S 5S"}), attack, answered)[-1]
    assert attacker.state.asked == ("RU",)
    steps = windows(table({"RU": "9S", "EA": "4S 5S KS"}), attack, answered, {"EA": "ADD KS"})
    assert steps[1].state.asked == ("EA",)
    assert token(steps[-1], "RU", "MIL1") == ("UKR", 0)


def test_a_card_in_two_reserves_is_played_once() -> None:
    """§4: the first fight that really plays it uses it up."""
    state = table({"RU": "4S 3S 9S", "EA": "5S 6S"}, {"RU": "MIL1 UKR 1, MIL2 GER 1"})
    attacks = "ATTACK MIL1 UKR WITH 4S RESERVE 9S ; ATTACK MIL2 GER WITH 3S RESERVE 9S"
    step = windows(state, {"RU": attacks}, {"EA": "CHALLENGE AT UKR WITH 5S MAX 1 ; CHALLENGE AT GER WITH 6S MAX 1"})[
        -1
    ]
    assert (token(step, "RU", "MIL1"), token(step, "RU", "MIL2")) == (("UKR", 2), ("GER", 0))


def test_who_is_not_asked_adds_nothing() -> None:
    state = windows(table({"RU": "4S 3S", "EA": "5S", "NF": "9S"}), {"RU": LOW}, {"EA": "CHALLENGE WITH 5S"})[-1].state
    assert remarks(state, "NF", "ADD 9S") == ["ADD is for a fight that waits for your cards."]
    assert codes(state, "EA", "ADD 5S") == ["B21"]


@pytest.mark.parametrize(
    ("attack", "asked"),
    [(LOW, ("RU",)), (f"{LOW} RESERVE 2S", ()), (f"{LOW} RESERVE 3S", ())],
    ids=["nothing said", "too weak a reserve", "a reserve that wins"],
)
def test_a_reserve_list_answers_for_its_empire(attack: str, asked: tuple[str, ...]) -> None:
    """2S is not enough against the six: it is kept, and the attack is lost without another window."""
    state = table({"RU": "4S 2S 3S KS", "EA": "6S"})
    step = windows(state, {"RU": attack}, {"EA": "CHALLENGE WITH 6S MAX 1"})[-1]
    assert step.state.asked == asked
    if not asked:
        assert token(step, "RU", "MIL1") == ("UKR", 2 if "3S" in attack else 1)


def test_no_window_for_who_holds_no_matching_card() -> None:
    step = windows(table({"RU": "4S 9H", "EA": "5S"}), {"RU": LOW}, {"EA": "CHALLENGE WITH 5S"})[-1]
    assert (token(step, "RU", "MIL1"), step.state.turn) == (("UKR", 0), "EA")


@pytest.mark.parametrize("letters", [{}, {"RU": "PASS"}])
def test_silence_in_an_addition_passes(letters: By) -> None:
    state = table({"RU": "4S 3S", "EA": "5S"})
    step = windows(state, {"RU": LOW}, {"EA": "CHALLENGE WITH 5S"}, letters)[-1]
    assert (token(step, "RU", "MIL1"), step.state.turn) == (("UKR", 0), "EA")
    assert "3S" in step.state.hands["RU"]


def test_a_blocker_who_adds_is_still_content_with_a_tie() -> None:
    """4 and 5 against 6: the 3 makes it level, the king is kept (§5.3.6)."""
    state = table({"RU": "4S 5S", "EA": "6S 3S KS"})
    texts = {"EA": "CHALLENGE BLOCK WITH 6S"}
    steps = windows(state, {"RU": LOW}, texts, {"RU": "ADD 5S"}, {"EA": "ADD 3S KS"})
    assert token(steps[-1], "RU", "MIL1") == ("UKR", 1)
    assert "KS" in steps[-1].state.hands["EA"]


def test_futile_cards_are_kept() -> None:
    state = table({"RU": "4S 2S", "EA": "8S"})
    step = windows(state, {"RU": LOW}, {"EA": "CHALLENGE WITH 8S"}, {"RU": "ADD 2S"})[-1]
    assert "2S" in step.state.hands["RU"]
    assert disposed_cards(state, step) == ["4S", "8S"]


def test_who_is_ahead_is_not_asked() -> None:
    """§3.2: neither a challenger who holds another card, nor an attacker who has just added enough."""
    challenger = windows(table({"RU": "4S", "EA": "10S KS"}), {"RU": LOW}, {"EA": "CHALLENGE WITH 10S"})[-1]
    assert challenger.state.turn == "EA"
    state = table({"RU": "4S 9S 2S", "EA": "5S 3S"})
    steps = windows(state, {"RU": LOW}, {"EA": "CHALLENGE WITH 5S"}, {"RU": "ADD 9S"}, {})
    assert [step.state.asked for step in steps[1:3]] == [("RU",), ("EA",)]
    assert (token(steps[-1], "RU", "MIL1"), steps[-1].state.turn) == (("UKR", 2), "EA")


def test_a_blocker_is_content_with_a_tie() -> None:
    state = table({"RU": "9S", "EA": "9S KS"})
    step = windows(state, {"RU": "ATTACK MIL UKR WITH 9S"}, {"EA": "CHALLENGE BLOCK WITH 9S"})[-1]
    assert (token(step, "RU", "MIL1"), step.state.turn) == (("UKR", 1), "EA")
    assert "KS" in step.state.hands["EA"]


@pytest.mark.parametrize("line", ["CHALLENGE WITH 5S MAX 1", "CHALLENGE WITH LOW"])
def test_a_challenger_who_set_a_limit_is_not_asked(line: str) -> None:
    """MAX, LOW, HIGH and ALL say how far one goes; cards by name do not."""
    state = table({"RU": "4S 3S", "EA": "5S 9S"})
    step = windows(state, {"RU": LOW}, {"EA": line}, {"RU": "ADD 3S"})[-1]
    assert step.state.turn == "EA"
    assert token(step, "RU", "MIL1") == ("UKR", 2)


def test_two_fights_wait_together() -> None:
    """One window for both; a letter adds to the one it names, without AT to each that its cards fit."""
    state = table({"RU": "4S 9S 2D 9D", "EA": "5S", "NF": "3D"})
    openings = {"RU": f"{LOW} ; ATTACK ECO GER WITH 2D"}
    answers = {"EA": "CHALLENGE WITH 5S", "NF": "CHALLENGE WITH 3D"}
    step = windows(state, openings, answers)[-1]
    assert [event.args["region"] for event in events_of_kind(step, "waiting")] == ["UKR", "GER"]
    one = play(step.state, {"RU": "ADD AT GER 9D"})
    assert (token(one, "RU", "MIL1"), token(one, "RU", "ECO")) == (("UKR", 0), ("GER", 1))
    both = play(step.state, {"RU": "ADD 9S 9D"})
    assert (token(both, "RU", "MIL1"), token(both, "RU", "ECO")) == (("UKR", 2), ("GER", 1))


def test_what_is_kept_in_mind_is_seen_by_its_empire_alone() -> None:
    step = play(table({"RU": "4S 9S", "EA": "5S"}), {"RU": f"{LOW} RESERVE 9S ; REPAIR SIB"})
    assert step.state.plans["RU"] and step.state.later["RU"]
    for seat in ("EA", None):
        view = states.seat_view(step.state, seat)
        assert not view.plans and not view.later
        assert "9S" not in str(ENGINE.report(view, seat, [e for e in step.events if e.to is None]))


# --- the round ----------------------------------------------------------------------------------------------------


def test_the_market_is_filled_at_once() -> None:
    """A region conquered in one turn is replaced before the next (§6.8)."""
    state = table({"RU": "2D"}, {"RU": "ECO"})
    step = play(state, {"RU": "ATTACK ECO CYP WITH 2D"})
    assert step.state.held["CYP"].seat == "RU"
    assert step.state.market == ("GER", "UKR", "SWI", state.deck[0])
    assert step.state.turn == "EA"


def test_damage_levels_and_repairs_follow_the_attacks() -> None:
    """Written before the attacks are decided, done after them: the conquered region is repaired with what is left."""
    state = table({"RU": "4S 9S", "EA": "5S"}, {"RU": "MIL1, ECO"}, coins={"RU": 12})
    text = "ATTACK MIL CYP WITH 4S RESERVE 9S ; REPAIR CYP ; NEXT POL"
    step = windows(state, {"RU": text}, {"EA": "CHALLENGE WITH 5S"})[-1]
    assert not step.state.held["CYP"].damaged
    assert step.state.levels["RU"] == 1
    assert step.state.tokens["RU"]["POL"].place == "MAT"
    kinds = [event.kind for event in step.events]
    assert [k for k in kinds if k in ("conquered", "level", "repaired", "income")] == [
        *("conquered", "level", "repaired", "income")
    ]


def test_a_turn_leaves_nothing_behind() -> None:
    """No fight, no plan, nobody asked; and the windows of the next turn are counted from one (§3.2)."""
    state = table({"RU": "4S 3S", "EA": "5S 6D 7D", "NF": "9S 8D"}, {"EA": "ECO GER 0"})
    first = windows(state, {"RU": f"{LOW} ; REPAIR SIB"}, {"EA": "CHALLENGE WITH 5S"}, {})
    now = first[-1].state
    assert (now.turn, now.fights, now.later, now.plans, now.asked) == ("EA", (), {}, {}, ())
    second = windows(now, {"EA": "ATTACK ECO GER WITH 6D"}, {"NF": "CHALLENGE WITH 8D"})
    assert second[-1].state.phase == "R1-EA-ADD1"


def test_the_order_round_the_table_stays() -> None:
    """The empire that began the game begins every round."""
    step = play(table({}, turn="PB", round=3, phase="R3-PB-TURN"), {})
    assert (step.state.round, step.state.turn, step.state.first) == (4, "RU", "RU")


def test_the_round_is_completed_to_the_seat_before_the_first() -> None:
    held = dict.fromkeys(("VLA", "STA", "CZS", "FIN"), "RU POL")
    state = table({"RU": "2H"}, {"RU": "CUL UKR 2"}, held=held)
    step = play(state, {"RU": "ATTACK CUL UKR WITH 2H"})
    assert step.state.ending and step.state.ranks is None
    rest = windows(step.state, {}, {}, {})
    assert [each.state.turn for each in (step, *rest)] == ["EA", "NF", "PB", "PB"]
    assert [each.state.ranks is None for each in rest] == [True, True, False]


def test_who_once_had_enough_ends_the_game_though_he_lost_it_again() -> None:
    """The end is tested at the end of each turn."""
    held = {**dict.fromkeys(("VLA", "STA", "CZS", "FIN"), "RU POL"), "SWE": "RU POL"}
    state = table({"EA": "2D"}, {"EA": "ECO SWE 2"}, held=held)
    step = play(play(state, {}).state, {"EA": "ATTACK ECO SWE WITH 2D"})
    assert step.state.held["SWE"].seat == "EA"
    assert step.state.ending


def test_max_rounds() -> None:
    last = table({}, turn="PB", round=5, phase="R5-PB-TURN", options=replace(BOOK, max_rounds=5))
    assert play(last, {}).state.ranks is not None
    assert play(replace(last, turn="NF"), {}).state.ranks is None


def test_the_hand_limit_is_kept_at_the_close_of_the_round() -> None:
    limited = replace(BOOK, hand_limit=2)
    state = table({"RU": "4S 9S KS", "EA": "5S 3S 2H"}, options=limited)
    assert len(play(state, {}).state.hands["EA"]) == 4
    step = play(replace(state, turn="PB", phase="R1-PB-TURN"), {})
    assert step.state.hands["EA"] == ("5S", "3S")
    assert step.state.hands["RU"][:2] == ("9S", "KS")


def test_recalls_and_landings_belong_to_a_turn() -> None:
    state = table({"RU": "2D"}, {"RU": "MIL1 UKR 1, ECO"}, coins={"RU": 9})
    step = play(state, {"RU": "RECALL MIL ; LAND MIL CYP ; LAND ECO GER"})
    assert (token(step, "RU", "MIL1"), token(step, "RU", "ECO")) == (("CYP", 0), ("GER", 0))


def test_conversion_serves_the_turn_of_its_empire() -> None:
    state = table({"RU": "KS QS 2D"}, {"RU": "ECO"}, coins={"RU": 0})
    step = play(state, {"RU": "CONVERT KS QS ; ATTACK ECO GER WITH 2D"})
    assert events_of_kind(step, "converted")[0].args["coins"] == 3
    assert token(step, "RU", "ECO") == ("GER", 1)


def test_every_phase_says_what_may_be_said() -> None:
    state = table({"RU": "4S 9S", "EA": "5S"})
    steps = windows(state, {"RU": LOW}, {"EA": "CHALLENGE WITH 5S"})
    verbs = [{line.verb for line in seat_grammar(now, "RU").lines} for now in (state, *(step.state for step in steps))]
    always = {"STANDING", "CANCEL", "NEXT", "PASS"}
    assert verbs == [
        always | {"CONVERT", "RECALL", "LAND", "ATTACK", "DAMAGE", "REPAIR"},
        always,
        always | {"ADD"},
    ]
    assert {line.verb for line in seat_grammar(steps[0].state, "EA").lines} == always | {"CHALLENGE"}


CHALLENGES = {
    "that beats it": ("CHALLENGE AT UKR WITH 5S", []),
    "that is too weak": (
        "CHALLENGE WITH 2S",
        ["No attack on the table is one that this line means and its cards tie."],
    ),
    "of another suit": ("CHALLENGE WITH 9D", ["No attack on the table is one that this line means and its cards tie."]),
    "elsewhere": (
        "CHALLENGE AT GER WITH 5S",
        ["No attack on the table is one that this line means and its cards tie."],
    ),
}


@pytest.mark.parametrize("case", CHALLENGES)
def test_a_challenge_that_meets_no_attack_is_remarked(case: str) -> None:
    line, said = CHALLENGES[case]
    state = windows(table({"RU": "4S", "EA": "5S 2S 9D"}), {"RU": LOW})[-1].state
    assert state.kind == "challenge"
    assert remarks(state, "EA", line) == said
