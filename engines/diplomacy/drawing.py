"""The map with what stands on it: a position, what was ordered in it, and what orders given now would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from engines import palette
from engines.base import Event, Seat
from engines.diplomacy import defaults, meaning
from engines.diplomacy.chart import CHART
from engines.diplomacy.data import STANDARD
from engines.diplomacy.events import chain
from engines.diplomacy.legality import destination
from engines.diplomacy.lexicon import label
from engines.diplomacy.state import Standing, State
from engines.diplomacy.units import Command, Location, Province, Unit, province
from engines.language.ask import Order
from engines.report import Map, Piece, Stroke

STYLES = {
    "AUSTRIA": replace(palette.ORANGE, name="Austria", letter="A"),
    "ENGLAND": replace(palette.VIOLET, name="England", letter="E"),
    "FRANCE": replace(palette.BLUE, name="France", letter="F"),
    "GERMANY": replace(palette.GREY, name="Germany", letter="G"),
    "ITALY": replace(palette.GREEN, name="Italy", letter="I"),
    "RUSSIA": replace(palette.WHITE, name="Russia", letter="R"),
    "TURKEY": replace(palette.YELLOW, name="Turkey", letter="T"),
}
WORDS = {
    "star": "supply centre",
    "tag": "the centre has a new owner; whose it was before",
    "failed": "failed, cut or void",
    "dislodged": "dislodged",
    "shut": "Switzerland: nobody enters",
}
"""What is drawn, in words."""
SHAPES = {"A": "army", "F": "fleet"}
NAMES = {at: label(at) for at in (*STANDARD.places, *STANDARD.impassable, *CHART.places)}
KINDS = {"M": "move", "S": "support", "C": "convoy", "H": "hold"}


def drawn(
    title: str,
    owners: Mapping[Province, Seat],
    pieces: Iterable[Piece],
    strokes: Iterable[Stroke] = (),
    tags: Mapping[Province, str] | None = None,
    focus: Iterable[Province] = (),
) -> Map:
    return Map(
        CHART,
        title,
        owners,
        (*pieces,),
        (*strokes,),
        STYLES,
        STANDARD.centres,
        tags=tags or {},
        words=WORDS,
        focus=(*focus,),
        names=NAMES,
    )


def pieces(state: State, marked: Mapping[Unit, str] | None = None) -> Iterator[Piece]:
    """Every unit of a position; the dislodged ones say so, others may be `marked`."""
    marks = marked or {}
    yield from (piece(unit, marks.get(unit, "")) for unit in state.units)
    yield from (piece(one.unit, "dislodged") for one in state.dislodged)


def piece(unit: Unit, mark: str = "") -> Piece:
    return Piece(SHAPES[unit.kind], unit.seat, unit.at, mark)


def regions(state: State, seat: Seat | None) -> tuple[Province, ...]:
    """What of the map matters to a seat: where it stands, what it owns, where it may retreat to; () for others."""
    stands = {province(unit.at) for unit in state.units_of(seat or "")}
    owned = {at for at, owner in state.centres.items() if owner == seat}
    driven = {province(at) for one in state.dislodged_of(seat or "") for at in (one.unit.at, *one.options)}
    return tuple(sorted(stands | owned | driven))


# --- what happened ----------------------------------------------------------------------------------------------


def phase_map(before: State, view: State, events: Sequence[Event], title: str, focus: Iterable[Province]) -> Map:
    """The position before a phase with all that was ordered and who was dislodged, in the colours of those who own the
    areas since; or, after a winter, the position it led to."""
    if before.kind == "adjustment":
        return winter_map(before, view, events, title, focus)
    driven = {str(e.args["unit"]) for e in events if e.kind == "dislodged"}
    marked = {unit: "dislodged" for unit in before.units if str(unit) in driven}
    strokes = filter(None, map(happened, events))
    return drawn(title, view.centres, pieces(before, marked), strokes, changed(events), focus)


def winter_map(before: State, view: State, events: Sequence[Event], title: str, focus: Iterable[Province]) -> Map:
    """The position a winter led to, with what was built and removed."""
    built = {str(e.args["unit"]) for e in events if e.kind == "build"}
    removed = {str(e.args["unit"]) for e in events if e.kind == "remove"}
    standing = pieces(view, {unit: "built" for unit in view.units if str(unit) in built})
    gone = (piece(unit, "removed") for unit in before.units if str(unit) in removed)
    return drawn(title, view.centres, (*standing, *gone), focus=focus)


def changed(events: Iterable[Event]) -> dict[Province, str]:
    """Small words under the centres that changed hands."""
    taken = (e.args for e in events if e.kind == "centre")
    return {a["centre"]: f"was {STYLES[a['from']].letter}" if a["from"] else "new" for a in taken}


def happened(event: Event) -> Stroke | None:
    """An order as it is drawn with its outcome; a hold by default is not, or of a unit that was driven out, nor what
    could not be ordered."""
    args = event.args
    if event.kind == "retreat":
        if args["to"] in ("", "DISBAND"):
            return None
        return Stroke("retreat", args["seat"], (args["unit"][2:], args["to"]), args["verdict"] != "succeeds")
    if event.kind != "order" or args["verdict"] == "invalid":
        return None
    if args["kind"] == "H" and not (args["given"] and args["verdict"] == "succeeds"):
        return None
    at, helped = args["unit"][2:], args["helped"].split(" ")[-1]
    path = args["path"] if args["kind"] == "M" else way_of(args["kind"], at, helped, args["to"])
    return Stroke(KINDS[args["kind"]], args["seat"], tuple(path), args["verdict"] not in ("succeeds", "available"))


def way_of(kind: str, at: Location, helped: Location, to: Location) -> tuple[Location, ...]:
    """The places a stroke runs through that is no move."""
    return (at,) if kind == "H" else (at, helped, *([to] if to else ()))


# --- what is ordered now ----------------------------------------------------------------------------------------


def standing_map(view: State, seat: Seat | None, orders: Sequence[Order], title: str) -> Map:
    """The position now with the orders that a seat has given."""
    draw = {"movement": moving, "retreat": retreating, "adjustment": adjusting}[view.kind]
    standing, strokes = draw(view, seat, orders) if seat and view.ranks is None else (pieces(view), ())
    return drawn(title, view.centres, standing, strokes, focus=regions(view, seat))


Ordered: TypeAlias = tuple[Iterable[Piece], Iterable[Stroke]]
"""What stands on the map, marked, and what is drawn over it."""


def moving(view: State, seat: Seat, orders: Sequence[Order]) -> Ordered:
    """An arrow, a line or a ring for each order."""
    commands, mine = meaning.commands(orders), {province(unit.at): unit for unit in view.units_of(seat)}
    return pieces(view), (ordered(view, mine[at], said, commands) for at, said in commands.items() if at in mine)


def ordered(view: State, unit: Unit, command: Command, commands: Mapping[Province, Command]) -> Stroke:
    """A command as it is drawn before it is known what comes of it."""
    if command.kind == "M":
        path = route(view, unit, command, commands)
    else:
        helped = view.by_province.get(command.helped)
        path = way_of(command.kind, unit.at, helped.at if helped else command.helped, command.target)
    return Stroke(KINDS[command.kind], unit.seat, path)


def route(view: State, unit: Unit, move: Command, commands: Mapping[Province, Command]) -> tuple[Location, ...]:
    """The way of a move: straight, or over the fleets that its own side tells to carry it or that it names."""
    start, goal = province(unit.at), destination(view.board, unit, move.target) or move.target
    carriers = {at for at, c in commands.items() if c.kind == "C" and c.helped == start and c.target == goal}
    return (unit.at, *chain(view.board.borders, sorted(carriers.union(move.route)), start, province(goal)), goal)


def retreating(view: State, seat: Seat, orders: Sequence[Order]) -> Ordered:
    """An arrow for each dislodged unit that goes somewhere, by the best wish that is possible."""
    wishes = Standing({**view.wishes(seat).retreats, **meaning.retreats(orders)})
    wanted = ((one.unit, defaults.wanted_retreat(one, wishes)) for one in view.dislodged_of(seat))
    return pieces(view), (Stroke("retreat", seat, (unit.at, to)) for unit, to in wanted if to and to != "DISBAND")


def adjusting(view: State, seat: Seat, orders: Sequence[Order]) -> Ordered:
    """What is built beside what stands, and crosses on what is removed on purpose."""
    wishes = meaning.standing(view.wishes(seat), orders)
    built = defaults.builds(view, seat, wishes.builds)
    gone = defaults.removals(view, seat, wishes.removes)
    removed = {unit: "removed" for unit in gone if province(unit.at) in wishes.removes}
    return (*pieces(view, removed), *(piece(unit, "built") for unit in built)), ()
