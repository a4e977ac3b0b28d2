"""What a seat is told about a phase: what happened and what it means, the map with every order, results with reasons,
the year's chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engines.base import Event, Seat, whole
from engines.diplomacy import prose
from engines.diplomacy.board import due, standings
from engines.diplomacy.data import STANDARD
from engines.diplomacy.drawing import STYLES, drawn, phase_map, pieces, regions
from engines.diplomacy.lead import lead, opening
from engines.diplomacy.lexicon import label, unit_label
from engines.diplomacy.state import State, title_of, titled
from engines.diplomacy.units import Province
from engines.report import Block, Cell, Heading, Lead, Row, Table, Text, columns

SHOWN_YEARS = 8


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for a seat or (None) anybody."""
    focus = regions(view, seat)
    if before is None:
        yield Heading("The opening", 1)
        yield Lead(opening(view, seat))
        yield drawn(titled(view), view.centres, pieces(view), focus=focus)
    else:
        title = title_of(before.phase)
        yield Heading(title, 1)
        yield Lead(lead(view, seat, events))
        first = [event for event in events if event.args["phase"] == before.phase]
        captures = [event for event in events if event.kind == "centre"]
        yield phase_map(before, view, [*first, *(e for e in captures if e not in first)], title, focus)
    yield standings(view, seat, before)
    yield from taken(events)
    yield from due(view, seat)
    for phase, group in groupby(events, lambda event: str(event.args["phase"])):
        yield from results(phase, list(group), view, seat)
    yield standing_units(view)
    yield from chart(view)


# --- results ----------------------------------------------------------------------------------------------------


def taken(events: Sequence[Event]) -> Iterator[Block]:
    """The centres that changed hands, and who is out."""
    captures = sorted((e.args for e in events if e.kind == "centre"), key=lambda args: (args["seat"], args["from"]))
    changed = [prose.capture(args) for args in captures]
    out = [f"{STYLES[event.args['seat']].name} is out of the game." for event in events if event.kind == "out"]
    if changed or out:
        yield Heading("Centres", 3)
        yield Text(" ".join((*changed, *out)))


def results(phase: str, events: Sequence[Event], view: State, reader: Seat | None) -> Iterator[Block]:
    """The results of one phase, power by power, the reader's own first."""
    rows: list[Row] = []
    for seat in sorted(view.seats, key=lambda seat: seat != reader):
        mine = [row for event in events if event.args.get("seat") == seat for row in result(event)]
        rows += [(Cell(STYLES[seat].name, seat=seat),), *mine] if mine else []
    if rows:
        yield Table("orders", columns("Order", "Result"), tuple(rows), f"Orders and results, {title_of(phase)}")


def result(event: Event) -> Iterator[Row]:
    args = event.args
    if event.kind == "order":
        silent = "" if args["given"] else " (no order)"
        yield f"{prose.order(args)}{silent}", Cell(prose.reason(args), good=good(event))
    elif event.kind == "retreat":
        yield prose.retreat_order(args), Cell(prose.retreat_reason(args), good=args["verdict"] == "succeeds")
    elif event.kind in ("build", "waive", "remove"):
        yield prose.winter_order(event), Cell(prose.build_reason(event))


def good(event: Event) -> bool | None:
    """Whether an order did what it was to do; None for a fleet that was ready in vain."""
    if event.args["verdict"] == "available":
        return None
    return event.args["verdict"] == "succeeds" and not event.args["dislodged_by"]


# --- the position -----------------------------------------------------------------------------------------------


def standing_units(view: State) -> Table:
    """Where everybody stands now."""
    rows = tuple(
        (Cell(STYLES[seat].name, seat=seat), ", ".join(map(unit_label, view.units_of(seat))) or "–")
        for seat in view.seats
        if seat not in view.out
    )
    when = "at the end" if view.ranks is not None else title_of(view.phase)
    return Table("units", columns("Power", "Units"), rows, f"The position, {when}")


def chart(view: State) -> Iterator[Block]:
    """Centres by year, one row a year, and who owns what now."""
    years = sorted(view.history, key=int)[-SHOWN_YEARS:]
    opening = str(view.options.start_year - 1)
    rows: tuple[Row, ...] = tuple(
        (
            "start" if year == opening else year,
            *(sum(o == seat for o in view.history[year].values()) for seat in view.seats),
        )
        for year in years
    )
    head = columns("Year", *(STYLES[seat].letter for seat in view.seats))
    yield Table("years", head, rows, "Centres by year")
    owned = tuple(
        (Cell(STYLES[seat].name, seat=seat), named(at for at, owner in view.centres.items() if owner == seat))
        for seat in view.seats
        if view.count(seat)
    )
    free = named(STANDARD.centres - view.centres.keys())
    yield Table(
        "centres", columns("Power", "Centres"), (*owned, *([("nobody", free)] if free else [])), "Who owns which centre"
    )


def named(centres: Iterable[Province]) -> str:
    """Centres by name, in alphabetical order."""
    return ", ".join(sorted(map(label, centres)))
