"""Plans, conditions and preferences (§4), and the card that is played without a plan (§5.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.state import EuropaxOptions, EuropaxState
from engines.language import parse_orders
from engines.report import Paragraph
from tests.europax.tables import (
    EVERYTHING,
    asking,
    cards_played,
    errors,
    make_led_round,
    market,
    orders,
    position,
    with_cash,
)

MANY = f"FR {EVERYTHING}"
"""France can sell whatever is asked for, so the lead comes back to it each time."""


def round_of(state: EuropaxState, text: str) -> list[int]:
    """The cards that are played if Blue, who is France, writes this."""
    return cards_played(ENGINE.resolve(state, {"BLU": orders(state, "BLU", text)}, KeyedDice(b"europax", "2")).events)


# --- the first card whose condition is true -------------------------------------------------------------------------

GUARDS = {
    "false": ("EN CER 1", "PLAY 40 IF EN HAS NO CER ; PLAY 12", 12),
    "true": ("", "PLAY 40 IF EN HAS NO CER ; PLAY 12", 40),
    "in french": ("EN CER 1", "JOUER 40 SI ANGLETERRE A PAS CEREALES ; JOUE 7", 7),
    "another has one": ("DE CER 1", "PLAY 40 IF EN HAS CER ; PLAY 12", 12),
    "one of two": ("EN CER 1", "PLAY 40 IF EN HAS CER AND EN HAS LEG ; PLAY 12", 12),
    "both": ("EN CER 1 LEG 1", "PLAY 40 IF EN HAS CER AND EN HAS LEG ; PLAY 12", 40),
    "nobody": ("EN CER 1", "PLAY 40 IF NOBODY HAS CER ; PLAY 7", 7),
    "nobody but oneself": ("FR CER 1", "PLAY 40 IF NOBODY HAS CER ; PLAY 7", 40),
    "anyone": ("DE CER 2", "PLAY 12 IF ANYONE HAS CER >= 2", 12),
    "anyone but oneself": ("FR CER 2", "PLAY 12 IF ANYONE HAS CER ; PLAY 7", 7),
    "too few": ("DE CER 1", "PLAY 12 IF ANYONE HAS CER >= 2 ; PLAY 7", 7),
    "fewer than two": ("DE CER 1", "PLAY 12 IF DE HAS NO CER >= 2 ; PLAY 7", 12),
    "nobody so many": ("DE CER 1", "PLAY 12 IF NOBODY HAS CER >= 2 ; PLAY 7", 12),
    "myself": ("FR CER 1", "PLAY 12 IF I HAVE CER ; PLAY 7", 12),
    "myself none": ("EN CER 1", "PLAY 12 IF I HAVE CER ; PLAY 7", 7),
    "poor": ("", "PLAY 40 IF CASH EN < 3605 ; PLAN 7 12", 40),
    "not below": ("", "PLAY 40 IF CASH EN < 3600 ; PLAN 7 12", 7),
    "rich": ("", "PLAY 40 IF CASH EN >= 3600 ; PLAN 7 12", 40),
    "not rich": ("", "PLAY 40 IF CASH EN >= 3605 ; PLAN 7 12", 7),
    "a plan": ("", "PLAN 12 7", 12),
}


@pytest.mark.parametrize("case", GUARDS)
def test_the_first_card_whose_condition_is_true(case: str) -> None:
    """§4.3 and §5.2b."""
    stock, text, card = GUARDS[case]
    assert round_of(make_led_round(stock), text) == [card]


def test_the_plan_is_read_from_its_top_at_every_lead() -> None:
    """§4.2 and §7.15: what was passed over may be played later: card 40 takes England's cereals."""
    state = make_led_round(MANY, (12, 40, 7, 5), options=EuropaxOptions(cards=2))
    assert round_of(state, "PLAN 40 12") == [40, 12]
    passed_over = make_led_round(f"{MANY}, EN CER 1", (12, 40, 7, 5), options=EuropaxOptions(cards=2))
    assert round_of(passed_over, "PLAY 12 IF EN HAS NO CER ; PLAN 40 12") == [40, 12]


def test_a_dry_list_is_followed_by_the_best_card() -> None:
    """§7.15 and §5.3: of 7 and 5 the one that brings France more."""
    state = make_led_round(MANY, (12, 40, 7, 5), options=EuropaxOptions(cards=3))
    first, second, third = round_of(state, "PLAN 40 12 ; AUTO ON")
    assert (first, second) == (40, 12)
    assert third == max((7, 5), key=market(state).card_value)


