"""What is offered looks at the board: what would be carried out comes first, the rest is folded away (§4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from engines.cantillon import ENGINE, combat, goods, moves, transport
from engines.cantillon.connect import connected_areas
from engines.cantillon.outlook import SeatOutlook
from engines.cantillon.state import ROOM, VALUES, CantillonOptions, CantillonState, Half, Permit
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused, LuckyDice
from engines.language import complete_order, parse_orders
from engines.language.completing import CompletionStep
from engines.language.names import Choice
from tests.cantillon.offered import carried_out, positions, walk_seat_sentences
from tests.cantillon.second_reading_games import random_options, random_position
from tests.cantillon.tables import factory, orders, position
from tests.size import size, take_some

BOARD = factory(
    position(
        "RED 41 TA, RED 40 T, RED 6 TT F, RED H F, BLU 43 A, BLU 62 T, GRN 26 T",
        stock={"RED": {"y": 4, "R": 1}},
        homes={"RED": "41"},
    ),
    "41",
    basic=True,
)


def open_choices(text: str, state: CantillonState = BOARD, seat: str = "RED") -> Mapping[str, Choice]:
    """The choices behind a text that are not folded away."""
    return {choice.code: choice for choice in choices(text, state, seat) if not choice.group}


def choices(text: str, state: CantillonState = BOARD, seat: str = "RED") -> tuple[Choice, ...]:
    return next(step.choices for step in complete_of(text, state, seat) if step.choices)


def complete_of(text: str, state: CantillonState = BOARD, seat: str = "RED") -> Sequence[CompletionStep]:
    """Return what can come next."""
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    return complete_order(grammar, text).steps


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
    "POS T 41": set(),
    "POS T 40": set(),
    "DISBAND T": {"40", "6"},
    "FACTORY B": {"6", "40"},
    "FACTORY R": set(),
    "PAY": {"41"},
    "PERMIT BLU": {"H"},
    "GIVE BLU 2": {"y"},
    "GIVE BLU 1": {"y", "R"},
    "TRADE BLU GIVE 1": {"y", "R"},
    "TRADE BLU GIVE 1y GET 1": set("rbyRBYPOGc"),
    "GIVE BLU 1y 1": {"R"},
}


@pytest.mark.parametrize("text", OFFERED)
def test_what_can_be_done_now_is_offered_first(text: str) -> None:
    """From where own units stand, to where they may go, for what one can pay; all else under a heading."""
    assert set(open_choices(text)) == OFFERED[text]


@pytest.mark.parametrize("text", ["T", "T 6", "ATT", "BUILD T", "POS T 6", "PAY", "GIVE BLU 1"])
def test_what_is_folded_away_has_a_heading_and_is_understood(text: str) -> None:
    every = choices(text)
    assert len({choice.code for choice in every}) == len(every)
    assert all(choice.at == (choice.code,) for choice in every if choice.code.isdecimal())
    assert {choice.group for choice in every} > {""}


GROUPS = {
    ("T", "41"): "Has nowhere to go, or must stay",
    ("T", "43"): "None of yours there now",
    ("T 6", "P"): "Not as the board stands now",
    ("ATT", "26"): "Nothing you could attack now",
    ("ATT 43 FROM", "45"): "Not as the board stands now",
    ("BUILD T", "43"): "Once it is yours",
    ("BUILD T", "80"): "Not as the board stands now",
    ("POS T 6", "80"): "Not as the board stands now",
    ("DISBAND T", "41"): "Has nowhere to go, or must stay",
    ("DISBAND T", "43"): "None of yours there now",
    ("PAY", "40"): "None of yours there now",
    ("RUN B", "43"): "No such factory of yours there",
    ("FACTORY B", "43"): "Once it is yours",
    ("FACTORY B", "80"): "Not as the board stands now",
    ("PERMIT BLU", "P"): "No fleet of yours there now",
    ("T 6-4 IF", "80"): "Further away",
    ("RESIGN BURN", "43"): "None of yours there now",
    ("GIVE BLU 2", "R"): "You have fewer",
    ("REVOKE", "BLU"): "Has no leave",
}


@pytest.mark.parametrize(("text", "code"), GROUPS)
def test_what_is_in_the_way_is_said_above_it(text: str, code: str) -> None:
    """§4.1: what hangs on other lines, other players or luck."""
    (found,) = (choice for choice in choices(text) if choice.code == code)
    assert found.group == GROUPS[text, code]


def test_against_what_cannot_be_attacked_now_all_are_named_alike() -> None:
    """§4.1: others may go there first."""
    assert {choice.code: choice.group for choice in choices("ATT 26 FROM")} == dict.fromkeys(
        ("25", "27", "28", "72"), ""
    )


def test_who_has_nowhere_to_step_is_folded_away() -> None:
    """§5.2.3a: Zealand touches one land, which is Blue's, and no fleet waits."""
    shut = position("RED 41 TT, RED 19 T, BLU 15 T")
    assert {c.code: c.group for c in choices("T", shut)}["19"] == "Has nowhere to go, or must stay"
    assert set(open_choices("T", shut)) == {"41"}


