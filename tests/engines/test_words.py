"""What people read names things by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from engines import states
from engines.all import SHIPPED
from engines.dice import KeyedDice
from engines.language import parse_orders, roll_orders
from engines.report import Map
from pbem.render import maps, to_text

PHASES = 4


def list_maps(code: str) -> Iterator[Map]:
    """The maps of the reports and boards of a short game."""
    engine, random = SHIPPED[code], Random(code)
    step = engine.start(parse_orders(engine.setup, "").orders, KeyedDice(b"words", "0"))
    for n in range(PHASES):
        before = step.state
        orders = {
            seat: roll_orders(grammar, random) for seat in before.seats if (grammar := engine.grammar(before, seat))
        }
        step = engine.resolve(before, orders, KeyedDice(b"words", str(n)))
        seat = before.seats[n % len(before.seats)]
        then, now = states.seat_view(before, seat), states.seat_view(step.state, seat)
        told = [event for event in step.events if event.to is None or seat in event.to]
        blocks = (*engine.report(now, seat, told, then), *engine.board(then, seat, orders.get(seat, ())))
        yield from (block for block in blocks if isinstance(block, Map))


@pytest.mark.parametrize("code", ["diplomacy", "europa", "cantillon", "europe2028"])
def test_maps_in_words_name_their_places(code: str) -> None:
    """Numbers of lands stand behind the names; nothing is owned none of, and one is not ones."""
    for map_ in list_maps(code):
        told = "\n".join([*to_text.map_text_lines(map_, 80), maps.describe_map(map_)])
        coded = {at for at in (*map_.chart.regions, *map_.chart.places) if not at.isdigit()} - {"A", "F"}
        assert [at for at in coded if re.search(rf"(?<![\w(]){re.escape(at)}(?![\w)])", told)] == []
        assert not re.search(r"\b0 areas|\b1 (areas|pawns)|token [MECP]\d", told)
