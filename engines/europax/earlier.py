"""Lines that a seat said before, read again: plans and preferences are kept as their canonical texts.

What such a line means hangs on few things that stay as they are for a whole game, so that it is read once and not in
every view, report and round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.base import Seat
from engines.europax.data import Country, EuropaxGameData, Goods
from engines.europax.grammars import country_lines
from engines.europax.state import EuropaxOptions, EuropaxState
from engines.language import parse_orders
from engines.language.grammar import Order, OrderGrammar
from engines.memo import memoize


class Background(NamedTuple):
    """All that kept lines depend on: what was agreed, the box, the countries in play, and whose lines they are."""

    options: EuropaxOptions
    goods: tuple[Goods, ...]
    demands: tuple[str, ...]
    order: tuple[Country, ...]
    seat: Seat
    own: tuple[Country, ...]
    french: bool

    @staticmethod
    def from_view(view: EuropaxState, seat: Seat) -> Background:
        goods, demands = tuple(view.box.products.values()), tuple(view.box.demands)
        own, french = view.countries_of(seat), view.reads_french(seat)
        return Background(view.options, goods, demands, view.order, seat, own, french)

    def build_bare_state(self) -> EuropaxState:
        """A position with nothing but this in it."""
        products = {each.code: each for each in self.goods}
        return EuropaxState(
            seats=(self.seat,),
            phase="",
            kind="round",
            options=self.options,
            box=EuropaxGameData(products, dict.fromkeys(self.demands, ()), {}, {}),
            order=self.order,
            boards=dict.fromkeys(self.own, self.seat),
            cash=dict.fromkeys(self.order, 0),
            stock={country: {} for country in self.order},
            hands=dict.fromkeys(self.order, ()),
            language={self.seat: "FR"} if self.french else {},
        )


def read_kept_orders(view: EuropaxState, seat: Seat, said: Sequence[str]) -> tuple[Order, ...]:
    """The orders that kept lines of a seat stand for."""
    return read_kept_lines(Background.from_view(view, seat), tuple(said)) if said else ()


@memoize(512)
def read_kept_lines(background: Background, said: tuple[str, ...]) -> tuple[Order, ...]:
    return parse_orders(build_kept_grammar(background), "\n".join(said)).orders


@memoize(32)
def build_kept_grammar(background: Background) -> OrderGrammar:
    """All lines, whatever cards are there."""
    bare = background.build_bare_state()
    found = (line for country in background.own for line in country_lines(bare, background.seat, country, kept=True))
    return OrderGrammar("", tuple(found))
