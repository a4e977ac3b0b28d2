"""What is offered looks at the board: what would be carried out comes first, the rest is folded away (§4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest

from engines.cantillon import ENGINE, combat, moves, transport
from engines.cantillon.deals import leave_for
from engines.cantillon.outlook import Outlook
from engines.cantillon.state import Options, Permit, State
from engines.cantillon.working import Lucky, Refused, Working
from engines.language import complete, read
from engines.language.names import Choice
from tests.cantillon.offered import carried_out, positions, walked
from tests.cantillon.tables import factory, orders, position

BOARD = factory(
    position(
        "RED 41 TA, RED 40 T, RED 6 TT F, RED H F, BLU 43 A, BLU 62 T, GRN 26 T",
        stock={"RED": {"y": 4, "R": 1}},
        homes={"RED": "41"},
    ),
    "41",
    basic=True,
)


def offered(text: str, state: State = BOARD, seat: str = "RED") -> Mapping[str, Choice]:
    """The choices behind a text that are not folded away."""
    return {choice.code: choice for choice in choices(text, state, seat) if not choice.group}


def choices(text: str, state: State = BOARD, seat: str = "RED") -> tuple[Choice, ...]:
    ask = ENGINE.ask(state, seat)
    assert ask is not None
    return next(step.choices for step in complete(ask, text).steps if step.choices)


OFFERED = {
    "T": {"40", "6"},
    "A": {"41"},
    "F": {"6", "H"},
    "T 6": {"4", "5", "H"},
    "A 41": {"36", "40", "42", "43", "45"},
    "F H": {"P"},
    "ATT": {"43"},
    "ATT 43 FROM": {"41"},
    "BUILD T": {"40", "41", "6"},
    "BUILD F": {"O", "P"},
    "POS": {"T", "A", "F"},
    "POS T": {"6"},
    "POS T 6": {"H"},
    "DISBAND T": {"40", "6"},
    "FACTORY B": {"6", "40"},
    "FACTORY R": set(),
    "PAY": {"41"},
    "PERMIT BLU": {"H"},
    "GIVE BLU 2": {"y"},
    "GIVE BLU 1": {"y", "R"},
    "TRADE BLU GIVE 1": {"y", "R"},
}


@pytest.mark.parametrize("text", OFFERED)
def test_what_can_be_done_now_is_offered_first(text: str) -> None:
    """From where own units stand, to where they may go, for what one can pay; all else under a heading."""
    assert set(offered(text)) == OFFERED[text]


@pytest.mark.parametrize("text", ["T", "T 6", "ATT", "BUILD T", "POS T 6", "PAY", "GIVE BLU 1"])
def test_what_is_folded_away_has_a_heading_and_is_understood(text: str) -> None:
    every = choices(text)
    assert len({choice.code for choice in every}) == len(every)
    assert all(choice.at == (choice.code,) for choice in every if choice.code.isdecimal())
    assert {choice.group for choice in every} > {""}


def test_far_areas_are_understood_as_ever() -> None:
    """§4.1: others may make room, or hand land over before."""
    assert [order.text for order in orders(BOARD, "RED", "T 80-79 ; BUILD A 80")] == ["T 80 - 79", "BUILD A 80"]


NOTES = {
    ("A 41", "43"): "attack on Blue, army: 42 in 100",
    ("A 41", "40"): "yours: taxman",
    ("A 41", "36"): "free, yields minerals",
    ("T 6", "H"): "aboard your fleet",
    ("ATT", "43"): "Blue, army: 42 in 100",
    ("T", "6"): "2 taxmen and fleet",
    ("BUILD", "A"): "costs 2, you can spend 5",
    ("RUN", "41"): "1 food to 1 yellow product",
    ("GIVE BLU 1", "y"): "you have 2",
    ("FACTORY B", "40"): "yields wood",
    ("BUILD T", "6"): "2 taxmen and fleet: room once one has stepped away",
}


@pytest.mark.parametrize(("text", "code"), NOTES)
def test_notes_tell_what_helps_to_choose(text: str, code: str) -> None:
    """Odds, what land yields, who stands there, what is paid."""
    assert offered(text)[code].note == NOTES[text, code]


def test_what_costs_too_much_is_folded_away() -> None:
    """§5.5: tax and upkeep are reckoned with."""
    poor = replace(BOARD, stock={"RED": {"y": 2}})
    assert set(offered("BUILD", poor)) == {"T"}
    assert not offered("BUILD A", poor) and not offered("FACTORY", poor)
    rich = factory(poor, "40", b=1)
    assert set(offered("BUILD", rich)) == {"T", "A", "F"}


SENTENCES = {
    "T 6-4": "Taxman from Southern England (London) to Northern England",
    "ATT 43 FROM 41, 36 MAX 2 STOP 1 FOLLOW IF 43 HELD BLU": "Attack Burgundy and Lorraine from Ile de France (Paris), "
    "Flanders and Brabant with at most 2 until so many are lost: 1 and let the next walk in behind "
    "if Burgundy and Lorraine is held by Blue",
    "BUILD A 40 x2 IF NOT 43 ARMIES 0": "Build a new army in Normandy and Picardy × 2 "
    "if not: Burgundy and Lorraine has armies: 0",
    "POS F H-G PAYING 1": "Bring the fleet from Southern North Sea to Northern North Sea paying a fee of 1",
    "RUN ALL": "Run all factories",
    "RUN B 41, 40": "Run the basic factory in Ile de France (Paris), Normandy and Picardy",
    "FACTORY P 41": "Set up a new purple factory in Ile de France (Paris)",
    "PAY ALL": "Pay first all armies",
    "DISBAND T 40": "Dismiss the taxman in Normandy and Picardy",
    "SAVE 2y 1R": "Keep 2 × food 1 × red product",
    "TRADE BLU GIVE 2y GET 1R AT START ROUNDS 2": "Trade with Blue giving 2 × food for 1 × red product "
    "before the tax for rounds: 2",
    "PERMIT BLU SEA H, P ROUNDS 2 FEE 1": "Open seas to Blue namely Southern North Sea, English Channel "
    "for rounds: 2 for a fee of 1",
    "REVOKE BLU": "Close seas again to Blue",
    "STANDING RUN NONE": "From the next phase on, run no factory",
    "STANDING CLEAR": "From the next phase on, say nothing more",
    "RESIGN CEDE 40 TO BLU BURN ALL": "Leave the game for good and cede Normandy and Picardy to Blue "
    "and burn everything",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_orders_are_sentences(text: str) -> None:
    assert [order.words for order in orders(BOARD, "RED", text)] == [SENTENCES[text]]


# --- many positions ---------------------------------------------------------------------------------------------


def test_lines_as_they_are_offered_are_seldom_warned_of() -> None:
    """Read back as they were walked, never lost, and at most one in ten is remarked on; nor is more refused then."""
    random, total, warned, refused = Random(7), 0, 0, 0
    for state, seat in positions(72, 5):
        for order, remarks in walked(state, seat, random, 6):
            assert all(remark.level == "warning" for remark in remarks), (order.text, remarks)
            total, warned = total + 1, warned + bool(remarks)
            refused += bool(not remarks and state.kind in ("turn", "stage") and carried_out(state, seat, order))
    assert total == 72 * 6 and warned <= total / 10
    assert refused == 0


def tried(working: Working, act: Callable[..., object], *args: object) -> bool:
    """Whether a rule lets something happen."""
    try:
        act(working.trial(), *args)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("seed", range(3))
def test_steps_and_attacks_are_those_that_would_be_carried_out(seed: int) -> None:
    """What is found at once is what trying each finds, with the rules of stage 3."""
    for state, seat in positions(24, 30 * seed):
        if state.kind == "setup":
            continue
        outlook, working = Outlook(state, seat), Working(state, Lucky())
        found = [(letter, s, g) for letter in "TAF" for s in outlook.units[letter] for g in outlook.steps(letter, s)]
        walks = set(moves.targets(working, seat))
        assert {each for each in found if not attack(working, seat, each)} == walks
        fights = {(start, goal) for goal, starts in outlook.attacks.items() for start in starts}
        pairs = {(s, g) for letter in "AF" for s in outlook.units[letter] for g in working.board.next_to[s]}
        hostile = {(s, g) for s, g in pairs if combat.hostile(working, seat, g)}
        assert fights == {(s, g) for s, g in hostile if tried(working, combat.one, seat, s, g)}


def attack(working: Working, seat: str, wish: tuple[str, str, str]) -> bool:
    letter, _, goal = wish
    return letter == "A" and goal in working.board.lands and combat.hostile(working, seat, goal)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_built_and_brought_would_be(seed: int) -> None:
    """What is found at once is what trying each finds, with the rules of stages 4 and 5; moves that leave land empty,
    or that pay, aside."""
    for state, seat in positions(12, 40 * seed):
        if state.kind == "setup":
            continue
        rich = replace(state, stock={**state.stock, seat: {"c": 99}})
        outlook, working = Outlook(rich, seat), Working(rich, Lucky())
        for letter in "TAF":
            built = {a for a in working.board.next_to if tried(working, transport.build, seat, letter, a)}
            assert set(outlook.sites(letter)) == built
            for start in outlook.units[letter]:
                berths = set(outlook.berths(letter, start))
                assert all(tried(working, bring, seat, letter, start, goal) for goal in berths)
                assert (start in outlook.moving[letter]) is bool(berths)


def bring(working: Working, seat: str, letter: str, start: str, goal: str) -> None:
    transport.position(working, seat, letter, start, goal, 0, lambda sea: leave_for(working, seat, sea))
    assert not any(event.kind == "remark" for event in working.events)


def test_a_first_turn_is_offered() -> None:
    """What the guide advises a newcomer: a step into free land, and a new taxman in the room that it leaves."""
    state = position("RED 41 TT, BLU 26 TT, GRN 62 TT", homes={"RED": "41"})
    state = factory(state, "41", y=1)
    assert set(offered("T", state)) == {"41"} and "40" in offered("T 41", state)
    assert set(offered("BUILD", state)) == {"T"} and set(offered("BUILD T", state)) == {"41"}
    told = ENGINE.check(state, "RED", orders(state, "RED", "T 41-40 ; BUILD T 41 ; RUN ALL"))
    assert told == ()


def test_what_is_no_sea_is_refused_as_such() -> None:
    """C03"""
    ask = ENGINE.ask(BOARD, "RED")
    assert ask is not None
    for text, told in (("PERMIT BLU 41", "is no sea"), ("RUN B H", "is no land"), ("FACTORY B H", "is no land")):
        (fault,) = read(ask, text).remarks
        assert fault.code == "C03" and told in fault.text


# --- leaving, waiting ---------------------------------------------------------------------------------------------


def test_ceding_and_burning_are_offered_with_leaving_only() -> None:
    """§5.2.8d; with CEDE-ANY they stand alone, too."""
    for cede_any in (False, True):
        state = replace(BOARD, options=Options(cede_any=cede_any))
        ask = ENGINE.ask(state, "RED")
        assert ask is not None
        verbs = {line.verb for line in ask.lines}
        assert ({"CEDE", "BURN"} <= verbs) is cede_any
        words = {step.words for step in complete(ask, "RESIGN").steps}
        assert {"CEDE", "BURN"} <= words


def test_leave_that_was_given_is_taken_back() -> None:
    """Of the others only those who have leave are offered."""
    permit = Permit("RED", "BLU", ("H",), 3)
    assert not offered("REVOKE")
    assert set(offered("REVOKE", replace(BOARD, permits={"RED": (permit,)}))) == {"BLU"}
