"""Measurements of speed. Each module has `run() -> list[Row]`; `python -m bench` prints them all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


def size(small: T, full: T) -> T:
    """One of two sizes of the same measurement: `full` with PBEM_BENCH_FULL=1 in the environment."""
    return full if os.environ.get("PBEM_BENCH_FULL") else small


@dataclass(frozen=True)
class Row:
    """One measured figure, beside the floor or peer measured in the same run (None: there is none), and the goal."""

    name: str
    value: float
    unit: str
    floor: float | None
    goal: str