@pytest.mark.parametrize("text", ["PLAN 40 1 ; STOP", "PLAN 40 1 ; AUTO OFF"])
def test_who_stops_ends_the_round_when_the_list_is_dry(text: str) -> None:
    """§4.2 and §7.15."""
    state = make_led_round(MANY, (40, 1, 7, 5), options=EuropaxOptions(cards=6))
    assert round_of(state, text) == [40, 1]
    assert len(round_of(state, "PLAN 40 1")) > 2


def test_stop_holds_for_one_round_and_auto_off_until_it_is_changed() -> None:
    """§4.2."""
    state = make_led_round(MANY, (40, 1, 7, 5), options=EuropaxOptions(cards=2))
    stopped = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "STOP")}, KeyedDice(b"x", "1")).state
    switched = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "AUTO OFF")}, KeyedDice(b"x", "1")).state
    assert (stopped.prefs, switched.prefs) == ({}, {"BLU": ("AUTO OFF",)})
    again = ENGINE.resolve(switched, {"BLU": orders(switched, "BLU", "AUTO ON")}, KeyedDice(b"x", "2")).state
    assert again.prefs == {"BLU": ("AUTO ON",)}


def test_another_players_stop_does_not_end_the_round() -> None:
    """§4.2: it speaks of the own list; France leads, England says STOP."""
    state = make_led_round(MANY, (40, 1, 7, 5), options=EuropaxOptions(cards=3))
    step = ENGINE.resolve(state, {"RED": orders(state, "RED", "STOP")}, KeyedDice(b"x", "1"))
    assert len(cards_played(step.events)) == 3


@pytest.mark.parametrize("text", ["STOP", "AUTO OFF"])
def test_at_least_one_card_is_played(text: str) -> None:
    """§3.1 and §5.2b: the lead comes back to France, who has no list."""
    state = make_led_round(MANY, options=EuropaxOptions(cards=6))
    assert round_of(state, text) == [market(state).best_card()]


@pytest.mark.parametrize(
    ("boards", "options", "cards"),
    [
        (5, EuropaxOptions(), 6),
        (2, EuropaxOptions(), 6),
        (5, EuropaxOptions(long=True), 8),
        (4, EuropaxOptions(long=True), 10),
        (3, EuropaxOptions(long=True), 12),
        (2, EuropaxOptions(long=True), 18),
        (5, EuropaxOptions(cards=1), 1),
        (2, EuropaxOptions(long=True, cards=60), 60),
    ],
)
def test_how_many_cards_are_played_in_a_round(boards: int, options: EuropaxOptions, cards: int) -> None:
    """§3.1; CARDS sets another number."""
    assert position(order=("FR", "EN", "DE", "BX", "IT")[:boards], options=options).cards_per_round == cards


def test_rounds_follow_one_another() -> None:
    """§3.1: R1, R2 and so on."""
    state, seen = position(options=EuropaxOptions(cards=1)), []
    for _ in range(3):
        state = ENGINE.resolve(state, {}, KeyedDice(b"x", state.phase)).state
        seen.append((state.phase, state.round, state.kind))
    assert seen == [("R2", 2, "round"), ("R3", 3, "round"), ("R4", 4, "round")]


# --- what stays -----------------------------------------------------------------------------------------------------


def test_an_old_plan_holds_if_nothing_else_is_planned() -> None:
    """§7.16 and §3.1: 33 is gone; a letter without a PLAY line keeps the plan."""
    state = replace(make_led_round(""), plan={"BLU": ("PLAN 33 7 12",)})
    assert round_of(state, "BUY * FROM BX") == [7]


def test_a_new_plan_takes_the_place_of_the_old() -> None:
    """§4.2: any PLAY or PLAN line replaces all of it."""
    state = replace(make_led_round(MANY, options=EuropaxOptions(cards=2)), plan={"BLU": ("PLAN 7 5",)})
    step = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "PLAY 12")}, KeyedDice(b"x", "1"))
    assert cards_played(step.events)[0] == 12
    assert "BLU" not in step.state.plan


