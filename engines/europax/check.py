"""What only shows when all of a player's lines are read together (specification, section 4: X09, X11, X17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Order, Remark, Seat, whole
from engines.europax.plans import of
from engines.europax.state import State


@whole
def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warnings; nothing is lost."""
    planned: set[tuple[str, str]] = set()
    for order in orders:
        country = of(view, seat, order)
        if order.verb == "BUY" and any(row["seller"] == country for row in order.args["sellers"]):
            yield Remark("warning", f"X09 You cannot buy from yourself; {country} dropped from the list.", order.text)
        if order.verb in ("PLAY", "PLAN"):
            cards = [order.args["card"]] if order.verb == "PLAY" else [row["card"] for row in order.args["cards"]]
            guard = str(order.args.get("if") or "")
            for card in cards:
                if (card, guard) in planned:
                    yield Remark("warning", f"X11 Card {card} is already in your plan.", order.text)
                planned.add((card, guard))
            if view.kind == "lead" and country != view.leader:
                told = f"X17 {view.leader} has the lead; your PLAY lines are kept for when you get it."
                yield Remark("warning", told, order.text)