def test_where_units_are_that_could_step_is_counted() -> None:
    """§5.2.3a: of two taxmen in two lands one is shut in; both can be dismissed."""
    state = position("RED 41 TT, RED 19 T, BLU 15 T")
    begun = {choice.code: choice for step in complete_of("", state) if not step.words for choice in step.choices}
    assert [begun[letter].note for letter in "TA"] == ["in 1 area", ""]
    assert open_choices("DISBAND", state)["T"].note == "in 2 areas"
    shut = replace(state, lands=position("RED 19 T, BLU 15 T").lands)
    begun = {choice.code: choice for step in complete_of("", shut) if not step.words for choice in step.choices}
    assert begun["T"].group == "None of yours can"


def test_factories_that_have_just_what_they_take_are_offered() -> None:
    """§5.2.6: once the army is paid one y is left, or a red and a blue product."""
    assert set(open_choices("RUN B", replace(BOARD, stock={"RED": {"y": 2}}))) == {"41"}
    assert not open_choices("RUN B", replace(BOARD, stock={"RED": {"y": 1}}))
    state = factory(replace(BOARD, stock={"RED": {"y": 1, "R": 1, "B": 1}}), "40", advanced="P")
    assert {code: choice.note for code, choice in open_choices("RUN ADV", state).items()} == {
        "40": "1 red product and 1 blue product to 1 purple product"
    }


def test_a_land_with_two_armies_attacks_twice() -> None:
    """§5.4.3, §6.6: it is offered again once it was named; with one army it is not."""
    for armies, again in (("AA", {"41"}), ("TA", set())):
        state = position(f"RED 41 {armies}, RED 40 T, BLU 43 A, BLU 26 T")
        assert set(open_choices("ATT 43 FROM 41 ,", state)) == again
    assert "41" in open_choices("STANDING ATT 43 FROM 41 ,", state), "by then two may be there"


@pytest.mark.parametrize(
    ("text", "most"),
    [("GIVE BLU", 2), ("SAVE", 3), ("SPEND", 3), ("TRADE BLU GIVE", 9), ("TRADE BLU GIVE 1y GET", 9), ("T 6-4 x", 2)],
)
def test_numbers_that_are_offered(text: str, most: int) -> None:
    """§4.1, §5.5: as many goods as one has once armies are paid and factories fed; a contract may wait for more."""
    numbers = (step.number for step in complete_of(text) if step.number is not None)
    assert next(numbers).values == range(1, most + 1)


