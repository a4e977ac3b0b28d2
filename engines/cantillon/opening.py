"""Setup: the order of play, and the cities chosen in reverse (§5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import Dice, Event, Seat, Step
from engines.cantillon.data import Area
from engines.cantillon.state import COIN, CantillonOptions, CantillonState, Plot
from engines.language.grammar import Order


def set_up_cantillon(options: CantillonOptions, seats: tuple[Seat, ...], dice: Dice) -> Step[CantillonState]:
    """The empty board, with the order of play settled."""
    events: list[Event] = []
    order = seats if options.given_order else throw_for_order(seats, dice, events)
    money = {COIN: options.start_money} if options.start_money else {}
    stock = dict.fromkeys(seats, money)
    state = CantillonState(
        seats=seats,
        phase="CITY",
        kind="setup",
        options=options,
        order=order,
        stock=stock,
        stock_shown=stock if options.treasury_open else {},
        worth=dict.fromkeys(seats, options.start_money),
    )
    return Step(state, (*events, Event("order", {"order": list(order)})))


def throw_for_order(seats: tuple[Seat, ...], dice: Dice, events: list[Event]) -> tuple[Seat, ...]:
    """A die each, highest first; equal ones throw again."""
    if len(seats) == 1:
        return seats
    results = {seat: dice.roll("order", 6) for seat in seats}
    events.append(Event("lot", {"dice": results}))
    found: list[Seat] = []
    for value in sorted(set(results.values()), reverse=True):
        found += throw_for_order(tuple(seat for seat in seats if results[seat] == value), dice, events)
    return tuple(found)


def choose_cities(
    state: CantillonState, orders: Mapping[Seat, Sequence[Order]]
) -> tuple[dict[Area, Plot], tuple[Event, ...]]:
    """Each, the last in order first, takes the first free city of their list, else that of lowest number (§5.1b)."""
    taken: dict[Area, Plot] = {}
    events = []
    for seat in reversed(state.order):
        wishes = [row["city"] for order in orders.get(seat, ()) if order.verb == "CITY" for row in order.args["list"]]
        free = [city for city in state.board.cities if city not in taken]
        city = next((wish for wish in wishes if wish in free), min(free, key=int))
        land = state.board.lands[city]
        taken[city] = Plot(seat, "TT", seat if land.port else "", goods={land.goods: 1})
        events.append(Event("city", {"seat": seat, "area": city, "wished": city in wishes}))
    return taken, tuple(events)
