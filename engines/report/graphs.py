"""How something changed over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.report.looks import Style


@dataclass(frozen=True)
class Series:
    """One line of a graph: what a seat had at each tick; None where that is not known."""

    seat: str
    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Graph:
    """How something changed over time. `unit` says what is counted, `ticks` what stands below each value, "" for most.

    `styles`: see `Table`.
    """

    title: str
    unit: str
    ticks: tuple[str, ...]
    series: tuple[Series, ...]
    styles: Mapping[str, Style] = field(default_factory=dict)