def test_more_numbers_are_offered_to_who_has_more() -> None:
    """§5.2.8: and to who has nothing one of each; nothing of it can be given."""
    rich, poor = (replace(BOARD, stock={"RED": stock}) for stock in ({"y": 15}, {}))
    assert [step.number.most for step in complete_of("TRADE BLU GIVE", rich) if step.number] == [14]
    assert [step.number.most for step in complete_of("GIVE BLU", poor) if step.number] == [1]
    assert {choice.group for choice in choices("GIVE", poor)} == {"None of yours can"}
    assert set(open_choices("GIVE")) == set(open_choices("TRADE", poor)) == {"BLU", "GRN"}


def test_of_what_one_has_none_nothing_is_noted() -> None:
    """§5.2.8b: of the rest how much there is."""
    assert {c.code: c.note for c in choices("GIVE BLU 1")} == dict.fromkeys("rbyRBYPOGc", "") | {
        "y": "you have 2",
        "R": "you have 1",
    }


def test_what_is_missing_is_said_above_it() -> None:
    """§5.2.6, §5.5: goods for a factory, money for a unit or a factory."""
    poor = factory(replace(BOARD, stock={"RED": {}}), "40", basic=True)
    found = {
        f"{text} {c.code}": c.group for text in ("RUN B", "BUILD", "BUILD A", "FACTORY") for c in choices(text, poor)
    }
    found |= {f"FACTORY P {c.code}": c.group for c in choices("FACTORY P", poor)}
    assert (found["RUN B 41"], found["RUN B 40"]) == ("Its goods are missing", "Its goods are missing")
    dear = ("BUILD T", "BUILD A", "BUILD F", "BUILD A 41", "FACTORY B", "FACTORY P", "FACTORY P 41")
    assert {found[text] for text in dear} == {"More than you can pay"}
    assert {found[text] for text in ("BUILD A 80", "FACTORY P 80")} == {"Not as the board stands now"}
    full = factory(factory(BOARD, "40", basic=True), "6", basic=True)
    assert {c.code: c.group for c in choices("FACTORY", full)}["B"] == "No land of yours is without"


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
    ("POS", "T"): "in 1 area",
    ("POS T 6", "H"): "fleet",
    ("ATT 43 FROM", "41"): "taxman and army",
    ("BUILD T", "40"): "taxman",
    ("DISBAND T", "6"): "2 taxmen and fleet",
    ("PAY", "41"): "taxman and army",
    ("PERMIT BLU", "H"): "fleet",
    ("RESIGN BURN", "6"): "2 taxmen and fleet",
    ("T 6-4 IF", "43"): "Blue: army",
    ("T", "40"): "taxman",
    ("F", "H"): "fleet",
    ("DISBAND", "T"): "in 2 areas",
    ("DISBAND", "F"): "in 2 areas",
}


@pytest.mark.parametrize(("text", "code"), NOTES)
def test_notes_tell_what_helps_to_choose(text: str, code: str) -> None:
    """Odds, what land yields, who stands there, what is paid."""
    assert open_choices(text)[code].note == NOTES[text, code]


def test_what_costs_too_much_is_folded_away() -> None:
    """§5.5: tax and upkeep are reckoned with."""
    poor = replace(BOARD, stock={"RED": {"y": 2}})
    assert set(open_choices("BUILD", poor)) == {"T"}
    assert not open_choices("BUILD A", poor) and not open_choices("FACTORY", poor)
    rich = factory(poor, "40", b=1)
    assert set(open_choices("BUILD", rich)) == {"T", "A", "F"}
    assert set(open_choices("FACTORY", rich)) == {"B", "P", "O", "G"}


def test_areas_are_offered_by_their_numbers() -> None:
    """§1.2: 6 before 14, fleets on anchors as well."""
    assert [*open_choices("F", position("RED 14 T F, RED 6 T F"))] == ["6", "14"]


def by_the_book(stage: int) -> CantillonState:
    """Red's stage, with an army to pay, goods to tax and a factory to feed."""
    state = factory(replace(BOARD, options=CantillonOptions(mode="book")), "41", basic=True, y=2)
    return replace(state, kind="stage", stage=stage, active="RED", phase=f"R1-RED-{stage}")


