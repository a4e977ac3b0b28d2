"""What happened in a phase, as events: data only, each with the name of its phase. `prose` makes sentences of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.base import Event, Seat
from engines.diplomacy.adjudicate import MovementVerdicts
from engines.diplomacy.state import DiplomacyState, DislodgedUnit
from engines.diplomacy.units import HOLD, Location, Province, Unit, UnitCommand, province_of


def order_text(unit: Unit, command: UnitCommand, units: Mapping[Province, Unit]) -> str:
    """An order in the usual notation: "A MAR S A PAR - BUR"."""
    if command.kind == "H":
        return f"{unit} H"
    to = f" - {command.target}" if command.target else ""
    if command.kind == "M":
        way = " VIA" if command.via or command.route else ""
        return f"{unit}{to}{way}{' ' if command.route else ''}{' - '.join(command.route)}"
    return f"{unit} {command.kind} {units[command.helped]}{to}"


def order_events(
    state: DiplomacyState, commands: Mapping[Province, UnitCommand], verdicts: MovementVerdicts
) -> Iterator[Event]:
    """One event for the order of each unit, its result included."""
    units = state.by_province
    for unit in state.units:
        at = province_of(unit.at)
        command, outcome = commands.get(at, HOLD), verdicts.outcomes[at]
        args = {
            "phase": state.phase,
            "seat": unit.seat,
            "unit": str(unit),
            "order": order_text(unit, command, units),
            "kind": command.kind,
            "to": command.target,
            "helped": str(units.get(command.helped, command.helped)),
            "path": list(order_path(state, verdicts, at, command)),
            "given": at in commands,
            "verdict": outcome.verdict,
            "by": list(outcome.by),
            "strength": outcome.strength,
            "against": outcome.against,
            "dislodged_by": outcome.dislodged_by,
            "note": outcome.note,
        }
        yield Event("order", args)


def order_path(
    state: DiplomacyState, verdicts: MovementVerdicts, at: Province, command: UnitCommand
) -> tuple[Location, ...]:
    """The places a move runs through: two, or along the fleets that were to convoy it."""
    if command.kind != "M":
        return ()
    fleets = verdicts.phase.orders.by_sea.get(at, ())
    way = fleet_chain(state.board.borders, fleets, at, province_of(command.target))
    return (state.by_province[at].at, *way, command.target)


def fleet_chain(
    borders: Mapping[Province, frozenset[Province]], fleets: Sequence[Province], start: Province, goal: Province
) -> tuple[Province, ...]:
    """The shortest way over the fleets; () if there is none."""
    if not fleets:
        return ()
    ways: list[tuple[Province, ...]] = [(fleet,) for fleet in sorted(fleets) if fleet in borders[start]]
    met = {way[0] for way in ways}
    for way in ways:
        if goal in borders[way[-1]]:
            return way
        onward = [fleet for fleet in sorted(fleets) if fleet in borders[way[-1]] and fleet not in met]
        met.update(onward)
        ways += [(*way, fleet) for fleet in onward]
    return ()


def dislodgement_events(state: DiplomacyState, dislodged: Sequence[DislodgedUnit]) -> Iterator[Event]:
    """Yield who must retreat, and where to."""
    for one in dislodged:
        args = {"unit": str(one.unit), "by": one.attacker, "options": list(one.options)}
        yield Event("dislodged", {"phase": state.phase, "seat": one.unit.seat, **args})


def retreat_events(
    state: DiplomacyState, wanted: Mapping[Province, str], arrived: Mapping[Province, Location]
) -> tuple[Event, ...]:
    """Return what became of each dislodged unit."""
    return tuple(retreat_event(state, one, wanted, arrived) for one in state.dislodged)


def retreat_event(
    state: DiplomacyState, one: DislodgedUnit, wanted: Mapping[Province, str], arrived: Mapping[Province, Location]
) -> Event:
    at = province_of(one.unit.at)
    to = wanted[at]
    rivals = [other for other, place in wanted.items() if other != at and to and province_of(place) == province_of(to)]
    if at in arrived:
        note = ""
    elif not one.options:
        note = "no place"
    else:
        note = "clash" if to and to != "DISBAND" else "ordered" if to else "no order"
    order = f"{one.unit} R {to}" if to and to != "DISBAND" else f"{one.unit} DISBAND"
    args = {"phase": state.phase, "seat": one.unit.seat, "unit": str(one.unit), "order": order, "to": to}
    verdict = "succeeds" if at in arrived else "disbanded"
    return Event("retreat", {**args, "verdict": verdict, "note": note, "by": rivals if note == "clash" else []})


def build_events(
    state: DiplomacyState, seat: Seat, wished: Sequence[str], built: Sequence[Unit], owed: int
) -> Iterator[Event]:
    """Yield what was built, and how many builds were not used."""
    for unit in built:
        yield Event("build", {"phase": state.phase, "seat": seat, "unit": str(unit)})
    if len(built) < owed:
        note = "ordered" if "WAIVE" in wished else "no order"
        yield Event("waive", {"phase": state.phase, "seat": seat, "count": owed - len(built), "note": note})


def removal_events(
    state: DiplomacyState, seat: Seat, wished: Sequence[Province], removed: Sequence[Unit]
) -> Iterator[Event]:
    """Yield what was removed, by order or by the rule of civil disorder."""
    for unit in removed:
        note = "ordered" if province_of(unit.at) in wished else "civil disorder"
        yield Event("remove", {"phase": state.phase, "seat": seat, "unit": str(unit), "note": note})


def capture_events(state: DiplomacyState, owners: Mapping[Province, Seat]) -> Iterator[Event]:
    """Yield which centres changed hands."""
    for at, seat in sorted(owners.items()):
        if state.centres.get(at) != seat:
            yield Event("centre", {"phase": state.phase, "centre": at, "seat": seat, "from": state.centres.get(at, "")})


def out_event(state: DiplomacyState, seat: Seat) -> Event:
    return Event("out", {"phase": state.phase, "seat": seat})


def end_event(state: DiplomacyState) -> Event:
    """The end of the game: by victory, in the last year, or with no unit left."""
    assert state.ranks is not None
    best = [seat for seat, rank in state.ranks.items() if rank == 1]
    most = max(state.count_centres(seat) for seat in state.seats)
    how = "victory" if most >= state.options.victory else "end year" if state.units else "no units"
    return Event("end", {"phase": state.phase, "how": how, "seats": best, "centres": most})
