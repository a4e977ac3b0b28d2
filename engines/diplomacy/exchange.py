"""A game as other programs know it: the saved game of the `diplomacy` package, and results as mail judges print them.

Both are written from what everybody may know, phase by phase: a position, and the events that followed from it. Orders
that a unit could not be given are left out (it held); a unit removed in civil disorder is removed by an order, since
others count distances otherwise. `record` reads both back.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.abilities import PlayedPhase
from engines.base import Event, Seat
from engines.diplomacy import grammars
from engines.diplomacy.adjustments import build_options, unit_balance
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.phases import resolve_one_phase
from engines.diplomacy.state import SEASONS, DiplomacyState
from engines.diplomacy.units import Location, province_of
from engines.language import parse_orders
from engines.language.grammar import Order

FORMS: Mapping[str, tuple[str, str]] = {
    "diplomacy.json": ("a saved game of the Python package “diplomacy”", "application/json"),
    "judge.txt": ("results as mail judges print them", "text/plain"),
}
VERDICTS = {"bounced": "bounce", "cut": "cut", "void": "void", "no convoy": "no convoy", "dislodged": "dislodged"}
COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}
ADJECTIVES = {
    "AUSTRIA": "Austrian",
    "ENGLAND": "English",
    "FRANCE": "French",
    "GERMANY": "German",
    "ITALY": "Italian",
    "RUSSIA": "Russian",
    "TURKEY": "Turkish",
}


def export_game(form: str, name: str, played: Sequence[PlayedPhase]) -> str:
    """The game `name` in a form. Raises KeyError if there is none of that name."""
    return {"diplomacy.json": write_saved_game, "judge.txt": write_judge_results}[form](
        name, [one for each in played for one in split_skipped_phases(each)]
    )


def phase_events(one: PlayedPhase) -> list[Event]:
    """The events of the phase itself."""
    return [event for event in one.events if event.args.get("phase") == one.view.phase]


def split_skipped_phases(one: PlayedPhase) -> Iterator[PlayedPhase]:
    """A phase, and those that were passed over on the way to the next because standing orders answered for everybody:
    others have them as phases of their own. They are resolved once more, from what the events tell."""
    yield one
    state: DiplomacyState = one.view
    later = {event.args["phase"] for event in one.events if "phase" in event.args} - {state.phase}
    while later:
        state = resolve_one_phase(state, orders_from_events(state, one.events)).state
        later -= {state.phase}
        if state.ranks is None and has_choice(state):
            yield PlayedPhase(state, one.events)


def has_choice(state: DiplomacyState) -> bool:
    """Return whether others have such a phase: a unit can retreat, or something must be built or removed."""
    if state.kind == "retreat":
        return any(one.options for one in state.dislodged)
    return state.kind == "adjustment" and any(
        owed < 0 or (owed > 0 and build_options(state.board, state.by_province, state.centres, seat))
        for seat in state.seats
        if (owed := unit_balance(state.by_province, state.centres, seat))
    )


def orders_from_events(state: DiplomacyState, events: Sequence[Event]) -> dict[Seat, Sequence[Order]]:
    """The orders of a phase as its events tell them."""
    lines: defaultdict[Seat, list[str]] = defaultdict(list)
    for event in phase_events(PlayedPhase(state, events)):
        for text in event_orders(event):
            lines[event.args["seat"]].append(text)
    asked = {seat: grammars.build_diplomacy_grammar(state, seat) for seat in lines}
    return {seat: parse_orders(grammar, "\n".join(lines[seat])).orders for seat, grammar in asked.items() if grammar}


def event_orders(event: Event) -> Iterator[str]:
    """The orders that an event tells of, as they are written here."""
    args = event.args
    if event.kind == "order" and args["given"] and args["verdict"] != "invalid":
        yield movement_order(event)
    elif event.kind == "retreat" and args["to"]:
        yield str(args["order"])
    elif event.kind in ("build", "remove"):
        yield f"{event.kind.upper()} {args['unit']}"
    elif event.kind == "waive" and args["note"] == "ordered":
        yield from ["WAIVE"] * args["count"]


# --- the saved game ---------------------------------------------------------------------------------------------


def write_saved_game(name: str, played: Sequence[PlayedPhase]) -> str:
    rules = ["DIFFERENT_ADJUDICATION", "NO_PRESS", "POWER_CHOICE"]
    common = {"game_id": name, "map": "standard", "rules": rules}
    phases = []
    influence: dict[str, Seat] = {}
    for one in played:
        view: DiplomacyState = one.view
        influence |= {province_of(unit.at): unit.seat for unit in view.units}
        title = "COMPLETED" if view.ranks is not None else view.phase
        orders, results = saved_orders(one)
        phases.append(
            {
                "name": title,
                "state": {**saved_position(view, title, influence), **common},
                "orders": {seat: orders.get(seat, []) for seat in view.seats},
                "results": results,
                "messages": [],
            }
        )
    return json.dumps({"id": name, "map": "standard", "rules": rules, "phases": phases}) + "\n"


def saved_position(view: DiplomacyState, title: str, influence: Mapping[str, Seat]) -> dict[str, Any]:
    """A position, with what can be worked out of it."""
    seats, waiting = view.seats, [one for one in view.dislodged if one.options]
    return {
        "timestamp": 0,
        "zobrist_hash": "",
        "note": "",
        "name": title,
        "units": {
            s: [*map(str, view.units_of(s)), *(f"*{one.unit}" for one in waiting if one.unit.seat == s)] for s in seats
        },
        "retreats": {s: {str(one.unit): [*one.options] for one in waiting if one.unit.seat == s} for s in seats},
        "centers": {s: [at for at, owner in view.centres.items() if owner == s] for s in seats},
        "homes": {s: [*view.board.homes[s]] for s in seats},
        "influence": {s: [at for at, owner in influence.items() if owner == s] for s in seats},
        "civil_disorder": dict.fromkeys(seats, 0),
        "builds": {s: saved_builds(view, s) for s in seats},
    }


def saved_builds(view: DiplomacyState, seat: Seat) -> dict[str, Any]:
    if view.kind != "adjustment" or view.ranks is not None:
        return {"count": 0, "homes": []}
    owed = unit_balance(view.by_province, view.centres, seat)
    homes = sorted({province_of(unit.at) for unit in build_options(view.board, view.by_province, view.centres, seat)})
    return {"count": min(owed, len(homes)), "homes": homes if owed > 0 else []}


def saved_orders(one: PlayedPhase) -> tuple[dict[Seat, list[str]], dict[str, list[str]]]:
    """The orders of a phase by seat, and what became of each unit, in the package's words."""
    orders: defaultdict[Seat, list[str]] = defaultdict(list)
    results: dict[str, list[str]] = {}
    for event in phase_events(one):
        args = event.args
        match event.kind:
            case "order":
                if args["given"] and args["verdict"] != "invalid":
                    orders[args["seat"]].append(movement_order(event))
                results[args["unit"]] = saved_outcome(event)
            case "dislodged" if not args["options"]:
                results.setdefault(args["unit"], []).append("disband")
            case "retreat" if args["to"]:
                away = args["to"] == "DISBAND"
                orders[args["seat"]].append(f"{args['unit']} D" if away else f"{args['unit']} R {args['to']}")
                results[args["unit"]] = ["bounce", "disband"] if args["note"] == "clash" else ["disband"] * away
            case "build" | "remove":
                orders[args["seat"]].append(f"{args['unit']} {'B' if event.kind == 'build' else 'D'}")
                results[args["unit"]] = [""]
            case "waive" if args["note"] == "ordered":
                orders[args["seat"]] += ["WAIVE"] * args["count"]
    return orders, results


