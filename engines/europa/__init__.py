"""Europa 1945–2030: parties that bring one country after the other into the European Union, in four turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import About, Dice, Event, Seat, Step
from engines.europa import advice, asks, board, check, corrections, options, report
from engines.europa.data import COUNTRIES, DICE, FACES, FILES, Box, read_box
from engines.europa.faces import read_faces
from engines.europa.opening import opening
from engines.europa.phases import resolve
from engines.europa.state import State as Position
from engines.europa.state import title as title_of
from engines.language.ask import Ask, Order
from engines.language.names import Choice
from engines.language.standing import as_draft, ends_with_its_holder
from engines.options import argument
from engines.report import Block


class Europa:
    """The engine (see `engines.base.Engine`), for the tables in its data files."""

    code = "europa"
    title = "Europa 1945–2030"
    about = About(
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
    numbered = asks.OLD_WAYS

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """`files`: countries.json, dice.json, faces.json, and further tables "countries-NAME.json" that DATA names.

        Raises DataError with the file and the line that is wrong.
        """
        self.boxes: dict[str, Box] = {}
        for name, text in sorted(files.items()):
            if name == COUNTRIES:
                self.boxes["STANDARD"] = read_box(text, files[DICE])
            elif name.startswith("countries-"):
                self.boxes[name[10:].removesuffix(".json").upper()] = read_box(text, files[DICE], name)
        self.faces = read_faces(files[FACES])
        self.setup = options.setup([name for name in self.boxes if name != "STANDARD"])

    def with_files(self, files: Mapping[str, str]) -> Europa:
        """A copy of the game with a host's own data files in place of ours, or beside them."""
        return Europa({**FILES, **files})

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.seats(said)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        box = self.boxes[argument(said, "DATA", "STANDARD")]
        return opening(options.chosen(said), box, tuple(seat.code for seat in self.seats(said)), dice)

    def ask(self, view: Position, seat: Seat) -> Ask | None:
        found, lines = asks.ask(view, seat), view.standing.get(seat, ())
        return ends_with_its_holder(as_draft(found, lines), lines) if found else None

    called = staticmethod(title_of)

    def report(
        self, view: Position, seat: Seat | None, events: Sequence[Event], before: Position | None = None
    ) -> Sequence[Block]:
        return report.blocks(view, seat, events, before, self.faces)

    owes = staticmethod(asks.owes)
    check = staticmethod(check.remarks)
    board = staticmethod(board.blocks)
    advise = staticmethod(advice.advise)
    corrected = staticmethod(corrections.corrected)
    corrections = staticmethod(corrections.corrections)
    resolve = staticmethod(resolve)


ENGINE = Europa()
