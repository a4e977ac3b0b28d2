"""The faces of the country cards: what they tell of a country, which counts for nothing in play (§1.3a)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.data import Source, describe_wrong_fields
from engines.europa.data import FACES, Code

FIELDS: Mapping[str, type] = {"capital": str, "area": int, "population": int}


@dataclass(frozen=True)
class Face:
    """A capital, an `area` in km² and a `population` in thousands, as they were about 1998."""

    capital: str
    area: int
    population: int


@dataclass(frozen=True)
class Faces:
    """The faces by the codes of countries, and by their names those of the cards that are for information only."""

    countries: Mapping[Code, Face]
    information: Mapping[str, Face]

    def sum_faces(self, codes: Iterable[Code]) -> tuple[int, int] | None:
        """Area (km²) and people (thousands) of some countries; None if one of them has no face."""
        found = [self.countries.get(code) for code in codes]
        known = [face for face in found if face]
        return (sum(f.area for f in known), sum(f.population for f in known)) if len(known) == len(found) else None


def read_faces(text: str) -> Faces:
    """The faces in a file of JSON. Raises DataError with the line that is wrong."""
    source = Source(FACES, text)
    return Faces(read_face_table(source, "countries", "code"), read_face_table(source, "information", "name"))


def read_face_table(source: Source, key: str, own: str) -> dict[str, Face]:
    def face_fault(row: Mapping[str, Any]) -> str:
        return describe_wrong_fields(row, {own: str, **FIELDS}, "a face")

    return {row.pop(own): Face(**row) for row in source.read_rows(key, own, face_fault)}
