"""Card by card, and buyers who are asked (§3.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.base import Step
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.state import EuropaxOptions, EuropaxState, Pending
from tests.europax.tables import asking, cards_played, errors, opening, orders, position

BOOK, ASKING = EuropaxOptions(book=True), EuropaxOptions(book=True, ask_buyers=True)


def lead(stock: str, *demands: tuple[str, str, int], options: EuropaxOptions = ASKING, **fields: Any) -> EuropaxState:
    """France leads and has card 99, which asks this; two other cards are in its hand."""
    state = asking(position(stock, options=options, **fields), *demands)
    return replace(state, hands={**state.hands, "FR": (99, 3, 5)}, kind="lead", phase="R1-LEAD")


def after(state: EuropaxState, **texts: str) -> Step[EuropaxState]:
    """The next step: what seats write, and France plays 99 if nothing else was said."""
    said = {"BLU": "PLAY 99", **texts} if state.kind == "lead" else texts
    letters = {seat: orders(state, seat, text) for seat, text in said.items() if text}
    return ENGINE.resolve(state, letters, KeyedDice(b"x", state.phase))


def owing(state: EuropaxState) -> list[str]:
    """The seats that are waited for."""
    return [seat for seat in state.seats if (grammar := ENGINE.grammar(state, seat)) and grammar.due]


def test_one_card_at_each_deadline() -> None:
    """Phases are numbered by cards; whoever leads is waited for, and nobody else."""
    state = opening("MODE BOOK")
    for number in range(1, 5):
        assert (state.phase, state.round, state.kind) == (f"R{number}-LEAD", number, "lead")
        assert owing(state) == [state.boards[state.leader]]
        step = ENGINE.resolve(state, {}, KeyedDice(b"x", str(number)))
        assert len(cards_played(step.events)) == 1
        state = step.state


@pytest.mark.parametrize("text", ["STOP", "AUTO OFF"])
def test_a_card_is_always_played(text: str) -> None:
    """What would end a round is not said (X14); kept from before it has no effect: the best card is played (§5.3)."""
    state = lead("FR CER 1", ("EN", "CER", 1), options=BOOK)
    assert errors(state, "BLU", text) == ["X14"]
    kept = replace(state, prefs={"BLU": (text,)} if text != "STOP" else {})
    assert cards_played(ENGINE.resolve(kept, {}, KeyedDice(b"x", "1")).events) == [99]


def test_the_plan_is_followed_card_by_card() -> None:
    """The rest of it stays for the next lead."""
    state = lead("FR CER 1", ("EN", "CER", 1), options=BOOK)
    step = after(state, BLU="PLAN 5 99")
    assert cards_played(step.events) == [5]
    assert step.state.plan == {"BLU": ("PLAN 99",)}


def test_others_may_plan_while_one_leads() -> None:
    """What they say is kept."""
    step = after(lead("FR CER 1", ("EN", "CER", 1), options=BOOK), RED="PLAY 2 ; SPREAD ON")
    assert (step.state.plan["RED"], step.state.prefs["RED"]) == (("PLAY 2",), ("SPREAD ON",))


def test_the_end_by_the_book() -> None:
    """§5.7a: France has no card left, and the talon neither."""
    state = lead("FR CER 1", ("EN", "CER", 1), options=BOOK, demands=())
    step = after(replace(state, hands={**state.hands, "FR": (99,)}))
    assert (step.state.phase, step.state.kind) == ("END", "end") and step.state.ranks


# --- buyers who are asked -------------------------------------------------------------------------------------------

TWO = "EN CER 1, DE CER 1"


def test_a_buyer_is_asked() -> None:
    """Nothing has happened yet; he alone is waited for, and all are told."""
    ready = lead(TWO, ("BX", "CER", 2))
    step = after(ready, RED="SPREAD ON")
    asked = step.state
    assert (asked.phase, asked.kind, asked.pending) == ("R1-BUY1", "buyer", Pending(99, "BX", "CER"))
    assert (asked.cash, asked.stock, asked.played, asked.leader) == (ready.cash, ready.stock, 0, "FR")
    assert owing(asked) == ["YEL"]
    assert [(e.kind, e.args, e.to) for e in step.events] == [
        ("asked", {"country": "BX", "product": "CER", "card": 99}, None)
    ]
    assert asked.prefs == {"RED": ("SPREAD ON",)} and asked.plan == {"BLU": ("PLAY 99",)}


@pytest.mark.parametrize(("answer", "leader"), [("BUY CER FROM DE", "EN"), ("BUY * FROM EN", "DE"), ("", "DE")])
def test_the_card_is_played_when_he_has_answered(answer: str, leader: str) -> None:
    """From whom he likes; in silence from the poorest, and of equals from the nearest to his left, England."""
    step = after(after(lead(TWO, ("BX", "CER", 2))).state, YEL=answer)
    assert cards_played(step.events) == [99]
    done = step.state
    assert (done.phase, done.kind, done.pending, done.market) == ("R2-LEAD", "lead", None, {"CER": 2})
    assert (done.leader, done.cash["BX"]) == (leader, 3600 - 320)
    assert done.prefs.get("YEL", ()) == ((answer,) if answer else ())


def test_the_card_stays_the_one_that_was_chosen() -> None:
    """The leader cannot take another one meanwhile."""
    asked = after(lead(TWO, ("BX", "CER", 2))).state
    assert cards_played(after(asked, BLU="PLAY 3", YEL="BUY CER FROM DE").events) == [99]


@pytest.mark.parametrize("line", ["BUY CER FROM ALL", "BUY * FROM DE", "BUY CER FROM DE"])
def test_who_has_said_from_whom_he_buys_is_not_asked(line: str) -> None:
    assert after(lead(TWO, ("BX", "CER", 2)), YEL=line).state.kind == "lead"


def test_who_has_spoken_of_another_product_is_asked() -> None:
    assert after(lead(TWO, ("BX", "CER", 2)), YEL="BUY LEG FROM DE").state.kind == "buyer"


@pytest.mark.parametrize(
    ("stock", "options"),
    [("FR CER 2, EN CER 1, DE CER 1", ASKING), ("EN CER 2", ASKING), ("", ASKING), (TWO, BOOK)],
    ids=["the presenter sells", "one can sell", "nobody can", "ASK-BUYERS OFF"],
)
def test_who_has_no_choice_is_not_asked(stock: str, options: EuropaxOptions) -> None:
    assert after(lead(stock, ("BX", "CER", 2), options=options)).state.kind == "lead"


def test_the_presenter_is_asked_when_his_card_asks_him() -> None:
    """§6.8."""
    assert after(lead(TWO, ("FR", "CER", 1))).state.pending == Pending(99, "FR", "CER")


def test_each_product_is_asked_for_once() -> None:
    """Two demands, one product each; the phases are counted, and what was asked is remembered."""
    first = after(lead("EN CER 2 LEG 1, DE CER 2 LEG 1", ("BX", "CER", 3), ("BX", "LEG", 1))).state
    second = after(first).state
    assert (second.phase, second.pending) == ("R1-BUY2", Pending(99, "BX", "LEG", asked=("BX CER",)))
    assert after(second).state.kind == "lead"


def test_two_buyers_are_asked_in_turn() -> None:
    """For the same product."""
    first = after(lead("EN CER 2, DE CER 2", ("BX", "CER", 1), ("IT", "CER", 1))).state
    second = after(first, YEL="BUY CER FROM DE").state
    assert (second.phase, owing(second)) == ("R1-BUY2", ["PUR"])
    assert second.pending == Pending(99, "IT", "CER", asked=("BX CER",))


def test_an_urgent_buyer_is_asked() -> None:
    """Germany delivers, leads, and draws: oil at once. France, which presents, has some as well."""
    state = lead("DE CER 1, FR PET 1, IT PET 1", ("DE", "CER", 1), events=(13,))
    asked = after(state).state
    assert (asked.pending, owing(asked)) == (Pending(99, "DE", "PET", event=True), ["GRN"])
    assert (asked.events, asked.drawn) == (state.events, ())
    done = after(asked, GRN="BUY PET FROM IT").state
    assert (done.stock["DE"]["PET"], done.stock["FR"]["PET"], done.stock["IT"].get("PET", 0)) == (1, 1, 0)


def test_the_game_may_end_with_a_card_that_asked() -> None:
    """§5.7c: nobody is waited for any more."""
    asked = after(lead(TWO, ("BX", "CER", 1), demands=(), bare=())).state
    asked = replace(asked, hands={**asked.hands, "FR": (99,)})
    done = after(asked).state
    assert (done.kind, done.pending) == ("end", None)


def test_what_was_asked_for_a_card_is_forgotten_after_it() -> None:
    """The next card asks again."""
    done = after(after(lead("EN CER 2, DE CER 2", ("BX", "CER", 1))).state).state
    again = replace(done, leader="FR", hands={**done.hands, "FR": (99, 3)})
    assert after(again).state.pending == Pending(99, "BX", "CER")
