"""Who delivers, who sells, for how much, and who leads next (§5.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dice import KeyedDice
from engines.europax.data import STANDARD
from engines.europax.market import Market
from engines.europax.prose import goods_text
from engines.europax.turn_context import Wishes
from tests.europax.tables import LONG, OWN, asking, list_supplies, market, play_demand_card, position, with_cash

FOUR = ("FR", "EN", "DE", "BX")


def test_the_presenter_sells() -> None:
    """§7.1: France leads and has what England is asked for; the card is gone from its board and lies on the market."""
    found = play_demand_card(asking(position("FR CER 1"), ("EN", "CER", 1)))
    assert (found.cash["EN"], found.cash["FR"]) == (3440, 3760)
    assert not found.stock["FR"]["CER"] and found.market == {"CER": 1}


def test_what_nobody_has_comes_from_abroad() -> None:
    """§7.2: Germany pays the foreign price, leads, and draws nothing."""
    found = play_demand_card(asking(position(events=(1,)), ("DE", "ACI", 1)))
    assert list_supplies(found) == [("DE", "BANK", 170)]
    assert (found.cash["DE"], found.leader, found.drawn, found.market) == (3430, "DE", [], {})


def test_who_delivers_its_own_gets_nothing_for_it() -> None:
    """§5.2d, 1 and §6.29: neither money nor a price, whoever else has the goods (§6.3)."""
    found = play_demand_card(asking(position("FR CER 1, EN CER 1"), ("EN", "CER", 1)))
    assert list_supplies(found) == [("EN", "EN", 0)]
    assert set(found.cash.values()) == {3600}
    assert (found.delivered, found.stock["FR"]["CER"]) == ({"EN": 1}, 1)


def test_the_last_seller_leads_and_draws() -> None:
    """§7.3: France delivers one card and buys one of Germany, though England presented."""
    found = play_demand_card(asking(position("FR CER 1, DE CER 1", "EN", events=(1,)), ("FR", "CER", 2)))
    assert list_supplies(found) == [("FR", "FR", 0), ("FR", "DE", 160)]
    assert (found.leader, found.drawn) == ("DE", [1])


def test_the_presenter_comes_before_other_sellers() -> None:
    """§7.3 and §5.2d, 2: Benelux presents, so Germany keeps its card, although France wishes to buy there."""
    state = asking(position("FR CER 1, DE CER 1, BX CER 1", "BX"), ("FR", "CER", 2))
    found = play_demand_card(state, wishes={"FR": Wishes({"CER": ["DE"]})})
    assert list_supplies(found)[1] == ("FR", "BX", 160)
    assert (found.leader, found.stock["DE"]["CER"]) == ("BX", 1)


def test_loads_and_prices() -> None:
    """§1.2: two cards of cereals are 6 Mt, one of wool cloth 25,000 t; 160 M in Europe, 250 M from abroad."""
    cereals, wool = STANDARD.products["CER"], STANDARD.products["TLA"]
    assert (2 * cereals.tonnes, wool.tonnes, cereals.europe, cereals.abroad) == (6_000_000, 25_000, 160, 250)
    assert goods_text(position(), "TLA", False) == "25\u00a0000 t wool cloth"


SUPPLIES = {
    "§7.4 overtaken": ("IT CER 1, EN CER 1", "IT", ("FR", 2), {}, ["IT", "EN"], "EN"),
    "§6.8 the presenter asked himself": ("EN CER 1", "FR", ("FR", 1), {}, ["EN"], "EN"),
    "§7.7 as he wishes": ("EN CER 1, DE CER 1", "FR", ("BX", 1), {"CER": ["DE", "EN"]}, ["DE"], "DE"),
    "§5.2h the second he names": ("EN CER 1, DE CER 1", "FR", ("BX", 1), {"CER": ["IT", "DE"]}, ["DE"], "DE"),
    "§4.2 any product": ("EN CER 1, DE CER 1", "FR", ("BX", 1), {"*": ["DE"]}, ["DE"], "DE"),
    "§4.2 a line of its own": ("EN CER 1, DE CER 1", "FR", ("BX", 1), {"*": ["EN"], "CER": ["DE"]}, ["DE"], "DE"),
    "§7.5 half abroad": ("EN CER 1", "FR", ("BX", 2), {}, ["EN", "BANK"], "BX"),
    "§6.6 two sellers": ("EN CER 1, DE CER 1", "FR", ("BX", 2), {"*": ["EN"]}, ["EN", "DE"], "DE"),
}


@pytest.mark.parametrize("case", SUPPLIES)
def test_who_supplies(case: str) -> None:
    """One product, all in one demand: from whom, and who leads next."""
    stock, leader, (buyer, count), sellers, sources, lead = SUPPLIES[case]
    found = play_demand_card(asking(position(stock, leader), (buyer, "CER", count)), wishes={buyer: Wishes(sellers)})
    assert [source for _, source, _ in list_supplies(found)] == sources
    assert found.leader == lead


def test_half_abroad_costs_both_prices_and_nothing_is_drawn() -> None:
    """§7.5 and §6.7."""
    found = play_demand_card(asking(position("EN CER 1", events=(1,)), ("BX", "CER", 2)))
    assert (found.cash["EN"], found.cash["BX"], found.drawn) == (3760, 3600 - 160 - 250, [])


@pytest.mark.parametrize(("buyer", "seller"), [("BX", "IT"), ("FR", "EN"), ("DE", "BX"), ("IT", "FR"), ("EN", "DE")])
def test_of_equals_the_nearest_to_the_left_sells(buyer: str, seller: str) -> None:
    """§5.2h: round the table sit France, England, Germany, Benelux, Italy; the presenter has none."""
    others = [country for country in ("FR", "EN", "DE", "BX", "IT") if country != buyer]
    state = position(", ".join(f"{country} CER 1" for country in others), buyer)
    assert list_supplies(play_demand_card(asking(state, (buyer, "CER", 1)))) == [(buyer, seller, 160)]


@pytest.mark.parametrize(("england", "germany", "seller"), [(500, 900, "EN"), (900, 500, "DE"), (900, 900, "EN")])
def test_the_poorest_sells_then_the_nearest_to_the_left(england: int, germany: int, seller: str) -> None:
    """§7.7 and §5.2h: from Benelux to the left sit Italy, France, England, Germany."""
    state = with_cash(asking(position("EN CER 1, DE CER 1"), ("BX", "CER", 1)), EN=england, DE=germany)
    assert list_supplies(play_demand_card(state)) == [("BX", seller, 160)]


def test_whom_one_named_sells_before_the_poor() -> None:
    """§5.2h: Germany is named and rich; England is not named and poor."""
    state = with_cash(asking(position("EN CER 1, DE CER 1"), ("BX", "CER", 1)), EN=5)
    assert list_supplies(play_demand_card(state, wishes={"BX": Wishes({"CER": ["DE"]})}))[0][1] == "DE"


@pytest.mark.parametrize(("spread", "sources"), [(False, ["EN", "EN"]), (True, ["EN", "DE"])])
def test_spread_takes_one_card_from_each(spread: bool, sources: list[str]) -> None:
    """§7.6: both from England, who was named; with SPREAD ON one from each."""
    wishes = {"BX": Wishes({"CER": ["EN"]}, spread)}
    found = play_demand_card(asking(position("EN CER 2, DE CER 1"), ("BX", "CER", 2)), wishes=wishes)
    assert [source for _, source, _ in list_supplies(found)] == sources


def test_spread_goes_on_in_turn() -> None:
    """§4.2: four cards of two sellers with three each."""
    found = play_demand_card(
        asking(position("EN CER 3, DE CER 3"), ("BX", "CER", 4)), wishes={"BX": Wishes({"*": ["EN"]}, True)}
    )
    assert [source for _, source, _ in list_supplies(found)] == ["EN", "DE", "EN", "DE"]


def test_spread_counts_within_one_demand_only() -> None:
    """§5.2h: England sold in the first demand, and may be the first in the second."""
    state = asking(position("EN CER 1 LEG 1, DE CER 1 LEG 1"), ("BX", "CER", 1), ("BX", "LEG", 1))
    found = play_demand_card(state, wishes={"BX": Wishes({"*": ["EN"]}, spread=True)})
    assert [source for _, source, _ in list_supplies(found)] == ["EN", "EN"]


def test_fresh_cards_serve_the_same_demand() -> None:
    """§7.8: the second card of cereals comes from the refill."""
    state = position("FR CER 1", "EN", bare=("FR",), production=("CER",) * 10)
    assert [source for _, source, _ in list_supplies(play_demand_card(asking(state, ("FR", "CER", 2))))] == ["FR", "FR"]


def test_sellers_are_ranked_anew_for_each_card() -> None:
    """§5.2h: England's only card empties its board; it is refilled with cereals, but Germany has sold none yet."""
    state = position("EN CER 1, DE CER 1", bare=("EN",), production=("CER",) * 10)
    found = play_demand_card(asking(state, ("BX", "CER", 3)), wishes={"BX": Wishes({"*": ["EN"]}, spread=True)})
    assert [source for _, source, _ in list_supplies(found)] == ["EN", "DE", "EN"]


