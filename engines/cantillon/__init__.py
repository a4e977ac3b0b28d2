"""Cantillon's Europe: twelve cities, eighty lands, twenty-nine seas; expand, produce, trade, and hold together."""

from __future__ import annotations

from collections.abc import Sequence

from engines.base import Dice, GameDescription, Seat, Step
from engines.cantillon import advice, board, check, corrections, data, grammars, options, report
from engines.cantillon.opening import set_up_cantillon
from engines.cantillon.phases import phases_until_forfeit, resolve_cantillon
from engines.cantillon.state import CantillonState as Position
from engines.cantillon.state import cantillon_phase_title as title_of
from engines.language.grammar import Order, OrderGrammar
from engines.language.names import Choice
from engines.language.standing import clear_when_vacant, with_standing_draft


class Cantillon:
    """The engine (see `engines.base.Engine`)."""

    code = "cantillon"
    title = "Cantillon's Europe"
    about = GameDescription(
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
    scoring = ("places", "winner")

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        found = options.cantillon_seats(said)
        wrong = data.fold_fault(data.fold_board(options.read_cantillon_options(said).fold), len(found))
        if wrong:
            raise ValueError(f"This cannot be played: {wrong}.")
        return found

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        return set_up_cantillon(
            options.read_cantillon_options(said), tuple(seat.code for seat in self.seats(said)), dice
        )

    obligations = staticmethod(grammars.cantillon_obligations)

    def grammar(self, view: Position, seat: Seat) -> OrderGrammar | None:
        found, lines = grammars.build_cantillon_grammar(view, seat), view.standing.get(seat, ())
        return clear_when_vacant(with_standing_draft(found, lines), lines) if found else None

    check = staticmethod(check.check_cantillon_orders)
    advise = staticmethod(advice.advise_cantillon)
    resolve = staticmethod(resolve_cantillon)
    phases_until_forfeit = staticmethod(phases_until_forfeit)
    phase_name = staticmethod(title_of)
    correct = staticmethod(corrections.correct_cantillon)
    correction_grammar = staticmethod(corrections.build_cantillon_corrections)
    board = staticmethod(board.build_cantillon_board)
    report = staticmethod(report.build_cantillon_report)


ENGINE = Cantillon()
