"""Positions of Europe 2028 put right: what was said is so, and what cannot be is refused in words."""

from __future__ import annotations

from engines.europe2028 import ENGINE as EUROPE2028
from tests.engines.putting import correct_state, correction_refusal, idle_position


def test_regions_tokens_and_cards_of_europe_2028() -> None:
    """A region that changes hands leaves the market; tokens that stand in vain come home."""
    state = idle_position(EUROPE2028)
    one, other, *_ = state.order
    region, second, *_ = state.market
    card, held = next(card for card in state.cards if card), state.known_hand(other)[0]
    landed = correct_state(EUROPE2028, state, f"token {one} MIL1 at {region} level 0")
    assert landed.tokens[one]["MIL1"].place == region
    after = correct_state(
        EUROPE2028, landed, f"give {region} to {other} by eco\ndamage {region}\ncoins {one} 7\nlevel {one} 1"
    )
    assert (after.held[region].seat, after.held[region].kind, after.held[region].damaged) == (other, "ECO", True)
    assert region not in after.market and (after.coins[one], after.levels[one]) == (7, 1)
    free = correct_state(EUROPE2028, after, f"give {region} to {one}\ndeal {card} to {one}\ntake {held} from {other}")
    assert free.tokens[one]["MIL1"].place == "MAT"
    assert card in free.known_hand(one) and held not in free.known_hand(other) and free.cards[-1] == held
    assert correct_state(EUROPE2028, free, f"give {region} to nobody\nshut {second}").market[-1] == region


def test_what_cannot_be_in_europe_2028() -> None:
    state = idle_position(EUROPE2028)
    one, other, *_ = state.order
    region, own = state.market[0], state.regions_held_by(other)[0]
    held = state.known_hand(other)[0]
    assert "what conquered" in correction_refusal(EUROPE2028, state, f"give {region} to {one}")
    assert "in a hand" in correction_refusal(EUROPE2028, state, f"deal {held} to {one}")
    assert "does not hold" in correction_refusal(EUROPE2028, state, f"take {held} from {one}")
    assert "cannot attack" in correction_refusal(EUROPE2028, state, f"token {one} MIL1 at {own} level 0")
    assert "would be conquered" in correction_refusal(EUROPE2028, state, f"token {one} MIL1 at {region} level 9")
    assert "same secret" in correction_refusal(EUROPE2028, state, f"secret {one} {state.secret[other]}")
    assert "Nobody holds" in correction_refusal(EUROPE2028, state, f"damage {region}")
