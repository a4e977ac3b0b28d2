"""What a sensible player would do: their best cards first, as far as these still pay when their time comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.base import Seat
from engines.europax.data import Country
from engines.europax.grammars import available_boards, is_awaited
from engines.europax.prospects import list_prospects
from engines.europax.state import EuropaxState

CARDS_PLANNED = 4
"""Cards in a plan."""


def advise_europax(view: EuropaxState, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    if view.kind == "setup":
        boards = [choice.code for choice in available_boards(view)]
        random.shuffle(boards)
        return (f"BOARD {' '.join(boards)}",) if seat in view.players else ()
    if not is_awaited(view, seat):
        return ()
    return tuple(line for country in view.countries_of(seat) for line in advise_country(view, seat, country))


def advise_country(view: EuropaxState, seat: Seat, country: Country) -> Iterator[str]:
    """The best cards, those that lose money only if nobody else can be served; buys from whoever is poorest."""
    head = f"{country} " if len(view.countries_of(seat)) > 1 else ""
    if view.pending:
        yield f"{head}BUY {view.pending.product} FROM {poorest_country(view, country)}"
        return
    for one in list_prospects(view, country)[:CARDS_PLANNED]:
        yield f"{head}PLAY {one.card}"
    yield f"{head}BUY * FROM {poorest_country(view, country)}"


def poorest_country(view: EuropaxState, country: Country) -> Country:
    return min((c for c in view.order if c != country), key=lambda c: (view.country_worth(c), c))
