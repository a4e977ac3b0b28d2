"""A second reading: whole games, in sealed rounds, turn by turn, or stage by stage by the book (§3.1, §3.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TypeAlias

from engines.base import Dice
from engines.language.grammar import Order
from tests.cantillon import second_reading as rules
from tests.cantillon.second_reading_pieces import Board
from tests.cantillon.second_reading_war import Asking

Said: TypeAlias = Mapping[str, Sequence[Order]]


class Game:
    """A game under way: `active` has the turn; by the book `stage` is open, or an attack may be called off."""

    def __init__(self, board: Board) -> None:
        self.board, self.mode = board, board.options.mode
        self.active, self.stage = "", 0
        self.asking: Asking | None = None
        self.closed: dict[int, Board] = {}
        self.dice: Dice | None = None
        self.turn: rules.Turn | None = None
        if self.mode != "sealed":
            self.begin(board.alive()[0])

    def play(self, said: Said, dice: Dice) -> None:
        """Plays one phase."""
        self.dice = dice
        if self.mode == "sealed":
            rules.sealed_round(self.board, said, dice)
        elif self.mode == "turn":
            rules.single_turn(self.board, self.active, said, dice)
            self.end_turn()
        else:
            self.by_the_book(said)

    def end_turn(self) -> None:
        """The next player has his turn; after the last the round ends."""
        self.stage = 0
        later = rules.following(self.board, self.active)
        if rules.over(self.board) or not later:
            rules.finish(self.board)
        if self.board.ranks is None:
            self.begin(later or self.board.alive()[0])

    # --- by the book ----------------------------------------------------------------------------------------------

    def begin(self, seat: str) -> None:
        """Tax runs by itself, then the first stage opens in which there is something to decide."""
        self.active, self.closed = seat, {}
        if self.mode == "book":
            self.turn = rules.Turn(self.board, seat, self.any_dice)
            rules.drive(self.turn.play(1, ()), lambda: True)
            self.open(2)

    def any_dice(self) -> Dice:
        assert self.dice
        return self.dice

    def open(self, stage: int) -> None:
        board, seat = self.board, self.active
        assert self.turn
        if stage > 8 or seat in board.out or rules.over(board):
            self.end_turn()
        elif stage == 2 and not any(unit.kind == "A" for unit in board.of(seat)):
            self.open(3)
        elif stage == 6 and not any(
            board.ground[land].basic or board.ground[land].advanced for land in board.lands(seat)
        ):
            rules.drive(self.turn.play(6, ()), lambda: True)
            self.open(7)
        else:
            self.stage = stage
            self.closed[stage] = deepcopy(board)

    def by_the_book(self, said: Said) -> None:
        """The letter closes the open stage, and those up to the last it speaks of; or all go back to a closed one."""
        if self.is_reopened(said):
            return
        assert self.turn
        rules.lay_all_down(self.board, said)
        mine = said.get(self.active, ())
        if self.asking:
            self.run(go_on=not any(order.verb == "STOP" for order in mine))
            return
        last = max([self.stage, *(rules.STAGE.get(order.verb, 0) for order in mine)])
        self.turn.hear(mine)
        self.asking = self.stages(last, mine)
        self.run(go_on=None)

    def stages(self, last: int, mine: Sequence[Order]) -> Asking:
        assert self.turn
        for stage in range(self.stage, last + 1):
            if self.active not in self.board.out and not rules.over(self.board):
                yield from self.turn.play(stage, mine)
        self.stage = last

    def run(self, go_on: bool | None) -> None:
        """Plays on to the next attack that may be called off, or to the next stage that opens."""
        assert self.asking
        try:
            next(self.asking) if go_on is None else self.asking.send(go_on)
            self.stage = 3
            self.board.fired["by the book: attack may be called off"] += 1
        except StopIteration:
            self.asking = None
            self.board.fired["by the book: stages closed"] += 1
            self.open(self.stage + 1)

    def is_reopened(self, said: Said) -> bool:
        """Return whether all who are in play say the same REOPEN, of a stage that is closed."""
        wishes = {
            next((order.args["stage"] for order in said.get(seat, ()) if order.verb == "REOPEN"), 0)
            for seat in self.board.alive()
        }
        stage = wishes.pop()
        if wishes or stage not in self.closed or (stage == self.stage and not self.asking):
            return False
        fired = self.board.fired
        fired["by the book: gone back"] += 1
        self.board = deepcopy(self.closed[stage])
        self.board.fired = fired
        self.closed = {one: board for one, board in self.closed.items() if one <= stage}
        self.stage, self.asking = stage, None
        self.turn = rules.Turn(self.board, self.active, self.any_dice)
        return True
