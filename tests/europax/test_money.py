"""Payments, rescues and rewards (§5.4 and §5.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.europax.market import Market
from engines.europax.state import Debt, EuropaxOptions, EuropaxState
from engines.europax.turn_context import Wishes
from tests.europax.tables import GIFT, USUAL, asking, market, play_demand_card, position, with_cash


def make_ruined_germany(cash: int, others: int = 3600, options: EuropaxOptions = USUAL) -> EuropaxState:
    """Germany has so much and is asked for steel, which costs 170 M abroad."""
    state = asking(position(options=options), ("DE", "ACI", 1))
    return replace(state, cash={**dict.fromkeys(state.order, others), "DE": cash})


def rescues(found: Market) -> list[dict[str, int]]:
    """Return what was given, rescue by rescue."""
    return [event.args["given"] for event in found.events if event.kind == "rescue"]


def advances(found: Market) -> list[int]:
    return [debt.amount for debt in found.ledger if debt.kind == "advance"]


@pytest.mark.parametrize(
    ("cash", "options", "after", "final"),
    [(100, USUAL, 1130, -70), (100, GIFT, 1130, 1130), (170, USUAL, 1200, 0)],
    ids=["§7.9 lent", "§7.9 given", "§7.10 the last million"],
)
def test_partners_rescue(cash: int, options: EuropaxOptions, after: int, final: int) -> None:
    """§5.4a, §5.4b and §5.4d: 300 M from each of four."""
    found = play_demand_card(make_ruined_germany(cash, options=options))
    assert found.cash["DE"] == after
    assert found.freeze_state().country_worth("DE") == final
    assert found.rescued == {"DE": 1}


@pytest.mark.parametrize(("cash", "rescued"), [(175, False), (170, True), (165, True)])
def test_a_purse_that_is_not_empty_is_not_filled(cash: int, rescued: bool) -> None:
    """§5.4a: with 5 M left there is no rescue."""
    assert bool(rescues(play_demand_card(make_ruined_germany(cash)))) is rescued


def test_an_empty_purse_is_filled_only_after_paying() -> None:
    """§5.4a: Germany has nothing and delivers its own card, so it need not be helped."""
    found = play_demand_card(with_cash(asking(position("DE ACI 1"), ("DE", "ACI", 1)), DE=0))
    assert (rescues(found), found.cash["DE"]) == ([], 0)


def test_helpers_pay_in_turn_from_the_left() -> None:
    """§5.4b: from Germany's left sit Benelux, Italy, France, England."""
    assert [list(given) for given in rescues(play_demand_card(make_ruined_germany(100)))] == [["BX", "IT", "FR", "EN"]]


def test_a_partner_gives_what_he_has() -> None:
    """§7.11, §6.15 and §5.4e: 120 M, and he is not rescued for it."""
    found = play_demand_card(with_cash(make_ruined_germany(100), FR=120))
    assert found.cash["FR"] == 0
    assert next(debt.amount for debt in found.ledger if debt.creditor == "FR") == 120
    assert found.rescued == {"DE": 1}


def test_who_was_emptied_by_helping_is_rescued_when_he_has_to_pay() -> None:
    """§5.4e: France helps with all it has, then must pay itself."""
    state = with_cash(asking(position(), ("DE", "ACI", 1), ("FR", "CER", 1)), DE=100, FR=120)
    found = play_demand_card(state)
    assert found.rescued == {"DE": 1, "FR": 1}
    assert found.cash["FR"] == 4 * 300 - 250


def test_all_pay_again_if_it_was_not_enough() -> None:
    """§5.4c: each has 310 M; 1200 M are not enough for 1225 M, so each gives 10 M more."""
    state = replace(make_ruined_germany(0, others=310), cash={**dict.fromkeys(("FR", "EN", "BX", "IT"), 310), "DE": 0})
    found = market(state)
    found.pay_amount("DE", "BANK", 1225)
    assert [sum(given.values()) for given in rescues(found)] == [1200, 40]
    assert (found.cash["DE"], found.rescued, advances(found)) == (15, {"DE": 2}, [])


