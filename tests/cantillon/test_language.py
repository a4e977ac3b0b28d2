"""The order language of Cantillon's Europe: its examples and codes (§4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from engines.cantillon import ENGINE, grammars
from engines.cantillon.state import CantillonOptions, cantillon_phase_title
from engines.language import complete_order, parse_orders
from engines.language.grammar import GrammarPart, OneOf, Repeat
from engines.language.names import message_code
from tests.cantillon.tables import errors, opening, position

BOARD = position("RED 41 TA, RED 45 TA, RED 6 T F, RED P F, BLU 43 A, BLU 46 T, BLU 26 T", stock={"RED": {"y": 9}})
EXAMPLES = {
    "T 41-40": "T 41 - 40",
    "A 41-45": "A 41 - 45",
    "taxman paris to normandy": "T 41 - 40",
    "ATT 43 FROM 41,41 MAX 2 STOP 1 FOLLOW": "ATT 43 FROM 41 , 41 MAX 2 STOP 1 FOLLOW",
    "F 6-H": "F 6 - H",
    "T 6-H          # aboard": "T 6 - H",
    "BUILD T 40 x1": "BUILD T 40 x 1",
    "build a paris": "BUILD A 41",
    "BUILD F P": "BUILD F P",
    "POS A 41-40": "POS A 41 - 40",
    "POS F P-O PAYING 1": "POS F P - O PAYING 1",
    "RUN ALL": "RUN ALL",
    "run adv 41, 45": "RUN ADV 41 , 45",
    "FACTORY B 41": "FACTORY B 41",
    "factory purple auvergne": "FACTORY P 45",
    "TRADE BLU GIVE 2y GET 1R": "TRADE BLU GIVE 2 y GET 1 R",
    "trade blue give 2y1R get 1P at start rounds 2": "TRADE BLU GIVE 2 y 1 R GET 1 P AT START ROUNDS 2",
    "PERMIT BLU SEA H ROUNDS 2 FEE 1": "PERMIT BLU SEA H ROUNDS 2 FEE 1",
    "A 45-46 IF 46 FREE": "A 45 - 46 IF 46 FREE",
    "ATT 46 FROM 45 IF 46 HELD BLU": "ATT 46 FROM 45 IF 46 HELD BLU",
    "a 45-46 if not 46 armies 1": "A 45 - 46 IF NOT 46 ARMIES 1",
    "PAY ALL": "PAY ALL",
    "pay 41,45": "PAY 41 , 45",
    "disband a 41": "DISBAND A 41",
    "SAVE 2y 1R": "SAVE 2 y 1 R",
    "give blu 3c": "GIVE BLU 3 c",
    "revoke blue": "REVOKE BLU",
    "RESIGN": "RESIGN",
    "RESIGN CEDE 40,41 TO BLU CEDE 42 TO GRN BURN ALL": "RESIGN CEDE 40 , 41 TO BLU CEDE 42 TO GRN BURN ALL",
    "STANDING RUN ALL": "STANDING RUN ALL",
    "T AE-AA": "T AE - AA",
    "permit blu seas g, h": "PERMIT BLU SEA G , H",
    "permit blu g": "PERMIT BLU SEA G",
    "run basic 41": "RUN B 41",
    "run advanced 41": "RUN ADV 41",
    "run none": "RUN NONE",
    "position army 41 to 40": "POS A 41 - 40",
    "attack 43 from 41": "ATT 43 FROM 41",
    "please attack the land 43 from area 41": "ATT 43 FROM 41",
    "t 41 -> 40": "T 41 - 40",
    "trade blu give 2y for 1R": "TRADE BLU GIVE 2 y GET 1 R",
    "build t 40 times 2": "BUILD T 40 x 2",
    "factory brown 41": "FACTORY B 41",
    "factory basic 41": "FACTORY B 41",
    "factory green 41": "FACTORY G 41",
    "att 46 from 45 if 46 held by blu": "ATT 46 FROM 45 IF 46 HELD BLU",
    "a 45-46 if 46 held blue": "A 45 - 46 IF 46 HELD BLU",
    "resign, burn 40, 41": "RESIGN BURN 40 , 41",
    "resign" + " cede 40 to blu" * 8: "RESIGN" + " CEDE 40 TO BLU" * 8,
    "spend 1P": "SPEND 1 P",
    "t ø-z": "T OE - Z",
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples(text: str) -> None:
    grammar = ENGINE.grammar(BOARD, "RED")
    assert grammar is not None
    reading = parse_orders(grammar, text)
    assert [order.text for order in reading.orders] == [EXAMPLES[text]], reading.remarks


def test_cities_by_wish() -> None:
    grammar = ENGINE.grammar(opening(), "RED")
    assert grammar is not None
    assert [o.text for o in parse_orders(grammar, "city paris > vienna > lisbon").orders] == ["CITY 41 > 62 > 54"]
    assert parse_orders(grammar, "city normandy").remarks[0].code == "C06"


CODES = {
    "TRADE YEL GIVE 1y GET 1r": "C05",
    "PAY 41": "",
    "T 41-80": "C21",
    "T 40-41": "C20",
    "T 41-43": "C22",
    "BUILD A 26": "C31",
    "BUILD T 41": "C32",
    "BUILD F H ; BUILD F P": "C34",
    "BUILD A 6 x9": "C32",
    "POS T 41-26": "C41",
    "RUN B 41": "C50",
    "FACTORY R 41": "C60",
    "FACTORY B 26": "C62",
    "GIVE BLU 5P": "C70",
    "TRADE BLU GIVE 2y GET 1R": "",
    "ATT 80 FROM 41": "C21",
    "STANDING T 41-80": "C21",
    "STANDING ATT 80 FROM 41": "C21",
    "STANDING ATT 43 FROM 41,41": "",
    "STANDING FACTORY R 41": "C60",
    "STANDING FACTORY Y 43": "C60",
    "STANDING FACTORY Y 41": "",
    "STANDING FACTORY B H": "C03",
    "STANDING RUN ADV H": "C03",
    "STANDING PERMIT BLU 41": "C03",
    "STANDING TRADE YEL GIVE 1y GET 1r": "C05",
    "BURN ALL": "C72",
    "CEDE 41 TO BLU": "C72",
}


@pytest.mark.parametrize("text", CODES)
def test_codes_at_entry(text: str) -> None:
    """What can never be is refused; else the turn is rehearsed on the board as it stands."""
    wanted = CODES[text]
    found = errors(BOARD, text)
    assert wanted in found if wanted else found == []


def test_a_land_outside_the_fold_is_refused() -> None:
    """C03."""
    state = replace(opening("PLAYERS 2\nFOLD NORDIC"), kind="round", phase="R1", round=1)
    assert errors(state, "T 41-40") == ["C03"]


def test_armies_that_cannot_be_paid_are_told() -> None:
    """C10."""
    poor = replace(BOARD, stock={"RED": {}})
    assert errors(poor, "") == ["C10", "C10"]


def test_what_cannot_be_paid_is_told() -> None:
    """C30."""
    poor = replace(BOARD, stock={"RED": {"y": 3}})
    assert errors(poor, "BUILD A 6") == ["C30"]


@pytest.mark.parametrize("mode", ["turn", "book"])
def test_out_of_turn_one_can_trade_only(mode: str) -> None:
    """C80."""
    options = CantillonOptions(mode=mode)  # type: ignore[arg-type]
    kind = {"turn": "turn", "book": "stage"}[mode]
    state = replace(BOARD, options=options, active="BLU", kind=kind, stage=3, phase="R1-BLU-3")
    assert errors(state, "T 41-40") == ["C80"]
    assert errors(state, "please TRADE BLU GIVE 2y GET 1R") == []
    assert errors(state, "BURN ALL") == errors(state, "CEDE 40 TO BLU") == ["C72"]
    assert errors(state, "STANDING GIVE BLU 1y") == [] != errors(state, "STANDING GIVE RED 1y")


def test_a_line_said_twice_is_remarked() -> None:
    grammar = ENGINE.grammar(BOARD, "RED")
    assert grammar is not None
    reading = parse_orders(grammar, "T 41-40\nT 41-40")
    assert len(reading.orders) == 1
    assert "counts once" in reading.remarks[0].text


def test_the_treasury_of_others_is_hidden() -> None:
    from engines.states import seat_view

    seen = seat_view(replace(BOARD, worth={"RED": 9}), "BLU")
    assert seen.stock == {"BLU": {}}
    assert seen.worth == {"RED": 9}


BOUNDS = {
    "ATT 43 FROM 41 MAX {}": 9,
    "ATT 43 FROM 41 STOP {}": 9,
    "BUILD T 6 x{}": 9,
    "T 41-40 IF 43 ARMIES {}": 2,
    "POS F H-G PAYING {}": 99,
    "PERMIT BLU SEA H FEE {}": 99,
    "PERMIT BLU SEA H ROUNDS {}": 20,
    "TRADE BLU GIVE 1y GET 1r ROUNDS {}": 20,
    "GIVE BLU {}c": 999,
    "STANDING GIVE BLU {}c": 999,
}


@pytest.mark.parametrize("text", BOUNDS)
def test_numbers_have_bounds(text: str) -> None:
    """§4.1: a slip of the hand that adds a digit is told."""
    grammar = ENGINE.grammar(BOARD, "RED")
    assert grammar is not None
    most = BOUNDS[text]
    assert parse_orders(grammar, text.format(most)).orders
    assert not parse_orders(grammar, text.format(most + 1)).orders


LEAST = {
    "ATT 43 FROM 41 MAX {}": 1,
    "ATT 43 FROM 41 STOP {}": 1,
    "BUILD T 6 x{}": 1,
    "T 41-40 IF 43 ARMIES {}": 0,
    "POS F H-G PAYING {}": 0,
    "PERMIT BLU SEA H FEE {}": 0,
    "PERMIT BLU SEA H ROUNDS {}": 1,
    "TRADE BLU GIVE 1y GET 1r ROUNDS {}": 1,
    "GIVE BLU {}c": 1,
    "STANDING GIVE BLU {}c": 1,
}


@pytest.mark.parametrize("text", LEAST)
def test_a_number_of_none_is_said_only_where_it_means_something(text: str) -> None:
    """§4.1: no army, no fee; but no attack with nobody, nor a gift of nothing."""
    grammar = ENGINE.grammar(BOARD, "RED")
    assert grammar is not None
    assert [n for n in (0, 1) if parse_orders(grammar, text.format(n)).orders] == [0, 1][LEAST[text] :]


KEPT = (
    *("T 41-40", "A 41-45 x2", "F H-G IF G FREE", "ATT 43 FROM 41 MAX 2 STOP 1 FOLLOW", "BUILD T 40 x2"),
    *("POS A 41-40 IF 40 MINE", "POS F H-G PAYING 1 IF NOT 43 ARMIES 0", "RUN NONE", "RUN B 41, 40", "RUN ADV 41"),
    *("FACTORY B 41", "FACTORY P 40", "PAY ALL", "PAY 41, 41", "DISBAND A 41", "SAVE 2y 1R", "SPEND 1P"),
    *("TRADE BLU GIVE 2y GET 1R AT START ROUNDS 2", "GIVE BLU 2y", "PERMIT BLU SEA H, P ROUNDS 2 FEE 1"),
    *("REVOKE BLU", "T 41-40 IF 43 HELD BLU"),
)


@pytest.mark.parametrize("text", KEPT)
def test_lines_that_wait_are_read_as_they_were(text: str) -> None:
    """§3.2: what is kept while an attack is decided is the same line, wherever units stand by then."""
    grammar = ENGINE.grammar(BOARD, "RED")
    assert grammar is not None
    assert (
        parse_orders(grammars.any_turn_grammar(BOARD, "RED"), text).orders == parse_orders(grammar, text).orders != ()
    )


TURN = [
    *(("STEP", ""),) * 3,
    ("ATT", ""),
    ("BUILD", ""),
    *(("POS", ""),) * 3,
    ("RUN", "RUN"),
    ("FACTORY", ""),
    ("PAY", "PAY"),
    ("DISBAND", ""),
    ("SAVE", "SAVE"),
    ("SPEND", "SPEND"),
    ("TRADE", ""),
    ("GIVE", ""),
    ("PERMIT", ""),
    ("REVOKE", "REVOKE {party}"),
    ("STANDING", "STANDING {line.way}"),
    ("RESIGN", "resign"),
]


def test_what_may_be_said_in_a_turn() -> None:
    """§4.1: every sentence and what it is about; leaving stands apart and bots do not say it."""
    grammar = ENGINE.grammar(BOARD, "RED")
    assert grammar is not None
    assert [(line.verb, line.slot) for line in grammar.lines] == TURN
    assert all(line.help for line in grammar.lines)
    assert [line.verb for line in grammar.lines if line.grave] == ["RESIGN"]
    assert {line.section for line in grammar.lines if line.grave} == {"Leaving"}
    assert [line.verb for line in grammar.lines if line.several] == ["RUN", "STANDING"]
    assert (grammar.title, grammar.draft, grammar.due) == ("Round 1", ("RUN ALL",), True)


def test_what_may_be_said_before_the_first_round() -> None:
    """§5.1b: a list of cities, by name or by land; nothing need be said."""
    grammar = ENGINE.grammar(opening("PLAYERS 2"), "RED")
    assert grammar is not None
    assert (grammar.title, grammar.draft, grammar.due) == ("Choosing cities", (), True)
    assert [(line.verb, line.help) for line in grammar.lines] == [("CITY", "the cities you would like, best first")]
    assert [o.text for o in parse_orders(grammar, "city ile de france > the austria, please").orders] == [
        "CITY 41 > 62"
    ]


def test_a_city_is_offered_with_what_surrounds_it() -> None:
    """§5.1b: what it yields, how many lands it touches, and the fleet with which a port begins; it is found by its
    land as well."""
    grammar = ENGINE.grammar(opening("PLAYERS 2"), "RED")
    assert grammar is not None
    cities = {c.label: c for step in complete_order(grammar, "CITY").steps for c in step.choices}
    assert cities["Copenhagen"].note.endswith(", 1 land around, a port with a fleet")
    assert cities["Paris"].note == "yields food, 5 lands around"
    assert cities["Paris"].at == ("41",)
    begun = [c.label for step in complete_order(grammar, "CITY A").steps for c in step.choices]
    assert begun == ["Amsterdam", "Vienna"]


def test_who_waits_may_trade_only() -> None:
    """§3.2: half of a contract, standing lines, and in a game by the book going back."""
    waiting = replace(BOARD, options=CantillonOptions(mode="turn"), kind="turn", active="BLU", phase="R1-BLU")
    grammar = ENGINE.grammar(waiting, "RED")
    assert grammar is not None
    assert ([line.verb for line in grammar.lines], grammar.due) == (["TRADE", "STANDING"], False)
    assert grammar.title == "Round 1: Blue’s turn"
    assert {(str(told), message_code(told)) for told in grammar.elsewhere.values()} >= {("It is not your turn.", "C80")}
    assert {"T", "taxman", "ATT", "attack", "RESIGN"} <= set(grammar.elsewhere)
    book = replace(waiting, options=CantillonOptions(mode="book"), kind="stage", stage=3, phase="R1-BLU-3")
    grammar = ENGINE.grammar(book, "RED")
    assert grammar is not None
    assert [line.verb for line in grammar.lines] == ["TRADE", "STANDING", "REOPEN"]


def test_what_may_be_said_stage_by_stage() -> None:
    """§3.2: the open stage first, later ones under their names, closed ones not at all."""
    book = replace(BOARD, options=CantillonOptions(mode="book"), kind="stage", stage=5, phase="R1-RED-5", active="RED")
    grammar = ENGINE.grammar(book, "RED")
    assert grammar is not None
    found = {line.verb: line.section for line in grammar.lines}
    assert not {"STEP", "ATT", "BUILD", "PAY", "DISBAND"} & set(found)
    assert (found["POS"], found["RUN"], found["FACTORY"], found["TRADE"]) == ("", "Generate", "Factories", "Negotiate")
    assert (found["SAVE"], found["STANDING"], found["REOPEN"]) == ("", "Standing lines", "Going back")
    assert (grammar.title, grammar.draft) == ("Round 1: Red positions", ())
    generate = ENGINE.grammar(replace(book, stage=6, phase="R1-RED-6"), "RED")
    assert generate is not None and generate.draft == ("RUN ALL",)


def test_what_may_be_said_of_an_attack_that_waits() -> None:
    """§3.2: to go on, and to stop it; who goes on is said, and how likely he wins."""
    state = replace(BOARD, options=CantillonOptions(mode="book"), kind="stage", stage=3, active="RED", attack=True)
    grammar = ENGINE.grammar(replace(state, phase="R1-RED-3-1"), "RED")
    assert grammar is not None
    assert [(line.verb, line.slot, line.help) for line in grammar.lines] == [
        ("AGAIN", "attack", "the next attacker goes on"),
        ("STOP", "attack", "call the attack off"),
        ("REOPEN", "reopen", "go back, if all say so"),
    ]
    assert grammar.draft == ("AGAIN",)
    assert parse_orders(grammar, "stop attack").orders
    known = replace(state, plan={"RED": ("ATT 43 FROM 45 , 41", "T 41-40")})
    grammar = ENGINE.grammar(known, "RED")
    assert grammar is not None and grammar.lines[0].help == (
        "the next attacker, from Auvergne and Languedoc (45), goes on: Blue, army: 42 in 100"
    )
    assert [order.text for order in grammars.rest_of_attack(known, "RED")] == ["ATT 43 FROM 45 , 41"]
    assert grammars.rest_of_attack(replace(known, attack=False), "RED") == ()


@pytest.mark.parametrize(("stage", "back"), [(2, []), (3, [2]), (5, [2, 3, 4])])
def test_one_goes_back_to_what_is_closed(stage: int, back: list[int]) -> None:
    """§3.2: to stage 2 at the earliest."""
    state = replace(
        BOARD, options=CantillonOptions(mode="book"), kind="stage", stage=stage, active="RED", phase=f"R1-RED-{stage}"
    )
    grammar = ENGINE.grammar(state, "RED")
    assert grammar is not None
    assert [n for n in range(1, 9) if parse_orders(grammar, f"REOPEN {n}").orders] == back
    assert ("REOPEN" in {line.verb for line in grammar.lines}) is bool(back)


def test_who_is_out_or_after_the_end_says_nothing() -> None:
    """§5.7: and nothing is said for him."""
    assert ENGINE.grammar(replace(BOARD, out=("RED",), standing={"RED": ("RUN NONE",)}), "RED") is None
    assert ENGINE.grammar(replace(BOARD, ranks={"RED": 1}), "RED") is None


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind": "setup"}, "Choosing cities"),
        ({"round": 12}, "Round 12"),
        ({"round": 3, "options": CantillonOptions(goal="rounds", target=12)}, "Round 3 of 12"),
        ({"round": 3, "kind": "turn", "active": "RED"}, "Round 3: Red’s turn"),
        ({"round": 3, "kind": "stage", "active": "RED", "stage": 4}, "Round 3: Red builds"),
        ({"round": 3, "kind": "stage", "active": "RED", "stage": 3, "attack": True}, "Round 3: Red’s attack goes on"),
        ({"kind": "end"}, "The end"),
    ],
)
def test_phases_in_words(fields: dict[str, object], words: str) -> None:
    """No code of a phase, and how far the game is where it can be told."""
    assert cantillon_phase_title(replace(BOARD, **fields)) == words  # type: ignore[arg-type]


def test_a_standing_line_is_the_draft() -> None:
    """§3.4: and ends when nobody holds the seat any more."""
    grammar = ENGINE.grammar(replace(BOARD, standing={"RED": ("RUN NONE",)}), "RED")
    assert grammar is not None and (grammar.draft, grammar.vacant) == (("RUN NONE",), ("STANDING CLEAR",))


def forms(part: GrammarPart) -> Iterator[OneOf]:
    """All that can be said in one of several forms."""
    if isinstance(part, OneOf):
        yield part
    inner = part.alternatives if isinstance(part, OneOf) else (part,) if isinstance(part, Repeat) else ()
    yield from (found for each in inner for below in each.parts for found in forms(below))


STAND = "STEP ATT BUILD POS RUN FACTORY PAY DISBAND SAVE SPEND TRADE GIVE PERMIT REVOKE CLEAR"
STORED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "STANDING": {"line": tuple(STAND.split())},
    "RUN": {"what": ("all", "none", "basic", "advanced")},
    "": {"what": ("all", "areas"), "is": ("free", "mine", "held", "armies")},
}
"""The names under which forms lie in databases, by verb ("" for any) and argument: another needs a new one."""


def test_forms_are_stored_under_names_that_stay() -> None:
    """§3.4, §4.1: a line of a game under way means the same on later turns."""
    grammar = ENGINE.grammar(replace(BOARD, options=CantillonOptions(cede_any=True)), "RED")
    assert grammar is not None
    found = [(line.verb, form) for line in grammar.lines for part in line.parts for form in forms(part)]
    assert {verb for verb, _ in found} >= {"STEP", "RUN", "PAY", "STANDING", "RESIGN", "BURN"}
    for verb, form in found:
        said = verb if form.name in STORED.get(verb, {}) else ""
        if verb != "STANDING" or form.name == "line":
            assert set(form.alternatives_by_name) <= {*STORED[said][form.name]}, (verb, form.name)