def movement_order(event: Event) -> str:
    """An order of a movement phase; an army that goes by sea says so."""
    args, text = event.args, str(event.args["order"])
    if args["kind"] != "M":
        return text
    return f"{args['unit']} - {move_goal(event)}{' VIA' if goes_by_sea(event) else ''}"


def goes_by_sea(event: Event) -> bool:
    """Return whether a move was to go by convoy, said or meant."""
    return len(event.args["path"]) > 2 or " VIA" in event.args["order"] or event.args["verdict"] == "no convoy"


def move_goal(event: Event) -> Location:
    """Return where a move leads, with the coast that the order may have left out."""
    path = event.args["path"]
    return str(path[-1] if path else event.args["to"])


def saved_outcome(event: Event) -> list[str]:
    verdict, driven = VERDICTS.get(event.args["verdict"]), bool(event.args["dislodged_by"])
    return [*([verdict] if verdict and verdict != "dislodged" else []), *(["dislodged"] if driven else [])]


# --- the judge's results ----------------------------------------------------------------------------------------


def write_judge_results(name: str, played: Sequence[PlayedPhase]) -> str:
    """One message for each phase that was resolved, after the position at the start."""
    blocks = [starting_position(played[0].view)] if played else []
    for number, one in enumerate(played[:-1], 1):
        season, year = SEASONS[one.view.phase[0]], one.view.year
        kind = {"movement": "Movement results", "retreat": "Retreat orders", "adjustment": "Adjustment orders"}
        head = f"{kind[one.view.kind]} for {season} of {year}.  ({name}.{number:03})"
        own_lines = adjustment_lines(one) if one.view.kind == "adjustment" else move_lines(one)
        tail = [*dislodged_lines(one), *ownership_lines(one, played[number].view)]
        blocks.append("\n".join([head, "", *own_lines, *tail]))
    return "\n\n".join(blocks) + "\n"


