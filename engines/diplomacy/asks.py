"""What a seat may say now, whatever the phase."""

from __future__ import annotations

from collections.abc import Mapping

from engines.base import Debt, Seat
from engines.diplomacy.adjustments import balance, build_options
from engines.diplomacy.defaults import due
from engines.diplomacy.later import retreat_ask, retreats_later, winter_ask, winter_later, winter_texts
from engines.diplomacy.sentences import movement_ask
from engines.diplomacy.state import State
from engines.language.ask import Ask


def owes(state: State) -> Mapping[Seat, Debt]:
    """Who may speak, and who of them is waited for (§11.5)."""
    return {seat: "due" if due(state, seat) else "free" for seat in state.seats if speaks(state, seat)}


def speaks(state: State, seat: Seat) -> bool:
    """Whether there is anything that a seat may say."""
    if state.ranks is not None or seat in state.out:
        return False
    if state.kind != "adjustment":
        return bool(state.units_of(seat)) or (state.kind == "retreat" and bool(state.dislodged_of(seat)))
    owed = balance(state.by_province, state.centres, seat)
    return owed < 0 or (owed > 0 and bool(build_options(state.board, state.by_province, state.centres, seat)))


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase, and those for later phases; None if there is nothing to say."""
    if not speaks(view, seat):
        return None
    if view.kind == "movement":
        later = (*retreats_later(view, seat), *winter_later(view, seat))
        return movement_ask(view, seat, later, winter_texts(view.wishes(seat)))
    if view.kind == "retreat":
        return retreat_ask(view, seat, due(view, seat), winter_later(view, seat))
    return winter_ask(view, seat, due(view, seat))
