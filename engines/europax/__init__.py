"""Europax: countries that deliver goods to each other, sell, buy, and rescue whoever is ruined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import About, Dice, Seat, Step
from engines.europax import advice, asks, board, check, corrections, options, prose, report, words
from engines.europax.data import FILES, read_box
from engines.europax.opening import opening
from engines.europax.phases import resolve
from engines.europax.state import State as Position
from engines.language.ask import Order
from engines.language.names import Choice


class Europax:
    """The engine (see `engines.base.Engine`)."""

    code = "europax"
    title = "Europax"
    about = About(
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
    numbered = words.OLD_WAYS
    scoring = ("places", "points", "winner")

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """`files`: products.json, demands.json and events.json. Raises DataError with the file and the line."""
        self.box = read_box(files)

    def with_files(self, files: Mapping[str, str]) -> Europax:
        """A copy of the game with the cards of an owner of the box."""
        return Europax({**FILES, **files})

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.seats(said)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        return opening(options.chosen(said), self.box, tuple(seat.code for seat in self.seats(said)), dice)

    def language(self, view: Position, seat: Seat) -> str:
        """See `engines.abilities.Linguist`."""
        return "fr" if view.reads_french(seat) else "en"

    def name(self, seat: Seat, language: str) -> str:
        return prose.player(seat, language == "fr")

    def titled(self, view: Position, language: str) -> str:
        return prose.title_of(view, french=language == "fr")

    owes = staticmethod(asks.owes)
    ask = staticmethod(asks.ask)
    check = staticmethod(check.remarks)
    advise = staticmethod(advice.advise)
    corrected = staticmethod(corrections.corrected)
    corrections = staticmethod(corrections.corrections)
    resolve = staticmethod(resolve)

    def called(self, state: Position) -> str:
        return prose.title_of(state, french=False)

    board = staticmethod(board.blocks)
    report = staticmethod(report.blocks)


ENGINE = Europax()
