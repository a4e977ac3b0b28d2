"""What players are told: every kind of event in a sentence, the map, the table of lands (§9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import states
from engines.base import Event
from engines.cantillon import ENGINE, prose
from engines.cantillon.opening import opening as begin
from engines.cantillon.state import Half, Options, Permit, State
from engines.dice import LoadedDice
from engines.language import read
from engines.report import Map, Table, Text
from tests.cantillon.tables import factory, opening, play, position, turn

SEATS = ("RED", "BLU", "GRN")


def said(state: State, events: tuple[Event, ...] | list[Event], seat: str = "RED") -> list[str]:
    """The sentences that a player reads."""
    heard = [event for event in events if event.to is None or seat in event.to]
    return [words for event in heard if (words := prose.told(state, event))]


def lines(state: State, text: str, first: int, last: int, combat: tuple[int, ...] = (), seat: str = "RED") -> list[str]:
    """What a player reads of his own stages."""
    return said(state, turn(state, text, first, last, seat, combat).events, seat)


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
POOR = replace(BOARD, stock={}, lands={**BOARD.lands, "41": replace(BOARD.plot("41"), goods={})})
SENTENCES = {
    "tax and pay": (
        (BOARD, "DISBAND T 6", 1, 2),
        ["Tax: 2y.", "The taxman in 6 Southern England is disbanded.", "Pay: 2 of 2 armies."],
    ),
    "no money": (
        (POOR, "", 1, 2),
        [
            "Tax: nothing.",
            "Pay: 0 of 2 armies.",
            "An army in 6 Southern England is not paid and removed.",
            "An army in 41 Ile de France is not paid and removed.",
        ],
    ),
    "steps": (
        (BOARD, "F 6-P ; T 41-40 IF 43 MINE ; T 41-40 ; T 41-42", 3, 3),
        [
            "Fleet from 6 to P English Channel.",
            "“T 41 - 40 IF 43 MINE” was left out: its condition was not true.",
            "Taxman from 41 to 40 Normandy and Picardy.",
            "“T 41 - 42” was not possible: C20 You have no taxman free to move in 41 (none, or all have stepped).",
        ],
    ),
    "a lost fight": (
        (BOARD, "ATT 36 FROM 41", 3, 3, (1, 6)),
        ["Attack on 36 Flanders and Brabant (Blue) from 41: 1-6; lost."],
    ),
    "a won fight": (
        (BOARD, "ATT 43 FROM 41", 3, 3),
        [
            "Attack on 43 Burgundy and Lorraine (Blue) from 41: no toss, taxmen alone; won.",
            "Goods found in 43 Burgundy and Lorraine: 1b 2B.",
        ],
    ),
    "a captured city": (
        (position("RED 36 TA, RED 41 T, BLU 35 A, BLU 26 T"), "ATT 35 FROM 36", 3, 3, (6, 1, 5, 4)),
        ["Attack on 35 Holland (Blue) from 36: 6-1, 5-4; won; Amsterdam is captured.",
         "Green has no city left and is defeated."],
    ),
    "new units": (
        (BOARD, "BUILD T 35 ; BUILD A 80 ; POS T 35-41 ; POS F H-O", 4, 5),
        [
            "New taxman in 35 Holland.",
            "“BUILD A 80” was not possible: C31 80 is not part of your landmass.",
            "“POS T 35 - 41” was not possible: C40 No way for the taxman from 35 to 41 (blocked by 36).",
            "Fleet brought from H to O Celtic Sea.",
        ],
    ),
    "left empty": (
        (position("RED 41 T, RED 40 T, BLU 26 T"), "POS T 40-41", 5, 5),
        ["Taxman brought from 40 to 41 Ile de France.", "40 is left empty and no longer yours."],
    ),
    "production": (
        (BOARD, "RUN ALL ; FACTORY B 35 ; FACTORY O 35", 6, 7),
        [
            "1 P made in 41 Ile de France.",
            "1 Y made in 41 Ile de France.",
            "A new basic factory (Y) in 35 Holland.",
            "A new advanced factory (O) in 35 Holland.",
        ],
    ),
    "no inputs": (
        (POOR, "", 6, 6),
        [
            "A factory stands idle: Input missing for 41: needs 1R 1B.",
            "A factory stands idle: Input missing for 41: needs 1y.",
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
            "Attack on 4 Northern England (Blue) from 6: no toss, taxmen alone; won.",
            "The siege of London is broken.",
        ],
    ),
    "cut off": (
        (position("RED 41 T, RED 4 T, RED A F, BLU 26 T, GRN 62 T"), "", 3, 3),
        ["Cut off from every city and removed: 4 Northern England, A Greenland Sea."],
    ),
    "deals": (
        (position("RED 41 T, BLU 26 T, GRN 62 T", stock={"RED": {"y": 9}}),
         "GIVE BLU 2y ; PERMIT BLU SEA G,H ROUNDS 2 FEE 1 ; PERMIT GRN SEA G ; REVOKE GRN", 8, 8),
        [
            "Red gives Blue 2y.",
            "Red lets Blue pass G, H up to round 3, for 1 each.",
            "Red lets Green pass G up to round 2.",
            "Red takes back the leave of Green to pass.",
        ],
    ),
    "leaving": (
        (position("RED 41 T, RED 40 T, RED 42 T, BLU 26 T, GRN 62 T"), "RESIGN ; CEDE 40 TO BLU ; BURN 42", 8, 8),
        [
            "40 Normandy and Picardy is ceded to Blue.",
            "42 Brittany and Loire is burnt.",
            "Red has left the game; what is left stands empty.",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SENTENCES)
def test_sentences(case: str) -> None:
    """§9: what happened, in the words of a player."""
    what, told = SENTENCES[case]
    assert lines(*what) == told  # type: ignore[arg-type]


def test_the_beginning() -> None:
    """§5.1: the dice, the order of play, who starts where."""
    step = begin(Options(), ("RED", "BLU"), LoadedDice({"order": [2, 5]}))
    assert said(step.state, list(step.events)) == [
        "Dice for the order of play: Red 2, Blue 5.",
        "Order of play: Blue, Red. The last chooses his city first.",
    ]
    chosen = play(step.state, {"RED": "CITY Paris"})
    assert said(chosen.state, list(chosen.events)) == [
        "Red starts in Paris.",
        "Blue starts in London (the free city of lowest number).",
    ]


def test_a_trade_is_told_to_both_parties_alone() -> None:
    """§2"""
    state = position("RED 41 T, BLU 26 T, GRN 62 T", stock={"RED": {"y": 2}, "BLU": {"R": 1}})
    step = play(state, {"RED": "TRADE BLU GIVE 2y GET 1R", "BLU": "TRADE RED GIVE 1R GET 2y"})
    told = "Red and Blue trade 2y for 1R."
    assert [told in said(state, list(step.events), seat) for seat in SEATS] == [True, True, False]


def test_what_concerns_one_is_told_to_one() -> None:
    """§2: tax, pay, goods that were found, what was made, what was refused and left out."""
    for case in ("tax and pay", "no money", "steps", "production", "no inputs"):
        (state, text, first, last, *_), _told = SENTENCES[case]
        events = turn(state, text, first, last).events  # type: ignore[arg-type]
        private = {"tax", "upkeep", "refused", "skipped", "made", "idle", "goods"}
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
    assert said(state, table.events) == ["Fleet brought from G to P English Channel, for a fee of 1."]
    kept = lines(table.frozen(), "REVOKE RED", 8, 8, seat="BLU")
    assert kept == ["Blue takes back the leave of Red to pass; paid passages of this round stay."]


def test_defeat_and_the_end() -> None:
    """§5.7"""
    state = position("RED 36 TA, RED 41 T, BLU 35 T", Options(), ("RED", "BLU"), stock={"RED": {"c": 5}})
    told = said(state, list(play(state, {"RED": "ATT 35 FROM 36"}, combat=[6, 1]).events))
    assert "Blue has no city left and is defeated; Red takes all lands, units and factories." in told
    assert told[-1] == "Red won. Treasuries: Red 4, Blue 0."


def test_going_back_is_told() -> None:
    """§3.2"""
    state = replace(position("RED 41 T, BLU 26 T"), active="RED")
    assert said(state, [Event("reopened", {"seat": "RED", "stage": 3})]) == ["All agreed: back to stage 3 (expand)."]


# --- the map -------------------------------------------------------------------------------------------------------


def picture(state: State) -> Map:
    return next(block for block in ENGINE.report(state, "RED", ()) if isinstance(block, Map))


def test_the_map_shows_what_stands_where() -> None:
    """§9: flags, discs and boats; cities, anchors, factories, goods; a ring round what is besieged or cut off."""
    state = factory(position("RED 6 TA F, RED H F+A, BLU 4 T, GRN 5 T, RED 43 T"), "6", basic=True, advanced="G", y=2)
    drawn = picture(state)
    assert {(p.shape, p.at, p.seat) for p in drawn.pieces} == {
        ("flag", "6", "RED"), ("disc", "6", "RED"), ("boat", "6", "RED"), ("fleet", "H", "RED"),
        ("flag", "4", "BLU"), ("flag", "5", "GRN"), ("flag", "43", "RED"),
    }  # fmt: skip
    assert next(p.text for p in drawn.pieces if p.at == "H") == "R+A"
    here = {(s.name, s.kind, s.text) for s in drawn.signs if s.at == "6"}
    assert here == {
        ("city", "disc", ""),
        ("port", "anchor", ""),
        ("basic factory", "square", "Y"),
        ("green factory", "square", "G"),
    }
    assert (drawn.tags["6"], drawn.tags["4"], drawn.owners["6"], drawn.owners["41"]) == ("y +2", "r", "RED", "y")
    assert ("cut off", "43") in {(s.name, s.at) for s in drawn.signs}
    shut = picture(position("RED 6 T, BLU 4 T, GRN 5 T"))
    assert ("siege", "6") in {(s.name, s.at) for s in shut.signs}


def test_a_treasury_is_its_owners() -> None:
    """§2: others see what it is worth, unless TREASURY-OPEN is on."""
    for options, shown in (("", False), ("\nTREASURY-OPEN ON", True)):
        state = play(opening(f"PLAYERS 2\nSTART-MONEY 5{options}"), {}).state
        state = play(state, {}).state
        seen = states.view(state, "RED")
        assert set(seen.stock) == {"RED"}
        assert (seen.worth["BLU"], bool(seen.stock_shown)) == (state.worth["BLU"], shown)


# --- tables and lists ----------------------------------------------------------------------------------------------


def table(state: State, name: str, seat: str = "RED") -> list[list[str]]:
    """A table of the report, row by row, in words."""
    found = next(b for b in ENGINE.report(state, seat, ()) if isinstance(b, Table) and b.name == name)
    return [[cell if isinstance(cell, str) else cell.text for cell in row] for row in found.rows]


def paragraphs(state: State, seat: str = "RED") -> list[str]:
    return [block.text for block in ENGINE.report(state, seat, ()) if isinstance(block, Text)]


def test_the_standings() -> None:
    """§9: cities, lands, taxmen, armies, fleets (carried and anchored ones too), what is taxed next, what is owned."""
    state = factory(position("RED 41 TA, RED 40 T, RED 6 T F, RED H F+A, BLU 26 T"), "41", y=1, P=1, Y=2)
    assert table(replace(state, worth={"RED": 7}, out=("GRN",)), "standings") == [
        ["Red", "2", "3", "3", "2", "2", "13", "7"],
        ["Blue", "1", "1", "1", "0", "0", "0", "0"],
        ["Green (out)", "0", "0", "0", "0", "0", "0", "0"],
    ]


def test_what_lies_where() -> None:
    """§9: owner by owner, then what is free."""
    state = factory(factory(position("RED 6 T F, RED H F+A, BLU 26 T"), "6", basic=True, advanced="G", y=2), "40", b=1)
    assert table(state, "lands") == [
        ["Red"],
        ["6 Southern England (London)", "y", "T F:RED", "Y G", "2y"],
        ["H Southern North Sea", "", "F A", "", ""],
        ["Blue"],
        ["26 Muscovy (Moscow)", "y", "T", "", ""],
        ["free"],
        ["40 Normandy and Picardy", "b", "", "", "1b"],
    ]


def test_what_my_units_could_do() -> None:
    """§9: upkeep, every step, every target with its tosses and odds."""
    state = position("RED 19 TA, RED J F, BLU 15 A, BLU I F, BLU 26 T", stock={"RED": {"y": 2}}, worth={"RED": 2})
    told = paragraphs(state)
    assert "Treasury: 2y, worth 2. Upkeep due: 1." in told
    assert "Steps: A 19-J; T 19-J; F J-19." in told
    assert table(state, "targets") == [
        ["ATT 15 Gotaland FROM 19", "Blue", "1", "42%"],
        ["ATT I Skagerrak and Kattegat FROM J", "Blue", "1", "42%"],
    ]


def test_leave_and_contracts_are_listed_for_their_parties() -> None:
    """§2, §9"""
    permit, half = Permit("BLU", "RED", ("H",), 3), Half("RED", "BLU", {"y": 2}, {"R": 1}, False, 2)
    known = {"RED": (permit,), "BLU": (permit,)}
    state = position("RED 41 T, BLU 26 T, GRN 62 T", permits=known, halves={"RED": (half,), "BLU": (half,)})
    line = "Leave and contracts: BLU lets RED pass H to round 3; RED offers BLU 2y for 1R."
    seen = {seat: line in paragraphs(states.view(state, seat), seat) for seat in SEATS}
    assert seen == {"RED": True, "BLU": True, "GRN": False}


def test_a_rehearsal_names_the_line_and_its_reason() -> None:
    """§4.1: as the board stands now, with attacks that win."""
    state = position("RED 41 TA, RED 40 A, BLU 43 A, BLU 26 T", stock={"RED": {"y": 1}})
    ask = ENGINE.ask(state, "RED")
    assert ask is not None
    found = read(ask, "ATT 43 FROM 41\nBUILD T 41\nT 41-80").orders
    assert [(r.level, r.text, r.line) for r in ENGINE.check(state, "RED", found)] == [
        ("error", "C21 41 and 80 do not touch.", "T 41 - 80"),
        ("warning", "C10 As things stand the army in 40 cannot be paid.", ""),
        (
            "warning",
            "“BUILD T 41”, as the board stands now: C30 Cost 1, free treasury 0.",
            "BUILD T 41",
        ),
    ]
