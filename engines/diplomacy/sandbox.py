"""Any position resolved on the spot: one JSON object in, one out, in the shape the field exchanges positions in.

In: {"phase": "F1903M", "units": {"FRANCE": ["A PAR", "*F BRE"]}, "centers": {"FRANCE": ["PAR"]}, "orders": {"FRANCE":
["A PAR - BUR"]}}, with "*" before a dislodged unit, and optionally "retreats": {"FRANCE": {"F BRE": ["MAO"]}}; without
them a dislodged unit may go to any vacant neighbour. Out: the same shape after resolution, with "results".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines import language
from engines.base import Event, Seat
from engines.diplomacy import prose
from engines.diplomacy.data import STANDARD, parse_unit
from engines.diplomacy.grammars import build_diplomacy_grammar
from engines.diplomacy.notation import plain_orders
from engines.diplomacy.phases import resolve_diplomacy
from engines.diplomacy.retreats import retreat_options
from engines.diplomacy.state import DiplomacyState, DislodgedUnit, full_phase_name, phase_kind, sort_units
from engines.diplomacy.units import Province, Unit, province_of
from engines.language.grammar import Order

PHASE = re.compile(r"[SF][1-9]\d{3}[MR]|W[1-9]\d{3}A")
KEYS = {"phase", "units", "centers", "orders", "retreats"}
Result = dict[str, str]


class BadPosition(Exception):  # noqa: N818
    """A line that is no position; the text says what is wrong with it."""


def resolve_json(line: str) -> str:
    """The position after a line's position and orders, as one line of JSON; {"error": …} for a bad line."""
    try:
        return json.dumps(resolve_data(json.loads(line)), ensure_ascii=False)
    except BadPosition as error:
        return json.dumps({"error": str(error)}, ensure_ascii=False)
    except (ValueError, RecursionError) as error:  # also a number of too many digits
        return json.dumps({"error": f"This line is no JSON that can be read: {error}"})


def resolve_json_to_text(line: str) -> str:
    """The answer to a line in words, over several lines."""
    found = json.loads(resolve_json(line))
    if "error" in found:
        return f"Error: {found['error']}\n"
    lines = [f"{r['power'].title()}: {r['order']}: {r['reason']}" for r in found["results"]]
    lines += ["", f"Now {full_phase_name(found['phase'])}"]
    lines += [f"  {seat.title()}: {', '.join(units)}" for seat, units in found["units"].items()]
    lines += [
        f"  {seat.title()}: {unit} may retreat to {', '.join(places) or 'nowhere'}"
        for seat, dislodged in found["retreats"].items()
        for unit, places in dislodged.items()
    ]
    return "\n".join(lines) + "\n"


def resolve_data(data: Any) -> dict[str, Any]:
    """Return what `resolve_json` writes as JSON, before it is written. Raises BadPosition."""
    state = read_position(data)
    orders, faults = read_sandbox_orders(state, read_texts(data, "orders"))
    step = resolve_diplomacy(state, orders)
    after = step.state
    return {
        "phase": after.phase,
        "units": {
            seat: [*map(str, after.units_of(seat)), *(f"*{one.unit}" for one in after.dislodged_of(seat))]
            for seat in after.seats
        },
        "centers": {seat: sorted(at for at, owner in after.centres.items() if owner == seat) for seat in after.seats},
        "retreats": {
            seat: {str(one.unit): list(one.options) for one in after.dislodged_of(seat)}
            for seat in after.seats
            if after.dislodged_of(seat)
        },
        "results": [*event_results(step.events), *faults],
        **({"ranks": dict(after.ranks)} if after.ranks is not None else {}),
    }


# --- in ---------------------------------------------------------------------------------------------------------


def read_position(data: Any) -> DiplomacyState:
    if not isinstance(data, dict) or not data.keys() <= KEYS or "phase" not in data:
        raise BadPosition(
            f"A position is an object with the keys {', '.join(sorted(KEYS))}; phase and units must be there."
        )
    phase = data["phase"]
    if not isinstance(phase, str) or not PHASE.fullmatch(phase):
        raise BadPosition(f"{phase!r} is no phase: write S1901M, S1901R, F1901M, F1901R or W1901A.")
    units, dislodged = read_units(read_texts(data, "units"))
    centres = {at: seat for seat, mine in read_texts(data, "centers").items() for at in map(read_centre, mine)}
    state = DiplomacyState(
        seats=STANDARD.powers,
        phase=phase,
        kind=phase_kind(phase),
        units=sort_units(units, STANDARD.powers),
        centres=centres,
        dislodged=tuple(read_dislodged(unit, units, data.get("retreats")) for unit in dislodged),
    )
    if state.dislodged and state.kind != "retreat":
        raise BadPosition(f"{state.dislodged[0].unit} is dislodged, but {phase} is no phase of retreats.")
    return state