def test_what_is_gone_from_a_plan_is_told_and_forgotten() -> None:
    """§4.5, X03: its owner alone is told."""
    state = replace(make_led_round(""), plan={"BLU": ("PLAN 33 7 12", "PLAY 33 IF EN HAS NO CER")}, used=(33,))
    step = ENGINE.resolve(state, {}, KeyedDice(b"europax", "2"))
    told = [
        block.text for block in ENGINE.report(step.state, "BLU", step.events, state) if isinstance(block, Paragraph)
    ]
    assert "Card 33 is not beside your board: it has been played. It is dropped from your plan." in told
    assert step.state.plan["BLU"] == ("PLAN 12",)
    stale = [(event.args, event.to) for event in step.events if event.kind == "stale"]
    assert stale == [({"country": "FR", "card": 33}, frozenset({"BLU"}))] * 2


def test_preferences_stay_and_are_forgotten() -> None:
    """§4.2."""
    state = position()
    kept = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "SPREAD ON ; BUY * FROM BX")}, KeyedDice(b"x", "1")).state
    assert kept.prefs["BLU"] == ("SPREAD ON", "BUY * FROM BX")
    gone = ENGINE.resolve(kept, {"BLU": orders(kept, "BLU", "CLEAR ALL")}, KeyedDice(b"x", "2")).state
    assert "BLU" not in gone.prefs


def test_what_holds_without_a_letter_is_shown_to_its_owner_alone() -> None:
    """§3.1: his plan and preferences stand in his letter, ready to be changed."""
    state = replace(make_led_round(""), plan={"BLU": ("PLAN 12 7",)}, prefs={"BLU": ("SPREAD ON",)})
    drafts = [grammar.draft for seat in ("BLU", "RED") if (grammar := ENGINE.grammar(state, seat))]
    assert drafts == [("PLAN 12 7", "SPREAD ON"), ()]


def test_a_later_preference_takes_the_place_of_one_about_the_same_thing() -> None:
    """§4.2: sellers of cereals, not those of all else."""
    state = replace(position(), prefs={"BLU": ("BUY CER FROM DE", "BUY * FROM BX", "SPREAD ON")})
    said = {"BLU": orders(state, "BLU", "BUY CER FROM IT ; SPREAD OFF")}
    kept = ENGINE.resolve(state, said, KeyedDice(b"x", "1")).state
    assert sorted(kept.prefs["BLU"]) == ["BUY * FROM BX", "BUY CER FROM IT", "SPREAD OFF"]


FORGOTTEN = {
    "CLEAR PLAN": ("BUY * FROM BX", "SPREAD ON", "AID EXTRA 100 TO DE"),
    "CLEAR BUY": ("PLAN 12 7", "SPREAD ON", "AID EXTRA 100 TO DE"),
    "CLEAR AID": ("PLAN 12 7", "BUY * FROM BX", "SPREAD ON"),
    "CLEAR ALL": (),
}


@pytest.mark.parametrize("text", FORGOTTEN)
def test_clear_forgets_what_it_names(text: str) -> None:
    """§4.2: and nothing else."""
    prefs = ("BUY * FROM BX", "SPREAD ON", "AID EXTRA 100 TO DE")
    state = replace(
        make_led_round("", leader="EN", options=EuropaxOptions(cards=1, extra_aid=True)), prefs={"BLU": prefs}
    )
    state = replace(state, plan={"BLU": ("PLAN 12 7",)})
    after = ENGINE.resolve(state, {"BLU": orders(state, "BLU", text)}, KeyedDice(b"x", "1")).state
    kept = (*after.plan.get("BLU", ()), *after.prefs.get("BLU", ()))
    assert kept == FORGOTTEN[text]


def test_clear_forgets_what_was_said_for_one_country() -> None:
    """§3.4: a player with two keeps what he said for the other."""
    boards = {"FR": "BLU", "EN": "BLU", "DE": "RED", "BX": "RED"}
    plan, prefs = ("FR PLAY 40", "EN PLAY 41"), ("FR SPREAD ON", "EN BUY * FROM BX")
    hands = {"FR": (40, 2), "EN": (41, 3), "DE": (47, 5), "BX": (44, 8)}
    state = replace(position(order=tuple(boards), hands=hands, leader="DE"), boards=boards, seats=("BLU", "RED"))
    state = replace(state, plan={"BLU": plan}, prefs={"BLU": prefs}, options=replace(state.options, book=True))
    after = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "FR: CLEAR ALL")}, KeyedDice(b"x", "1")).state
    assert (after.plan["BLU"], after.prefs["BLU"]) == (plan[1:], prefs[1:])


