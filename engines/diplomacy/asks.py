"""What a seat may say now, whatever the phase."""

from __future__ import annotations

from engines.base import Seat
from engines.diplomacy.defaults import due
from engines.diplomacy.later import retreat_ask, retreats_later, winter_ask, winter_later, winter_texts
from engines.diplomacy.orders import movement_ask
from engines.diplomacy.state import State
from engines.language.ask import Ask


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase, and those for later phases; None if there is nothing to say."""
    if view.ranks is not None or seat in view.out:
        return None
    if view.kind == "movement":
        later = (*retreats_later(view, seat), *winter_later(view.board, seat))
        return movement_ask(view, seat, later, winter_texts(view.wishes(seat)))
    if view.kind == "retreat":
        return retreat_ask(view, seat, due(view, seat), winter_later(view.board, seat))
    return winter_ask(view, seat, due(view, seat))
