"""Resolves phases: one after the other until somebody owes an answer, or the game is over (§4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.base import Event, Seat, Step
from engines.diplomacy import defaults, events, meaning
from engines.diplomacy.adjudicate import adjudicate
from engines.diplomacy.adjustments import balance, build_options, captured
from engines.diplomacy.defaults import due
from engines.diplomacy.ending import judged
from engines.diplomacy.retreats import resolve_retreats, retreat_options
from engines.diplomacy.state import Dislodged, Standing, State, following, in_order, kind_of
from engines.diplomacy.units import Province, Unit, province
from engines.language.ask import Order

Orders = Mapping[Seat, Sequence[Order]]


def resolve(state: State, orders: Orders) -> Step[State]:
    """The next phase in which somebody owes something, or the end, and everything that happened on the way (§4.2)."""
    step = one_phase(state, orders)
    happened = [*step.events]
    while step.state.ranks is None and not any(due(step.state, seat) for seat in step.state.seats):
        step = one_phase(step.state, {})
        happened += step.events
    return Step(step.state, tuple(happened))


def one_phase(state: State, orders: Orders) -> Step[State]:
    """Resolves exactly one phase. A seat without orders gets the default."""
    kept = remembered(state, orders)
    if state.kind == "movement":
        return movement(kept, orders)
    return retreat(kept, orders) if state.kind == "retreat" else winter(kept)


def remembered(state: State, orders: Orders) -> State:
    """The position with the standing orders that came with the orders of the phase."""
    standing = dict(state.standing)
    for seat, given in orders.items():
        wishes = meaning.standing(state.wishes(seat), given)
        if wishes != state.wishes(seat):
            standing[seat] = wishes
    return replace(state, standing=standing)


# --- the three kinds of phase -----------------------------------------------------------------------------------


def movement(state: State, orders: Orders) -> Step[State]:
    """Moves, then either retreats or what comes after them."""
    units = state.by_province
    said = {seat: meaning.commands(orders.get(seat, ())) for seat in state.seats}
    commands = {at: said[unit.seat][at] for at, unit in units.items() if at in said[unit.seat]}
    verdicts = adjudicate(state.board, units, commands, state.options.rulings)
    after, contested = verdicts.units, tuple(sorted(verdicts.contested))
    dislodged = tuple(
        Dislodged(
            units[at],
            attacker,
            retreat_options(state.board, after, units[at], verdicts.barred(at), contested),
        )
        for at, attacker in sorted(verdicts.dislodged.items(), key=lambda pair: state.seats.index(units[pair[0]].seat))
    )
    moved = replace(state, units=in_order(after, state.seats), dislodged=dislodged, contested=contested)
    told = (*events.moves(state, commands, verdicts), *events.dislodgements(state, dislodged))
    return season_over(moved, told) if not dislodged else Step(enter(moved, following(state.phase)), told)


def retreat(state: State, orders: Orders) -> Step[State]:
    """Retreats by the orders, then by standing orders; whoever has neither is disbanded (§9)."""
    wanted: dict[Province, str] = {}
    for seat in state.seats:
        said = meaning.retreats(orders.get(seat, ()))
        wishes = Standing({**state.wishes(seat).retreats, **said})
        wanted |= {province(one.unit.at): defaults.wanted_retreat(one, wishes) for one in state.dislodged_of(seat)}
    tried = {at: place for at, place in wanted.items() if place and place != "DISBAND"}
    arrived = resolve_retreats(tried)
    landed = {
        province(place): Unit(one.unit.kind, place, one.unit.seat)
        for one in state.dislodged
        if (place := arrived.get(province(one.unit.at)))
    }
    told = events.retreats(state, wanted, arrived)
    after = replace(state, units=in_order({**state.by_province, **landed}, state.seats), dislodged=(), contested=())
    return season_over(after, told)


def winter(state: State) -> Step[State]:
    """Builds and removals, by each seat's wishes: the orders of the phase are among them (§10)."""
    units, told = state.by_province, list[Event]()
    for seat in state.seats:
        owed = balance(state.by_province, state.centres, seat)
        if owed > 0 and build_options(state.board, state.by_province, state.centres, seat):
            wished = state.wishes(seat).builds
            built = defaults.builds(state, seat, wished)
            units = {**units, **{province(unit.at): unit for unit in built}}
            told += events.builds(state, seat, wished, built, owed)
        elif owed < 0:
            wished = state.wishes(seat).removes
            removed = defaults.removals(state, seat, wished)
            gone = {province(unit.at) for unit in removed}
            units = {at: unit for at, unit in units.items() if at not in gone}
            told += events.removals(state, seat, wished, removed)
    after = replace(state, units=in_order(units, state.seats), standing={})
    return judged(enter(after, following(state.phase)), tuple(told), over=not units)


# --- from phase to phase ----------------------------------------------------------------------------------------


def season_over(state: State, told: tuple[Event, ...]) -> Step[State]:
    """After the moves and retreats of a season: fall changes the owners of centres, and may end the game
    (§10.1, §12.1, §12.4)."""
    state = replace(state, standing=without_retreats(state.standing))
    if state.phase[0] == "S":
        return judged(enter(state, f"F{state.year}M"), told)
    owners = captured(state.board, state.by_province, state.centres)
    told = (*told, *events.captures(state, owners))
    history = {**state.history, str(state.year): owners}
    after = replace(enter(state, f"W{state.year}A"), centres=owners, history=history)
    ends = state.options.end_year
    won = any(after.count(seat) >= after.options.victory for seat in after.seats)
    return judged(after, told, over=won or bool(ends and state.year >= ends))


def without_retreats(standing: Mapping[Seat, Standing]) -> dict[Seat, Standing]:
    """Wishes for retreats last for one season (§9.5)."""
    kept = {seat: replace(wishes, retreats={}) for seat, wishes in standing.items()}
    return {seat: wishes for seat, wishes in kept.items() if wishes.builds or wishes.removes}


def enter(state: State, phase: str) -> State:
    return replace(state, phase=phase, kind=kind_of(phase))
