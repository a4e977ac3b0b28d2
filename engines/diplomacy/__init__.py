"""Diplomacy, after the rules of 2000 with the rulings of DATC 3.2: seven powers, sealed orders, no chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import THERE, About, Dice, Presence, Seat, Step
from engines.diplomacy import advice, asks, board, check, corrections, ending, exchange, options, report, sandbox
from engines.diplomacy.data import STANDARD
from engines.diplomacy.opening import opening
from engines.diplomacy.phases import resolve
from engines.diplomacy.record import Moment, read_record
from engines.diplomacy.state import State as Position
from engines.diplomacy.state import title_of
from engines.language.ask import Order
from engines.language.names import Choice


class Diplomacy:
    """The engine (see `engines.base.Engine`)."""

    code = "diplomacy"
    title = "Diplomacy"
    about = About(
        "Seven powers, no dice, and nobody can win alone: you talk for days, then all orders are opened at once. "
        "Whoever owns 18 of the 34 supply centres of Europe has won.",
        players=(7, 7),
        deadlines=(26, 50),
        beginner="FRANCE",
    )
    credit = "A game by Allan B. Calhamer; taught here after the five-minute guide by Edi Birsan."
    State = Position
    kinds: tuple[str, ...] = ("movement", "retreat", "adjustment")
    press_kinds: tuple[str, ...] = ("movement",)  # §13.2
    setup = options.SETUP
    foreseeable = True
    scoring = ("draw-size", "sum-of-squares", "c-diplo", "carnage", "tribute")
    stake = len(STANDARD.centres)

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.SEATS

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        return Step(opening(options.chosen(said), tuple(seat.code for seat in self.seats(said))))

    owes = staticmethod(asks.owes)
    ask = staticmethod(asks.ask)
    check = staticmethod(check.remarks)
    advise = staticmethod(advice.advise)

    def resolve(
        self,
        state: Position,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = THERE,
    ) -> Step[Position]:
        return resolve(state, orders)

    def called(self, state: Position) -> str:
        return title_of(state.phase)

    corrected = staticmethod(corrections.corrected)
    corrections = staticmethod(corrections.corrections)
    winner = staticmethod(ending.winner)
    board = staticmethod(board.blocks)
    report = staticmethod(report.blocks)

    def record(self, text: str) -> list[Moment]:
        """The phases of a game recorded elsewhere, to be replayed."""
        return read_record(text)

    forms = exchange.FORMS
    written = staticmethod(exchange.written)

    def sandbox(self, line: str) -> str:
        """One position as JSON, resolved: see `engines.diplomacy.sandbox`."""
        return sandbox.answer(line)

    def sandbox_text(self, line: str) -> str:
        """One position as JSON, resolved, and the answer in words."""
        return sandbox.answer_text(line)


ENGINE = Diplomacy()
