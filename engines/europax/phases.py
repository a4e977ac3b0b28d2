"""From one phase to the next: boards dealt, sealed rounds, cards by the book, the end (§3 and §5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.base import ALL_PRESENT, Dice, Event, Presence, Seat, Step
from engines.europax.ending import finish_europax
from engines.europax.market import Market, Undecided
from engines.europax.opening import deal_boards
from engines.europax.plans import Voice, choose_card
from engines.europax.state import EuropaxState, Pending, open_europax_phase
from engines.language.grammar import Order

Orders = Mapping[Seat, Sequence[Order]]


def resolve_europax(
    state: EuropaxState, orders: Orders, dice: Dice, _: Mapping[Seat, Presence] = ALL_PRESENT
) -> Step[EuropaxState]:
    """The next phase in which somebody owes something, or the end."""
    state = with_chosen_languages(state, orders)
    if state.kind == "setup":
        return deal_boards(state, orders, dice)
    return play_single_card(state, orders, dice) if state.options.book else play_sealed_round(state, orders, dice)


def with_chosen_languages(state: EuropaxState, orders: Orders) -> EuropaxState:
    said = {s: o.args["language"] for s, mine in orders.items() for o in mine if o.verb == "LANGUAGE"}
    return replace(state, language={**state.language, **said})


# --- a sealed round ---------------------------------------------------------------------------------------------


def seat_voices(state: EuropaxState, orders: Orders) -> dict[Seat, Voice]:
    return {seat: Voice(state, seat, orders.get(seat, ())) for seat in state.players}


def open_market(state: EuropaxState, dice: Dice, heard: Mapping[Seat, Voice]) -> Market:
    return Market(state, dice, {c: heard[seat].wishes_of(c) for c, seat in state.boards.items()})


def play_sealed_round(state: EuropaxState, orders: Orders, dice: Dice) -> Step[EuropaxState]:
    """Up to so many cards, the lead passing as the rules say (§5.2)."""
    heard = seat_voices(state, orders)
    market = open_market(state, dice, heard)
    market.events += stale_card_events(state, heard)
    for count in range(state.cards_per_round):
        voice = heard[state.boards[market.leader]]
        number = choose_card(market, voice)
        if number is None and count:
            market.record_event("stopped", country=market.leader)
            break
        market.play_card(market.best_card() if number is None else number)
        if market.has_game_ended():
            return finish_europax(market.freeze_state(**keep_plans(heard, market)), market.events)
    return Step(
        open_europax_phase(market.freeze_state(**keep_plans(heard, market)), state.round + 1), tuple(market.events)
    )


def keep_plans(heard: Mapping[Seat, Voice], market: Market) -> dict[str, Mapping[Seat, tuple[str, ...]]]:
    """Plans, as far as their cards are there, and preferences for the rounds to come."""
    plan = {seat: tuple(filter(None, voice.remaining_lines(market.hands))) for seat, voice in heard.items()}
    prefs = {seat: tuple(o.text for o in voice.prefs) for seat, voice in heard.items()}
    return {
        "plan": {seat: lines for seat, lines in plan.items() if lines},
        "prefs": {seat: lines for seat, lines in prefs.items() if lines},
    }


def stale_card_events(state: EuropaxState, heard: Mapping[Seat, Voice]) -> Iterator[Event]:
    """Each is told which cards of their plan were not there any more."""
    for seat, voice in heard.items():
        for country in state.countries_of(seat):
            for number, _ in voice.plan_entries(country):
                if number not in state.hands[country]:
                    yield Event("stale", {"country": country, "card": number}, frozenset({seat}))


# --- by the book ------------------------------------------------------------------------------------------------


def play_single_card(state: EuropaxState, orders: Orders, dice: Dice) -> Step[EuropaxState]:
    """One card. It is played from its start each time a buyer could say from whom they buy: their answer is a
    preference, which stays like any other (§3.2)."""
    heard = seat_voices(state, orders)
    market = open_market(state, dice, heard)
    pending = state.pending
    market.asked = (*pending.asked, f"{pending.country} {pending.product}") if pending else ()
    number = pending.card if pending else choose_card(market, heard[state.boards[state.leader]])
    card = market.best_card() if number is None else number
    market.asks = state.options.ask_buyers
    try:
        market.play_card(card)
    except Undecided as one:
        waits = Pending(card, one.country, one.product, one.event, market.asked)
        phase = f"R{state.played + 1}-BUY{len(market.asked) + 1}"
        untouched = open_market(state, dice, heard)
        asked = untouched.freeze_state(**keep_plans(heard, untouched), pending=waits, phase=phase, kind="buyer")
        return Step(asked, (Event("asked", {"country": one.country, "product": one.product, "card": card}),))
    after = market.freeze_state(**keep_plans(heard, market))
    if market.has_game_ended():
        return finish_europax(after, market.events)
    return Step(open_europax_phase(after, state.round + 1), tuple(market.events))
