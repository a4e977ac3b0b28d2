"""Resolves phases: one after the other until somebody owes an answer, or the game is over (§4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Event, Seat, Step
from engines.diplomacy import defaults, events, meaning
from engines.diplomacy.adjudicate import adjudicate_moves
from engines.diplomacy.adjustments import build_options, centre_owners, unit_balance
from engines.diplomacy.defaults import must_answer
from engines.diplomacy.ending import finish_step
from engines.diplomacy.retreats import resolve_retreats, retreat_options
from engines.diplomacy.state import DiplomacyState, DislodgedUnit, StandingOrders, next_phase, phase_kind, sort_units
from engines.diplomacy.units import Province, Unit, province_of
from engines.language.grammar import Order

Orders = Mapping[Seat, Sequence[Order]]


def resolve_diplomacy(state: DiplomacyState, orders: Orders) -> Step[DiplomacyState]:
    """The next phase in which somebody owes something, or the end, and everything that happened on the way (§4.2)."""
    step = resolve_one_phase(state, orders)
    happened = [*step.events]
    while step.state.ranks is None and not any(must_answer(step.state, seat) for seat in step.state.seats):
        step = resolve_one_phase(step.state, {})
        happened += step.events
    return Step(step.state, tuple(happened))


def resolve_one_phase(state: DiplomacyState, orders: Orders) -> Step[DiplomacyState]:
    """Resolves exactly one phase. A seat without orders gets the default."""
    kept = remember_standing(state, orders)
    if state.kind == "movement":
        return resolve_movement(kept, orders)
    return resolve_retreat_phase(kept, orders) if state.kind == "retreat" else resolve_winter(kept)


def remember_standing(state: DiplomacyState, orders: Orders) -> DiplomacyState:
    """The position with the standing orders that came with the orders of the phase."""
    standing = dict(state.standing)
    for seat, given in orders.items():
        wishes = meaning.update_standing(state.standing_orders_of(seat), given)
        if wishes != state.standing_orders_of(seat):
            standing[seat] = wishes
    return replace(state, standing=standing)


# --- the three kinds of phase -----------------------------------------------------------------------------------


def resolve_movement(state: DiplomacyState, orders: Orders) -> Step[DiplomacyState]:
    """Moves, then either retreats or what comes after them."""
    units = state.by_province
    said = {seat: meaning.read_commands(orders.get(seat, ())) for seat in state.seats}
    commands = {at: said[unit.seat][at] for at, unit in units.items() if at in said[unit.seat]}
    verdicts = adjudicate_moves(state.board, units, commands, state.options.rulings)
    after, contested = verdicts.units_after, tuple(sorted(verdicts.contested_provinces))
    dislodged = tuple(
        DislodgedUnit(
            units[at],
            attacker,
            retreat_options(state.board, after, units[at], verdicts.barred_province(at), contested),
        )
        for at, attacker in sorted(verdicts.dislodged.items(), key=lambda pair: state.seats.index(units[pair[0]].seat))
    )
    moved = replace(state, units=sort_units(after, state.seats), dislodged=dislodged, contested=contested)
    told = (*events.order_events(state, commands, verdicts), *events.dislodgement_events(state, dislodged))
    return end_season(moved, told) if not dislodged else Step(enter_phase(moved, next_phase(state.phase)), told)


def resolve_retreat_phase(state: DiplomacyState, orders: Orders) -> Step[DiplomacyState]:
    """Retreats by the orders, then by standing orders; whoever has neither is disbanded (§9)."""
    wanted: dict[Province, str] = {}
    for seat in state.seats:
        said = meaning.read_retreats(orders.get(seat, ()))
        wishes = StandingOrders({**state.standing_orders_of(seat).retreats, **said})
        wanted |= {province_of(one.unit.at): defaults.wanted_retreat(one, wishes) for one in state.dislodged_of(seat)}
    tried = {at: place for at, place in wanted.items() if place and place != "DISBAND"}
    arrived = resolve_retreats(tried)
    landed = {
        province_of(place): Unit(one.unit.kind, place, one.unit.seat)
        for one in state.dislodged
        if (place := arrived.get(province_of(one.unit.at)))
    }
    told = events.retreat_events(state, wanted, arrived)
    after = replace(state, units=sort_units({**state.by_province, **landed}, state.seats), dislodged=(), contested=())
    return end_season(after, told)


def resolve_winter(state: DiplomacyState) -> Step[DiplomacyState]:
    """Builds and removals, by each seat's wishes: the orders of the phase are among them (§10)."""
    units, told = state.by_province, list[Event]()
    for seat in state.seats:
        owed = unit_balance(state.by_province, state.centres, seat)
        if owed > 0 and build_options(state.board, state.by_province, state.centres, seat):
            wished = state.standing_orders_of(seat).builds
            built = defaults.wished_builds(state, seat, wished)
            units = {**units, **{province_of(unit.at): unit for unit in built}}
            told += events.build_events(state, seat, wished, built, owed)
        elif owed < 0:
            wished = state.standing_orders_of(seat).removes
            removed = defaults.wished_removals(state, seat, wished)
            gone = {province_of(unit.at) for unit in removed}
            units = {at: unit for at, unit in units.items() if at not in gone}
            told += events.removal_events(state, seat, wished, removed)
    after = replace(state, units=sort_units(units, state.seats), standing={})
    return finish_step(enter_phase(after, next_phase(state.phase)), tuple(told), over=not units)


# --- from phase to phase ----------------------------------------------------------------------------------------


def end_season(state: DiplomacyState, told: tuple[Event, ...]) -> Step[DiplomacyState]:
    """After the moves and retreats of a season: fall changes the owners of centres, and may end the game
    (§10.1, §12.1, §12.4)."""
    state = replace(state, standing=without_retreats(state.standing))
    if state.phase[0] == "S":
        return finish_step(enter_phase(state, f"F{state.year}M"), told)
    owners = centre_owners(state.board, state.by_province, state.centres)
    told = (*told, *events.capture_events(state, owners))
    history = {**state.history, str(state.year): owners}
    after = replace(enter_phase(state, f"W{state.year}A"), centres=owners, history=history)
    ends = state.options.end_year
    won = any(after.count_centres(seat) >= after.options.victory for seat in after.seats)
    return finish_step(after, told, over=won or bool(ends and state.year >= ends))


def without_retreats(standing: Mapping[Seat, StandingOrders]) -> dict[Seat, StandingOrders]:
    """Wishes for retreats last for one season (§9.5)."""
    kept = {seat: replace(wishes, retreats={}) for seat, wishes in standing.items()}
    return {seat: wishes for seat, wishes in kept.items() if wishes.builds or wishes.removes}


def enter_phase(state: DiplomacyState, phase: str) -> DiplomacyState:
    return replace(state, phase=phase, kind=phase_kind(phase))