@pytest.mark.parametrize(("stage", "money", "left"), [(2, 5, 2), (3, 6, 3), (6, 6, 3), (7, 6, 4), (8, 6, 4)])
def test_money_is_reckoned_from_the_open_stage_on(stage: int, money: int, left: int) -> None:
    """§3.2, §5.2.1, §5.2.2, §5.2.6: by the book tax is past, and then the armies and the factory."""
    state = by_the_book(stage)
    assert (SeatOutlook(state, "RED").money, SeatOutlook(state, "RED").final_stock.get("y")) == (money, left)
    whole = replace(state, kind="round", stage=0, active="", options=CantillonOptions())
    assert (SeatOutlook(whole, "RED").money, SeatOutlook(whole, "RED").final_stock.get("y")) == (7, 4)


def test_who_has_no_way_to_where_there_is_room_stays() -> None:
    """§5.2.5a: Moscow has room, but nothing joins it with Paris, which is full; an army could pass free land."""
    state = position("RED 41 TT, RED 26 T")
    assert choices("POS", state)[0].group == "None of yours can"
    assert set(open_choices("POS A", position("RED 41 AA, RED 26 T"))) == {"41"}


def test_room_that_a_step_would_make_is_gone_once_steps_are() -> None:
    """§5.2.3, §5.2.4: in stage 3 a full land is offered for what is built after it, in stage 4 it is not."""
    assert "6" in open_choices("BUILD T", by_the_book(3)) and "6" not in open_choices("BUILD T", by_the_book(4))


def test_where_a_unit_comes_to_rest_is_told_by_number() -> None:
    """§1.2: 5 before 40."""
    state = position("RED 6 TT, RED 5 T, RED P F, RED 40 T, BLU 26 T")
    assert [*open_choices("POS T 6", state)] == ["5", "P", "40"]


def test_what_is_promised_can_still_be_given_away() -> None:
    """§5.2.8: a contract that is open from before is carried out in the same stage."""
    halves = Half("RED", "BLU", {"R": 1}, {"b": 1}, False, 3), Half("BLU", "RED", {"b": 1}, {"R": 1}, False, 3)
    promised = replace(BOARD, halves={"RED": halves, "BLU": halves}, stock={**BOARD.stock, "BLU": {"b": 1}})
    assert set(open_choices("GIVE BLU 1", promised)) == {"y", "R"}


def test_why_a_kind_of_unit_is_folded_away() -> None:
    """§5.1d and §5.2.5: who must stay cannot be brought elsewhere; without a coast there is no room for a fleet."""
    state = position("RED 62 TA, RED 63 A", stock={"RED": {"y": 9}}, homes={"RED": "62"})
    groups = {f"{verb} {c.code}": c.group for verb in ("POS", "BUILD", "DISBAND") for c in choices(verb, state)}
    none = dict.fromkeys(("POS T", "POS F", "DISBAND T", "DISBAND F"), "None of yours can")
    assert groups == {"POS A": "", "BUILD T": "", "BUILD A": "", "BUILD F": "No room for it", "DISBAND A": "", **none}
    lonely = replace(state, lands=position("RED 62 T, RED 63 A").lands)
    assert {c.group for c in choices("POS", lonely)} == {"None of yours can"}


