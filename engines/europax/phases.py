"""From one phase to the next: boards dealt, sealed rounds, cards by the book, the end (§3 and §5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.base import THERE, Dice, Event, Presence, Seat, Step
from engines.europax.ending import finish
from engines.europax.market import Market, Undecided
from engines.europax.opening import dealt
from engines.europax.plans import Voice, choose
from engines.europax.state import (
    Pending,
    State,
    open_phase,
)
from engines.language.ask import Order

Orders = Mapping[Seat, Sequence[Order]]


def resolve(state: State, orders: Orders, dice: Dice, _: Mapping[Seat, Presence] = THERE) -> Step[State]:
    """The next phase in which somebody owes something, or the end."""
    state = with_language(state, orders)
    if state.kind == "setup":
        return dealt(state, orders, dice)
    return by_the_book(state, orders, dice) if state.options.book else sealed_round(state, orders, dice)


def with_language(state: State, orders: Orders) -> State:
    said = {s: o.args["language"] for s, mine in orders.items() for o in mine if o.verb == "LANGUAGE"}
    return replace(state, language={**state.language, **said})


# --- a sealed round ---------------------------------------------------------------------------------------------


def voices(state: State, orders: Orders) -> dict[Seat, Voice]:
    return {seat: Voice(state, seat, orders.get(seat, ())) for seat in state.players}


def market_of(state: State, dice: Dice, heard: Mapping[Seat, Voice]) -> Market:
    return Market(state, dice, {c: heard[seat].wishes(c) for c, seat in state.boards.items()})


def sealed_round(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """Up to so many cards, the lead passing as the rules say (§5.2)."""
    heard = voices(state, orders)
    market = market_of(state, dice, heard)
    market.events += stale(state, heard)
    for count in range(state.cards_per_round):
        voice = heard[state.boards[market.leader]]
        number = choose(market, voice)
        if number is None and count:
            market.tell("stopped", country=market.leader)
            break
        market.play(market.automatic() if number is None else number)
        if market.over():
            return finish(market.frozen(**kept(heard, market)), market.events)
    return Step(open_phase(market.frozen(**kept(heard, market)), state.round + 1), tuple(market.events))


def kept(heard: Mapping[Seat, Voice], market: Market) -> dict[str, Mapping[Seat, tuple[str, ...]]]:
    """Plans, as far as their cards are there, and preferences for the rounds to come."""
    plan = {seat: tuple(filter(None, voice.left(market.hands))) for seat, voice in heard.items()}
    prefs = {seat: tuple(o.text for o in voice.prefs) for seat, voice in heard.items()}
    return {
        "plan": {seat: lines for seat, lines in plan.items() if lines},
        "prefs": {seat: lines for seat, lines in prefs.items() if lines},
    }


def stale(state: State, heard: Mapping[Seat, Voice]) -> Iterator[Event]:
    """Each is told which cards of his plan were not there any more."""
    for seat, voice in heard.items():
        for country in state.countries(seat):
            for number, _ in voice.entries(country):
                if number not in state.hands[country]:
                    yield Event("stale", {"country": country, "card": number}, frozenset({seat}))


# --- by the book ------------------------------------------------------------------------------------------------


def by_the_book(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """One card. It is played from its start each time a buyer could say from whom he buys: his answer is a preference,
    which stays like any other (§3.2)."""
    heard = voices(state, orders)
    market = market_of(state, dice, heard)
    pending = state.pending
    market.asked = (*pending.asked, f"{pending.country} {pending.product}") if pending else ()
    number = pending.card if pending else choose(market, heard[state.boards[state.leader]])
    card = market.automatic() if number is None else number
    market.asks = state.options.ask_buyers
    try:
        market.play(card)
    except Undecided as one:
        waits = Pending(card, one.country, one.product, one.event, market.asked)
        phase = f"R{state.played + 1}-BUY{len(market.asked) + 1}"
        untouched = market_of(state, dice, heard)
        asked = untouched.frozen(**kept(heard, untouched), pending=waits, phase=phase, kind="buyer")
        return Step(asked, (Event("asked", {"country": one.country, "product": one.product, "card": card}),))
    after = market.frozen(**kept(heard, market))
    if market.over():
        return finish(after, market.events)
    return Step(open_phase(after, state.round + 1), tuple(market.events))
