"""Europe 2028: six empires, thirty-five regions, and a deck of cards that decides who advances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import ALL_PRESENT, Dice, GameDescription, Presence, Seat, Step
from engines.europe2028 import advice, board, book, check, corrections, grammars, options, phases, report
from engines.europe2028.data import FILES, REGIONS, read_world
from engines.europe2028.opening import set_up_europe2028
from engines.europe2028.state import Europe2028State as Position
from engines.europe2028.words import europe2028_phase_title
from engines.language.grammar import Order
from engines.language.names import Choice


class Europe2028:
    """The engine (see `engines.base.Engine`)."""

    code = "europe2028"
    title = "Europe 2028"
    about = GameDescription(
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
    scoring = ("places", "points", "winner")

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """`files`: regions.json. Raises DataError with the line that is wrong."""
        self.world = read_world(files[REGIONS])
        self.setup = options.europe2028_setup_grammar(self.world)

    def with_files(self, files: Mapping[str, str]) -> Europe2028:
        """A copy of the game with the regions of an owner of the box."""
        return Europe2028({**FILES, **files})

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.europe2028_seats(said, self.world)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        codes = tuple(seat.code for seat in self.seats(said))
        return set_up_europe2028(options.read_europe2028_options(said, self.world), self.world, codes, dice)

    obligations = staticmethod(grammars.europe2028_obligations)
    grammar = staticmethod(grammars.build_europe2028_grammar)
    check = staticmethod(check.check_europe2028_orders)
    advise = staticmethod(advice.advise_europe2028)
    correct = staticmethod(corrections.correct_europe2028)
    correction_grammar = staticmethod(corrections.build_europe2028_corrections)

    def resolve(
        self,
        state: Position,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Position]:
        if state.kind == "setup":
            return (
                book.begin_book_game(state, orders, dice)
                if state.options.book
                else phases.begin_sealed_game(state, orders, dice)
            )
        return (
            book.resolve_book_window(state, orders, dice)
            if state.options.book
            else phases.play_sealed_turns(state, orders, dice)
        )

    board = staticmethod(board.build_europe2028_board)

    def phase_name(self, state: Position) -> str:
        return europe2028_phase_title(state)

    report = staticmethod(report.build_europe2028_report)


ENGINE = Europe2028()
