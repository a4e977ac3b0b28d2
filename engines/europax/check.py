"""What only shows when all of a player's lines are read together (§4.5: X11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Seat, returns_tuple
from engines.europax.codes import localized_message
from engines.europax.plans import country_of_order, entries_of_order
from engines.europax.state import EuropaxState
from engines.language.grammar import Order, Remark, make_remark


@returns_tuple
def check_europax_orders(view: EuropaxState, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warns of a card that is planned twice under one condition; nothing is lost."""
    planned: set[tuple[str, int, str]] = set()
    for order in orders:
        for card, guards in entries_of_order(order):
            entry = country_of_order(view, seat, order), card, str(guards or "")
            if entry in planned:
                yield make_remark("warning", localized_message("X11", view.reads_french(seat), card=card), order.text)
            planned.add(entry)
