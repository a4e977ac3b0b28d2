"""Europa 1945–2030: parties that bring one country after the other into the European Union, in four turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import Dice, Event, GameDescription, Seat, Step
from engines.europa import advice, board, check, corrections, grammars, options, report
from engines.europa.data import COUNTRIES, DICE, FACES, FILES, EuropaGameData, read_europa_data
from engines.europa.faces import read_faces
from engines.europa.opening import set_up_europa
from engines.europa.phases import resolve_europa
from engines.europa.state import EuropaState as Position
from engines.europa.state import europa_phase_title as title_of
from engines.language.grammar import Order, OrderGrammar
from engines.language.names import Choice
from engines.language.standing import clear_when_vacant, with_standing_draft
from engines.options import first_argument
from engines.report import Block


class Europa:
    """The engine (see `engines.base.Engine`), for the tables in its data files."""

    code = "europa"
    title = "Europa 1945–2030"
    about = GameDescription(
        "Parties bring one country after the other into the European Union: you place pawns, propose coalitions, and "
        "hope that the others vote as they said. Whoever wins a country shares it, and most victory points win.",
        players=(3, 6),
        deadlines=(14, 14),
        beginner="BLU",
    )
    credit = "A game by Duccio Vitale and Leo Colovini with The Venice Connection (EuroGames, Jeux Descartes, 1998)."
    duplicate = "TOURNAMENT {number}"
    State = Position
    kinds: tuple[str, ...] = ("peace", "resolve", "place", "campaign", "elections", "propose", "answer", "move")
    files = FILES
    foreseeable = True
    scoring = ("places", "winner")

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """`files`: countries.json, dice.json, faces.json, and further tables "countries-NAME.json" that DATA names.

        Raises DataError with the file and the line that is wrong.
        """
        self.boxes: dict[str, EuropaGameData] = {}
        for name, text in sorted(files.items()):
            if name == COUNTRIES:
                self.boxes["STANDARD"] = read_europa_data(text, files[DICE])
            elif name.startswith("countries-"):
                self.boxes[name[10:].removesuffix(".json").upper()] = read_europa_data(text, files[DICE], name)
        self.faces = read_faces(files[FACES])
        self.setup = options.europa_setup_grammar([name for name in self.boxes if name != "STANDARD"])

    def with_files(self, files: Mapping[str, str]) -> Europa:
        """A copy of the game with a host's own data files in place of ours, or beside them."""
        return Europa({**FILES, **files})

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.europa_seats(said)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        box = self.boxes[first_argument(said, "DATA", "STANDARD")]
        return set_up_europa(
            options.read_europa_options(said), box, tuple(seat.code for seat in self.seats(said)), dice
        )

    def grammar(self, view: Position, seat: Seat) -> OrderGrammar | None:
        found, lines = grammars.build_europa_grammar(view, seat), view.standing.get(seat, ())
        return clear_when_vacant(with_standing_draft(found, lines), lines) if found else None

    phase_name = staticmethod(title_of)

    def report(
        self, view: Position, seat: Seat | None, events: Sequence[Event], before: Position | None = None
    ) -> Sequence[Block]:
        return report.build_europa_report(view, seat, events, before, self.faces)

    obligations = staticmethod(grammars.europa_obligations)
    check = staticmethod(check.check_europa_orders)
    board = staticmethod(board.build_europa_board)
    advise = staticmethod(advice.advise_europa)
    correct = staticmethod(corrections.correct_europa)
    correction_grammar = staticmethod(corrections.build_europa_corrections)
    resolve = staticmethod(resolve_europa)


ENGINE = Europa()
