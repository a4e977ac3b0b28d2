"""What only shows when all of a player's lines are read together (§4.5: X11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Seat, whole
from engines.europax.codes import message
from engines.europax.plans import entries_of, of
from engines.europax.state import State
from engines.language.ask import Order, Remark, remark


@whole
def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warns of a card that is planned twice under one condition; nothing is lost."""
    planned: set[tuple[str, int, str]] = set()
    for order in orders:
        for card, guards in entries_of(order):
            entry = of(view, seat, order), card, str(guards or "")
            if entry in planned:
                yield remark("warning", message("X11", view.reads_french(seat), card=card), order.text)
            planned.add(entry)
