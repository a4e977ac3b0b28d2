"""From one phase to the next: boards dealt, sealed rounds, cards by the book, the end (sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Dice, Event, Order, Seat, Step, ranked
from engines.europax.asks import boards_of
from engines.europax.box import Box, Country
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
)

Orders = Mapping[Seat, Sequence[Order]]


def opening(options: Options, box: Box, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
    """Before the boards are dealt: the lot that settles conflicts is drawn."""
    players = [seat for seat in seats if seat != BANK]
    lots = tuple(dice.shuffle("setup", players))
    out = (BANK,) if BANK in seats and not options.banker_duties else ()
    state = State(seats=seats, phase="SETUP", kind="setup", options=options, box=box, lots=lots, out=out)
    if options.players == 4 and not options.without:
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
    """Boards by ranking, conflicts by lot; then all cards (5.1)."""
    boards = chosen_boards(state, orders)
    order = tuple(boards)
    removed = state.box.removed.get(str(len(order)), ()) if not state.options.two_each else ()
    numbers = [int(n) for n in state.box.demands if int(n) not in removed]
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


def chosen_boards(state: State, orders: Orders) -> dict[Country, Seat]:
    """Each in the order of the lot takes the first free country of his list, else any; two each in two turns."""
    free = [choice.code for choice in boards_of(state)]
    free = free[:4] if state.options.two_each else free
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
    """Up to so many cards, the lead passing as the rules say (5.2)."""
    heard = voices(state, orders)
    market = market_of(state, dice, heard)
    for count in range(state.cards_per_round):
        voice = heard[state.boards[market.leader]]
        number = choose(market, voice)
        if number is None and count:
            market.tell("stopped", country=market.leader)
            break
        market.play(market.automatic() if number is None else number)
        if market.over():
            return finish(market.frozen(**kept(heard)), market.events)
    return Step(open_phase(market.frozen(**kept(heard)), state.round + 1), tuple(market.events))


def kept(heard: Mapping[Seat, Voice]) -> dict[str, Mapping[Seat, tuple[str, ...]]]:
    """Plans and preferences for the rounds to come."""
    plan = {seat: tuple(o.text for o in voice.plan) for seat, voice in heard.items()}
    prefs = {seat: tuple(o.text for o in voice.prefs) for seat, voice in heard.items()}
    return {
        "plan": {seat: lines for seat, lines in plan.items() if lines},
        "prefs": {seat: lines for seat, lines in prefs.items() if lines},
    }


# --- by the book ------------------------------------------------------------------------------------------------


def by_the_book(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """One card. It is played from its start each time a buyer has said from whom he buys (3.2)."""
    heard = voices(state, orders)
    market = market_of(state, dice, heard)
    pending = state.pending
    chosen = (*pending.chosen, answered(state, market, orders)) if pending else ()
    number = pending.card if pending else choose(market, heard[state.boards[state.leader]])
    card = market.automatic() if number is None else number
    market.chosen = list(chosen)
    market.asks = state.options.ask_buyers
    try:
        market.play(card)
    except Undecided as one:
        waits = Pending(card, one.country, one.product, one.event, chosen)
        phase = f"R{state.played + 1}-BUY{len(chosen) + 1}"
        asked = market_of(state, dice, heard).frozen(**kept(heard), pending=waits, phase=phase, kind="buyer")
        return Step(asked, (Event("asked", {"country": one.country, "product": one.product, "card": card}),))
    after = market.frozen(**kept(heard), pending=None)
    if market.over():
        return finish(after, market.events)
    return Step(open_phase(after, state.round + 1), tuple(market.events))


def answered(state: State, market: Market, orders: Orders) -> Country:
    """The seller a buyer names, or the poorest who can sell."""
    pending = state.pending
    assert pending is not None
    said = Voice(state, state.boards[pending.country], orders.get(state.boards[pending.country], ()))
    wished = said.wishes(pending.country).ranked(pending.product)
    able = [c for c in market.cash if c != pending.country and market.has(c, pending.product)]
    poorest = sorted(able, key=lambda c: (market.cash[c], market.left_of(pending.country, c)))
    return next((c for c in wished if c in able), poorest[0] if poorest else state.order[0])


# --- the end ----------------------------------------------------------------------------------------------------


def finish(state: State, events: Sequence[Event]) -> Step[State]:
    """Debts are paid back; the richest wins; equal ones by fewest rescues, then most deliveries (5.7)."""
    ranks = ranked({seat: standing(state, seat) for seat in state.players})
    ranks |= {BANK: len(state.seats)} if BANK in state.seats else {}
    worth = {country: state.worth(country) for country in state.order}
    told = Event("end", {"worth": worth, "ranks": ranks})
    return Step(replace(state, ranks=ranks, phase="END", kind="end", pending=None), (*events, told))


def standing(state: State, seat: Seat) -> tuple[int, int, int]:
    mine = state.countries(seat)
    rescued = sum(state.rescued.get(c, 0) for c in mine)
    return sum(map(state.worth, mine)), -rescued, sum(state.delivered.get(c, 0) for c in mine)
