"""Diplomacy, after the rules of 2000 with the rulings of DATC 3.2: seven powers, sealed orders, no chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import ALL_PRESENT, Dice, GameDescription, Presence, Seat, Step
from engines.diplomacy import advice, board, check, corrections, ending, exchange, grammars, options, report, sandbox
from engines.diplomacy.data import STANDARD
from engines.diplomacy.opening import set_up_diplomacy
from engines.diplomacy.phases import resolve_diplomacy
from engines.diplomacy.record import DiplomacyPhaseRecord, read_record
from engines.diplomacy.state import DiplomacyState as Position
from engines.diplomacy.state import full_phase_name
from engines.language.grammar import Order
from engines.language.names import Choice


class Diplomacy:
    """The engine (see `engines.base.Engine`)."""

    code = "diplomacy"
    title = "Diplomacy"
    about = GameDescription(
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
        return Step(
            set_up_diplomacy(options.read_diplomacy_options(said), tuple(seat.code for seat in self.seats(said)))
        )

    obligations = staticmethod(grammars.diplomacy_obligations)
    grammar = staticmethod(grammars.build_diplomacy_grammar)
    check = staticmethod(check.check_diplomacy_orders)
    advise = staticmethod(advice.advise_diplomacy)

    def resolve(
        self,
        state: Position,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Position]:
        return resolve_diplomacy(state, orders)

    def phase_name(self, state: Position) -> str:
        return full_phase_name(state.phase)

    correct = staticmethod(corrections.correct_diplomacy)
    correction_grammar = staticmethod(corrections.build_diplomacy_corrections)
    find_winner = staticmethod(ending.find_winner)
    board = staticmethod(board.build_diplomacy_board)
    report = staticmethod(report.build_diplomacy_report)

    def read_recorded_game(self, text: str) -> list[DiplomacyPhaseRecord]:
        """The phases of a game recorded elsewhere, to be replayed."""
        return read_record(text)

    forms = exchange.FORMS
    export_game = staticmethod(exchange.export_game)

    def resolve_json(self, line: str) -> str:
        """One position as JSON, resolved: see `engines.diplomacy.sandbox`."""
        return sandbox.resolve_json(line)

    def resolve_json_to_text(self, line: str) -> str:
        """One position as JSON, resolved, and the answer in words."""
        return sandbox.resolve_json_to_text(line)


ENGINE = Diplomacy()
