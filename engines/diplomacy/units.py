"""The words of the board game inside the engine: locations, units, commands and their outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Province: TypeAlias = str
"""A province by its code: "PAR", "STP"."""
Location: TypeAlias = str
"""A province, or a coast of one: "PAR", "STP/SC"."""


def province_of(location: Location) -> Province:
    """The province of a location: "STP/SC" lies in "STP"."""
    return location.partition("/")[0]


@dataclass(frozen=True)
class Unit:
    """An army ("A") or a fleet ("F"), whose it is, and where it stands."""

    kind: Literal["A", "F"]
    at: Location
    seat: str

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


@dataclass(frozen=True)
class UnitCommand:
    """What one unit is told to do in a movement phase.

    `kind`: "H" hold, "M" move to `target`, "S" support the unit in province `helped` (to hold if `target` is "", else
    to move to `target`), "C" convoy the army in `helped` to `target`. `via`: the move is to go by convoy. `route`: the
    sea provinces named, if the player named them.
    """

    kind: Literal["H", "M", "S", "C"]
    target: Location = ""
    helped: Province = ""
    via: bool = False
    route: tuple[Province, ...] = ()


HOLD = UnitCommand("H")


@dataclass(frozen=True)
class CommandOutcome:
    """What became of a command: `verdict` in the stable vocabulary, `by` the provinces of the units that caused it.

    Verdicts: "succeeds"; "bounced" (against the units `by`, strengths in `strength` and `against`); "cut" (a support,
    by an attack from `by`); "dislodged" (a unit that did not move: its own order failed with it); "void" (a legal
    order that matches nothing: support or convoy of an order not given); "no convoy" (no chain of convoying fleets);
    "available" (a fleet ready to convoy that carried nobody, because the army walked or its convoy was broken
    elsewhere); "invalid" (an order the unit cannot be given; it holds). `dislodged_by` is the province the dislodger
    came from, whatever the verdict; "" if the unit was not dislodged. `note` tells the case apart within a verdict.
    """

    verdict: Literal["succeeds", "bounced", "cut", "dislodged", "void", "no convoy", "available", "invalid"]
    by: tuple[Province, ...] = ()
    strength: int = 0
    against: int = 0
    dislodged_by: Province = ""
    note: str = ""
