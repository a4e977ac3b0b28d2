"""A second reading: what lies on the board, who is connected (§5.3), which cities are besieged (§5.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engines.cantillon.state import CantillonOptions, CantillonState
from tests.cantillon.second_reading_map import Atlas, atlas

VALUE = {"c": 1, "r": 1, "b": 1, "y": 1, "R": 2, "B": 2, "Y": 2, "P": 8, "O": 8, "G": 8}


def worth(goods: Counter[str]) -> int:
    """Face value."""
    return sum(VALUE[letter] * count for letter, count in goods.items())


@dataclass(eq=False)
class Unit:
    """A taxman, an army or a fleet. On a land a fleet lies at the anchor; at sea a land unit is aboard the fleet."""

    owner: str
    kind: str
    place: str
    stepped: bool = False


@dataclass
class Ground:
    """What stays with a land whoever holds it."""

    basic: bool = False
    advanced: str = ""
    goods: Counter[str] = field(default_factory=Counter)


@dataclass
class Leave:
    """Leave to pass through seas."""

    giver: str
    taker: str
    seas: tuple[str, ...]
    last: int
    fee: int
    used: int = 0


@dataclass
class Half:
    """One side of a contract."""

    giver: str
    partner: str
    give: Counter[str]
    get: Counter[str]
    at_start: bool
    last: int

    def mirrors(self, other: Half) -> bool:
        parties = (self.giver, self.partner) == (other.partner, other.giver)
        return parties and (+self.give, +self.get) == (+other.get, +other.give)


@dataclass
class Board:
    """All that is on the table."""

    atlas: Atlas
    options: CantillonOptions
    seats: tuple[str, ...]
    order: tuple[str, ...]
    round: int
    units: list[Unit]
    ground: dict[str, Ground]
    stock: dict[str, Counter[str]]
    leaves: list[Leave]
    halves: list[Half]
    out: list[str]
    silent: dict[str, int]
    homes: dict[str, str] = field(default_factory=dict)
    ranks: dict[str, int] | None = None
    fired: Counter[str] = field(default_factory=Counter)

    # --- who stands where -----------------------------------------------------------------------------------------

    def at(self, place: str, kinds: str = "TAF") -> list[Unit]:
        return [unit for unit in self.units if unit.place == place and unit.kind in kinds]

    def of(self, seat: str) -> list[Unit]:
        return [unit for unit in self.units if unit.owner == seat]

    def owner(self, area: str) -> str:
        """Lands belong to whose land units stand there, seas to whose fleet is there; "" for nobody."""
        kinds = "TA" if self.atlas.is_land(area) else "F"
        return next((unit.owner for unit in self.at(area, kinds)), "")

    def lands(self, seat: str) -> list[str]:
        return [land for land in self.atlas.lands if self.owner(land) == seat]

    def cities(self, seat: str) -> list[str]:
        return [city for city in self.atlas.cities if self.owner(city) == seat]

    def has_room(self, land: str) -> bool:
        return len(self.at(land, "TA")) < 2

    def alive(self) -> list[str]:
        return [seat for seat in self.order if seat not in self.out]

    def must_stay(self, unit: Unit) -> bool:
        """§5.1d: the last taxman of the city in which a player began."""
        at_home = unit.kind == "T" and self.homes.get(unit.owner) == unit.place
        self.fired["the last taxman stays"] += at_home and len(self.at(unit.place, "T")) < 2
        return at_home and len(self.at(unit.place, "T")) < 2

    def remove(self, units: Iterable[Unit]) -> None:
        gone = list(units)
        self.units = [unit for unit in self.units if unit not in gone]

    # --- connection -----------------------------------------------------------------------------------------------

    def connected_areas(self, seat: str) -> set[str]:
        """Own lands, and seas with an own fleet, that an own city reaches."""
        own = {area for area in (*self.atlas.lands, *self.atlas.seas) if self.owner(area) == seat}
        return self.spread(self.cities(seat), own)

    def spread(self, sources: Iterable[str], through: set[str]) -> set[str]:
        """The sources, and what borders on them within `through`, and so on."""
        found, edge = set(sources), list(sources)
        while edge:
            here = edge.pop()
            for area in self.atlas.borders[here]:
                if area in through and area not in found:
                    found.add(area)
                    edge.append(area)
        return found

    def joined_units(self, seat: str) -> list[Unit]:
        """The units that are not isolated."""
        reached = self.connected_areas(seat)
        return [unit for unit in self.of(seat) if unit.place in reached]

    def isolates(self, seat: str, act: Callable[[], None]) -> bool:
        """Return whether an act would isolate a unit that was connected; the units are as before then."""
        before = self.joined_units(seat)
        list_before = list(self.units)
        places = [(unit, unit.place, unit.stepped) for unit in self.units]
        act()
        after = self.joined_units(seat)
        bad = any(unit not in after for unit in before if unit in self.units)
        self.units = list_before
        for unit, place, stepped in places:
            unit.place, unit.stepped = place, stepped
        return bad

    # --- siege ----------------------------------------------------------------------------------------------------

    def besieged_cities(self, seat: str) -> list[str]:
        return [city for city in self.cities(seat) if self.is_besieged(seat, city)]

    def is_besieged(self, seat: str, city: str) -> bool:
        """§5.6: others hold all around it, something at least, and no fleet reaches a land that they do not hold."""
        inside = self.enclosed_land(seat, city)
        around = self.lands_around(inside)
        open_lands = [land for land in self.atlas.lands if land not in inside and self.owner(land) in ("", seat)]
        if not around or any(self.owner(area) in ("", seat) for area in around):
            return False
        own_seas = {sea for sea in self.atlas.seas if self.owner(sea) == seat}
        starts = {sea for sea in own_seas if self.atlas.borders[sea] & inside}
        for port in inside:
            if self.at(port, "F"):
                starts |= {sea for sea in self.atlas.sea_borders(port) if not self.owner(sea)}
        reached = self.spread(starts, own_seas)
        return not any(self.atlas.borders[land] & reached for land in open_lands)

    def lands_around(self, inside: set[str]) -> list[str]:
        """The lands next to some land; if there are none, the seas (§5.6c)."""
        lands = [land for land in self.atlas.lands if land not in inside and self.atlas.borders[land] & inside]
        return lands or [sea for sea in self.atlas.seas if self.atlas.borders[sea] & inside]

    def enclosed_land(self, seat: str, city: str) -> set[str]:
        """The land that a siege must enclose: the city's own; with the option, the landmass round it."""
        if not self.options.whole_landmass:
            return {city}
        own = {area for area in (*self.atlas.lands, *self.atlas.seas) if self.owner(area) == seat}
        return self.spread([city], own) & set(self.atlas.lands)


