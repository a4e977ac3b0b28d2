"""How things stand now: the map with the orders given, everybody's centres and units, and what is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Seat, returns_tuple
from engines.diplomacy import prose
from engines.diplomacy.adjustments import build_options, unit_balance
from engines.diplomacy.defaults import wanted_retreat
from engines.diplomacy.drawing import STYLES, standing_map
from engines.diplomacy.lexicon import location_label, unit_label
from engines.diplomacy.state import DiplomacyState, DislodgedUnit, position_title
from engines.diplomacy.units import province_of
from engines.language.grammar import Order
from engines.report import STANDINGS, Block, Cell, Column, Count, Table, TableRow, make_columns


@returns_tuple
def build_diplomacy_board(view: DiplomacyState, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
    """The position from which a seat orders, with what it has ordered; for a bystander (None) the position."""
    title = "The end of the game" if view.ranks is not None else position_title(view)
    yield standing_map(view, seat, orders, title)
    yield diplomacy_standings_table(view, seat)
    yield from due_tables(view, seat)


def diplomacy_standings_table(view: DiplomacyState, reader: Seat | None, before: DiplomacyState | None = None) -> Table:
    """Centres and units of each power, the largest first; what it had before, and how many win."""
    order = sorted(view.seats, key=lambda seat: (-view.count_centres(seat), view.seats.index(seat)))
    rows = tuple(
        (Cell(STYLES[seat].name, seat=seat, strong=seat == reader), *centre_and_unit_counts(view, seat, before))
        for seat in order
    )
    return Table(STANDINGS, make_columns("Power", Column("centres", goal=view.options.victory), "units"), rows)


def centre_and_unit_counts(view: DiplomacyState, seat: Seat, before: DiplomacyState | None) -> tuple[Count, int | str]:
    owned = Count(view.count_centres(seat), before.count_centres(seat) if before else None)
    return owned, "out" if seat in view.out else len(view.units_of(seat)) + len(view.dislodged_of(seat))


def due_tables(view: DiplomacyState, reader: Seat | None) -> Iterator[Block]:
    """Yield who must retreat, and where to; who may build and who must remove."""
    if view.dislodged:
        rows = tuple(retreat_row(view, one, reader) for one in view.dislodged)
        head = make_columns("Dislodged unit", "may retreat to", "without an order")
        yield Table("retreats", head, rows, "Retreats due")
    adjusted = view.seats if view.kind == "adjustment" and view.ranks is None else ()
    if adjustments := tuple(adjustment_row(view, seat) for seat in adjusted if usable_balance(view, seat)):
        yield Table("adjustments", make_columns("Power", "this winter"), adjustments, "Builds and removals due")


def retreat_row(view: DiplomacyState, one: DislodgedUnit, reader: Seat | None) -> TableRow:
    """Return where a dislodged unit may go; to its own seat, what happens without an order."""
    places = ", ".join(map(location_label, one.options)) or "nowhere: it is disbanded"
    usual = wanted_retreat(one, view.standing_orders_of(one.unit.seat)) if one.unit.seat == reader else None
    silent = "" if usual is None else f"retreats to {location_label(usual)}" if usual in one.options else "is disbanded"
    return Cell(unit_label(one.unit), seat=one.unit.seat), places, silent


def usable_balance(view: DiplomacyState, seat: Seat) -> int:
    """Return how many units a seat may build now; negative: how many it must remove."""
    owed = unit_balance(view.by_province, view.centres, seat)
    sites = {province_of(unit.at) for unit in build_options(view.board, view.by_province, view.centres, seat)}
    return min(owed, len(sites))


def adjustment_row(view: DiplomacyState, seat: Seat) -> TableRow:
    return Cell(STYLES[seat].name, seat=seat), prose.describe_adjustment(usable_balance(view, seat))
