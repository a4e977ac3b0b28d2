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

from engines.abilities import Passage
from engines.base import Event, Seat
from engines.diplomacy import asks
from engines.diplomacy.adjustments import balance, build_options
from engines.diplomacy.data import Board
from engines.diplomacy.phases import one_phase
from engines.diplomacy.state import SEASONS, State
from engines.diplomacy.units import Location, province
from engines.language import read
from engines.language.ask import Order

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


def written(form: str, name: str, played: Sequence[Passage]) -> str:
    """The game `name` in a form. Raises KeyError if there is none of that name."""
    return {"diplomacy.json": saved, "judge.txt": judged}[form](name, [one for each in played for one in apart(each)])


def own(one: Passage) -> list[Event]:
    """The events of the phase itself."""
    return [event for event in one.events if event.args.get("phase") == one.view.phase]


def apart(one: Passage) -> Iterator[Passage]:
    """A phase, and those that were passed over on the way to the next because standing orders answered for everybody:
    others have them as phases of their own. They are resolved once more, from what the events tell."""
    yield one
    state: State = one.view
    later = {event.args["phase"] for event in one.events if "phase" in event.args} - {state.phase}
    while later:
        state = one_phase(state, ordered(state, one.events)).state
        later -= {state.phase}
        if state.ranks is None and has_choice(state):
            yield Passage(state, one.events)


def has_choice(state: State) -> bool:
    """Whether others have such a phase: a unit can retreat, or something must be built or removed."""
    if state.kind == "retreat":
        return any(one.options for one in state.dislodged)
    return state.kind == "adjustment" and any(
        owed < 0 or (owed > 0 and build_options(state.board, state.by_province, state.centres, seat))
        for seat in state.seats
        if (owed := balance(state.by_province, state.centres, seat))
    )


def ordered(state: State, events: Sequence[Event]) -> dict[Seat, Sequence[Order]]:
    """The orders of a phase as its events tell them."""
    lines: defaultdict[Seat, list[str]] = defaultdict(list)
    for event in own(Passage(state, events)):
        for text in here(event):
            lines[event.args["seat"]].append(text)
    asked = {seat: asks.ask(state, seat) for seat in lines}
    return {seat: read(ask, "\n".join(lines[seat])).orders for seat, ask in asked.items() if ask}


def here(event: Event) -> Iterator[str]:
    """The orders that an event tells of, as they are written here."""
    args = event.args
    if event.kind == "order" and args["given"] and args["verdict"] != "invalid":
        yield movement(event)
    elif event.kind == "retreat" and args["to"]:
        yield str(args["order"])
    elif event.kind in ("build", "remove"):
        yield f"{event.kind.upper()} {args['unit']}"
    elif event.kind == "waive" and args["note"] == "ordered":
        yield from ["WAIVE"] * args["count"]


# --- the saved game ---------------------------------------------------------------------------------------------


def saved(name: str, played: Sequence[Passage]) -> str:
    rules = ["DIFFERENT_ADJUDICATION", "NO_PRESS", "POWER_CHOICE"]
    common = {"game_id": name, "map": "standard", "rules": rules}
    phases = []
    influence: dict[str, Seat] = {}
    for one in played:
        view: State = one.view
        influence |= {province(unit.at): unit.seat for unit in view.units}
        title = "COMPLETED" if view.ranks is not None else view.phase
        orders, results = said(one)
        phases.append(
            {
                "name": title,
                "state": {**position(view, title, influence), **common},
                "orders": {seat: orders.get(seat, []) for seat in view.seats},
                "results": results,
                "messages": [],
            }
        )
    return json.dumps({"id": name, "map": "standard", "rules": rules, "phases": phases}) + "\n"


def position(view: State, title: str, influence: Mapping[str, Seat]) -> dict[str, Any]:
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
        "builds": {s: builds(view, s) for s in seats},
    }


def builds(view: State, seat: Seat) -> dict[str, Any]:
    if view.kind != "adjustment" or view.ranks is not None:
        return {"count": 0, "homes": []}
    owed = balance(view.by_province, view.centres, seat)
    homes = sorted({province(unit.at) for unit in build_options(view.board, view.by_province, view.centres, seat)})
    return {"count": min(owed, len(homes)), "homes": homes if owed > 0 else []}


def said(one: Passage) -> tuple[dict[Seat, list[str]], dict[str, list[str]]]:
    """The orders of a phase by seat, and what became of each unit, in the package's words."""
    orders: defaultdict[Seat, list[str]] = defaultdict(list)
    results: dict[str, list[str]] = {}
    for event in own(one):
        args = event.args
        match event.kind:
            case "order":
                if args["given"] and args["verdict"] != "invalid":
                    orders[args["seat"]].append(movement(event))
                results[args["unit"]] = outcome(event)
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


def movement(event: Event) -> str:
    """An order of a movement phase; an army that goes by sea says so."""
    args, text = event.args, str(event.args["order"])
    if args["kind"] != "M":
        return text
    return f"{args['unit']} - {landing(event)}{' VIA' if by_sea(event) else ''}"


def by_sea(event: Event) -> bool:
    """Whether a move was to go by convoy, said or meant."""
    return len(event.args["path"]) > 2 or " VIA" in event.args["order"] or event.args["verdict"] == "no convoy"


def landing(event: Event) -> Location:
    """Where a move leads, with the coast that the order may have left out."""
    path = event.args["path"]
    return str(path[-1] if path else event.args["to"])


