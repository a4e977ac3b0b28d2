"""What is told of a round, to whom, with all that the report needs (§2, §9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.base import Event, Step
from engines.dice import LoadedDice
from engines.europe2028 import ENGINE
from engines.europe2028.state import Europe2028Options, Europe2028State
from engines.language import parse_orders
from tests.europe2028.tables import opening, play, position, seat_grammar

FIGHT: dict[str, Any] = {
    "seat": "RU",
    "token": "MIL1",
    "region": "CYP",
    "cards": ["4S", "9S"],
    "challenger": "EA",
    "answer": ["5S"],
    "dice": [{"EA": 5, "NF": 2}],
}


def events(step: Step[Europe2028State], *kinds: str) -> list[Event]:
    return [event for event in step.events if event.kind in kinds]


def alone(seat: str) -> frozenset[str]:
    return frozenset({seat})


def test_a_whole_turn() -> None:
    """Coins, a recall, a landing, a fight with a throw, a conquest, damage, a level, a repair, income, the market."""
    state = position(
        hands={"RU": "KH QH 4S 9S", "EA": "5S", "NF": "6S"},
        tokens={"RU": "MIL1, ECO GER 1, POL"},
        coins={"RU": 20},
        order=("RU", "EA", "NF"),
        first="RU",
    )
    letters = {
        "RU": "CONVERT KH QH ; RECALL ECO ; ATTACK MIL CYP WITH 4S RESERVE 9S ; DAMAGE LON ; REPAIR CYP ; NEXT CUL",
        "EA": "CHALLENGE WITH 5S",
        "NF": "CHALLENGE WITH 6S",
    }
    step = play(state, letters, dice=(5, 2))
    told = [event for event in step.events if event.args.get("seat") in ("RU", None) and event.kind != "drew"]
    assert told == [
        Event("converted", {"seat": "RU", "cards": ["KH", "QH"], "coins": 3}),
        Event("turn", {"seat": "RU"}),
        Event("recalled", {"seat": "RU", "token": "ECO"}),
        Event("landed", {"seat": "RU", "token": "MIL1", "region": "CYP", "cost": 2, "cards": []}),
        Event("attack", {**FIGHT, "result": 1, "level": 0, "top": 1}),
        Event("conquered", {"seat": "RU", "region": "CYP", "kind": "MIL", "loser": ""}),
        Event("damaged", {"seat": "RU", "region": "LON"}),
        Event("level", {"seat": "RU", "level": 1, "kind": "CUL"}),
        Event("repaired", {"seat": "RU", "region": "CYP"}),
        Event("income", {"seat": "RU", "coins": 6}),
        Event("opened", {"region": state.deck[0]}),
    ]
    assert [event.to for event in events(step, "drew")] == [alone("EA"), alone("NF"), alone("RU")]


def test_a_region_taken_from_another_names_the_loser() -> None:
    state = position(hands={"RU": "4C"}, held={"SFR": "EA ECO"}, tokens={"RU": "POL SFR 0"})
    (event,) = events(play(state, {"RU": "ATTACK POL SFR WITH 4C"}), "conquered")
    assert event.args == {"seat": "RU", "region": "SFR", "kind": "POL", "loser": "EA"}


def test_a_landing_for_clubs_shows_them() -> None:
    state = position(hands={"PB": "3C 4C"}, held={"BER": "PB"})
    (event,) = events(play(state, {"PB": "LAND POL GER PAY 3C 4C"}), "landed")
    assert event.args == {"seat": "PB", "token": "POL", "region": "GER", "cost": 0, "cards": ["3C", "4C"]}


def test_what_came_to_nothing_is_told_to_one_alone() -> None:
    """Less than a coin, no opening left, a second attack of a token, no way to the region."""
    state = position(
        hands={"RU": "4D 5D", "PB": "2S", "EA": "2H 3H", "NF": "8H"},
        tokens={"RU": "ECO", "PB": "MIL1 GER 0", "EA": "CUL UKR 0", "NF": "CUL"},
        coins={"NF": 0},
        order=("PB", "RU", "EA", "NF"),
        first="PB",
    )
    texts = {
        "PB": "ATTACK MIL GER WITH 3S",
        "RU": "CONVERT 4D 5D",
        "EA": "ATTACK CUL UKR WITH 2H\nATTACK CUL UKR WITH 3H",
        "NF": "ATTACK CUL GER WITH 8H",
    }
    said = {seat: parse_orders(seat_grammar(state, seat), text).orders for seat, text in texts.items()}
    step = ENGINE.resolve(state, said, LoadedDice())
    found = {event.args["seat"]: event for event in events(step, "refused", "void")}
    assert found == {
        "PB": Event(
            "refused",
            {"seat": "PB", "text": "No opening card is left for MIL1 at GER: it waits."},
            alone("PB"),
        ),
        "RU": Event(
            "refused", {"seat": "RU", "text": "B18 These cards make 9 points, less than one coin."}, alone("RU")
        ),
        "EA": Event(
            "refused",
            {"seat": "EA", "text": "B12 A token attacks once a turn; second line left out."},
            alone("EA"),
        ),
        "NF": Event(
            "void",
            {"seat": "NF", "token": "CUL", "region": "GER", "why": "landing costs 2, and you have 0"},
            alone("NF"),
        ),
    }
    assert step.state.tokens["EA"]["CUL"].level == 1


def test_the_order_round_the_table_is_told_to_all() -> None:
    """§5.1.1."""
    step = ENGINE.start(parse_orders(ENGINE.setup, "EMPIRES PB RU EA").orders, LoadedDice())
    assert step.events == (Event("seats", {"order": list(step.state.order)}),)
    assert sorted(step.state.order) == ["EA", "PB", "RU"]


def test_the_beginning() -> None:
    start = opening("EMPIRES PB RU", LoadedDice())
    letters = {"PB": "SECRET S1 ; TOKENS MIL POL", "RU": "TOKENS ECO CUL"}
    kept = {**start.dealt, "PB": ("S1", "S2")}
    step = play(replace(start, dealt=kept), letters, dice=(3, 3, 2, 6))
    assert events(step, "lot", "first") == [
        Event("lot", {"dice": {"PB": 3, "RU": 3}}),
        Event("lot", {"dice": {"PB": 2, "RU": 6}}),
        Event("first", {"seat": "RU", "tokens": {"PB": ["MIL1", "POL"], "RU": ["ECO", "CUL"]}}),
    ]


def test_what_phases_are_called() -> None:
    """In words, and how far the game is where a last round was agreed."""
    state = position(round=7)
    plain = {kind: ENGINE.phase_name(replace(state, kind=kind)) for kind in ("setup", "round", "end")}
    assert plain == {"setup": "Choosing", "round": "Round 7", "end": "The end"}
    assert ENGINE.phase_name(replace(state, options=Europe2028Options(max_rounds=12))) == "Round 7 of 12"
    turn = {kind: ENGINE.phase_name(replace(state, kind=kind, turn="EA")) for kind in ("turn", "challenge", "add")}
    assert turn == {
        "turn": "Round 7: the turn of the Eastern Alliance",
        "challenge": "Round 7: challenges to the Eastern Alliance",
        "add": "Round 7: more cards in the fights of the Eastern Alliance",
    }
