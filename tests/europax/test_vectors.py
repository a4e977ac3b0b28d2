"""The test vectors of the specification, section 7: those of the text (E0 …) and the edge cases (5 …)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.box import STANDARD
from engines.europax.holdings import Wishes
from engines.europax.phases import finish
from engines.europax.prose import goods
from engines.europax.state import Options, State
from engines.orders import read
from engines.report import Text
from tests.europax.tables import (
    cards_played,
    errors,
    market,
    opening,
    orders,
    played,
    position,
    supplied,
)

LONG, GIFT = Options(long=True), Options(gift=True)
CER_EN, ACI_DE, CER_FR, CER_BX = 40, 1, 23, 37
"""Cards: English cereals first, German steel first, French cereals (two) last, cereals for Benelux first."""


def only(state: State, country: str, product: str, count: int) -> State:
    """The box with card 99, which asks just this."""
    from engines.europax.box import Demand

    box = replace(state.box, demands={**state.box.demands, "99": (Demand(country, product, count),)})
    return replace(state, box=box)


# --- from the text -----------------------------------------------------------------------------------------------


def test_e0_e7_the_start() -> None:
    state = opening()
    assert set(state.cash.values()) == {3600}
    assert {len(hand) for hand in state.hands.values()} == {8}
    assert {sum(goods.values()) for goods in state.stock.values()} == {15}
    assert len(state.demands) == 56 - 40
    assert len(state.production) == 173 - 75


def test_e1_the_presenter_sells() -> None:
    found = played(only(position("FR CER 1"), "EN", "CER", 1), 99)
    assert (found.cash["EN"], found.cash["FR"]) == (3440, 3760)
    assert not found.stock["FR"]["CER"]


def test_e2_bought_abroad() -> None:
    found = played(only(position(), "DE", "ACI", 1), 99)
    assert (found.cash["DE"], found.leader, found.drawn) == (3430, "DE", [])


def test_e3_the_last_seller_leads_and_draws() -> None:
    state = only(position("FR CER 1, DE CER 1", "EN", events=(1,)), "FR", "CER", 2)
    found = played(state, 99)
    assert supplied(found) == [("FR", "FR", 0), ("FR", "DE", 160)]
    assert (found.leader, found.drawn) == ("DE", [1])


def test_e3b_the_presenter_comes_first() -> None:
    found = played(only(position("FR CER 1, DE CER 1, BX CER 1", "BX"), "FR", "CER", 2), 99)
    assert supplied(found)[1] == ("FR", "BX", 160)
    assert (found.leader, found.stock["DE"]["CER"]) == ("BX", 1)


def test_e4_e5_tonnage_and_prices() -> None:
    cereals, wool = STANDARD.products["CER"], STANDARD.products["TLA"]
    assert (2 * cereals.tonnes, wool.tonnes, cereals.europe, cereals.abroad) == (6_000_000, 25_000, 160, 250)
    assert goods(position(), "TLA", False) == "25\u00a0000 t wool cloth"


@pytest.mark.parametrize("own", [True, False], ids=["E6 and 11", "12"])
def test_an_empty_board_is_refilled(own: bool) -> None:
    state = only(position("FR CER 1", "EN", bare=("FR",)), "FR" if own else "EN", "CER", 1)
    found = played(state, 99)
    assert sum(found.stock["FR"].values()) == 10
    assert found.cash["FR"] == 3600 + 1000 + (0 if own else 160)


@pytest.mark.parametrize("ids", [(8, 23), (21, 22)], ids=["E8", "23"])
def test_a_leader_without_cards_gets_seven(ids: tuple[int, int]) -> None:
    state = position("FR CER 1", hands={"FR": (), "EN": (1,), "DE": (2,), "BX": (3,), "IT": (4,)})
    found = market(only(state, "EN", "CER", 1))
    found.hands["FR"] = [99]
    found.play(99)
    assert (len(found.hands["FR"]), len(found.demands)) == (7, 3), ids


@pytest.mark.parametrize(
    ("first", "second", "cash", "pile"),
    [(1, 7, 3700, [7]), (7, 1, 3600, [7]), (1, 2, 3600, [2])],
    ids=["E9", "24 no hotel yet", "25 second hotel"],
)
def test_hotels_and_tourists(first: int, second: int, cash: int, pile: list[int]) -> None:
    found = market(position(events=(first, second)))
    found.draw_event("FR")
    found.draw_event("FR")
    assert (found.cash["FR"], found.pile) == (cash, pile)
    assert found.hotels == {"FR": 1}


def test_e10_27_an_urgent_purchase() -> None:
    found = market(position("EN PET 1", events=(13,)))
    found.draw_event("FR")
    assert (found.cash["EN"], found.cash["FR"], found.stock["FR"]["PET"]) == (3750, 3450, 1)


def test_28_nobody_has_it() -> None:
    found = market(position(events=(13,)))
    found.draw_event("FR")
    assert found.cash["FR"] == 3600


@pytest.mark.parametrize(("players", "cards", "talon"), [(2, 33, 17), (3, 47, 23)], ids=["E11", "E12"])
def test_fewer_players_fewer_cards(players: int, cards: int, talon: int) -> None:
    state = opening(f"PLAYERS {players}")
    held = sum(len(hand) for hand in state.hands.values())
    assert (held + len(state.demands), len(state.demands)) == (cards, talon)


# --- supply ------------------------------------------------------------------------------------------------------

SUPPLIES = {
    "5": ("IT CER 1, EN CER 1", "IT", "FR", "CER", 2, {}, ["IT", "EN"], "EN"),
    "6": ("EN CER 1", "FR", "FR", "CER", 1, {}, ["EN"], "EN"),
    "7": ("EN CER 1, DE CER 1", "FR", "BX", "CER", 1, {"BX": Wishes({"CER": ["DE", "EN"]})}, ["DE"], "DE"),
    "9": ("EN CER 2, DE CER 1", "FR", "BX", "CER", 2, {"BX": Wishes({}, spread=True)}, ["EN", "DE"], "DE"),
    "10": ("EN CER 1", "FR", "BX", "CER", 2, {}, ["EN", "BANK"], "BX"),
    "41": ("IT CER 1", "FR", "EN", "CER", 1, {}, ["IT"], "IT"),
    "all": ("EN CER 1, DE CER 1", "FR", "BX", "CER", 1, {"BX": Wishes({"*": ["DE"]})}, ["DE"], "DE"),
}


@pytest.mark.parametrize("case", SUPPLIES)
def test_who_supplies(case: str) -> None:
    stock, leader, buyer, product, count, wishes, sources, lead = SUPPLIES[case]
    found = played(only(position(stock, leader), buyer, product, count), 99, wishes)
    assert [source for _, source, _ in supplied(found)] == sources
    assert found.leader == lead


def test_8_the_poorest_sells() -> None:
    state = only(position("EN CER 1, DE CER 1"), "BX", "CER", 1)
    found = played(replace(state, cash={**state.cash, "EN": 500, "DE": 900}), 99)
    assert supplied(found) == [("BX", "EN", 160)]


def test_13_fresh_cards_serve_the_same_demand() -> None:
    state = only(position("FR CER 1", "EN", bare=("FR",), production=tuple(["CER"] * 10)), "FR", "CER", 2)
    assert [source for _, source, _ in supplied(played(state, 99))] == ["FR", "FR"]


def test_50_the_order_of_sellers_is_worked_out_for_each_card() -> None:
    """England's only card empties its board; it is refilled with cereals, but Germany has sold none yet."""
    state = only(position("EN CER 1, DE CER 1", bare=("EN",), production=("CER",) * 10), "BX", "CER", 3)
    found = played(state, 99, {"BX": Wishes({"*": ["EN"]}, spread=True)})
    assert [source for _, source, _ in supplied(found)] == ["EN", "DE", "EN"]


