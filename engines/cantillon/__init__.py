"""Cantillon's Europe: twelve cities, eighty lands, twenty-nine seas; expand, produce, trade, and hold together."""

from __future__ import annotations

from collections.abc import Sequence

from engines.base import About, Dice, Seat, Step
from engines.cantillon import advice, asks, board, check, corrections, data, options, report
from engines.cantillon.opening import opening
from engines.cantillon.phases import forfeit, resolve
from engines.cantillon.state import State as Position
from engines.cantillon.state import title as title_of
from engines.language.ask import Ask, Order
from engines.language.names import Choice
from engines.language.standing import as_draft, ends_with_its_holder


class Cantillon:
    """The engine (see `engines.base.Engine`)."""

    code = "cantillon"
    title = "Cantillon's Europe"
    about = About(
        "You have a city and eighty lands before you: they yield food, wood and minerals, which become factories, "
        "armies and fleets. Mind your neighbours, for what no city of yours reaches is lost; after twelve rounds the "
        "greatest realm has won.",
        players=(2, 6),
        deadlines=(13, 13),
    )
    credit = "Made after a set of rules published in 2020 that names no author, on the economics of Richard Cantillon."
    duplicate = "TOURNAMENT {number}"
    State = Position
    kinds: tuple[str, ...] = ("setup", "round", "turn", "stage")
    setup = options.SETUP
    numbered = asks.OLD_WAYS
    scoring = ("places", "winner")

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        found = options.seats(said)
        wrong = data.fault(data.board(options.chosen(said).fold), len(found))
        if wrong:
            raise ValueError(f"This cannot be played: {wrong}.")
        return found

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        return opening(options.chosen(said), tuple(seat.code for seat in self.seats(said)), dice)

    owes = staticmethod(asks.owes)

    def ask(self, view: Position, seat: Seat) -> Ask | None:
        found, lines = asks.ask(view, seat), view.standing.get(seat, ())
        return ends_with_its_holder(as_draft(found, lines), lines) if found else None

    check = staticmethod(check.remarks)
    advise = staticmethod(advice.advise)
    resolve = staticmethod(resolve)
    forfeit = staticmethod(forfeit)
    called = staticmethod(title_of)
    corrected = staticmethod(corrections.corrected)
    corrections = staticmethod(corrections.corrections)
    board = staticmethod(board.blocks)
    report = staticmethod(report.blocks)


ENGINE = Cantillon()
