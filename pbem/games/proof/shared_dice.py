"""Dice in common on record: what they showed is told in place of the secret that all games of a server share."""

from __future__ import annotations

from collections.abc import Sequence

from engines.dice import KeyedDice, Roll, make_seed
from pbem.games.proof.game_record import PhaseRecord, Record, Rolls


def build_record_dice(record: Record, phase: PhaseRecord) -> KeyedDice:
    """The dice that led to a phase: with the secret of those in common where it is known, else as they are told."""
    seed = make_seed(record.secret, [seat.contribution for seat in record.seats])
    if record.shared and not phase.common:
        return NotedDice(seed, str(phase.number), record.shared.encode())
    return ToldDice(seed, str(phase.number), phase.common)


class NotedDice(KeyedDice):
    """Keeps what dice in common show."""

    def __init__(self, seed: bytes, phase: str, shared: bytes) -> None:
        super().__init__(seed, phase, shared)
        self.shared_taken: list[tuple[str, KeyedDice]] = []

    def shared_dice(self, name: str) -> KeyedDice:
        found = super().shared_dice(name)
        self.shared_taken.append((name, found))
        return found

    @property
    def noted_rolls(self) -> Rolls:
        rolls = (
            (name, tuple((one.stream, one.sides, one.result) for one in found.rolls))
            for name, found in self.shared_taken
        )
        return tuple(rolls)


class ToldDice(KeyedDice):
    """Dice whose common ones fall as they are told to have fallen."""

    def __init__(self, seed: bytes, phase: str, told: Rolls) -> None:
        super().__init__(seed, phase)
        self.rolls_left = list(told)

    def shared_dice(self, name: str) -> KeyedDice:
        """Raises LookupError if the game takes up other dice than it is told."""
        if not self.rolls_left or self.rolls_left[0][0] != name:
            raise LookupError(f"dice in common {name!r} were not taken up here")
        return ReplayedDice(self.rolls_left.pop(0)[1])


class ReplayedDice(KeyedDice):
    """Shows what it is told, in order."""

    def __init__(self, told: Sequence[tuple[str, int, int]]) -> None:
        super().__init__(b"", "")
        self.results_left = list(told)

    def roll(self, stream: str, sides: int) -> int:
        """Raises LookupError if there is no such roll."""
        if not self.results_left or (self.results_left[0][0], self.results_left[0][1]) != (stream, sides):
            raise LookupError(f"{stream!r} with {sides} sides was not rolled here")
        result = self.results_left.pop(0)[2]
        if not 1 <= result <= sides:
            raise LookupError(f"{stream!r}: a die with {sides} sides does not show {result}")
        self.draw_counts[stream] += 1
        self.rolls.append(Roll(stream, self.draw_counts[stream], sides, result))
        return result