# --- rescues -----------------------------------------------------------------------------------------------------


def poor(cash: int, others: int = 3600, options: Options = Options()) -> State:  # noqa: B008
    state = only(position(options=options), "DE", "ACI", 1)
    return replace(state, cash={**dict.fromkeys(state.order, others), "DE": cash})


@pytest.mark.parametrize(
    ("cash", "options", "after", "final"),
    [(100, Options(), 1130, -70), (100, GIFT, 1130, 1130), (170, Options(), 1200, 0)],
    ids=["14", "15", "16"],
)
def test_partners_rescue(cash: int, options: Options, after: int, final: int) -> None:
    found = played(poor(cash, options=options), 99)
    assert found.cash["DE"] == after
    assert found.frozen().worth("DE") == final


def test_17_the_bank_advances() -> None:
    found = played(poor(20, others=0), 99)
    assert [debt.amount for debt in found.ledger if debt.kind == "advance"] == [150]


def test_18_a_partner_gives_what_he_has() -> None:
    state = poor(100)
    found = played(replace(state, cash={**state.cash, "FR": 120}), 99)
    assert found.cash["FR"] == 0
    assert next(debt.amount for debt in found.ledger if debt.creditor == "FR") == 120


def test_44_paying_each_partner() -> None:
    state = position(events=(42,), cash={"FR": 60, "EN": 1000, "DE": 1000, "BX": 1000, "IT": 1000})
    found = market(state)
    found.draw_event("FR")
    assert found.rescued == {"FR": 1}
    assert found.cash["FR"] == 60 + 4 * 300 - 4 * 25


