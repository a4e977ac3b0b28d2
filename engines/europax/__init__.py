"""Europax: countries that deliver goods to each other, sell, buy, and rescue whoever is ruined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import Dice, GameDescription, Seat, Step
from engines.europax import advice, board, check, corrections, grammars, options, prose, report
from engines.europax.data import FILES, read_europax_data
from engines.europax.opening import set_up_europax
from engines.europax.phases import resolve_europax
from engines.europax.state import EuropaxState as Position
from engines.language.grammar import Order
from engines.language.names import Choice


class Europax:
    """The engine (see `engines.base.Engine`)."""

    code = "europax"
    title = "Europax"
    about = GameDescription(
        "Countries of a common market deliver steel, wine and wool to each other: a good card asks the others for what "
        "they lack and you have. Nobody is attacked, whoever makes the last delivery leads next, and the richest wins.",
        players=(2, 6),
        deadlines=(8, 9),
    )
    credit = "A French board game of the Common Market, whose rules name no author; most cards are reconstructed."
    State = Position
    kinds: tuple[str, ...] = ("setup", "round", "lead", "buyer")
    setup = options.SETUP
    files = FILES
    scoring = ("places", "points", "winner")

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """`files`: products.json, demands.json and events.json. Raises DataError with the file and the line."""
        self.box = read_europax_data(files)

    def with_files(self, files: Mapping[str, str]) -> Europax:
        """A copy of the game with the cards of an owner of the box."""
        return Europax({**FILES, **files})

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.europax_seats(said)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        return set_up_europax(
            options.read_europax_options(said), self.box, tuple(seat.code for seat in self.seats(said)), dice
        )

    def seat_language(self, view: Position, seat: Seat) -> str:
        """See `engines.abilities.Linguist`."""
        return "fr" if view.reads_french(seat) else "en"

    def name_seat(self, seat: Seat, language: str) -> str:
        return prose.player_name(seat, language == "fr")

    def phase_name_in(self, view: Position, language: str) -> str:
        return prose.europax_phase_title(view, french=language == "fr")

    obligations = staticmethod(grammars.europax_obligations)
    grammar = staticmethod(grammars.build_europax_grammar)
    check = staticmethod(check.check_europax_orders)
    advise = staticmethod(advice.advise_europax)
    correct = staticmethod(corrections.correct_europax)
    correction_grammar = staticmethod(corrections.build_europax_corrections)
    resolve = staticmethod(resolve_europax)

    def phase_name(self, state: Position) -> str:
        return prose.europax_phase_title(state, french=False)

    board = staticmethod(board.build_europax_board)
    report = staticmethod(report.build_europax_report)


ENGINE = Europax()
