"""The report model: what an engine says about a phase, as a list of blocks that are painted as text, HTML and PDF.

Blocks hold words and data, never markup. A file for each kind of block; all are imported from here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from engines.report.boards import Bank, Board, Boards, Card, Hand, Price, Sale, Stock, Wanted
from engines.report.graphs import Graph, Series
from engines.report.looks import Hatch, Style
from engines.report.maps import Map, Piece, Sign, Stroke
from engines.report.plates import Glyph, Part, PartKind, Plate
from engines.report.prose import Code, Heading, Items, Lead, Run, Text
from engines.report.tables import (
    BLANK,
    MINUS,
    SHEET,
    STANDINGS,
    Cell,
    Change,
    Column,
    Count,
    Row,
    Table,
    Value,
    columns,
    figure,
)

__all__ = [
    "BLANK",
    "MINUS",
    "SHEET",
    "STANDINGS",
    "Bank",
    "Block",
    "Board",
    "Boards",
    "Card",
    "Cell",
    "Change",
    "Code",
    "Column",
    "Count",
    "Glyph",
    "Graph",
    "Hand",
    "Hatch",
    "Heading",
    "Items",
    "Lead",
    "Map",
    "Part",
    "PartKind",
    "Piece",
    "Plate",
    "Price",
    "Row",
    "Run",
    "Sale",
    "Series",
    "Sign",
    "Stock",
    "Stroke",
    "Style",
    "Table",
    "Text",
    "Value",
    "Wanted",
    "columns",
    "figure",
    "styles_of",
]

Block: TypeAlias = Heading | Lead | Text | Items | Code | Table | Map | Hand | Boards | Graph


def styles_of(blocks: Iterable[Block]) -> dict[str, Style]:
    """How seats look in a report, from its tables, maps and boards."""
    styled = (block.styles for block in blocks if isinstance(block, Table | Map | Boards | Graph))
    return {seat: look for styles in styled for seat, look in styles.items()}
