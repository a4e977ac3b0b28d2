"""What a player hears about his lines at once: faults that no board can mend, and a rehearsal of his turn.

In the rehearsal every attack is won, and the others stand where they stand now; what is refused then is a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import TypeVar

from engines.base import Seat, whole
from engines.cantillon import deals
from engines.cantillon.state import State
from engines.cantillon.table import Table
from engines.cantillon.turn import Turn
from engines.language.ask import Order, Remark

T = TypeVar("T")


class Lucky:
    """Dice that win every toss for the attacker."""

    def __init__(self) -> None:
        self.falls = cycle((6, 1))

    def roll(self, stream: str, sides: int) -> int:
        """Six for the attacker, one for the defender."""
        return next(self.falls) if stream == "combat" else sides

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:  # noqa: ARG002
        return list(items)

    def common(self, name: str) -> Lucky:  # noqa: ARG002
        return self


@whole
def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Errors cost their line; warnings cost nothing."""
    if view.kind == "setup":
        return
    wrong = list(errors(view, orders))
    yield from wrong
    yield from waiting(view, seat, orders)
    lost = {remark.line for remark in wrong}
    if view.kind == "round" or view.active == seat:
        yield from rehearsed(view, seat, [order for order in orders if order.text not in lost])


def errors(view: State, orders: Sequence[Order]) -> Iterator[Remark]:
    """Areas that do not touch (C21), and leaving without resigning (C72)."""
    resigns = any(order.verb == "RESIGN" for order in orders)
    for order in orders:
        for start, goal in pairs(order):
            if goal not in view.board.next_to[start]:
                yield Remark("error", f"C21 {start} and {goal} do not touch.", order.text)
        if order.verb in ("CEDE", "BURN") and not resigns and not view.options.cede_any:
            yield Remark("error", "C72 CEDE and BURN go only with RESIGN.", order.text)


def pairs(order: Order) -> Iterator[tuple[str, str]]:
    """The pairs of areas that must touch for a line."""
    if order.verb == "STEP":
        yield order.args["from"], order.args["to"]
    elif order.verb == "ATT":
        for start in dict.fromkeys(row["area"] for row in order.args["from"]):
            yield start, order.args["to"]


def waiting(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Contracts of which the other half has not come (W71)."""
    for order in orders:
        if order.verb == "TRADE":
            mine = deals.half(seat, order.args, view.round)
            if not any(deals.matches(mine, other) for other in view.halves.get(seat, ())):
                yield Remark("warning", f"W71 Waiting for {mine.partner}'s matching line.", order.text)


def rehearsed(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """What would be refused if the turn were played now."""
    table = Table(view, Lucky())
    Turn(table, seat, [order for order in orders if order.verb not in ("RESIGN", "CEDE", "BURN")]).play()
    for event in table.events:
        if event.kind in ("refused", "remark"):
            line, text = event.args.get("line", ""), event.args["text"]
            head = f"“{line}”, as the board stands now: " if line else "As the board stands now: "
            yield Remark("warning", f"{head}{text}", line)
        elif event.kind == "unpaid":
            yield Remark("warning", f"C10 As things stand the army in {event.args['area']} cannot be paid.")
