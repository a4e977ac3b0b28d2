"""A turn by the book: stage after stage, attack after attack, each closed by its letter (§3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engines import language, states
from engines.base import Dice, Event, Seat, Step
from engines.cantillon import deals, goods
from engines.cantillon.asks import everywhere
from engines.cantillon.combat import Wave
from engines.cantillon.ending import ALWAYS_OVER
from engines.cantillon.stages import LAST, STAGE_OF, Turn, steps
from engines.cantillon.state import State
from engines.cantillon.working import Working
from engines.dice import LoadedDice
from engines.language.ask import Order

Done = Callable[[State, tuple[Event, ...]], Step[State]]
PAY, EXPAND, GENERATE = 2, 3, 6


def begin(state: State, seat: Seat, done: Done) -> Step[State]:
    """A player's turn: tax runs by itself, then his first stage opens."""
    working = Working(state, LoadedDice())
    working.tell("turn", seat=seat)
    Turn(working, seat, ()).play(1, 1)
    clean = working.frozen(active=seat, again=0)
    return open_stage(clean, PAY, tuple(working.events), done)


def open_stage(state: State, stage: int, events: tuple[Event, ...], done: Done) -> Step[State]:
    """Opens the next stage in which there is something to decide; none after the game is decided."""
    if stage > LAST or state.active in state.out or len(state.alive) <= ALWAYS_OVER:
        return done(replace(state, closed={}, plan={}, stage=0), events)
    working = Working(state, LoadedDice())
    if stage == PAY and not any(working.armies(state.active)):
        return open_stage(state, EXPAND, events, done)
    if stage == GENERATE and not goods.factories(working, state.active):
        Turn(working, state.active, ()).play(stage, stage)
        return open_stage(working.frozen(), stage + 1, (*events, *working.events), done)
    opened = replace(state, stage=stage, phase=name(state, stage), kind="stage", attack=False)
    text = states.dump(replace(opened, closed={}))
    return Step(replace(opened, closed={**state.closed, str(stage): text}), events)


def name(state: State, stage: int) -> str:
    more = f"-{state.again}" if state.again else ""
    return f"R{state.round}-{state.active}-{stage}{more}"


def resolve(state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice, done: Done) -> Step[State]:
    """Closes the open stage, and those after it up to the last that the letter speaks of."""
    earlier = reopened(state, orders)
    if earlier is not None:
        return earlier
    working = Working(state, dice)
    for seat in state.alive:
        deals.offer(working, seat, orders[seat])
    said = orders[state.active]
    if state.attack:
        return go_on(working, said, done)
    last = max((STAGE_OF.get(order.verb, state.stage) for order in said), default=state.stage)
    turn = Turn(working, state.active, said, once=True)
    return closed(turn, state.stage, max(last, state.stage), done)


def closed(turn: Turn, first: int, last: int, done: Done) -> Step[State]:
    """Plays stages; an attack that may be called off interrupts them."""
    turn.play(first, last)
    working = turn.working
    if turn.rest is not None:
        return interrupted(turn, last)
    return open_stage(working.frozen(), last + 1, tuple(working.events), done)


# --- an attack that may be called off ----------------------------------------------------------------------------


def interrupted(turn: Turn, last: int) -> Step[State]:
    """Asks whether the next attacker goes on; all lines still to come are kept."""
    working, state = turn.working, turn.working.state
    assert turn.rest is not None
    later = [o.text for o in turn.orders if EXPAND < STAGE_OF.get(o.verb, EXPAND) <= last or o.verb == "SAVE"]
    first = [f"{n}{letter}" for letter, n in working.spent_first.items() if n > 0]
    if first:
        later.append(f"SPEND {' '.join(first)}")
    again = state.again + 1
    asked = working.frozen(
        plan={state.active: (spoken(turn.rest), *(o.text for o in turn.waiting), *later)},
        attack=True,
        again=again,
        stage=EXPAND,
        moved={f"{area} {letter}": n for (area, letter), n in working.moved.items() if n},
        besieged=tuple(turn.sieges),
        beaten=dict(working.takers),
        tossed=working.tossed,
    )
    return Step(replace(asked, phase=name(asked, EXPAND)), tuple(working.events))


def spoken(wave: Wave) -> str:
    """What is left of an attack, as a line."""
    most = f" MAX {wave.most}" if wave.most < len(wave.starts) else ""
    stop = f" STOP {wave.stop}" if wave.stop < len(wave.starts) else ""
    return f"ATT {wave.goal} FROM {' , '.join(wave.starts)}{most}{stop}{' FOLLOW' if wave.follow else ''}"


def go_on(working: Working, said: Sequence[Order], done: Done) -> Step[State]:
    """AGAIN or STOP, then the lines that waited."""
    state = working.state
    plan = state.plan[state.active]
    stopped = any(order.verb == "STOP" for order in said)
    lines = language.read(everywhere(state, state.active), "\n".join(plan[1:] if stopped else plan)).orders
    turn = Turn(working, state.active, lines, once=True)
    working.moved = Counter({tuple(key.split()): n for key, n in state.moved.items()})  # type: ignore[misc]
    steps(turn, [order for order in lines if order.verb in ("STEP", "ATT")], state.besieged)
    last = max((STAGE_OF.get(order.verb, EXPAND) for order in lines), default=EXPAND)
    if turn.rest is not None:
        return interrupted(turn, last)
    return closed(turn, EXPAND + 1, max(last, EXPAND), done)


# --- going back --------------------------------------------------------------------------------------------------


def reopened(state: State, orders: Mapping[Seat, Sequence[Order]]) -> Step[State] | None:
    """The position before a closed stage, if all who are left ask for the same one."""
    wishes = [{order.args["stage"] for order in orders[seat] if order.verb == "REOPEN"} for seat in state.alive]
    agreed = [stage for stage in set.intersection(*wishes) if str(stage) in state.closed]
    if not agreed:
        return None
    (stage,) = agreed
    before = states.load(State, state.closed[str(stage)])
    kept = {number: text for number, text in state.closed.items() if int(number) <= stage}
    again = replace(before, closed=kept, again=state.again + 1)
    back = replace(again, phase=name(again, stage))
    return Step(back, (Event("reopened", {"seat": state.active, "stage": stage}),))
