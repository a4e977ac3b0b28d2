"""What a seat is told about a phase: the map with every order, results with reasons, standings, the year's chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engines.base import Event, Seat, whole
from engines.diplomacy import prose
from engines.diplomacy.board import STANDARD
from engines.diplomacy.chart import CHART
from engines.diplomacy.later import default_retreat
from engines.diplomacy.state import State, title_of
from engines.diplomacy.units import Unit
from engines.report import STANDINGS, Block, Cell, Heading, Map, Piece, Row, Stroke, Style, Table, Text

STYLES = {
    "AUSTRIA": Style("Austria", "A", "#D66635", "#E1916E", "level"),
    "ENGLAND": Style("England", "E", "#775C99", "#9D8AB6", "rising", "#FFFFFF"),
    "FRANCE": Style("France", "F", "#55A1DE", "#85BBE7", "dots"),
    "GERMANY": Style("Germany", "G", "#8C7F75", "#ACA39C", "cross"),
    "ITALY": Style("Italy", "I", "#89B484", "#AAC9A6", "upright"),
    "RUSSIA": Style("Russia", "R", "#F4F1FA", "#FBFAFD", "dashes"),
    "TURKEY": Style("Turkey", "T", "#EACA54", "#F0D984", "falling"),
}
SHAPES = {"A": "army", "F": "fleet"}
KINDS = {"M": "move", "S": "support", "C": "convoy", "H": "hold"}
SHOWN_YEARS = 8


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for a seat or (None) anybody."""
    happened = [(phase, list(group)) for phase, group in groupby(events, lambda e: str(e.args["phase"]))]
    yield Heading(title_of(before.phase if before else view.phase), 1)
    if before is not None:
        yield drawing(before, view, [event for event in events if event.args["phase"] == before.phase])
    else:
        yield position_map(view)
    yield standings(view)
    yield from (Text(prose.ending(e.args)) for e in events if e.kind == "end")
    for phase, group in happened:
        yield from results(phase, group, view)
    yield from retreats_due(view, seat)
    yield standing_units(view)
    yield from chart(view)


# --- maps -------------------------------------------------------------------------------------------------------


def drawing(before: State, view: State, events: Sequence[Event]) -> Map:
    """The position before the phase with all that was ordered, or, after a winter, the position it led to."""
    if before.kind == "adjustment":
        built = {str(e.args["unit"]) for e in events if e.kind == "build"}
        removed = [e.args for e in events if e.kind == "remove"]
        gone = tuple(Piece(SHAPES[a["unit"][0]], a["seat"], a["unit"][2:], "removed") for a in removed)
        return position_map(view, built, gone, title_of(before.phase))
    pieces = tuple(Piece(SHAPES[u.kind], u.seat, u.at, "dislodged" if mark else "") for u, mark in standing(before))
    strokes = tuple(filter(None, (stroke(e) for e in events)))
    return Map(CHART, title_of(before.phase), before.centres, pieces, strokes, STYLES, STANDARD.centres)


def standing(state: State) -> Iterator[tuple[Unit, bool]]:
    """The units of a position, and whether each is dislodged."""
    yield from ((unit, False) for unit in state.units)
    yield from ((one.unit, True) for one in state.dislodged)


def position_map(view: State, built: Iterable[str] = (), gone: tuple[Piece, ...] = (), title: str = "") -> Map:
    """Who stands where."""
    fresh = set(built)
    pieces = tuple(
        Piece(SHAPES[u.kind], u.seat, u.at, "dislodged" if mark else "built" if str(u) in fresh else "")
        for u, mark in standing(view)
    )
    return Map(CHART, title or title_of(view.phase), view.centres, (*pieces, *gone), (), STYLES, STANDARD.centres)


def stroke(event: Event) -> Stroke | None:
    """An order as it is drawn; a hold by default is not."""
    args = event.args
    if event.kind == "retreat":
        moved = bool(args["to"]) and args["to"] != "DISBAND"
        return (
            Stroke("retreat", args["seat"], (args["unit"][2:], args["to"]), args["verdict"] != "succeeds")
            if moved
            else None
        )
    if event.kind != "order" or (args["kind"] == "H" and not args["given"]) or args["verdict"] == "invalid":
        return None
    failed = args["verdict"] != "succeeds" and not (args["kind"] == "H" and args["verdict"] == "dislodged")
    at, helped = args["unit"][2:], args["helped"].split(" ")[-1]
    path = {"M": tuple(args["path"]), "H": (at,)}.get(args["kind"], (at, helped, *([args["to"]] if args["to"] else [])))
    return Stroke(KINDS[args["kind"]], args["seat"], path, failed)


