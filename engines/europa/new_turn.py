"""The start of a turn: order of play, recruits, order of elections, risks of war (§5.2 to §5.5)."""

from __future__ import annotations

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.state import MOST_PAWNS, Card, State
from engines.europa.turn import Run

ROLLS = 6
WAR_TURNS = (3, 4)


def start(run: Run) -> None:
    """Everything that happens at the start of a turn before anybody is asked."""
    run.set(board={}, commits={}, chooser="", pool=0, part=1, sheet=None, half={})
    order = turn_order(run)
    run.set(order=order, ranking=order)
    run.tell("order", order=order)
    recruit(run)
    deal(run)
    if run.state.turn in WAR_TURNS:
        risks(run)


def turn_order(run: Run) -> tuple[Seat, ...]:
    """By lot on turn 1, the others following in the order of the seats; then by points (§5.2)."""
    state = run.state
    if state.turn > 1:
        return tuple(run.ranked(state.playing, {seat: (-state.pp[seat],) for seat in state.seats}, "order"))
    first = highest(run, state.playing)
    at = state.playing.index(first)
    return (*state.playing[at:], *state.playing[:at])


def highest(run: Run, seats: tuple[Seat, ...]) -> Seat:
    """Who throws the highest die; those with equal ones throw again."""
    thrown = {seat: run.dice.roll("order", 10) for seat in seats}
    run.tell("lot", stream="order", dice=thrown)
    best = tuple(seat for seat in seats if thrown[seat] == max(thrown.values()))
    return best[0] if len(best) == 1 else highest(run, best)


def recruits(state: State, seat: Seat) -> int:
    """The pawns a party raises: one for each ten points, as many as the box holds, or as are left (§5.3 and §6.5)."""
    if seat not in state.playing:
        return 0
    return min(MOST_PAWNS - state.spent.get(seat, 0), state.pp[seat] // 10)


def recruit(run: Run) -> None:
    state = run.state
    raised = {seat: recruits(state, seat) for seat in state.seats}
    spent = {seat: state.spent.get(seat, 0) + raised[seat] for seat in state.seats}
    run.set(recruits=raised, reserve=raised, spent=spent if state.options.permanent_supply else {})


def deal(run: Run) -> None:
    """Shuffles and numbers the elections of all countries that have entered and are not in the EU (§5.4)."""
    state = run.state
    there = sorted(c.code for c in state.table.countries.values() if c.turn <= state.turn and c.code not in state.eu)
    options = state.options
    shared = options.tournament and options.share_track
    dice = run.dice.common(f"{options.tournament}/T{state.turn}/track") if shared else run.dice
    cards = dice.shuffle("track", there)
    parts = options.election_parts
    size = -(-len(cards) // parts)
    run.set(track=tuple(Card(n, code, "pending", (n - 1) // size + 1) for n, code in enumerate(cards, 1)))
    run.tell("track", cards=tuple(cards))


def risks(run: Run) -> None:
    """Six throws, each worked out before the next (§5.5)."""
    state = run.state
    tournament = state.options.tournament
    dice = run.dice.common(f"{tournament}/T{state.turn}/risk") if tournament else run.dice
    thrown = []
    for _ in range(ROLLS):
        pair = dice.roll("risk", 10), dice.roll("risk", 10)
        thrown.append(pair)
        strike(run, pair)
    run.set(rolls={**state.rolls, str(state.turn): tuple(thrown)})
    run.tell("level", level=run.state.level)


def strike(run: Run, pair: tuple[int, int]) -> None:
    """What one throw does: nothing to the EU, Tension, War, or a War that spills over (§5.5a, §6.17 to §6.19)."""
    state = run.state
    country = state.table.struck(sum(pair))
    changed: dict[Code, str] = {}
    if country.code not in state.eu:
        if state.markers.get(country.code) == "W":
            for other in country.land:
                worsen(run, other, changed)
        else:
            worsen(run, country.code, changed)
    run.tell("risk", dice=pair, country=country.code, safe=country.code in state.eu, changed=changed)


def worsen(run: Run, code: Code, changed: dict[Code, str]) -> None:
    """Nothing becomes Tension, Tension becomes War; members of the EU are safe."""
    before = run.state.markers.get(code)
    if code not in run.state.eu and before != "W":
        changed[code] = "W" if before == "T" else "T"
        run.mark(code, changed[code])
