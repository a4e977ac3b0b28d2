"""Games played elsewhere, as text: each phase with the position before it and the orders given in it.

A phase reads `PHASE 1901 Spring Movement`, then `POSITIONS` with lines `Power: army|fleet province[/coast]`,
`Power: army/dislodged province` and `Power: supply province`, then `ORDERS` with lines `bre move mid`,
`par support bre move pic`, `yor move nwy via convoy`, `nth convoy yor move nwy`, `bur hold`, `build Army par`,
`remove war`, `bur disband`. Retreats are moves. The position after a phase is the one at the head of the next.

The shape the field exchanges positions in is read as well: one JSON object a line (see `engines.diplomacy.sandbox`);
and both forms that `engines.diplomacy.exchange` writes: a saved game, and the results of a judge (`judge`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engines.diplomacy import judge
from engines.diplomacy.data import parse_unit
from engines.diplomacy.units import Location, Province, Unit, province_of

CODES = {"MID": "MAO", "NRG": "NWG", "GOL": "LYO", "TYN": "TYS", "NAT": "NAO", "IRS": "IRI"}
"""The province codes of the recording servers that are not ours."""
SAVED_GAME_HEAD = 1_000
"""Characters from the beginning in which a saved game names its phases."""
SEASONS = {("Spring", "Movement"): "S{}M", ("Spring", "Retreat"): "S{}R", ("Fall", "Movement"): "F{}M"}
SEASONS |= {("Fall", "Retreat"): "F{}R", ("Fall", "Adjustment"): "W{}A"}


class ComparedPosition(Protocol):
    """What of a state a record is compared with."""

    @property
    def phase(self) -> str: ...
    @property
    def ranks(self) -> Mapping[str, int] | None: ...
    @property
    def units(self) -> Iterable[Unit]: ...
    @property
    def centres(self) -> Mapping[Province, str]: ...


@dataclass
class DiplomacyPhaseRecord:
    """One recorded phase: its name, the position at its start, and the orders as the record words them."""

    phase: str
    units: set[Unit] = field(default_factory=set)
    dislodged: set[Unit] = field(default_factory=set)
    centres: dict[Province, str] = field(default_factory=dict)
    lines: list[list[str]] = field(default_factory=list)
    said: dict[str, list[str]] = field(default_factory=dict)

    @property
    def orders(self) -> dict[str, list[str]]:
        """The orders by seat, in the usual notation: {"FRANCE": ["A PAR - BUR"]}."""
        found: dict[str, list[str]] = {seat: list(lines) for seat, lines in self.said.items()}
        for words in self.lines:
            seat, text = self.read_order(words)
            if seat:
                found.setdefault(seat, []).append(text)
        return found

    def read_order(self, words: list[str]) -> tuple[str, str]:
        """Return whose order it is and how it is written; ("", "") for a unit that is not there."""
        if words[0] == "build":
            at = recorded_location(words[2])
            return self.centres.get(province_of(at), ""), f"BUILD {words[1][0]} {at}"
        mine = self.dislodged if self.phase.endswith("R") else self.units
        at = recorded_location(words[1] if words[0] == "remove" else words[0])
        unit = next((u for u in mine if province_of(u.at) == province_of(at)), None)
        if unit is None:
            return "", ""
        if words[0] == "remove":
            return unit.seat, f"REMOVE {unit}"
        return unit.seat, f"{unit} {self.read_deed(words)}"

    def read_deed(self, words: list[str]) -> str:
        """Return what the unit does, without the unit: "- NWY VIA", "S A PAR - BUR", "H"."""
        verb = words[1]
        if verb in ("hold", "disband"):
            return {"hold": "H", "disband": "DISBAND"}[verb]
        if verb == "move":
            return f"- {recorded_location(words[2])}" + (
                " VIA" if "convoy" in words and self.is_convoyed(words) else ""
            )
        helped = next((u for u in self.units if province_of(u.at) == province_of(recorded_location(words[2]))), None)
        whom = str(helped) if helped else recorded_location(words[2])
        return f"{words[1][0].upper()} {whom}" + (f" - {recorded_location(words[4])}" if len(words) > 4 else "")

    def is_convoyed(self, move: list[str]) -> bool:
        """Return whether a fleet was ordered to convoy the army.

        The recording servers let an army asked to go "via convoy" walk when no fleet was; the rule book lets it stay.
        """
        return ["convoy", move[0], "move", move[2]] in (words[1:5] for words in self.lines)

    def list_differences(self, state: ComparedPosition) -> list[str]:
        """Return where a position is not the recorded one, in words; [] if it is the same."""
        ours = {str(u): u.seat for u in state.units}
        theirs = {str(u): u.seat for u in self.units}
        found = [] if state.phase == self.phase or has_ended(state) else [f"phase {state.phase}, recorded {self.phase}"]
        found += [
            f"{ours.get(u, 'nobody')} has {u}, recorded {theirs.get(u, 'nobody')}" for u in differing_keys(ours, theirs)
        ]
        if self.phase[0] in "SW":
            owners = dict(state.centres)
            found += [
                f"{owners.get(c, 'nobody')} owns {c}, recorded {self.centres.get(c, 'nobody')}"
                for c in differing_keys(owners, self.centres)
            ]
        return found


def has_ended(state: ComparedPosition) -> bool:
    """Return whether the game has ended there, so that the phase is ours to name."""
    return state.ranks is not None


def differing_keys(ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    """The keys under which two mappings do not hold the same."""
    return sorted(k for k in {*ours, *theirs} if ours.get(k) != theirs.get(k))


def recorded_location(code: str) -> Location:
    """A location of the record in our codes: "stp/sc" is "STP/SC", "mid" is "MAO"."""
    base, slash, coast = code.upper().partition("/")
    return CODES.get(base, base) + slash + coast


def read_record(text: str) -> list[DiplomacyPhaseRecord]:
    """The phases of a recorded game.

    Raises ValueError naming the line that cannot be read.
    """
    if text.lstrip().startswith("{") and '"phases"' in text[:SAVED_GAME_HEAD]:
        return read_saved_game(text)
    if text.lstrip().startswith("Starting position"):
        return [DiplomacyPhaseRecord(**vars(one)) for one in judge.read_results(text)]
    if text.lstrip().startswith("{"):
        return [read_json_phase(number, line) for number, line in numbered_lines(text)]
    moments: list[DiplomacyPhaseRecord] = []
    mode = ""
    for number, line in numbered_lines(text):
        try:
            if line.startswith("PHASE"):
                _, year, season, kind = line.split()
                moments.append(DiplomacyPhaseRecord(SEASONS[season, kind].format(year)))
            elif line in ("POSITIONS", "ORDERS"):
                mode = line
            elif mode == "POSITIONS":
                read_position_line(moments[-1], line)
            else:
                moments[-1].lines.append(line.split())
        except (KeyError, ValueError, IndexError) as error:
            raise ValueError(f"line {number} is no line of a recorded game: {line!r}") from error
    return moments


def read_saved_game(text: str) -> list[DiplomacyPhaseRecord]:
    """The phases of a saved game of the package `diplomacy`. Raises ValueError naming the phase that is none."""
    moments: list[DiplomacyPhaseRecord] = []
    try:
        phases = json.loads(text)["phases"]
        for data in phases:
            state, name = data["state"], data["name"]
            moment = read_json_phase(len(moments) + 1, json.dumps({**state, "phase": name}))
            translate = {"R": convert_retreat, "A": convert_adjustment}.get(name[-1], str)
            moment.said = {seat: [*map(translate, mine)] for seat, mine in data["orders"].items() if mine}
            moments.append(moment)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"phase {len(moments) + 1} is none of a saved game") from error
    return moments


def convert_retreat(order: str) -> str:
    """ "A BUR D" of a phase of retreats as it is written here."""
    return f"{order[:-2]} DISBAND" if order.endswith(" D") else order


def convert_adjustment(order: str) -> str:
    """ "A PAR B", "A PAR D" of a winter as they are written here."""
    verb = {" B": "BUILD", " D": "REMOVE"}.get(order[-2:])
    return f"{verb} {order[:-2]}" if verb else order


def read_json_phase(number: int, line: str) -> DiplomacyPhaseRecord:
    """One phase as a JSON object."""
    try:
        data = json.loads(line)
        moment = DiplomacyPhaseRecord(data["phase"], said=data.get("orders", {}))
        for seat, units in data["units"].items():
            for text in units:
                (moment.dislodged if text.startswith("*") else moment.units).add(parse_unit(text.lstrip("*"), seat))
        moment.centres = {at: seat for seat, mine in data.get("centers", {}).items() for at in mine}
    except (KeyError, ValueError, AttributeError) as error:
        raise ValueError(f"line {number} is no phase of a recorded game: {line[:60]!r}") from error
    return moment


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that hold something, with their numbers from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line.strip()


def read_position_line(moment: DiplomacyPhaseRecord, line: str) -> None:
    """Puts one line of a position ("France: fleet mid") into the moment."""
    power, rest = line.split(": ")
    what, where = rest.split()
    at, seat = recorded_location(where), power.upper()
    if what == "supply":
        moment.centres[at] = seat
        return
    kind, _, state = what.partition("/")
    unit = Unit("A" if kind == "army" else "F", at, seat)
    if kind not in ("army", "fleet"):
        raise ValueError(kind)
    (moment.dislodged if state else moment.units).add(unit)