def starting_position(view: DiplomacyState) -> str:
    lines = [
        f"{judge_power(unit.seat)}{unit_word(unit.kind)} {full_place_name(view.board, unit.at)}." for unit in view.units
    ]
    return "\n".join([f"Starting position for {SEASONS[view.phase[0]]} of {view.year}:", "", *lines])


def judge_power(seat: Seat) -> str:
    return f"{seat.title() + ':':<9} "


def unit_word(kind: str) -> str:
    return "Army" if kind == "A" else "Fleet"


def full_place_name(board: DiplomacyBoard, at: Location) -> str:
    """A place by its full name: "St Petersburg (south coast)"."""
    base, _, coast = at.partition("/")
    return f"{board.places[base].name}{f' ({COASTS[coast]})' if coast else ''}"


def full_unit_name(board: DiplomacyBoard, text: str) -> str:
    """A unit in full: "A PAR" is "Army Paris"."""
    kind, _, at = text.partition(" ")
    return f"{unit_word(kind)} {full_place_name(board, at)}" if at else full_place_name(board, text)


def move_lines(one: PlayedPhase) -> Iterator[str]:
    """The lines of moves or retreats, with what became of them."""
    board = one.view.board
    for event in phase_events(one):
        args = event.args
        if event.kind == "order":
            marks = [*saved_outcome(event)] if args["given"] else [m for m in saved_outcome(event) if m == "dislodged"]
            if args["verdict"] == "invalid":
                marks.insert(0, "void")
            yield f"{judge_power(args['seat'])}{full_order(board, event)}.{format_marks(marks)}"
        elif event.kind == "retreat" and args["note"] != "no place":
            stays = args["to"] and args["to"] != "DISBAND"
            what = f"-> {full_place_name(board, args['to'])}" if stays else "DISBAND"
            marks = ["bounce", "destroyed"] if args["note"] == "clash" else []
            yield f"{judge_power(args['seat'])}{full_unit_name(board, args['unit'])} {what}.{format_marks(marks)}"


def format_marks(marks: Sequence[str]) -> str:
    return f"  (*{', '.join(marks)}*)" if marks else ""


def full_order(board: DiplomacyBoard, event: Event) -> str:
    """An order of a movement phase in full; a way by sea with its fleets."""
    args = event.args
    who = full_unit_name(board, args["unit"])
    if not args["given"]:
        return f"{who}, No order processed"
    if args["kind"] == "H":
        return f"{who} HOLD"
    to = move_goal(event) if args["kind"] == "M" else args["to"]
    target = f" -> {full_place_name(board, to)}" if to else ""
    if args["kind"] == "M":
        way = "".join(f" -> {full_place_name(board, at)}" for at in [*args["path"]][1:-1])
        return f"{who}{way}{target}{' VIA CONVOY' if goes_by_sea(event) and not way else ''}"
    return f"{who} {'SUPPORT' if args['kind'] == 'S' else 'CONVOY'} {full_unit_name(board, args['helped'])}{target}"


def dislodged_lines(one: PlayedPhase) -> Iterator[str]:
    """Yield who was dislodged, and where they may go."""
    gone = [event.args for event in phase_events(one) if event.kind == "dislodged"]
    if gone:
        yield from ("", "The following units were dislodged:", "")
    board = one.view.board
    for args in gone:
        kind, _, at = str(args["unit"]).partition(" ")
        who = f"The {ADJECTIVES[args['seat']]} {unit_word(kind)} in {full_place_name(board, at)}"
        to = " or ".join(full_place_name(board, option) for option in args["options"])
        yield f"{who} can retreat to {to}." if to else f"{who} with no valid retreats was destroyed."


def ownership_lines(one: PlayedPhase, after: DiplomacyState) -> Iterator[str]:
    """Yield who owns what, once a year."""
    if one.view.phase[0] != "F" or after.phase[0] == "F":
        return
    yield from ("", "Ownership of supply centers:", "")
    for seat in after.seats:
        mine = [full_place_name(after.board, at) for at, owner in after.centres.items() if owner == seat]
        yield f"{judge_power(seat)}{', '.join(mine)}." if mine else f"{judge_power(seat)}none."


def adjustment_lines(one: PlayedPhase) -> Iterator[str]:
    board = one.view.board
    for event in phase_events(one):
        args = event.args
        if event.kind in ("build", "remove"):
            kind, _, at = str(args["unit"]).partition(" ")
            a = f"an {unit_word(kind).lower()}" if kind == "A" else f"a {unit_word(kind).lower()}"
            what = f"Builds {a}" if event.kind == "build" else f"Removes the {unit_word(kind).lower()}"
            yield f"{judge_power(args['seat'])}{what} in {full_place_name(board, at)}."
        elif event.kind == "waive":
            yield f"{judge_power(args['seat'])}{args['count']} {'build' if args['count'] == 1 else 'builds'} waived."
