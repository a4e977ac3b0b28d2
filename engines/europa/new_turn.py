"""The start of a turn: order of play, recruits, order of elections, risks of war (§5.2 to §5.5)."""

from __future__ import annotations

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.state import MOST_PAWNS, ElectionCard, EuropaState
from engines.europa.turn_context import EuropaTurnContext

ROLLS = 6
WAR_TURNS = (3, 4)


def start_turn(working: EuropaTurnContext) -> None:
    """Everything that happens at the start of a turn before anybody is asked."""
    working.change_state(board={}, commits={}, chooser="", pool=0, part=1, sheet=None, half={})
    order = turn_order(working)
    working.change_state(order=order, ranking=order)
    working.record_event("order", order=order)
    raise_recruits(working)
    deal_elections(working)
    if working.state.turn in WAR_TURNS:
        throw_war_risks(working)


def turn_order(working: EuropaTurnContext) -> tuple[Seat, ...]:
    """By lot on turn 1, the others following in the order of the seats; then by points (§5.2)."""
    state = working.state
    if state.turn > 1:
        return tuple(
            working.rank_seats(state.playing_seats, {seat: (-state.pp[seat],) for seat in state.seats}, "order")
        )
    first = highest_thrower(working, state.playing_seats)
    at = state.playing_seats.index(first)
    return (*state.playing_seats[at:], *state.playing_seats[:at])


def highest_thrower(working: EuropaTurnContext, seats: tuple[Seat, ...]) -> Seat:
    """Return who throws the highest die; those with equal ones throw again."""
    thrown = {seat: working.dice.roll("order", 10) for seat in seats}
    working.record_event("lot", stream="order", dice=thrown)
    best = tuple(seat for seat in seats if thrown[seat] == max(thrown.values()))
    return best[0] if len(best) == 1 else highest_thrower(working, best)


def count_recruits(state: EuropaState, seat: Seat) -> int:
    """The pawns a party raises: one for each ten points, as many as the box holds, or as are left (§5.3 and §6.5)."""
    if seat not in state.playing_seats:
        return 0
    return min(MOST_PAWNS - state.spent.get(seat, 0), state.pp[seat] // 10)


def raise_recruits(working: EuropaTurnContext) -> None:
    state = working.state
    raised = {seat: count_recruits(state, seat) for seat in state.seats}
    spent = {seat: state.spent.get(seat, 0) + raised[seat] for seat in state.seats}
    working.change_state(recruits=raised, reserve=raised, spent=spent if state.options.permanent_supply else {})


def deal_elections(working: EuropaTurnContext) -> None:
    """Shuffles and numbers the elections of all countries that have entered and are not in the EU (§5.4)."""
    state = working.state
    there = sorted(c.code for c in state.table.countries.values() if c.turn <= state.turn and c.code not in state.eu)
    options = state.options
    shared = options.tournament and options.share_track
    dice = working.dice.shared_dice(f"{options.tournament}/T{state.turn}/track") if shared else working.dice
    cards = dice.shuffle("track", there)
    parts = options.election_parts
    size = -(-len(cards) // parts)
    working.change_state(
        track=tuple(ElectionCard(n, code, "pending", (n - 1) // size + 1) for n, code in enumerate(cards, 1))
    )
    working.record_event("track", cards=tuple(cards))


def throw_war_risks(working: EuropaTurnContext) -> None:
    """Six throws, each worked out before the next (§5.5)."""
    state = working.state
    tournament = state.options.tournament
    dice = working.dice.shared_dice(f"{tournament}/T{state.turn}/risk") if tournament else working.dice
    thrown = []
    for _ in range(ROLLS):
        pair = dice.roll("risk", 10), dice.roll("risk", 10)
        thrown.append(pair)
        strike_country(working, pair)
    working.change_state(rolls={**state.rolls, str(state.turn): tuple(thrown)})
    working.record_event("level", level=working.state.conflict_level)


def strike_country(working: EuropaTurnContext, pair: tuple[int, int]) -> None:
    """What one throw does: nothing to the EU, Tension, War, or a War that spills over (§5.5a, §6.17 to §6.19)."""
    state = working.state
    country = state.table.struck_country(sum(pair))
    changed: dict[Code, str] = {}
    if country.code not in state.eu:
        if state.markers.get(country.code) == "W":
            for other in country.land:
                worsen_conflict(working, other, changed)
        else:
            worsen_conflict(working, country.code, changed)
    working.record_event("risk", dice=pair, country=country.code, safe=country.code in state.eu, changed=changed)


def worsen_conflict(working: EuropaTurnContext, code: Code, changed: dict[Code, str]) -> None:
    """Nothing becomes Tension, Tension becomes War; members of the EU are safe."""
    before = working.state.markers.get(code)
    if code not in working.state.eu and before != "W":
        changed[code] = "W" if before == "T" else "T"
        working.set_marker(code, changed[code])