def test_a_sister_country_has_no_priority() -> None:
    """§3.4: Germany presents, so it sells to France, though England is of the same player."""
    state = position("EN CER 1, DE CER 1", "DE", order=FOUR)
    sisters = replace(state, boards={"FR": "BLU", "EN": "BLU", "DE": "RED", "BX": "RED"}, seats=("BLU", "RED"))
    assert list_supplies(play_demand_card(asking(sisters, ("FR", "CER", 1)))) == [("FR", "DE", 160)]


# --- demands in their order ---------------------------------------------------------------------------------------


def test_every_demand_is_met_in_its_order() -> None:
    """§5.2d: nobody has anything; all comes from abroad, and who paid for the last one leads."""
    found = play_demand_card(position(bare=("FR", "EN", "DE", "BX", "IT")), 40)
    assert list_supplies(found) == [("EN", "BANK", 250), ("DE", "BANK", 110), ("DE", "BANK", 110)]
    assert found.leader == "DE"


def test_the_last_demand_for_a_country_in_play_decides() -> None:
    """§6.12: Italy is not in the game; the demand before was supplied by England, who leads and draws."""
    state = position("EN CER 1", order=FOUR, events=(1,))
    found = play_demand_card(asking(state, ("BX", "CER", 1), ("IT", "LEG", 1)))
    assert (found.leader, found.drawn, len(list_supplies(found))) == ("EN", [1], 1)