def test_45_a_partner_without_money_is_rescued_first() -> None:
    state = position(events=(40,), cash={"FR": 1000, "EN": 0, "DE": 1000, "BX": 1000, "IT": 1000})
    found = market(state)
    found.draw_event("FR")
    assert found.rescued == {"EN": 1}
    assert found.cash["EN"] == 4 * 300 - 50


def test_46_debts_are_booked_both_ways() -> None:
    found = market(position())
    found.lend("DE", "FR", 300, "aid")
    found.lend("FR", "DE", 300, "aid")
    state = found.frozen()
    assert (state.worth("DE"), state.worth("FR"), len(state.ledger)) == (3600, 3600, 2)


# --- cards and ends ----------------------------------------------------------------------------------------------


def test_19_every_demand_is_worked_out() -> None:
    found = played(position(bare=("FR", "EN", "DE", "BX", "IT")), CER_EN)
    assert len(supplied(found)) == 3
    assert found.leader == "DE"


def test_20_a_void_card_keeps_the_lead() -> None:
    found = played(position(order=("FR", "BX")), 6)
    assert (found.leader, supplied(found), found.used) == ("FR", [], [6])


@pytest.mark.parametrize("case", ["21", "22", "29", "52"])
def test_the_end(case: str) -> None:
    hands = {"FR": (), "EN": (1,), "DE": (2,), "BX": (3,), "IT": (4,)}
    state = position("FR CER 1", hands=hands, demands=(), options=Options() if case == "21" else LONG)
    state = only(state, "EN", "CER", 1)
    if case == "29":
        state = replace(only(position("DE ACI 1", bare=("DE",), production=(), options=LONG), "DE", "ACI", 1))
    if case == "52":
        state = replace(state, rebuilt=2, options=replace(LONG, cap=2))
    found = market(replace(state, used=(11, 12, 13)))
    found.hands["FR"] = [99] + ([5] if case == "29" else [])
    found.play(99)
    assert found.over() is (case != "22")
    if case == "22":
        assert len(found.hands["FR"]) == 4


def test_43_the_seller_of_an_urgent_purchase_is_refilled() -> None:
    found = market(position("EN PET 1", events=(13,), bare=("EN",)))
    found.draw_event("FR")
    assert (sum(found.stock["EN"].values()), found.cash["EN"]) == (10, 3600 + 150 + 1000)


@pytest.mark.parametrize(("talon", "dealt"), [(4, 4), (0, 0)], ids=["48", "49"])
def test_a_short_talon(talon: int, dealt: int) -> None:
    state = only(position("FR CER 1", bare=("FR",), production=tuple(["SUC"] * talon)), "FR", "CER", 1)
    found = played(replace(state, rewarded=("FR",) if not talon else ()), 99)
    assert sum(found.stock["FR"].values()) == dealt
    assert found.cash["FR"] == 3600 + (1000 if talon else 0)


def test_51_the_automatic_choice() -> None:
    state = position("FR CER 2")
    found = market(replace(state, hands={**state.hands, "FR": (CER_EN, 56)}))
    assert found.value(CER_EN) > found.value(56)
    assert found.automatic() == CER_EN


# --- plans -------------------------------------------------------------------------------------------------------


def led(text: str, cards: tuple[int, ...] = (40, 12, 7, 5), **fields: object) -> State:
    """France leads with these cards and no others; everybody else has one."""
    options = fields.pop("options", Options(cards=1))
    hands = {"FR": cards, "EN": (41,), "DE": (47,), "BX": (44,), "IT": (53,)}
    return position(text, hands=hands, options=options, **fields)  # type: ignore[arg-type]


def round_of(state: State, text: str) -> list[int]:
    said = {"BLU": orders(state, "BLU", text)}
    return cards_played(ENGINE.resolve(state, said, KeyedDice(b"europax", "2")).events)


PLANS = {
    "31": ("EN CER 1", "PLAY 40 IF EN HAS NO CER ; PLAY 12", 12),
    "31 true": ("", "PLAY 40 IF EN HAS NO CER ; PLAY 12", 40),
    "french": ("EN CER 1", "JOUER 40 SI ANGLETERRE A PAS CEREALES ; JOUE 7", 7),
    "nobody": ("EN CER 1", "PLAY 40 IF NOBODY HAS CER ; PLAY 7", 7),
    "cash": ("", "PLAY 40 IF CASH EN < 3000 ; PLAN 7 12", 7),
    "plan": ("", "PLAN 12 7", 12),
    "anyone": ("DE CER 2", "PLAY 12 IF ANYONE HAS CER >= 2", 12),
}


@pytest.mark.parametrize("case", PLANS)
def test_the_first_card_whose_guard_is_true(case: str) -> None:
    stock, text, card = PLANS[case]
    assert round_of(led(stock), text) == [card]


EVERYTHING = " ".join(f"{code} 9" for code in STANDARD.products)


