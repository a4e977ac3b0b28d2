"""What a seat is told about a phase: what happened and what it means, the map with every order, results with reasons,
the year's chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engines.base import Event, Seat, returns_tuple
from engines.diplomacy import prose
from engines.diplomacy.board import diplomacy_standings_table, due_tables
from engines.diplomacy.data import STANDARD
from engines.diplomacy.drawing import STYLES, draw_diplomacy_map, focus_provinces, phase_map, position_pieces
from engines.diplomacy.lead import diplomacy_opening_lead, write_diplomacy_lead
from engines.diplomacy.lexicon import location_label, unit_label
from engines.diplomacy.state import DiplomacyState, full_phase_name, position_title
from engines.diplomacy.units import Province
from engines.report import Block, Cell, Heading, Lead, Paragraph, Table, TableRow, make_columns

SHOWN_YEARS = 8


@returns_tuple
def build_diplomacy_report(
    view: DiplomacyState, seat: Seat | None, events: Sequence[Event], before: DiplomacyState | None = None
) -> Iterator[Block]:
    """The report on what led to a position, for a seat or (None) anybody."""
    focus = focus_provinces(view, seat)
    if before is None:
        yield Heading("The opening", 1)
        yield Lead(diplomacy_opening_lead(view, seat))
        yield draw_diplomacy_map(position_title(view), view.centres, position_pieces(view), focus=focus)
    else:
        title = full_phase_name(before.phase)
        yield Heading(title, 1)
        yield Lead(write_diplomacy_lead(view, seat, events))
        first = [event for event in events if event.args["phase"] == before.phase]
        captures = [event for event in events if event.kind == "centre"]
        yield phase_map(before, view, [*first, *(e for e in captures if e not in first)], title, focus)
    yield diplomacy_standings_table(view, seat, before)
    yield from centre_blocks(events)
    yield from due_tables(view, seat)
    for phase, group in groupby(events, lambda event: str(event.args["phase"])):
        yield from results_table(phase, list(group), view, seat)
    yield standing_units(view)
    yield from centres_chart(view)


# --- results ----------------------------------------------------------------------------------------------------


def centre_blocks(events: Sequence[Event]) -> Iterator[Block]:
    """The centres that changed hands, and who is out."""
    captures = sorted((e.args for e in events if e.kind == "centre"), key=lambda args: (args["seat"], args["from"]))
    changed = [prose.describe_capture(args) for args in captures]
    out = [f"{STYLES[event.args['seat']].name} is out of the game." for event in events if event.kind == "out"]
    if changed or out:
        yield Heading("Centres", 3)
        yield Paragraph(" ".join((*changed, *out)))


def results_table(phase: str, events: Sequence[Event], view: DiplomacyState, reader: Seat | None) -> Iterator[Block]:
    """The results of one phase, power by power, the reader's own first."""
    rows: list[TableRow] = []
    for seat in sorted(view.seats, key=lambda seat: seat != reader):
        mine = [row for event in events if event.args.get("seat") == seat for row in result_rows(event)]
        rows += [(Cell(STYLES[seat].name, seat=seat),), *mine] if mine else []
    if rows:
        yield Table(
            "orders", make_columns("Order", "Result"), tuple(rows), f"Orders and results, {full_phase_name(phase)}"
        )


def result_rows(event: Event) -> Iterator[TableRow]:
    args = event.args
    if event.kind == "order":
        silent = "" if args["given"] else " (no order)"
        yield f"{prose.describe_order(args)}{silent}", Cell(prose.describe_reason(args), good=was_successful(event))
    elif event.kind == "retreat":
        yield prose.retreat_order(args), Cell(prose.retreat_reason(args), good=args["verdict"] == "succeeds")
    elif event.kind in ("build", "waive", "remove"):
        yield prose.winter_order(event), Cell(prose.build_reason(event))


def was_successful(event: Event) -> bool | None:
    """Return whether an order did what it was to do; None for a fleet that was ready in vain."""
    if event.args["verdict"] == "available":
        return None
    return event.args["verdict"] == "succeeds" and not event.args["dislodged_by"]


# --- the position -----------------------------------------------------------------------------------------------


def standing_units(view: DiplomacyState) -> Table:
    """Return where everybody stands now."""
    rows = tuple(
        (Cell(STYLES[seat].name, seat=seat), ", ".join(map(unit_label, view.units_of(seat))) or "–")
        for seat in view.seats
        if seat not in view.out
    )
    when = "at the end" if view.ranks is not None else full_phase_name(view.phase)
    return Table("units", make_columns("Power", "Units"), rows, f"The position, {when}")


def centres_chart(view: DiplomacyState) -> Iterator[Block]:
    """Centres by year, one row a year, and who owns what now."""
    years = sorted(view.history, key=int)[-SHOWN_YEARS:]
    opening = str(view.options.start_year - 1)
    rows: tuple[TableRow, ...] = tuple(
        (
            "start" if year == opening else year,
            *(sum(o == seat for o in view.history[year].values()) for seat in view.seats),
        )
        for year in years
    )
    head = make_columns("Year", *(STYLES[seat].letter for seat in view.seats))
    yield Table("years", head, rows, "Centres by year")
    owned = tuple(
        (Cell(STYLES[seat].name, seat=seat), centre_names(at for at, owner in view.centres.items() if owner == seat))
        for seat in view.seats
        if view.count_centres(seat)
    )
    free = centre_names(STANDARD.centres - view.centres.keys())
    yield Table(
        "centres",
        make_columns("Power", "Centres"),
        (*owned, *([("nobody", free)] if free else [])),
        "Who owns which centre",
    )


def centre_names(centres: Iterable[Province]) -> str:
    """Centres by name, in alphabetical order."""
    return ", ".join(sorted(map(location_label, centres)))