def test_the_bank_advances_the_rest() -> None:
    """§7.11 and §5.4c: nobody has anything, so 150 M; who advances is no rescue."""
    found = play_demand_card(make_ruined_germany(20, others=0))
    assert (advances(found), found.cash["DE"], found.rescued) == ([150], 0, {})


@pytest.mark.parametrize("options", [USUAL, GIFT])
def test_an_advance_is_always_paid_back(options: EuropaxOptions) -> None:
    """§5.4d and §6.16: with AID GIFT too; what the bank lends is nobody's claim."""
    state = play_demand_card(make_ruined_germany(20, others=0, options=options)).freeze_state()
    assert state.ledger == (Debt("DE", "BANK", 150, "advance"),)
    assert state.country_worth("DE") == -150
    assert sum(map(state.country_worth, state.order)) == -150


def test_debts_are_booked_both_ways() -> None:
    """§5.4d: what two countries lend each other is written down twice and comes to nothing."""
    found = market(position())
    found.lend_money("DE", "FR", 300, "aid")
    found.lend_money("FR", "DE", 300, "aid")
    state = found.freeze_state()
    assert (state.country_worth("DE"), state.country_worth("FR"), len(state.ledger)) == (3600, 3600, 2)


def test_a_claim_counts_for_who_lent() -> None:
    """§5.7c: France is worth what it was before it helped."""
    state = play_demand_card(make_ruined_germany(100)).freeze_state()
    assert (state.cash["FR"], state.country_worth("FR")) == (3300, 3600)


# --- more than is due -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "given"),
    [(3600, 500), (800, 500), (795, 495), (650, 350), (600, 300), (450, 300), (300, 300), (200, 200), (0, 0)],
)
def test_extra_aid_leaves_300(cash: int, given: int) -> None:
    """§4.2 and §5.4b: England promised 200 M more, as far as it keeps 300 M after all it gives."""
    state = with_cash(make_ruined_germany(100), EN=cash)
    found = play_demand_card(state, wishes={"EN": Wishes(extra={"DE": 200})})
    assert rescues(found)[0].get("EN", 0) == given
    assert found.cash["EN"] == cash - given


def test_extra_aid_is_written_down_apart() -> None:
    """§5.4d: and paid back like all aid."""
    found = play_demand_card(make_ruined_germany(100), wishes={"EN": Wishes(extra={"*": 200})})
    assert [(d.amount, d.kind) for d in found.ledger if d.creditor == "EN"] == [(300, "aid"), (200, "extra")]
    assert found.freeze_state().country_worth("EN") == 3600


def test_a_promise_to_one_partner_goes_before_that_to_all() -> None:
    """§4.2: and nobody else gets it."""
    wishes = {"EN": Wishes(extra={"*": 50, "DE": 200}), "FR": Wishes(extra={"IT": 100})}
    assert rescues(play_demand_card(make_ruined_germany(100), wishes=wishes))[0] == {
        "BX": 300,
        "IT": 300,
        "FR": 300,
        "EN": 500,
    }


# --- empty boards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("buyer", "income"), [("FR", 0), ("EN", 160)], ids=["delivered", "sold"])
def test_an_empty_board_is_refilled(buyer: str, income: int) -> None:
    """§5.5a: ten cards and 1000 M, whether the last card was delivered or sold."""
    found = play_demand_card(asking(position("FR CER 1", "EN", bare=("FR",)), (buyer, "CER", 1)))
    assert (found.stock["FR"], len(found.production)) == ({"CER": 0, "SUC": 10}, 10)
    assert found.cash["FR"] == 3600 + 1000 + income


def test_the_bank_never_runs_dry() -> None:
    """§6.1: there is more money about than notes in the box, and the reward is paid."""
    state = position("FR CER 1", "EN", bare=("FR",), cash=dict.fromkeys(("FR", "EN", "DE", "BX", "IT"), 21_600))
    assert play_demand_card(asking(state, ("FR", "CER", 1))).cash["FR"] == 22_600


