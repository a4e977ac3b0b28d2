"""Positions of Europax put right: what was said is so, and what cannot be is refused in words."""

from __future__ import annotations

from engines.europax import ENGINE as EUROPAX
from tests.engines.putting import correct_state, correction_refusal, idle_position


def test_boards_and_cards_of_europax() -> None:
    """Nothing is made of nothing: goods come from those delivered or from the talon, a card leaves where it was."""
    state = idle_position(EUROPAX)
    product = next(each for each in state.production if each)
    card = next(number for number in state.demands if number)
    other = next(one for one in state.order if one != state.leader)
    before = state.stock[other].get(product, 0)
    text = f"cash {other} 95\nstock {other} {product} {before + 1}\ngive {card} to {other}\nlead {other}"
    after = correct_state(EUROPAX, state, f"{text}\ndebt {other} to bank aid 300")
    assert (after.cash[other], after.stock[other][product], after.leader) == (95, before + 1, other)
    assert card in after.hands[other] and card not in after.demands
    assert after.production.count(product) == state.production.count(product) - 1
    (debt,) = after.ledger
    assert (debt.debtor, debt.creditor, debt.amount, debt.kind) == (other, "BANK", 300, "aid")
    back = correct_state(
        EUROPAX, after, f"stock {other} {product} {before}\nremove {card} from {other}\ndebt {other} to bank aid 0"
    )
    assert back.market == {product: 1} and card in back.used and not back.ledger
    again = correct_state(EUROPAX, back, f"stock {other} {product} {before + 1}")
    assert not again.market and again.production == after.production


def test_what_cannot_be_in_europax() -> None:
    state = idle_position(EUROPAX)
    one, other, *_ = state.order
    product = next(each for each in state.production if each)
    taken = "\n".join(f"remove {card} from {one}" for card in state.hands[one])
    assert "no demand card" in correction_refusal(EUROPAX, state, taken)
    assert "no more cards" in correction_refusal(EUROPAX, state, f"stock {one} {product} 99")
    assert "owes themselves" in correction_refusal(EUROPAX, state, f"debt {one} to {one} aid 300")
    assert "does not have card" in correction_refusal(EUROPAX, state, f"remove {state.hands[one][0]} from {other}")
    assert "no hotel" in correction_refusal(EUROPAX, state, f"close {one}")
    housed = correct_state(EUROPAX, state, f"hotel {one}")
    assert one in housed.hotels and housed.hotels[one] not in housed.events
    assert correct_state(EUROPAX, housed, f"close {one}").hotels == {}