def test_a_free_anchor_is_offered() -> None:
    """§5.2.4 and §5.2.5b: to build a fleet there, or to bring one; an empty one finds room where two units stand."""
    state = position("RED 6 TT F, RED H F, RED 35 TA, RED 40 T", stock={"RED": {"y": 9}})
    assert set(open_choices("BUILD F", state)) > {"35"}
    assert "35" in open_choices("POS F 6", state) and "35" in open_choices("POS F H", state)
    laden = replace(state, seas=position("RED H F+T").seas)
    assert "35" in open_choices("POS F 6", laden) and "35" not in open_choices("POS F H", laden)


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
    "SPEND 1P": "Spend first 1 × purple product",
    "GIVE BLU 2y": "Give Blue 2 × food",
    "RUN NONE": "Run no factory",
    "RUN ADV 41": "Run the advanced factory in Ile de France (Paris)",
    "PAY 41": "Pay first Ile de France (Paris)",
    "BUILD T 40 IF 40 MINE": "Build a new taxman in Normandy and Picardy if Normandy and Picardy is mine",
    "BUILD T 40 IF 40 FREE": "Build a new taxman in Normandy and Picardy if Normandy and Picardy is free",
    "BUILD T 40 IF 43 HELD": "Build a new taxman in Normandy and Picardy if Burgundy and Lorraine is held",
    "SAVE 2y 1R": "Keep 2 × food 1 × red product",
    "TRADE BLU GIVE 2y GET 1R AT START ROUNDS 2": "Trade with Blue giving 2 × food for 1 × red product "
    "before the tax for rounds: 2",
    "PERMIT BLU SEA H, P ROUNDS 2 FEE 1": "Open seas to Blue namely Southern North Sea, English Channel "
    "for rounds: 2 for a fee of 1",
    "REVOKE BLU": "Close seas again to Blue",
    "STANDING RUN NONE": "From the next phase on, run no factory",
    "STANDING T 6-4": "From the next phase on, taxman from Southern England (London) to Northern England",
    "STANDING BUILD T 40": "From the next phase on, build a new taxman in Normandy and Picardy",
    "STANDING POS T 6-H": "From the next phase on, bring the taxman from Southern England (London) to "
    "Southern North Sea",
    "STANDING DISBAND T 40": "From the next phase on, dismiss the taxman in Normandy and Picardy",
    "STANDING FACTORY P 41": "From the next phase on, set up a new purple factory in Ile de France (Paris)",
    "STANDING CLEAR": "From the next phase on, say nothing more",
    "RESIGN CEDE 40 TO BLU BURN ALL": "Leave the game for good and cede Normandy and Picardy to Blue "
    "and burn everything",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_orders_are_sentences(text: str) -> None:
    assert [order.words for order in orders(BOARD, "RED", text)] == [SENTENCES[text]]


# --- many positions ---------------------------------------------------------------------------------------------


POSITIONS = size(24, 72)


@pytest.mark.slow
@pytest.mark.proof
def test_lines_as_they_are_offered_are_seldom_warned_of() -> None:
    """Read back as they were walked, never lost, and at most one in ten is remarked on; nor is more refused then."""
    random, total, warned, refused = Random(7), 0, 0, 0
    for state, seat in positions(POSITIONS, 5):
        for order, remarks in walk_seat_sentences(state, seat, random, 6):
            assert all(remark.level == "warning" for remark in remarks), (order.text, remarks)
            total, warned = total + 1, warned + bool(remarks)
            refused += bool(not remarks and state.kind in ("turn", "stage") and carried_out(state, seat, order))
    assert total == POSITIONS * 6 and warned <= total / 10
    assert refused == 0


def can_happen(working: CantillonTurnContext, act: Callable[..., object], *args: object) -> bool:
    """Return whether a rule lets something happen."""
    try:
        act(working.copy_for_trial(), *args)
    except LineRefused:
        return False
    return True


def iter_crowded_realms(seed: int, count: int = 40) -> Iterator[tuple[SeatOutlook, CantillonTurnContext, str]]:
    """Random realms close together, for a seat that can pay anything."""
    random = Random(seed)
    for _ in range(count):
        state = random_position(random, random_options(random))
        seat = random.choice(state.seats)
        rich = replace(state, stock={**state.stock, seat: dict.fromkeys(VALUES, 20)})
        yield SeatOutlook(rich, seat), CantillonTurnContext(rich, LuckyDice()), seat


