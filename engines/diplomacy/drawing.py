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
from engines.diplomacy.events import fleet_chain
from engines.diplomacy.legality import move_destination
from engines.diplomacy.lexicon import location_label
from engines.diplomacy.state import DiplomacyState, StandingOrders
from engines.diplomacy.units import Location, Province, Unit, UnitCommand, province_of
from engines.language.grammar import Order
from engines.report import Map, MapPiece, Stroke

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
NAMES = {at: location_label(at) for at in (*STANDARD.places, *STANDARD.impassable, *CHART.places)}
KINDS = {"M": "move", "S": "support", "C": "convoy", "H": "hold"}


def draw_diplomacy_map(
    title: str,
    owners: Mapping[Province, Seat],
    pieces: Iterable[MapPiece],
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


def position_pieces(state: DiplomacyState, marked: Mapping[Unit, str] | None = None) -> Iterator[MapPiece]:
    """Every unit of a position; the dislodged ones say so, others may be `marked`."""
    marks = marked or {}
    yield from (unit_piece(unit, marks.get(unit, "")) for unit in state.units)
    yield from (unit_piece(one.unit, "dislodged") for one in state.dislodged)


def unit_piece(unit: Unit, mark: str = "") -> MapPiece:
    return MapPiece(SHAPES[unit.kind], unit.seat, unit.at, mark)


def focus_provinces(state: DiplomacyState, seat: Seat | None) -> tuple[Province, ...]:
    """Return what of the map matters to a seat: where it stands, what it owns, where it may retreat to; () for
    others."""
    stands = {province_of(unit.at) for unit in state.units_of(seat or "")}
    owned = {at for at, owner in state.centres.items() if owner == seat}
    driven = {province_of(at) for one in state.dislodged_of(seat or "") for at in (one.unit.at, *one.options)}
    return tuple(sorted(stands | owned | driven))


# --- what happened ----------------------------------------------------------------------------------------------


def phase_map(
    before: DiplomacyState, view: DiplomacyState, events: Sequence[Event], title: str, focus: Iterable[Province]
) -> Map:
    """The position before a phase with all that was ordered and who was dislodged, in the colours of those who own the
    areas since; or, after a winter, the position it led to."""
    if before.kind == "adjustment":
        return winter_map(before, view, events, title, focus)
    driven = {str(e.args["unit"]) for e in events if e.kind == "dislodged"}
    marked = {unit: "dislodged" for unit in before.units if str(unit) in driven}
    strokes = filter(None, map(event_stroke, events))
    return draw_diplomacy_map(title, view.centres, position_pieces(before, marked), strokes, centre_tags(events), focus)


def winter_map(
    before: DiplomacyState, view: DiplomacyState, events: Sequence[Event], title: str, focus: Iterable[Province]
) -> Map:
    """The position a winter led to, with what was built and removed."""
    built = {str(e.args["unit"]) for e in events if e.kind == "build"}
    removed = {str(e.args["unit"]) for e in events if e.kind == "remove"}
    standing = position_pieces(view, {unit: "built" for unit in view.units if str(unit) in built})
    gone = (unit_piece(unit, "removed") for unit in before.units if str(unit) in removed)
    return draw_diplomacy_map(title, view.centres, (*standing, *gone), focus=focus)


def centre_tags(events: Iterable[Event]) -> dict[Province, str]:
    """Small words under the centres that changed hands."""
    taken = (e.args for e in events if e.kind == "centre")
    return {a["centre"]: f"was {STYLES[a['from']].letter}" if a["from"] else "new" for a in taken}


def event_stroke(event: Event) -> Stroke | None:
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
    path = args["path"] if args["kind"] == "M" else stroke_path(args["kind"], at, helped, args["to"])
    return Stroke(KINDS[args["kind"]], args["seat"], tuple(path), args["verdict"] not in ("succeeds", "available"))


def stroke_path(kind: str, at: Location, helped: Location, to: Location) -> tuple[Location, ...]:
    """The places a stroke runs through that is no move."""
    return (at,) if kind == "H" else (at, helped, *([to] if to else ()))


# --- what is ordered now ----------------------------------------------------------------------------------------


def standing_map(view: DiplomacyState, seat: Seat | None, orders: Sequence[Order], title: str) -> Map:
    """The position now with the orders that a seat has given."""
    draw = {"movement": draw_moves, "retreat": draw_retreats, "adjustment": draw_adjustments}[view.kind]
    standing, strokes = draw(view, seat, orders) if seat and view.ranks is None else (position_pieces(view), ())
    return draw_diplomacy_map(title, view.centres, standing, strokes, focus=focus_provinces(view, seat))


PiecesAndStrokes: TypeAlias = tuple[Iterable[MapPiece], Iterable[Stroke]]
"""What stands on the map, marked, and what is drawn over it."""


def draw_moves(view: DiplomacyState, seat: Seat, orders: Sequence[Order]) -> PiecesAndStrokes:
    """An arrow, a line or a ring for each order."""
    commands, mine = meaning.read_commands(orders), {province_of(unit.at): unit for unit in view.units_of(seat)}
    return position_pieces(view), (
        command_stroke(view, mine[at], said, commands) for at, said in commands.items() if at in mine
    )


def command_stroke(
    view: DiplomacyState, unit: Unit, command: UnitCommand, commands: Mapping[Province, UnitCommand]
) -> Stroke:
    """A command as it is drawn before it is known what comes of it."""
    if command.kind == "M":
        path = move_path(view, unit, command, commands)
    else:
        helped = view.by_province.get(command.helped)
        path = stroke_path(command.kind, unit.at, helped.at if helped else command.helped, command.target)
    return Stroke(KINDS[command.kind], unit.seat, path)


def move_path(
    view: DiplomacyState, unit: Unit, move: UnitCommand, commands: Mapping[Province, UnitCommand]
) -> tuple[Location, ...]:
    """The way of a move: straight, or over the fleets that its own side tells to carry it or that it names."""
    start, goal = province_of(unit.at), move_destination(view.board, unit, move.target) or move.target
    carriers = {at for at, c in commands.items() if c.kind == "C" and c.helped == start and c.target == goal}
    return (
        unit.at,
        *fleet_chain(view.board.borders, sorted(carriers.union(move.route)), start, province_of(goal)),
        goal,
    )


def draw_retreats(view: DiplomacyState, seat: Seat, orders: Sequence[Order]) -> PiecesAndStrokes:
    """An arrow for each dislodged unit that goes somewhere, by the best wish that is possible."""
    wishes = StandingOrders({**view.standing_orders_of(seat).retreats, **meaning.read_retreats(orders)})
    wanted = ((one.unit, defaults.wanted_retreat(one, wishes)) for one in view.dislodged_of(seat))
    return position_pieces(view), (
        Stroke("retreat", seat, (unit.at, to)) for unit, to in wanted if to and to != "DISBAND"
    )


def draw_adjustments(view: DiplomacyState, seat: Seat, orders: Sequence[Order]) -> PiecesAndStrokes:
    """Return what is built beside what stands, and crosses on what is removed on purpose."""
    wishes = meaning.update_standing(view.standing_orders_of(seat), orders)
    built = defaults.wished_builds(view, seat, wishes.builds)
    gone = defaults.wished_removals(view, seat, wishes.removes)
    removed = {unit: "removed" for unit in gone if province_of(unit.at) in wishes.removes}
    return (*position_pieces(view, removed), *(unit_piece(unit, "built") for unit in built)), ()
