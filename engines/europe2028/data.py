"""Empires and regions, read from a data file that an owner of the box may replace; faults name its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engines.base import Seat
from engines.data import Source, describe_wrong_fields, read_shipped_files

Code: TypeAlias = str
"""A region by its three letters: "GER"."""
REGIONS = "regions.json"
FEATURES = (
    "",
    "LAND_CUL_1_UNDAMAGED",
    "LAND_POL_CLUBS5_UNDAMAGED",
    "LAND_MIL_1",
    "DAMAGE_OTHER_5",
    "LAND_ECO_POL_1",
    "LAND_ECO_FREE_UNDAMAGED",
    "OTTOMAN",
)
"""What a region can do for its holder (§1.3); `features` says how."""
CODE = re.compile(r"[A-Z]{2,3}")
RESERVED_CODES = ("ANY", "ALL", "AT", "MAT")
"""Codes that mean something else in the language of orders."""
REGION_FIELDS: Mapping[str, type] = {
    "code": str,
    "name": str,
    "tile": str,
    "group": str,
    "vp": int,
    "coins": int,
    "influence": int,
    "original": str,
    "damaged": bool,
    "feature": str,
}
EMPIRE_FIELDS: Mapping[str, type] = dict.fromkeys(("code", "name", "start", "objective"), str)


@dataclass(frozen=True)
class Europe2028Region:
    """`vp`, `coins` undamaged; `influence` levels to conquer it; `original` the empire that holds it at the start;
    `tile` where it lay on a map of tiles: nothing is drawn by it any more, but stored positions hold it, and their
    hashes cover it."""

    code: Code
    name: str
    group: str
    vp: int
    coins: int
    influence: int
    original: Seat
    damaged: bool
    feature: str
    tile: str = ""


@dataclass(frozen=True)
class Empire:
    """Its original regions, and those of its open objective (§1.4)."""

    code: Seat
    name: str
    start: tuple[Code, ...]
    objective: tuple[Code, ...]


NOBODY = Empire("", "", (), ())


@dataclass(frozen=True)
class World:
    empires: Mapping[Seat, Empire]
    regions: Mapping[Code, Europe2028Region]


def read_world(text: str) -> World:
    """The world in a file of JSON. Raises DataError with the line that is wrong."""
    source = Source(REGIONS, text)
    regions = {row["code"]: Europe2028Region(**row) for row in source.read_rows("regions", "code", region_fault)}
    empires = {row["code"]: parse_empire(row) for row in source.read_rows("empires", "code", empire_fault)}
    world = World(dict(sorted(empires.items())), dict(sorted(regions.items())))
    for fault, code in (*misnamed_codes(world), *empire_list_faults(world), *region_faults(world)):
        raise source.error_at_key(fault, "code", code)
    return world


def region_fault(row: Mapping[str, Any]) -> str:
    return describe_wrong_fields({"tile": "", **row}, REGION_FIELDS, "a region")


def empire_fault(row: Mapping[str, Any]) -> str:
    return describe_wrong_fields(row, EMPIRE_FIELDS, "an empire")


def parse_empire(row: Mapping[str, str]) -> Empire:
    return Empire(row["code"], row["name"], tuple(row["start"].split()), tuple(row["objective"].split()))


def misnamed_codes(world: World) -> Iterator[tuple[str, str]]:
    """Codes that cannot be told from each other, or from other words of the orders."""
    for code in (*world.empires, *world.regions):
        if not CODE.fullmatch(code) or code in RESERVED_CODES:
            yield f"a code is two or three capital letters, and none of {', '.join(RESERVED_CODES)}", code
        if code in world.empires and code in world.regions:
            yield f"{code} is an empire and a region", code


def region_faults(world: World) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the regions, and in whose line."""
    for region in world.regions.values():
        if not (region.vp > 0 and region.coins >= 0 and region.coins % 2 == 0 and 0 < region.influence <= 9):
            yield "a region has VP, an even number of coins, and 1 to 9 levels", region.code
        if region.feature not in FEATURES:
            yield f"there is no feature {region.feature}", region.code
        if region.original and region.code not in world.empires.get(region.original, NOBODY).start:
            yield f"{region.original} does not name it among its start regions", region.code


def empire_list_faults(world: World) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the empires' lists of regions."""
    for empire in world.empires.values():
        if not (empire.start and empire.objective):
            yield "an empire begins with a region at least, and wants one at least", empire.code
        for code in (*empire.start, *empire.objective):
            if code not in world.regions:
                yield f"there is no region {code}", empire.code
            elif code in empire.start and world.regions[code].original != empire.code:
                yield f"{code} does not name it as “original”", empire.code


FILES: Mapping[str, str] = read_shipped_files("engines.europe2028", REGIONS)
"""The data file as it comes with the game."""
STANDARD = read_world(FILES[REGIONS])
