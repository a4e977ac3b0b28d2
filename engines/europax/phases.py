"""From one phase to the next: boards dealt, sealed rounds, cards by the book, the end (§3 and §5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.base import Dice, Event, Seat, Step, ranked
from engines.europax.asks import boards_of
from engines.europax.data import Box, Country
from engines.europax.market import Market, Undecided
from engines.europax.plans import Voice, choose
from engines.europax.state import (
    BANK,
    DEAL_DEMANDS,
    DEAL_PRODUCTION,
    START_CASH,
    Options,
    Pending,
    State,
    removed,
)
from engines.language.ask import Order

Orders = Mapping[Seat, Sequence[Order]]


def opening(options: Options, box: Box, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
    """Before the boards are dealt: the lot that settles conflicts is drawn."""
    players = [seat for seat in seats if seat != BANK]
    lots = tuple(dice.shuffle("setup", players))
    out = (BANK,) if BANK in seats and not options.banker_duties else ()
    state = State(seats=seats, phase="SETUP", kind="setup", options=options, box=box, lots=lots, out=out)
    if (options.players == 4 or options.two_each) and not options.without:
        drop = dice.shuffle("setup", ["IT", "DE", "EN"])[0]
        state = replace(state, options=replace(options, without=drop))
    return Step(state, (Event("opened", {"without": state.options.without}),))


def resolve(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """The next phase in which somebody owes something, or the end."""
    state = with_language(state, orders)
    if state.kind == "setup":
        return dealt(state, orders, dice)
    return by_the_book(state, orders, dice) if state.options.book else sealed_round(state, orders, dice)


def with_language(state: State, orders: Orders) -> State:
    said = {s: o.args["language"] for s, mine in orders.items() for o in mine if o.verb == "LANGUAGE"}
    return replace(state, language={**state.language, **said})


# --- setup ------------------------------------------------------------------------------------------------------


def dealt(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """Boards by ranking, conflicts by lot; then all cards (§5.1)."""
    boards = chosen_boards(state, orders, dice)
    order = tuple(boards)
    left_out = removed(replace(state, order=order))
    numbers = [int(n) for n in state.box.demands if int(n) not in left_out]
    demands = dice.shuffle("dem", numbers)
    production = dice.shuffle("prod", [g.code for g in state.box.products.values() for _ in range(g.cards)])
    events = dice.shuffle("ev", [int(n) for n in state.box.events])
    hands = {c: tuple(demands[n * DEAL_DEMANDS : (n + 1) * DEAL_DEMANDS]) for n, c in enumerate(order)}
    goods = {c: production[n * DEAL_PRODUCTION : (n + 1) * DEAL_PRODUCTION] for n, c in enumerate(order)}
    gift = [o.args["aid"] == "GIFT" for o in orders.get(BANK, ()) if o.verb == "AID"]
    after = replace(
        state,
        options=replace(state.options, gift=gift[-1]) if gift else state.options,
        out=(BANK,) if BANK in state.seats else (),
        order=order,
        boards=boards,
        leader=order[0],
        cash=dict.fromkeys(order, START_CASH),
        stock={c: {p: cards.count(p) for p in sorted(set(cards))} for c, cards in goods.items()},
        hands=hands,
        demands=tuple(demands[len(order) * DEAL_DEMANDS :]),
        production=tuple(production[len(order) * DEAL_PRODUCTION :]),
        events=tuple(events),
        lots=(),
    )
    told = Event("boards", {"boards": dict(boards), "order": list(order)})
    return Step(open_phase(after, 1), (told,))


def chosen_boards(state: State, orders: Orders, dice: Dice) -> dict[Country, Seat]:
    """Each in the order of the lot takes the first free country of his list, else any by lot; two each in two turns."""
    free = dice.shuffle("setup", [choice.code for choice in boards_of(state)])
    taken: dict[Country, Seat] = {}
    turns = state.lots * (2 if state.options.two_each else 1)
    for seat in turns:
        wishes = [row["country"] for o in orders.get(seat, ()) if o.verb == "BOARD" for row in o.args["list"]]
        country = next((wish for wish in wishes if wish in free), free[0])
        free.remove(country)
        taken[country] = seat
    return taken


def open_phase(state: State, number: int) -> State:
    """The next round, or by the book the next card."""
    if state.options.book:
        return replace(state, round=number, phase=f"R{state.played + 1}-LEAD", kind="lead", pending=None)
    return replace(state, round=number, phase=f"R{number}", kind="round")


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


# --- the end ----------------------------------------------------------------------------------------------------


def finish(state: State, events: Sequence[Event]) -> Step[State]:
    """Debts are paid back; the richest wins; equal ones by fewest rescues, then most deliveries (§5.7)."""
    ranks = ranked({seat: standing(state, seat) for seat in state.players})
    ranks |= {BANK: len(state.seats)} if BANK in state.seats else {}
    worth = {country: state.worth(country) for country in state.order}
    told = Event("end", {"worth": worth, "ranks": ranks})
    return Step(replace(state, ranks=ranks, phase="END", kind="end", pending=None), (*events, told))


def standing(state: State, seat: Seat) -> tuple[int, int, int]:
    mine = state.countries(seat)
    rescued = sum(state.rescued.get(c, 0) for c in mine)
    return sum(map(state.worth, mine)), -rescued, sum(state.delivered.get(c, 0) for c in mine)
