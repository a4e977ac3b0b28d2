"""What players are told: every kind of event in a sentence, the map, the table of lands (§9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engines import states
from engines.base import Event
from engines.cantillon import ENGINE, prose
from engines.cantillon.opening import set_up_cantillon as begin
from engines.cantillon.report import turn_log
from engines.cantillon.state import CantillonOptions, CantillonState, Half, Permit
from engines.dice import LoadedDice
from engines.report import Block, Heading, Lead, Map, Paragraph, Table
from pbem.render.tables import row_cells
from tests.cantillon.tables import factory, opening, orders, play, position, turn

SEATS = ("RED", "BLU", "GRN")


def player_sentences(state: CantillonState, events: tuple[Event, ...] | list[Event], seat: str = "RED") -> list[str]:
    """The sentences that a player reads."""
    heard = [event for event in events if event.to is None or seat in event.to]
    return [words for event in heard if (words := prose.describe_event(state, event))]


def lines(
    state: CantillonState, text: str, first: int, last: int, combat: tuple[int, ...] = (), seat: str = "RED"
) -> list[str]:
    """Return what a player reads of his own stages."""
    return player_sentences(state, turn(state, text, first, last, seat, combat).events, seat)


# --- sentences -----------------------------------------------------------------------------------------------------

BOARD = factory(
    factory(
        position(
            "RED 41 TA, RED 6 TA F, RED H F, RED 35 T, BLU 36 A, BLU 43 T, GRN 62 T, BLU 26 T",
            stock={"RED": {"y": 9, "R": 1, "B": 1}},
        ),
        "41",
        basic=True,
        advanced="P",
        y=2,
    ),
    "43",
    b=1,
    B=2,
)
POOR = replace(BOARD, stock={}, lands={**BOARD.lands, "41": replace(BOARD.plot_of("41"), goods={})})
SENTENCES = {
    "tax and pay": (
        (BOARD, "DISBAND T 6", 1, 2),
        ["Tax: 2 food.", "The taxman in Southern England (6) is disbanded.", "2 armies paid."],
    ),
    "no money": (
        (POOR, "", 1, 2),
        [
            "Tax: nothing.",
            "0 of 2 armies paid.",
            "An army in Southern England (6) is not paid and removed.",
            "An army in Ile de France (41) is not paid and removed.",
        ],
    ),
    "steps": (
        (BOARD, "F 6-P ; T 41-40 IF 43 MINE ; T 41-40 ; T 41-42", 3, 3),
        [
            "Fleet from Southern England (6) to English Channel (P).",
            "“T 41 - 40 IF 43 MINE” was left out: its condition was not true.",
            "Taxman from Ile de France (41) to Normandy and Picardy (40).",
            "“T 41 - 42” was not possible: You have no taxman free to move in Ile de France "
            "(none, or all have stepped).",
        ],
    ),
    "a lost fight": (
        (BOARD, "ATT 36 FROM 41", 3, 3, (1, 6)),
        ["Attack on Blue in Flanders and Brabant (36) from Ile de France (41) lost (1 against 6)."],
    ),
    "a won fight": (
        (BOARD, "ATT 43 FROM 41", 3, 3),
        [
            "Attack on Blue in Burgundy and Lorraine (43) from Ile de France (41) won (no toss against taxmen alone).",
            "Goods found in Burgundy and Lorraine (43): 1 wood and 2 blue products.",
        ],
    ),
    "a captured city": (
        (position("RED 36 TA, RED 41 T, BLU 35 A, BLU 26 T"), "ATT 35 FROM 36", 3, 3, (6, 1, 5, 4)),
        ["Attack on Blue in Holland (35) from Flanders and Brabant (36) won (6 against 1, 5 against 4); "
         "Amsterdam is captured.",
         "Green has no city left and is defeated."],
    ),
    "new units": (
        (BOARD, "BUILD T 35 ; BUILD A 80 ; POS T 35-41 ; POS F H-O", 4, 5),
        [
            "New taxman in Holland (35).",
            "“BUILD A 80” was not possible: Egypt and Palestine is not part of your landmass.",
            "“POS T 35 - 41” was not possible: No way for the taxman from Holland to Ile de France "
            "(blocked by Flanders and Brabant).",
            "Fleet brought from Southern North Sea (H) to Celtic Sea (O).",
        ],
    ),
    "left empty": (
        (position("RED 41 T, RED 40 T, BLU 26 T"), "POS T 40-41", 5, 5),
        ["Taxman brought from Normandy and Picardy (40) to Ile de France (41).",
         "Normandy and Picardy is left empty and no longer yours."],
    ),
    "production": (
        (BOARD, "RUN ALL ; FACTORY B 35 ; FACTORY O 35", 6, 7),
        [
            "1 purple product made in Ile de France (41).",
            "1 yellow product made in Ile de France (41).",
            "New basic factory in Holland (35).",
            "New orange factory in Holland (35).",
        ],
    ),
    "no inputs": (
        (POOR, "", 6, 6),
        [
            "The factory in Ile de France (41) stands idle: it needs 1 red product and 1 blue product.",
            "The factory in Ile de France (41) stands idle: it needs 1 food.",
        ],
    ),
    "a siege": (
        (position("BLU 4 T, GRN 5 T, RED 6 T, RED 35 T, BLU 26 T, GRN 62 T"), "", 3, 3),
        ["London is besieged.", "London falls to the siege; all units there are removed."],
    ),
    "a broken siege": (
        (position("BLU 4 T, GRN 5 T, RED 6 TA, RED 35 T, BLU 26 T, GRN 62 T"), "A 6-4", 3, 3),
        [
            "London is besieged.",
            "Attack on Blue in Northern England (4) from Southern England (6) won (no toss against taxmen alone).",
            "The siege of London is broken.",
        ],
    ),
    "cut off": (
        (position("RED 41 T, RED 4 T, RED A F, BLU 26 T, GRN 62 T"), "", 3, 3),
        ["Cut off from every city and removed: Northern England (4) and Greenland Sea (A)."],
    ),
    "deals": (
        (position("RED 41 T, BLU 26 T, GRN 62 T", stock={"RED": {"y": 9}}),
         "GIVE BLU 2y ; PERMIT BLU SEA G,H ROUNDS 2 FEE 1 ; PERMIT GRN SEA G ; REVOKE GRN", 8, 8),
        [
            "Red gives Blue 2 food.",
            "Red lets Blue pass Northern North Sea (G) and Southern North Sea (H) up to round 3, for 1 each.",
            "Red lets Green pass Northern North Sea (G) up to round 2.",
            "Red takes back the leave of Green to pass.",
        ],
    ),
    "leaving": (
        (position("RED 41 T, RED 40 T, RED 42 T, BLU 26 T, GRN 62 T"), "RESIGN CEDE 40 TO BLU BURN 42", 8, 8),
        [
            "Normandy and Picardy (40) is ceded to Blue.",
            "Brittany and Loire (42) is burnt.",
            "Red has left the game; what is left stands empty.",
        ],
    ),
}  # fmt: skip


def test_idle_factories_are_told_together() -> None:
    """§9: one sentence for all of a turn, those that lack the same together; three used to be three."""
    bare = position("RED 41 T, RED 40 T, RED 42 T, BLU 26 T, GRN 62 T")
    state = factory(factory(factory(bare, "41", advanced="P"), "40", advanced="P"), "42", advanced="O")
    idle = [event for event in turn(state, "", 6, 6).events if event.kind == "idle"]
    (text,) = (block.text for block in turn_log(state, idle) if isinstance(block, Paragraph))
    assert text == (
        "3 factories stand idle: 2 for lack of 1 red product and 1 blue product (Normandy and Picardy (40) and Ile de "
        "France (41)); 1 for lack of 1 red product and 1 yellow product (Brittany and Loire (42))."
    )
    (alike,) = (block.text for block in turn_log(state, idle[:2]) if isinstance(block, Paragraph))
    assert alike.startswith("2 factories stand idle for lack of 1 red product and 1 blue product: ")
    assert prose.describe_event(state, idle[0]).startswith("The factory in ")


@pytest.mark.parametrize("case", SENTENCES)
def test_sentences(case: str) -> None:
    """§9: what happened, in the words of a player."""
    what, told = SENTENCES[case]
    assert lines(*what) == told  # type: ignore[arg-type]


def test_the_beginning() -> None:
    """§5.1: the dice, the order of play, who starts where."""
    step = begin(CantillonOptions(), ("RED", "BLU"), LoadedDice({"order": [2, 5]}))
    assert player_sentences(step.state, list(step.events)) == [
        "Dice for the order of play: Red 2, Blue 5.",
        "Order of play: Blue, Red. The last chooses a city first.",
    ]
    chosen = play(step.state, {"RED": "CITY Paris"})
    assert player_sentences(chosen.state, list(chosen.events)) == [
        "Red begins in Paris.",
        "Blue begins in London (the free city of lowest number).",
    ]


def test_a_trade_is_told_to_both_parties_alone() -> None:
    """§2"""
    state = position("RED 41 T, BLU 26 T, GRN 62 T", stock={"RED": {"y": 2}, "BLU": {"R": 1}})
    step = play(state, {"RED": "TRADE BLU GIVE 2y GET 1R", "BLU": "TRADE RED GIVE 1R GET 2y"})
    told = "Red and Blue trade 2 food for 1 red product."
    assert [told in player_sentences(state, list(step.events), seat) for seat in SEATS] == [True, True, False]


def test_what_concerns_one_is_told_to_one() -> None:
    """§2: tax, pay, goods that were found, what was made, what was refused and left out, and what else to mind."""
    for case in SENTENCES.keys() - {"deals"}:
        (state, text, first, last, *dice), _told = SENTENCES[case]
        events = turn(state, text, first, last, combat=dice[0] if dice else ()).events  # type: ignore[arg-type]
        private = {"tax", "upkeep", "refused", "skipped", "made", "idle", "goods", "remark"}
        assert all((event.to == frozenset({"RED"})) is (event.kind in private) for event in events), case


@pytest.mark.parametrize("case", SENTENCES)
def test_every_event_names_its_seat(case: str) -> None:
    """Painters and records go by it: whose turn it is, but for who is defeated in it."""
    (state, text, first, last, *dice), _ = SENTENCES[case]
    events = turn(state, text, first, last, combat=dice[0] if dice else ()).events  # type: ignore[arg-type]
    assert {event.args["seat"] for event in events if event.kind != "defeated"} == {"RED"}


def test_deals_are_told_to_those_they_are_with() -> None:
    """§2"""
    (state, text, first, last), _ = SENTENCES["deals"]
    events = turn(state, text, first, last).events  # type: ignore[arg-type]
    assert [event.to for event in events] == [
        frozenset({"RED", "BLU"}), frozenset({"RED", "BLU"}), frozenset({"RED", "GRN"}), frozenset({"RED", "GRN"}),
    ]  # fmt: skip


def test_a_paid_passage() -> None:
    """§5.2.8c: the fee, and that leave stays until the end of the round."""
    permit = Permit("BLU", "RED", ("H",), 3, 1)
    both = {"RED": (permit,), "BLU": (permit,)}
    board = "RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F, BLU N F, BLU 26 T, GRN 62 T"
    state = position(board, stock={"RED": {"y": 3}}, permits=both)
    table = turn(state, "POS F G-P PAYING 1", 5, 5)
    assert player_sentences(state, table.events) == [
        "Fleet brought from Northern North Sea (G) to English Channel (P), for a fee of 1."
    ]
    kept = lines(table.freeze_state(), "REVOKE RED", 8, 8, seat="BLU")
    assert kept == ["Blue takes back the leave of Red to pass; paid passages of this round stay."]


def test_defeat_and_the_end() -> None:
    """§5.7"""
    state = position("RED 36 TA, RED 41 T, BLU 35 T", CantillonOptions(), ("RED", "BLU"), stock={"RED": {"c": 5}})
    told = player_sentences(state, list(play(state, {"RED": "ATT 35 FROM 36"}, combat=[6, 1]).events))
    assert "Blue has no city left and is defeated; Red takes all lands, units and factories." in told
    assert told[-1] == "Red won. Treasuries: Red 4, Blue 0."


def test_going_back_is_told() -> None:
    """§3.2"""
    state = replace(position("RED 41 T, BLU 26 T"), active="RED")
    assert player_sentences(state, [Event("reopened", {"seat": "RED", "stage": 3})]) == [
        "All agreed: back to stage 3, expand."
    ]


# --- the map -------------------------------------------------------------------------------------------------------


def picture(state: CantillonState) -> Map:
    return next(block for block in ENGINE.board(state, "RED") if isinstance(block, Map))


def test_the_map_shows_what_stands_where() -> None:
    """§9: flags, discs and boats; cities, anchors, factories, goods; a ring round what is besieged or cut off."""
    state = factory(position("RED 6 TA F, RED H F+A, BLU 4 T, GRN 5 T, RED 43 T"), "6", basic=True, advanced="G", y=2)
    drawn = picture(factory(state, "40", b=1))
    assert Counter((p.shape, p.at, p.seat) for p in drawn.pieces) == Counter([
        ("flag", "6", "RED"), ("disc", "6", "RED"), ("boat", "6", "RED"), ("boat", "H", "RED"), ("disc", "H", "RED"),
        ("flag", "4", "BLU"), ("flag", "5", "GRN"), ("flag", "43", "RED"),
    ])  # fmt: skip
    assert not any(p.text or p.mark for p in drawn.pieces)
    here = {(s.name, s.kind, s.text) for s in drawn.signs if s.at == "6"}
    assert here == {
        ("city", "disc", ""),
        ("port", "anchor", ""),
        ("basic factory (food)", "square", "Y"),
        ("green factory", "square", "G"),
    }
    assert [drawn.tags.get(area) for area in ("6", "4", "40", "41")] == ["food 2", "minerals", "wood 1", "food"]
    assert (drawn.owners["6"], drawn.owners["41"]) == ("RED", "y")
    assert ("cut off", "broken", "43") in {(s.name, s.kind, s.at) for s in drawn.signs}
    assert drawn.focus == ("6", "43", "H")
    shut = picture(position("RED 6 T, BLU 4 T, GRN 5 T"))
    assert ("siege", "ring", "6") in {(s.name, s.kind, s.at) for s in shut.signs}


def test_a_treasury_is_its_owners() -> None:
    """§2: others see what it is worth, unless TREASURY-OPEN is on."""
    for options, shown in (("", False), ("\nTREASURY-OPEN ON", True)):
        state = play(opening(f"PLAYERS 2\nSTART-MONEY 5{options}"), {}).state
        state = play(state, {}).state
        seen = states.seat_view(state, "RED")
        assert set(seen.stock) == {"RED"}
        assert (seen.worth["BLU"], bool(seen.stock_shown)) == (state.worth["BLU"], shown)
        treasuries = [name for name, *_ in table(ENGINE.board(seen, "RED"), "yours") if name.startswith("Treasury")]
        assert treasuries == ["Treasury", *(["Treasury of Blue"] if shown else [])]


# --- tables and lists ----------------------------------------------------------------------------------------------


def table(blocks: Sequence[Block], name: str) -> list[list[str]]:
    """A table, row by row, in words."""
    found = next(b for b in blocks if isinstance(b, Table) and b.name == name)
    return [[cell.text for cell in row_cells(row)] for row in found.rows]


def report_blocks(state: CantillonState, seat: str = "RED") -> Sequence[Block]:
    return ENGINE.report(state, seat, ())


def test_the_standings() -> None:
    """§9: cities, lands, taxmen, armies, fleets (carried and anchored ones too), what is taxed next, what is owned."""
    state = factory(position("RED 41 TA, RED 40 T, RED 6 T F, RED H F+A, BLU 26 T"), "41", y=1, P=1, Y=2)
    state = replace(state, worth={"RED": 7}, out=("GRN",))
    assert table(report_blocks(state), "standings") == table(ENGINE.board(state, None), "standings")
    assert table(report_blocks(state), "standings") == [
        ["Red", "2", "3", "7"],
        ["Blue", "1", "1", "0"],
        ["Green (out)", "0", "0", "0"],
    ]
    assert table(report_blocks(state), "forces") == [["Red", "3", "2", "2", "13"], ["Blue", "1", "0", "0", "0"]]


def test_what_lies_where() -> None:
    """§9: owner by owner, then what is free."""
    state = factory(factory(position("RED 6 T F, RED H F+A, BLU 26 T"), "6", basic=True, advanced="G", y=2), "40", b=1)
    assert table(report_blocks(state), "lands") == [
        ["Red"],
        ["Southern England (6), London", "taxman and fleet", "basic, green", "2 food"],
        ["Southern North Sea (H)", "army and fleet", "", ""],
        ["Blue"],
        ["Muscovy (26), Moscow", "taxman", "", "yields food"],
        ["free"],
        ["Normandy and Picardy (40)", "", "", "1 wood"],
    ]


def test_what_my_units_could_do() -> None:
    """§9: the treasury, what is free, every target with its tosses and odds."""
    state = position("RED 19 TA, RED J F, BLU 15 A, BLU I F, BLU 26 T", stock={"RED": {"y": 2}}, worth={"RED": 2})
    inland = position("RED 41 TA, RED 40 T, BLU 43 A, BLU 42 T, BLU 45 T, BLU 26 T")
    assert table(report_blocks(inland), "steps") == [
        ["Flanders and Brabant (36)", "Normandy and Picardy (40) and Ile de France (41)", "minerals"],
    ]
    assert table(report_blocks(state), "yours") == [["Treasury", "2 food"]]
    assert table(report_blocks(state), "targets") == [
        ["Gotaland (15), Blue", "Zealand and Scania (19)", "1", "42 in 100"],
        ["Skagerrak and Kattegat (I), Blue", "Western Baltic (J)", "1", "42 in 100"],
    ]


def test_leave_and_contracts_are_listed_for_their_parties() -> None:
    """§2, §9"""
    permit, half = Permit("BLU", "RED", ("H",), 3), Half("RED", "BLU", {"y": 2}, {"R": 1}, False, 2)
    known = {"RED": (permit,), "BLU": (permit,)}
    state = position("RED 41 T, BLU 26 T, GRN 62 T", permits=known, halves={"RED": (half,), "BLU": (half,)})
    rows = [
        ["Contract", "Red offers Blue 2 food for 1 red product, up to round 2"],
        ["Leave to pass", "Blue lets Red pass Southern North Sea (H), up to round 3"],
    ]
    for seat, seen in (("RED", rows), ("BLU", rows), ("GRN", [])):
        assert table(report_blocks(states.seat_view(state, seat), seat), "yours")[1:] == seen


def test_a_rehearsal_names_the_line_and_its_reason() -> None:
    """§4.1: as the board stands now, with attacks that win."""
    state = position("RED 41 TA, RED 40 A, BLU 43 A, BLU 26 T", stock={"RED": {"y": 1}})
    found = orders(state, "RED", "ATT 43 FROM 41\nBUILD T 41")
    assert [(r.level, r.code, r.text, r.line) for r in ENGINE.check(state, "RED", found)] == [
        ("warning", "C10", "As the board stands now, the army in Normandy and Picardy (40) cannot be paid.", ""),
        ("warning", "C30", "Not as the board stands now. Cost 1, free treasury 0.", "BUILD T 41"),
    ]


def told_at_once(state: CantillonState, text: str) -> list[tuple[str, str, str, str]]:
    return [(r.level, r.code, r.text, r.line) for r in ENGINE.check(state, "RED", orders(state, "RED", text))]


def test_what_is_left_empty_is_told_at_once() -> None:
    """§4.2, W45: it is no refusal."""
    state = position("RED 41 T, RED 40 T, BLU 26 T")
    told = "Normandy and Picardy is left empty and no longer yours."
    assert told_at_once(state, "POS T 40-41") == [("warning", "W45", told, "")]


def test_a_contract_is_told_of_by_its_line() -> None:
    """§4.2, C70 and W71: that the goods are missing, or that the other half says something else; of contracts of
    earlier rounds there is no line."""
    theirs = Half("BLU", "RED", {"R": 1}, {"P": 5}, False, 3)
    state = position("RED 41 T, BLU 26 T", halves={"RED": (theirs,), "BLU": (theirs,)})
    missing = "Not as the board stands now. You have not the goods: 5 purple products."
    line = "TRADE BLU GIVE 5 P GET 1 R"
    assert told_at_once(state, line) == [("warning", "C70", missing, line)]
    mine = Half("RED", "BLU", {"P": 5}, {"R": 1}, False, 3)
    both = replace(state, halves={"RED": (theirs, mine), "BLU": (theirs, mine)})
    assert told_at_once(both, "") == [("warning", "C70", missing, "")]
    apart = "Blue offers 1 red product for 5 purple products; a contract needs two halves that say the same."
    other = "TRADE BLU GIVE 1 P GET 1 R"
    assert told_at_once(state, other) == [("warning", "W71", apart, other)]


def test_what_is_ceded_twice_is_named() -> None:
    """§4.2, C62: with its line."""
    line = "RESIGN CEDE 40 , 41 TO BLU CEDE 41 TO GRN"
    told = "Ile de France (41) is ceded more than once; the first counts."
    assert told_at_once(position("RED 41 T, RED 40 T, BLU 26 T, GRN 62 T"), line) == [("warning", "C62", told, line)]


# --- the board from which one orders --------------------------------------------------------------------------------

LINES = "T 41-42 ; ATT 43 FROM 41 ; T 40-P ; BUILD T 40 ; BUILD A 62 ; FACTORY B 41 ; DISBAND T 6 ; POS F H-O"
ORDERED = position(
    "RED 41 TTA, RED 40 T, RED 6 TT, RED H F, BLU 43 A, BLU 26 T", stock={"RED": {"y": 6}}, homes={"RED": "6"}
)


def test_the_board_shows_what_is_ordered() -> None:
    """Arrows, a cross on what would be refused, new units and those that are dismissed; nothing of it to others."""
    said = orders(ORDERED, "RED", LINES)
    blocks = ENGINE.board(ORDERED, "RED", said)
    drawn = next(block for block in blocks if isinstance(block, Map))
    assert {(s.path, s.failed) for s in drawn.strokes} == {
        (("41", "42"), False), (("41", "43"), False), (("40", "P"), True), (("H", "O"), False)
    }  # fmt: skip
    marked = {(p.shape, p.at, p.mark) for p in drawn.pieces if p.mark}
    assert marked == {("flag", "40", "built"), ("disc", "62", "built"), ("flag", "6", "removed")}
    for other in ("BLU", None):
        seen = next(block for block in ENGINE.board(ORDERED, other, ()) if isinstance(block, Map))
        assert not seen.strokes and not any(piece.mark for piece in seen.pieces)


def test_the_purse_counts_what_each_line_takes() -> None:
    """In the order in which it is carried out; what is refused stands there with its reason, and costs nothing."""
    said = orders(ORDERED, "RED", LINES)
    rows = table(ENGINE.board(ORDERED, "RED", said), "turn")
    assert rows[0] == ["In the treasury", "6"] and rows[-1] == ["Left at the end", "2"]
    assert [row[0] for row in rows if len(row) == 1] == [
        "Stage 1: tax", "Stage 2: pay", "Stage 3: expand", "Stage 4: build", "Stage 5: position", "Stage 7: factories"
    ]  # fmt: skip
    assert ["1 army paid.", "−1"] in rows and ["New basic factory in Ile de France (41).", "−2"] in rows
    assert ["New taxman in Normandy and Picardy (40).", "−1"] in rows
    attack = "Attack on Blue in Burgundy and Lorraine (43) from Ile de France (41): 42 in 100. If it is won:"
    assert [attack, ""] in rows  # no dice are shown that were never thrown
    assert ["Build a new army in Austria (Vienna): not now. Austria is not part of your landmass.", ""] in rows


def test_the_board_shows_wishes_and_what_is_left_of_an_attack() -> None:
    """§5.1b, §3.2: before the first round the cities one named; by the book the attacker who is asked about."""
    state = opening()
    wished = next(
        b for b in ENGINE.board(state, "RED", orders(state, "RED", "CITY Paris > Vienna")) if isinstance(b, Map)
    )
    assert wished.stars == {"41", "62"}
    fight = position("RED 41 TA, RED 45 TA, BLU 43 A, BLU 26 T", CantillonOptions(mode="book"), stock=RICH)
    fight = replace(fight, kind="stage", stage=3, active="RED", phase="R1-RED-3-1", attack=True)
    fight = replace(fight, plan={"RED": ("ATT 43 FROM 45", "BUILD T 41")})
    drawn = {
        seat: next(b for b in ENGINE.board(states.seat_view(fight, seat), seat) if isinstance(b, Map)).strokes
        for seat in SEATS
    }
    assert [stroke.path for stroke in drawn["RED"]] == [("45", "43")] and not drawn["BLU"]
    grammar = ENGINE.grammar(fight, "RED")
    assert grammar is not None
    assert (
        grammar.lines[0].help == "the next attacker, from Auvergne and Languedoc (45), goes on: Blue, army: 42 in 100"
    )


def test_the_board_of_a_bystander_and_of_the_end() -> None:
    """The map and the standings, whoever looks."""
    for state in (opening(), replace(ORDERED, ranks={"RED": 1}, kind="end"), replace(ORDERED, out=("RED",))):
        for seat in ("RED", None):
            names = [block.name for block in ENGINE.board(state, seat) if isinstance(block, Table)]
            assert names == ["standings", "forces", "yours"][: 3 if seat else 2]


# --- the lead -----------------------------------------------------------------------------------------------------

RICH = {"RED": {"y": 9}, "BLU": {"y": 9}}
FIGHT = position(
    "RED 36 TA, RED 41 T, BLU 35 A, BLU 34 T, GRN 62 T", CantillonOptions(goal="rounds", target=12), stock=RICH
)
LEADS: dict[str, tuple[CantillonState, dict[str, str], tuple[int, ...], dict[str | None, str]]] = {
    "a city taken": (
        FIGHT,
        {"RED": "ATT 35 FROM 36"},
        (6, 1, 5, 4),
        {
            "RED": "You took Amsterdam from Blue. Blue is defeated, and you have all that is left. "
            "You gained Lower Saxony and Holstein. You hold 2 cities and 4 lands and lead.",
            "BLU": "Red took Amsterdam from you. You are defeated, and Red has all that is left. "
            "Red leads with 2 cities and 4 lands.",
            None: "Red took Amsterdam from Blue. Blue is defeated, and Red has all that is left. "
            "Red leads with 2 cities and 4 lands.",
        },
    ),
    "land taken": (
        position("RED 36 TA, RED 41 T, BLU 37 T, BLU 35 A, GRN 62 T", stock=RICH),
        {"RED": "ATT 37 FROM 36"},
        (),
        {
            "RED": "You took Rhineland and Hesse from Blue. You hold 1 city and 3 lands and lead.",
            "BLU": "Red took Rhineland and Hesse from you. You hold 1 city and 1 land; "
            "Red leads with 1 city and 3 lands.",
        },
    ),
    "one turn": (
        replace(
            position("RED 41 TT, BLU 26 T, GRN 62 T", CantillonOptions(mode="turn"), stock=RICH),
            kind="turn",
            active="RED",
            phase="R1-RED",
        ),
        {"RED": "T 41-40 ; BUILD T 41 x2 ; FACTORY B 41"},
        (),
        {
            "RED": "You took 1 step and built 1 unit and 1 factory. You gained Normandy and Picardy. "
            "You hold 1 city and 2 lands and lead.",
            "BLU": "Red took 1 step and built 1 unit and 1 factory. You hold 1 city and 1 land; "
            "Red leads with 1 city and 2 lands.",
        },
    ),
    "a quiet round": (
        position("RED 41 TT, BLU 26 T, BLU 25 T, GRN 62 T, GRN 39 T"),
        {"RED": "T 41-40"},
        (),
        {
            "RED": "You gained Normandy and Picardy. You hold 1 city and 2 lands and lead, as do Blue and Green.",
            "GRN": "You hold 1 city and 2 lands and lead, as do Red and Blue.",
            None: "Red, Blue and Green lead with 1 city and 2 lands each.",
        },
    ),
}


@pytest.mark.parametrize("case", LEADS)
def test_the_lead_says_what_changed_and_for_whom(case: str) -> None:
    """§9: in the reader's words, whoever reads."""
    state, said_, combat, words = LEADS[case]
    step = play(state, said_, combat)
    for seat, text in words.items():
        events = [event for event in step.events if event.to is None or seat in event.to]
        heading, lead, *_ = ENGINE.report(step.state, seat, events, state)
        assert isinstance(heading, Heading) and heading.text.startswith("Round 1")
        assert isinstance(lead, Lead) and lead.text == text


