"""How things stand now: the map with the orders given, everybody's centres and units, and what is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Seat, whole
from engines.diplomacy import prose
from engines.diplomacy.adjustments import balance, build_options
from engines.diplomacy.defaults import wanted_retreat
from engines.diplomacy.drawing import STYLES, standing_map
from engines.diplomacy.lexicon import label, unit_label
from engines.diplomacy.state import Dislodged, State, titled
from engines.diplomacy.units import province
from engines.language.ask import Order
from engines.report import STANDINGS, Block, Cell, Column, Count, Row, Table, columns


@whole
def blocks(view: State, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
    """The position from which a seat orders, with what it has ordered; for a bystander (None) the position."""
    title = "The end of the game" if view.ranks is not None else titled(view)
    yield standing_map(view, seat, orders, title)
    yield standings(view, seat)
    yield from due(view, seat)


def standings(view: State, reader: Seat | None, before: State | None = None) -> Table:
    """Centres and units of each power, the largest first; what it had before, and how many win."""
    order = sorted(view.seats, key=lambda seat: (-view.count(seat), view.seats.index(seat)))
    rows = tuple(
        (Cell(STYLES[seat].name, seat=seat, strong=seat == reader), *counts(view, seat, before)) for seat in order
    )
    return Table(STANDINGS, columns("Power", Column("centres", goal=view.options.victory), "units"), rows)


def counts(view: State, seat: Seat, before: State | None) -> tuple[Count, int | str]:
    owned = Count(view.count(seat), before.count(seat) if before else None)
    return owned, "out" if seat in view.out else len(view.units_of(seat)) + len(view.dislodged_of(seat))


def due(view: State, reader: Seat | None) -> Iterator[Block]:
    """Who must retreat, and where to; who may build and who must remove."""
    if view.dislodged:
        rows = tuple(retreat(view, one, reader) for one in view.dislodged)
        head = columns("Dislodged unit", "may retreat to", "without an order")
        yield Table("retreats", head, rows, "Retreats due")
    adjusted = view.seats if view.kind == "adjustment" and view.ranks is None else ()
    if adjustments := tuple(adjustment(view, seat) for seat in adjusted if balance_of(view, seat)):
        yield Table("adjustments", columns("Power", "this winter"), adjustments, "Builds and removals due")


def retreat(view: State, one: Dislodged, reader: Seat | None) -> Row:
    """Where a dislodged unit may go; to its own seat, what happens without an order."""
    places = ", ".join(map(label, one.options)) or "nowhere: it is disbanded"
    usual = wanted_retreat(one, view.wishes(one.unit.seat)) if one.unit.seat == reader else None
    silent = "" if usual is None else f"retreats to {label(usual)}" if usual in one.options else "is disbanded"
    return Cell(unit_label(one.unit), seat=one.unit.seat), places, silent


def balance_of(view: State, seat: Seat) -> int:
    """How many units a seat may build now; negative: how many it must remove."""
    owed = balance(view.by_province, view.centres, seat)
    sites = {province(unit.at) for unit in build_options(view.board, view.by_province, view.centres, seat)}
    return min(owed, len(sites))


def adjustment(view: State, seat: Seat) -> Row:
    return Cell(STYLES[seat].name, seat=seat), prose.adjustment(balance_of(view, seat))
