"""Europax: countries that deliver goods to each other, sell, buy, and rescue whoever is ruined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engines.base import Ask, Choice, Dice, Event, Order, Remark, Seat, Step
from engines.europax import advice, asks, check, options, prose, report
from engines.europax.box import FILES, read_box
from engines.europax.phases import opening, resolve
from engines.europax.state import State as Position
from engines.report import Block


class Europax:
    """The engine (see `engines.base.Engine`)."""

    code = "europax"
    title = "Europax"
    State = Position
    setup = options.SETUP
    files = FILES

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """`files`: products.json, demands.json and events.json. Raises DataError with the file and the line."""
        self.box = read_box(files)

    def with_files(self, files: Mapping[str, str]) -> Europax:
        """The same game with the cards of an owner of the box."""
        return Europax({**FILES, **files})

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.seats(said)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        return opening(options.chosen(said), self.box, tuple(seat.code for seat in self.seats(said)), dice)

    def ask(self, view: Position, seat: Seat) -> Ask | None:
        return asks.ask(view, seat)

    def check(self, view: Position, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return tuple(check.remarks(view, seat, orders))

    def advise(self, view: Position, seat: Seat, random: Random) -> Sequence[str]:
        """What a sensible player would say (see `engines.base.Adviser`)."""
        return advice.advise(view, seat, random)

    def language(self, view: Position, seat: Seat) -> str:
        """See `engines.base.Linguist`."""
        return "fr" if view.reads_french(seat) else "en"

    def name(self, seat: Seat, language: str) -> str:
        return prose.player(seat, language == "fr")

    def resolve(self, state: Position, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[Position]:
        return resolve(state, orders, dice)

    def report(
        self, view: Position, seat: Seat | None, events: Sequence[Event], before: Position | None = None
    ) -> Sequence[Block]:
        return tuple(report.blocks(view, seat, events, before))


ENGINE = Europax()
