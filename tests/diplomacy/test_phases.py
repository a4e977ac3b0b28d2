"""From one phase to the next: what the contract of engines demands, pinned where it once failed."""

from __future__ import annotations

from itertools import permutations

from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.orders import read

TYROLIA = {"AUSTRIA": "A VIE - TYR", "GERMANY": "A MUN - TYR", "ITALY": "A VEN - TYR"}


def test_events_do_not_tell_whose_orders_were_read_first() -> None:
    """Three armies bounce; each event names the other two in one order, whatever order the seats were given in."""
    dice = LoadedDice()
    state = ENGINE.start((), dice).state
    given = {}
    for seat, line in TYROLIA.items():
        ask = ENGINE.ask(state, seat)
        assert ask is not None
        given[seat] = read(ask, line).orders
    steps = [ENGINE.resolve(state, {seat: given[seat] for seat in seats}, dice) for seats in permutations(given)]
    assert all(step == steps[0] for step in steps)
    bounced = [event.args["by"] for event in steps[0].events if event.args.get("verdict") == "bounced"]
    assert bounced == [["MUN", "VEN"], ["VIE", "VEN"], ["VIE", "MUN"]]