def outcome(event: Event) -> list[str]:
    verdict, driven = VERDICTS.get(event.args["verdict"]), bool(event.args["dislodged_by"])
    return [*([verdict] if verdict and verdict != "dislodged" else []), *(["dislodged"] if driven else [])]


# --- the judge's results ----------------------------------------------------------------------------------------


def judged(name: str, played: Sequence[Passage]) -> str:
    """One message for each phase that was resolved, after the position at the start."""
    blocks = [starting(played[0].view)] if played else []
    for number, one in enumerate(played[:-1], 1):
        season, year = SEASONS[one.view.phase[0]], one.view.year
        kind = {"movement": "Movement results", "retreat": "Retreat orders", "adjustment": "Adjustment orders"}
        head = f"{kind[one.view.kind]} for {season} of {year}.  ({name}.{number:03})"
        own_lines = adjusted(one) if one.view.kind == "adjustment" else moved(one)
        tail = [*driven_out(one), *ownership(one, played[number].view)]
        blocks.append("\n".join([head, "", *own_lines, *tail]))
    return "\n\n".join(blocks) + "\n"


def starting(view: State) -> str:
    lines = [f"{power(unit.seat)}{word(unit.kind)} {place(view.board, unit.at)}." for unit in view.units]
    return "\n".join([f"Starting position for {SEASONS[view.phase[0]]} of {view.year}:", "", *lines])


def power(seat: Seat) -> str:
    return f"{seat.title() + ':':<9} "


def word(kind: str) -> str:
    return "Army" if kind == "A" else "Fleet"


def place(board: Board, at: Location) -> str:
    """A place by its full name: "St Petersburg (south coast)"."""
    base, _, coast = at.partition("/")
    return f"{board.places[base].name}{f' ({COASTS[coast]})' if coast else ''}"


def unit(board: Board, text: str) -> str:
    """A unit in full: "A PAR" is "Army Paris"."""
    kind, _, at = text.partition(" ")
    return f"{word(kind)} {place(board, at)}" if at else place(board, text)


def moved(one: Passage) -> Iterator[str]:
    """The lines of moves or retreats, with what became of them."""
    board = one.view.board
    for event in own(one):
        args = event.args
        if event.kind == "order":
            marks = [*outcome(event)] if args["given"] else [m for m in outcome(event) if m == "dislodged"]
            if args["verdict"] == "invalid":
                marks.insert(0, "void")
            yield f"{power(args['seat'])}{deed(board, event)}.{marked(marks)}"
        elif event.kind == "retreat" and args["note"] != "no place":
            stays = args["to"] and args["to"] != "DISBAND"
            what = f"-> {place(board, args['to'])}" if stays else "DISBAND"
            marks = ["bounce", "destroyed"] if args["note"] == "clash" else []
            yield f"{power(args['seat'])}{unit(board, args['unit'])} {what}.{marked(marks)}"


def marked(marks: Sequence[str]) -> str:
    return f"  (*{', '.join(marks)}*)" if marks else ""


def deed(board: Board, event: Event) -> str:
    """An order of a movement phase in full; a way by sea with its fleets."""
    args = event.args
    who = unit(board, args["unit"])
    if not args["given"]:
        return f"{who}, No order processed"
    if args["kind"] == "H":
        return f"{who} HOLD"
    to = landing(event) if args["kind"] == "M" else args["to"]
    target = f" -> {place(board, to)}" if to else ""
    if args["kind"] == "M":
        way = "".join(f" -> {place(board, at)}" for at in [*args["path"]][1:-1])
        return f"{who}{way}{target}{' VIA CONVOY' if by_sea(event) and not way else ''}"
    return f"{who} {'SUPPORT' if args['kind'] == 'S' else 'CONVOY'} {unit(board, args['helped'])}{target}"


def driven_out(one: Passage) -> Iterator[str]:
    """Who was dislodged, and where he may go."""
    gone = [event.args for event in own(one) if event.kind == "dislodged"]
    if gone:
        yield from ("", "The following units were dislodged:", "")
    board = one.view.board
    for args in gone:
        kind, _, at = str(args["unit"]).partition(" ")
        who = f"The {ADJECTIVES[args['seat']]} {word(kind)} in {place(board, at)}"
        to = " or ".join(place(board, option) for option in args["options"])
        yield f"{who} can retreat to {to}." if to else f"{who} with no valid retreats was destroyed."


def ownership(one: Passage, after: State) -> Iterator[str]:
    """Who owns what, once a year."""
    if one.view.phase[0] != "F" or after.phase[0] == "F":
        return
    yield from ("", "Ownership of supply centers:", "")
    for seat in after.seats:
        mine = [place(after.board, at) for at, owner in after.centres.items() if owner == seat]
        yield f"{power(seat)}{', '.join(mine)}." if mine else f"{power(seat)}none."


def adjusted(one: Passage) -> Iterator[str]:
    board = one.view.board
    for event in own(one):
        args = event.args
        if event.kind in ("build", "remove"):
            kind, _, at = str(args["unit"]).partition(" ")
            a = f"an {word(kind).lower()}" if kind == "A" else f"a {word(kind).lower()}"
            what = f"Builds {a}" if event.kind == "build" else f"Removes the {word(kind).lower()}"
            yield f"{power(args['seat'])}{what} in {place(board, at)}."
        elif event.kind == "waive":
            yield f"{power(args['seat'])}{args['count']} {'build' if args['count'] == 1 else 'builds'} waived."