def from_state(state: CantillonState) -> Board:
    """The board of a position of the engine."""
    units: list[Unit] = []
    ground: dict[str, Ground] = {}
    for code, plot in state.lands.items():
        units += [Unit(plot.owner, kind, code) for kind in plot.units]
        units += [Unit(plot.anchor, "F", code)] if plot.anchor else []
        ground[code] = Ground(plot.basic, plot.advanced, Counter(plot.goods))
    for code, water in state.seas.items():
        units += [Unit(water.fleet, kind, code) for kind in "F" + water.cargo]
    leaves = [
        Leave(one.giver, one.taker, one.seas, one.last, one.fee, one.used)
        for seat, known in state.permits.items() for one in known if one.giver == seat
    ]  # fmt: skip
    halves = [
        Half(one.giver, one.partner, Counter(one.give), Counter(one.get), one.at_start, one.last)
        for seat, known in state.halves.items() for one in known if one.giver == seat
    ]  # fmt: skip
    board = Board(
        atlas(state.options.fold), state.options, state.seats, state.order, state.round, units,
        {}, {seat: Counter(state.stock.get(seat, {})) for seat in state.seats},
        leaves, halves, list(state.out), dict(state.silent), dict(state.homes),
    )  # fmt: skip
    board.ground = {land: ground.get(land, Ground()) for land in board.atlas.lands}
    return board
