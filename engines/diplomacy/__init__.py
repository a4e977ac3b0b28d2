"""Diplomacy, after the rules of 2000 with the rulings of DATC 3.0: seven powers, sealed orders, no chance."""

from __future__ import annotations

from collections.abc import Sequence

from engines.base import Ask, Choice, Dice, Event, Order, Remark, Seat, Step
from engines.diplomacy.board import STANDARD
from engines.diplomacy.defaults import due
from engines.diplomacy.later import retreat_ask, retreats_later, winter_ask, winter_later, winter_texts
from engines.diplomacy.orders import movement_ask
from engines.diplomacy.phases import opening, resolve
from engines.diplomacy.record import Moment, read_record
from engines.diplomacy.state import Options, State
from engines.report import Block, Heading, Text

SEATS = tuple(Choice(seat, seat.title()) for seat in STANDARD.seats)


class Diplomacy:
    """The engine (see `engines.base.Engine`)."""

    code = "diplomacy"
    title = "Diplomacy"
    State = State
    setup = Ask("Options", (), due=False)

    def seats(self, options: Sequence[Order]) -> tuple[Choice, ...]:
        return SEATS

    def start(self, options: Sequence[Order], dice: Dice) -> Step[State]:
        return Step(opening(Options(), STANDARD.seats))

    def ask(self, view: State, seat: Seat) -> Ask | None:
        if view.ranks is not None or seat in view.out:
            return None
        if view.kind == "movement":
            later = (*retreats_later(view, seat), *winter_later(view.board, seat))
            return movement_ask(view, seat, later, winter_texts(view.wishes(seat)))
        if view.kind == "retreat":
            return retreat_ask(view, seat, due(view, seat), winter_later(view.board, seat))
        return winter_ask(view, seat, due(view, seat))

    def check(self, view: State, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return ()

    def resolve(self, state: State, orders: dict[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
        return resolve(state, orders)

    def report(
        self, view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None
    ) -> Sequence[Block]:
        return (Heading(view.phase, 1), *(Text(f"{e.kind} {dict(e.args)}") for e in events))

    def record(self, text: str) -> list[Moment]:
        """The phases of a game recorded elsewhere, to be replayed."""
        return read_record(text)


ENGINE = Diplomacy()