@pytest.mark.parametrize("seed", range(3))
def test_steps_and_attacks_are_those_that_would_be_carried_out(seed: int) -> None:
    """§5.2.3: what is found at once is what trying each finds."""
    for outlook, working, seat in iter_crowded_realms(seed):
        found = [
            (letter, s, g)
            for letter in "TAF"
            for s in outlook.units_by_letter[letter]
            for g in outlook.possible_steps(letter, s)
        ]
        walks = set(moves.list_legal_steps(working, seat))
        assert {each for each in found if not attack(working, seat, each)} == walks
        assert {(letter, start) for letter, start, _ in found} == starts(outlook.steppable_starts)
        fights = {(start, goal) for goal, starts in outlook.possible_attacks.items() for start in starts}
        pairs = {(s, g) for letter in "AF" for s in outlook.units_by_letter[letter] for g in working.board.next_to[s]}
        hostile = {(s, g) for s, g in pairs if combat.is_hostile(working, seat, g)}
        assert fights == {(s, g) for s, g in hostile if can_happen(working, combat.attack_once, seat, s, g)}


def starts(found: Mapping[str, Sequence[str]]) -> set[tuple[str, str]]:
    return {(letter, area) for letter, areas in found.items() for area in areas}


def attack(working: CantillonTurnContext, seat: str, wish: tuple[str, str, str]) -> bool:
    letter, _, goal = wish
    return letter == "A" and goal in working.board.lands and combat.is_hostile(working, seat, goal)


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("seed", take_some(range(3), 1))
def test_what_is_built_and_brought_would_be(seed: int) -> None:
    """§5.2.4 and §5.2.5: what is found at once is what trying each finds; moves that leave land empty or that pay, and
    those of a fleet that joins areas, aside."""
    for outlook, working, seat in iter_crowded_realms(seed):
        for letter in "TAF":
            built = {
                area for area in working.board.next_to if can_happen(working, transport.build_unit, seat, letter, area)
            }
            assert set(outlook.build_sites(letter)) == built
            for start in outlook.units_by_letter[letter]:
                berths = set(outlook.possible_berths(letter, start))
                every = {
                    goal for goal in working.board.next_to if can_happen(working, bring, seat, letter, start, goal)
                }
                assert berths == every - {start} or (berths < every and letter == "F" and joins(working, seat, start))
                assert (start in outlook.movable_starts[letter]) is bool(berths)


def joins(working: CantillonTurnContext, seat: str, sea: str) -> bool:
    """Return whether something hangs on a fleet."""
    without = working.copy_for_trial()
    without.remove_unit(sea, "F")
    return bool(connected_areas(working, seat) - connected_areas(without, seat) - {sea})


def bring(working: CantillonTurnContext, seat: str, letter: str, start: str, goal: str) -> None:
    """A move without leave to pass; raises Refusal as well where it leaves land empty."""
    transport.position_unit(working, seat, letter, start, goal, 0, lambda _: None)
    if any(event.kind == "remark" for event in working.events):
        raise LineRefused("W45", "")


@pytest.mark.parametrize("seed", range(3))
def test_room_is_seen_that_a_step_would_make(seed: int) -> None:
    """§4.1: land that hangs together and is full, once one of its units has stepped away or attacked."""
    for outlook, working, seat in iter_crowded_realms(seed, 20):
        joined = connected_areas(working, seat)
        full = [area for area in working.lands_of(seat) if area in joined and len(working.plot_of(area).units) == ROOM]
        steps = [(letter, area, goal) for letter in "TA" for area in full for goal in working.board.next_to[area]]
        for built in "TA":
            makes_room = (
                area for letter, area, goal in steps if can_happen(working, refill, seat, letter, area, goal, built)
            )
            assert set(outlook.sites_after_step(built)) == set(makes_room)


def refill(working: CantillonTurnContext, seat: str, letter: str, start: str, goal: str, built: str) -> None:
    """A step, or an attack that is won, and a new unit in its place."""
    if attack(working, seat, (letter, start, goal)):
        combat.attack_once(working, seat, start, goal)
    else:
        moves.step_unit(working, seat, letter, start, goal)
    transport.build_unit(working, seat, built, start)


