"""From one round to the next: choices, sealed turns one after the other, the end (specification, 3.1 and 5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Dice, Event, Order, Seat, Step
from engines.europe2028 import scoring
from engines.europe2028.asks import ask
from engines.europe2028.setup import begun
from engines.europe2028.state import DRAWS, State
from engines.europe2028.table import Table
from engines.orders import read

Orders = Mapping[Seat, Sequence[Order]]
LOW_HIGH_ALL = (0, 1, 2)
"""The ways of naming cards that a standing challenge may use (B15)."""


def resolve(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """The next round, or the end."""
    if state.kind == "setup":
        ready, events = begun(state, orders, dice)
        table = Table(ready, dice, {})
        for seat in ready.play_order:
            table.draw(seat, DRAWS[0])
        return Step(table.frozen(round=1, phase="R1", kind="round"), (*events, *table.events))
    return played(state, orders, dice)


def played(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """All turns of a round, each empire's whole turn before the next one's."""
    standing = {seat: standing_lines(state, seat, orders.get(seat, ())) for seat in state.seats}
    wanted = {**state.wanted, **{seat: kinds for seat in state.seats if (kinds := next_kinds(orders.get(seat, ())))}}
    challenges = {seat: (*said(orders, seat, "CHALLENGE"), *standing[seat]) for seat in state.seats}
    table = Table(state, dice, challenges)
    for seat in state.play_order:
        table.convert(seat, orders.get(seat, ()))
    for seat in state.play_order:
        turn(table, seat, orders, wanted.get(seat, ()))
    kept = {seat: tuple(o.text.removeprefix("STANDING ") for o in lines) for seat, lines in standing.items() if lines}
    after = table.frozen(standing=kept, wanted=wanted)
    if scoring.over(after):
        return finish(after, table.events)
    table.close()
    at = state.order.index(state.first)
    following = state.order[(at + 1) % len(state.order)]
    number = state.round + 1
    opened = table.frozen(standing=kept, wanted=wanted, round=number, phase=f"R{number}", first=following)
    return Step(opened, tuple(table.events))


def turn(table: Table, seat: Seat, orders: Orders, wanted: Sequence[str]) -> None:
    """One empire's turn (5.2, 3)."""
    table.tell("turn", seat=seat)
    for order in said(orders, seat, "RECALL"):
        table.recall(seat, order.args["token"])
    for order in orders.get(seat, ()):
        if order.verb in ("ATTACK", "LAND"):
            table.attack(seat, order)
    for order in said(orders, seat, "DAMAGE"):
        table.damage(seat, [row["region"] for row in order.args["regions"]])
    table.rise(seat, wanted)
    for order in said(orders, seat, "REPAIR"):
        table.repair(seat, [row["region"] for row in order.args["regions"]])
    coins = table.income(seat)
    table.coins[seat] += coins
    table.tell("income", seat=seat, coins=coins)


def said(orders: Orders, seat: Seat, verb: str) -> list[Order]:
    return [order for order in orders.get(seat, ()) if order.verb == verb]


def next_kinds(orders: Sequence[Order]) -> tuple[str, ...]:
    return tuple(row["token"] for order in orders if order.verb == "NEXT" for row in order.args["list"])


def standing_lines(state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Standing challenges: old ones unless cancelled, then new ones."""
    new = [o for o in orders if o.verb == "STANDING" and o.args["cards"]["way"] in LOW_HIGH_ALL]
    cancelled = any(order.verb == "CANCEL" for order in orders)
    lines = () if cancelled else state.standing.get(seat, ())
    wanted = ask(state, seat) if lines else None
    old = read(wanted, "\n".join(f"STANDING {line}" for line in lines)).orders if wanted else ()
    known = {order.text for order in new}
    return (*new, *(order for order in old if order.text not in known))


def finish(state: State, events: Sequence[Event]) -> Step[State]:
    """Secrets are shown, and the score is made (5.6)."""
    ranks = scoring.ranks(state)
    points = {seat: scoring.score(state, seat) for seat in state.seats}
    told = Event("end", {"ranks": dict(ranks), "halves": points, "secrets": dict(state.secret)})
    return Step(replace(state, ranks=ranks, phase="END", kind="end", shown=dict(state.secret)), (*events, told))
