"""The countries and the dice of a game of Europa: read from two data files that a host may replace, and checked.

Every fault names its file and line, so that whoever edits them knows where to look.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, TypeAlias

from engines.base import DataError

Code: TypeAlias = str
"""A country by its three letters: "GBR"."""
COUNTRIES, DICE = "countries.json", "dice.json"
FIELDS: dict[str, type] = {
    "code": str,
    "name": str,
    "native": str,
    "turn": int,
    "points": int,
    "votes": int,
    "overlay": int,
    "land": str,
    "dotted": str,
}
SUMS = range(2, 21)


@dataclass(frozen=True)
class Country:
    """`points` in Political Points, `votes` needed in peace, `turn` of entry, `overlay` 0 or the number of the one that
    covers it before; `land` borders and `dotted` lines (specification, 1.3)."""

    code: Code
    name: str
    native: str
    turn: int
    points: int
    votes: int
    overlay: int
    land: tuple[Code, ...]
    dotted: tuple[Code, ...]


@dataclass(frozen=True)
class Overlay:
    """A sheet that covers part of the map until the turn on which it `opens`."""

    number: int
    name: str
    opens: int


@dataclass(frozen=True)
class Table:
    """All countries by code, the overlays, and the country that each sum of two dice, from 2 to 20, strikes."""

    countries: Mapping[Code, Country]
    overlays: tuple[Overlay, ...]
    dice: tuple[Code, ...]

    def struck(self, total: int) -> Country:
        """The country that a sum of two ten-sided dice strikes (specification, 1.4)."""
        return self.countries[self.dice[total - SUMS[0]]]

    def overlay(self, country: Country, turn: int) -> Overlay | None:
        """The overlay that still covers a country on a turn."""
        return next((o for o in self.overlays if o.number == country.overlay and o.opens > turn), None)

    def linked(self, one: Code, other: Code) -> bool:
        """Whether a border on land or a dotted line joins two countries."""
        country = self.countries[one]
        return other in country.land or other in country.dotted


def read_table(countries: str, dice: str, name: str = COUNTRIES) -> Table:
    """The table in two files of JSON. Raises DataError with the file and the line that is wrong."""
    data = parsed(countries, name)
    overlays = tuple(overlay(each, countries, name) for each in listed(data, "overlays", countries, name))
    rows = listed(data, "countries", countries, name)
    found: dict[Code, Country] = {}
    for row in rows:
        one = country(row, countries, name)
        if one.code in found:
            raise DataError(name, line_of(countries, one.code, 2), f"{one.code} stands here a second time")
        found[one.code] = one
    table = Table(found, overlays, ())
    for fault, code in faults(table):
        raise DataError(name, line_of(countries, code), fault)
    return Table(found, overlays, struck(parsed(dice, DICE), found, dice))


def parsed(text: str, name: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(name, getattr(error, "lineno", 1), f"this is no JSON: {error}") from error
    if not isinstance(data, dict):
        raise DataError(name, 1, "the file must hold an object: { … }")
    return data


def listed(data: Mapping[str, Any], key: str, text: str, name: str) -> Sequence[Mapping[str, Any]]:
    rows = data.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise DataError(name, line_of(text, key), f"“{key}” must be a list of objects")
    return rows


def line_of(text: str, word: str, nth: int = 1) -> int:
    """The line in which a word stands in quotes for the nth time as a value or key; 1 if it does not."""
    quoted = json.dumps(word, ensure_ascii=False)
    lines = [n for n, line in enumerate(text.splitlines(), 1) if quoted in line]
    return lines[nth - 1] if len(lines) >= nth else 1


def overlay(row: Mapping[str, Any], text: str, name: str) -> Overlay:
    if not (isinstance(row.get("name"), str) and isinstance(row.get("number"), int) and row.get("opens") in (2, 3, 4)):
        raise DataError(
            name, line_of(text, str(row.get("name"))), "an overlay has a number, a name, and opens on turn 2, 3 or 4"
        )
    return Overlay(row["number"], row["name"], row["opens"])


def country(row: Mapping[str, Any], text: str, name: str) -> Country:
    """Raises DataError if a field is missing, unknown, or of the wrong kind."""
    line = line_of(text, str(row.get("code", "")))
    for key in sorted(FIELDS.keys() ^ row.keys()):
        raise DataError(name, line, f"“{key}” is {'missing' if key in FIELDS else 'no field of a country'}")
    for key, kind in FIELDS.items():
        if not isinstance(row[key], kind) or isinstance(row[key], bool):
            raise DataError(name, line, f"“{key}” must be {'a text' if kind is str else 'a whole number'}")
    plain = {key: row[key] for key in FIELDS if key not in ("land", "dotted")}
    return Country(**plain, land=tuple(row["land"].split()), dotted=tuple(row["dotted"].split()))


def faults(table: Table) -> Iterator[tuple[str, Code]]:
    """What is wrong with the countries taken together, and in whose line."""
    known = table.countries
    for c in known.values():
        if not (len(c.code) == 3 and c.code.isascii() and c.code.isalpha() and c.code.isupper()):
            yield "a code is three capital letters", c.code
        if not (c.points > 0 and 0 < c.votes <= 20 and 1 <= c.turn <= 4 and c.name):
            yield "a country has a name, points, 1 to 20 votes and a turn from 1 to 4", c.code
        opens = next((o.opens for o in table.overlays if o.number == c.overlay), None)
        if c.overlay and opens != c.turn:
            yield f"overlay {c.overlay} opens on turn {opens}, not on turn {c.turn}", c.code
        for kind, others in (("land", c.land), ("dotted", c.dotted)):
            for other in others:
                if other not in known or other == c.code:
                    yield f"there is no country {other} it could touch", c.code
                elif c.code not in getattr(known[other], kind):
                    yield f"it names {other} under “{kind}”, but {other} does not name it", c.code


def struck(data: Mapping[str, Any], known: Mapping[Code, Country], text: str) -> tuple[Code, ...]:
    for key in data.keys() - {str(n) for n in SUMS}:
        raise DataError(DICE, line_of(text, key), f"two dice do not show {key}: sums go from 2 to 20")
    for n in SUMS:
        if data.get(str(n)) not in known:
            raise DataError(DICE, line_of(text, str(n)), f"for the sum {n} a country is needed that countries.json has")
    return tuple(data[str(n)] for n in SUMS)


FILES: Mapping[str, str] = {
    name: (resources.files("engines.europa") / "data" / name).read_text(encoding="utf-8") for name in (COUNTRIES, DICE)
}
"""The data files as they come with the game."""


@lru_cache(maxsize=16)
def cached(countries: str, dice: str, name: str) -> Table:
    return read_table(countries, dice, name)


STANDARD = cached(FILES[COUNTRIES], FILES[DICE], COUNTRIES)
