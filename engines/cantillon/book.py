"""A turn by the book: stage after stage, attack after attack, each closed by its letter (§3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engines import language, states
from engines.base import Dice, Event, Seat, Step
from engines.cantillon import deals, goods
from engines.cantillon.combat import AttackWave
from engines.cantillon.ending import ALWAYS_OVER
from engines.cantillon.grammars import any_turn_grammar
from engines.cantillon.stages import LAST, STAGE_OF, CantillonTurn, carry_out_steps
from engines.cantillon.state import CantillonState
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import LoadedDice
from engines.language.grammar import Order

Done = Callable[[CantillonState, tuple[Event, ...]], Step[CantillonState]]
PAY, EXPAND, GENERATE = 2, 3, 6


def begin_book_turn(state: CantillonState, seat: Seat, done: Done) -> Step[CantillonState]:
    """A player's turn: tax runs by itself, then their first stage opens."""
    working = CantillonTurnContext(state, LoadedDice())
    working.record_event("turn", seat=seat)
    CantillonTurn(working, seat, ()).play_stages(1, 1)
    clean = working.freeze_state(active=seat, again=0)
    return open_stage(clean, PAY, tuple(working.events), done)


def open_stage(state: CantillonState, stage: int, events: tuple[Event, ...], done: Done) -> Step[CantillonState]:
    """Opens the next stage in which there is something to decide; none after the game is decided."""
    if stage > LAST or state.active in state.out or len(state.living_seats) <= ALWAYS_OVER:
        return done(replace(state, closed={}, plan={}, stage=0), events)
    working = CantillonTurnContext(state, LoadedDice())
    if stage == PAY and not any(working.armies_of(state.active)):
        return open_stage(state, EXPAND, events, done)
    if stage == GENERATE and not goods.list_factories(working, state.active):
        CantillonTurn(working, state.active, ()).play_stages(stage, stage)
        return open_stage(working.freeze_state(), stage + 1, (*events, *working.events), done)
    opened = replace(state, stage=stage, phase=stage_phase(state, stage), kind="stage", attack=False)
    text = states.dump_state(replace(opened, closed={}))
    return Step(replace(opened, closed={**state.closed, str(stage): text}), events)


def stage_phase(state: CantillonState, stage: int) -> str:
    more = f"-{state.again}" if state.again else ""
    return f"R{state.round}-{state.active}-{stage}{more}"


def resolve_stage(
    state: CantillonState, orders: Mapping[Seat, Sequence[Order]], dice: Dice, done: Done
) -> Step[CantillonState]:
    """Closes the open stage, and those after it up to the last that the letter speaks of."""
    earlier = reopen_stage(state, orders)
    if earlier is not None:
        return earlier
    working = CantillonTurnContext(state, dice)
    for seat in state.living_seats:
        deals.lay_down_halves(working, seat, orders[seat])
    said = orders[state.active]
    if state.attack:
        return go_on_with_attack(working, said, done)
    last = max((STAGE_OF.get(order.verb, state.stage) for order in said), default=state.stage)
    turn = CantillonTurn(working, state.active, said, once=True)
    return close_stages(turn, state.stage, max(last, state.stage), done)


def close_stages(turn: CantillonTurn, first: int, last: int, done: Done) -> Step[CantillonState]:
    """Plays stages; an attack that may be called off interrupts them."""
    turn.play_stages(first, last)
    working = turn.working
    if turn.rest is not None:
        return interrupt_attack(turn, last)
    return open_stage(working.freeze_state(), last + 1, tuple(working.events), done)


# --- an attack that may be called off ----------------------------------------------------------------------------


def interrupt_attack(turn: CantillonTurn, last: int) -> Step[CantillonState]:
    """Asks whether the next attacker goes on; all lines still to come are kept."""
    working, state = turn.working, turn.working.state
    assert turn.rest is not None
    later = [o.text for o in turn.orders if EXPAND < STAGE_OF.get(o.verb, EXPAND) <= last or o.verb == "SAVE"]
    first = [f"{n}{letter}" for letter, n in working.spent_first.items() if n > 0]
    if first:
        later.append(f"SPEND {' '.join(first)}")
    again = state.again + 1
    asked = working.freeze_state(
        plan={state.active: (write_wave(turn.rest), *(o.text for o in turn.waiting), *later)},
        attack=True,
        again=again,
        stage=EXPAND,
        moved={f"{area} {letter}": n for (area, letter), n in working.moved.items() if n},
        besieged=tuple(turn.sieges),
        beaten=dict(working.takers),
        tossed=working.tossed,
    )
    return Step(replace(asked, phase=stage_phase(asked, EXPAND)), tuple(working.events))


def write_wave(wave: AttackWave) -> str:
    """Return what is left of an attack, as a line."""
    most = f" MAX {wave.most}" if wave.most < len(wave.starts) else ""
    stop = f" STOP {wave.stop}" if wave.stop < len(wave.starts) else ""
    return f"ATT {wave.goal} FROM {' , '.join(wave.starts)}{most}{stop}{' FOLLOW' if wave.follow else ''}"


def go_on_with_attack(working: CantillonTurnContext, said: Sequence[Order], done: Done) -> Step[CantillonState]:
    """AGAIN or STOP, then the lines that waited."""
    state = working.state
    plan = state.plan[state.active]
    stopped = any(order.verb == "STOP" for order in said)
    lines = language.parse_orders(
        any_turn_grammar(state, state.active), "\n".join(plan[1:] if stopped else plan)
    ).orders
    turn = CantillonTurn(working, state.active, lines, once=True)
    working.moved = Counter({tuple(key.split()): n for key, n in state.moved.items()})  # type: ignore[misc]
    carry_out_steps(turn, [order for order in lines if order.verb in ("STEP", "ATT")], state.besieged)
    last = max((STAGE_OF.get(order.verb, EXPAND) for order in lines), default=EXPAND)
    if turn.rest is not None:
        return interrupt_attack(turn, last)
    return close_stages(turn, EXPAND + 1, max(last, EXPAND), done)


# --- going back --------------------------------------------------------------------------------------------------


def reopen_stage(state: CantillonState, orders: Mapping[Seat, Sequence[Order]]) -> Step[CantillonState] | None:
    """The position before a closed stage, if all who are left ask for the same one."""
    wishes = [{order.args["stage"] for order in orders[seat] if order.verb == "REOPEN"} for seat in state.living_seats]
    agreed = [stage for stage in set.intersection(*wishes) if str(stage) in state.closed]
    if not agreed:
        return None
    (stage,) = agreed
    before = states.load_state(CantillonState, state.closed[str(stage)])
    kept = {number: text for number, text in state.closed.items() if int(number) <= stage}
    again = replace(before, closed=kept, again=state.again + 1)
    back = replace(again, phase=stage_phase(again, stage))
    return Step(back, (Event("reopened", {"seat": state.active, "stage": stage}),))
