"""Test cases as text: the orders of a phase with what becomes of each.

A case begins with its number and title and ends with an empty line. `units France: F SPA/SC` places a unit; the unit
of an order is placed by the order itself. `France: F POR - SPA : invalid` is an order and the verdict on it, with
", dislodged" if the unit is besides. What the document calls an available convoy "succeeds" where the army was carried,
and is "available" where it was not; a disrupted one is "dislodged" or, in a paradox, "no convoy". After a line
`retreats` follow the retreats (retreats, disbanded, or ignored), after `winter` builds and removals (built, removed,
fails) and what civil disorder removes; `centres France: PAR MAR` tells who owns what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engines.diplomacy.data import parse_unit
from engines.diplomacy.units import Province, Unit, UnitCommand, province_of


@dataclass
class Line:
    """One order: whose, to which province, the words after the unit, and what is to become of it."""

    seat: str
    at: Province
    words: list[str]
    expected: str


@dataclass
class Case:
    """One test case."""

    number: str
    title: str
    units: dict[Province, Unit] = field(default_factory=dict)
    centres: dict[Province, str] = field(default_factory=dict)
    moves: list[Line] = field(default_factory=list)
    retreats: list[Line] = field(default_factory=list)
    winter: list[Line] = field(default_factory=list)

    def __str__(self) -> str:
        return self.number

    @property
    def commands(self) -> dict[Province, UnitCommand]:
        """The commands to units of the side that gives them; others are nobody's business."""
        return {
            line.at: command_of(line.words)
            for line in self.moves
            if line.words and self.units[line.at].seat == line.seat
        }


def command_of(words: list[str]) -> UnitCommand:
    """The command in words like `S A PAR - BUR`, without the unit it is for."""
    if words[0] == "-":
        return UnitCommand("M", words[1], via="VIA" in words)
    if words[0] in ("S", "C"):
        return UnitCommand("S" if words[0] == "S" else "C", words[4] if len(words) > 3 else "", province_of(words[2]))
    return UnitCommand("H")


def read_cases(folder: Path) -> list[Case]:
    """All cases in the files of a folder."""
    return [case for path in sorted(folder.glob("*.txt")) for case in read_text(path.read_text(encoding="utf-8"))]


def read_text(text: str) -> Iterator[Case]:
    """The cases of one file."""
    for block in text.strip().split("\n\n"):
        first, *lines = block.splitlines()
        number, title = first.split(" ", 1)
        case = Case(number, title)
        phase = case.moves
        for line in lines:
            if line in ("retreats", "winter"):
                phase = case.retreats if line == "retreats" else case.winter
            elif line.startswith("units "):
                place(case, line.removeprefix("units "))
            elif line.startswith("centres "):
                own(case, line.removeprefix("centres "))
            else:
                phase.append(read_line(case, line))
        yield case


def place(case: Case, line: str) -> None:
    seat, text = line.split(": ")
    unit = parse_unit(text, seat.upper())
    case.units[province_of(unit.at)] = unit


def own(case: Case, line: str) -> None:
    for part in line.split(", "):
        seat, places = part.split(": ")
        case.centres |= dict.fromkeys(places.split(), seat.upper())


def read_line(case: Case, line: str) -> Line:
    order, expected = line.rsplit(":", 1)
    seat, text = order.strip().split(": ")
    words = text.split()
    if words[0] not in ("A", "F"):
        return Line(seat.upper(), "", words, expected.strip())
    unit = parse_unit(f"{words[0]} {words[1]}", seat.upper())
    case.units.setdefault(province_of(unit.at), unit)
    return Line(seat.upper(), province_of(unit.at), words[2:], expected.strip())
