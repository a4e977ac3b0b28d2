"""Measurements of speed. Each module has `run() -> list[Row]`; `python -m bench` prints them all."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measured figure, beside the floor or peer measured in the same run (None: there is none), and the goal."""

    name: str
    value: float
    unit: str
    floor: float | None
    goal: str
