"""The position while a turn is worked out, dice and events with it: every rule reads and changes it here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any, TypeVar

from engines.base import Dice, Event, Seat
from engines.cantillon.data import Area
from engines.cantillon.state import EMPTY, VALUES, Plot, State, Water, value

T = TypeVar("T")


class Refused(Exception):  # noqa: N818
    """A line that cannot be carried out: a code of §4.2 and its sentence. Events hold both as one text, with the codes
    of areas and seats; `prose.refusal` makes of it what people read."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code} {text}")


class Lucky:
    """Dice that win every toss for the attacker: for trying out what could be done."""

    def __init__(self) -> None:
        self.falls = cycle((6, 1))

    def roll(self, stream: str, sides: int) -> int:  # noqa: ARG002
        """Six for the attacker, one for the defender; nothing else is thrown in a turn."""
        return next(self.falls)

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:  # noqa: ARG002
        return list(items)

    def common(self, name: str) -> Lucky:  # noqa: ARG002
        return self


class Working:
    """Lands and seas, treasuries, and who may still step. `moved` counts the units that stepped, by area and letter;
    `takers` says who took a city of whom, and `tossed` how often dice were thrown, in this stage 3."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state, self.dice, self.board = state, dice, state.board
        self.options = state.options
        self.lands = dict(state.lands)
        self.seas = dict(state.seas)
        self.stock: dict[Seat, dict[str, int]] = {seat: dict(state.stock.get(seat, {})) for seat in state.seats}
        self.moved: Counter[tuple[Area, str]] = Counter()
        self.kept: dict[str, int] = {}
        self.spent_first: dict[str, int] = {}
        self.out = list(state.out)
        self.takers: dict[Seat, Seat] = dict(state.beaten)
        self.tossed = state.tossed
        self.permits = once(each for seat in state.seats for each in state.permits.get(seat, ()))
        self.halves = once(each for seat in state.seats for each in state.halves.get(seat, ()))
        self.events: list[Event] = []

    def tell(self, kind: str, whom: Iterable[Seat] | None = None, **args: Any) -> None:
        """Adds an event; without `whom` all may know it."""
        self.events.append(Event(kind, args, None if whom is None else frozenset(whom)))

    # --- who holds what ---------------------------------------------------------------------------------------

    def plot(self, area: Area) -> Plot:
        return self.lands.get(area, EMPTY)

    def change(self, area: Area, **fields: Any) -> None:
        """Changes what lies on a land; without units it is nobody's."""
        after = replace(self.plot(area), **fields)
        self.lands[area] = after if after.units else replace(after, owner="")

    def owner(self, area: Area) -> Seat:
        if area in self.board.lands:
            return self.plot(area).owner
        return self.seas[area].fleet if area in self.seas else ""

    def owned(self, seat: Seat) -> list[Area]:
        """A seat's lands, by number."""
        return sorted((area for area, plot in self.lands.items() if plot.owner == seat), key=int)

    def fleets(self, seat: Seat) -> list[Area]:
        """The seas with a fleet of the seat."""
        return [area for area, water in self.seas.items() if water.fleet == seat]

    def cities(self, seat: Seat) -> list[Area]:
        return [area for area in self.owned(seat) if area in self.board.cities]

    def armies(self, seat: Seat) -> Iterator[Area]:
        """Where the seat's armies are, each once, carried ones included."""
        for area in self.owned(seat):
            yield from [area] * self.plot(area).units.count("A")
        yield from (area for area in self.fleets(seat) if self.seas[area].cargo == "A")

    # --- units ------------------------------------------------------------------------------------------------

    def add(self, area: Area, seat: Seat, letter: str) -> None:
        """Puts a land unit into a land or aboard a fleet."""
        if area in self.board.lands:
            self.change(area, owner=seat, units="".join(sorted(self.plot(area).units + letter, reverse=True)))
        else:
            self.seas[area] = Water(seat, letter)

    def remove(self, area: Area, letter: str) -> None:
        """Takes a unit away: T or A from a land or a fleet, F from a sea (with its cargo) or an anchor."""
        if letter == "F" and area in self.board.lands:
            self.change(area, anchor="")
        elif letter == "F":
            del self.seas[area]
        elif area in self.board.lands:
            self.change(area, units=self.plot(area).units.replace(letter, "", 1))
        else:
            self.seas[area] = Water(self.seas[area].fleet)

    def clear(self, area: Area) -> None:
        """Takes all units, and the fleet on the anchor, from a land."""
        self.lands[area] = replace(self.plot(area), owner="", units="", anchor="")

    def take_goods(self, area: Area, seat: Seat) -> None:
        """Goods that lie on a land go to the treasury."""
        goods = self.plot(area).goods
        if goods:
            self.gain(seat, goods)
            self.change(area, goods={})
            self.tell("goods", (seat,), seat=seat, area=area, goods=dict(goods))

    # --- treasuries -------------------------------------------------------------------------------------------

    def gain(self, seat: Seat, goods: Mapping[str, int]) -> None:
        for letter, count in goods.items():
            self.stock[seat][letter] = self.stock[seat].get(letter, 0) + count

    def lose(self, seat: Seat, goods: Mapping[str, int]) -> None:
        for letter, count in goods.items():
            self.stock[seat][letter] -= count

    def has(self, seat: Seat, goods: Mapping[str, int]) -> bool:
        return all(self.stock[seat].get(letter, 0) >= count for letter, count in goods.items())

    def worth(self, seat: Seat) -> int:
        return value(self.stock[seat])

    # --- copies -----------------------------------------------------------------------------------------------

    def trial(self) -> Working:
        """A copy of units and goods to try something on."""
        copy = Working.__new__(Working)
        copy.__dict__.update(self.__dict__)
        copy.lands, copy.seas, copy.moved = dict(self.lands), dict(self.seas), Counter(self.moved)
        copy.stock = {seat: dict(goods) for seat, goods in self.stock.items()}
        copy.events = []
        return copy

    def adopt(self, tried: Working) -> None:
        """Takes over what a trial has changed: it was carried out."""
        self.lands, self.seas, self.moved, self.stock = tried.lands, tried.seas, tried.moved, tried.stock
        self.events += tried.events

    def frozen(self, **changes: Any) -> State:
        """The position now."""
        stock = {seat: {k: v for k in VALUES if (v := goods.get(k))} for seat, goods in self.stock.items()}
        return replace(
            self.state,
            lands={area: plot for area, plot in sorted(self.lands.items()) if plot != EMPTY},
            seas=dict(sorted(self.seas.items())),
            stock=stock,
            stock_shown=stock if self.options.treasury_open else {},
            worth={seat: value(goods) for seat, goods in stock.items()},
            out=tuple(self.out),
            permits=by_party(self.state.seats, self.permits, lambda p: (p.giver, p.taker)),
            halves=by_party(self.state.seats, self.halves, lambda h: (h.giver, h.partner)),
            **changes,
        )


def once(found: Iterable[T]) -> list[T]:
    """What both parties know stands under both, but is one thing."""
    kept: list[T] = []
    for each in found:
        if each not in kept:
            kept.append(each)
    return kept


def by_party(
    seats: Sequence[Seat], found: Sequence[T], parties: Callable[[T], tuple[Seat, Seat]]
) -> dict[Seat, tuple[T, ...]]:
    """Things under each of their parties."""
    whole = {seat: tuple(each for each in found if seat in parties(each)) for seat in seats}
    return {seat: mine for seat, mine in whole.items() if mine}
