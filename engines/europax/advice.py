"""What a sensible player would do: his best cards first, as far as they still pay when their time comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.base import Seat
from engines.europax.asks import boards_of, is_awaited
from engines.europax.data import Country
from engines.europax.prospects import prospects
from engines.europax.state import State

PLANNED = 4
"""Cards in a plan."""


def advise(view: State, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    if view.kind == "setup":
        boards = [choice.code for choice in boards_of(view)]
        random.shuffle(boards)
        return (f"BOARD {' '.join(boards)}",) if seat in view.players else ()
    if not is_awaited(view, seat):
        return ()
    return tuple(line for country in view.countries(seat) for line in lines(view, seat, country))


def lines(view: State, seat: Seat, country: Country) -> Iterator[str]:
    """The best cards, those that lose money only if nobody else can be served; buys from whoever is poorest."""
    head = f"{country} " if len(view.countries(seat)) > 1 else ""
    if view.pending:
        yield f"{head}BUY {view.pending.product} FROM {weakest(view, country)}"
        return
    for one in prospects(view, country)[:PLANNED]:
        yield f"{head}PLAY {one.card}"
    yield f"{head}BUY * FROM {weakest(view, country)}"


def weakest(view: State, country: Country) -> Country:
    return min((c for c in view.order if c != country), key=lambda c: (view.worth(c), c))