def test_who_is_besieged_or_cut_off_is_told_first() -> None:
    """§5.6, §5.3: what is lost if he does nothing."""
    state = position("BLU 4 T, GRN 5 T, RED 6 T, RED 35 T, RED 70 T, BLU 26 T, GRN 62 T")
    _, lead, *_ = ENGINE.report(state, "RED", (), state)
    assert isinstance(lead, Lead)
    assert "London is besieged: break out in your next turn." in lead.text
    assert "Cut off from your cities, and lost unless you join it again: Greece." in lead.text


def test_the_end_says_who_won_and_how() -> None:
    state = position("RED 41 T, RED 40 T, BLU 26 T", CantillonOptions(goal="rounds", target=1), ("RED", "BLU"))
    step = play(state, {})
    for seat, words in (
        ("RED", "You won: 1 city and 2 lands after 1 round."),
        ("BLU", "Red won: 1 city and 2 lands after 1 round. You came second of 2."),
    ):
        _, lead, *_ = ENGINE.report(step.state, seat, step.events, state)
        assert isinstance(lead, Lead) and lead.text == words


def test_the_opening_says_when_one_chooses() -> None:
    """§5.1b: the last in the order of play takes his first wish."""
    state = opening("PLAYERS 3\nGIVEN-ORDER ON")
    words = {seat: ENGINE.report(state, seat, ())[1] for seat in (*state.seats, None)}
    assert [lead.text.rpartition(": ")[2] for lead in words.values() if isinstance(lead, Lead)][:3] == [
        "2 of 3 choose before you.", "1 of 3 choose before you.", "yours is the first."
    ]  # fmt: skip