def test_each_of_two_countries_follows_its_own_lines() -> None:
    """§3.4: France leads; the plan, the sellers and STOP of England are not its own."""
    boards = {"FR": "BLU", "EN": "BLU", "DE": "RED", "BX": "RED"}
    hands = {"FR": (40, 2), "EN": (41, 3), "DE": (47, 5), "BX": (44, 8)}
    state = position(
        "DE PET 2 VIN 2, BX PET 2 VIN 2", order=tuple(boards), hands=hands, options=EuropaxOptions(cards=1)
    )
    state = replace(asking(state, ("FR", "PET", 1)), boards=boards, seats=("BLU", "RED"))
    state = replace(state, hands={**hands, "FR": (99, 40)})
    text = "EN: PLAY 41 ; FR: PLAY 99 ; EN: BUY PET FROM DE ; FR: BUY PET FROM BX ; EN: STOP ; EN: SPREAD ON"
    step = ENGINE.resolve(state, {"BLU": orders(state, "BLU", text)}, KeyedDice(b"x", "1"))
    assert cards_played(step.events) == [99]
    assert [e.args["source"] for e in step.events if e.kind == "supply"] == ["BX"]


def test_preferences_are_what_countries_buy_by() -> None:
    """§4.2: England buys where it said, with SPREAD from both; France, which presents, has none."""
    state = replace(make_led_round("DE CER 3, BX CER 3"), hands={**make_led_round("").hands, "FR": (99, 5)})
    said = {"BLU": orders(asking(state, ("EN", "CER", 2)), "BLU", "PLAY 99")}
    for text, sources in {"BUY CER FROM BX": ["BX", "BX"], "BUY CER FROM BX ; SPREAD ON": ["BX", "DE"]}.items():
        ready = asking(state, ("EN", "CER", 2))
        step = ENGINE.resolve(ready, said | {"RED": orders(ready, "RED", text)}, KeyedDice(b"x", "1"))
        assert [e.args["source"] for e in step.events if e.kind == "supply"] == sources


def test_a_promise_of_aid_may_be_taken_back() -> None:
    """§4.2: it stays until something else is said of that partner: nothing more, for one."""
    options = EuropaxOptions(cards=1, extra_aid=True)
    state = with_cash(
        asking(
            replace(make_led_round("", options=options), hands={**make_led_round("").hands, "FR": (99,)}),
            ("DE", "ACI", 1),
        ),
        DE=0,
    )
    state = replace(state, prefs={"RED": ("AID EXTRA 100 TO DE",)})
    step = ENGINE.resolve(state, {"RED": orders(state, "RED", "AID EXTRA 0 TO DE")}, KeyedDice(b"x", "1"))
    given = [event.args["given"]["EN"] for event in step.events if event.kind == "rescue"]
    assert (given, step.state.prefs["RED"]) == ([300], ("AID EXTRA 0 TO DE",))


def test_a_promise_of_aid_is_kept() -> None:
    """§4.2: England promised 100 M more; Germany is ruined."""
    state = with_cash(
        asking(make_led_round("", options=EuropaxOptions(cards=1, extra_aid=True)), ("DE", "ACI", 1)), DE=0
    )
    state = replace(state, hands={**state.hands, "FR": (99, 5)})
    said = {"BLU": orders(state, "BLU", "PLAY 99"), "RED": orders(state, "RED", "AID EXTRA 100 TO DE")}
    step = ENGINE.resolve(state, said, KeyedDice(b"x", "1"))
    given = [event.args["given"] for event in step.events if event.kind == "rescue"]
    assert given == [{"BX": 300, "IT": 300, "FR": 300, "EN": 400}]


# --- without a plan -------------------------------------------------------------------------------------------------


def value(stock: str, *demands: tuple[str, str, int], **cash: int) -> int:
    """Return what a card of these demands would bring France."""
    state = asking(position(stock), *demands)
    found = market(with_cash(replace(state, hands={**state.hands, "FR": (99,)}), **cash))
    return found.card_value(99)


