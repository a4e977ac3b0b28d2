"""What everybody has after each phase: the first figure of the standings, kept with the phase for graphs over time.

It is what a bystander may know, so a graph shows no more than the standings of old reports together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import structlog
from sqlmodel import Session

from engines import states
from engines.base import Engine, State
from engines.report import STANDINGS, Block, Cell, Count, Table, TableRow, Value
from pbem.games import games
from pbem.games.games import PhaseSummary
from pbem.games.proof import hash_chain
from pbem.storage.models import Game, Phase, canonical_json

SeatFigures = dict[str, float]
"""What each seat has."""

log = structlog.get_logger()


def dump_standings(engine: Engine[Any], position: State) -> str:
    """The figures of a position as a phase keeps them: "{}" if the game has no standings. Never raises: no phase fails
    for its graph."""
    try:
        return canonical_json(board_figures(engine.board(states.seat_view(position, None), None, ())))
    except Exception as error:  # whatever another package's engine may raise
        log.exception("standings cannot be told", engine=engine.code, error=type(error).__name__)
        return hash_chain.NOTHING


def board_figures(blocks: Iterable[Block]) -> SeatFigures:
    """The figures in the standings of a board; a seat that stands in several rows has their sum."""
    found = SeatFigures()
    table = find_standings_table(blocks)
    column = find_figures_column(table) if table else None
    for row in table.rows if table and column else ():
        seat, value = row_seat(row), cell_figure(row[column or 0]) if len(row) > 1 else None
        if seat and value is not None:
            found[seat] = found.get(seat, 0) + value
    return found


def figures_unit(blocks: Iterable[Block]) -> str:
    """Return what the figures count: the head of their column."""
    table = find_standings_table(blocks)
    column = find_figures_column(table) if table else None
    return table.columns[column].head if table and column else ""


def find_standings_table(blocks: Iterable[Block]) -> Table | None:
    return next((block for block in blocks if isinstance(block, Table) and block.name == STANDINGS), None)


def find_figures_column(table: Table) -> int | None:
    """The first column of figures alone."""
    rows = [row for row in table.rows if row_seat(row)]
    figured = (n for n in range(1, len(table.columns)) if all(cell_figure(row[n]) is not None for row in rows))
    return next(figured, None) if rows else None


def cell_figure(value: Value) -> float | None:
    """The figure of a cell, None if it is no figure."""
    return value if isinstance(value, int | float) else value.now if isinstance(value, Count) else None


def row_seat(row: TableRow) -> str:
    return next((value.seat for value in row if isinstance(value, Cell) and value.seat), "") if len(row) > 1 else ""


def phases_leading_to(session: Session, game: Game, upto: Phase) -> list[PhaseSummary]:
    """The phases that led to one, it included, from the first one on that keeps figures; after a rollback those that
    were undone are left out."""
    found = list[PhaseSummary]()
    for phase in games.list_phase_summaries(session, game, last=upto.number):
        origin = hash_chain.PhaseOrigin.from_phase(phase)
        if origin.kind == "rollback":
            found = [one for one in found if one.number < origin.number]
        elif origin.kind == "correction":
            found.pop()  # the same phase as it was before it was put right
        found.append(phase)
    return [phase for phase in found if phase.standings != hash_chain.NOTHING]


def load_figures(phases: Sequence[Phase | PhaseSummary]) -> list[SeatFigures]:
    """The figures of some phases; of those that keep none {}."""
    return [json.loads(phase.standings) for phase in phases]
