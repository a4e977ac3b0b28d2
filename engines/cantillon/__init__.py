"""Cantillon's Europe: twelve cities, eighty lands, twenty-nine seas; expand, produce, trade, and hold together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engines.base import Ask, Choice, Dice, Event, Order, Remark, Seat, Step
from engines.cantillon import advice, asks, check, options, report
from engines.cantillon.board import board, fault
from engines.cantillon.opening import opening
from engines.cantillon.phases import resolve
from engines.cantillon.state import State as Position
from engines.report import Block
from engines.standing import as_draft


class Cantillon:
    """The engine (see `engines.base.Engine`)."""

    code = "cantillon"
    title = "Cantillon's Europe"
    State = Position
    setup = options.SETUP

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        found = options.seats(said)
        wrong = fault(board(options.chosen(said).fold), len(found))
        if wrong:
            raise ValueError(f"This cannot be played: {wrong}.")
        return found

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        return opening(options.chosen(said), tuple(seat.code for seat in self.seats(said)), dice)

    def ask(self, view: Position, seat: Seat) -> Ask | None:
        found = asks.ask(view, seat)
        return as_draft(found, view.standing.get(seat, ())) if found else None

    def check(self, view: Position, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return tuple(check.remarks(view, seat, orders))

    def advise(self, view: Position, seat: Seat, random: Random) -> Sequence[str]:
        """What a sensible player would say (see `engines.base.Adviser`)."""
        return advice.advise(view, seat, random)

    def resolve(self, state: Position, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[Position]:
        return resolve(state, orders, dice)

    def report(
        self, view: Position, seat: Seat | None, events: Sequence[Event], before: Position | None = None
    ) -> Sequence[Block]:
        return tuple(report.blocks(view, seat, events, before))


ENGINE = Cantillon()
