"""Chance that can be proved afterwards, and loaded dice for tests.

Roll n of a stream in a phase is HMAC-SHA256(seed, "phase/stream/n"), reduced without bias. The seed comes from the
server's secret, whose hash is published before anybody joins, and a contribution of every seat: neither the host nor a
player alone can choose it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
SPAN = 2**64


def commit_to_secret(secret: str) -> str:
    """Return what is published of a secret before the game: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def make_seed(secret: str, contributions: Sequence[str]) -> bytes:
    """The seed of a game's dice. The parts are told apart by their lengths: none can pass for two."""
    parts = (secret, *contributions)
    return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).digest()


@dataclass(frozen=True)
class Roll:
    """One roll as it can be checked: the `number`th of its stream."""

    stream: str
    number: int
    sides: int
    result: int


class KeyedDice:
    """The dice of one phase. `rolls` lists what was rolled, in order; `shared` is the seed of dice in common."""

    def __init__(self, seed: bytes, phase: str, shared: bytes = b"") -> None:
        self.seed, self.phase, self.shared = seed, phase, shared
        self.draw_counts: Counter[str] = Counter()
        self.rolls: list[Roll] = []

    def roll(self, stream: str, sides: int) -> int:
        """A number from 1 to `sides`. Raises ValueError if there are no sides."""
        if not 0 < sides <= SPAN:
            raise ValueError(f"a die has from 1 to 2**64 sides, not {sides}")
        while True:
            self.draw_counts[stream] += 1
            value = self.draw_value(stream, self.draw_counts[stream])
            if value < SPAN - SPAN % sides:
                result = value % sides + 1
                self.rolls.append(Roll(stream, self.draw_counts[stream], sides, result))
                return result

    def draw_value(self, stream: str, number: int) -> int:
        message = f"{self.phase}/{stream}/{number}".encode()
        return int.from_bytes(hmac.digest(self.seed, message, "sha256")[:8], "big")

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:
        """The items in random order: each drawn by one roll from those left."""
        left, drawn = list(items), []
        while left:
            drawn.append(left.pop(self.roll(stream, len(left)) - 1))
        return drawn

    def shared_dice(self, name: str) -> KeyedDice:
        """Dice keyed by what all games of a server share, and the name alone."""
        return KeyedDice(self.shared, f"common/{name}", self.shared)


class LoadedDice:
    """Dice that fall as a test says: the results of each stream in order. A shuffle leaves things as they are."""

    def __init__(self, results: Mapping[str, Sequence[int]] | None = None) -> None:
        self.remaining = {stream: list(values) for stream, values in (results or {}).items()}

    def roll(self, stream: str, sides: int) -> int:
        """The stream's next result. Raises LookupError if none is left, ValueError if the die has no such side."""
        if not self.remaining.get(stream):
            raise LookupError(f"no result is left for the stream {stream!r}")
        result = self.remaining[stream].pop(0)
        if not 1 <= result <= sides:
            raise ValueError(f"{stream}: a die with {sides} sides does not show {result}")
        return result

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:  # noqa: ARG002
        return list(items)

    def shared_dice(self, name: str) -> LoadedDice:  # noqa: ARG002
        return self
