"""Europe 2028: six empires, thirty-five regions, and a deck of cards that decides who advances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import THERE, About, Dice, Presence, Seat, Step
from engines.europe2028 import advice, asks, board, book, check, corrections, options, phases, report
from engines.europe2028.data import FILES, REGIONS, read_world
from engines.europe2028.opening import opening
from engines.europe2028.state import State as Position
from engines.europe2028.words import title
from engines.language.ask import Order
from engines.language.names import Choice


class Europe2028:
    """The engine (see `engines.base.Engine`)."""

    code = "europe2028"
    title = "Europe 2028"
    about = About(
        "Empires fight over the regions of a broken Europe: a token climbs a region with playing cards of its suit, "
        "step by step, and others may challenge every step. Conquests worth 25 points end the game, and most points "
        "win.",
        players=(2, 6),
        deadlines=(12, 22),
        beginner="RU",
    )
    credit = "Europe 2028 was made by Alexander John Hay (2019); the levels of its regions are reconstructed."
    State = Position
    kinds: tuple[str, ...] = ("setup", "round", "turn", "challenge", "add")
    files = FILES
    numbered = asks.OLD_WAYS
    scoring = ("places", "points", "winner")

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """`files`: regions.json. Raises DataError with the line that is wrong."""
        self.world = read_world(files[REGIONS])
        self.setup = options.setup(self.world)

    def with_files(self, files: Mapping[str, str]) -> Europe2028:
        """A copy of the game with the regions of an owner of the box."""
        return Europe2028({**FILES, **files})

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.seats(said, self.world)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        codes = tuple(seat.code for seat in self.seats(said))
        return opening(options.chosen(said, self.world), self.world, codes, dice)

    owes = staticmethod(asks.owes)
    ask = staticmethod(asks.ask)
    check = staticmethod(check.remarks)
    advise = staticmethod(advice.advise)
    corrected = staticmethod(corrections.corrected)
    corrections = staticmethod(corrections.corrections)

    def resolve(
        self,
        state: Position,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = THERE,
    ) -> Step[Position]:
        if state.kind == "setup":
            return book.dealt(state, orders, dice) if state.options.book else phases.dealt(state, orders, dice)
        return book.resolve(state, orders, dice) if state.options.book else phases.played(state, orders, dice)

    board = staticmethod(board.blocks)

    def called(self, state: Position) -> str:
        return title(state)

    report = staticmethod(report.blocks)


ENGINE = Europe2028()
