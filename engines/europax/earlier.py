"""Lines that a seat said before, read again: plans and preferences are kept as their canonical texts.

What such a line means hangs on few things that stay as they are for a whole game, so that it is read once and not in
every view, report and round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.base import Seat
from engines.europax.asks import lines
from engines.europax.data import Box, Country, Goods
from engines.europax.state import Options, State
from engines.kept import keeps
from engines.language import read
from engines.language.ask import Ask, Order


class Background(NamedTuple):
    """All that kept lines depend on: what was agreed, the box, the countries in play, and whose lines they are."""

    options: Options
    goods: tuple[Goods, ...]
    demands: tuple[str, ...]
    order: tuple[Country, ...]
    seat: Seat
    own: tuple[Country, ...]
    french: bool

    @staticmethod
    def of(view: State, seat: Seat) -> Background:
        goods, demands = tuple(view.box.products.values()), tuple(view.box.demands)
        own, french = view.countries(seat), view.reads_french(seat)
        return Background(view.options, goods, demands, view.order, seat, own, french)

    def state(self) -> State:
        """A position with nothing but this in it."""
        products = {each.code: each for each in self.goods}
        return State(
            seats=(self.seat,),
            phase="",
            kind="round",
            options=self.options,
            box=Box(products, dict.fromkeys(self.demands, ()), {}, {}),
            order=self.order,
            boards=dict.fromkeys(self.own, self.seat),
            cash=dict.fromkeys(self.order, 0),
            stock={country: {} for country in self.order},
            hands=dict.fromkeys(self.order, ()),
            language={self.seat: "FR"} if self.french else {},
        )


def meant(view: State, seat: Seat, said: Sequence[str]) -> tuple[Order, ...]:
    """The orders that kept lines of a seat stand for."""
    return read_again(Background.of(view, seat), tuple(said)) if said else ()


@keeps(512)
def read_again(background: Background, said: tuple[str, ...]) -> tuple[Order, ...]:
    return read(everything(background), "\n".join(said)).orders


@keeps(32)
def everything(background: Background) -> Ask:
    """All lines, whatever cards are there."""
    bare = background.state()
    found = (line for country in background.own for line in lines(bare, background.seat, country, kept=True))
    return Ask("", tuple(found))
