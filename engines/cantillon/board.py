"""The map of Cantillon's Europe: numbered lands, lettered seas, and the folds that leave a part of it (1.2-1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeAlias

from engines.data import shipped_source

Area: TypeAlias = str
"""A land by its number ("41") or a sea by its letter ("H", "AE")."""
COLOURS = {"red": "r", "blue": "b", "yellow": "y"}


@dataclass(frozen=True)
class Land:
    """`goods` is the letter of the token it yields; `city` "" or its name; `land` and `seas` are its neighbours."""

    code: Area
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

    code: Area
    sign: str
    name: str
    seas: tuple[Area, ...]
    coasts: tuple[Area, ...]
    lon: float
    lat: float


@dataclass(frozen=True, eq=False)
class Board:
    """The lands and seas of one fold."""

    fold: str
    lands: Mapping[Area, Land]
    seas: Mapping[Area, Sea]

    @cached_property
    def next_to(self) -> Mapping[Area, tuple[Area, ...]]:
        """All neighbours of each area, on land and water."""
        return {
            **{code: land.land + land.seas for code, land in self.lands.items()},
            **{code: sea.seas + sea.coasts for code, sea in self.seas.items()},
        }

    def areas(self) -> Iterator[tuple[Area, Land | Sea]]:
        """All lands, then all seas, by their codes."""
        yield from self.lands.items()
        yield from self.seas.items()

    @cached_property
    def cities(self) -> Mapping[Area, str]:
        """The cities by their land."""
        return {code: land.city for code, land in self.lands.items() if land.city}

    def is_port(self, area: Area) -> bool:
        return area in self.lands and self.lands[area].port

    def name(self, area: Area) -> str:
        """An area with its number: "41 Ile de France", "H Southern North Sea"."""
        found = self.lands.get(area) or self.seas.get(area)
        return f"{area} {found.name}" if found else area


@lru_cache(maxsize=1)
def everything() -> tuple[Board, Mapping[str, tuple[float, ...]]]:
    """The whole map, and the rectangles of the folds: two longitudes and latitudes each."""
    data = shipped_source("engines.cantillon", "map.json").read()
    lands = {
        row["code"]: Land(
            row["code"],
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
            row["code"],
            row["sign"],
            row["name"],
            tuple(row["seas"].split()),
            tuple(code for code, land in lands.items() if row["code"] in land.seas),
            row["lon"],
            row["lat"],
        )
        for row in data["seas"]
    }
    return Board("full", lands, seas), {name: tuple(corners) for name, corners in data["folds"].items()}


def folds() -> tuple[str, ...]:
    """The names of the folds."""
    return tuple(everything()[1])


@lru_cache(maxsize=64)
def board(fold: str) -> Board:
    """The map of a fold by name, or of a rectangle "lon1,lat1,lon2,lat2": what has its label inside (1.5).

    Raises ValueError for a text that is neither.
    """
    whole, rectangles = everything()
    left, foot, right, top = rectangles[fold] if fold in rectangles else corners(fold)
    spots = {code: (area.lon, area.lat) for code, area in whole.areas()}
    kept = {code for code, (lon, lat) in spots.items() if left <= lon <= right and foot <= lat <= top}
    return Board(
        fold,
        {
            code: replace(land, land=inside(land.land, kept), seas=inside(land.seas, kept))
            for code, land in whole.lands.items()
            if code in kept
        },
        {
            code: replace(sea, seas=inside(sea.seas, kept), coasts=inside(sea.coasts, kept))
            for code, sea in whole.seas.items()
            if code in kept
        },
    )


def corners(text: str) -> tuple[float, float, float, float]:
    try:
        left, foot, right, top = (float(part) for part in text.split(","))
    except ValueError as error:
        raise ValueError(f"{text!r} is no fold: there are {', '.join(folds())}, or lon1,lat1,lon2,lat2") from error
    return left, foot, right, top


def inside(codes: Iterable[Area], kept: set[Area]) -> tuple[Area, ...]:
    return tuple(code for code in codes if code in kept)


def fault(found: Board, players: int) -> str:
    """Why a fold cannot be played by so many; "" if it can (1.5)."""
    if len(found.cities) < players:
        return f"the fold {found.fold} has {len(found.cities)} cities, too few for {players} players"
    for code, city in found.cities.items():
        land = found.lands[code]
        if not land.land:
            return f"{city} has no neighbour on land in the fold {found.fold}"
        if land.port and not land.seas:
            return f"the port {city} has no sea in the fold {found.fold}"
    first = next(iter(found.next_to))
    reached, frontier = {first}, [first]
    while frontier:
        for other in found.next_to[frontier.pop()]:
            if other not in reached:
                reached.add(other)
                frontier.append(other)
    return "" if len(reached) == len(found.next_to) else f"the fold {found.fold} falls into parts"
