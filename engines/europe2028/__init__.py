"""Europe 2028: six empires, thirty-five regions, and a deck of cards that decides who advances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engines.base import Ask, Choice, Dice, Event, Order, Remark, Seat, Step
from engines.europe2028 import advice, asks, book, check, options, phases, report
from engines.europe2028.setup import opening
from engines.europe2028.state import State as Position
from engines.europe2028.world import FILES, REGIONS, read_world
from engines.report import Block


class Europe2028:
    """The engine (see `engines.base.Engine`)."""

    code = "europe2028"
    title = "Europe 2028"
    State = Position
    setup = options.SETUP
    files = FILES

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """`files`: regions.json. Raises DataError with the line that is wrong."""
        self.world = read_world(files[REGIONS])

    def with_files(self, files: Mapping[str, str]) -> Europe2028:
        """The same game with the regions of an owner of the box."""
        return Europe2028({**FILES, **files})

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.seats(said, self.world)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        return opening(options.chosen(said), self.world, tuple(seat.code for seat in self.seats(said)), dice)

    def ask(self, view: Position, seat: Seat) -> Ask | None:
        return asks.ask(view, seat)

    def check(self, view: Position, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return tuple(check.remarks(view, seat, orders))

    def advise(self, view: Position, seat: Seat, random: Random) -> Sequence[str]:
        """What a sensible empire would say (see `engines.base.Adviser`)."""
        return advice.advise(view, seat, random)

    def resolve(self, state: Position, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[Position]:
        if state.kind == "setup":
            return book.dealt(state, orders, dice) if state.options.book else phases.dealt(state, orders, dice)
        return book.resolve(state, orders, dice) if state.options.book else phases.played(state, orders, dice)

    def report(
        self, view: Position, seat: Seat | None, events: Sequence[Event], before: Position | None = None
    ) -> Sequence[Block]:
        return tuple(report.blocks(view, seat, events, before))


ENGINE = Europe2028()
