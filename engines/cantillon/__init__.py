"""Cantillon's Europe: twelve cities, eighty lands, twenty-nine seas; expand, produce, trade, and hold together."""

from __future__ import annotations

from collections.abc import Sequence

from engines.base import Ask, Choice, Dice, Order, Seat, Step
from engines.cantillon import advice, asks, check, options, report
from engines.cantillon.board import board, fault
from engines.cantillon.opening import opening
from engines.cantillon.phases import resolve
from engines.cantillon.state import State as Position
from engines.standing import as_draft


class Cantillon:
    """The engine (see `engines.base.Engine`)."""

    code = "cantillon"
    title = "Cantillon's Europe"
    credit = "Cantillon's Europe: a board game of 2020 after Richard Cantillon's book on political economy."
    State = Position
    kinds: tuple[str, ...] = ("setup", "round", "turn", "stage")
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

    check = staticmethod(check.remarks)
    advise = staticmethod(advice.advise)
    resolve = staticmethod(resolve)
    report = staticmethod(report.blocks)


ENGINE = Cantillon()