def read_texts(data: Mapping[str, Any], key: str) -> dict[Seat, list[str]]:
    """Lists of texts by power."""
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise BadPosition(f"{key} is an object: the name of a power, and a list of texts for each.")
    for seat, lines in found.items():
        if seat not in STANDARD.powers:
            raise BadPosition(f"{key}: there is no power {seat!r}; there are {', '.join(STANDARD.powers)}.")
        if lines is not None and not (isinstance(lines, list) and all(isinstance(line, str) for line in lines)):
            raise BadPosition(f"{key}: what {seat} has must be a list of texts.")
    return {seat: lines or [] for seat, lines in found.items()}


def read_units(said: Mapping[Seat, Sequence[str]]) -> tuple[dict[Province, Unit], list[Unit]]:
    """The units on the board by province, and the dislodged ones."""
    units: dict[Province, Unit] = {}
    dislodged = []
    for seat, mine in said.items():
        for text in mine:
            unit = read_unit(text.lstrip("*"), seat)
            if text.startswith("*"):
                dislodged.append(unit)
            elif province_of(unit.at) in units:
                raise BadPosition(f"Two units stand in {province_of(unit.at)}.")
            else:
                units[province_of(unit.at)] = unit
    return units, dislodged


def read_unit(text: str, seat: Seat) -> Unit:
    try:
        unit = parse_unit(text.strip().upper(), seat)
    except ValueError as error:
        raise BadPosition(f"{text!r} is no unit: write A or F, a blank and a place.") from error
    where = STANDARD.army if unit.kind == "A" else STANDARD.fleet
    if unit.at not in where:
        coasts = STANDARD.places[unit.at].coasts if unit.at in STANDARD.places else ()
        hint = f" Say which coast: {' or '.join(coasts)}." if coasts and unit.kind == "F" else ""
        raise BadPosition(f"{unit} cannot stand there.{hint}")
    return unit


def read_centre(code: str) -> Province:
    if code.upper() not in STANDARD.centres:
        raise BadPosition(f"{code!r} is no supply centre.")
    return code.upper()


def read_dislodged(unit: Unit, units: Mapping[Province, Unit], given: Any) -> DislodgedUnit:
    """A dislodged unit with the places it may go to: as given, else any vacant neighbour."""
    options = retreat_options(STANDARD, units, unit, "", ())
    mine = given.get(unit.seat, {}) if isinstance(given, dict) else {}
    said = mine.get(str(unit), mine.get(unit.at)) if isinstance(mine, dict) else None
    if said is None:
        return DislodgedUnit(unit, "", options)
    if not isinstance(said, list) or not all(isinstance(place, str) for place in said):
        raise BadPosition(f"retreats: the places {unit} may go to must be a list of texts.")
    wrong = [place for place in said if place.upper() not in STANDARD.reachable_locations(unit)]
    if wrong:
        raise BadPosition(f"retreats: {unit} cannot go to {wrong[0]}.")
    return DislodgedUnit(unit, "", tuple(sorted(place.upper() for place in said)))


def read_sandbox_orders(
    state: DiplomacyState, said: Mapping[Seat, Sequence[str]]
) -> tuple[dict[Seat, tuple[Order, ...]], list[Result]]:
    """The orders understood, and a result for each line that was not."""
    orders, faults = dict[Seat, tuple[Order, ...]](), list[Result]()
    for seat, lines in said.items():
        clean = [" ".join(line.split()) for line in lines]
        plain = plain_orders(state, seat, clean) if state.kind == "movement" else None
        if plain is not None:
            orders[seat] = plain
            continue
        asked = build_diplomacy_grammar(state, seat)
        if asked is None:
            faults += [fault_result(seat, line, "there is nothing to order") for line in lines]
            continue
        reading = language.parse_orders(asked, "\n".join(clean))
        orders[seat] = reading.orders
        faults += [fault_result(seat, v.raw, v.remarks[0].text) for v in reading.verdicts if v.order is None]
    return orders, faults


def fault_result(seat: Seat, line: str, why: str) -> Result:
    return {"power": seat, "order": line, "outcome": "invalid", "reason": f"invalid: {why}"}


# --- out --------------------------------------------------------------------------------------------------------


def event_results(events: Sequence[Event]) -> Iterator[Result]:
    """Yield what became of each order, in all phases that were resolved."""
    for event in events:
        args = event.args
        if event.kind == "order":
            yield make_result(args, args["order"], args["verdict"], prose.describe_reason(args))
        elif event.kind == "retreat":
            yield make_result(args, args["order"], args["verdict"], prose.retreat_reason(args))
        elif event.kind in ("build", "waive", "remove"):
            yield make_result(args, prose.build_text(event), "succeeds", prose.build_reason(event))


def make_result(args: Mapping[str, Any], order: str, outcome: str, reason: str) -> Result:
    return {"power": args["seat"], "order": order, "outcome": outcome, "reason": reason}
