"""Nothing left to chance: secrets, numbers of addresses and seeds that come out the same in every run."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import shake_256
from random import Random
from unittest.mock import patch

SHORT = 8
"""Bytes up to which the same ones are given every time. So short are the numbers of addresses, which stand beside the
number of a row: whoever draws them in another order shall get the same."""


class RepeatableBytes:
    """Instead of `os.urandom`: for each length a sequence of its own, so that a draw more of one kind leaves those of
    another as they are."""

    def __init__(self) -> None:
        self.drawn = Counter[int]()

    def __call__(self, length: int) -> bytes:
        if length <= SHORT:
            return b"\1" * length  # less than any bound up to which numbers are drawn
        self.drawn[length] += 1
        return shake_256(f"{length} {self.drawn[length]}".encode()).digest(length)


class RepeatableRandom(Random):
    """A `Random` that begins alike if it is given no seed."""

    def __init__(self, seed: int | float | str | bytes | None = None) -> None:
        super().__init__(0 if seed is None else seed)


@contextmanager
def nothing_left_to_chance() -> Iterator[None]:
    """Everything random comes out the same meanwhile."""
    draw = RepeatableBytes()
    with ExitStack() as patches:
        patches.enter_context(patch.object(os, "urandom", draw))
        patches.enter_context(patch.object(random, "_urandom", draw))  # that of `secrets`
        patches.enter_context(patch.object(random, "Random", RepeatableRandom))
        random.seed(0)
        yield