def test_what_a_card_is_worth() -> None:
    """§5.3: sales less purchases; own deliveries and what others do among themselves bring nothing."""
    assert value("FR CER 1", ("EN", "CER", 1)) == 160
    assert value("FR CER 1", ("EN", "CER", 2)) == 160
    assert value("FR CER 1", ("FR", "CER", 1)) == 0
    assert value("", ("FR", "CER", 1)) == -250
    assert value("DE CER 1", ("FR", "CER", 1)) == -160
    assert value("DE CER 1", ("EN", "CER", 1)) == 0
    assert value("FR CER 1", ("EN", "CER", 1), ("FR", "LEG", 1)) == 160 - 190


def test_a_card_is_tried_without_aid_refills_and_imprevus() -> None:
    """§5.3: France and England have nothing to pay with, and France's only card is sold."""
    assert value("", ("FR", "CER", 1), FR=100) == -250
    assert value("FR CER 1", ("EN", "CER", 1), EN=0) == 160
    sold_out = asking(position("FR CER 1", bare=("FR",), events=(31,), production=("LEG",) * 10), ("EN", "CER", 1))
    found = market(replace(sold_out, hands={**sold_out.hands, "FR": (99,)}))
    before = found.freeze_state()
    assert found.card_value(99) == 160
    assert found.freeze_state() == before and found.events == []


def test_the_card_that_brings_most_is_played() -> None:
    """§5.3: 40 sells France's cereals; 56 asks cloth of France."""
    state = position("FR CER 2")
    found = market(replace(state, hands={**state.hands, "FR": (56, 40)}))
    assert found.card_value(40) > found.card_value(56)
    assert found.best_card() == 40


@pytest.mark.parametrize(
    ("hand", "card"), [((25, 45), 45), ((45, 25), 45), ((47, 25), 25), ((30, 29), 29), ((29, 31), 29), ((49, 45), 45)]
)
def test_equal_cards(hand: tuple[int, ...], card: int) -> None:
    """§5.3: nothing is earned; the one with more demands for other countries (31 also asks France), then the lower."""
    state = position("FR TCO 1")
    found = market(replace(state, hands={**state.hands, "FR": hand}))
    assert {found.card_value(number) for number in hand} == {0}
    assert found.best_card() == card


def test_demands_for_countries_that_are_not_there_do_not_count() -> None:
    """§5.3: without Italy card 45 has one demand for another, as 29 has; the lower number wins."""
    state = position(order=("FR", "EN", "DE", "BX"))
    found = market(replace(state, hands={**state.hands, "FR": (45, 29)}))
    assert found.best_card() == 29


# --- how lines are read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [("PLAY 57", "X02"), ("PLAY 41", "X03"), ("BUY LAI FROM FR EN", "X09"), ("PLAY 40 ; PLAN 12 40", "X11"),
     ("AID EXTRA 100 TO DE", "X13"), ("BUY CER FROM MARS", "X08")],
)  # fmt: skip
def test_codes(text: str, code: str) -> None:
    """§4.5."""
    assert code in errors(make_led_round(""), "BLU", text)


def test_who_has_one_country_need_not_name_it() -> None:
    assert errors(make_led_round(""), "BLU", "PLAY 40") == []
    assert errors(make_led_round(""), "BLU", "FR: PLAY 40") != []


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("ACHETER LAINE A ITALIE", "BUY TLA FROM IT"), ("BUY LAI FROM ALL", "BUY LAI FROM ALL"),
     ("ACHETER TOUT A BENELUX", "BUY * FROM BX"), ("REPARTIR OUI", "SPREAD ON"), ("HALTE", "STOP"),
     ("AUTO NON", "AUTO OFF"), ("EFFACER TOUT", "CLEAR ALL"), ("langue français", "LANGUAGE FR"),
     ("jouer la carte 40 si j'ai pas de blé", "PLAY 40 IF I HAS NO CER")],
    ids=["cloth", "all", "everything", "spread", "stop", "auto", "clear", "language", "condition"],
)  # fmt: skip
def test_both_languages(text: str, canonical: str) -> None:
    """§4.1 and §4.4: “laine” is cloth, not “laitiers”; “all” is everybody, not Germany."""
    grammar = ENGINE.grammar(make_led_round(""), "BLU")
    assert grammar is not None
    reading = parse_orders(grammar, text)
    assert [order.text for order in reading.orders] == [canonical], reading.remarks