# --- tables -----------------------------------------------------------------------------------------------------


def standings(view: State) -> Table:
    """Centres and units of each power, the largest first."""
    order = sorted(view.seats, key=lambda seat: (-view.count(seat), view.seats.index(seat)))
    rows = tuple((Cell(STYLES[seat].name, seat=seat), *counts(view, seat)) for seat in order)
    return Table(STANDINGS, ("Power", "centres", "units"), rows, align="lrr")


def counts(view: State, seat: Seat) -> tuple[str, str]:
    if seat in view.out:
        return "0", "out"
    return str(view.count(seat)), str(len(view.units_of(seat)) + len(view.dislodged_of(seat)))


def results(phase: str, events: Sequence[Event], view: State) -> Iterator[Block]:
    """The results of one phase, power by power, and the centres that changed hands in it."""
    rows: list[Row] = []
    for seat in view.seats:
        mine = [row for e in events if e.args.get("seat") == seat for row in result(e)]
        rows += [(Cell(STYLES[seat].name, seat=seat),), *mine] if mine else []
    if rows:
        yield Table("orders", ("Order", "Result"), tuple(rows), f"Orders and results, {title_of(phase)}")
    taken = [prose.capture(e.args) for e in events if e.kind == "centre"]
    out = [f"{STYLES[e.args['seat']].name} is out of the game." for e in events if e.kind == "out"]
    if taken or out:
        yield Heading("Centres", 3)
        yield Text(" ".join((*taken, *out)))


def result(event: Event) -> Iterator[Row]:
    args = event.args
    if event.kind == "order":
        silent = "" if args["given"] else " (no order)"
        yield (
            f"{args['order']}{silent}",
            Cell(prose.reason(args), good=args["verdict"] == "succeeds" and not args["dislodged_by"]),
        )
    elif event.kind == "retreat":
        yield (args["order"], Cell(prose.retreat_reason(args), good=args["verdict"] == "succeeds"))
    elif event.kind in ("build", "waive", "remove"):
        yield (prose.build_text(event), Cell(prose.build_reason(event)))


def retreats_due(view: State, seat: Seat | None) -> Iterator[Block]:
    """Who must retreat, and where each may go; to its own seat, what happens without an order."""
    if view.dislodged:
        rows = tuple(
            (
                Cell(str(one.unit), seat=one.unit.seat),
                ", ".join((*one.options, "DISBAND")),
                default_retreat(one, view.wishes(one.unit.seat)) if one.unit.seat == seat else "",
            )
            for one in view.dislodged
        )
        yield Table("retreats", ("Dislodged", "may retreat to", "without an order"), rows, "Retreats due")


def standing_units(view: State) -> Table:
    """Where everybody stands now."""
    rows = tuple(
        (Cell(STYLES[seat].name, seat=seat), ", ".join(map(str, view.units_of(seat))) or "–")
        for seat in view.seats
        if seat not in view.out
    )
    return Table("units", ("Power", "Units"), rows, f"The position: {title_of(view.phase)}")


def chart(view: State) -> Iterator[Block]:
    """Centres by year, one row a year, and who owns what now."""
    years = sorted(view.history, key=int)[-SHOWN_YEARS:]
    rows = tuple(
        (
            year if year != "1900" else "start",
            *(str(sum(o == seat for o in view.history[year].values())) for seat in view.seats),
        )
        for year in years
    )
    head = ("Year", *(STYLES[seat].letter for seat in view.seats))
    yield Table("years", head, rows, "Centres by year", "l" + "r" * len(view.seats))
    owned = tuple(
        (
            Cell(STYLES[seat].name, seat=seat),
            ", ".join(sorted(at for at, owner in view.centres.items() if owner == seat)),
        )
        for seat in view.seats
        if view.count(seat)
    )
    free = ", ".join(sorted(STANDARD.centres - view.centres.keys()))
    yield Table(
        "centres", ("Power", "Centres"), (*owned, *([("nobody", free)] if free else [])), "Who owns which centre"
    )
