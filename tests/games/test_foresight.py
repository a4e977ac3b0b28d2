"""What a seat foresees is made from its own view: any seat can be asked, remarked on and shown from it."""

from __future__ import annotations

from random import Random

import pytest

from engines import states
from engines.abilities import Foreseeable
from engines.base import Engine, State
from engines.contract import contract_dice
from engines.language import parse_orders
from engines.language.grammar import Order
from engines.language.rolling import roll_orders
from engines.report import Map
from pbem.settings.installed_engines import ENGINES

FORESEEN = sorted(code for code, engine in ENGINES.items() if isinstance(engine, Foreseeable))
CASES = sorted({*((code, "") for code in FORESEEN), ("europa", "MODE BOOK")})
PHASES = 12


def game(engine: Engine[State], options: str, seed: int) -> list[tuple[State, dict[str, list[Order]]]]:
    """Positions of a game at random, with what was ordered in each."""
    random, step, found = (
        Random(seed),
        engine.start(parse_orders(engine.setup, options).orders, contract_dice(seed, 0)),
        [],
    )
    for number in range(1, PHASES):
        asks = {seat: engine.grammar(states.seat_view(step.state, seat), seat) for seat in step.state.seats}
        rolled = {seat: roll_orders(grammar, random) for seat, grammar in asks.items() if grammar}
        found.append((step.state, rolled))
        step = engine.resolve(step.state, rolled, contract_dice(seed, number))
        if step.state.ranks:
            break
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("code", "options"), CASES)
def test_every_seat_can_be_asked_from_what_one_sees(code: str, options: str) -> None:
    """Where a trial is offered each seat has its sentences, remarks and board there, and the board has its maps."""
    engine = ENGINES[code]
    for state, rolled in game(engine, options, 1):
        for reader in (state.seats[0], state.seats[-1]):
            view = states.seat_view(state, reader)
            for seat in state.seats:
                grammar = engine.grammar(view, seat)
                assert (grammar is None) == (seat not in rolled)
                given = parse_orders(grammar, "\n".join(order.text for order in rolled[seat])).orders if grammar else ()
                engine.check(view, seat, given)
                bare, drawn = engine.board(view, seat, ()), engine.board(view, seat, given)
                assert sum(isinstance(b, Map) for b in bare) == sum(isinstance(b, Map) for b in drawn)
