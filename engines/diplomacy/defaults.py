"""What becomes of a seat that says nothing, from its standing orders and the rules; and so who owes an answer (§11)."""

from __future__ import annotations

from engines.base import Seat
from engines.diplomacy.adjustments import build_options, resolve_builds, resolve_removals, unit_balance
from engines.diplomacy.data import parse_unit
from engines.diplomacy.state import DiplomacyState, DislodgedUnit, StandingOrders
from engines.diplomacy.units import Unit, province_of


def must_answer(state: DiplomacyState, seat: Seat) -> bool:
    """Return whether the phase waits for a seat: it has something to decide that its standing orders do not (§11.5)."""
    if state.kind == "movement":
        return bool(state.units_of(seat))
    if state.kind == "retreat":
        wishes = state.standing_orders_of(seat)
        return any(one.options and not wanted_retreat(one, wishes) for one in state.dislodged_of(seat))
    return is_winter_open(state, seat)


def wanted_retreat(one: DislodgedUnit, wishes: StandingOrders) -> str:
    """The first of a seat's wishes for a dislodged unit that is possible (§9.5), DISBAND among them; else ""."""
    wished = wishes.retreats.get(province_of(one.unit.at), ())
    return next((to for to in wished if to == "DISBAND" or to in one.options), "")


def is_winter_open(state: DiplomacyState, seat: Seat) -> bool:
    """Return whether standing orders leave builds or removals of a seat open."""
    wishes, owed = state.standing_orders_of(seat), unit_balance(state.by_province, state.centres, seat)
    if owed < 0:
        mine = {province_of(unit.at) for unit in state.units_of(seat)}
        return len(mine) > -owed > len(mine.intersection(wishes.removes))
    sites = {province_of(unit.at) for unit in build_options(state.board, state.by_province, state.centres, seat)}
    return "WAIVE" not in wishes.builds and len(standing_builds(state, seat)) < min(owed, len(sites))


def standing_builds(state: DiplomacyState, seat: Seat) -> tuple[Unit, ...]:
    """Return what a seat's standing orders build."""
    return wished_builds(state, seat, state.standing_orders_of(seat).builds)


def wished_builds(state: DiplomacyState, seat: Seat, wished: tuple[str, ...]) -> tuple[Unit, ...]:
    """Return what is built of the units wished ("F BRE"), up to the first WAIVE (§10.6)."""
    before = wished[: wished.index("WAIVE")] if "WAIVE" in wished else wished
    options = build_options(state.board, state.by_province, state.centres, seat)
    owed = unit_balance(state.by_province, state.centres, seat)
    return resolve_builds(options, [parse_unit(text, seat) for text in before], owed)


def standing_removals(state: DiplomacyState, seat: Seat) -> tuple[Unit, ...]:
    """Return what a seat's standing orders and then civil disorder remove."""
    return wished_removals(state, seat, state.standing_orders_of(seat).removes)


def wished_removals(state: DiplomacyState, seat: Seat, wished: tuple[str, ...]) -> tuple[Unit, ...]:
    """Return what is removed: of the provinces wished, then by civil disorder (§10.6, §11.2)."""
    owed = unit_balance(state.by_province, state.centres, seat)
    return resolve_removals(
        state.board, state.by_province, state.centres, seat, wished, max(-owed, 0), state.options.distance
    )