def test_only_the_last_demand_gives_the_lead() -> None:
    """§5.2e: England supplied the first demand, Germany the last, out of its own stock."""
    found = play_demand_card(asking(position("EN CER 1, DE LEG 1"), ("BX", "CER", 1), ("DE", "LEG", 1)))
    assert found.leader == "DE"


def test_a_card_that_asks_nothing_keeps_the_lead() -> None:
    """§5.2c and §6.13: it is put away and counts as played; nothing is drawn."""
    found = play_demand_card(position(order=("FR", "BX"), events=(1,)), 6)
    assert (found.leader, list_supplies(found), found.used, found.drawn, found.count) == ("FR", [], [6], [], 1)


# --- new demand cards ---------------------------------------------------------------------------------------------

LAST = {"FR": (), "EN": (1,), "DE": (2,), "BX": (3,), "IT": (4,)}


@pytest.mark.parametrize(("talon", "hand", "left"), [(10, 7, 3), (7, 7, 0), (4, 4, 0)])
def test_a_leader_without_cards_gets_seven(talon: int, hand: int, left: int) -> None:
    """§5.2f: or what there is (§6.10)."""
    state = position(hands=LAST, demands=tuple(range(41, 41 + talon)))
    found = play_demand_card(asking(state, ("EN", "CER", 1)))
    assert (found.hands["FR"], len(found.demands)) == (list(range(41, 41 + hand)), left)


def test_a_hand_with_a_card_left_gets_none() -> None:
    """§5.2f and §6.18: neither the presenter's nor an empty one of somebody else."""
    found = play_demand_card(asking(position(hands={**LAST, "FR": (5,), "EN": ()}), ("EN", "CER", 1)))
    assert (found.hands["FR"], found.hands["EN"], len(found.demands)) == ([5], [], 10)


def test_the_demand_talon_is_made_anew_in_a_long_game() -> None:
    """§5.2f and §6.30: from all cards played, the one just played among them, and only when it is empty."""
    state = position(hands=LAST, demands=(), used=(11, 12, 13), options=LONG)
    found = play_demand_card(asking(state, ("EN", "CER", 1)))
    assert sorted(found.hands["FR"]) == [11, 12, 13, OWN]
    assert (found.used, found.rebuilt) == ([], 1)
    assert [e.args for e in found.events if e.kind == "rebuilt"] == [{"cards": 4}]
    assert [e.args for e in found.events if e.kind == "demands"] == [{"country": "FR", "cards": found.hands["FR"]}]
    early = play_demand_card(asking(replace(state, demands=(41,)), ("EN", "CER", 1)))
    assert (early.hands["FR"], early.used, early.rebuilt) == ([41], [11, 12, 13, OWN], 0)


