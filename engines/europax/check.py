"""What only shows when all of a player's lines are read together (§4.5: X09, X11, X17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Seat, whole
from engines.europax.codes import message
from engines.europax.plans import PLAN, of
from engines.europax.state import State
from engines.europax.words import word
from engines.language.ask import Order, Remark


@whole
def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warnings; nothing is lost."""
    french = view.reads_french(seat)
    planned: set[tuple[str, str]] = set()
    for order in orders:
        country = of(view, seat, order)
        if order.verb == "BUY" and any(row["seller"] == country for row in order.args["sellers"]):
            yield Remark("warning", message("X09", french, country=country), order.text)
        for entry in entries(order):
            if entry in planned:
                yield Remark("warning", message("X11", french, card=entry[0]), order.text)
            planned.add(entry)
        if order.verb in PLAN and view.kind == "lead" and country != view.leader:
            verb = word("PLAY", french).text
            yield Remark("warning", message("X17", french, country=view.leader, order=verb), order.text)


def entries(order: Order) -> Iterator[tuple[str, str]]:
    """The cards a line plans, with their guards."""
    if order.verb == "PLAY":
        yield order.args["card"], str(order.args["if"] or "")
    if order.verb == "PLAN":
        yield from ((row["card"], "") for row in order.args["cards"])
