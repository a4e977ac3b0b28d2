"""The map of Cantillon's Europe: numbered lands, lettered seas, and folds that leave a part of it (§1.2 to §1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeAlias

from engines.data import load_shipped_source
from engines.memo import memoize

Area: TypeAlias = str
"""A land by its number ("41") or a sea by its letter ("H", "AE")."""
COLOURS = {"red": "r", "blue": "b", "yellow": "y"}


@dataclass(frozen=True)
class Land:
    """`goods` is the letter of the token it yields; `city` "" or its name; `land` and `seas` are its neighbours."""

    name: str
    goods: str
    city: str
    port: bool
    land: tuple[Area, ...]
    seas: tuple[Area, ...]
    lon: float
    lat: float


@dataclass(frozen=True)
class Sea:
    """`sign` is its letter as a map prints it; `seas` and `coasts` are its neighbours."""

    sign: str
    name: str
    seas: tuple[Area, ...]
    coasts: tuple[Area, ...]
    lon: float
    lat: float


@dataclass(frozen=True, eq=False)
class CantillonBoard:
    """The lands and seas of one fold."""

    lands: Mapping[Area, Land]
    seas: Mapping[Area, Sea]

    @cached_property
    def next_to(self) -> Mapping[Area, tuple[Area, ...]]:
        """All neighbours of each area, on land and water."""
        return {
            **{code: land.land + land.seas for code, land in self.lands.items()},
            **{code: sea.seas + sea.coasts for code, sea in self.seas.items()},
        }

    def iter_areas(self) -> Iterator[tuple[Area, Land | Sea]]:
        """All lands, then all seas, by their codes."""
        yield from self.lands.items()
        yield from self.seas.items()

    @cached_property
    def cities(self) -> Mapping[Area, str]:
        """The cities by their land."""
        return {code: land.city for code, land in self.lands.items() if land.city}

    def is_port(self, area: Area) -> bool:
        return area in self.lands and self.lands[area].port

    def name_with_city(self, area: Area) -> str:
        """An area with its city: "Ile de France (Paris)", "Southern North Sea"."""
        return f"{self.plain_name(area)} ({self.cities[area]})" if area in self.cities else self.plain_name(area)

    def name_with_code(self, area: Area) -> str:
        """An area as people find it on the map: "Ile de France (41)", "Southern North Sea (H)"."""
        return f"{self.plain_name(area)} ({area})"

    def plain_name(self, area: Area) -> str:
        """The name alone; what is no area of this map is its own name."""
        found = self.lands.get(area) or self.seas.get(area)
        return found.name if found else area


@lru_cache(maxsize=1)
def load_whole_map() -> tuple[CantillonBoard, Mapping[str, tuple[float, ...]]]:
    """The whole map, and the rectangles of the folds: two longitudes and latitudes each."""
    data = load_shipped_source("engines.cantillon", "map.json").read_object()
    lands = {
        row["code"]: Land(
            row["name"],
            COLOURS[row["colour"]],
            row["city"],
            row["port"],
            tuple(row["land"].split()),
            tuple(row["seas"].split()),
            row["lon"],
            row["lat"],
        )
        for row in data["lands"]
    }
    seas = {
        row["code"]: Sea(
            row["sign"],
            row["name"],
            tuple(row["seas"].split()),
            tuple(code for code, land in lands.items() if row["code"] in land.seas),
            row["lon"],
            row["lat"],
        )
        for row in data["seas"]
    }
    return CantillonBoard(lands, seas), {name: tuple(corners) for name, corners in data["folds"].items()}


def fold_names() -> tuple[str, ...]:
    """The names of the folds."""
    return tuple(load_whole_map()[1])


@memoize(64)
def fold_board(fold: str) -> CantillonBoard:
    """The map of a fold: what a name, a rectangle or a list of regions leaves of the whole (§1.5).

    Regions outside are nobody's neighbours, and a port without a sea is a city without a port. Raises ValueError for a
    text that is no fold.
    """
    whole, _ = load_whole_map()
    kept = fold_areas(fold)
    return CantillonBoard(
        {code: cut_land(land, kept) for code, land in whole.lands.items() if code in kept},
        {
            code: replace(sea, seas=codes_inside(sea.seas, kept), coasts=codes_inside(sea.coasts, kept))
            for code, sea in whole.seas.items()
            if code in kept
        },
    )


def cut_land(land: Land, kept: Set[Area]) -> Land:
    """A land with the neighbours that are left to it."""
    seas = codes_inside(land.seas, kept)
    return replace(land, land=codes_inside(land.land, kept), seas=seas, port=land.port and bool(seas))


def codes_inside(codes: Iterable[Area], kept: Set[Area]) -> tuple[Area, ...]:
    return tuple(code for code in codes if code in kept)


# --- folds ------------------------------------------------------------------------------------------------------


def fold_areas(fold: str) -> Set[Area]:
    """The codes in play: those inside the rectangle of a name ("nordic") or of four numbers with commas, from west,
    south, east and north; or those of a list with blanks ("19 15 14 J K"). Raises ValueError for anything else."""
    whole, rectangles = load_whole_map()
    if fold in rectangles or "," in fold:
        left, foot, right, top = rectangles[fold] if fold in rectangles else parse_corners(fold)
        return {code for code, area in whole.iter_areas() if left <= area.lon <= right and foot <= area.lat <= top}
    found = frozenset(fold.split())
    if not found <= whole.next_to.keys():
        raise no_fold_error(fold)
    return found


def parse_corners(text: str) -> tuple[float, float, float, float]:
    try:
        left, foot, right, top = (float(part) for part in text.split(","))
    except ValueError as error:
        raise no_fold_error(text) from error
    return left, foot, right, top


def no_fold_error(text: str) -> ValueError:
    return ValueError(
        f"{text!r} is no fold: there are {', '.join(fold_names())}, west,south,east,north, or a list of regions"
    )


def area_span(first: Area, last: Area) -> tuple[Area, ...]:
    """All lands or all seas from one to another, as they are numbered. Raises ValueError for a land and a sea, and for
    a span that runs backwards: “42, -5” is none."""
    whole, _ = load_whole_map()
    kind = list(whole.lands if first in whole.lands else whole.seas)
    if last not in kind:
        raise ValueError(f"{first} and {last} are a land and a sea: nothing lies between them.")
    low, high = kind.index(first), kind.index(last)
    if low > high:
        raise ValueError(f"{first}-{last} runs backwards. Write {last}-{first} if you mean all that lies between.")
    return tuple(kind[low : high + 1])


def fold_fault(found: CantillonBoard, players: int) -> str:
    """Return why a fold cannot be played by so many: there must be a city for each; "" if it can (§1.5)."""
    cities = len(found.cities)
    if cities >= players:
        return ""
    return f"this part of the map has {cities} {'city' if cities == 1 else 'cities'}, too few for {players} players"
