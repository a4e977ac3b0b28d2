"""The countries and the dice of a game of Europa: read from two data files that a host may replace, and checked.

Every fault names its file and line, so that whoever edits them knows where to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engines.data import Source, describe_wrong_fields, read_shipped_files

Code: TypeAlias = str
"""A country by its three letters: "GBR"."""
COUNTRIES, DICE, FACES = "countries.json", "dice.json", "faces.json"
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
WITH_ARTICLE = ("lands", "Republic", "Kingdom", "Union")
"""How names end that have an article within a sentence."""


@dataclass(frozen=True)
class Country:
    """`points` in Political Points, `votes` needed in peace, `turn` of entry, `overlay` 0 or the number of the one that
    covers it before; `land` borders and `dotted` lines (§1.3)."""

    code: Code
    name: str
    native: str
    turn: int
    points: int
    votes: int
    overlay: int
    land: tuple[Code, ...]
    dotted: tuple[Code, ...]

    def __hash__(self) -> int:
        return hash(self.code)  # countries are keys of what is remembered of them, and looked up by the thousand

    @property
    def spoken_name(self) -> str:
        """The name within a sentence: "the Netherlands"."""
        return f"the {self.name}" if self.name.endswith(WITH_ARTICLE) else self.name


@dataclass(frozen=True)
class Overlay:
    """A sheet that covers part of the map until the turn on which it `opens`."""

    number: int
    name: str
    opens: int


@dataclass(frozen=True)
class EuropaGameData:
    """All countries by code, the overlays, and the country that each sum of two dice, from 2 to 20, strikes."""

    countries: Mapping[Code, Country]
    overlays: tuple[Overlay, ...]
    dice: tuple[Code, ...]

    def struck_country(self, total: int) -> Country:
        """The country that a sum of two ten-sided dice strikes (§1.4)."""
        return self.countries[self.dice[total - SUMS[0]]]

    def find_overlay(self, country: Country, turn: int) -> Overlay | None:
        """The overlay that still covers a country on a turn."""
        return next((o for o in self.overlays if o.number == country.overlay and o.opens > turn), None)

    def are_linked(self, one: Code, other: Code) -> bool:
        """Return whether a border on land or a dotted line joins two countries."""
        country = self.countries[one]
        return other in country.land or other in country.dotted


def read_europa_data(countries: str, dice: str, name: str = COUNTRIES) -> EuropaGameData:
    """The box in two files of JSON. Raises DataError with the file and the line that is wrong."""
    source = Source(name, countries)
    overlays = tuple(Overlay(**row) for row in source.read_rows("overlays", "number", overlay_fault))
    found = {row["code"]: parse_country(row) for row in source.read_rows("countries", "code", country_fault)}
    box = EuropaGameData(found, overlays, ())
    for fault, code in country_faults(box):
        raise source.error_at_key(fault, "code", code)
    return EuropaGameData(found, overlays, read_struck_countries(Source(DICE, dice), found))


def overlay_fault(row: Mapping[str, Any]) -> str:
    wrong = describe_wrong_fields(row, {"number": int, "name": str, "opens": int}, "an overlay")
    return wrong or ("" if row["opens"] in (2, 3, 4) else "an overlay opens on turn 2, 3 or 4")


def country_fault(row: Mapping[str, Any]) -> str:
    return describe_wrong_fields(row, FIELDS, "a country")


def parse_country(row: Mapping[str, Any]) -> Country:
    return Country(**{**row, "land": tuple(row["land"].split()), "dotted": tuple(row["dotted"].split())})


def country_faults(box: EuropaGameData) -> Iterator[tuple[str, Code]]:
    """Yield what is wrong with the countries taken together, and in whose line."""
    known = box.countries
    for c in known.values():
        if not (len(c.code) == 3 and c.code.isascii() and c.code.isalpha() and c.code.isupper()):
            yield "a code is three capital letters", c.code
        if not (c.points > 0 and 0 < c.votes <= 20 and 1 <= c.turn <= 4 and c.name):
            yield "a country has a name, points, 1 to 20 votes and a turn from 1 to 4", c.code
        opens = next((o.opens for o in box.overlays if o.number == c.overlay), None)
        if c.overlay and opens != c.turn:
            yield f"overlay {c.overlay} opens on turn {opens}, not on turn {c.turn}", c.code
        for kind, others in (("land", c.land), ("dotted", c.dotted)):
            for other in others:
                if other not in known or other == c.code:
                    yield f"there is no country {other} it could touch", c.code
                elif c.code not in getattr(known[other], kind):
                    yield f"it names {other} under “{kind}”, but {other} does not name it", c.code


def read_struck_countries(source: Source, known: Mapping[Code, Country]) -> tuple[Code, ...]:
    """The country for each sum. Raises DataError."""
    data = source.read_object()
    for key in data.keys() - {str(n) for n in SUMS}:
        raise source.error_at_key(f"two dice do not show {key}: sums go from 2 to 20", key)
    for n in SUMS:
        if data.get(str(n)) not in known:
            raise source.error_at_key(f"for the sum {n} a country is needed that countries.json has", str(n))
    return tuple(data[str(n)] for n in SUMS)


FILES: Mapping[str, str] = read_shipped_files("engines.europa", COUNTRIES, DICE, FACES)
"""The data files as they come with the game."""


STANDARD = read_europa_data(FILES[COUNTRIES], FILES[DICE])