def test_32_the_plan_is_read_again_at_every_lead() -> None:
    """France sells all that is asked for, so the lead comes back to it."""
    state = led(f"FR {EVERYTHING}", (12, 40, 7, 5), options=Options(cards=2))
    assert round_of(state, "PLAN 40 12") == [40, 12]


def test_33_the_third_lead_is_automatic() -> None:
    state = led(f"FR {EVERYTHING}", (12, 40, 7, 5), options=Options(cards=3))
    first, second, third = round_of(state, "PLAN 40 12 ; AUTO ON")
    assert (first, second, third in (7, 5)) == (40, 12, True)


def test_42_the_end_ends_the_round() -> None:
    state = led(f"FR {EVERYTHING}", (12, 40, 7), demands=(), options=Options(cards=6))
    assert len(round_of(state, "PLAN 40 12 7")) == 3


def test_30_and_36_an_old_plan_is_kept() -> None:
    state = replace(led(""), plan={"BLU": ("PLAN 33 7 12",)})
    assert round_of(state, "BUY * FROM BX") == [7]


def test_30_what_is_gone_from_a_plan_is_told_and_forgotten() -> None:
    state = replace(led(""), plan={"BLU": ("PLAN 33 7 12", "PLAY 33 IF EN HAS NO CER")}, used=(33,))
    step = ENGINE.resolve(state, {}, KeyedDice(b"europax", "2"))
    told = [block.text for block in ENGINE.report(step.state, "BLU", step.events, state) if isinstance(block, Text)]
    assert "X03 Card 33 is not beside your board (it is already played). Line ignored." in told
    assert step.state.plan["BLU"] == ("PLAN 12",)
    assert {event.to for event in step.events if event.kind == "stale"} == {frozenset({"BLU"})}


def test_35_stop_does_not_stop_the_first_card() -> None:
    state = led("", options=Options(cards=6))
    after = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "STOP")}, KeyedDice(b"europax", "2"))
    assert cards_played(after.events)


def test_34_stop_ends_the_round() -> None:
    """France sells all that is asked for, so the lead stays there; its list has two cards."""
    state = led(f"FR {EVERYTHING}", (40, 1, 7, 5), options=Options(cards=6))
    assert round_of(state, "PLAN 40 1 ; STOP") == [40, 1]
    assert len(round_of(state, "PLAN 40 1")) > 2


@pytest.mark.parametrize(
    ("text", "code"),
    [("PLAY 57", "X02"), ("PLAY 41", "X03"), ("BUY LAI FROM FR EN", "X09"), ("PLAY 40 ; PLAN 40", "X11"),
     ("AID EXTRA 100 TO DE", "X13"), ("FR: PLAY 40", ""), ("BUY CER FROM MARS", "X08")],
    ids=["39", "X03", "40", "X11", "X13", "prefix", "X08"],
)  # fmt: skip
def test_codes(text: str, code: str) -> None:
    found = errors(led(""), "BLU", text)
    assert code in found if code else found != []


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("ACHETER LAINE A ITALIE", "BUY TLA FROM IT"), ("BUY LAI FROM ALL", "BUY LAI FROM ALL"),
     ("ACHETER TOUT A BENELUX", "BUY * FROM BX"), ("REPARTIR OUI", "SPREAD ON"), ("HALTE", "STOP"),
     ("AUTO NON", "AUTO OFF"), ("EFFACER TOUT", "CLEAR ALL"), ("langue français", "LANGUAGE FR"),
     ("jouer la carte 40 si j'ai pas de blé", "PLAY 40 IF I HAS NO CER")],
    ids=["37", "38", "all", "spread", "stop", "auto", "clear", "language", "guard"],
)  # fmt: skip
def test_both_languages(text: str, canonical: str) -> None:
    ask = ENGINE.ask(led(""), "BLU")
    assert ask is not None
    reading = read(ask, text)
    assert [order.text for order in reading.orders] == [canonical], reading.remarks


def test_47_a_sister_country_has_no_priority() -> None:
    state = position("EN CER 1, DE CER 1", "DE", order=("FR", "EN", "DE", "BX"))
    sisters = replace(state, boards={"FR": "BLU", "EN": "BLU", "DE": "RED", "BX": "RED"}, seats=("BLU", "RED"))
    assert supplied(played(only(sisters, "FR", "CER", 1), 99)) == [("FR", "DE", 160)]
    assert errors(sisters, "BLU", "PLAY 40") == ["X16"]


def test_the_end_pays_back_and_ranks() -> None:
    state = position(cash={"FR": 5000, "EN": 4000, "DE": 4000, "BX": 1000, "IT": 900}, rescued={"EN": 1})
    assert finish(state, ()).state.ranks == {"BLU": 1, "GRN": 2, "RED": 3, "YEL": 4, "PUR": 5}
