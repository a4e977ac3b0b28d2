"""The opening: lots are drawn, boards chosen, cards dealt (§5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Dice, Event, Seat, Step
from engines.europax.data import Country, EuropaxGameData
from engines.europax.grammars import available_boards
from engines.europax.state import (
    BANK,
    DEAL_DEMANDS,
    DEAL_PRODUCTION,
    START_CASH,
    EuropaxOptions,
    EuropaxState,
    open_europax_phase,
    removed_demands,
)
from engines.language.grammar import Order

Orders = Mapping[Seat, Sequence[Order]]


def set_up_europax(
    options: EuropaxOptions, box: EuropaxGameData, seats: tuple[Seat, ...], dice: Dice
) -> Step[EuropaxState]:
    """Before the boards are dealt: the lot that settles conflicts is drawn."""
    players = [seat for seat in seats if seat != BANK]
    lots = tuple(dice.shuffle("setup", players))
    out = (BANK,) if BANK in seats and not options.banker_duties else ()
    state = EuropaxState(seats=seats, phase="SETUP", kind="setup", options=options, box=box, lots=lots, out=out)
    if (options.players == 4 or options.two_each) and not options.without:
        drop = dice.shuffle("setup", ["IT", "DE", "EN"])[0]
        state = replace(state, options=replace(options, without=drop))
    return Step(state, (Event("opened", {"without": state.options.without}),))


def deal_boards(state: EuropaxState, orders: Orders, dice: Dice) -> Step[EuropaxState]:
    """Boards by ranking, conflicts by lot; then all cards (§5.1)."""
    boards = choose_boards(state, orders, dice)
    order = tuple(boards)
    left_out = removed_demands(replace(state, order=order))
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
    return Step(open_europax_phase(after, 1), (told,))


def choose_boards(state: EuropaxState, orders: Orders, dice: Dice) -> dict[Country, Seat]:
    """In the lot's order each takes the first free country of their list, else any by lot; two each in two turns."""
    free = dice.shuffle("setup", [choice.code for choice in available_boards(state)])
    taken: dict[Country, Seat] = {}
    turns = state.lots * (2 if state.options.two_each else 1)
    for seat in turns:
        wishes = [row["country"] for o in orders.get(seat, ()) if o.verb == "BOARD" for row in o.args["list"]]
        country = next((wish for wish in wishes if wish in free), free[0])
        free.remove(country)
        taken[country] = seat
    return taken