def test_a_board_with_a_card_left_is_not_refilled() -> None:
    found = play_demand_card(asking(position("FR CER 1", "EN"), ("FR", "CER", 1)))
    assert (found.stock["FR"]["BOI"], found.cash["FR"], len(found.production)) == (1, 3600, 20)


def test_what_was_dealt_is_gone_from_the_talon() -> None:
    """§5.5a: also in the next round."""
    after = play_demand_card(asking(position("FR CER 1", bare=("FR",)), ("FR", "CER", 1))).freeze_state()
    assert after.production == ("SUC",) * 10 and after.stock["FR"] == {"SUC": 10}


def test_a_short_talon_gives_what_there_is() -> None:
    """§5.5a and §6.10: four cards and the whole reward, which is not the last one."""
    state = position("FR CER 1", bare=("FR",), production=("SUC",) * 4)
    found = play_demand_card(asking(state, ("FR", "CER", 1)))
    assert (found.stock["FR"]["SUC"], found.cash["FR"], found.rewarded) == (4, 4600, [])


def emptied_twice(options: EuropaxOptions) -> list[int]:
    """Production is exhausted. France delivers its last card, must buy oil at once for 150 M, and sells it to the
    presenter Germany for as much: its board is empty for the second time. Its money after each card."""
    state = position("FR CER 1, EN PET 1", "EN", bare=("FR",), production=(), events=(13, 1), options=options)
    found = market(asking(state, ("FR", "CER", 1)))
    found.hands["EN"] = [99]
    found.play_card(99)
    assert found.stock["FR"]["PET"] == 1 and not found.stock["EN"]["PET"]
    first, found.state = found.cash["FR"], asking(state, ("DE", "PET", 1))
    found.hands["FR"] = [99]
    found.play_card(99)
    assert found.is_board_empty("FR")
    return [first, found.cash["FR"]]


def test_the_last_reward_is_paid_once() -> None:
    """§5.5b and §6.11."""
    assert emptied_twice(USUAL) == [3600 + 1000 - 150, 3600 + 1000]


def test_the_last_reward_is_remembered() -> None:
    """§5.5b: once in a game, not once in a round."""
    state = asking(position("FR CER 1", bare=("FR",), production=()), ("FR", "CER", 1))
    after = play_demand_card(state).freeze_state()
    assert (after.rewarded, after.cash["FR"]) == (("FR",), 4600)
    assert play_demand_card(replace(after, leader="FR", stock=state.stock)).cash["FR"] == 4600


def test_there_may_be_no_last_reward() -> None:
    """§5.5b: FINAL-REWARD OFF."""
    assert emptied_twice(replace(USUAL, final_reward=False)) == [3600 - 150, 3600]


def test_each_country_gets_a_last_reward_of_its_own() -> None:
    """§5.5b: once for each, not once for all."""
    state = position("FR CER 1, EN LEG 1", "DE", bare=("FR", "EN"), production=())
    found = play_demand_card(asking(state, ("FR", "CER", 1), ("EN", "LEG", 1)))
    assert (found.cash["FR"], found.cash["EN"], found.rewarded) == (4600, 4600, ["FR", "EN"])


def test_without_a_last_reward_empty_boards_are_still_refilled() -> None:
    """§5.5b: FINAL-REWARD OFF speaks of an exhausted talon only."""
    state = position("FR CER 1", "EN", bare=("FR",), options=replace(USUAL, final_reward=False))
    found = play_demand_card(asking(state, ("FR", "CER", 1)))
    assert (found.cash["FR"], found.stock["FR"]["SUC"]) == (4600, 10)


def test_the_seller_is_paid_before_he_is_refilled() -> None:
    """§5.5a: England must be rescued to pay France; France helps with all it has, is paid, and then gets its reward."""
    state = position("FR CER 1", "FR", bare=("FR",), production=())
    found = play_demand_card(with_cash(asking(state, ("EN", "CER", 1)), EN=100, FR=200))
    assert [event.kind for event in found.events if event.kind in ("rescue", "supply", "refill")] == [
        "rescue",
        "supply",
        "refill",
    ]
    assert found.cash["FR"] == 200 - 200 + 160 + 1000
