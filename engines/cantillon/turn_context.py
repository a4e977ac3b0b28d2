"""The position while a turn is worked out, dice and events with it: every rule reads and changes it here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any, TypeVar

from engines.base import Dice, Event, Seat
from engines.cantillon.data import Area
from engines.cantillon.state import EMPTY, VALUES, CantillonState, Plot, Water, goods_value

T = TypeVar("T")


class LineRefused(Exception):  # noqa: N818
    """A line that cannot be carried out: a code of §4.2 and its sentence. Events hold both as one text, with the codes
    of areas and seats; `prose.refusal_of_event` makes of it what people read."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code} {text}")


class LuckyDice:
    """Dice that win every toss for the attacker: for trying out what could be done."""

    def __init__(self) -> None:
        self.falls = cycle((6, 1))

    def roll(self, stream: str, sides: int) -> int:  # noqa: ARG002
        """Six for the attacker, one for the defender; nothing else is thrown in a turn."""
        return next(self.falls)

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:  # noqa: ARG002
        return list(items)

    def shared_dice(self, name: str) -> LuckyDice:  # noqa: ARG002
        return self


class CantillonTurnContext:
    """Lands and seas, treasuries, and who may still step. `moved` counts the units that stepped, by area and letter;
    `takers` says who took a city of whom, and `tossed` how often dice were thrown, in this stage 3."""

    def __init__(self, state: CantillonState, dice: Dice) -> None:
        self.state, self.dice, self.board = state, dice, state.board
        self.options = state.options
        self.lands = dict(state.lands)
        self.seas = dict(state.seas)
        self.stock: dict[Seat, dict[str, int]] = {seat: dict(state.stock.get(seat, {})) for seat in state.seats}
        self.moved: Counter[tuple[Area, str]] = Counter()
        self.saved_goods: dict[str, int] = {}
        self.spent_first: dict[str, int] = {}
        self.out = list(state.out)
        self.takers: dict[Seat, Seat] = dict(state.beaten)
        self.tossed = state.tossed
        self.permits = without_repeats(each for seat in state.seats for each in state.permits.get(seat, ()))
        self.halves = without_repeats(each for seat in state.seats for each in state.halves.get(seat, ()))
        self.events: list[Event] = []

    def record_event(self, kind: str, whom: Iterable[Seat] | None = None, **args: Any) -> None:
        """Adds an event; without `whom` all may know it."""
        self.events.append(Event(kind, args, None if whom is None else frozenset(whom)))

    # --- who holds what ---------------------------------------------------------------------------------------

    def plot_of(self, area: Area) -> Plot:
        return self.lands.get(area, EMPTY)

    def change_plot(self, area: Area, **fields: Any) -> None:
        """Changes what lies on a land; without units it is nobody's."""
        after = replace(self.plot_of(area), **fields)
        self.lands[area] = after if after.units else replace(after, owner="")

    def owner_of(self, area: Area) -> Seat:
        if area in self.board.lands:
            return self.plot_of(area).owner
        return self.seas[area].fleet if area in self.seas else ""

    def lands_of(self, seat: Seat) -> list[Area]:
        """A seat's lands, by number."""
        return sorted((area for area, plot in self.lands.items() if plot.owner == seat), key=int)

    def fleets_of(self, seat: Seat) -> list[Area]:
        """The seas with a fleet of the seat."""
        return [area for area, water in self.seas.items() if water.fleet == seat]

    def cities_of(self, seat: Seat) -> list[Area]:
        return [area for area in self.lands_of(seat) if area in self.board.cities]

    def armies_of(self, seat: Seat) -> Iterator[Area]:
        """Yield where the seat's armies are, each once, carried ones included."""
        for area in self.lands_of(seat):
            yield from [area] * self.plot_of(area).units.count("A")
        yield from (area for area in self.fleets_of(seat) if self.seas[area].cargo == "A")

    # --- units ------------------------------------------------------------------------------------------------

    def add_unit(self, area: Area, seat: Seat, letter: str) -> None:
        """Puts a land unit into a land or aboard a fleet."""
        if area in self.board.lands:
            self.change_plot(area, owner=seat, units="".join(sorted(self.plot_of(area).units + letter, reverse=True)))
        else:
            self.seas[area] = Water(seat, letter)

    def remove_unit(self, area: Area, letter: str) -> None:
        """Takes a unit away: T or A from a land or a fleet, F from a sea (with its cargo) or an anchor."""
        if letter == "F" and area in self.board.lands:
            self.change_plot(area, anchor="")
        elif letter == "F":
            del self.seas[area]
        elif area in self.board.lands:
            self.change_plot(area, units=self.plot_of(area).units.replace(letter, "", 1))
        else:
            self.seas[area] = Water(self.seas[area].fleet)

    def clear_land(self, area: Area) -> None:
        """Takes all units, and the fleet on the anchor, from a land."""
        self.lands[area] = replace(self.plot_of(area), owner="", units="", anchor="")

    def take_goods(self, area: Area, seat: Seat) -> None:
        """Goods that lie on a land go to the treasury."""
        goods = self.plot_of(area).goods
        if goods:
            self.gain_goods(seat, goods)
            self.change_plot(area, goods={})
            self.record_event("goods", (seat,), seat=seat, area=area, goods=dict(goods))

    # --- treasuries -------------------------------------------------------------------------------------------

    def gain_goods(self, seat: Seat, goods: Mapping[str, int]) -> None:
        for letter, count in goods.items():
            self.stock[seat][letter] = self.stock[seat].get(letter, 0) + count

    def lose_goods(self, seat: Seat, goods: Mapping[str, int]) -> None:
        for letter, count in goods.items():
            self.stock[seat][letter] -= count

    def has_goods(self, seat: Seat, goods: Mapping[str, int]) -> bool:
        return all(self.stock[seat].get(letter, 0) >= count for letter, count in goods.items())

    def treasury_value(self, seat: Seat) -> int:
        return goods_value(self.stock[seat])

    # --- copies -----------------------------------------------------------------------------------------------

    def copy_for_trial(self) -> CantillonTurnContext:
        """A copy of units and goods to try something on."""
        copy = CantillonTurnContext.__new__(CantillonTurnContext)
        copy.__dict__.update(self.__dict__)
        copy.lands, copy.seas, copy.moved = dict(self.lands), dict(self.seas), Counter(self.moved)
        copy.stock = {seat: dict(goods) for seat, goods in self.stock.items()}
        copy.events = []
        return copy

    def adopt_trial(self, tried: CantillonTurnContext) -> None:
        """Takes over what a trial has changed: it was carried out."""
        self.lands, self.seas, self.moved, self.stock = tried.lands, tried.seas, tried.moved, tried.stock
        self.events += tried.events

    def freeze_state(self, **changes: Any) -> CantillonState:
        """The position now."""
        stock = {seat: {k: v for k in VALUES if (v := goods.get(k))} for seat, goods in self.stock.items()}
        return replace(
            self.state,
            lands={area: plot for area, plot in sorted(self.lands.items()) if plot != EMPTY},
            seas=dict(sorted(self.seas.items())),
            stock=stock,
            stock_shown=stock if self.options.treasury_open else {},
            worth={seat: goods_value(goods) for seat, goods in stock.items()},
            out=tuple(self.out),
            permits=group_by_party(self.state.seats, self.permits, lambda p: (p.giver, p.taker)),
            halves=group_by_party(self.state.seats, self.halves, lambda h: (h.giver, h.partner)),
            **changes,
        )


def without_repeats(found: Iterable[T]) -> list[T]:
    """Return what both parties know stands under both, but is one thing."""
    kept: list[T] = []
    for each in found:
        if each not in kept:
            kept.append(each)
    return kept


def group_by_party(
    seats: Sequence[Seat], found: Sequence[T], parties: Callable[[T], tuple[Seat, Seat]]
) -> dict[Seat, tuple[T, ...]]:
    """Things under each of their parties."""
    whole = {seat: tuple(each for each in found if seat in parties(each)) for seat in seats}
    return {seat: mine for seat, mine in whole.items() if mine}
