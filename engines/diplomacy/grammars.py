"""What a seat may say now, whatever the phase."""

from __future__ import annotations

from collections.abc import Mapping

from engines.base import Obligation, Seat
from engines.diplomacy.adjustments import build_options, unit_balance
from engines.diplomacy.defaults import must_answer
from engines.diplomacy.later import retreat_grammar, retreats_later, winter_grammar, winter_later, winter_texts
from engines.diplomacy.sentences import movement_grammar
from engines.diplomacy.state import DiplomacyState
from engines.language.grammar import OrderGrammar


def diplomacy_obligations(state: DiplomacyState) -> Mapping[Seat, Obligation]:
    """Return who may speak, and who of them is waited for (§11.5)."""
    return {seat: "due" if must_answer(state, seat) else "free" for seat in state.seats if may_speak(state, seat)}


def may_speak(state: DiplomacyState, seat: Seat) -> bool:
    """Return whether there is anything that a seat may say."""
    if state.ranks is not None or seat in state.out:
        return False
    if state.kind != "adjustment":
        return bool(state.units_of(seat)) or (state.kind == "retreat" and bool(state.dislodged_of(seat)))
    owed = unit_balance(state.by_province, state.centres, seat)
    return owed < 0 or (owed > 0 and bool(build_options(state.board, state.by_province, state.centres, seat)))


def build_diplomacy_grammar(view: DiplomacyState, seat: Seat) -> OrderGrammar | None:
    """The sentences of the phase, and those for later phases; None if there is nothing to say."""
    if not may_speak(view, seat):
        return None
    if view.kind == "movement":
        later = (*retreats_later(view, seat), *winter_later(view, seat))
        return movement_grammar(view, seat, later, winter_texts(view.standing_orders_of(seat)))
    if view.kind == "retreat":
        return retreat_grammar(view, seat, must_answer(view, seat), winter_later(view, seat))
    return winter_grammar(view, seat, must_answer(view, seat))