def test_the_new_demand_talon_is_shuffled() -> None:
    """§5.2f: other dice, another order; and the rest of it is the talon."""
    state = asking(position(hands=LAST, demands=(), used=tuple(range(11, 31)), options=LONG), ("EN", "CER", 1))
    found = []
    for seed in (b"one", b"two"):
        played_on = Market(replace(state, hands={**LAST, "FR": (OWN,)}), KeyedDice(seed, "1"), {})
        played_on.play_card(OWN)
        assert sorted([*played_on.hands["FR"], *filter(None, played_on.demands)]) == [*range(11, 31), OWN]
        found.append(played_on.hands["FR"])
    assert found[0] != found[1] and sorted(found[0]) != found[0]


def test_the_demand_talon_is_never_made_anew_in_a_short_game() -> None:
    """§5.7a."""
    found = play_demand_card(asking(position(hands=LAST, demands=(), used=(11, 12, 13)), ("EN", "CER", 1)))
    assert (found.hands["FR"], found.used, found.rebuilt) == ([], [11, 12, 13, OWN], 0)


@pytest.mark.parametrize(("cap", "rebuilt", "hand"), [(2, 1, 1), (2, 2, 0), (0, 9, 1), (1, 1, 0)])
def test_the_cap_ends_new_talons(cap: int, rebuilt: int, hand: int) -> None:
    """§6.31: LONG-CAP says how often; 0 is without bound."""
    state = position(hands=LAST, demands=(), options=replace(LONG, cap=cap), rebuilt=rebuilt)
    assert len(play_demand_card(asking(state, ("EN", "CER", 1))).hands["FR"]) == hand


@pytest.mark.parametrize(("boards", "cap"), [(2, 2), (3, 2), (4, 0), (5, 0)])
def test_the_usual_cap(boards: int, cap: int) -> None:
    """§6.31: twice with two or three boards, without bound with more; what was agreed holds, 0 as well."""
    order = ("FR", "EN", "DE", "BX", "IT")[:boards]
    assert position(order=order, options=LONG).rebuild_cap == cap
    assert position(order=order, options=replace(LONG, cap=0)).rebuild_cap == 0
    assert position(order=order, options=replace(LONG, cap=5)).rebuild_cap == 5


def test_what_a_card_changes_is_the_next_position() -> None:
    """§2: all that lies on the table, and what breaks ties."""
    state = position(
        "FR CER 2, EN LEG 1", hands=LAST, demands=(), used=(11,), options=LONG, production=(), events=(1, 2)
    )
    state = with_cash(asking(replace(state, rewarded=("EN",)), ("EN", "CER", 2), ("FR", "LEG", 1)), EN=100)
    found = play_demand_card(replace(state, rebuilt=3, options=replace(LONG, cap=0)))
    after = found.freeze_state()
    assert (after.cash, after.hands["FR"], after.leader, after.played) == (
        found.cash,
        tuple(found.hands["FR"]),
        "EN",
        1,
    )
    assert (after.rescued, after.delivered, after.rebuilt) == ({"EN": 1}, {"FR": 2, "EN": 1}, 4)
    assert (after.rewarded, after.production, after.events, after.drawn) == (("EN",), (), (2,), (1,))
    assert (after.hotels, after.used, after.market) == ({"EN": 1}, (), {"CER": 2, "LEG": 1})
    assert after.stock["FR"] == {"BOI": 1} and sum(debt.amount for debt in after.ledger) == 4 * 300


def test_what_is_not_touched_stays() -> None:
    """§2: the talons, and rewards and rescues of earlier cards."""
    state = position("FR CER 2", rewarded=("DE",), rescued={"DE": 2}, delivered={"DE": 5, "FR": 3}, rebuilt=1)
    after = play_demand_card(asking(state, ("FR", "CER", 2))).freeze_state()
    assert (after.production, after.demands, after.rewarded) == (state.production, state.demands, ("DE",))
    assert (after.rescued, after.delivered, after.rebuilt) == ({"DE": 2}, {"DE": 5, "FR": 5}, 1)


def test_a_card_played_is_used() -> None:
    """§5.2f: it leaves the hand and lies with those played."""
    found = market(position(hands={"FR": (40, 12), "EN": (), "DE": (), "BX": (), "IT": ()}))
    found.play_card(40)
    assert (found.hands["FR"], found.used, found.count) == ([12], [40], 1)
