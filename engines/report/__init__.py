"""The report model: what an engine says about a phase, as a list of blocks that are painted as text, HTML and PDF.

Blocks hold words and data, never markup. A file for each kind of block; all are imported from here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from engines.report.boards import Bank, Boards, CardDemand, CardHand, PlayerBoard, Price, Sale, Stock, TableCard
from engines.report.graphs import Graph, Series
from engines.report.looks import Hatch, Style
from engines.report.maps import Map, MapPiece, Sign, Stroke
from engines.report.plates import Glyph, PartKind, Plate, PlatePart
from engines.report.prose import Code, Heading, Items, Lead, Paragraph, Run
from engines.report.tables import (
    BLANK,
    MINUS,
    SHEET,
    STANDINGS,
    Cell,
    Change,
    Column,
    Count,
    Table,
    TableRow,
    Value,
    format_figure,
    make_columns,
)

__all__ = [
    "BLANK",
    "MINUS",
    "SHEET",
    "STANDINGS",
    "Bank",
    "Block",
    "Boards",
    "CardDemand",
    "CardHand",
    "Cell",
    "Change",
    "Code",
    "Column",
    "Count",
    "Glyph",
    "Graph",
    "Hatch",
    "Heading",
    "Items",
    "Lead",
    "Map",
    "MapPiece",
    "Paragraph",
    "PartKind",
    "Plate",
    "PlatePart",
    "PlayerBoard",
    "Price",
    "Run",
    "Sale",
    "Series",
    "Sign",
    "Stock",
    "Stroke",
    "Style",
    "Table",
    "TableCard",
    "TableRow",
    "Value",
    "format_figure",
    "make_columns",
    "styles_in_blocks",
]

Block: TypeAlias = Heading | Lead | Paragraph | Items | Code | Table | Map | CardHand | Boards | Graph


def styles_in_blocks(blocks: Iterable[Block]) -> dict[str, Style]:
    """Return how seats look in a report, from its tables, maps and boards."""
    styled = (block.styles for block in blocks if isinstance(block, Table | Map | Boards | Graph))
    return {seat: look for styles in styled for seat, look in styles.items()}
