"""A second reading of Cantillon's rules: the map, from the tables alone (§1.2 to §1.5).

The modules `second_reading*` play the whole game once more, written from the rules without a look at the engine's way:
naive, slow, and meant to be read beside the rule book. `test_second_reading` plays both side by side.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import engines.cantillon

MAP = Path(engines.cantillon.__file__).parent / "data" / "map.json"
SMALL = {"red": "r", "blue": "b", "yellow": "y"}


class Atlas:
    """The part of the map that is played: `borders` of each area, the colour letter of each land, cities, ports."""

    def __init__(self, fold: str) -> None:
        table = json.loads(MAP.read_text("utf-8"))
        rows = (*table["lands"], *table["seas"])
        if fold in table["folds"] or "," in fold:
            west, south, east, north = table["folds"][fold] if fold in table["folds"] else map(float, fold.split(","))
            inside = {row["code"] for row in rows if west <= row["lon"] <= east and south <= row["lat"] <= north}
        else:
            inside = set(fold.split())
        lands = [row for row in table["lands"] if row["code"] in inside]
        seas = [row for row in table["seas"] if row["code"] in inside]
        self.lands: list[str] = [row["code"] for row in lands]
        self.seas: list[str] = [row["code"] for row in seas]
        self.colour: dict[str, str] = {row["code"]: SMALL[row["colour"]] for row in lands}
        self.cities: list[str] = [row["code"] for row in lands if row["city"]]
        self.ports: list[str] = [row["code"] for row in lands if row["port"] and inside & {*row["seas"].split()}]
        self.borders: dict[str, set[str]] = {code: set() for code in inside}
        for row in (*lands, *seas):
            for other in (*row.get("land", "").split(), *row["seas"].split()):
                if other in inside:
                    self.borders[row["code"]].add(other)
                    self.borders[other].add(row["code"])

    def __deepcopy__(self, _: object) -> Atlas:
        return self

    def is_land(self, area: str) -> bool:
        return area in self.colour

    def land_borders(self, area: str) -> list[str]:
        return [one for one in self.lands if one in self.borders[area]]

    def sea_borders(self, area: str) -> list[str]:
        return [one for one in self.seas if one in self.borders[area]]


@lru_cache(maxsize=64)
def atlas(fold: str) -> Atlas:
    return Atlas(fold)