@pytest.mark.parametrize("seed", range(3))
def test_factories_that_are_offered_would_run_or_be_set_up(seed: int) -> None:
    """§5.2.6 and §5.2.7."""
    for outlook, working, seat in iter_crowded_realms(seed, 20):
        for kind in ("B", "ADV"):
            fed = {area for area in outlook.factory_sites(kind) if outlook.is_fed(kind, area)}
            assert fed == {
                area for area in working.board.lands if can_happen(working, goods.run_factory, seat, kind, area)
            }
        for kind in "BPOGRY":
            possible = {a for a in working.board.lands if can_happen(working, goods.build_factory, seat, kind, a)}
            assert set(outlook.factory_grounds(kind)) == possible


def test_a_first_turn_is_offered() -> None:
    """What the guide advises a newcomer: a step into free land, and a new taxman in the room that it leaves."""
    state = position("RED 41 TT, BLU 26 TT, GRN 62 TT", homes={"RED": "41"})
    state = factory(state, "41", y=1)
    assert set(open_choices("T", state)) == {"41"} and "40" in open_choices("T 41", state)
    assert set(open_choices("BUILD", state)) == {"T"} and set(open_choices("BUILD T", state)) == {"41"}
    told = ENGINE.check(state, "RED", orders(state, "RED", "T 41-40 ; BUILD T 41 ; RUN ALL"))
    assert told == ()


def test_what_is_no_sea_is_refused_as_such() -> None:
    """C03"""
    grammar = ENGINE.grammar(BOARD, "RED")
    assert grammar is not None
    for text, told in (("PERMIT BLU 41", "is no sea"), ("RUN B H", "is no land"), ("FACTORY B H", "is no land")):
        (fault,) = parse_orders(grammar, text).remarks
        assert fault.code == "C03" and told in fault.text


# --- leaving, waiting ---------------------------------------------------------------------------------------------


def test_ceding_and_burning_are_offered_with_leaving_only() -> None:
    """§5.2.8d; with CEDE-ANY they stand alone, too."""
    for cede_any in (False, True):
        state = replace(BOARD, options=CantillonOptions(cede_any=cede_any))
        grammar = ENGINE.grammar(state, "RED")
        assert grammar is not None
        verbs = {line.verb for line in grammar.lines}
        assert verbs & {"RESIGN", "CEDE", "BURN"} == {line.verb for line in grammar.lines if line.grave}
        assert ({"CEDE", "BURN"} <= verbs) is cede_any
        assert ({"CEDE", "BURN"} <= set(grammar.elsewhere)) is not cede_any
        words = {step.words for step in complete_order(grammar, "RESIGN").steps}
        assert {"CEDE", "BURN"} <= words


def test_with_the_option_one_cedes_and_burns_line_by_line() -> None:
    """§8 CEDE-ANY: as often as one likes, under a heading of its own, in plain words."""
    state = replace(BOARD, options=CantillonOptions(cede_any=True))
    said = orders(state, "RED", "CEDE 40 TO BLU ; BURN 41 ; CEDE 6, H TO GRN ; BURN ALL")
    assert [order.words for order in said] == [
        "Cede Normandy and Picardy to Blue",
        "Burn Ile de France (Paris)",
        "Cede Southern England (London), Southern North Sea to Green",
        "Burn everything",
    ]
    grammar = ENGINE.grammar(state, "RED")
    assert grammar is not None
    assert {line.section for line in grammar.lines if line.grave} == {"Leaving"}
    assert all(line.help for line in grammar.lines if line.grave)


def test_leave_that_was_given_is_taken_back() -> None:
    """Of the others only those who have leave are offered."""
    permit = Permit("RED", "BLU", ("H",), 3)
    assert not open_choices("REVOKE")
    assert set(open_choices("REVOKE", replace(BOARD, permits={"RED": (permit,)}))) == {"BLU"}
